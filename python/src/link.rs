//! The Python class `Link`.

use crate::argument_errors::suggestion;
use crate::flat_record::FlatRecord;
use crate::html_table::{brief, html_table};
use crate::object_types::{ObjectType, ValueType};
use crate::record_to_python::{self, number_of, position, record_class};
use pyo3::exceptions::{PyAttributeError, PyKeyError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyNone, PyString, PyTuple};
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
/// Link(element='a', attr='href', url='https://example.com/b', text='B')
///
/// A link is a mapping from the keys of its record to their values, also for isinstance and for libraries that make tables of
/// mappings, as in pandas.DataFrame(page.links).
///
/// >>> link["class"], "title" in link, link.get("title", "")
/// ('http', False, '')
#[pyclass(module = "tagrake", frozen, eq, hash)]
#[derive(PartialEq, Hash)]
pub(crate) struct Link {
    /// The link alone.
    record: FlatRecord,
}

impl Link {
    pub(crate) fn new(record: FlatRecord) -> Self {
        Self { record }
    }

    fn member<'py>(&self, py: Python<'py>, number: u8) -> PyResult<Bound<'py, PyAny>> {
        match self.record.member(0, number) {
            Some(index) => self.value(py, index, number),
            None => Ok(PyNone::get(py).to_owned().into_any()),
        }
    }

    /// Returns the index and the number of the key `key`, if the link has it.
    fn place(&self, key: &str) -> Option<(usize, u8)> {
        let number = position(schema::LINK, key)?;
        Some((self.record.member(0, number)?, number))
    }

    /// Returns the value at `index`, which is the field `number`.
    fn value<'py>(&self, py: Python<'py>, index: usize, number: u8) -> PyResult<Bound<'py, PyAny>> {
        let kind = ObjectType::link(py).field(number).map_or(&ValueType::Scalar, |field| &field.kind);
        record_to_python::value(py, &self.record, index, kind)
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
        /// The offset of the value in the source of the page: in bytes, or in characters if the source is a str.
        offset "offset",
        /// The length of the text before truncation, in bytes; None if it is complete.
        text_len "text_len",
    }

    /// Returns the link as a dict, as in the record.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        record_to_python::object(py, &self.record, 0, ObjectType::link(py), 0)
    }

    /// Returns the keys of the link in the record, in their order.
    fn keys(&self) -> Vec<&'static str> {
        let keys = self.record.children(0).filter_map(|index| self.record.node(index)).map(|node| usize::from(node.key));
        keys.filter_map(|number| schema::LINK.get(number)).map(|field| field.name).collect()
    }

    /// Returns the values of the keys, in their order.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.to_dict(py)?.values())
    }

    /// Returns the keys and their values as pairs, in their order.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.to_dict(py)?.items())
    }

    /// Returns the value of a key, or the default if the link does not have the key.
    #[pyo3(signature = (key, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        key: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.place(key).map(|(index, number)| self.value(py, index, number)).transpose()?;
        Ok(found.or(default))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        match self.place(&key.to_cow()?) {
            Some((index, number)) => self.value(py, index, number),
            None => Err(PyKeyError::new_err(missing(key)?)),
        }
    }

    fn __getattr__(&self, key: &Bound<'_, PyString>) -> PyResult<Py<PyAny>> {
        Err(PyAttributeError::new_err(missing(key)?))
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> bool {
        key.extract::<PyBackedStr>().is_ok_and(|key| self.place(&key).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.keys().len()
    }

    pub(crate) fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut parts = Vec::new();
        for (key, number) in
            [("element", link_number("element")), ("attr", link_number("attr")), ("url", link_number("url")), ("text", link_number("text"))]
        {
            let value = self.member(py, number)?;
            if key != "text" || !value.is_none() {
                parts.push(format!("{key}={}", brief(&value.repr()?.to_string())));
            }
        }
        Ok(format!("Link({})", parts.join(", ")))
    }

    /// Returns a table for notebooks: the keys and their values.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let row = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| Ok([key.str()?.to_string(), value.str()?.to_string()]);
        Ok(html_table(None, &self.to_dict(py)?.iter().map(row).collect::<PyResult<Vec<_>>>()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, link) = (slf.py(), slf.get());
        let (nodes, text) = link.record.to_bytes();
        let state = (PyBytes::new(py, &nodes), text);
        (slf.get_type().getattr(intern!(py, "_of_bytes"))?, state).into_pyobject(py)
    }

    #[staticmethod]
    fn _of_bytes(nodes: &[u8], text: String) -> PyResult<Self> {
        let record = FlatRecord::from_bytes(nodes, text);
        record.map(Self::new).ok_or_else(|| PyTypeError::new_err("not the state of a Link"))
    }
}

/// Returns the message about a key that a link does not have.
fn missing(key: &Bound<'_, PyString>) -> PyResult<String> {
    let (name, known) = (key.to_cow()?, schema::LINK.iter().map(|field| field.name).collect::<Vec<_>>());
    match known.contains(&&*name) {
        true => Ok(format!("the link has no {name}")),
        false => Ok(format!("a link has no {name}{}", suggestion(key, &known))),
    }
}
