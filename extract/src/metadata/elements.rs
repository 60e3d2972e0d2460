//! Interprets the `meta` and `link` elements of a page.

use crate::content::Facts;
use crate::flags::{Flag, Flags};
use crate::links::{EmptyUrl, LinkClass, RAW_BYTES, Resolver, URLS_BYTES, is_data, link_details, refresh};
use crate::metadata::collector::{LinkElement, MetadataCollector};
use crate::metadata::json_ld;
use crate::options::Context;
use crate::page::{Alternate, Feed, Icon, OgMedia, Page, Refresh, RobotsRules, ThemeColor};
use crate::rights::robots::{self, MAX_DIRECTIVES};
use crate::text::strings::{Pairs, collapse, find_value, lower_case};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The prefixes of Open Graph and related properties.
const OPEN_GRAPH: [&str; 8] = ["og:", "article:", "book:", "profile:", "video:", "music:", "product:", "fb:"];
/// The MIME types of feeds. The third is the one of RSS 1.0.
const FEEDS: [&str; 4] =
    ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"];
/// Maximum number of properties of one Open Graph image, video or audio file. Later ones are left out.
const OG_PROPERTIES: usize = 64;
/// The `rel` tokens of icons.
const ICONS: [&str; 4] = ["icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon"];

impl<'a> MetadataCollector<'a> {
    /// Returns a page with the metadata. The other fields are empty.
    pub(crate) fn into_page(
        self,
        Facts { metas, json_ld, .. }: Facts<'a>,
        context: &Context<'a>,
        resolver: &Resolver<'a>,
        flags: &mut Flags,
    ) -> Page<'a> {
        let mut page = Page { metas, ..Page::default() };
        if self.reads_all {
            page.title = self.document.title;
            page.json_ld = json_ld::read(json_ld, flags, self.bump);
            page.content_language = content_language(metas, context);
            let mut reader = MetadataReader { bump: self.bump, resolver, flags, url_room: URLS_BYTES };
            page.refresh = self.refreshes.iter().find_map(|content| reader.read_refresh(content));
            page.x_robots = reader.read_x_robots(context);
            reader.read_metas(&mut page);
            reader.read_link_elements(&mut page, &self.link_elements);
        }
        Page {
            base_href: self.document.base_href,
            encoding: self.decision,
            doctype: self.document.doctype,
            lang: self.document.lang,
            dir: self.document.dir,
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
    /// The bytes that resolved URLs may still take.
    url_room: usize,
}

impl<'a> MetadataReader<'a, '_> {
    /// Sets the fields of `page` that come from its `meta` elements.
    fn read_metas(&mut self, page: &mut Page<'a>) {
        let bump = self.bump;
        let mut theme_colors = Vec::new_in(bump);
        let (mut rules, mut directives) = (Vec::new_in(bump), MAX_DIRECTIVES);
        let (mut og, mut twitter, mut dc, mut citation) =
            (Vec::new_in(bump), Vec::new_in(bump), Vec::new_in(bump), Vec::new_in(bump));
        for meta in page.metas {
            let Some(content) = find_value(meta, "content") else { continue };
            if let Some(name) = find_value(meta, "name") {
                let name = name.trim_ascii();
                let is = |other: &str| name.eq_ignore_ascii_case(other);
                let fields = [
                    ("description", &mut page.description),
                    ("keywords", &mut page.keywords),
                    ("author", &mut page.author),
                    ("generator", &mut page.generator),
                    ("viewport", &mut page.viewport),
                ];
                if let Some((_, field)) = fields.into_iter().find(|(known, _)| is(known)) {
                    field.get_or_insert_with(|| collapse(content, bump));
                } else if is("theme-color") {
                    theme_colors.push(ThemeColor { color: content, media: find_value(meta, "media") });
                } else if let Some(agent) = robots::agent(name, bump) {
                    let (found, is_truncated) = robots::directives(content, directives, bump);
                    directives -= found.len();
                    if is_truncated {
                        self.flags.set(Flag::LimitArena);
                    }
                    rules.push(RobotsRules { agent, directives: found });
                }
            }
            // Some elements have a property of Open Graph and a name of Twitter.
            let (property, name) = (find_value(meta, "property"), find_value(meta, "name"));
            let lower = |key: &'a str| lower_case(key.trim_ascii(), bump);
            let (property, name) = (property.map(lower), name.map(lower));
            for key in [property, name.filter(|_| name != property)].into_iter().flatten() {
                if OPEN_GRAPH.iter().any(|prefix| key.starts_with(prefix)) {
                    og.push((key, content));
                } else if key.starts_with("twitter:") {
                    twitter.push((key, content));
                } else if key.starts_with("dc.") || key.starts_with("dcterms.") {
                    dc.push((key, content));
                } else if key.starts_with("citation_") {
                    citation.push((key, content));
                }
            }
        }
        page.theme_colors = theme_colors.into_bump_slice();
        page.robots = group_rules(rules, bump);
        page.og = og.into_bump_slice();
        page.og_media = media_of(page.og, bump);
        page.twitter = twitter.into_bump_slice();
        page.dc = dc.into_bump_slice();
        page.citation = citation.into_bump_slice();
    }

