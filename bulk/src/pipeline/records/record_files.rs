//! The files of the records that an index names: opened once, with the ranges of a batch read in order of their offsets.

use crate::input::error::InputErrorKind;
use crate::input::{InputFile, RecordAddress, is_stdin};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::mem;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tagrake_archive::container::{ContainerError, Directories};
use tagrake_archive::local_file::{self, FileRange, FileVersion, LocalFile};
use tagrake_archive::remote::{RemoteError, RemoteFile, RemoteReader};

/// Maximum number of files that a worker keeps open, and of files in a job.
pub(crate) const MAX_FILES: usize = 16;
/// Bytes at the start of a file, which has its format.
const HEAD_BYTES: u64 = 4 << 10;
/// Maximum bytes between two records that are read with them.
const LOCAL_GAP: u64 = 64 << 10;
/// As [`LOCAL_GAP`], for a request to a server.
const REMOTE_GAP: u64 = 256 << 10;
/// Maximum bytes between the records of a batch that are read with them.
const MAX_GAPS_BYTES: u64 = 1 << 20;
/// Maximum length of a record that is read at once. A longer one is read as a stream.
const MAX_RECORD_BYTES: u64 = 1 << 20;
/// Maximum bytes of a range of several records that is read at once.
const MAX_RANGE_BYTES: u64 = 4 << 20;
/// Maximum attempts to download a record, or the start of a file, if the download is interrupted and cannot continue.
const MAX_TRIES: u32 = 2;
/// Maximum consecutive interruptions without a complete record. After these, nothing is requested again.
const MAX_INTERRUPTIONS: u32 = 8;

/// Returns the reason why a file is not read. False has no effect here.
pub(crate) type FileFilter<'f> = dyn Fn(&InputFile) -> Result<bool, InputErrorKind> + 'f;

/// The parts of a run that decide how files are opened.
pub(crate) struct OpenRules<'r> {
    pub(crate) filter: &'r FileFilter<'r>,
    pub(crate) directories: &'r Directories,
    pub(crate) versions: &'r IndexedVersions,
}

/// Open files. Each worker has its own.
#[derive(Default)]
pub(crate) struct RecordFiles {
    opened: HashMap<PathBuf, Result<RecordFile, InputErrorKind>>,
    /// Memory for the next range.
    spare: Vec<u8>,
}

struct RecordFile {
    source: Source,
    length: Option<u64>,
    /// The first bytes of the file, then the ranges of the batch.
    ranges: Vec<ReadRange>,
}

enum Source {
    Local(FileRange),
    Remote(Box<RemoteSource>),
}

/// A remote file, and the stream of the range that was read last, with its current offset.
struct RemoteSource {
    file: RemoteFile,
    stream: Option<(u64, RemoteReader)>,
}

/// A range of a file in memory.
struct ReadRange {
    range: Range<u64>,
    /// Fewer bytes at the end of the file, and before an error.
    bytes: Vec<u8>,
    /// The reason why the end is missing.
    error: Option<io::Error>,
}

impl RecordFiles {
    /// Opens the files of a batch, and reads the ranges of its records. Errors are returned by the readers.
    pub(crate) fn fetch<'b>(
        &mut self,
        batch: impl Iterator<Item = (&'b Arc<InputFile>, &'b RecordAddress)>,
        rules: &OpenRules<'_>,
    ) {
        let mut ranges: HashMap<&Path, (&InputFile, Vec<Range<u64>>)> = HashMap::new();
        for (file, address) in batch {
            let (_, ranges) = ranges.entry(&file.path).or_insert((file, Vec::new()));
            let end = address.end().filter(|end| end - address.offset <= MAX_RECORD_BYTES);
            ranges.extend(end.map(|end| address.offset..end));
        }
        if self.opened.len() + ranges.len() > MAX_FILES {
            self.opened.clear();
        }
        let mut gap_bytes = MAX_GAPS_BYTES;
        for (path, (file, ranges)) in ranges {
            let opened = self.opened.entry(path.to_owned()).or_insert_with(|| RecordFile::open(file, rules));
            if let Ok(opened) = opened {
                opened.fetch(ranges, &mut gap_bytes, &mut self.spare);
            }
        }
    }

    /// Returns a reader for a record, and the length of its file.
    pub(crate) fn reader(
        &mut self,
        file: &InputFile,
        address: &RecordAddress,
    ) -> Result<(RecordReader<'_>, Option<u64>), InputErrorKind> {
        match self.opened.get_mut(&file.path) {
            Some(Ok(opened)) => {
                let length = opened.length;
                // The system may refuse to seek to an offset after the end.
                let is_after_end = length.is_some_and(|length| address.offset >= length);
                let end = if is_after_end { 0 } else { address.end().unwrap_or(u64::MAX) };
                Ok((RecordReader { file: opened, position: 0, end }, length))
            }
            Some(Err(InputErrorKind::Io(error))) => Err(InputErrorKind::Io(copy(error))),
            Some(Err(InputErrorKind::IsOutput(output))) => Err(InputErrorKind::IsOutput(output.clone())),
            Some(Err(kind)) => Err(InputErrorKind::NoRecord(kind.to_string().into())),
            None => Err(InputErrorKind::Io(io::ErrorKind::NotFound.into())),
        }
    }

    /// Returns the stored bytes of a record whose length is known, or `None` if they are not all in memory.
    pub(crate) fn bytes(&self, file: &InputFile, address: &RecordAddress) -> Option<&[u8]> {
        let opened = self.opened.get(&file.path)?.as_ref().ok()?;
        let length = usize::try_from(address.length?).ok()?;
        opened.ranges.iter().find_map(|ReadRange { range, bytes, .. }| {
            let start = usize::try_from(address.offset.checked_sub(range.start)?).ok()?;
            bytes.get(start..start.checked_add(length)?)
        })
    }

    /// Releases the ranges of a batch.
    pub(crate) fn finish(&mut self) {
        let Self { opened, spare } = self;
        opened.retain(|_, file| file.is_ok());
        for file in opened.values_mut().flatten() {
            for ReadRange { bytes, .. } in file.ranges.drain(1..) {
                if bytes.capacity() > spare.capacity() {
                    *spare = bytes;
                }
            }
        }
    }
}

