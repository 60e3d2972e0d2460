//! Decodes the bytes of a page to UTF-8.

use super::decision::Decision;
use alloc::borrow::Cow;
use alloc::string::String;
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

/// A page in UTF-8, without its byte order mark.
///
/// ```
/// use tagrake::encoding::{Hints, decode, detect};
///
/// let page = b"\xEF\xBB\xBF<p>";
/// let mut buffer = String::new();
/// let decoded = decode(page, &detect(page, &Hints::default()), &mut buffer);
/// assert_eq!(decoded.text, "<p>");
/// assert!(decoded.is_borrowed && !decoded.had_errors);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'b> {
    /// The text.
    pub text: &'b str,
    /// True if the text borrows the page's bytes, false if it is in the buffer.
    pub is_borrowed: bool,
    /// True if invalid bytes were replaced with U+FFFD.
    pub had_errors: bool,
}

/// Decodes a page by the [`Decision`] that [`detect`](super::detect) returned for it, after the byte order mark. The result is the
/// same as from
/// [`encoding_rs`](https://docs.rs/encoding_rs/latest/encoding_rs/struct.Encoding.html#method.decode_without_bom_handling).
///
/// Bytes that are UTF-8 already are borrowed: valid UTF-8, or ASCII in an ASCII-compatible encoding. Other pages are
/// decoded into `buffer`, whose previous content does not matter. Reuse it from page to page: once it has grown,
/// decoding allocates nothing.
///
/// ```
/// use tagrake::encoding::{Hints, decode, detect};
///
/// let mut buffer = String::new();
/// for (page, text) in [(&b"caf\xE9"[..], "café"), (b"coffee", "coffee")] {
///     let decision = detect(page, &Hints::default());
///     let decoded = decode(page, &decision, &mut buffer);
///     assert_eq!((decoded.text, decoded.is_borrowed), (text, text == "coffee"));
/// }
/// ```
pub fn decode<'b>(bytes: &'b [u8], decision: &Decision<'_>, buffer: &'b mut String) -> Decoded<'b> {
    let bytes = bytes.get(decision.bom_len..).unwrap_or_default();
    let encoding = decision.encoding.inner();
    if let Some(text) = as_text(bytes, encoding) {
        return Decoded { text, is_borrowed: true, had_errors: false };
    }
    let (len, had_errors) = decode_into(bytes, encoding, buffer);
    Decoded { text: &buffer[..len], is_borrowed: false, had_errors }
}

/// Returns the bytes as text if decoding does not change them, else `None`. Reads them once.
pub(super) fn as_text<'b>(bytes: &'b [u8], encoding: &'static Encoding) -> Option<&'b str> {
    let is_unchanged = if encoding == UTF_8 {
        true
    } else if encoding == ISO_2022_JP {
        Encoding::iso_2022_jp_ascii_valid_up_to(bytes) == bytes.len()
    } else {
        bytes.is_empty() || encoding.is_ascii_compatible() && Encoding::ascii_valid_up_to(bytes) == bytes.len()
    };
    if !is_unchanged {
        return None;
    }
    as_utf8(bytes)
}

/// Returns true if the bytes are UTF-8. Faster than [`core::str::from_utf8`], by SIMD.
///
/// ```
/// use tagrake::encoding::is_utf8;
///
/// assert!(is_utf8("\u{FEFF}é".as_bytes()) && !is_utf8(b"\xE9"));
/// ```
pub fn is_utf8(bytes: &[u8]) -> bool {
    as_utf8(bytes).is_some()
}

fn as_utf8(bytes: &[u8]) -> Option<&str> {
    match UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(Cow::Borrowed(text)) => Some(text),
        _ => None,
    }
}

/// Decodes into the start of `buffer`. Returns the length of the text, and true if there were errors.
///
/// PERF: the buffer is never cleared, and its length only grows, because growing it again would zero it. After one long page,
/// `Decoder::decode_to_string` would touch all of its capacity for each short page.
pub(super) fn decode_into(bytes: &[u8], encoding: &'static Encoding, buffer: &mut String) -> (usize, bool) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut read, mut written, mut had_errors) = (0, 0, false);
    // Most text is mostly ASCII. Reserve the maximum length of the result only if the first attempt is too short.
    let mut needed = bytes.len();
    loop {
        grow(buffer, written + needed);
        let (result, more_read, more_written, replaced) =
            decoder.decode_to_str(&bytes[read..], &mut buffer[written..], true);
        read += more_read;
        written += more_written;
        had_errors |= replaced;
        if result == encoding_rs::CoderResult::InputEmpty {
            return (written, had_errors);
        }
        let rest = bytes.len() - read;
        needed = decoder.max_utf8_buffer_length(rest).unwrap_or(rest);
    }
}

/// Makes `buffer` at least `len` bytes long.
fn grow(buffer: &mut String, len: usize) {
    const NULS: &str = match core::str::from_utf8(&[0; 4096]) {
        Ok(nuls) => nuls,
        Err(_) => "",
    };
    while buffer.len() < len {
        buffer.push_str(&NULS[..NULS.len().min(len - buffer.len())]);
    }
}
