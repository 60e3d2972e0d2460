//! Superscripts and subscripts in text: `10<sup>6</sup>` is written `10^6`, because `106` is another number.
//!
//! A script is marked with `^` or `_` if other text precedes it directly and it begins with a letter, a digit, or a sign and one
//! of these. It is in parentheses if it has other characters, or if it would continue in the text after it: `e^(a+b)`. Not
//! marked are a number below a letter (`H2O`), the end of an ordinal number (`1st`, `XIXe`) and of some abbreviations (`Mme`), and the
//! numbers of a fraction, which a space separates from a number before it: `1<sup>1</sup>/<sub>2</sub>` is written `1 1/2`.

use core::ops::Range;

/// Superscripts after a number that are written like other letters: in English, French, Spanish and Portuguese.
const ORDINALS: [&str; 17] =
    ["st", "nd", "rd", "th", "er", "re", "nde", "eme", "ème", "ère", "e", "es", "o", "a", "os", "as", "ra"];

/// Words with a superscript that are abbreviations: the letters before it, and the superscript.
const ABBREVIATIONS: [(&str, &str); 8] =
    [("M", "me"), ("M", "mes"), ("M", "lle"), ("M", "lles"), ("M", "gr"), ("n", "o"), ("N", "o"), ("n", "os")];

/// Maximum number of letters of a Roman numeral.
const WORD: usize = 15;

/// The letters of Roman numerals.
const ROMAN: &str = "IVXLCDM";

/// A superscript or a subscript, by its byte range in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Script {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) is_super: bool,
}

impl Script {
    /// Returns the range without white space at its ends.
    fn range(self, text: &str) -> Range<usize> {
        let (start, end) = (self.start as usize, self.end.max(self.start) as usize);
        let script = text[start..end].trim_end();
        end - (end - start - script.len()) - script.trim_start().len()..start + script.len()
    }

    /// Returns the mark before the script in plain text.
    fn mark(self, text: &str, range: &Range<usize>) -> Option<&'static str> {
        let before = text[..range.start].chars().next_back()?;
        let script = &text[range.clone()];
        let is_apart = before.is_whitespace() || matches!(before, '(' | '[' | '{' | '«' | '“');
        let is_index = !self.is_super && before.is_alphabetic() && script.bytes().all(|byte| byte.is_ascii_digit());
        let is_marked = !is_apart && !is_index && self.is_value(text, range);
        is_marked.then_some(if self.is_super { "^" } else { "_" })
    }

    /// Returns true if the script is a number, a name or a formula, and does not end an ordinal number or an abbreviation.
    fn is_value(self, text: &str, range: &Range<usize>) -> bool {
        let (before, script) = (&text[..range.start], &text[range.clone()]);
        let unsigned = script.strip_prefix(is_sign).unwrap_or(script);
        unsigned.starts_with(char::is_alphanumeric) && !(self.is_super && ends_word(before, script))
    }

    /// Returns true if the script and the next one are the numbers of a fraction, with a slash between them.
    fn is_fraction_with(self, next: Self, text: &str, range: &Range<usize>) -> bool {
        let Some(slash) = text[range.end..].chars().next().filter(|slash| matches!(slash, '/' | '\u{2044}')) else {
            return false;
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let second = next.range(text);
        let follows_letter = || text[..range.start].ends_with(char::is_alphabetic);
        (self.is_super && !next.is_super && second.start == range.end + slash.len_utf8())
            && is_number(&text[range.clone()])
            && is_number(&text[second])
            && !follows_letter()
    }

    /// Returns true if the script has tags in Markdown: other text is next to it.
    pub(crate) fn has_tags(self, text: &str) -> bool {
        let range = self.range(text);
        let is_after = text[..range.start].ends_with(|character: char| !character.is_whitespace());
        let is_before = || text[range.end..].starts_with(char::is_alphanumeric);
        (is_after || is_before()) && self.is_value(text, &range)
    }
}

/// Calls `push` with the parts of a text and the marks of its scripts, which are in the order of their starts.
pub(crate) fn for_each_part<'t>(text: &'t str, scripts: impl Iterator<Item = Script>, mut push: impl FnMut(&'t str)) {
    // The end of the script in parentheses. Those inside it have none.
    let (mut at, mut close, mut last) = (0, None, usize::MAX);
    let mut scripts = scripts.peekable();
    while let Some(script) = scripts.next() {
        let range = script.range(text);
        if let Some(end) = close.filter(|&end| end <= range.start) {
            push(&text[at..end]);
            push(")");
            (at, close) = (end, None);
        }
        if close.is_none() && scripts.peek().is_some_and(|second| script.is_fraction_with(*second, text, &range)) {
            scripts.next();
            if text[..range.start].ends_with(char::is_numeric) {
                push(&text[at..range.start]);
                push(" ");
                at = range.start;
            }
            continue;
        }
        let Some(mark) = script.mark(text, &range).filter(|_| range.start != last && range.start >= at) else {
            continue;
        };
        push(&text[at..range.start]);
        push(mark);
        (at, last) = (range.start, range.start);
        if close.is_none() && !is_plain(text, &range) {
            push("(");
            close = Some(range.end);
        }
    }
    if let Some(end) = close {
        push(&text[at..end]);
        push(")");
        at = end;
    }
    push(&text[at..]);
}

