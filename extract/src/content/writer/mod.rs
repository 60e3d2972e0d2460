//! Writes blocks as text with structure, or as Markdown: CommonMark with GitHub's tables and strikethrough.
//!
//! 1. [`Writer`] goes once over the blocks, in document order. `containers` has the lists, items and quotes that are
//!    open, and writes the start of each line: markers, indentation and `>`.
//! 2. A table of plain cells is written as rows (`tables`), all other tables as blocks. The blocks of a `pre` become
//!    one block of code (`code`). Any other block is a paragraph, a line of one, or a heading.
//! 3. In Markdown, `inlines` writes the text of a block with its links, images, code and emphasis, and `escape` makes
//!    sure that a parser reads the text back unchanged. `language` finds the language of code, and `line_numbers` the blocks
//!    with the numbers of its lines.
//!
//! Memory is only allocated by the string that is written to, and for table cells that span rows. Time is linear in the size of the table of blocks.

mod code;
mod containers;
mod escape;
mod formulas;
mod html;
mod inlines;
mod language;
mod line_numbers;
mod new_elements;
mod tables;

use super::block::Blocks;
use super::view::{Comments, Selection};
use crate::blocks::{ElementRow, Figure, Row};
use crate::markdown_options::MarkdownOptions;
use crate::tables::DataTable;
use crate::text::scripts::for_each_part;
use alloc::string::String;
use containers::Containers;
use core::ops::Range;
use inlines::{Position, has_image, push_inlines};
use line_numbers::is_line_number;

impl Blocks<'_> {
    /// Appends the visible text of the page to `text`, with its structure: the blocks that are not
    /// [hidden](crate::Block::is_hidden).
    ///
    /// A blank line separates blocks. `br` begins a line. The items of a list follow one another, with a marker and
    /// indentation. The rows of a table are lines, with a tab between cells. Preformatted text is unchanged.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
    /// let html = b"<h1>Tea</h1><p>Boil<br>water.<ol><li>Pour<ul><li>slowly</ul><li>Wait</ol>\
    ///     <table><tr><th>Tea<th>Minutes<tr><td>Green<td>2</table>";
    /// let page = extractor.extract(html, &Context::default());
    /// let mut text = String::new();
    /// page.blocks.unwrap().write_text(&mut text);
    /// assert_eq!(text, "Tea\n\nBoil\nwater.\n\n1. Pour\n   - slowly\n2. Wait\n\nTea\tMinutes\nGreen\t2");
    /// ```
    pub fn write_text(&self, text: &mut String) {
        let rows = self.table.rows;
        Writer::new(self, Syntax::Text, |index| !rows[index].is_hidden, text).write();
    }

    /// Appends the visible text of the page to `markdown`, as CommonMark with GitHub's tables and strikethrough. Text
    /// is escaped, so that a parser reads it back.
    ///
    /// Links, images, code, emphasis and the languages of code are only known with
    /// [`with_inlines`](crate::ExtractOptions::with_inlines).
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true).with_inlines(true));
    /// let html = b"<h2>A*</h2><p>Call <code>f()</code><blockquote><ul><li>one<li><a href=/b>two</a></ul></blockquote>\
    ///     <pre class=language-rust>let a = 1;\n</pre>";
    /// let page = extractor.extract(html, &Context::default().with_url(Some("https://e.org/a")));
    /// let mut markdown = String::new();
    /// page.blocks.unwrap().write_markdown(&MarkdownOptions::default().with_links(true), &mut markdown);
    /// assert_eq!(
    ///     markdown,
    ///     "## A\\*\n\nCall `f()`\n\n> - one\n> - [two](https://e.org/b)\n\n```rust\nlet a = 1;\n```"
    /// );
    /// ```
    pub fn write_markdown(&self, options: &MarkdownOptions, markdown: &mut String) {
        let rows = self.table.rows;
        Writer::new(self, Syntax::Markdown(*options), |index| !rows[index].is_hidden, markdown).write();
    }
}

impl Blocks<'_> {
    /// Appends the blocks whose text is in a byte range of the decoded page as Markdown, in the form of
    /// [`write_markdown`](Self::write_markdown). Returns the number of blocks, or `None` if a block is partly in the range:
    /// then nothing is appended.
    pub(crate) fn write_markdown_of(
        &self,
        range: Range<usize>,
        options: &MarkdownOptions,
        markdown: &mut String,
    ) -> Option<usize> {
        let rows = self.table.rows;
        let first = rows.partition_point(|row| (row.span.0 as usize) < range.start);
        let end = rows.partition_point(|row| (row.span.0 as usize) < range.end);
        let ends_after = |row: usize, offset: usize| rows[row].span.1 as usize > offset;
        if first > 0 && ends_after(first - 1, range.start) || end > first && ends_after(end - 1, range.end) {
            return None;
        }
        let is_kept = |index: usize| (first..end).contains(&index) && !rows[index].is_hidden;
        Writer::of_view(self, Syntax::Markdown(*options), is_kept, markdown).write_rows(first..end);
        Some(end - first)
    }
}

