//! The named character references of each edition, stored as differences from the table of the Living Standard.
//!
//! A name of the Living Standard, with its semicolon if it has one, is a name of
//!
//! * the draft of 2007 if its semicolon is optional, or if it is one of [`NAMES_OF_2007`];
//! * the drafts of 2008 and 2009 if it gives one code point and is not one of [`LATE_NAMES`].
//!
//! Some names of the drafts have a different meaning now: [`OTHER_MEANINGS_IN_2007`], [`OTHER_MEANINGS_IN_2008`].

use super::Edition;
use tagrake::references::NAMES;

/// The names of 2007 whose `;` is required, in byte order. Together with the 106 names whose `;` is optional, each with
/// and without it, they are the 366 names of that draft: the names of HTML 4, and AMP, COPY, GT, LT, QUOT, REG, TRADE,
/// apos.
#[rustfmt::skip]
const NAMES_OF_2007: [&str; 154] = [
    "Alpha;", "Beta;", "Chi;", "Dagger;", "Delta;", "Epsilon;", "Eta;", "Gamma;", "Iota;", "Kappa;", "Lambda;", "Mu;",
    "Nu;", "OElig;", "Omega;", "Omicron;", "Phi;", "Pi;", "Prime;", "Psi;", "Rho;", "Scaron;", "Sigma;", "TRADE;",
    "Tau;", "Theta;", "Upsilon;", "Xi;", "Yuml;", "Zeta;", "alefsym;", "alpha;", "and;", "ang;", "apos;", "asymp;",
    "bdquo;", "beta;", "bull;", "cap;", "chi;", "circ;", "clubs;", "cong;", "crarr;", "cup;", "dArr;", "dagger;",
    "darr;", "delta;", "diams;", "empty;", "emsp;", "ensp;", "epsilon;", "equiv;", "eta;", "euro;", "exist;", "fnof;",
    "forall;", "frasl;", "gamma;", "ge;", "hArr;", "harr;", "hearts;", "hellip;", "image;", "infin;", "int;", "iota;",
    "isin;", "kappa;", "lArr;", "lambda;", "lang;", "larr;", "lceil;", "ldquo;", "le;", "lfloor;", "lowast;", "loz;",
    "lrm;", "lsaquo;", "lsquo;", "mdash;", "minus;", "mu;", "nabla;", "ndash;", "ne;", "ni;", "notin;", "nsub;", "nu;",
    "oelig;", "oline;", "omega;", "omicron;", "oplus;", "or;", "otimes;", "part;", "permil;", "perp;", "phi;", "pi;",
    "piv;", "prime;", "prod;", "prop;", "psi;", "rArr;", "radic;", "rang;", "rarr;", "rceil;", "rdquo;", "real;",
    "rfloor;", "rho;", "rlm;", "rsaquo;", "rsquo;", "sbquo;", "scaron;", "sdot;", "sigma;", "sigmaf;", "sim;",
    "spades;", "sub;", "sube;", "sum;", "sup;", "supe;", "tau;", "there4;", "theta;", "thetasym;", "thinsp;", "tilde;",
    "trade;", "uArr;", "uarr;", "upsih;", "upsilon;", "weierp;", "xi;", "zeta;", "zwj;", "zwnj;",
];

/// The names of 2007 that now have another meaning, with their old meaning.
const OTHER_MEANINGS_IN_2007: [(&str, char); 2] = [("lang;", '\u{3008}'), ("rang;", '\u{3009}')];

/// The names for one code point that were added after 2009. All names for two code points were added after 2009, too.
const LATE_NAMES: [&str; 2] = ["bsolhsub;", "suphsol;"];

/// The names of 2008 and 2009 that now have another meaning, with their old meaning.
const OTHER_MEANINGS_IN_2008: [(&str, char); 10] = [
    ("OverBar;", '\u{AF}'),
    ("UnderBar;", '\u{332}'),
    ("angst;", '\u{212B}'),
    ("epsi;", '\u{3F5}'),
    ("epsiv;", '\u{3B5}'),
    ("ohm;", '\u{2126}'),
    ("phiv;", '\u{3C6}'),
    ("race;", '\u{29DA}'),
    ("varepsilon;", '\u{3B5}'),
    ("varphi;", '\u{3C6}'),
];

/// The length of the longest name, in bytes.
const LONGEST: usize = 32;

