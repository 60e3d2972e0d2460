//! The directory of a ZIP file, which is read entry by entry.

use super::error::ContainerError;
use crate::local_file::{self, FileRange, FileVersion, LocalFile};
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator};
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::str;

/// The folder of the archives.
const FOLDER: &str = "archive/";
/// Bytes of the directory that are read at once: more than its longest entry.
const BUFFER_BYTES: usize = 256 << 10;

/// An opened ZIP file.
pub(super) struct Zip {
    archive: ZipArchive<LocalFile>,
    length: u64,
}

/// An entry of the directory.
pub(super) struct Entry {
    wayfinder: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
}

/// The address of a deflated entry.
pub(super) type Deflated = ZipArchiveEntryWayfinder;

impl Zip {
    pub(super) fn open(file: &LocalFile) -> Result<Self, ContainerError> {
        let length = file.version().map_or(0, FileVersion::length);
        let archive = ZipLocator::new().locate_in_reader(file.clone(), &mut vec![0; BUFFER_BYTES], length);
        archive.map(|archive| Self { archive, length }).map_err(|(_, error)| ContainerError::of(error))
    }

    pub(super) fn file(&self) -> &LocalFile {
        self.archive.get_ref()
    }

    /// Returns the length of the file.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns true if an archive may have this path.
    pub(super) fn may_hold(&self, path: &str) -> bool {
        path.starts_with(FOLDER)
    }

    /// Calls `take` with the name of each entry, until it returns false. A name that is not UTF-8 is left out.
    pub(super) fn for_each_entry(&self, take: &mut dyn FnMut(&str, Entry) -> bool) -> Result<(), ContainerError> {
        let mut buffer = vec![0; BUFFER_BYTES];
        let mut entries = self.archive.entries(&mut buffer);
        while let Some(entry) = entries.next_entry().map_err(ContainerError::of)? {
            let Ok(name) = str::from_utf8(entry.file_path().as_bytes()) else { continue };
            let is_encrypted = entry.flags().is_encrypted();
            let found = Entry { wayfinder: entry.wayfinder(), method: entry.compression_method(), is_encrypted };
            if !take(name, found) {
                break;
            }
        }
        Ok(())
    }

    /// Returns the bytes of an entry in the file, and its address if it is deflated.
    pub(super) fn locate(&self, entry: &Entry) -> Result<(Range<u64>, Option<Deflated>), ContainerError> {
        if entry.is_encrypted {
            return Err(ContainerError::Encrypted);
        }
        let deflated = match entry.method {
            CompressionMethod::STORE => None,
            CompressionMethod::DEFLATE => Some(entry.wayfinder),
            other => return Err(ContainerError::Method(other.as_u16())),
        };
        let located = self.archive.get_entry(entry.wayfinder).map_err(ContainerError::of)?;
        let (start, end) = located.compressed_data_range();
        if end > self.length {
            return Err(ContainerError::Damaged("an entry ends after the end of the file".to_owned()));
        }
        if end > self.archive.directory_offset() {
            return Err(ContainerError::Damaged("an entry overlaps with the directory".to_owned()));
        }
        Ok((start..start.max(end), deflated))
    }
}

/// Returns a reader of the text of a deflated entry, whose bytes are `stored`. At its end, the CRC is verified. Damage is an error
/// of the kind [`ErrorKind::InvalidData`].
pub(super) fn inflate(
    file: &LocalFile,
    entry: Deflated,
    stored: FileRange,
) -> Result<impl Read + Send + use<>, ContainerError> {
    let zip = Zip::open(file)?;
    let entry = zip.archive.get_entry(entry).map_err(ContainerError::of)?;
    Ok(Inflated(entry.verifying_reader(DeflateDecoder::new(stored))))
}

struct Inflated<R>(R);

impl<R: Read> Read for Inflated<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.raw_os_error() {
            Some(_) => error,
            None if local_file::is_changed(&error) => error,
            None => io::Error::new(ErrorKind::InvalidData, format!("the ZIP entry is damaged: {error}")),
        })
    }
}
