//! Interprets the metadata of a page: its `meta` elements, and headers that say the same.

use crate::content::Facts;
use crate::fact_source::{Choice, FactSource};
use crate::flags::{Flag, Flags};
use crate::links::{EmptyUrl, LinkClass, Resolver, refresh};
use crate::metadata::collector::MetadataCollector;
use crate::metadata::related::Related;
use crate::metadata::url_room::UrlRoom;
use crate::metadata::{json_ld, language, open_graph};
use crate::options::Context;
use crate::page::{Page, Refresh, RobotsRules, ThemeColor};
use crate::rights::robots::{self, Directives, MAX_DIRECTIVES};
use crate::text::strings::{Pairs, collapse, find_value, lower_case};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The names of the elements whose first one counts: the fields of the same names.
const NAMED: [&str; 5] = ["description", "keywords", "author", "generator", "viewport"];
/// The prefixes of the properties of each vocabulary: Open Graph and related ones, Twitter, Dublin Core, and citations.
const VOCABULARIES: [&[&str]; 4] = [
    &["og:", "article:", "book:", "profile:", "video:", "music:", "product:", "fb:"],
    &["twitter:"],
    &["dc.", "dcterms."],
    &["citation_"],
];

impl<'a> MetadataCollector<'a> {
    /// Returns a page with the metadata. The other fields are empty.
    pub(crate) fn into_page(
        self,
        Facts { metas, json_ld, .. }: Facts<'a>,
        context: &Context<'a>,
        resolver: &Resolver<'a>,
        flags: &mut Flags,
    ) -> Page<'a> {
        let Self { bump, document, link_elements, meta_sources, json_ld_sources, .. } = self;
        let mut page = Page { metas, ..Page::default() };
        page.sources.metas = meta_sources.into_bump_slice();
        if self.reads_all {
            page.title = document.title;
            page.json_ld = json_ld::read(json_ld, &json_ld_sources, flags, bump);
            let default = language::default_of(metas, page.sources.metas, context);
            (page.content_language, page.sources.content_language) = default.unzip();
            (page.lang, page.sources.lang) = language::of_page(&document, default, context).unzip();
            let mut url_room = UrlRoom::FULL;
            let mut reader = MetadataReader { bump, resolver, flags, url_room: &mut url_room };
            page.refresh = reader.read_refresh(&page, context);
            page.x_robots = reader.read_x_robots(context);
            reader.read_metas(&mut page);
            let mut related = Related::new(bump, resolver, flags, &mut url_room);
            related.read_elements(&link_elements);
            related.read_headers(context);
            related.finish(&mut page);
        }
        Page {
            base_href: document.base_href,
            encoding: self.decision,
            doctype: document.doctype,
            dir: document.dir,
            times: self.times.into_bump_slice(),
            ..page
        }
    }
}

/// Interprets elements and headers.
struct MetadataReader<'a, 'r> {
    bump: &'a Bump,
    resolver: &'r Resolver<'a>,
    flags: &'r mut Flags,
    url_room: &'r mut UrlRoom,
}

