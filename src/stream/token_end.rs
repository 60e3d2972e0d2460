//! Finds the byte that makes a token final, in bytes that arrive one after the other.
//!
//! A [`TokenEnd`] follows one piece of markup, with the text before it, and keeps as much state as the end of the markup needs. It
//! looks at each byte about once, however the bytes arrive. So a [`Stream`](super::Stream) reads a token with an engine when the
//! token is complete, not each time that more of it comes.
//!
//! An end is never reported late. It may be reported early for `<![CDATA[`: whether `>` or `]]>` ends it depends on the open
//! elements, so both are reported.
//!
//! The rules are the rules of `src/state_machine`, without the contents of tokens. `tests/stream_finality.rs` compares what a stream has
//! sent after each byte with the tokens that all continuations of the input have in common.

use crate::byte_classes::WHITE_SPACE;
use crate::fast::RawTextEnd;
use crate::text_state::TextState;
use memchr::memchr;

/// The position of the search. Offsets are relative to the first byte of the token.
pub(super) struct TokenEnd {
    /// The offset of the next byte to look at.
    at: usize,
    /// The offset of the `<` of the markup.
    markup: usize,
    /// True if there is text before the markup. It is final.
    has_final_text: bool,
    part: Part,
}

/// The part of the token that holds the next byte.
#[derive(Clone, Copy)]
enum Part {
    /// Text in the data state.
    Text,
    /// Text in the RCDATA, RAWTEXT or script data state.
    RawText(RawTextEnd),
    Tag(TagPart),
    /// From the `!` of `<!` on, before it is clear what it opens.
    Declaration,
    Comment,
    /// A bogus comment, a DOCTYPE, a processing instruction or `</>`: the next `>` ends it.
    ToGreaterThan,
    /// `<![CDATA[`, before the first `>`.
    CdataOrBogusComment,
    /// A CDATA section whose characters start at the offset.
    Cdata(usize),
    /// Text without an end.
    Plaintext,
}

/// The part of a tag, after its first letter. A `/` outside of a value, and a quote that ends a value, leave the tag before a name.
#[derive(Clone, Copy)]
enum TagPart {
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    QuotedValue(u8),
    UnquotedValue,
}

impl TagPart {
    /// Returns the part after `byte`, which is neither the `>` at the end of the tag nor inside quotes.
    fn after(self, byte: u8) -> Self {
        let is_white_space = WHITE_SPACE.contains(byte);
        match (self, byte) {
            (Self::QuotedValue(_), _) => Self::BeforeName,
            (Self::BeforeValue, b'"' | b'\'') => Self::QuotedValue(byte),
            (Self::BeforeValue, _) if !is_white_space => Self::UnquotedValue,
            (Self::UnquotedValue, _) if is_white_space => Self::BeforeName,
            (Self::BeforeValue | Self::UnquotedValue, _) => self,
            (Self::TagName | Self::BeforeName | Self::Name | Self::AfterName, b'/') => Self::BeforeName,
            (Self::Name | Self::AfterName, b'=') => Self::BeforeValue,
            (Self::TagName | Self::BeforeName, _) if is_white_space => Self::BeforeName,
            (Self::Name | Self::AfterName, _) if is_white_space => Self::AfterName,
            (Self::TagName, _) => self,
            (Self::BeforeName | Self::Name | Self::AfterName, _) => Self::Name,
        }
    }
}

impl TokenEnd {
    /// Starts at a token that is read in `text_state`.
    pub(super) fn new(text_state: TextState) -> Self {
        let part = match text_state {
            TextState::Data => Part::Text,
            TextState::Rcdata | TextState::Rawtext => Part::RawText(RawTextEnd::new(0, false)),
            TextState::ScriptData => Part::RawText(RawTextEnd::new(0, true)),
            TextState::CdataSection => Part::Cdata(0),
            TextState::Plaintext => Part::Plaintext,
        };
        Self { at: 0, markup: 0, has_final_text: false, part }
    }

    /// Returns true if text is final, because markup follows it.
    pub(super) fn has_final_text(&self) -> bool {
        self.has_final_text
    }

