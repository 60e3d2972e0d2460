//! The fast paths: resolves the common forms of URLs by concatenating strings.
//!
//! The [URL parser](https://url.spec.whatwg.org/#concept-basic-url-parser) leaves most URLs of real pages unchanged.
//! These functions decline, by returning `None`, everything that it would change: white space, upper case in hosts,
//! ports, dot segments except at the start of a relative path, and bytes that it percent-encodes. The `url` crate
//! parses those.
//!
//! How `../x?y` is joined with `https://e.org/a/b/c#d`:
//!
//! 1. [`PlainBase`] has split the base: the path is `/a/b/c`, its folder `/a/b/`.
//! 2. The leading `../` removes one segment from the folder: `/a/`.
//! 3. `x?y` has no colon in its first segment, so it cannot start with a scheme, and all of its bytes stay as they are.
//! 4. The result is `https://e.org` + `/a/` + `x?y`.

use crate::text::strings::concat;
use bumpalo::Bump;
use core::cell::Cell;
use core::ops::Range;

/// The parts of a base URL that a relative URL inherits. The base must be serialised by the parser.
#[derive(Clone, Debug)]
pub(super) struct PlainBase<'a> {
    /// The URL.
    text: &'a str,
    /// The offset of the host, just past `//`.
    host_start: usize,
    /// The path, including its leading slash.
    path: Range<usize>,
    /// The end of the query, before the fragment.
    query_end: usize,
}

impl<'a> PlainBase<'a> {
    /// Splits `url`. Returns `None` if its scheme is not `http` or `https`.
    pub(super) fn new(url: &'a str) -> Option<Self> {
        let host_start = authority_start(url)?;
        let query_end = url.find('#').unwrap_or(url.len());
        let path_end = url[..query_end].find('?').unwrap_or(query_end);
        let path_start = host_start + url[host_start..path_end].find('/')?;
        Some(Self { text: url, host_start, path: path_start..path_end, query_end })
    }

    /// Resolves `input`, which must be trimmed. Returns `None` if that takes the parser.
    pub(super) fn join(&self, input: &'a str, bump: &'a Bump) -> Option<&'a str> {
        let bytes = input.as_bytes();
        let base_end = match *bytes {
            [] => return Some(&self.text[..self.query_end]),
            [b'#', ..] if is_plain(&bytes[1..], FRAGMENT) => self.query_end,
            [b'?', ..] if is_plain_query(&bytes[1..]) => self.path.end,
            [b'/', b'/', ..] => {
                let rest = &bytes[2..];
                let host_len = plain_host(rest)?;
                let path = &input[2 + host_len..];
                let slash = missing_slash(path)?;
                return Some(concat([&self.text[..self.host_start], &input[2..2 + host_len], slash, path], bump));
            }
            [b'/', ..] if is_plain_path(bytes) => self.path.start,
            [b'.' | b'-' | b'_' | b'~' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z', ..] => {
                return self.join_relative_path(input, bump);
            }
            _ => return None,
        };
        Some(concat([&self.text[..base_end], input], bump))
    }

    /// Resolves a relative path that does not start with a slash.
    fn join_relative_path(&self, input: &str, bump: &'a Bump) -> Option<&'a str> {
        let path = &self.text[self.path.clone()];
        let mut folder = &path[..=path.rfind('/')?];
        let mut rest = input;
        loop {
            if let Some(same) = rest.strip_prefix("./") {
                rest = same;
            } else if let Some(above) = rest.strip_prefix("../") {
                rest = above;
                let inner = &folder[..folder.len() - 1];
                folder = inner.rfind('/').map_or("/", |slash| &folder[..=slash]);
            } else {
                break;
            }
        }
        let bytes = rest.as_bytes();
        if matches!(bytes, [b'.' | b'%', ..]) {
            return None;
        }
        // A colon in the first segment may end a scheme.
        let first_segment = bytes.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#' | b':'));
        if first_segment.is_some_and(|end| bytes[end] == b':') || !is_plain_path(bytes) {
            return None;
        }
        Some(concat([&self.text[..self.path.start], folder, rest], bump))
    }
}

/// Resolves the absolute URLs of a page.
///
/// PERF: most have the same host as the previous one.
#[derive(Default)]
pub(super) struct AbsoluteUrls<'a> {
    /// The scheme, host and slash of the last URL, or an empty string.
    last: Cell<&'a str>,
}

