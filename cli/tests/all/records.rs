//! Selection and verification of WARC records: on one thread and several, from a file and from standard input.

use crate::support::command::Folder;
use serde_json::{Value, json};
use tagrake_testsupport::warc_files::with_fields;

/// Returns a record. Each line of `headers` ends with CRLF.
fn record(kind: &str, uri: &str, headers: &str, block: &[u8]) -> Vec<u8> {
    let fixed = format!("WARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-11-01T00:00:00Z\r\n");
    with_fields(&(fixed + headers), block)
}

fn response(uri: &str, headers: &str, http_headers: &str, body: &[u8]) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\n{http_headers}\r\n");
    let headers = format!("{headers}Content-Type: application/http; msgtype=response\r\n");
    record("response", uri, &headers, &[http.as_bytes(), body].concat())
}

fn crawl(records: &[Vec<u8>]) -> Folder {
    Folder::new(&[("a.warc", &records.concat())])
}

/// The output of a run. The name of standard input is replaced by `a.warc`.
#[derive(Debug, PartialEq)]
struct Printed {
    status: Option<i32>,
    stdout: String,
    stderr: String,
    stats: Value,
}

impl Printed {
    fn rows(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
    }
}

/// Runs a verb over the file `a.warc`, and checks that neither threads nor standard input change the output.
fn run(folder: &Folder, verb: &str) -> Printed {
    let printed = |input: &str, is_piped: bool| {
        let arguments = format!("{verb} --stats stats.json {input}");
        let output = if is_piped { folder.run_with(&arguments, folder.open("a.warc")) } else { folder.run(&arguments) };
        let named = |text: &str| {
            if is_piped { text.replace("-:", "a.warc:").replace("\"-\"", "\"a.warc\"") } else { text.to_owned() }
        };
        let mut stats: Value = serde_json::from_str(&named(&folder.text("stats.json"))).expect("counts are JSON");
        for name in ["seconds", "pages_per_second", "mb_per_second"] {
            stats.as_object_mut().expect("an object").remove(name);
        }
        Printed { status: output.status, stdout: named(output.text()), stderr: named(&output.stderr), stats }
    };
    let expected = printed("-j 1 a.warc", false);
    for jobs in ["-j 1", "-j 3 --work-bytes 300"] {
        assert_eq!(printed(&format!("{jobs} a.warc"), false), expected, "{jobs}");
        assert_eq!(printed(&format!("{jobs} -"), true), expected, "{jobs}, from standard input");
    }
    expected
}

const HTML: &str = "Content-Type: text/html\r\n";

#[test]
fn the_first_segment_of_a_record_is_an_incomplete_page() {
    let first = "WARC-Segment-Number: 1\r\nWARC-Record-ID: <urn:1>\r\n";
    let rest = "WARC-Segment-Number: 2\r\nWARC-Segment-Origin-ID: <urn:1>\r\nWARC-Segment-Total-Length: 200\r\n";
    let folder = crawl(&[
        response("http://e.org/1", first, HTML, b"<title>Segment</title><a href=/"),
        record("continuation", "http://e.org/1", rest, b"2>two</a>"),
        response("http://e.org/3", "", HTML, b"<title>Complete</title>"),
    ]);
    let printed = run(&folder, "extract --fields url,title,content_truncated");
    let rows = [
        json!({"url": "http://e.org/1", "title": "Segment", "content_truncated": "segmented"}),
        json!({"url": "http://e.org/3", "title": "Complete"}),
    ];
    assert_eq!(printed.rows(), rows);
    assert_eq!((printed.status, &printed.stats["cut"]), (Some(0), &json!({"segmented": 1})));
    assert_eq!(printed.stats["skipped"], json!({"continuation": 1}));
    let report = run(&folder, "check --format jsonl");
    assert_eq!(report.rows()[0]["cut"], json!({"segmented": 1}));
    assert_eq!(report.rows()[0]["records"], json!({"response": 2, "continuation": 1}));
}

