//! Pages on lines of JSON.

use super::html_string;
use super::input_page::{Id, InputPage, Profile, split_header};
use crate::input::error::{InputError, InputErrorKind};
use crate::input::sources::lines::{LineRead, LineReader};
use crate::lone_surrogates;
use crate::mime_type::UTF8_BOM;
use data_encoding::BASE64;
use memchr::memmem;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_bytes::ByteBuf;
use std::io::{BufRead, Read};
use std::mem;
use tagrake_archive::warc::WarcOptions;

/// Bytes of JSON lines that are searched for a page.
const MAX_LINES_BYTES: u64 = 64 << 10;

/// A line of JSON lines. Unknown keys are ignored.
#[derive(Deserialize)]
struct PageLine {
    id: Option<Id>,
    url: Option<String>,
    /// UTF-8 text.
    html: Option<ByteBuf>,
    html_base64: Option<String>,
    content_type: Option<String>,
    headers: Option<Vec<String>>,
    options: Option<PageLineOptions>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageLineOptions {
    scripting: Option<bool>,
    profile: Option<Profile>,
}

/// The id of a line that holds no valid page.
#[derive(Deserialize)]
struct PageLineId {
    id: Option<Id>,
}

/// The keys for the page. A line with a page has one of them.
#[derive(Deserialize)]
struct PageKeys {
    html: Option<IgnoredAny>,
    html_base64: Option<IgnoredAny>,
}

/// Returns false if the first lines are JSON objects without the keys of a page.
pub(crate) fn may_have_page(lines: impl Read) -> bool {
    let mut text = Vec::new();
    // An error is reported when the file is read.
    if lines.take(MAX_LINES_BYTES).read_to_end(&mut text).is_err() {
        return true;
    }
    let is_all = (text.len() as u64) < MAX_LINES_BYTES;
    let text = text.strip_prefix(UTF8_BOM).unwrap_or(&text);
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let rest = if is_all { &[][..] } else { lines.pop().unwrap_or_default() };
    let mut is_without_page = false;
    for line in lines.into_iter().filter(|line| !line.trim_ascii().is_empty()) {
        match has_page(line) {
            Some(false) => is_without_page = true,
            _ => return true,
        }
    }
    !is_without_page || [&b"\"html\""[..], b"\"html_base64\""].iter().any(|key| memmem::find(rest, key).is_some())
}

/// Returns true if the object on a line has a page, and `None` if the line is not an object.
fn has_page(line: &[u8]) -> Option<bool> {
    let keys: PageKeys = serde_json::from_slice(line).ok()?;
    Some(keys.html.is_some() || keys.html_base64.is_some())
}

/// Returns the maximum length of a line for pages of up to `max_page_bytes`: room for base64 or escapes, and for the
/// other keys.
pub(crate) fn max_line_bytes(max_page_bytes: usize) -> usize {
    max_page_bytes.saturating_mul(2).saturating_add(1 << 20)
}

/// Returns the pages of `lines`. Each line is an object with the page in `html` (text) or `html_base64` (bytes).
/// Optional keys are `id`, `url`, `content_type`, `headers` (a list of `Name: value`) and `options` (`scripting`, a
/// boolean, and `profile`, `standard` or `crawl`). An invalid line yields an error, and reading continues with the
/// next one. Empty lines are skipped, and so is a byte order mark before the first line. A line of more than 33 MiB
/// is an error.
///
/// The encoding of `html` is UTF-8, whatever the page declares. The encoding of `html_base64` is found as for any page.
///
/// ```
/// use tagrake_bulk::input::json_lines;
///
/// let lines = br#"{"id": 1, "html": "<p>One", "url": "https://example.com/"}
/// what?
/// {"id": "b", "html_base64": "PHA+", "headers": ["Content-Type: text/html"]}"#;
/// let pages: Vec<_> = json_lines("pages.jsonl", &lines[..]).collect();
/// assert_eq!(pages[0].as_ref().unwrap().html, b"<p>One");
/// assert_eq!(pages[1].as_ref().unwrap_err().origin, "pages.jsonl:2");
/// assert_eq!(pages[2].as_ref().unwrap().html, b"<p>");
/// ```
pub fn json_lines(name: impl Into<String>, lines: impl BufRead) -> impl Iterator<Item = Result<InputPage, InputError>> {
    let max_bytes = max_line_bytes(WarcOptions::default().max_block_bytes());
    JsonLines {
        name: name.into(),
        number: 0,
        max_bytes,
        line: Vec::new(),
        lines: Some(LineReader::new(lines, u64::MAX)),
    }
}

/// Reads the pages of JSON lines.
struct JsonLines<R> {
    name: String,
    /// The number of the last line, from 1.
    number: u64,
    max_bytes: usize,
    line: Vec<u8>,
    /// `None` at the end, and after an error.
    lines: Option<LineReader<R>>,
}

impl<R: BufRead> Iterator for JsonLines<R> {
    type Item = Result<InputPage, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let lines = self.lines.as_mut()?;
            self.number += 1;
            let read = lines.read(&mut self.line, self.max_bytes);
            match read {
                Ok(LineRead::End | LineRead::Endless) => self.lines = None,
                Ok(LineRead::TooLong) => return Some(Err(long_line(&self.name, self.number, self.max_bytes))),
                Ok(LineRead::Complete) => {
                    let page = line_page(&self.name, self.number, &self.line, &mut Vec::new());
                    if page.is_some() {
                        return page;
                    }
                }
                Err(error) => {
                    self.lines = None;
                    return Some(Err(InputError::io(&*self.name, error)));
                }
            }
        }
    }
}

