//! The only pass over a page, if [columns](crate::ExtractOptions::with_columns) are all that is requested.

use crate::collector::Collector;
use crate::flags::{Flag, Flags};
use crate::metadata::collector::MetadataCollector;
use crate::place::Place;
use crate::select::{Matches, SelectSink};
use tagrake::{Arena, Comment, Doctype, EndTag, ProcessingInstruction, Sink, StartTag, Text, TextState};

/// Evaluates the selectors, and collects what else a page without links, metadata and text needs: its encoding and its base URL.
pub(crate) struct ColumnPass<'a, 's> {
    select: SelectSink<'a, 's>,
    pub(crate) metadata: MetadataCollector<'a>,
    pub(crate) flags: Flags,
    arena: &'a Arena,
}

impl<'a, 's> ColumnPass<'a, 's> {
    pub(crate) fn new(select: SelectSink<'a, 's>, metadata: MetadataCollector<'a>, arena: &'a Arena) -> Self {
        Self { select, metadata, flags: Flags::default(), arena }
    }

    /// Ends the page.
    pub(crate) fn finish(self) -> (Matches<'a, 's>, MetadataCollector<'a>, Flags) {
        (self.select.finish(), self.metadata, self.flags)
    }
}

impl<'a> Sink<'a> for ColumnPass<'a, '_> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.metadata.doctype(&doctype, self.arena);
        self.select.doctype(doctype);
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.select.start_tag(tag);
        if MetadataCollector::ELEMENTS.may_hold(tag.raw_name()) && self.select.is_html() {
            let place = Place { in_template: self.select.is_in_template(), ..Place::default() };
            self.metadata.start_tag(&tag, place);
        } else if tag.name() == b"frameset" && self.select.is_html() {
            self.flags.set(Flag::Frameset);
        }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.select.end_tag(tag);
    }

    fn text(&mut self, text: Text<'a>) {
        self.select.text(text);
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.select.comment(comment);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.select.processing_instruction(instruction);
    }

    fn next_state(&mut self) -> Option<TextState> {
        self.select.next_state()
    }

    fn allows_cdata(&self) -> bool {
        self.select.allows_cdata()
    }

    fn is_done(&self) -> bool {
        self.metadata.restarts || self.select.is_done()
    }
}
