//! A sink that feeds tokens to a tree-builder simulator.

use crate::feedback::apply_doctype;
use crate::sink::Sink;
use crate::token::{Comment, Doctype, EndTag, ProcessingInstruction, StartTag, Text};
use crate::tree_sim::TreeSim;
use alloc::boxed::Box;

/// Feeds tokens to a simulator.
pub(crate) struct SimulatorSink {
    pub(crate) simulator: Box<TreeSim>,
    /// The offset of the input in the complete input: 0, unless the input is a chunk.
    pub(super) base: usize,
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
