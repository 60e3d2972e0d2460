//! `extract` reads one page; the Python class `Page` is its result.

#![allow(unsafe_op_in_unsafe_fn)] // in the code that PyO3 writes for `__getattr__`

use crate::argument_errors::suggestion;
use crate::arguments::{ColumnList, StrArgument, argument, optional};
use crate::comparison;
use crate::flat_record::FlatRecord;
use crate::headers::Headers;
use crate::html::Html;
use crate::html_table::html_table;
use crate::keywords::{Keywords, keywords};
use crate::links::Links;
use crate::object_types::{ObjectType, ValueType};
use crate::options::{Options, PageOptions};
use crate::page_keys::{fields, name, number, page_number};
use crate::page_source::{PageSource, SourceState, read};
use crate::record_to_python::{self, number_of, record_class};
use crate::row_columns::{RowColumns, Selected, is_definition};
use crate::unused_options::refuse_unused;
use pyo3::exceptions::{PyAttributeError, PyKeyError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyNone, PyString, PyTuple};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use tagrake_bulk::input::InputPage;
use tagrake_bulk::pipeline::MainSelection;
use tagrake_bulk::schema::{self, OF_CAPTURE, Table};
use tagrake_bulk::{Fields, page_fields};

/// The name of the keyword `columns` in the command, which is accepted too.
const FIELDS: &str = "fields";

keywords! {
    /// The keywords that only [`extract`] has.
    struct PageKeywords(page_help, page_signature) {
        /// The Content-Type header of its response.
        content_type: Option<StrArgument> = None => "None",
        /// The headers of its response: a mapping, pairs of name and value, or lines "Name: value". Each is str or bytes; a value
        /// may be a list of values. A str has a header on each line, or is the JSON of these forms.
        headers: Option<Headers> = None => "None",
        /// The keys of the record to extract, in this order; None for all. Other keys take no time. A column of a selector is
        /// "price=.price::text", or in a dict {"price": ".price::text", "url": None}: see Page.select.
        columns: Option<ColumnList> = None => "None",
    }
}

