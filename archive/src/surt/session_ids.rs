//! Session IDs in URLs, which keys leave out.
//!
//! They are found with one pass over the text, where the original has regular expressions.

use memchr::{memchr, memchr_iter, memmem};

/// Names of parameters whose value is a session ID of 32 letters and digits.
const NAMES: [&[u8]; 3] = [b"jsessionid=", b"phpsessid=", b"sid="];
/// Bytes of an ID in the path of a page of ASP.NET.
const PATH_ID_BYTES: usize = 24;

/// Removes the last session ID of each kind from a query.
pub(super) fn strip_from_query(mut query: Vec<u8>) -> Vec<u8> {
    for name in NAMES {
        remove_last(&mut query, |lower, end| {
            let start = memmem::rfind(&lower[..end], name)?;
            let value = &lower[start + name.len()..];
            Some((start, ends_after(value, 32, u8::is_ascii_alphanumeric).map(|length| start + name.len() + length)))
        });
    }
    remove_last(&mut query, |lower, end| {
        const NAME: &[u8] = b"aspsessionid";
        let start = memmem::rfind(&lower[..end], NAME)?;
        let rest = &lower[start + NAME.len()..];
        let is_named = rest.iter().take(8).filter(|byte| byte.is_ascii_alphabetic()).count() == 8;
        let value = rest.get(8..).and_then(|rest| rest.strip_prefix(b"=")).filter(|_| is_named);
        let length = value.and_then(|value| ends_after(value, 24, u8::is_ascii_alphabetic));
        Some((start, length.map(|length| start + NAME.len() + 9 + length)))
    });
    remove_last(&mut query, |lower, end| {
        // `cfid=1&cftoken=2`: two parameters, one after the other.
        const SECOND: &[u8] = b"&cftoken=";
        let second = memmem::rfind(&lower[..end], SECOND)?;
        let first = memchr::memrchr(b'&', &lower[..second]).map_or(0, |at| at + 1);
        let name = memmem::rfind(&lower[first..second], b"cfid=").filter(|at| first + at + 5 < second);
        let value = &lower[second + SECOND.len()..];
        let length = memchr(b'&', value).unwrap_or(value.len());
        match name.filter(|_| length > 0) {
            Some(name) => Some((first + name, Some(second + SECOND.len() + length))),
            None => Some((second, None)),
        }
    });
    query
}

/// Returns `length` if the text starts with exactly that many bytes of a kind, and then ends or has `&`.
fn ends_after(text: &[u8], length: usize, is_of_kind: fn(&u8) -> bool) -> Option<usize> {
    let is_value = text.len() >= length && text[..length].iter().all(is_of_kind);
    (is_value && matches!(text.get(length), None | Some(b'&'))).then_some(length)
}

/// Removes the last ID from a query, with the `&` after it. `find` receives the query in lower case and a limit. It returns
/// the start of the last candidate that ends before the limit, and the end of the ID if the candidate is one.
fn remove_last(query: &mut Vec<u8>, find: impl Fn(&[u8], usize) -> Option<(usize, Option<usize>)>) {
    let lower = query.to_ascii_lowercase();
    let mut limit = lower.len();
    while let Some((start, end)) = find(&lower, limit) {
        if let Some(end) = end {
            query.drain(start..(end + 1).min(lower.len()));
            return;
        }
        limit = start;
    }
}

/// Removes the last session ID of each of two kinds from the path of a page of ASP.NET: `/(S(…))/` and `/(…)/`, where `…` is
/// 24 letters and digits.
pub(super) fn strip_from_path(path: Vec<u8>) -> Vec<u8> {
    let path = remove_folder(path, |text| {
        let mut length = 0;
        while let [letter, b'(', rest @ ..] = &text[length..]
            && letter.is_ascii_alphabetic()
            && is_path_id(rest)
            && rest.get(PATH_ID_BYTES) == Some(&b')')
        {
            length += PATH_ID_BYTES + 3;
        }
        (length > 0).then_some(length)
    });
    remove_folder(path, |text| is_path_id(text).then_some(PATH_ID_BYTES))
}

fn is_path_id(text: &[u8]) -> bool {
    text.len() >= PATH_ID_BYTES && text[..PATH_ID_BYTES].iter().all(u8::is_ascii_alphanumeric)
}

/// Removes the last folder whose name is in parentheses, if `content_length` accepts the text in them and a file name
/// with `.aspx` follows.
fn remove_folder(mut path: Vec<u8>, content_length: impl Fn(&[u8]) -> Option<usize>) -> Vec<u8> {
    let lower = path.to_ascii_lowercase();
    let pages: Vec<usize> = memmem::find_iter(&lower, b".aspx").collect();
    if pages.is_empty() {
        return path;
    }
    let marks: Vec<usize> = memchr_iter(b'?', &lower).collect();
    let next = |offsets: &[usize], from: usize| offsets.get(offsets.partition_point(|at| *at < from)).copied();
    let starts: Vec<usize> = memmem::find_iter(&lower, b"/(").collect();
    for start in starts.into_iter().rev() {
        let content = start + 2;
        let Some(length) = content_length(&lower[content..]) else { continue };
        let end = content + length + 2;
        let is_ended = lower.get(end - 2..end) == Some(b")/");
        let is_page = next(&pages, end + 1).is_some_and(|page| next(&marks, end).is_none_or(|mark| page < mark));
        if is_ended && is_page {
            path.drain(start + 1..end);
            break;
        }
    }
    path
}
