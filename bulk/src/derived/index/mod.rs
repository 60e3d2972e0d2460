//! Indexes of web archives: where the record of a URL and time is stored.
//!
//! An [`IndexEntry`] describes a record of a WARC file. As a line of CDXJ, which [`IndexEntry::write_cdxj`] appends, it is
//! what pywb's [cdxj-indexer](https://github.com/webrecorder/cdxj-indexer) 1.5.0 writes; `docs/archives.md` lists the
//! differences. As a row, which [`IndexColumns::row`] returns, it has the columns of Common Crawl's index.
//!
//! ```
//! use tagrake_bulk::index::{IndexEntry, IndexedRecords};
//! use tagrake_bulk::warc::{WarcOptions, WarcReader};
//!
//! let file = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://www.example.com/A\r\n\
//!     WARC-Date: 2026-11-21T12:00:00Z\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
//! let mut reader = WarcReader::new("a.warc", file.as_bytes(), WarcOptions::default());
//! let record = reader.next().unwrap()?;
//! assert!(IndexedRecords::default().has(&record));
//! let mut line = Vec::new();
//! IndexEntry::new(&record, "a.warc")?.write_cdxj(&mut line);
//! assert_eq!(
//!     String::from_utf8(line)?,
//!     "com,example)/a 20261121120000 {\"url\": \"http://www.example.com/A\", \"mime\": \"text/html\", \
//!      \"digest\": \"sha1:MOW2KXALUIJKLMPY2WTQREDYR4AJOK7U\", \"length\": \"156\", \"offset\": \"0\", \
//!      \"filename\": \"a.warc\"}\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod records;
mod table_row;

pub use crate::input::error::IndexError;
pub use entry::IndexEntry;
pub use records::IndexedRecords;
pub use table_row::{IndexColumns, IndexRow};
