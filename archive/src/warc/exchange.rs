//! Records of a request and its response, as a crawler exchanged them with a server.

use super::member_writer::MemberWriter;
use super::record_id::{record_date, record_id};
use super::written_field::push_field;
use crate::digest;
use std::borrow::Cow;
use std::net::IpAddr;
use std::time::{SystemTime, UNIX_EPOCH};

const MESSAGE: &str = "application/http; msgtype=";

/// A response, with its request if the bytes of that are known.
///
/// ```
/// use std::time::SystemTime;
/// use tagrake_archive::http::received_head;
/// use tagrake_archive::warc::{Exchange, MemberWriter, RecordKind, WarcOptions, WarcReader};
///
/// let (head, _) = received_head(200, "OK", [("Content-Type", "text/html")]);
/// let exchange = Exchange::new("https://e.org/", SystemTime::UNIX_EPOCH, &head, b"<p>").with_truncated(Some("length"));
/// let (mut writer, mut file) = (MemberWriter::default(), Vec::new());
/// writer.append_exchange(&exchange, &mut file);
///
/// let mut reader = WarcReader::new("crawl.warc.gz", &file[..], WarcOptions::default());
/// let record = reader.next().unwrap()?;
/// assert_eq!((record.kind, record.target_uri()), (RecordKind::Response, Some("https://e.org/")));
/// assert_eq!((record.date(), record.truncated()), (Some("1970-01-01T00:00:00Z"), Some("length")));
/// assert_eq!(record.block, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>");
/// # Ok::<(), tagrake_archive::warc::WarcError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    url: &'a str,
    time: SystemTime,
    head: &'a [u8],
    body: &'a [u8],
    request: Option<&'a [u8]>,
    address: Option<IpAddr>,
    truncated: Option<&'a str>,
}

impl<'a> Exchange<'a> {
    /// Creates the exchange of the response with this head and body. The request for `url` was sent at `time`.
    pub fn new(url: &'a str, time: SystemTime, head: &'a [u8], body: &'a [u8]) -> Self {
        Self { url, time, head, body, request: None, address: None, truncated: None }
    }

    /// Sets the bytes of the request, which become a record before the response. By default there is none.
    #[must_use]
    pub fn with_request(self, request: Option<&'a [u8]>) -> Self {
        Self { request, ..self }
    }

    /// Sets the address of the server: `WARC-IP-Address`.
    #[must_use]
    pub fn with_address(self, address: Option<IpAddr>) -> Self {
        Self { address, ..self }
    }

    /// Sets the reason why the end of the body is missing: `WARC-Truncated`, which is `length`, `time`, `disconnect` or `unspecified`.
    #[must_use]
    pub fn with_truncated(self, truncated: Option<&'a str>) -> Self {
        Self { truncated, ..self }
    }
}

impl MemberWriter {
    /// Appends the `warcinfo` record that begins a file. Its block is the fields in `description` that have a value.
    ///
    /// ```
    /// use tagrake_archive::warc::{self, MemberWriter, WarcOptions, WarcReader};
    ///
    /// let (mut writer, mut file) = (MemberWriter::default(), Vec::new());
    /// writer.append_info("2026-11-30T12:00:00Z", &warc::record_id("a.warc.gz"), &[("software", "crawler/1.0")], &mut file);
    ///
    /// let mut reader = WarcReader::new("a.warc.gz", &file[..], WarcOptions::default());
    /// assert_eq!(reader.next().unwrap()?.block, b"software: crawler/1.0\r\n\r\n");
    /// # Ok::<(), tagrake_archive::warc::WarcError>(())
    /// ```
    pub fn append_info(&mut self, date: &str, id: &str, description: &[(&str, &str)], file: &mut Vec<u8>) {
        let fields = [
            ("WARC-Type", "warcinfo".into()),
            ("WARC-Date", date.into()),
            ("WARC-Record-ID", id.into()),
            ("Content-Type", "application/warc-fields".into()),
        ];
        let write_block = |block: &mut Vec<u8>| {
            let stated = description.iter().filter(|(_, value)| !value.is_empty());
            stated.for_each(|(name, value)| push_field(name, value, block));
            block.extend_from_slice(b"\r\n");
        };
        self.append(&fields, write_block, file);
    }

