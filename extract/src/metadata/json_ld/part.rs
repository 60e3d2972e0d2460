//! The JSON in a script: the text without the delimiters around it.

/// A part of the text of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    /// The offset of the part in the script.
    pub(super) start: usize,
    pub(super) text: &'a str,
}

impl<'a> Part<'a> {
    /// Strips a byte order mark, white space, and the delimiters of comments and CDATA sections that hide the JSON from old
    /// parsers.
    pub(super) fn stripped(script: &'a str) -> Self {
        let mut part = Self { start: 0, text: script }.trim();
        while let Some(inner) = part.strip_comment().or_else(|| part.strip_cdata()) {
            part = inner;
        }
        part
    }

    /// Strips `<!--`, and `-->` or `//-->` if present. Returns `None` if the part does not start with `<!--`.
    fn strip_comment(self) -> Option<Self> {
        let inner = self.after("<!--")?.trim();
        let Some(inner) = inner.before("-->") else { return Some(inner) };
        Some(inner.before("//").unwrap_or(inner).trim())
    }

    /// Strips `<![CDATA[`, and `]]>` if present. Both may be inside a JavaScript comment. Returns `None` if the part does not
    /// start with `<![CDATA[`.
    fn strip_cdata(self) -> Option<Self> {
        let inner = match self.after("/*") {
            Some(comment) => comment.trim().after("<![CDATA[")?.trim().after("*/")?,
            None => self.after("//").unwrap_or(self).trim().after("<![CDATA[")?,
        };
        let inner = inner.trim();
        let comment = inner.before("*/").and_then(|comment| comment.trim().before("]]>"));
        if let Some(inner) = comment.and_then(|inner| inner.trim().before("/*")) {
            return Some(inner.trim());
        }
        let Some(inner) = inner.before("]]>").map(Self::trim) else { return Some(inner) };
        Some(inner.before("//").unwrap_or(inner).trim())
    }

    fn after(self, prefix: &str) -> Option<Self> {
        Some(Self { start: self.start + prefix.len(), text: self.text.strip_prefix(prefix)? })
    }

    fn before(self, suffix: &str) -> Option<Self> {
        Some(Self { text: self.text.strip_suffix(suffix)?, ..self })
    }

    fn trim(self) -> Self {
        let is_space = |character: char| character.is_ascii_whitespace() || character == '\u{FEFF}';
        let text = self.text.trim_start_matches(is_space);
        Self { start: self.start + self.text.len() - text.len(), text: text.trim_end_matches(is_space) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_delimiters_around_the_json() {
        let table = [
            ("", ""),
            (" \n[1]\t ", "[1]"),
            ("\u{FEFF} [1]", "[1]"),
            ("//<![CDATA[\n{\"a\":1}\n//]]>", "{\"a\":1}"),
            ("// <![CDATA[\n{\"a\":1}\n// ]]>", "{\"a\":1}"),
            ("/*<![CDATA[*/{\"b\":2}/*]]>*/", "{\"b\":2}"),
            ("/* <![CDATA[ */{\"b\":2}/* ]]> */", "{\"b\":2}"),
            ("<![CDATA[[1]]]>", "[1]"),
            ("/*<![CDATA[*/[1]]]>", "[1]"),
            ("<!--[1]-->", "[1]"),
            ("<!--\n[1]\n//-->", "[1]"),
            ("<!-- //<![CDATA[\n[1]\n//]]> -->", "[1]"),
            ("<!--[1]", "[1]"),
            ("//<![CDATA[ [1]", "[1]"),
            ("[1]-->", "[1]-->"),
            ("[1]//]]>", "[1]//]]>"),
            ("//[1]", "//[1]"),
            ("/* a */[1]", "/* a */[1]"),
            ("/*<![CDATA[", "/*<![CDATA["),
            ("<!-->", ">"),
            ("<![CDATA[]]>", ""),
        ];
        for (raw, expected) in table {
            let part = Part::stripped(raw);
            assert_eq!(part.text, expected, "{raw:?}");
            assert!(raw[part.start..].starts_with(expected), "{raw:?}");
        }
    }

    #[test]
    fn adversarial_texts_take_linear_time() {
        const LONG: usize = if cfg!(miri) { 1 << 6 } else { 1 << 20 };
        for piece in [" ", "<!--", "//<![CDATA[", "-->", "/*", "<![CDATA["] {
            let text = piece.repeat(LONG / piece.len());
            Part::stripped(&text);
            Part::stripped(&alloc::format!("<!--{text}{}-->", " ".repeat(LONG)));
        }
    }
}
