//! `LinkFilter`: the rules of Scrapy's link extractor about elements, schemes, domains, extensions and duplicates.

use crate::arguments::{Flag, StrList, argument};
use pyo3::prelude::*;
use std::collections::HashSet;

/// The schemes of links that Scrapy follows.
const SCHEMES: [&str; 4] = ["http", "https", "file", "ftp"];
/// The schemes of URLs whose last path segment has parameters after a semicolon, for `urllib.parse.urlparse`.
const SCHEMES_WITH_PARAMETERS: [&str; 3] = ["http", "https", "ftp"];

/// Rules about links. Each has the meaning that it has in `scrapy.linkextractors.LinkExtractor`.
///
/// Args:
///     tags: The elements whose links are kept: "a", "area". Other names have no effect.
///     allow_domains: Domains to which links lead, or to a subdomain of one. If there are none, all are allowed.
///     deny_domains: Domains to which no link leads.
///     deny_extensions: Ends of paths of URLs that are left out, each with its dot.
///     unique: Whether each URL is kept once.
#[pyclass(frozen, module = "tagrake._native")]
pub(crate) struct LinkFilter {
    /// Whether links of `a` and of `area` are kept.
    elements: [bool; 2],
    allow_domains: Vec<String>,
    deny_domains: Vec<String>,
    deny_extensions: HashSet<String>,
    /// The length of the longest extension.
    longest_extension: usize,
    unique: bool,
}

#[pymethods]
impl LinkFilter {
    #[new]
    #[pyo3(signature = (*, tags, allow_domains, deny_domains, deny_extensions, unique))]
    fn new(
        tags: &Bound<'_, PyAny>,
        allow_domains: &Bound<'_, PyAny>,
        deny_domains: &Bound<'_, PyAny>,
        deny_extensions: &Bound<'_, PyAny>,
        unique: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let StrList(tags) = argument("tags", tags)?;
        let domains = |name, value| {
            let StrList(domains) = argument(name, value)?;
            PyResult::Ok(domains.iter().map(|domain| domain.to_lowercase()).collect())
        };
        let StrList(extensions) = argument("deny_extensions", deny_extensions)?;
        let Flag(unique) = argument("unique", unique)?;
        Ok(Self {
            elements: ["a", "area"].map(|name| tags.iter().any(|tag| tag == name)),
            allow_domains: domains("allow_domains", allow_domains)?,
            deny_domains: domains("deny_domains", deny_domains)?,
            longest_extension: extensions.iter().map(String::len).max().unwrap_or(0),
            deny_extensions: extensions.into_iter().collect(),
            unique,
        })
    }
}

impl LinkFilter {
    /// Returns true if links of `area` (`is_area`) or of `a` are kept.
    pub(crate) fn has_element(&self, is_area: bool) -> bool {
        self.elements[usize::from(is_area)]
    }

    /// Starts with the links of a page.
    pub(crate) fn start(&self) -> KeptUrls<'_, '_> {
        KeptUrls { filter: self, urls: HashSet::new() }
    }

    /// Returns true if a URL, as the URL standard serializes it, follows the rules about schemes, domains and extensions.
    fn allows(&self, url: &str) -> bool {
        let Some((scheme, rest)) = url.split_once("://").filter(|(scheme, _)| SCHEMES.contains(scheme)) else {
            return false;
        };
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let is_from = |domains: &[String]| domains.iter().any(|domain| is_from_domain(authority, domain));
        (self.allow_domains.is_empty() || is_from(&self.allow_domains))
            && !is_from(&self.deny_domains)
            && !self.has_denied_extension(scheme, path)
    }

    fn has_denied_extension(&self, scheme: &str, path: &str) -> bool {
        let mut path = &path[..path.find(['?', '#']).unwrap_or(path.len())];
        if SCHEMES_WITH_PARAMETERS.contains(&scheme) {
            let segment = path.rfind('/').unwrap_or(0);
            path = path[segment..].find(';').map_or(path, |at| &path[..segment + at]);
        }
        // An extension starts with a dot, and may have more dots.
        let tail = path.len().saturating_sub(self.longest_extension);
        let mut dots = path.bytes().enumerate().skip(tail).filter(|(_, byte)| *byte == b'.');
        dots.any(|(at, _)| {
            let end = &path[at..];
            self.deny_extensions.contains(end)
                || end.bytes().any(|byte| byte.is_ascii_uppercase())
                    && self.deny_extensions.contains(&end.to_ascii_lowercase())
        })
    }
}

/// Returns true if an authority is a domain or a subdomain of it. The authority includes user information and a port, as for Scrapy.
fn is_from_domain(authority: &str, domain: &str) -> bool {
    let before = authority.len().checked_sub(domain.len()).filter(|_| !authority.is_empty());
    before.is_some_and(|before| {
        let (rest, end) = authority.as_bytes().split_at(before);
        end.eq_ignore_ascii_case(domain.as_bytes()) && (rest.is_empty() || rest.ends_with(b"."))
    })
}

/// The links of a page that a filter has kept so far.
pub(crate) struct KeptUrls<'f, 'u> {
    filter: &'f LinkFilter,
    urls: HashSet<&'u str>,
}

impl<'u> KeptUrls<'_, 'u> {
    /// Returns true if the filter keeps a link with this URL.
    pub(crate) fn keeps(&mut self, url: &'u str) -> bool {
        self.filter.allows(url) && (!self.filter.unique || self.urls.insert(url))
    }
}
