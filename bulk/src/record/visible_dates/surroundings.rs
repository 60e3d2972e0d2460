//! The markup and the text around a date: the elements that contain it, and the text before and after it.

use super::mentions::Mention;
use super::tags::{element_of, name_of, with_start_tag};
use super::texts;
use super::words::{self, BYLINE, COMMENT, DATE, ELSEWHERE, MODIFIED, OTHERS};
use memchr::{memchr, memchr2, memmem, memrchr};
use std::ops::Range;
use tagrake::names::Element;
use tagrake::{StartTag, TextState};
use tagrake_extract::is_hidden_by_attributes;

/// Maximum number of elements around a date that are read, and of tags before it.
const ELEMENTS: usize = 6;
const TAGS: usize = 40;
/// The number of innermost elements whose classes decide what the date is of.
const INNER: usize = 2;
/// Maximum number of classes of an element that are read.
const WORDS: usize = 64;
/// Maximum number of bytes that are read before and after a date.
const BEFORE: usize = 4 << 10;
const AFTER: usize = 512;

/// The surroundings of a date.
#[derive(Debug, Default)]
pub(super) struct Surroundings<'h> {
    /// The start tags of the elements that contain it, the innermost first.
    pub(super) elements: Vec<&'h str>,
    /// The text before it; without one, the text of the previous element.
    pub(super) before: &'h str,
    /// The text after it.
    pub(super) after: &'h str,
    /// True if `before` is of another element.
    is_other: bool,
}

impl<'h> Surroundings<'h> {
    /// Reads the markup before a date backwards.
    pub(super) fn of(html: &'h str, mention: &Mention) -> Self {
        let bytes = html.as_bytes();
        let after = truncate(&html[mention.span.end..], AFTER);
        let after = &after[..memchr(b'<', after.as_bytes()).unwrap_or(after.len())];
        let first = mention.span.start.saturating_sub(BEFORE);
        let mut found = Self { after: after.trim(), ..Self::default() };
        if !found.may_have_place(html, &mention.span) {
            return found;
        }
        let (mut closed, mut end): (Vec<&str>, _) = (Vec::new(), mention.span.start);
        for _ in 0..TAGS {
            let Some(start) = memrchr(b'<', &bytes[first..end]).map(|start| first + start) else { break };
            if is_comment(&html[start..mention.span.start]) {
                return Self::default();
            }
            let Some(len) = memchr(b'>', &bytes[start..end]) else { break };
            let (tag, text) = html[start..end].split_at(len + 1);
            let text = text.trim();
            if found.before.is_empty() && !text.is_empty() {
                found.is_other = end != mention.span.start;
                found.before = text;
            }
            end = start;
            if closed.is_empty() && is_raw(tag) {
                return Self::default();
            }
            if let Some(tag) = tag.strip_prefix("</") {
                closed.push(name_of(tag));
            } else if tag.as_bytes()[1].is_ascii_alphabetic() {
                let name = name_of(&tag[1..]);
                match closed.last() {
                    Some(last) if last.eq_ignore_ascii_case(name) => _ = closed.pop(),
                    Some(_) => {}
                    None if element_of(tag).is_void() => {}
                    None => found.elements.push(tag),
                }
                if found.elements.len() == ELEMENTS || name.eq_ignore_ascii_case("body") {
                    break;
                }
            }
        }
        found
    }

    /// Returns false if the date is in the middle of a text, without a word such as "published" before it.
    fn may_have_place(&self, html: &str, date: &Range<usize>) -> bool {
        let from = date.start.saturating_sub(AFTER);
        let run = memrchr(b'>', &html.as_bytes()[from..date.start]).map_or(from, |tag| from + tag + 1);
        let run = html.get(run..date.start).unwrap_or_default().trim();
        run.is_empty() || texts::may_be_around_date(run, self.after)
    }

    /// Returns true if the innermost element has this name.
    pub(super) fn is_in(&self, name: &str) -> bool {
        self.elements.first().is_some_and(|tag| name_of(&tag[1..]).eq_ignore_ascii_case(name))
    }

