//! Header fields of a WARC record or an HTTP message.

use encoding_rs::WINDOWS_1252;
use std::ops::Range;

/// Names and values in the order of the head. Bytes that are not UTF-8 are decoded as windows-1252. The memory is
/// reused for the next head.
///
/// ```
/// use tagrake_archive::http::ResponseReader;
///
/// let mut reader = ResponseReader::default();
/// let response = reader.read(b"HTTP/1.1 200 OK\r\nLink: </a>\r\nX-City: K\xF6ln\r\nlink: </b>\r\n\r\n");
/// assert_eq!(response.headers.get("Link"), Some("</a>"));
/// assert_eq!(response.headers.all("LINK").collect::<Vec<_>>(), ["</a>", "</b>"]);
/// assert_eq!(response.headers.iter().nth(1), Some(("X-City", "Köln")));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Headers {
    text: String,
    /// The ranges of each name and value in `text`.
    fields: Vec<(Range<usize>, Range<usize>)>,
}

impl Headers {
    /// Returns the names and values in order, with their original case.
    pub fn iter(&self) -> HeaderIter<'_> {
        HeaderIter { text: &self.text, fields: self.fields.iter() }
    }

    /// Returns all values of a name. Case is ignored.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.iter().filter_map(move |(other, value)| other.eq_ignore_ascii_case(name).then_some(value))
    }

    /// Returns the names of the codings in all values of a name, in their order. Names of no coding are left out.
    pub(crate) fn codings(&self, name: &str) -> impl Iterator<Item = &str> {
        let codings = self.all(name).flat_map(|value| value.split(',')).map(str::trim);
        codings.filter(|coding| !["", "identity", "none"].iter().any(|none| coding.eq_ignore_ascii_case(none)))
    }

    /// Returns the first value of a name. Case is ignored.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// Returns the approximate memory in bytes.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.fields.len() * size_of::<(Range<usize>, Range<usize>)>()
    }

    /// Returns the number of fields.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns true if there are no fields.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Releases memory beyond 64 KiB, which a usual head does not exceed.
    pub fn shrink(&mut self) {
        const BYTES: usize = 64 << 10;
        if self.bytes() > BYTES {
            *self = Self::default();
        }
    }

    /// Removes all fields, and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.fields.clear();
    }

    pub(crate) fn push(&mut self, name: &[u8], value: &[u8]) {
        let name = self.append(name);
        let value = self.append(value);
        self.fields.push((name, value));
    }

    /// Parses a line without its line ending: a field, or the continuation of the last field's value. Returns false
    /// if it is neither.
    pub fn push_line(&mut self, line: &[u8]) -> bool {
        if let [b' ' | b'\t', ..] = line
            && !self.fields.is_empty()
        {
            let line = line.trim_ascii();
            // The last value is at the end of `text`, so it can be extended in place.
            if !line.is_empty() && self.fields.last().is_some_and(|(_, value)| !value.is_empty()) {
                self.text.push(' ');
            }
            let end = self.append(line).end;
            if let Some((_, value)) = self.fields.last_mut() {
                value.end = end;
            }
            return true;
        }
        match split_field(line) {
            Some((name, value)) => {
                self.push(name, value);
                true
            }
            None => false,
        }
    }

    fn append(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.text.len();
        match std::str::from_utf8(bytes) {
            Ok(text) => self.text.push_str(text),
            Err(_) => self.text.push_str(&WINDOWS_1252.decode_without_bom_handling(bytes).0),
        }
        start..self.text.len()
    }
}

impl<'h> IntoIterator for &'h Headers {
    type Item = (&'h str, &'h str);
    type IntoIter = HeaderIter<'h>;

    fn into_iter(self) -> HeaderIter<'h> {
        self.iter()
    }
}

impl<N: AsRef<str>, V: AsRef<str>> Extend<(N, V)> for Headers {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, fields: I) {
        fields.into_iter().for_each(|(name, value)| self.push(name.as_ref().as_bytes(), value.as_ref().as_bytes()));
    }
}

impl<N: AsRef<str>, V: AsRef<str>> FromIterator<(N, V)> for Headers {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(fields: I) -> Self {
        let mut headers = Self::default();
        headers.extend(fields);
        headers
    }
}

/// An iterator over the names and values of [`Headers`].
///
/// ```
/// use tagrake_archive::Headers;
///
/// let headers: Headers = [("Link", "</a>"), ("X-City", "Köln")].into_iter().collect();
/// for (name, value) in &headers {
///     assert_eq!(headers.get(name), Some(value));
/// }
/// assert_eq!(headers.iter().len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct HeaderIter<'h> {
    text: &'h str,
    fields: std::slice::Iter<'h, (Range<usize>, Range<usize>)>,
}

impl<'h> Iterator for HeaderIter<'h> {
    type Item = (&'h str, &'h str);

    fn next(&mut self) -> Option<Self::Item> {
        self.fields.next().map(|(name, value)| (&self.text[name.clone()], &self.text[value.clone()]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.fields.size_hint()
    }
}

impl ExactSizeIterator for HeaderIter<'_> {}

/// Splits a field at its colon. The name is a [token](https://www.rfc-editor.org/rfc/rfc9110#name-tokens), with white space
/// after it.
pub fn split_field(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = memchr::memchr(b':', line)?;
    let name = line[..colon].trim_ascii_end();
    let is_name =
        !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte));
    is_name.then(|| (name, line[colon + 1..].trim_ascii()))
}

/// Returns the first line of `text` without its line ending, and the offset of the next line.
pub fn line(text: &[u8]) -> (&[u8], usize) {
    let Some(end) = memchr::memchr(b'\n', text) else { return (text, text.len()) };
    let returns = text[..end].iter().rev().take_while(|byte| **byte == b'\r').count();
    (&text[..end - returns], end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_fields_or_go_on() {
        let mut headers = Headers::default();
        let lines: [(&[u8], bool); 6] = [
            (b" before any", false),
            (b"A : 1 ", true),
            (b"\t2", true),
            (b"<b>: no", false),
            (b"nothing", false),
            (b"C:", true),
        ];
        for (line, is_taken) in lines {
            assert_eq!(headers.push_line(line), is_taken, "{:?}", line.escape_ascii().to_string());
        }
        assert_eq!(headers.iter().collect::<Vec<_>>(), [("A", "1 2"), ("C", "")]);
    }

    #[test]
    fn fields_are_counted_and_only_the_memory_of_large_heads_is_released() {
        let mut headers = Headers::default();
        assert!(headers.is_empty());
        assert_eq!(headers.bytes(), 0);
        headers.extend([("A", "1"), ("B", "22")]);
        assert!(!headers.is_empty());
        assert_eq!((headers.len(), headers.iter().len(), headers.iter().size_hint()), (2, 2, (2, Some(2))));
        // Each range is two words.
        assert_eq!(headers.bytes(), 5 + 2 * 4 * size_of::<usize>());
        headers.shrink();
        assert_eq!(headers.get("b"), Some("22"));
        headers.push(b"C", &[b'x'; 64 << 10]);
        headers.shrink();
        assert!(headers.is_empty());
    }
}