/// Appends text as Markdown: escaped, so that a parser reads it back.
pub(crate) fn write_text_as_markdown(text: &str, options: &MarkdownOptions, markdown: &mut String) {
    push_inlines(markdown, text, &[], options, Position::LineStart, &mut 0);
}

impl Selection<'_, '_> {
    /// Appends the text of the blocks that are kept, in the form of [`Blocks::write_text`].
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor, View};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_main(true));
    /// let html = "<nav><a href=/>Home</a></nav><article><p>The bridge was closed on Monday, after the storm had \
    ///     damaged two of its pillars.<p>It will open again in May, the city said.</article>";
    /// let page = extractor.extract(html.as_bytes(), &Context::default());
    /// let mut text = String::new();
    /// page.blocks.unwrap().view(View::Main).unwrap().write_text(&mut text);
    /// assert!(text.starts_with("The bridge was closed"));
    /// assert!(text.ends_with("\n\nIt will open again in May, the city said."));
    /// ```
    pub fn write_text(&self, text: &mut String) {
        Writer::new(self.blocks, Syntax::Text, |index| self.contains(index), text).write();
    }

    /// Appends the blocks that are kept as Markdown, in the form of [`Blocks::write_markdown`].
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions, View};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_main(true).with_inlines(true));
    /// let html = "<nav><a href=/>Home</a></nav><article><p>The <b>bridge</b> was closed on Monday, after the storm \
    ///     had damaged two of its pillars.<p>It will open again in May, the city said.</article>";
    /// let page = extractor.extract(html.as_bytes(), &Context::default());
    /// let mut markdown = String::new();
    /// let options = MarkdownOptions::default().with_emphasis(true);
    /// page.blocks.unwrap().view(View::Main).unwrap().write_markdown(&options, &mut markdown);
    /// assert!(markdown.starts_with("The **bridge** was closed"));
    /// ```
    pub fn write_markdown(&self, options: &MarkdownOptions, markdown: &mut String) {
        Writer::of_view(self.blocks, Syntax::Markdown(*options), |index| self.contains(index), markdown).write();
    }
}

impl Comments<'_, '_> {
    /// Appends the text of the comments, in the form of [`Blocks::write_text`].
    pub fn write_text(&self, text: &mut String) {
        Writer::new(self.blocks, Syntax::Text, |index| self.contains(index), text).write();
    }

    /// Appends the comments as Markdown, in the form of [`Blocks::write_markdown`].
    pub fn write_markdown(&self, options: &MarkdownOptions, markdown: &mut String) {
        Writer::of_view(self.blocks, Syntax::Markdown(*options), |index| self.contains(index), markdown).write();
    }
}

/// Maximum length of all URLs in Markdown, in bytes. Later links are text. A link that many blocks continue would
/// otherwise repeat a long URL in each.
const URL_BYTES: usize = 16 << 20;

/// The form of the output.
#[derive(Clone, Copy)]
enum Syntax {
    Text,
    Markdown(MarkdownOptions),
}

/// Writes the blocks for which `is_kept` returns true.
struct Writer<'w, 'a, 'b, F> {
    blocks: &'b Blocks<'a>,
    rows: &'b [Row],
    elements: &'b [ElementRow],
    syntax: Syntax,
    is_kept: F,
    out: &'w mut String,
    containers: Containers,
    /// The index of the last block that was written as a paragraph or heading.
    last: Option<usize>,
    is_empty: bool,
    /// The number of bytes of URLs that may be written.
    url_room: usize,
    /// The images without text that are not written yet.
    figures: &'b [Figure<'a>],
    /// True if the blocks of a view are written. An image is then written if the blocks around it are.
    is_view: bool,
}

impl<'w, 'a, 'b, F: Fn(usize) -> bool> Writer<'w, 'a, 'b, F> {
    fn new(blocks: &'b Blocks<'a>, syntax: Syntax, is_kept: F, out: &'w mut String) -> Self {
        let is_markdown = matches!(syntax, Syntax::Markdown(_));
        let containers = Containers::new(is_markdown, !is_markdown);
        let (rows, elements) = (blocks.table.rows, blocks.table.elements);
        Self {
            blocks,
            rows,
            elements,
            syntax,
            is_kept,
            out,
            containers,
            last: None,
            is_empty: true,
            url_room: URL_BYTES,
            figures: blocks.table.figures,
            is_view: false,
        }
    }

    /// Creates the writer of a view. Markdown of a view need not have the structure of the page in each detail.
    fn of_view(blocks: &'b Blocks<'a>, syntax: Syntax, is_kept: F, out: &'w mut String) -> Self {
        let containers = Containers::new(matches!(syntax, Syntax::Markdown(_)), true);
        Self { containers, is_view: true, ..Self::new(blocks, syntax, is_kept, out) }
    }

    fn write(mut self) {
        self.write_rows(0..self.rows.len());
    }

