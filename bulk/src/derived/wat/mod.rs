//! Common Crawl's WAT records.
//!
//! A [WAT record](https://commoncrawl.org/get-started) describes one record of a crawl as JSON: where it is stored,
//! its header, the header of the response in it, and metadata of the page. The keys, and the elements and attributes
//! they are taken from, are the ones in [ia-web-commons](https://github.com/commoncrawl/ia-web-commons), which writes
//! WAT files for Common Crawl. Pages are parsed as the HTML standard requires: for example where an anchor ends,
//! which title and which `base` count, and where style sheets have URLs.
//!
//! A [`WatReader`] makes a [`WatRecord`] from a record of a WARC file or from a page, and an [`WatEncoder`] writes it.
//! An [`HtmlReader`] returns only the metadata of a page.
//!
//! ```
//! use tagrake::encoding::Hints;
//! use tagrake_bulk::wat::HtmlReader;
//!
//! let mut reader = HtmlReader::default();
//! let page = b"<title>Us</title><a href=/about rel=me>About <b>us</b></a>";
//! let json = reader.read(page, &Hints::default()).to_json();
//! let links = r#"[{"path":"A@/href","url":"/about","rel":"me","text":"About us"}]"#;
//! assert_eq!(json, format!(r#"{{"Head":{{"Title":"Us"}},"Links":{links}}}"#));
//! ```

mod anchors;
mod attribute_table;
mod encoder;
mod html_metadata;
mod html_reader;
mod http_metadata;
mod json_object;
mod json_value;
mod page_collector;
mod record;
mod record_reader;
mod rows;
#[cfg(test)]
mod tests;
mod values;
mod warc_fields;

pub use encoder::WatEncoder;
pub use html_metadata::HtmlMetadata;
pub use html_reader::HtmlReader;
pub use record::WatRecord;
pub use record_reader::WatReader;
