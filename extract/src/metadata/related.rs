//! The related resources of a page: what its `link` elements and `Link` headers name.

use crate::fact_source::{Choice, FactSource};
use crate::flags::{Flag, Flags};
use crate::links::link_header::{self, HeaderLink};
use crate::links::{EmptyUrl, LinkDetails, Resolver, link_details, rel};
use crate::metadata::collector::LinkElement;
use crate::metadata::limits::LINK_RELATIONS;
use crate::metadata::url_room::UrlRoom;
use crate::options::Context;
use crate::page::{Alternate, Feed, Icon, Page};
use crate::text::strings::{collapse, lower_case};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The MIME types of feeds. The third is the one of RSS 1.0.
const FEEDS: [&str; 4] =
    ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"];
/// The `rel` tokens of icons.
const ICONS: [&str; 4] = ["icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon"];

/// The resources that were found so far.
pub(super) struct Related<'a, 'r> {
    bump: &'a Bump,
    resolver: &'r Resolver<'a>,
    flags: &'r mut Flags,
    url_room: &'r mut UrlRoom,
    canonical: Choice<&'a str>,
    amphtml: Choice<&'a str>,
    next: Choice<&'a str>,
    prev: Choice<&'a str>,
    manifest: Choice<&'a str>,
    alternates: Vec<'a, Alternate<'a>>,
    feeds: Vec<'a, Feed<'a>>,
    icons: Vec<'a, Icon<'a>>,
}

/// A link of the page: an element, or a link of a header.
struct RelatedLink<'a, 't> {
    rel: &'t [&'a str],
    rel_text: &'a str,
    href: &'a str,
    empty: EmptyUrl,
    source: FactSource,
}

impl<'a, 'r> Related<'a, 'r> {
    pub(super) fn new(
        bump: &'a Bump,
        resolver: &'r Resolver<'a>,
        flags: &'r mut Flags,
        url_room: &'r mut UrlRoom,
    ) -> Self {
        let (canonical, amphtml, next, prev, manifest) = Default::default();
        let (alternates, feeds, icons) = (Vec::new_in(bump), Vec::new_in(bump), Vec::new_in(bump));
        Self { bump, resolver, flags, url_room, canonical, amphtml, next, prev, manifest, alternates, feeds, icons }
    }

    /// Adds what the elements name.
    pub(super) fn read_elements(&mut self, elements: &[LinkElement<'a>]) {
        for &LinkElement { rel, rel_text, href, tag, source } in elements {
            let link = RelatedLink { rel, rel_text, href, empty: EmptyUrl::Nowhere, source };
            self.read(link, |bump| link_details(tag, bump));
        }
    }

    /// Adds what the `Link` headers name.
    pub(super) fn read_headers(&mut self, context: &Context<'a>) {
        let bump = self.bump;
        for link in context.header_values("link").flat_map(|value| link_header::links(value, bump)) {
            if !link.is_of_document(self.resolver) {
                continue;
            }
            let HeaderLink { target: href, rel, details, .. } = link;
            let rel_text = rel.unwrap_or_default();
            let (rel, is_truncated) = rel::tokens(bump, rel_text, LINK_RELATIONS);
            if is_truncated {
                self.flags.set(Flag::LimitLinks);
            }
            let link = RelatedLink { rel, rel_text, href, empty: EmptyUrl::Base, source: FactSource::Header };
            self.read(link, |bump| bump.alloc(details));
        }
    }

    fn read(&mut self, link: RelatedLink<'a, '_>, details: impl FnOnce(&'a Bump) -> &'a LinkDetails<'a>) {
        let bump = self.bump;
        let RelatedLink { rel, rel_text, href, empty, source } = link;
        let has = |token: &str| rel.contains(&token);
        let (is_alternate, is_icon) = (has("alternate"), ICONS.into_iter().any(has));
        let is_known = ["canonical", "amphtml", "next", "prev", "previous", "manifest"].into_iter().any(has);
        if !(is_known || is_alternate || is_icon) {
            return;
        }
        let resolved = self.url_room.resolve(href, empty, source, self.resolver, self.flags);
        let Some(url) = resolved.and_then(|resolved| resolved.url) else { return };
        let choices = [
            (&mut self.canonical, has("canonical")),
            (&mut self.amphtml, has("amphtml")),
            (&mut self.next, has("next")),
            (&mut self.prev, has("prev") || has("previous")),
            (&mut self.manifest, has("manifest")),
        ];
        for (choice, _) in choices.into_iter().filter(|(_, is_of_kind)| *is_of_kind) {
            choice.offer(source, || url);
        }
        if !(is_alternate || is_icon) {
            return;
        }
        let details = details(bump);
        if let Some(hreflang) = details.hreflang.filter(|_| is_alternate) {
            self.alternates.push(Alternate { hreflang, url, source });
        }
        let essence = details.mime_type.map(|mime_type| mime_type.split(';').next().unwrap_or_default().trim_ascii());
        let is_feed = |feed: &&str| essence.is_some_and(|essence| essence.eq_ignore_ascii_case(feed));
        if let Some(mime_type) = FEEDS.into_iter().find(is_feed).filter(|_| is_alternate && !has("stylesheet")) {
            self.feeds.push(Feed { mime_type, url, title: details.title, source });
        }
        if is_icon {
            let rel = lower_case(collapse(rel_text, bump), bump);
            self.icons.push(Icon { rel, url, sizes: details.sizes, mime_type: details.mime_type, source });
        }
    }

    /// Sets the fields of `page`.
    pub(super) fn finish(self, page: &mut Page<'a>) {
        (page.canonical, page.sources.canonical) = self.canonical.chosen();
        (page.amphtml, page.sources.amphtml) = self.amphtml.chosen();
        (page.next, page.sources.next) = self.next.chosen();
        (page.prev, page.sources.prev) = self.prev.chosen();
        (page.manifest, page.sources.manifest) = self.manifest.chosen();
        page.alternates = self.alternates.into_bump_slice();
        page.feeds = self.feeds.into_bump_slice();
        page.icons = self.icons.into_bump_slice();
    }
}
