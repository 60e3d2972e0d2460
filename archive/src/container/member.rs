//! The archives in a container: lists them, and opens them.

use super::container_file::ContainerFile;
use super::error::ContainerError;
use super::zip::{self, Deflated};
use super::{Container, Entry};
use crate::local_file::{FileRange, FileVersion};
use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The ends of the names of archives.
const EXTENSIONS: [&str; 5] = [".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"];
/// The separator between the name of a container and the path of an entry.
const SEPARATOR: &str = "!/";
/// Maximum number of archives.
const MAX_MEMBERS: usize = 10_000;
/// Maximum length of the path of an archive in the container.
const MAX_PATH_BYTES: usize = 1 << 10;
/// Maximum characters of a longer path in messages.
const MAX_SHOWN_CHARS: usize = 256;

/// An archive in a container.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name for messages and rows: `crawl.wacz!/archive/data.warc.gz`.
    pub origin: Arc<str>,
    /// The container.
    file: ContainerFile,
    /// Its bytes in the container.
    range: Range<u64>,
    deflated: Option<Deflated>,
}

/// An archive, or the reason why it cannot be read, with its name.
pub type FoundMember = Result<Member, (Arc<str>, ContainerError)>;

impl Member {
    /// Returns the length of a stored archive in a local file. `None` for any other, which is read as a stream.
    pub fn stored_length(&self) -> Option<u64> {
        self.reader().map(|_| self.range.end - self.range.start)
    }

    /// Returns a reader of a stored archive in a local file.
    pub fn reader(&self) -> Option<FileRange> {
        self.file.local_range(&self.range).filter(|_| self.deflated.is_none())
    }

    /// Returns the version of the container, if that is a regular file.
    pub fn version(&self) -> Option<&FileVersion> {
        self.file.version()
    }

    /// Opens an archive as a stream. At its end, the CRC of a deflated one is verified.
    pub fn stream(&self) -> io::Result<Box<dyn Read + Send>> {
        let stored = self.file.stream(&self.range)?;
        match &self.deflated {
            None => Ok(stored),
            Some(entry) => zip::inflate(&self.file, entry, stored).map_err(ContainerError::into_io),
        }
    }

    /// Finds the archive of an entry.
    pub(super) fn of(container: &Container, entry: &Entry, origin: Arc<str>) -> Result<Self, ContainerError> {
        let (range, deflated) = container.locate(entry)?;
        Ok(Self { origin, file: container.file().clone(), range, deflated })
    }
}

/// Returns the archives in the container at `path`, in the order of its directory. There is at least one. If only a part of the
/// directory can be read, the last one is the error, with the name of the file.
pub fn members(path: &Path, file: &ContainerFile) -> Result<Vec<FoundMember>, ContainerError> {
    let container = Container::open(file)?;
    let (mut members, mut ranges, mut error) = (Vec::new(), EntryRanges::default(), None);
    for_each_archive(&container, &mut |found| match found {
        Listed::Archive(name, entry) => {
            let origin: Arc<str> = format!("{}{SEPARATOR}{name}", path.display()).into();
            let member = entry.and_then(|entry| Member::of(&container, &entry, origin.clone()));
            let member = member.and_then(|member| ranges.add(member.range.clone()).map(|()| member));
            members.push(member.map_err(|error| (origin, error)));
        }
        Listed::End(cause) => error = Some(cause),
    });
    match error {
        Some(error) if members.is_empty() => return Err(error),
        Some(error) => members.push(Err((path.to_string_lossy().into(), error))),
        None if members.is_empty() => return Err(ContainerError::NoArchive),
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
    fn add(&mut self, range: Range<u64>) -> Result<(), ContainerError> {
        if range.is_empty() {
            return Ok(());
        }
        match self.0.range(..range.end).next_back() {
            Some((_, end)) if *end > range.start => {
                Err(ContainerError::Damaged("the entry overlaps with an earlier one".to_owned()))
            }
            _ => {
                self.0.insert(range.start, range.end);
                Ok(())
            }
        }
    }
}

/// Splits a name such as `crawl.wacz!/archive/data.warc.gz` into the container and the path in it; `None` for other paths.
pub fn split_name(path: &Path) -> Option<(&str, &str)> {
    path.to_str()?.split_once(SEPARATOR)
}

/// Hashes names to 128 bits, which take less memory than the names.
#[derive(Default)]
pub(super) struct NameHasher([RandomState; 2]);

impl NameHasher {
    pub(super) fn hash(&self, name: &str) -> [u64; 2] {
        self.0.each_ref().map(|state| state.hash_one(name))
    }
}

/// A part of the list of a container's archives.
pub(super) enum Listed<'n> {
    /// The path of an archive, which is shortened if it is too long, and its entry.
    Archive(&'n str, Result<Entry, ContainerError>),
    /// The reason why the rest of the list is not read.
    End(ContainerError),
}

/// Calls `take` for each archive in a container. Of several entries with a name, all but the first are damaged.
pub(super) fn for_each_archive(container: &Container, take: &mut dyn FnMut(Listed<'_>)) {
    let (hasher, mut names, mut count) = (NameHasher::default(), HashSet::new(), 0);
    let end = container.for_each_entry(&mut |name, entry| {
        let file = name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        if !container.may_hold(name) || !EXTENSIONS.iter().any(|extension| file.ends_with(extension)) {
            return true;
        }
        count += 1;
        match () {
            () if count > MAX_MEMBERS => take(Listed::End(ContainerError::Limit)),
            () if name.len() > MAX_PATH_BYTES => {
                let shown: String = name.chars().take(MAX_SHOWN_CHARS).chain(['…']).collect();
                take(Listed::Archive(&shown, Err(ContainerError::LongPath)));
            }
            () if !names.insert(hasher.hash(name)) => {
                let cause = "an earlier entry has the same name".to_owned();
                take(Listed::Archive(name, Err(ContainerError::Damaged(cause))));
            }
            () => take(Listed::Archive(name, Ok(entry))),
        }
        count <= MAX_MEMBERS
    });
    if let Err(error) = end {
        take(Listed::End(error));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_that_overlaps_with_an_earlier_one_is_damage() {
        let mut ranges = EntryRanges::default();
        let added = [0..10, 10..20, 40..50, 30..40, 15..15];
        assert!(added.into_iter().all(|range| ranges.add(range).is_ok()));
        let refused = [0..10, 5..6, 15..25, 25..31, 39..60, 0..100];
        assert!(refused.into_iter().all(|range| ranges.add(range).is_err()));
        assert!(ranges.add(20..30).is_ok());
    }
}
