//! Reads a page, and reads it again for keys on request when they are first used.

use crate::char_map::CharMap;
use crate::errors::value_error;
use crate::flat_record::FlatRecord;
use crate::html::Html;
use crate::options::{Options, PageOptions};
use crate::page_keys::page_number;
use crate::reader::{MAX_KEPT_BYTES, with_reader};
use crate::record_to_python::number_of;
use crate::row_columns::Selected;
use pyo3::exceptions::{PyKeyError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::CString;
use std::sync::OnceLock;
use tagrake::encoding::Encoding;
use tagrake_bulk::input::InputPage;
use tagrake_bulk::schema::{self, Table};
use tagrake_bulk::{Fields, PageRecord};
use tagrake_extract::{Flag, Page};

thread_local! {
    /// Scratch space in which records are written before they are copied to their final length.
    static SCRATCH: RefCell<FlatRecord> = RefCell::default();
}

/// Returns the record of a page, and the values of selected columns as a JSON object. Raises ValueError if its URL cannot be parsed.
pub(crate) fn read(html: &Html, known: &InputPage, options: &PageOptions) -> PyResult<(FlatRecord, Option<String>)> {
    with_reader(options, |reader| {
        reader.read(known, html.bytes(), html.is_text, |page, options| {
            check_url(known, page)?;
            let record = PageRecord::new(known, page).with_kinds(options.kinds()).with_scope(options.link_scope());
            let record = record.with_texts(options.texts());
            SCRATCH.with_borrow_mut(|flat| {
                let written = flat.write(record, &options.fields).map(|()| {
                    set_offsets(flat, page, html);
                    (flat.clone(), options.selected_json(page))
                });
                if flat.capacity() > MAX_KEPT_BYTES {
                    *flat = FlatRecord::default();
                }
                written.map_err(value_error)
            })
        })
    })
}

/// Makes the offsets of links and blocks index the str, if the page is a str or was decoded.
fn set_offsets(flat: &mut FlatRecord, page: &Page<'_>, html: &Html) {
    const LINK_OFFSET: u8 = number_of(schema::LINK, "offset");
    if page.is_borrowed && !html.is_text {
        return;
    }
    let links = flat.member(0, page_number("links"));
    let blocks = flat.member(0, page_number("blocks"));
    if links.is_none() && blocks.is_none() {
        return;
    }
    let decision = &page.encoding;
    let text = match html.text() {
        Some(text) => Cow::Borrowed(text),
        None => decision.encoding.decode(html.bytes().get(decision.bom_len..).unwrap_or_default()),
    };
    let map = CharMap::new(&text, html.pairs());
    for index in links.map_or_else(Vec::new, |links| flat.children(links).collect()) {
        if let Some(place) = flat.member(index, LINK_OFFSET) {
            flat.change_integer(place, |offset| map.of(&text, offset));
        }
    }
    for index in blocks.map_or_else(Vec::new, |blocks| flat.children(blocks).collect()) {
        let [offset, length] = [BLOCK_OFFSET, BLOCK_LENGTH].map(|number| flat.member(index, number));
        if let (Some(offset), Some(length)) = (offset, length) {
            let start = flat.integer(offset);
            flat.change_integer(length, |length| map.of(&text, start + length) - map.of(&text, start));
            flat.change_integer(offset, |offset| map.of(&text, offset));
        }
    }
}

const BLOCK_OFFSET: u8 = number_of(schema::BLOCK, "offset");
const BLOCK_LENGTH: u8 = number_of(schema::BLOCK, "length");

/// Raises ValueError if the page was passed with a URL that cannot be parsed.
pub(crate) fn check_url(known: &InputPage, page: &Page<'_>) -> PyResult<()> {
    match &known.url {
        Some(url) if page.url.is_none() => Err(not_a_url(url)),
        _ => Ok(()),
    }
}

/// Returns a ValueError for a URL that cannot be parsed.
pub(crate) fn not_a_url(url: &str) -> PyErr {
    PyValueError::new_err(format!("argument 'url': {url:?} is not an absolute URL, such as \"https://example.com/a\""))
}

/// The keys on request that are computed together, when one of them is first used.
const LAZY_GROUPS: [&str; 12] = [
    "og_title,og_type,og_image",
    "is_valid_utf8",
    "parse_errors,parse_error_codes",
    "unfinished",
    "sources",
    "text,word_count",
    "main_text,main_word_count,lang_detected,lang_confidence,comments_text,main_score",
    "main_markdown,markdown,blocks_html",
    "blocks",
    "rights,robots_index,robots_follow",
    "items,schema_org",
    "published,published_source,published_confidence,authors,authors_source",
];

/// A page as it was passed, for the keys on request.
pub(crate) struct PageSource {
    html: Html,
    known: InputPage,
    options: Options,
    /// The records of [`LAZY_GROUPS`].
    lazy: [OnceLock<FlatRecord>; LAZY_GROUPS.len()],
}

impl PageSource {
    pub(crate) fn new(html: Html, known: InputPage, options: Options) -> Self {
        Self { html, known, options, lazy: Default::default() }
    }

    /// Returns a record with the key on request `name`.
    pub(crate) fn record(&self, py: Python<'_>, name: &str) -> PyResult<&FlatRecord> {
        let group = LAZY_GROUPS.iter().position(|names| names.split(',').any(|other| other == name));
        let group = group.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        if let Some(record) = self.lazy[group].get() {
            return Ok(record);
        }
        let fields = Fields::only(LAZY_GROUPS[group]).map_err(|error| PyKeyError::new_err(error.to_string()))?;
        let options = PageOptions::new(Table::Pages, fields, self.options.clone());
        let (record, _) = py.detach(|| read(&self.html, &self.known, &options))?;
        Ok(self.lazy[group].get_or_init(|| record))
    }

    /// Returns the values of selected columns as a JSON object, with a warning if some are missing.
    pub(crate) fn select(&self, py: Python<'_>, columns: Selected) -> PyResult<String> {
        let fields = Fields::only("flags").map_err(value_error)?;
        let options = PageOptions::new(Table::Pages, fields, self.options.clone()).with_selected(Some(columns));
        let (record, selected) = py.detach(|| read(&self.html, &self.known, &options))?;
        let limit = Flag::LimitSelect.as_str();
        let flags = record.member(0, page_number("flags")).into_iter().flat_map(|flags| record.children(flags));
        if flags.filter_map(|flag| record.node(flag)).any(|flag| record.text(flag) == limit) {
            let message = format!("the values of the selectors are not complete: the page reached a limit ({limit})");
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 1)?;
        }
        Ok(selected.unwrap_or_default())
    }

    /// Returns the object that offsets index: the page as it was passed, or the decoded str. `decoded` is the encoding from which it
    /// was decoded.
    pub(crate) fn source<'py>(&self, py: Python<'py>, decoded: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let Some(encoding) = decoded.and_then(|name| Encoding::for_label(name.as_bytes())) else {
            return self.html.to_object(py);
        };
        let text = encoding.decode(self.html.bytes());
        Ok(PyString::new(py, text.strip_prefix('\u{feff}').unwrap_or(&text)).into_any())
    }

    pub(crate) fn state(&self, py: Python<'_>) -> SourceState {
        let Self { html, known, options, .. } = self;
        SourceState {
            html: PyBytes::new(py, html.bytes()).unbind(),
            is_text: html.is_text,
            url: known.url.clone(),
            content_type: known.content_type.clone(),
            headers: known.headers.clone(),
            options: options.clone(),
        }
    }

    pub(crate) fn of_state(py: Python<'_>, state: SourceState) -> Self {
        let SourceState { html, is_text, url, content_type, headers, options } = state;
        let mut known = InputPage::default();
        (known.url, known.content_type, known.headers) = (url, content_type, headers);
        Self::new(Html::of_bytes(html.into_bound(py), is_text), known, options)
    }
}

/// The source of a pickled page, as a dict.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SourceState {
    html: Py<PyBytes>,
    is_text: bool,
    url: Option<String>,
    content_type: Option<String>,
    headers: Vec<(String, String)>,
    options: Options,
}
