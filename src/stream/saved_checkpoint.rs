//! An owned copy of the checkpoint between two chunks of an input.

use crate::feedback::SavedForeignStack;
use crate::options::Options;
use crate::run::{Checkpoint, Run};
use crate::text_state::TextState;
use crate::tree_sim::TreeSim;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The contents of a [`Checkpoint`], without borrowed data.
#[derive(Debug, Default)]
pub(super) struct SavedCheckpoint {
    pub(super) text_state: TextState,
    last_start_tag: Vec<u8>,
    foreign: SavedForeignStack,
}

impl SavedCheckpoint {
    /// Saves the state before the first byte of an input.
    pub(super) fn save_start(&mut self, options: &Options) {
        self.text_state = options.initial_state();
        self.set_last_start_tag(options.last_start_tag().as_bytes());
        self.foreign.clear();
    }

    /// Saves the state of `run`, and returns the simulator if there is one. The next byte is read in `text_state`.
    pub(super) fn save(&mut self, run: Run<'_>, text_state: TextState) -> Option<Box<TreeSim>> {
        self.text_state = text_state;
        self.set_last_start_tag(run.last_start_tag);
        run.feedback.save(&mut self.foreign)
    }

    /// Returns the saved checkpoint.
    pub(super) fn checkpoint(&self) -> Checkpoint<'_> {
        let Self { text_state, last_start_tag, foreign } = self;
        Checkpoint { text_state: *text_state, last_start_tag, foreign: Some(foreign) }
    }

    /// Returns the approximate cost of saving and restoring, in copied bytes.
    pub(super) fn size(&self) -> usize {
        self.last_start_tag.len() + self.foreign.size()
    }

    fn set_last_start_tag(&mut self, name: &[u8]) {
        self.last_start_tag.clear();
        self.last_start_tag.extend_from_slice(name);
    }
}
