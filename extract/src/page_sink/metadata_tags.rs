//! Passes tags on to the collectors of metadata, headings, anchors and licences.

use super::PageSink;
use crate::flags::Flag;
use crate::links::url_attributes;
use crate::names::{Attr, Element};
use crate::open_blocks::Marks;
use crate::rights::{self, LicenseElement};
use tagrake::StartTag;

impl<'a> PageSink<'a, '_> {
    /// Returns true if a `template` is open, including shadow roots.
    pub(super) fn is_in_template(&self) -> bool {
        self.templates > 0 || self.shadow_roots > 0
    }

    /// Returns true if the next `title` is the title of the page.
    pub(super) fn wants_title(&self) -> bool {
        self.metadata.title.is_none() && !self.is_in_template() && self.options.reads_facts()
    }

    /// Ends the open anchor, and starts one for the links from index `first` on.
    pub(super) fn start_anchor(&mut self, first: usize) {
        let markers = self.blocks.markers();
        if let Some(closed) = self.anchors.close_anchor(markers) {
            self.links.record_anchor_text(closed);
        }
        if self.links.is_anchor(first) {
            self.anchors.open_anchor(first..self.links.len(), self.blocks.len(), markers);
        }
    }

    /// Adds the `alt` of an image to the open anchors and headings.
    pub(super) fn push_alt(&mut self, tag: &StartTag<'a>) {
        if self.anchors.is_open()
            && self.hidden.is_none()
            && let Some(alt) = tag.attribute(b"alt")
        {
            self.anchors.push_alt(alt.value_in(self.page));
        }
    }

    /// Handles a start tag that may have a link to a licence.
    #[inline(never)]
    pub(super) fn record_license(&mut self, element: Element, tag: &StartTag<'a>) {
        let (name, attr) = match element {
            Element::A | Element::Area | Element::Link => (&b"href"[..], Attr::Href),
            Element::Form => (&b"action"[..], Attr::Action),
            _ => return,
        };
        let Some(rel) = tag.attribute(b"rel").map(|rel| rel.value_in(self.page)) else { return };
        let (Some(href), Some(found)) = (tag.attribute(name), url_attributes::find(element, attr)) else { return };
        if !rights::is_license(rel) || self.is_in_template() {
            return;
        }
        let (href, empty) = (href.value_in(self.page), found.empty);
        if self.licenses.iter().any(|known| known.href == href && known.empty == empty) {
            return;
        }
        if self.licenses.len() >= rights::LICENSES {
            self.flags.set(Flag::LimitLinks);
            return;
        }
        self.licenses.push(LicenseElement { rel, href, empty });
    }

    /// Handles a start tag with metadata.
    pub(super) fn record_metadata(&mut self, element: Element, tag: &StartTag<'a>, name: &'a [u8]) {
        match element {
            // In a template, tree construction ignores the tag.
            Element::Html if !self.is_in_template() => self.metadata.html(tag),
            Element::Link if !self.is_in_template() => self.metadata.link(tag, &mut self.flags),
            Element::H1 | Element::H2 | Element::H3 | Element::H4 | Element::H5 | Element::H6
                if self.hidden.is_none() =>
            {
                if self.headings.start(tag, name, &mut self.anchors) {
                    self.blocks.mark(Marks::HEADING);
                } else {
                    self.flags.set(Flag::LimitHeadings);
                }
            }
            Element::Other if name == b"time" && !self.is_in_template() => self.metadata.time(tag),
            _ => {}
        }
    }
}