#[test]
fn records_without_an_http_head_are_pages_if_they_are_html() {
    let text = "Content-Type: text/plain\r\n";
    let page = |name: &str| format!("<title>{name}</title>").into_bytes();
    let mut records = Vec::new();
    for kind in ["resource", "conversion"] {
        let uri = |name: &str| format!("http://e.org/{kind}/{name}");
        let xhtml = "Content-Type: application/xhtml+xml; charset=utf-8\r\n";
        records.push(record(kind, &uri("html"), HTML, &page("HTML")));
        records.push(record(kind, &uri("xhtml"), xhtml, &page("XHTML")));
        records.push(record(kind, &uri("text"), text, b"text"));
    }
    // None of these contains a page, whatever its Content-Type.
    for kind in ["warcinfo", "request", "metadata", "revisit", "unheard-of"] {
        records.push(record(kind, "http://e.org/", HTML, &page("no page")));
    }
    let folder = crawl(&records);
    let printed = run(&folder, "extract --fields url,title");
    let rows: Vec<_> = [
        ("resource/html", Some("HTML")),
        ("resource/xhtml", Some("XHTML")),
        ("conversion/html", Some("HTML")),
        ("conversion/xhtml", Some("XHTML")),
        ("conversion/text", None),
    ]
    .map(|(path, title)| json!({"url": format!("http://e.org/{path}"), "title": title}))
    .to_vec();
    assert_eq!(printed.rows(), rows);
    assert_eq!((printed.status, &printed.stats["skipped"]), (Some(0), &json!({"mime": 1})));
    let html = run(&folder, "extract --mime html --fields url,title");
    assert_eq!((html.rows(), &html.stats["skipped"]), (rows[..4].to_vec(), &json!({"mime": 2})));
    let texts = run(&folder, "extract --mime text/plain --fields url");
    let urls = ["http://e.org/resource/text", "http://e.org/conversion/text"];
    assert_eq!(texts.rows(), urls.map(|url| json!({"url": url})));
    assert_eq!(texts.stats["skipped"], json!({"mime": 4}));
}

#[test]
fn mime_types_are_lowercase() {
    let mixed = "Content-Type: Text/HTML; Charset=UTF-8\r\n";
    let folder = crawl(&[
        response("http://e.org/1", "", mixed, b"<p>"),
        record("resource", "http://e.org/2", mixed, b"<p>"),
        response("http://e.org/3", "", "content-type: APPLICATION/XHTML+XML\r\n", b"<p>"),
    ]);
    let printed = run(&folder, "extract --fields content_mime_type");
    let types = ["text/html", "text/html", "application/xhtml+xml"];
    assert_eq!(printed.rows(), types.map(|name| json!({"content_mime_type": name})));
}

/// SHA-1 of `abc` and of the empty string, in base32.
const ABC: &str = "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5";
const EMPTY: &str = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";

fn block_digest(value: &str) -> String {
    format!("WARC-Block-Digest: {value}\r\n")
}

fn payload_digest(value: &str) -> String {
    format!("WARC-Payload-Digest: {value}\r\n")
}

/// Runs `check`, and returns its report, the exit status and the counts of digests.
fn check(records: &[Vec<u8>], arguments: &str) -> (Value, Option<i32>, Value) {
    let folder = crawl(records);
    let printed = run(&folder, &format!("check --format jsonl {arguments}"));
    let report = printed.rows().remove(0);
    let digests = report["digests"].clone();
    assert_eq!(printed.stats["digests"], digests);
    (report, printed.status, digests)
}

fn counts(verified: u64, failed: u64, absent: u64, unverified: u64) -> Value {
    json!({"verified": verified, "failed": failed, "absent": absent, "unverified": unverified})
}

