//! The sets of pages that `corpora/manifest.toml` names, read into memory.

use serde::Deserialize;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../tests/support/mod.rs"]
mod test_support;

/// The variable that names a folder of more pages; README.md in `corpora` says how to fill one.
const FOLDER_VARIABLE: &str = "TAGRAKE_CORPUS";

/// A set of distinct pages.
pub struct Corpus {
    pub name: String,
    pub documents: Vec<Document>,
}

/// A page. It is UTF-8, because html5ever reads nothing else.
pub struct Document {
    pub name: String,
    pub html: String,
}

impl Corpus {
    /// Returns the size of the set, in bytes.
    pub fn bytes(&self) -> u64 {
        bytes_of(&self.documents)
    }
}

fn bytes_of(documents: &[Document]) -> u64 {
    documents.iter().map(|document| document.html.len() as u64).sum()
}

#[derive(Deserialize)]
struct Manifest {
    source: Vec<Source>,
}

/// Where some pages of a set come from.
#[derive(Deserialize)]
struct Source {
    set: String,
    name: String,
    /// The package that has the folder; without it the folder is ours.
    package: Option<String>,
    folder: PathBuf,
    /// What the names of the pages end with.
    files: String,
    documents: usize,
    bytes: u64,
}

/// Reads the sets of the manifest, and as one more the folder that `TAGRAKE_CORPUS` names, if it does.
///
/// Panics if a source does not hold what the manifest says.
pub fn read_all() -> Vec<Corpus> {
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let manifest = fs::read_to_string(repository.join("corpora/manifest.toml")).expect("the manifest is there");
    let manifest: Manifest = toml::from_str(&manifest).expect("the manifest has the keys that README.md lists");

    let mut corpora: Vec<Corpus> = Vec::new();
    for source in manifest.source {
        let root = source.package.as_deref().map_or_else(|| repository.to_owned(), test_support::package_dir);
        let documents = read_folder(&root.join(&source.folder), &source.files);
        let found = (documents.len(), bytes_of(&documents));
        assert_eq!(found, (source.documents, source.bytes), "documents and bytes of the source {}", source.name);
        match corpora.iter_mut().find(|corpus| corpus.name == source.set) {
            Some(corpus) => corpus.documents.extend(documents),
            None => corpora.push(Corpus { name: source.set, documents }),
        }
    }
    if let Some(folder) = env::var_os(FOLDER_VARIABLE) {
        let documents = read_folder(Path::new(&folder), ".html");
        assert!(!documents.is_empty(), "{FOLDER_VARIABLE} names a folder without pages");
        corpora.push(Corpus { name: "folder".to_owned(), documents });
    }
    corpora
}

/// Reads the files under `folder` whose names end with `ending`, in the order of their paths.
fn read_folder(folder: &Path, ending: &str) -> Vec<Document> {
    let mut documents = Vec::new();
    let mut paths = vec![folder.to_owned()];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("the folder can be listed");
            paths.extend(entries.map(|entry| entry.expect("the folder can be listed").path()));
        } else if path.to_string_lossy().ends_with(ending) {
            let bytes = fs::read(&path).expect("the page can be read");
            let html = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)).into_owned();
            documents.push(Document { name: path.display().to_string(), html });
        }
    }
    documents.sort_by(|a, b| a.name.cmp(&b.name));
    documents
}
