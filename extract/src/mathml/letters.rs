//! Alphabets of mathematical letters and digits, such as bold and double-struck: as `mathvariant`, and as characters.

/// An alphabet of TeX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// The default: single letters are italic, longer names upright.
    Default,
    Upright,
    Italic,
    Bold,
    BoldItalic,
    Script,
    Fraktur,
    DoubleStruck,
    SansSerif,
    Monospace,
}

use Alphabet::*;

/// The alphabets of U+1D400 to U+1D6A3, with 52 letters each.
const LATIN: [Alphabet; 13] = [
    Bold,
    Italic,
    BoldItalic,
    Script,
    Script,
    Fraktur,
    DoubleStruck,
    Fraktur,
    SansSerif,
    SansSerif,
    SansSerif,
    SansSerif,
    Monospace,
];

/// The alphabets of U+1D6A8 to U+1D7CB, with 58 characters each.
const GREEK: [Alphabet; 5] = [Bold, Italic, BoldItalic, Bold, BoldItalic];

/// The characters of an alphabet of Greek letters, in order.
const GREEK_LETTERS: [char; 58] = {
    let mut letters = ['\0'; 58];
    let mut index = 0;
    while index < 25 {
        letters[index] = char_at('Α', index);
        letters[26 + index] = char_at('α', index);
        index += 1;
    }
    letters[17] = 'Θ';
    letters[25] = '∇';
    let (symbols, mut index) = (['∂', 'ϵ', 'ϑ', 'ϰ', 'ϕ', 'ϱ', 'ϖ'], 0);
    while index < symbols.len() {
        letters[51 + index] = symbols[index];
        index += 1;
    }
    letters
};

/// The alphabets of U+1D7CE to U+1D7FF, with 10 digits each.
const DIGITS: [Alphabet; 5] = [Bold, DoubleStruck, SansSerif, SansSerif, Monospace];

/// Returns the character `offset` code points after `first`.
const fn char_at(first: char, offset: usize) -> char {
    match char::from_u32(first as u32 + offset as u32) {
        Some(character) => character,
        None => char::REPLACEMENT_CHARACTER,
    }
}

impl Alphabet {
    /// Returns the alphabet with this name in the attribute `mathvariant`.
    pub(super) fn of_variant(name: &str) -> Option<Self> {
        Some(match name.trim_ascii() {
            "normal" => Upright,
            "italic" => Italic,
            "bold" => Bold,
            "bold-italic" => BoldItalic,
            "script" | "bold-script" => Script,
            "fraktur" | "bold-fraktur" => Fraktur,
            "double-struck" => DoubleStruck,
            "sans-serif" | "bold-sans-serif" | "sans-serif-italic" | "sans-serif-bold-italic" => SansSerif,
            "monospace" => Monospace,
            _ => return None,
        })
    }

    /// Returns the command that selects the alphabet.
    pub(super) fn command(self) -> &'static str {
        match self {
            Default => "",
            Upright => "\\mathrm",
            Italic => "\\mathit",
            Bold => "\\mathbf",
            BoldItalic => "\\boldsymbol",
            Script => "\\mathcal",
            Fraktur => "\\mathfrak",
            DoubleStruck => "\\mathbb",
            SansSerif => "\\mathsf",
            Monospace => "\\mathtt",
        }
    }
}

/// Returns the alphabet of a character, and the character in the default alphabet.
pub(super) fn alphabet_of(character: char) -> (Alphabet, char) {
    let code = character as usize;
    match code {
        0x1D400..=0x1D6A3 => {
            let (alphabet, letter) = ((code - 0x1D400) / 52, (code - 0x1D400) % 52);
            let first = if letter < 26 { 'A' } else { 'a' };
            (LATIN[alphabet], char_at(first, letter % 26))
        }
        0x1D6A4 => (Default, '\u{131}'),
        0x1D6A5 => (Default, '\u{237}'),
        0x1D6A8..=0x1D7C9 => (GREEK[(code - 0x1D6A8) / 58], GREEK_LETTERS[(code - 0x1D6A8) % 58]),
        0x1D7CE..=0x1D7FF => (DIGITS[(code - 0x1D7CE) / 10], char_at('0', (code - 0x1D7CE) % 10)),
        _ => (Default, character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_alphabets() {
        let table = [
            ('𝐀', Bold, 'A'),
            ('𝑥', Italic, 'x'),
            ('𝒛', BoldItalic, 'z'),
            ('𝓐', Script, 'A'),
            ('𝔤', Fraktur, 'g'),
            ('𝔸', DoubleStruck, 'A'),
            ('𝚣', Monospace, 'z'),
            ('𝚤', Default, '\u{131}'),
            ('𝚨', Bold, 'Α'),
            ('𝚹', Bold, 'Θ'),
            ('𝛁', Bold, '∇'),
            ('𝛼', Italic, 'α'),
            ('𝜔', Italic, 'ω'),
            ('𝜕', Italic, '∂'),
            ('𝟋', Default, '𝟋'),
            ('𝟏', Bold, '1'),
            ('𝟙', DoubleStruck, '1'),
            ('𝟿', Monospace, '9'),
            ('x', Default, 'x'),
        ];
        for (character, alphabet, letter) in table {
            assert_eq!(alphabet_of(character), (alphabet, letter), "{character}");
        }
    }
}
