//! Start tags and end tags.

use super::attributes::{MAX_ATTRIBUTES, ReadAttributes, TagRest};
use super::window::{Found, NameStop, Upper};
use super::{ScanLoop, errors};
use crate::byte_classes;
use crate::content_model::{self, Effect};
use crate::scan::{self, BLOCK, Vectors};
use crate::sink::Sink;
use crate::token::{EndTag, Namespace, StartTag, TagParts};

impl<'k, 'a: 'k, V: Vectors, S: Sink<'a>, const ERRORS: bool> ScanLoop<'k, 'a, V, S, ERRORS> {
    /// Reads the start tag at the current offset. `block` is the block there.
    #[inline(always)]
    pub(super) fn read_start_tag(&mut self, block: &[u8; BLOCK]) -> Option<()> {
        let start = self.at;
        let (name, rest) = self.read_tag(block, start + 1)?;
        let records = self.run.take_records(rest.attributes);
        if ERRORS && !self.run.is_clean(rest.end) {
            errors::report_in_start_tag(self.run, self.sink, start..rest.end, name.offset, records);
        }
        let mut parts = TagParts {
            start,
            end: rest.end,
            name_len: name.offset - (start + 1),
            name_is_plain: name.is_plain,
            self_closing: rest.self_closing,
            duplicates: rest.duplicates,
            wanted: rest.wanted,
            namespace: Namespace::Html,
        };
        self.at = rest.end;
        if self.run.settings.feedback {
            let name = self.input.get(start + 1..name.offset)?;
            let effect = if self.run.feedback.watches_start_tags {
                Effect::Other
            } else {
                content_model::effect(name, self.run.settings.scripting)
            };
            match effect {
                Effect::None => {}
                Effect::State(state) => {
                    self.run.text_state = state;
                    self.run.last_start_tag = name;
                }
                Effect::Other => {
                    let tag = StartTag::new(self.run.source, parts, records, None);
                    parts.namespace = self.run.apply_start_tag(tag)?.namespace;
                    if self.run.settings.empty_element_tags {
                        let tag = StartTag::new(self.run.source, parts, records, None);
                        if let Some(end_tag) = self.run.implied_end_tag(&tag) {
                            self.run.send_empty_element(tag, end_tag, self.sink);
                            return Some(());
                        }
                    }
                }
            }
        }
        let tag = StartTag::new(self.run.source, parts, records, None);
        self.sink.start_tag(tag);
        if let Some(state) = self.sink.next_state() {
            self.run.text_state = state;
            self.run.last_start_tag = tag.raw_name();
        }
        Some(())
    }

    /// Reads the end tag at the current offset. `block` is the block there.
    #[inline(always)]
    pub(super) fn read_end_tag(&mut self, block: &[u8; BLOCK]) -> Option<()> {
        let start = self.at;
        let (name, rest) = self.read_tag(block, start + 2)?;
        if ERRORS {
            if rest.attributes > 0 || rest.self_closing {
                return None;
            }
            if !self.run.is_clean(rest.end) {
                self.run.report_input_errors(rest.end - 1, self.sink);
            }
        }
        let parts = TagParts {
            start,
            end: rest.end,
            name_len: name.offset - (start + 2),
            name_is_plain: name.is_plain,
            self_closing: false,
            duplicates: 0,
            wanted: 0,
            namespace: Namespace::Html,
        };
        self.at = rest.end;
        let tag = EndTag::new(self.run.source, parts, None);
        if self.run.feedback.watches_end_tags {
            self.run.apply_end_tag(tag)?;
        }
        self.sink.end_tag(tag);
        Some(())
    }

    /// Reads the tag at the current offset, whose name starts at `name_start`. Returns the end of the name and the rest
    /// of the tag.
    #[inline(always)]
    fn read_tag(&mut self, block: &[u8; BLOCK], name_start: usize) -> Option<(Found, TagRest)> {
        let start = self.at;
        // The mask removes the bytes before the name: without it, the `/` of an end tag would end the name. In `Upper`
        // they need no mask, because `<` and `/` are not letters.
        let stops = scan::bits_of(self.simd, block, V::VECTOR, NameStop::<false>) & u64::MAX << (name_start - start);
        let name = if stops != 0 {
            Found::new(start, stops, scan::bits_of(self.simd, block, V::VECTOR, Upper))
        } else {
            find_long_name_end(self.input, name_start)?
        };
        let mut name = name;
        let mut stop = self.blocks.byte(name.offset);
        if stop == b'\0' {
            // `read_end_tag` does not report the errors of a name, so with `ERRORS` such an end tag is declined.
            let is_accepted = !ERRORS || name_start == start + 1;
            name = find_end_of_name_with_nul(self.input, name_start).filter(|_| is_accepted)?;
            stop = self.blocks.byte(name.offset);
        }
        if stop == b'>' {
            let end = name.offset + 1;
            return Some((name, TagRest { end, attributes: 0, duplicates: 0, self_closing: false, wanted: 0 }));
        }
        if stop != b' ' && !byte_classes::separates(stop) {
            return None;
        }
        self.run.reserve_records(MAX_ATTRIBUTES)?;
        let filter = self.run.settings.attributes;
        let (blocks, tag_start, at) = (self.blocks, start, name.offset);
        let records = self.run.records(MAX_ATTRIBUTES);
        let rest = match filter {
            Some(filter) => {
                let may_be_wanted = |name: &[u8]| filter.may_hold(name);
                self.simd.vectorize(ReadAttributes::<'_, _, ERRORS> { blocks, tag_start, at, records, may_be_wanted })
            }
            None => {
                let may_be_wanted = |_: &[u8]| true;
                self.simd.vectorize(ReadAttributes::<'_, _, ERRORS> { blocks, tag_start, at, records, may_be_wanted })
            }
        };
        Some((name, rest?))
    }
}

/// Finds the end of a name that does not end in the first vector.
#[cold]
#[inline(never)]
fn find_long_name_end(input: &[u8], from: usize) -> Option<Found> {
    let name = input.get(from..)?;
    let len = name.iter().position(|&byte| byte <= b' ' || byte_classes::NAME_MARKS.contains(byte))?;
    Some(Found { offset: from + len, is_plain: !name[..len].iter().any(u8::is_ascii_uppercase) })
}

/// Finds the end of a name that contains NUL.
#[cold]
#[inline(never)]
fn find_end_of_name_with_nul(input: &[u8], from: usize) -> Option<Found> {
    let ends = |&byte: &u8| byte != b'\0' && (byte <= b' ' || byte_classes::NAME_MARKS.contains(byte));
    Some(Found { offset: from + input.get(from..)?.iter().position(ends)?, is_plain: false })
}