    /// Returns true if the date is in a `footer` that is of no article.
    pub(super) fn is_in_page_footer(&self) -> bool {
        let names = || self.elements.iter().map(|tag| name_of(&tag[1..]));
        let has = |name: &str| names().any(|known| known.eq_ignore_ascii_case(name));
        has("footer") && !has("article") && !has("main")
    }

    /// Returns the text before the date in its own element.
    pub(super) fn own_before(&self) -> &'h str {
        if self.is_other { "" } else { self.before }
    }

    /// Reads the classes of the elements.
    pub(super) fn classes(&self) -> Classes {
        let mut classes = Classes::default();
        for (index, tag) in self.elements.iter().enumerate() {
            // PERF: most elements have no attribute.
            if memchr2(b'=', b' ', tag.as_bytes()).is_some() {
                with_start_tag(tag, |tag| classes.read(tag, index));
            }
        }
        classes
    }
}

/// The meanings of the classes of the elements around a date. The words of `id`, `itemprop` and `property` count too.
#[derive(Debug, Default)]
pub(super) struct Classes {
    pub(super) is_date: bool,
    pub(super) is_byline: bool,
    /// True if the innermost element has the day of the last change, or the element around a `time`.
    pub(super) is_modified: bool,
    /// True if the innermost element is a `time` that does not say what its date is of.
    is_plain_time: bool,
    /// True if an element is hidden.
    pub(super) is_hidden: bool,
    pub(super) is_comment: bool,
    /// True if the date is of another article, or of something else.
    pub(super) is_elsewhere: bool,
    /// True if the innermost element has a date for machines.
    pub(super) has_datetime: bool,
}

impl Classes {
    /// Reads the element at this index, from the innermost.
    fn read(&mut self, tag: &StartTag<'_>, index: usize) {
        let mut meanings = 0;
        for attribute in tag.attributes() {
            if matches!(attribute.name(), b"class" | b"id" | b"itemprop" | b"property") {
                let words = attribute.value_str().split_ascii_whitespace();
                meanings = words.take(WORDS).fold(meanings, |all, word| all | words::meanings(word));
            }
        }
        let has = |meaning: u8| meanings & meaning != 0;
        self.is_comment |= has(COMMENT);
        self.is_elsewhere |= has(OTHERS) || index < INNER && has(ELSEWHERE);
        if index < INNER {
            self.is_date |= has(DATE);
            self.is_byline |= has(BYLINE);
        }
        self.is_hidden |= is_hidden_by_attributes(tag);
        if index == 0 || index == 1 && self.is_plain_time {
            self.is_modified |= has(MODIFIED) && !has(DATE);
        }
        if index == 0 {
            self.is_plain_time = tag.name() == b"time" && !has(DATE);
            self.has_datetime = tag.attribute(b"datetime").is_some();
        }
    }
}

/// Returns true if the markup before a date starts a comment that the date is in.
fn is_comment(markup: &str) -> bool {
    markup.starts_with("<!--") && memmem::find(markup.as_bytes(), b"-->").is_none()
}

/// Returns true if a start tag is of an element whose text readers do not see.
fn is_raw(tag: &str) -> bool {
    let element = element_of(tag);
    element.text_state(true) != TextState::Data || matches!(element, Element::Select | Element::Svg | Element::Template)
}

/// Returns the text from the last tag before an offset to the next tag after it.
pub(super) fn run_of(html: &str, offset: usize) -> &str {
    let start = memrchr(b'>', &html.as_bytes()[..offset]).map_or(0, |tag| tag + 1);
    let end = memchr(b'<', &html.as_bytes()[offset..]).map_or(html.len(), |tag| offset + tag);
    &html[start..end]
}

/// Returns at most `bytes` bytes from the start of a text.
fn truncate(text: &str, bytes: usize) -> &str {
    let end = (0..=text.len().min(bytes)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
    &text[..end]
}
