//! Reads records of WARC files, and pages, for WAT records.

use super::json_value::{JsonValue, Member};
use super::record::WatRecord;
use super::warc_fields::{self, field_list, field_object};
use super::{HtmlReader, http_metadata};
use crate::derived::RecordSource;
use crate::input::InputPage;
use crate::mime_type::{self, PayloadType, is_http_message};
use crate::page_reader::{ReaderOptions, combined};
use std::sync::Arc;
use tagrake::encoding::{Detector, Encoding, Hints};
use tagrake_archive::codec::TRAILER_BYTES;
use tagrake_archive::http::{BodyLimits, ResponseReader};
use tagrake_archive::memory_budget::{Allowance, FREE_BYTES};
use tagrake_archive::warc::{self, RecordKind, Storage};
use tagrake_archive::{Headers, digest};

const FORMAT: &str = "WARC/1.0";
const CONTENT_TYPE: &str = "Actual-Content-Type";

/// Reads records and pages for WAT records. Its memory is reused.
///
/// ```
/// use tagrake_bulk::ReaderOptions;
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::wat::WatReader;
///
/// let options = ReaderOptions { url: Some("http://e.org/".to_owned()), ..ReaderOptions::default() };
/// let mut reader = WatReader::new(options);
/// let page = InputPage::new("page.html", b"<a href=/us>Us</a>".to_vec());
/// let json: serde_json::Value = serde_json::from_str(&reader.read_page(&page).to_json())?;
/// let response = &json["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"];
/// assert_eq!(response["HTML-Metadata"]["Links"][0]["url"], "/us");
/// assert_eq!(json["Envelope"]["WARC-Header-Metadata"]["WARC-Target-URI"], "http://e.org/");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub struct WatReader {
    options: ReaderOptions,
    encoding: Option<&'static Encoding>,
    html: HtmlReader,
    response: ResponseReader,
    fields: Headers,
    content_type: String,
}

impl WatReader {
    /// Creates a reader. Of the extraction options it uses the scripting flag and the detector: a WAT record always has the same
    /// content.
    pub fn new(options: ReaderOptions) -> Self {
        Self {
            options,
            encoding: None,
            html: HtmlReader::default(),
            response: ResponseReader::new(BodyLimits::default()),
            fields: Headers::default(),
            content_type: String::new(),
        }
    }

    /// Sets the encoding of all pages, whatever they declare; `None` by default.
    ///
    /// ```
    /// use tagrake::encoding::Encoding;
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::wat::WatReader;
    ///
    /// let reader = WatReader::new(ReaderOptions::default()).with_encoding(Encoding::for_label(b"koi8-r"));
    /// # let _ = reader;
    /// ```
    #[must_use]
    pub fn with_encoding(mut self, encoding: Option<&'static Encoding>) -> Self {
        self.encoding = encoding;
        self
    }

    /// Sets the limits for decoding bodies.
    ///
    /// ```
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::http::BodyLimits;
    /// use tagrake_bulk::wat::WatReader;
    ///
    /// let reader = WatReader::new(ReaderOptions::default()).with_limits(BodyLimits::default());
    /// # let _ = reader;
    /// ```
    #[must_use]
    pub fn with_limits(mut self, limits: BodyLimits) -> Self {
        self.response = ResponseReader::new(limits);
        self
    }

