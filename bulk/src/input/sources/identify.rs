//! Identifies an input by its first bytes. The name only breaks ties.

use super::format::{InputFormat, NameFormat};
use super::mime_message::begins_mime_message;
use super::type_names::{self, ARC_FILE, MIME_MESSAGE, WARC_FILE};
use crate::input::pages::json_lines::may_have_page;
use crate::mime_type::{RESOURCE_HEADER_BYTES, UTF8_BOM};
use encoding_rs::{UTF_16BE, UTF_16LE};
use memchr::{memchr, memmem};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use tagrake_archive::codec::{Decompressor, StreamCompression};
use tagrake_archive::container::ContainerFormat;
use tagrake_archive::warc::begins_arc_record;

/// Maximum bytes of text to identify. Plain text is searched for markup up to here.
const MAX_TEXT_BYTES: usize = 16 << 10;
/// Maximum stored bytes to identify: more than the largest zstd block.
const MAX_STORED_BYTES: usize = 256 << 10;
/// Bytes requested in one read.
const READ_BYTES: usize = 4 << 10;
/// Types that damaged data may appear to have.
const UNKNOWN: [&str; 3] = [EMPTY, PLAIN_TEXT, type_names::BINARY];
const EMPTY: &str = "empty";
const PLAIN_TEXT: &str = "plain text";
/// The type of JSON lines that have no page, such as the list of pages of a crawl.
pub(crate) const OTHER_JSON_LINES: &str = "JSON lines without pages";
/// The content of an input, decompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputContent {
    /// Records of a WARC or ARC file, or any content with the name of one.
    Warc,
    /// A file that contains archives.
    Container,
    /// A page.
    Html,
    /// A page on each line, as JSON.
    JsonLines,
    /// Any other content. Holds its apparent type: `PNG image`.
    Other(String),
}

impl InputContent {
    /// Returns what the input is, in words, if it may have several pages.
    pub(crate) fn of_many_pages(&self) -> Option<&'static str> {
        match self {
            Self::Warc => Some("a WARC or ARC file"),
            Self::Container => Some("a container of archives"),
            Self::JsonLines => Some("a file of JSON lines"),
            Self::Html | Self::Other(_) => None,
        }
    }
}

/// The compression and content of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InputIdentity {
    pub(crate) compression: StreamCompression,
    pub(crate) content: InputContent,
}

impl InputIdentity {
    /// Decides whether JSON lines, which are found in a folder, have pages. `open` reads the file from its start.
    pub(crate) fn with_pages(mut self, open: impl FnOnce() -> Box<dyn Read>) -> Self {
        if self.content == InputContent::JsonLines && !may_have_page(Decompressor::new(open(), self.compression)) {
            self.content = InputContent::Other(OTHER_JSON_LINES.to_owned());
        }
        self
    }
}

/// Returns true if the content of the file at `path` is an HTML page or an archive, plain or compressed. The name does not
/// matter.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
///
/// ```
/// use tagrake_bulk::input::is_page_or_archive;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("rows");
/// std::fs::write(&path, "url,text\n")?;
/// assert!(!is_page_or_archive(&path)?);
/// std::fs::write(&path, "<!DOCTYPE html><p>")?;
/// assert!(is_page_or_archive(&path)?);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn is_page_or_archive(path: &Path) -> io::Result<bool> {
    let (_, identity) = identify_stream(&mut File::open(path)?, NameFormat::Unknown, InputFormat::Auto)?;
    Ok(matches!(identity.content, InputContent::Html | InputContent::Warc | InputContent::Container))
}

