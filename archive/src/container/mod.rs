//! Files that contain archives: WACZ files.
//!
//! A [WACZ file](https://specs.webrecorder.net/wacz/1.1.1/) is a ZIP file with WARC files in its folder `archive`. They are
//! read in place: a stored entry as a range of the file, a deflated one as a stream. The directory is read entry by entry,
//! so memory does not depend on its size. Of a file on a server, only the directory and the archives are requested. Without a
//! directory, the headers before the entries list them.

mod container_file;
mod directories;
mod error;
mod format;
mod local_headers;
mod member;
mod zip;

// An opened container: one more format makes this an enum.
use zip::{Entry, Zip as Container};

pub use container_file::{ContainerFile, RemoteRanges};
pub use directories::Directories;
pub use error::ContainerError;
pub use format::ContainerFormat;
pub use member::{FoundMember, Member, members, split_name};
