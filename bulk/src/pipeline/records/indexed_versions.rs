//! The versions of the files that an index names.
//!
//! Each worker opens these files on its own, closes them when it has too many, and opens them again. All of them must read the
//! same version of a file.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use tagrake_archive::local_file::FileVersion;

/// Maximum number of files whose versions are known: more than a crawl of Common Crawl has. They take up to 9 MB. When there are
/// more, all are forgotten.
const MAX_FILES: usize = 1 << 18;

/// The version of each file that was opened, both as hashes.
#[derive(Default)]
pub(crate) struct IndexedVersions {
    known: Mutex<HashMap<u64, u64>>,
    hasher: RandomState,
}

impl IndexedVersions {
    /// Returns false if the file at `path` had another version when it was first opened.
    pub(crate) fn is_same(&self, path: &Path, version: &FileVersion) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() == MAX_FILES {
            known.clear();
        }
        let version = self.hasher.hash_one(version);
        *known.entry(self.hasher.hash_one(path)).or_insert(version) == version
    }
}
