//! Extraction options: the keyword arguments that all extracting functions share.

use crate::arguments::{Count, Flag, Int, Positive, StrArgument, one_of, one_or_items, wrong_value};
use crate::errors::value_error;
use crate::keywords::keywords;
use crate::row_columns::{RowColumns, Selected};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use std::convert::Infallible;
use std::sync::Arc;
use tagrake::encoding::Encoding;
use tagrake_bulk::output::OutputError;
use tagrake_bulk::row::selected_json;
use tagrake_bulk::schema::{SelectedColumns, Table};
use tagrake_bulk::{Fields, LinkScope, Profile, ReaderOptions, TextOptions};
use tagrake_extract::{ExtractOptions, LinkAttribute, LinkAttributeError, LinkKind, MarkdownOptions, Page, View};

keywords! {
    /// The options that all extracting functions share. They are a dict in a pickled page.
    #[derive(Clone, Debug, PartialEq, FromPyObject, IntoPyObject)]
    #[pyo3(from_item_all)]
    pub(crate) struct Options(options_help, options_signature) {
        /// The kinds of links to return: one name or a list of "nav" (a, area), "embed" (images, media), "frame", "form",
        /// "link" (other link elements), "hint" (preload and the like), "cite", "ping", "css", "lazy" (attributes of scripts),
        /// "vocab", "anchor", "base", "codebase", "refresh", "header" (Link headers), "redirect", "script", "comment" and
        /// "social". None, the default, returns all but "comment" and "social".
        kinds: Option<LinkKinds> = None => "None",
        /// "external" for links to another registered domain than the page's only, "internal" for links to that domain. Links without
        /// a host, such as mailto:, and links of a page without a URL are neither. None, the default, returns all.
        link_scope: Option<LinkScopeName> = None => "None",
        /// More attributes with links, one or a list of "element@attribute": ["img@data-full", "*@data-set-*:srcset"]: ":srcset",
        /// ":css" or ":html" if a value is not one URL; "*" for the rest of a name. Their links have the kind "lazy".
        link_attributes: LinkAttributes = LinkAttributes::default() => "()",
        /// The maximum number of links of a page, 100,000 by default. A page with more has the flag "limit-links".
        max_links: Count = Int(100_000) => "100000",
        /// The maximum memory for reading a page in bytes, 128 MiB by default. A page that needs more is read up to the limit
        /// and has the flag "limit-arena".
        max_arena_bytes: Positive = Int(128 << 20) => "134217728",
        /// The scripting flag: if true, the content of noscript is raw text. False by default.
        scripting: Flag = Flag(false) => "False",
        /// Whether to keep text that HTML hides: the hidden attribute, display:none and the like. False by default.
        hidden_text: Flag = Flag(false) => "False",
        /// How to determine the encoding if none is declared. "crawl", the default, detects it as browsers do:
        /// UTF-8 if the bytes are valid UTF-8, else a guess from the bytes and the top-level domain of the URL.
        /// "standard" is windows-1252.
        profile: Option<ProfileName> = None => "None",
        /// The encoding of the page: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any
        /// declaration. None, the default, lets the page decide. Pages that are str need none.
        encoding: Option<EncodingLabel> = None => "None",
        /// The crawler for which robots_index and robots_follow decide, such as "googlebot". None, the default, obeys only the rules
        /// for all crawlers.
        agent: Option<Crawler> = None => "None",
        /// Which text is main content: "main", the default; "precise", less text with fewer errors; or "generous",
        /// more text with fewer gaps.
        view: Option<ViewName> = None => "None",
        /// The inline elements that Markdown keeps: "links", "images", "emphasis" or a list of them. By default, only their
        /// text is kept.
        markdown_with: Option<MarkdownInlines> = None => "None",
    }
}

/// The options, and the fields of the rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PageOptions {
    pub(crate) fields: Fields,
    table: Table,
    options: Options,
    selected: Option<Selected>,
    head_only: bool,
}

impl PageOptions {
    /// Returns the options for rows of `table`.
    pub(crate) fn new(table: Table, fields: Fields, options: Options) -> Self {
        Self { fields, table, options, selected: None, head_only: false }
    }

    /// Returns the options for rows with these columns.
    pub(crate) fn of_columns(columns: &RowColumns, options: Options) -> Self {
        Self::new(columns.table, columns.fields, options).with_selected(columns.selected.clone())
    }

    /// Sets the columns that selectors define.
    pub(crate) fn with_selected(self, selected: Option<Selected>) -> Self {
        Self { selected, ..self }
    }

    /// Sets whether pages are read up to the start of their body. Raises ValueError if rows need the body.
    pub(crate) fn with_head_only(self, head_only: bool) -> PyResult<Self> {
        let needed = match &self.selected {
            _ if !head_only => None,
            _ if self.table != Table::Pages => Some(OutputError::NoHeads),
            Some(_) => Some(OutputError::SelectedOfHead),
            None => self.fields.first_of_body().map(OutputError::NeedsBody),
        };
        match needed {
            Some(error) => Err(value_error(format!("argument 'head_only': {error}"))),
            None => Ok(Self { head_only, ..self }),
        }
    }