#[test]
fn verifies_digests_in_every_notation() {
    let values = [
        ABC,
        "SHA1:a9993e364706816aba3e25717850c26c9cd0d89d",
        "sha-1:A9993E364706816ABA3E25717850C26C9CD0D89D",
        "md5:900150983cd24fb0d6963f7d28e17f72",
        "md5:SAAVBGB42JH3BVUWH56SRYL7OI",
        "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sha-256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====",
    ];
    let records: Vec<_> = values
        .iter()
        .map(|value| record("resource", "http://e.org/", &(block_digest(value) + &payload_digest(value)), b"abc"))
        .collect();
    let (report, status, digests) = check(&records, "");
    assert_eq!((&report["state"], status), (&json!("ok"), Some(0)));
    assert_eq!(digests, json!({"block": counts(7, 0, 0, 0), "payload": counts(7, 0, 0, 0)}));
}

#[test]
fn payload_digests_match_with_or_without_chunked_coding() {
    let chunked = "Transfer-Encoding: chunked\r\n";
    let body = b"1\r\na\r\n2\r\nbc\r\n0\r\n\r\n";
    // `printf '1\r\na\r\n2\r\nbc\r\n0\r\n\r\n' | openssl dgst -sha1 -binary | base32`
    let stored = "sha1:XV3U5RJVE5JCLARWIMKVC7SZ6Y4KBA2T";
    let interim = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nabc";
    let http = "Content-Type: application/http; msgtype=request\r\n";
    let continued = [&b"HTTP/1.1 100 Continue\r\n\r\n"[..], interim].concat();
    let records = [
        response("http://e.org/1", &payload_digest(ABC), HTML, b"abc"),
        response("http://e.org/2", &payload_digest(stored), chunked, body),
        response("http://e.org/3", &payload_digest(ABC), chunked, body),
        // The writer removed the chunks and kept the header.
        response("http://e.org/4", &payload_digest(ABC), chunked, b"abc"),
        record("response", "http://e.org/5", &payload_digest(ABC), &continued),
        record("request", "http://e.org/6", &(payload_digest(EMPTY) + http), b"GET / HTTP/1.1\r\nHost: e.org\r\n\r\n"),
        record(
            "request",
            "http://e.org/7",
            &(payload_digest(ABC) + http),
            b"POST / HTTP/1.1\r\nHost: e.org\r\n\r\nabc",
        ),
        record("response", "dns:e.org", &(payload_digest(ABC) + "Content-Type: text/dns\r\n"), b"abc"),
        record("metadata", "http://e.org/8", &payload_digest(ABC), b"abc"),
        // Chunks without the header are the payload.
        response("http://e.org/9", &payload_digest(ABC), HTML, body),
    ];
    let (report, status, digests) = check(&records, "");
    assert_eq!(digests, json!({"block": counts(0, 0, 10, 0), "payload": counts(9, 1, 0, 0)}), "{report}");
    assert_eq!((&report["state"], status), (&json!("corrupt"), Some(1)));
}

#[test]
fn the_payload_of_a_url_of_another_scheme_may_be_the_block() {
    let http = "Content-Type: application/http\r\n";
    // `printf 'HTTP/1.1 200 OK\r\n\r\nabc' | openssl dgst -sha1 -binary | base32`
    let (block, digest) = (b"HTTP/1.1 200 OK\r\n\r\nabc", "sha1:HQKNH2NGZ2BZ27KBTACJFDT37URZITEZ");
    // `printf 'GET / HTTP/1.1\r\n\r\n' | openssl dgst -sha1 -binary | base32`
    let (request, request_digest) = (b"GET / HTTP/1.1\r\n\r\n", "sha1:HZXZT4LLCPHWK5TQRRYZ7H7BIVEI4ETY");
    let records = [
        record("response", "chrome-extension://e/a.js", &(payload_digest(digest) + http), block),
        record("response", "file:///a.html", &(payload_digest(ABC) + http), block),
        record("request", "chrome-extension://e/a.js", &(payload_digest(request_digest) + http), request),
        record("response", "HTTPS://e.org/", &(payload_digest(digest) + http), block),
        record("response", "file:///b.html", &(payload_digest(EMPTY) + http), block),
    ];
    let (report, _, digests) = check(&records, "");
    assert_eq!(digests["payload"], counts(3, 2, 0, 0), "{report}");
}

