//! Columns whose values are parts of a page that selectors find.
//!
//! 1. `definition` reads the text of a column, such as `price=.price::text`: its name, its selector, and its [`Output`].
//! 2. All selectors of all columns are compiled together ([`Selectors`]), so that one pass over a page evaluates them.
//!
//! `selected` takes the values from a page.

mod definition;
mod error;
mod output;

use crate::markdown_options::MarkdownOptions;
use crate::select::{SelectorReport, Selectors};
use alloc::string::String;
use alloc::vec::Vec;
use definition::Definition;
pub use error::SelectColumnError;
pub(crate) use output::Output;

/// Columns of values that selectors find in a page. See
/// [`ExtractOptions::with_columns`](crate::ExtractOptions::with_columns).
///
/// A column is defined by a text:
///
/// | definition | value |
/// |---|---|
/// | `price=.price::text` | the text of the first element that matches, or null |
/// | `tags[]=a[rel=tag]::text` | a list of the texts of all elements that match |
/// | `item{ .product \| name=h2::text, url=a::url }` | a list of records: for each element that matches `.product`, values of its descendants |
///
/// The selector may be a list: `title=h1, h2::text`. In a record, `::attr(id)` without a selector is the element itself. The
/// output is after `::`:
///
/// | output | value |
/// |---|---|
/// | `::text`, or none | the text with white space collapsed, as of a link. Without scripts and style sheets, unless the element itself is one: then its content, unchanged |
/// | `::text-content` | the [text content](https://dom.spec.whatwg.org/#dom-node-textcontent), unchanged |
/// | `::attr(name)` | the value of an attribute |
/// | `::url(name)` | the URL in an attribute, resolved |
/// | `::url` | the URL of the element: of `href` for `a`, of `src` for `img` |
/// | `::html` | the part of the page from the start tag to the end tag, unchanged |
/// | `::markdown` | the text blocks as Markdown; of an element that is a part of one, such as `b`, its text, escaped |
///
/// The selector may also be an XPath, such as `//h2/following-sibling::p[1]`: it starts with `/`, `./`, `(/`, or in a record with
/// `//` or `.//`. `/@href` at its end is the output `::attr(href)`, and `/text()` the texts of the children, each a value of its own.
///
/// An element without the attribute is left out, so a column has the first value that exists.
///
/// ```
/// use std::sync::Arc;
/// use tagrake_extract::{Context, ExtractOptions, Extractor, SelectColumns, SelectedValue};
///
/// let columns = SelectColumns::compile(&["title=h1", "item{ .product | name=h2, tags[]=.tag, url=a::url }"])?;
/// let mut extractor = Extractor::new(ExtractOptions::default().with_columns(Some(Arc::new(columns))));
/// let html = b"<h1>Shop</h1><div class=product><h2>Tea</h2><i class=tag>green</i> <i class=tag>new</i><a href=/tea>more</a></div>";
/// let page = extractor.extract(html, &Context::default().with_url(Some("https://e.org/")));
/// let [SelectedValue::Text("Shop"), SelectedValue::Records([[name, tags, url]])] = page.selected else { panic!() };
/// assert_eq!((*name, *tags), (SelectedValue::Text("Tea"), SelectedValue::Texts(&["green", "new"])));
/// assert_eq!(*url, SelectedValue::Text("https://e.org/tea"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SelectColumns {
    pub(crate) selectors: Selectors,
    columns: Vec<SelectColumn>,
    pub(crate) markdown: MarkdownOptions,
    outputs: Vec<Output>,
}

/// A column of [`SelectColumns`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectColumn {
    name: String,
    kind: SelectKind,
    /// The index of the selector. `None` for the element of the record.
    pub(crate) selector: Option<usize>,
    pub(crate) output: Output,
    /// The output in the definition.
    requested: Option<Output>,
}

/// The type of the values of a [`SelectColumn`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectKind {
    /// A text, or null.
    Text,
    /// A list of texts.
    Texts,
    /// A list of records with these columns.
    Records(Vec<SelectColumn>),
}

