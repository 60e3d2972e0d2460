//! The simulator as a sink: how the tokens of the tokenizer get in, with their offsets.

use super::{StartTagOutcome, TagView, TreeSim, TreeSink};
use crate::sink::Sink;
use crate::token::{Comment, Doctype, EndTag, ProcessingInstruction, StartTag, Text};

/// Processes the tokens of a document. [`tokenize`](crate::tokenize) may send them directly, or a sink forwards them.
impl<'a, T: TreeSink> Sink<'a> for TreeSim<T> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        Self::doctype(self, doctype.name(), doctype.public_id(), doctype.system_id(), doctype.force_quirks());
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.read_start_tag(&tag);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.set_offset(tag.span().start);
        Self::end_tag(self, tag.name());
    }

    fn text(&mut self, text: Text<'a>) {
        self.set_offset(text.span().start);
        Self::text(self, text.decoded());
    }

    fn comment(&mut self, _: Comment<'a>) {
        Self::comment(self);
    }

    fn processing_instruction(&mut self, _: ProcessingInstruction<'a>) {
        Self::comment(self);
    }
}

impl<T: TreeSink> TreeSim<T> {
    /// Processes a start tag of the tokenizer, and returns its effect on the tokenizer.
    pub fn read_start_tag(&mut self, tag: &StartTag<'_>) -> StartTagOutcome {
        self.set_offset(tag.span().start);
        self.start_tag(tag)
    }

    /// Sets the number of bytes to subtract from the offsets of tokens: their spans count from the start of a chunk, but
    /// the bytes before the chunk are read.
    pub(crate) fn set_preceding(&mut self, preceding: usize) {
        self.preceding = preceding;
    }

    fn set_offset(&mut self, span_start: usize) {
        self.offset = span_start - self.preceding;
    }
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
