//! A link of a page.

use crate::tape::Tape;
use crate::values;
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyNone, PyTuple};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tagrake_bulk::schema;

/// A link of a page: where it leads, and what is said of it. Its attributes are the keys of a link in the record; each makes
/// its value when it is read, and is None if nothing is said.
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
    tape: Arc<Tape>,
    place: usize,
}

impl Link {
    pub(crate) fn new(tape: Arc<Tape>, place: usize) -> Self {
        Self { tape, place }
    }

    fn member<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        for part in self.tape.parts(self.place) {
            let field = self.tape.node(part).and_then(|node| schema::LINK.get(usize::from(node.key)));
            if let Some(field) = field.filter(|field| field.name == name) {
                return values::value(py, &self.tape, part, &field.kind);
            }
        }
        Ok(PyNone::get(py).to_owned().into_any())
    }
}

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        self.tape.part(self.place) == other.tape.part(other.place)
    }
}

impl Hash for Link {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tape.part(self.place).hash(state);
    }
}

/// Writes the methods of `Link`: an attribute for each field, then what is given.
macro_rules! link {
    ({ $($(#[$doc:meta])* $name:ident $key:literal,)* } $($methods:tt)*) => {
        #[pymethods]
        impl Link {
            $(
                $(#[$doc])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    self.member(py, $key)
                }
            )*
            $($methods)*
        }
    };
}

link! {
    {
        /// The element's name: a, svg:a; header for a Link header.
        element "element",
        /// The attribute's name; #text for the text of a style element, empty for a header.
        attr "attr",
        /// The URL as the page has it, decoded.
        raw "raw",
        /// Where it leads, resolved against the base URL.
        url "url",
        /// What the URL is; the key class.
        class_ "class",
        /// What the link is for.
        kind "kind",
        /// The tokens of rel, in lower case.
        rel "rel",
        /// Whether rel has nofollow.
        nofollow "nofollow",
        /// Whether rel has ugc.
        ugc "ugc",
        /// Whether rel has sponsored.
        sponsored "sponsored",
        /// The text inside, white space collapsed.
        text "text",
        /// What stands for the image, or for the images inside.
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
        /// The attribute as: what is preloaded; the key as.
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
        /// Whether it stands in noscript; only if true.
        in_noscript "in_noscript",
        /// Whether it stands in template; only if true.
        in_template "in_template",
        /// Whether it stands in the head; only if true.
        in_head "in_head",
        /// The first byte of the value in the page, or in its decoding.
        offset "offset",
        /// The length of the text before it was cut; only if it was.
        text_len "text_len",
    }

    /// Returns all of it as a dict, as the record has it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values::object(py, &self.tape, self.place, schema::LINK)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        let fields = schema::LINK.iter().enumerate();
        let mut places = fields.filter(|(_, field)| field.name == key).map(|(number, field)| {
            let number = u8::try_from(number).unwrap_or(u8::MAX); // there are not that many
            Some((self.tape.member(self.place, number)?, field))
        });
        match places.next().flatten() {
            Some((place, field)) => values::value(py, &self.tape, place, &field.kind),
            None => Err(PyKeyError::new_err(key.to_owned())),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = |name| self.member(py, name)?.repr().map(|text| text.to_string());
        Ok(format!("Link(element={}, attr={}, url={})", value("element")?, value("attr")?, value("url")?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, link) = (slf.py(), slf.get());
        let alone = link.tape.part(link.place);
        let (nodes, text) = alone.to_bytes();
        let state = (PyBytes::new(py, &nodes), text);
        (slf.get_type().getattr(intern!(py, "_of_bytes"))?, state).into_pyobject(py)
    }

    #[staticmethod]
    fn _of_bytes(nodes: &[u8], text: String) -> PyResult<Self> {
        let tape = Tape::from_bytes(nodes, text).ok_or_else(|| PyTypeError::new_err("these bytes are no link"))?;
        Ok(Self::new(Arc::new(tape), 0))
    }
}
