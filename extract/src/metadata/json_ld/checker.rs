//! Checks the syntax of JSON.

use crate::text::strings::escape_bytes;

/// Maximum nesting depth of arrays and objects. Deeper text is rejected.
const DEPTH: usize = 512;

/// The result of a check.
#[derive(Default)]
pub(super) struct Checked {
    /// The offset of the first invalid byte, or the length if the text ends too early. `None` if the text is JSON.
    pub(super) error: Option<usize>,
    /// The number of values, including arrays and objects.
    pub(super) values: usize,
    /// The number of bytes that escapes add if the text is written as JSON.
    pub(super) escape_bytes: usize,
}

/// Checks that `text` is JSON ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259#section-2)), except that strings may
/// contain unescaped control characters. Nesting deeper than [`DEPTH`] is invalid.
pub(super) fn check(text: &str) -> Checked {
    let mut checker =
        JsonChecker { text: text.as_bytes(), at: 0, depth: 0, objects: [0; DEPTH / 64], values: 0, escape_bytes: 0 };
    let is_json = checker.check_text().is_some();
    Checked {
        error: (!is_json).then_some(checker.at),
        values: checker.values,
        // Text that is not JSON is written as a string.
        escape_bytes: if is_json { checker.escape_bytes } else { escape_bytes(text.as_bytes()) },
    }
}

/// A JSON checker without recursion. If a method returns `None`, `at` is the offset of the error.
struct JsonChecker<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    /// One bit per open level: 1 for an object, 0 for an array.
    objects: [u64; DEPTH / 64],
    values: usize,
    escape_bytes: usize,
}

