//! An input of the league.

use tagrake::TextState;
use tagrake::names::Element;

/// An input and the state to start in.
pub(super) struct Input {
    pub(super) html: Vec<u8>,
    pub(super) start: Start,
}

pub(super) enum Start {
    /// The data state. Start tags select the state of the text after them, as in a page.
    Page,
    /// A state, with the name of the last start tag. Start tags do not change the state.
    State(TextState, String),
}

impl Input {
    /// Returns the state of a test and the name of its last start tag.
    pub(super) fn state(&self) -> Option<(TextState, &str)> {
        match &self.start {
            Start::Page => None,
            Start::State(state, last_start_tag) => Some((*state, last_start_tag)),
        }
    }

    /// Returns true if a tokenizer with feedback that cannot be switched off may read the input like a page: it starts in
    /// the data state, and no start tag changes the state.
    pub(super) fn starts_as_page(&self) -> bool {
        let Some((state, _)) = self.state() else { return true };
        let html = self.html.to_ascii_lowercase();
        let mut after_marks = html.split(|&byte| byte == b'<').skip(1);
        let text_elements = Element::ALL.iter().filter(|element| element.text_state(true) != TextState::Data);
        let is_text = |rest: &[u8]| text_elements.clone().any(|element| rest.starts_with(element.as_str().as_bytes()));
        state == TextState::Data && !after_marks.any(is_text)
    }
}
