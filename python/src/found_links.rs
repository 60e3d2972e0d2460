//! `FoundLinks`: the links of `a` and `area` elements of a page, for the link extractor of Scrapy.

use crate::arguments::{StrArgument, optional};
use crate::collector_pause::without_collector;
use crate::decoding::EncodingKeywords;
use crate::html::Html;
use crate::hyperlinks::{limit_of_links, read_links};
use crate::keywords::Keywords;
use crate::link_filter::LinkFilter;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use tagrake_extract::{Link, LinkClass, LinkKind, Page};

/// The links in the attribute `href` of the a and area elements of a page. Links in a srcdoc are not among them.
// PERF: one string has all values and texts, so that a spider with several rules reads a page once, and creates objects only for
// the links that a rule keeps.
#[pyclass(frozen, module = "tagrake._native")]
pub(crate) struct FoundLinks {
    /// The value and the text of each link, one after the other.
    text: String,
    links: Vec<FoundLink>,
    is_complete: bool,
}

/// A link.
pub(crate) struct FoundLink {
    /// The ends of the value and of the text.
    ends: [usize; 2],
    /// True if the value is the resolved URL. Otherwise it is the attribute as written, because it is no valid URL.
    is_url: bool,
    is_area: bool,
    is_nofollow: bool,
}

impl FoundLink {
    fn new(link: &Link<'_>) -> Self {
        // Scrapy separates the values of `rel` at commas, too.
        let mut values = link.rel.iter().flat_map(|token| token.split(','));
        Self {
            ends: [0; 2],
            is_url: link.url.is_some(),
            is_area: link.element == "area",
            is_nofollow: values.any(|value| value == "nofollow"),
        }
    }
}

#[pymethods]
impl FoundLinks {
    #[new]
    #[pyo3(signature = (html, url, **options))]
    fn new(
        py: Python<'_>,
        html: &Bound<'_, PyAny>,
        url: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (html, url): (Html, Option<StrArgument>) = (Html::page(html)?, optional("url", url)?);
        let encoding = EncodingKeywords::parse("FoundLinks", options)?;
        read_links(py, &html, url, encoding, "url,text,rel", |page| Ok(Self::of(page)))
    }

    /// False if a limit of length or memory left out links.
    #[getter]
    fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the URL, the text and nofollow of each link that `filter` keeps.
    fn kept<'py>(&self, py: Python<'py>, filter: &LinkFilter) -> PyResult<Bound<'py, PyList>> {
        let mut kept = filter.start();
        let links = self
            .parts()
            .filter(|(link, value, _)| link.is_url && filter.has_element(link.is_area) && kept.keeps(value));
        self.list(py, links, |link, value, text| (value, text, link.is_nofollow).into_pyobject(py))
    }

    /// Returns the value of each link of the elements that `filter` has, whether it is a URL, the text and nofollow.
    fn all<'py>(&self, py: Python<'py>, filter: &LinkFilter) -> PyResult<Bound<'py, PyList>> {
        let links = self.parts().filter(|(link, ..)| filter.has_element(link.is_area));
        self.list(py, links, |link, value, text| (value, link.is_url, text, link.is_nofollow).into_pyobject(py))
    }
}

impl FoundLinks {
    fn of(page: &Page<'_>) -> Self {
        let is_found = |link: &&Link<'_>| {
            let is_hyperlink = link.kind == LinkKind::Nav && link.attr == "href" && !link.in_srcdoc;
            is_hyperlink && matches!(link.element, "a" | "area" | "svg:a")
        };
        let found = || page.links.iter().filter(is_found);
        let bytes = found().map(|link| link.url.unwrap_or(link.raw).len() + link.text.len()).sum();
        let (mut text, mut links) = (String::with_capacity(bytes), Vec::with_capacity(found().count()));
        for link in found() {
            let mut kept = FoundLink::new(link);
            for (end, part) in kept.ends.iter_mut().zip([link.url.unwrap_or(link.raw), link.text]) {
                text.push_str(part);
                *end = text.len();
            }
            links.push(kept);
        }
        let is_complete = limit_of_links(page).is_none() && found().all(|link| link.class != LinkClass::TooLong);
        Self { text, links, is_complete }
    }

    /// Returns each link with its value and its text.
    fn parts(&self) -> impl Iterator<Item = (&FoundLink, &str, &str)> {
        let mut start = 0;
        self.links.iter().map(move |link| {
            let [end_of_value, end] = link.ends;
            let parts = (link, &self.text[start..end_of_value], &self.text[end_of_value..end]);
            start = end;
            parts
        })
    }

    /// Returns a list with an object for each link.
    fn list<'a, 'py>(
        &'a self,
        py: Python<'py>,
        links: impl Iterator<Item = (&'a FoundLink, &'a str, &'a str)>,
        object: impl Fn(&'a FoundLink, Bound<'py, PyString>, Bound<'py, PyString>) -> PyResult<Bound<'py, PyTuple>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let object = |(link, value, text)| object(link, PyString::new(py, value), PyString::new(py, text));
        let objects = without_collector(py, || links.map(object).collect::<PyResult<Vec<_>>>())?;
        PyList::new(py, objects)
    }
}
