//! Selects pages by their URL: hosts, prefixes and a sample.

use super::selection_error::SelectionError;
use crate::pipeline::counts::SkipCause;
use sha1::{Digest, Sha1};
use url::{Host, Url};

/// Selects pages by their URL. The default is all pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct UrlSelection {
    /// Empty for all hosts.
    pub(crate) hosts: Vec<HostPattern>,
    pub(crate) excluded_hosts: Vec<HostPattern>,
    /// Empty for all URLs.
    pub(crate) prefixes: Vec<String>,
    pub(crate) sample: Option<Sample>,
}

impl UrlSelection {
    /// Returns the cause if a page is not selected: `Host`, `ExcludedHost`, `UrlPrefix` or `Sample`. A page
    /// without a URL has no host and no prefix, and is sampled by its `origin`.
    pub(crate) fn rejects(&self, url: Option<&str>, origin: impl FnOnce() -> String) -> Option<SkipCause> {
        let is_prefix = |prefix: &String| url.is_some_and(|url| url.starts_with(prefix.as_str()));
        if !self.prefixes.is_empty() && !self.prefixes.iter().any(is_prefix) {
            return Some(SkipCause::UrlPrefix);
        }
        if !self.hosts.is_empty() || !self.excluded_hosts.is_empty() {
            let url = url.and_then(|url| Url::parse(url).ok());
            let host = url.as_ref().and_then(Url::host_str);
            let is_of =
                |hosts: &[HostPattern]| host.is_some_and(|host| hosts.iter().any(|pattern| pattern.matches(host)));
            if !self.hosts.is_empty() && !is_of(&self.hosts) {
                return Some(SkipCause::Host);
            }
            if is_of(&self.excluded_hosts) {
                return Some(SkipCause::ExcludedHost);
            }
        }
        let sample = self.sample.as_ref()?;
        let is_taken = match url {
            Some(url) => sample.takes(url),
            None => sample.takes(&origin()),
        };
        (!is_taken).then_some(SkipCause::Sample)
    }
}

/// A host, or a domain: a host with all of its subdomains.
#[derive(Clone, Debug)]
pub(crate) struct HostPattern {
    /// In the form of URLs: lower case, labels in Punycode.
    host: String,
    is_domain: bool,
}

impl HostPattern {
    /// Parses patterns that are separated by commas.
    pub(crate) fn parse_list(text: &str) -> Result<Vec<Self>, SelectionError> {
        text.split(',').map(|host| Self::parse(host.trim())).collect()
    }

    /// Parses `example.com`, or `*.example.com` for the domain.
    fn parse(text: &str) -> Result<Self, SelectionError> {
        let (name, is_domain) = text.strip_prefix("*.").map_or((text, false), |name| (name, true));
        match Host::parse(name) {
            Ok(Host::Domain(host)) if !host.contains('*') => Ok(Self { host, is_domain }),
            Ok(address @ (Host::Ipv4(_) | Host::Ipv6(_))) if !is_domain => {
                Ok(Self { host: address.to_string(), is_domain })
            }
            _ => Err(SelectionError::Host(text.to_owned())),
        }
    }

    fn matches(&self, host: &str) -> bool {
        match host.strip_suffix(self.host.as_str()) {
            Some("") => true,
            Some(rest) => self.is_domain && rest.ends_with('.'),
            None => false,
        }
    }
}

/// A fraction of all URLs, the same in every run.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    taken: u32,
    of: u32,
}

impl Sample {
    /// Parses `1/100`, `1%` or `0.01`.
    pub(crate) fn parse(text: &str) -> Result<Self, SelectionError> {
        let fraction = match (text.split_once('/'), text.strip_suffix('%')) {
            (Some((taken, of)), _) => taken.parse().ok().zip(of.parse().ok()),
            (None, Some(percent)) => decimal(percent).and_then(|(taken, of)| Some((taken, of.checked_mul(100)?))),
            // `1` may mean all, or one of a hundred.
            (None, None) => decimal(text).filter(|_| text.contains('.')),
        };
        match fraction {
            Some((taken, of)) if 0 < taken && taken <= of => Ok(Self { taken, of }),
            _ => Err(SelectionError::Fraction(text.to_owned())),
        }
    }

    /// Returns true if the first 8 bytes of the SHA-1 of `text`, as a fraction of 2^64, are below the sample's
    /// fraction. So a smaller sample is a part of each larger one.
    fn takes(&self, text: &str) -> bool {
        let digest = Sha1::digest(text);
        let first = digest.iter().take(8).fold(0, |value, &byte| value << 8 | u64::from(byte));
        let scaled = (u128::from(first) * u128::from(self.of)) >> 64;
        scaled < u128::from(self.taken)
    }
}

