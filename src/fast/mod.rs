//! The fast path: reads the markup that most pages consist of, one complete construct at a time.
//!
//! **Contract: a function of the fast path consumes one complete construct and sends exactly the token that the state
//! machine would send, or it declines, without side effects.** It declines by returning `None`. The driver then lets
//! [`crate::state_machine`] read the construct from its first byte, and calls the fast path again after the next token.
//! So the code here handles neither the end of the input inside a construct, nor NUL in attribute names, nor most parse
//! errors: it declines.
//!
//! # Algorithm
//!
//! 1. Choose the CPU level once for the complete loop ([`crate::scan`]). Each level has its own compiled copy of the
//!    loop.
//! 2. In the data state, find the next `<`. The offsets of `<` are listed up to 2 kB ahead ([`StructuralIndex`]).
//! 3. Look at the bytes after the `<`. A letter starts a start tag, `/` and a letter an end tag, `!` a comment or a
//!    DOCTYPE, `?` a processing instruction. After other bytes the `<` is text, and the search continues.
//! 4. Send the text before the markup as a span of the input, unless the sink ignores it. It is not decoded here.
//! 5. Read the markup. In a tag, find the end of the name in the block of 64 bytes at the `<`. If the byte there is not
//!    `>`, read the attributes ([`attributes`]): the byte classes of the next bytes are bits ([`window`]), and each
//!    step of the parser looks for the next bit of the one class that can end it.
//! 6. After a start tag, the name decides the text state ([`content_model`](crate::content_model)). In RCDATA, RAWTEXT
//!    and script data there is no index: the next step searches for `</` and compares the name ([`raw_text`]).
//! 7. Repeat from step 2 until a construct is declined, the sink is done, a tag is undecided, or the input ends.
//!
//! # Example
//!
//! The input is `<p id=a>x &lt; <b>y</p`, of 22 bytes. The list of `<` is `[0, 15, 19]`.
//!
//! ```text
//! `<` at  0   `p`    start tag 0..8: name `p`, then the attributes: name 3..5, value 6..7
//! `<` at 15   `b`    text 8..15, marked as not plain because of the `&`; start tag 15..18
//! `<` at 19   `/p`   text 18..19; the end tag is truncated, so it is declined
//! ```
//!
//! The state machine reads `</p` from offset 19, and drops it as an unfinished tag.
//!
//! # Declined
//!
//! Always:
//!
//! * PLAINTEXT and CDATA sections;
//! * RCDATA, RAWTEXT and script data, unless the name of the last start tag consists of ASCII letters;
//! * a DOCTYPE with another name than `html`, with a parse error, or with CR or NUL in an identifier;
//! * bogus comments, `</>`, `<!-->` and `<!--->`. A processing instruction is a bogus comment unless the options ask
//!   for processing instructions;
//! * controls in names, except NUL in tag names; `=` in a tag name or before an attribute name;
//! * attribute names that are not ASCII or do not end within 64 bytes;
//! * a tag with more than [`attributes::MAX_ATTRIBUTES`] attributes, or with more than the limit allows;
//! * a tag of 4 GiB or more, and a tag with attributes if the memory limit leaves no room for records;
//! * a script with `<!--` whose end tag is not found;
//! * a construct that the end of the input truncates.
//!
//! If the options ask for errors, also tags and comments with a parse error, with these exceptions, which the fast path
//! reports itself (`errors.rs`): NUL in values and in the names of start tags, and the errors of character references.
//!
//! # If you change this
//!
//! Also change the list above, and `tests/engines.rs`, where a string that the engines could read differently is a fragment of the
//! grid.

mod attributes;
mod comment;
mod doctype;
mod errors;
mod processing_instruction;
mod raw_text;
mod tag;
#[cfg(test)]
mod tests;
mod text;
mod window;

pub(crate) use raw_text::RawTextEnd;

use crate::run::Run;
use crate::scan::{self, Blocks, Job, Padded, StructuralIndex, Vectors};
use crate::sink::Sink;
use crate::summary::{Unfinished, UnfinishedKind};
use crate::text_state::TextState;

/// Reads constructs until one is declined, the sink is done or the input ends.
pub(crate) fn run<'a, S: Sink<'a>>(run: &mut Run<'a>, sink: &mut S) {
    let level = run.level;
    if run.settings.errors {
        scan::dispatch(level, RunScanLoop::<'_, 'a, S, true> { run, sink });
    } else {
        scan::dispatch(level, RunScanLoop::<'_, 'a, S, false> { run, sink });
    }
}

