//! Takes the tags and texts of a formula, and writes each element when it ends.

use super::element::Layout;
use super::layout;
use super::letters::Alphabet;
use super::state::{Child, Converter, MAX_OPEN, Open};
use super::tokens::{Shape, Token, push_token};
use super::{scripts, tables};
use bumpalo::collections::String;
use tagrake::StartTag;

impl<'a> Converter<'a> {
    /// Starts an element. `height` is the height of the caller's stack including it.
    pub(crate) fn open(&mut self, name: &[u8], tag: &StartTag<'a>, height: usize) {
        let inherited = self.open.last().map_or(Alphabet::Default, |open| open.variant);
        match self.open.last().map(|open| open.layout) {
            Some(Layout::Token(_)) => {
                if let Some(alt) = tag.attribute(b"alt").filter(|_| name == b"mglyph") {
                    self.token.push_str(alt.value_str());
                }
                return;
            }
            Some(Layout::Hidden) => return,
            _ if self.open.len() >= MAX_OPEN => return,
            _ => {}
        }
        self.end_stray_text();
        let layout = if self.open.len() + 1 < MAX_OPEN { Layout::of(name) } else { Layout::Row };
        let value = |name: &[u8]| tag.attribute(name).map(|value| value.value_str());
        let attributes = layout.attributes().map(|name| value(name).filter(|_| !name.is_empty()));
        let takes_variant = name == b"mstyle" || matches!(layout, Layout::Token(_));
        let variant = if takes_variant { value(b"mathvariant").and_then(Alphabet::of_variant) } else { None };
        tables::separate(self, layout);
        self.open.push(Open {
            layout,
            height,
            start: self.out.len(),
            first_child: self.children.len(),
            attributes,
            variant: variant.unwrap_or(inherited),
            columns: 0,
            cells: 0,
        });
    }

    /// Adds text.
    pub(crate) fn text(&mut self, text: &str) {
        if self.open.last().is_some_and(|open| open.layout != Layout::Hidden) {
            self.token.extend(text.split('\0'));
        }
    }

    /// Ends the elements above `height`.
    pub(crate) fn close(&mut self, height: usize) {
        while self.open.last().is_some_and(|open| open.height > height) {
            self.close_one();
        }
    }

    /// Returns true if the innermost element is not displayed.
    pub(crate) fn is_hidden(&self) -> bool {
        self.open.last().is_some_and(|open| open.layout == Layout::Hidden)
    }

    /// Changes the heights of the elements after the caller has removed the element at `index` of its stack.
    pub(crate) fn lower(&mut self, index: usize) {
        for open in self.open.iter_mut().rev().take_while(|open| open.height > index + 1) {
            open.height -= 1;
        }
    }

    /// Returns the text of a formula without elements, unless it is TeX.
    pub(crate) fn only_text(&self) -> Option<&str> {
        let has_elements = self.open.len() != 1 || !self.children.is_empty();
        (!has_elements && !self.is_raw()).then_some(&*self.token)
    }

    /// Returns true if the formula has TeX instead of elements: some pages leave it to a script.
    fn is_raw(&self) -> bool {
        self.open.len() == 1 && self.children.is_empty() && self.token.contains(['\\', '^', '_']) && is_tex(&self.token)
    }

    /// Ends the formula. Returns its TeX.
    pub(crate) fn finish(&mut self) -> &str {
        self.close(0);
        trim(&self.out)
    }

    /// Removes the formula, before the next one.
    pub(crate) fn clear(&mut self) {
        self.out.clear();
        self.open.clear();
        self.children.clear();
        self.token.clear();
    }

    fn close_one(&mut self) {
        self.end_stray_text();
        let Some(open) = self.open.pop() else { return };
        let shape = match open.layout {
            Layout::Token(token) => self.end_token(token, &open),
            layout => self.lay_out(layout, &open),
        };
        self.children.truncate(open.first_child);
        self.children.push(Child { start: open.start, end: self.out.len(), shape });
    }

