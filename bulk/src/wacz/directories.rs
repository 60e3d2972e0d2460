//! The directories of WACZ files whose records are read by offset: each is read once in a run.

use super::error::WaczError;
use super::member::{Entry, Member, Zip, for_each_archive, open, split_name};
use crate::local_file::LocalFile;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Maximum number of directories that are kept. Each has an open file.
const MAX_DIRECTORIES: usize = 64;
/// Maximum bytes of the names in directories that are kept.
const MAX_NAME_BYTES: usize = 16 << 20;

/// The directories of a run, by the paths of their files.
#[derive(Default)]
pub(crate) struct Directories(Mutex<HashMap<Arc<Path>, Arc<Directory>>>);

/// The archives in a WACZ file, by their paths in it.
struct Directory {
    zip: Zip,
    length: u64,
    modified: Option<SystemTime>,
    archives: HashMap<Box<str>, Entry>,
    name_bytes: usize,
}

impl Directories {
    /// Returns the archive with a name such as `crawl.wacz!/archive/data.warc.gz`; `None` for other paths.
    pub(crate) fn member(&self, path: &Path) -> Option<Result<Member, WaczError>> {
        let (file, name) = split_name(path)?;
        let file: Arc<Path> = Path::new(file).into();
        Some(self.directory(&file).and_then(|directory| {
            let entry = directory.archives.get(name).ok_or(WaczError::NoEntry)?;
            entry.member(&directory.zip, directory.length, path.to_string_lossy().into())
        }))
    }

    /// Returns the directory of a file, which is read again if the file has changed.
    fn directory(&self, path: &Arc<Path>) -> Result<Arc<Directory>, WaczError> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(directory) = kept.filter(|directory| directory.is_of(path)) {
            return Ok(directory);
        }
        let directory = Arc::new(Directory::read(path)?);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name_bytes: usize = kept.values().map(|directory| directory.name_bytes).sum();
        if kept.len() >= MAX_DIRECTORIES || name_bytes + directory.name_bytes > MAX_NAME_BYTES {
            kept.clear();
        }
        kept.insert(path.clone(), directory.clone());
        Ok(directory)
    }
}

impl Directory {
    fn read(path: &Path) -> Result<Self, WaczError> {
        let modified = fs::metadata(path).and_then(|data| data.modified()).ok();
        let (file, _) = LocalFile::open_regular(path).map_err(WaczError::Io)?;
        let (zip, length) = open(&file)?;
        let (mut archives, mut name_bytes) = (HashMap::new(), 0);
        for_each_archive(&zip, &mut |name, entry| {
            name_bytes += name.len();
            archives.insert(name.into(), entry);
        })?;
        Ok(Self { zip, length, modified, archives, name_bytes })
    }

    /// Returns true if the file at `path` has not changed since the directory was read.
    fn is_of(&self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|data| data.len() == self.length && data.modified().ok() == self.modified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rawzip::{CompressionMethod, ZipArchiveWriter};
    use std::io::Write;

    fn write(path: &Path, names: &[&str]) {
        let mut zip = ZipArchiveWriter::new(fs::File::create(path).expect("a file"));
        for name in names {
            let (mut entry, config) =
                zip.new_file(name).compression_method(CompressionMethod::STORE).start().expect("an entry");
            let mut writer = config.wrap(&mut entry);
            writer.write_all(name.as_bytes()).expect("a file");
            let (_, descriptor) = writer.finish().expect("an entry");
            entry.finish(descriptor).expect("an entry");
        }
        zip.finish().expect("a file");
    }

    #[test]
    fn a_directory_is_read_once_unless_its_file_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.wacz");
        write(&path, &["archive/a.warc", "archive/b.warc", "archive/c.txt"]);
        let directories = Directories::default();
        let member = |name| directories.member(&folder.path().join(name)).expect("a path in a WACZ file");
        assert_eq!(member("a.wacz!/archive/a.warc").expect("an archive").stored_length(), Some(14));
        let directory = |path: &Path| Arc::as_ptr(&directories.directory(&path.into()).expect("a directory"));
        let first = directory(&path);
        assert_eq!(member("a.wacz!/archive/b.warc").expect("an archive").stored_length(), Some(14));
        assert_eq!(directory(&path), first);
        assert!(matches!(member("a.wacz!/archive/c.txt"), Err(WaczError::NoEntry)));
        assert!(directories.member(&folder.path().join("a.wacz")).is_none());
        write(&path, &["archive/longer.warc"]);
        assert_eq!(member("a.wacz!/archive/longer.warc").expect("an archive").stored_length(), Some(19));
        assert!(matches!(member("a.wacz!/archive/a.warc"), Err(WaczError::NoEntry)));
    }
}