    /// Sets the allowance that memory for large bodies is claimed from.
    pub(crate) fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        self.response.set_allowance(allowance.clone());
    }

    /// Sets the maximum bytes of memory for pages from now on.
    pub(crate) fn set_arena_bytes(&mut self, arena_bytes: usize) {
        self.html.arena_bytes = Some(arena_bytes);
    }

    /// Releases the memory that only large pages need.
    pub(crate) fn shrink(&mut self) {
        self.html.shrink(FREE_BYTES);
        self.response.shrink();
        self.fields.shrink();
    }

    /// Reads a record of the WARC file `filename`. Any record is accepted.
    pub fn read<'p>(&'p mut self, record: &warc::Record<'p>, filename: &'p str) -> WatRecord<'p> {
        let mut source = RecordSource::of_record(record, filename);
        if record.kind == RecordKind::Warcinfo {
            // The subject of a `warcinfo` record is its file.
            source.target_uri = record.headers.get("WARC-Filename").or(Some(source.filename));
        }
        let envelope = JsonValue::object([
            Some(("Payload-Metadata", self.read_payload(record))),
            Some(("Format", FORMAT.into())),
            Some(("WARC-Header-Length", JsonValue::number(record.head_length))),
            Some(("WARC-Header-Metadata", field_object(record.headers.iter()))),
        ]);
        wat_record(record_container(record, &source), envelope, source)
    }

    /// Returns the content of a record, by its type, and the lengths of its block.
    fn read_payload<'p>(&'p mut self, record: &warc::Record<'p>) -> JsonValue<'p> {
        let cut = record.length_over_limit();
        let block = [
            Some(("Actual-Content-Length", JsonValue::number(record.block_length))),
            // The number of bytes between the block and the end of the record.
            Some(("Trailing-Slop-Length", JsonValue::number(record.slop_length()))),
            // Left out if not all of the block is in memory.
            (cut == 0).then(|| ("Block-Digest", JsonValue::Text(digest::labelled(record.block).into()))),
        ];
        let content: [Option<Member<'p>>; 2] = match record.kind {
            RecordKind::Warcinfo => {
                let end = warc_fields::read(record.block, &mut self.fields);
                let is_corrupt = end.is_corrupt || !end.has_empty_line;
                return JsonValue::object(block.into_iter().chain([
                    is_corrupt.then_some(("Headers-Corrupt", JsonValue::Bool(true))),
                    Some((CONTENT_TYPE, "application/warc-fields".into())),
                    Some(("WARC-Info-Metadata", field_object(self.fields.iter()))),
                ]));
            }
            RecordKind::Metadata if !is_json(record) => {
                let end = warc_fields::read(record.block, &mut self.fields);
                let fields = JsonValue::object([
                    end.is_corrupt.then_some(("FIELDS_CORRUPT", JsonValue::Bool(true))),
                    Some(("Metadata-Records", field_list(&self.fields))),
                ]);
                [Some((CONTENT_TYPE, "application/metadata-fields".into())), Some(("WARC-Metadata-Metadata", fields))]
            }
            RecordKind::Request => {
                let request = http_metadata::of_request(record.block, cut, &mut self.fields);
                [
                    Some((CONTENT_TYPE, "application/http; msgtype=request".into())),
                    Some(("HTTP-Request-Metadata", request)),
                ]
            }
            RecordKind::Revisit => response_content(self.read_response(record, cut)),
            RecordKind::Response if is_http_message(record) => response_content(self.read_response(record, cut)),
            _ => [None, None],
        };
        JsonValue::object(content.into_iter().chain(block))
    }

    fn read_response<'p>(&'p mut self, record: &warc::Record<'p>, cut: u64) -> JsonValue<'p> {
        let Self { options, encoding, html, response, content_type, .. } = self;
        let response = response.read(record.block);
        content_type.clear();
        let headers: Vec<_> = response.headers.all("Content-Type").map(|value| ("Content-Type", value)).collect();
        content_type.extend(combined(&headers, "content-type"));
        let payload_type = PayloadType::of_response(record.headers, response.head, response.headers);
        let html = payload_type.is_html(response.body).then(|| {
            html.scripting = options.extract.scripting();
            let detector = options.extract.detector().map(|detector| &**detector);
            let hints = hints(*encoding, detector, Some(content_type)).with_url(record.target_uri());
            html.read(response.body, &hints)
        });
        http_metadata::of_response(record.block, cut, &response, html)
    }

    /// Reads a page as the body of a response. Only the URL, status, headers and body of the response are known.
    pub fn read_page<'p>(&'p mut self, page: &'p InputPage) -> WatRecord<'p> {
        self.read_html(page, &page.html)
    }

    /// Reads a page whose bytes are `html`. The bytes of `page` are ignored.
    pub(crate) fn read_html<'p>(&'p mut self, page: &'p InputPage, html: &'p [u8]) -> WatRecord<'p> {
        let known = self.options.context_of(page);
        let (detector, url, encoding) = (known.detector, known.url, known.encoding.or(self.encoding));
        self.content_type.clear();
        self.content_type.extend(known.content_type);
        self.html.scripting = known.scripting;
        let is_named = known.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("Content-Type"));
        let content_type = (!self.content_type.is_empty()).then_some(self.content_type.as_str());
        let given = content_type.filter(|_| !is_named).map(|value| ("Content-Type", value));
        let headers = field_object(given.into_iter().chain(known.headers));
        let hints = hints(encoding, detector, content_type).with_url(url);
        let status = page.capture.as_ref().and_then(|capture| capture.fetch_status);
        let response = http_metadata::of_page(html, status, headers, self.html.read_page(html, &hints, known.is_xhtml));
        let target_uri = url.map(|url| ("WARC-Target-URI", url));
        let header = field_object([("WARC-Type", "response")].into_iter().chain(target_uri));
        let envelope = JsonValue::object([
            Some(("Payload-Metadata", JsonValue::object(response_content(response)))),
            Some(("Format", FORMAT.into())),
            Some(("WARC-Header-Metadata", header)),
        ]);
        let source = RecordSource { target_uri: url, ..RecordSource::of_page(page) };
        wat_record(container(&source, false, None), envelope, source)
    }
}

