//! What is asked of pages: the keywords that all functions have in common.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tagrake::encoding::Encoding;
use tagrake::extract::{ExtractOptions, LinkKind};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, Profile, ReaderOptions};

/// The keys that a page says nothing of: where it comes from, how it was fetched.
pub(crate) const OF_CAPTURE: &[&str] = &[
    "id",
    "source",
    "warc_filename",
    "warc_record_offset",
    "warc_record_length",
    "fetch_time",
    "fetch_status",
    "content_mime_type",
    "content_charset",
    "content_truncated",
];

/// The keys that can be told without reading a page for its metadata.
const WITHOUT_METADATA: &[&str] =
    &["v", "url", "content_type", "base_url", "base_href", "encoding", "text", "word_count", "links", "error"];

/// The keywords, as they come.
#[derive(Default)]
pub(crate) struct Keywords {
    pub(crate) fields: Option<Vec<String>>,
    pub(crate) kinds: Option<Vec<String>>,
    pub(crate) text: bool,
    pub(crate) max_links: usize,
    pub(crate) scripting: bool,
    pub(crate) profile: Option<String>,
    pub(crate) encoding: Option<String>,
}

/// What is asked of pages.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PageOptions {
    pub(crate) fields: Fields,
    pub(crate) kinds: Vec<LinkKind>,
    links: bool,
    metadata: bool,
    text: bool,
    max_links: usize,
    scripting: bool,
    profile: Profile,
    encoding: Option<&'static Encoding>,
}

impl PageOptions {
    /// Reads the keywords for rows of `table`.
    pub(crate) fn new(table: Table, keywords: Keywords) -> PyResult<Self> {
        let Keywords { fields, kinds, text, max_links, scripting, profile, encoding } = keywords;
        let fields = match fields {
            None => Fields::default(),
            Some(names) => fields_of(table, &names)?,
        };
        let only_has =
            |known: &[&str]| table.fields().all(|field| known.contains(&field.name) || !fields.has(field.name));
        let is_pages = table == Table::Pages;
        Ok(Self {
            kinds: kinds.map_or_else(|| Ok(LinkKind::ALL.to_vec()), |names| kinds_of(&names))?,
            links: !is_pages || fields.has("links"),
            metadata: is_pages && !only_has(&[OF_CAPTURE, WITHOUT_METADATA].concat()),
            text: text || ["text", "word_count"].iter().any(|name| fields.has_by_name(name)),
            max_links,
            scripting,
            profile: match profile.as_deref() {
                None | Some("standard") => Profile::Standard,
                Some("crawl") => Profile::Crawl,
                Some(name) => {
                    return Err(PyValueError::new_err(format!("no profile {name:?}: it is \"standard\" or \"crawl\"")));
                }
            },
            encoding: encoding.map(|label| encoding_of(&label)).transpose()?,
            fields,
        })
    }

    /// Sets whether text is taken, whatever keys there are.
    pub(crate) fn with_text(mut self, text: bool) -> Self {
        self.text = text;
        self
    }

    /// Returns the options of a reader, for pages that are text, or bytes.
    pub(crate) fn reader(&self, is_text: bool) -> ReaderOptions {
        let encoding = if is_text { Encoding::for_label(b"utf-8") } else { self.encoding };
        let extract = ExtractOptions::default()
            .with_links(self.links)
            .with_metadata(self.metadata)
            .with_text(self.text)
            .with_max_links(self.max_links)
            .with_encoding(encoding);
        ReaderOptions::default().with_extract(extract).with_scripting(self.scripting).with_profile(self.profile)
    }
}

/// Returns the keys of `table` that are named.
pub(crate) fn fields_of(table: Table, names: &[String]) -> PyResult<Fields> {
    let unknown = |name: &str| {
        let names = table.fields().map(|field| field.name).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("no column {name:?} in the table of {}, which has {names}", table.name()))
    };
    if names.is_empty() {
        return Err(PyValueError::new_err("no column is asked for"));
    }
    if let Some(name) = names.iter().find(|name| name.contains(',')) {
        return Err(unknown(name));
    }
    Fields::only_of(table, &names.join(",")).map_err(unknown)
}

fn kinds_of(names: &[String]) -> PyResult<Vec<LinkKind>> {
    let kind = |name| LinkKind::ALL.iter().copied().find(|kind| kind.as_str() == name);
    names.iter().map(|name| kind(name).ok_or(name)).collect::<Result<_, _>>().map_err(|name| {
        let kinds = LinkKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("no kind of link is {name:?}: they are {kinds}"))
    })
}

pub(crate) fn encoding_of(label: &str) -> PyResult<&'static Encoding> {
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| PyValueError::new_err(format!("no encoding is called {label:?}")))
}
