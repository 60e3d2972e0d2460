//! How exact tokenizers are: their tokens, errors and spans on html5lib-tests, and their tokens on pages.

mod about;
mod answer;
mod compare;
mod driver;
mod html5ever;
mod html5gum;
mod inputs;
mod lol_html;
mod peer;
pub(crate) mod record;
mod reference;
mod tagrake;

pub use compare::run;
pub use record::LeagueRecord;
