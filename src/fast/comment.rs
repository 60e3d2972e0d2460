//! Comments, and the DOCTYPE of nearly every page.

use crate::run::Run;
use crate::sink::Sink;
use crate::token::{Comment, Doctype};
use memchr::{memchr, memchr_iter, memmem};

/// The DOCTYPE that is read here, in any case.
const DOCTYPE: &[u8] = b"<!doctype html>";
const OPEN: &[u8] = b"<!--";

/// Reads a comment or the usual DOCTYPE at `<!`.
pub(super) fn read<'a, S: Sink<'a>, const ERRORS: bool>(run: &mut Run<'a>, sink: &mut S) -> Option<()> {
    let rest = &run.source.input[run.offset..];
    if rest.starts_with(OPEN) {
        return read_comment::<S, ERRORS>(run, sink);
    }
    let doctype = rest.get(..DOCTYPE.len()).filter(|found| found.eq_ignore_ascii_case(DOCTYPE))?;
    let name = &doctype[b"<!doctype ".len()..doctype.len() - 1];
    let name = if name == b"html" { name } else { b"html" };
    let start = run.offset;
    run.offset += DOCTYPE.len();
    if ERRORS {
        run.report_input_errors(run.offset - 1, sink);
    }
    sink.doctype(Doctype {
        start,
        end: run.offset,
        name: Some(name),
        public_id: None,
        system_id: None,
        force_quirks: false,
    });
    Some(())
}

fn read_comment<'a, S: Sink<'a>, const ERRORS: bool>(run: &mut Run<'a>, sink: &mut S) -> Option<()> {
    let start = run.offset;
    let raw_start = start + OPEN.len();
    let rest = &run.source.input[raw_start..];
    if rest.starts_with(b">") || rest.starts_with(b"->") {
        return None;
    }
    let (data, mark) = memchr_iter(b'>', rest).find_map(|at| {
        let before = &rest[..at];
        let end = before.strip_suffix(b"--").or_else(|| before.strip_suffix(b"--!"))?;
        Some((end, &rest[end.len()..=at]))
    })?;
    if ERRORS {
        // A `<!` may begin a nested comment, and reach into the mark: the machine tells.
        if mark != b"-->" || memchr(b'\0', data).is_some() || memmem::find(data, b"<!").is_some() {
            return None;
        }
        run.report_input_errors(raw_start + data.len() + mark.len() - 1, sink);
    }
    run.offset = raw_start + data.len() + mark.len();
    sink.comment(Comment {
        source: run.source,
        start,
        end: run.offset,
        raw_start,
        raw_end: raw_start + data.len(),
        literal: None,
    });
    Some(())
}
