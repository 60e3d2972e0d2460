//! WAT records of WARC files: compared with JSON written by hand, checked against the rules of programs that read
//! Common Crawl's files, and read back.

use crate::support::kept_rows::{KeptRows, output};
use crate::support::link_job;
use serde_json::{Value, json};
use std::fs;
use tagrake_bulk::ReaderOptions;
use tagrake_bulk::input::{InputPage, Inputs};
use tagrake_bulk::output::{FileFormat, Product};
use tagrake_bulk::pipeline::{Extraction, Run, RunOptions};
use tagrake_bulk::warc::{RecordKind, WarcOptions, WarcReader};
use tagrake_bulk::wat::{WatEncoder, WatReader, WatRecord};
use tagrake_extract::ExtractOptions;
use tagrake_testsupport::warc_files::{gzip, with_fields};

const URL: &str = "http://e.org/dir/page";

/// Returns a record as stored in an uncompressed file.
fn record(fields: &[(&str, &str)], block: &[u8]) -> Vec<u8> {
    let fields: String = fields.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    with_fields(&fields, block)
}

/// Returns the records that Common Crawl stores for one page.
fn crawl() -> Vec<Vec<u8>> {
    let response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nSet-Cookie: a\r\nX: y\r\nSet-Cookie: b\r\n\
        Content-Length: 86\r\n\r\n<title>Us</title><base href=/d/><a href=x>X</a><meta property=og:url content=/o><img src=i>";
    vec![
        record(
            &[
                ("WARC-Type", "warcinfo"),
                ("WARC-Date", "2026-11-21T13:17:05Z"),
                ("WARC-Record-ID", "<urn:uuid:1>"),
                ("WARC-Filename", "c.warc.gz"),
            ],
            b"software: me\r\nisPartOf: C\r\n",
        ),
        record(
            &[
                ("WARC-Type", "request"),
                ("WARC-Date", "2026-11-21T13:17:06Z"),
                ("WARC-Record-ID", "<urn:uuid:2>"),
                ("Content-Type", "application/http; msgtype=request"),
                ("WARC-Target-URI", URL),
            ],
            b"GET /dir/page HTTP/1.1\r\nHost: e.org\r\n\r\n",
        ),
        record(
            &[
                ("WARC-Type", "response"),
                ("WARC-Date", "2026-11-21T13:17:06Z"),
                ("WARC-Record-ID", "<urn:uuid:3>"),
                ("Content-Type", "application/http; msgtype=response"),
                ("WARC-Target-URI", URL),
                ("WARC-Concurrent-To", "<urn:uuid:2>"),
                ("WARC-Concurrent-To", "<urn:uuid:4>"),
            ],
            response,
        ),
        record(
            &[
                ("WARC-Type", "metadata"),
                ("WARC-Date", "2026-11-21T13:17:07Z"),
                ("WARC-Record-ID", "<urn:uuid:4>"),
                ("Content-Type", "application/warc-fields"),
                ("WARC-Target-URI", URL),
            ],
            b"fetchTimeMs: 688\r\ncharset-detected: UTF-8\r\n\r\n",
        ),
    ]
}

/// Writes the WAT records of a file. Also returns the damage.
fn wat(file: &[u8], format: FileFormat, options: WarcOptions) -> (Vec<u8>, Vec<String>) {
    let mut reader = WatReader::new(ReaderOptions::default());
    let mut encoder = if format == FileFormat::Warc { WatEncoder::warc() } else { WatEncoder::json_lines() };
    let (mut wat, mut errors) = (Vec::new(), Vec::new());
    let mut warc = WarcReader::new("crawl/c.warc.gz", file, options);
    while let Some(record) = warc.next() {
        match record {
            Ok(record) => {
                let metadata = reader.read(&record, "crawl/c.warc.gz");
                if wat.is_empty() {
                    encoder.append_info(&metadata, &mut wat);
                }
                let start = wat.len();
                encoder.append(&metadata, &mut wat);
                if format == FileFormat::JsonLines {
                    // As serde_json writes it.
                    let line = parsed(&metadata).to_string() + "\n";
                    assert_eq!(String::from_utf8_lossy(&wat[start..]), line);
                }
                errors.extend(record.error.map(|error| error.to_string()));
            }
            Err(error) => errors.push(error.to_string()),
        }
    }
    (wat, errors)
}

