//! Which links of a page are in its record, or have rows.

use super::lazy_host::LazyHost;
use crate::parsed_by_name::parsed_by_name;
use tagrake_extract::{Link, LinkKind};

/// Selects links by where they lead.
///
/// A link is external if the registered domain of its host is not the domain of the page's host, and otherwise internal. If one
/// of the hosts has no registered domain, such as an IP address, the hosts themselves are compared. A link without a host, such as
/// `mailto:`, is neither, and so is every link of a page without a URL.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::{Fields, LinkScope, PageRecord, Reader, ReaderOptions};
///
/// let mut input = InputPage::new("-", b"<a href=http://a.e.org/></a><a href=http://f.org/></a>".to_vec());
/// input.url = Some("http://e.org/".to_owned());
/// let json = Reader::new(ReaderOptions::default()).read(&input, |page| {
///     PageRecord::new(&input, page).with_scope(Some(LinkScope::External)).to_json(&Fields::only("links").unwrap())
/// })?;
/// assert!(json.contains("f.org") && !json.contains("a.e.org"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkScope {
    /// Links to another registered domain.
    External,
    /// Links to the registered domain of the page.
    Internal,
}

impl LinkScope {
    /// The scopes and their names.
    pub const NAMES: [(&'static str, Self); 2] =
        [(Self::External.as_str(), Self::External), (Self::Internal.as_str(), Self::Internal)];

    /// Returns the name.
    ///
    /// ```
    /// use tagrake_bulk::LinkScope;
    ///
    /// assert!(LinkScope::NAMES.iter().all(|(name, scope)| scope.as_str() == *name));
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::External => "external",
            Self::Internal => "internal",
        }
    }
}

parsed_by_name!(LinkScope, "scope of links", [LinkScope::External, LinkScope::Internal]);

/// The links that are selected: by kind, and by where they lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkChoice<'k> {
    pub(crate) kinds: &'k [LinkKind],
    /// `None` for all links.
    pub(crate) scope: Option<LinkScope>,
}

impl LinkChoice<'_> {
    /// Returns true if the kind of a link is selected.
    pub(crate) fn takes_kind(&self, link: &Link<'_>) -> bool {
        self.kinds.len() == LinkKind::ALL.len() || self.kinds.contains(&link.kind)
    }

    /// Returns true if a link of the page with this host is selected by where it leads.
    pub(crate) fn takes_target(&self, link: &Link<'_>, page_host: &LazyHost<'_>) -> bool {
        let Some(scope) = self.scope else { return true };
        let is_internal = LazyHost::new(link.url).is_of_same_domain(page_host);
        is_internal == Some(scope == LinkScope::Internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagrake_extract::{Context, Extractor};

    #[test]
    fn links_are_external_or_internal_by_domain() {
        let html =
            b"<a href=/a></a><a href=//b.e.co.uk></a><a href=//f.co.uk></a><a href=//co.uk></a><a href=mailto:a@b></a>";
        let raw = |url: Option<&str>, scope| {
            let mut extractor = Extractor::default();
            let page = extractor.extract(html, &Context::default().with_url(url));
            let (choice, host) = (LinkChoice { kinds: &[LinkKind::Nav], scope }, LazyHost::new(page.url));
            let taken = page.links.iter().filter(|link| choice.takes_kind(link) && choice.takes_target(link, &host));
            taken.map(|link| link.raw.to_owned()).collect::<Vec<_>>().join(" ")
        };
        let (external, internal) = (Some(LinkScope::External), Some(LinkScope::Internal));
        let url = Some("http://a.e.co.uk/");
        assert_eq!(raw(url, external), "//f.co.uk //co.uk");
        assert_eq!(raw(url, internal), "/a //b.e.co.uk");
        assert_eq!(raw(url, None), "/a //b.e.co.uk //f.co.uk //co.uk mailto:a@b");
        assert_eq!(raw(None, external) + &raw(None, internal), "");
        // A public suffix has no registered domain.
        assert_eq!(raw(Some("http://co.uk/"), internal), "/a //co.uk");
    }
}
