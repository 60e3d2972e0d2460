//! What the tree construction stage tells the drafts' machine: the content model, and whether CDATA sections may open.

use super::{Edition, Rule, TokenContent};
use crate::content_model;
use crate::feedback::{TagView, Tree};
use crate::options::{Options, TextState};
use alloc::boxed::Box;
use alloc::string::String;

/// The tree construction stage, as far as the machine hears of it.
pub(super) enum TreeFeedback {
    /// There is none.
    Silent,
    /// Names decide: before there was foreign content.
    Names { scripting: bool },
    /// Today's tree construction decides.
    Whole { scripting: bool, tree: Box<Tree> },
}

/// The state after a start tag.
pub(super) struct StartTagOutcome {
    pub(super) state: TextState,
    /// Whether the name alone would lead to another state.
    pub(super) is_by_place: bool,
}

impl TreeFeedback {
    pub(super) fn new(edition: Edition, options: &Options) -> Self {
        let scripting = options.scripting();
        if !options.feedback() {
            Self::Silent
        } else if Rule::ForeignContent.holds_in(edition) {
            Self::Whole { scripting, tree: Box::new(Tree::new(scripting, options.limits().depth())) }
        } else {
            Self::Names { scripting }
        }
    }

    /// Handles a token that was emitted, other than characters; for a start tag, returns the state after it.
    pub(super) fn handle(&mut self, content: &TokenContent) -> Option<StartTagOutcome> {
        let TokenContent::StartTag { name, attributes, self_closing } = content else {
            self.handle_other(content);
            return None;
        };
        let by_name = |scripting| content_model::after_start_tag(name.as_bytes(), scripting);
        Some(match self {
            Self::Silent => StartTagOutcome { state: TextState::Data, is_by_place: false },
            Self::Names { scripting } => StartTagOutcome { state: by_name(*scripting), is_by_place: false },
            Self::Whole { scripting, tree } => {
                let state = tree.start_tag(&StartTagView { name, attributes, self_closing: *self_closing }).state;
                StartTagOutcome { state, is_by_place: state != by_name(*scripting) }
            }
        })
    }

    fn handle_other(&mut self, content: &TokenContent) {
        let Self::Whole { tree, .. } = self else { return };
        match content {
            TokenContent::Doctype { name, public_id, system_id, force_quirks } => {
                let [name, public_id, system_id] =
                    [name, public_id, system_id].map(|part| part.as_ref().map(String::as_bytes));
                tree.doctype(name, public_id, system_id, *force_quirks);
            }
            TokenContent::EndTag { name } => tree.end_tag(name.as_bytes()),
            TokenContent::Comment(_) => tree.comment(),
            TokenContent::Text(_) | TokenContent::StartTag { .. } => {}
        }
    }

    /// Handles characters.
    pub(super) fn handle_text(&mut self, characters: &str) {
        if let Self::Whole { tree, .. } = self {
            tree.text(characters.as_bytes());
        }
    }

    /// Returns whether the current node is outside the HTML namespace.
    pub(super) fn allows_cdata(&self) -> bool {
        matches!(self, Self::Whole { tree, .. } if tree.allows_cdata())
    }
}

/// A start tag as tree construction looks at it.
struct StartTagView<'t> {
    name: &'t str,
    attributes: &'t [(String, String)],
    self_closing: bool,
}

impl TagView for StartTagView<'_> {
    fn name(&self) -> &[u8] {
        self.name.as_bytes()
    }

    fn attribute(&self, name: &[u8]) -> Option<&[u8]> {
        let found = self.attributes.iter().find(|(known, _)| known.as_bytes() == name);
        found.map(|(_, value)| value.as_bytes())
    }

    fn for_each_attribute(&self, visit: &mut dyn FnMut(&[u8], &[u8])) {
        self.attributes.iter().for_each(|(name, value)| visit(name.as_bytes(), value.as_bytes()));
    }

    fn is_self_closing(&self) -> bool {
        self.self_closing
    }
}
