//! The table `records`: a row for each record of an archive, whatever its type.

use crate::support::kept_rows::{KeptRows, output};
use serde_json::{Value, json};
use std::io::Cursor;
use std::path::Path;
use tagrake_bulk::index::IndexedRecords;
use tagrake_bulk::output::{FileFormat, Product};
use tagrake_bulk::pipeline::{Counts, Extraction, Run, RunOptions, Selection};
use tagrake_bulk::schema::{Table, json_schema};
use tagrake_bulk::{Fields, ReaderOptions};
use tagrake_testsupport::warc_files::{arc_description, arc_record, gzip, gzip_each, with_fields};

/// Returns the rows of the records in `bytes`, the messages and the counts.
fn read(bytes: &[u8], fields: Fields, options: RunOptions) -> (Vec<Value>, Vec<String>, Counts) {
    let output = output(Product::Records, FileFormat::JsonLines).with_fields(fields);
    let mut keep = KeptRows::new(&output);
    let run = Run::new(Extraction::new(ReaderOptions::default(), output), options);
    let counts = run.read_stream("a.warc", Cursor::new(bytes.to_vec()), &mut keep).expect("a run");
    let (lines, messages) = keep.finish_text();
    (lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect(), messages, counts)
}

/// The options that select all records.
fn all() -> RunOptions {
    RunOptions { selection: Selection::of_table(Table::Records), ..RunOptions::default() }
}

/// Returns a record of a type and a URL, with more fields, whose lines end with CRLF.
fn record(kind: &str, url: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    let fixed = format!("WARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-11-01T00:00:00Z\r\n");
    with_fields(&(fixed + fields), block)
}

/// A fetch as crawlers store it: the request, the response and its metadata, then a later visit without a change.
fn fetch() -> Vec<Vec<u8>> {
    let http = "Content-Type: application/http\r\n";
    let body = gzip(b"<p>page");
    let response =
        [b"HTTP/1.1 404 Gone\r\nContent-Type: Text/HTML; charset=x\r\nContent-Encoding: gzip\r\n\r\n", &body[..]];
    vec![
        with_fields("WARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\n", b"software: a\r\n"),
        record(
            "request",
            "http://e.org/a",
            &format!("{http}WARC-Record-ID: <urn:1>\r\nWARC-Concurrent-To: <urn:2>\r\nWARC-Concurrent-To: <urn:3>\r\n"),
            b"GET /a HTTP/1.1\r\nHost: e.org\r\nAccept: *\r\nAccept: b\r\n\r\n",
        ),
        record(
            "response",
            "<http://e.org/a>",
            &format!(
                "{http}WARC-Record-ID: <urn:2>\r\nWARC-IP-Address: 192.0.2.1\r\nWARC-Payload-Digest: sha1:AAA\r\n\
                 WARC-Block-Digest: sha1:BBB\r\nWARC-Identified-Payload-Type: text/plain\r\nWARC-Truncated: time\r\n"
            ),
            &response.concat(),
        ),
        record("metadata", "http://e.org/a", "WARC-Refers-To: <urn:2>\r\nContent-Type: a/b\r\n", b"k: v\r\n"),
        record("revisit", "http://e.org/a", http, b"HTTP/1.1 304 Not Modified\r\nDate: x\r\n\r\n"),
        record("screenshot", "http://other.org/", "Content-Type: image/png\r\n", b"\x89PNG"),
    ]
}

#[test]
fn rows_have_the_headers_of_all_types() {
    let (rows, messages, counts) = read(&fetch().concat(), Fields::default(), all());
    assert_eq!((messages, counts.rows), (Vec::new(), 6));
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("warc_type"), ["warcinfo", "request", "response", "metadata", "revisit", "screenshot"]);
    let url = json!("http://e.org/a");
    assert_eq!(column("url"), [json!(null), url.clone(), url.clone(), url.clone(), url, json!("http://other.org/")]);
    assert_eq!(column("fetch_status"), [json!(null), json!(null), json!(404), json!(null), json!(304), json!(null)]);
    let types = [
        json!("application/warc-fields"),
        json!(null),
        json!("text/html"),
        json!("a/b"),
        json!(null),
        json!("image/png"),
    ];
    assert_eq!(column("content_mime_type"), types);
    assert_eq!(rows[1]["http_request_line"], "GET /a HTTP/1.1");
    assert_eq!(rows[1]["http_headers"], json!([["Host", "e.org"], ["Accept", "*"], ["Accept", "b"]]));
    assert_eq!(rows[1]["warc_concurrent_to"], json!(["<urn:2>", "<urn:3>"]));
    let response = &rows[2];
    for (name, value) in [
        ("warc_record_id", "<urn:2>"),
        ("warc_ip_address", "192.0.2.1"),
        ("warc_payload_digest", "sha1:AAA"),
        ("warc_block_digest", "sha1:BBB"),
        ("content_mime_detected", "text/plain"),
        ("content_truncated", "time"),
        ("fetch_time", "2026-11-01T00:00:00Z"),
    ] {
        assert_eq!(response[name], value, "{name}");
    }
    assert_eq!(response["http_headers"][0], json!(["Content-Type", "Text/HTML; charset=x"]));
    assert_eq!(response["warc_headers"][1], json!(["WARC-Target-URI", "<http://e.org/a>"]));
    assert_eq!((&rows[3]["warc_refers_to"], &rows[3]["http_headers"]), (&json!("<urn:2>"), &json!([])));
    let offsets: Vec<_> =
        fetch().iter().scan(0, |end, record| Some(std::mem::replace(end, *end + record.len()))).collect();
    assert_eq!(column("warc_record_offset"), offsets);
    for (row, record) in rows.iter().zip(fetch()) {
        assert_eq!(row["warc_record_length"], record.len());
    }
    // Every key is in the schema.
    let schema = json_schema(Table::Records);
    for (key, _) in rows.iter().flat_map(|row| row.as_object().expect("an object")) {
        assert!(schema["properties"].get(key).is_some(), "{key}");
    }
}

