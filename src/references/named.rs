//! Named character references: finds the longest name of the standard's table that the bytes after `&` start with.
//!
//! A name is ASCII letters and digits and then `;`. 106 old names also exist without the `;`. So the letters and digits
//! after `&`, and the byte after them, decide the search:
//!
//! 1. [`common_name`] compares with 19 names. They are 99 % of the names with a `;` on real pages.
//! 2. If no `;` follows the letters, only an old name without `;` can match: [`name_without_semicolon`], a binary
//!    search among 106 integers. Most `&` that are not references, such as those in URLs, end here.
//! 3. Otherwise an Aho-Corasick automaton finds the longest of all 2,231 names: [`rare_name`]. It is built on first
//!    use.
//!
//! Examples:
//!
//! ```text
//! &amp;x      step 1: `amp;`
//! &copy=1     step 2: `copy` (the caller decides whether it is text in an attribute)
//! &notin;     step 3: `notin;`
//! &notit;     step 3: `not`, because `notit;` is not a name
//! &section=   step 2: `sect`
//! ```
//!
//! # Measurements
//!
//! 4 of 5 pages never build the automaton. The three kinds of the crate, on one x86-64 machine (lookup of a common
//! name, and of a random name):
//!
//! | automaton         | build  | memory  | lookup         |
//! |-------------------|--------|---------|----------------|
//! | contiguous NFA    | 1.3 ms | 313 kB  | 20 ns to 42 ns |
//! | noncontiguous NFA | 1.3 ms | 819 kB  | 20 ns to 58 ns |
//! | DFA               | 3.3 ms | 5.12 MB | 15 ns to 40 ns |
//!
//! So the contiguous NFA is used. `common_name` takes 4 ns and `name_without_semicolon` 15 ns. The shares are of 31,634
//! names in 310 pages: the pages in readable-readability 0.4.0, lol_html 1.2.1, htmlparser-benchmark 1.1.3 and
//! newspaper4k 0.9.6.
//!
//! If the standard's table changes: generate `named_table.rs` again, and check [`LONGEST`] and
//! [`COUNT_WITHOUT_SEMICOLON`]; a test and a `const` assertion fail if they are wrong.

use super::named_table::NAMES;
use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::{Builder, NFA};
use aho_corasick::{Anchored, Input, MatchKind};
use alloc::boxed::Box;
use once_cell::race::OnceBox;

/// The length of the longest name, `CounterClockwiseContourIntegral;`, in bytes.
const LONGEST: usize = 32;

/// A named character reference at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The length of the name in bytes, without the `&`, with the semicolon if there is one.
    pub(crate) len: usize,
    /// The one or two code points of the reference.
    pub(crate) characters: &'static str,
}

impl Named {
    /// Returns the name at `index` of the table.
    fn at(index: usize) -> Self {
        let (name, characters) = NAMES[index];
        Self { len: name.len(), characters }
    }
}

