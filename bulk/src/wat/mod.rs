//! What Common Crawl's WAT records say about pages.
//!
//! A [WAT record](https://commoncrawl.org/get-started) tells of one response of a crawl, as JSON. Of that, this is the
//! object `HTML-Metadata`: its keys, and which elements and attributes they are taken from, are those of
//! [ia-web-commons](https://github.com/commoncrawl/ia-web-commons), which writes them for Common Crawl. How the page is read
//! is the standard's: what ends an anchor, which title and which `base` count, where style sheets have URLs.
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
mod collector;
mod html_metadata;
mod html_reader;
mod mapping;
mod objects;
mod onclick;
#[cfg(test)]
mod tests;
mod values;

pub use html_metadata::HtmlMetadata;
pub use html_reader::HtmlReader;