/// Identifies an input by the first bytes of `stream`, and reads no more than needed. Also returns the
/// bytes that were read. `name` is the format that its name or its server suggests.
pub(crate) fn identify_stream(
    stream: &mut impl Read,
    name: NameFormat,
    format: InputFormat,
) -> io::Result<(Vec<u8>, InputIdentity)> {
    let (mut start, mut tried) = (Vec::new(), 0);
    loop {
        let length = start.len();
        start.resize(length + READ_BYTES, 0);
        let read = match stream.read(&mut start[length..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {
                start.truncate(length);
                continue;
            }
            result => result?,
        };
        start.truncate(length + read);
        // Compressed bytes are decompressed from the start for each attempt, so the next attempt is after their
        // number has doubled.
        let is_due =
            read == 0 || start.len() >= 2 * tried || StreamCompression::of(&start) == Some(StreamCompression::Plain);
        if is_due && let Some(identity) = identify(&start, read == 0, name, format) {
            return Ok((start, identity));
        }
        tried = if is_due { start.len() } else { tried };
    }
}

/// Identifies an input that starts with `stored`. Returns `None` if more bytes are needed, which is never
/// the case if `is_end`: no bytes follow.
fn identify(stored: &[u8], is_end: bool, name: NameFormat, format: InputFormat) -> Option<InputIdentity> {
    let is_all = is_end || stored.len() >= MAX_STORED_BYTES;
    let compression = StreamCompression::of(stored).or(is_all.then_some(StreamCompression::Plain))?;
    let identity = |content| Some(InputIdentity { compression, content });
    if is_refused_if_empty(name, format, compression) {
        match Decompressor::new(stored, compression).read(&mut [0]) {
            Ok(0) if is_end => return identity(other(EMPTY.to_owned(), compression)),
            Ok(0) | Err(_) if !is_all => return None,
            // Damage is reported when the input is read.
            Ok(_) | Err(_) => {}
        }
    }
    if matches!(format, InputFormat::Auto | InputFormat::Warc) && compression == StreamCompression::Plain {
        let named = if let NameFormat::Container(format) = name { Some(format) } else { None };
        match ContainerFormat::of_start(stored, named) {
            Some(Some(_)) => return identity(InputContent::Container),
            None if !is_all => return None,
            Some(None) | None => {}
        }
    }
    match format {
        InputFormat::Html | InputFormat::Jsonl => {
            return identity(declared_pages(stored, is_all, compression, format)?);
        }
        InputFormat::Warc => return identity(InputContent::Warc),
        InputFormat::Auto => {}
    }
    if compression == StreamCompression::Plain {
        let is_all = is_all || stored.len() >= MAX_TEXT_BYTES;
        return identity(content_of(&stored[..stored.len().min(MAX_TEXT_BYTES)], is_all, name)?);
    }
    let mut text = Vec::new();
    let decoded = Decompressor::new(stored, compression).take(MAX_TEXT_BYTES as u64).read_to_end(&mut text);
    // Only if these are all bytes is an error damage. Otherwise it may be due to the missing rest.
    let is_damaged = is_all && decoded.is_err();
    let content = content_of(&text, is_all || text.len() >= MAX_TEXT_BYTES, name)?;
    identity(match content {
        // The WARC reader reports the damage, and finds the records after it.
        InputContent::Other(apparent) if is_damaged && UNKNOWN.contains(&&*apparent) => {
            by_name(name).unwrap_or(InputContent::Warc)
        }
        InputContent::Other(apparent) => other(apparent, compression),
        content => content,
    })
}

/// Returns true if an input without any text is refused, whatever its declared format is: standard input, because a program
/// that failed wrote nothing to the pipe; a page without the name of a page; compressed data in place of an archive. The
/// WARC reader reports an archive of 0 bytes.
fn is_refused_if_empty(name: NameFormat, format: InputFormat, compression: StreamCompression) -> bool {
    let is_plain = compression == StreamCompression::Plain;
    match format {
        InputFormat::Html => name != NameFormat::Page,
        InputFormat::Jsonl => name == NameFormat::Stdin,
        InputFormat::Warc => !is_plain,
        InputFormat::Auto => name == NameFormat::Warc && !is_plain,
    }
}

/// Returns the content of another type, with its compression.
fn other(apparent: String, compression: StreamCompression) -> InputContent {
    InputContent::Other(match compression {
        StreamCompression::Plain => apparent,
        _ => format!("{apparent} in {}", compression.as_str()),
    })
}

/// Returns the content of an input that the options call pages, unless it is an archive, or markup in place of JSON lines.
/// Returns `None` if more bytes are needed: a line, or as many as identify an archive.
fn declared_pages(
    stored: &[u8],
    is_all: bool,
    compression: StreamCompression,
    format: InputFormat,
) -> Option<InputContent> {
    /// More than the first line of an archive.
    const ENOUGH_BYTES: usize = 512;
    let mut text = Vec::new();
    // Damage is reported when the page is read.
    let _ = Decompressor::new(stored, compression).take(MAX_TEXT_BYTES as u64).read_to_end(&mut text);
    let start = text.strip_prefix(UTF8_BOM).unwrap_or(&text).trim_ascii_start();
    let is_json = matches!(start, [b'{' | b'[', ..]);
    if !is_all && !is_json && start.len() < ENOUGH_BYTES && !start.contains(&b'\n') {
        return None;
    }
    let apparent = match format {
        InputFormat::Jsonl if start.starts_with(b"<") => Some("HTML page".to_owned()),
        _ => archive(&text),
    };
    Some(match apparent {
        Some(apparent) => other(apparent, compression),
        None if format == InputFormat::Html => InputContent::Html,
        None => InputContent::JsonLines,
    })
}

/// Returns the type of an archive that starts with `text`.
pub(crate) fn archive(text: &[u8]) -> Option<String> {
    let start = text.strip_prefix(UTF8_BOM).unwrap_or(text).trim_ascii_start();
    match () {
        () if begins_record(start) => Some(WARC_FILE.to_owned()),
        () if begins_arc_record(start) == Some(true) || start.starts_with(b"filedesc://") => Some(ARC_FILE.to_owned()),
        () if begins_mime_message(start, true) == Some(true) => Some(MIME_MESSAGE.to_owned()),
        () if text.contains(&0) => Some(type_names::of_binary(text)).filter(|apparent| apparent.ends_with(" archive")),
        () => None,
    }
}

/// Identifies content that starts with `text`. Returns `None` if more is needed.
fn content_of(text: &[u8], is_all: bool, name: NameFormat) -> Option<InputContent> {
    let content = match utf16(text) {
        Some(converted) => match content_of_text(converted.as_bytes(), is_all, name)? {
            InputContent::JsonLines => InputContent::Other("JSON lines in UTF-16".to_owned()),
            content => content,
        },
        None if !is_all && matches!(text, [] | [0 | 0xFE | 0xFF | b'<']) => return None,
        None => content_of_text(text, is_all, name)?,
    };
    // A WARC file with damage at its start. The WARC reader reports it.
    Some(if name == NameFormat::Warc { InputContent::Warc } else { content })
}

/// Converts text that starts with a UTF-16 byte order mark, or with `<` in UTF-16.
fn utf16(text: &[u8]) -> Option<String> {
    let encoding = match text {
        [0xFF, 0xFE, ..] | [b'<', 0, ..] => UTF_16LE,
        [0xFE, 0xFF, ..] | [0, b'<', ..] => UTF_16BE,
        _ => return None,
    };
    Some(encoding.decode_with_bom_removal(&text[..text.len() & !1]).0.into_owned())
}

fn content_of_text(text: &[u8], is_all: bool, name: NameFormat) -> Option<InputContent> {
    let other = |apparent: &str| Some(InputContent::Other(apparent.to_owned()));
    let more = |content: InputContent| if is_all { Some(content) } else { None };
    let start = text.strip_prefix(UTF8_BOM).unwrap_or(text).trim_ascii_start();
    if start.is_empty() {
        let apparent = if text.is_empty() { EMPTY } else { PLAIN_TEXT };
        return more(by_name(name).unwrap_or_else(|| InputContent::Other(apparent.to_owned())));
    }
    if begins_record(start) {
        return Some(InputContent::Warc);
    }
    match begins_arc_record(start) {
        Some(true) => return Some(InputContent::Warc),
        None if start.starts_with(b"filedesc://") => return Some(InputContent::Warc),
        None if !is_all => return None,
        Some(false) | None => {}
    }
    if let Some(apparent) = type_names::of_text(start) {
        return other(apparent);
    }
    if begins_mime_message(start, is_all)? {
        return other(MIME_MESSAGE);
    }
    if let Some(content) = json(start, is_all, name) {
        return content;
    }
    match start {
        [b'<', b'A'..=b'Z' | b'a'..=b'z' | b'!' | b'?' | b'/', ..] => return markup(start, is_all, name),
        [b'<' | b'W' | b'w' | b'f' | b'%'] if !is_all => return None,
        _ => {}
    }
    if text[..text.len().min(RESOURCE_HEADER_BYTES)].iter().any(|&byte| is_binary(byte)) {
        let content =
            if has_record(text) { InputContent::Warc } else { InputContent::Other(type_names::of_binary(text)) };
        return if text.len() >= RESOURCE_HEADER_BYTES { Some(content) } else { more(content) };
    }
    if name != NameFormat::Text && has_markup(text) {
        return Some(InputContent::Html);
    }
    if has_record(text) {
        return Some(InputContent::Warc);
    }
    more(by_name(name).unwrap_or_else(|| InputContent::Other(PLAIN_TEXT.to_owned())))
}

/// Returns the content that the name alone suggests.
fn by_name(name: NameFormat) -> Option<InputContent> {
    match name {
        NameFormat::Warc => Some(InputContent::Warc),
        NameFormat::Page => Some(InputContent::Html),
        NameFormat::JsonLines => Some(InputContent::JsonLines),
        NameFormat::Container(_) | NameFormat::Text | NameFormat::Stdin | NameFormat::Unknown => None,
    }
}

/// Returns true if `start` begins with the version line of a record, ignoring case.
fn begins_record(start: &[u8]) -> bool {
    const VERSION: &[u8] = b"WARC/";
    start.get(..VERSION.len()).is_some_and(|start| start.eq_ignore_ascii_case(VERSION))
        && start.get(VERSION.len()).is_some_and(u8::is_ascii_digit)
}

/// Returns true if the version line of a record is anywhere in `text`.
fn has_record(text: &[u8]) -> bool {
    const VERSION: &[u8] = b"WARC/1.";
    memmem::find_iter(text, VERSION)
        .any(|at| matches!(text[at + VERSION.len()..], [b'0'..=b'9', b'\r', b'\n', ..] | [b'0'..=b'9', b'\n', ..]))
}

/// Identifies JSON. Returns `None` if it is not JSON, and `Some(None)` if more is needed.
#[expect(clippy::option_option, reason = "not JSON and not decided yet are different")]
fn json(start: &[u8], is_all: bool, name: NameFormat) -> Option<Option<InputContent>> {
    let list = || match name {
        NameFormat::JsonLines => InputContent::JsonLines,
        _ => InputContent::Other("JSON list, not JSON lines".to_owned()),
    };
    let (rest, is_object) = match start {
        [b'{', rest @ ..] => (rest.trim_ascii_start(), true),
        [b'[', rest @ ..] => (rest.trim_ascii_start(), false),
        _ => return None,
    };
    match rest.first() {
        None if !is_all => Some(None),
        Some(b'"' | b'}') if is_object && name == NameFormat::Text && memmem::find(rest, b"\"html").is_none() => {
            Some(is_all.then(|| InputContent::Other("JSON document".to_owned())))
        }
        Some(b'"' | b'}') if is_object => Some(Some(InputContent::JsonLines)),
        // A template in a page: `{% extends %}`, `{{ title }}`.
        _ if is_object && name == NameFormat::Page => None,
        _ if is_object => Some(Some(InputContent::JsonLines)),
        Some(b'{') if matches!(rest[1..].trim_ascii_start(), [] | [b'"' | b'}', ..]) => Some(Some(list())),
        _ => None,
    }
}

/// Identifies a document that starts with markup: a page, or other XML.
fn markup(start: &[u8], is_all: bool, name: NameFormat) -> Option<InputContent> {
    const PAGE_ROOTS: [&[u8]; 12] =
        [b"html", b"head", b"body", b"title", b"div", b"p", b"table", b"a", b"h1", b"article", b"section", b"main"];
    const XML_ROOTS: [&[u8]; 9] =
        [b"svg", b"rss", b"feed", b"urlset", b"sitemapindex", b"rdf", b"opml", b"kml", b"gpx"];
    let is_xml = start.starts_with(b"<?xml");
    let root = match root_name(start) {
        Some(root) => root.to_ascii_lowercase(),
        None if is_all => return Some(InputContent::Html),
        None => return None,
    };
    let is_other = XML_ROOTS.contains(&&root[..]) || (is_xml && !PAGE_ROOTS.contains(&&root[..]));
    Some(if is_other && name != NameFormat::Page {
        InputContent::Other("XML document".to_owned())
    } else {
        InputContent::Html
    })
}

/// Returns the name of the first element without its namespace prefix, or of the root that the doctype names. Returns
/// `None` if `start` ends before it.
fn root_name(mut start: &[u8]) -> Option<&[u8]> {
    loop {
        start = start.trim_ascii_start();
        let skipped = match start {
            [b'<', b'?', ..] => memmem::find(start, b"?>")? + 2,
            [b'<', b'!', b'-', b'-', ..] => memmem::find(start, b"-->")? + 3,
            [b'<', name @ ..] => {
                let end = name.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'>' | b'/'))?;
                let name = &name[..end];
                // The doctype of an XML format names its root.
                if name.eq_ignore_ascii_case(b"!doctype") {
                    let root = start[end + 1..].trim_ascii_start();
                    let end = root.iter().position(|byte| !byte.is_ascii_alphanumeric())?;
                    return Some(&root[..end]);
                }
                return Some(memchr(b':', name).map_or(name, |colon| &name[colon + 1..]));
            }
            [] => return None,
            _ => return Some(b"html"),
        };
        start = &start[skipped..];
    }
}

/// Returns true for a [binary data byte](https://mimesniff.spec.whatwg.org/#binary-data-byte).
pub(super) fn is_binary(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F)
}

/// Returns true if `text` contains an HTML tag, a comment or a doctype.
pub(crate) fn has_markup(text: &[u8]) -> bool {
    const TAGS: &str = "a article b blockquote body br center div em font form h1 h2 h3 h4 head hr html i iframe img \
        input li link meta ol p pre script section span strong style table td title tr ul";
    memchr::memchr_iter(b'<', text).any(|at| {
        let rest = &text[at + 1..];
        let rest = rest.strip_prefix(b"/").unwrap_or(rest);
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let is_tag = TAGS.split(' ').any(|tag| rest[..length].eq_ignore_ascii_case(tag.as_bytes()));
        let ends = matches!(rest.get(length), Some(b' ' | b'\t' | b'\r' | b'\n' | b'>' | b'/'));
        (is_tag && ends)
            || rest.starts_with(b"!--")
            || rest.get(..8).is_some_and(|rest| rest.eq_ignore_ascii_case(b"!doctype"))
    })
}

#[cfg(test)]
mod tests;
