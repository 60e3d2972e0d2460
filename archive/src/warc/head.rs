//! Finds and parses the head of a record.
//!
//! A head is a version line (`WARC/1.0`), lines of fields, and an empty line. Where a head is expected, any line is
//! accepted, because old crawls have irregular ones. Where a head is searched for, each line must be a field, because
//! the bytes may belong to a page.

use crate::header_fields::{Headers, line, split_field};
use crate::http::has_status_line;

/// The first bytes of every WARC record. Some writers use lower case.
const RECORD_MAGIC: &[u8] = b"WARC/";
/// The length of [`RECORD_MAGIC`].
pub(super) const MAGIC_BYTES: usize = RECORD_MAGIC.len();
/// Fields that a head has at most once. Two merged heads have them twice.
const UNIQUE: [&str; 5] = ["WARC-Type", "Content-Length", "WARC-Record-ID", "WARC-Date", "WARC-Target-URI"];
/// The longest part of a version line after `WARC/`: digits, a dot, digits, trailing spaces.
const MAX_VERSION_BYTES: usize = 16;

/// Returns true if `text` starts with the first bytes of a record.
pub(super) fn starts_with_magic(text: &[u8]) -> bool {
    text.get(..MAGIC_BYTES).is_some_and(|start| start.eq_ignore_ascii_case(RECORD_MAGIC))
}

/// Returns true if `text` is a part of the first bytes of a record.
fn is_part_of_magic(text: &[u8]) -> bool {
    RECORD_MAGIC.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
}

/// Returns the first offset of the first bytes of a record.
pub(super) fn find_magic(text: &[u8]) -> Option<usize> {
    let ends = memchr::memchr_iter(b'/', text).map(|slash| slash + 1);
    ends.filter_map(|end| end.checked_sub(MAGIC_BYTES)).find(|at| starts_with_magic(&text[*at..]))
}

/// The end of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadEnd {
    /// The head is this long, with its empty line.
    At(usize),
    /// The head is incomplete: another one starts at `start`, which shows in the text up to `seen`.
    Another { start: usize, seen: usize },
    /// The head is incomplete so far; with more text, the scan can continue from the line at this offset.
    Unfinished(usize),
    /// The text is no head.
    None,
}

/// The result of a search for a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadSearch {
    /// A complete head starts at this offset.
    At(usize),
    /// A head may start at this offset: the end of the text decides nothing.
    Unfinished(usize),
    /// No head starts before this offset.
    Before(usize),
}

/// The lines that a scan accepts in a head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineRule {
    Any,
    Fields,
}

/// Finds the end of the head at the start of `text`. `from` is the start of a line: 0, or the
/// offset in [`Unfinished`](HeadEnd::Unfinished). Lines may end with LF alone, or with several CRs.
///
/// A version line inside the head, at the start of a line or at its end, starts the next record: the writer was
/// interrupted here.
pub(super) fn head_end(text: &[u8], from: usize) -> HeadEnd {
    scan(text, from, LineRule::Any)
}

fn scan(text: &[u8], mut from: usize, lines: LineRule) -> HeadEnd {
    loop {
        let rest = &text[from.min(text.len())..];
        let Some(newline) = memchr::memchr(b'\n', rest) else { return HeadEnd::Unfinished(from) };
        let content = trim_returns(&rest[..newline]);
        if let Some(at) = version_inside(content, from == 0) {
            return HeadEnd::Another { start: from + at, seen: from + newline + 1 };
        }
        let is_field = || matches!(content, [b' ' | b'\t', ..]) || split_field(content).is_some();
        if lines == LineRule::Fields && from > 0 && !is_field() {
            return HeadEnd::None;
        }
        let next = from + newline + 1;
        let returns = text[next..].iter().take_while(|byte| **byte == b'\r').count();
        match &text[next..] {
            rest if rest.get(returns) == Some(&b'\n') => return HeadEnd::At(next + returns + 1),
            rest if rest.len() == returns => return HeadEnd::Unfinished(from),
            rest if starts_with_magic(rest) => {
                return HeadEnd::Another { start: next, seen: next + MAGIC_BYTES };
            }
            rest if rest.len() < MAGIC_BYTES => return HeadEnd::Unfinished(from),
            _ => from = next,
        }
    }
}

