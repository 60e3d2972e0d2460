//! The effect of a start tag on the tokenizer, by the name of the tag as it is written.

use crate::names::Element;
use crate::text_state::TextState;

/// The elements whose start tag switches the tokenizer to another text state, whatever the options.
const SWITCHES: [(&[u8], TextState); 9] = {
    let none: &[u8] = b"";
    let (mut switches, mut len, mut index) = ([(none, TextState::Data); 9], 0, 0);
    while index < Element::ALL.len() {
        let state = Element::ALL[index].text_state(false);
        if !matches!(state, TextState::Data) {
            switches[len] = (Element::ALL[index].as_str().as_bytes(), state);
            len += 1;
        }
        index += 1;
    }
    assert!(len == switches.len(), "the array has room for more elements than there are");
    switches
};

/// Switches to [`TextState::Rawtext`] if the scripting flag is on. Otherwise its content is markup.
const NOSCRIPT: &[u8] = Element::Noscript.as_str().as_bytes();

/// The elements whose start tags [`crate::feedback`] handles: they open foreign content, or affect how tree
/// construction processes later foreign content.
const FEEDBACK_NAMES: [&[u8]; 5] = [b"svg", b"math", b"template", b"frameset", b"col"];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_has_its_effect_in_any_case() {
        for (name, state) in SWITCHES {
            assert_eq!(effect(name, false), Effect::State(state));
            assert_eq!(effect(&name.to_ascii_uppercase(), true), Effect::State(state));
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
