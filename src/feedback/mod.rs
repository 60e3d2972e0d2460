//! Tree-construction feedback: what tree construction decides for the tokenizer, without a tree.
//!
//! Tree construction decides three things that affect tokens: the text state after a start tag, whether `<![CDATA[`
//! opens a CDATA section, and the namespace of an element. There are three levels, each exact, each slower than the one
//! before:
//!
//! 1. In HTML content the name of the tag decides ([`crate::content_model`]). Most pages need nothing else.
//! 2. From the first `<svg>`, `<math>` or `<template>` on, the [foreign-content stack](foreign_stack) holds the
//!    elements that are open inside. It returns [`Undecided`] if the answer depends on anything else.
//! 3. Then the [tree-builder simulator](crate::tree_sim) reads the page from its start, and decides from there on.
//!
//! The foreign-content stack cannot decide if the answer depends on HTML elements outside of it, on insertion modes
//! or on the list of active formatting elements. A `frameset` is always undecided. While the simulator decides, the
//! fast path keeps reading, through a sink that passes each token to the simulator first.
//!
//! With [`Options::with_empty_element_tags`](crate::Options::with_empty_element_tags), a self-closing HTML tag is applied as its
//! start tag and its end tag.
//!
//! A consumer that builds a tree decides instead, with two methods of its sink:
//! [`next_state`](crate::Sink::next_state) after a start tag, and [`allows_cdata`](crate::Sink::allows_cdata) at
//! `<![CDATA[`.

mod foreign_stack;
mod saved_stack;
#[cfg(test)]
mod tests;

use crate::content_model::{self, Effect};
use crate::names::Element;
use crate::options::Settings;
use crate::sink::Sink;
use crate::text_state::TextState;
use crate::token::{Doctype, EndTag, Namespace, StartTag, Text};
use crate::tree_sim::{StartTagOutcome, TreeSim};
use alloc::boxed::Box;
use bumpalo::Bump;
use foreign_stack::ForeignStack;
pub(crate) use foreign_stack::Undecided;
pub(crate) use saved_stack::{SavedChanges, SavedForeignStack};

/// The state of tree construction between two tokens, as far as it affects later tokens.
pub(crate) struct Feedback<'a> {
    foreign: ForeignStack<'a>,
    /// The simulator, if it gets every token: it decides, or it gets ready in case that the foreign-content stack
    /// cannot.
    simulator: Option<Box<TreeSim>>,
    /// True if the foreign-content stack could not decide, so that the simulator decides.
    is_ambiguous: bool,
    /// True if `<x/>` is an empty-element tag ([`Options::with_empty_element_tags`](crate::Options::with_empty_element_tags)).
    empty_element_tags: bool,
    /// True if the fast path must report every start tag. Otherwise it reports the tags of
    /// [`Effect::Other`](crate::content_model::Effect::Other).
    pub(crate) watches_start_tags: bool,
    /// True if the fast path must report every end tag. Otherwise it reports none.
    pub(crate) watches_end_tags: bool,
}

impl<'a> Feedback<'a> {
    /// Starts with the elements of `foreign`; `None` means that none is open.
    pub(crate) fn new(foreign: Option<&'a SavedForeignStack>, settings: &Settings, bump: &'a Bump) -> Self {
        let (depth, empty_element_tags) = (settings.limits.depth(), settings.empty_element_tags);
        let foreign = ForeignStack::new(foreign, depth, bump);
        let (watches_start_tags, watches_end_tags) = (false, false);
        let mut feedback = Self {
            foreign,
            simulator: None,
            is_ambiguous: false,
            empty_element_tags,
            watches_start_tags,
            watches_end_tags,
        };
        feedback.update_fast_flags();
        feedback
    }

    /// Sets the simulator, which gets every token from now on. It decides if the input `is_ambiguous` so far.
    pub(crate) fn set_simulator(&mut self, simulator: Option<Box<TreeSim>>, is_ambiguous: bool) {
        (self.simulator, self.is_ambiguous) = (simulator, is_ambiguous);
        self.update_fast_flags();
    }

    /// Saves in `changes` how the foreign-content stack differs from the stack that it started with, and returns the simulator
    /// if there is one.
    pub(crate) fn save(self, changes: &mut SavedChanges) -> Option<Box<TreeSim>> {
        self.foreign.save(changes);
        self.simulator
    }

    /// Returns true if the current node is a foreign element, so that `<![CDATA[` opens a CDATA section.
    pub(crate) fn allows_cdata(&self) -> bool {
        match self.deciding_simulator() {
            Some(simulator) => simulator.allows_cdata(),
            None => self.foreign.is_in_foreign_element(),
        }
    }