fn wat_record<'p>(container: JsonValue<'p>, envelope: JsonValue<'p>, source: RecordSource<'p>) -> WatRecord<'p> {
    WatRecord { json: JsonValue::Object(vec![("Container", container), ("Envelope", envelope)]), source }
}

/// Returns the object `Container` of a record.
fn record_container<'a>(record: &warc::Record<'_>, source: &RecordSource<'a>) -> JsonValue<'a> {
    let gzip = match record.storage {
        // The lengths and CRC of a damaged record would be wrong.
        Storage::GzipMember { header_length } if record.error.is_none() => Some(JsonValue::object([
            // The length of the complete member, with header and trailer, despite the name.
            Some(("Deflate-Length", JsonValue::number(record.location.length))),
            Some(("Header-Length", JsonValue::number(header_length))),
            Some(("Footer-Length", JsonValue::number(TRAILER_BYTES))),
            // Signed, because the original generator uses Java integers. Left out if not all of the record is in memory.
            (!record.is_over_limit())
                .then(|| ("Inflated-CRC", JsonValue::number(libdeflater::crc32(record.text).cast_signed()))),
            Some(("Inflated-Length", JsonValue::number(record.text_length))),
        ])),
        _ => None,
    };
    container(source, record.storage != Storage::Plain, gzip)
}

fn container<'a>(source: &RecordSource<'a>, is_compressed: bool, gzip: Option<JsonValue<'a>>) -> JsonValue<'a> {
    JsonValue::object([
        Some(("Filename", source.filename.into())),
        Some(("Compressed", JsonValue::Bool(is_compressed))),
        Some(("Offset", JsonValue::number(source.location.offset))),
        gzip.map(|gzip| ("Gzip-Metadata", gzip)),
    ])
}

fn response_content(response: JsonValue<'_>) -> [Option<Member<'_>>; 2] {
    [Some((CONTENT_TYPE, "application/http; msgtype=response".into())), Some(("HTTP-Response-Metadata", response))]
}

fn is_json(record: &warc::Record<'_>) -> bool {
    mime_type::declared(record.headers).is_some_and(|name| name.eq_ignore_ascii_case("application/json"))
}

fn hints<'h>(
    encoding: Option<&'static Encoding>,
    detector: Option<&'h Detector<'h>>,
    content_type: Option<&'h str>,
) -> Hints<'h> {
    let hints = Hints::default().with_content_type(content_type).with_override(encoding);
    match detector {
        None => hints,
        Some(detector) => hints.with_detector(detector),
    }
}
