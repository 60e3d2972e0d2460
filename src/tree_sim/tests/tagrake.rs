//! Our tokenizer, steered by [`TreeSim`].

use super::{DEPTH, Seen, append_name};
use crate::options::Options;
use crate::run::Run;
use crate::text_state::TextState;
use crate::token::Namespace;
use crate::tree_sim::Name;
use crate::tree_sim::element::ElementKind;
use crate::tree_sim::element_table::ElementId;
use crate::tree_sim::{InsertionMode, StartTagOutcome, TreeSim};
use crate::{Arena, Comment, Doctype, EndTag, Sink, StartTag, Text, state_machine};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a document gives.
pub(super) struct Read {
    pub(super) seen: Vec<Seen>,
    /// The number of the first token after which html5ever 0.40.1 does not do what the standard says.
    pub(super) html5ever_differs_at: Option<usize>,
    /// What the start tags do.
    pub(super) outcomes: Vec<StartTagOutcome>,
    pub(super) tree: TreeSim,
}

/// Reads a document.
pub(super) fn read(html: &str, scripting: bool) -> Read {
    let arena = Arena::new();
    let options = Options::default().with_feedback(false);
    let mut run = Run::new(html.as_bytes(), &options, &arena);
    let read = Read {
        seen: Vec::new(),
        html5ever_differs_at: None,
        outcomes: Vec::new(),
        tree: TreeSim::new(scripting, DEPTH),
    };
    let mut reader = Reader { read, resets_frameset_ok: false, state: None, text: None, goes_back: false };
    while !run.finished {
        let last_start_tag = run.last_start_tag;
        state_machine::run_to_token(&mut run, &mut reader);
        // Text may change what the markup behind it is, so that markup is read again.
        if let Some((end, state)) = reader.text.take()
            && core::mem::take(&mut reader.goes_back)
        {
            run.offset = end;
            run.text_state = state;
            run.last_start_tag = last_start_tag;
            run.finished = false;
        }
        run.text_state = reader.state.take().unwrap_or(run.text_state);
        run.settings.cdata = reader.read.tree.allows_cdata();
    }
    reader.read
}

/// Hands tokens to the tree, one for each call of the machine.
struct Reader {
    read: Read,
    /// Whether the `body` element that is open set the frameset-ok flag back to "ok".
    resets_frameset_ok: bool,
    /// The state that follows a start tag.
    state: Option<TextState>,
    /// Where the text of this call ends, and the state in which it was read.
    text: Option<(usize, TextState)>,
    /// Whether a token came behind the text.
    goes_back: bool,
}

impl Reader {
    /// Returns whether a token is one too many for this call.
    fn is_too_late(&mut self) -> bool {
        self.goes_back |= self.text.is_some();
        self.text.is_some()
    }

    fn see_state(&mut self) {
        let tree = &self.read.tree;
        let mut state = String::new();
        let mut append = |id: ElementId| {
            let element = &tree.elements[id];
            append_name(&mut state, element.kind.namespace, &String::from_utf8_lossy(element.name()));
        };
        // Our `html` element is there before it is created.
        if !matches!(tree.mode, InsertionMode::Initial | InsertionMode::BeforeHtml) {
            tree.open.ids().iter().copied().for_each(&mut append);
        }
        tree.formatting.elements().for_each(&mut append);
        if tree.head {
            append_name(&mut state, Namespace::Html, "head");
        }
        if tree.form.is_some() {
            append_name(&mut state, Namespace::Html, "form");
        }
        self.read.seen.push(Seen::State(state));
    }

    /// Notes a token at which html5ever leaves the standard.
    fn note(&mut self, differs: bool) {
        if differs && self.read.html5ever_differs_at.is_none() {
            self.read.html5ever_differs_at = Some(self.read.seen.len());
        }
    }

