//! The sink of tokens that evaluates selectors.

use super::Selectors;
use super::evaluate::{self, Found};
use super::matches::Matches;
use super::tree::NodeTable;
use tagrake::tree_sim::TreeSim;
use tagrake::{
    Arena, Comment, Doctype, EndTag, Limits, Namespace, ProcessingInstruction, Sink, StartTag, Text, TextState,
};

/// Evaluates selectors on the tokens of a page.
///
/// It decides text states and CDATA sections as tree construction does, so [feedback](tagrake::Options::with_feedback) may
/// be off.
#[derive(Debug)]
pub struct SelectSink<'a, 's> {
    simulator: TreeSim<NodeTable<'a, 's>>,
    selectors: &'s Selectors,
    takes_text: bool,
    state: TextState,
    /// The namespace of the last start tag.
    namespace: Namespace,
    /// The offset of the token at which the table was full.
    full_at: Option<usize>,
    /// The end of the last token.
    end: usize,
}

impl<'a, 's> SelectSink<'a, 's> {
    /// Starts a page whose elements are stored in `arena`. `scripting` must be the [flag](tagrake::Options::with_scripting) of
    /// the tokenizer.
    pub fn new(selectors: &'s Selectors, arena: &'a Arena, scripting: bool) -> Self {
        Self::with(selectors, arena, scripting, false, false, Limits::default())
    }

    /// Starts a page whose text is collected, for [`Match::text`](super::Match::text).
    pub fn with_text(selectors: &'s Selectors, arena: &'a Arena, scripting: bool) -> Self {
        Self::with(selectors, arena, scripting, true, false, Limits::default())
    }

    /// Starts a page whose text is collected if `text` is true, and whose elements have their
    /// [ranges](super::Match::range) if `ranges` is true. Of the limits, [`Limits::depth`] counts, and
    /// [`Limits::arena_bytes`], which limits the memory of the elements too.
    pub fn with(
        selectors: &'s Selectors,
        arena: &'a Arena,
        scripting: bool,
        text: bool,
        ranges: bool,
        limits: Limits,
    ) -> Self {
        let mut table = NodeTable::new_in(arena.bump(), &selectors.program, text);
        table.set_max_bytes(limits.arena_bytes());
        if ranges {
            table.take_ranges();
        }
        let simulator = TreeSim::with_sink(scripting, limits.depth(), table);
        let takes_text = text || selectors.program.texts.is_needed;
        Self {
            simulator,
            selectors,
            takes_text,
            state: TextState::Data,
            namespace: Namespace::Html,
            full_at: None,
            end: 0,
        }
    }

    /// Ends the page, and returns the matches.
    pub fn finish(self) -> Matches<'a, 's> {
        let overflowed_at = self.simulator.overflowed_at();
        let mut table = self.simulator.finish();
        table.finish(self.end);
        let Found { matches, stopped_at } = evaluate::find(&self.selectors.program, &table);
        let limited_at = overflowed_at.into_iter().chain(self.full_at).chain(stopped_at).min();
        Matches { table, matches, limited_at }
    }
}

impl<'a> Sink<'a> for SelectSink<'a, '_> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.simulator.sink_mut().offset = doctype.span().start;
        self.end = doctype.span().end;
        Sink::doctype(&mut self.simulator, doctype);
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.simulator.sink_mut().set_tag(&tag);
        let outcome = self.simulator.read_start_tag(&tag);
        (self.state, self.namespace) = (outcome.state, outcome.namespace);
        self.simulator.sink_mut().finish_start_tag(tag.span().end);
        self.end = tag.span().end;
        self.note_full(tag.span().start);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.simulator.sink_mut().offset = tag.span().start;
        Sink::end_tag(&mut self.simulator, tag);
        self.simulator.sink_mut().finish_end_tag(tag.name(), tag.span().end);
        self.state = TextState::Data;
        self.end = tag.span().end;
    }

    fn text(&mut self, text: Text<'a>) {
        self.simulator.sink_mut().offset = text.span().start;
        self.end = text.span().end;
        if self.takes_text {
            let decoded = text.decoded();
            self.simulator.sink_mut().set_text(decoded);
            self.simulator.text(decoded);
        } else {
            let text = text_for_simulator(&text, self.selectors.program.needs_text);
            self.simulator.sink_mut().set_text(text);
            self.simulator.text(text);
        }
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.end = comment.span().end;
        Sink::comment(&mut self.simulator, comment);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.end = instruction.span().end;
        Sink::processing_instruction(&mut self.simulator, instruction);
    }

    fn next_state(&mut self) -> Option<TextState> {
        Some(self.state)
    }

    fn allows_cdata(&self) -> bool {
        self.simulator.allows_cdata()
    }

    fn is_done(&self) -> bool {
        self.full_at.is_some()
    }
}

impl SelectSink<'_, '_> {
    /// Returns true if the element of the last start tag is an HTML element.
    pub(crate) fn is_html(&self) -> bool {
        self.namespace == Namespace::Html
    }

    /// Returns true if a `template` is open.
    pub(crate) fn is_in_template(&self) -> bool {
        self.simulator.is_in_template()
    }

    /// Compares identifiers and classes with case in quirks mode too.
    #[cfg(test)]
    pub(super) fn always_has_case(&mut self) {
        self.simulator.sink_mut().always_has_case = true;
    }

    fn note_full(&mut self, offset: usize) {
        if self.simulator.sink().is_full() {
            self.full_at.get_or_insert(offset);
        }
    }
}

/// Returns characters that have the same effect on the simulator as all characters of the text. With `needs_text`, they are also
/// inserted in the same elements.
///
/// PERF: nothing is decoded if the first characters are not part of a reference. Three facts allow this. After a character that is
/// neither NULL nor white space, no character has an effect. In a run of white space, tree construction may drop the first
/// character, and all later characters have the same effect as the second. After the first other character, all characters are
/// inserted in the same element, except in framesets, which take white space only.
fn text_for_simulator<'a>(text: &Text<'a>, needs_text: bool) -> &'a [u8] {
    let raw = text.raw_text();
    let Some(at) = raw.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\x0C')) else {
        return &raw[..raw.len().min(2)];
    };
    if matches!(raw[at], b'&' | b'\r' | b'\0') {
        return text.decoded();
    }
    let with_space: &[u8] = match (at, raw[0]) {
        (0, _) => b"x ",
        (1, b'\n') => b"\nx ",
        (1, _) => b" x ",
        (_, b'\n') => b"\n x ",
        (_, _) => b"  x ",
    };
    let rest = &raw[at + 1..];
    if needs_text && rest.iter().any(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\x0C' | b'\r')) {
        return with_space;
    }
    if needs_text && memchr::memchr(b'&', rest).is_some() {
        return text.decoded();
    }
    &with_space[..with_space.len() - 1]
}
