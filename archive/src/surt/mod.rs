//! Sort-friendly keys of URLs, by which indexes of web archives are sorted and searched.
//!
//! A key, also called a SURT, has the labels of the host in reverse order, so that the pages of a domain are neighbours
//! in a sorted index: `http://www.Example.com/B?x` has the key `com,example)/b?x`. The rules are the Wayback Machine's:
//! the Java classes `WaybackURLKeyMaker` and `AggressiveIACanonicalizerRules` of
//! [webarchive-commons](https://github.com/iipc/webarchive-commons) (Apache License 2.0), with the deviations of the
//! Python package `surt`, which pywb and Common Crawl use. `archive/tests/surt.rs` compares the keys.

mod host;
mod path_and_query;
mod percent;
mod session_ids;
mod url_parts;

use percent::unescape;
use url_parts::{UrlParts, with_scheme};

/// Returns the key of a URL, as the Python package `surt` 0.3.1 does with its default options. Returns `None` for a URL
/// that has none: its port is not a number below 65,536, or it consists of white space.
///
/// The scheme, a leading `www.` or `www2.`, the user, the default port, the fragment, session IDs and a slash at the end of
/// the path are left out. Letters are lower-case, the parameters of the query are sorted, and percent escapes are
/// normalized. A URL without a host keeps its scheme. The key of an empty URL is `-`. The URL of the first record of an ARC
/// file, `filedesc://NAME`, is its own key.
///
/// The time is linear in the length of the URL, except for sorting its parameters.
///
/// ```
/// use tagrake_archive::surt;
///
/// assert_eq!(surt::key("https://www.Example.com:443/A/../B/?b=2&a=1#c").as_deref(), Some("com,example)/b?a=1&b=2"));
/// assert_eq!(surt::key("dns:example.com").as_deref(), Some("dns:example.com"));
/// assert_eq!(surt::key("http://example.com:http/"), None);
/// ```
pub fn key(url: &str) -> Option<String> {
    if url.is_empty() {
        return Some("-".to_owned());
    }
    if url.starts_with("filedesc") {
        return Some(url.to_owned());
    }
    let url = with_scheme(url)?;
    let parts = UrlParts::split(&url)?;
    let host = host::canonical(&unescape(&parts.host));
    let path = path_and_query::path(parts.path, !host.is_empty());
    let query = parts.query.map(path_and_query::query).unwrap_or_default();
    let mut key = Vec::with_capacity(url.len());
    if host.is_empty() {
        key.extend_from_slice(parts.scheme);
        key.push(b':');
    } else {
        host::push_reversed(&host, &mut key);
        if let Some(port) = parts.port.filter(|port| Some(*port) != default_port(parts.scheme)) {
            key.extend_from_slice(format!(":{port}").as_bytes());
        }
        key.push(b')');
    }
    key.extend_from_slice(&path);
    if !query.is_empty() {
        if path.is_empty() {
            key.push(b'/');
        }
        key.push(b'?');
        key.extend_from_slice(&query);
    }
    String::from_utf8(key).ok()
}

fn default_port(scheme: &[u8]) -> Option<u16> {
    match scheme {
        scheme if scheme.eq_ignore_ascii_case(b"http") => Some(80),
        scheme if scheme.eq_ignore_ascii_case(b"https") => Some(443),
        _ => None,
    }
}
