//! An input of the league.

use tagrake::TextState;

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
        const TEXT_ELEMENTS: [&str; 10] =
            ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "script", "plaintext"];
        let Some((state, _)) = self.state() else { return true };
        let html = self.html.to_ascii_lowercase();
        let mut after_marks = html.split(|&byte| byte == b'<').skip(1);
        let is_text = |rest: &[u8]| TEXT_ELEMENTS.iter().any(|name| rest.starts_with(name.as_bytes()));
        state == TextState::Data && !after_marks.any(is_text)
    }
}
