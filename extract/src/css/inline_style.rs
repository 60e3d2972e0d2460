//! Reads how a `style` attribute displays its element: whether it is hidden, its box, and its white space.
//!
//! Source: [parsing a declaration list](https://drafts.csswg.org/css-syntax/#parse-block-contents), as far as `display`,
//! `visibility` and `white-space` need it.

use super::display::{DISPLAY, Display};
use super::escape::is_name;
use super::scanner::CssScanner;

/// The declarations of a `style` attribute that affect the text of its element. Later declarations win, and important ones before others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InlineStyle {
    /// True for `display: none` and `visibility: hidden`.
    pub(crate) hides: bool,
    pub(crate) display: Display,
    /// The white space of its text, if it is declared.
    pub(crate) white_space: Option<WhiteSpace>,
}

/// The handling of white space in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WhiteSpace {
    /// It is collapsed.
    #[default]
    Collapse,
    /// Line feeds are kept, and other white space is collapsed.
    KeepLines,
    /// It is kept.
    Keep,
}

/// The keywords of [`white-space`](https://drafts.csswg.org/css-text/#white-space-property) and of its longhands.
const WHITE_SPACE: &[(&str, Option<WhiteSpace>)] = &[
    ("normal", Some(WhiteSpace::Collapse)),
    ("nowrap", Some(WhiteSpace::Collapse)),
    ("collapse", Some(WhiteSpace::Collapse)),
    ("pre-line", Some(WhiteSpace::KeepLines)),
    ("preserve-breaks", Some(WhiteSpace::KeepLines)),
    ("pre", Some(WhiteSpace::Keep)),
    ("pre-wrap", Some(WhiteSpace::Keep)),
    ("break-spaces", Some(WhiteSpace::Keep)),
    ("preserve", Some(WhiteSpace::Keep)),
    ("wrap", None),
];

/// The [CSS-wide keywords](https://drafts.csswg.org/css-cascade/#defaulting-keywords).
const WIDE: &[&str] = &["inherit", "initial", "unset", "revert", "revert-layer"];

impl InlineStyle {
    /// Reads a `style` attribute.
    pub(crate) fn of(style: &str) -> Self {
        if !may_matter(style.as_bytes()) {
            return Self::default();
        }
        let mut scanner = CssScanner::new(style);
        let (mut display, mut visibility) = (WinningDeclaration::default(), WinningDeclaration::default());
        let mut white_space = WinningDeclaration::default();
        while let Some(property) = next_property(&mut scanner) {
            let value = read_value(&mut scanner);
            if is_name(property, "display") {
                display.declare(&value, value.display());
            } else if is_name(property, "visibility") {
                const VISIBILITY: &[(&str, bool)] = &[("hidden", true), ("visible", false), ("collapse", false)];
                visibility.declare(&value, value.one_of(VISIBILITY));
            } else if is_name(property, "white-space") || is_name(property, "white-space-collapse") {
                white_space.declare(&value, value.white_space());
            }
        }
        Self {
            hides: display.value == Display::None || visibility.value,
            display: display.value,
            white_space: white_space.value,
        }
    }
}

/// Returns true if a `style` attribute says that readers cannot select the text of its element: `user-select: none`.
pub(crate) fn is_unselectable(style: &str) -> bool {
    const USER_SELECT: &[(&str, bool)] =
        &[("none", true), ("auto", false), ("text", false), ("all", false), ("contain", false)];
    let mut scanner = CssScanner::new(style);
    let mut is_unselectable = WinningDeclaration::default();
    while let Some(property) = next_property(&mut scanner) {
        let value = read_value(&mut scanner);
        if ["user-select", "-webkit-user-select", "-moz-user-select"].iter().any(|name| is_name(property, name)) {
            is_unselectable.declare(&value, value.one_of(USER_SELECT));
        }
    }
    is_unselectable.value
}

/// Returns false if `style` certainly lacks the properties. A `\` may be an escape in each, so it gives true.
///
/// PERF: `display` and `visibility` end in `y` after an `a` or a `t`, and `white-space` starts with `wh`. Most styles have neither.
fn may_matter(style: &[u8]) -> bool {
    let lower_case = |at: usize| style.get(at).map(u8::to_ascii_lowercase);
    memchr::memchr3_iter(b'y', b'Y', b'\\', style)
        .any(|at| style[at] == b'\\' || at > 0 && matches!(lower_case(at - 1), Some(b'a' | b't')))
        || memchr::memchr2_iter(b'w', b'W', style).any(|at| lower_case(at + 1) == Some(b'h'))
}

/// The winning declaration of a property: the last important one, or else the last one.
#[derive(Default)]
struct WinningDeclaration<T> {
    value: T,
    is_important: bool,
}

