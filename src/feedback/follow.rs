//! How a run follows the tree: what it asks after a tag, and what it does when the small stack can't decide.

use super::foreign::{Foreign, Undecided};
use super::tree::{TagView, Tree};
use super::{Feedback, KeptForeign, Outcome};
use crate::content_model::{self, Effect};
use crate::machine;
use crate::options::TextState;
use crate::run::Run;
use crate::sink::Sink;
use crate::token::{Comment, Doctype, EndTag, StartTag, Text};
use alloc::boxed::Box;
use bumpalo::Bump;

impl<'a> Feedback<'a> {
    /// Returns what is known where the small stack is `foreign`, if it is not empty. `depth` elements may be open.
    pub(crate) fn new(foreign: Option<&'a KeptForeign>, depth: usize, bump: &'a Bump) -> Self {
        let foreign = foreign.map_or_else(|| Foreign::new(depth, bump), |foreign| foreign.restore(depth, bump));
        let (watches_start_tags, watches_end_tags) = (false, false);
        let mut feedback = Self { foreign, tree: None, is_ambiguous: false, watches_start_tags, watches_end_tags };
        feedback.watch();
        feedback
    }

    /// Follows the whole stack, if there is one; it decides if the input `is_ambiguous` so far.
    pub(crate) fn resume(&mut self, tree: Option<Box<Tree>>, is_ambiguous: bool) {
        (self.tree, self.is_ambiguous) = (tree, is_ambiguous);
        self.watch();
    }

    /// Puts the small stack into `foreign`, and returns the whole one, if it is followed.
    pub(crate) fn keep(self, foreign: &mut KeptForeign) -> Option<Box<Tree>> {
        foreign.keep(&self.foreign);
        self.tree
    }

    /// Returns whether the current node is a foreign element, so that `<![CDATA[` opens a CDATA section.
    pub(crate) fn allows_cdata(&self) -> bool {
        match self.deciding_tree() {
            Some(tree) => tree.allows_cdata(),
            None => self.foreign.is_in_foreign_element(),
        }
    }

    /// Returns whether the small stack could not decide.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.is_ambiguous
    }

    /// Returns the offset of the first token since which more was open than there is room for.
    pub(crate) fn too_deep_at(&self) -> Option<usize> {
        self.deciding_tree().and_then(Tree::overflowed_at)
    }

    /// Returns how much memory the whole stack takes, if it decides.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.deciding_tree().map_or(0, Tree::heap_bytes)
    }

    /// Returns whether every token must come here.
    #[inline(always)]
    pub(crate) fn needs_all(&self) -> bool {
        self.tree.is_some()
    }

    fn deciding_tree(&self) -> Option<&Tree> {
        self.tree.as_deref().filter(|_| self.is_ambiguous)
    }

    /// Follows a start tag. The small stack can't decide what it does, and there is no other, if there is an error.
    pub(super) fn start_tag(&mut self, tag: &StartTag<'a>, scripting: bool) -> Result<Outcome, Undecided> {
        let of_tree = self.tree.as_mut().map(|tree| {
            tree.stand_at(tag.span().start);
            tree.start_tag(tag)
        });
        if !self.is_ambiguous {
            // What the fast path knows by itself where the whole stack is not followed.
            if !self.foreign.is_inside() {
                match content_model::effect(tag.name(), scripting) {
                    Effect::None => return Ok(Outcome::default()),
                    Effect::State(state) => return Ok(Outcome { state, ..Outcome::default() }),
                    Effect::Other => {}
                }
            }
            match self.foreign.start_tag(tag, scripting) {
                Ok(outcome) => return Ok(outcome),
                Err(Undecided) => self.give_up(),
            }
        }
        of_tree.ok_or(Undecided)
    }

    /// Follows an end tag, which stands in markup or ends raw text.
    pub(super) fn end_tag(&mut self, tag: &EndTag<'a>, is_markup: bool) -> Result<(), Undecided> {
        if let Some(tree) = &mut self.tree {
            tree.stand_at(tag.span().start);
            tree.end_tag(tag.name());
        }
        // The small stack does not hold what the end of raw text ends.
        if is_markup && !self.is_ambiguous && self.foreign.end_tag(tag.name()).is_err() {
            self.give_up();
            return self.tree.as_ref().map(|_| ()).ok_or(Undecided);
        }
        Ok(())
    }

    /// Follows a DOCTYPE.
    pub(super) fn doctype(&mut self, doctype: &Doctype<'_>) {
        if let Some(tree) = &mut self.tree {
            doctype_in(tree, doctype);
        }
    }

    /// Follows a comment.
    pub(super) fn comment(&mut self) {
        if let Some(tree) = &mut self.tree {
            tree.comment();
        }
    }

    /// Follows text.
    pub(super) fn text(&mut self, text: &Text<'_>) {
        if let Some(tree) = &mut self.tree {
            tree.stand_at(text.span().start);
            tree.text(text.decoded());
        }
    }

    /// Notes that the small stack can't decide.
    fn give_up(&mut self) {
        self.foreign.clear();
        self.is_ambiguous = true;
    }

    /// Notes what the fast path must hand over.
    fn watch(&mut self) {
        self.watches_start_tags = self.needs_all() || self.foreign.is_inside();
        self.watches_end_tags = self.needs_all() || self.foreign.watches_end_tags();
    }
}

