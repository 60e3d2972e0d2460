//! The host of a URL, found when a field first needs it.

use crate::url_host::UrlHost;
use std::cell::OnceCell;

/// The host of a URL, and its registered domain. Each is found once, when it is first needed.
#[derive(Debug)]
pub(crate) struct LazyHost<'u> {
    url: Option<&'u str>,
    host: OnceCell<Option<UrlHost<'u>>>,
    /// The length of the domain, which is the end of the name.
    domain: OnceCell<Option<usize>>,
}

impl<'u> LazyHost<'u> {
    /// `url` is a URL that the URL parser has serialized.
    pub(crate) fn new(url: Option<&'u str>) -> Self {
        Self { url, host: OnceCell::new(), domain: OnceCell::new() }
    }

    /// Returns the name of the host.
    pub(super) fn name(&self) -> Option<&str> {
        let host = self.host.get_or_init(|| self.url.and_then(UrlHost::of_serialized));
        host.as_ref().map(UrlHost::name)
    }

    /// Returns the registered domain. `page` is the host of the page: most links lead to it.
    pub(super) fn domain(&self, page: Option<&Self>) -> Option<&str> {
        let name = self.name()?;
        let length = match page.filter(|page| page.name() == Some(name)) {
            Some(page) => page.domain_length(),
            None => self.domain_length(),
        };
        length.map(|length| &name[name.len() - length..])
    }

    fn domain_length(&self) -> Option<usize> {
        let host = self.host.get().and_then(Option::as_ref);
        *self.domain.get_or_init(|| host.and_then(|host| host.domain(false)).map(str::len))
    }

    /// Returns true if both URLs have the same host. `None` if one of them has no host.
    pub(super) fn is_same(&self, page: &LazyHost<'_>) -> Option<bool> {
        Some(self.name()? == page.name()?)
    }

    /// Returns true if both hosts have the same registered domain, or the same name if one of them has no domain. `None` if one of the
    /// URLs has no host.
    pub(super) fn is_of_same_domain(&self, page: &LazyHost<'_>) -> Option<bool> {
        if self.is_same(page)? {
            return Some(true);
        }
        Some(match (self.domain(None), page.domain(None)) {
            (Some(own), Some(other)) => own == other,
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_compared_where_hosts_differ() {
        let cases = [
            ("http://a.e.co.uk/", "e.co.uk", true, true),
            ("http://b.e.co.uk/", "e.co.uk", false, true),
            ("http://e.org/", "e.org", false, false),
            ("http://10.0.0.1/", "", false, false),
        ];
        let page = LazyHost::new(Some("https://a.e.co.uk/x"));
        for (url, domain, is_same, is_of_same_domain) in cases {
            let host = LazyHost::new(Some(url));
            assert_eq!(host.domain(Some(&page)).unwrap_or_default(), domain, "{url}");
            assert_eq!(host.domain(None), host.domain(Some(&page)), "{url}");
            assert_eq!((host.is_same(&page), host.is_of_same_domain(&page)), (Some(is_same), Some(is_of_same_domain)));
        }
        for url in [None, Some("mailto:a@b")] {
            let host = LazyHost::new(url);
            assert_eq!((host.name(), host.is_same(&page), page.is_of_same_domain(&host)), (None, None, None));
        }
        let address = LazyHost::new(Some("http://10.0.0.1:80/"));
        assert_eq!(address.is_of_same_domain(&LazyHost::new(Some("ftp://10.0.0.1/"))), Some(true));
    }
}
