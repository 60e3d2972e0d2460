//! Hosts and the domains that they belong to, by the [Public Suffix List](https://publicsuffix.org).

use psl::{List, Psl, Type};
use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

/// The host of a URL.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UrlHost<'u> {
    name: Cow<'u, str>,
    is_address: bool,
}

impl<'u> UrlHost<'u> {
    /// Returns the host of a URL that the URL parser has serialized. This takes no time for parsing.
    pub(crate) fn of_serialized(url: &'u str) -> Option<Self> {
        let colon = url.bytes().position(|byte| byte == b':')?;
        let after_scheme = url[colon + 1..].strip_prefix("//")?;
        let end = after_scheme.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let authority = end.map_or(after_scheme, |end| &after_scheme[..end]);
        let is_in_plain_name =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'.' || byte == b'-';
        // Most hosts: a name in lower case, without a port.
        if authority.ends_with(|last: char| last.is_ascii_lowercase()) && authority.bytes().all(is_in_plain_name) {
            return Some(Self { name: authority.into(), is_address: false });
        }
        let host_and_port = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let is_address = host_and_port.starts_with('[');
        let host = match host_and_port.split_once(']') {
            Some((address, _)) if is_address => &host_and_port[..address.len() + 1],
            _ => host_and_port.split(':').next().unwrap_or_default(),
        };
        // The parser takes a host for an IPv4 address if its last label is a number.
        let is_address = is_address || host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        Self::of_name(host.into(), is_address)
    }

    fn of_name(name: Cow<'u, str>, is_address: bool) -> Option<Self> {
        let name = match name {
            Cow::Borrowed(name) => {
                let name = name.strip_suffix('.').unwrap_or(name);
                let is_lower = !name.bytes().any(|byte| byte.is_ascii_uppercase());
                if is_lower { Cow::Borrowed(name) } else { name.to_ascii_lowercase().into() }
            }
            Cow::Owned(name) => name.strip_suffix('.').unwrap_or(&name).to_ascii_lowercase().into(),
        };
        (!name.is_empty()).then_some(Self { name, is_address })
    }
}

impl UrlHost<'static> {
    /// Returns the host of a URL; of a `dns:` URL the name that was looked up.
    pub(crate) fn of(url: &Url) -> Option<Self> {
        let (name, is_address): (Cow<'_, str>, _) = match url.host() {
            Some(Host::Domain(name)) => (name.into(), false),
            Some(Host::Ipv4(address)) => (address.to_string().into(), true),
            Some(Host::Ipv6(address)) => (format!("[{address}]").into(), true),
            None if url.scheme() == "dns" => {
                let name = url.path();
                (name.into(), name.parse::<Ipv4Addr>().is_ok() || name.parse::<Ipv6Addr>().is_ok())
            }
            None => return None,
        };
        Self::of_name(name.into_owned().into(), is_address)
    }
}

