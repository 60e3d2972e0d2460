//! The Python class `Link`.

use crate::flat_record::FlatRecord;
use crate::object_types::{ObjectType, ValueType};
use crate::record_to_python::{self, number_of, record_class};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyNone, PyTuple};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tagrake_bulk::schema;

/// A link of a page. Its attributes are the keys of a link in the record. Each is converted to a Python object on
/// access, and is None if the link does not have it.
///
/// >>> import tagrake
/// >>> page = tagrake.extract(b"<a href=/b rel='nofollow ugc'>B</a>", "https://example.com/a")
/// >>> link = page.links[0]
/// >>> link.url, link.kind, link.rel, link.nofollow, link.text
/// ('https://example.com/b', 'nav', ['nofollow', 'ugc'], True, 'B')
/// >>> link
/// Link(element='a', attr='href', url='https://example.com/b')
#[pyclass(module = "tagrake", frozen, eq, hash)]
pub(crate) struct Link {
    record: Arc<FlatRecord>,
    index: usize,
}

impl Link {
    pub(crate) fn new(record: Arc<FlatRecord>, index: usize) -> Self {
        Self { record, index }
    }

    fn member<'py>(&self, py: Python<'py>, number: u8) -> PyResult<Bound<'py, PyAny>> {
        match self.record.member(self.index, number) {
            Some(index) => self.value(py, index, number),
            None => Ok(PyNone::get(py).to_owned().into_any()),
        }
    }

    /// Returns the value at `index`, which is the field `number`.
    fn value<'py>(&self, py: Python<'py>, index: usize, number: u8) -> PyResult<Bound<'py, PyAny>> {
        let kind = ObjectType::link(py).field(number).map_or(&ValueType::Scalar, |field| &field.kind);
        record_to_python::value(py, &self.record, index, kind)
    }
}

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        self.record.subtree(self.index) == other.record.subtree(other.index)
    }
}

impl Hash for Link {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.record.subtree(self.index).hash(state);
    }
}

const fn link_number(name: &str) -> u8 {
    number_of(schema::LINK, name)
}

record_class! {
    Link(link_number) {
        /// The name of the element, such as a or svg:a; header for a Link header.
        element "element",
        /// The name of the attribute; #text for the text of a style element, empty for a header.
        attr "attr",
        /// The URL as written in the page, with character references decoded.
        raw "raw",
        /// The URL, resolved against the base URL.
        url "url",
        /// The class of the URL, such as http or mailto; the key class.
        class_ "class",
        /// The purpose of the link, such as nav or embed.
        kind "kind",
        /// The tokens of rel, in lower case.
        rel "rel",
        /// True if rel has nofollow.
        nofollow "nofollow",
        /// True if rel has ugc.
        ugc "ugc",
        /// True if rel has sponsored.
        sponsored "sponsored",
        /// The text of the link, with white space collapsed.
        text "text",
        /// The alternative text of the image, or of the images in the link.
        alt "alt",
        /// The attribute title.
        title "title",
        /// The attribute hreflang.
        hreflang "hreflang",
        /// The attribute type.
        type_ "type",
        /// The attribute media.
        media "media",
        /// The attribute sizes.
        sizes "sizes",
        /// The attribute as, the type of a preload; the key as.
        as_ "as",
        /// The attribute color.
        color "color",
        /// The attribute target.
        target "target",
        /// The attribute download.
        download "download",
        /// The method of a form.
        method "method",
        /// The width of an image candidate, in CSS pixels.
        width "width",
        /// The pixel density of an image candidate.
        density "density",
        /// True if the link is in a noscript element, otherwise None.
        in_noscript "in_noscript",
        /// True if the link is in a template element, otherwise None.
        in_template "in_template",
        /// True if the link is in the document of the srcdoc attribute of an iframe, otherwise None.
        in_srcdoc "in_srcdoc",
        /// True if the link is in the head, otherwise None.
        in_head "in_head",
        /// The byte offset of the value in the page, or in the decoded page if it is not UTF-8.
        offset "offset",
        /// The length of the text before truncation, in bytes; None if it is complete.
        text_len "text_len",
    }

    /// Returns the link as a dict, as in the record.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        record_to_python::object(py, &self.record, self.index, ObjectType::link(py), 0)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        let number = schema::LINK.iter().position(|field| field.name == key).map(|number| number as u8);
        match number.and_then(|number| Some((self.record.member(self.index, number)?, number))) {
            Some((index, number)) => self.value(py, index, number),
            None => Err(PyKeyError::new_err(key.to_owned())),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = |name| self.member(py, link_number(name))?.repr().map(|text| text.to_string());
        Ok(format!("Link(element={}, attr={}, url={})", value("element")?, value("attr")?, value("url")?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, link) = (slf.py(), slf.get());
        let alone = link.record.subtree(link.index);
        let (nodes, text) = alone.to_bytes();
        let state = (PyBytes::new(py, &nodes), text);
        (slf.get_type().getattr(intern!(py, "_of_bytes"))?, state).into_pyobject(py)
    }

    #[staticmethod]
    fn _of_bytes(nodes: &[u8], text: String) -> PyResult<Self> {
        let record = FlatRecord::from_bytes(nodes, text);
        let record = record.ok_or_else(|| PyTypeError::new_err("not the state of a Link"))?;
        Ok(Self::new(Arc::new(record), 0))
    }
}
