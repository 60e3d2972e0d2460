//! Recognizes MIME messages: MHTML, in which browsers save a page with its images, and mail. Their HTML is usually encoded, so it
//! cannot be read as a page.

use tagrake_archive::header_fields::{line, split_field};

/// Returns true if `start` begins with the head of a MIME message. Returns `None` if it ends within what may be one, which is
/// never the case if `is_all`: no bytes follow.
pub(super) fn begins_mime_message(start: &[u8], is_all: bool) -> Option<bool> {
    // A mailbox has this line before each message.
    let mut at = if start.starts_with(b"From ") { line(start).1 } else { 0 };
    while at < start.len() {
        let (field, bytes) = line(&start[at..]);
        let is_continuation = at > 0 && matches!(field, [b' ' | b'\t', ..]);
        at += bytes;
        if !is_all && start[at - 1] != b'\n' {
            let name = &field[..memchr::memchr(b':', field).unwrap_or(field.len())];
            let may_be_field = name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
            return (!is_continuation && !may_be_field).then_some(false);
        }
        match split_field(field) {
            Some((name, value)) if declares_message(name, value) => return Some(true),
            None if !is_continuation => return Some(false),
            _ => {}
        }
    }
    is_all.then_some(false)
}

/// Returns true for a field that only messages have.
fn declares_message(name: &[u8], value: &[u8]) -> bool {
    const MULTIPART: &[u8] = b"multipart/";
    let is_multipart = || value.get(..MULTIPART.len()).is_some_and(|start| start.eq_ignore_ascii_case(MULTIPART));
    name.eq_ignore_ascii_case(b"MIME-Version") || (name.eq_ignore_ascii_case(b"Content-Type") && is_multipart())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_messages_by_their_head() {
        let cases: [(&[u8], Option<bool>); 12] = [
            (b"MIME-Version: 1.0\r\n", Some(true)),
            (b"From: <Saved by Blink>\r\nSubject: a\r\n b\r\nmime-version: 1.0\r\n\r\n", Some(true)),
            (b"Content-Type: Multipart/Related;\n\tboundary=x\n", Some(true)),
            (b"From a@e.org Sat May 18\nMIME-Version: 1.0\n", Some(true)),
            (b"From: a\nMIME-Ver", None),
            (b"Subject", None),
            (b"Subject: a\n b", None),
            (b"Content-Type: text/html\n\nMIME-Version: 1.0\n", Some(false)),
            (b"Note: a\ntext\nMIME-Version: 1.0\n", Some(false)),
            (b"<p>a: b", Some(false)),
            (b"{\"a\": 1}", Some(false)),
            (b" MIME-Version: 1.0\n", Some(false)),
        ];
        for (start, expected) in cases {
            let name = start.escape_ascii().to_string();
            assert_eq!(begins_mime_message(start, false), expected, "{name}");
            assert_eq!(begins_mime_message(start, true), Some(expected == Some(true)), "{name}");
        }
    }
}
