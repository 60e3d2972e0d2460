//! The archives in a WACZ file.
//!
//! A [WACZ file](https://specs.webrecorder.net/wacz/1.1.1/) is a ZIP file with WARC files in its folder `archive`. They are
//! read in place: a stored entry as a range of the file, a deflated one as a stream. The directory is read entry by entry,
//! so memory does not depend on its size.

mod error;
mod file_range;

pub use error::WaczError;
pub(crate) use file_range::FileRange;

use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord};
use std::fs::File;
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
    file: Arc<Path>,
    entry: rawzip::ZipArchiveEntryWayfinder,
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

    /// Opens a stored archive.
    pub(crate) fn open(&self) -> io::Result<FileRange> {
        FileRange::new(File::open(&self.file)?, self.start, self.length)
    }

    /// Opens an archive as a stream. At its end, the CRC of a deflated one is verified.
    pub(crate) fn stream(&self) -> io::Result<Box<dyn Read + Send>> {
        let stored = self.open()?;
        if !self.is_deflated {
            return Ok(Box::new(stored));
        }
        let zip = open(File::open(&self.file)?).map_err(WaczError::into_io)?;
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
            None => io::Error::new(ErrorKind::InvalidData, format!("the ZIP entry is damaged: {error}")),
        })
    }
}

/// Returns the archives in the WACZ file at `path`, in the order of its directory. There is at least one.
pub(crate) fn members(path: &Path) -> Result<Vec<FoundMember>, WaczError> {
    let mut members = Vec::new();
    for_each_entry(path, &mut |name, entry| {
        let file = name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        if name.starts_with(FOLDER) && EXTENSIONS.iter().any(|extension| file.ends_with(extension)) {
            if members.len() == MAX_MEMBERS || name.len() > MAX_PATH_BYTES {
                return Err(WaczError::Limit);
            }
            members.push(entry);
        }
        Ok(())
    })?;
    if members.is_empty() { Err(WaczError::NoArchive) } else { Ok(members) }
}

/// Splits a name such as `crawl.wacz!/archive/data.warc.gz` into the WACZ file and the path in it; `None` for other paths.
pub(crate) fn split_name(path: &Path) -> Option<(&str, &str)> {
    path.to_str()?.split_once(SEPARATOR)
}

/// Returns the archive with a name such as `crawl.wacz!/archive/data.warc.gz`; `None` for other paths.
pub(crate) fn member(path: &Path) -> Option<Result<Member, WaczError>> {
    let (file, path) = split_name(path)?;
    let mut found = Err(WaczError::NoEntry);
    let read = for_each_entry(Path::new(file), &mut |name, entry| {
        if name == path {
            found = entry.map_err(|(_, error)| error);
        }
        Ok(())
    });
    Some(read.and(found))
}

type Zip = ZipArchive<rawzip::FileReader>;

fn open(file: File) -> Result<Zip, WaczError> {
    ZipArchive::from_file(file, &mut vec![0; BUFFER_BYTES]).map_err(WaczError::of)
}

/// Calls `take` with the path and the archive of each entry in the ZIP file at `path`.
fn for_each_entry(
    path: &Path,
    take: &mut dyn FnMut(&str, FoundMember) -> Result<(), WaczError>,
) -> Result<(), WaczError> {
    let file = File::open(path).map_err(WaczError::Io)?;
    let length = file.metadata().map_err(WaczError::Io)?.len();
    let zip = open(file)?;
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut entries = zip.entries(&mut buffer);
    let (file, shown): (Arc<Path>, _) = (path.into(), path.display().to_string());
    while let Some(entry) = entries.next_entry().map_err(WaczError::of)? {
        // A name that is not UTF-8 is no archive.
        let Ok(name) = str::from_utf8(entry.file_path().as_bytes()) else { continue };
        if !name.starts_with(FOLDER) {
            continue;
        }
        let origin: Arc<str> = format!("{shown}{SEPARATOR}{name}").into();
        let member = read_entry(&zip, &entry, length, origin.clone(), file.clone());
        take(name, member.map_err(|error| (origin, error)))?;
    }
    Ok(())
}

/// Finds the bytes of an entry in a file of this length.
fn read_entry(
    zip: &Zip,
    entry: &ZipFileHeaderRecord<'_>,
    file_length: u64,
    origin: Arc<str>,
    file: Arc<Path>,
) -> Result<Member, WaczError> {
    if entry.flags().is_encrypted() {
        return Err(WaczError::Encrypted);
    }
    let is_deflated = match entry.compression_method() {
        CompressionMethod::STORE => false,
        CompressionMethod::DEFLATE => true,
        other => return Err(WaczError::Method(other.as_u16())),
    };
    let entry = entry.wayfinder();
    let (start, end) = zip.get_entry(entry).map_err(WaczError::of)?.compressed_data_range();
    if end > file_length {
        return Err(WaczError::Damaged("an entry ends after the end of the file".to_owned()));
    }
    Ok(Member { origin, file, entry, start, length: end.saturating_sub(start), is_deflated })
}