impl<'a> AbsoluteUrls<'a> {
    /// Resolves `input`, which must be trimmed. Returns `None` unless it is an absolute URL that the parser leaves
    /// unchanged, except for a missing slash after the host.
    pub(super) fn parse(&self, input: &'a str, bump: &'a Bump) -> Option<&'a str> {
        let last = self.last.get();
        if !last.is_empty() && input.starts_with(last) {
            return is_plain_path(&input.as_bytes()[last.len() - 1..]).then_some(input);
        }
        let host_start = authority_start(input)?;
        let path_start = host_start + plain_host(&input.as_bytes()[host_start..])?;
        let path = &input[path_start..];
        match missing_slash(path)? {
            "" => {
                self.last.set(&input[..=path_start]);
                Some(input)
            }
            slash => Some(concat([&input[..path_start], slash, path], bump)),
        }
    }
}

/// Returns the scheme of `input` if it is a URL with an [opaque path](https://url.spec.whatwg.org/#url-opaque-path)
/// that the parser leaves unchanged, such as `mailto:me`.
pub(super) fn opaque(input: &str) -> Option<&str> {
    let (scheme, path) = input.split_once(':')?;
    let is_scheme = |scheme: &[u8]| {
        scheme.first().is_some_and(u8::is_ascii_lowercase)
            && scheme.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'-' | b'.'))
    };
    let is_special = matches!(scheme, "http" | "https" | "ws" | "wss" | "ftp" | "file");
    let is_plain = !path.starts_with('/') && path.bytes().all(|byte| CLASSES[usize::from(byte)] & OPAQUE != 0);
    (!is_special && is_scheme(scheme.as_bytes()) && is_plain).then_some(scheme)
}

/// Returns the offset of the host in an `http` or `https` URL, or `None` for other schemes.
fn authority_start(url: &str) -> Option<usize> {
    let scheme = if url.starts_with("https://") { "https://" } else { "http://" };
    url.starts_with(scheme).then_some(scheme.len())
}

/// Returns the length of the host at the start of `bytes`. Returns `None` unless it is a domain that the parser leaves
/// unchanged, followed by a path, query, fragment or nothing.
fn plain_host(bytes: &[u8]) -> Option<usize> {
    let len = len_in(bytes, HOST);
    if !matches!(bytes.get(len), None | Some(b'/' | b'?' | b'#')) {
        return None;
    }
    let mut last = &bytes[..0];
    for label in bytes[..len].split(|&byte| byte == b'.') {
        // The parser validates Punycode.
        if label.is_empty() || label.starts_with(b"xn--") {
            return None;
        }
        last = label;
    }
    // A host that ends in a number is an IPv4 address or invalid.
    (!last.first()?.is_ascii_digit()).then_some(len)
}

/// Returns the slash to insert between a host and the rest of its URL, `path`: `/`, or an empty string if `path` starts
/// with one. Returns `None` if the parser would change `path`.
fn missing_slash(path: &str) -> Option<&'static str> {
    match path.as_bytes() {
        [] => Some("/"),
        [b'/', ..] => is_plain_path(path.as_bytes()).then_some(""),
        [b'?', query @ ..] => is_plain_query(query).then_some("/"),
        [_, fragment @ ..] => is_plain(fragment, FRAGMENT).then_some("/"),
    }
}

/// Returns true if the parser leaves a path, and the query and fragment after it, unchanged.
fn is_plain_path(bytes: &[u8]) -> bool {
    is_plain_anywhere(bytes) || is_plain_by_parts(bytes)
}

/// Returns true if all bytes stay unchanged in a path, query or fragment alike, and no segment starts with a dot.
///
/// PERF: true for nearly all URLs. There is no branch per byte, so the compiler can vectorise the loop.
fn is_plain_anywhere(bytes: &[u8]) -> bool {
    let [first, after @ ..] = bytes else { return true };
    let before = &bytes[..after.len()];
    let is_plain = match (before.last_chunk(), after.last_chunk()) {
        (Some(last_before), Some(last_after)) => {
            let (chunks, _) = after.as_chunks::<CHUNK>();
            let (chunks_before, _) = before.as_chunks::<CHUNK>();
            chunks.iter().zip(chunks_before).all(|(after, before)| are_plain_after(after, before))
                && are_plain_after(last_after, last_before)
        }
        _ => {
            let (mut few_after, mut few_before) = ([b'a'; CHUNK], [b'a'; CHUNK]);
            few_after[..after.len()].copy_from_slice(after);
            few_before[..before.len()].copy_from_slice(before);
            are_plain_after(&few_after, &few_before)
        }
    };
    is_plain && CLASSES[usize::from(*first)] & PATH != 0
}

