//! A consumer that looks at every token, every name and every value, as a crawler would.

use std::hint::black_box;

/// What a pass over pages saw. Two tokenizers that obey the standard see the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub doctypes: u64,
    pub start_tags: u64,
    pub end_tags: u64,
    pub comments: u64,
    /// Attributes of start tags, duplicates removed.
    pub attributes: u64,
    /// Bytes of the names of DOCTYPEs, tags and attributes.
    pub name_bytes: u64,
    /// Bytes of decoded attribute values.
    pub value_bytes: u64,
    /// Bytes of decoded text.
    pub text_bytes: u64,
    pub comment_bytes: u64,
}

/// The consumer.
#[derive(Default)]
pub struct Visit {
    pub counts: Counts,
    /// Runs of text: tokenizers cut text where they like, so these are not compared.
    pub text_runs: u64,
    pub errors: u64,
    /// The sum of the first bytes of all strings, so that strings are read and not only measured.
    first_bytes: u64,
}

impl Visit {
    /// Ends the pass: whatever was looked at was needed.
    pub fn finish(self) -> Self {
        black_box(self)
    }

    #[inline]
    pub fn see_doctype(&mut self, name: &[u8]) {
        self.counts.doctypes += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline]
    pub fn see_start_tag(&mut self, name: &[u8]) {
        self.counts.start_tags += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline]
    pub fn see_attribute(&mut self, name: &[u8], value: &[u8]) {
        self.counts.attributes += 1;
        self.counts.name_bytes += self.look_at(name);
        self.counts.value_bytes += self.look_at(value);
    }

    #[inline]
    pub fn see_end_tag(&mut self, name: &[u8]) {
        self.counts.end_tags += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline]
    pub fn see_text(&mut self, characters: &[u8]) {
        self.text_runs += 1;
        self.counts.text_bytes += self.look_at(characters);
    }

    #[inline]
    pub fn see_comment(&mut self, data: &[u8]) {
        self.counts.comments += 1;
        self.counts.comment_bytes += self.look_at(data);
    }

    /// Reads the first byte of `bytes` and returns their length.
    #[inline]
    fn look_at(&mut self, bytes: &[u8]) -> u64 {
        self.first_bytes += u64::from(bytes.first().copied().unwrap_or_default());
        bytes.len() as u64
    }
}
