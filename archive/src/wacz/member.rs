//! The archives in a WACZ file: lists them from the directory of the ZIP file, and opens them.

use super::error::WaczError;
use crate::local_file::{self, FileRange, FileVersion, LocalFile};
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipFileHeaderRecord, ZipLocator};
use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
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
/// Maximum characters of a longer path in messages.
const MAX_SHOWN_CHARS: usize = 256;
/// Bytes of the directory that are read at once: more than its longest entry.
const BUFFER_BYTES: usize = 256 << 10;

/// An archive in a WACZ file.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name for messages and rows: `crawl.wacz!/archive/data.warc.gz`.
    pub origin: Arc<str>,
    /// The WACZ file.
    file: LocalFile,
    entry: ZipArchiveEntryWayfinder,
    start: u64,
    /// The number of bytes in the file.
    length: u64,
    is_deflated: bool,
}

/// An archive, or the reason why it cannot be read, with its name.
pub type FoundMember = Result<Member, (Arc<str>, WaczError)>;

impl Member {
    /// Returns the length of a stored archive; `None` for a deflated one.
    pub fn stored_length(&self) -> Option<u64> {
        (!self.is_deflated).then_some(self.length)
    }

    /// Returns a reader of a stored archive.
    pub fn reader(&self) -> FileRange {
        self.file.range(self.start, self.length)
    }

    /// Returns the version of the WACZ file, if that is a regular file.
    pub fn version(&self) -> Option<&FileVersion> {
        self.file.version()
    }

    /// Opens an archive as a stream. At its end, the CRC of a deflated one is verified.
    pub fn stream(&self) -> io::Result<Box<dyn Read + Send>> {
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

/// Returns the archives in the WACZ file at `path`, in the order of its directory. There is at least one. If only a part of the
/// directory can be read, the last one is the error, with the name of the file.
pub fn members(path: &Path, file: &LocalFile) -> Result<Vec<FoundMember>, WaczError> {
    let (zip, length) = open(file)?;
    let (mut members, mut ranges, mut error) = (Vec::new(), EntryRanges::default(), None);
    for_each_archive(&zip, &mut |found| match found {
        Listed::Archive(name, entry) => {
            let origin: Arc<str> = format!("{}{SEPARATOR}{name}", path.display()).into();
            let member = entry.and_then(|entry| entry.member(&zip, length, origin.clone()));
            let member =
                member.and_then(|member| ranges.add(member.start..member.start + member.length).map(|()| member));
            members.push(member.map_err(|error| (origin, error)));
        }
        Listed::End(cause) => error = Some(cause),
    });
    match error {
        Some(error) if members.is_empty() => return Err(error),
        Some(error) => members.push(Err((path.to_string_lossy().into(), error))),
        None if members.is_empty() => return Err(WaczError::NoArchive),
        None => {}
    }
    Ok(members)
}

/// The ranges of the archives that were found in a file, by their starts. They do not overlap.
#[derive(Default)]
struct EntryRanges(BTreeMap<u64, u64>);

impl EntryRanges {
    /// Adds a range. A range that overlaps with an earlier one is damage: all of a small file could be the data of thousands
    /// of entries.
    fn add(&mut self, range: Range<u64>) -> Result<(), WaczError> {
        if range.is_empty() {
            return Ok(());
        }
        match self.0.range(..range.end).next_back() {
            Some((_, end)) if *end > range.start => {
                Err(WaczError::Damaged("the entry overlaps with an earlier one".to_owned()))
            }
            _ => {
                self.0.insert(range.start, range.end);
                Ok(())
            }
        }
    }
}

/// Splits a name such as `crawl.wacz!/archive/data.warc.gz` into the WACZ file and the path in it; `None` for other paths.
pub fn split_name(path: &Path) -> Option<(&str, &str)> {
    path.to_str()?.split_once(SEPARATOR)
}

pub(super) type Zip = ZipArchive<LocalFile>;

/// Opens a ZIP file. Returns its length, too.
pub(super) fn open(file: &LocalFile) -> Result<(Zip, u64), WaczError> {
    let length = file.version().map_or(0, FileVersion::length);
    let zip = ZipLocator::new().locate_in_reader(file.clone(), &mut vec![0; BUFFER_BYTES], length);
    zip.map(|zip| (zip, length)).map_err(|(_, error)| WaczError::of(error))
}

/// Hashes names to 128 bits, which take less memory than the names.
#[derive(Default)]
pub(super) struct NameHasher([RandomState; 2]);

impl NameHasher {
    pub(super) fn hash(&self, name: &str) -> [u64; 2] {
        self.0.each_ref().map(|state| state.hash_one(name))
    }
}

/// A part of the directory of a ZIP file.
pub(super) enum Listed<'n> {
    /// The path of an archive, which is shortened if it is too long, and its entry.
    Archive(&'n str, Result<Entry, WaczError>),
    /// The reason why the rest of the directory is not read.
    End(WaczError),
}

/// Calls `take` for each archive in a ZIP file. Of several entries with a name, all but the first are damaged.
pub(super) fn for_each_archive(zip: &Zip, take: &mut dyn FnMut(Listed<'_>)) {
    let (mut buffer, mut count) = (vec![0; BUFFER_BYTES], 0);
    let (hasher, mut names) = (NameHasher::default(), HashSet::new());
    let mut entries = zip.entries(&mut buffer);
    loop {
        let entry = match entries.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => return,
            Err(error) => return take(Listed::End(WaczError::of(error))),
        };
        // A name that is not UTF-8 is no archive.
        let Ok(name) = str::from_utf8(entry.file_path().as_bytes()) else { continue };
        let file = name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        if !name.starts_with(FOLDER) || !EXTENSIONS.iter().any(|extension| file.ends_with(extension)) {
            continue;
        }
        count += 1;
        match () {
            () if count > MAX_MEMBERS => return take(Listed::End(WaczError::Limit)),
            () if name.len() > MAX_PATH_BYTES => {
                let shown: String = name.chars().take(MAX_SHOWN_CHARS).chain(['…']).collect();
                take(Listed::Archive(&shown, Err(WaczError::LongPath)));
            }
            () if !names.insert(hasher.hash(name)) => {
                let cause = "an earlier entry has the same name".to_owned();
                take(Listed::Archive(name, Err(WaczError::Damaged(cause))));
            }
            () => take(Listed::Archive(name, Ok(Entry::of(&entry)))),
        }
    }
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
        if end > zip.directory_offset() {
            return Err(WaczError::Damaged("an entry overlaps with the directory".to_owned()));
        }
        let length = end.saturating_sub(start);
        let file = zip.get_ref().clone();
        Ok(Member { origin, file, entry: self.wayfinder, start, length, is_deflated })
    }
}