impl RecordFile {
    fn open(file: &InputFile, rules: &OpenRules<'_>) -> Result<Self, InputErrorKind> {
        (rules.filter)(file)?;
        Self::open_unfiltered(file, rules).map_err(InputErrorKind::Io)
    }

    fn open_unfiltered(file: &InputFile, rules: &OpenRules<'_>) -> io::Result<Self> {
        let (source, length) = match &file.remote {
            Some(remote) => (Source::Remote(Box::new(RemoteSource { file: remote.clone(), stream: None })), None),
            None => {
                let (opened, length, version) = open_local(&file.path, rules.directories)?;
                if version.is_some_and(|version| !rules.versions.is_same(&file.path, &version)) {
                    return Err(local_file::changed());
                }
                (Source::Local(opened), Some(length))
            }
        };
        let mut file = Self { source, length, ranges: Vec::new() };
        // A file of the system that has no length, as in `/proc`, might block.
        let head_bytes = if file.length == Some(0) { 0 } else { HEAD_BYTES };
        let mut head = file.read_range(0..head_bytes, Vec::new());
        for _ in 1..MAX_TRIES {
            if head.is_interrupted() {
                head = file.read_range(0..head_bytes, Vec::new());
            }
        }
        if let Some(error) = head.error.take() {
            return Err(error);
        }
        file.ranges.push(ReadRange { range: 0..HEAD_BYTES, ..head });
        if let Source::Remote(remote) = &file.source {
            file.length = remote.file.head().and_then(|head| head.version.length);
        }
        Ok(file)
    }

    /// Reads the ranges of records, and together those that are close to each other. The bytes between them are taken from
    /// `gap_bytes`. The memory of `spare` is used.
    fn fetch(&mut self, mut records: Vec<Range<u64>>, gap_bytes: &mut u64, spare: &mut Vec<u8>) {
        let gap = if matches!(self.source, Source::Local(_)) { LOCAL_GAP } else { REMOTE_GAP };
        records.sort_unstable_by_key(|range| (range.start, range.end));
        let (mut rest, mut interruptions) = (&records[..], 0);
        while let Some(Range { start, mut end }) = rest.first().cloned() {
            let mut count = 1;
            for record in &rest[1..] {
                let between = record.start.saturating_sub(end);
                if between > gap.min(*gap_bytes) || record.end.max(end) - start > MAX_RANGE_BYTES {
                    break;
                }
                *gap_bytes -= between;
                end = record.end.max(end);
                count += 1;
            }
            let joined = &rest[..count];
            let first = records.len() - rest.len();
            rest = &rest[count..];
            if self.length.is_some_and(|length| start >= length) {
                continue;
            }
            let mut read = self.read_range(start..end, mem::take(spare));
            if read.is_interrupted() {
                let read_end = start + read.bytes.len() as u64;
                let complete = joined.iter().take_while(|record| record.end <= read_end).count();
                interruptions = if complete == 0 { interruptions + 1 } else { 0 };
                // A record is of one response, so the next response begins with the first record that is incomplete.
                if interruptions < MAX_INTERRUPTIONS && interruptions % MAX_TRIES == 0 && complete == 0 {
                    rest = &records[first + 1..];
                    read.range.end = rest.first().map_or(end, |next| next.start.clamp(start, end));
                } else if interruptions < MAX_INTERRUPTIONS {
                    rest = &records[first + complete..];
                    read.end_at(joined.get(complete).map_or(end, |record| record.start));
                }
            }
            self.ranges.push(read);
        }
    }

