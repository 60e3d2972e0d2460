//! Reads WARC files: their records, and the damage in them.
//!
//! Supports [WARC](https://iipc.github.io/warc-specifications/) 1.0, 1.1 and the older versions that crawls still
//! have, and [ARC](https://archive.org/web/researcher/ArcFileFormat.php) 1 and 2: uncompressed, in gzip members or in zstd
//! frames. A record of an ARC file is returned as the WARC record of the same content. A [`WarcReader`] returns one [`Record`] after another from
//! a stream or from a segment of a file, in bounded memory. Damage does not end the file: a [`WarcError`] describes
//! its location and kind, and reading continues with the next record.
//!
//! ```
//! use tagrake_bulk::warc::{RecordKind, WarcOptions, WarcReader};
//!
//! let file = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n\
//!     WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 30\r\n\r\n<p>";
//! let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
//! assert!(reader.next().unwrap()?.error.is_none());
//! let truncated = reader.next().unwrap()?;
//! assert_eq!(truncated.block, b"<p>");
//! assert_eq!(truncated.error.unwrap().to_string(), "a.warc:59: 56 bytes: the file is truncated here");
//! # Ok::<(), tagrake_bulk::warc::WarcError>(())
//! ```

mod arc;
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
mod syntax;
mod zstd_frame;

pub(crate) use arc::begins_record as begins_arc_record;
pub use counts::WarcCounts;
pub use error::{WarcError, WarcErrorKind, WarcLocation};
pub(crate) use member_writer::MemberWriter;
pub use options::WarcOptions;
pub use reader::WarcReader;
pub(crate) use record::Storage;
pub use record::{Record, RecordKind};
pub(crate) use segment::SegmentBuffers;
