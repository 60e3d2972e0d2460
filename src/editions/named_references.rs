//! The named references of each edition, as differences from the table of the living standard.

use super::Edition;
use crate::references::NAMES;

/// The names of 2007 that end with `;` and cannot go without it, in byte order. With the 106 that can go without, each
/// with and without, they are the 366 names of that draft: those of HTML 4, and AMP, COPY, GT, LT, QUOT, REG, TRADE, apos.
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

/// What names of 2007 stood for, if it is not what they stand for today.
const OTHERWISE_IN_2007: [(&str, char); 2] = [("lang;", '\u{3008}'), ("rang;", '\u{3009}')];

/// The names that stand for one code point today, and came after 2009. All but one that stand for two did so, too.
const LATE_NAMES: [&str; 2] = ["bsolhsub;", "suphsol;"];

/// What names of 2008 and 2009 stood for, if it is not what they stand for today.
const OTHERWISE_IN_2008: [(&str, char); 10] = [
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

/// The length of the longest name.
const LONGEST: usize = 32;

/// A name at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamedReference {
    /// Its length, with its semicolon if it has one.
    pub(super) len: usize,
    /// What it stands for: no name of the drafts stands for two code points.
    pub(super) characters: &'static str,
    /// What it stands for in the edition, if that is not what it stands for today.
    otherwise: Option<char>,
}

impl NamedReference {
    /// Returns the character that the name stands for.
    pub(super) fn character(self) -> char {
        self.otherwise.or(self.characters.chars().next()).unwrap_or_default()
    }
}

/// Returns the longest name of the edition's table that `rest`, the bytes after `&`, begins with.
pub(super) fn longest_name(edition: Edition, rest: &[u8]) -> Option<NamedReference> {
    let letters = rest.iter().take(LONGEST - 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let end = letters + usize::from(rest.get(letters) == Some(&b';'));
    (1..=end).rev().find_map(|len| {
        let index = NAMES.binary_search_by(|(name, _)| name.as_bytes().cmp(&rest[..len])).ok()?;
        let (name, characters) = NAMES[index];
        let otherwise = otherwise(edition, name);
        (otherwise.is_some() || is_in(edition, name, characters)).then_some(NamedReference {
            len,
            characters,
            otherwise,
        })
    })
}

/// Returns whether the edition's table has `name`, which today stands for `characters`.
fn is_in(edition: Edition, name: &str, characters: &str) -> bool {
    let can_go_without = |name: &str| NAMES.binary_search_by_key(&name, |(known, _)| known).is_ok();
    match edition {
        Edition::October2007 => {
            name.strip_suffix(';').is_none_or(can_go_without) || NAMES_OF_2007.binary_search(&name).is_ok()
        }
        Edition::June2008 | Edition::July2008 | Edition::February2009 => {
            characters.chars().nth(1).is_none() && !LATE_NAMES.contains(&name)
        }
        Edition::Living => true,
    }
}

fn otherwise(edition: Edition, name: &str) -> Option<char> {
    let table: &[(&str, char)] = match edition {
        Edition::October2007 => &OTHERWISE_IN_2007,
        Edition::June2008 | Edition::July2008 | Edition::February2009 => &OTHERWISE_IN_2008,
        Edition::Living => &[],
    };
    table.iter().find(|(known, _)| *known == name).map(|&(_, character)| character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_as_many_names_as_the_drafts() {
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
    fn the_longest_name_depends_on_the_table() {
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
