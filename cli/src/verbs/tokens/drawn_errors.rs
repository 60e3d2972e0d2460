//! `tagrake tokens --explain`: each parse error under its line of the source, as compilers draw errors.

use crate::failure::Failure;
use crate::output::stdio::StdoutRows;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstream::{AutoStream, ColorChoice};
use std::io;
use std::mem;
use std::ops::Range;
use std::path::Path;
use tagrake::{ErrorCode, LineIndex, Position};

/// Maximum bytes of a line before and after an error.
const CONTEXT_BYTES: usize = 60;

/// Draws the parse errors of a document.
pub(super) struct ErrorDrawer<'h> {
    rows: StdoutRows,
    name: String,
    html: &'h [u8],
    lines: LineIndex<'h>,
    renderer: Renderer,
    /// True if an error was drawn: an empty line follows.
    has_drawn: bool,
}

impl<'h> ErrorDrawer<'h> {
    /// Prepares drawings of errors in `html`, the text of the document `path`.
    pub(super) fn new(path: &Path, html: &'h [u8]) -> Result<Self, Failure> {
        let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
        let has_colors = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        let renderer = if has_colors { Renderer::styled() } else { Renderer::plain() };
        Ok(Self {
            rows: StdoutRows::to_stdout()?,
            name,
            html,
            lines: LineIndex::new(html),
            renderer: renderer.decor_style(DecorStyle::Ascii),
            has_drawn: false,
        })
    }

    /// Draws a parse error of the living standard.
    pub(super) fn error(&mut self, code: ErrorCode, offset: usize) -> Result<(), Failure> {
        self.draw(Some(code.as_str()), code.description(), offset)
    }

    /// Draws a parse error of an old edition, which has no code.
    pub(super) fn edition_error(&mut self, message: &str, offset: usize) -> Result<(), Failure> {
        self.draw(None, message, offset)
    }

    /// Writes the errors that are not written yet.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.rows.flush()
    }

    fn draw(&mut self, code: Option<&str>, message: &str, offset: usize) -> Result<(), Failure> {
        if mem::replace(&mut self.has_drawn, true) {
            self.rows.write_text("\n")?;
        }
        let position = self.lines.position(offset);
        let character = self.lines.character_range(offset);
        let (source, marked) = context(self.html, self.lines.line_range(position.line), character);
        let mut title = Level::ERROR.primary_title(message);
        if let Some(code) = code {
            title = title
                .id(code)
                .id_url(format!("https://html.spec.whatwg.org/multipage/parsing.html#parse-error-{code}"));
        }
        let excerpt = Snippet::source(source).line_start(position.line);
        let excerpt = excerpt.annotation(AnnotationKind::Primary.span(marked));
        let title = self.renderer.render(&[Group::with_title(title)]);
        let excerpt = self.renderer.render(&[Group::with_level(Level::ERROR).element(excerpt)]);
        // The crate would count the column in the excerpt, which may begin within the line.
        let (Position { line, column, .. }, width) = (position, position.line.to_string().len());
        self.rows.write_text(&format!("{title}\n{:width$}--> {}:{line}:{column}\n{excerpt}\n", "", self.name))
    }
}

/// Returns the part of a line around a character, and the range of that character in it: nothing, at the end of a line.
fn context(html: &[u8], line: Range<usize>, character: Range<usize>) -> (String, Range<usize>) {
    let [offset, character_end] = [character.start, character.end].map(|offset| offset.min(line.end));
    let is_inside_character = |at: usize| html.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let (mut start, mut end) =
        (line.start.max(offset.saturating_sub(CONTEXT_BYTES)), line.end.min(offset + CONTEXT_BYTES));
    while start < offset && is_inside_character(start) {
        start += 1;
    }
    while end < line.end && is_inside_character(end) {
        end += 1;
    }
    let before = if start > line.start { "…" } else { "" };
    let after = if end < line.end { "…" } else { "" };
    let mut source = before.to_owned() + &String::from_utf8_lossy(&html[start..offset]);
    let marked = source.len();
    let character = String::from_utf8_lossy(&html[offset..character_end]).len();
    source += &String::from_utf8_lossy(&html[offset..end.max(character_end)]);
    source += after;
    (source, marked..marked + character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_shortened_between_characters() {
        let line = "é".repeat(100) + "<" + &"😀".repeat(50);
        let html = ["first\n", &line, "\nlast"].concat();
        let offset = html.find('<').expect("an offset");
        let (source, marked) = context(html.as_bytes(), 6..6 + line.len(), offset..offset + 1);
        assert_eq!(source, ["…", &"é".repeat(30), "<", &"😀".repeat(15), "…"].concat());
        assert_eq!(&source[marked], "<");
        // At the end of the line.
        let (source, marked) = context(b"ab\ncd", 0..2, 2..3);
        assert_eq!((source.as_str(), marked), ("ab", 2..2));
    }
}