const CHUNK: usize = 16;

/// Returns true if all bytes of `after` stay unchanged. `before[i]` is the byte that precedes `after[i]`.
#[inline]
fn are_plain_after(after: &[u8; CHUNK], before: &[u8; CHUNK]) -> bool {
    let mut others = 0;
    for (&byte, &before) in after.iter().zip(before) {
        others |= u8::from(byte.wrapping_sub(0x21) > 0x7E - 0x21)
            | u8::from(byte | 2 == b'>')
            | u8::from(byte | 2 == b'^')
            | u8::from(byte == b'"')
            | u8::from(byte == b'\'')
            | u8::from(byte == b'`')
            | u8::from(byte == b'{')
            | u8::from(byte == b'}')
            | u8::from(before == b'/') & (u8::from(byte == b'.') | u8::from(byte == b'%'));
    }
    others == 0
}

/// Returns true if the path, query and fragment stay unchanged, each by its own percent-encode set.
fn is_plain_by_parts(bytes: &[u8]) -> bool {
    let mut at = 0;
    loop {
        at += len_in(&bytes[at..], PATH);
        match bytes.get(at) {
            None => return true,
            Some(b'.' | b'%') if at > 0 && bytes[at - 1] != b'/' => at += 1,
            // A segment that starts with a dot, encoded as `%2e` or not, may be a dot segment.
            Some(b'%') if at > 0 && bytes.get(at + 1) != Some(&b'2') => at += 1,
            Some(b'?') => return is_plain_query(&bytes[at + 1..]),
            Some(b'#') => return is_plain(&bytes[at + 1..], FRAGMENT),
            Some(_) => return false,
        }
    }
}

/// Returns true if the parser leaves a query, and the fragment after it, unchanged.
fn is_plain_query(bytes: &[u8]) -> bool {
    match &bytes[len_in(bytes, QUERY)..] {
        [] => true,
        [end, fragment @ ..] => *end == b'#' && is_plain(fragment, FRAGMENT),
    }
}

/// Returns true if all bytes are in `class`.
fn is_plain(bytes: &[u8], class: u8) -> bool {
    len_in(bytes, class) == bytes.len()
}

/// Returns the number of leading bytes that are in `class`.
///
/// PERF: tests eight bytes at a time, since nearly all are in the class.
#[inline]
fn len_in(bytes: &[u8], class: u8) -> usize {
    let (eights, _) = bytes.as_chunks::<8>();
    let are_in = |eight: &[u8; 8]| eight.iter().fold(class, |all, &byte| all & CLASSES[usize::from(byte)]) != 0;
    let start = 8 * eights.iter().take_while(|eight| are_in(eight)).count();
    let rest = &bytes[start..];
    start + rest.iter().position(|&byte| CLASSES[usize::from(byte)] & class == 0).unwrap_or(rest.len())
}

/// Bytes that stay unchanged in a path, except `.` and `%`, which depend on their context.
const PATH: u8 = 1;
/// Bytes that stay unchanged in the query of a special URL.
const QUERY: u8 = 2;
/// Bytes that stay unchanged in a fragment.
const FRAGMENT: u8 = 4;
/// Bytes that stay unchanged in a domain.
const HOST: u8 = 8;
/// Bytes that stay unchanged in an opaque path without query and fragment.
const OPAQUE: u8 = 16;

/// The classes of each byte: the parts of a URL in which it is outside the [percent-encode
/// set](https://url.spec.whatwg.org/#percent-encoded-bytes) and has no other meaning.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    // Trailing spaces of a path change only if a query or fragment follows, which `OPAQUE` rules out.
    classes[b' ' as usize] = OPAQUE;
    let mut byte = 0x21;
    while byte < 0x7F {
        let mut class = 0;
        if !matches!(byte, b'"' | b'#' | b'%' | b'.' | b'<' | b'>' | b'?' | b'`' | b'{' | b'}' | b'^' | b'\\') {
            class |= PATH;
        }
        if !matches!(byte, b'"' | b'#' | b'<' | b'>' | b'\'') {
            class |= QUERY;
        }
        if !matches!(byte, b'"' | b'<' | b'>' | b'`') {
            class |= FRAGMENT;
        }
        if !matches!(byte, b'#' | b'?') {
            class |= OPAQUE;
        }
        if matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.') {
            class |= HOST;
        }
        classes[byte as usize] = class;
        byte += 1;
    }
    classes
};
