//! Reads a page that is plain text: each line is a paragraph.

use super::PageSink;
use crate::blocks::TextContext;
use crate::flags::Flag;
use crate::names::{Edge, Element};

impl PageSink<'_, '_> {
    /// Reads the page as plain text, using at most `arena_bytes` of memory.
    pub(crate) fn read_plain_text(&mut self, arena_bytes: usize) {
        const STATE: TextContext = TextContext { is_hidden: false, is_noscript: false, is_pre: false };
        let mut start = 0;
        for line in self.page.split_inclusive('\n') {
            if self.arena.used_bytes() > arena_bytes {
                return self.flags.set(Flag::LimitArena);
            }
            if self.options.text {
                self.text.push(line);
                self.text.edge(Edge::Line);
            }
            if let Some(table) = &mut self.table {
                let words = line.trim();
                let from = start + (line.len() - line.trim_start().len());
                table.push_text(words, (from, from + words.len()), STATE);
                table.boundary(Element::P);
            }
            start += line.len();
        }
    }
}
