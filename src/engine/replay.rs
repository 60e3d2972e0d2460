//! Reads the input before a tag again, to build the simulator's state at the tag.

use super::advance;
use crate::feedback::apply_doctype;
use crate::run::Run;
use crate::sink::Sink;
use crate::token::{Comment, Doctype, EndTag, ProcessingInstruction, StartTag, Text};
use crate::tree_sim::TreeSim;
use alloc::boxed::Box;

/// Reads the input of `run` up to the offset `end`, where markup begins, and returns the simulator's state there.
///
/// If the input is a chunk, the bytes before it are read first. The foreign-content stack decides every tag before
/// `end`, so the replay never needs another replay.
pub(super) fn replay<'a>(run: &Run<'a>, end: usize) -> Box<TreeSim> {
    let base = run.source.arena.base();
    let mut sink = SimulatorSink::new(TreeSim::new(run.settings.scripting, run.settings.limits.depth()), base);
    let prefix = run.prefix.map(|prefix| (prefix.bytes, prefix.checkpoint, base - prefix.bytes.len()));
    for (input, checkpoint, base) in prefix.into_iter().chain([(&run.source.input[..end], run.start, base)]) {
        sink.base = base;
        let mut replay = run.restart(input, checkpoint);
        while !replay.finished {
            advance(&mut replay, &mut sink);
        }
    }
    sink.simulator
}

/// Feeds tokens to a simulator.
pub(crate) struct SimulatorSink {
    pub(crate) simulator: Box<TreeSim>,
    /// The offset of the input in the complete input: 0, unless the input is a chunk.
    base: usize,
}

impl SimulatorSink {
    pub(crate) fn new(simulator: TreeSim, base: usize) -> Self {
        Self { simulator: Box::new(simulator), base }
    }
}

impl<'a> Sink<'a> for SimulatorSink {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        apply_doctype(&mut self.simulator, &doctype);
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.simulator.set_offset(self.base + tag.start());
        self.simulator.start_tag(&tag);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.simulator.set_offset(self.base + tag.start());
        self.simulator.end_tag(tag.name());
    }

    fn comment(&mut self, _: Comment<'a>) {
        self.simulator.comment();
    }

    fn processing_instruction(&mut self, _: ProcessingInstruction<'a>) {
        self.simulator.comment();
    }

    fn text(&mut self, text: Text<'a>) {
        self.simulator.set_offset(self.base + text.start);
        self.simulator.text(text.decoded());
    }
}