/// Returns the error for a line that is longer than `max_bytes`.
pub(crate) fn long_line(name: &str, number: u64, max_bytes: usize) -> InputError {
    InputError::new(format!("{name}:{number}"), InputErrorKind::LongLine { max_bytes })
}

/// Parses the page of line `number`, from 1, of the file `name`. Returns `None` if the line is empty. The bytes of the
/// page are stored in `memory`, which is taken.
pub(crate) fn line_page(
    name: &str,
    number: u64,
    mut line: &[u8],
    memory: &mut Vec<u8>,
) -> Option<Result<InputPage, InputError>> {
    if number == 1 {
        line = line.strip_prefix(UTF8_BOM).unwrap_or(line);
    }
    let first = line.trim_ascii_start().first()?;
    let origin = format!("{name}:{number}");
    if *first == b'[' {
        // serde would accept the items of a list as the keys of an object, in order.
        return Some(Err(InputError::new(origin, InputErrorKind::Line("a list, not an object".to_owned()))));
    }
    let (id, result) = match PageLine::parse(line, memory) {
        Ok(mut line) => (line.id.take(), line.page()),
        Err(error) => {
            let id =
                serde_json::from_slice::<PageLineId>(&lone_surrogates::replace(line)).ok().and_then(|line| line.id);
            (id, Err(reason(&error)))
        }
    };
    Some(match result {
        Ok(page) => Ok(InputPage { origin, id, ..page }),
        Err(reason) => Err(InputError { id, ..InputError::new(origin, InputErrorKind::line(reason)) }),
    })
}

impl PageLine {
    /// Parses a line. A lone surrogate in a string becomes U+FFFD.
    fn parse(line: &[u8], memory: &mut Vec<u8>) -> serde_json::Result<Self> {
        if let Some(rest) = html_string::split(line, memory)
            && let Ok(page) = serde_json::from_slice::<Self>(&rest)
        {
            return Ok(Self { html: Some(ByteBuf::from(mem::take(memory))), ..page });
        }
        serde_json::from_slice(&lone_surrogates::replace(line))
    }

    fn page(self) -> Result<InputPage, String> {
        let is_text = self.html.is_some();
        let html = match (self.html, self.html_base64) {
            (Some(html), None) => html.into_vec(),
            (None, Some(text)) => BASE64.decode(text.as_bytes()).map_err(|error| format!("html_base64: {error}"))?,
            (Some(_), Some(_)) => return Err("both html and html_base64".to_owned()),
            (None, None) => return Err("neither html nor html_base64".to_owned()),
        };
        let header = |line: &String| match split_header(line) {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => Err(format!("a header without a name: {line:?}")),
        };
        let PageLineOptions { scripting, profile } = self.options.unwrap_or_default();
        Ok(InputPage {
            html,
            url: self.url,
            content_type: self.content_type,
            headers: self.headers.unwrap_or_default().iter().map(header).collect::<Result<_, _>>()?,
            scripting,
            profile,
            is_text,
            ..InputPage::default()
        })
    }
}

