//! Declarations about the use of a page: robots directives, reservation of text and data mining, and licences.
//!
//! | declaration | specification |
//! |---|---|
//! | robots directives | [Google](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag), [NoML](https://noml.info/) |
//! | `tdm-reservation`, `tdm-policy` | [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/) |
//! | links to a licence | [HTML](https://html.spec.whatwg.org/multipage/links.html#link-type-license), [RFC 4946](https://www.rfc-editor.org/rfc/rfc4946#section-2) |
//! | `Content-Usage` | [AI Preferences](https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/), a draft: its value is not interpreted |

pub(crate) mod license_elements;
pub(crate) mod robots;
#[cfg(test)]
mod tests;

use crate::copy_into::copy_fields;
use crate::flags::{Flag, Flags};
use crate::links::{EmptyUrl, Resolver, link_header};
use crate::named_enum::named_enum;
use crate::text::strings::{Pairs, find_value};
use bumpalo::Bump;
use bumpalo::collections::Vec;
use license_elements::{LICENSES, LicenseElement, LicenseElements};
use robots::{EVERY_AGENT, MAX_DIRECTIVES};

const RESERVATION: &str = "tdm-reservation";
const POLICY: &str = "tdm-policy";
const ROBOTS: &str = "x-robots-tag";
const LINK: &str = "link";
const USAGE: &str = "content-usage";
/// The headers with declarations.
const HEADERS: [&str; 5] = [ROBOTS, LINK, USAGE, RESERVATION, POLICY];

named_enum! {
    /// Where a page declares something about its use.
    ///
    /// ```
    /// assert_eq!(tagrake_extract::RightsSource::Header.as_str(), "header");
    /// ```
    enum RightsSource {
        /// A `meta` element.
        Meta = "meta",
        /// A header of the HTTP response.
        Header = "header",
        /// A `link`, `a`, `area` or `form` element.
        Link = "link",
    }
}

/// The declarations of a page about its use. Directives are reported for all crawlers, and [`noindex`](Self::noindex) and
/// [`nofollow`](Self::nofollow) decide between them for one.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor, RightsSource};
///
/// let html = b"<meta name=robots content='NoAI, noimageai'><meta name=tdm-reservation content=1>\
///     <a rel=license href=https://creativecommons.org/licenses/by/4.0/>CC BY</a>";
/// let context = Context::default().with_headers(&[("X-Robots-Tag", "ccbot: nofollow")]);
/// let mut extractor = Extractor::new(ExtractOptions::default().with_rights(true));
/// let rights = extractor.extract(html, &context).rights.unwrap();
/// assert_eq!((rights.directives[0].agent, rights.directives[0].directive), ("*", "noai"));
/// assert_eq!((rights.directives[2].agent, rights.directives[2].source), ("ccbot", RightsSource::Header));
/// assert_eq!((rights.tdm_reservation, rights.tdm_error), (Some(1), false));
/// assert_eq!(rights.licenses, ["https://creativecommons.org/licenses/by/4.0/"]);
/// assert_eq!((rights.declared[0].name, rights.declared[0].value), ("robots", "NoAI, noimageai"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rights<'a> {
    /// The directives of `meta` elements in document order, then of `X-Robots-Tag` headers.
    pub directives: &'a [RobotsDirective<'a>],
    /// True if a directive forbids to index the page, `noindex` or `none`: one for all crawlers, or for the crawler of
    /// [`ExtractOptions::with_crawler`](crate::ExtractOptions::with_crawler). By the rules of Google, the most restrictive directive
    /// applies. `unavailable_after` has no effect, because it depends on the time.
    pub noindex: bool,
    /// The same for following the links of the page: `nofollow` or `none`.
    pub nofollow: bool,
    /// 1 if the rights to text and data mining are reserved, 0 if they are not. `None` if nothing valid is declared, or
    /// if the declarations contradict each other. A valid `meta` element supersedes the header.
    pub tdm_reservation: Option<u8>,
    /// The URL of the policy for text and data mining. A `meta` element supersedes the header. `None` if none is
    /// declared, if two of one source differ, or if the URL is not valid.
    pub tdm_policy: Option<&'a str>,
    /// True if a `tdm-reservation` that is not superseded is neither 0 nor 1, or contradicts another one.
    pub tdm_error: bool,
    /// The URLs of links with `rel` `license`: of elements in document order, then of `Link` headers. Each is listed
    /// once, at most 64.
    pub licenses: &'a [&'a str],
    /// Every declaration that was read, as written: of `meta` elements, other elements, headers.
    pub declared: &'a [RightsDeclaration<'a>],
}

