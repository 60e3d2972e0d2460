//! Reads many HTML pages and writes a record for each page or a row for each link.
//!
//! [`input`] finds pages in files, folders and streams. A [`Reader`] extracts links, metadata and text from each.
//! [`PageRecord`] and [`LinkRow`] are rows, which can be written as JSON ([`Row::to_json`](row::Row::to_json)) or in any
//! other format of [`output`]. The fields of a record are one constant, [`schema::PAGE`], from which every form of the
//! schema is generated. [`wat`] and [`wet`] write Common Crawl's WAT and WET records, and [`index`] the entries of an index.
//!
//! The crate `tagrake_archive` reads the archives: its modules [`warc`], [`http`] and [`surt`] are here too.
//!
//! ```
//! use tagrake_bulk::input::InputPage;
//! use tagrake_bulk::row::Row;
//! use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};
//!
//! let input = InputPage::new("page.html", b"<title>Us</title><a href=/about>About us</a>".to_vec());
//! let options = ReaderOptions { url: Some("https://example.com/".to_owned()), ..ReaderOptions::default() };
//! let mut reader = Reader::new(options);
//! let json = reader.read(&input, |page| PageRecord::new(&input, page).to_json(&Fields::default()))?;
//! let json: serde_json::Value = serde_json::from_str(&json)?;
//! assert_eq!(json["title"], "Us");
//! assert_eq!(json["links"][0]["url"], "https://example.com/about");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod cause;
mod char_boundary;
#[cfg(feature = "columns")]
pub mod columns;
mod derived;
mod encoding_guess;
pub mod input;
mod language;
mod lone_surrogates;
mod mime_type;
pub mod output;
mod page_reader;
mod parsed_by_name;
pub mod pipeline;
mod record;
mod redirect;
mod response_stream;
pub mod row;
pub mod schema;

mod url_host;

pub use derived::{index, wat, wet};
pub use encoding_guess::guess_encoding;
pub use input::error::{InputError, InputErrorKind};
pub use input::pages::input_page::Profile;
pub use language::Language;
pub use page_reader::{Reader, ReaderOptions};
pub use record::block_row::BlockRow;
pub use record::cell_row::CellRow;
pub use record::item_query::ItemQuery;
pub use record::item_query_error::ItemQueryError;
pub use record::item_row::ItemRow;
pub use record::link_choice::LinkScope;
pub use record::link_row::LinkRow;
pub use record::page_record::{ErrorRecord, MissingPage, PageRecord};
pub use record::page_text::{TextKind, TextOptions};
pub use record::record_row::{RecordReader, RecordRow};
pub use response_stream::{ResponseFacts, ResponseStream};
pub use schema::field_selection::Fields;
pub use schema::table::{RowError, WrongValue};
pub use tagrake::UnknownName;
pub use tagrake_archive::container::ContainerError;
pub use tagrake_archive::digest::DigestMismatch;
pub use tagrake_archive::{Headers, http, innermost_reason, reason, surt, warc};
/// The crates of Arrow and Parquet whose types are in [`columns`] and [`output`], in the version that is used.
#[cfg(feature = "columns")]
pub use {arrow_array, arrow_ipc, arrow_schema, parquet};
