//! Paths and queries in keys.

use super::percent::{escape, unescape};
use super::session_ids;
use super::url_parts::Path;

/// Returns a path in its form for keys. The segments `.`, `..` and empty ones are resolved if the URL has a host.
pub(super) fn path(path: Path<'_>, has_host: bool) -> Vec<u8> {
    let mut text = unescape(path.rest);
    if path.has_slash {
        text.insert(0, b'/');
    }
    let text = if has_host { resolved(&text) } else { text };
    let mut text = escape(&text);
    text.make_ascii_lowercase();
    let mut text = session_ids::strip_from_path(text);
    if text.len() > 1 && text.ends_with(b"/") {
        text.pop();
    }
    text
}

/// Resolves the segments of a path. `..` at the root is kept.
fn resolved(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|byte| *byte == b'/').skip(1) {
        match segment {
            b"." => {}
            b".." if !kept.is_empty() => {
                kept.pop();
            }
            segment => kept.push(segment),
        }
    }
    let mut resolved = vec![b'/'];
    if let Some((last, folders)) = kept.split_last() {
        for folder in folders.iter().filter(|folder| !folder.is_empty()) {
            resolved.extend_from_slice(folder);
            resolved.push(b'/');
        }
        resolved.extend_from_slice(last);
    }
    resolved
}

/// Returns a query in its form for keys: without session IDs, in lower case, and with its parameters sorted.
pub(super) fn query(query: &[u8]) -> Vec<u8> {
    let mut query = session_ids::strip_from_query(with_minimal_escapes(query));
    query.make_ascii_lowercase();
    // A parameter without a value sorts before the same one with an empty value.
    let parameter = |text: &'_ [u8]| -> (usize, bool) {
        let name = memchr::memchr(b'=', text);
        (name.unwrap_or(text.len()), name.is_some())
    };
    let mut parameters: Vec<&[u8]> = query.split(|byte| *byte == b'&').collect();
    parameters.sort_by(|a, b| {
        let ((a_name, a_has), (b_name, b_has)) = (parameter(a), parameter(b));
        let names = a[..a_name].cmp(&b[..b_name]);
        names.then(a_has.cmp(&b_has)).then_with(|| a[a_name..].cmp(&b[b_name..]))
    });
    parameters.join(&b'&')
}

/// Returns `text` with its percent escapes normalized: only bytes that need one have it.
fn with_minimal_escapes(text: &[u8]) -> Vec<u8> {
    escape(&unescape(text))
}
