//! The text of a block in Markdown, with links, images, code and emphasis.

use super::MarkdownOptions;
use super::escape::{Around, block_start, longest_run, push_escaped, push_fence, push_url};
use crate::blocks::{Inline, InlineKind};
use alloc::string::String;

/// Maximum number of inline elements that are open at once. The builder has the same limit.
const MAX_OPEN: usize = 32;

/// The number of inner elements that are examined to find out whether one ends where emphasis ends.
const EXAMINED: usize = 32;

/// The position of a text in its line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// At the start of a line, where text could be read as the start of a block.
    LineStart,
    /// After other text of the same paragraph.
    Inside,
    Heading,
    Cell,
}

/// An open inline element.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) end: u32,
    /// The index in the inline elements of the block.
    inline: u32,
}

/// Writes a block.
pub(super) struct InlineWriter<'w, 'a> {
    pub(super) out: &'w mut String,
    pub(super) text: &'a str,
    pub(super) inlines: &'a [Inline<'a>],
    pub(super) position: Position,
    has_formulas: bool,
    /// The offset in the text up to which it is written.
    pub(super) at: usize,
    pub(super) open: [Open; MAX_OPEN],
    pub(super) len: usize,
    /// The length of the output at the end of the last marker that closed emphasis.
    closed: usize,
    /// The length of the output at the end of the last code.
    pub(super) code_end: usize,
}

/// Appends the text of a block with its inline elements. `url_room` is the number of bytes of URLs that may follow.
pub(super) fn push_inlines<'a>(
    out: &mut String,
    text: &'a str,
    inlines: &'a [Inline<'a>],
    options: &MarkdownOptions,
    position: Position,
    url_room: &mut usize,
) {
    let start = out.len();
    let open = [Open { end: 0, inline: 0 }; MAX_OPEN];
    let has_formulas = options.escapes_dollars;
    let mut writer = InlineWriter {
        out,
        text,
        inlines,
        position,
        has_formulas,
        at: 0,
        open,
        len: 0,
        closed: usize::MAX,
        code_end: usize::MAX,
    };
    for (index, inline) in inlines.iter().enumerate() {
        if is_written(inline, options) && take_room(url_room, url_of(inline).len()) {
            writer.start(index);
        }
    }
    writer.close_until(text.len());
    writer.push_text(text.len());
    if position == Position::Heading && out.len() > start && out.ends_with('#') {
        out.insert(out.len() - 1, '\\');
    }
}

/// Returns true if an image is written.
pub(super) fn has_image(image: &Inline<'_>, options: &MarkdownOptions, url_room: usize) -> bool {
    is_written(image, options) && url_of(image).len() <= url_room
}

/// Subtracts `bytes` from `room`. Returns false if there is too little.
fn take_room(room: &mut usize, bytes: usize) -> bool {
    let left = room.checked_sub(bytes);
    *room = left.unwrap_or(*room);
    left.is_some()
}

/// Returns true if an element has markup.
fn is_written(inline: &Inline<'_>, options: &MarkdownOptions) -> bool {
    match inline.kind {
        InlineKind::Code { .. } | InlineKind::Tex { .. } => true,
        InlineKind::Link { .. } => options.links && !is_data(url_of(inline)),
        InlineKind::Image { .. } => options.images && !is_data(url_of(inline)),
        InlineKind::Strong | InlineKind::Emphasis | InlineKind::Deleted => options.emphasis,
        InlineKind::Subscript | InlineKind::Superscript => true,
    }
}

/// Returns the resolved URL of a link or image, or as written.
fn url_of<'a>(inline: &Inline<'a>) -> &'a str {
    let (InlineKind::Link { href: raw } | InlineKind::Image { src: raw, .. }) = inline.kind else { return "" };
    inline.url.unwrap_or(raw).trim_matches(|character| character <= ' ')
}

/// Returns true for URLs that have no place in Markdown.
fn is_data(url: &str) -> bool {
    let has_scheme = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    url.is_empty() || has_scheme("javascript:") || has_scheme("data:") || has_scheme("vbscript:")
}