impl JsonChecker<'_> {
    fn check_text(&mut self) -> Option<()> {
        loop {
            self.check_value()?;
            if self.depth == 0 {
                break;
            }
        }
        self.skip_white_space();
        (self.at == self.text.len()).then_some(())
    }

    /// Checks a value, or the start of a non-empty array or object. After a complete value, it also checks the ends of
    /// levels, and a comma with the name of the next member.
    fn check_value(&mut self) -> Option<()> {
        self.values += 1;
        self.skip_white_space();
        match self.peek()? {
            b'{' => return self.open(true),
            b'[' => return self.open(false),
            b'"' => self.check_string()?,
            b't' => self.check_literal(b"true")?,
            b'f' => self.check_literal(b"false")?,
            b'n' => self.check_literal(b"null")?,
            _ => self.check_number()?,
        }
        self.check_end_of_value()
    }

    fn open(&mut self, is_object: bool) -> Option<()> {
        let word = self.objects.get_mut(self.depth / 64)?;
        let bit = 1 << (self.depth % 64);
        *word = if is_object { *word | bit } else { *word & !bit };
        self.depth += 1;
        self.at += 1;
        self.skip_white_space();
        match self.peek()? {
            b'}' if is_object => self.check_end_of_value(),
            b']' if !is_object => self.check_end_of_value(),
            _ if is_object => self.check_name(),
            _ => Some(()),
        }
    }

    fn check_end_of_value(&mut self) -> Option<()> {
        loop {
            let Some(level) = self.depth.checked_sub(1) else { return Some(()) };
            let is_object = self.objects.get(level / 64)? >> (level % 64) & 1 == 1;
            self.skip_white_space();
            match self.peek()? {
                b',' => {
                    self.at += 1;
                    return if is_object { self.check_name() } else { Some(()) };
                }
                b'}' if is_object => {}
                b']' if !is_object => {}
                _ => return None,
            }
            self.depth = level;
            self.at += 1;
        }
    }

    fn check_name(&mut self) -> Option<()> {
        self.skip_white_space();
        self.check_string()?;
        self.skip_white_space();
        self.check_byte(|byte| byte == b':')
    }

    fn check_string(&mut self) -> Option<()> {
        self.check_byte(|byte| byte == b'"')?;
        loop {
            let rest = self.text.get(self.at..)?;
            let Some(found) = memchr::memchr2(b'"', b'\\', rest) else {
                self.at = self.text.len();
                return None;
            };
            self.at += found + 1;
            self.escape_bytes += escape_bytes(rest.get(..found)?);
            if rest.get(found) == Some(&b'"') {
                return Some(());
            }
            if self.skip_if(|byte| byte == b'u') {
                (0..4).try_for_each(|_| self.check_byte(|byte| byte.is_ascii_hexdigit()))?;
            } else {
                self.check_byte(|byte| matches!(byte, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't'))?;
            }
        }
    }

    fn check_literal(&mut self, literal: &[u8]) -> Option<()> {
        literal.iter().try_for_each(|&expected| self.check_byte(|byte| byte == expected))
    }

    fn check_number(&mut self) -> Option<()> {
        self.skip_if(|byte| byte == b'-');
        if !self.skip_if(|byte| byte == b'0') {
            self.check_digits()?;
        }
        if self.skip_if(|byte| byte == b'.') {
            self.check_digits()?;
        }
        if self.skip_if(|byte| matches!(byte, b'e' | b'E')) {
            self.skip_if(|byte| matches!(byte, b'+' | b'-'));
            self.check_digits()?;
        }
        Some(())
    }

    fn check_digits(&mut self) -> Option<()> {
        self.check_byte(|byte| byte.is_ascii_digit())?;
        while self.skip_if(|byte| byte.is_ascii_digit()) {}
        Some(())
    }

    fn check_byte(&mut self, class: impl Fn(u8) -> bool) -> Option<()> {
        self.skip_if(class).then_some(())
    }

    fn skip_if(&mut self, class: impl Fn(u8) -> bool) -> bool {
        let is_in_class = self.peek().is_some_and(class);
        self.at += usize::from(is_in_class);
        is_in_class
    }

    fn skip_white_space(&mut self) {
        while self.skip_if(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {}
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_json() {
        let table = [
            "{\"@type\":\"A\",\"n\":\"<b>&amp;\"}",
            " [ 1 , { \"a\" : [ ] , \"b\" : { } } , null ]\r\n\t",
            "{\"a\":\"x\ny\tz\0\"}",
            "{\"\":{\"\":[[],[{}],{\"a\":[1]}]},\"\":0}",
            "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\uD83d\\uDe00\\ud800\"",
            "[0,-0,1,-10,0.0,1.50,1e5,1E+05,1e-0,12345678901234567890]",
            "true",
            "false",
            "null",
            "\"é😀\u{7F}\"",
            "-0.1e1",
        ];
        for text in table {
            assert_eq!(check(text).error, None, "{text:?}");
        }
    }

    #[test]
    fn rejects_other_text_at_the_first_invalid_byte() {
        let table = [
            ("", 0),
            ("  ", 2),
            ("{\"a\":1,}", 7),
            ("[1,]", 3),
            ("[1", 2),
            ("[1}", 2),
            ("{]", 1),
            ("[,1]", 1),
            ("[1 2]", 3),
            ("{a:1}", 1),
            ("{'a':1}", 1),
            ("{\"a\" 1}", 5),
            ("{\"a\":}", 5),
            ("{\"a\":1 \"b\":2}", 7),
            ("{\"a\":1", 6),
            ("[]]", 2),
            ("[] []", 3),
            ("{};", 2),
            ("\"a", 2),
            ("\"\\x\"", 2),
            ("\"\\u12G4\"", 5),
            ("\"\\", 2),
            ("01", 1),
            ("+1", 0),
            ("-", 1),
            (".5", 0),
            ("1.", 2),
            ("1.e5", 2),
            ("1e", 2),
            ("0x1", 1),
            ("NaN", 0),
            ("nul", 3),
            ("truE", 3),
            ("True", 0),
            ("[1]//", 3),
            ("\u{FEFF}1", 0),
            ("\u{A0}1", 0),
            ("[1,\x0C2]", 3),
            ("é", 0),
        ];
        for (text, offset) in table {
            assert_eq!(check(text).error, Some(offset), "{text:?}");
        }
    }

    #[test]
    fn counts_values_and_the_bytes_that_escapes_add() {
        let table = [
            ("1", 1, 0),
            ("{\"a\":[1,{}],\"b\":\"x\"}", 5, 0),
            // White space outside of strings is not written.
            ("[\n1,\t2\n]", 3, 0),
            ("[\"a\nb\",\"\u{1}\u{8}\"]", 3, 7),
            ("{\"\t\":1}", 2, 1),
            // Not JSON: a string, with the escapes of all its control characters.
            ("x\n\u{0}", 1, 6),
        ];
        for (text, values, escape_bytes) in table {
            let checked = check(text);
            assert_eq!((checked.values, checked.escape_bytes), (values, escape_bytes), "{text:?}");
        }
    }

    #[test]
    fn agrees_with_serde_json() {
        let fragments = ["{", "}", "[", "]", ",", ":", "\"a\"", "1", "-1.5", "0", "null", " ", "\"\\n\"", "tru", "."];
        let mut text = alloc::string::String::new();
        for number in (0..fragments.len().pow(5)).step_by(if cfg!(miri) { 9973 } else { 1 }) {
            text.clear();
            let mut number = number;
            for _ in 0..5 {
                text.push_str(fragments[number % fragments.len()]);
                number /= fragments.len();
            }
            let is_json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
            assert_eq!(check(&text).error.is_none(), is_json, "{text:?}");
        }
    }

    #[test]
    fn limits_the_nesting_depth() {
        let nested = |depth: usize| alloc::format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(check(&nested(DEPTH)).error, None);
        assert_eq!(check(&nested(DEPTH + 1)).error, Some(DEPTH));
        let objects = alloc::format!("{}1{}", "{\"a\":[".repeat(DEPTH / 2), "]}".repeat(DEPTH / 2));
        assert_eq!(check(&objects).error, None);
    }

    #[test]
    fn adversarial_texts_take_linear_time() {
        const LONG: usize = if cfg!(miri) { 1 << 6 } else { 1 << 20 };
        for piece in
            ["[", "{", "(", ",", "\\", "\"", "[]", "[1,", "{\"a\":", " ", "<!--", "//<![CDATA[", "-->", "1", "/*"]
        {
            let text = piece.repeat(LONG / piece.len());
            assert!(check(&text).error.is_some() || piece == "1", "{piece}");
            assert!(check(&alloc::format!("[{text}")).error.is_some(), "{piece}");
        }
    }
}
