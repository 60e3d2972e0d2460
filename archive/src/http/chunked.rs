//! Decodes the [chunked](https://www.rfc-editor.org/rfc/rfc9112#section-7.1) transfer coding.

use super::decoded_body::{BodyDamage, DecodedBody};
use crate::codec::inflate;
use crate::header_fields::line;

/// Maximum length of the line with a chunk's size, in bytes.
const MAX_LINE_BYTES: usize = 4 << 10;

/// Decodes `body` into `text`. Returns `None` if it is not chunked: it does not start with a size, or no newline
/// follows the first chunk.
pub(super) fn decode(body: &[u8], text: &mut Vec<u8>) -> Option<DecodedBody> {
    let mut length = 0;
    let damage = for_each_chunk(body, |chunk| {
        inflate::reserve(text, length, chunk.len());
        text[length..length + chunk.len()].copy_from_slice(chunk);
        length += chunk.len();
    })?;
    Some(DecodedBody { length, damage })
}

/// Calls `put` for the data of each chunk. Returns the damage of the body. Returns `None` without calling `put` if
/// the body is not chunked.
pub(super) fn for_each_chunk(body: &[u8], mut put: impl FnMut(&[u8])) -> Option<Option<BodyDamage>> {
    let mut rest = body;
    let mut is_first = true;
    let damage = loop {
        let Some((size, chunk)) = chunk(rest) else {
            break Some(if is_newline_or_less(rest) { BodyDamage::Truncated } else { BodyDamage::Corrupt });
        };
        if size == 0 {
            break None;
        }
        let present = chunk.len().min(size);
        let after = &chunk[present..];
        let next = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n"));
        let is_clipped = after.is_empty() || after == b"\r";
        if is_first && (next.is_none() && !is_clipped || is_clipped && !line_ends_with_cr(rest)) {
            return None;
        }
        is_first = false;
        put(&chunk[..present]);
        match next {
            Some(next) => rest = next,
            None if is_clipped => break Some(BodyDamage::Truncated),
            None => break Some(BodyDamage::Corrupt),
        }
    };
    if is_first && damage.is_some() { None } else { Some(damage) }
}

/// Parses the line with a chunk's size. Returns the size and the rest of `text`.
fn chunk(text: &[u8]) -> Option<(usize, &[u8])> {
    let (size_line, bytes) = line(&text[..text.len().min(MAX_LINE_BYTES)]);
    if text[..bytes].last() != Some(&b'\n') {
        return None;
    }
    let digits = size_line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let extension = size_line[digits..].trim_ascii_start();
    if !(extension.is_empty() || extension.starts_with(b";")) {
        return None;
    }
    let size = usize::from_str_radix(std::str::from_utf8(&size_line[..digits]).ok()?, 16).ok()?;
    Some((size, &text[bytes..]))
}

/// Returns true if `text` may be the truncated start of a chunk.
fn is_newline_or_less(text: &[u8]) -> bool {
    text.len() < MAX_LINE_BYTES
        && !text.contains(&b'\n')
        && text.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'\r')
}

fn line_ends_with_cr(text: &[u8]) -> bool {
    memchr::memchr(b'\n', text).is_some_and(|end| text[..end].ends_with(b"\r"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_chunks_and_rejects_other_bodies() {
        use BodyDamage::{Corrupt, Truncated};
        type Case<'a> = (&'a [u8], Option<(&'a [u8], Option<BodyDamage>)>);
        let digits = [b"3\r\nabc\r\n", &[b'1'; MAX_LINE_BYTES][..]].concat();
        let cases: [Case<'_>; 18] = [
            (b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: x\r\n\r\n", Some((b"abcde", None))),
            (b"3  \nabc\n0\n\n", Some((b"abc", None))),
            (b"00003\r\nabc\r\n0\r\n\r\n", Some((b"abc", None))),
            (b"0\r\n\r\n", Some((b"", None))),
            (b"A\r\nabc", Some((b"abc", Some(Truncated)))),
            (b"3\r\nabc\r\n", Some((b"abc", Some(Truncated)))),
            (b"3\r\nabc\r\n1F", Some((b"abc", Some(Truncated)))),
            (b"3\r\nabc", Some((b"abc", Some(Truncated)))),
            (b"3\r\nabc\r\n3\r\ndefg\r\n", Some((b"abcdef", Some(Corrupt)))),
            (b"3\r\nabc\r\nxyz\r\n", Some((b"abc", Some(Corrupt)))),
            (b"3\r\nabc\r\nxyz", Some((b"abc", Some(Corrupt)))),
            (&digits, Some((b"abc", Some(Corrupt)))),
            (&digits[..digits.len() - 1], Some((b"abc", Some(Truncated)))),
            (b"<p>", None),
            (b"3\r\nabcd", None),
            (b"face\nis text", None),
            (b"\r\n", None),
            (b"FFFFFFFFFFFFFFFFFFFF\r\nabc", None),
        ];
        let mut text = Vec::new();
        for (body, expected) in cases {
            let outcome = decode(body, &mut text);
            let found = outcome.map(|outcome| (&text[..outcome.length], outcome.damage));
            assert_eq!(found, expected, "{}", body.escape_ascii());
        }
    }
}
