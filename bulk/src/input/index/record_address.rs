//! The address of a record: its WARC file and its offset.

use super::index_row::check_lengths;
use crate::input::error::{InputError, InputErrorKind, MAX_SHOWN_BYTES, shortened};
use crate::schema::KeptValues;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tagrake_archive::remote;

/// Bytes of the newlines after a record. The length in CDXJ excludes them if the file is not compressed.
const NEWLINES: u64 = 4;

/// The address of a record: its WARC file and its offset.
///
/// ```
/// use tagrake_bulk::input::RecordAddress;
///
/// let address = RecordAddress::new("crawl.warc.gz", 1234);
/// assert_eq!((address.offset, address.length), (1234, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordAddress {
    /// The WARC file: a path or a URL.
    pub file: Arc<str>,
    /// The offset of the record, in stored bytes.
    pub offset: u64,
    /// The stored length of the record in bytes, if it is known.
    pub length: Option<u64>,
    /// The URL of the page, if it is known. A record with another URL is an error.
    pub url: Option<String>,
    /// The values of the columns that are kept; `None` if the record is not from an index, or none is kept.
    pub(crate) kept: Option<KeptValues>,
}

impl RecordAddress {
    /// Creates the address of the record at `offset` of `file`.
    pub fn new(file: impl Into<Arc<str>>, offset: u64) -> Self {
        Self { file: file.into(), offset, length: None, url: None, kept: None }
    }

    /// Returns the offset up to which the record is read, if its length is known.
    pub(crate) fn end(&self) -> Option<u64> {
        self.offset.checked_add(self.length?)?.checked_add(NEWLINES)
    }

    /// Returns the address, or an error if its names are longer than the ones of an index may be.
    pub(crate) fn checked(self) -> Result<Self, InputError> {
        match check_lengths(&self.file, self.url.as_deref()) {
            Ok(()) => Ok(self),
            Err(cause) => {
                let origin = format!("{}:{}", shortened(&self.file, MAX_SHOWN_BYTES), self.offset);
                Err(InputError::new(origin, InputErrorKind::no_record(cause)))
            }
        }
    }

    /// Puts `base`, a URL or a folder, before a relative path of the file.
    ///
    /// ```
    /// use tagrake_bulk::input::RecordAddress;
    ///
    /// let address = RecordAddress::new("a.warc.gz", 0).with_base("s3://commoncrawl/".as_ref());
    /// assert_eq!(&*address.file, "s3://commoncrawl/a.warc.gz");
    /// ```
    #[must_use]
    pub fn with_base(self, base: &Path) -> Self {
        let file = remote::joined(base, PathBuf::from(&*self.file)).to_string_lossy().into();
        Self { file, ..self }
    }
}
