//! The metadata of an HTTP request or response.

use super::HtmlMetadata;
use super::json_value::{JsonValue, Member};
use super::warc_fields::{self, field_object};
use std::borrow::Cow;
use tagrake_archive::digest;
use tagrake_archive::header_fields::{Headers, line};
use tagrake_archive::http::{HeadForm, Response};

/// The value of missing words, as the original generator writes it.
const UNKNOWN: &str = "UNK";

/// Returns the metadata of a response in `block`, from which `cut` bytes at the end are missing.
pub(super) fn of_response<'a>(
    block: &[u8],
    cut: u64,
    response: &Response<'a>,
    html: Option<HtmlMetadata<'a>>,
) -> JsonValue<'a> {
    let head = &block[..block.len() - response.stored_body.len()];
    let has_status_line = !response.version.is_empty();
    let fields_start = if has_status_line { line(head).1 } else { 0 };
    let check = warc_fields::check(&head[fields_start..]);
    let is_corrupt = response.head == HeadForm::Missing || check.is_corrupt || !check.has_empty_line;
    let reason = if response.reason.is_empty() { UNKNOWN } else { response.reason };
    let message = JsonValue::object([
        Some(("Status", JsonValue::number(response.status.unwrap_or_default()))),
        Some(("Version", response.version.into())),
        Some(("Reason", reason.into())),
    ]);
    let members = [
        has_status_line.then_some(("Response-Message", message)),
        Some(("Headers-Length", JsonValue::number(head.len()))),
        is_corrupt.then_some(("Headers-Corrupt", JsonValue::Bool(true))),
        Some(("Headers", field_object(response.headers.iter()))),
        html.map(html_member),
    ];
    let content_length = warc_fields::content_length(response.headers);
    JsonValue::object(members.into_iter().chain(entity(response.stored_body, cut, content_length)))
}

/// Returns the metadata of a request in `block`, from which `cut` bytes at the end are missing.
pub(super) fn of_request<'a>(block: &'a [u8], cut: u64, headers: &'a mut Headers) -> JsonValue<'a> {
    let (first, start) = line(block);
    let end = warc_fields::read(&block[start..], headers);
    let body = &block[start + end.end..];
    let headers: &'a Headers = headers;
    let members = [
        Some(("Request-Message", request_line(first))),
        Some(("Headers-Length", JsonValue::number(block.len() - body.len()))),
        (end.is_corrupt || !end.has_empty_line).then_some(("Headers-Corrupt", JsonValue::Bool(true))),
        Some(("Headers", field_object(headers.iter()))),
    ];
    JsonValue::object(members.into_iter().chain(entity(body, cut, None)))
}

/// Returns the metadata of a page with these headers. Of the status line, only the status is known.
pub(super) fn of_page<'a>(
    body: &[u8],
    status: Option<u16>,
    headers: JsonValue<'a>,
    html: HtmlMetadata<'a>,
) -> JsonValue<'a> {
    let message = status.map(|status| JsonValue::Object(vec![("Status", JsonValue::number(status))]));
    let message = message.map(|message| ("Response-Message", message));
    let members = [message, Some(("Headers", headers)), Some(html_member(html))];
    JsonValue::object(members.into_iter().chain(entity(body, 0, None)))
}

fn html_member(html: HtmlMetadata<'_>) -> Member<'_> {
    ("HTML-Metadata", JsonValue::Html(Box::new(html)))
}

/// Splits a [request line](https://www.rfc-editor.org/rfc/rfc9112#name-request-line).
fn request_line(line: &[u8]) -> JsonValue<'_> {
    let mut words = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).map(String::from_utf8_lossy);
    let members = ["Method", "Path", "Version"]
        .map(|name| (name, JsonValue::Text(words.next().unwrap_or(Cow::Borrowed(UNKNOWN)))));
    JsonValue::Object(members.into())
}

/// Returns the metadata of a stored body, from which `cut` bytes at the end are missing.
fn entity<'a>(body: &[u8], cut: u64, content_length: Option<u64>) -> [Option<Member<'a>>; 3] {
    let stored = body.len() as u64 + cut;
    let length = content_length.map_or(stored, |length| length.min(stored));
    let kept = usize::try_from(length).ok().and_then(|length| body.get(..length));
    [
        Some(("Entity-Length", JsonValue::number(length))),
        // Left out if not all of the body is in memory.
        kept.map(|kept| ("Entity-Digest", JsonValue::Text(digest::labelled(kept).into()))),
        // The number of bytes after those that `Content-Length` declares.
        Some(("Entity-Trailing-Slop-Length", JsonValue::number(stored - length))),
    ]
}
