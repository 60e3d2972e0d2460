//! A local file that is opened once and read as one version.
//!
//! All readers of a file share its handle and read at offsets, so a file that is replaced by rename is read to its end in its
//! old version. After each read, the size and modification time are compared with those at the open. A file that was truncated or
//! written since is an error, so no reader returns bytes of two versions. Bytes that are appended to an archive or to JSON
//! lines are no change: the file is read with them. A longer file counts as the same one if samples of
//! the bytes up to its old length have not changed.

use std::error::Error;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// Bytes of each sample of a file that may grow.
const SAMPLE_BYTES: u64 = 4 << 10;
/// Number of samples: one at the start, one at the end, and others at equal distances.
const SAMPLES: u64 = 16;

/// The properties that identify the content of a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileVersion {
    length: u64,
    modified: Option<SystemTime>,
    /// Device and inode.
    #[cfg(unix)]
    place: (u64, u64),
    #[cfg(not(unix))]
    created: Option<SystemTime>,
}

impl FileVersion {
    /// Returns `None` for a pipe, a device or a folder.
    fn of(metadata: &Metadata) -> Option<Self> {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| Self {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            #[cfg(unix)]
            place: (metadata.dev(), metadata.ino()),
            #[cfg(not(unix))]
            created: metadata.created().ok(),
        })
    }

    /// Returns the length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }
}

/// The file changed while it was read.
#[derive(Debug, thiserror::Error)]
#[error("the file changed while it was read")]
struct FileChanged;

/// Returns the error for a file that changed while it was read.
pub fn changed() -> io::Error {
    io::Error::other(FileChanged)
}

/// Returns true if `error` reports that a local file changed while it was read.
pub fn is_changed(error: &io::Error) -> bool {
    error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<FileChanged>)
}

/// An open file. Clones share the handle. A pipe or a device has no version, and is read once, in order.
#[derive(Clone, Debug)]
pub struct LocalFile {
    file: Arc<File>,
    version: Option<FileVersion>,
    /// The samples of a file that may grow.
    samples: Option<Arc<[Vec<u8>]>>,
}

impl LocalFile {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// As of [`File::open`].
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let version = FileVersion::of(&file.metadata()?);
        Ok(Self { file: file.into(), version, samples: None })
    }

    /// Opens a regular file, and returns its length.
    ///
    /// # Errors
    ///
    /// Returns an error for a folder, a pipe, a device and any other special file: opening or reading one might block.
    pub fn open_regular(path: &Path) -> io::Result<(Self, u64)> {
        let refuse = |data: &Metadata| match () {
            () if data.is_file() => Ok(()),
            () if data.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "a folder, not a file")),
            () => Err(io::Error::other("a pipe or device, not a file: its records cannot be read by offset")),
        };
        refuse(&fs::metadata(path)?)?;
        let file = Self::open(path)?;
        refuse(&file.file.metadata()?)?;
        let length = file.version.map_or(0, |version| version.length);
        Ok((file, length))
    }

    /// Opens the file at `path` if it is still this version.
    pub fn open_version(path: &Path, version: &FileVersion) -> io::Result<Self> {
        let file = Self::open(path)?;
        if file.version.as_ref() == Some(version) { Ok(file) } else { Err(changed()) }
    }

    /// Allows bytes to be appended to the file while it is read.
    pub fn growing(mut self) -> io::Result<Self> {
        if let Some(version) = &self.version {
            self.samples = Some(self.samples(version.length)?);
        }
        Ok(self)
    }

    /// Returns the version of a regular file.
    pub fn version(&self) -> Option<&FileVersion> {
        self.version.as_ref()
    }

    /// Returns a reader of the complete file, including bytes that are appended to it.
    pub fn reader(&self) -> FileRange {
        self.range(0, u64::MAX)
    }

    /// Returns a reader of the `length` bytes from `start` on.
    pub(crate) fn range(&self, start: u64, length: u64) -> FileRange {
        FileRange { file: self.clone(), start, length, position: 0 }
    }

    /// Reads bytes at an offset. Only a regular file has offsets.
    pub(crate) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let Some(version) = &self.version else { return (&*self.file).read(buffer) };
        let read = read_at(&self.file, buffer, offset)?;
        let now = FileVersion::of(&self.file.metadata()?);
        if now.as_ref() == Some(version) || self.has_grown(version, now.as_ref())? { Ok(read) } else { Err(changed()) }
    }

    /// Returns true if the file of this version is now longer, with the same bytes before.
    fn has_grown(&self, version: &FileVersion, now: Option<&FileVersion>) -> io::Result<bool> {
        let is_longer = now.is_some_and(|now| now.length > version.length);
        match self.samples.as_deref().filter(|_| is_longer) {
            Some(samples) => Ok(*samples == *self.samples(version.length)?),
            None => Ok(false),
        }
    }

    /// Returns the samples of the first `length` bytes of the file.
    fn samples(&self, length: u64) -> io::Result<Arc<[Vec<u8>]>> {
        let last = length.saturating_sub(SAMPLE_BYTES);
        let sample = |number: u64| {
            let start = (u128::from(last) * u128::from(number) / u128::from(SAMPLES - 1)) as u64;
            let mut bytes = vec![0; SAMPLE_BYTES.min(length - start) as usize];
            let read = read_at(&self.file, &mut bytes, start)?;
            bytes.truncate(read);
            Ok(bytes)
        };
        // A short file has fewer bytes than the samples.
        let count = if last == 0 { 1 } else { SAMPLES };
        (0..count).map(sample).collect()
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    // This also moves the cursor of the shared handle, which no regular file uses.
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

/// A range of a file that is read as a file of its own. Offsets are relative to its start.
#[derive(Debug)]
pub struct FileRange {
    file: LocalFile,
    start: u64,
    length: u64,
    position: u64,
}

impl Read for FileRange {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = usize::try_from(self.length.saturating_sub(self.position)).unwrap_or(usize::MAX);
        let room = room.min(buffer.len());
        let read = self.file.read_at(&mut buffer[..room], self.start.saturating_add(self.position))?;
        self.position += read as u64;
        Ok(read)
    }
}