#[doc = concat!("extract(html, url=None, *", page_signature!(), options_signature!(), ")\n--\n")]
/// Extracts the title, metadata, links, headings and JSON-LD of a page, and its text on access.
///
/// The page may be bytes in any encoding that browsers support, or a str. Any text gives a page: its flags report unusual
/// input. Other Python threads can run during the call.
///
/// Args:
///     html: The page.
///     url: Its URL, the base of relative links.
#[doc = concat!(page_help!(), options_help!())]
/// >>> import tagrake
/// >>> page = tagrake.extract(b"<title>Us</title><a href=/about>About us</a>", "https://example.com/")
/// >>> page.title
/// 'Us'
/// >>> [(link.url, link.text) for link in page.links]
/// [('https://example.com/about', 'About us')]
/// >>> tagrake.extract("<p>1 &lt; 2").text
/// '1 < 2'
///
/// The text, main content, Markdown, text blocks, rights, items, sources, publication date and authors are computed when they
/// are first used. The page keeps its HTML for that, also when it is pickled, unless columns is given. If columns names them and
/// flags, the flags also report the limits that they reached.
///
/// A value that is compressed, an image, an archive or another type with a signature raises ValueError, as does a URL that
/// cannot be parsed.
///
/// >>> tagrake.extract("<h2>Tea</h2><ul><li>Boil <b>water</b>", markdown_with=["emphasis"]).markdown
/// '## Tea\n\n- Boil **water**'
#[pyfunction]
#[pyo3(
    signature = (html, url=None, **options),
    text_signature = None
)]
pub(crate) fn extract(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Page> {
    let (html, url): (Html, Option<StrArgument>) = (Html::page(html)?, optional("url", url)?);
    if let Some(options) = options
        && let Some(names) = options.get_item(FIELDS)?
        && !options.contains("columns")?
    {
        options.del_item(FIELDS)?;
        options.set_item("columns", names)?;
    }
    let (PageKeywords { content_type, headers, columns }, options) = <(_, Options)>::parse("extract", options)?;
    let columns_of = |ColumnList(names): ColumnList| {
        let columns = RowColumns::of_pages(&names)?;
        refuse_unused(&options, &columns, &MainSelection::default())?;
        Columns::of(&names, columns)
    };
    let columns = columns.map(columns_of).transpose()?;
    let fields = columns.as_ref().map_or_else(Fields::default, |columns| columns.fields);
    let selected = columns.as_ref().and_then(|columns| columns.selected.clone());
    let page_options = PageOptions::new(Table::Pages, fields, options.clone()).with_selected(selected.clone());
    let mut known = InputPage::default();
    known.url = url.map(|url| url.0);
    known.content_type = content_type.map(|content_type| content_type.0);
    known.headers = headers.map_or_else(Vec::new, |headers| headers.0);
    let (record, json) = py.detach(|| read(&html, &known, &page_options))?;
    let source = columns.is_none().then(|| Arc::new(PageSource::new(html, known, options)));
    Ok(Page {
        record: Arc::new(record),
        columns: columns.map(|columns| columns.numbers),
        selected: selected.zip(json).map(|(columns, json)| Arc::new(SelectedValues::new(columns, json))),
        source,
        links: OnceLock::new(),
    })
}

/// The record of a page. Its attributes are the keys of the record, each converted to a Python object on access.
///
/// >>> import tagrake
/// >>> page = tagrake.extract(b"<html lang=en><h1 id=top>Fish</h1><meta name=author content=Me>")
/// >>> page.lang, page.author, page.headings
/// ('en', 'Me', [{'level': 1, 'text': 'Fish', 'id': 'top'}])
/// >>> page.to_dict()["metas"]
/// [{'name': 'author', 'content': 'Me'}]
///
/// A page has the methods of a mapping from the keys of its record to their values. Keys that are computed on request are in
/// it, but not among its keys, unless the columns were named.
///
/// >>> list(page)[:3], "markdown" in page, page.get("markdown")
/// (['v', 'url', 'content_type'], True, '# Fish')
#[pyclass(module = "tagrake", frozen, eq, hash)]
#[derive(Clone)]
pub(crate) struct Page {
    record: Arc<FlatRecord>,
    /// The numbers of the keys that were named, in that order; None for the default.
    columns: Option<Box<[u8]>>,
    /// The values of the columns that selectors define.
    selected: Option<Arc<SelectedValues>>,
    /// The source of other keys; None if the columns were named.
    source: Option<Arc<PageSource>>,
    links: OnceLock<Links>,
}

/// The number of the first selected column: the numbers of keys are smaller.
const SELECTED: u8 = 128;
const _: () = assert!(schema::PAGE.len() + schema::ON_REQUEST.len() <= SELECTED as usize);

/// The name of the column of a single selector.
const ALL: &str = "values";

/// The values of selected columns.
struct SelectedValues {
    columns: Selected,
    /// A JSON object.
    json: String,
    values: OnceLock<Py<PyAny>>,
}

impl SelectedValues {
    fn new(columns: Selected, json: String) -> Self {
        Self { columns, json, values: OnceLock::new() }
    }

    fn value<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if self.values.get().is_none() {
            let _ = self.values.set(loads(py, &self.json)?.unbind()); // another thread may have set the same values
        }
        self.values
            .get()
            .map_or_else(|| Ok(PyNone::get(py).to_owned().into_any()), |values| values.bind(py).get_item(name))
    }
}

fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (json,))
}

/// The columns of `extract`.
struct Columns {
    fields: Fields,
    /// The numbers of their keys, in the order of the request.
    numbers: Box<[u8]>,
    selected: Option<Selected>,
}

impl Columns {
    fn new(names: &[String]) -> PyResult<Self> {
        Self::of(names, RowColumns::of_pages(names)?)
    }

    /// Returns the columns with these names, which are `columns`.
    fn of(names: &[String], columns: RowColumns) -> PyResult<Self> {
        let RowColumns { fields, selected, .. } = columns;
        if selected.as_ref().is_some_and(|selected| selected.definitions.len() > usize::from(u8::MAX - SELECTED)) {
            return Err(PyValueError::new_err(format!("more than {} columns of selectors", u8::MAX - SELECTED)));
        }
        let mut next = SELECTED..;
        let numbers = names.iter().filter_map(|name| if is_definition(name) { next.next() } else { number(name) });
        Ok(Self { fields, numbers: numbers.collect(), selected })
    }
}

impl PartialEq for Page {
    fn eq(&self, other: &Self) -> bool {
        let json = |page: &Self| page.selected.as_ref().map(|selected| selected.json.clone());
        self.record == other.record && json(self) == json(other)
    }
}

impl Hash for Page {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.record.hash(state);
        self.selected.as_ref().map(|selected| &selected.json).hash(state);
    }
}