    /// Returns whether html5ever does something else at a tag.
    fn differs_at_tag(&self, name: Name, bytes: &[u8], is_end: bool) -> bool {
        use Name::*;
        let tree = &self.read.tree;
        let is_annotation = |kind: ElementKind| kind.namespace == Namespace::MathMl && kind.name == AnnotationXml;
        // It does not know that `annotation-xml` ends scopes, nor that breaking out of foreign content stops there.
        if tree.open_elements().any(is_annotation) {
            return true;
        }
        // It does not know that foreign elements are special, where the end tag is "any other".
        let html = ElementKind { name, ..ElementKind::default() };
        let is_any_other = !html.is_special() || name == Noscript;
        let mut is_boundary_open = false;
        let misses_boundary = tree.open.ids().iter().rev().any(|&id| {
            let element = &tree.elements[id];
            is_boundary_open |= !element.kind.is_html() && element.kind.is_special();
            let is_wanted = match name {
                Li if !is_end => element.kind.is(Li),
                Dd | Dt if !is_end => element.kind.is_one_of(&[Dd, Dt]),
                A | Nobr => element.kind.is(name),
                _ => is_end && is_any_other && element.kind.is_html() && element.is_named(name, bytes),
            };
            is_boundary_open && is_wanted
        });
        // It does not know that `thead` is a table body.
        let misses_thead = matches!(name, Caption | Col | Colgroup | Tbody | Tfoot | Thead | Table)
            && tree.has_template()
            && tree.open_elements().any(|kind| kind.is(Thead));
        misses_boundary || misses_thead || name == Frameset && self.resets_frameset_ok
    }

    /// Returns whether html5ever does something else at text: it does not collect table text in templates.
    fn differs_at_text(&self) -> bool {
        let tree = &self.read.tree;
        let reconstructs = tree.formatting.last().is_some_and(|id| tree.stack_index(id).is_none());
        reconstructs && tree.current_node().is(Name::Template) && tree.mode != InsertionMode::InTemplate
    }

    /// Calls `step`, and notes whether it made a body after something in the head set the frameset-ok flag to "not ok".
    fn step(&mut self, step: impl FnOnce(&mut TreeSim)) {
        let tree = &mut self.read.tree;
        let has_no_body = tree.mode == InsertionMode::AfterHead
            || tree.mode == InsertionMode::InHead
            || tree.mode == InsertionMode::InHeadNoscript;
        let was_not_ok = has_no_body && !tree.frameset_ok;
        step(tree);
        self.resets_frameset_ok |=
            was_not_ok && tree.mode != InsertionMode::AfterHead && tree.mode != InsertionMode::InHead;
    }
}

impl<'a> Sink<'a> for Reader {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        if !self.is_too_late() {
            let (public_id, system_id) = (doctype.public_id(), doctype.system_id());
            self.read.tree.doctype(doctype.name(), public_id, system_id, doctype.force_quirks());
        }
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        if self.is_too_late() {
            return;
        }
        self.read.seen.push(Seen::StartTag(tag.name_str().to_string()));
        self.note(self.differs_at_tag(Name::of(tag.name()), tag.name(), false));
        let mut outcome = StartTagOutcome::default();
        self.step(|tree| outcome = tree.start_tag(&tag));
        self.state = Some(outcome.state);
        self.read.outcomes.push(outcome);
        self.see_state();
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        if !self.is_too_late() {
            self.read.seen.push(Seen::EndTag(tag.name_str().to_string()));
            self.note(self.differs_at_tag(Name::of(tag.name()), tag.name(), true));
            self.step(|tree| tree.end_tag(tag.name()));
            self.see_state();
        }
    }

    fn text(&mut self, text: Text<'a>) {
        // The characters of a CDATA section may stand behind others.
        if !self.is_too_late() {
            self.note(self.differs_at_text());
            Seen::append_text(&mut self.read.seen, text.decoded_str());
            self.step(|tree| tree.text(text.decoded()));
            self.text = Some((text.span().end, text.state()));
        }
    }

    fn comment(&mut self, _: Comment<'a>) {
        if !self.is_too_late() {
            self.read.seen.push(Seen::Comment);
            self.read.tree.comment();
        }
    }

    fn dropped(&mut self, _: crate::Dropped) {
        self.is_too_late();
    }
}
