//! Text: characters between tags, and the text of elements that can only contain text.

use super::PageSink;
use crate::collector::Collector;
use crate::css::inline_style::WhiteSpace;
use crate::flags::Flag;
use crate::names::Element;
use crate::open_blocks::Marks;
use tagrake::Text;

/// Returns true if the text ends the head: it is not only white space.
pub(crate) fn ends_head(text: &Text<'_>) -> bool {
    !text.decoded().iter().all(|byte| b"\t\n\x0C\r \0".contains(byte))
}

impl<'a, C: Collector<'a>> PageSink<'a, '_, C> {
    /// Handles characters between tags.
    #[inline(never)]
    pub(super) fn characters(&mut self, text: Text<'a>) {
        let drops_line_feed = core::mem::take(&mut self.open.drops_line_feed);
        let (mut place, is_foreign) = (self.open.place(), self.open.blocks.holds_foreign_text());
        // White space alone in an inline element separates words, even if a style keeps it.
        place.is_pre &= !(self.open.blocks.is_in_inline() && text.decoded().iter().all(u8::is_ascii_whitespace));
        self.tree.text(&text, place, is_foreign, drops_line_feed, self.bump);
        if place.in_head && !place.is_hidden && ends_head(&text) {
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
            self.preformatted_characters(element, text);
        } else {
            let first = self.tree.links.len();
            self.tree.raw_text(element, text, place);
            self.set_link_context(first, None);
        }
    }

    /// Handles the text of a preformatted element that is not on the stack.
    fn preformatted_characters(&mut self, element: Element, text: Text<'a>) {
        self.tree.open(element, Marks::NONE, self.open.hides_boxes());
        let white_space = core::mem::replace(&mut self.open.white_space, WhiteSpace::Keep);
        self.characters(text);
        self.open.white_space = white_space;
        self.tree.close(element, Marks::NONE, self.open.blocks.len());
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
