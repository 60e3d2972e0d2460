//! Plain tags while blocks are collected.

use super::PageSink;
use crate::collector::Collector;
use crate::names::Element;
use crate::open_blocks::Marks;
use tagrake::{EndTag, Namespace, StartTag};

impl<'a, C: Collector<'a>> PageSink<'a, '_, C> {
    /// Handles an HTML start tag without attributes of interest whose name is not significant. Requires
    /// [`Filter::skips_plain_tags`](super::filter::Filter::skips_plain_tags). Returns false, without a change, for other tags.
    ///
    /// PERF: most tags are plain, such as `<div class=a>`. The slow path looks for links, hidden content and metadata.
    #[inline(never)]
    pub(super) fn add_plain_start_tag(&mut self, tag: &StartTag<'a>) -> bool {
        let is_html = tag.namespace() == Namespace::Html;
        if !is_html || tag.has_wanted() || self.open.contains_items() || self.classes.has_any(tag) {
            return false;
        }
        let name = tag.name();
        let element = Element::of_tag(tag.short_name(), name);
        let is_image = matches!(element, Element::Img | Element::Image);
        if is_image || Self::SIGNIFICANT.may_hold(name) || self.open.blocks.has_template() {
            return false;
        }
        self.tree.will_open(element, tag);
        if element.is_block() {
            if !self.open.blocks.is_simple_start(element) {
                self.start_without_attributes(element, name);
            } else {
                self.edge(element.edge());
                self.insert_simple(element);
            }
        } else {
            self.edge(element.edge());
            self.tree.block_edge(element, Marks::NONE, self.open.is_pre());
        }
        self.tree.start_inline(element, tag, name, false, self.open.place());
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
