//! `corpora/manifest.toml`: which pages there are, and where they come from.

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// A source of pages of a set.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub set: String,
    pub name: String,
    pub kind: Kind,
    pub origin: String,
    pub licence: String,
    pub version: String,
    /// The sum of the package's archive; of our own pages, joined in the order of their names; none of documentation that
    /// comes with the toolchain.
    pub sha256: Option<String>,
    /// Where the pages are: in the package, or in this repository.
    pub folder: PathBuf,
    /// What the names of the pages end with.
    pub files: String,
    /// Every n-th page is taken, in the order of their paths.
    #[serde(default = "one")]
    pub every: usize,
    /// The size of the smallest page that is taken, in bytes.
    #[serde(default)]
    pub min_bytes: u64,
    /// The size of the largest page that is taken, in bytes.
    #[serde(default = "no_limit")]
    pub max_bytes: u64,
    /// The least part of a page, in percent of its bytes, that is not ASCII.
    #[serde(default)]
    pub min_non_ascii: f64,
    /// How many pages come out, once pages that an earlier source of the set has are dropped.
    pub documents: usize,
    /// How large they are together, in UTF-8.
    pub bytes: u64,
}

/// Who has the pages.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// This repository.
    Ours,
    /// A crate that `testdata/Cargo.lock` locks.
    Crate,
    /// A package of npm.
    Npm,
    /// A source distribution on PyPI.
    Pypi,
    /// A package of Debian.
    Debian,
    /// The component `rust-docs` of the toolchain.
    RustDocs,
}

#[derive(Deserialize)]
struct Manifest {
    source: Vec<Source>,
}

const fn one() -> usize {
    1
}

const fn no_limit() -> u64 {
    u64::MAX
}

/// Returns the file or folder `path` of this repository.
pub fn repository(path: &str) -> PathBuf {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    benches.parent().expect("the benchmarks lie in the repository").join(path)
}

/// Returns the folder of a set that `corpora/fetch` fills.
pub fn fetched(set: &str) -> PathBuf {
    repository("corpora/fetched").join(set)
}

/// Returns the sources, in the order in which they stand.
///
/// # Panics
///
/// If the manifest is not what `corpora/README.md` says.
pub fn read() -> Vec<Source> {
    let manifest = fs::read_to_string(repository("corpora/manifest.toml")).expect("the manifest is there");
    let manifest: Manifest = toml::from_str(&manifest).expect("the manifest has the keys that README.md lists");
    manifest.source
}

/// Returns the files under `folder` whose names end with `ending`, in the order of their paths.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns a page as UTF-8, as it is without a byte order mark; if it is not UTF-8, as windows-1252.
pub fn to_utf8(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(html) => html.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}