impl UrlHost<'_> {
    /// Returns the name, without a dot at its end.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name with its labels in reverse order, unless it is an address.
    pub(crate) fn reversed(&self) -> Option<String> {
        (!self.is_address).then(|| self.name.rsplit('.').collect::<Vec<_>>().join("."))
    }

    /// Returns a label, counted from the end; no label of an address.
    pub(crate) fn label_from_end(&self, index: usize) -> Option<&str> {
        self.name.rsplit('.').nth(index).filter(|_| !self.is_address)
    }

    /// Returns the public suffix: with `private` also one of a private registry, such as `github.io`. A host that
    /// no rule of the list matches has none.
    pub(crate) fn suffix(&self, private: bool) -> Option<&str> {
        let mut name = Some(&*self.name).filter(|_| !self.is_address)?;
        loop {
            let suffix = List.suffix(name.as_bytes())?;
            let length = suffix.as_bytes().len();
            let found = &name[name.len() - length..];
            match suffix.typ()? {
                // The rule of the registry is shorter than the one that was found.
                Type::Private if !private => name = found.split_once('.')?.1,
                Type::Private | Type::Icann => return Some(found),
            }
        }
    }

    /// Returns the domain: the [suffix](Self::suffix), and the label before it.
    pub(crate) fn domain(&self, private: bool) -> Option<&str> {
        let suffix = self.suffix(private)?;
        let before = self.name[..self.name.len() - suffix.len()].strip_suffix('.')?;
        let start = before.rfind('.').map_or(0, |dot| dot + 1);
        (start < before.len()).then(|| &self.name[start..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(url: &str) -> Option<UrlHost<'static>> {
        UrlHost::of(&Url::parse(url).expect(url))
    }

    /// The Python package publicsuffixlist 1.1.2.20261023 found the expected suffixes and domains, except for `ck` and
    /// `kawasaki.jp`: it takes the parent of a wildcard for a suffix, which the algorithm of the list does not. For 20,000
    /// more hosts, which were derived from the rules of the list, the results differ for a new suffix alone.
    #[test]
    fn suffixes_are_those_of_publicsuffixlist() {
        let cases = [
            ("com", "com", "", "com", ""),
            ("example.com", "com", "example.com", "com", "example.com"),
            ("www.example.com", "com", "example.com", "com", "example.com"),
            ("b.c.example.com", "com", "example.com", "com", "example.com"),
            ("bbc.co.uk", "co.uk", "bbc.co.uk", "co.uk", "bbc.co.uk"),
            ("www.bbc.co.uk", "co.uk", "bbc.co.uk", "co.uk", "bbc.co.uk"),
            ("co.uk", "co.uk", "", "co.uk", ""),
            ("uk", "uk", "", "uk", ""),
            ("github.io", "io", "github.io", "github.io", ""),
            ("me.github.io", "io", "github.io", "github.io", "me.github.io"),
            ("a.me.github.io", "io", "github.io", "github.io", "me.github.io"),
            ("bucket.s3.amazonaws.com", "com", "amazonaws.com", "s3.amazonaws.com", "bucket.s3.amazonaws.com"),
            ("s3.amazonaws.com", "com", "amazonaws.com", "s3.amazonaws.com", ""),
            ("amazonaws.com", "com", "amazonaws.com", "com", "amazonaws.com"),
            ("www.amazonaws.com", "com", "amazonaws.com", "com", "amazonaws.com"),
            ("ck", "", "", "", ""),
            ("www.ck", "ck", "www.ck", "ck", "www.ck"),
            ("foo.ck", "foo.ck", "", "foo.ck", ""),
            ("a.foo.ck", "foo.ck", "a.foo.ck", "foo.ck", "a.foo.ck"),
            ("b.a.foo.ck", "foo.ck", "a.foo.ck", "foo.ck", "a.foo.ck"),
            ("x.www.ck", "ck", "www.ck", "ck", "www.ck"),
            ("city.kawasaki.jp", "kawasaki.jp", "city.kawasaki.jp", "kawasaki.jp", "city.kawasaki.jp"),
            ("a.city.kawasaki.jp", "kawasaki.jp", "city.kawasaki.jp", "kawasaki.jp", "city.kawasaki.jp"),
            ("kawasaki.jp", "jp", "kawasaki.jp", "jp", "kawasaki.jp"),
            ("x.kawasaki.jp", "x.kawasaki.jp", "", "x.kawasaki.jp", ""),
            ("y.x.kawasaki.jp", "x.kawasaki.jp", "y.x.kawasaki.jp", "x.kawasaki.jp", "y.x.kawasaki.jp"),
            ("z.y.x.kawasaki.jp", "x.kawasaki.jp", "y.x.kawasaki.jp", "x.kawasaki.jp", "y.x.kawasaki.jp"),
            ("localhost", "", "", "", ""),
            ("a.localhost", "", "", "", ""),
            ("example.invalid", "", "", "", ""),
            (
                "xn--85x722f.xn--55qx5d.cn",
                "xn--55qx5d.cn",
                "xn--85x722f.xn--55qx5d.cn",
                "xn--55qx5d.cn",
                "xn--85x722f.xn--55qx5d.cn",
            ),
            ("xn--55qx5d.cn", "xn--55qx5d.cn", "", "xn--55qx5d.cn", ""),
            (
                "www.xn--85x722f.xn--fiqs8s",
                "xn--fiqs8s",
                "xn--85x722f.xn--fiqs8s",
                "xn--fiqs8s",
                "xn--85x722f.xn--fiqs8s",
            ),
            ("myblog.blogspot.com", "com", "blogspot.com", "blogspot.com", "myblog.blogspot.com"),
            ("myblog.blogspot.co.uk", "co.uk", "blogspot.co.uk", "co.uk", "blogspot.co.uk"),
            ("blogspot.com", "com", "blogspot.com", "blogspot.com", ""),
            (
                "a.b.compute.amazonaws.com.cn",
                "com.cn",
                "amazonaws.com.cn",
                "b.compute.amazonaws.com.cn",
                "a.b.compute.amazonaws.com.cn",
            ),
            ("example.appspot.com", "com", "appspot.com", "appspot.com", "example.appspot.com"),
            ("x.example.appspot.com", "com", "appspot.com", "appspot.com", "example.appspot.com"),
            ("www.gov.au", "gov.au", "www.gov.au", "gov.au", "www.gov.au"),
            ("a.sch.uk", "a.sch.uk", "", "a.sch.uk", ""),
            ("b.a.sch.uk", "a.sch.uk", "b.a.sch.uk", "a.sch.uk", "b.a.sch.uk"),
            ("parliament.uk", "uk", "parliament.uk", "uk", "parliament.uk"),
            ("k12.ma.us", "k12.ma.us", "", "k12.ma.us", ""),
            ("a.k12.ma.us", "k12.ma.us", "a.k12.ma.us", "k12.ma.us", "a.k12.ma.us"),
            ("b.a.k12.ma.us", "k12.ma.us", "a.k12.ma.us", "k12.ma.us", "a.k12.ma.us"),
            ("com.de", "de", "com.de", "com.de", ""),
            ("example.com.de", "de", "com.de", "com.de", "example.com.de"),
            ("s3.eu-central-1.amazonaws.com", "com", "amazonaws.com", "s3.eu-central-1.amazonaws.com", ""),
            ("user.duckdns.org", "org", "duckdns.org", "duckdns.org", "user.duckdns.org"),
            ("pages.dev", "dev", "pages.dev", "pages.dev", ""),
            ("a.pages.dev", "dev", "pages.dev", "pages.dev", "a.pages.dev"),
        ];
        for (name, registry, registered, private, domain) in cases {
            let host = host(&format!("http://{name}/")).expect(name);
            let found = [host.suffix(false), host.domain(false), host.suffix(true), host.domain(true)];
            let expected =
                [registry, registered, private, domain].map(|text| Some(text).filter(|text| !text.is_empty()));
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn addresses_have_no_labels() {
        for (url, name) in
            [("http://127.1/", "127.0.0.1"), ("http://[::FFFF:1]/", "[::ffff:1]"), ("dns:8.8.8.8", "8.8.8.8")]
        {
            let host = host(url).expect(url);
            assert_eq!((host.name(), host.reversed(), host.label_from_end(0)), (name, None, None));
            assert_eq!((host.suffix(true), host.domain(false)), (None, None));
        }
    }

    #[test]
    fn hosts_are_those_of_the_url() {
        for (url, name) in [
            ("http://WWW.Example.com.:80/", Some("www.example.com")),
            ("http://b\u{FC}cher.de/", Some("xn--bcher-kva.de")),
            ("ftp://e.org/", Some("e.org")),
            ("dns:E.org", Some("e.org")),
            ("gopher://E.org/", Some("e.org")),
            ("whois:e.org", None),
            ("file:///a", None),
            ("dns:", None),
        ] {
            assert_eq!(host(url).as_ref().map(UrlHost::name), name, "{url}");
        }
        for url in [
            "http://WWW.Example.com.:80/",
            "https://u:p%40@e.org:8080",
            "http://e.org?a@b",
            "http://e.org#a/b@c:1",
            "http://0x7F.1/",
            "http://[::FFFF:1]:80/",
            "http://1.2.3.4.5e/",
            "http://e.org../",
            "gopher://E.org:70/a@b",
            "foo:///a",
            "mailto:a@b",
        ] {
            let url = Url::parse(url).expect(url);
            let serialized = UrlHost::of_serialized(url.as_str());
            assert_eq!(serialized, UrlHost::of(&url), "{url}");
        }
        let host = host("http://a.b.c.d.e.f/").expect("a host");
        assert_eq!(host.reversed().as_deref(), Some("f.e.d.c.b.a"));
        assert_eq!((host.label_from_end(4), host.label_from_end(6)), (Some("b"), None));
    }
}
