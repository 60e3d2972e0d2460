//! Classes that decide how the content of an element is displayed: classes for screen readers, and classes of rendered formulas.

use super::tree_collectors::is_math_jax;
use tagrake::StartTag;

/// Classes whose style sheets display an element only to screen readers, in a box of its own: the classes of Bootstrap, Drupal, HTML5
/// Boilerplate, WordPress and Amazon.
const SCREEN_READER_CLASSES: [&str; 6] =
    ["sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "element-invisible", "a-offscreen"];

/// The first bytes of these classes and of the classes of rendered formulas, and the length of the shortest one.
const FIRST_BYTES: &[u8] = b"sveaMm";
const SHORTEST: usize = "sr-only".len();

/// The number of values that [`DisplayClasses`] keeps.
const KEPT: usize = 64;

/// Looks for classes of display, and keeps recent `class` values without one. Most values of a page occur repeatedly.
pub(super) struct DisplayClasses<'a> {
    without: [&'a [u8]; KEPT],
}

impl<'a> DisplayClasses<'a> {
    pub(super) fn new() -> Self {
        Self { without: [b""; KEPT] }
    }

    /// Returns true if the element has a class that decides how its content is displayed: one of [`SCREEN_READER_CLASSES`], or one
    /// of a rendered formula.
    #[inline(always)]
    pub(super) fn has_any(&mut self, tag: &StartTag<'a>) -> bool {
        let Some(class) = tag.attribute(b"class") else { return false };
        let value = class.value();
        let (Some(first), Some(last)) = (value.first_chunk(), value.last_chunk()) else { return is_of_display(value) };
        let mixed = (u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(32)).wrapping_mul(MIXER);
        let slot = &mut self.without[(mixed >> (u64::BITS - KEPT.ilog2())) as usize];
        if *slot == value {
            return false;
        }
        let has_any = is_of_display(value);
        if !has_any {
            *slot = value;
        }
        has_any
    }
}

/// An odd number with bits in all places: 2^64 divided by the golden ratio.
const MIXER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns true if a class of `value` decides how content is displayed.
fn is_of_display(value: &[u8]) -> bool {
    has_class(value, |class| SCREEN_READER_CLASSES.contains(&class) || is_math_jax(class))
}

/// Returns true if the element has one of [`SCREEN_READER_CLASSES`].
pub(super) fn is_for_screen_readers(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"class")
        .is_some_and(|class| has_class(class.value(), |class| SCREEN_READER_CLASSES.contains(&class)))
}

/// Returns true if `is_wanted` is true for a class of `value` that starts with one of [`FIRST_BYTES`].
#[inline(never)]
fn has_class(value: &[u8], is_wanted: impl Fn(&str) -> bool) -> bool {
    let mut classes = value.split(u8::is_ascii_whitespace).filter(|class| class.len() >= SHORTEST);
    classes.any(|class| FIRST_BYTES.contains(&class[0]) && str::from_utf8(class).is_ok_and(&is_wanted))
}

#[cfg(test)]
mod tests {
    use super::super::tree_collectors::MATHJAX_2;
    use super::*;
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;
    use tagrake::{Arena, Token, Tokenizer};

    #[test]
    fn known_classes_have_the_first_bytes_and_the_length() {
        let mut shortest = usize::MAX;
        for class in SCREEN_READER_CLASSES.iter().chain(&MATHJAX_2) {
            assert!(FIRST_BYTES.contains(&class.as_bytes()[0]), "{class}");
            shortest = shortest.min(class.len());
        }
        assert_eq!(shortest, SHORTEST);
    }

    #[test]
    fn kept_values_do_not_change_the_answer() {
        let mut values: Vec<String> = SCREEN_READER_CLASSES.iter().chain(&MATHJAX_2).map(ToString::to_string).collect();
        let found = values.len() * 2;
        values.extend(values.clone().iter().map(|class| format!("a {class} b")));
        values.extend((0..500).map(|number| format!("class-{number} sr-onl")));
        let html: String = values.iter().map(|value| format!("<b class='{value}'>")).collect();
        let arena = Arena::new();
        let mut classes = DisplayClasses::new();
        let tags: Vec<_> = Tokenizer::new(html.as_bytes(), &arena).collect();
        for _ in 0..3 {
            for (at, token) in tags.iter().enumerate() {
                let Token::StartTag(tag) = token else { panic!("{token:?}") };
                assert_eq!(classes.has_any(tag), at < found, "{tag:?}");
            }
        }
    }
}