    /// Returns true if the foreign-content stack could not decide.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.is_ambiguous
    }

    /// Returns the offset of the first token after which the depth limit was exceeded.
    pub(crate) fn too_deep_at(&self) -> Option<usize> {
        self.deciding_simulator().and_then(TreeSim::overflowed_at)
    }

    /// Returns the heap memory of the simulator in bytes; 0 if it does not decide.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.deciding_simulator().map_or(0, TreeSim::heap_bytes)
    }

    /// Returns true if the simulator needs every token.
    #[inline(always)]
    pub(crate) fn needs_all(&self) -> bool {
        self.simulator.is_some()
    }

    fn deciding_simulator(&self) -> Option<&TreeSim> {
        self.simulator.as_deref().filter(|_| self.is_ambiguous)
    }

    /// Applies a start tag, and the end tag that it implies. Returns [`Undecided`] if the foreign-content stack cannot decide
    /// and there is no simulator. After [`set_simulator`](Self::set_simulator), the same tag can be applied again.
    pub(crate) fn start_tag(&mut self, tag: &StartTag<'a>, scripting: bool) -> Result<StartTagOutcome, Undecided> {
        let outcome = self.apply_start_tag(tag, scripting)?;
        if !self.is_empty_element(tag, outcome.namespace) {
            return Ok(outcome);
        }
        self.end_tag(&tag.implied_end_tag(), outcome.state == TextState::Data)?;
        Ok(StartTagOutcome { state: TextState::Data, ..outcome })
    }

    /// Returns the end tag that a start tag with its namespace implies, if there is one.
    pub(crate) fn implied_end_tag(&self, tag: &StartTag<'a>) -> Option<EndTag<'a>> {
        self.is_empty_element(tag, tag.namespace()).then(|| tag.implied_end_tag())
    }

    /// Returns true if the start tag is an empty-element tag of an HTML element that is not void.
    fn is_empty_element(&self, tag: &StartTag<'_>, namespace: Namespace) -> bool {
        self.empty_element_tags
            && tag.is_self_closing()
            && namespace == Namespace::Html
            && !Element::of(tag.name()).is_void()
    }

    fn apply_start_tag(&mut self, tag: &StartTag<'a>, scripting: bool) -> Result<StartTagOutcome, Undecided> {
        let simulated = self.simulator.as_mut().map(|simulator| simulator.read_start_tag(tag));
        if !self.is_ambiguous {
            // The fast path does the same without a call if there is no simulator.
            if !self.foreign.is_inside() {
                match content_model::effect(tag.name(), scripting) {
                    Effect::None => return Ok(StartTagOutcome::default()),
                    Effect::State(state) => return Ok(StartTagOutcome { state, ..StartTagOutcome::default() }),
                    Effect::Other => {}
                }
            }
            match self.foreign.start_tag(tag, scripting) {
                Ok(outcome) => return Ok(outcome),
                Err(Undecided) => self.give_up(),
            }
        }
        simulated.ok_or(Undecided)
    }

    /// Applies an end tag. `is_markup` is false if the tag ends raw text. Returns [`Undecided`] as
    /// [`start_tag`](Self::start_tag) does.
    pub(crate) fn end_tag(&mut self, tag: &EndTag<'a>, is_markup: bool) -> Result<(), Undecided> {
        if let Some(simulator) = &mut self.simulator {
            Sink::end_tag(&mut **simulator, *tag);
        }
        // The foreign-content stack has no entry for an element that holds raw text.
        if is_markup && !self.is_ambiguous && self.foreign.end_tag(tag.name()).is_err() {
            self.give_up();
        }
        if self.is_ambiguous && self.simulator.is_none() { Err(Undecided) } else { Ok(()) }
    }

    /// Applies a DOCTYPE.
    pub(crate) fn doctype(&mut self, doctype: &Doctype<'_>) {
        if let Some(simulator) = &mut self.simulator {
            Sink::doctype(&mut **simulator, *doctype);
        }
    }

    /// Applies a comment.
    pub(crate) fn comment(&mut self) {
        if let Some(simulator) = &mut self.simulator {
            simulator.comment();
        }
    }

    /// Applies text.
    pub(crate) fn text(&mut self, text: &Text<'_>) {
        if let Some(simulator) = &mut self.simulator {
            Sink::text(&mut **simulator, *text);
        }
    }

    /// Records that the foreign-content stack cannot decide.
    fn give_up(&mut self) {
        self.foreign.clear();
        self.is_ambiguous = true;
    }

    /// Updates the flags for the tags that the fast path must report.
    pub(crate) fn update_fast_flags(&mut self) {
        self.watches_start_tags = self.needs_all() || self.foreign.is_inside() || self.empty_element_tags;
        self.watches_end_tags = self.needs_all() || self.foreign.watches_end_tags();
    }
}