    /// Reads a range into `bytes`.
    fn read_range(&mut self, range: Range<u64>, mut bytes: Vec<u8>) -> ReadRange {
        let length = range.end - range.start;
        let result = match &mut self.source {
            Source::Local(file) => {
                let file = file.seek(SeekFrom::Start(range.start)).map(|_| file);
                read_up_to(file, length, &mut bytes)
            }
            Source::Remote(remote) => read_up_to(remote.file.open_range(range.clone()), length, &mut bytes),
        };
        ReadRange { range, bytes, error: result.err() }
    }
}

impl ReadRange {
    /// Returns true if the download was interrupted and cannot continue.
    fn is_interrupted(&self) -> bool {
        self.error.as_ref().and_then(RemoteError::of).is_some_and(RemoteError::is_interruption)
    }

    /// Removes the bytes from `end` on, and the error after them.
    fn end_at(&mut self, end: u64) {
        self.range.end = end.clamp(self.range.start, self.range.end);
        self.bytes.truncate(usize::try_from(self.range.end - self.range.start).unwrap_or(usize::MAX));
        self.error = None;
    }
}

/// Reads a record of a file: its start, and the bytes from there up to its end.
pub(crate) struct RecordReader<'f> {
    file: &'f mut RecordFile,
    position: u64,
    end: u64,
}

impl Read for RecordReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { file: RecordFile { source, ranges, .. }, position, end } = self;
        let room = usize::try_from(end.saturating_sub(*position)).unwrap_or(usize::MAX).min(buffer.len());
        let buffer = &mut buffer[..room];
        if buffer.is_empty() {
            return Ok(0);
        }
        let read = match ranges.iter().find(|range| range.range.contains(position)) {
            Some(ReadRange { range, bytes, error }) => {
                let start = usize::try_from(*position - range.start).unwrap_or(usize::MAX);
                match (bytes.get(start..), error) {
                    (None | Some([]), Some(error)) => return Err(copy(error)),
                    (bytes, _) => bytes.unwrap_or_default().read(buffer)?,
                }
            }
            None => match source {
                Source::Local(file) => {
                    file.seek(SeekFrom::Start(*position))?;
                    file.read(buffer)?
                }
                Source::Remote(remote) => {
                    let RemoteSource { file, stream } = &mut **remote;
                    let mut open = match stream.take().filter(|(offset, _)| offset == position) {
                        Some((_, open)) => open,
                        None => file.open_range(*position..*end)?,
                    };
                    let read = open.read(buffer)?;
                    *stream = Some((*position + read as u64, open));
                    read
                }
            },
        };
        *position += read as u64;
        Ok(read)
    }
}

impl Seek for RecordReader<'_> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        match position {
            SeekFrom::Start(offset) => {
                self.position = offset;
                Ok(offset)
            }
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// Maximum number of files whose versions are known: more than a crawl of Common Crawl has. They take up to 9 MB. When there are
/// more, all are forgotten.
const MAX_VERSIONS: usize = 1 << 18;

/// The version of each file that an index names and that was opened, both as hashes. Each worker opens these files on its own,
/// closes them when it has too many, and opens them again. All of them must read the same version of a file.
#[derive(Default)]
pub(crate) struct IndexedVersions {
    known: Mutex<HashMap<u64, u64>>,
    hasher: RandomState,
}

impl IndexedVersions {
    /// Returns false if the file at `path` had another version when it was first opened.
    pub(crate) fn is_same(&self, path: &Path, version: &FileVersion) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() == MAX_VERSIONS {
            known.clear();
        }
        let version = self.hasher.hash_one(version);
        *known.entry(self.hasher.hash_one(path)).or_insert(version) == version
    }
}

/// Opens a file, or a stored archive in a container. Also returns its length, and the version of the file.
fn open_local(path: &Path, directories: &Directories) -> io::Result<(FileRange, u64, Option<FileVersion>)> {
    if is_stdin(path) {
        return Err(io::Error::other("standard input cannot be read by offset"));
    }
    match LocalFile::open_regular(path) {
        Ok((file, length)) => Ok((file.reader(), length, file.version().copied())),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            let member = directories.member(path).ok_or(error)?.map_err(ContainerError::into_io)?;
            let reader = member.reader().ok_or_else(|| ContainerError::Deflated.into_io())?;
            Ok((reader, member.stored_length().unwrap_or_default(), member.version().copied()))
        }
        Err(error) => Err(error),
    }
}

/// Replaces `bytes` with the next `length` bytes of `file`, or all up to its end or up to an error.
fn read_up_to(file: io::Result<impl Read>, length: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    // Zeros are written only where the last range was shorter.
    bytes.resize(if file.is_ok() { usize::try_from(length).unwrap_or(usize::MAX) } else { 0 }, 0);
    let (mut file, mut filled) = (file?, 0);
    let result = loop {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break Ok(()),
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => break Err(error),
        }
    };
    bytes.truncate(filled);
    result
}

/// Returns an error with the same message.
fn copy(error: &io::Error) -> io::Error {
    match (error.raw_os_error(), RemoteError::of(error)) {
        (Some(code), _) => io::Error::from_raw_os_error(code),
        (None, Some(error)) => error.clone().into(),
        (None, None) => io::Error::new(error.kind(), error.to_string()),
    }
}
