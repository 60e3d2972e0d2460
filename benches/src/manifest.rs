//! Reads `corpora/manifest.toml`, the list of pages and their sources.

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// A source of pages for a set.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub set: String,
    pub name: String,
    pub kind: SourceKind,
    pub origin: String,
    pub licence: String,
    pub version: String,
    /// The SHA-256 checksum of the package's archive, or of the pages of `corpora/small`, joined in the order of their names. `None`
    /// for documentation of the toolchain.
    pub sha256: Option<String>,
    /// The folder of the pages in the package or in this repository.
    pub folder: PathBuf,
    /// The ending of the file names of pages.
    pub files: String,
    /// Only every n-th page is used, in the order of paths.
    #[serde(default = "one")]
    pub every: usize,
    /// The minimum size of a page in bytes.
    #[serde(default)]
    pub min_bytes: u64,
    /// The maximum size of a page in bytes.
    #[serde(default = "no_limit")]
    pub max_bytes: u64,
    /// The minimum percentage of non-ASCII bytes in a page.
    #[serde(default)]
    pub min_non_ascii: f64,
    /// The number of pages, without duplicates of earlier sources of the set.
    pub documents: usize,
    /// The total size of these pages in UTF-8, in bytes.
    pub bytes: u64,
}

/// The kind of a source.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum SourceKind {
    /// This repository.
    Ours,
    /// A crate in `testdata/Cargo.lock`.
    Crate,
    /// An npm package.
    Npm,
    /// A source distribution on PyPI.
    Pypi,
    /// A Debian package.
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

/// Returns the path of a file or folder of this repository.
pub fn repository(path: &str) -> PathBuf {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    benches.parent().expect("this package is in the repository").join(path)
}

/// Returns the folder into which `corpora/fetch` writes a set.
pub fn fetched(set: &str) -> PathBuf {
    repository("corpora/fetched").join(set)
}

/// Returns the sources in the order of the manifest.
///
/// # Panics
///
/// If the manifest does not have the format in `corpora/README.md`.
pub fn read() -> Vec<Source> {
    let manifest = fs::read_to_string(repository("corpora/manifest.toml")).expect("the manifest is there");
    let manifest: Manifest = toml::from_str(&manifest).expect("the manifest has the keys in corpora/README.md");
    manifest.source
}

/// Returns the files under `folder` whose names end with `ending`, sorted by path.
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

/// Returns a page as UTF-8 without a byte order mark. A page that is not UTF-8 is decoded as windows-1252.
pub fn to_utf8(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(html) => html.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}
