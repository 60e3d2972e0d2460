//! Many HTML pages in, a record for each page and a row for each link out.
//!
//! [`input`] finds pages in files, folders and streams; a [`Reader`] takes from each what is asked for; [`PageRecord`] and
//! [`LinkRow`] say how it is written, by serde's `Serialize`: as JSON, or as anything else in [`output`]. What a record holds
//! is one constant, [`schema::PAGE`], from which every form of the schema is made. [`warc`] reads the files of crawls, and
//! [`http`] the responses in them. [`wat`] and [`wet`] write what Common Crawl's WAT and WET files say of them.
//!
//! ```
//! use tagrake_bulk::input::InputPage;
//! use tagrake_bulk::{PageRecord, Reader, ReaderOptions};
//!
//! let input = InputPage::new("page.html", b"<title>Us</title><a href=/about>About us</a>".to_vec());
//! let mut reader = Reader::new(ReaderOptions::default().with_url(Some("https://example.com/".to_owned())));
//! let json = reader.read(&input, |page| serde_json::to_value(PageRecord::new(&input, page)))?;
//! assert_eq!(json["title"], "Us");
//! assert_eq!(json["links"][0]["url"], "https://example.com/about");
//! # Ok::<(), serde_json::Error>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod arrow_json;
mod budget;
mod chores;
#[cfg(feature = "columns")]
pub mod columns;
pub mod derived;
mod digest;
mod error;
mod fields;
mod guess;
mod headers;
pub mod http;
mod inflate;
pub mod input;
mod json_ld;
mod json_schema;
mod link_row;
pub mod output;
pub mod pipeline;
mod reader;
mod record;
mod refuse;
mod row;
mod row_error;
pub mod schema;
mod spark_ddl;
mod sql;
pub mod warc;
pub mod wat;
pub mod wet;
mod zstandard;

pub use digest::DigestMismatch;
pub use error::{InputError, InputErrorKind, reason};
pub use fields::Fields;
pub use guess::guess_encoding;
pub use headers::Headers;
pub use link_row::LinkRow;
pub use reader::{Profile, Reader, ReaderOptions};
pub use record::{ErrorRecord, PageRecord};
pub use row_error::RowError;
