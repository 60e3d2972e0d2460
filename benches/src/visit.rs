//! What a pass over pages saw: counts that are compared, and strings that were looked at.

use std::hint::black_box;
use std::ops::AddAssign;
use tagrake::Summary;

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
    /// Bytes of attribute values.
    pub value_bytes: u64,
    pub text_bytes: u64,
    pub comment_bytes: u64,
}

/// What a pass that looks for links, titles and metadata found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// `href` attributes of `a` start tags.
    pub links: u64,
    pub link_bytes: u64,
    pub title_bytes: u64,
    /// Attributes of `meta` start tags.
    pub meta_attributes: u64,
    /// Bytes of their names and values.
    pub meta_bytes: u64,
}

/// The outcome of a pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visit {
    pub counts: Counts,
    pub links: Links,
    /// Runs of text: not all tokenizers cut text where markup is, so most are not compared.
    pub text_runs: u64,
    /// Pieces of the input that give no token.
    pub dropped: u64,
    pub errors: u64,
    /// Duplicate attributes of start tags, where the tokenizer tells.
    pub duplicates: u64,
    /// Documents that the tokenizer gave up before their end.
    pub failed: u64,
    /// How many of the documents were read, the first of them, where the contender does not read all.
    pub documents: Option<usize>,
    /// Bytes that went through the exact machine, where the tokenizer tells.
    pub machine_bytes: Option<u64>,
    /// The time of the pass, where the contender measures itself, in seconds.
    pub seconds: Option<f64>,
    /// The sum of the first bytes of all strings, so that strings are read and not only measured.
    first_bytes: u64,
}

impl Visit {
    /// Ends the pass: whatever was looked at was needed.
    pub fn finish(self) -> Self {
        black_box(self)
    }

    /// Returns the number of tokens.
    pub fn tokens(&self) -> u64 {
        let Counts { doctypes, start_tags, end_tags, comments, .. } = self.counts;
        doctypes + start_tags + end_tags + comments + self.text_runs
    }

    /// Notes which bytes tagrake's machine read.
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

    /// Sees characters that go on with the run before.
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
    pub fn see_link(&mut self, address: &[u8]) {
        self.links.links += 1;
        self.links.link_bytes += self.look_at(address);
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

impl AddAssign for Counts {
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

impl AddAssign for Links {
    fn add_assign(&mut self, other: Self) {
        self.links += other.links;
        self.link_bytes += other.link_bytes;
        self.title_bytes += other.title_bytes;
        self.meta_attributes += other.meta_attributes;
        self.meta_bytes += other.meta_bytes;
    }
}

/// Adds what was seen on another page; what only whole passes have is not added.
impl AddAssign for Visit {
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
