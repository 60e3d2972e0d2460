//! What a page says to a crawler, taken from its bytes and the token stream alone: no DOM is built.
//!
//! [`Extractor`] decides the encoding, reads the page once, and gives a [`Page`]: links, metadata and, if asked for, the
//! visible text.
//!
//! ```
//! use tagrake::extract::{Context, Extractor};
//!
//! let html = b"<title>Us</title><a href=/about>About <b>us</b></a> <img src=logo.png>";
//! let mut extractor = Extractor::default();
//! let page = extractor.extract(html, &Context::default().with_url(Some("https://example.com/dir/")));
//! assert_eq!(page.title, Some("Us"));
//! assert_eq!((page.links[0].url, page.links[0].text), (Some("https://example.com/about"), "About us"));
//! assert_eq!(page.links[1].url, Some("https://example.com/dir/logo.png"));
//! ```
//!
//! How it goes: the tokens go to a collector (`page_sink`), which keeps links (`link_collector`), the texts of anchors and headings
//! (`anchor_texts`), the visible text (`page_text`) and the elements that tell of the page. The first `<base href>` may come after
//! the links that it applies to, so URLs are resolved (`resolve`) when the last token is read. The work is linear in the
//! length of the page.

mod anchor_texts;
mod css;
mod extractor;
mod flags;
mod item_attributes;
mod json_ld;
mod link;
mod link_attributes;
mod link_collector;
mod link_header;
mod metadata;
mod named_enum;
mod names;
mod normalize;
mod open_blocks;
mod options;
mod page;
mod page_sink;
mod page_text;
mod refresh;
mod rel;
mod resolve;
mod robots;
mod srcset;
mod url_attributes;
mod words;

pub use css::css_urls;
pub use extractor::Extractor;
pub use flags::{Flag, Flags};
pub use link::{Link, LinkClass, LinkDetails, LinkKind};
pub use options::{Context, Detector, ExtractOptions};
pub use page::{
    Alternate, Feed, Heading, Icon, ItemAttribute, JsonLd, OgMedia, Page, PageDoctype, Refresh, RobotsRules, ThemeColor,
};
