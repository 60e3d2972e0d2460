//! The metadata of an HTTP request or response.

use super::HtmlMetadata;
use super::envelope::is_false;
use super::number_text::NumberText;
use super::warc_fields::{self, FieldObject};
use crate::digest;
use crate::header_fields::{Headers, line};
use crate::http::{HeadForm, Response};
use serde::Serialize;
use std::borrow::Cow;

/// The value of missing words, as the original generator writes it.
const UNKNOWN: &str = "UNK";

#[derive(Debug, Serialize)]
pub(super) struct HttpMetadata<'a> {
    #[serde(rename = "Response-Message", skip_serializing_if = "Option::is_none")]
    pub(super) response: Option<ResponseMessage<'a>>,
    #[serde(rename = "Request-Message", skip_serializing_if = "Option::is_none")]
    pub(super) request: Option<RequestMessage<'a>>,
    #[serde(rename = "Headers-Length", skip_serializing_if = "Option::is_none")]
    pub(super) headers_length: Option<NumberText<u64>>,
    #[serde(rename = "Headers-Corrupt", skip_serializing_if = "is_false")]
    pub(super) is_corrupt: bool,
    #[serde(rename = "Headers")]
    pub(super) headers: FieldObject<'a>,
    #[serde(rename = "HTML-Metadata", skip_serializing_if = "Option::is_none")]
    pub(super) html: Option<HtmlMetadata<'a>>,
    #[serde(flatten)]
    pub(super) entity: Entity,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ResponseMessage<'a> {
    status: NumberText<u16>,
    version: &'a str,
    reason: &'a str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct RequestMessage<'a> {
    method: Cow<'a, str>,
    path: Cow<'a, str>,
    version: Cow<'a, str>,
}

/// The body as stored.
#[derive(Debug, Serialize)]
pub(super) struct Entity {
    #[serde(rename = "Entity-Length")]
    length: NumberText<u64>,
    /// Left out if not all of the body is in memory.
    #[serde(rename = "Entity-Digest", skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// The number of bytes after those that `PayloadContent-Length` declares.
    #[serde(rename = "Entity-Trailing-Slop-Length")]
    slop: NumberText<u64>,
}

impl<'a> HttpMetadata<'a> {
    /// Creates the metadata of a response in `block`, from which `cut` bytes at the end are missing.
    pub(super) fn of_response(block: &[u8], cut: u64, response: &Response<'a>, html: Option<HtmlMetadata<'a>>) -> Self {
        let head = &block[..block.len() - response.stored_body.len()];
        let has_status_line = !response.version.is_empty();
        let fields_start = if has_status_line { line(head).1 } else { 0 };
        let check = warc_fields::check(&head[fields_start..]);
        let reason = if response.reason.is_empty() { UNKNOWN } else { response.reason };
        let message = ResponseMessage {
            status: NumberText(response.status.unwrap_or_default()),
            version: response.version,
            reason,
        };
        Self {
            response: has_status_line.then_some(message),
            request: None,
            headers_length: Some(NumberText(head.len() as u64)),
            is_corrupt: response.head == HeadForm::Missing || check.is_corrupt || !check.has_empty_line,
            headers: FieldObject::new(response.headers.iter()),
            html,
            entity: Entity::of(response.stored_body, cut, warc_fields::content_length(response.headers)),
        }
    }

    /// Creates the metadata of a request in `block`, from which `cut` bytes at the end are missing.
    pub(super) fn of_request(block: &'a [u8], cut: u64, headers: &'a mut Headers) -> Self {
        let (first, start) = line(block);
        let end = warc_fields::read(&block[start..], headers);
        let body = &block[start + end.end..];
        let headers: &'a Headers = headers;
        Self {
            response: None,
            request: Some(RequestMessage::of(first)),
            headers_length: Some(NumberText((block.len() - body.len()) as u64)),
            is_corrupt: end.is_corrupt || !end.has_empty_line,
            headers: FieldObject::new(headers.iter()),
            html: None,
            entity: Entity::of(body, cut, None),
        }
    }
}

impl<'a> RequestMessage<'a> {
    /// Splits a [request line](https://www.rfc-editor.org/rfc/rfc9112#name-request-line).
    fn of(line: &'a [u8]) -> Self {
        let mut words = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).map(String::from_utf8_lossy);
        let mut word = || words.next().unwrap_or(UNKNOWN.into());
        Self { method: word(), path: word(), version: word() }
    }
}

impl Entity {
    /// Creates the metadata of a body, from which `cut` bytes at the end are missing.
    pub(super) fn of(body: &[u8], cut: u64, content_length: Option<NumberText<u64>>) -> Self {
        let stored = body.len() as u64 + cut;
        let length = content_length.map_or(stored, |NumberText(length)| length.min(stored));
        let kept = usize::try_from(length).ok().and_then(|length| body.get(..length));
        Self { length: NumberText(length), digest: kept.map(digest::labelled), slop: NumberText(stored - length) }
    }
}