/// A response with the type of its body was an HTTP message for pages and indexes, and none for `check`, `records` and `wat`.
#[test]
fn a_response_that_declares_the_type_of_its_body_is_an_http_message() {
    // `printf 'HTTP/1.1 200 OK\r\n\r\nabc' | openssl dgst -sha1 -binary | base32`
    let (block, of_block) = (b"HTTP/1.1 200 OK\r\n\r\nabc", "sha1:HQKNH2NGZ2BZ27KBTACJFDT37URZITEZ");
    let http = "Content-Type: application/http; msgtype=response\r\n";
    let records = [
        record("response", "http://e.org/1", &(payload_digest(ABC) + HTML), block),
        record("response", "http://e.org/2", &(payload_digest(of_block) + HTML), block),
        record("response", "http://e.org/3", &(payload_digest(EMPTY) + HTML), block),
        record("resource", "http://e.org/4", &(payload_digest(of_block) + http), block),
        record("resource", "http://e.org/5", &(payload_digest(ABC) + http), block),
        record("response", "http://e.org/6", &(payload_digest(of_block) + http), block),
    ];
    let (report, _, digests) = check(&records, "");
    assert_eq!(digests["payload"], counts(4, 2, 0, 0), "{report}");

    let folder = Folder::new(&[("a.warc", &records.concat())]);
    let statuses = |arguments: &str| -> Vec<_> {
        folder.run(arguments).exits(0).rows().iter().map(|row| row["fetch_status"].clone()).collect()
    };
    let (found, none) = (json!(200), json!(null));
    let expected = [&found, &found, &found, &none, &none, &found].map(Clone::clone);
    assert_eq!(statuses("records --fields fetch_status a.warc"), expected);
    let index = folder.run("index --format jsonl a.warc").exits(0);
    let indexed: Vec<_> = index.rows().iter().map(|row| row["fetch_status"].clone()).collect();
    assert_eq!(indexed, expected);
    let wat = folder.run("wat --format jsonl a.warc").exits(0);
    assert_eq!(wat.text().matches("HTTP-Response-Metadata").count(), 4, "{}", wat.text());
    assert_eq!(statuses("extract --mime all --fields fetch_status a.warc").len(), 6);
    assert_eq!(statuses("extract --mime all --status 404 --fields fetch_status a.warc"), [none.clone(), none]);
}

