//! A set of pages in memory.

/// A set of distinct pages.
pub struct Corpus {
    pub name: String,
    pub documents: Vec<Document>,
}

/// A page, converted to UTF-8 because html5ever reads nothing else.
#[derive(Clone)]
pub struct Document {
    pub name: String,
    pub html: String,
}

impl Corpus {
    /// Returns the size of the set in bytes.
    pub fn bytes(&self) -> u64 {
        bytes_of(&self.documents)
    }
}

/// Returns the size of pages in bytes.
pub(crate) fn bytes_of(documents: &[Document]) -> u64 {
    documents.iter().map(|document| document.html.len() as u64).sum()
}
