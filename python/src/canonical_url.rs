//! Canonical URLs as `w3lib.url.canonicalize_url` writes them, and the data of Scrapy's fingerprints of requests.
//!
//! The functions decline, with `None`, URLs that need more than percent-encoding and sorting: user information, IPv6 and IDNA hosts, dot segments,
//! parameters after a semicolon, and characters that are not ASCII. w3lib canonicalizes these.

use crate::arguments::StrArgument;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use std::fmt::Write;

/// Characters that w3lib leaves in a path, besides letters and digits: the ones of RFC 3986 without `#`, and `|` and `%`.
const PATH: &[u8] = b":/?[]@!$&'()*+,;=-._~|%";
/// Percent-encoded characters that w3lib leaves encoded in a path.
const ENCODED_IN_PATH: &[u8] = b"%/;?";

/// Returns the canonical form of an HTTP URL, or None for a URL that w3lib must canonicalize.
#[pyfunction]
pub(crate) fn canonical_url(url: PyBackedStr) -> Option<String> {
    let scheme = ["http://", "https://"].into_iter().find(|scheme| url.starts_with(scheme))?;
    if !url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') {
        return None;
    }
    let (rest, _fragment) = url[scheme.len()..].split_once('#').unwrap_or((&url[scheme.len()..], ""));
    let (authority, rest) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    if !is_plain_authority(authority) || path.contains(';') {
        return None;
    }
    let mut canonical = String::with_capacity(url.len() + 16);
    canonical.push_str(scheme);
    canonical.push_str(authority);
    let start = canonical.len();
    push_path(&mut canonical, if path.is_empty() { "/" } else { path });
    if canonical[start..].contains("/.") {
        return None;
    }
    push_query(&mut canonical, query);
    Some(canonical)
}

/// Returns the bytes whose SHA-1 is Scrapy's fingerprint of a request without headers, or None for a request that Scrapy must read.
#[pyfunction]
pub(crate) fn fingerprint_data(method: StrArgument, url: PyBackedStr, body: &[u8]) -> Option<String> {
    let method = method.0;
    if !method.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    // A canonical URL has no character that JSON escapes.
    let url = canonical_url(url)?;
    let mut data = String::with_capacity(url.len() + 2 * body.len() + 64);
    data.push_str("{\"body\": \"");
    body.iter().for_each(|byte| push_hex(&mut data, "", *byte, false));
    data.push_str("\", \"headers\": {}, \"method\": \"");
    data.push_str(&method);
    data.push_str("\", \"url\": \"");
    data.push_str(&url);
    data.push_str("\"}");
    Some(data)
}

/// Returns true for a host of ASCII labels in lower case that are no A-labels, perhaps with a port.
fn is_plain_authority(authority: &str) -> bool {
    let (host, port) = authority.split_once(':').unwrap_or((authority, "1"));
    let is_plain_label = |label: &str| {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        (1..=63).contains(&label.len()) && !label.starts_with("xn--") && label.bytes().all(is_plain)
    };
    let is_plain_port = port.bytes().all(|byte| byte.is_ascii_digit()) && !port.starts_with('0');
    host.split('.').all(is_plain_label) && is_plain_port && port.parse::<u16>().is_ok()
}

fn push_path(canonical: &mut String, path: &str) {
    for (byte, is_encoded) in decoded(path.as_bytes()) {
        let is_safe = byte.is_ascii_alphanumeric() || PATH.contains(&byte);
        match is_safe && !(is_encoded && ENCODED_IN_PATH.contains(&byte)) {
            true => canonical.push(char::from(byte)),
            false => push_hex(canonical, "%", byte, true),
        }
    }
}

/// Adds the pairs of a query, sorted.
fn push_query(canonical: &mut String, query: &str) {
    let text = |part: &str| -> Vec<u8> {
        let decoded = decoded(part.as_bytes());
        decoded.map(|(byte, is_encoded)| if byte == b'+' && !is_encoded { b' ' } else { byte }).collect()
    };
    let fields = query.split('&').filter(|field| !field.is_empty());
    let pair = |field: &str| {
        let (key, value) = field.split_once('=').unwrap_or((field, ""));
        (text(key), text(value))
    };
    let mut pairs: Vec<_> = fields.map(pair).collect();
    pairs.sort_unstable();
    for (number, (key, value)) in pairs.iter().enumerate() {
        canonical.push(if number == 0 { '?' } else { '&' });
        push_plus_encoded(canonical, key);
        canonical.push('=');
        push_plus_encoded(canonical, value);
    }
}

fn push_plus_encoded(canonical: &mut String, text: &[u8]) {
    for &byte in text {
        match byte {
            b' ' => canonical.push('+'),
            _ if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => canonical.push(char::from(byte)),
            _ => push_hex(canonical, "%", byte, true),
        }
    }
}

fn push_hex(text: &mut String, before: &str, byte: u8, is_upper: bool) {
    // Writing into a String does not fail.
    let _ = if is_upper { write!(text, "{before}{byte:02X}") } else { write!(text, "{before}{byte:02x}") };
}

/// Returns the bytes of a percent-encoded text, each with true if it was encoded.
fn decoded(text: &[u8]) -> impl Iterator<Item = (u8, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (&first, after) = rest.split_first()?;
        let digit = |at: usize| after.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        if first == b'%'
            && let (Some(high), Some(low)) = (digit(0), digit(1))
        {
            rest = &after[2..];
            return Some(((high << 4 | low) as u8, true));
        }
        rest = after;
        Some((first, false))
    })
}
