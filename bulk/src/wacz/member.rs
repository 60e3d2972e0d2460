//! An archive in a WACZ file, and its entry in the directory of the ZIP file.

use super::error::WaczError;
use crate::local_file::{self, FileRange, FileVersion, LocalFile};
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipFileHeaderRecord, ZipLocator};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::str;
use std::sync::Arc;

/// The folder of the archives.
const FOLDER: &str = "archive/";
/// The ends of the names of archives.
const EXTENSIONS: [&str; 5] = [".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"];
/// The separator between the name of a WACZ file and the path of an entry.
const SEPARATOR: &str = "!/";
/// Maximum number of archives.
const MAX_MEMBERS: usize = 10_000;
/// Maximum length of the path of an archive in the ZIP file.
const MAX_PATH_BYTES: usize = 1 << 10;
/// Bytes of the directory that are read at once: more than its longest entry.
const BUFFER_BYTES: usize = 256 << 10;

/// An archive in a WACZ file.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// The name for messages and rows: `crawl.wacz!/archive/data.warc.gz`.
    pub(crate) origin: Arc<str>,
    /// The WACZ file.
    file: LocalFile,
    entry: ZipArchiveEntryWayfinder,
    start: u64,
    /// The number of bytes in the file.
    length: u64,
    is_deflated: bool,
}

/// An archive, or the reason why it cannot be read, with its name.
pub(crate) type FoundMember = Result<Member, (Arc<str>, WaczError)>;

impl Member {
    /// Returns the length of a stored archive; `None` for a deflated one.
    pub(crate) fn stored_length(&self) -> Option<u64> {
        (!self.is_deflated).then_some(self.length)
    }

    /// Returns a reader of a stored archive.
    pub(crate) fn reader(&self) -> FileRange {
        self.file.range(self.start, self.length)
    }

    /// Returns the version of the WACZ file, if that is a regular file.
    pub(crate) fn version(&self) -> Option<&FileVersion> {
        self.file.version()
    }

    /// Opens an archive as a stream. At its end, the CRC of a deflated one is verified.
    pub(crate) fn stream(&self) -> io::Result<Box<dyn Read + Send>> {
        let stored = self.reader();
        if !self.is_deflated {
            return Ok(Box::new(stored));
        }
        let (zip, _) = open(&self.file).map_err(WaczError::into_io)?;
        let entry = zip.get_entry(self.entry).map_err(|error| WaczError::of(error).into_io())?;
        Ok(Box::new(Deflated(entry.verifying_reader(DeflateDecoder::new(stored)))))
    }
}

/// A deflated entry, whose damage is an error of the kind [`ErrorKind::InvalidData`].
struct Deflated<R>(R);

impl<R: Read> Read for Deflated<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.raw_os_error() {
            Some(_) => error,
            None if local_file::is_changed(&error) => error,
            None => io::Error::new(ErrorKind::InvalidData, format!("the ZIP entry is damaged: {error}")),
        })
    }
}

/// Returns the archives in the WACZ file at `path`, in the order of its directory. There is at least one.
pub(crate) fn members(path: &Path, file: &LocalFile) -> Result<Vec<FoundMember>, WaczError> {
    let (zip, length) = open(file)?;
    let mut members = Vec::new();
    for_each_archive(&zip, &mut |name, entry| {
        let origin: Arc<str> = format!("{}{SEPARATOR}{name}", path.display()).into();
        let member = entry.member(&zip, length, origin.clone());
        members.push(member.map_err(|error| (origin, error)));
    })?;
    if members.is_empty() { Err(WaczError::NoArchive) } else { Ok(members) }
}

/// Splits a name such as `crawl.wacz!/archive/data.warc.gz` into the WACZ file and the path in it; `None` for other paths.
pub(crate) fn split_name(path: &Path) -> Option<(&str, &str)> {
    path.to_str()?.split_once(SEPARATOR)
}

pub(super) type Zip = ZipArchive<LocalFile>;

/// Opens a ZIP file. Returns its length, too.
pub(super) fn open(file: &LocalFile) -> Result<(Zip, u64), WaczError> {
    let length = file.version().map_or(0, FileVersion::length);
    let zip = ZipLocator::new().locate_in_reader(file.clone(), &mut vec![0; BUFFER_BYTES], length);
    zip.map(|zip| (zip, length)).map_err(|(_, error)| WaczError::of(error))
}

/// Calls `take` with the path and the entry of each archive in a ZIP file.
pub(super) fn for_each_archive(zip: &Zip, take: &mut dyn FnMut(&str, Entry)) -> Result<(), WaczError> {
    let mut buffer = vec![0; BUFFER_BYTES];
    let (mut entries, mut count) = (zip.entries(&mut buffer), 0);
    while let Some(entry) = entries.next_entry().map_err(WaczError::of)? {
        // A name that is not UTF-8 is no archive.
        let Ok(name) = str::from_utf8(entry.file_path().as_bytes()) else { continue };
        let file = name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        if !name.starts_with(FOLDER) || !EXTENSIONS.iter().any(|extension| file.ends_with(extension)) {
            continue;
        }
        count += 1;
        if count > MAX_MEMBERS || name.len() > MAX_PATH_BYTES {
            return Err(WaczError::Limit);
        }
        take(name, Entry::of(&entry));
    }
    Ok(())
}

/// An entry of the directory of a ZIP file.
pub(super) struct Entry {
    wayfinder: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
}

impl Entry {
    fn of(entry: &ZipFileHeaderRecord<'_>) -> Self {
        Self {
            wayfinder: entry.wayfinder(),
            method: entry.compression_method(),
            is_encrypted: entry.flags().is_encrypted(),
        }
    }

    /// Finds the bytes of the entry in a file of this length.
    pub(super) fn member(&self, zip: &Zip, file_length: u64, origin: Arc<str>) -> Result<Member, WaczError> {
        if self.is_encrypted {
            return Err(WaczError::Encrypted);
        }
        let is_deflated = match self.method {
            CompressionMethod::STORE => false,
            CompressionMethod::DEFLATE => true,
            other => return Err(WaczError::Method(other.as_u16())),
        };
        let (start, end) = zip.get_entry(self.wayfinder).map_err(WaczError::of)?.compressed_data_range();
        if end > file_length {
            return Err(WaczError::Damaged("an entry ends after the end of the file".to_owned()));
        }
        let length = end.saturating_sub(start);
        let file = zip.get_ref().clone();
        Ok(Member { origin, file, entry: self.wayfinder, start, length, is_deflated })
    }
}
