//! Extracts links, metadata and visible text from a page. No DOM is built.
//!
//! [`Extractor`] determines the encoding, reads the page once and returns a [`Page`] with links, metadata and, on
//! request, the visible text.
//!
//! ```
//! use tagrake_extract::{Context, Extractor};
//!
//! let html = b"<title>Us</title><a href=/about>About <b>us</b></a> <img src=logo.png>";
//! let mut extractor = Extractor::default();
//! let page = extractor.extract(html, &Context::default().with_url(Some("https://example.com/dir/")));
//! assert_eq!(page.title, Some("Us"));
//! assert_eq!((page.links[0].url, page.links[0].text), (Some("https://example.com/about"), "About us"));
//! assert_eq!(page.links[1].url, Some("https://example.com/dir/logo.png"));
//! ```
//!
//! The steps, and the modules that implement them:
//!
//! 1. The encoding is determined and the page is decoded to UTF-8 ([`tagrake::encoding`], called by `extractor`).
//! 2. The tokenizer sends its tokens to `page_sink`. It tracks the open elements (`open_blocks`) and passes them on to the
//!    collectors: of `links`, of the `text` of anchors, headings and the page, of text `blocks`, of the `items` of microdata
//!    and RDFa, of the elements of `metadata`, and of the caller ([`Collector`]).
//! 3. After the last token, relative URLs are resolved (`links`): the first `<base href>` also applies to links before it.
//! 4. `metadata` interprets the collected `meta` and `link` elements, and `rights` what they say about the use of the
//!    page. `content` scores the blocks.
//!
//! [`PageStream`] extracts a page that arrives in chunks.
//!
//! The work is linear in the length of the page, and small for each token:
//!
//! * Attributes are looked up once, by numbers that a table assigns to their names.
//! * Tags and text that carry no information (no attribute, no open anchor, no text requested) are skipped in the
//!   scan loop.
//! * The texts of anchors and headings are ranges of one string, so each character is copied once, whatever the
//!   number of anchors around it.
//!
//! `ARCHITECTURE.md` has the layers of the modules.
#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod assemble;
mod blocks;
mod collector;
mod column_pass;
mod content;
mod copy_into;
mod css;
mod early_links;
mod extractor;
mod fact_source;
mod flags;
mod followed_links;
mod item_attributes;
mod items;
mod link_attribute;
mod link_kind;
mod links;
mod markdown_options;
mod mathml;
mod metadata;
mod named_enum;
mod names;
mod open_blocks;
mod options;
mod owned_page;
mod page;
mod page_sink;
mod page_start;
mod page_stream;
mod part;
mod path_names;
mod place;
mod region;
mod rights;
mod saved_url;
mod select;
mod select_columns;
mod selected;
mod setters;
mod tables;
mod text;
mod url_attributes;

pub use blocks::{BlockElement, BlockPath, Inline, InlineKind, ListKind};
pub use collector::Collector;
pub use content::{Block, BlockIter, Blocks, Comments, Explanation, Influence, Selection, View};
pub use css::css_urls;
pub use extractor::Extractor;
pub use fact_source::{FactSource, FactSources};
pub use flags::{Flag, FlagIter, Flags};
pub use followed_links::FollowedLinks;
pub use item_attributes::ItemAttribute;
pub use items::{Item, ItemProperty, ItemSource, ItemValue};
pub use link_attribute::{LinkAttribute, LinkAttributeError};
pub use link_kind::LinkKind;
pub use links::{Link, LinkClass, LinkContext, LinkDetails, script_url};
pub use markdown_options::MarkdownOptions;
pub use options::{Context, ExtractOptions};
pub use owned_page::OwnedPage;
pub use page::{
    Alternate, Feed, Heading, Icon, JsonLd, OgMedia, Page, PageDoctype, Refresh, RobotsRules, ThemeColor, Time,
};
pub use page_sink::is_hidden_by_attributes;
pub use page_start::{KnownHead, PageStart};
pub use page_stream::{PageEvent, PageStream};
pub use part::{Part, Parts};
pub use place::Place;
pub use region::Region;
pub use rights::{Rights, RightsDeclaration, RightsSource, RobotsDirective};
pub use saved_url::{SavedUrl, SavedUrlKind};
pub use select::{Match, Matches, SelectSink, SelectorError, SelectorReport, Selectors, XPathResult};
pub use select_columns::{SelectColumn, SelectColumnError, SelectColumns, SelectKind};
pub use selected::SelectedValue;
pub use tables::{PageTable, TableCell};
