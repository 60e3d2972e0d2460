//! The fast path: straight lines for the markup that pages are made of.
//!
//! **A fast function consumes one whole construct and gives exactly the token that the machine would, or it declines and
//! leaves no trace.** What it declines goes to [`crate::machine`], which starts at the construct's first byte and hands
//! back at the next token. So nothing here knows of parse errors, of the end of the input inside a construct, or of NUL
//! in names: it declines.
//!
//! Declined always: PLAINTEXT and CDATA sections; DOCTYPEs other than `<!DOCTYPE html>`; bogus comments, `<!-->` and
//! `<!--->`; NUL in names; `=` in a tag's name or before an attribute's; names that do not end within 64 bytes; tags with
//! more than [`tag::MAX_ATTRIBUTES`] attributes; scripts with `<!--` that do not end; whatever the end of the input cuts.
//! Declined when errors are asked for: every construct with a parse error in it, but for those of character references.
//!
//! How: a [`Window`] holds the byte classes of 64 bytes as bits. The present state is a place in the code, and the code
//! asks the class that it needs for the next bit; when the bits run out, the window is loaded again where the code
//! stands. The whole walk is compiled for each CPU level, and chosen when it begins ([`crate::scan`]).

mod comment;
mod raw_text;
mod tag;
mod text;
mod window;

use crate::options::TextState;
use crate::run::Run;
use crate::scan::{self, Job, Simd};
use crate::sink::Sink;
use window::{Load, Window};

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
        let window = simd.vectorize(Load { input, base: self.run.offset });
        Kernel::<V, S, ERRORS> { simd, input, window, run: self.run, sink: self.sink }.walk();
    }
}

/// The walk on a CPU level.
struct Kernel<'k, 'a, V, S, const ERRORS: bool> {
    simd: V,
    input: &'a [u8],
    window: Window,
    run: &'k mut Run<'a>,
    sink: &'k mut S,
}

impl<'a, V: Simd, S: Sink<'a>, const ERRORS: bool> Kernel<'_, 'a, V, S, ERRORS> {
    #[inline(always)]
    fn walk(&mut self) {
        while !self.sink.is_done() {
            let consumed = match self.run.text_state {
                TextState::Data => self.read_data(),
                TextState::Rcdata | TextState::Rawtext | TextState::ScriptData => self.read_raw_text(),
                TextState::Plaintext | TextState::CdataSection => None,
            };
            if consumed.is_none() || self.run.finished {
                return;
            }
        }
    }

    /// Reads one construct in the data state: text, a tag, a comment or a DOCTYPE.
    #[inline(always)]
    fn read_data(&mut self) -> Option<()> {
        let at = self.run.offset;
        if self.byte(at) != b'<' {
            return self.read_text();
        }
        match self.byte(at + 1) {
            b'a'..=b'z' | b'A'..=b'Z' => self.read_start_tag(),
            b'/' if self.byte(at + 2).is_ascii_alphabetic() => self.read_end_tag(),
            b'!' => self.read_declaration(),
            _ => self.read_text(),
        }
    }

    /// Notes that the input is read to its end.
    #[inline(always)]
    fn finish(&mut self) -> Option<()> {
        self.run.finish(self.sink);
        Some(())
    }

    /// Returns the byte at `offset`; NUL behind the end of the input.
    #[inline(always)]
    fn byte(&self, offset: usize) -> u8 {
        self.input.get(offset).copied().unwrap_or(0)
    }

    /// Returns the offset, from `from` on, of the next byte of a class, if it stands within 64 bytes.
    #[inline(always)]
    fn seek(&mut self, from: usize, class: impl Fn(&Window) -> u64) -> Option<usize> {
        let ahead = from - self.window.base;
        if ahead < scan::BLOCK {
            let bits = class(&self.window) >> ahead;
            if bits != 0 {
                return Some(from + bits.trailing_zeros() as usize);
            }
        }
        self.window = self.simd.vectorize(Load { input: self.input, base: from });
        let bits = class(&self.window);
        (bits != 0).then(|| from + bits.trailing_zeros() as usize)
    }
}

/// Returns whether `rest`, which begins with `<`, opens markup; else the `<` is a character.
#[inline(always)]
fn opens_markup(rest: &[u8]) -> bool {
    match rest.get(1) {
        Some(byte) if byte.is_ascii_alphabetic() => true,
        Some(b'!' | b'?') => true,
        Some(b'/') => rest.len() > 2,
        _ => false,
    }
}
