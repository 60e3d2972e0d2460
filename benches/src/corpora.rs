//! Reads the sets of pages into memory: our own, those from packages, and generated ones.

use crate::corpus::{Corpus, Document, bytes_of};
use crate::generate;
use crate::manifest::{self, Source, SourceKind};
use std::env;
use std::fs;
use std::path::Path;
use tagrake_testsupport::package_dir;

/// The environment variable with a folder of additional pages.
const FOLDER_VARIABLE: &str = "TAGRAKE_CORPUS";

/// Reads every available set.
pub fn read_all() -> Vec<Corpus> {
    read(&[])
}

/// Reads the available sets with these names; all sets if `names` is empty.
///
/// Panics if the pages of corpora/small or of a locked crate do not match the manifest.
pub fn read(names: &[String]) -> Vec<Corpus> {
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let mut corpora: Vec<Corpus> = Vec::new();
    for source in manifest::read() {
        let is_here = manifest::fetched(&source.set).is_dir();
        if !is_wanted(&source.set) || corpora.iter().any(|corpus| is_here && corpus.name == source.set) {
            continue;
        }
        let documents = match source.kind {
            _ if is_here => read_folder(&manifest::fetched(&source.set), ".html"),
            SourceKind::Ours => read_source(&source, &manifest::repository("")),
            SourceKind::Crate if source.set.ends_with("-small") => read_source(&source, &package_dir(&source.name)),
            _ => continue,
        };
        match corpora.iter_mut().find(|corpus| corpus.name == source.set) {
            Some(corpus) => corpus.documents.extend(documents),
            None => corpora.push(Corpus { name: source.set, documents }),
        }
    }
    for set in generate::SETS.into_iter().filter(|set| is_wanted(set)) {
        let documents = generate::documents(set).expect("the generator knows its sets");
        corpora.push(Corpus { name: set.to_owned(), documents });
    }
    if is_wanted("lf") || is_wanted("crlf") {
        let pages = pages_with_line_ends();
        corpora.push(Corpus { name: "lf".to_owned(), documents: generate::with_lf(&pages) });
        corpora.push(Corpus { name: "crlf".to_owned(), documents: generate::with_crlf(&pages) });
    }
    if let Some(folder) = env::var_os(FOLDER_VARIABLE) {
        let documents = read_folder(Path::new(&folder), ".html");
        assert!(!documents.is_empty(), "no pages in the folder of {FOLDER_VARIABLE}");
        corpora.push(Corpus { name: "folder".to_owned(), documents });
    }
    corpora.retain(|corpus| is_wanted(&corpus.name));
    corpora
}

/// Reads the sets `real` and `big`, regrouped by the size of the pages.
pub fn read_by_size() -> Vec<Corpus> {
    /// The maximum page size of each set except the last, in bytes, and the name of the set.
    const SIZES: [(usize, &str); 4] =
        [(16 << 10, "to 16 KiB"), (64 << 10, "to 64 KiB"), (256 << 10, "to 256 KiB"), (1 << 20, "to 1 MiB")];
    let names = SIZES.iter().map(|(_, name)| *name).chain(["over 1 MiB"]);
    let mut corpora: Vec<_> = names.map(|name| Corpus { name: name.to_owned(), documents: Vec::new() }).collect();
    for document in read(&["real".to_owned(), "big".to_owned()]).into_iter().flat_map(|corpus| corpus.documents) {
        let set = SIZES.partition_point(|(most, _)| *most < document.html.len());
        corpora[set].documents.push(document);
    }
    corpora.retain(|corpus| !corpus.documents.is_empty());
    corpora
}

/// Returns the pages for the sets `lf` and `crlf`: the set `real`, or generated pages if it was not fetched.
fn pages_with_line_ends() -> Vec<Document> {
    match manifest::fetched("real") {
        real if real.is_dir() => read_folder(&real, ".html"),
        _ => generate::documents("mixed").expect("the generator knows its sets"),
    }
}

/// Reads the pages of a source from the root of its package.
fn read_source(source: &Source, root: &Path) -> Vec<Document> {
    let documents = read_folder(&root.join(&source.folder), &source.files);
    let found = (documents.len(), bytes_of(&documents));
    assert_eq!(found, (source.documents, source.bytes), "documents and bytes of the source {}", source.name);
    documents
}

/// Reads the files under `folder` whose names end with `ending`, sorted by path.
fn read_folder(folder: &Path, ending: &str) -> Vec<Document> {
    let files = manifest::files(folder, ending);
    files
        .into_iter()
        .map(|file| {
            let bytes = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            Document { name: file.display().to_string(), html: manifest::to_utf8(&bytes) }
        })
        .collect()
}
