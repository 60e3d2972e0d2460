//! The context of links: their region, their path and further attributes, on request.

use super::PageSink;
use crate::collector::Collector;
use crate::links::LinkContext;
use crate::names::Element;
use crate::open_blocks::Marks;
use crate::region::Region;
use crate::text::strings::collapse;
use bumpalo::collections::String;
use tagrake::StartTag;

impl<'a, C: Collector<'a>> PageSink<'a, '_, C> {
    /// Sets the context of the links from index `first` on, if it is requested. They are of `tag`, or of text. The element of the tag
    /// must not be on the stack yet.
    #[inline(always)]
    pub(super) fn set_link_context(&mut self, first: usize, tag: Option<&StartTag<'a>>) {
        if self.options.link_context && self.tree.links.len() > first {
            self.set_requested_context(first, tag);
        }
    }

    #[inline(never)]
    fn set_requested_context(&mut self, first: usize, tag: Option<&StartTag<'a>>) {
        let root = if self.open.in_head { "head" } else { "body" };
        let mut path = String::new_in(self.bump);
        self.open.blocks.path(root).each_piece(|piece| path.push_str(piece));
        let mut context =
            LinkContext { region: self.open.blocks.region(), path: path.into_bump_str(), ..*LinkContext::NONE };
        for attribute in tag.into_iter().flat_map(StartTag::attributes) {
            let value = attribute.value_str();
            match attribute.name() {
                b"aria-label" => context.aria_label = Some(collapse(value, self.bump)),
                b"title" => context.title = Some(collapse(value, self.bump)),
                b"integrity" => context.integrity = Some(value),
                b"loading" => context.loading = Some(value),
                b"fetchpriority" => context.fetch_priority = Some(value),
                _ => {}
            }
        }
        self.tree.links.set_context(first, context);
    }

    /// If the context of links is requested, marks the inserted element as the region that its `role` attribute names.
    #[inline(always)]
    pub(super) fn mark_region(&mut self, element: Element, tag: &StartTag<'a>) {
        if self.options.link_context
            && let Some(region) = Region::of_role(tag)
        {
            self.open.blocks.mark_if_innermost(element, Marks::of_region(region));
        }
    }
}