/// A directive for one crawler.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor};
///
/// let mut extractor = Extractor::new(ExtractOptions::default().with_rights(true));
/// let page = extractor.extract(b"<meta name=CCBot content=NOML>", &Context::default());
/// let directive = page.rights.unwrap().directives[0];
/// assert_eq!((directive.agent, directive.directive, directive.source.as_str()), ("ccbot", "noml", "meta"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RobotsDirective<'a> {
    /// The crawler, in ASCII lower case, or `*`.
    pub agent: &'a str,
    /// The directive, in ASCII lower case.
    pub directive: &'a str,
    /// Where it is declared.
    pub source: RightsSource,
}

/// A declaration as written, except for the case of the name of a header.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor};
///
/// let mut extractor = Extractor::new(ExtractOptions::default().with_rights(true));
/// let page = extractor.extract(b"<link rel='License' href=/l>", &Context::default());
/// let declared = page.rights.unwrap().declared[0];
/// assert_eq!((declared.source.as_str(), declared.name, declared.value), ("link", "License", "/l"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RightsDeclaration<'a> {
    /// Where it is declared.
    pub source: RightsSource,
    /// The name of the `meta` element, or of the header in lower case, or the value of `rel`.
    pub name: &'a str,
    /// The value of the `meta` element or of the header, or the URL of the link.
    pub value: &'a str,
}

copy_fields! {
    Rights { directives, tdm_policy, licenses, declared } { noindex, nofollow, tdm_reservation, tdm_error }
    RobotsDirective { agent, directive } { source }
    RightsDeclaration { name, value } { source }
}

/// Reads the declarations of a page.
pub(super) fn read<'a>(
    elements: &LicenseElements<'a>,
    metas: &[Pairs<'a>],
    headers: &[(&'a str, &'a str)],
    crawler: Option<&str>,
    resolver: &Resolver<'a>,
    flags: &mut Flags,
) -> Rights<'a> {
    let bump = elements.all.bump();
    let mut found = Found {
        directives: Vec::new_in(bump),
        declared: Vec::new_in(bump),
        of_metas: Mining::default(),
        of_headers: Mining::default(),
        licenses: Licenses { urls: Vec::new_in(bump), in_headers: 0, is_truncated: elements.is_truncated },
        lacks_room: false,
    };
    for meta in metas {
        found.read_meta(meta, crawler, bump);
    }
    for &LicenseElement { rel, href, empty } in &elements.all {
        found.declared.push(RightsDeclaration { source: RightsSource::Link, name: rel, value: href });
        found.licenses.push(resolver.resolve(href, empty).url);
    }
    for &(name, value) in headers {
        found.read_header(name, value, resolver, bump);
    }
    let Found { directives, declared, of_metas, of_headers, licenses, lacks_room } = found;
    if lacks_room {
        flags.set(Flag::LimitArena);
    }
    if licenses.is_truncated {
        flags.set(Flag::LimitLinks);
    }
    let (reservation, is_invalid) = match of_metas.reservation {
        Declared::None => (of_headers.reservation, of_metas.is_invalid || of_headers.is_invalid),
        reservation => (reservation, of_metas.is_invalid),
    };
    let tdm_policy = match of_metas.policy {
        Declared::None => {
            of_headers.policy.value().and_then(|policy| resolver.resolve_in_header(policy, EmptyUrl::Nowhere).url)
        }
        policy => policy.value().and_then(|policy| resolver.resolve(policy, EmptyUrl::Nowhere).url),
    };
    let directives = directives.into_bump_slice();
    let forbids = |directive: &str| {
        let is_obeyed = |agent: &str| agent == EVERY_AGENT || Some(agent) == crawler;
        directives.iter().any(|found| is_obeyed(found.agent) && [directive, "none"].contains(&found.directive))
    };
    Rights {
        directives,
        noindex: forbids("noindex"),
        nofollow: forbids("nofollow"),
        tdm_reservation: reservation.value(),
        tdm_policy,
        tdm_error: is_invalid || reservation == Declared::Contradictory,
        licenses: licenses.urls.into_bump_slice(),
        declared: declared.into_bump_slice(),
    }
}

/// The declarations that were read so far.
struct Found<'a> {
    directives: Vec<'a, RobotsDirective<'a>>,
    declared: Vec<'a, RightsDeclaration<'a>>,
    of_metas: Mining<'a>,
    of_headers: Mining<'a>,
    licenses: Licenses<'a>,
    /// True if a directive was left out.
    lacks_room: bool,
}

