//! Accents above and below other formulas.

/// An accent. Its command takes the formula below or above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accent {
    /// The command for a single character.
    narrow: &'static str,
    /// The command for a longer formula.
    wide: &'static str,
    /// True if a script of the result is a limit: the label of a brace.
    pub(super) takes_limits: bool,
}

impl Accent {
    const fn new(narrow: &'static str, wide: &'static str) -> Self {
        Self { narrow, wide, takes_limits: false }
    }

    const fn brace(command: &'static str) -> Self {
        Self { narrow: command, wide: command, takes_limits: true }
    }

    /// Returns the command for a single character, or for a longer formula.
    pub(super) fn command(self, is_single: bool) -> &'static str {
        if is_single { self.narrow } else { self.wide }
    }

    /// Returns the accent of a character above a formula.
    pub(super) fn over(character: char) -> Option<Self> {
        Some(match character {
            '^' | '\u{2C6}' | '\u{302}' => Self::new("\\hat", "\\widehat"),
            '~' | '\u{2DC}' | '\u{303}' | '\u{223C}' => Self::new("\\tilde", "\\widetilde"),
            '_' | '¯' | '\u{2C9}' | '\u{304}' | '\u{305}' | '\u{2015}' | '\u{203E}' => {
                Self::new("\\bar", "\\overline")
            }
            '→' | '\u{20D7}' => Self::new("\\vec", "\\overrightarrow"),
            '←' | '\u{20D6}' => Self::new("\\overleftarrow", "\\overleftarrow"),
            '↔' | '\u{20E1}' => Self::new("\\overleftrightarrow", "\\overleftrightarrow"),
            '⇀' | '\u{20D1}' => Self::new("\\overrightharpoon", "\\overrightharpoon"),
            '↼' | '\u{20D0}' => Self::new("\\overleftharpoon", "\\overleftharpoon"),
            '.' | '·' | '\u{2D9}' | '\u{307}' | '⋅' => Self::new("\\dot", "\\dot"),
            '¨' | '\u{308}' => Self::new("\\ddot", "\\ddot"),
            '\u{20DB}' => Self::new("\\dddot", "\\dddot"),
            '\u{20DC}' => Self::new("\\ddddot", "\\ddddot"),
            'ˇ' | '\u{30C}' => Self::new("\\check", "\\widecheck"),
            '˘' | '\u{306}' => Self::new("\\breve", "\\breve"),
            '´' | '\u{2CA}' | '\u{301}' => Self::new("\\acute", "\\acute"),
            '`' | '\u{2CB}' | '\u{300}' => Self::new("\\grave", "\\grave"),
            '°' | '˚' | '\u{30A}' => Self::new("\\mathring", "\\mathring"),
            '⏞' | '\u{FE37}' => Self::brace("\\overbrace"),
            '⏜' => Self::brace("\\overgroup"),
            _ => return None,
        })
    }

    /// Returns the accent of a character below a formula.
    pub(super) fn under(character: char) -> Option<Self> {
        Some(match character {
            '_' | '¯' | '\u{2C9}' | '\u{331}' | '\u{332}' | '\u{2015}' | '\u{203E}' => {
                Self::new("\\underline", "\\underline")
            }
            '→' => Self::new("\\underrightarrow", "\\underrightarrow"),
            '←' => Self::new("\\underleftarrow", "\\underleftarrow"),
            '↔' => Self::new("\\underleftrightarrow", "\\underleftrightarrow"),
            '~' | '\u{2DC}' | '\u{223C}' | '\u{330}' => Self::new("\\utilde", "\\utilde"),
            '⏟' | '\u{FE38}' => Self::brace("\\underbrace"),
            '⏝' => Self::brace("\\undergroup"),
            _ => return None,
        })
    }
}
