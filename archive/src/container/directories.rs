//! The directories of containers whose records are read by offset: each is read once in a run.

use super::container_file::ContainerFile;
use super::error::ContainerError;
use super::member::{Listed, Member, NameHasher, for_each_archive, split_name};
use super::{Container, Entry};
use crate::local_file::LocalFile;
use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Maximum number of directories that are kept. Each has an open file.
const MAX_DIRECTORIES: usize = 64;
/// Maximum number of archives in directories that are kept. Each takes about 100 bytes.
const MAX_ARCHIVES: usize = 100_000;

/// The directories of a run, by the paths of their files.
#[derive(Default)]
pub struct Directories(Mutex<HashMap<Arc<Path>, Arc<Directory>>>);

/// The archives in a container, by the hashes of their paths in it.
struct Directory {
    container: Container,
    modified: Option<SystemTime>,
    hasher: NameHasher,
    archives: HashMap<[u64; 2], Entry>,
    /// The reason why the rest of the directory is not read.
    end: Option<ContainerError>,
}

impl fmt::Debug for Directories {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Directories").finish_non_exhaustive()
    }
}

impl Directories {
    /// Returns the archive with a name such as `crawl.wacz!/archive/data.warc.gz`; `None` for other paths.
    pub fn member(&self, path: &Path) -> Option<Result<Member, ContainerError>> {
        let (file, name) = split_name(path)?;
        let file: Arc<Path> = Path::new(file).into();
        Some(self.directory(&file).and_then(|directory| {
            Member::of(&directory.container, directory.entry(name)?, path.to_string_lossy().into())
        }))
    }

    /// Returns the directory of a file, which is read again if the file has changed.
    fn directory(&self, path: &Arc<Path>) -> Result<Arc<Directory>, ContainerError> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(directory) = kept.filter(|directory| directory.is_of(path)) {
            return Ok(directory);
        }
        let directory = Arc::new(Directory::read(path)?);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut archives = directory.archives.len() + kept.values().map(|kept| kept.archives.len()).sum::<usize>();
        // If an index names the files in turn, most of the others are still kept at the next turn.
        while (kept.len() >= MAX_DIRECTORIES || archives > MAX_ARCHIVES)
            && let Some(any) = kept.keys().next().cloned()
        {
            archives -= kept.remove(&any).map_or(0, |removed| removed.archives.len());
        }
        kept.insert(path.clone(), directory.clone());
        Ok(directory)
    }
}

impl Directory {
    fn read(path: &Path) -> Result<Self, ContainerError> {
        let modified = fs::metadata(path).and_then(|data| data.modified()).ok();
        let (file, _) = LocalFile::open_regular(path).map_err(ContainerError::Io)?;
        let container = Container::open(&ContainerFile::Local(file))?;
        let (hasher, mut archives, mut error) = (NameHasher::default(), HashMap::new(), None);
        for_each_archive(&container, &mut |found| match found {
            Listed::Archive(name, Ok(entry)) => {
                archives.insert(hasher.hash(name), entry);
            }
            // The path is too long, or the name has an earlier entry.
            Listed::Archive(_, Err(_)) => {}
            Listed::End(cause) => error = Some(cause),
        });
        match error {
            Some(error @ ContainerError::Io(_)) => Err(error),
            end => Ok(Self { container, modified, hasher, archives, end }),
        }
    }

    fn entry(&self, name: &str) -> Result<&Entry, ContainerError> {
        self.archives.get(&self.hasher.hash(name)).ok_or_else(|| match &self.end {
            None => ContainerError::NoEntry,
            Some(ContainerError::Damaged(cause)) => ContainerError::Damaged(cause.clone()),
            Some(ContainerError::Truncated) => ContainerError::Truncated,
            // No other error ends a directory that was opened.
            Some(_) => ContainerError::Limit,
        })
    }

    /// Returns true if the file at `path` has not changed since the directory was read.
    fn is_of(&self, path: &Path) -> bool {
        fs::metadata(path)
            .is_ok_and(|data| data.len() == self.container.length() && data.modified().ok() == self.modified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rawzip::{CompressionMethod, ZipArchiveWriter};
    use std::io::{BufWriter, Write};

    fn write<T: AsRef<str>>(path: &Path, names: &[T]) {
        let file = BufWriter::new(fs::File::create(path).expect("a file"));
        let mut zip = ZipArchiveWriter::new(file);
        for name in names.iter().map(AsRef::as_ref) {
            let (mut entry, config) =
                zip.new_file(name).compression_method(CompressionMethod::STORE).start().expect("an entry");
            let mut writer = config.wrap(&mut entry);
            writer.write_all(name.as_bytes()).expect("a file");
            let (_, descriptor) = writer.finish().expect("an entry");
            entry.finish(descriptor).expect("an entry");
        }
        zip.finish().and_then(|mut file| Ok(file.flush()?)).expect("a file");
    }

    #[test]
    fn a_directory_is_read_once_unless_its_file_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.wacz");
        write(&path, &["archive/a.warc", "archive/b.warc", "archive/c.txt"]);
        let directories = Directories::default();
        let member = |name| directories.member(&folder.path().join(name)).expect("a path in a container");
        assert_eq!(member("a.wacz!/archive/a.warc").expect("an archive").stored_length(), Some(14));
        let directory = |path: &Path| Arc::as_ptr(&directories.directory(&path.into()).expect("a directory"));
        let first = directory(&path);
        assert_eq!(member("a.wacz!/archive/b.warc").expect("an archive").stored_length(), Some(14));
        assert_eq!(directory(&path), first);
        assert!(matches!(member("a.wacz!/archive/c.txt"), Err(ContainerError::NoEntry)));
        assert!(directories.member(&folder.path().join("a.wacz")).is_none());
        for number in 0..MAX_DIRECTORIES {
            let other = folder.path().join(format!("{number}.wacz"));
            write(&other, &["archive/a.warc"]);
            directory(&other);
        }
        // One directory is forgotten, not all.
        assert_eq!(directories.0.lock().expect("no panic").len(), MAX_DIRECTORIES);
        write(&path, &["archive/longer.warc"]);
        assert_eq!(member("a.wacz!/archive/longer.warc").expect("an archive").stored_length(), Some(19));
        assert!(matches!(member("a.wacz!/archive/a.warc"), Err(ContainerError::NoEntry)));
    }

    #[test]
    fn directories_are_forgotten_when_they_have_too_many_archives() {
        const ARCHIVES: usize = 10_000;
        let folder = tempfile::tempdir().expect("a folder");
        let large = folder.path().join("large");
        write(&large, &(0..ARCHIVES).map(|number| format!("archive/{number}.warc")).collect::<Vec<_>>());
        let directories = Directories::default();
        let kept = || directories.0.lock().expect("no panic").len();
        for number in 1..=MAX_ARCHIVES / ARCHIVES + 2 {
            let copy = folder.path().join(number.to_string());
            fs::copy(&large, &copy).expect("a file");
            directories.directory(&copy.as_path().into()).expect("a directory");
            assert_eq!(kept(), number.min(MAX_ARCHIVES / ARCHIVES));
        }
    }
}
