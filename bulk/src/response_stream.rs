//! The page in a response that arrives in chunks: what its head says, and the extraction while its body arrives.

use crate::mime_type::{PayloadType, RESOURCE_HEADER_BYTES};
use crate::page_reader::combined;
use crate::redirect;
use std::fmt;
use tagrake_archive::Headers;
use tagrake_archive::http::{BodyDamage, BodyLimits, HeadForm, decode_received, is_coded};
use tagrake_extract::{Context, ExtractOptions, Page, PageEvent, PageStream};

/// The status and the header fields of a response, as its page needs them.
///
/// ```
/// use tagrake_bulk::{Headers, ResponseFacts};
///
/// let headers: Headers = [("Content-Type", "text/html; charset=utf-8")].into_iter().collect();
/// assert!(ResponseFacts::new(200, &headers).is_html(b"plain"));
/// let headers = Headers::default();
/// assert!(ResponseFacts::new(200, &headers).is_html(b"<!DOCTYPE html>"));
/// assert!(!ResponseFacts::new(200, &headers).is_html(b"%PDF-1.7"));
/// ```
#[derive(Clone, Debug)]
pub struct ResponseFacts<'h> {
    status: u16,
    headers: &'h Headers,
    fields: Vec<(&'h str, &'h str)>,
    content_type: Option<String>,
}

impl<'h> ResponseFacts<'h> {
    /// Reads the head of a response.
    pub fn new(status: u16, headers: &'h Headers) -> Self {
        let fields: Vec<_> = headers.iter().collect();
        let content_type = combined(&fields, "content-type");
        Self { status, headers, fields, content_type }
    }

    /// Returns the context of the page at `url`, with the target of the redirect that the response may be.
    pub fn context<'c>(&'c self, url: &'c str) -> Context<'c> {
        Context::default()
            .with_url(Some(url))
            .with_content_type(self.content_type.as_deref())
            .with_headers(&self.fields)
            .with_redirect(redirect::target(Some(self.status), self.headers.get("Location")))
    }

    /// Returns true if the body is HTML: by the type that the header declares, or if it declares none, by its first bytes, as in
    /// browsers. `start` is the start of the decoded body, of at least 1445 bytes unless the body is shorter.
    pub fn is_html(&self, start: &[u8]) -> bool {
        PayloadType::of_response(&Headers::default(), HeadForm::Standard, self.headers).is_html(start)
    }
}

/// Extracts the page in a response that arrives in chunks, as a [`PageStream`]. A body that is not HTML is not read: its page has the
/// links of the header, such as the target of a redirect. It is [`Send`].
///
/// A body with a content coding is decoded at its end, so links arrive early only without one.
///
/// ```
/// use tagrake_bulk::{Headers, ResponseFacts, ResponseStream};
/// use tagrake_extract::ExtractOptions;
///
/// let headers: Headers = [("Content-Type", "text/html")].into_iter().collect();
/// let facts = ResponseFacts::new(200, &headers);
/// let mut stream = ResponseStream::new(ExtractOptions::default(), "https://e.org/", &facts);
/// for chunk in ["<title>Fi", "sh</title><a hr", "ef=menu>"] {
///     assert!(stream.feed(chunk.as_bytes(), |_| ()));
/// }
/// let (page, damage) = stream.finish(|_| ());
/// assert_eq!((page.title, page.links[0].url, damage), (Some("Fish"), Some("https://e.org/menu"), None));
/// ```
pub struct ResponseStream<'c> {
    facts: &'c ResponseFacts<'c>,
    limits: BodyLimits,
    page: PageStream<'c>,
    is_coded: bool,
    /// The body as received, unless it is in `page`.
    held: Vec<u8>,
    is_html: Option<bool>,
    is_over_limit: bool,
}

impl<'c> ResponseStream<'c> {
    /// Starts the response to a request for `url`.
    pub fn new(options: ExtractOptions, url: &'c str, facts: &'c ResponseFacts<'c>) -> Self {
        Self {
            facts,
            limits: BodyLimits::default(),
            page: PageStream::new(options, facts.context(url)),
            is_coded: is_coded(facts.headers),
            held: Vec::new(),
            is_html: None,
            is_over_limit: false,
        }
    }

    /// Sets the limits of the body. Its maximum also applies to the bytes as received.
    #[must_use]
    pub fn with_limits(self, limits: BodyLimits) -> Self {
        Self { limits, ..self }
    }