fn parsed(record: &WatRecord<'_>) -> Value {
    serde_json::from_str(&record.to_json()).expect("a record is JSON")
}

fn lines(file: &[u8]) -> Vec<Value> {
    let (lines, errors) = wat(file, FileFormat::JsonLines, WarcOptions::default());
    assert_eq!(errors, [""; 0]);
    lines.split_inclusive(|&byte| byte == b'\n').map(|line| serde_json::from_slice(line).expect("JSON")).collect()
}

/// Returns the WAT record of a file with a single record.
fn only(file: &[u8]) -> Value {
    let mut records = lines(file);
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// Returns the JSON `Container` of a record that is alone in its member.
fn container(offset: usize, member: &[u8], crc: i32, length: usize) -> String {
    let deflate = member.len();
    let gzip = format!(
        r#"{{"Deflate-Length":"{deflate}","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"{crc}","Inflated-Length":"{length}"}}"#
    );
    format!(r#"{{"Filename":"c.warc.gz","Compressed":true,"Offset":"{offset}","Gzip-Metadata":{gzip}}}"#)
}

/// The envelopes of the crawl. Digests were computed with Python's `hashlib`.
const ENVELOPES: [&str; 4] = [
    concat!(
        r#"{"Payload-Metadata":{"Actual-Content-Length":"27","#,
        r#""Trailing-Slop-Length":"4","Block-Digest":"sha1:4MZKPM5PI7X7HAM3N4H342IQZ67SFG2L","Headers-Corrupt":true,"#,
        r#""Actual-Content-Type":"application/warc-fields","WARC-Info-Metadata":{"software":"me","isPartOf":"C"}},"#,
        r#""Format":"WARC/1.0","WARC-Header-Length":"142","WARC-Header-Metadata":{"WARC-Type":"warcinfo","#,
        r#""WARC-Date":"2026-11-21T13:17:05Z","WARC-Record-ID":"<urn:uuid:1>","WARC-Filename":"c.warc.gz","#,
        r#""Content-Length":"27"}}"#,
    ),
    concat!(
        r#"{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=request","HTTP-Request-Metadata":{"#,
        r#""Request-Message":{"Method":"GET","Path":"/dir/page","Version":"HTTP/1.1"},"Headers-Length":"39","#,
        r#""Headers":{"Host":"e.org"},"Entity-Length":"0","#,
        r#""Entity-Digest":"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ","Entity-Trailing-Slop-Length":"0"},"#,
        r#""Actual-Content-Length":"39","Trailing-Slop-Length":"4","#,
        r#""Block-Digest":"sha1:W3F75QB2QFXYFNJD23LOJ5IL536ZLCB3"},"Format":"WARC/1.0","WARC-Header-Length":"204","WARC-Header-Metadata":{"#,
        r#""WARC-Type":"request","WARC-Date":"2026-11-21T13:17:06Z","WARC-Record-ID":"<urn:uuid:2>","#,
        r#""Content-Type":"application/http; msgtype=request","WARC-Target-URI":"http://e.org/dir/page","#,
        r#""Content-Length":"39"}}"#,
    ),
    concat!(
        r#"{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"#,
        r#""Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"115","#,
        r#""Headers":{"Content-Type":"text/html; charset=utf-8","Set-Cookie":["a","b"],"X":"y","Content-Length":"86"},"#,
        r#""HTML-Metadata":{"Head":{"Title":"Us","Base":"/d/","Metas":[{"content":"/o","property":"og:url"}]},"#,
        r#""Links":[{"path":"A@/href","url":"x","text":"X"},{"path":"IMG@/src","url":"i"}]},"#,
        r#""Entity-Length":"86","Entity-Digest":"sha1:LBWVFXJKO6EJWWCXSUZAP7NPWYOG7GO3","#,
        r#""Entity-Trailing-Slop-Length":"5"},"Actual-Content-Length":"206","#,
        r#""Trailing-Slop-Length":"4","Block-Digest":"sha1:TLT322BEETPJFRLMIW42INSFUB2BWUMA"},"Format":"WARC/1.0","#,
        r#""WARC-Header-Length":"275","WARC-Header-Metadata":{"WARC-Type":"response","#,
        r#""WARC-Date":"2026-11-21T13:17:06Z","WARC-Record-ID":"<urn:uuid:3>","#,
        r#""Content-Type":"application/http; msgtype=response","WARC-Target-URI":"http://e.org/dir/page","#,
        r#""WARC-Concurrent-To":["<urn:uuid:2>","<urn:uuid:4>"],"Content-Length":"206"}}"#,
    ),
    concat!(
        r#"{"Payload-Metadata":{"Actual-Content-Type":"application/metadata-fields","WARC-Metadata-Metadata":{"#,
        r#""Metadata-Records":[{"Name":"fetchTimeMs","Value":"688"},{"Name":"charset-detected","Value":"UTF-8"}]},"#,
        r#""Actual-Content-Length":"45","Trailing-Slop-Length":"4","#,
        r#""Block-Digest":"sha1:EHXKEFJE6KJ3MQRDRNBXT4SF7RMJ5LLA"},"Format":"WARC/1.0","WARC-Header-Length":"195","WARC-Header-Metadata":{"#,
        r#""WARC-Type":"metadata","WARC-Date":"2026-11-21T13:17:07Z","WARC-Record-ID":"<urn:uuid:4>","#,
        r#""Content-Type":"application/warc-fields","WARC-Target-URI":"http://e.org/dir/page","Content-Length":"45"}}"#,
    ),
];

#[test]
fn records_match_those_of_the_generator() {
    // Signed CRCs, as in Java, and lengths were computed with Python's `zlib`.
    let texts = [(-187_912_206, 173), (-423_558_717, 247), (-717_214_702, 485), (46_792_630, 244)];
    let members: Vec<_> = crawl().iter().map(|text| gzip(text)).collect();
    let (wat, errors) = wat(&members.concat(), FileFormat::JsonLines, WarcOptions::default());
    let wat = String::from_utf8(wat).expect("JSON is UTF-8");
    assert_eq!((wat.lines().count(), errors.len()), (4, 0));
    for (index, line) in wat.lines().enumerate() {
        let (crc, length) = texts[index];
        let container = container(members[..index].concat().len(), &members[index], crc, length);
        assert_eq!(line, format!(r#"{{"Container":{container},"Envelope":{}}}"#, ENVELOPES[index]));
    }
}

#[test]
fn only_the_container_depends_on_the_compression() {
    let text = crawl().concat();
    let files: [(&[u8], bool); 3] =
        [(&text, false), (&gzip(&text), true), (&zstd::encode_all(&*text, 1).expect("memory takes all"), true)];
    for (file, compressed) in files {
        for (record, envelope) in lines(file).iter().zip(ENVELOPES) {
            assert_eq!(record["Envelope"].to_string(), envelope);
            assert_eq!(record["Container"]["Compressed"], compressed);
            assert_eq!(record["Container"].get("Gzip-Metadata"), None);
        }
    }
    assert_eq!(lines(&text)[1]["Container"]["Offset"], "173");
    assert_eq!(lines(files[1].0)[1]["Container"]["Offset"], "0", "that of the member");
}

#[test]
fn wat_files_read_back() {
    let members: Vec<_> = crawl().iter().map(|text| gzip(text)).collect();
    let (file, _) = wat(&members.concat(), FileFormat::Warc, WarcOptions::default());
    let mut reader = WarcReader::new("c.warc.wat.gz", &file[..], WarcOptions::default());
    let info = reader.next().expect("a record").expect("a record");
    assert_eq!((info.kind, info.headers.get("WARC-Filename")), (RecordKind::Warcinfo, Some("c.warc.wat.gz")));
    for (index, envelope) in ENVELOPES.iter().enumerate() {
        let record = reader.next().expect("a record").expect("a record");
        assert!(record.error.is_none() && record.location.in_member.is_none());
        assert_eq!(record.kind, RecordKind::Metadata);
        assert_eq!(record.target_uri(), Some(if index == 0 { "c.warc.gz" } else { URL }));
        assert_eq!(record.headers.get("WARC-Refers-To"), Some(&*format!("<urn:uuid:{}>", index + 1)));
        assert_eq!(record.headers.get("Content-Type"), Some("application/json"));
        let json: Value = serde_json::from_slice(record.block).expect("JSON");
        assert_eq!(json["Envelope"].to_string(), *envelope);
        assert_eq!(record.date(), json["Envelope"]["WARC-Header-Metadata"]["WARC-Date"].as_str());
    }
    assert!(reader.next().is_none());
    assert_eq!(wat(&members.concat(), FileFormat::Warc, WarcOptions::default()).0, file, "it can be made again");
}

#[test]
fn the_link_jobs_of_cc_pyspark_find_their_keys() {
    let links = |file: &[u8]| {
        let records = lines(file);
        records.iter().flat_map(|record| link_job::links(record).expect("it has all that is read")).collect::<Vec<_>>()
    };
    let pair = |to: &str| (URL.to_owned(), to.to_owned());
    assert_eq!(links(&crawl().concat()), [pair("http://e.org/o"), pair("http://e.org/d/x"), pair("http://e.org/d/i")]);
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: </a>; rel=next, <b>\r\nlink: <c>\r\nLink: <d>\r\n\
        Content-Location: e\r\n\r\n<link href=f><script src=g></script><meta name=x content=//h.org/>\
        <meta name=thumbnail content=i><meta name=x content=no><style>a{b:url(//j.org/)}</style><form action=k>";
    let fields =
        [("WARC-Type", "response"), ("WARC-Target-URI", URL), ("Content-Type", "application/http;msgtype=response")];
    let expected = [
        "/a",
        "b",
        "d",
        "c",
        "e",
        "http://e.org/dir/f",
        "http://h.org/",
        "http://e.org/dir/i",
        "http://e.org/dir/g",
        "http://j.org/",
        "http://e.org/dir/k",
    ];
    assert_eq!(links(&record(&fields, page.as_bytes())), expected.map(pair));
}

/// Appends the keys of an object and of nested objects, in order.
fn append_keys(json: &Value, keys: &mut Vec<String>) {
    for (key, value) in json.as_object().into_iter().flatten() {
        keys.push(key.clone());
        append_keys(value, keys);
    }
}

#[test]
fn keys_of_a_request_match_a_file_of_2024() {
    // From a WAT file of May 2024, with the same request.
    let expected = "Container Filename Compressed Offset Gzip-Metadata Deflate-Length Header-Length Footer-Length \
        Inflated-CRC Inflated-Length Envelope Payload-Metadata Actual-Content-Type HTTP-Request-Metadata Request-Message \
        Method Path Version Headers-Length Headers User-Agent Accept Accept-Language Accept-Encoding Host Connection \
        Entity-Length Entity-Digest Entity-Trailing-Slop-Length Actual-Content-Length Trailing-Slop-Length Block-Digest \
        Format WARC-Header-Length WARC-Header-Metadata WARC-Type WARC-Date WARC-Record-ID Content-Length Content-Type \
        WARC-Warcinfo-ID WARC-IP-Address WARC-Target-URI";
    let request = "GET /wiki/Escopete HTTP/1.1\r\nUser-Agent: CCBot/2.0 (https://commoncrawl.org/faq/)\r\n\
        Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\nAccept-Language: en-US,en;q=0.5\r\n\
        Accept-Encoding: br,gzip\r\nHost: an.wikipedia.org\r\nConnection: Keep-Alive\r\n\r\n";
    let head = "WARC/1.0\r\nWARC-Type: request\r\nWARC-Date: 2024-05-18T01:58:10Z\r\n\
        WARC-Record-ID: <urn:uuid:292f457d-203c-42f2-a1b5-69a4dabefd4f>\r\nContent-Length: 265\r\n\
        Content-Type: application/http; msgtype=request\r\n\
        WARC-Warcinfo-ID: <urn:uuid:668d88fc-4208-41fc-b327-1aa6cb783331>\r\nWARC-IP-Address: 208.80.154.224\r\n\
        WARC-Target-URI: https://an.wikipedia.org/wiki/Escopete\r\n\r\n";
    let file = gzip(&[head, request, "\r\n\r\n"].concat().into_bytes());
    let mut warc = WarcReader::new("c.warc.gz", &file[..], WarcOptions::default());
    let record = warc.next().expect("a record").expect("a record");
    let mut reader = WatReader::new(ReaderOptions::default());
    let json = parsed(&reader.read(&record, "c.warc.gz"));
    let mut keys = Vec::new();
    append_keys(&json, &mut keys);
    assert_eq!(keys.join(" "), expected);
    // Values that depend only on the record.
    let envelope = &json["Envelope"];
    assert_eq!((&envelope["Format"], &envelope["WARC-Header-Length"]), (&json!("WARC/1.0"), &json!("357")));
    let payload = &envelope["Payload-Metadata"];
    assert_eq!(payload["Block-Digest"], "sha1:IE7NEN3QEJHUCYRRGVMHDDW3BEHFRQ6V");
    assert_eq!(payload["HTTP-Request-Metadata"]["Entity-Digest"], "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    assert_eq!(json["Container"]["Gzip-Metadata"]["Inflated-CRC"], "1106529533");
}

#[test]
fn payloads_depend_on_the_type_of_their_record() {
    let http = "application/http; msgtype=response";
    let html = "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n<title>T</title>";
    let text = "HTTP/1.1 200\r\nContent-Type: text/plain\r\n\r\n<title>T</title>";
    let other = json!(["Actual-Content-Length", "Trailing-Slop-Length", "Block-Digest"]);
    let keys =
        |of: &str| json!(["Actual-Content-Type", of, "Actual-Content-Length", "Trailing-Slop-Length", "Block-Digest"]);
    let response = keys("HTTP-Response-Metadata");
    type Headers<'a> = &'a [(&'a str, &'a str)];
    let untyped = "HTTP/1.1 200\r\nContent-Type: */*\r\n\r\n<title>T</title>";
    let image = "HTTP/1.1 200\r\n\r\nGIF89a";
    let table: [(Headers<'_>, &str, &Value, bool); 16] = [
        (&[("WARC-Type", "response"), ("Content-Type", http)], html, &response, true),
        (&[("WARC-Type", "response"), ("Content-Type", "application/http;msgtype=response")], html, &response, true),
        (&[("WARC-Type", "response")], html, &response, true),
        (&[("WARC-Type", "response"), ("Content-Type", "")], html, &response, true),
        // Without a type, the first bytes decide.
        (&[("WARC-Type", "response"), ("WARC-Identified-Payload-Type", "")], html, &response, true),
        (&[("WARC-Type", "response"), ("Content-Type", http)], untyped, &response, true),
        (&[("WARC-Type", "response"), ("Content-Type", http)], image, &response, false),
        (&[("WARC-Type", "revisit"), ("Content-Type", http)], html, &response, true),
        (&[("WARC-Type", "response"), ("Content-Type", http)], text, &response, false),
        (
            &[("WARC-Type", "response"), ("Content-Type", http), ("WARC-Identified-Payload-Type", "text/html")],
            text,
            &response,
            true,
        ),
        (
            &[("WARC-Type", "response"), ("Content-Type", http), ("WARC-Identified-Payload-Type", "application/pdf")],
            html,
            &response,
            false,
        ),
        (
            &[("WARC-Type", "response"), ("Content-Type", "text/dns")],
            "20260101\ne.org.\t1\tIN\tA\t1.2.3.4\n",
            &other,
            false,
        ),
        (&[("WARC-Type", "resource"), ("Content-Type", "text/html")], "<title>T</title>", &other, false),
        (&[("WARC-Type", "conversion"), ("Content-Type", "text/plain")], "T", &other, false),
        (&[("WARC-Type", "metadata"), ("Content-Type", "application/json")], "{}", &other, false),
        (&[("WARC-Type", "metadata")], "a: b", &keys("WARC-Metadata-Metadata"), false),
    ];
    for (fields, block, keys, has_html) in table {
        let json = only(&record(fields, block.as_bytes()));
        let payload = &json["Envelope"]["Payload-Metadata"];
        let names: Vec<_> = payload.as_object().expect("an object").keys().collect();
        assert_eq!(json!(names), *keys, "{fields:?}");
        assert_eq!(payload["HTTP-Response-Metadata"].get("HTML-Metadata").is_some(), has_html, "{fields:?}");
    }
}

#[test]
fn reports_irregular_heads() {
    let table: [(&str, &str, Value); 8] = [
        (
            "response",
            "HTTP/1.1 200\r\nA: b\r\n\r\n",
            json!({"Response-Message": {"Status": "200", "Version": "HTTP/1.1", "Reason": "UNK"}, "Headers-Length": "22",
                "Headers": {"A": "b"}}),
        ),
        (
            "response",
            "HTTP/1.1 OK\nA: b\nno field\n\n",
            json!({"Response-Message": {"Status": "200", "Version": "HTTP/1.1", "Reason": "OK"}, "Headers-Length": "27",
                "Headers-Corrupt": true, "Headers": {"A": "b"}}),
        ),
        (
            "response",
            "HTTP/1.1 200 OK\r\nA: b",
            json!({"Response-Message": {"Status": "200", "Version": "HTTP/1.1", "Reason": "OK"}, "Headers-Length": "21",
                "Headers-Corrupt": true, "Headers": {"A": "b"}}),
        ),
        (
            "response",
            "HTTP/1.1 200 OK\r\nA: ü\r\n\r\n",
            json!({"Response-Message": {"Status": "200", "Version": "HTTP/1.1", "Reason": "OK"}, "Headers-Length": "26",
                "Headers-Corrupt": true, "Headers": {"A": "ü"}}),
        ),
        ("response", "A: b\r\n\r\n", json!({"Headers-Length": "8", "Headers": {"A": "b"}})),
        (
            "response",
            "<p>",
            json!({"Headers-Length": "0", "Headers-Corrupt": true, "Headers": {}, "HTML-Metadata": {}}),
        ),
        (
            "request",
            "PATCH  /a b\r\n\r\n",
            json!({"Request-Message": {"Method": "PATCH", "Path": "/a", "Version": "b"}, "Headers-Length": "15",
                "Headers": {}}),
        ),
        (
            "request",
            "",
            json!({"Request-Message": {"Method": "UNK", "Path": "UNK", "Version": "UNK"}, "Headers-Length": "0",
                "Headers-Corrupt": true, "Headers": {}}),
        ),
    ];
    for (kind, block, expected) in table {
        let json = only(&record(&[("WARC-Type", kind)], block.as_bytes()));
        let key = if kind == "request" { "HTTP-Request-Metadata" } else { "HTTP-Response-Metadata" };
        let mut metadata = json["Envelope"]["Payload-Metadata"][key].as_object().expect("an object").clone();
        metadata.retain(|name, _| !name.starts_with("Entity-"));
        assert_eq!(Value::from(metadata), expected, "{block:?}");
    }
}

#[test]
fn decodes_bodies_but_describes_them_as_stored() {
    let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n\
        8\r\n<title>T\r\n8\r\n</title>\r\n0\r\n\r\n";
    let json = only(&record(&[("WARC-Type", "response")], block.as_bytes()));
    let response = &json["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"];
    assert_eq!((&response["HTML-Metadata"]["Head"]["Title"], &response["Entity-Length"]), (&json!("T"), &json!("31")));
}

#[test]
fn truncated_blocks_have_no_digest() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let block = format!("{head}<title>T</title>{}", " ".repeat(1000));
    let text = record(&[("WARC-Type", "response")], block.as_bytes());
    let (wat, _) = wat(&gzip(&text), FileFormat::JsonLines, WarcOptions::default().with_max_block_bytes(100));
    let json: Value = serde_json::from_slice(&wat).expect("JSON");
    let payload = &json["Envelope"]["Payload-Metadata"];
    assert_eq!(
        (&payload["Actual-Content-Length"], payload.get("Block-Digest")),
        (&json!(block.len().to_string()), None)
    );
    let response = &payload["HTTP-Response-Metadata"];
    assert_eq!(
        (&response["Entity-Length"], response.get("Entity-Digest")),
        (&json!((block.len() - head.len()).to_string()), None)
    );
    assert_eq!(response["HTML-Metadata"]["Head"]["Title"], "T");
    let gzip = &json["Container"]["Gzip-Metadata"];
    assert_eq!((&gzip["Inflated-Length"], gzip.get("Inflated-CRC")), (&json!(text.len().to_string()), None));
}

#[test]
fn reads_the_intact_records_of_damaged_files() {
    let members: Vec<_> = crawl().iter().map(|text| gzip(text)).collect();
    let file = members.concat();
    for end in 0..file.len() {
        let (wat, errors) = wat(&file[..end], FileFormat::JsonLines, WarcOptions::default());
        let whole = (0..=members.len()).rev().find(|&count| members[..count].concat().len() <= end).unwrap_or_default();
        let lines = wat.split(|&byte| byte == b'\n').count() - 1;
        assert!(lines >= whole, "{lines} of {whole} records of {end} bytes");
        assert_eq!(errors.is_empty(), members[..whole].concat().len() == end, "{end}");
    }
}

/// A page that was fetched has a status, and no other part of its status line.
#[test]
fn a_fetched_page_has_its_status() {
    let mut page = InputPage::new("http://e.org/", b"<p>".to_vec());
    let mut capture = tagrake_bulk::input::Capture::default();
    capture.fetch_status = Some(203);
    page.capture = Some(Box::new(capture));
    let json = parsed(&WatReader::new(ReaderOptions::default()).read_page(&page));
    let response = &json["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"];
    assert_eq!(response["Response-Message"], json!({"Status": "203"}));
}

#[test]
fn pages_have_the_known_fields() {
    let mut page = InputPage::new("crawl/page.html", b"<title>\xE4</title>".to_vec());
    page.url = Some("http://e.org/".to_owned());
    page.headers = vec![("Link".to_owned(), "<a>".to_owned()), ("link".to_owned(), "<b>".to_owned())];
    page.content_type = Some("text/html; charset=windows-1252".to_owned());
    let mut reader = WatReader::new(ReaderOptions::default());
    let json = parsed(&reader.read_page(&page));
    let expected = json!({
        "Container": {"Filename": "page.html", "Compressed": false, "Offset": "0"},
        "Envelope": {
            "Payload-Metadata": {
                "Actual-Content-Type": "application/http; msgtype=response",
                "HTTP-Response-Metadata": {
                    "Headers": {"Content-Type": "text/html; charset=windows-1252", "Link": "<a>", "link": "<b>"},
                    "HTML-Metadata": {"Head": {"Title": "ä"}},
                    "Entity-Length": "16",
                    "Entity-Digest": "sha1:R6HXHLTSTOZL6UKAMJHBHSMZIPZF2AQO",
                    "Entity-Trailing-Slop-Length": "0"
                }
            },
            "Format": "WARC/1.0",
            "WARC-Header-Metadata": {"WARC-Type": "response", "WARC-Target-URI": "http://e.org/"}
        }
    });
    assert_eq!(json.to_string(), expected.to_string());
    assert!(link_job::links(&json).is_ok());
}

#[test]
fn the_file_does_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["a.warc.gz", "b.warc", "c.html"].map(|name| folder.path().join(name));
    let members: Vec<_> = crawl().iter().map(|text| gzip(text)).collect();
    fs::write(&paths[0], members.concat().repeat(50)).expect("a file");
    fs::write(&paths[1], &crawl().concat()[..900]).expect("a file");
    fs::write(&paths[2], "<title>C</title><p>C").expect("a file");
    let text = ExtractOptions::default().with_links(false).with_text(true);
    let reader = ReaderOptions { url: Some("http://c.org/".to_owned()), extract: text, ..ReaderOptions::default() };
    let run = |product, options: RunOptions| {
        let output = output(product, FileFormat::Warc);
        let mut file = KeptRows::new(&output);
        let extraction = Extraction::new(reader.clone(), output);
        let counts = Run::new(extraction, options).read(Inputs::new(&paths), &mut file).expect("memory takes all");
        let (file, errors) = file.finish();
        (file, errors, counts.rows, counts.pages)
    };
    let products = [(Product::Wat, 50 * 4 + 3 + 1, 50 + 1 + 1), (Product::Text, 50 + 1 + 1, 50 + 1 + 1)];
    for (product, rows, pages) in products {
        let expected = run(product, RunOptions { threads: 1, ..RunOptions::default() });
        let (file, errors, ..) = &expected;
        assert_eq!((errors.len(), expected.2, expected.3), (1, rows, pages));
        for (threads, bytes) in [(1, 300), (2, 1 << 20), (2, 300), (3, 2000)] {
            let options = RunOptions { threads, work_bytes: Some(bytes), ..RunOptions::default() };
            assert!(run(product, options) == expected, "{threads} threads, {bytes} bytes");
        }
        let mut reader = WarcReader::new("all.warc.gz", &file[..], WarcOptions::default());
        let (mut count, mut last) = (0, Vec::new());
        while let Some(record) = reader.next() {
            let record = record.expect("a record");
            assert!(record.error.is_none());
            (count, last) = (count + 1, record.block.to_vec());
        }
        assert_eq!(count, rows + 1);
        assert!(String::from_utf8_lossy(&last).contains('C'));
    }
}

#[test]
fn streams_have_the_same_records_as_files() {
    let text = crawl().concat();
    let shared = gzip(&text);
    let folder = tempfile::tempdir().expect("a folder");
    // One thread reads the records of a shared member in batches, and others process them.
    let path = folder.path().join("c.warc.gz");
    fs::write(&path, &shared).expect("a file");
    let output = output(Product::Wat, FileFormat::Warc);
    let mut file = KeptRows::new(&output);
    let extraction = Extraction::new(ReaderOptions::default(), output);
    Run::new(extraction, RunOptions::default()).read(Inputs::new([&path]), &mut file).expect("memory takes all");
    let (one_by_one, _) = wat(&shared, FileFormat::Warc, WarcOptions::default());
    assert!(file.finish().0 == one_by_one);
}