    /// Returns the columns that selectors define.
    pub(crate) fn selected(&self) -> SelectedColumns {
        self.selected.as_ref().map(|selected| selected.columns.clone()).unwrap_or_default()
    }

    /// Returns the values of the selected columns in a page as a JSON object, if there are any.
    pub(crate) fn selected_json(&self, page: &Page<'_>) -> Option<String> {
        self.selected.as_ref().map(|selected| selected_json(selected.compiled.columns(), page.selected))
    }

    /// Returns the options of a reader for pages that are str (`is_text`) or bytes.
    pub(crate) fn reader(&self, is_text: bool) -> ReaderOptions {
        let options = &self.options;
        let extract = ExtractOptions::default().with_max_links(options.max_links.0);
        let extract = extract.with_arena_bytes(options.max_arena_bytes.0).with_hidden_text(options.hidden_text.0);
        let extract = extract.with_encoding(encoding_of(options.encoding, is_text)).with_head_only(self.head_only);
        let extract = extract.with_link_attributes(options.link_attributes.0.iter().cloned());
        let extract = extract.with_crawler(options.agent.as_ref().map(|agent| &*agent.0));
        let extract = match self.requested_kinds() {
            Some(kinds) => extract.with_kinds(kinds),
            None => extract,
        };
        let markdown = self.texts().markdown;
        let columns = self.selected.as_ref().map(|selected| (*selected.compiled).clone().with_markdown(markdown));
        let extract = extract.with_columns(columns.map(Arc::new));
        let extract = extract.with_scripting(options.scripting.0).with_detector(profile_of(options.profile).detector());
        ReaderOptions { extract, ..ReaderOptions::default() }.with_fields(self.table, &self.fields)
    }

    /// Returns how texts are written.
    pub(crate) fn texts(&self) -> TextOptions {
        let Options { view, markdown_with, .. } = &self.options;
        let view = view.map_or_else(View::default, |view| view.0);
        TextOptions { view, markdown: markdown_with.unwrap_or_default().options(), ..Default::default() }
    }

    /// Returns the kinds of links to return.
    pub(crate) fn kinds(&self) -> &[LinkKind] {
        self.requested_kinds().unwrap_or(LinkKind::ALL)
    }

    /// Returns which links to return by where they lead.
    pub(crate) fn link_scope(&self) -> Option<LinkScope> {
        self.options.link_scope.map(|scope| scope.0)
    }

    /// Returns the kinds of links that are named.
    pub(crate) fn requested_kinds(&self) -> Option<&[LinkKind]> {
        self.options.kinds.as_ref().map(|kinds| &*kinds.0)
    }
}

/// The name of the links that lead to another registered domain, or to the page's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkScopeName(LinkScope);

impl<'py> FromPyObject<'_, 'py> for LinkScopeName {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        one_of(&object, &LinkScope::NAMES).map(Self)
    }
}

impl<'py> IntoPyObject<'py> for LinkScopeName {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(PyString::new(py, self.0.as_str()))
    }
}

/// The name of a crawler.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Crawler(String);

impl<'py> FromPyObject<'_, 'py> for Crawler {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let StrArgument(name) = object.extract()?;
        Ok(Self(name))
    }
}

impl<'py> IntoPyObject<'py> for Crawler {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(PyString::new(py, &self.0))
    }
}

/// The name of a view of the main content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ViewName(View);

const VIEWS: [(&str, View); 3] = [("main", View::Main), ("precise", View::Precise), ("generous", View::Generous)];

impl<'py> FromPyObject<'_, 'py> for ViewName {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        one_of(&object, &VIEWS).map(Self)
    }
}

impl<'py> IntoPyObject<'py> for ViewName {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        let name = VIEWS.iter().find(|(_, view)| *view == self.0).map_or("main", |(name, _)| name);
        Ok(PyString::new(py, name))
    }
}

/// The inline elements that Markdown has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct MarkdownInlines {
    links: bool,
    images: bool,
    emphasis: bool,
}

impl MarkdownInlines {
    fn options(self) -> MarkdownOptions {
        let Self { links, images, emphasis } = self;
        MarkdownOptions::default().with_links(links).with_images(images).with_emphasis(emphasis)
    }
}

impl<'py> FromPyObject<'_, 'py> for MarkdownInlines {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let [links, images, emphasis] = [
            Self { links: true, ..Self::default() },
            Self { images: true, ..Self::default() },
            Self { emphasis: true, ..Self::default() },
        ];
        let names = [("links", links), ("images", images), ("emphasis", emphasis)];
        let named = one_or_items(&object, "a name of inline elements or a list of them", |name| one_of(name, &names))?;
        Ok(named.into_iter().fold(Self::default(), |all, one| Self {
            links: all.links | one.links,
            images: all.images | one.images,
            emphasis: all.emphasis | one.emphasis,
        }))
    }
}