/// Returns the offset of a version that ends a line of a head: `Content-Ty` `WARC/1.0`. The first line starts with its own.
fn version_inside(content: &[u8], is_first: bool) -> Option<usize> {
    let from = if is_first { MAGIC_BYTES } else { 0 };
    // A version has no slash after its first one.
    let at = (memchr::memrchr(b'/', content)? + 1).checked_sub(MAGIC_BYTES).filter(|at| *at >= from)?;
    (version_end(&content[at..]) == Some(content.len() - at)).then_some(at)
}

/// Returns the length of the version at the start of `text`, with trailing spaces; `None` if there is none.
fn version_end(text: &[u8]) -> Option<usize> {
    let rest = text.get(MAGIC_BYTES..).filter(|_| starts_with_magic(text))?;
    let digits = |from: usize| rest[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let major = digits(0);
    let dot = rest.get(major) == Some(&b'.');
    let minor = if dot { digits(major + 1) } else { 0 };
    if major == 0 || minor == 0 {
        return None;
    }
    let version = major + 1 + minor;
    let spaces = rest[version..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    Some(MAGIC_BYTES + version + spaces)
}

/// Returns true if `text` starts with a version line, and `None` if it is too short to decide.
pub(super) fn begins_version_line(text: &[u8]) -> Option<bool> {
    let longest = MAGIC_BYTES + MAX_VERSION_BYTES;
    let start = &text[..text.len().min(longest)];
    match memchr::memchr(b'\n', start) {
        Some(newline) => {
            let content = trim_returns(&start[..newline]);
            Some(version_end(content) == Some(content.len()))
        }
        None if start.len() == longest || !could_be_version(start) => Some(false),
        None => None,
    }
}

fn could_be_version(start: &[u8]) -> bool {
    match starts_with_magic(start) {
        true => start[MAGIC_BYTES..].iter().all(|byte| byte.is_ascii_digit() || b". \t\r".contains(byte)),
        false => is_part_of_magic(start),
    }
}

/// Searches `text` for a complete head of at most `max_bytes`, from an offset on; anywhere, also inside a line. `line` is the
/// offset, from the head's start, of the line to continue with if the search was [`Unfinished`](HeadSearch::Unfinished) at
/// `from`; it is updated.
///
/// The time is linear in the text: a candidate is scanned up to the next version line at most.
pub(super) fn find(text: &[u8], mut from: usize, line: &mut usize, max_bytes: usize) -> HeadSearch {
    loop {
        let Some(found) = text.get(from..).and_then(find_magic) else {
            *line = 0;
            return HeadSearch::Before(from.max((text.len() + 1).saturating_sub(MAGIC_BYTES)));
        };
        if found > 0 {
            *line = 0;
        }
        let at = from + found;
        let rest = &text[at..];
        match begins_version_line(rest) {
            Some(true) => match scan(rest, *line, LineRule::Fields) {
                HeadEnd::At(end) if end <= max_bytes && has_type(&rest[..end]) => return HeadSearch::At(at),
                HeadEnd::Unfinished(next) if rest.len() <= max_bytes => {
                    *line = next;
                    return HeadSearch::Unfinished(at);
                }
                HeadEnd::Another { start, .. } => from = at + start,
                HeadEnd::At(_) | HeadEnd::Unfinished(_) | HeadEnd::None => from = at + MAGIC_BYTES,
            },
            Some(false) => from = at + MAGIC_BYTES,
            None => return HeadSearch::Unfinished(at),
        }
        *line = 0;
    }
}

/// Returns true if `text` starts with `WARC/` and a digit, and `None` if it is too short to decide.
pub(super) fn begins_record(text: &[u8]) -> Option<bool> {
    match text.get(MAGIC_BYTES) {
        Some(digit) => Some(starts_with_magic(text) && digit.is_ascii_digit()),
        None if is_part_of_magic(text) => None,
        None => Some(false),
    }
}

/// The result of reading a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadState {
    Good,
    /// Bytes are missing or wrong: parts of it may belong to another head.
    Damaged,
    /// There is neither a type nor a length: the text is no head.
    None,
}

/// Reads the fields of a head; other lines are skipped.
pub(super) fn read_head(head: &[u8], headers: &mut Headers) -> HeadState {
    headers.clear();
    let (version, mut next) = line(head);
    let mut is_good = version_end(version) == Some(version.len());
    while next < head.len() {
        let (field, bytes) = line(&head[next..]);
        let is_text = field.iter().all(|byte| *byte >= b' ' && *byte != 0x7F || *byte == b'\t');
        is_good &= field.is_empty() || (headers.push_line(field) && is_text);
        next += bytes;
    }
    let count = |name| headers.all(name).count();
    if count("WARC-Type") + count("Content-Length") == 0 {
        return HeadState::None;
    }
    let is_repeated = UNIQUE.iter().any(|name| count(name) > 1);
    let has_type = count("WARC-Type") > 0;
    let is_half = headers.get("WARC-Record-ID").is_some_and(|id| id.starts_with('<') != id.ends_with('>'));
    if is_good && has_type && !is_repeated && !is_half { HeadState::Good } else { HeadState::Damaged }
}

/// Returns true if the block of a response is no HTTP message, though it was fetched by HTTP: where bytes are missing between
/// the head of one record and the HTTP head of another, what is left reads as one head.
pub(super) fn lacks_http_head(headers: &Headers, block: &[u8]) -> bool {
    let is_of_http = || {
        let uri = headers.get("WARC-Target-URI").unwrap_or_default().trim_start_matches('<');
        uri.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"))
    };
    let (first, _) = line(block.trim_ascii_start());
    let begins_head = || first.get(..4).is_some_and(|name| name.eq_ignore_ascii_case(b"HTTP"));
    !begins_head() && !has_status_line(block) && !first.is_empty() && split_field(first).is_none() && is_of_http()
}

/// Returns true if a head has the field `WARC-Type`, as all records do.
fn has_type(head: &[u8]) -> bool {
    field(head, b"WARC-Type").is_some()
}

/// Returns the length that a head declares; `None` if there is none, or no number that fits 64 bits.
pub(super) fn content_length(head: &[u8]) -> Option<u64> {
    std::str::from_utf8(field(head, b"Content-Length")?).ok()?.parse().ok()
}

/// Returns the value of a field, from the bytes of a head.
fn field<'h>(head: &'h [u8], name: &[u8]) -> Option<&'h [u8]> {
    let lines = memchr::memchr_iter(b'\n', head).map(|newline| line(&head[newline + 1..]).0);
    lines.filter_map(split_field).find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

