//! Text: characters between tags, and the text of elements that can only contain text.

use super::PageSink;
use crate::collector::Collector;
use crate::flags::Flag;
use crate::names::Element;
use tagrake::Text;

impl<'a, C: Collector<'a>> PageSink<'a, '_, C> {
    /// Handles characters between tags.
    #[inline(never)]
    pub(super) fn characters(&mut self, text: Text<'a>) {
        let drops_line_feed = core::mem::take(&mut self.open.drops_line_feed);
        let (place, is_foreign) = (self.open.place(), self.open.blocks.holds_foreign_text());
        self.tree.text(&text, place, is_foreign, drops_line_feed, self.bump);
        if place.in_head && !place.is_hidden && !text.decoded().iter().all(|byte| b"\t\n\x0C\r \0".contains(byte)) {
            self.open.in_head = false;
            self.narrow_filter();
        }
    }

    /// Handles the text of an element that can only contain text.
    #[inline(never)]
    pub(super) fn raw_characters(&mut self, text: Text<'a>) {
        let (place, element) = (self.open.place(), self.open.raw_text);
        self.collectors.metadata.text(&text, place);
        if !C::TEXT {
            self.collectors.own.text(&text, place);
        }
        if element == Element::Xmp {
            self.characters(text);
        } else {
            let first = self.tree.links.len();
            self.tree.raw_text(element, text, place);
            self.set_link_context(first, None);
        }
    }

    /// Reads a page that is plain text, a paragraph on each line, with at most `arena_bytes` of memory.
    pub(crate) fn read_plain_text(&mut self, arena_bytes: usize) {
        let mut start = 0;
        for line in self.page.split_inclusive('\n') {
            if self.arena.used_bytes() > arena_bytes {
                return self.flags.set(Flag::LimitArena);
            }
            self.tree.plain_line(line, start);
            start += line.len();
        }
    }
}
