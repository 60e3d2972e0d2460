//! The fast path: straight lines for the markup that pages are made of.
//!
//! **A fast function consumes one whole construct and gives exactly the token that the machine would, or it declines and
//! leaves no trace.** What it declines goes to [`crate::machine`], which starts at the construct's first byte and hands
//! back at the next token. So nothing here knows of parse errors, of the end of the input inside a construct, or of NUL
//! in names: it declines.
//!
//! Declined always: PLAINTEXT and CDATA sections; DOCTYPEs other than `<!DOCTYPE html>`; bogus comments, `<!-->` and
//! `<!--->`; NUL in names; tags with more than [`tag::MAX_ATTRIBUTES`] attributes; script with `<!--` in it; whatever
//! the end of the input cuts. Declined when errors are asked for: every construct with a parse error in it, and text and
//! values with a `&`.

mod comment;
mod raw_text;
mod tag;
mod text;

use crate::options::TextState;
use crate::run::Run;
use crate::sink::Sink;

/// Reads constructs until one is declined, the sink is done or the input ends.
pub(crate) fn run<'a, S: Sink<'a>>(run: &mut Run<'a>, sink: &mut S) {
    if run.settings.errors {
        read_constructs::<S, true>(run, sink);
    } else {
        read_constructs::<S, false>(run, sink);
    }
}

fn read_constructs<'a, S: Sink<'a>, const ERRORS: bool>(run: &mut Run<'a>, sink: &mut S) {
    while !sink.is_done() {
        let consumed = match run.text_state {
            TextState::Data if run.offset == run.source.input.len() => {
                run.finish(sink);
                return;
            }
            TextState::Data => read_data::<S, ERRORS>(run, sink),
            TextState::Rcdata | TextState::Rawtext | TextState::ScriptData => raw_text::read::<S, ERRORS>(run, sink),
            TextState::Plaintext | TextState::CdataSection => None,
        };
        if consumed.is_none() {
            return;
        }
    }
}

/// Reads one construct in the data state: text, a tag, a comment or a DOCTYPE.
#[inline(always)]
fn read_data<'a, S: Sink<'a>, const ERRORS: bool>(run: &mut Run<'a>, sink: &mut S) -> Option<()> {
    let rest = &run.source.input[run.offset..];
    match *rest {
        [b'<', b'a'..=b'z' | b'A'..=b'Z', ..] => tag::read_start_tag::<S, ERRORS>(run, sink),
        [b'<', b'/', b'a'..=b'z' | b'A'..=b'Z', ..] => tag::read_end_tag::<S, ERRORS>(run, sink),
        [b'<', b'!', ..] => comment::read::<S, ERRORS>(run, sink),
        _ => text::read::<S, ERRORS>(run, sink),
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
