//! Reads WARC files: their records, and the damage in them.
//!
//! Supports [WARC](https://iipc.github.io/warc-specifications/) 1.0, 1.1 and the older versions that crawls still
//! have, and [ARC](https://archive.org/web/researcher/ArcFileFormat.php) 1 and 2: uncompressed, in gzip members or in zstd
//! frames. A record of an ARC file is returned as the WARC record of the same content. A [`WarcReader`] returns one [`Record`] after another from
//! a stream or from a segment of a file, in bounded memory. Damage does not end the file: a [`WarcError`] describes
//! its location and kind, and reading continues with the next record.
//!
//! A reader has four layers: stored bytes, members and frames, one stream of their text that knows where members
//! start, and records, which borrow from that stream.
//!
//! * The bytes decide the format, never the name. A member that starts with `WARC/` starts a record, whatever
//!   length the record before it declares. A file that is itself the uncompressed payload of a record stays part of
//!   that record.
//! * After a damaged member, the search for the next one begins at the start of the damaged one, because a decoder
//!   may run on into the next member before it fails. A candidate counts if it inflates to `WARC/`. So inside a
//!   damaged or truncated member, a `.warc.gz` stored without compression is taken for members of the file.
//! * Memory is bounded: 4 MiB of stored bytes that are retained for rewinding, at most 8 MiB of text for a member inflated in a
//!   single call, and the limit of blocks. Buffers are reused: no allocation per record once they have grown.
//! * A record alone in its members has their position: these bytes, read alone, are the record. Otherwise its
//!   position is the offset of the member and the offset in its text.
//! * Only the reader knows ARC. The two syntaxes differ in how a record starts and in what confirms its end; the
//!   first record decides between them.
//!
//! The crate `fastwarc` is a test oracle for undamaged files only: it returns the last record of a truncated file
//! without an error, ends at the first damaged member, and copies each block.
//!
//! ```
//! use tagrake_archive::warc::{RecordKind, WarcOptions, WarcReader};
//!
//! let file = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n\
//!     WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 30\r\n\r\n<p>";
//! let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
//! assert!(reader.next().unwrap()?.error.is_none());
//! let truncated = reader.next().unwrap()?;
//! assert_eq!(truncated.block, b"<p>");
//! assert_eq!(truncated.error.unwrap().to_string(), "a.warc:59: 56 bytes: the file is truncated here");
//! # Ok::<(), tagrake_archive::warc::WarcError>(())
//! ```

mod arc;
mod arc_line;
mod block;
mod block_rest;
mod completeness;
mod copied_head;
mod counts;
mod dictionary;
mod error;
mod exchange;
mod head;
mod irregularity;
mod member;
mod member_compressor;
mod member_progress;
mod member_search;
mod member_stream;
mod member_text;
mod member_writer;
mod reader;
mod record;
mod record_id;
mod record_start;
mod segment;
mod stored_bytes;
mod syntax;
mod written_field;
mod zstd_frame;

pub use arc::begins_record as begins_arc_record;
pub use block_rest::BlockRest;
pub use counts::WarcCounts;
pub use dictionary::ZstdDictionary;
pub use error::{WarcError, WarcErrorKind, WarcLocation};
pub use exchange::Exchange;
pub use irregularity::Irregularity;
pub use member_compressor::MemberCompression;
pub use member_writer::MemberWriter;
pub use reader::{WarcOptions, WarcReader};
pub use record::{Record, RecordKind, Storage};
pub use record_id::{record_date, record_id};
pub use record_start::RecordStart;
pub use segment::SegmentBuffers;
