//! The names of months in the languages of most pages.

/// The names of each month, in lower case: English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish and
/// Norwegian, Polish, Czech, Russian, Turkish. Polish, Czech and Russian in the genitive, as in dates. Source: the Common Locale
/// Data Repository, wide format.
const NAMES: [&[&str]; 12] = [
    &[
        "january",
        "januar",
        "jänner",
        "janvier",
        "enero",
        "gennaio",
        "janeiro",
        "januari",
        "stycznia",
        "ledna",
        "января",
        "ocak",
    ],
    &[
        "february",
        "februar",
        "feber",
        "février",
        "febrero",
        "febbraio",
        "fevereiro",
        "februari",
        "lutego",
        "února",
        "февраля",
        "şubat",
    ],
    &["march", "märz", "mars", "marzo", "março", "maart", "marts", "marca", "března", "марта", "mart"],
    &["april", "avril", "abril", "aprile", "kwietnia", "dubna", "апреля", "nisan"],
    &["may", "mai", "mayo", "maggio", "maio", "mei", "maj", "maja", "května", "мая", "mayıs"],
    &["june", "juni", "juin", "junio", "giugno", "junho", "czerwca", "června", "июня", "haziran"],
    &["july", "juli", "juillet", "julio", "luglio", "julho", "lipca", "července", "июля", "temmuz"],
    &["august", "août", "agosto", "augustus", "augusti", "sierpnia", "srpna", "августа", "ağustos"],
    &["september", "septembre", "septiembre", "settembre", "setembro", "września", "září", "сентября", "eylül"],
    &["october", "oktober", "octobre", "octubre", "ottobre", "outubro", "października", "října", "октября", "ekim"],
    &["november", "novembre", "noviembre", "novembro", "listopada", "listopadu", "ноября", "kasım"],
    &[
        "december",
        "dezember",
        "décembre",
        "diciembre",
        "dicembre",
        "dezembro",
        "desember",
        "grudnia",
        "prosince",
        "декабря",
        "aralık",
    ],
];

/// Abbreviations other than the first three letters of an English name, with their months.
const SHORT: [(&str, usize); 9] =
    [("sept", 9), ("mär", 3), ("mrz", 3), ("okt", 10), ("dez", 12), ("févr", 2), ("juil", 7), ("déc", 12), ("ene", 1)];

/// Returns the number of the month with this name, from 1. An English name may be cut to three letters.
pub(super) fn month_of(word: &str) -> Option<usize> {
    let lower = word.to_lowercase();
    let is_name = |names: &&[&str]| names.contains(&&*lower) || lower.len() == 3 && names[0].starts_with(&*lower);
    let found = NAMES.iter().position(is_name).map(|index| index + 1);
    found.or_else(|| SHORT.iter().find(|(short, _)| *short == lower).map(|(_, month)| *month))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_of_two_months() {
        for (index, names) in NAMES.iter().enumerate() {
            for name in *names {
                assert_eq!(month_of(name), Some(index + 1), "{name}");
                assert_eq!(month_of(&name.to_uppercase()).is_some(), !name.contains('ı'), "{name}");
            }
        }
        for (name, month) in SHORT.into_iter().chain([("Jan", 1), ("Dec", 12), ("Mar", 3), ("MAY", 5)]) {
            assert_eq!(month_of(name), Some(month), "{name}");
        }
        for name in ["", "ja", "janu", "today", "de"] {
            assert_eq!(month_of(name), None, "{name}");
        }
    }
}