impl Page {
    /// Returns the value of the key `number`. Raises AttributeError if the key was not requested.
    fn member<'py>(&self, py: Python<'py>, number: u8) -> PyResult<Bound<'py, PyAny>> {
        if let Some(found) = self.requested(py, number)? {
            return Ok(found);
        }
        // A column of a selector may have the name of a key that was not requested.
        let own = self.number_of(name(number)).filter(|own| *own != number);
        let found = own.map(|own| self.requested(py, own)).transpose()?.flatten();
        found.ok_or_else(|| not_requested(name(number)))
    }

    /// Returns the number of a key or of a selected column.
    fn number_of(&self, key: &str) -> Option<u8> {
        let selected = self.selected.as_ref().and_then(|selected| selected.columns.position(key));
        selected.map_or_else(|| number(key), |index| Some(SELECTED + index as u8))
    }

    /// Returns the name of a key or of a selected column.
    fn name_of(&self, number: u8) -> &str {
        match (&self.selected, number.checked_sub(SELECTED)) {
            (Some(selected), Some(index)) => selected.columns.compiled.columns()[usize::from(index)].name(),
            _ => name(number),
        }
    }

    /// Returns the value of the key `number`: None in Python if the page has no value. Returns `None` if the key was not
    /// requested.
    fn requested<'py>(&self, py: Python<'py>, number: u8) -> PyResult<Option<Bound<'py, PyAny>>> {
        if number >= SELECTED {
            let selected = self.selected.as_ref();
            return selected.map(|selected| selected.value(py, self.name_of(number))).transpose();
        }
        if let Some(index) = self.record.member(0, number) {
            return value(py, &self.record, index, number).map(Some);
        }
        let found = match &self.source {
            _ if !self.has(number) => return Ok(None),
            Some(source) if usize::from(number) >= schema::PAGE.len() => {
                let record = source.record(py, name(number))?;
                record.member(0, number).map(|index| value(py, record, index, number)).transpose()?
            }
            _ => None,
        };
        Ok(Some(found.unwrap_or_else(|| PyNone::get(py).to_owned().into_any())))
    }

    /// Returns true if the key `number` was requested, or can be computed.
    fn has(&self, number: u8) -> bool {
        self.columns.as_ref().is_none_or(|columns| columns.contains(&number))
    }

    /// Returns the numbers of the keys, in their order.
    fn numbers(&self) -> Vec<u8> {
        let of_record = || self.record.children(0).filter_map(|index| self.record.node(index)).map(|node| node.key);
        let of_page = |key: &u8| usize::from(*key) >= OF_CAPTURE.len();
        self.columns.as_ref().map_or_else(|| of_record().filter(of_page).collect(), |columns| columns.to_vec())
    }

    /// Returns the names of the keys, and the definitions of selected columns, in their order.
    fn definitions(&self) -> Vec<String> {
        let definition = |number: u8| match (&self.selected, number.checked_sub(SELECTED)) {
            (Some(selected), Some(index)) => selected.columns.definitions[usize::from(index)].clone(),
            _ => name(number).to_owned(),
        };
        self.numbers().into_iter().map(definition).collect()
    }

    fn link_list(&self) -> PyResult<&Links> {
        const LINKS: u8 = number_of(schema::PAGE, "links");
        let index = self.record.member(0, LINKS).ok_or_else(|| not_requested("links"))?;
        Ok(self.links.get_or_init(|| Links::new(self.record.clone(), index)))
    }
}

impl Page {
    /// Returns the message about a key that this page does not have.
    fn missing(&self, key: &Bound<'_, PyString>) -> PyResult<String> {
        let name = key.to_cow()?;
        if ["urls", "source"].contains(&&*name) || number(&name).is_some() {
            return Ok(format!("{name} was not requested"));
        }
        let names = fields().map(|field| field.name).filter(|name| !OF_CAPTURE.contains(name));
        Ok(format!("a page has no {name}{}", suggestion(key, &names.chain(["urls"]).collect::<Vec<_>>())))
    }
}

fn not_requested(name: &str) -> PyErr {
    PyAttributeError::new_err(format!("{name} was not requested"))
}

/// Returns the value at `index` of a page record, which is the key `number`.
fn value<'py>(py: Python<'py>, record: &FlatRecord, index: usize, number: u8) -> PyResult<Bound<'py, PyAny>> {
    let kind = ObjectType::page(py).field(number).map_or(&ValueType::Scalar, |field| &field.kind);
    record_to_python::value(py, record, index, kind)
}

