//! The body of a page, if only facts are collected: metadata without headings, and rights.
//!
//! A fact counts wherever it is, outside of a `template`. So only the tags of facts, `template` and `noscript` are read, and the
//! open elements are not tracked. That is exact as long as the number of open templates is certain; otherwise the pass is
//! [abandoned](PageSink::needs_open_elements), and the page is read again with the open elements.

use super::PageSink;
use crate::collector::Collector;
use crate::flags::Flag;
use crate::metadata::collector::{METADATA, MetadataCollector};
use crate::names::{Attr, Element};
use crate::place::Place;
use tagrake::names::NameFilter;
use tagrake::{EndTag, Namespace, StartTag, Text, TextState};

/// The elements whose start tags are read in the body, with and without attributes.
const START_TAGS: &NameFilter =
    &Element::filter(&METADATA).or(&Element::filter(&[Element::Frameset, Element::Noscript, Element::Template]));

/// The elements whose end tags are read in the body.
const END_TAGS: &NameFilter = &Element::filter(&[Element::Noscript, Element::Template, Element::Title]);

/// The attributes whose start tags are read: attributes of `link`, `time` and links to licences, and attributes that hide text, for
/// the head, which is read with its open elements.
pub(crate) const ATTRIBUTES: &NameFilter = &Attr::HIDING.or(&NameFilter::of(&["datetime", "rel"]));

impl<'a, C: Collector<'a>> PageSink<'a, '_, C> {
    /// Returns true if the page must be read again with its open elements.
    pub(crate) fn needs_open_elements(&self) -> bool {
        self.facts.are_uncertain
    }

    /// Handles a start tag in the body.
    ///
    /// PERF: nearly all tags end here.
    #[inline(always)]
    pub(super) fn fact_start_tag(&mut self, tag: &StartTag<'a>) {
        if tag.has_wanted() || START_TAGS.may_hold(tag.raw_name()) {
            self.read_fact(*tag);
        }
    }

    #[inline(never)]
    fn read_fact(&mut self, tag: StartTag<'a>) {
        let element = Element::of_tag(tag.short_name(), tag.name());
        if tag.namespace() != Namespace::Html {
            // Its end tag may be the next `</template>`.
            if element == Element::Template && self.facts.templates > 0 {
                self.abandon();
            }
            return;
        }
        match element {
            Element::Template => self.facts.templates += 1,
            Element::Noscript if !self.options.reads_raw_noscript() => self.open.noscripts += 1,
            Element::Frameset => self.flags.set(Flag::Frameset),
            _ if self.facts.templates == 0 => {
                self.collectors.start_tag(&tag, self.fact_place());
                self.is_done = self.collectors.metadata.restarts;
            }
            _ if MetadataCollector::is_fact(element, &tag) || self.options.rights => self.abandon(),
            _ => {}
        }
    }

    /// Handles an end tag in the body.
    #[inline(always)]
    pub(super) fn fact_end_tag(&mut self, tag: &EndTag<'a>) {
        if END_TAGS.may_hold(tag.raw_name()) {
            self.end_fact(*tag);
        }
    }

    #[inline(never)]
    fn end_fact(&mut self, tag: EndTag<'a>) {
        match Element::of_tag(tag.short_name(), tag.name()) {
            Element::Template => self.facts.templates = self.facts.templates.saturating_sub(1),
            Element::Noscript => self.open.noscripts = self.open.noscripts.saturating_sub(1),
            _ => self.collectors.end_tag(&tag),
        }
    }

    /// Handles a text in the body.
    #[inline(always)]
    pub(super) fn fact_text(&mut self, text: &Text<'a>) {
        if let TextState::Rcdata | TextState::ScriptData = text.state() {
            self.read_fact_text(*text);
        }
    }

    #[inline(never)]
    fn read_fact_text(&mut self, text: Text<'a>) {
        self.collectors.metadata.text(&text, self.fact_place());
    }

    /// Returns the place of a fact in the body, as far as the collectors of facts ask.
    fn fact_place(&self) -> Place {
        Place { in_noscript: self.open.noscripts > 0, ..Place::default() }
    }

    fn abandon(&mut self) {
        (self.facts.are_uncertain, self.is_done) = (true, true);
    }
}