    /// Writes the blocks in a range, and the images between them.
    fn write_rows(&mut self, range: Range<usize>) {
        let before = self.figures.partition_point(|figure| (figure.row as usize) < range.start);
        self.figures = &self.figures[before..];
        let mut index = range.start;
        while index < range.end {
            self.write_figures(index);
            index = if self.keeps(index) { self.write_at(index) } else { index + 1 };
        }
        self.write_figures(index);
    }

    /// Returns true if the block at `index` is written.
    fn keeps(&self, index: usize) -> bool {
        (self.is_kept)(index) && !is_line_number(&self.blocks.table, index)
    }

    /// Writes the images without text right before the block at `index`, each as a paragraph. Those in a table or `pre`
    /// that was written are left out.
    fn write_figures(&mut self, index: usize) {
        while let Some((figure, rest)) = self.figures.split_first()
            && figure.row as usize <= index
        {
            self.figures = rest;
            let around = [index.checked_sub(1), Some(index).filter(|&row| row < self.rows.len())];
            let mut around = around.into_iter().flatten().peekable();
            let is_written = !self.is_view || around.peek().is_some() && around.all(|row| (self.is_kept)(row));
            if figure.row as usize == index
                && is_written
                && let Syntax::Markdown(options) = self.syntax
                && has_image(&figure.image, &options, self.url_room)
            {
                self.last = None;
                self.enter(figure.element);
                let image = core::slice::from_ref(&figure.image);
                push_inlines(self.out, "", image, &options, Position::LineStart, &mut self.url_room);
            }
        }
    }

    /// Writes the block at `index`, or the code block or table that begins with it. Returns the index after it.
    fn write_at(&mut self, index: usize) -> usize {
        let row = &self.rows[index];
        if row.is_pre {
            self.last = None;
            return self.write_code(index);
        }
        let table = self.elements[row.element as usize].table;
        if self.containers.elements.is_new(table)
            && let Some(table) = DataTable::find(&self.blocks.table, table, index)
        {
            self.last = None;
            return self.write_table(&table, index);
        }
        self.write_paragraph(index);
        self.last = Some(index);
        index + 1
    }

    /// Writes a paragraph, a line of one, or a heading.
    fn write_paragraph(&mut self, index: usize) {
        let row = &self.rows[index];
        let element = &self.elements[row.element as usize];
        let is_heading = element.heading > 0;
        match self.breaks_before(index) {
            Some(0) => self.push_space(index),
            Some(_) if is_heading => self.out.push(' '),
            Some(1) => {
                self.out.push_str(if let Syntax::Text = self.syntax { "\n" } else { "  \n" });
                self.containers.start_line(self.out);
                return self.push_text(index, Position::LineStart);
            }
            _ => {
                self.enter(row.element);
                if is_heading && let Syntax::Markdown(_) = self.syntax {
                    self.out.push_str(&"###### "[6 - usize::from(element.heading)..]);
                } else {
                    self.containers.push_prefix(self.out);
                    return self.push_text(index, Position::LineStart);
                }
            }
        }
        self.push_text(index, if is_heading { Position::Heading } else { Position::Inside });
    }

    /// Writes a space if white space is between the last block that was written and this one.
    fn push_space(&mut self, index: usize) {
        let start = self.last.map_or(index, |last| last + 1);
        if self.rows[start..=index].iter().any(|row| row.follows_space) {
            self.out.push(' ');
        }
    }

    /// Returns the number of `br` between the last block that was written and this one, if nothing else separates them.
    fn breaks_before(&self, index: usize) -> Option<usize> {
        let between = &self.rows[self.last? + 1..=index];
        let is_same = !between.iter().any(|row| row.is_new);
        is_same.then(|| between.iter().map(|row| usize::from(row.breaks)).sum())
    }

    /// Ends the line, opens the containers of an element, and starts a line.
    fn enter(&mut self, element: u32) {
        let separator = self.containers.enter(self.elements, element);
        if !self.is_empty {
            self.out.push('\n');
            if separator.has_blank_line {
                self.containers.blank_line(self.out, separator.common);
            }
        }
        self.is_empty = false;
        self.containers.start_line(self.out);
    }

    /// Writes the text of a block.
    fn push_text(&mut self, index: usize, position: Position) {
        let row = &self.rows[index];
        let text = self.blocks.table.text_of(row);
        match &self.syntax {
            Syntax::Text => for_each_part(text, self.blocks.table.scripts_of(row), |part| self.out.push_str(part)),
            Syntax::Markdown(options) => {
                // The text around emphasis decides whether its markers are recognized.
                let is_part = |index: usize| self.rows.get(index).is_some_and(|row| !row.is_new && row.breaks == 0);
                let mut options = options.with_emphasis(options.emphasis && !is_part(index) && !is_part(index + 1));
                options.escapes_dollars = self.blocks.table.has_formulas;
                let options = &options;
                push_inlines(self.out, text, self.blocks.table.inlines_of(row), options, position, &mut self.url_room);
            }
        }
    }
}