/// Defines the class from [`page_fields`]: an attribute for each field except the capture, the version and the error.
macro_rules! page_class {
    (
        capture { $($capture:tt)* }
        version { $($version:tt)* }
        page { $($presence:tt $name:ident: $kind:expr, $needs:tt $($head:ident)?, $doc:literal, $of:ident => $value:expr;)* }
        links { $($links:tt)* }
        flags { $($flag_presence:tt $flags:ident: $flag_kind:expr, $flag_needs:tt $($flag_head:ident)?, $flag_doc:literal, $flag_of:ident => $flag_value:expr;)* }
        error { $($error:tt)* }
        on_request { $($more_presence:tt $more:ident: $more_kind:expr, $more_needs:tt $($more_head:ident)?, $more_doc:literal, $more_of:ident => $more_value:expr;)* }
        raw { $($raw:tt)* }
    ) => {
        record_class! {
            Page(page_number) {
                $(#[doc = $doc] $name (stringify!($name)),)*
                $(#[doc = $flag_doc] $flags (stringify!($flags)),)*
                $(#[doc = $more_doc] $more (stringify!($more)),)*
            }

            /// The links in document order, then the links of headers. Each is made when it is first used.
            #[getter]
            fn links(&self) -> PyResult<Links> {
                self.link_list().cloned()
            }

            /// The resolved URLs of the links, without links that have none.
            #[getter]
            fn urls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                PyList::new(py, self.link_list()?.urls(py).collect::<Vec<_>>())
            }

            /// The object that the offsets of links and blocks index: the HTML as it was passed, or the str that it was decoded to,
            /// if it is bytes that are not valid UTF-8.
            #[getter]
            fn source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let source = self.source.as_ref().ok_or_else(|| not_requested("source"))?;
                let encoding = self.member(py, page_number("encoding"))?;
                let is_decoded = !encoding.get_item(intern!(py, "zero_copy"))?.is_truthy()?;
                let name: String = encoding.get_item(intern!(py, "name"))?.extract()?;
                source.source(py, is_decoded.then_some(&name))
            }

            /// Returns the record as a dict, as the command prints it. If the columns were named, it has these, in this order.
            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                if self.columns.is_none() {
                    return record_to_python::object(py, &self.record, 0, ObjectType::page(py), OF_CAPTURE.len() as u8);
                }
                let dict = PyDict::new(py);
                for number in self.numbers() {
                    dict.set_item(self.name_of(number), self.requested(py, number)?)?;
                }
                Ok(dict)
            }

            /// Returns the keys of the record, in their order.
            fn keys(&self) -> Vec<String> {
                self.numbers().into_iter().map(|number| self.name_of(number).to_owned()).collect()
            }

            /// Returns the values that CSS selectors and XPath find, with the answers of the tree that a browser builds. Columns are
            /// definitions "name=selector::output", or a dict from names to "selector::output": a dict comes back. A single
            /// selector gives a list of the values of all matches.
            ///
            /// "price=.price" is the text of the first match, "tags[]=.tag" a list of all, "item{ .product | name=h2, url=a::url }" a
            /// list of dicts. Outputs are ::text, ::text-content, ::attr(name), ::url(name), ::url, ::html and ::markdown.
            /// A UserWarning says that values are missing, because the page reached a limit.
            ///
            /// >>> page = tagrake.extract("<h1>Tea</h1><a href=/1>one</a><a href=/2>two</a>", "https://e.org/")
            /// >>> page.select("a::url")
            /// ['https://e.org/1', 'https://e.org/2']
            /// >>> page.select({"title": "h1", "links[]": "a::text"})
            /// {'title': 'Tea', 'links': ['one', 'two']}
            fn select<'py>(&self, py: Python<'py>, columns: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                let source = self.source.as_ref().ok_or_else(|| {
                    PyValueError::new_err("the page does not keep its HTML, because its columns were named")
                })?;
                let single = columns.cast::<PyString>().ok();
                let definitions = match single {
                    Some(selector) => vec![format!("{ALL}[]={}", selector.to_cow()?)],
                    None => argument::<ColumnList>("columns", columns)?.0,
                };
                if let Some(name) = definitions.iter().find(|text| !is_definition(text)) {
                    return Err(PyValueError::new_err(format!("{name:?} is no column: use \"{name}=selector\"")));
                }
                let definitions: Vec<&str> = definitions.iter().map(String::as_str).collect();
                let Some(selected) = Selected::of(Table::Pages, &definitions, &Fields::none())? else {
                    return Ok(PyDict::new(py).into_any());
                };
                let values = loads(py, &source.select(py, selected)?)?;
                if single.is_some() { values.get_item(ALL) } else { Ok(values.into_any()) }
            }

            /// Returns the value of a key, or the default if the page does not have the key.
            #[pyo3(signature = (key, default=None))]
            fn get<'py>(
                &self,
                py: Python<'py>,
                key: &str,
                default: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Option<Bound<'py, PyAny>>> {
                let found = self.number_of(key).map(|number| self.requested(py, number)).transpose()?;
                Ok(found.flatten().or(default))
            }

            /// Returns the values that differ from the values of another page: for each key, the value here and the value there, None
            /// for a key that a page does not have. Of lists, only the part between their equal starts and equal ends.
            ///
            /// >>> old, new = (tagrake.extract(f"<title>{title}</title><h1>Fish") for title in ("Us", "You"))
            /// >>> old.diff(new)
            /// {'title': ('Us', 'You')}
            fn diff<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyDict>> {
                comparison::differences(&self.to_dict(py)?, &other.to_dict(py)?)
            }

            fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
                let found = self.number_of(&key.to_cow()?).map(|number| self.requested(py, number)).transpose()?;
                match found.flatten() {
                    Some(found) => Ok(found),
                    None => Err(PyKeyError::new_err(self.missing(key)?)),
                }
            }

            fn __getattr__(&self, key: &Bound<'_, PyString>) -> PyResult<Py<PyAny>> {
                let selected = self.number_of(&key.to_cow()?).filter(|number| *number >= SELECTED);
                match selected.map(|number| self.requested(key.py(), number)).transpose()?.flatten() {
                    Some(value) => Ok(value.unbind()),
                    None => Err(PyAttributeError::new_err(self.missing(key)?)),
                }
            }

            fn __contains__(&self, key: &Bound<'_, PyAny>) -> bool {
                key.extract::<PyBackedStr>().is_ok_and(|key| self.number_of(&key).is_some_and(|number| self.has(number)))
            }

            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
                PyList::new(py, self.keys())?.try_iter()
            }

            fn __len__(&self) -> usize {
                self.numbers().len()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                const URL: u8 = number_of(schema::PAGE, "url");
                const TITLE: u8 = number_of(schema::PAGE, "title");
                let value = |number| match self.requested(py, number)? {
                    Some(value) => Ok::<_, PyErr>(value.repr()?.to_string()),
                    None => Ok("...".to_owned()),
                };
                Ok(format!("Page(url={}, title={})", value(URL)?, value(TITLE)?))
            }

            /// Returns a table for notebooks: the URL, the title and the language, and the numbers of headings, links and words.
            fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
                let mut rows = Vec::new();
                for key in ["url", "title", "lang", "description", "headings", "links", "word_count", "flags"] {
                    let found = number(key).map(|number| self.requested(py, number)).transpose()?;
                    if let Some(value) = found.flatten().filter(|value| !value.is_none()) {
                        let count = value.cast::<PyList>().ok().filter(|_| key != "flags").map(|list| list.len().to_string());
                        rows.push([key.to_owned(), count.map_or_else(|| value.str().map(|text| text.to_string()), Ok)?]);
                    }
                }
                Ok(html_table(None, &rows))
            }

            fn __copy__(&self) -> Self {
                self.clone()
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                self.clone()
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                let (py, page) = (slf.py(), slf.get());
                let (nodes, text) = page.record.to_bytes();
                let names = page.columns.is_some().then(|| page.definitions());
                let source = page.source.as_ref().map(|source| source.state(py));
                let selected = page.selected.as_ref().map(|selected| &*selected.json);
                let state = (PyBytes::new(py, &nodes), text, names, source, selected);
                (slf.get_type().getattr(intern!(py, "_of_state"))?, state).into_pyobject(py)
            }

            /// Returns the page of a state that `__reduce__` returned: its record, the names of its columns unless they are the
            /// default, its source, and the values of selected columns.
            #[staticmethod]
            #[pyo3(signature = (nodes, text, names, source, selected=None))]
            fn _of_state(
                py: Python<'_>,
                nodes: &[u8],
                text: String,
                names: Option<Vec<String>>,
                source: Option<SourceState>,
                selected: Option<String>,
            ) -> PyResult<Self> {
                let flat = FlatRecord::from_bytes(nodes, text).ok_or_else(|| PyTypeError::new_err("not the state of a Page"))?;
                let columns = names.map(|names| Columns::new(&names)).transpose()?;
                let compiled = columns.as_ref().and_then(|columns| columns.selected.clone());
                let selected = compiled.zip(selected).map(|(columns, json)| Arc::new(SelectedValues::new(columns, json)));
                let columns = columns.map(|columns| columns.numbers);
                let source = source.map(|state| Arc::new(PageSource::of_state(py, state)));
                Ok(Self { record: Arc::new(flat), columns, selected, source, links: OnceLock::new() })
            }
        }
    };
}

page_fields!(page_class);
