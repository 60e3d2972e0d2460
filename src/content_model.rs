//! Which text state follows a start tag, by its name: the one table.

use crate::text_state::TextState;

/// The elements whose start tag switches the tokenizer, and the state that it switches to.
///
/// Sources: the "in head" and "in body" rules of
/// [tree construction](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead) and
/// [parsing elements that contain only text](https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text).
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

/// Raw text if the scripting flag is on, else markup.
const NOSCRIPT: &[u8] = b"noscript";

/// The elements that open, close or hide other content than HTML: [`crate::feedback`] knows what they do.
const OTHERS: [&[u8]; 5] = [b"svg", b"math", b"template", b"frameset", b"col"];

/// Returns the text state after the start tag `name`, lower-case, of an HTML element.
pub(crate) fn after_start_tag(name: &[u8], scripting: bool) -> TextState {
    if scripting && name == NOSCRIPT {
        return TextState::Rawtext;
    }
    SWITCHES.iter().find(|(element, _)| name == *element).map_or(TextState::Data, |&(_, state)| state)
}

/// What a start tag in HTML content does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    None,
    /// It switches the tokenizer to a text state.
    State(TextState),
    /// Something that [`crate::feedback`] knows.
    Other,
}

/// Returns what the start tag `name`, in any case, does in HTML content.
#[inline(always)]
pub(crate) fn effect(name: &[u8], scripting: bool) -> Effect {
    // PERF: all but one name in thirty go no further.
    match name {
        [first, ..] if name.len() < FIRST_LETTERS.len() && FIRST_LETTERS[name.len()] >> (first & 0x1F) & 1 == 1 => {
            look_up(name, scripting)
        }
        _ => Effect::None,
    }
}

/// For each length, the first letters of the names that have it, as bits.
const FIRST_LETTERS: [u32; 16] = {
    let mut letters = [0; 16];
    letters[NOSCRIPT.len()] |= 1 << (NOSCRIPT[0] & 0x1F);
    let mut at = 0;
    while at < SWITCHES.len() {
        let name = SWITCHES[at].0;
        letters[name.len()] |= 1 << (name[0] & 0x1F);
        at += 1;
    }
    at = 0;
    while at < OTHERS.len() {
        letters[OTHERS[at].len()] |= 1 << (OTHERS[at][0] & 0x1F);
        at += 1;
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
    } else if OTHERS.iter().any(|other| is(other)) {
        Effect::Other
    } else {
        Effect::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_switch() {
        assert_eq!(after_start_tag(b"title", false), TextState::Rcdata);
        assert_eq!(after_start_tag(b"script", false), TextState::ScriptData);
        assert_eq!(after_start_tag(b"noscript", false), TextState::Data);
        assert_eq!(after_start_tag(b"noscript", true), TextState::Rawtext);
        assert_eq!(after_start_tag(b"p", false), TextState::Data);
    }

    #[test]
    fn names_of_the_tables_have_an_effect_in_any_case() {
        for (name, state) in SWITCHES {
            assert_eq!(effect(name, false), Effect::State(state));
            assert_eq!(effect(&name.to_ascii_uppercase(), true), Effect::State(state));
            assert_eq!(after_start_tag(name, false), state);
        }
        for name in OTHERS {
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
