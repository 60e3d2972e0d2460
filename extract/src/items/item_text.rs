//! The text of the open properties, collected once: the values of nested properties are ranges of one string.

use super::room::Room;
use crate::text::push_words;
use bumpalo::Bump;
use bumpalo::collections::String;

/// The range of a value in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextRange {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl TextRange {
    /// Returns the text of the range.
    pub(super) fn of(self, text: &str) -> &str {
        text[self.start..self.end].trim_matches(' ')
    }
}

/// The text collected so far, with white space (ASCII and U+00A0) collapsed.
pub(super) struct ItemText<'a> {
    text: String<'a>,
    /// True if a space precedes the next word.
    space: bool,
    /// The number of open properties whose value is text.
    open: usize,
}

impl<'a> ItemText<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self { text: String::new_in(bump), space: false, open: 0 }
    }

    /// Returns true if text is collected.
    pub(super) fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Returns the position at which the text of the last element ends, and the text of the next one starts.
    pub(super) fn position(&self) -> usize {
        self.text.len()
    }

    /// Starts the text of `properties`.
    pub(super) fn open(&mut self, properties: usize) {
        self.open += properties;
    }

    /// Ends the text of `properties`.
    pub(super) fn close(&mut self, properties: usize) {
        self.open -= properties;
    }

    /// Separates the words before from those after.
    pub(super) fn space(&mut self) {
        self.space = true;
    }

    /// Adds characters.
    pub(super) fn push(&mut self, text: &str, room: &mut Room) {
        if room.takes_text(text.len()) {
            push_words(&mut self.text, &mut self.space, text);
        }
    }

    /// Returns the text that [`TextRange`]s refer to.
    pub(super) fn into_text(self) -> &'a str {
        self.text.into_bump_str()
    }
}