/// Returns the longest name of the table that `rest`, the bytes after `&`, starts with.
///
/// Reads at most as many bytes as the longest name has, and none after a `&`. So it takes linear time to read all
/// references of an input.
///
/// Source: [named character references](https://html.spec.whatwg.org/multipage/named-characters.html).
pub(crate) fn longest_name(rest: &[u8]) -> Option<Named> {
    if let Some(named) = common_name(rest) {
        return Some(named);
    }
    let letters = rest.iter().take(LONGEST - 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if rest.get(letters) == Some(&b';') { rare_name(&rest[..=letters]) } else { name_without_semicolon(rest) }
}

/// Returns true if the reference `name` in an attribute is text, for historical reasons: it has no semicolon, and
/// `next`, the byte after it, is `=` or alphanumeric, as in the query of a URL.
///
/// Source: [named character reference
/// state](https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state).
pub(crate) fn is_text_in_attribute(name: &[u8], next: Option<u8>) -> bool {
    name.last() != Some(&b';') && next.is_some_and(|next| next == b'=' || next.is_ascii_alphanumeric())
}

/// Returns the name that `rest` starts with if it is one of the 19 most common names. It is also the longest name,
/// because a semicolon ends a name.
#[inline]
fn common_name(rest: &[u8]) -> Option<Named> {
    let (len, characters) = match rest {
        [b'a', b'm', b'p', b';', ..] => (4, "&"),
        [b'l', b't', b';', ..] => (3, "<"),
        [b'g', b't', b';', ..] => (3, ">"),
        [b'q', b'u', b'o', b't', b';', ..] => (5, "\""),
        [b'a', b'p', b'o', b's', b';', ..] => (5, "'"),
        [b'n', b'b', b's', b'p', b';', ..] => (5, "\u{A0}"),
        [b'c', b'o', b'p', b'y', b';', ..] => (5, "©"),
        [b'd', b'e', b'g', b';', ..] => (4, "°"),
        [b'm', b'i', b'd', b'd', b'o', b't', b';', ..] => (7, "·"),
        [b'b', b'u', b'l', b'l', b';', ..] => (5, "•"),
        [b'h', b'e', b'l', b'l', b'i', b'p', b';', ..] => (7, "…"),
        [b'n', b'd', b'a', b's', b'h', b';', ..] => (6, "–"),
        [b'm', b'd', b'a', b's', b'h', b';', ..] => (6, "—"),
        [b'l', b's', b'q', b'u', b'o', b';', ..] => (6, "‘"),
        [b'r', b's', b'q', b'u', b'o', b';', ..] => (6, "’"),
        [b'l', b'd', b'q', b'u', b'o', b';', ..] => (6, "“"),
        [b'r', b'd', b'q', b'u', b'o', b';', ..] => (6, "”"),
        [b'l', b'a', b'q', b'u', b'o', b';', ..] => (6, "«"),
        [b'r', b'a', b'q', b'u', b'o', b';', ..] => (6, "»"),
        _ => return None,
    };
    Some(Named { len, characters })
}

/// The number of names without a semicolon.
const COUNT_WITHOUT_SEMICOLON: usize = 106;

/// The names without a semicolon, as big-endian words, in ascending order.
static WORDS_WITHOUT_SEMICOLON: [u64; COUNT_WITHOUT_SEMICOLON] = {
    let mut words = [0; COUNT_WITHOUT_SEMICOLON];
    let mut at = 0;
    while at < COUNT_WITHOUT_SEMICOLON {
        words[at] = first_word(NAMES[INDICES_WITHOUT_SEMICOLON[at] as usize].0.as_bytes());
        at += 1;
    }
    words
};

/// The indices in [`NAMES`] of the names without a semicolon.
static INDICES_WITHOUT_SEMICOLON: [u16; COUNT_WITHOUT_SEMICOLON] = {
    let mut indices = [0; COUNT_WITHOUT_SEMICOLON];
    let (mut at, mut found) = (0, 0);
    while at < NAMES.len() {
        if !matches!(NAMES[at].0.as_bytes(), [.., b';']) {
            indices[found] = at as u16;
            found += 1;
        }
        at += 1;
    }
    assert!(found == COUNT_WITHOUT_SEMICOLON);
    indices
};

/// Returns the first eight bytes of `bytes` as a big-endian word, padded with NUL. Words have the order of the
/// bytes.
const fn first_word(bytes: &[u8]) -> u64 {
    if let Some(word) = bytes.first_chunk() {
        return u64::from_be_bytes(*word);
    }
    let mut word = 0;
    let mut at = 0;
    while at < 8 {
        word = word << 8 | if at < bytes.len() { bytes[at] as u64 } else { 0 };
        at += 1;
    }
    word
}

/// Returns the name without a semicolon that `rest` starts with.
///
/// Each of these names has at most eight bytes, so a word holds it. None is a prefix of another. So the name, if there
/// is one, has the last word that is not greater than the word of `rest`.
///
/// Example: the word of `copy=1` is greater than the word of `copy`, and less than the word of the next
/// name, `curren`.
///
/// PERF: a binary search that compares slices takes 75 ns, this one 15 ns.
fn name_without_semicolon(rest: &[u8]) -> Option<Named> {
    let word = first_word(rest);
    let after = WORDS_WITHOUT_SEMICOLON.partition_point(|&name| name <= word);
    let index = usize::from(INDICES_WITHOUT_SEMICOLON[after.checked_sub(1)?]);
    rest.starts_with(NAMES[index].0.as_bytes()).then(|| Named::at(index))
}

/// Returns the longest name that `rest`, letters and a semicolon, starts with: for `notin;` the complete string, for
/// `notit;` only `not`.
#[cold]
fn rare_name(rest: &[u8]) -> Option<Named> {
    if cfg!(miri) {
        return by_binary_search(rest); // Miri takes minutes to build the automaton.
    }
    static AUTOMATON: OnceBox<NFA> = OnceBox::new();
    let automaton = AUTOMATON.get_or_init(|| {
        let names = NAMES.iter().map(|(name, _)| name);
        let built = Builder::new().match_kind(MatchKind::LeftmostLongest).prefilter(false).build(names);
        Box::new(built.expect("some thousand short names are far below the limits of the automaton"))
    });
    let found = automaton.try_find(&Input::new(rest).anchored(Anchored::Yes));
    found.expect("a contiguous NFA takes anchored searches").map(|found| Named::at(found.pattern().as_usize()))
}

/// As [`rare_name`], without an automaton: looks up every prefix of `rest`, the longest first.
fn by_binary_search(rest: &[u8]) -> Option<Named> {
    let index_of = |name: &[u8]| NAMES.binary_search_by(|(other, _)| other.as_bytes().cmp(name)).ok();
    (0..=rest.len()).rev().find_map(|end| index_of(&rest[..end])).map(Named::at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(rest: &str) -> Option<&str> {
        longest_name(rest.as_bytes()).map(|named| &rest[..named.len])
    }

    /// The naive search: the longest of all names that `rest` starts with.
    fn naive(rest: &[u8]) -> Option<Named> {
        let matches = (0..NAMES.len()).filter(|&index| rest.starts_with(NAMES[index].0.as_bytes()));
        matches.max_by_key(|&index| NAMES[index].0.len()).map(Named::at)
    }

    #[test]
    fn longest_name_wins() {
        let cases = [
            ("notin;", Some("notin;")),
            ("notit;", Some("not")),
            ("notin", Some("not")),
            ("not;", Some("not;")),
            ("no", None),
            ("amp", Some("amp")),
            ("amp;amp;", Some("amp;")),
            ("ampamp;", Some("amp")),
            ("AMP=", Some("AMP")),
            ("Amp;", None),
            ("sup1", Some("sup1")),
            ("sup", None),
            ("sup;", Some("sup;")),
            ("lt\0", Some("lt")),
            ("lté;", Some("lt")),
            ("", None),
            (";", None),
            ("bogus;", None),
            ("zwnj;", Some("zwnj;")),
            ("zzzzzzzzzzzz", None),
            ("CounterClockwiseContourIntegral;", Some("CounterClockwiseContourIntegral;")),
            ("CounterClockwiseContourIntegral", None),
            ("CounterClockwiseContourIntegrals;", None),
        ];
        for (rest, expected) in cases {
            assert_eq!(name(rest), expected, "{rest}");
        }
    }

    /// Without this count, the loss of a shortcut would only cost time.
    #[test]
    fn the_19_common_names_have_a_shortcut() {
        let mut count = 0;
        for (index, (name, _)) in NAMES.iter().enumerate() {
            if let Some(common) = common_name(name.as_bytes()) {
                assert_eq!(common, Named::at(index));
                count += 1;
            }
        }
        assert_eq!(count, 19);
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes: the naive search is slow")]
    fn searches_agree_with_the_naive_search() {
        // The first and last name for each first letter, and all names without a semicolon: every prefix, several next
        // bytes.
        let ends =
            NAMES.chunk_by(|a, b| a.0.as_bytes()[0] == b.0.as_bytes()[0]).flat_map(|run| [run[0], run[run.len() - 1]]);
        let without_semicolon = INDICES_WITHOUT_SEMICOLON.iter().map(|&index| NAMES[usize::from(index)]);
        for (name, _) in ends.chain(without_semicolon) {
            for end in 0..=name.len() {
                for next in ["", ";", "=", "a", "a;", "4", " ", "&", "\0", "é"] {
                    let rest = alloc::format!("{}{next}", &name[..end]);
                    assert_eq!(longest_name(rest.as_bytes()), naive(rest.as_bytes()), "{rest:?}");
                    assert_eq!(by_binary_search(rest.as_bytes()), naive(rest.as_bytes()), "{rest:?}");
                }
            }
        }
    }

    #[test]
    fn table_has_the_properties_that_the_searches_need() {
        assert!(NAMES.is_sorted_by(|a, b| a.0.as_bytes() < b.0.as_bytes()));
        assert_eq!(NAMES.iter().map(|(name, _)| name.len()).max(), Some(LONGEST));
        for (name, _) in NAMES {
            let letters = name.strip_suffix(';').unwrap_or(name);
            assert!(letters.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
        }
        let without_semicolon = INDICES_WITHOUT_SEMICOLON.map(|index| NAMES[usize::from(index)].0);
        for pair in without_semicolon.windows(2) {
            assert!(pair[0].len() <= 8 && !pair[1].starts_with(pair[0]), "{pair:?}");
        }
    }

    #[test]
    fn names_without_semicolon_are_text_in_attributes_before_letters_and_equals_signs() {
        let cases: [(&str, Option<u8>, bool); 8] = [
            ("not", Some(b'i'), true),
            ("not", Some(b'I'), true),
            ("not", Some(b'1'), true),
            ("not", Some(b'='), true),
            ("not", Some(b' '), false),
            ("not", Some(0xE9), false),
            ("not", None, false),
            ("not;", Some(b'i'), false),
        ];
        for (name, next, expected) in cases {
            assert_eq!(is_text_in_attribute(name.as_bytes(), next), expected, "{name} {next:?}");
        }
    }
}
