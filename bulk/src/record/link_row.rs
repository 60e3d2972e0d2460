//! The row of a link.

use super::row_writer::{ListOf, RowWriter};
use crate::input::InputPage;
use crate::schema;
use crate::schema::field_selection::Fields;
use serde::{Serialize, Serializer};
use tagrake::extract::{Flag, Link, LinkKind, Page};

/// A link of a page as a row: inside a page record, or on its own with keys that identify the page.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::{LinkRow, Reader, ReaderOptions};
///
/// let input = InputPage::new("page.html", b"<a href=http://e.org/>E</a>".to_vec());
/// let rows = Reader::new(ReaderOptions::default()).read(&input, |page| {
///     let rows = page.links.iter().map(|link| LinkRow::alone(&input, page, link));
///     rows.map(|row| serde_json::to_string(&row)).collect::<Result<Vec<_>, _>>()
/// })?;
/// let row = r#"{"source":"page.html","page_url":null,"element":"a","attr":"href","raw":"http://e.org/","url":"http://e.org/","#;
/// assert!(rows[0].starts_with(row));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub struct LinkRow<'r> {
    link: &'r Link<'r>,
    page: &'r Page<'r>,
    /// The page's input, for a row on its own.
    input: Option<&'r InputPage>,
    fields: &'r Fields,
}

impl<'r> LinkRow<'r> {
    /// Creates the row of a link inside its page's record.
    pub(crate) fn of_record(page: &'r Page<'r>, link: &'r Link<'r>) -> Self {
        Self { link, page, input: None, fields: Fields::ALL }
    }

    /// Creates the row of a link on its own.
    pub fn alone(input: &'r InputPage, page: &'r Page<'r>, link: &'r Link<'r>) -> Self {
        Self { link, page, input: Some(input), fields: Fields::ALL }
    }

    /// Sets the keys of the row.
    ///
    /// ```
    /// use tagrake_bulk::input::InputPage;
    /// use tagrake_bulk::schema::Table;
    /// use tagrake_bulk::{Fields, LinkRow, Reader, ReaderOptions};
    ///
    /// let input = InputPage::new("page.html", b"<img src=a>".to_vec());
    /// let fields = Fields::only_of(Table::Links, "source,raw")?;
    /// let row = Reader::new(ReaderOptions::default()).read(&input, |page| {
    ///     serde_json::to_string(&LinkRow::alone(&input, page, &page.links[0]).with_fields(&fields))
    /// });
    /// assert_eq!(row?, r#"{"source":"page.html","raw":"a"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_fields(mut self, fields: &'r Fields) -> Self {
        self.fields = fields;
        self
    }

    /// Returns the offset of the attribute's value in the page, or in the decoded page if it is not UTF-8.
    fn offset(&self) -> Option<usize> {
        let mark = if self.page.is_borrowed { self.page.encoding.bom_len } else { 0 };
        (self.link.kind != LinkKind::Header).then_some(mark + self.link.span.start)
    }
}

/// Returns true if rows of the element have `rel`.
fn has_rel(element: &str) -> bool {
    matches!(element, "link" | "header") || is_followed(element)
}

/// Returns true if `nofollow` and its relatives apply to the element.
fn is_followed(element: &str) -> bool {
    matches!(element, "a" | "area" | "form" | "svg:a")
}

/// Returns true if the link is the one that has its element's text.
fn has_texts(link: &Link<'_>) -> bool {
    matches!(link.element, "a" | "svg:a") && link.kind == LinkKind::Nav
}

impl Serialize for LinkRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { link, page, .. } = *self;
        let details = link.details;
        let texts = has_texts(link);
        let followed = is_followed(link.element);
        let asks = |token: &str| followed.then(|| link.rel.contains(&token));
        let when = |flag: bool| flag.then_some(true);
        let mut row = RowWriter::new(serializer, self.fields)?;
        if let Some(input) = self.input {
            row.put_page(input.id.as_ref(), &input.origin, input.capture.as_deref())?;
            if let Some(capture) = &input.capture {
                row.put_capture_location(capture)?;
                row.put_some("content_truncated", capture.content_truncated.as_deref())?;
            }
            row.put("page_url", page.url)?;
            let flags = page.flags;
            row.put_some("flags", (!flags.is_empty()).then(|| ListOf(flags.iter().map(Flag::as_str))))?;
        }
        row.put("element", link.element)?;
        row.put("attr", link.attr)?;
        row.put("raw", link.raw)?;
        row.put("url", link.url)?;
        row.put("class", link.class.as_str())?;
        row.put("kind", link.kind.as_str())?;
        row.put_some("rel", has_rel(link.element).then_some(link.rel))?;
        row.put_some("nofollow", asks("nofollow"))?;
        row.put_some("ugc", asks("ugc"))?;
        row.put_some("sponsored", asks("sponsored"))?;
        row.put_some("text", (texts || !link.text.is_empty()).then_some(link.text))?;
        row.put_some("alt", (texts || !link.alt.is_empty()).then_some(link.alt))?;
        row.put_some("title", details.title)?;
        row.put_some("hreflang", details.hreflang)?;
        row.put_some("type", details.mime_type)?;
        row.put_some("media", details.media)?;
        row.put_some("sizes", details.sizes)?;
        row.put_some("as", details.preload_as)?;
        row.put_some("color", details.color)?;
        row.put_some("target", details.target)?;
        row.put_some("download", details.download)?;
        row.put_some("method", details.method)?;
        row.put_some("width", link.width.map(schema::int64))?;
        row.put_some("density", link.density)?;
        row.put_some("in_noscript", when(link.in_noscript))?;
        row.put_some("in_template", when(link.in_template))?;
        row.put_some("in_head", when(link.in_head))?;
        row.put_some("offset", self.offset())?;
        row.put_some("text_len", (link.text_len > link.text.len()).then_some(link.text_len))?;
        row.end()
    }
}