/// Returns true if a superscript ends an ordinal number or an abbreviation that starts in the text before it.
fn ends_word(before: &str, script: &str) -> bool {
    let letters = before.chars().rev().take(WORD).take_while(|character| character.is_alphabetic());
    let (start, word) = before.split_at(before.len() - letters.map(char::len_utf8).sum::<usize>());
    let is_alone = !start.ends_with(char::is_alphanumeric);
    // A single letter is the name of a variable.
    let is_roman = || is_alone && word.len() > 1 && word.chars().all(|letter| ROMAN.contains(letter));
    let is_number = || before.strip_suffix('.').unwrap_or(before).ends_with(|digit: char| digit.is_ascii_digit());
    let is_ordinal = ORDINALS.iter().any(|ordinal| ordinal.eq_ignore_ascii_case(script));
    is_ordinal && (is_number() || is_roman()) || is_alone && ABBREVIATIONS.contains(&(word, script))
}

/// Returns true if the end of a script is clear without parentheses.
fn is_plain(text: &str, range: &Range<usize>) -> bool {
    let script = &text[range.clone()];
    let unsigned = script.strip_prefix(is_sign).unwrap_or(script);
    let (last, next) = (script.chars().next_back(), text[range.end..].chars().next());
    let are_both = |is: fn(char) -> bool| last.is_some_and(is) && next.is_some_and(is);
    unsigned.chars().all(|character| character.is_alphanumeric() || matches!(character, '.' | ','))
        && !are_both(char::is_alphabetic)
        && !are_both(char::is_numeric)
}

fn is_sign(character: char) -> bool {
    matches!(character, '+' | '-' | '±' | '−' | '–')
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Writes a text in which `^…;` is a superscript and `_…;` a subscript.
    fn written(marked: &str) -> String {
        let (mut text, mut scripts, mut open) = (String::new(), Vec::<Script>::new(), Vec::new());
        for character in marked.chars() {
            let at = text.len() as u32;
            match character {
                '^' | '_' => {
                    open.push(scripts.len());
                    scripts.push(Script { start: at, end: 0, is_super: character == '^' });
                }
                ';' => scripts[open.pop().expect("open")].end = at,
                _ => text.push(character),
            }
        }
        let mut out = String::new();
        for_each_part(&text, scripts.into_iter(), |part| out.push_str(part));
        out
    }

    #[test]
    fn scripts_are_marked() {
        let table = [
            ("10^6; x", "10^6 x"),
            ("100^2;=10000", "100^2=10000"),
            ("10^-3;", "10^-3"),
            ("10^−19; C", "10^−19 C"),
            ("x^2;y", "x^2y"),
            ("2^3;5", "2^(3)5"),
            ("x^n;y", "x^(n)y"),
            ("e^a+b;", "e^(a+b)"),
            ("e^x^2;;", "e^x^2"),
            ("e^-x^2;+1;", "e^(-x^2+1)"),
            ("x_i;^2;", "x_i^2"),
            ("(a+b)^2;", "(a+b)^2"),
            ("m^1.5;", "m^1.5"),
            ("2011_15ya;.", "2011_15ya."),
            ("note^3;.", "note^3."),
            ("end.^1,2;", "end.^1,2"),
            ("H_2;O", "H2O"),
            ("log_2;8", "log28"),
            ("1^st; 2^ND; 3^rd;", "1st 2ND 3rd"),
            ("XIX^e; II^e; 20^e; 2^a; 3^os; 1^RA;", "XIXe IIe 20e 2a 3os 1RA"),
            ("1.^er; 2.^a; it.^e;", "1.er 2.a it.^e"),
            ("M^me; M^lle; n^o; 5 N^o;", "Mme Mlle no 5 No"),
            ("x^a; X^e; aII^e; n^os;", "x^a X^e aII^e nos"),
            ("M^2; xM^me; m^o;", "M^2 xM^me m^o"),
            ("1^1;/_2; cups", "1 1/2 cups"),
            ("^3;/_4; (^3;/_4;) a^3;/_4;", "3/4 (3/4) a^3/_4"),
            ("10^1;\u{2044}_16;", "10 1\u{2044}16"),
            ("1 ^1;/_2;", "1 1/2"),
            ("2^1;/2 1^1;/_x; 2^1;/^2;", "2^1/2 1^1/_x 2^1/^2"),
            ("e^a+2^1;/_2;;", "e^(a+2^1/_2)"),
            ("a^[1];", "a[1]"),
            ("Na^+; ™^*;", "Na+ ™*"),
            ("^14;C (^14;C a ^14;C", "14C (14C a 14C"),
            ("a^ 1;", "a 1"),
            ("a^;b^^1;;", "ab^1"),
        ];
        for (marked, expected) in table {
            assert_eq!(written(marked), expected, "{marked}");
        }
    }
}