impl<'a> Run<'a> {
    /// Follows a start tag: sets the state after it.
    #[cold]
    #[inline(never)]
    pub(crate) fn follow_start_tag(&mut self, tag: StartTag<'a>) -> Outcome {
        if self.is_over(tag.start(), tag.end()) {
            return Outcome::default();
        }
        let outcome = match self.feedback.start_tag(&tag, self.settings.scripting) {
            Ok(outcome) => outcome,
            Err(Undecided) => {
                let tree = self.read_tree(tag.start());
                tree.stand_at(tag.span().start);
                tree.start_tag(&tag)
            }
        };
        self.text_state = outcome.state;
        if outcome.state != TextState::Data {
            self.last_start_tag = tag.name();
        }
        self.feedback.watch();
        outcome
    }

    /// Follows an end tag.
    #[cold]
    #[inline(never)]
    pub(crate) fn follow_end_tag(&mut self, tag: EndTag<'a>) {
        if self.is_over(tag.start(), tag.end()) {
            return;
        }
        if let Err(Undecided) = self.feedback.end_tag(&tag, self.text_state == TextState::Data) {
            let tree = self.read_tree(tag.start());
            tree.stand_at(tag.span().start);
            tree.end_tag(tag.name());
        }
        self.feedback.watch();
    }

    /// Follows a DOCTYPE.
    pub(crate) fn follow_doctype(&mut self, doctype: &Doctype<'a>) {
        self.feedback.doctype(doctype);
    }

    /// Follows a comment.
    pub(crate) fn follow_comment(&mut self) {
        self.feedback.comment();
    }

    /// Follows text.
    pub(crate) fn follow_text(&mut self, text: &Text<'a>) {
        if !self.is_over(text.start, text.end) {
            self.feedback.text(text);
        }
    }

    /// Reads the input again up to the offset `end`, where markup begins, for the whole stack; it decides from there on.
    fn read_tree(&mut self, end: usize) -> &mut Tree {
        let tree = Tree::new(self.settings.scripting, self.settings.limits.depth());
        let base = self.source.arena.base();
        let mut reader = ReadTree { tree: Box::new(tree), base };
        let before = self.before.map(|before| (before.bytes, before.known, base - before.bytes.len()));
        let read = (&self.source.input[..end], self.start, base);
        for (input, known, base) in before.into_iter().chain([read]) {
            reader.base = base;
            let mut prefix = self.restart(input, known);
            while !prefix.finished {
                machine::run_to_token(&mut prefix, &mut reader);
            }
        }
        self.feedback.tree.insert(reader.tree)
    }
}

/// Puts tokens into a tree.
pub(crate) struct ReadTree {
    pub(crate) tree: Box<Tree>,
    /// The offset in the whole of the input that is read.
    pub(crate) base: usize,
}

impl<'a> Sink<'a> for ReadTree {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        doctype_in(&mut self.tree, &doctype);
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.tree.stand_at(self.base + tag.start());
        self.tree.start_tag(&tag);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.tree.stand_at(self.base + tag.start());
        self.tree.end_tag(tag.name());
    }

    fn comment(&mut self, _: Comment<'a>) {
        self.tree.comment();
    }

    fn text(&mut self, text: Text<'a>) {
        self.tree.stand_at(self.base + text.start);
        self.tree.text(text.decoded());
    }
}

fn doctype_in(tree: &mut Tree, doctype: &Doctype<'_>) {
    tree.doctype(doctype.name(), doctype.public_id(), doctype.system_id(), doctype.force_quirks());
}

impl TagView for StartTag<'_> {
    fn name(&self) -> &[u8] {
        StartTag::name(self)
    }

    fn attribute(&self, name: &[u8]) -> Option<&[u8]> {
        StartTag::attribute(self, name).map(|attribute| attribute.value())
    }

    fn for_each_attribute(&self, visit: &mut dyn FnMut(&[u8], &[u8])) {
        self.attributes().for_each(|attribute| visit(attribute.name(), attribute.value()));
    }

    fn is_self_closing(&self) -> bool {
        StartTag::is_self_closing(self)
    }
}