/// A named character reference at the start of some bytes, after its `&`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamedReference {
    /// The length of the name, including its semicolon if it has one.
    pub(super) len: usize,
    /// The characters of the Living Standard. No name of the drafts has two code points.
    pub(super) characters: &'static str,
    /// The character in the edition, if it differs.
    other_meaning: Option<char>,
}

impl NamedReference {
    /// Returns the character that the reference gives in the edition.
    pub(super) fn character(self) -> char {
        self.other_meaning.or(self.characters.chars().next()).unwrap_or_default()
    }
}

/// Returns the longest name of the edition at the start of `rest`, the bytes after `&`.
pub(super) fn longest_name(edition: Edition, rest: &[u8]) -> Option<NamedReference> {
    let letters = rest.iter().take(LONGEST - 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let end = letters + usize::from(rest.get(letters) == Some(&b';'));
    (1..=end).rev().find_map(|len| {
        let index = NAMES.binary_search_by(|(name, _)| name.as_bytes().cmp(&rest[..len])).ok()?;
        let (name, characters) = NAMES[index];
        let other_meaning = other_meaning(edition, name);
        (other_meaning.is_some() || is_in(edition, name, characters)).then_some(NamedReference {
            len,
            characters,
            other_meaning,
        })
    })
}

/// Returns true if the edition has `name`, which gives `characters` in the Living Standard.
fn is_in(edition: Edition, name: &str, characters: &str) -> bool {
    let may_lack_semicolon = |name: &str| NAMES.binary_search_by_key(&name, |(known, _)| known).is_ok();
    match edition {
        Edition::October2007 => {
            name.strip_suffix(';').is_none_or(may_lack_semicolon) || NAMES_OF_2007.binary_search(&name).is_ok()
        }
        Edition::June2008 | Edition::July2008 | Edition::February2009 => {
            characters.chars().nth(1).is_none() && !LATE_NAMES.contains(&name)
        }
        Edition::Living => true,
    }
}

/// Returns the character that `name` gives in the edition, if it differs from the Living Standard.
fn other_meaning(edition: Edition, name: &str) -> Option<char> {
    let table: &[(&str, char)] = match edition {
        Edition::October2007 => &OTHER_MEANINGS_IN_2007,
        Edition::June2008 | Edition::July2008 | Edition::February2009 => &OTHER_MEANINGS_IN_2008,
        Edition::Living => &[],
    };
    table.iter().find(|(known, _)| *known == name).map(|&(_, character)| character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_have_the_number_of_names_of_their_drafts() {
        for (edition, all, with_semicolon) in
            [(Edition::October2007, 366, 260), (Edition::June2008, 2137, 2031), (Edition::Living, 2231, 2125)]
        {
            let names = || {
                NAMES.iter().filter(|(name, _)| {
                    longest_name(edition, name.as_bytes()).is_some_and(|found| found.len == name.len())
                })
            };
            assert_eq!(names().count(), all, "{edition}");
            assert_eq!(names().filter(|(name, _)| name.ends_with(';')).count(), with_semicolon, "{edition}");
        }
        assert!(NAMES_OF_2007.is_sorted());
        assert_eq!(NAMES.iter().map(|(name, _)| name.len()).max(), Some(LONGEST));
    }

    #[test]
    fn finds_the_longest_name_of_the_edition() {
        let [old, middle, living] = [Edition::October2007, Edition::July2008, Edition::Living];
        let cases = [
            (old, "notinva;", "not", '¬'),
            (middle, "notinva;", "notinva;", '∉'),
            (middle, "notindot;", "not", '¬'),
            (living, "notindot;", "notindot;", '⋵'),
            (old, "lang;", "lang;", '\u{3008}'),
            (middle, "lang;", "lang;", '\u{27E8}'),
            (middle, "race;", "race;", '\u{29DA}'),
            (middle, "epsi;", "epsi;", '\u{3F5}'),
            (living, "epsi;", "epsi;", 'ε'),
            (old, "apos;", "apos;", '\''),
        ];
        for (edition, rest, name, character) in cases {
            let found = longest_name(edition, rest.as_bytes()).expect("the table has a name");
            assert_eq!((&rest[..found.len], found.character()), (name, character), "{edition}: {rest}");
        }
        for (edition, rest) in [(old, "Abreve;"), (middle, "bsolhsub;"), (middle, "bne;"), (living, "bogus;")] {
            assert_eq!(longest_name(edition, rest.as_bytes()), None, "{edition}: {rest}");
        }
    }
}
