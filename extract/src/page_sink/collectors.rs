//! The collectors that see tags and the text of scripts and titles, together.

use crate::collector::Collector;
use crate::metadata::collector::MetadataCollector;
use crate::place::Place;
use crate::rights::license_elements::LicenseElements;
use tagrake::names::NameFilter;
use tagrake::{EndTag, StartTag, Text};

/// The collectors of a pass. To add one, add it to each function.
pub(crate) struct Collectors<'a, C> {
    pub(crate) metadata: MetadataCollector<'a>,
    pub(crate) licenses: LicenseElements<'a>,
    /// The caller's.
    pub(crate) own: C,
}

impl<'a, C: Collector<'a>> Collector<'a> for Collectors<'a, C> {
    const ELEMENTS: &'static NameFilter = &MetadataCollector::ELEMENTS.or(LicenseElements::ELEMENTS).or(C::ELEMENTS);
    const ATTRIBUTES: &'static NameFilter =
        &MetadataCollector::ATTRIBUTES.or(LicenseElements::ATTRIBUTES).or(C::ATTRIBUTES);
    const TEXT: bool = C::TEXT;

    #[inline]
    fn start_tag(&mut self, tag: &StartTag<'a>, place: Place) {
        self.metadata.start_tag(tag, place);
        self.licenses.start_tag(tag, place);
        self.own.start_tag(tag, place);
    }

    #[inline]
    fn end_tag(&mut self, tag: &EndTag<'a>) {
        self.metadata.end_tag(tag);
        self.licenses.end_tag(tag);
        self.own.end_tag(tag);
    }

    #[inline]
    fn text(&mut self, text: &Text<'a>, place: Place) {
        self.metadata.text(text, place);
        self.licenses.text(text, place);
        self.own.text(text, place);
    }
}
