//! Determines whether a `style` attribute hides its element.
//!
//! Source: [parsing a declaration list](https://drafts.csswg.org/css-syntax/#parse-block-contents), as far as `display`
//! and `visibility` need it.

use super::escape::is_name;
use super::scanner::CssScanner;

/// The keywords of [`display`](https://drafts.csswg.org/css-display/#the-display-properties) except `none`, and the
/// prefixed ones that browsers accept. A declaration with any other keyword, except the [CSS-wide](WIDE) ones, is
/// invalid and ignored.
#[rustfmt::skip]
const DISPLAY: &[&str] = &[
    "block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "table", "inline-table",
    "table-row-group", "table-header-group", "table-footer-group", "table-row", "table-cell", "table-column-group",
    "table-column", "table-caption", "list-item", "contents", "flow", "flow-root", "ruby", "ruby-base", "ruby-text",
    "ruby-base-container", "ruby-text-container", "math", "run-in", "-webkit-box", "-webkit-inline-box", "-webkit-flex",
    "-webkit-inline-flex",
];

/// The [CSS-wide keywords](https://drafts.csswg.org/css-cascade/#defaulting-keywords).
const WIDE: &[&str] = &["inherit", "initial", "unset", "revert", "revert-layer"];

/// Returns true if `display: none` or `visibility: hidden` applies after all declarations.
pub(crate) fn is_hidden(style: &str) -> bool {
    if !may_hide(style.as_bytes()) {
        return false;
    }
    let mut scanner = CssScanner::new(style);
    let (mut display, mut visibility) = (WinningDeclaration::default(), WinningDeclaration::default());
    while let Some(property) = next_property(&mut scanner) {
        let value = read_value(&mut scanner);
        if is_name(property, "display") {
            display.declare(&value, "none", DISPLAY);
        } else if is_name(property, "visibility") {
            visibility.declare(&value, "hidden", &["visible", "collapse"]);
        }
    }
    display.hides || visibility.hides
}

/// Returns false if `style` certainly lacks one of the properties or one of the hiding keywords. A `\` may be an escape
/// in either, so it gives true.
fn may_hide(style: &[u8]) -> bool {
    // PERF: both properties end in `y`, which most styles do not contain.
    if memchr::memchr3(b'y', b'Y', b'\\', style).is_none() {
        return false;
    }
    // PERF: compares pairs of bytes in a loop that vectorises. Most other styles return here.
    let is_start = |first: u8, second: u8| {
        (first | 0x20 == b'n') & (second | 0x20 == b'o')
            | (first | 0x20 == b'h') & (second | 0x20 == b'i')
            | (first == b'\\')
    };
    let pairs = style.iter().zip(style.get(1..).unwrap_or_default());
    if !pairs.fold(false, |found, (&first, &second)| found | is_start(first, second)) {
        return false;
    }
    let is_part = |part: &[u8]| part.eq_ignore_ascii_case(b"none") || part.eq_ignore_ascii_case(b"hidd");
    style.windows(4).any(is_part) || memchr::memchr(b'\\', style).is_some()
}

/// The winning declaration of a property: the last important one, or else the last one.
#[derive(Default)]
struct WinningDeclaration {
    hides: bool,
    is_important: bool,
}

impl WinningDeclaration {
    /// Applies a declaration, unless it is invalid.
    fn declare(&mut self, value: &DeclarationValue<'_>, hiding: &str, others: &[&str]) {
        let hides = value.keyword.is_some_and(|keyword| is_name(keyword, hiding)) && value.second.is_none();
        let is_valid = hides || value.is_computed || value.consists_of(others);
        if is_valid && (value.is_important || !self.is_important) {
            (self.hides, self.is_important) = (hides, value.is_important);
        }
    }
}

/// The value of a declaration.
#[derive(Default)]
struct DeclarationValue<'a> {
    /// The first keyword, or `None` if the value contains anything but keywords.
    keyword: Option<&'a str>,
    /// The second keyword.
    second: Option<&'a str>,
    /// True if the value has a function, such as `var()`, so that the keyword is unknown.
    is_computed: bool,
    /// True if the value ends with `!important`.
    is_important: bool,
}

impl DeclarationValue<'_> {
    /// Returns true if the value is one or two of `keywords`, or one CSS-wide keyword.
    fn consists_of(&self, keywords: &[&str]) -> bool {
        let is_one = |keyword: &str| keywords.iter().any(|&known| is_name(keyword, known));
        match (self.keyword, self.second) {
            (Some(keyword), None) => is_one(keyword) || WIDE.iter().any(|&wide| is_name(keyword, wide)),
            (Some(first), Some(second)) => is_one(first) && is_one(second),
            _ => false,
        }
    }
}