    /// Reads the next bytes of the body, and passes to `take` what is known now. Returns false if the body is over the limit: the bytes up
    /// to it are taken.
    pub fn feed(&mut self, chunk: &[u8], mut take: impl FnMut(PageEvent<'_>)) -> bool {
        let room = self.limits.max_bytes().saturating_sub(self.body().len());
        self.is_over_limit |= chunk.len() > room;
        let chunk = &chunk[..chunk.len().min(room)];
        if self.is_in_page() {
            self.page.feed(chunk, &mut take);
        } else {
            self.held.extend_from_slice(chunk);
            if self.is_html.is_none() && !self.is_coded && self.held.len() >= RESOURCE_HEADER_BYTES {
                self.decide(None, &mut take);
            }
        }
        !self.is_over_limit
    }

    /// Returns true if the body is HTML; `None` before that is decided.
    pub fn is_html(&self) -> Option<bool> {
        self.is_html
    }

    /// Returns the bytes of the body so far, as received.
    pub fn body(&self) -> &[u8] {
        if self.is_in_page() { self.page.bytes() } else { &self.held }
    }

    /// Ends the response: passes to `take` the links and the head that did not come before, and returns the page, and why the end of the
    /// body is missing, if a limit or its coding is the reason. If the connection was lost, the page is the one of the bytes that arrived.
    pub fn finish(&mut self, mut take: impl FnMut(PageEvent<'_>)) -> (Page<'_>, Option<BodyDamage>) {
        let mut damage = self.is_over_limit.then_some(BodyDamage::OverLimit);
        if self.is_html.is_none() {
            let decoded = self.is_coded.then(|| decode_received(self.facts.headers, self.held.clone(), self.limits));
            let (text, of_coding) = decoded.unzip();
            damage = damage.or(of_coding.flatten());
            self.decide(text.as_deref(), &mut take);
        }
        (self.page.finish(&mut take), damage)
    }

    /// Decides whether the body is HTML, from its decoded text or else the bytes so far, and reads them if it is.
    fn decide(&mut self, decoded: Option<&[u8]>, take: impl FnMut(PageEvent<'_>)) {
        let text = decoded.unwrap_or(&self.held);
        let is_html = self.facts.is_html(text);
        self.is_html = Some(is_html);
        if is_html {
            self.page.feed(text, take);
        }
        if self.is_in_page() {
            self.held = Vec::new();
        }
    }

    fn is_in_page(&self) -> bool {
        self.is_html == Some(true) && !self.is_coded
    }
}

impl fmt::Debug for ResponseStream<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ResponseStream").field("bytes", &self.body().len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;
    use tagrake_archive::http::ResponseReader;
    use tagrake_testsupport::responses;

    /// The outcome of a response in chunks of a length: links as they arrive, then the title and the links of the page.
    type Read = (Vec<String>, Option<String>, Vec<String>, Option<bool>, Option<BodyDamage>);

    fn read(status: u16, headers: &Headers, body: &[u8], chunk: usize, limits: BodyLimits) -> Read {
        let facts = ResponseFacts::new(status, headers);
        let mut stream = ResponseStream::new(ExtractOptions::default(), "https://e.org/a", &facts).with_limits(limits);
        let mut early = Vec::new();
        let mut take = |event: PageEvent<'_>| {
            if let PageEvent::Link { link, .. } = event {
                early.extend(link.url.map(str::to_owned));
            }
        };
        let (mut fed, mut is_wanted) = (0, true);
        for chunk in body.chunks(chunk) {
            assert!(is_wanted, "nothing is fed after the limit");
            is_wanted = stream.feed(chunk, &mut take);
            fed += chunk.len();
            assert_eq!(stream.body(), &body[..fed.min(limits.max_bytes())], "the body is as received");
            if !is_wanted {
                break;
            }
        }
        let (page, damage) = stream.finish(&mut take);
        let links = page.links.iter().filter_map(|link| link.url.map(str::to_owned)).collect();
        let title = page.title.map(str::to_owned);
        let is_html = stream.is_html();
        (early, title, links, is_html, damage)
    }

    fn headers(fields: &[(&str, &str)]) -> Headers {
        fields.iter().copied().collect()
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).expect("memory");
        encoder.finish().expect("memory")
    }

    #[test]
    fn links_arrive_with_their_chunks() {
        let headers = Headers::default();
        let facts = ResponseFacts::new(200, &headers);
        let mut stream = ResponseStream::new(ExtractOptions::default(), "https://e.org/", &facts);
        let mut links = 0;
        let mut feed = |html: &str| {
            stream.feed(html.as_bytes(), |event| links += usize::from(matches!(event, PageEvent::Link { .. })));
            (stream.is_html(), links)
        };
        assert_eq!(feed("<p><a href=a>"), (None, 0));
        assert_eq!(feed(&" ".repeat(RESOURCE_HEADER_BYTES)), (Some(true), 1));
        assert_eq!(feed("<a href=b><a hr"), (Some(true), 2));
        assert_eq!(feed("ef=c>"), (Some(true), 3));
    }

