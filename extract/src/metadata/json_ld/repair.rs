//! Repairs JSON that strict parsers reject: comments, the delimiters of CDATA sections, trailing commas, and semicolons after the
//! value.
//!
//! These are what pages have, and what the PyPI package extruct 0.18 reads (it removes comments and trailing commas).

use super::checker::{Checked, check};
use bumpalo::Bump;
use bumpalo::collections::String;

/// Comments, from their start to just past their end.
const COMMENTS: [(&str, &str); 3] = [("//", "\n"), ("/*", "*/"), ("<!--", "-->")];
/// Text that is left out between tokens.
const DELIMITERS: [&str; 5] = ["<![CDATA[", "]]>", "]]&gt;", "-->", "\u{FEFF}"];

/// Returns the JSON in `text` after the repair, and what is known of it; `None` if it is still no JSON.
pub(super) fn repair<'a>(text: &str, bump: &'a Bump) -> Option<(&'a str, Checked)> {
    let mut repair = Repair { json: String::with_capacity_in(text.len(), bump), depth: 0 };
    let mut rest = text;
    while !rest.is_empty() {
        rest = repair.take(rest)?;
    }
    if repair.depth == 0 {
        repair.remove_comma();
    }
    let json = repair.json.into_bump_str();
    let checked = check(json);
    checked.error.is_none().then_some((json, checked))
}

struct Repair<'a> {
    /// The tokens and white space so far.
    json: String<'a>,
    /// The number of open arrays and objects.
    depth: usize,
}

impl Repair<'_> {
    /// Takes a token, a comment or white space from the start of `rest`. Returns what follows; `None` if a string does not end.
    fn take<'t>(&mut self, rest: &'t str) -> Option<&'t str> {
        if let Some((end, inner)) = COMMENTS.iter().find_map(|(start, end)| Some((end, rest.strip_prefix(start)?))) {
            return Some(inner.split_once(end).map_or("", |(_, after)| after));
        }
        if let Some(after) = DELIMITERS.iter().find_map(|delimiter| rest.strip_prefix(delimiter)) {
            return Some(after);
        }
        let first = rest.chars().next()?;
        let len = match first {
            '"' => string_len(rest)?,
            ';' if self.depth == 0 && !self.json.is_empty() => return Some(&rest[1..]),
            '{' | '[' => {
                self.depth += 1;
                1
            }
            '}' | ']' => {
                self.depth = self.depth.saturating_sub(1);
                self.remove_comma();
                1
            }
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(len);
        self.json.push_str(token);
        Some(after)
    }

    /// Removes a comma at the end of the JSON so far, and the white space after it.
    fn remove_comma(&mut self) {
        let read = self.json.trim_ascii_end();
        if let Some(before) = read.strip_suffix(',') {
            let len = before.len();
            self.json.truncate(len);
        }
    }
}

/// Returns the length of the string at the start of `text`, with its quotes; `None` if it does not end.
fn string_len(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn repaired(text: &str) -> Option<String> {
        repair(text, &Bump::new()).map(|(json, _)| json.trim_ascii().into())
    }

    #[test]
    fn comments_delimiters_commas_and_semicolons_are_removed() {
        let table = [
            ("// a\n{\"b\":1}", "{\"b\":1}"),
            ("{\"b\":// a\n1}", "{\"b\":1}"),
            ("/* a */[1]/* b", "[1]"),
            ("<!-- a -->[1]", "[1]"),
            ("<![CDATA[[1]]]>;", "[1]"),
            ("[1]// ]]&gt;", "[1]"),
            ("[1]\n]]&gt;", "[1]"),
            ("[1] -->", "[1]"),
            ("[1];;", "[1]"),
            ("[1],", "[1]"),
            ("[1, \n]", "[1]"),
            ("[,]", "[]"),
            ("{\"a\":[1,],}", "{\"a\":[1]}"),
            (
                "[\"// a\",\"/* b */\",\"c\\\",]\",\"<!-- d -->\",\"]]>\",];",
                "[\"// a\",\"/* b */\",\"c\\\",]\",\"<!-- d -->\",\"]]>\"]",
            ),
            ("[\"a\u{1}\n\",]", "[\"a\u{1}\n\"]"),
        ];
        for (text, expected) in table {
            assert_eq!(repaired(text).as_deref(), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn other_text_is_not_repaired() {
        for text in [
            "",
            ";",
            ",",
            "a",
            "[1",
            "[1]]",
            "[1][2]",
            "[1,,]",
            "{\"a\":1;}",
            "[\"a]",
            "[\"a\\",
            "{'a':1}",
            "[1 2]",
            "//[1]",
        ] {
            assert_eq!(repaired(text), None, "{text:?}");
        }
    }

    #[test]
    fn adversarial_texts_take_linear_time() {
        const LONG: usize = if cfg!(miri) { 1 << 6 } else { 1 << 20 };
        for piece in [" ", ",", ";", "\"", "\\", "[", "]", "/*", "//", "<!--", "-->", "]]>", ", ", "[,]", "\"\"", "<"] {
            repaired(&piece.repeat(LONG / piece.len()));
            repaired(&alloc::format!("[1{}]", piece.repeat(LONG / piece.len())));
        }
    }
}
