//! Determines a page's character encoding and decodes it to UTF-8.
//!
//! [`detect`] follows the standard's order: byte order mark, override by the caller, `Content-Type` header, the first
//! 1024 bytes, and an optional detector. [`decode`] converts the bytes to UTF-8 by the resulting [`Decision`], and
//! borrows them if they are UTF-8 already.
//!
//! ```
//! use tagrake::encoding::{Hints, Source, decode, detect};
//!
//! let mut buffer = String::new();
//! let page = b"<meta charset=windows-1251><title>\xCF</title>";
//! let decision = detect(page, &Hints::default().with_content_type(Some("text/html")));
//! assert_eq!((decision.encoding.name(), decision.source), ("windows-1251", Source::Meta));
//! assert_eq!(decode(page, &decision, &mut buffer).text, "<meta charset=windows-1251><title>П</title>");
//! ```
//!
//! A `meta` element may come after the first 1024 bytes. [`decide`] reads the tokens to find it, and [`decode_page`] decides and
//! decodes in one call. A consumer of tokens need not read them twice: it calls [`MetaDeclaration::of_tag`] for the encoding
//! that a tag names, and [`Decision::change_by_meta`] to find out whether the page must be read again. [`PassMemory`] reads it
//! again.

mod content_type;
mod decision;
mod decode;
mod detect;
mod document;
mod hints;
mod late_meta;
mod meta;
mod offset_map;
mod passes;
mod prescan;
mod standard;
#[cfg(test)]
mod tests;
mod units;

pub use content_type::{is_xhtml, mime_essence};
pub use decision::{Confidence, Decision, Source};
pub use decode::{Decoded, decode, is_utf8};
pub use detect::detect;
pub use document::{Document, decode_page};
pub use hints::{Detector, Hints};
pub use late_meta::decide;
pub use meta::{MetaDeclaration, meta_encoding};
pub use offset_map::OffsetMap;
pub use passes::{PassMemory, Restart};
pub use prescan::PRESCANNED_BYTES;
pub use standard::Encoding;
