//! The language of a text, by the trigrams and alphabets of [whatlang](https://docs.rs/whatlang).

use crate::char_boundary::floor_char_boundary;
use std::fmt;
use std::str::FromStr;
use tagrake::UnknownName;
use whatlang::Lang;

/// Maximum bytes of a text from which its language is guessed. More text takes longer and changes few answers.
const MAX_BYTES: usize = 2 << 10;

/// A language that can be detected, by its code in ISO 639-1: two letters. Norwegian, which is detected as Bokmål, is `no`.
///
/// ```
/// use tagrake_bulk::Language;
///
/// let language: Language = "EN".parse()?;
/// assert_eq!(language.code(), "en");
/// assert!("en-US".parse::<Language>().is_err());
/// # Ok::<(), tagrake_bulk::UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Language(Lang);

impl Language {
    /// Returns the languages that can be detected.
    pub fn all() -> impl Iterator<Item = Self> {
        Lang::all().iter().copied().map(Self)
    }

    /// Returns the code in ISO 639-1.
    pub fn code(self) -> &'static str {
        code(self.0)
    }

    /// Guesses the language of a text from its first 2 KiB. Returns it with the confidence, from 0 to 1, or `None` if no letters of a
    /// known alphabet are there.
    ///
    /// ```
    /// use tagrake_bulk::Language;
    ///
    /// let (language, confidence) = Language::detect("Der Nebel hob sich, und die Boote liefen aus.").unwrap();
    /// assert_eq!((language.code(), confidence > 0.9), ("de", true));
    /// assert_eq!(Language::detect("1 + 1 = 2"), None);
    /// ```
    pub fn detect(text: &str) -> Option<(Self, f64)> {
        let start = &text[..floor_char_boundary(text, MAX_BYTES)];
        whatlang::detect(start).map(|info| (Self(info.lang()), info.confidence()))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownName;

    /// Parses a code in ISO 639-1, in any case. The error lists the known codes.
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::all().find(|language| language.code().eq_ignore_ascii_case(name)).ok_or_else(|| {
            let mut codes: Vec<_> = Self::all().map(Self::code).collect();
            codes.sort_unstable();
            UnknownName::new("language that can be detected", name, codes)
        })
    }
}

fn code(language: Lang) -> &'static str {
    match language {
        Lang::Afr => "af",
        Lang::Aka => "ak",
        Lang::Amh => "am",
        Lang::Ara => "ar",
        Lang::Aze => "az",
        Lang::Bel => "be",
        Lang::Bul => "bg",
        Lang::Ben => "bn",
        Lang::Cat => "ca",
        Lang::Ces => "cs",
        Lang::Cym => "cy",
        Lang::Dan => "da",
        Lang::Deu => "de",
        Lang::Ell => "el",
        Lang::Eng => "en",
        Lang::Epo => "eo",
        Lang::Spa => "es",
        Lang::Est => "et",
        Lang::Pes => "fa",
        Lang::Fin => "fi",
        Lang::Fra => "fr",
        Lang::Guj => "gu",
        Lang::Heb => "he",
        Lang::Hin => "hi",
        Lang::Hrv => "hr",
        Lang::Hun => "hu",
        Lang::Hye => "hy",
        Lang::Ind => "id",
        Lang::Ita => "it",
        Lang::Jpn => "ja",
        Lang::Jav => "jv",
        Lang::Kat => "ka",
        Lang::Khm => "km",
        Lang::Kan => "kn",
        Lang::Kor => "ko",
        Lang::Lat => "la",
        Lang::Lit => "lt",
        Lang::Lav => "lv",
        Lang::Mkd => "mk",
        Lang::Mal => "ml",
        Lang::Mar => "mr",
        Lang::Mya => "my",
        Lang::Nep => "ne",
        Lang::Nld => "nl",
        Lang::Nob => "no",
        Lang::Ori => "or",
        Lang::Pan => "pa",
        Lang::Pol => "pl",
        Lang::Por => "pt",
        Lang::Ron => "ro",
        Lang::Rus => "ru",
        Lang::Sin => "si",
        Lang::Slk => "sk",
        Lang::Slv => "sl",
        Lang::Sna => "sn",
        Lang::Srp => "sr",
        Lang::Swe => "sv",
        Lang::Tam => "ta",
        Lang::Tel => "te",
        Lang::Tha => "th",
        Lang::Tuk => "tk",
        Lang::Tgl => "tl",
        Lang::Tur => "tr",
        Lang::Ukr => "uk",
        Lang::Urd => "ur",
        Lang::Uzb => "uz",
        Lang::Vie => "vi",
        Lang::Yid => "yi",
        Lang::Cmn => "zh",
        Lang::Zul => "zu",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_language_has_a_code_of_its_own() {
        let codes: HashSet<_> = Language::all().map(Language::code).collect();
        assert_eq!(codes.len(), Lang::all().len());
        assert!(codes.iter().all(|code| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase())));
    }

    #[test]
    fn languages_are_detected_whatever_follows() {
        let texts = [
            ("en", "The fog lifted, and the boats left the harbour one after another."),
            ("de", "Der Nebel hob sich, und die Boote verliessen nacheinander den Hafen."),
            ("fr", "Le brouillard se leva, et les bateaux quittèrent le port l'un après l'autre."),
            ("ja", "霧が晴れて、船は次々と港を出ていった。"),
            ("zh", "雾散了，船一艘接一艘地离开了港口。"),
            (
                "ru",
                "Утром туман рассеялся, и лодки одна за другой вышли из гавани. Никто не ожидал, что паром отправится в этот же \
                 день, потому что его двигатель отказал дважды за неделю.",
            ),
            ("el", "Η ομίχλη διαλύθηκε και τα πλοία έφυγαν από το λιμάνι."),
        ];
        for (code, text) in texts {
            for text in [text.to_owned(), format!("{} é {}", text.repeat(80), "x".repeat(1 << 20))] {
                assert_eq!(Language::detect(&text).map(|(language, _)| language.code()), Some(code), "{text:.80}");
            }
        }
        assert_eq!(Language::detect(""), None);
    }
}