#[test]
fn reports_a_mismatch_with_its_offset_and_both_digests() {
    let good = record("resource", "http://e.org/1", &(block_digest(ABC) + HTML), b"abc");
    let bad = record(
        "resource",
        "http://e.org/2",
        &(block_digest(ABC) + &payload_digest("md5:d41d8cd98f00b204e9800998ecf8427e") + HTML),
        b"abd",
    );
    let records = [good.clone(), bad, good.clone()];
    let (report, status, digests) = check(&records, "");
    assert_eq!((&report["state"], status, &report["pages"]), (&json!("corrupt"), Some(1), &json!(3)));
    assert_eq!(digests, json!({"block": counts(2, 1, 0, 0), "payload": counts(0, 1, 2, 0)}));
    assert_eq!(report["error_counts"], json!({"digest": 2}));
    // `printf abd | openssl dgst -sha1 -binary | base32`, `printf abd | md5sum`
    let offset = good.len();
    let messages = [
        format!(
            "a.warc:{offset}: WARC-Block-Digest does not match: expected {ABC}, computed sha1:ZNGMFDPQ7W7A5T45SZROFFFRDAESUVZV"
        ),
        format!(
            "a.warc:{offset}: WARC-Payload-Digest does not match: expected md5:d41d8cd98f00b204e9800998ecf8427e, computed md5:4911e516e5aa21d327512e0c8b197616"
        ),
    ];
    for (error, message) in report["errors"].as_array().expect("errors").iter().zip(&messages) {
        assert_eq!((&error["cause"], &error["offset"]), (&json!("digest"), &json!(offset)));
        assert_eq!(error["length"], records[1].len());
        assert_eq!(error["message"], **message);
    }
    assert_eq!(report["errors"].as_array().map(Vec::len), Some(2));
    let folder = crawl(&records);
    let text = run(&folder, "check").stdout;
    let line = "block digests (2 verified, 1 failed), payload digests (1 failed, 2 absent)";
    assert!(text.starts_with("a.warc: corrupt: 3 records (3 resource), ") && text.contains(line), "{text}");
    assert!(messages.iter().all(|message| text.contains(&format!("\n  {message}\n"))), "{text}");

    let text = run(&crawl(&[record("resource", "http://e.org/", HTML, b"abc")]), "check").stdout;
    assert!(text.starts_with("a.warc: ok: 1 record (1 resource), 1 page (1 windows-1252), no digests, "), "{text}");

    let unread = run(&folder, "check --format jsonl --no-digests");
    let report = &unread.rows()[0];
    assert_eq!((&report["state"], unread.status, report.get("digests")), (&json!("ok"), Some(0), None));
    assert_eq!(unread.stats.get("digests"), None);
}

#[test]
fn unverifiable_digests_are_not_failures() {
    let wrong = block_digest(EMPTY) + &payload_digest(EMPTY);
    let long = "x".repeat(2000);
    let records = [
        record("resource", "http://e.org/1", &(block_digest("crc32:352441c2") + &payload_digest("sha1:abc")), b"abc"),
        // Its digest covers the payload of the original record.
        record("revisit", "http://e.org/2", &(block_digest(ABC) + &payload_digest(EMPTY)), b"abc"),
        record(
            "resource",
            "http://e.org/3",
            &format!("{}{}WARC-Segment-Number: 1\r\n", block_digest(ABC), payload_digest(EMPTY)),
            b"abc",
        ),
        record(
            "continuation",
            "http://e.org/3",
            &format!("{}{}WARC-Segment-Number: 2\r\n", block_digest(ABC), payload_digest(EMPTY)),
            b"abc",
        ),
        record("resource", "http://e.org/4", &(payload_digest(EMPTY) + "WARC-Truncated: length\r\n"), b"abc"),
        record("resource", "http://e.org/5", &(payload_digest(ABC) + "WARC-Truncated: length\r\n"), b"abc"),
        record("resource", "http://e.org/6", &wrong, long.as_bytes()),
    ];
    let (report, status, digests) = check(&records, "--max-record-bytes 1k");
    assert_eq!((&report["state"], status), (&json!("ok"), Some(0)));
    assert_eq!(digests, json!({"block": counts(3, 0, 2, 2), "payload": counts(1, 0, 0, 6)}));
    // Truncate the last record.
    let mut clipped = records.concat();
    clipped.truncate(clipped.len() - 500);
    let (report, status, digests) = check(&[clipped], "");
    assert_eq!((&report["state"], status), (&json!("truncated"), Some(1)));
    assert_eq!(digests, json!({"block": counts(3, 0, 2, 2), "payload": counts(1, 0, 0, 6)}));
}

#[test]
fn extract_does_not_verify_digests() {
    let folder = crawl(&[record("resource", "http://e.org/", &(block_digest(EMPTY) + HTML), b"<title>T</title>")]);
    let printed = run(&folder, "extract --fields title");
    assert_eq!((printed.status, printed.rows()), (Some(0), vec![json!({"title": "T"})]));
    assert_eq!(printed.stats.get("digests"), None);
}
