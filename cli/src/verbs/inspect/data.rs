//! The data of a report, as the JSON that its script reads.

use super::args::InspectArgs;
use super::blocks::BlockTable;
use super::bytes::{Bytes, first_bytes};
use super::tables::{self, LinkCells};
use super::tokens::{KINDS, Tokens};
use crate::report::messages::plural;
use data_encoding::BASE64;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::cmp::Reverse;
use std::ops::Range;
use tagrake::{Arena, ErrorCode, LineIndex, Unfinished, declined};
use tagrake_bulk::input::InputPage;
use tagrake_extract::{Flag, Page};

/// Maximum number of declined spans that are listed.
const MAX_DECLINED: usize = 100_000;

/// Maximum bytes of the visible text.
const MAX_TEXT: usize = 1 << 20;

/// The data of a report. Offsets are those in the decoded text; adding `base` gives offsets in the file.
#[derive(Serialize)]
pub(super) struct ReportData<'a> {
    version: &'static str,
    name: &'a str,
    url: Option<&'a str>,
    /// The offset of the text in the file: the length of its byte order mark, or 0.
    base: usize,
    /// True if the file is not UTF-8 and was decoded.
    is_decoded: bool,
    file_bytes: usize,
    bytes: usize,
    /// The number of bytes of text that were tokenized.
    read_bytes: usize,
    source: Base64<&'a [u8]>,
    kinds: [(&'static str, usize); KINDS.len()],
    attributes: usize,
    references: usize,
    tokens: Base64<&'a [u8]>,
    changes: Base64<&'a [u8]>,
    texts: &'a [String],
    error_count: usize,
    error_codes: Vec<(&'static str, usize)>,
    /// Per error: the gap from the previous error, and the index into `error_codes`.
    errors: Base64<Vec<u8>>,
    machine_bytes: usize,
    machine_bytes_without_errors: usize,
    declined: Option<DeclinedParts>,
    encoding: &'a Value,
    link_count: usize,
    links: Vec<LinkCells>,
    metadata: Vec<(String, String)>,
    blocks: BlockTable,
    /// The visible text, as `tagrake text` prints it.
    text: &'a str,
    /// The omissions of the report, with reasons.
    notes: Vec<String>,
}

/// The spans that the fast path declined. `parts` holds per span: gap, length, index into `reasons`, and the offset in
/// the span.
#[derive(Serialize)]
struct DeclinedParts {
    count: usize,
    reasons: Vec<String>,
    parts: Base64<Vec<u8>>,
}

impl<'a> ReportData<'a> {
    /// Collects the data of the page with the text `html`.
    pub(super) fn new(
        args: &InspectArgs,
        input: &'a InputPage,
        page: &'a Page<'a>,
        html: &'a str,
        tokens: &'a Tokens,
        record: &'a Value,
        mut blocks: BlockTable,
    ) -> Self {
        let mut notes = Vec::new();
        if tokens.shown < html.len() {
            notes.push(format!(
                "The first {} of {} bytes of the source are shown (--max-source-bytes); the counts are of all.",
                tokens.shown,
                html.len()
            ));
        }
        if let Some(unfinished) = tokens.summary.unfinished() {
            notes.push(unfinished_note(unfinished, html, page));
        }
        for met in tokens.summary.limits_met() {
            notes.push(format!("A limit was reached: {met}."));
        }
        let mut codes: Vec<_> = tokens.error_counts.iter().map(|(&code, &count)| (code, count)).collect();
        codes.sort_by_key(|&(code, count)| (Reverse(count), code.as_str()));
        let error_count = tokens.error_count();
        if tokens.errors.len() < error_count {
            notes.push(format!("{} of {} are listed.", tokens.errors.len(), plural(error_count as u64, "parse error")));
        }
        let (links, metadata) = (tables::links(page), tables::metadata(record));
        let all_links = page.links.len();
        if links.len() < all_links {
            notes.push(format!("{} of {} are listed.", links.len(), plural(all_links as u64, "link")));
        }
        if page.flags.has(Flag::LimitLinks) {
            notes.push("There are more links than were kept (--max-links).".to_owned());
        }
        let all_text = page.text.unwrap_or_default();
        let text = first_bytes(all_text, MAX_TEXT);
        if text.len() < all_text.len() {
            notes.push(format!("The first {} of {} bytes of the text are shown.", text.len(), all_text.len()));
        }
        notes.append(&mut blocks.notes);
        let declined = args.declined.then(|| DeclinedParts::of(html, args, tokens.shown, &mut notes));
        Self {
            version: env!("CARGO_PKG_VERSION"),
            name: &input.origin,
            url: page.url,
            base: page.text_offset(),
            is_decoded: !page.is_borrowed,
            file_bytes: input.html.len(),
            bytes: html.len(),
            read_bytes: tokens.summary.bytes(),
            source: Base64(&html.as_bytes()[..tokens.shown]),
            kinds: std::array::from_fn(|number| (KINDS[number], tokens.counts[number])),
            attributes: tokens.attributes,
            references: tokens.references,
            tokens: Base64(&tokens.tokens),
            changes: Base64(&tokens.changes),
            texts: &tokens.texts,
            error_count,
            errors: errors(tokens, &codes),
            error_codes: codes.iter().map(|&(code, count)| (code.as_str(), count)).collect(),
            machine_bytes: tokens.summary.machine_bytes(),
            machine_bytes_without_errors: tokens.machine_bytes_without_errors,
            declined,
            encoding: &record["encoding"],
            link_count: all_links,
            links,
            metadata,
            blocks,
            text,
            notes,
        }
    }
}

impl DeclinedParts {
    fn of(html: &str, args: &InspectArgs, shown: usize, notes: &mut Vec<String>) -> Self {
        let all = declined(html.as_bytes(), &args.options(), &mut Arena::new());
        let mut reasons = Vec::new();
        let mut bytes = Bytes::default();
        let mut end = 0;
        let listed = all.iter().take(MAX_DECLINED).take_while(|part| part.span.end <= shown);
        let mut count = 0;
        for part in listed {
            let (reason, at) = match part.error {
                Some(error) => (error.code.as_str(), error.offset),
                None => (part.construct, part.span.start),
            };
            let number = reasons.iter().position(|known| known == reason).unwrap_or_else(|| {
                reasons.push(reason.to_owned());
                reasons.len() - 1
            });
            bytes.number(part.span.start - end);
            bytes.number(part.span.len());
            bytes.number(number);
            bytes.number(at - part.span.start);
            end = part.span.end;
            count += 1;
        }
        if count < all.len() {
            notes.push(format!("{count} of {} are listed.", plural(all.len() as u64, "declined span")));
        }
        Self { count: all.len(), reasons, parts: Base64(bytes.0) }
    }
}

/// Returns the note on the construct that the end of the page truncates: why text, links or metadata may be missing.
fn unfinished_note(unfinished: Unfinished, html: &str, page: &Page<'_>) -> String {
    let Range { start, end } = unfinished.span();
    let line = LineIndex::new(html.as_bytes()).position(start).line;
    let what = match (unfinished.element(), unfinished.kind()) {
        (Some(element), _) => format!("The element {} is never closed", element.as_str()),
        (None, kind) => format!("The page ends inside of markup ({})", kind.as_str()),
    };
    let bytes = plural((end - start) as u64, "byte");
    format!("{what}: the last {bytes} belong to it, from offset {} in line {line}.", page.text_offset() + start)
}

/// Encodes the errors: the gap from the previous error, and the index of the code.
fn errors(tokens: &Tokens, codes: &[(ErrorCode, usize)]) -> Base64<Vec<u8>> {
    let mut bytes = Bytes::default();
    let mut last = 0;
    for error in &tokens.errors {
        bytes.number(error.offset - last);
        bytes.number(codes.iter().position(|&(code, _)| code == error.code).unwrap_or_default());
        last = error.offset;
    }
    Base64(bytes.0)
}

/// Bytes, serialized in base64.
struct Base64<B>(B);

impl<B: AsRef<[u8]>> Serialize for Base64<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&BASE64.encode_display(self.0.as_ref()))
    }
}
