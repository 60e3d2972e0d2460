//! The files that the report lists: the first that are not ok, and the first that are.

use super::byte_map::ByteMap;
use std::sync::Arc;

/// Maximum number of listed files that are not ok, and of others.
const MAX_BAD: usize = 300;
const MAX_OK: usize = 100;
/// Maximum number of archives in a container that have a map.
const MAX_MAPS: usize = 4;
/// Maximum number of messages of a file.
const MAX_MESSAGES: usize = 3;

/// A file with its counts and a map of its bytes.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct ListedFile {
    pub(in super::super) name: String,
    pub(in super::super) state: &'static str,
    pub(in super::super) records: u64,
    pub(in super::super) pages: u64,
    pub(in super::super) stored_bytes: u64,
    pub(in super::super) errors: u64,
    /// The first messages.
    pub(in super::super) messages: Vec<String>,
    /// The map of the file, or of each archive in it.
    pub(in super::super) maps: Vec<(Arc<str>, ByteMap)>,
}

impl ListedFile {
    /// Returns the map of an archive; `None` if there are too many archives.
    pub(super) fn map(&mut self, origin: &Arc<str>) -> Option<&mut ByteMap> {
        match self.maps.iter().position(|(name, _)| name == origin) {
            Some(index) => Some(&mut self.maps[index].1),
            None if self.maps.len() < MAX_MAPS => {
                self.maps.push((origin.clone(), ByteMap::default()));
                self.maps.last_mut().map(|(_, map)| map)
            }
            None => None,
        }
    }

    /// Keeps a message if it is one of the first.
    pub(super) fn add_message(&mut self, message: impl FnOnce() -> String) {
        if self.messages.len() < MAX_MESSAGES {
            self.messages.push(message());
        }
    }
}

/// The listed files.
#[derive(Debug, Default)]
pub(in super::super) struct FileList {
    bad: Vec<ListedFile>,
    ok: Vec<ListedFile>,
    /// The number of files, listed or not.
    pub(in super::super) count: u64,
}

impl FileList {
    pub(super) fn add(&mut self, file: ListedFile) {
        self.count += 1;
        let (files, most) = if file.state == "ok" { (&mut self.ok, MAX_OK) } else { (&mut self.bad, MAX_BAD) };
        if files.len() < most {
            files.push(file);
        }
    }

    /// Returns the listed files: first those that are not ok.
    pub(in super::super) fn iter(&self) -> impl Iterator<Item = &ListedFile> {
        self.bad.iter().chain(&self.ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_first_and_bounded() {
        let mut files = FileList::default();
        for number in 0..1000 {
            let state = if number % 2 == 0 { "ok" } else { "corrupt" };
            files.add(ListedFile { name: number.to_string(), state, ..ListedFile::default() });
        }
        assert_eq!((files.count, files.iter().count()), (1000, MAX_BAD + MAX_OK));
        assert!(files.iter().take(MAX_BAD).all(|file| file.state == "corrupt"));
        assert_eq!(files.iter().next().map(|file| &*file.name), Some("1"));
    }

    #[test]
    fn archives_of_a_container_have_maps() {
        let mut file = ListedFile::default();
        for number in 0..10 {
            file.map(&number.to_string().into());
        }
        assert_eq!(file.maps.len(), MAX_MAPS);
        assert!(file.map(&"0".into()).is_some() && file.map(&"9".into()).is_none());
    }
}