/// Returns the name of the next property, and advances the scanner just past its colon.
fn next_property<'a>(scanner: &mut CssScanner<'a>) -> Option<&'a str> {
    loop {
        scanner.skip_space_and_comments();
        if scanner.peek(0)? == b';' {
            scanner.advance();
            continue;
        }
        let name = scanner.consume_name();
        scanner.skip_space_and_comments();
        if !name.is_empty() && scanner.peek(0) == Some(b':') {
            scanner.advance();
            return Some(name);
        }
        // Not a declaration: everything up to the next semicolon is invalid.
        read_value(scanner);
    }
}

/// Reads a value up to its semicolon or the end.
fn read_value<'a>(scanner: &mut CssScanner<'a>) -> DeclarationValue<'a> {
    let mut value = DeclarationValue::default();
    let (mut keywords, mut is_other, mut depth) = (0, false, 0_usize);
    loop {
        scanner.skip_space_and_comments();
        let Some(byte) = scanner.peek(0) else { break };
        match byte {
            b';' if depth == 0 => break,
            b'"' | b'\'' => {
                scanner.skip_string();
                is_other = true;
            }
            b'(' | b'[' | b'{' => {
                scanner.advance();
                (depth, is_other) = (depth + 1, true);
            }
            b')' | b']' | b'}' => {
                scanner.advance();
                (depth, is_other) = (depth.saturating_sub(1), true);
            }
            b'!' if depth == 0 => {
                scanner.advance();
                scanner.skip_space_and_comments();
                value.is_important = is_name(scanner.consume_name(), "important");
                is_other |= !value.is_important;
            }
            _ => {
                let name = scanner.consume_name();
                if name.is_empty() {
                    scanner.advance();
                    is_other = true;
                } else if scanner.peek(0) == Some(b'(') {
                    value.is_computed |= depth == 0;
                } else if depth == 0 {
                    // Nothing may follow `!important`.
                    is_other |= value.is_important;
                    keywords += 1;
                    match keywords {
                        1 => value.keyword = Some(name),
                        2 => value.second = Some(name),
                        _ => is_other = true,
                    }
                }
            }
        }
    }
    if is_other {
        value.keyword = None;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_valid_declaration_wins() {
        let table = [
            ("display:none", true),
            ("DISPLAY : None ;", true),
            ("color:red;display:none", true),
            ("display:none;display:block", false),
            ("display:block;display:none", true),
            ("display:none;display:inline flow-root", false),
            ("display:none;display:nothing", true),
            ("display:none;display:none block", true),
            ("display:none block", false),
            ("display:none;display:var(--x)", false),
            ("display:none;display:inherit", false),
            ("display:none;display:block inherit", true),
            ("display:none;display:2", true),
            ("display:none;display:'block'", true),
            ("visibility:hidden", true),
            ("visibility:hidden;visibility:visible", false),
            ("visibility:collapse", false),
            ("visibility:visible", false),
            ("visibility:hidden;display:block", true),
            ("display:none;visibility:visible", true),
            ("overflow:hidden", false),
            ("content-visibility:hidden", false),
            ("-webkit-display:none", false),
            ("--display:none", false),
            ("", false),
        ];
        for (style, expected) in table {
            assert_eq!(is_hidden(style), expected, "{style}");
        }
    }

    #[test]
    fn important_declarations_win() {
        let table = [
            ("display:none!important;display:block", true),
            ("display:none ! IMPORTANT;display:block", true),
            ("display:block!important;display:none", false),
            ("display:none!important;display:block!important", false),
            ("display:none!imp;", false),
            ("display:none!important x", false),
            ("display:none!important/**/;", true),
        ];
        for (style, expected) in table {
            assert_eq!(is_hidden(style), expected, "{style}");
        }
    }

    #[test]
    fn parses_comments_strings_blocks_and_escapes() {
        let table = [
            ("/* display:none */", false),
            ("dis/**/play:none", false),
            ("/**/display/**/:/**/none/**/", true),
            ("content:';display:none'", false),
            ("content:';';display:none", true),
            ("x:url(;display:none)", false),
            ("x:{;display:none}", false),
            ("x:{;};display:none", true),
            ("x;display:none", true),
            ("x y:z;display:none", true),
            ("12:3;display:none", true),
            ("@media x;display:none", true),
            ("d\\69splay:n\\6f ne", true),
            ("display:none\\", false),
            ("display:none;/*", true),
            ("display:none;'", true),
            (";;display:none", true),
            ("display", false),
            ("display:", false),
            ("!important;display:none", true),
        ];
        for (style, expected) in table {
            assert_eq!(is_hidden(style), expected, "{style}");
        }
    }

    #[test]
    fn adversarial_styles_take_linear_time() {
        for part in ["(", "/*", "\\", "'", "display:none;", "a:", ";", "none(", "!"] {
            let style = alloc::format!("{}none", part.repeat(if cfg!(miri) { 1 << 6 } else { 1 << 19 }));
            is_hidden(&style);
        }
    }
}
