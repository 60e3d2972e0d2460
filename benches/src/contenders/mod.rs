//! The measured tokenizers.

mod all;
mod contender;
mod external;
mod html5ever;
mod html5gum;
mod limits;
mod lol_html;
mod names;
mod quick_xml;
mod rcdom;
mod tagrake;
mod tl;

pub use all::{all, for_adversarial_inputs};
pub use contender::{Agreement, Contender, Pass};
pub use external::external;
pub use names::{
    AVX2, DECODED, ERRORS, EXTRACT, FOLLOWED, HTML5EVER, HTML5EVER_LINKS, HTML5GUM_COUNTING, LEXBOR, LINKS,
    LOL_HTML_LINKS, LOL_HTML_SCAN, MAIN, SCALAR, SPANS, SSE2, TEXT, VISITED,
};
