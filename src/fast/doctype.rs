//! DOCTYPEs without a parse error: `<!DOCTYPE html>`, also with public and system identifiers.

use super::ScanLoop;
use crate::byte_classes;
use crate::scan::Vectors;
use crate::sink::Sink;
use crate::token::Doctype;

const OPEN: &[u8] = b"<!doctype";
const NAME: &[u8] = b"html";

/// The identifiers between the name and the `>`.
struct Identifiers<'a> {
    /// The offset of the `>`.
    end: usize,
    public_id: Option<&'a [u8]>,
    system_id: Option<&'a [u8]>,
}

impl<'k, 'a: 'k, V: Vectors, S: Sink<'a>, const ERRORS: bool> ScanLoop<'k, 'a, V, S, ERRORS> {
    /// Reads a DOCTYPE with the name `html` at `<!`. Declines other names, and parse errors.
    #[inline(always)]
    pub(super) fn read_doctype(&mut self) -> Option<()> {
        let start = self.at;
        let keyword_end = skip_word(self.input, start, OPEN)?;
        let name_end = skip_word(self.input, skip_spaces(self.input, keyword_end)?, NAME)?;
        let Identifiers { end, public_id, system_id } = read_identifiers(self.input, name_end)?;
        self.at = end + 1;
        if ERRORS {
            self.run.report_input_errors(end, self.sink);
        }
        let raw_name = &self.input[name_end - NAME.len()..name_end];
        let name = if raw_name == NAME { raw_name } else { NAME };
        self.sink.doctype(Doctype { start, end: self.at, name: Some(name), public_id, system_id, force_quirks: false });
        Some(())
    }
}

/// Reads from the end of the name to the `>`.
#[inline(never)]
fn read_identifiers(input: &[u8], name_end: usize) -> Option<Identifiers<'_>> {
    let mut identifiers =
        Identifiers { end: byte_classes::skip_white_space(input, name_end)?, public_id: None, system_id: None };
    if input[identifiers.end] == b'>' {
        return Some(identifiers);
    }
    let keyword = skip_spaces(input, name_end)?;
    if let Some(at) = skip_word(input, keyword, b"public") {
        let (public_id, at) = read_quoted(input, skip_spaces(input, at)?)?;
        identifiers.public_id = Some(public_id);
        identifiers.end = byte_classes::skip_white_space(input, at)?;
        if input[identifiers.end] == b'>' {
            return Some(identifiers);
        }
        let (system_id, at) = read_quoted(input, skip_spaces(input, at)?)?;
        identifiers.system_id = Some(system_id);
        identifiers.end = byte_classes::skip_white_space(input, at)?;
    } else {
        let at = skip_word(input, keyword, b"system")?;
        let (system_id, at) = read_quoted(input, skip_spaces(input, at)?)?;
        identifiers.system_id = Some(system_id);
        identifiers.end = byte_classes::skip_white_space(input, at)?;
    }
    (input[identifiers.end] == b'>').then_some(identifiers)
}

/// Returns the offset just past `word` if the input has it at `at`, ASCII case-insensitively. `word` is in lower case.
fn skip_word(input: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let found = input.get(at..at + word.len())?;
    found.eq_ignore_ascii_case(word).then_some(at + word.len())
}

/// Returns the offset just past the white space at `at`. Returns `None` if there is none.
fn skip_spaces(input: &[u8], at: usize) -> Option<usize> {
    byte_classes::skip_white_space(input, at).filter(|&end| end > at)
}

/// Returns the quoted identifier at `at` and the offset just past its closing quote. Declines an identifier with `>`,
/// which is a parse error, and with CR or NUL, which the tokenizer changes.
fn read_quoted(input: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let quote = *input.get(at).filter(|quote| matches!(quote, b'"' | b'\''))?;
    let start = at + 1;
    let end = start + memchr::memchr2(quote, b'>', &input[start..])?;
    let id = &input[start..end];
    let is_plain = memchr::memchr2(b'\r', b'\0', id).is_none();
    (input[end] == quote && is_plain).then_some((id, end + 1))
}
