//! The fast path: straight lines for the markup that pages are made of.
//!
//! **A fast function consumes one whole construct and gives exactly the token that the machine would, or it declines and
//! leaves no trace.** What it declines goes to [`crate::state_machine`], which starts at the construct's first byte and hands
//! back at the next token. So nothing here knows of the end of the input inside a construct, of NUL in names, or of most
//! parse errors: it declines.
//!
//! Declined always: PLAINTEXT and CDATA sections; DOCTYPEs of another name than `html` or with a parse error; bogus
//! comments, which processing instructions are unless they are asked for, `<!-->` and `<!--->`; NUL in the names of
//! attributes, other controls in names; `=` in a tag's name or before an attribute's; attributes whose names are not ASCII
//! or do not end within 64 bytes; tags with more than [`attributes::MAX_ATTRIBUTES`] attributes, or more than are allowed;
//! scripts with `<!--` that do not end; whatever the end of the input cuts. Declined when errors are asked for: tags and
//! comments with a parse error in them, but for NUL in values and in the names of start tags, and for those of character
//! references.
//!
//! How: the walk goes from `<` to `<` by a list that is made ahead ([`StructuralIndex`]). In a tag the byte classes of the next bytes
//! are bits ([`window`]); the present state is a place in the code, and the code asks for the next bit of the class that it
//! needs. The whole walk is compiled for each CPU level, and chosen when it begins ([`crate::scan`]).

mod attributes;
mod comment;
mod doctype;
mod errors;
mod processing_instruction;
mod raw_text;
mod tag;
mod text;
mod window;

pub(crate) use attributes::MAX_ATTRIBUTES;
pub(crate) use raw_text::find_end_of_script;

/// A name of an attribute that is not shorter is declined.
pub(crate) const MAX_NAME: usize = crate::scan::BLOCK;

use crate::run::Run;
use crate::scan::{self, Blocks, Job, Padded, Simd, StructuralIndex};
use crate::sink::Sink;
use crate::summary::{Unfinished, UnfinishedKind};
use crate::text_state::TextState;
use raw_text::RawText;

/// Reads constructs until one is declined, the sink is done or the input ends.
pub(crate) fn run<'a, S: Sink<'a>>(run: &mut Run<'a>, sink: &mut S) {
    let level = run.level;
    if run.settings.errors {
        scan::dispatch(level, Walk::<'_, 'a, S, true> { run, sink });
    } else {
        scan::dispatch(level, Walk::<'_, 'a, S, false> { run, sink });
    }
}

/// The walk over the constructs, to be compiled for a CPU level.
struct Walk<'k, 'a, S, const ERRORS: bool> {
    run: &'k mut Run<'a>,
    sink: &'k mut S,
}

impl<'a, S: Sink<'a>, const ERRORS: bool> Job for Walk<'_, 'a, S, ERRORS> {
    type Output = ();

    #[inline(always)]
    fn run<V: Simd>(self, simd: V) {
        let input = self.run.source.input;
        let padded = Padded::new(input);
        let mut kernel = Kernel::<V, S, ERRORS> {
            simd,
            input,
            blocks: padded.blocks(),
            at: self.run.offset,
            index: core::mem::take(&mut self.run.index),
            run: self.run,
            sink: self.sink,
        };
        kernel.walk();
        kernel.run.offset = kernel.at;
        kernel.run.index = kernel.index;
    }
}

/// The walk on a CPU level.
struct Kernel<'k, 'a, V, S, const ERRORS: bool> {
    simd: V,
    input: &'a [u8],
    blocks: Blocks<'k>,
    /// The offset of the next byte to read.
    at: usize,
    index: StructuralIndex<'a>,
    run: &'k mut Run<'a>,
    sink: &'k mut S,
}

impl<'k, 'a: 'k, V: Simd, S: Sink<'a>, const ERRORS: bool> Kernel<'k, 'a, V, S, ERRORS> {
    /// Reads constructs until one is declined, the sink is done or the input ends.
    #[inline(always)]
    fn walk(&mut self) -> Option<()> {
        while !self.sink.is_done() {
            match self.run.text_state {
                TextState::Data => self.walk_data()?,
                TextState::Rcdata | TextState::Rawtext | TextState::ScriptData => match self.read_raw_text()? {
                    RawText::Text => {}
                    RawText::EndTag => {
                        let start = self.at;
                        let goes_on = self.read_end_tag(self.blocks.block(start));
                        if self.at > start {
                            self.run.text_state = TextState::Data;
                        }
                        goes_on?;
                    }
                    RawText::End => {
                        self.run.unfinished.get_or_insert(self.cut_by_the_end(self.at, UnfinishedKind::RawText));
                        return self.finish();
                    }
                },
                TextState::Plaintext | TextState::CdataSection => return None,
            }
        }
        Some(())
    }

    /// Reads constructs in the data state, until a start tag leaves it.
    #[inline(always)]
    fn walk_data(&mut self) -> Option<()> {
        let (mut from, mut has_less_than) = (self.at, false);
        loop {
            let less_than = self.index.find(self.simd, self.blocks, from);
            let block = self.blocks.block(less_than);
            let opens_tag = block[1].is_ascii_alphabetic();
            if opens_tag {
                self.send_text_before(less_than, has_less_than)?;
                self.index.pass();
                self.read_start_tag(block)?;
                if self.run.text_state != TextState::Data {
                    return Some(());
                }
            } else if block[1] == b'/' && block[2].is_ascii_alphabetic() {
                self.send_text_before(less_than, has_less_than)?;
                self.index.pass();
                self.read_end_tag(block)?;
            } else if less_than == self.input.len() {
                self.send_text_before(less_than, has_less_than)?;
                if let Some(text) = self.input.strip_suffix(b"<").or_else(|| self.input.strip_suffix(b"</")) {
                    self.run.unfinished = Some(self.cut_by_the_end(text.len(), UnfinishedKind::Tag));
                }
                return self.finish();
            } else {
                match block[1] {
                    b'!' => {
                        self.send_text_before(less_than, has_less_than)?;
                        self.read_declaration()?;
                    }
                    b'?' => {
                        self.send_text_before(less_than, has_less_than)?;
                        self.at = processing_instruction::read(self.run, self.sink, less_than)?;
                    }
                    // A bogus comment, or `</>`; at the end of the input `</` is text.
                    b'/' if less_than + 2 < self.input.len() => {
                        self.send_text_before(less_than, has_less_than)?;
                        return None;
                    }
                    // `eof-before-tag-name`
                    _ if ERRORS && less_than + 2 >= self.input.len() => return None,
                    _ => {
                        // `invalid-first-character-of-tag-name`
                        (from, has_less_than) = (less_than + 1, true);
                        continue;
                    }
                }
            }
            if self.sink.is_done() {
                return Some(());
            }
            (from, has_less_than) = (self.at, false);
        }
    }

    /// Sends the text before the markup at `markup`, if there is any.
    #[inline(always)]
    fn send_text_before(&mut self, markup: usize, has_less_than: bool) -> Option<()> {
        if markup == self.at {
            return Some(());
        }
        self.send_text(markup, has_less_than)?;
        (!self.sink.is_done()).then_some(())
    }

    /// Returns what stands from `start` to the end of the input, which cuts it.
    #[inline(always)]
    fn cut_by_the_end(&self, start: usize, kind: UnfinishedKind) -> Unfinished {
        Unfinished { start, end: self.input.len(), kind }
    }

    /// Notes that the input is read to its end.
    #[inline(always)]
    fn finish(&mut self) -> Option<()> {
        self.run.finish(self.sink);
        None
    }
}