/// Runs the scan loop, compiled for a CPU level. `ERRORS` is true if the options ask for errors.
struct RunScanLoop<'k, 'a, S, const ERRORS: bool> {
    run: &'k mut Run<'a>,
    sink: &'k mut S,
}

impl<'a, S: Sink<'a>, const ERRORS: bool> Job for RunScanLoop<'_, 'a, S, ERRORS> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) {
        let input = self.run.source.input;
        let padded = Padded::new(input);
        let mut scan_loop = ScanLoop::<V, S, ERRORS> {
            simd,
            input,
            blocks: padded.blocks(),
            at: self.run.offset,
            index: core::mem::take(&mut self.run.index),
            run: self.run,
            sink: self.sink,
        };
        scan_loop.run();
        scan_loop.run.offset = scan_loop.at;
        scan_loop.run.index = scan_loop.index;
    }
}

/// The scan loop on the CPU level `V`, with the variables that should stay in registers.
struct ScanLoop<'k, 'a, V, S, const ERRORS: bool> {
    simd: V,
    input: &'a [u8],
    blocks: Blocks<'k>,
    /// The offset of the next byte to read.
    at: usize,
    index: StructuralIndex<'a>,
    run: &'k mut Run<'a>,
    sink: &'k mut S,
}

/// The result of [`ScanLoop::read_raw_text`].
enum RawText {
    /// Text was sent.
    Text,
    /// Nothing was sent: the appropriate end tag is at the current offset.
    EndTag,
    /// Nothing was sent: the current offset is the end of the input.
    EndOfInput,
}

impl<'k, 'a: 'k, V: Vectors, S: Sink<'a>, const ERRORS: bool> ScanLoop<'k, 'a, V, S, ERRORS> {
    /// Reads constructs until one is declined, the sink is done or the input ends.
    ///
    /// Here and in the methods below, `None` ends the loop: a construct was declined, or the input has ended, which `run.finished`
    /// says. `Some` is also returned if the sink is done.
    #[inline(always)]
    fn run(&mut self) -> Option<()> {
        while !self.sink.is_done() {
            match self.run.text_state {
                TextState::Data => self.read_data()?,
                TextState::Rcdata | TextState::Rawtext | TextState::ScriptData => match self.read_raw_text()? {
                    RawText::Text => {}
                    RawText::EndTag => {
                        let start = self.at;
                        let result = self.read_end_tag(self.blocks.block(start));
                        if self.at > start {
                            self.run.text_state = TextState::Data;
                        }
                        result?;
                    }
                    RawText::EndOfInput => {
                        self.run.unfinished.get_or_insert(self.unfinished(self.at, UnfinishedKind::RawText));
                        return self.finish();
                    }
                },
                TextState::Plaintext | TextState::CdataSection => return None,
            }
        }
        Some(())
    }

    /// Reads constructs in the data state, until a start tag switches to another state.
    #[inline(always)]
    fn read_data(&mut self) -> Option<()> {
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
                    self.run.unfinished = Some(self.unfinished(text.len(), UnfinishedKind::Tag));
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
                    // A bogus comment, or `</>`. But `</` at the end of the input is text.
                    b'/' if less_than + 2 < self.input.len() => {
                        self.send_text_before(less_than, has_less_than)?;
                        return None;
                    }
                    // `eof-before-tag-name`
                    _ if ERRORS && less_than + 2 >= self.input.len() => return None,
                    _ => {
                        // This `<` is text (`invalid-first-character-of-tag-name`).
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

    /// Sends the text before the markup at the offset `markup`, if there is any. Returns `None` if the sink is done
    /// then.
    #[inline(always)]
    fn send_text_before(&mut self, markup: usize, has_less_than: bool) -> Option<()> {
        // PERF: whether there is text is unpredictable.
        if !ERRORS && self.sink.ignores_text() {
            self.at = markup;
            return Some(());
        }
        if markup == self.at {
            return Some(());
        }
        self.send_text(markup, has_less_than)?;
        (!self.sink.is_done()).then_some(())
    }

    /// Returns the construct that starts at `start` and that the end of the input truncates.
    #[inline(always)]
    fn unfinished(&self, start: usize, kind: UnfinishedKind) -> Unfinished {
        Unfinished { start, end: self.input.len(), kind, element: None }
    }

    /// Ends the run at the end of the input. Returns `None`, so that the loop stops.
    #[inline(always)]
    fn finish(&mut self) -> Option<()> {
        self.run.finish(self.sink);
        None
    }
}
