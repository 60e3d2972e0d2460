//! The collectors that see tags and the text of scripts and titles, together: what they ask for, see, and add to the page.

use crate::collector::Collector;
use crate::content::Facts;
use crate::flags::Flags;
use crate::links::Resolver;
use crate::metadata::collector::MetadataCollector;
use crate::options::{Context, ExtractOptions};
use crate::page::Page;
use crate::place::Place;
use crate::rights;
use crate::rights::license_elements::LicenseElements;
use bumpalo::Bump;
use tagrake::encoding::Decision;
use tagrake::names::NameFilter;
use tagrake::{EndTag, StartTag, Text};

/// The collectors of a pass. A further one is a field here, and a line in each function.
pub(crate) struct Collectors<'a, C> {
    pub(crate) metadata: MetadataCollector<'a>,
    pub(crate) licenses: LicenseElements<'a>,
    /// The caller's.
    pub(crate) own: C,
}

impl<'a, C> Collectors<'a, C> {
    pub(super) fn new(options: &ExtractOptions, decision: Decision<'a>, bump: &'a Bump, own: C) -> Self {
        Self {
            metadata: MetadataCollector::new(options, decision, bump),
            licenses: LicenseElements::new(options.rights, bump),
            own,
        }
    }

    /// Returns a page with the fields of the collectors, and the caller's collector. `facts` are the facts of the metadata, and
    /// `crawler` is the one for which robots directives decide.
    pub(crate) fn into_page(
        self,
        facts: Facts<'a>,
        context: &Context<'a>,
        crawler: Option<&str>,
        resolver: &Resolver<'a>,
        flags: &mut Flags,
    ) -> (Page<'a>, C) {
        let licenses = &self.licenses;
        let read = || rights::read(licenses, facts.metas, context.headers, crawler, resolver, flags);
        let rights = licenses.is_wanted.then(read);
        let page = Page { rights, ..self.metadata.into_page(facts, context, resolver, flags) };
        (page, self.own)
    }
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