impl<'py> IntoPyObject<'py> for MarkdownInlines {
    type Target = PyList;
    type Output = Bound<'py, PyList>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let names = [("links", self.links), ("images", self.images), ("emphasis", self.emphasis)];
        PyList::new(py, names.iter().filter(|(_, is_kept)| *is_kept).map(|(name, _)| *name).collect::<Vec<_>>())
    }
}

/// The name of a profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ProfileName(Profile);

impl<'py> FromPyObject<'_, 'py> for ProfileName {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        one_of(&object, &[("crawl", Profile::Crawl), ("standard", Profile::Standard)]).map(Self)
    }
}

impl<'py> IntoPyObject<'py> for ProfileName {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(PyString::new(py, if self.0 == Profile::Crawl { "crawl" } else { "standard" }))
    }
}

/// Returns the profile; "crawl" by default.
pub(crate) fn profile_of(name: Option<ProfileName>) -> Profile {
    name.map_or(Profile::Crawl, |name| name.0)
}

/// The names of kinds of links.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LinkKinds(Vec<LinkKind>);

impl<'py> FromPyObject<'_, 'py> for LinkKinds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let kinds: Vec<_> = LinkKind::ALL.iter().map(|kind| (kind.as_str(), *kind)).collect();
        one_or_items(&object, "a link kind or a list of them", |name| one_of(name, &kinds)).map(Self)
    }
}

impl<'py> IntoPyObject<'py> for LinkKinds {
    type Target = PyList;
    type Output = Bound<'py, PyList>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyList::new(py, self.0.iter().map(|kind| kind.as_str()).collect::<Vec<_>>())
    }
}

/// Attributes with links that are added to the known ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LinkAttributes(Vec<LinkAttribute>);

impl<'py> FromPyObject<'_, 'py> for LinkAttributes {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let attribute = |name: &Bound<'py, PyAny>| {
            let StrArgument(text) = name.extract()?;
            text.parse()
                .map_err(|error: LinkAttributeError| PyValueError::new_err(format!("{text:?}: {}", error.message())))
        };
        one_or_items(&object, "\"element@attribute\" or a list of them", attribute).map(Self)
    }
}

impl<'py> IntoPyObject<'py> for LinkAttributes {
    type Target = PyList;
    type Output = Bound<'py, PyList>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyList::new(py, self.0.iter().map(LinkAttribute::to_string).collect::<Vec<_>>())
    }
}

/// A label of the Encoding Standard, or the name of a Python codec that it has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EncodingLabel(&'static Encoding);

impl<'py> FromPyObject<'_, 'py> for EncodingLabel {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let StrArgument(label) = object.extract()?;
        let of_python = || {
            let codec = object.py().import("codecs").ok()?.call_method1("lookup", (&label,)).ok()?;
            label_of(&codec.getattr("name").ok()?.extract::<String>().ok()?)
        };
        let encoding = Encoding::for_label(label.as_bytes()).or_else(of_python);
        let expected = "a label of the Encoding Standard, or the name of a Python codec that the Encoding Standard has";
        encoding.map(Self).ok_or_else(|| wrong_value(expected, &object))
    }
}

impl<'py> IntoPyObject<'py> for EncodingLabel {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(PyString::new(py, self.0.name()))
    }
}

/// Returns the encoding of a page that is str (`is_text`) or bytes; `None` if the page decides.
pub(crate) fn encoding_of(label: Option<EncodingLabel>, is_text: bool) -> Option<&'static Encoding> {
    if is_text { Encoding::for_label(b"utf-8") } else { label.map(|label| label.0) }
}

/// Returns the encoding of the Python codec with this normalized name.
fn label_of(name: &str) -> Option<&'static Encoding> {
    let name = name.replace('_', "-");
    let label = match name.as_str() {
        "utf-8-sig" => "utf-8".to_owned(),
        "utf-16-le" => "utf-16le".to_owned(),
        "utf-16-be" => "utf-16be".to_owned(),
        "cp932" => "shift_jis".to_owned(),
        "cp949" => "euc-kr".to_owned(),
        "cp950" | "big5hkscs" => "big5".to_owned(),
        "iso2022-jp" => "iso-2022-jp".to_owned(),
        _ if name.starts_with("cp") => name.replacen("cp", "windows-", 1),
        _ if name.starts_with("iso8859-") => name.replacen("iso8859", "iso-8859", 1),
        _ if name.starts_with("mac-") => format!("x-{name}"),
        _ => name,
    };
    Encoding::for_label(label.as_bytes())
}