    /// Writes the layout of an element over its children.
    fn lay_out(&mut self, layout: Layout, open: &Open<'a>) -> Shape {
        match layout {
            Layout::Row | Layout::Token(_) => layout::row(self, open),
            Layout::Fraction => layout::fraction(self, open),
            Layout::Root => layout::root(self, open),
            Layout::IndexedRoot => layout::indexed_root(self, open),
            Layout::Fenced => layout::fenced(self, open),
            Layout::Enclosed => layout::enclosed(self, open),
            Layout::Space => layout::space(self, open),
            Layout::Action | Layout::Semantics => layout::action(self, open),
            Layout::Hidden => layout::hidden(self, open),
            Layout::Prescripts => Shape { is_prescripts: true, ..Shape::default() },
            Layout::Subscript | Layout::Superscript | Layout::BothScripts => scripts::scripts(self, open),
            Layout::Under | Layout::Over | Layout::UnderOver => scripts::limits(self, open),
            Layout::Multiscripts => scripts::multiscripts(self, open),
            Layout::Table => tables::table(self, open),
            Layout::TableRow => tables::table_row(self, open),
            Layout::Cell => tables::cell(self, open),
        }
    }

    fn end_token(&mut self, token: Token, open: &Open<'a>) -> Shape {
        let collapsed = core::mem::replace(&mut self.token, String::new_in(self.out.bump()));
        let mut words = String::with_capacity_in(collapsed.len(), self.out.bump());
        let is_literal = token == Token::Literal && !collapsed.trim_ascii().is_empty();
        words.push_str(if is_literal { open.attributes[0].unwrap_or("\"") } else { "" });
        for (index, word) in collapsed.split_ascii_whitespace().enumerate() {
            words.extend([if index > 0 { " " } else { "" }, word]);
        }
        words.push_str(if is_literal { open.attributes[1].unwrap_or("\"") } else { "" });
        let shape = push_token(&mut self.out, token, &words, open.variant);
        self.token = collapsed;
        self.token.clear();
        shape
    }

    /// Writes the text that is in no token.
    fn end_stray_text(&mut self) {
        let is_token = self.open.last().is_some_and(|open| matches!(open.layout, Layout::Token(_)));
        if is_token || self.token.is_empty() {
            return;
        }
        let is_raw = self.is_raw();
        let stray = core::mem::replace(&mut self.token, String::new_in(self.out.bump()));
        let start = self.out.len();
        if is_raw {
            self.out.push_str(stray.trim_ascii());
        } else if !stray.trim_ascii().is_empty() {
            let is_word = stray.trim_ascii().len() > 1;
            let token = if is_word { Token::Text } else { Token::Operator };
            let shape = push_token(&mut self.out, token, stray.trim_ascii(), Alphabet::Default);
            self.children.push(Child { start, end: self.out.len(), shape });
        }
        self.token = stray;
        self.token.clear();
    }
}

/// Removes the white space around TeX, but not the space of a command at its end.
fn trim(tex: &str) -> &str {
    let trimmed = tex.trim_ascii();
    if trimmed.ends_with('\\') && trimmed.len() < tex.trim_ascii_start().len() {
        &tex.trim_ascii_start()[..=trimmed.len()]
    } else {
        trimmed
    }
}

/// Returns true if text is TeX and not words: it has balanced braces, and a command, a script or single letters.
pub(crate) fn is_tex(text: &str) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let has_word = || text.as_bytes().windows(2).any(|pair| pair.iter().all(is_letter));
    has_balanced_braces(text) && !text.trim_ascii().is_empty() && (text.contains(['\\', '^', '_']) || !has_word())
}

/// Returns true if TeX has balanced braces, and no backslash at its end.
pub(crate) fn has_balanced_braces(tex: &str) -> bool {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for byte in tex.bytes() {
        match byte {
            _ if is_escaped => {}
            b'{' => depth += 1,
            b'}' if depth == 0 => return false,
            b'}' => depth -= 1,
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    depth == 0 && !is_escaped
}
