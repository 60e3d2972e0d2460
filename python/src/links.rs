//! The links of a page, each made when it is used.

use crate::collector_pause::without_collector;
use crate::flat_record::{FlatRecord, NodeKind};
use crate::html_table::html_table;
use crate::link::Link;
use crate::record_to_python::number_of;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString};
use std::sync::Arc;
use tagrake_bulk::schema;

/// The number of links that notebooks show, and that a repr has.
const SHOWN: (usize, usize) = (20, 3);

/// The links of a page: a sequence. A link is made when it is used, and does not keep the page.
///
/// >>> import tagrake
/// >>> page = tagrake.extract("<a href=/a>A</a><a href=/b>B</a>", "https://example.com/")
/// >>> len(page.links), page.links[-1].url, [link.text for link in page.links]
/// (2, 'https://example.com/b', ['A', 'B'])
#[pyclass(module = "tagrake", frozen, sequence)]
#[derive(Clone)]
pub(crate) struct Links {
    record: Arc<FlatRecord>,
    /// The indices of the links in the record.
    indices: Arc<[u32]>,
}

impl Links {
    /// Returns the links of the list at `index` of a record.
    pub(crate) fn new(record: Arc<FlatRecord>, index: usize) -> Self {
        let indices = record.children(index).map(|index| index as u32).collect();
        Self { record, indices }
    }

    /// Returns the resolved URLs, without links that have none.
    pub(crate) fn urls<'py>(&self, py: Python<'py>) -> impl Iterator<Item = Bound<'py, PyString>> {
        const URL: u8 = number_of(schema::LINK, "url");
        self.indices.iter().filter_map(move |&index| {
            let url = self.record.node(self.record.member(index as usize, URL)?)?;
            (url.kind == NodeKind::Text).then(|| PyString::new(py, self.record.text(url)))
        })
    }

    fn link(&self, index: u32) -> Link {
        Link::new(self.record.subtree(index as usize))
    }

    /// Returns the links as a list.
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let create =
            || self.indices.iter().map(|&index| Bound::new(py, self.link(index))).collect::<PyResult<Vec<_>>>();
        PyList::new(py, without_collector(py, create)?)
    }
}

#[pymethods]
impl Links {
    fn __len__(&self) -> usize {
        self.indices.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.indices.len() as isize;
        if let Ok(slice) = key.cast::<PySlice>() {
            let range = slice.indices(length)?;
            let at = |number: usize| self.indices[(range.start + range.step * number as isize) as usize];
            let links = (0..range.slicelength).map(|number| Bound::new(py, self.link(at(number))));
            return Ok(PyList::new(py, links.collect::<PyResult<Vec<_>>>()?)?.into_any());
        }
        let index: isize = key.extract()?;
        let index = if index < 0 { index + length } else { index };
        let found = usize::try_from(index).ok().and_then(|index| self.indices.get(index));
        let found = found.ok_or_else(|| PyIndexError::new_err(format!("there are {length} links")))?;
        Ok(Bound::new(py, self.link(*found))?.into_any())
    }

    fn __iter__(&self) -> LinksIterator {
        LinksIterator { links: self.clone(), next: 0 }
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let list = match other.cast::<Self>() {
            Ok(links) => links.get().list(py)?,
            Err(_) => match other.cast::<PyList>() {
                Ok(list) => list.clone(),
                Err(_) => return Ok(py.NotImplemented().into_bound(py)),
            },
        };
        match op {
            CompareOp::Eq | CompareOp::Ne => self.list(py)?.rich_compare(list, op),
            _ => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    /// Returns the index of the first link that is equal. Raises ValueError if there is none.
    #[pyo3(signature = (value, start=0, stop=isize::MAX))]
    fn index<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
        start: isize,
        stop: isize,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.call_method1(intern!(py, "index"), (value, start, stop))
    }

    /// Returns the number of links that are equal.
    fn count<'py>(&self, py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.call_method1(intern!(py, "count"), (value,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shown = self.indices.iter().take(SHOWN.1).map(|&index| self.link(index).__repr__(py));
        let shown = shown.collect::<PyResult<Vec<_>>>()?.join(", ");
        Ok(match self.indices.len().saturating_sub(SHOWN.1) {
            0 => format!("Links([{shown}])"),
            more => format!("Links([{shown}, ...]), {more} more"),
        })
    }

    /// Returns a table for notebooks: the first links.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let mut rows = Vec::new();
        for &index in self.indices.iter().take(SHOWN.0) {
            let record = self.link(index).to_dict(py)?;
            let cell = |key: &str| match record.get_item(key)? {
                Some(value) if !value.is_none() => Ok::<_, PyErr>(value.str()?.to_string()),
                _ => Ok(String::new()),
            };
            rows.push([cell("url")?, cell("text")?, cell("kind")?]);
        }
        Ok(html_table(Some(&["url", "text", "kind"]), &rows))
    }
}

/// An iterator over links.
#[pyclass(module = "tagrake")]
pub(crate) struct LinksIterator {
    links: Links,
    next: usize,
}

#[pymethods]
impl LinksIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Link> {
        let index = *self.links.indices.get(self.next)?;
        self.next += 1;
        Some(self.links.link(index))
    }

    fn __length_hint__(&self) -> usize {
        self.links.indices.len() - self.next
    }
}
