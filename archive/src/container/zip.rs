//! The entries of a ZIP file: of its directory, which is read entry by entry, or of their headers if the directory is missing.

use super::container_file::ContainerFile;
use super::error::ContainerError;
use super::local_headers::{self, LocalEntry};
use crate::remote::is_failure_of_file;
use flate2::Crc;
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
    file: ContainerFile,
    /// The directory; `None` if it is missing.
    directory: Option<ZipArchive<ContainerFile>>,
}

/// An entry.
pub(super) enum Entry {
    /// An entry of the directory.
    Listed { wayfinder: ZipArchiveEntryWayfinder, method: CompressionMethod, is_encrypted: bool },
    /// An entry without a directory.
    Local(LocalEntry),
}

/// The address or the CRC of a deflated entry.
#[derive(Clone, Debug)]
pub(super) enum Deflated {
    /// Its address in the directory.
    Listed(ZipArchiveEntryWayfinder),
    /// The CRC of its text, if it is known.
    Local(Option<u32>),
}

impl Zip {
    /// Opens a ZIP file. A file without a directory is opened if it starts with an entry.
    pub(super) fn open(file: &ContainerFile) -> Result<Self, ContainerError> {
        let located = ZipLocator::new().locate_in_reader(file.clone(), &mut vec![0; BUFFER_BYTES], file.length());
        let directory = match located.map_err(|(_, error)| ContainerError::of(error)) {
            Ok(directory) => Some(directory),
            Err(ContainerError::Truncated) => None,
            Err(error) => return Err(error),
        };
        Ok(Self { file: file.clone(), directory })
    }

    pub(super) fn file(&self) -> &ContainerFile {
        &self.file
    }

    /// Returns the length of the file.
    pub(super) fn length(&self) -> u64 {
        self.file.length()
    }

    /// Returns true if an archive may have this path.
    pub(super) fn may_hold(&self, path: &str) -> bool {
        path.starts_with(FOLDER)
    }

    /// Calls `take` with the name of each entry, until it returns false. A name that is not UTF-8 is left out. Without a
    /// directory, an error follows the entries.
    pub(super) fn for_each_entry(&self, take: &mut dyn FnMut(&str, Entry) -> bool) -> Result<(), ContainerError> {
        let Some(directory) = &self.directory else {
            let listed = local_headers::for_each(&self.file, &mut |name, entry| take(name, Entry::Local(entry)));
            return listed.map_or_else(|error| Err(ContainerError::Io(error)), |()| Err(ContainerError::Truncated));
        };
        let mut buffer = vec![0; BUFFER_BYTES];
        let mut entries = directory.entries(&mut buffer);
        while let Some(entry) = entries.next_entry().map_err(ContainerError::of)? {
            let Ok(name) = str::from_utf8(entry.file_path().as_bytes()) else { continue };
            let is_encrypted = entry.flags().is_encrypted();
            let found =
                Entry::Listed { wayfinder: entry.wayfinder(), method: entry.compression_method(), is_encrypted };
            if !take(name, found) {
                break;
            }
        }
        Ok(())
    }

    /// Returns the bytes of an entry in the file, and what is known of it if it is deflated.
    pub(super) fn locate(&self, entry: &Entry) -> Result<(Range<u64>, Option<Deflated>), ContainerError> {
        let (method, is_encrypted) = match entry {
            Entry::Listed { method, is_encrypted, .. } => (*method, *is_encrypted),
            Entry::Local(entry) => (CompressionMethod::from(entry.method), entry.is_encrypted),
        };
        if is_encrypted {
            return Err(ContainerError::Encrypted);
        }
        let is_deflated = match method {
            CompressionMethod::STORE => false,
            CompressionMethod::DEFLATE => true,
            other => return Err(ContainerError::Method(other.as_u16())),
        };
        match (entry, &self.directory) {
            (Entry::Local(entry), _) => Ok((entry.range.clone(), is_deflated.then_some(Deflated::Local(entry.crc)))),
            (Entry::Listed { wayfinder, .. }, Some(directory)) => {
                let range = self.listed_range(directory, *wayfinder)?;
                Ok((range, is_deflated.then_some(Deflated::Listed(*wayfinder))))
            }
            (Entry::Listed { .. }, None) => Err(ContainerError::Truncated),
        }
    }

    fn listed_range(
        &self,
        directory: &ZipArchive<ContainerFile>,
        wayfinder: ZipArchiveEntryWayfinder,
    ) -> Result<Range<u64>, ContainerError> {
        let located = directory.get_entry(wayfinder).map_err(ContainerError::of)?;
        let (start, end) = located.compressed_data_range();
        if end > directory.directory_offset() {
            return Err(ContainerError::Damaged("an entry ends after the start of the directory".to_owned()));
        }
        Ok(start..start.max(end))
    }
}

/// Returns a reader of the text of a deflated entry, whose bytes are `stored`. At its end, the CRC is verified. Damage is an error
/// of the kind [`ErrorKind::InvalidData`].
pub(super) fn inflate(
    file: &ContainerFile,
    entry: &Deflated,
    stored: Box<dyn Read + Send>,
) -> Result<Box<dyn Read + Send>, ContainerError> {
    let text = DeflateDecoder::new(stored);
    Ok(match entry {
        Deflated::Local(crc) => Box::new(Inflated(Verified { text, crc: Crc::new(), expected: *crc })),
        Deflated::Listed(wayfinder) => {
            let zip = Zip::open(file)?;
            let directory = zip.directory.ok_or(ContainerError::Truncated)?;
            let entry = directory.get_entry(*wayfinder).map_err(ContainerError::of)?;
            Box::new(Inflated(entry.verifying_reader(text)))
        }
    })
}

/// Verifies the CRC of a text at its end.
struct Verified<R> {
    text: R,
    crc: Crc,
    expected: Option<u32>,
}

impl<R: Read> Read for Verified<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        self.crc.update(&buffer[..read]);
        let is_end = read == 0 && !buffer.is_empty();
        match self.expected {
            Some(expected) if is_end && expected != self.crc.sum() => Err(io::Error::other("the CRC does not match")),
            _ => Ok(read),
        }
    }
}

struct Inflated<R>(R);

impl<R: Read> Read for Inflated<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| {
            if is_failure_of_file(&error) {
                return error;
            }
            io::Error::new(ErrorKind::InvalidData, format!("the ZIP entry is damaged: {error}"))
        })
    }
}