impl<'a> MetadataReader<'a, '_> {
    /// Sets the fields of `page` that come from its `meta` elements.
    fn read_metas(&mut self, page: &mut Page<'a>) {
        let bump = self.bump;
        let mut named = [Choice::default(); NAMED.len()];
        let mut theme_colors = Vec::new_in(bump);
        let (mut rules, mut room) = (Vec::new_in(bump), MAX_DIRECTIVES);
        let mut properties = VOCABULARIES.map(|_| Properties::new(bump));
        for (meta, &source) in page.metas.iter().zip(page.sources.metas) {
            let Some(content) = find_value(meta, "content") else { continue };
            if let Some(name) = find_value(meta, "name") {
                let name = name.trim_ascii();
                let is = |other: &str| name.eq_ignore_ascii_case(other);
                if let Some(index) = NAMED.iter().position(|known| is(known)) {
                    named[index].offer(source, || collapse(content, bump));
                } else if is("theme-color") {
                    theme_colors.push(ThemeColor { color: content, media: find_value(meta, "media"), source });
                } else if let Some(agent) = robots::agent(name, bump) {
                    let found = robots::directives(content, room, bump);
                    rules.push(self.rules(agent, found, source, &mut room));
                }
            }
            // Some elements have a property of Open Graph and a name of Twitter.
            let (property, name) = (find_value(meta, "property"), find_value(meta, "name"));
            let lower = |key: &'a str| lower_case(key.trim_ascii(), bump);
            let (property, name) = (property.map(lower), name.map(lower));
            for key in [property, name.filter(|_| name != property)].into_iter().flatten() {
                let is_of = |prefixes: &&[&str]| prefixes.iter().any(|prefix| key.starts_with(prefix));
                if let Some(index) = VOCABULARIES.iter().position(is_of) {
                    properties[index].push(key, content, source);
                }
            }
        }
        let [description, keywords, author, generator, viewport] = named;
        (page.description, page.sources.description) = description.chosen();
        (page.keywords, page.sources.keywords) = keywords.chosen();
        (page.author, page.sources.author) = author.chosen();
        (page.generator, page.sources.generator) = generator.chosen();
        (page.viewport, page.sources.viewport) = viewport.chosen();
        page.theme_colors = theme_colors.into_bump_slice();
        page.robots = group_rules(rules, bump);
        let [og, twitter, dc, citation] = properties.map(Properties::finish);
        (page.og, page.sources.og) = og;
        (page.twitter, page.sources.twitter) = twitter;
        (page.dc, page.sources.dc) = dc;
        (page.citation, page.sources.citation) = citation;
        page.og_media = open_graph::media_of(page.og, bump);
        page.og_title = open_graph::text_of(page, "og:title", bump);
        page.og_type = open_graph::text_of(page, "og:type", bump);
        page.og_image = open_graph::image_of(page, |url, source| {
            self.url_room.resolve(url, EmptyUrl::Nowhere, source, self.resolver, self.flags)?.url
        });
    }

    /// Returns the rules with the directives that were found, and takes their number from `room`.
    fn rules(
        &mut self,
        agent: &'a str,
        (directives, is_truncated): Directives<'a>,
        source: FactSource,
        room: &mut usize,
    ) -> RobotsRules<'a> {
        *room -= directives.len();
        if is_truncated {
            self.flags.set(Flag::LimitArena);
        }
        RobotsRules { agent, directives, sources: self.bump.alloc_slice_fill_copy(directives.len(), source) }
    }

    /// Returns the directives of the `X-Robots-Tag` headers.
    fn read_x_robots(&mut self, context: &Context<'a>) -> &'a [RobotsRules<'a>] {
        let (mut rules, mut room) = (Vec::new_in(self.bump), MAX_DIRECTIVES);
        for value in context.header_values("x-robots-tag") {
            let (agent, found) = robots::header(value, room, self.bump);
            rules.push(self.rules(agent, found, FactSource::Header, &mut room));
        }
        group_rules(rules, self.bump)
    }

    /// Returns the first refresh that a browser obeys: of a header, otherwise of an element that is not in `noscript`, which is
    /// for browsers without scripts.
    fn read_refresh(&mut self, page: &Page<'a>, context: &Context<'a>) -> Option<Refresh<'a>> {
        let of_headers = context.header_values("refresh").map(|value| (value, FactSource::Header));
        let of_metas = page.metas.iter().zip(page.sources.metas).filter_map(|(meta, &source)| {
            let is_refresh = |value: &str| value.eq_ignore_ascii_case("refresh");
            find_value(meta, "http-equiv").filter(|value| is_refresh(value) && source != FactSource::Noscript)?;
            Some((find_value(meta, "content")?, source))
        });
        let mut all = of_headers.chain(of_metas);
        all.find_map(|(content, source)| self.refresh_of(content, source))
    }

    /// Returns the refresh that a header or the `content` of a `meta` states. Returns `None` if it has no valid URL, or one with
    /// the scheme `javascript`.
    fn refresh_of(&mut self, content: &'a str, source: FactSource) -> Option<Refresh<'a>> {
        let refresh::ParsedRefresh { seconds, url } = refresh::parse(content)?;
        let url = match url {
            None => self.resolver.document_url()?,
            Some(url) => {
                let resolved = self.url_room.resolve(url, EmptyUrl::Base, source, self.resolver, self.flags)?;
                resolved.url.filter(|_| resolved.class != LinkClass::Javascript)?
            }
        };
        Some(Refresh { seconds, url, source })
    }
}

/// The properties of a vocabulary, each with its source.
struct Properties<'a> {
    all: Vec<'a, (&'a str, &'a str)>,
    sources: Vec<'a, FactSource>,
}

impl<'a> Properties<'a> {
    fn new(bump: &'a Bump) -> Self {
        Self { all: Vec::new_in(bump), sources: Vec::new_in(bump) }
    }

    fn push(&mut self, key: &'a str, value: &'a str, source: FactSource) {
        self.all.push((key, value));
        self.sources.push(source);
    }

    fn finish(self) -> (Pairs<'a>, &'a [FactSource]) {
        (self.all.into_bump_slice(), self.sources.into_bump_slice())
    }
}

/// Groups directives by crawler. Crawlers are sorted by name; the directives of one crawler keep their order.
fn group_rules<'a>(rules: Vec<'a, RobotsRules<'a>>, bump: &'a Bump) -> &'a [RobotsRules<'a>] {
    // PERF: a stable sort of many rules allocates on the heap.
    let mut sorted = Vec::from_iter_in(rules.into_iter().enumerate(), bump);
    sorted.sort_unstable_by_key(|&(index, rules)| (rules.agent, index));
    let mut groups = Vec::new_in(bump);
    for group in sorted.chunk_by(|(_, one), (_, other)| one.agent == other.agent) {
        groups.push(match group {
            [(_, one)] => *one,
            _ => {
                let directives = group.iter().flat_map(|(_, rules)| rules.directives).copied();
                let sources = group.iter().flat_map(|(_, rules)| rules.sources).copied();
                RobotsRules {
                    agent: group[0].1.agent,
                    directives: Vec::from_iter_in(directives, bump).into_bump_slice(),
                    sources: Vec::from_iter_in(sources, bump).into_bump_slice(),
                }
            }
        });
    }
    groups.into_bump_slice()
}
