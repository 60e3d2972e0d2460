//! The effect of a start tag on the tokenizer, by the name of the tag, and the elements without content.

use crate::text_state::TextState;

/// The elements whose start tag switches the tokenizer to another text state.
///
/// Sources: the "in head" and "in body" rules of [tree
/// construction](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead), and [parsing elements that
/// contain only text](https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text).
const SWITCHES: [(&[u8], TextState); 9] = [
    (b"title", TextState::Rcdata),
    (b"textarea", TextState::Rcdata),
    (b"style", TextState::Rawtext),
    (b"xmp", TextState::Rawtext),
    (b"iframe", TextState::Rawtext),
    (b"noembed", TextState::Rawtext),
    (b"noframes", TextState::Rawtext),
    (b"script", TextState::ScriptData),
    (b"plaintext", TextState::Plaintext),
];

/// Switches to [`TextState::Rawtext`] if the scripting flag is on. Otherwise its content is markup.
const NOSCRIPT: &[u8] = b"noscript";

/// The elements whose start tags [`crate::feedback`] handles: they open foreign content, or affect how tree
/// construction processes later foreign content.
const FEEDBACK_NAMES: [&[u8]; 5] = [b"svg", b"math", b"template", b"frameset", b"col"];

/// Returns the text state after the start tag `name` of an HTML element. `name` is in lower case.
///
/// ```
/// use tagrake::TextState;
/// use tagrake::content_model::after_start_tag;
///
/// assert_eq!(after_start_tag(b"title", false), TextState::Rcdata);
/// assert_eq!((after_start_tag(b"noscript", false), after_start_tag(b"noscript", true)), (TextState::Data, TextState::Rawtext));
/// ```
pub fn after_start_tag(name: &[u8], scripting: bool) -> TextState {
    if scripting && name == NOSCRIPT {
        return TextState::Rawtext;
    }
    SWITCHES.iter().find(|(element, _)| name == *element).map_or(TextState::Data, |&(_, state)| state)
}

/// The effect of a start tag in HTML content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// No effect.
    None,
    /// Switches the tokenizer to a text state.
    State(TextState),
    /// Has an effect that [`crate::feedback`] determines.
    Other,
}

/// Returns the effect of the start tag `name` in HTML content. `name` may be in any case.
#[inline(always)]
pub(crate) fn effect(name: &[u8], scripting: bool) -> Effect {
    // PERF: this filter rejects 29 of 30 names.
    match name {
        [first, ..] if name.len() < FIRST_LETTERS.len() && FIRST_LETTERS[name.len()] >> (first & 0x1F) & 1 == 1 => {
            look_up(name, scripting)
        }
        _ => Effect::None,
    }
}

/// For each name length, the first letters of the listed names of that length: bit `letter & 0x1F` is set.
const FIRST_LETTERS: [u32; 16] = {
    let mut letters = [0; 16];
    letters[NOSCRIPT.len()] |= 1 << (NOSCRIPT[0] & 0x1F);
    let mut index = 0;
    while index < SWITCHES.len() {
        let name = SWITCHES[index].0;
        letters[name.len()] |= 1 << (name[0] & 0x1F);
        index += 1;
    }
    index = 0;
    while index < FEEDBACK_NAMES.len() {
        letters[FEEDBACK_NAMES[index].len()] |= 1 << (FEEDBACK_NAMES[index][0] & 0x1F);
        index += 1;
    }
    letters
};

#[inline(never)]
fn look_up(name: &[u8], scripting: bool) -> Effect {
    let is = |other: &[u8]| name.eq_ignore_ascii_case(other);
    if let Some((_, state)) = SWITCHES.iter().find(|(switch, _)| is(switch)) {
        Effect::State(*state)
    } else if scripting && is(NOSCRIPT) {
        Effect::State(TextState::Rawtext)
    } else if FEEDBACK_NAMES.iter().any(|other| is(other)) {
        Effect::Other
    } else {
        Effect::None
    }
}

/// Returns true if the HTML element `name` is popped as soon as it is inserted: it has no content and no end tag.
///
/// ```
/// assert!(tagrake::content_model::is_void(b"img") && !tagrake::content_model::is_void(b"p"));
/// ```
#[inline]
pub fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"area"
            | b"base"
            | b"basefont"
            | b"bgsound"
            | b"br"
            | b"embed"
            | b"frame"
            | b"hr"
            | b"image"
            | b"img"
            | b"input"
            | b"keygen"
            | b"link"
            | b"meta"
            | b"param"
            | b"source"
            | b"track"
            | b"wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_tags_switch_the_text_state() {
        assert_eq!(after_start_tag(b"title", false), TextState::Rcdata);
        assert_eq!(after_start_tag(b"script", false), TextState::ScriptData);
        assert_eq!(after_start_tag(b"noscript", false), TextState::Data);
        assert_eq!(after_start_tag(b"noscript", true), TextState::Rawtext);
        assert_eq!(after_start_tag(b"p", false), TextState::Data);
    }

    #[test]
    fn every_listed_name_has_its_effect_in_any_case() {
        for (name, state) in SWITCHES {
            assert_eq!(effect(name, false), Effect::State(state));
            assert_eq!(effect(&name.to_ascii_uppercase(), true), Effect::State(state));
            assert_eq!(after_start_tag(name, false), state);
        }
        for name in FEEDBACK_NAMES {
            assert_eq!((effect(name, true), effect(&name.to_ascii_uppercase(), false)), (Effect::Other, Effect::Other));
        }
        assert_eq!(
            (effect(NOSCRIPT, false), effect(NOSCRIPT, true)),
            (Effect::None, Effect::State(TextState::Rawtext))
        );
        for name in ["p", "titles", "sub", "meta", "tbody", "colgroup"] {
            assert_eq!(effect(name.as_bytes(), true), Effect::None, "{name}");
        }
    }
}
