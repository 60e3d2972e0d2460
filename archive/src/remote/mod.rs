//! Inputs in object stores and on web servers: reads a file as a stream while it is downloaded.
//!
//! A background task downloads up to 8 MiB ahead of the thread that reads. After a failure it continues at the
//! next byte, if the server confirms that the file is still the same.

#[cfg(feature = "remote")]
mod chunk_channel;
#[cfg(feature = "remote")]
mod chunk_reader;
#[cfg(feature = "remote")]
mod download;
mod error;
#[cfg(feature = "remote")]
mod exchange;
#[cfg(feature = "remote")]
mod failure;
mod failure_of_file;
mod file;
#[cfg(not(feature = "remote"))]
mod no_reader;
mod options;
#[cfg(feature = "remote")]
mod public_address;
#[cfg(feature = "remote")]
mod reader;
#[cfg(feature = "remote")]
mod redirect;
#[cfg(feature = "remote")]
mod request;
#[cfg(feature = "remote")]
mod response;
#[cfg(feature = "remote")]
mod retry;
#[cfg(feature = "remote")]
mod source;
#[cfg(feature = "remote")]
mod store;
mod url_name;
mod version;
#[cfg(feature = "remote")]
mod web;

pub use error::RemoteError;
pub use failure_of_file::is_failure_of_file;
pub use file::RemoteFile;
#[cfg(not(feature = "remote"))]
pub use no_reader::RemoteReader;
pub use options::{RemoteOptions, RetryLimits};
#[cfg(feature = "remote")]
pub use reader::RemoteReader;
pub use url_name::{file_name, is_url, joined, shown};
pub use version::{RemoteHead, RemoteVersion};
