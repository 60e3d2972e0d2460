//! Reads records of WARC files, and pages, for WAT records.

use super::container::Container;
use super::envelope::{BlockInfo, Envelope, PayloadContent, WatPayload};
use super::http_metadata::{Entity, HttpMetadata};
use super::number_text::NumberText;
use super::record::WatRecord;
use super::warc_fields::{self, FieldObject};
use super::{HtmlMetadata, HtmlReader};
use crate::derived::RecordSource;
use crate::digest;
use crate::encoding_guess::guess_encoding;
use crate::header_fields::Headers;
use crate::http::{BodyLimits, ResponseReader};
use crate::input::{InputPage, Profile};
use crate::memory_budget::{Allowance, FREE_BYTES};
use crate::page_reader::{ReaderOptions, combined};
use crate::warc::{self, RecordKind};
use std::fmt;
use std::sync::Arc;
use tagrake::encoding::{Encoding, Hints};

const FORMAT: &str = "WARC/1.0";

/// Reads records and pages for WAT records. Its memory is reused.
///
/// ```
/// use tagrake_bulk::ReaderOptions;
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::wat::WatReader;
///
/// let mut reader = WatReader::new(ReaderOptions::default().with_url(Some("http://e.org/".to_owned())));
/// let page = InputPage::new("page.html", b"<a href=/us>Us</a>".to_vec());
/// let json = serde_json::to_value(reader.read_page(&page))?;
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

impl fmt::Debug for WatReader {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("WatReader").field("options", &self.options).finish_non_exhaustive()
    }
}

impl WatReader {
    /// Creates a reader. It ignores the extraction options: a WAT record always has the same content.
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
        self.html.set_arena_bytes(arena_bytes);
    }

    /// Releases the memory that only large pages need.
    pub(crate) fn shrink(&mut self) {
        self.html.shrink(FREE_BYTES);
        self.response.shrink();
        self.fields.shrink();
    }

    /// Reads a record of the WARC file `filename`. Any record is accepted.
    pub fn read<'p>(&'p mut self, record: &warc::Record<'p>, filename: &'p str) -> WatRecord<'p> {
        let cut = record.length_over_limit();
        let block = BlockInfo {
            length: record.block_length,
            digest: (cut == 0).then(|| digest::labelled(record.block)),
            slop: record.slop_length(),
        };
        let mut source = RecordSource::of_record(record, filename);
        if record.kind == RecordKind::Warcinfo {
            // The subject of a `warcinfo` record is its file.
            source.target_uri = record.headers.get("WARC-Filename").or(Some(source.filename));
        }
        WatRecord {
            container: Container::of_record(record, source.filename),
            source,
            envelope: Envelope {
                header_length: Some(NumberText(record.head_length as u64)),
                header: FieldObject::new(record.headers.iter()),
                format: FORMAT,
                payload: WatPayload { content: self.read_content(record, cut), block: Some(block) },
            },
        }
    }

    fn read_content<'p>(&'p mut self, record: &warc::Record<'p>, cut: u64) -> PayloadContent<'p> {
        let content_type = record.headers.get("Content-Type").unwrap_or_default();
        match record.kind {
            RecordKind::Warcinfo => {
                let end = warc_fields::read(record.block, &mut self.fields);
                PayloadContent::Info { is_corrupt: end.is_corrupt || !end.has_empty_line, fields: &self.fields }
            }
            RecordKind::Metadata if !is_type(content_type, "application/json") => {
                let end = warc_fields::read(record.block, &mut self.fields);
                PayloadContent::Metadata { is_corrupt: end.is_corrupt, fields: &self.fields }
            }
            RecordKind::Request => {
                PayloadContent::Request(HttpMetadata::of_request(record.block, cut, &mut self.fields))
            }
            RecordKind::Revisit => PayloadContent::Response(self.read_response(record, cut)),
            RecordKind::Response if content_type.is_empty() || is_type(content_type, "application/http") => {
                PayloadContent::Response(self.read_response(record, cut))
            }
            _ => PayloadContent::Other,
        }
    }

    fn read_response<'p>(&'p mut self, record: &warc::Record<'p>, cut: u64) -> HttpMetadata<'p> {
        let Self { options, encoding, html, response, content_type, .. } = self;
        let response = response.read(record.block);
        content_type.clear();
        let headers: Vec<_> = response.headers.all("Content-Type").map(|value| ("Content-Type", value)).collect();
        content_type.extend(combined(&headers, "content-type"));
        let is_html = match record.headers.get("WARC-Identified-Payload-Type") {
            Some(identified) => matches!(identified, "text/html" | "application/xhtml+xml"),
            None => content_type.to_ascii_lowercase().contains("html"),
        };
        let html = is_html.then(|| {
            html.set_scripting(options.scripting);
            let hints = hints(*encoding, options.profile, Some(content_type)).with_url(record.target_uri());
            html.read(response.body, &hints)
        });
        HttpMetadata::of_response(record.block, cut, &response, html)
    }

    /// Reads a page as the body of a response. Only the URL, headers and body of the response are known.
    pub fn read_page<'p>(&'p mut self, page: &'p InputPage) -> WatRecord<'p> {
        self.read_html(page, &page.html)
    }

    /// Reads a page whose bytes are `html`. The bytes of `page` are ignored.
    pub(crate) fn read_html<'p>(&'p mut self, page: &'p InputPage, html: &'p [u8]) -> WatRecord<'p> {
        let known = self.options.known(page);
        let (profile, url, encoding) = (known.profile, known.url, known.encoding.or(self.encoding));
        self.content_type.clear();
        self.content_type.extend(known.content_type);
        self.html.set_scripting(known.scripting);
        let is_named = known.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("Content-Type"));
        let content_type = (!self.content_type.is_empty()).then_some(self.content_type.as_str());
        let given = content_type.filter(|_| !is_named).map(|value| ("Content-Type", value));
        let headers = FieldObject::new(given.into_iter().chain(known.headers));
        let hints = hints(encoding, profile, content_type).with_url(url);
        let metadata: HtmlMetadata<'p> = self.html.read(html, &hints);
        let response = HttpMetadata {
            response: None,
            request: None,
            headers_length: None,
            is_corrupt: false,
            headers,
            html: Some(metadata),
            entity: Entity::of(html, 0, None),
        };
        let source = RecordSource { target_uri: url, ..RecordSource::of_page(page) };
        let target_uri = url.map(|url| ("WARC-Target-URI", url));
        WatRecord {
            container: Container {
                filename: source.filename,
                compressed: false,
                offset: NumberText(source.location.offset),
                gzip: None,
            },
            source,
            envelope: Envelope {
                header_length: None,
                header: FieldObject::new([("WARC-Type", "response")].into_iter().chain(target_uri)),
                format: FORMAT,
                payload: WatPayload { content: PayloadContent::Response(response), block: None },
            },
        }
    }
}

/// Returns true if the media type is `name`, ignoring parameters.
fn is_type(content_type: &str, name: &str) -> bool {
    content_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(name)
}

fn hints<'h>(encoding: Option<&'static Encoding>, profile: Profile, content_type: Option<&'h str>) -> Hints<'h> {
    let hints = Hints::default().with_content_type(content_type).with_override(encoding);
    match profile {
        Profile::Standard => hints,
        Profile::Crawl => hints.with_detector(&guess_encoding),
    }
}