impl SelectColumn {
    /// Creates a column without a selector, whose values the caller finds: a text, or a list of texts.
    ///
    /// ```
    /// use tagrake_extract::{SelectColumn, SelectKind};
    ///
    /// let column = SelectColumn::without_selector("tags", true);
    /// assert!(column.name() == "tags" && matches!(column.kind(), SelectKind::Texts));
    /// ```
    pub fn without_selector(name: impl Into<String>, is_list: bool) -> Self {
        let kind = if is_list { SelectKind::Texts } else { SelectKind::Text };
        Self { name: name.into(), kind, selector: None, output: Output::default(), requested: None }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the type of the values.
    pub fn kind(&self) -> &SelectKind {
        &self.kind
    }
}

impl SelectColumns {
    /// Compiles columns. Each text is one definition.
    ///
    /// # Errors
    ///
    /// Returns an error with the definition, the offset in it, and what could be used instead.
    ///
    /// ```
    /// let error = tagrake_extract::SelectColumns::compile(&["price=.price:hover"]).unwrap_err();
    /// assert_eq!(error.to_string(), "`price=.price:hover`, offset 12: `:hover` depends on what a user does; remove it");
    /// ```
    pub fn compile<D: AsRef<str>>(definitions: &[D]) -> Result<Self, SelectColumnError> {
        let mut places = Vec::new();
        let mut columns: Vec<SelectColumn> = Vec::new();
        for text in definitions.iter().map(AsRef::as_ref) {
            let parsed = Definition::parse(text, 0).map_err(|fault| fault.in_definition(text))?;
            if let Some(fault) = parsed.same_name(columns.iter().map(|column| &*column.name)) {
                return Err(fault.in_definition(text));
            }
            columns.push(SelectColumn::new(parsed, text, &mut places));
        }
        let texts: Vec<&str> = places.iter().map(|place: &SelectorPlace<'_>| place.text).collect();
        let selectors = Selectors::compile(&texts).map_err(|error| {
            let place = &places[error.selector()];
            SelectColumnError::new(place.definition, place.offset + error.span().start, error.message())
        })?;
        for (index, place) in places.iter().enumerate() {
            // A record has elements.
            let requested = if place.is_record { Some(&Output::Html) } else { place.output.as_ref() };
            if Output::of(requested, selectors.result_of(index)).is_none() {
                let message = "the path selects no elements: remove its last step, or the output after `::`";
                return Err(SelectColumnError::new(place.definition, place.offset, message));
            }
        }
        columns.iter_mut().for_each(|column| column.set_output(&selectors));
        let mut outputs = Vec::new();
        columns.iter().for_each(|column| column.add_outputs(&mut outputs));
        Ok(Self { selectors, columns, markdown: MarkdownOptions::default(), outputs })
    }

    /// Sets how [`::markdown`](Self) is written.
    #[must_use]
    pub fn with_markdown(mut self, options: MarkdownOptions) -> Self {
        self.markdown = options;
        self
    }

    /// Returns the columns.
    ///
    /// ```
    /// use tagrake_extract::{SelectColumns, SelectKind};
    ///
    /// let columns = SelectColumns::compile(&["a=b", "c[]=d"])?;
    /// let kinds = columns.columns().iter().map(|column| matches!(column.kind(), SelectKind::Texts));
    /// assert!(kinds.eq([false, true]));
    /// # Ok::<(), tagrake_extract::SelectColumnError>(())
    /// ```
    pub fn columns(&self) -> &[SelectColumn] {
        &self.columns
    }

    /// Returns what the evaluation of each selector needs, in the order of the definitions.
    ///
    /// ```
    /// use tagrake_extract::SelectColumns;
    ///
    /// let columns = SelectColumns::compile(&["item{ .item | name=h2 }", "price=.price"])?;
    /// assert_eq!(columns.reports().map(|report| report.selector().to_owned()).collect::<Vec<_>>(), [".item", "h2", ".price"]);
    /// # Ok::<(), tagrake_extract::SelectColumnError>(())
    /// ```
    pub fn reports(&self) -> impl Iterator<Item = SelectorReport> {
        (0..self.selectors.len()).map(|selector| self.selectors.report(selector))
    }

    /// Returns true if a column is `::markdown`, which needs the text blocks of the page with their inline elements.
    ///
    /// ```
    /// assert!(tagrake_extract::SelectColumns::compile(&["body=article::markdown"])?.needs_blocks());
    /// # Ok::<(), tagrake_extract::SelectColumnError>(())
    /// ```
    pub fn needs_blocks(&self) -> bool {
        self.has_output(|output| matches!(output, Output::Markdown))
    }

    /// Returns true if `is_wanted` is true for an output.
    pub(crate) fn has_output(&self, is_wanted: impl Fn(&Output) -> bool) -> bool {
        self.outputs.iter().any(is_wanted)
    }
}

/// A selector, and its place in the definition of a column.
struct SelectorPlace<'d> {
    text: &'d str,
    definition: &'d str,
    offset: usize,
    output: Option<Output>,
    is_record: bool,
}

impl SelectColumn {
    /// Creates a column of the definition in `text`, and adds its selectors to `selectors`.
    fn new<'d>(parsed: Definition<'d>, text: &'d str, selectors: &mut Vec<SelectorPlace<'d>>) -> Self {
        let Definition { name, is_list, selector, offset, output, columns, .. } = parsed;
        let selector = selector.map(|selector| {
            let (output, is_record) = (output.clone(), columns.is_some());
            selectors.push(SelectorPlace { text: selector, definition: text, offset, output, is_record });
            selectors.len() - 1
        });
        let kind = match columns {
            Some(columns) => {
                SelectKind::Records(columns.into_iter().map(|column| Self::new(column, text, selectors)).collect())
            }
            None if is_list => SelectKind::Texts,
            None => SelectKind::Text,
        };
        Self { name: name.into(), kind, selector, requested: output.clone(), output: output.unwrap_or_default() }
    }

    /// Sets the output by the part of the elements that the selector selects.
    fn set_output(&mut self, selectors: &Selectors) {
        if let SelectKind::Records(columns) = &mut self.kind {
            columns.iter_mut().for_each(|column| column.set_output(selectors));
        } else if let Some(selector) = self.selector {
            self.output = Output::of(self.requested.as_ref(), selectors.result_of(selector)).unwrap_or_default();
        }
    }

    fn add_outputs(&self, outputs: &mut Vec<Output>) {
        match &self.kind {
            SelectKind::Records(columns) => columns.iter().for_each(|column| column.add_outputs(outputs)),
            _ => outputs.push(self.output.clone()),
        }
    }
}
