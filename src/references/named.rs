//! Named character references: the longest name of the table that some bytes begin with.
//!
//! A name is ASCII letters and digits, then `;`, which 106 old names may go without. So the letters and digits after
//! `&` and the byte that ends them say where to look:
//!
//! * [`common`] compares with 19 names. It is asked first, and finds 99 % of the names with a `;` in pages.
//! * Letters without a `;` can only begin with an old name: [`old_name`]. That is also where most of the `&` end that
//!   are no references, those of URLs.
//! * What is left, letters with a `;`, goes to an Aho-Corasick automaton of all names: [`rare`].
//!
//! The automaton is built when it is first asked, and 4 of 5 pages never ask. The three kinds that the crate has, on
//! one x86-64 machine (a lookup of a common name, and of any name at random):
//!
//! | automaton         | build  | memory  | lookup         |
//! |-------------------|--------|---------|----------------|
//! | contiguous NFA    | 1.3 ms | 313 kB  | 20 ns to 42 ns |
//! | noncontiguous NFA | 1.3 ms | 819 kB  | 20 ns to 58 ns |
//! | DFA               | 3.3 ms | 5.12 MB | 15 ns to 40 ns |
//!
//! So it is the contiguous NFA. The other ways take 4 ns (`common`) and 15 ns (`old_name`). The shares are of 31,634
//! names in 310 pages: those that readable-readability 0.4.0, lol_html 1.2.1, htmlparser-benchmark 1.1.3 and
//! newspaper4k 0.9.6 carry.

use super::named_table::NAMES;
use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::{Builder, NFA};
use aho_corasick::{Anchored, Input, MatchKind};
use alloc::boxed::Box;
use once_cell::race::OnceBox;

/// The length of the longest name, `CounterClockwiseContourIntegral;`.
const LONGEST: usize = 32;

/// A named character reference at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The length of the name, in bytes after `&`, with its semicolon if it has one.
    pub(crate) len: usize,
    /// The one or two code points that it stands for.
    pub(crate) characters: &'static str,
}

impl Named {
    /// The name at `index` of the table.
    fn at(index: usize) -> Self {
        let (name, characters) = NAMES[index];
        Self { len: name.len(), characters }
    }
}