#[test]
fn the_same_rows_come_of_every_compression_and_division() {
    let plain = read(&fetch().concat(), Fields::default(), all()).0;
    let without_place = |rows: &[Value]| {
        let mut rows = rows.to_vec();
        rows.iter_mut().filter_map(Value::as_object_mut).for_each(|row| {
            row.retain(|key, _| key != "warc_record_offset" && key != "warc_record_length");
        });
        rows
    };
    for file in [gzip_each(&fetch()), gzip(&fetch().concat())] {
        for work_bytes in [None, Some(1), Some(300)] {
            let options = RunOptions { work_bytes, ..all() };
            assert_eq!(without_place(&read(&file, Fields::default(), options).0), without_place(&plain));
        }
    }
}

#[test]
fn the_records_are_those_of_the_index() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pywb");
    for name in ["irregular.warc", "irregular.warc.gz"] {
        let file = std::fs::read(data.join(name)).expect("a file");
        let places = |product: Product, table: Table| {
            let fields = "warc_record_offset,fetch_status";
            let output = output(product, FileFormat::JsonLines);
            let output = output.with_fields(Fields::only_of(table, fields).expect("fields"));
            let mut keep = KeptRows::new(&output);
            let extraction = Extraction::new(ReaderOptions::default(), output);
            let extraction = extraction.with_indexed_records(IndexedRecords::of("all").expect("types"));
            Run::new(extraction, all()).read_stream(name, Cursor::new(file.clone()), &mut keep).expect("a run");
            let (lines, messages) = keep.finish_text();
            // The index reports records that it cannot address: those have no date.
            let messages: Vec<_> = messages.into_iter().filter(|message| !message.contains("date")).collect();
            let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
            (rows.collect::<Vec<_>>(), messages)
        };
        let (records, index) = (places(Product::Records, Table::Records), places(Product::Index, Table::Index));
        assert!(records.0.len() > 40, "{name}");
        assert_eq!(records, index, "{name}");
    }
}

#[test]
fn the_selection_takes_records_of_all_types_by_url_and_pages_by_content() {
    let options = |selection: Selection| RunOptions { selection, ..RunOptions::default() };
    let types = |options| {
        let (rows, _, counts) = read(&fetch().concat(), Fields::default(), options);
        let types: Vec<_> = rows.iter().map(|row| row["warc_type"].as_str().expect("text").to_owned()).collect();
        (types, counts.skipped.total())
    };
    let of_host = Selection::all().with_hosts("e.org").expect("hosts");
    assert_eq!(
        types(options(of_host)),
        (["request", "response", "metadata", "revisit"].map(str::to_owned).to_vec(), 2)
    );
    let by_status = Selection::all().with_statuses("404").expect("statuses");
    assert_eq!(types(options(by_status)), (vec!["response".to_owned()], 5));
}

#[test]
fn arc_files_have_rows_too() {
    let file = [arc_description("a.arc"), arc_record("http://e.org/", 300)].concat();
    let (rows, messages, _) = read(&file, Fields::default(), all());
    assert_eq!(messages, Vec::<String>::new());
    assert_eq!((&rows[1]["url"], &rows[1]["warc_type"]), (&json!("http://e.org/"), &json!("response")));
}

#[test]
fn damaged_records_are_reported_and_have_no_row() {
    let mut file = gzip_each(&fetch());
    file.truncate(file.len() - 9);
    let (rows, messages, _) = read(&file, Fields::default(), all());
    assert_eq!((rows.len(), messages.len()), (5, 1));
    assert!(messages[0].contains("truncated"), "{messages:?}");
}

#[cfg(feature = "columns")]
#[test]
fn the_payload_is_decoded_on_request() {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_ipc::reader::StreamReader;
    use tagrake_bulk::input::CutCause;

    assert!(
        Fields::only_of(Table::Records, "payload").is_err_and(|error| error.name() == "payload"),
        "JSON cannot hold it"
    );
    let fields = Fields::only_of(Table::Records, "content_truncated").expect("a field");
    let fields = fields.with_raw(Table::Records, "payload").expect("a raw field");
    let output = output(Product::Records, FileFormat::Arrow).with_fields(fields);
    let long = record("resource", "http://e.org/", "Content-Type: text/plain\r\n", &[b'x'; 5000]);
    let file = [fetch(), vec![long]].concat().concat();
    let mut keep = KeptRows::new(&output);
    let run =
        Run::new(Extraction::new(ReaderOptions::default(), output), RunOptions { max_record_bytes: 4096, ..all() });
    let counts = run.read_stream("a.warc", Cursor::new(file), &mut keep).expect("a run");
    assert_eq!(counts.cut.get(CutCause::Long), 1);
    let batches: Vec<_> = StreamReader::try_new(&keep.finish().0[..], None).expect("a stream").collect();
    let batch = batches[0].as_ref().expect("a batch");
    let payloads: Vec<_> = batch.column(1).as_binary::<i32>().iter().flatten().collect();
    let expected: [&[u8]; 7] = [b"software: a\r\n", b"", b"<p>page", b"k: v\r\n", b"", b"\x89PNG", &[b'x'; 4096]];
    assert_eq!(payloads, expected);
    let truncated = batch.column(0).as_string::<i32>();
    let is_stated: Vec<_> = (0..7).map(|row| truncated.is_valid(row).then(|| truncated.value(row))).collect();
    assert_eq!(is_stated, [None, None, Some("time"), None, None, None, Some("length")]);
}