fn trim_returns(line: &[u8]) -> &[u8] {
    let returns = line.iter().rev().take_while(|byte| **byte == b'\r').count();
    &line[..line.len() - returns]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_at_an_empty_line_or_at_another_version() {
        let cases: [(&[u8], HeadEnd); 13] = [
            (b"WARC/1.0\r\r\nA: b\r\r\n\r\r\nblock", HeadEnd::At(21)),
            (b"WARC/1.0\r\nA: b\r\n\r\nblock", HeadEnd::At(18)),
            (b"WARC/0.18\nA: b\n\nblock", HeadEnd::At(16)),
            (b"WARC/1.0\r\nA: b\r\n", HeadEnd::Unfinished(10)),
            (b"WARC/1.0\r\nA: b\r\nWAR", HeadEnd::Unfinished(10)),
            (b"WARC/1.0\r\nA: b\r\n\r", HeadEnd::Unfinished(10)),
            (b"WARC/1.0\r\nA: b\r\nWARC/1.0", HeadEnd::Another { start: 16, seen: 21 }),
            (b"WARC/1.0\r\nA: WARC/1.0\r\nB: c\r\n\r\n", HeadEnd::Another { start: 13, seen: 23 }),
            (b"WARC/1.WARC/1.0\r\nB: c\r\n\r\n", HeadEnd::Another { start: 7, seen: 17 }),
            (b"WARC/1.0\r\nA: WARC/1.0 is a format\r\n\r\n", HeadEnd::At(37)),
            (b"WARC/1.0\r\nA: WARC/x\r\n\r\n", HeadEnd::At(23)),
            (b"WARC/1.0\r\nnot a field\r\n\r\n", HeadEnd::At(25)),
            (b"WARC/1.0", HeadEnd::Unfinished(0)),
        ];
        for (text, end) in cases {
            assert_eq!(head_end(text, 0), end, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_version_line_is_recognized_by_its_first_bytes() {
        let cases: [(&[u8], Option<bool>); 12] = [
            (b"WARC/1.0\r\n", Some(true)),
            (b"WARC/0.18 \t\nA: b", Some(true)),
            (b"WARC/1\r\n", Some(false)),
            (b"WARC/1.\r\n", Some(false)),
            (b"WARC/1.0 is\r\n", Some(false)),
            (b"WARC/1.0000000000000000000", Some(false)),
            (b"WARC/1.0 i", Some(false)),
            (b"WARC/1.0", None),
            (b"WARC/1.0 \r", None),
            (b"WAR", None),
            (b"", None),
            (b"WAX", Some(false)),
        ];
        for (text, expected) in cases {
            assert_eq!(begins_version_line(text), expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_head_with_missing_or_wrong_bytes_is_damaged() {
        let cases = [
            ("A: b\r\nWARC-Type: x\r\nContent-Length: 0\r\n\r\n", HeadState::Good),
            ("WARC-Type: x\r\n folded\tvalue\r\n\r\n", HeadState::Good),
            ("WARC-Type: x\r\nno field\r\n\r\n", HeadState::Damaged),
            ("WARC-Type: x\r\nA: \0\0\r\n\r\n", HeadState::Damaged),
            ("WARC-Type: x\r\nwarc-type: y\r\n\r\n", HeadState::Damaged),
            ("WARC-Type: x\r\nWARC-Record-ID: <urn:a/html\r\n\r\n", HeadState::Damaged),
            ("Content-Length: 0\r\n\r\n", HeadState::Damaged),
            ("A: b\r\n\r\n", HeadState::None),
        ];
        let state_of = |head: String| read_head(head.as_bytes(), &mut Headers::default());
        for (fields, state) in cases {
            assert_eq!(state_of(format!("WARC/1.0\r\n{fields}")), state, "{fields:?}");
        }
        assert_eq!(state_of("WARC/1.0\0\0\nWARC-Type: x\r\n\r\n".to_owned()), HeadState::Damaged);
    }

    #[test]
    fn finds_a_complete_head_anywhere() {
        let head = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n";
        let cases: [(String, HeadSearch); 9] = [
            (head.to_owned(), HeadSearch::At(0)),
            (format!("<p>WARC/{head}"), HeadSearch::At(8)),
            (format!("WARC/1.0\r\nA: {head}"), HeadSearch::At(13)),
            (format!("WARC/1.0 is a format\r\n\r\n{head}"), HeadSearch::At(24)),
            (format!("WARC/1.0\r\nno field\r\n{head}"), HeadSearch::At(20)),
            (format!("WARC/1.0\r\nA: no type\r\n\r\n{head}"), HeadSearch::At(24)),
            (format!("x{}", &head[..head.len() - 1]), HeadSearch::Unfinished(1)),
            ("text WARC/1".to_owned(), HeadSearch::Unfinished(5)),
            ("text and WA".to_owned(), HeadSearch::Before(7)),
        ];
        for (text, expected) in cases {
            assert_eq!(find(text.as_bytes(), 0, &mut 0, 1000), expected, "{text:?}");
            // The result does not depend on how the text is split.
            let (mut from, mut line) = (0, 0);
            let mut found = HeadSearch::Before(0);
            for end in 0..=text.len() {
                found = find(&text.as_bytes()[..end], from, &mut line, 1000);
                match found {
                    HeadSearch::At(_) => break,
                    HeadSearch::Unfinished(at) | HeadSearch::Before(at) => from = at,
                }
            }
            assert_eq!(found, expected, "{text:?}, byte by byte");
        }
        assert_eq!(find(head.as_bytes(), 0, &mut 0, 20), HeadSearch::Before(head.len() - 4));
        assert_eq!(content_length(head.as_bytes()), Some(0));
        assert_eq!(content_length(b"WARC/1.0\r\nContent-Length: -1\r\n\r\n"), None);
    }
}