/// Describes what is wrong with a line, without the number of the line.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let (reason, _) = text.rsplit_once(" at line ").unwrap_or((&text, ""));
    let reason = format!("{reason} at column {}", error.column());
    if error.is_data() { reason } else { format!("not JSON: {reason}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, BufReader, Read};

    /// Reads one line.
    fn read(line: &str) -> Result<InputPage, InputError> {
        json_lines("l", line.as_bytes()).next().expect("a line gives a page or an error")
    }

    #[test]
    fn reads_all_keys_of_a_line() {
        let page = read(
            r#"{"id": "a", "url": "http://e.org/", "html": "<p>\u00e9\ud800", "content_type": "text/html", "more": [],
                "headers": ["Link: </a>", "X-A:b:c "], "options": {"scripting": true, "profile": "crawl"}}"#
                .replace('\n', " ")
                .as_str(),
        )
        .expect("a page");
        assert_eq!((page.origin.as_str(), page.id), ("l:1", Some(Id::Text("a".to_owned()))));
        assert_eq!((page.url.as_deref(), page.content_type.as_deref()), (Some("http://e.org/"), Some("text/html")));
        assert_eq!(page.html, "<p>é\u{FFFD}".as_bytes());
        let headers = [("Link", "</a>"), ("X-A", "b:c")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(page.headers, headers);
        assert_eq!((page.scripting, page.profile), (Some(true), Some(Profile::Crawl)));
        assert_eq!(read(r#"{"html": "", "url": null, "options": null, "headers": null}"#).expect("a page").html, b"");
    }

    /// As browsers read JSON and encode its text. The second line has an escaped key, which the fast path declines.
    #[test]
    fn a_lone_surrogate_in_any_string_is_one_replacement_character() {
        for html in ["html", r"\u0068tml"] {
            let line = r#"{"id": "\udfff", "url": "http://e.org/\ud83d", "headers": ["X: \ud83d\ude00\ude00"], "HTML": "\ud83dx"}"#;
            let page = read(&line.replace("HTML", html)).expect("a page");
            assert_eq!(
                (page.id, page.url.as_deref()),
                (Some(Id::Text("\u{FFFD}".to_owned())), Some("http://e.org/\u{FFFD}"))
            );
            assert_eq!(page.headers, [("X".to_owned(), "\u{1F600}\u{FFFD}".to_owned())]);
            assert_eq!(page.html, "\u{FFFD}x".as_bytes());
        }
        let error = read(r#"{"id": "\udfff", "html": 5}"#).expect_err("no page");
        assert_eq!(error.id, Some(Id::Text("\u{FFFD}".to_owned())));
    }

    #[test]
    fn reports_what_is_wrong_with_a_line() {
        let cases = [
            ("{", "l:1: not JSON: EOF while parsing an object at column 1"),
            ("[]", "l:1: a list, not an object"),
            ("{}", "l:1: neither html nor html_base64"),
            (r#"{"html": "", "html_base64": ""}"#, "l:1: both html and html_base64"),
            (r#"{"html_base64": "<p>"}"#, "l:1: html_base64: invalid length at 0"),
            (r#"{"html": "", "headers": ["x"]}"#, "l:1: a header without a name: \"x\""),
            (r#"{"html": "", "id": []}"#, "l:1: an id is a string or a number at column 22"),
        ];
        for (line, message) in cases {
            assert_eq!(read(line).expect_err(line).to_string(), message);
        }
        let error = read(r#"{"id": 7, "html": "", "options": {"script": true}}"#).expect_err("no such option");
        assert_eq!(error.id, Some(serde_json::from_str("7").expect("a number")));
        assert!(error.is_of_line());
    }

    #[test]
    fn reading_continues_after_an_invalid_line() {
        let lines = "\n{}\r\n  \nnull\n{\"html\": \"a\"}\n";
        let origins: Vec<_> = json_lines("l", lines.as_bytes())
            .map(|page| page.map_or_else(|error| error.origin, |page| page.origin + " page"))
            .collect();
        assert_eq!(origins, ["l:2", "l:4", "l:5 page"]);
    }

    #[test]
    fn reading_ends_at_an_io_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::InvalidData.into())
            }
        }
        let mut pages = json_lines("l", BufReader::new(Broken));
        assert_eq!(pages.next().expect("an error").expect_err("an error").to_string(), "l: invalid data");
        assert!(pages.next().is_none());
    }
}
