//! The texts of a page: its visible text, its main content, and both as Markdown.

use crate::row::{Value, ValueSink};
use crate::schema::table::RowError;
use std::borrow::Cow;
use tagrake_extract::{ExtractOptions, MarkdownOptions, Page, Part, Parts, Selection, View};

/// The text of a page that files without keys hold: text and WET files.
///
/// ```
/// use tagrake_bulk::TextKind;
///
/// assert_eq!(TextKind::default(), TextKind::Visible);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextKind {
    /// The visible text, one line per block.
    #[default]
    Visible,
    /// The main content, with its structure.
    Main,
    /// The visible text as Markdown.
    Markdown,
    /// The main content as Markdown.
    MainMarkdown,
}

impl TextKind {
    /// Returns the extraction that the text needs.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor};
    /// use tagrake_bulk::TextKind;
    ///
    /// let mut extractor = Extractor::new(TextKind::Markdown.extract_options());
    /// let page = extractor.extract(b"<h1>One</h1>", &Context::default());
    /// assert_eq!((page.text, page.blocks.map(|blocks| blocks.len())), (None, Some(1)));
    /// ```
    pub fn extract_options(self) -> ExtractOptions {
        ExtractOptions::default().with_parts(self.parts())
    }

    /// Returns the parts of the extraction that the text needs.
    pub(crate) fn parts(self) -> Parts {
        let parts: &[Part] = match self {
            Self::Visible => &[Part::Text],
            Self::Main => &[Part::Main],
            Self::Markdown => &[Part::Blocks, Part::Inlines],
            Self::MainMarkdown => &[Part::Blocks, Part::Main, Part::Inlines],
        };
        parts.iter().copied().collect()
    }
}

/// How the texts of pages are written.
///
/// ```
/// use tagrake_extract::{MarkdownOptions, View};
/// use tagrake_bulk::{TextKind, TextOptions};
///
/// let options = TextOptions {
///     kind: TextKind::MainMarkdown,
///     view: View::Precise,
///     markdown: MarkdownOptions::default().with_links(true),
/// };
/// assert_ne!(options, TextOptions::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// The text of files without keys.
    pub kind: TextKind,
    /// Which blocks are the main content.
    pub view: View,
    /// The inline elements of Markdown.
    pub markdown: MarkdownOptions,
}

impl TextOptions {
    /// Returns the text of a page for a file without keys; empty if the page was read without it.
    pub(crate) fn text_of<'p>(&self, page: &Page<'p>) -> Cow<'p, str> {
        let Some(blocks) = &page.blocks else { return page.text.unwrap_or_default().into() };
        let mut text = String::new();
        match (self.kind, blocks.view(self.view)) {
            (TextKind::Visible, _) => return page.text.unwrap_or_default().into(),
            (TextKind::Markdown, _) => blocks.write_markdown(&self.markdown, &mut text),
            (TextKind::Main, Some(main)) => main.write_text(&mut text),
            (TextKind::MainMarkdown, Some(main)) => main.write_markdown(&self.markdown, &mut text),
            (TextKind::Main | TextKind::MainMarkdown, None) => {}
        }
        text.into()
    }
}

/// The text that a function appends to an empty string.
pub(super) struct Written<F>(pub(super) F);

impl<F: FnOnce(&mut String)> Value for Written<F> {
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        let mut text = String::new();
        (self.0)(&mut text);
        sink.text(&text)
    }
}

/// The expected F1 of the main content.
#[derive(Clone, Copy)]
pub(super) struct MainScore<'r>(pub(super) Selection<'r, 'r>);

impl Value for MainScore<'_> {
    /// Rounds to four digits: the scores are exact, but no more digits mean anything.
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        let (precision, recall) = (self.0.expected_precision(), self.0.expected_recall());
        let sum = precision + recall;
        let score = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
        sink.double((score * 1e4).round() / 1e4)
    }
}
