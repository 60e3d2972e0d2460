//! Counts the tokens, links and strings that a pass reads, so that contenders can be compared.

use std::hint::black_box;
use std::ops::AddAssign;
use tagrake::Summary;

/// Counts of tokens, equal for all tokenizers that follow the standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenCounts {
    pub doctypes: u64,
    pub start_tags: u64,
    pub end_tags: u64,
    pub comments: u64,
    /// Attributes of start tags, duplicates removed.
    pub attributes: u64,
    /// Bytes of the names of DOCTYPEs, tags and attributes.
    pub name_bytes: u64,
    /// Bytes of attribute values.
    pub value_bytes: u64,
    pub text_bytes: u64,
    pub comment_bytes: u64,
}

/// Counts of links, titles and metadata.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkCounts {
    /// `href` attributes of `a` start tags.
    pub links: u64,
    pub link_bytes: u64,
    pub title_bytes: u64,
    /// Attributes of `meta` start tags.
    pub meta_attributes: u64,
    /// Bytes of their names and values.
    pub meta_bytes: u64,
}

/// The counts and time of a pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct PassCounts {
    pub counts: TokenCounts,
    pub links: LinkCounts,
    /// Runs of text. Rarely compared, because tokenizers split text differently.
    pub text_runs: u64,
    /// Spans of the input without a token.
    pub dropped: u64,
    pub errors: u64,
    /// Duplicate attributes of start tags, if the tokenizer reports them.
    pub duplicates: u64,
    /// Documents that were not read to the end.
    pub failed: u64,
    /// The number of documents read, from the first; `None` for all.
    pub documents: Option<usize>,
    /// Bytes read by tagrake's state machine; `None` for other tokenizers.
    pub machine_bytes: Option<u64>,
    /// The seconds of the pass, if the contender measures itself.
    pub seconds: Option<f64>,
    /// The sum of the first bytes of all strings, so that strings are read and not only their lengths.
    first_bytes: u64,
}

impl PassCounts {
    /// Ends the pass, and keeps the compiler from removing unused reads.
    pub fn finish(self) -> Self {
        black_box(self)
    }

    /// Returns the number of tokens.
    pub fn tokens(&self) -> u64 {
        let TokenCounts { doctypes, start_tags, end_tags, comments, .. } = self.counts;
        doctypes + start_tags + end_tags + comments + self.text_runs
    }

    /// Adds the bytes that tagrake's state machine read.
    pub fn see_machine(&mut self, summary: Summary) {
        *self.machine_bytes.get_or_insert_default() += summary.machine_bytes() as u64;
    }

    #[inline(always)]
    pub fn see_doctype(&mut self, name: &[u8]) {
        self.counts.doctypes += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline(always)]
    pub fn see_start_tag(&mut self, name: &[u8]) {
        self.counts.start_tags += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline(always)]
    pub fn see_attribute(&mut self, name: &[u8], value: &[u8]) {
        self.see_attribute_name(name);
        self.see_attribute_value(value);
    }

    #[inline(always)]
    pub fn see_attribute_name(&mut self, name: &[u8]) {
        self.counts.attributes += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline(always)]
    pub fn see_attribute_value(&mut self, value: &[u8]) {
        self.counts.value_bytes += self.look_at(value);
    }

    #[inline(always)]
    pub fn see_end_tag(&mut self, name: &[u8]) {
        self.counts.end_tags += 1;
        self.counts.name_bytes += self.look_at(name);
    }

    #[inline(always)]
    pub fn see_text(&mut self, characters: &[u8]) {
        self.text_runs += 1;
        self.see_more_text(characters);
    }

    /// Adds characters to the last run of text.
    #[inline(always)]
    pub fn see_more_text(&mut self, characters: &[u8]) {
        self.counts.text_bytes += self.look_at(characters);
    }

    #[inline(always)]
    pub fn see_comment(&mut self, data: &[u8]) {
        self.counts.comments += 1;
        self.counts.comment_bytes += self.look_at(data);
    }

    #[inline(always)]
    pub fn see_link(&mut self, url: &[u8]) {
        self.links.links += 1;
        self.links.link_bytes += self.look_at(url);
    }

    #[inline(always)]
    pub fn see_title(&mut self, characters: &[u8]) {
        self.links.title_bytes += self.look_at(characters);
    }

    #[inline(always)]
    pub fn see_meta(&mut self, name: &[u8], value: &[u8]) {
        self.links.meta_attributes += 1;
        self.links.meta_bytes += self.look_at(name) + self.look_at(value);
    }

    /// Reads the first byte of `bytes` and returns their length.
    #[inline(always)]
    fn look_at(&mut self, bytes: &[u8]) -> u64 {
        self.first_bytes += u64::from(bytes.first().copied().unwrap_or_default());
        bytes.len() as u64
    }
}

impl AddAssign for TokenCounts {
    fn add_assign(&mut self, other: Self) {
        self.doctypes += other.doctypes;
        self.start_tags += other.start_tags;
        self.end_tags += other.end_tags;
        self.comments += other.comments;
        self.attributes += other.attributes;
        self.name_bytes += other.name_bytes;
        self.value_bytes += other.value_bytes;
        self.text_bytes += other.text_bytes;
        self.comment_bytes += other.comment_bytes;
    }
}

impl AddAssign for LinkCounts {
    fn add_assign(&mut self, other: Self) {
        self.links += other.links;
        self.link_bytes += other.link_bytes;
        self.title_bytes += other.title_bytes;
        self.meta_attributes += other.meta_attributes;
        self.meta_bytes += other.meta_bytes;
    }
}

/// Adds the counts of another page. `documents` and `seconds`, which only complete passes have, are not added.
impl AddAssign for PassCounts {
    fn add_assign(&mut self, other: Self) {
        self.counts += other.counts;
        self.links += other.links;
        self.text_runs += other.text_runs;
        self.dropped += other.dropped;
        self.errors += other.errors;
        self.duplicates += other.duplicates;
        self.failed += other.failed;
        self.machine_bytes = match (self.machine_bytes, other.machine_bytes) {
            (None, None) => None,
            (one, two) => Some(one.unwrap_or_default() + two.unwrap_or_default()),
        };
        self.first_bytes += other.first_bytes;
    }
}
