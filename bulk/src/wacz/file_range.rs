//! A range of a file that is read as a file of its own.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// Opens a regular file, and returns its length.
///
/// # Errors
///
/// Returns an error for a folder, a pipe, a device and any other special file: opening or reading one might block.
pub(crate) fn open_regular(path: &Path) -> io::Result<(File, u64)> {
    let refuse = |data: &Metadata| match () {
        () if data.is_file() => Ok(()),
        () if data.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "a folder, not a file")),
        () => Err(io::Error::other("a pipe or device, not a file: its records cannot be read by offset")),
    };
    refuse(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    let data = file.metadata()?;
    refuse(&data)?;
    Ok((file, data.len()))
}

/// A range of a file. Offsets are relative to its start.
#[derive(Debug)]
pub(crate) struct FileRange {
    file: File,
    start: u64,
    length: u64,
    position: u64,
}

impl FileRange {
    /// Creates the range of `length` bytes from `start` on.
    pub(crate) fn new(mut file: File, start: u64, length: u64) -> io::Result<Self> {
        file.seek(SeekFrom::Start(start))?;
        Ok(Self { file, start, length, position: 0 })
    }

    /// Creates the range of a complete file, including bytes that are appended to it.
    pub(crate) fn of_file(file: File) -> Self {
        Self { file, start: 0, length: u64::MAX, position: 0 }
    }
}

impl Read for FileRange {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = usize::try_from(self.length.saturating_sub(self.position)).unwrap_or(usize::MAX);
        let room = room.min(buffer.len());
        let read = self.file.read(&mut buffer[..room])?;
        self.position += read as u64;
        Ok(read)
    }
}

impl Seek for FileRange {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(offset) = position else { return Err(ErrorKind::Unsupported.into()) };
        self.file.seek(SeekFrom::Start(self.start.saturating_add(offset)))?;
        self.position = offset;
        Ok(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn reads_nothing_outside_the_range() {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(b"0123456789").expect("a file");
        let mut range = FileRange::new(file, 3, 4).expect("a range");
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
}