    /// Returns the directives of the `X-Robots-Tag` headers.
    fn read_x_robots(&mut self, context: &Context<'a>) -> &'a [RobotsRules<'a>] {
        let (mut rules, mut room) = (Vec::new_in(self.bump), MAX_DIRECTIVES);
        for value in context.header_values("x-robots-tag") {
            let (agent, (directives, is_truncated)) = robots::header(value, room, self.bump);
            room -= directives.len();
            if is_truncated {
                self.flags.set(Flag::LimitArena);
            }
            rules.push(RobotsRules { agent, directives });
        }
        group_rules(rules, self.bump)
    }

    /// Returns true if a URL as written, `raw`, may be resolved.
    fn may_resolve(&self, raw: &str) -> bool {
        self.url_room > 0 && (raw.len() <= RAW_BYTES || is_data(raw))
    }

    /// Resolves the content of a `meta` refresh. Returns `None` if it has no valid URL, or one with the scheme
    /// `javascript`.
    fn read_refresh(&mut self, content: &'a str) -> Option<Refresh<'a>> {
        let found = refresh::parse(content)?;
        let url = match found.url {
            None => self.resolver.document_url()?,
            Some(url) if !self.may_resolve(url) => {
                self.flags.set(Flag::LimitLinks);
                return None;
            }
            Some(url) => {
                let resolved = self.resolver.resolve(url, EmptyUrl::Base);
                let url = resolved.url.filter(|_| resolved.class != LinkClass::Javascript)?;
                self.url_room = self.url_room.saturating_sub(url.len());
                url
            }
        };
        Some(Refresh { seconds: found.seconds, url })
    }

    /// Sets the fields of `page` that come from its `link` elements.
    fn read_link_elements(&mut self, page: &mut Page<'a>, elements: &[LinkElement<'a>]) {
        let bump = self.bump;
        let (mut alternates, mut feeds, mut icons) = (Vec::new_in(bump), Vec::new_in(bump), Vec::new_in(bump));
        for element in elements {
            let has = |token: &str| element.rel.contains(&token);
            let is_known =
                ["canonical", "amphtml", "next", "prev", "previous", "manifest", "alternate"].into_iter().any(has)
                    || ICONS.into_iter().any(has);
            if !is_known {
                continue;
            }
            if !self.may_resolve(element.href) {
                self.flags.set(Flag::LimitLinks);
                continue;
            }
            let Some(url) = self.resolver.resolve(element.href, EmptyUrl::Nowhere).url else { continue };
            self.url_room = self.url_room.saturating_sub(url.len());
            let first = |known: &mut Option<&'a str>, is: bool| {
                if is {
                    known.get_or_insert(url);
                }
            };
            first(&mut page.canonical, has("canonical"));
            first(&mut page.amphtml, has("amphtml"));
            first(&mut page.next, has("next"));
            first(&mut page.prev, has("prev") || has("previous"));
            first(&mut page.manifest, has("manifest"));
            let details = link_details(element.tag, bump);
            if has("alternate") {
                if let Some(hreflang) = details.hreflang {
                    alternates.push(Alternate { hreflang, url });
                }
                let essence =
                    details.mime_type.map(|mime_type| mime_type.split(';').next().unwrap_or_default().trim_ascii());
                let is = |feed: &&str| essence.is_some_and(|essence| essence.eq_ignore_ascii_case(feed));
                if let Some(mime_type) = FEEDS.into_iter().find(is).filter(|_| !has("stylesheet")) {
                    feeds.push(Feed { mime_type, url, title: details.title });
                }
            }
            if ICONS.into_iter().any(has) {
                let rel = lower_case(collapse(element.rel_text, bump), bump);
                icons.push(Icon { rel, url, sizes: details.sizes, mime_type: details.mime_type });
            }
        }
        page.alternates = alternates.into_bump_slice();
        page.feeds = feeds.into_bump_slice();
        page.icons = icons.into_bump_slice();
    }
}

