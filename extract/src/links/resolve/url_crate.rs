//! URL parsing with the `url` crate, corrected where version 2.5.8 deviates from the standard.

use alloc::borrow::Cow;
use encoding_rs::{EncoderResult, Encoding};
use url::Url;

/// Parses `input` against `base`. The query is encoded in `encoding`, the output encoding of the document.
pub(super) fn parse(input: &str, base: Option<&Url>, encoding: &'static Encoding) -> Option<Url> {
    let has_slashes = base.is_some_and(has_authority) && input.starts_with(['/', '\\']);
    let input = if has_slashes { join_slashes(input) } else { Cow::Borrowed(input) };
    let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|query| Cow::Owned(encode_query(query, encoding));
    let mut options = Url::options().base_url(base);
    if encoding != encoding_rs::UTF_8 && !input.is_ascii() {
        options = options.encoding_override(Some(encode));
    }
    let mut url = options.parse(&input).ok()?;
    encode_carets(&mut url);
    Some(url)
}

/// Encodes a query, as the first step of [percent-encode after
/// encoding](https://url.spec.whatwg.org/#string-percent-encode-after-encoding). A character that `encoding` lacks
/// becomes a numeric character reference whose `&`, `#` and `;` are percent-encoded.
fn encode_query(query: &str, encoding: &'static Encoding) -> alloc::vec::Vec<u8> {
    let mut encoder = encoding.new_encoder();
    let mut bytes = alloc::vec::Vec::with_capacity(query.len() * 2 + 16);
    let mut rest = query;
    loop {
        let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len() * 4 + 16);
        bytes.reserve(room);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = &rest[read..];
        match result {
            EncoderResult::Unmappable(character) => {
                bytes.extend_from_slice(alloc::format!("%26%23{}%3B", u32::from(character)).as_bytes());
            }
            EncoderResult::InputEmpty => return bytes,
            EncoderResult::OutputFull => {}
        }
    }
}

/// Encodes `^` in the path. It is in the standard's
/// [path percent-encode set](https://url.spec.whatwg.org/#path-percent-encode-set), but not in the crate's.
fn encode_carets(url: &mut Url) {
    if !url.cannot_be_a_base() && url.path().contains('^') {
        let path = url.path().replace('^', "%5E");
        url.set_path(&path);
    }
}

/// Returns true if `url` is [special](https://url.spec.whatwg.org/#is-special) and not a `file` URL.
fn has_authority(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "ws" | "wss" | "ftp")
}

/// Reduces three or more slashes at the start to two, as the standard's states do. The crate does not.
fn join_slashes(input: &str) -> Cow<'_, str> {
    let is_ignored = |character| matches!(character, '\t' | '\n' | '\r');
    let slashes = input.chars().filter(|&c| !is_ignored(c)).take_while(|c| matches!(c, '/' | '\\')).count();
    if slashes < 3 {
        return Cow::Borrowed(input);
    }
    let rest = input.trim_start_matches(|c| is_ignored(c) || matches!(c, '/' | '\\'));
    Cow::Owned(alloc::format!("//{rest}"))
}
