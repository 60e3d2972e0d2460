//! Finds the words in `class`, `id` and similar attributes that hint at the role of an element: `nav`, `comment`,
//! `article` and others.
//!
//! A *stem* matches at the start of a word. Words start after a character that is no letter, and at a capital after a
//! small letter: `postBody` and `post-body` have the stems `post` and `body`. Some stems match complete words only,
//! with or without a final `s`, and some match anywhere.

use super::features::hash_of;
use crate::text::strings::truncate;
use aho_corasick::Anchored;
use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::{Builder, DFA};
use alloc::boxed::Box;
use bumpalo::Bump;
use once_cell::race::OnceBox;

/// Maximum number of bytes of an attribute that are searched.
pub(super) const SEARCHED: usize = 1024;

/// The number of stems. A set of them is the bits of a `u128`, with [`COMMENT_BITS`].
pub(super) const STEMS: usize = 118;
const _: () = assert!(STEMS <= u128::BITS as usize);

/// Stems that match at the start of a word, except those with a number from [`WHOLE_FROM`] on. The first
/// [`ANYWHERE`] match at any position.
#[rustfmt::skip]
pub(super) const STEM_NAMES: [&str; STEMS] = [
    "nav", "menu", "foot", "comment", "cookie", "content", "article", "post", "share", "relat", "product", "side",
    "banner", "bread", "popup",
    "head", "consent", "gdpr", "recommend", "popular", "trend", "social", "main", "body", "entry", "text", "advert",
    "sponsor", "promo", "modal", "overlay", "newsletter", "subscri", "signup", "widget", "list", "item", "card",
    "price", "desc", "review", "rating", "meta", "categor", "author", "byline", "date", "login", "search", "hidden",
    "sr-only", "screen", "reply", "repl", "thread", "message", "quote", "signature", "hero", "feature", "title",
    "caption", "gallery", "carousel", "slid", "accordion", "answer", "question", "copyright", "legal", "skip", "cart",
    "filter", "sort", "pag", "button", "btn", "tool", "sticky", "summary", "intro", "lead", "excerpt", "teaser",
    "markdown", "prose", "story", "grid", "inner", "wrap", "container", "section", "block", "more", "note", "code",
    "user", "avatar", "vote", "stat", "detail", "spec", "contact", "form", "logo", "link",
    "page",
    "ad", "tag", "top", "col", "row", "tab", "time", "cta", "wp", "faq", "toc",
];

/// The number of stems that match at any position of a word.
const ANYWHERE: usize = 15;

/// The first stem that matches complete words only.
const WHOLE_FROM: usize = STEMS - 11;

/// Words that are no features, but start names of sections of comments in other languages. They match at the start of a word.
const COMMENT_WORDS: [&str; 4] = ["kommentar", "comentario", "reactie", "komentar"];
const _: () = assert!(STEMS + COMMENT_WORDS.len() <= u128::BITS as usize);

/// The bits of the stems that are features.
pub(super) const FEATURE_STEMS: u128 = (1 << STEMS) - 1;

/// The bits of [`COMMENT_WORDS`].
pub(super) const COMMENT_BITS: u128 = ((1 << COMMENT_WORDS.len()) - 1) << STEMS;

fn automaton() -> &'static DFA {
    static AUTOMATON: OnceBox<DFA> = OnceBox::new();
    AUTOMATON.get_or_init(|| build_automaton(STEM_NAMES.iter().chain(&COMMENT_WORDS)))
}

/// Returns an automaton that finds `patterns` in any case.
pub(super) fn build_automaton<P: AsRef<[u8]>>(patterns: impl IntoIterator<Item = P>) -> Box<DFA> {
    let built = Builder::new().ascii_case_insensitive(true).prefilter(false).build(patterns);
    Box::new(built.expect("the patterns are few and short"))
}

/// Returns the bits of some stems.
pub(super) fn bits_of(stems: &[&str]) -> u128 {
    (0..STEMS).filter(|&stem| stems.contains(&STEM_NAMES[stem])).fold(0, |bits, stem| bits | 1 << stem)
}

/// The number of values that [`StemCache`] keeps.
const CACHED: usize = 512;

/// Finds stems, and keeps the stems of recent values. Most values of a page occur repeatedly.
pub(super) struct StemCache<'a> {
    /// The hashes of the values, and their stems.
    hashes: &'a mut [u64; CACHED],
    stems: &'a mut [u128; CACHED],
}

impl<'a> StemCache<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self { hashes: bump.alloc([0; CACHED]), stems: bump.alloc([0; CACHED]) }
    }

    /// Returns the stems in the value of an attribute, as bits.
    #[inline]
    pub(super) fn find(&mut self, value: &str) -> u128 {
        let hash = hash_of(truncate(value, SEARCHED));
        let slot = hash as usize % CACHED;
        if self.hashes[slot] != hash {
            (self.hashes[slot], self.stems[slot]) = (hash, find_stems(value));
        }
        self.stems[slot]
    }
}

/// Returns the stems in the value of an attribute, as bits.
#[inline(never)]
fn find_stems(value: &str) -> u128 {
    let bytes = &value.as_bytes()[..value.len().min(SEARCHED)];
    let automaton = automaton();
    let Ok(mut state) = automaton.start_state(Anchored::No) else { return 0 };
    let mut found = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        state = automaton.next_state(Anchored::No, state, byte);
        if automaton.is_special(state) && automaton.is_match(state) {
            for index in 0..automaton.match_len(state) {
                let stem = automaton.match_pattern(state, index).as_usize();
                let (len, end) = (automaton.pattern_len(automaton.match_pattern(state, index)), at + 1);
                if matches_word(bytes, stem, end - len, end) {
                    found |= 1 << stem;
                }
            }
        }
    }
    found
}

/// Returns true if the stem at `start..end` is at a position of a word where it counts.
fn matches_word(bytes: &[u8], stem: usize, start: usize, end: usize) -> bool {
    let starts_word = start == 0 || {
        let before = bytes[start - 1];
        !before.is_ascii_alphabetic() || before.is_ascii_lowercase() && bytes[start].is_ascii_uppercase()
    };
    if !(WHOLE_FROM..STEMS).contains(&stem) {
        return starts_word || stem < ANYWHERE;
    }
    let end = end + usize::from(bytes.get(end) == Some(&b's'));
    let ends_word = bytes.get(end).is_none_or(|&next| {
        !next.is_ascii_alphabetic() || bytes[end - 1].is_ascii_lowercase() && next.is_ascii_uppercase()
    });
    starts_word && ends_word
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    fn stems(value: &str) -> String {
        let found = find_stems(value);
        let names = (0..STEMS).filter(|stem| found >> stem & 1 == 1).map(|stem| STEM_NAMES[stem]);
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn stems_match_at_the_start_of_words() {
        let table = [
            ("", ""),
            ("site-navigation Menu2", "nav menu"),
            ("postBody", "post body"),
            ("subnav", "nav"),
            ("overhead", ""),
            ("ads ad-box adX", "ad"),
            ("adapter tops", "top"),
            ("sr-only", "sr-only"),
            ("mb-4 u-flex", ""),
        ];
        for (value, expected) in table {
            assert_eq!(stems(value), expected, "{value}");
        }
        assert_eq!(find_stems(&"x ".repeat(1 << 20)), 0);
        assert_eq!(find_stems("kommentare") & FEATURE_STEMS, 0);
        assert!(find_stems("kommentare") & COMMENT_BITS != 0 && find_stems("x-Reacties") & COMMENT_BITS != 0);
        assert_eq!(find_stems("unkommentar") & COMMENT_BITS, 0);
    }
}
