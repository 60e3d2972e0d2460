//! What is known between two tokens, in memory of its own.

use crate::feedback::{KeptForeign, Tree};
use crate::options::{Options, TextState};
use crate::run::{Known, Run};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What a [`Known`] says, without what it borrows.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) text_state: TextState,
    last_start_tag: Vec<u8>,
    foreign: KeptForeign,
}

impl Kept {
    /// Keeps what `options` say of the first byte.
    pub(super) fn begin(&mut self, options: &Options) {
        self.text_state = options.initial_state();
        self.set_last_start_tag(options.last_start_tag().as_bytes());
        self.foreign.clear();
    }

    /// Keeps what `run` knows, and returns the whole stack, if it is followed. The next byte is read in `text_state`.
    pub(super) fn keep(&mut self, run: Run<'_>, text_state: TextState) -> Option<Box<Tree>> {
        self.text_state = text_state;
        self.set_last_start_tag(run.last_start_tag);
        run.feedback.keep(&mut self.foreign)
    }

    /// Returns what is kept.
    pub(super) fn known(&self) -> Known<'_> {
        let Self { text_state, last_start_tag, foreign } = self;
        Known { text_state: *text_state, last_start_tag, foreign: Some(foreign) }
    }

    /// Returns how much work it is to keep and to use this, in about the bytes that are copied.
    pub(super) fn size(&self) -> usize {
        self.last_start_tag.len() + self.foreign.size()
    }

    fn set_last_start_tag(&mut self, name: &[u8]) {
        self.last_start_tag.clear();
        self.last_start_tag.extend_from_slice(name);
    }
}
