//! Finds phrases that hint at the role of a block: navigation and sharing, consent to cookies, and headings of related
//! content.

use super::stems::build_automaton;
use aho_corasick::Anchored;
use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::dfa::DFA;
use core::ops::Range;
use once_cell::race::OnceBox;

/// Maximum number of bytes of a block that are searched.
const SEARCHED: usize = 4096;

/// The number of parts of a long text that are searched at the same time.
const PARTS: usize = 4;

/// The length of the longest phrase.
const LONGEST: usize = {
    let (mut longest, mut index) = (0, 0);
    while index < PHRASES.len() {
        if PHRASES[index].0.len() > longest {
            longest = PHRASES[index].0.len();
        }
        index += 1;
    }
    longest
};

/// The bytes in which phrases of navigation are counted, and in which a heading is searched.
const START: usize = 300;
const HEADING: usize = 80;

/// "Read more", "Share", and others.
const NOISE: u8 = 1;
/// Words about cookies and privacy.
const CONSENT: u8 = 2;
/// Words in headings of content that is not the page's own.
const RELATED: u8 = 4;
/// The phrase matches complete words only.
const WORD: u8 = 8;

#[rustfmt::skip]
const PHRASES: &[(&str, u8)] = &[
    ("read more", NOISE), ("share", NOISE | RELATED), ("cookie", NOISE | CONSENT), ("subscri", NOISE),
    ("sign up", NOISE), ("sign in", NOISE), ("log in", NOISE), ("login", NOISE), ("all rights reserved", NOISE),
    ("related", NOISE | RELATED), ("comment", NOISE | WORD), ("comments", NOISE | RELATED | WORD), ("reply", NOISE),
    ("privacy", NOISE | CONSENT), ("copyright", NOISE), ("©", NOISE), ("newsletter", NOISE | RELATED),
    ("follow us", NOISE | RELATED), ("previous", NOISE), ("next", NOISE), ("posted", NOISE), ("views", NOISE | WORD),
    ("view", NOISE | WORD), ("min read", NOISE), ("add to cart", NOISE), ("learn more", NOISE), ("view all", NOISE),
    ("skip to", NOISE), ("click here", NOISE), ("advertis", NOISE | CONSENT), ("tag:", NOISE), ("tags:", NOISE),
    ("consent", CONSENT), ("partner", CONSENT), ("vendor", CONSENT), ("gdpr", CONSENT), ("tracking", CONSENT),
    ("preferences", CONSENT), ("opt-out", CONSENT), ("opt out", CONSENT), ("datenschutz", CONSENT),
    ("zustimmung", CONSENT), ("einwilligung", CONSENT), ("confidentialit", CONSENT), ("privacidad", CONSENT),
    ("similar", RELATED), ("recommend", RELATED), ("more from", RELATED), ("more in", RELATED), ("more on", RELATED),
    ("more stories", RELATED), ("you may", RELATED), ("you might", RELATED), ("also like", RELATED),
    ("also viewed", RELATED), ("popular", RELATED), ("latest", RELATED), ("trending", RELATED), ("most read", RELATED),
    ("read next", RELATED), ("up next", RELATED), ("review", RELATED | WORD), ("reviews", RELATED | WORD),
    ("sponsor", RELATED), ("about the author", RELATED), ("tags", RELATED), ("categor", RELATED), ("archiv", RELATED),
    ("mehr zum", RELATED), ("mehr aus", RELATED), ("meistgelesen", RELATED), ("kommentar", RELATED),
    ("verwandte", RELATED), ("weitere", RELATED), ("ähnliche", RELATED), ("à lire", RELATED),
    ("article lié", RELATED), ("articles liés", RELATED), ("commentaire", RELATED), ("relacionad", RELATED),
    ("te puede", RELATED), ("leia", RELATED), ("veja", RELATED), ("mais lid", RELATED), ("comentári", RELATED),
    ("comentario", RELATED), ("leggi anche", RELATED), ("correlati", RELATED), ("похож", RELATED), ("Похож", RELATED),
    ("читайте", RELATED), ("Читайте", RELATED), ("комментар", RELATED), ("Комментар", RELATED),
];