impl Seek for FileRange {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        match position {
            SeekFrom::Start(offset) if self.file.version.is_some() || offset == self.position => {
                self.position = offset;
                Ok(offset)
            }
            _ => Err(ErrorKind::Unsupported.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// Returns a folder with a file, and the file opened after its time was set to the past, so that each later write gives
    /// it another one.
    fn opened(text: &[u8]) -> (tempfile::TempDir, LocalFile) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, text).expect("a file");
        let file = File::options().write(true).open(&path).expect("a file");
        file.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
        (folder, LocalFile::open(&path).expect("a file"))
    }

    #[test]
    fn reads_nothing_outside_the_range() {
        let (_folder, file) = opened(b"0123456789");
        let mut range = file.range(3, 4);
        let mut text = String::new();
        range.read_to_string(&mut text).expect("bytes");
        assert_eq!(text, "3456");
        for (offset, rest) in [(2, "56"), (4, ""), (9, "")] {
            let mut text = String::new();
            assert_eq!(range.seek(SeekFrom::Start(offset)).expect("an offset"), offset);
            range.read_to_string(&mut text).expect("bytes");
            assert_eq!(text, rest);
        }
    }

    /// Readers that share a handle do not share its position.
    #[test]
    fn readers_of_a_file_are_independent() {
        let (_folder, file) = opened(b"0123");
        let (mut one, mut other) = (file.reader(), file.reader());
        let read = |reader: &mut FileRange| {
            let mut bytes = [0; 2];
            reader.read_exact(&mut bytes).expect("bytes");
            bytes
        };
        assert_eq!([read(&mut one), read(&mut other), read(&mut one)], [*b"01", *b"01", *b"23"]);
    }

    #[test]
    fn a_replaced_file_is_read_in_its_old_version_and_not_opened_again() {
        let (folder, file) = opened(b"old");
        let path = folder.path().join("file");
        fs::write(folder.path().join("new"), "new").expect("a file");
        fs::rename(folder.path().join("new"), &path).expect("a name");
        assert_eq!(io::read_to_string(file.reader()).expect("bytes"), "old");
        let version = file.version().expect("a regular file");
        assert!(LocalFile::open_version(&path, version).is_err_and(|error| is_changed(&error)));
    }

    #[test]
    fn a_written_or_truncated_file_is_an_error() {
        let long = vec![b'x'; 3 * SAMPLE_BYTES as usize];
        let changes: [(&str, &[u8]); 4] =
            [("written", b"new"), ("truncated", b""), ("shorter", b"ne"), ("longer", &long)];
        for (name, bytes) in changes {
            for text in [&b"old"[..], &[b'o'; 2 * SAMPLE_BYTES as usize]] {
                let (folder, file) = opened(text);
                let file = file.growing().expect("a file");
                fs::write(folder.path().join("file"), bytes).expect("a file");
                assert!(io::read_to_string(file.reader()).is_err_and(|error| is_changed(&error)), "{name}");
            }
        }
    }

    #[test]
    fn a_file_whose_last_byte_changes_and_that_grows_is_an_error() {
        let (folder, file) = opened(&vec![b'o'; 1 << 20]);
        let growing = file.growing().expect("a file");
        let new = [vec![b'o'; (1 << 20) - 1], b"new".to_vec()].concat();
        fs::write(folder.path().join("file"), new).expect("a file");
        assert!(io::read_to_string(growing.reader()).is_err_and(|error| is_changed(&error)));
    }

    /// Only the first and the last bytes were compared.
    #[test]
    fn a_file_that_is_rewritten_in_its_middle_and_grows_is_an_error() {
        let (folder, file) = opened(&vec![b'o'; 1 << 20]);
        let growing = file.growing().expect("a file");
        let new = [vec![b'o'; 400 << 10], vec![b'n'; 100 << 10], vec![b'o'; 600 << 10]].concat();
        fs::write(folder.path().join("file"), new).expect("a file");
        assert!(io::read_to_string(growing.reader()).is_err_and(|error| is_changed(&error)));
    }

    #[test]
    fn a_growing_file_is_read_with_what_is_appended() {
        let (folder, file) = opened(b"old");
        let mut end = File::options().append(true).open(folder.path().join("file")).expect("a file");
        let growing = file.clone().growing().expect("a file");
        end.write_all(b" and new").expect("a file");
        assert_eq!(io::read_to_string(growing.reader()).expect("bytes"), "old and new");
        assert!(io::read_to_string(file.reader()).is_err_and(|error| is_changed(&error)));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_read_in_order() {
        let (reader, mut writer) = io::pipe().expect("a pipe");
        writer.write_all(b"text").expect("a pipe");
        drop(writer);
        let file =
            LocalFile { file: File::from(std::os::fd::OwnedFd::from(reader)).into(), version: None, samples: None };
        let mut range = file.reader();
        assert!(range.seek(SeekFrom::Start(2)).is_err());
        assert_eq!(io::read_to_string(range).expect("bytes"), "text");
    }
}
