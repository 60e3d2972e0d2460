//! WARC files: their records, and what is damaged in them.
//!
//! [WARC](https://iipc.github.io/warc-specifications/) 1.0 and 1.1, and the older ones that crawls still have; plain, of gzip
//! members or of zstd frames. A [`WarcReader`] gives a [`Record`] after the other from a stream, or from a segment of a file,
//! in bounded memory. Damage is data: a [`WarcError`] says where and what, and the reading goes on with the next record.
//!
//! ```
//! use tagrake_bulk::warc::{RecordKind, WarcOptions, WarcReader};
//!
//! let file = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n\
//!     WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 30\r\n\r\n<p>";
//! let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
//! assert!(reader.next().unwrap()?.error.is_none());
//! let clipped = reader.next().unwrap()?;
//! assert_eq!(clipped.block, b"<p>");
//! assert_eq!(clipped.error.unwrap().to_string(), "a.warc:59: 56 bytes: the file ends here, clipped");
//! # Ok::<(), tagrake_bulk::warc::WarcError>(())
//! ```

mod block;
mod counts;
mod error;
mod head;
mod member;
mod member_search;
mod member_text;
mod member_writer;
mod options;
mod reader;
mod record;
mod segment;
mod stored_bytes;
mod zstd_frame;

pub use counts::Counts;
pub use error::{Place, WarcError, WarcErrorKind};
pub(crate) use member_writer::MemberWriter;
pub use options::WarcOptions;
pub use reader::WarcReader;
pub(crate) use record::Storage;
pub use record::{Record, RecordKind};
