//! Facts about a document: its title, description and structured data.

use super::hashes::{HashSet, for_each_word_hash, shingle};
use bumpalo::Bump;
use bumpalo::collections::Vec;
use memchr::memmem;

/// Maximum number of words of the title, the description or the structured data.
const WORDS: usize = 20_000;

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
pub(in crate::extract) struct Facts<'a> {
    pub(in crate::extract) title: &'a str,
    pub(in crate::extract) metas: &'a [&'a [(&'a str, &'a str)]],
    pub(in crate::extract) json_ld: &'a [&'a str],
}

/// The facts in the form that features need.
pub(super) struct Declared<'s> {
    pub(super) description: Words<'s>,
    pub(super) title: Words<'s>,
    pub(super) data: Words<'s>,
    /// The number of bytes of `articleBody`.
    pub(super) body_len: usize,
    /// Whether `og:type` is `article`, contains `product`, or is `website`.
    pub(super) og: [bool; 3],
    /// Whether structured data has a type of each of [`KINDS`].
    pub(super) kinds: [bool; KINDS.len()],
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
        let (mut kinds, mut body_len) = ([false; KINDS.len()], 0);
        for &json in facts.json_ld {
            for at in memmem::find_iter(json.as_bytes(), b"\"@type\"") {
                let rest = &json.as_bytes()[at + 7..json.len().min(at + 100)];
                let value = rest.split(|&byte| matches!(byte, b',' | b'}')).next().unwrap_or_default();
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
        Self {
            description: Words::new(description, bump),
            title: Words::new(title, bump),
            data: Words::new(data, bump),
            body_len,
            og,
            kinds,
        }
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
    for_each_word_hash(text, |word| {
        if words.len() < WORDS {
            words.push(word);
        }
    });
}

/// The words of a text, as sets of single words and of shingles of three.
pub(super) struct Words<'s> {
    count: usize,
    words: HashSet<'s>,
    shingles: HashSet<'s>,
}

impl<'s> Words<'s> {
    fn new(words: Vec<'s, u32>, bump: &'s Bump) -> Self {
        // Few texts are matched by single words.
        let singles = if words.len() < 40 { &words[..] } else { &[] };
        let (mut set, mut shingles) = (HashSet::new(singles.len(), bump), HashSet::new(words.len(), bump));
        singles.iter().for_each(|&word| set.add(word));
        words.windows(3).for_each(|window| shingles.add(shingle(window)));
        Self { count: words.len(), words: set, shingles }
    }

    /// Returns the share of `words` that are in the text, of 255: by shingles, or half of it if all of one or two words
    /// are in a short text.
    pub(super) fn share(&self, words: &[u32]) -> i16 {
        if self.count == 0 || words.is_empty() {
            return 0;
        }
        if words.len() < 3 {
            let has_all = self.count < 40 && words.iter().all(|&word| self.words.count(word) > 0);
            return if has_all { 127 } else { 0 };
        }
        let found = words.windows(3).filter(|window| self.shingles.count(shingle(window)) > 0).count();
        (found * 255 / (words.len() - 2)) as i16
    }
}