impl<'a> Found<'a> {
    /// Adds a directive. Returns false if there are too many.
    fn push(&mut self, agent: &'a str, directive: &'a str, source: RightsSource) -> bool {
        let has_room = self.directives.len() < MAX_DIRECTIVES;
        if has_room {
            self.directives.push(RobotsDirective { agent, directive, source });
        }
        self.lacks_room |= !has_room;
        has_room
    }

    fn read_meta(&mut self, meta: Pairs<'a>, crawler: Option<&str>, bump: &'a Bump) {
        let (Some(name), Some(value)) = (find_value(meta, "name"), find_value(meta, "content")) else { return };
        let source = RightsSource::Meta;
        if let Some(agent) = robots::any_agent(name, crawler, bump) {
            robots::each(value, bump, |directive| self.push(agent, directive, source));
        } else if !self.of_metas.add(name.trim_ascii(), value) {
            return;
        }
        self.declared.push(RightsDeclaration { source, name, value });
    }

    fn read_header(&mut self, name: &str, value: &'a str, resolver: &Resolver<'a>, bump: &'a Bump) {
        let source = RightsSource::Header;
        let Some(&name) = HEADERS.iter().find(|known| known.eq_ignore_ascii_case(name)) else { return };
        let is_read = match name {
            ROBOTS => {
                robots::each_in_header(value, bump, |agent, directive| _ = self.push(agent, directive, source));
                true
            }
            LINK => self.licenses.push_header(value, resolver, bump),
            name => name == USAGE || self.of_headers.add(name, value),
        };
        if is_read {
            self.declared.push(RightsDeclaration { source, name, value });
        }
    }
}

/// The value that the declarations of one source agree on.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Declared<T> {
    #[default]
    None,
    One(T),
    /// Two values differ. The specification has no rule for this.
    Contradictory,
}

impl<T: Copy + PartialEq> Declared<T> {
    fn add(&mut self, value: T) {
        *self = match self {
            Self::None => Self::One(value),
            Self::One(known) if *known == value => return,
            _ => Self::Contradictory,
        };
    }

    fn value(self) -> Option<T> {
        match self {
            Self::One(value) => Some(value),
            Self::None | Self::Contradictory => None,
        }
    }
}

/// The declarations of one source about text and data mining.
#[derive(Default)]
struct Mining<'a> {
    reservation: Declared<u8>,
    /// The policy as written, without white space around it.
    policy: Declared<&'a str>,
    /// True if a reservation is [neither 0 nor
    /// 1](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/#sec-tdm-reservation). It counts as not
    /// declared.
    is_invalid: bool,
}

impl<'a> Mining<'a> {
    /// Adds a declaration. Returns false if `name` is another one.
    fn add(&mut self, name: &str, value: &'a str) -> bool {
        let value = value.trim_ascii();
        if name.eq_ignore_ascii_case(POLICY) {
            self.policy.add(value);
        } else if !name.eq_ignore_ascii_case(RESERVATION) {
            return false;
        } else if let "0" | "1" = value {
            self.reservation.add(u8::from(value == "1"));
        } else {
            self.is_invalid = true;
        }
        true
    }
}

/// The licences of a page.
struct Licenses<'a> {
    urls: Vec<'a, &'a str>,
    /// The number of links to licences in headers.
    in_headers: usize,
    is_truncated: bool,
}

impl<'a> Licenses<'a> {
    fn push(&mut self, url: Option<&'a str>) {
        let Some(url) = url.filter(|url| !self.urls.contains(url)) else { return };
        if self.urls.len() < LICENSES {
            self.urls.push(url);
        } else {
            self.is_truncated = true;
        }
    }

    /// Adds the licences in a `Link` header. Returns true if it has any.
    fn push_header(&mut self, value: &'a str, resolver: &Resolver<'a>, bump: &'a Bump) -> bool {
        let before = self.in_headers;
        for link in link_header::links(value, bump) {
            let is = |token: &str| token.eq_ignore_ascii_case("license");
            if !link.rel.is_some_and(|rel| rel.split_ascii_whitespace().any(is)) {
                continue;
            }
            if self.in_headers >= LICENSES {
                self.is_truncated = true;
                break;
            }
            self.in_headers += 1;
            if link.is_of_document(resolver) {
                self.push(resolver.resolve_in_header(link.target, EmptyUrl::Nowhere).url);
            }
        }
        self.in_headers > before
    }
}
