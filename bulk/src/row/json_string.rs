//! Strings as JSON, byte for byte as serde_json writes them.
//!
//! A string is copied in chunks of a constant length, each after a test whether it has a byte to escape. The last chunk
//! overlaps the one before it. For example, 50 bytes are copied as the chunks 0..32 and 18..50.
//!
//! Crates with vector instructions for this, such as `escape-simd`, reserve seven times the length of the text.

use std::io::Write;

/// Bytes that are tested and copied at once. The compiler uses vectors for them.
const CHUNK: usize = 32;

/// Appends `bytes`, which are UTF-8, as a JSON string.
#[inline(never)]
pub(crate) fn write_string(bytes: &[u8], json: &mut Vec<u8>) {
    json.reserve(bytes.len() + 2);
    json.push(b'"');
    let is_copied = match bytes.len() {
        CHUNK.. => {
            copy_chunks(bytes, json);
            true
        }
        16.. => copy_two::<16>(bytes, json),
        8.. => copy_two::<8>(bytes, json),
        4.. => copy_two::<4>(bytes, json),
        2.. => copy_two::<2>(bytes, json),
        1 => copy_two::<1>(bytes, json),
        0 => true,
    };
    if !is_copied {
        escape(bytes, json);
    }
    json.push(b'"');
}

/// Appends a string of at least [`CHUNK`] bytes, escaped.
#[inline]
fn copy_chunks(bytes: &[u8], json: &mut Vec<u8>) {
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk::<CHUNK>() {
        if has_escape(chunk) {
            escape(chunk, json);
        } else {
            json.extend_from_slice(chunk);
        }
        rest = after;
    }
    match bytes.last_chunk::<CHUNK>() {
        // The overlapping bytes need no escape either, so they are the last ones of `json`.
        Some(chunk) if !rest.is_empty() && !has_escape(chunk) => {
            json.truncate(json.len() - (CHUNK - rest.len()));
            json.extend_from_slice(chunk);
        }
        _ => escape(rest, json),
    }
}

/// Appends `N` to `2 * N` bytes as two chunks that may overlap. Returns false, without side effects, if a byte needs an
/// escape.
#[inline]
fn copy_two<const N: usize>(bytes: &[u8], json: &mut Vec<u8>) -> bool {
    let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) else { return false };
    if has_escape(first) | has_escape(last) {
        return false;
    }
    json.extend_from_slice(first);
    json.truncate(json.len() - (2 * N - bytes.len()));
    json.extend_from_slice(last);
    true
}

#[inline(always)]
fn has_escape<const N: usize>(chunk: &[u8; N]) -> bool {
    chunk.iter().fold(false, |any, &byte| any | needs_escape(byte))
}

/// Returns true for quotes, backslashes and control characters. The exclusive or exchanges the quote and the space, so
/// that the quote follows the control characters.
#[inline(always)]
fn needs_escape(byte: u8) -> bool {
    (byte ^ (b'"' ^ b' ') <= b' ') | (byte == b'\\')
}

/// Appends a part of a string, byte by byte.
#[inline]
fn escape(part: &[u8], json: &mut Vec<u8>) {
    let mut start = 0;
    for (index, &byte) in part.iter().enumerate() {
        if !needs_escape(byte) {
            continue;
        }
        json.extend_from_slice(&part[start..index]);
        start = index + 1;
        let short = match byte {
            b'"' | b'\\' => byte,
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x08 => b'b',
            0x0C => b'f',
            _ => {
                let _ = write!(json, "\\u{byte:04x}"); // a Vec takes all
                continue;
            }
        };
        json.extend_from_slice(&[b'\\', short]);
    }
    json.extend_from_slice(&part[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every length up to several chunks, with every byte that may matter at every place.
    #[test]
    fn strings_equal_those_of_serde_json() {
        let specials = (0..128_u8).map(|byte| char::from(byte).to_string()).chain(["é".into(), "\u{10FFFF}".into()]);
        let check = |text: &str| {
            let mut json = b"x".to_vec();
            write_string(text.as_bytes(), &mut json);
            let expected = serde_json::to_string(text).map(|json| "x".to_owned() + &json);
            assert_eq!(String::from_utf8(json).ok(), expected.ok());
        };
        for special in specials {
            for before in 0..70 {
                for after in [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 64] {
                    let text = "a".repeat(before) + &special + &"b".repeat(after);
                    check(&text);
                    check(&(text + &special));
                }
            }
        }
        (0..200).for_each(|length| check(&"abcdefg".repeat(29)[..length]));
    }
}
