//! Determines a page's character encoding and decodes it to UTF-8.
//!
//! [`detect`] follows the standard's order: byte order mark, override by the caller, `Content-Type` header, the first
//! 1024 bytes, and an optional detector. [`decode`] converts the bytes to UTF-8 by the resulting [`Decision`], and
//! borrows them if they are UTF-8 already. [`decode_page`] does both.
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
//! A `meta` element may come after the first 1024 bytes. A token consumer calls [`meta_encoding`] for the encoding that
//! it names, and [`Decision::change`] to find out whether the page must be read again. [`PassMemory`] reads it again.

mod content_type;
mod decision;
mod decode;
mod detect;
mod hints;
mod meta;
mod passes;
mod prescan;
mod standard;
#[cfg(test)]
mod tests;

pub use content_type::{is_xhtml, mime_essence};
pub use decision::{Confidence, Decision, Source};
pub use decode::{Decoded, Document, decode, decode_page};
pub use detect::detect;
pub use hints::Hints;
pub use meta::meta_encoding;
pub use passes::{PassMemory, Restart};
pub use standard::Encoding;