/// The phrases in the text of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Phrases {
    /// The number of phrases of navigation at its start.
    pub(super) noise: u16,
    /// The number of words about consent.
    pub(super) consent: u16,
    /// True if it would be the heading of related content.
    pub(super) is_related: bool,
    /// True if it starts with the words of such a heading.
    pub(super) starts_related: bool,
}

fn automaton() -> &'static DFA {
    static AUTOMATON: OnceBox<DFA> = OnceBox::new();
    AUTOMATON.get_or_init(|| build_automaton(PHRASES.iter().map(|(phrase, _)| phrase)))
}

impl Phrases {
    pub(super) fn of(text: &str) -> Self {
        let bytes = &text.as_bytes()[..text.len().min(SEARCHED)];
        let mut found = Self::default();
        if bytes.len() < PARTS * LONGEST {
            found.count_all::<1>(bytes);
        } else {
            found.count_all::<PARTS>(bytes);
        }
        found
    }

    /// Counts the phrases, of those that start in each part of the text at the same time.
    ///
    /// PERF: a step of the automaton depends on the one before it. With several automata, the CPU does steps of all of
    /// them at the same time.
    #[inline(always)]
    fn count_all<const PARTS: usize>(&mut self, bytes: &[u8]) {
        let automaton = automaton();
        let Ok(start) = automaton.start_state(Anchored::No) else { return };
        let len = bytes.len().div_ceil(PARTS);
        let mut states = [start; PARTS];
        // A phrase that starts in one part may end in the next.
        for step in 0..len + if PARTS > 1 { LONGEST } else { 0 } {
            for (part, state) in states.iter_mut().enumerate() {
                let Some(&byte) = bytes.get(part * len + step) else { break };
                *state = automaton.next_state(Anchored::No, *state, byte);
                if automaton.is_special(*state) && automaton.is_match(*state) {
                    self.count_matches(bytes, automaton, *state, part * len + step + 1, part * len..(part + 1) * len);
                }
            }
        }
    }

    /// Counts the phrases that end at `end` and start in `part`.
    #[cold]
    #[inline(never)]
    fn count_matches(&mut self, bytes: &[u8], automaton: &DFA, state: StateID, end: usize, part: Range<usize>) {
        for index in 0..automaton.match_len(state) {
            let (phrase, kinds) = PHRASES[automaton.match_pattern(state, index).as_usize()];
            if part.contains(&(end - phrase.len())) {
                self.count(bytes, end - phrase.len(), end, kinds);
            }
        }
    }

    fn count(&mut self, bytes: &[u8], start: usize, end: usize, kinds: u8) {
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
        if kinds & WORD != 0 && is_letter(bytes.get(end)) {
            return;
        }
        if kinds & NOISE != 0 && start < START {
            self.noise += 1;
        }
        if kinds & CONSENT != 0 {
            self.consent += 1;
        }
        if kinds & RELATED != 0 && start < HEADING {
            self.is_related = true;
            self.starts_related |= start == 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_same_phrases_in_parts() {
        for len in 0..200 {
            for (phrase, _) in PHRASES {
                let text = alloc::format!("{}{phrase} {phrase}{}", "x".repeat(len), "y".repeat(PARTS * LONGEST));
                let mut expected = Phrases::default();
                expected.count_all::<1>(text.as_bytes());
                assert_eq!(Phrases::of(&text), expected, "{text}");
            }
        }
    }

    #[test]
    fn counts_phrases() {
        let phrases = Phrases::of("We and our partners use cookies. Read more");
        assert_eq!((phrases.noise, phrases.consent), (2, 2));
        assert!(Phrases::of("Related posts").starts_related && Phrases::of("12 Comments").is_related);
        assert_eq!(Phrases::of("Commentary on the weather"), Phrases::default());
    }
}
