//! Which text state follows a start tag, by its name: the one table.

use crate::options::TextState;

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

/// Returns the text state after the start tag `name`, in any case, of an HTML element.
#[inline(always)]
pub(crate) fn after_start_tag(name: &[u8], scripting: bool) -> TextState {
    // PERF: all but one name in a hundred go no further.
    match name {
        [first, ..] if name.len() < FIRST_LETTERS.len() && FIRST_LETTERS[name.len()] >> (first & 0x1F) & 1 == 1 => {
            look_up(name, scripting)
        }
        _ => TextState::Data,
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
    letters
};

#[inline(never)]
fn look_up(name: &[u8], scripting: bool) -> TextState {
    if scripting && name.eq_ignore_ascii_case(NOSCRIPT) {
        return TextState::Rawtext;
    }
    SWITCHES.iter().find(|(element, _)| name.eq_ignore_ascii_case(element)).map_or(TextState::Data, |&(_, state)| state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_switch_in_any_case() {
        assert_eq!(after_start_tag(b"TITLE", false), TextState::Rcdata);
        assert_eq!(after_start_tag(b"script", false), TextState::ScriptData);
        assert_eq!(after_start_tag(b"noscript", false), TextState::Data);
        assert_eq!(after_start_tag(b"NoScript", true), TextState::Rawtext);
        assert_eq!(after_start_tag(b"titles", false), TextState::Data);
        assert_eq!(after_start_tag(b"p", false), TextState::Data);
    }

    #[test]
    fn quick_test_lets_every_name_of_the_table_through() {
        for (name, state) in SWITCHES {
            assert_eq!(after_start_tag(name, false), state);
        }
    }
}