impl<T> WinningDeclaration<T> {
    /// Applies a declaration. `read` is `None` if it is invalid.
    fn declare(&mut self, declared: &DeclarationValue<'_>, read: Option<T>) {
        if let Some(value) = read.filter(|_| declared.is_important || !self.is_important) {
            (self.value, self.is_important) = (value, declared.is_important);
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
    /// Returns the value of the only keyword, or `None` if it is not in the table. The value of a function or of a CSS-wide keyword
    /// is unknown: the default.
    fn one_of<T: Copy + Default>(&self, table: &[(&str, T)]) -> Option<T> {
        if self.is_computed {
            return Some(T::default());
        }
        let keyword = self.keyword.filter(|_| self.second.is_none())?;
        let is_wide = || WIDE.iter().any(|wide| is_name(keyword, wide));
        find(table, keyword).or_else(|| is_wide().then(T::default))
    }

    /// Returns the box. `inline flow-root` is one in a line, and `block ruby` is on a line of its own.
    fn display(&self) -> Option<Display> {
        let (Some(first), Some(second)) = (self.keyword, self.second) else { return self.one_of(DISPLAY) };
        let both = [first, second];
        let [first, second] = [find(DISPLAY, first)?, find(DISPLAY, second)?];
        let is_inline = both.iter().any(|keyword| is_name(keyword, "inline"));
        match (first, second) {
            (Display::None, _) | (_, Display::None) => None,
            (Display::Flex, _) | (_, Display::Flex) if is_inline => Some(Display::InlineFlex),
            (Display::Flex, _) | (_, Display::Flex) => Some(Display::Flex),
            (Display::Block, _) | (_, Display::Block) if is_inline => Some(Display::InlineBlock),
            (Display::Block, _) | (_, Display::Block) => Some(Display::Block),
            _ => Some(Display::Inline),
        }
    }

    /// Returns the white space.
    fn white_space(&self) -> Option<Option<WhiteSpace>> {
        let (Some(first), Some(second)) = (self.keyword, self.second) else { return self.one_of(WHITE_SPACE) };
        Some(find(WHITE_SPACE, first)?.or(find(WHITE_SPACE, second)?))
    }
}

/// Returns the value of a keyword.
fn find<T: Copy>(table: &[(&str, T)], keyword: &str) -> Option<T> {
    table.iter().find(|(known, _)| is_name(keyword, known)).map(|(_, value)| *value)
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
            assert_eq!(InlineStyle::of(style).hides, expected, "{style}");
        }
    }

    #[test]
    fn text_that_cannot_be_selected_is_found() {
        for style in [
            "user-select:none",
            "color: red; -webkit-user-select : None",
            "USER-SELECT:/**/none!important;user-select:auto",
        ] {
            assert!(is_unselectable(style), "{style}");
        }
        for style in [
            "",
            "user-select:auto",
            "user-select:none;user-select:text",
            "content:'user-select:none'",
            "user-select:nonesuch",
        ] {
            assert!(!is_unselectable(style), "{style}");
        }
    }

    #[test]
    fn reads_the_box_and_the_white_space() {
        use Display::{Block, Cell, Contents, Flex, Inline, InlineBlock, InlineFlex, Unknown};
        use WhiteSpace::{Collapse, Keep, KeepLines};
        let table = [
            ("display:inline", Inline, None),
            ("display:block!important;display:inline", Block, None),
            ("display:flex", Flex, None),
            ("display:inline grid", InlineFlex, None),
            ("display:block flex", Flex, None),
            ("display:inline flow-root", InlineBlock, None),
            ("display:block ruby", Block, None),
            ("display:inline ruby", Inline, None),
            ("display:list-item", Block, None),
            ("display:table-cell", Cell, None),
            ("display:contents", Contents, None),
            ("display:block;display:inherit", Unknown, None),
            ("display:block;display:var(--x)", Unknown, None),
            ("display:block;display:nothing", Block, None),
            ("white-space:pre", Unknown, Some(Keep)),
            ("white-space:PRE-wrap", Unknown, Some(Keep)),
            ("white-space:pre-line;white-space:none", Unknown, Some(KeepLines)),
            ("white-space:preserve nowrap", Unknown, Some(Keep)),
            ("white-space:pre;white-space:inherit", Unknown, None),
            ("white-space-collapse:preserve-breaks", Unknown, Some(KeepLines)),
            ("white-space:nowrap;display:inline-block", InlineBlock, Some(Collapse)),
            ("w\\68ite-space:pre", Unknown, Some(Keep)),
        ];
        for (style, display, white_space) in table {
            let expected = InlineStyle { hides: false, display, white_space };
            assert_eq!(InlineStyle::of(style), expected, "{style}");
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
            assert_eq!(InlineStyle::of(style).hides, expected, "{style}");
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
            assert_eq!(InlineStyle::of(style).hides, expected, "{style}");
        }
    }

    #[test]
    fn adversarial_styles_take_linear_time() {
        for part in ["(", "/*", "\\", "'", "display:none;", "a:", ";", "none(", "!"] {
            let style = alloc::format!("{}none", part.repeat(if cfg!(miri) { 1 << 6 } else { 1 << 19 }));
            InlineStyle::of(&style);
        }
    }
}
