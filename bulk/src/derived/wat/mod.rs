//! What Common Crawl's WAT records say.
//!
//! A [WAT record](https://commoncrawl.org/get-started) tells of one record of a crawl, as JSON: where it is stored, its head,
//! the head of the response that it holds, and what the page says. The keys, and which elements and attributes they are taken
//! from, are those of [ia-web-commons](https://github.com/commoncrawl/ia-web-commons), which writes them for Common Crawl. How
//! a page is read is the standard's: what ends an anchor, which title and which `base` count, where style sheets have URLs.
//!
//! A [`RecordReader`] makes a [`Record`] from a record of a WARC file, or from a page; an [`Encoder`] writes it. A
//! [`HtmlReader`] gives the part about the page alone.
//!
//! ```
//! use tagrake::encoding::Hints;
//! use tagrake_bulk::wat::HtmlReader;
//!
//! let mut reader = HtmlReader::default();
//! let page = b"<title>Us</title><a href=/about rel=me>About <b>us</b></a>";
//! let json = serde_json::to_string(&reader.read(page, &Hints::default()))?;
//! let links = r#"[{"path":"A@/href","url":"/about","rel":"me","text":"About us"}]"#;
//! assert_eq!(json, format!(r#"{{"Head":{{"Title":"Us"}},"Links":{links}}}"#));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod anchors;
mod attribute_table;
mod container;
mod encoder;
mod envelope;
mod html_metadata;
mod html_reader;
mod http_metadata;
mod number_text;
mod objects;
mod onclick;
mod page_collector;
mod record;
mod record_reader;
#[cfg(test)]
mod tests;
mod values;
mod warc_fields;

pub use encoder::{Encoder, Format};
pub use html_metadata::HtmlMetadata;
pub use html_reader::HtmlReader;
pub use record::Record;
pub use record_reader::RecordReader;
