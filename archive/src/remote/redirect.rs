//! The redirects that are followed.
//!
//! A server can redirect a request to any URL, and its response is read as the named file. So that a server on the
//! internet cannot reach a service of this machine or of its network, such as one that hands out credentials, it cannot
//! redirect to an address that is not public. Behind a proxy, the proxy decides.

use super::failure::Failure;
use super::public_address::{NotPublic, is_public};
use super::url_name::SplitUrl;
use reqwest::Url;
use std::io::ErrorKind;
use std::net::IpAddr;
use url::Host;

/// Maximum redirects of a request, as [Fetch](https://fetch.spec.whatwg.org/#http-redirect-fetch) has it.
const MAX_REDIRECTS: usize = 20;

/// Returns true if a response with this status and a `Location` is a redirect.
pub(super) fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

/// Returns the URL that `location`, a header of the response from the last one of `urls`, redirects to.
pub(super) fn target(urls: &[Url], location: &str, must_be_public: bool) -> Result<Url, Failure> {
    let refused = |cause: String| Err(Failure::permanent(ErrorKind::Other, cause));
    let Some(Ok(mut url)) = urls.last().map(|url| url.join(location)) else {
        return refused("redirected to an invalid URL".to_owned());
    };
    match url.scheme() {
        "https" => {}
        "http" if urls.last().is_some_and(|last| last.scheme() == "http") => {}
        "http" => return refused(format!("redirected from https to {}, which is refused", shown(&url))),
        scheme => return refused(format!("redirected to a URL of the scheme {scheme}, which is refused")),
    }
    let _ = (url.set_username(""), url.set_password(None)); // a web URL can have both
    url.set_fragment(None);
    if urls.contains(&url) {
        return refused(format!("the redirects form a loop: {}", shown(&url)));
    }
    if urls.len() > MAX_REDIRECTS {
        return refused(format!("more than {MAX_REDIRECTS} redirects"));
    }
    let address = match url.host() {
        Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        _ => None,
    };
    if must_be_public && address.is_some_and(|address| !is_public(address)) {
        return refused(format!("{NotPublic}: {}", shown(&url)));
    }
    Ok(url)
}

/// Returns a URL without a query that grants access.
pub(super) fn shown(url: &Url) -> String {
    SplitUrl::of(url.as_str()).map(|url| url.shown()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_is_checked_before_it_is_followed() {
        let cases = [
            ("http://e.org/a/b", "/c?d#e", Ok("http://e.org/c?d")),
            ("http://e.org/a/b", "c d", Ok("http://e.org/a/c%20d")),
            ("http://e.org/a", "//me:secret@f.org", Ok("http://f.org/")),
            ("http://e.org/a", "https://e.org/a", Ok("https://e.org/a")),
            (
                "https://e.org/a",
                "http://e.org/a?token=1",
                Err("redirected from https to http://e.org/a, which is refused"),
            ),
            ("http://e.org/a", "file:///etc/passwd", Err("redirected to a URL of the scheme file, which is refused")),
            ("http://e.org/a", "ftp://e.org/a", Err("redirected to a URL of the scheme ftp, which is refused")),
            ("http://e.org/a", "s3://b/a", Err("redirected to a URL of the scheme s3, which is refused")),
            ("http://e.org/a", "http://[", Err("redirected to an invalid URL")),
            ("http://e.org/a", "", Err("the redirects form a loop: http://e.org/a")),
            ("http://e.org/a", "#b", Err("the redirects form a loop: http://e.org/a")),
        ];
        for (url, location, expected) in cases {
            let found = target(&[Url::parse(url).expect("a URL")], location, false);
            let found = found.map(|url| url.to_string()).map_err(|failure| failure.cause);
            assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned), "{location}");
        }
        let urls: Vec<_> =
            (0..=MAX_REDIRECTS).map(|n| Url::parse(&format!("http://e.org/{n}")).expect("a URL")).collect();
        assert!(target(&urls[..MAX_REDIRECTS], "/x", false).is_ok());
        assert!(target(&urls, "/x", false).is_err_and(|failure| failure.cause == "more than 20 redirects"));
    }

    #[test]
    fn a_public_server_cannot_redirect_into_a_private_network() {
        let private = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.100.100.200",
            "0.0.0.0",
            "255.255.255.255",
            "[::1]",
            "[::]",
            "[fe80::1]",
            "[fd00:ec2::254]",
            "[::ffff:127.0.0.1]",
            "[64:ff9b::a9fe:a9fe]",
            "0x7f.1",
            "2130706433",
        ];
        let urls = [Url::parse("http://e.org/").expect("a URL")];
        for host in private {
            let location = format!("http://{host}/a");
            assert!(
                target(&urls, &location, true).is_err_and(|failure| failure.cause.contains("not public")),
                "{host}"
            );
            assert!(target(&urls, &location, false).is_ok(), "{host}");
        }
        for host in ["93.184.215.14", "[2606:2800:21f:cb07::1]", "[::ffff:93.184.215.14]", "example.com"] {
            assert!(target(&urls, &format!("http://{host}/a"), true).is_ok(), "{host}");
        }
    }
}