    /// Returns the offset just past the next byte that ends markup, or `None` if `bytes` does not have it. `bytes` starts with the
    /// token, and has at least the bytes of the call before. `last_start_tag` is the name of the last start tag.
    pub(super) fn find(&mut self, bytes: &[u8], last_start_tag: &[u8]) -> Option<usize> {
        loop {
            match self.part {
                Part::Text => {
                    let Some(found) = memchr(b'<', &bytes[self.at..]) else { return self.wait_at(bytes.len()) };
                    self.at += found;
                    let (part, len) = match bytes[self.at + 1..] {
                        [] | [b'/'] => return None,
                        [b'a'..=b'z' | b'A'..=b'Z', ..] => (Part::Tag(TagPart::TagName), 1),
                        [b'/', b'a'..=b'z' | b'A'..=b'Z', ..] => (Part::Tag(TagPart::TagName), 2),
                        [b'/', ..] => (Part::ToGreaterThan, 2),
                        [b'?', ..] => (Part::ToGreaterThan, 1),
                        [b'!', ..] => (Part::Declaration, 1),
                        _ => {
                            self.at += 1;
                            continue;
                        }
                    };
                    self.open_markup(part, self.at, len);
                }
                Part::RawText(mut end) => {
                    let found = end.find(bytes, last_start_tag);
                    self.part = Part::RawText(end);
                    self.open_markup(Part::Tag(TagPart::TagName), found?, b"</".len() + last_start_tag.len());
                }
                Part::Tag(part) => return self.find_in_tag(bytes, part),
                Part::Declaration => {
                    let rest = &bytes[self.at..];
                    let (part, len) = if rest.starts_with(b"!--") {
                        (Part::Comment, 3)
                    } else if rest.starts_with(b"![CDATA[") {
                        (Part::CdataOrBogusComment, 8)
                    } else if b"!--".starts_with(rest) || b"![CDATA[".starts_with(rest) {
                        return None;
                    } else {
                        (Part::ToGreaterThan, 0)
                    };
                    self.part = part;
                    self.at += len;
                }
                Part::Comment => {
                    let before = self.find_greater_than(bytes)?;
                    if is_comment(&bytes[self.markup..before]) {
                        return Some(self.at);
                    }
                }
                Part::ToGreaterThan => {
                    self.find_greater_than(bytes)?;
                    return Some(self.at);
                }
                Part::CdataOrBogusComment => {
                    let start = self.at;
                    self.find_greater_than(bytes)?;
                    self.part = Part::Cdata(start);
                    return Some(self.at);
                }
                Part::Cdata(start) => {
                    let before = self.find_greater_than(bytes)?;
                    if bytes[start..before].ends_with(b"]]") {
                        return Some(self.at);
                    }
                }
                Part::Plaintext => return None,
            }
        }
    }

    fn wait_at(&mut self, at: usize) -> Option<usize> {
        self.at = at;
        None
    }

    /// Enters `part`, after the first `len` bytes of the markup at the offset `markup`.
    fn open_markup(&mut self, part: Part, markup: usize, len: usize) {
        (self.part, self.markup, self.at) = (part, markup, markup + len);
        self.has_final_text = markup > 0;
    }

    /// Returns the offset of the next `>`, and continues after it.
    fn find_greater_than(&mut self, bytes: &[u8]) -> Option<usize> {
        let Some(found) = memchr(b'>', &bytes[self.at..]) else { return self.wait_at(bytes.len()) };
        let offset = self.at + found;
        self.at = offset + 1;
        Some(offset)
    }

    fn find_in_tag(&mut self, bytes: &[u8], mut part: TagPart) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            if let TagPart::QuotedValue(quote) = part
                && byte != quote
            {
                self.at = memchr(quote, &bytes[self.at..]).map_or(bytes.len(), |len| self.at + len);
                continue;
            }
            self.at += 1;
            if byte == b'>' {
                self.part = Part::Text;
                return Some(self.at);
            }
            part = part.after(byte);
        }
        self.part = Part::Tag(part);
        None
    }
}

/// Returns true if `>` ends a comment after `bytes`, which start with `<!--`. The dashes of `<!--` may end it too, unless `!`
/// follows them.
fn is_comment(bytes: &[u8]) -> bool {
    bytes[b"<!".len()..].ends_with(b"--") || bytes[b"<!--".len()..].ends_with(b"--!")
}