    /// Appends the records of an exchange: of the request, if its bytes are known, and of the response, with SHA-1 digests.
    pub fn append_exchange(&mut self, exchange: &Exchange<'_>, file: &mut Vec<u8>) {
        let Exchange { url, time, head, body, request, address, truncated } = *exchange;
        let block = [head, body].concat();
        let digest = digest::labelled(&block);
        let since_1970 = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        // Not the same for two exchanges in one second.
        let id = |kind: &str| record_id(&format!("{kind} {} {digest} {url}", since_1970.as_nanos()));
        let (response_id, date) = (id("response"), record_date(time));
        let fields = |kind: &'static str, id: String| {
            let mut fields: Vec<(&str, Cow<'_, str>)> = vec![
                ("WARC-Type", kind.into()),
                ("WARC-Target-URI", url.into()),
                ("WARC-Date", date.as_str().into()),
                ("WARC-Record-ID", id.into()),
                ("Content-Type", format!("{MESSAGE}{kind}").into()),
            ];
            fields.extend(address.map(|address| ("WARC-IP-Address", address.to_string().into())));
            fields
        };
        if let Some(request) = request {
            let mut fields = fields("request", id("request"));
            fields.push(("WARC-Concurrent-To", response_id.as_str().into()));
            fields.push(("WARC-Block-Digest", digest::labelled(request).into()));
            self.append(&fields, |block| block.extend_from_slice(request), file);
        }
        let mut fields = fields("response", response_id.clone());
        fields.extend(truncated.map(|reason| ("WARC-Truncated", reason.into())));
        fields.push(("WARC-Block-Digest", digest.as_str().into()));
        fields.push(("WARC-Payload-Digest", digest::labelled(body).into()));
        self.append(&fields, |text| text.extend_from_slice(&block), file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::StatedDigest;
    use crate::warc::{MemberCompression, RecordKind, WarcOptions, WarcReader};
    use std::net::Ipv4Addr;
    use std::time::Duration;

    #[test]
    fn the_records_of_an_exchange_read_back() {
        const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n";
        const REQUEST: &[u8] = b"GET / HTTP/1.1\r\n\r\n";
        let time = UNIX_EPOCH + Duration::from_millis(1500);
        let exchange = Exchange::new("http://e.org/", time, HEAD, b"<p>\r\n\r\n")
            .with_request(Some(REQUEST))
            .with_address(Some(Ipv4Addr::LOCALHOST.into()));
        for compression in [MemberCompression::None, MemberCompression::Gzip, MemberCompression::Zstd] {
            let (mut writer, mut file) = (MemberWriter::new(compression), Vec::new());
            writer.append_info("1970-01-01T00:00:00Z", "<urn:a>", &[("software", "a\nb"), ("operator", "")], &mut file);
            writer.append_exchange(&exchange, &mut file);
            writer.append_exchange(&Exchange { time: time + Duration::from_millis(1), ..exchange }, &mut file);
            let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
            let mut ids = Vec::new();
            for (kind, block, payload) in [
                (RecordKind::Warcinfo, &b"software: a%0Ab\r\n\r\n"[..], None),
                (RecordKind::Request, REQUEST, None),
                (RecordKind::Response, &[HEAD, b"<p>\r\n\r\n"].concat(), Some(&b"<p>\r\n\r\n"[..])),
                (RecordKind::Request, REQUEST, None),
                (RecordKind::Response, &[HEAD, b"<p>\r\n\r\n"].concat(), Some(b"<p>\r\n\r\n")),
            ] {
                let record = reader.next().expect("a record").expect("a record");
                assert!(record.error.is_none() && record.irregularity.is_none());
                assert_eq!((record.kind, record.block, record.truncated()), (kind, block, None));
                ids.push(record.id().expect("an id").to_owned());
                let digest = |name, bytes: &[u8]| {
                    let stated = StatedDigest::parse(name, record.headers.get(name)?).expect("a digest");
                    Some(stated.compare(|put| put(bytes)).is_ok())
                };
                let is_info = kind == RecordKind::Warcinfo;
                assert_eq!(digest("WARC-Block-Digest", block), (!is_info).then_some(true));
                assert_eq!(payload.and_then(|payload| digest("WARC-Payload-Digest", payload)), payload.map(|_| true));
                assert_eq!(record.headers.get("WARC-IP-Address"), (!is_info).then_some("127.0.0.1"));
                assert_eq!(record.date(), Some(if is_info { "1970-01-01T00:00:00Z" } else { "1970-01-01T00:00:01Z" }));
                if kind == RecordKind::Request {
                    ids.push(record.headers.get("WARC-Concurrent-To").expect("an id").to_owned());
                }
            }
            assert!(reader.next().is_none());
            assert_eq!((&ids[2], &ids[5]), (&ids[3], &ids[6]), "a request names its response");
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), 5, "each record has an id of its own");
        }
    }
}
