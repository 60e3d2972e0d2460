//! Passes inline elements, separators and text to the table of blocks.
//!
//! PERF: functions that are called for most tags or texts are not inlined, and are called only if there is a table, so
//! that they cost nothing if no blocks are collected.

use super::PageSink;
use crate::blocks::tex_image;
use crate::collector::Collector;
use crate::names::{Edge, Element};
use tagrake::{EndTag, Namespace, StartTag, Text};

impl<'a, C: Collector<'a>> PageSink<'a, '_, C> {
    /// Ends the block at the edge of an element that is not on the stack.
    pub(super) fn block_edge(&mut self, element: Element) {
        let is_pre = self.open.pre > 0;
        let Some(table) = &mut self.tree.table else { return };
        match element {
            Element::Br => table.line_break(is_pre),
            _ if element.ends_block() => table.boundary(element),
            _ if element.edge() == Edge::Space => table.space(),
            _ => {}
        }
    }

    /// Handles the start tag of an inline element. `is_hidden` is true if an attribute hides it.
    #[inline(never)]
    pub(super) fn start_inline(&mut self, element: Element, tag: &StartTag<'a>, name: &'a [u8], is_hidden: bool) {
        let Some(table) = &mut self.tree.table else { return };
        match element {
            Element::Img | Element::Image => match tex_image(tag) {
                Some(_) if is_hidden || self.open.templates > 0 => {}
                Some((tex, is_display)) => table.push_tex_image(tex, is_display, tag, self.open.place()),
                None => table.image(tag, is_hidden || self.open.hidden.is_some()),
            },
            Element::Html => table.set_lang(tag.attribute(b"lang").map(|lang| lang.value_str())),
            Element::A | Element::Del | Element::Other => table.start_inline(name, tag),
            _ => {}
        }
    }

    /// Handles a MathML start tag whose element was pushed. Must be called before the element hides its content.
    pub(super) fn start_mathml(&mut self, tag: &StartTag<'a>, name: &[u8]) {
        let Some(table) = &mut self.tree.table else { return };
        match name {
            b"math" => table.start_math(tag),
            b"annotation" => table.start_annotation(tag, self.open.place()),
            _ => {}
        }
    }

    /// Adds the formula in a script.
    pub(super) fn push_tex_script(&mut self, text: &Text<'a>, is_display: bool) {
        let place = self.open.place();
        let Some(table) = self.tree.table.as_mut().filter(|_| self.open.templates == 0) else { return };
        let (span, tex) = (text.span(), text.decoded_str().trim_ascii());
        // Some generators hide the script from parsers of XML, by comments of TeX.
        let tex = tex.strip_prefix("% <![CDATA[").and_then(|tex| tex.strip_suffix("%]]>")).unwrap_or(tex);
        table.push_tex(tex, is_display, (span.start, span.end), place);
    }

    /// Adds the characters of a text token.
    #[inline(never)]
    pub(super) fn push_block_text(&mut self, text: &Text<'a>, drops_line_feed: bool) {
        let place = self.open.place();
        let is_left_out = self.open.hidden.is_some_and(|hidden| hidden.is_alt) || self.open.templates > 0;
        let Some(table) = self.tree.table.as_mut().filter(|_| !is_left_out) else { return };
        if table.reads_annotation() {
            return table.push_annotation(text.decoded_str());
        }
        let span = text.span();
        let span = (span.start, span.end);
        if let Some(words) = text.words().filter(|_| !place.is_pre && !drops_line_feed) {
            return table.push_run(&self.page[words.range.clone()], &words, span, place);
        }
        let mut characters = text.decoded_str();
        if drops_line_feed {
            characters = characters.strip_prefix('\n').unwrap_or(characters);
        }
        table.push_text(characters, span, place);
    }

    /// Handles an HTML start tag without attributes of interest whose name is not significant. Requires
    /// [`Filter::skips_plain_tags`](super::filter::Filter::skips_plain_tags). Returns false, without a change, for other tags.
    ///
    /// PERF: most tags are plain, such as `<div class=a>`. The slow path looks for links, hidden content and metadata.
    #[inline(never)]
    pub(super) fn add_plain_start_tag(&mut self, tag: &StartTag<'a>) -> bool {
        if tag.namespace() != Namespace::Html || tag.has_wanted() {
            return false;
        }
        let (name, Some(table)) = (tag.name(), &mut self.tree.table) else { return false };
        let element = Element::of_tag(tag.short_name(), name);
        if Self::SIGNIFICANT.may_hold(name) || self.open.blocks.has_template() {
            return false;
        }
        table.read_attributes(element, tag);
        if element.is_block() {
            if !self.open.blocks.is_simple_start(element) {
                self.start_without_attributes(element, name);
            } else {
                self.edge(element.edge());
                self.insert_simple(element);
            }
        } else {
            self.edge(element.edge());
            self.block_edge(element);
        }
        self.start_inline(element, tag, name, false);
        true
    }

    /// Handles an HTML end tag whose name is not significant, as [`add_plain_start_tag`](Self::add_plain_start_tag)
    /// does.
    #[inline(never)]
    pub(super) fn add_plain_end_tag(&mut self, tag: &EndTag<'a>) -> bool {
        if Self::SIGNIFICANT.may_hold(tag.raw_name()) {
            return false;
        }
        let name = tag.name();
        let element = Element::of_tag(tag.short_name(), name);
        if element.is_block() || element == Element::Br {
            self.fast_end_tag(name);
        } else {
            self.tree.end_inline(name);
        }
        true
    }
}
