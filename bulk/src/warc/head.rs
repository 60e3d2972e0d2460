//! The head of a record: where it ends, and what its fields are.

use super::member::RECORD_MAGIC;
use crate::headers::{Headers, line};

/// Where a head comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadEnd {
    /// Behind so many bytes: behind its empty line.
    At(usize),
    /// Nowhere: another head begins after so many bytes.
    Another(usize),
    /// Not in what is there; the search may go on from this line.
    Unfinished(usize),
}

/// Searches the end of the head that `text` begins with, from one of its lines on. Lines may end with LF alone,
/// or with more than one CR, as files have them that were taken for text.
pub(super) fn head_end(text: &[u8], mut from: usize) -> HeadEnd {
    loop {
        let Some(newline) = text.get(from..).and_then(|rest| memchr::memchr(b'\n', rest)) else {
            return HeadEnd::Unfinished(from);
        };
        let next = from + newline + 1;
        let returns = text[next..].iter().take_while(|byte| **byte == b'\r').count();
        match &text[next..] {
            rest if rest.get(returns) == Some(&b'\n') => return HeadEnd::At(next + returns + 1),
            rest if rest.len() == returns => return HeadEnd::Unfinished(from),
            rest if rest.starts_with(RECORD_MAGIC) => return HeadEnd::Another(next),
            rest if rest.len() < RECORD_MAGIC.len() => return HeadEnd::Unfinished(from),
            _ => from = next,
        }
    }
}

/// Returns whether `text` begins a record, and not with words about them; `None` if it is too short to say.
pub(super) fn begins_record(text: &[u8]) -> Option<bool> {
    match text.strip_prefix(RECORD_MAGIC) {
        Some([digit, ..]) => Some(digit.is_ascii_digit()),
        Some([]) => None,
        None if RECORD_MAGIC.starts_with(text) => None,
        None => Some(false),
    }
}

/// Reads the fields of a head; lines that are none are passed over. Returns whether it is one.
pub(super) fn read_head(head: &[u8], headers: &mut Headers) -> bool {
    headers.clear();
    let (_, mut next) = line(head);
    while next < head.len() {
        let (field, bytes) = line(&head[next..]);
        headers.push_line(field);
        next += bytes;
    }
    headers.get("WARC-Type").is_some() || headers.get("Content-Length").is_some()
}

/// Returns whether `head` says the type of a record, as all of them do.
pub(super) fn has_type(head: &[u8]) -> bool {
    const NAME: &[u8] = b"WARC-Type";
    memchr::memchr_iter(b'\n', head).any(|newline| {
        head.get(newline + 1..newline + 1 + NAME.len()).is_some_and(|name| name.eq_ignore_ascii_case(NAME))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_end_with_an_empty_line() {
        let cases: [(&[u8], HeadEnd); 8] = [
            (b"WARC/1.0\r\r\nA: b\r\r\n\r\r\nblock", HeadEnd::At(21)),
            (b"WARC/1.0\r\nA: b\r\n\r\nblock", HeadEnd::At(18)),
            (b"WARC/0.18\nA: b\n\nblock", HeadEnd::At(16)),
            (b"WARC/1.0\r\nA: b\r\n", HeadEnd::Unfinished(10)),
            (b"WARC/1.0\r\nA: b\r\nWAR", HeadEnd::Unfinished(10)),
            (b"WARC/1.0\r\nA: b\r\n\r", HeadEnd::Unfinished(10)),
            (b"WARC/1.0\r\nA: b\r\nWARC/1.0", HeadEnd::Another(16)),
            (b"WARC/1.0", HeadEnd::Unfinished(0)),
        ];
        for (text, end) in cases {
            assert_eq!(head_end(text, 0), end, "{}", text.escape_ascii());
        }
    }
}