/// Returns the longest name of the table that `rest`, the bytes after `&`, begins with.
///
/// It reads no more of `rest` than the longest name has bytes, and not beyond a `&`: to read all references of an input
/// takes linear time.
///
/// Source: [named character references](https://html.spec.whatwg.org/multipage/named-characters.html).
pub(crate) fn longest_name(rest: &[u8]) -> Option<Named> {
    if let Some(named) = common(rest) {
        return Some(named);
    }
    let letters = rest.iter().take(LONGEST - 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if rest.get(letters) == Some(&b';') { rare(&rest[..=letters]) } else { old_name(rest) }
}

/// Returns whether a reference in an attribute stays as it is written, for historical reasons: its `name` has no
/// semicolon, and `next`, the byte after it, looks like more of a URL's parameter.
///
/// Source: [named character reference
/// state](https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state).
pub(crate) fn stays_as_written_in_attribute(name: &[u8], next: Option<u8>) -> bool {
    name.last() != Some(&b';') && next.is_some_and(|next| next == b'=' || next.is_ascii_alphanumeric())
}

/// Returns the name that `rest` begins with if it is one of those that nearly all references are. No name is longer: a
/// semicolon is a name's end.
#[inline]
fn common(rest: &[u8]) -> Option<Named> {
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

/// The number of names that have no semicolon.
const OLD: usize = 106;

/// The names that have no semicolon, as big-endian words, in order.
static OLD_WORDS: [u64; OLD] = {
    let mut words = [0; OLD];
    let mut at = 0;
    while at < OLD {
        words[at] = first_word(NAMES[OLD_INDICES[at] as usize].0.as_bytes());
        at += 1;
    }
    words
};

/// Where these names are in the table.
static OLD_INDICES: [u16; OLD] = {
    let mut indices = [0; OLD];
    let (mut at, mut found) = (0, 0);
    while at < NAMES.len() {
        if !matches!(NAMES[at].0.as_bytes(), [.., b';']) {
            indices[found] = at as u16;
            found += 1;
        }
        at += 1;
    }
    assert!(found == OLD);
    indices
};

/// Returns the first eight bytes of `bytes` as a big-endian word, filled up with NUL: words compare as the bytes do.
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

/// Returns the name without a semicolon that `rest` begins with.
///
/// None of these names has more than eight bytes, so a word holds it. None begins another, so the name, if there is
/// one, is the last that is not behind `rest` in the order of words.
///
/// PERF: a binary search that compares slices takes 75 ns, this one 15 ns.
fn old_name(rest: &[u8]) -> Option<Named> {
    let word = first_word(rest);
    let after = OLD_WORDS.partition_point(|&old| old <= word);
    let index = usize::from(OLD_INDICES[after.checked_sub(1)?]);
    rest.starts_with(NAMES[index].0.as_bytes()).then(|| Named::at(index))
}

/// Returns the longest name that `rest`, letters with a semicolon, begins with: all of `notin;`, but `not` of `notit;`.
#[cold]
fn rare(rest: &[u8]) -> Option<Named> {
    if cfg!(miri) {
        return looked_up(rest); // Miri takes minutes to build the automaton
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

/// As [`rare`], without an automaton.
fn looked_up(rest: &[u8]) -> Option<Named> {
    let index_of = |name: &[u8]| NAMES.binary_search_by(|(other, _)| other.as_bytes().cmp(name)).ok();
    (0..=rest.len()).rev().find_map(|end| index_of(&rest[..end])).map(Named::at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(rest: &str) -> Option<&str> {
        longest_name(rest.as_bytes()).map(|named| &rest[..named.len])
    }

    /// The naive way: the longest of all names that `rest` begins with.
    fn naive(rest: &[u8]) -> Option<Named> {
        let begun = (0..NAMES.len()).filter(|&index| rest.starts_with(NAMES[index].0.as_bytes()));
        begun.max_by_key(|&index| NAMES[index].0.len()).map(Named::at)
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

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes: the naive way is slow")]
    fn every_way_agrees_with_the_naive_one() {
        // Of each first letter the first and the last name, and all old names: every truncation, several next bytes.
        let ends =
            NAMES.chunk_by(|a, b| a.0.as_bytes()[0] == b.0.as_bytes()[0]).flat_map(|run| [run[0], run[run.len() - 1]]);
        let old = OLD_INDICES.iter().map(|&index| NAMES[usize::from(index)]);
        for (name, _) in ends.chain(old) {
            for end in 0..=name.len() {
                for next in ["", ";", "=", "a", "a;", "4", " ", "&", "\0", "é"] {
                    let rest = alloc::format!("{}{next}", &name[..end]);
                    assert_eq!(longest_name(rest.as_bytes()), naive(rest.as_bytes()), "{rest:?}");
                    assert_eq!(looked_up(rest.as_bytes()), naive(rest.as_bytes()), "{rest:?}");
                }
            }
        }
    }

    #[test]
    fn table_is_as_the_search_needs_it() {
        assert!(NAMES.is_sorted_by(|a, b| a.0.as_bytes() < b.0.as_bytes()));
        assert_eq!(NAMES.iter().map(|(name, _)| name.len()).max(), Some(LONGEST));
        for (name, _) in NAMES {
            let letters = name.strip_suffix(';').unwrap_or(name);
            assert!(letters.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
        }
        let old = OLD_INDICES.map(|index| NAMES[usize::from(index)].0);
        for pair in old.windows(2) {
            assert!(pair[0].len() <= 8 && !pair[1].starts_with(pair[0]), "{pair:?}");
        }
    }

    #[test]
    fn unfinished_names_stay_as_written_in_attributes() {
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
            assert_eq!(stays_as_written_in_attribute(name.as_bytes(), next), expected, "{name} {next:?}");
        }
    }
}
