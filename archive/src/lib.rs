//! Reads web archives and downloads: files, the records in them, and the HTTP responses in records.
//!
//! [`warc`] reads WARC and ARC files, [`container`] finds the archives in WACZ files, and [`http`] reads responses as a client would
//! receive them. [`remote`] reads files in object stores and on web servers, and [`local_file`] reads a local file as one version.
//! [`digest`] has the digests that records state, and [`surt`] the keys by which indexes are sorted. Nothing here knows HTML.
//!
//! Damage does not end a file: it is reported with its position and cause, and reading continues with the next record. Memory is
//! bounded for any input.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[doc(hidden)]
pub mod background_tasks;
pub mod codec;
pub mod container;
pub mod digest;
pub mod header_fields;
pub mod http;
pub mod local_file;
#[doc(hidden)]
pub mod memory_budget;
pub mod remote;
pub mod surt;
#[doc(hidden)]
pub mod sync;
mod system_error;
pub mod warc;

pub use header_fields::{HeaderIter, Headers};
pub use system_error::{about_temporary_file, innermost_reason, reason};
