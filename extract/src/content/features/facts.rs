//! Facts about a document: its title, description and structured data.

use super::hashes::{HashSet, for_each_word_hash};
use super::page_words::triples;
use crate::blocks::names_discussion;
use crate::copy_into::copy_fields;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use memchr::memmem;

/// Maximum number of words of the title, the description or the structured data.
const WORDS: usize = 20_000;

/// The description, the title, and text in structured data.
const TEXTS: usize = 3;

/// The title among these texts.
const TITLE: usize = 1;

/// Texts with fewer words are also matched by single words.
const SHORT: usize = 40;

/// The words of structured data that name the kind of a page.
const KINDS: [&[&str]; 6] = [
    &["Article", "BlogPosting", "Report"],
    &["Product\""],
    &["ItemList", "CollectionPage", "SearchResults"],
    &["Discussion", "QAPage", "Question"],
    &["Recipe"],
    &["Organization", "LocalBusiness", "Service"],
];

/// The keys of structured data whose values may be text of the page.
const TEXT_KEYS: [&str; 4] = ["\"articleBody\"", "\"description\"", "\"text\"", "\"reviewBody\""];

/// The title, `meta` elements and JSON-LD of a document.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Facts<'a> {
    pub(crate) title: &'a str,
    pub(crate) metas: &'a [&'a [(&'a str, &'a str)]],
    pub(crate) json_ld: &'a [&'a str],
}

copy_fields! {
    Facts { title, metas, json_ld }
}

/// The facts in the form that features need.
pub(super) struct Declared<'s> {
    /// The words of short texts, with a bit for each text that has them. Long texts are not matched by single words.
    words: HashSet<'s>,
    /// The shingles of three words, with a bit for each text that has them.
    triples: HashSet<'s>,
    /// True if the title is not matched by single words.
    has_long_title: bool,
    /// The number of bytes of `articleBody`.
    pub(super) body_len: usize,
    /// Whether `og:type` is `article`, contains `product`, or is `website`.
    pub(super) og: [bool; 3],
    /// Whether structured data has a type of each of [`KINDS`].
    pub(super) kinds: [bool; KINDS.len()],
    /// Whether structured data says that the posts of the page are a discussion.
    pub(super) is_discussion: bool,
}

impl<'s> Declared<'s> {
    pub(super) fn new(facts: &Facts<'_>, bump: &'s Bump) -> Self {
        let mut description = Vec::new_in(bump);
        let mut title = Vec::new_in(bump);
        let mut data = Vec::new_in(bump);
        let mut og = [false; 3];
        push_words(facts.title, &mut title);
        for meta in facts.metas {
            let find = |name: &str| meta.iter().find(|(key, _)| *key == name).map(|&(_, value)| value);
            let (Some(key), Some(content)) = (find("property").or(find("name")), find("content")) else { continue };
            let is = |name: &str| key.eq_ignore_ascii_case(name);
            if is("description") || is("og:description") || is("twitter:description") {
                push_words(content, &mut description);
            } else if is("og:title") {
                push_words(content, &mut title);
            } else if is("og:type") {
                og = [
                    content.eq_ignore_ascii_case("article"),
                    memmem::find(content.as_bytes(), b"product").is_some(),
                    content.eq_ignore_ascii_case("website"),
                ];
            }
        }
        let (mut kinds, mut is_discussion, mut body_len) = ([false; KINDS.len()], false, 0);
        for &json in facts.json_ld {
            for at in memmem::find_iter(json.as_bytes(), b"\"@type\"") {
                let rest = &json.as_bytes()[at + 7..json.len().min(at + 100)];
                let value = rest.split(|&byte| matches!(byte, b',' | b'}')).next().unwrap_or_default();
                is_discussion |= names_discussion(value);
                for (found, names) in kinds.iter_mut().zip(KINDS) {
                    *found |= names.iter().any(|name| memmem::find(value, name.as_bytes()).is_some());
                }
            }
            for (index, key) in TEXT_KEYS.iter().enumerate() {
                let mut end = 0;
                for at in memmem::find_iter(json.as_bytes(), key.as_bytes()) {
                    if at < end {
                        continue;
                    }
                    let value = json_string(&json[at + key.len()..]);
                    end = at + key.len() + value.len();
                    body_len += if index == 0 { value.len() } else { 0 };
                    push_words(value, &mut data);
                }
            }
        }
        let has_long_title = title.len() >= SHORT;
        let texts = [description, title, data];
        let short = || texts.iter().enumerate().filter(|(_, words)| words.len() < SHORT);
        let mut words = HashSet::new(short().map(|(_, words)| words.len()).sum(), bump);
        let mut sets = HashSet::new(texts.iter().map(Vec::len).sum(), bump);
        short().for_each(|(text, of)| of.iter().for_each(|&word| words.mark(word, 1 << text)));
        for (text, of) in texts.iter().enumerate() {
            triples(of).for_each(|triple| sets.mark(triple, 1 << text));
        }
        Self { words, triples: sets, has_long_title, body_len, og, kinds, is_discussion }
    }

    /// Returns true if a word is in the title, or if the title is too long to say so.
    pub(super) fn is_in_title(&self, word: u32) -> bool {
        self.has_long_title || self.words.value(word) >> TITLE & 1 == 1
    }

    /// Returns the share of a block, given by its words and its shingles of three words, that is in each of the texts,
    /// of 255: by shingles, or half of it if all of one or two words are in a short text.
    pub(super) fn shares(&self, words: &[u32], triples: &[u32]) -> [i16; TEXTS] {
        if triples.is_empty() {
            let all = words.iter().fold(u32::MAX, |all, &word| all & self.words.value(word));
            return core::array::from_fn(|text| if !words.is_empty() && all >> text & 1 == 1 { 127 } else { 0 });
        }
        let mut found = [0; TEXTS];
        for &triple in triples {
            let texts = self.triples.value(triple);
            if texts != 0 {
                found.iter_mut().enumerate().for_each(|(text, found)| *found += (texts >> text & 1) as usize);
            }
        }
        found.map(|found| (found * 255 / triples.len()) as i16)
    }
}

/// Returns the JSON string that follows a key, with its escapes, or an empty string if another value follows.
fn json_string(after_key: &str) -> &str {
    let value = after_key.trim_ascii_start().strip_prefix(':').unwrap_or_default().trim_ascii_start();
    let Some(text) = value.strip_prefix('"') else { return "" };
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at.min(bytes.len())..]) {
        if bytes[at + found] == b'"' {
            return &text[..at + found];
        }
        at += found + 2;
    }
    ""
}

fn push_words(text: &str, words: &mut Vec<'_, u32>) {
    let all = (0, u32::try_from(text.len()).unwrap_or_default());
    for_each_word_hash(text, core::iter::once(all), |_, word| {
        if words.len() < WORDS {
            words.push(word);
        }
    });
}