/// Returns the language for elements without `lang`: of the last valid pragma in `metas`, otherwise of the header.
fn content_language<'a>(metas: &[Pairs<'a>], context: &Context<'a>) -> Option<&'a str> {
    let pragmas = metas.iter().rev().filter(|meta| {
        find_value(meta, "http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("content-language"))
    });
    let mut declared = pragmas
        .filter_map(|meta| find_value(meta, "content"))
        .filter_map(|content| content.split_ascii_whitespace().next().filter(|_| !content.contains(',')));
    declared.next().or_else(|| {
        let mut tags = context
            .header_values("content-language")
            .flat_map(|value| value.split(','))
            .map(str::trim_ascii)
            .filter(|tag| !tag.is_empty());
        tags.next().filter(|tag| !tag.contains(char::is_whitespace) && tags.next().is_none())
    })
}

/// Groups directives by crawler. Crawlers are sorted by name; the directives of one crawler keep their order.
fn group_rules<'a>(mut rules: Vec<'a, RobotsRules<'a>>, bump: &'a Bump) -> &'a [RobotsRules<'a>] {
    rules.sort_by_key(|rules| rules.agent);
    let mut groups = Vec::new_in(bump);
    for group in rules.chunk_by(|one, other| one.agent == other.agent) {
        groups.push(match group {
            [one] => *one,
            _ => {
                let all = group.iter().flat_map(|rules| rules.directives).copied();
                RobotsRules { agent: group[0].agent, directives: Vec::from_iter_in(all, bump).into_bump_slice() }
            }
        });
    }
    groups.into_bump_slice()
}

/// Groups the Open Graph properties of images, videos and audio files. A new `url` starts a new item.
fn media_of<'a>(og: Pairs<'a>, bump: &'a Bump) -> &'a [OgMedia<'a>] {
    let mut media = Vec::new_in(bump);
    for kind in ["image", "video", "audio"] {
        let mut items: Vec<'a, Pairs<'a>> = Vec::new_in(bump);
        let mut item: Vec<'a, (&'a str, &'a str)> = Vec::new_in(bump);
        for &(key, content) in og {
            let Some(property) = key.strip_prefix("og:").and_then(|key| key.strip_prefix(kind)) else { continue };
            let property = match property.strip_prefix(':') {
                None if property.is_empty() => "url",
                None => continue,
                Some("url") if find_value(&item, "url") != Some(content) => "url",
                Some("url") => continue,
                Some(property) => property,
            };
            if property == "url" && !item.is_empty() {
                items.push(core::mem::replace(&mut item, Vec::new_in(bump)).into_bump_slice());
            }
            if item.len() < OG_PROPERTIES && item.iter().all(|(known, _)| *known != property) {
                item.push((property, content));
            }
        }
        if !item.is_empty() {
            items.push(item.into_bump_slice());
        }
        if !items.is_empty() {
            media.push(OgMedia { kind, items: items.into_bump_slice() });
        }
    }
    media.into_bump_slice()
}
