//! A consumer that looks at every token, every name and every value, as a crawler would.

use std::hint::black_box;

/// What a pass over pages saw. Two tokenizers that obey the standard see the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) doctypes: u64,
    pub(crate) start_tags: u64,
    pub(crate) end_tags: u64,
    pub(crate) comments: u64,
    /// Attributes of start tags, duplicates removed.
    pub(crate) attributes: u64,
    /// Bytes of the names of DOCTYPEs, tags and attributes.
    pub(crate) name_bytes: u64,
    /// Bytes of decoded attribute values.
    pub(crate) value_bytes: u64,
    /// Bytes of decoded text.
    pub(crate) text_bytes: u64,
    pub(crate) comment_bytes: u64,
}

/// The consumer.
#[derive(Default)]
pub(crate) struct Visit {
    pub(crate) counts: Counts,
    /// Runs of text: tokenizers cut text where they like, so these are not compared.
    pub(crate) text_runs: u64,
    pub(crate) errors: u64,
    /// The sum of the first bytes of all strings, so that strings are read and not only measured.
    first_bytes: u64,
}

impl Visit {
    /// Ends the pass: whatever was looked at was needed.
    pub(crate) fn finish(self) -> Self {
        black_box(self)
    }

    #[inline]
    pub(crate) fn see_doctype(&mut self, name: &[u8]) {
        self.counts.doctypes += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline]
    pub(crate) fn see_start_tag(&mut self, name: &[u8]) {
        self.counts.start_tags += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline]
    pub(crate) fn see_attribute(&mut self, name: &[u8], value: &[u8]) {
        self.counts.attributes += 1;
        self.counts.name_bytes += self.look_at(name);
        self.counts.value_bytes += self.look_at(value);
    }

    #[inline]
    pub(crate) fn see_end_tag(&mut self, name: &[u8]) {
        self.counts.end_tags += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline]
    pub(crate) fn see_text(&mut self, characters: &[u8]) {
        self.text_runs += 1;
        self.counts.text_bytes += self.look_at(characters);
    }

    #[inline]
    pub(crate) fn see_comment(&mut self, data: &[u8]) {
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
