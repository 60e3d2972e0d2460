//! Tree-construction feedback for the drafts' state machine: the content model, and whether a CDATA section may open.

use super::{Edition, Rule, TokenContent};
use alloc::boxed::Box;
use alloc::string::String;
use tagrake::Options;
use tagrake::TextState;
use tagrake::names::Element;
use tagrake::tree_sim::{TagView, TreeSim};

/// The source of tree-construction feedback.
pub(super) struct TreeFeedback {
    /// False if the options turn feedback off.
    is_on: bool,
    scripting: bool,
    /// The tree-builder simulator, by the rules of the Living Standard. `None` for the draft without foreign content,
    /// where the names of start tags decide.
    tree: Option<Box<TreeSim>>,
}

/// The feedback after a start tag.
pub(super) struct StartTagOutcome {
    /// The text state of the Living Standard.
    pub(super) state: TextState,
    /// True if the name alone would give another state.
    pub(super) depends_on_context: bool,
}

impl TreeFeedback {
    pub(super) fn new(edition: Edition, options: &Options) -> Self {
        let (is_on, scripting) = (options.feedback(), options.scripting());
        let has_tree = is_on && Rule::ForeignContent.holds_in(edition);
        let tree = has_tree.then(|| Box::new(TreeSim::new(scripting, options.limits().depth())));
        Self { is_on, scripting, tree }
    }

    /// Handles an emitted token other than characters. Returns the feedback after a start tag.
    pub(super) fn handle(&mut self, content: &TokenContent) -> Option<StartTagOutcome> {
        let TokenContent::StartTag { name, attributes, self_closing } = content else {
            self.handle_other(content);
            return None;
        };
        let by_name = match self.is_on {
            true => Element::of(name.as_bytes()).text_state(self.scripting),
            false => TextState::Data,
        };
        let tag = StartTagView { name, attributes, self_closing: *self_closing };
        let state = self.tree.as_mut().map_or(by_name, |tree| tree.start_tag(&tag).state);
        Some(StartTagOutcome { state, depends_on_context: state != by_name })
    }

    fn handle_other(&mut self, content: &TokenContent) {
        let Some(tree) = &mut self.tree else { return };
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
        if let Some(tree) = &mut self.tree {
            tree.text(characters.as_bytes());
        }
    }

    /// Returns true if the current node is outside the HTML namespace.
    pub(super) fn allows_cdata(&self) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.allows_cdata())
    }
}

/// Adapts a start tag for the tree-builder simulator.
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
