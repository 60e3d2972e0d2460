//! Superscripts and subscripts in text: `10<sup>6</sup>` is written `10^6`, because `106` is another number.
//!
//! A script is marked with `^` or `_` if other text precedes it directly and it begins with a letter, a digit, or a sign and one
//! of these. It is in parentheses if it has other characters, or if it would continue in the text after it: `e^(a+b)`. Not
//! marked are a number below a letter (`H2O`) and the end of an ordinal number (`1st`).

use core::ops::Range;

/// Superscripts after a digit that are written like other letters.
const ORDINALS: [&str; 10] = ["st", "nd", "rd", "th", "er", "re", "nde", "eme", "ème", "ère"];

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

    /// Returns true if the script is a number, a name or a formula, and does not end an ordinal number.
    fn is_value(self, text: &str, range: &Range<usize>) -> bool {
        let (before, script) = (&text[..range.start], &text[range.clone()]);
        let unsigned = script.strip_prefix(is_sign).unwrap_or(script);
        let is_ordinal = || ORDINALS.iter().any(|ordinal| ordinal.eq_ignore_ascii_case(script));
        unsigned.starts_with(char::is_alphanumeric)
            && !(self.is_super && before.ends_with(|character: char| character.is_ascii_digit()) && is_ordinal())
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
    for script in scripts {
        let range = script.range(text);
        if let Some(end) = close.filter(|&end| end <= range.start) {
            push(&text[at..end]);
            push(")");
            (at, close) = (end, None);
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
            ("M^me;", "M^me"),
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