/// Parses a number such as `12.5` as a fraction: numerator and denominator.
fn decimal(text: &str) -> Option<(u32, u32)> {
    let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || text.ends_with('.') || !is_digits(whole) || !is_digits(digits) {
        return None;
    }
    let of = 10_u32.checked_pow(digits.len().try_into().ok()?)?;
    Some((format!("{whole}{digits}").parse().ok()?, of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_domains() {
        let cases = [
            ("example.com", "http://example.com/", true),
            ("EXAMPLE.com", "https://Example.COM:8080/a?b", true),
            ("example.com", "http://www.example.com/", false),
            ("*.example.com", "http://a.b.example.com/", true),
            ("*.example.com", "http://example.com/", true),
            ("*.example.com", "http://badexample.com/", false),
            ("*.example.com", "http://example.com.org/", false),
            ("bücher.example", "http://xn--bcher-kva.example/", true),
            ("bücher.example", "http://BÜCHER.example/", true),
            ("127.0.0.1", "http://127.0.0.1/", true),
            ("[::1]", "http://[0:0::1]/", true),
            ("example.com", "dns:example.com", false),
            ("example.com", "example.com/page", false),
        ];
        for (pattern, url, is_match) in cases {
            let hosts = vec![HostPattern::parse(pattern).expect(pattern)];
            let selection = UrlSelection { hosts, ..UrlSelection::default() };
            let expected = if is_match { None } else { Some(SkipCause::Host) };
            assert_eq!(selection.rejects(Some(url), String::new), expected, "{pattern} {url}");
            assert_eq!(selection.rejects(None, || "http://example.com/".to_owned()), Some(SkipCause::Host));
            let excluding = UrlSelection { excluded_hosts: selection.hosts, ..UrlSelection::default() };
            let expected = if is_match { Some(SkipCause::ExcludedHost) } else { None };
            assert_eq!(excluding.rejects(Some(url), String::new), expected, "all but {pattern}: {url}");
            assert_eq!(excluding.rejects(None, || "http://example.com/".to_owned()), None);
        }
        for not in ["", "a b", "*.", "*", "*.127.0.0.1", "*.*.org", "http://e.org"] {
            assert!(HostPattern::parse(not).is_err(), "{not}");
        }
    }

    #[test]
    fn samples_are_nested_and_of_the_expected_size() {
        let sample = |text| Sample::parse(text).expect("a fraction");
        let (tenth, third, all) = (sample("1/10"), sample("1/3"), sample("7/7"));
        let urls: Vec<_> = (0..10_000).map(|number| format!("https://example.com/{number}")).collect();
        let count = |sample: &Sample| urls.iter().filter(|url| sample.takes(url)).count();
        // Three standard deviations of a binomial distribution are 90 and 141.
        assert!((910..=1090).contains(&count(&tenth)), "{}", count(&tenth));
        assert!((3192..=3475).contains(&count(&third)), "{}", count(&third));
        assert_eq!(count(&all), urls.len());
        assert!(urls.iter().all(|url| !tenth.takes(url) || third.takes(url)));
        // printf https://example.com/ | sha1sum: b559c7edd3fb67374c1a25e739cdd7edd1d79949, which is 0.7084 of 2^160
        assert!(sample("709/1000").takes("https://example.com/") && !sample("708/1000").takes("https://example.com/"));
        for (one, other) in [
            ("10%", "1/10"),
            ("0.1", "1/10"),
            ("12.5%", "1/8"),
            ("0.125", "125/1000"),
            ("100%", "1/1"),
            ("1.0", "1/1"),
            ("0.10%", "1/1000"),
        ] {
            let (one, other) = (sample(one), sample(other));
            assert!(urls.iter().all(|url| one.takes(url) == other.takes(url)), "{one:?} {other:?}");
        }
        for not in [
            "",
            "1",
            "0/3",
            "4/3",
            "1/0",
            "-1/2",
            "1/2/3",
            "%",
            "0%",
            "0.0",
            "101%",
            "1.1",
            "-1%",
            "1/10%",
            "10%%",
            ".5",
            "5.",
            "1.2.3%",
            "1e-1",
            "+1%",
            "0.12345678901",
            "99999999999%",
        ] {
            assert!(Sample::parse(not).is_err(), "{not}");
        }
    }
}
