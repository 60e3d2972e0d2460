//! Token access for the extractor: names of up to 8 bytes as integers, and text without UTF-8 validation where the
//! input is known to be valid UTF-8.

use super::{Attribute, EndTag, StartTag, TagParts, Text};
use crate::decode::{self, Context};

/// A name of 1 to 8 bytes as a little-endian integer: the first byte is the lowest, and the unused high bytes are 0.
#[derive(Clone, Copy)]
pub(crate) struct ShortName {
    pub(crate) word: u64,
    pub(crate) len: usize,
}

impl ShortName {
    /// Returns the name of `len` bytes at `start`. Returns `None` if `len` is 0 or more than 8, or if fewer than 8
    /// bytes of the input follow `start`.
    #[inline(always)]
    pub(crate) fn new(input: &[u8], start: usize, len: usize) -> Option<Self> {
        let word = u64::from_le_bytes(*input.get(start..)?.first_chunk()?);
        (1..=8).contains(&len).then(|| Self { word: word & (u64::MAX >> (64 - 8 * len)), len })
    }

    /// Returns the name with its ASCII letters in lower case. Other bytes may change too, but never to letters.
    #[inline(always)]
    pub(crate) fn to_lower_case(self) -> Self {
        let letters = u64::MAX >> (64 - 8 * self.len.clamp(1, 8));
        Self { word: self.word | (0x2020_2020_2020_2020 & letters), ..self }
    }
}

impl TagParts {
    /// Returns the name as an integer if it is short and plain. It starts `prefix` bytes after the tag does.
    #[inline(always)]
    fn short_name(&self, input: &[u8], prefix: usize) -> Option<ShortName> {
        if !self.name_is_plain {
            return None;
        }
        ShortName::new(input, self.start + prefix, self.name_len)
    }
}

impl StartTag<'_> {
    /// Returns [`raw_name`](Self::raw_name) as an integer, if it is short.
    #[inline(always)]
    pub(crate) fn raw_short_name(&self) -> Option<ShortName> {
        ShortName::new(self.source.input, self.parts.start + 1, self.parts.name_len)
    }

    /// Returns [`name`](Self::name) as an integer, if it is short and known to be as written.
    #[inline(always)]
    pub(crate) fn short_name(&self) -> Option<ShortName> {
        self.parts.short_name(self.source.input, 1)
    }
}

impl EndTag<'_> {
    /// Returns [`raw_name`](Self::raw_name) as an integer, if it is short.
    #[inline(always)]
    pub(crate) fn raw_short_name(&self) -> Option<ShortName> {
        ShortName::new(self.source.input, self.parts.start + 2, self.parts.name_len)
    }

    /// Returns [`name`](Self::name) as an integer, if it is short and known to be as written.
    #[inline(always)]
    pub(crate) fn short_name(&self) -> Option<ShortName> {
        self.parts.short_name(self.source.input, 2)
    }
}

impl<'a> Attribute<'a> {
    /// Returns [`name_str`](Self::name_str), without validation if the input is `page`.
    #[inline(always)]
    pub(crate) fn name_in(&self, page: &'a str) -> &'a str {
        match page.get(self.name_range()) {
            Some(name) if self.record.name_is_plain && core::ptr::eq(self.source.input, page.as_bytes()) => name,
            _ => self.name_str(),
        }
    }

    /// Returns [`name`](Self::name) as an integer, if it is short and known to be as written.
    #[inline(always)]
    pub(crate) fn short_name(&self) -> Option<ShortName> {
        if !self.record.name_is_plain {
            return None;
        }
        let name = self.name_range();
        ShortName::new(self.source.input, name.start, name.len())
    }

    /// Returns [`value_str`](Self::value_str), without validation if the input is `page`.
    #[inline(always)]
    pub(crate) fn value_in(&self, page: &'a str) -> &'a str {
        match (self.literal, page.get(self.value_range())) {
            (None, Some(raw)) if core::ptr::eq(self.source.input, page.as_bytes()) => {
                match self.record.value_is_plain {
                    true => raw,
                    false => decode::decode_text(self.source.bump(), raw, Context::AttributeValue),
                }
            }
            _ => self.value_str(),
        }
    }
}

impl<'a> Text<'a> {
    /// Returns [`decoded_str`](Self::decoded_str), without validation if the input is `page`.
    #[inline(always)]
    pub(crate) fn decoded_in(&self, page: &'a str) -> &'a str {
        match self.raw_in(page) {
            Some(raw) if self.is_plain => raw,
            Some(raw) => decode::decode_text(self.source.bump(), raw, Context::Text(self.state)),
            None => self.decoded_str(),
        }
    }

    /// Returns the text as written, if the input is `page` and the text is decoded from it on demand.
    #[inline(always)]
    pub(crate) fn raw_in(&self, page: &'a str) -> Option<&'a str> {
        let raw = page.get(self.raw_start..self.raw_end)?;
        (self.literal.is_none() && core::ptr::eq(self.source.input, page.as_bytes())).then_some(raw)
    }
}