    #[test]
    fn chunks_of_any_length_give_the_same() {
        let long = format!("<title>T</title>{}<a href=b>", "<p><a href=a>x".repeat(200));
        let padded = format!("{}<title>T</title><a href=b>", " ".repeat(1440));
        let html = [("Content-Type", "text/html")];
        let coded = [("Content-Type", "text/html"), ("Content-Encoding", "gzip")];
        let sniffed = [("Content-Encoding", "gzip"), ("Link", "<l>; rel=next")];
        let redirect = [("Location", "/to"), ("Content-Type", "text/plain")];
        let (packed, packed_padded) = (gzip(long.as_bytes()), gzip(padded.as_bytes()));
        /// The status, the fields and the body; whether it is HTML, and the number of links.
        type Case<'a> = (u16, &'a [(&'a str, &'a str)], &'a [u8], bool, usize);
        let cases: [Case<'_>; 9] = [
            (200, &html, long.as_bytes(), true, 201),
            (200, &[], long.as_bytes(), true, 201),
            (200, &[], padded.as_bytes(), false, 0),
            (404, &coded, &packed, true, 201),
            (200, &coded, long.as_bytes(), true, 201),
            (200, &sniffed, &packed, true, 202),
            (200, &sniffed, &packed_padded, false, 1),
            (302, &redirect, long.as_bytes(), false, 1),
            (200, &redirect, long.as_bytes(), false, 0),
        ];
        for (status, fields, body, is_html, links) in cases {
            let headers = headers(fields);
            let complete = read(status, &headers, body, usize::MAX, BodyLimits::default());
            assert_eq!((complete.3, complete.2.len(), complete.4), (Some(is_html), links, None), "{fields:?}");
            assert_eq!(complete.1.is_some(), is_html, "{fields:?}");
            for chunk in [1, 7, 1444, 1445, 1446] {
                assert_eq!(read(status, &headers, body, chunk, BodyLimits::default()), complete, "{fields:?} {chunk}");
            }
        }
    }

    #[test]
    fn the_limit_ends_a_body() {
        let html = [("Content-Type", "text/html")];
        let body = "<a href=a>x".repeat(1000);
        let limits = BodyLimits::default().with_max_bytes(5500);
        let (complete, over) = (Some(BodyDamage::OverLimit), BodyLimits::default().with_max_bytes(11_000));
        for chunk in [1, 100, 5500, 5501, 11_000] {
            let (early, _, links, _, damage) = read(200, &headers(&html), body.as_bytes(), chunk, limits);
            assert_eq!((early.len(), links.len(), damage), (500, 500, complete), "{chunk}");
            let (.., links, _, damage) = read(200, &headers(&html), body.as_bytes(), chunk, over);
            assert_eq!((links.len(), damage), (1000, None), "{chunk}");
        }
        let coded = headers(&[("Content-Type", "text/html"), ("Content-Encoding", "gzip")]);
        let packed = gzip(body.as_bytes());
        let (.., links, _, damage) = read(200, &coded, &packed, 10, limits);
        assert_eq!((links.len(), damage), (500, complete), "the limit of the text");
        let (.., links, _, damage) = read(200, &coded, &packed[..packed.len() - 9], 10, BodyLimits::default());
        assert_eq!((links.len() > 500, damage), (true, Some(BodyDamage::Truncated)), "the start of a body");
    }

    /// The responses on which archives are tested, without chunks, which clients join.
    #[test]
    fn a_response_gives_what_an_archive_of_it_gives() {
        let (mut reader, mut compared) = (ResponseReader::default(), 0);
        for known in responses::all() {
            let response = reader.read(&known.bytes);
            if response.head == HeadForm::Missing || response.headers.get("Transfer-Encoding").is_some() {
                continue;
            }
            let status = response.status.unwrap_or(200);
            let (_, title, links, is_html, damage) =
                read(status, response.headers, response.stored_body, 3, BodyLimits::default());
            let facts = ResponseFacts::new(status, response.headers);
            assert_eq!((is_html, damage), (Some(facts.is_html(response.body)), response.damage), "{}", known.name);
            let body = if is_html == Some(true) { response.body } else { b"" };
            tagrake_extract::Extractor::default().extract_with(body, &facts.context("https://e.org/a"), |page| {
                assert_eq!(title.as_deref(), page.title, "{}", known.name);
                assert!(
                    links.iter().map(String::as_str).eq(page.links.iter().filter_map(|link| link.url)),
                    "{}",
                    known.name
                );
            });
            compared += 1;
        }
        assert!(compared >= 30, "{compared}");
    }

    #[test]
    fn a_stream_is_sent_between_threads() {
        fn check<T: Send>() {}
        check::<ResponseStream<'_>>();
    }
}