impl<'a> InlineWriter<'_, 'a> {
    /// Starts the inline element at `index`.
    fn start(&mut self, index: usize) {
        let (inline, later) = (&self.inlines[index], &self.inlines[index + 1..]);
        let range = inline.range();
        let inner = &self.text[range.clone()];
        let (start, mut end) =
            (range.end - inner.trim_start_matches(' ').len(), range.start + inner.trim_end_matches(' ').len());
        let is_image = matches!(inline.kind, InlineKind::Image { .. });
        if start < self.at || start >= end && !is_image {
            return;
        }
        if let InlineKind::Tex { is_display } = inline.kind
            && let delimiter @ 1.. = self.delimiter_around(&range)
        {
            return self.start_raw_formula(
                start..end,
                range.start - delimiter..range.end + delimiter,
                is_display,
                later,
            );
        }
        self.close_until(start);
        if self.len > 0 {
            end = end.min(self.open[self.len - 1].end as usize);
        }
        match inline.kind {
            InlineKind::Image { alt, .. } => self.push_image(start, alt, url_of(inline)),
            InlineKind::Code { .. } => {
                let end = self.end_of_code(end, later);
                self.push_code(start, end);
            }
            InlineKind::Tex { is_display } => self.push_formula(start, end, end, is_display),
            InlineKind::Link { .. } => {
                if !self.in_link() && self.len < MAX_OPEN {
                    self.push_text(start);
                    if self.out.ends_with('!') {
                        self.out.insert(self.out.len() - 1, '\\');
                    }
                    self.out.push('[');
                    self.open(end, index);
                }
            }
            InlineKind::Subscript | InlineKind::Superscript => {
                let is_full = self.len == MAX_OPEN || self.open_kinds().any(|open| open == inline.kind);
                if !is_full && inline.script().is_some_and(|script| script.has_tags(self.text)) {
                    self.push_text(start);
                    self.out.push_str(if inline.kind == InlineKind::Subscript { "<sub>" } else { "<sup>" });
                    self.open(end, index);
                }
            }
            kind => {
                let is_same = self.open_kinds().any(|open| open == kind);
                if !is_same && self.can_emphasize(start, end, later) {
                    self.push_text(start);
                    if self.closed != self.out.len() {
                        self.out.push_str(marker(kind));
                        self.open(end, index);
                    }
                }
            }
        }
    }

    fn open(&mut self, end: usize, inline: usize) {
        if let Some(open) = self.open.get_mut(self.len) {
            *open = Open { end: end as u32, inline: inline as u32 };
            self.len += 1;
        }
    }

    fn open_kinds(&self) -> impl Iterator<Item = InlineKind<'a>> {
        self.open[..self.len].iter().map(|open| self.inlines[open.inline as usize].kind)
    }

    fn in_link(&self) -> bool {
        self.open_kinds().any(|kind| matches!(kind, InlineKind::Link { .. }))
    }

    /// Closes the elements that end at `offset` or before it.
    pub(super) fn close_until(&mut self, offset: usize) {
        while self.len > 0 && self.open[self.len - 1].end as usize <= offset {
            let open = self.open[self.len - 1];
            self.push_text(open.end as usize);
            self.len -= 1;
            let inline = &self.inlines[open.inline as usize];
            match inline.kind {
                InlineKind::Link { .. } => {
                    self.out.push_str("](");
                    push_url(self.out, url_of(inline), self.position == Position::Cell);
                    self.out.push(')');
                }
                InlineKind::Subscript => self.out.push_str("</sub>"),
                InlineKind::Superscript => self.out.push_str("</sup>"),
                kind => {
                    self.out.push_str(marker(kind));
                    self.closed = self.out.len();
                }
            }
        }
    }

    /// Writes the text up to `end`.
    pub(super) fn push_text(&mut self, end: usize) {
        let mut text = &self.text[self.at.min(end)..end];
        if text.is_empty() {
            return;
        }
        let around = self.around(self.in_link());
        if self.at == 0
            && self.position == Position::LineStart
            && let Some(offset) = block_start(text)
        {
            self.out.push_str(&text[..offset]);
            self.out.push('\\');
            self.out.push_str(&text[offset..=offset]);
            text = &text[offset + 1..];
        }
        push_escaped(self.out, text, around);
        self.at = end;
    }

    fn around(&self, in_link: bool) -> Around {
        Around { in_link, in_cell: self.position == Position::Cell, has_formulas: self.has_formulas }
    }

    /// Returns the end of code and of all code that follows it directly: their backticks would be one run.
    fn end_of_code(&self, mut end: usize, later: &[Inline<'a>]) -> usize {
        let outer = if self.len > 0 { self.open[self.len - 1].end as usize } else { self.text.len() };
        for inline in later {
            let range = inline.range();
            if range.start > end {
                break;
            }
            if range.start == end && end < outer && matches!(inline.kind, InlineKind::Code { .. }) {
                let code = self.text[range.clone()].trim_end_matches(' ');
                if !code.starts_with(' ') {
                    end = (range.start + code.len()).min(outer);
                }
            }
        }
        end
    }

    pub(super) fn push_code(&mut self, start: usize, end: usize) {
        let code = &self.text[start..end];
        // Parsers disagree about a backslash before a pipe in the code of a cell.
        if self.position == Position::Cell && code.contains("\\|") {
            return;
        }
        // The line may have code right before the block.
        if start == 0 && self.out.ends_with('`') {
            return;
        }
        // A formula that is written as code may precede it.
        if self.at == start && self.code_end == self.out.len() {
            return;
        }
        self.push_text(start);
        let fence = longest_run(code.bytes(), b'`') + 1;
        let space = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
        push_fence(self.out, fence);
        self.out.push_str(space);
        if self.position == Position::Cell {
            code.split_inclusive('|').for_each(|part| match part.strip_suffix('|') {
                None => self.out.push_str(part),
                Some(before) => self.out.extend([before, "\\|"]),
            });
        } else {
            self.out.push_str(code);
        }
        self.out.push_str(space);
        push_fence(self.out, fence);
        self.code_end = self.out.len();
        self.at = end;
    }

    /// Writes an image, which also separates words.
    fn push_image(&mut self, at: usize, alt: &str, url: &str) {
        self.push_text(at);
        if at > 0 && !self.out.ends_with([' ', '[', '*', '~']) {
            self.out.push(' ');
        }
        self.out.push_str("![");
        for (index, word) in alt.split_whitespace().enumerate() {
            if index > 0 {
                self.out.push(' ');
            }
            push_escaped(self.out, word, self.around(true));
        }
        self.out.push_str("](");
        push_url(self.out, url, self.position == Position::Cell);
        self.out.push(')');
        let is_inside = self.len > 0 && self.open[self.len - 1].end as usize == at;
        if !is_inside && self.text[at..].starts_with(|character| character != ' ') {
            self.out.push(' ');
        }
    }

    /// Returns true if a parser will read a marker at `start` as an opening one and a marker at `end` as a closing one.
    /// Next to a letter outside, there must be a letter inside.
    fn can_emphasize(&self, start: usize, end: usize, later: &[Inline<'a>]) -> bool {
        if self.len == MAX_OPEN {
            return false;
        }
        let (before, after) = (self.text[..start].chars().next_back(), self.text[end..].chars().next());
        let is_apart = |outside: Option<char>| {
            outside.is_none_or(|character| character == ' ' || character.is_ascii_punctuation())
        };
        let inner = &self.text[start..end];
        let mut nested = later.iter().take(EXAMINED).take_while(|inline| inline.range().start < end);
        let has_nested = |inline: &Inline<'_>| inline.range().start <= start || inline.range().end >= end;
        // An element that begins or ends at the same place has a marker there.
        let is_plain = !nested.clone().any(has_nested) && nested.nth(EXAMINED - 1).is_none();
        (is_apart(before) || is_plain && inner.starts_with(is_letter))
            && (is_apart(after) || is_plain && inner.ends_with(is_letter))
            && inner.starts_with(|character: char| !character.is_whitespace())
            && inner.ends_with(|character: char| !character.is_whitespace())
    }
}

/// Returns true for characters that are certainly no punctuation.
fn is_letter(character: char) -> bool {
    character.is_alphanumeric() && !('\u{2000}'..='\u{2FFF}').contains(&character) && character < '\u{1F000}'
}

fn marker(kind: InlineKind<'_>) -> &'static str {
    match kind {
        InlineKind::Strong => "**",
        InlineKind::Deleted => "~~",
        _ => "*",
    }
}
