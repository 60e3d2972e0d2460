//! Runs over files that the tests write: the same rows on any number of threads and from any format of a file,
//! complete and damaged.

use crate::support::kept_rows::output;
use serde_json::json;
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tagrake_bulk::input::{ErrorCause, InputFile, Inputs};
use tagrake_bulk::output::{Block, FileFormat, OutputError, OutputOptions, Product, Writer};
use tagrake_bulk::pipeline::{
    Counts, ErrorPolicy, Extraction, RowSink, Run, RunError, RunOptions, Selection, SkipCause,
};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{InputError, InputErrorKind, ReaderOptions};
use tagrake_testsupport::warc_files::{
    dictionary_frame, gzip, gzip_by, gzip_each, record, with_block, with_fields, zstd, zstd_each,
};
use tempfile::TempDir;

/// Collects all calls.
struct Keep {
    writer: Writer<Vec<u8>>,
    reported: Vec<String>,
    progress: Counts,
}

impl RowSink for Keep {
    type Error = OutputError;

    fn rows(&mut self, block: Block) -> Result<Block, OutputError> {
        self.writer.append(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), OutputError> {
        self.reported.push(error.to_string());
        Ok(())
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), OutputError> {
        assert!(counts.pages >= self.progress.pages);
        self.progress = counts.clone();
        Ok(())
    }

    fn begin(&mut self, file: &InputFile) -> Result<(), OutputError> {
        self.reported.push(format!("begin {}", file.name.display()));
        Ok(())
    }

    fn end(&mut self, file: &InputFile, counts: &Counts) -> Result<(), OutputError> {
        self.reported.push(format!("end {}: {} pages", file.name.display(), counts.pages));
        Ok(())
    }
}

/// The result of a run.
#[derive(Debug, PartialEq)]
struct Outcome {
    file: Vec<u8>,
    reported: Vec<String>,
    counts: Option<Counts>,
}

fn run(inputs: &Inputs, output: &OutputOptions, options: RunOptions) -> Outcome {
    let mut keep = Keep {
        writer: Writer::new(output, Vec::new()).expect("a file in memory"),
        reported: Vec::new(),
        progress: Counts::default(),
    };
    let run = Run::new(Extraction::new(ReaderOptions::default(), output.clone()), options);
    let counts = match run.read(inputs.clone(), &mut keep) {
        Ok(counts) => {
            assert_eq!(counts, keep.progress);
            Some(counts)
        }
        Err(RunError::Failed) => None,
        Err(error) => panic!("{error}"),
    };
    Outcome { file: keep.writer.finish().expect("a file in memory"), reported: keep.reported, counts }
}

fn json_lines() -> OutputOptions {
    output(Product::Links, FileFormat::JsonLines)
}

fn formats() -> Vec<OutputOptions> {
    let text = Product::Text.formats().filter(|format| format.table().is_none());
    let formats = Product::Pages.formats().chain(Product::Links.formats()).chain(text);
    formats.map(|format| OutputOptions::from(format).with_batches(50, 5000)).collect()
}

fn records() -> Vec<Vec<u8>> {
    (0..120).map(|index| record(&format!("http://e.org/{index}"), 200 + index * 97 % 1500)).collect()
}

/// Writes files into a folder.
fn folder(files: &[(&str, Vec<u8>)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    folder
}

/// Every format of an input, with records of different sizes.
fn forms() -> Vec<(&'static str, Vec<u8>)> {
    let records = records();
    let all = records.concat();
    let dictionary = records[..4].concat();
    let lines: String =
        (0..300).map(|line| format!("{{\"id\": {line}, \"html\": \"<a href=/{line}>x</a>\"}}\n\n")).collect();
    vec![
        ("each.warc.gz", gzip_each(&records)),
        ("one.warc.gz", gzip(&all)),
        ("parts.warc.gz", gzip_each(&all.chunks(333).collect::<Vec<_>>())),
        ("plain.warc", all.clone()),
        ("each.warc.zst", zstd_each(&records, &[])),
        ("dictionary.warc.zst", [dictionary_frame(&dictionary), zstd_each(&records, &dictionary)].concat()),
        ("one.warc.zst", zstd(&all, &[])),
        ("lines.jsonl", lines.into_bytes()),
    ]
}

/// Checks that a run has the same result on any number of threads and with jobs of any size. Returns the result.
fn the_same(inputs: &Inputs, output: &OutputOptions, options: &RunOptions) -> Outcome {
    let expected = run(inputs, output, RunOptions { threads: 1, ..options.clone() });
    for threads in [2, 7] {
        for bytes in [1000, 30_000] {
            let outcome = run(inputs, output, RunOptions { threads, work_bytes: Some(bytes), ..options.clone() });
            assert_eq!(outcome.reported, expected.reported, "{threads} threads, {bytes} bytes: {inputs:?}");
            assert!(
                outcome == expected,
                "{threads} threads, {bytes} bytes, {output:?}: {:?} {:?}",
                outcome.counts,
                expected.counts
            );
        }
    }
    expected
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let mut files = forms();
    files.extend((0..70).map(|page| -> (&str, Vec<u8>) {
        let name = Box::leak(format!("page{page:02}.html").into_boxed_str());
        (name, format!("<title>{page}</title><a href=http://e.org/{page}>x</a>").into_bytes())
    }));
    let folder = folder(&files);
    let inputs = Inputs::new([folder.path()]);
    for output in formats() {
        let outcome = the_same(&inputs, &output, &RunOptions::default());
        let counts = outcome.counts.expect("the run came to its end");
        assert_eq!((counts.pages, counts.files, counts.error_count()), (7 * 120 + 300 + 70, 70 / 32 + 1 + 8, 0));
        assert!(outcome.reported.is_empty(), "{:?}", outcome.reported);
    }
}

#[test]
fn the_result_does_not_depend_on_the_format_of_a_file() {
    let files = forms();
    let folder = folder(&files);
    let fields = tagrake_bulk::Fields::only_of(Table::Links, "page_url,element,raw,url,text").expect("keys");
    let output = json_lines().with_fields(fields);
    let rows = |name: &str| {
        let outcome = the_same(&Inputs::new([folder.path().join(name)]), &output, &RunOptions::default());
        let counts = outcome.counts.expect("the run came to its end");
        assert_eq!(counts.records.values().sum::<u64>(), 120, "{name}");
        assert_eq!(
            counts.stored_bytes,
            files.iter().find(|file| file.0 == name).expect("the file").1.len() as u64,
            "{name}"
        );
        assert_eq!(counts.text_bytes, records().concat().len() as u64, "{name}");
        outcome.file
    };
    let expected = rows("plain.warc");
    assert!(expected.len() > 10_000);
    for (name, _) in files.iter().filter(|(name, _)| name.contains(".warc.")) {
        assert!(rows(name) == expected, "{name}");
    }
}

#[test]
fn reports_damage_in_order_and_reads_the_other_pages() {
    let records = records();
    let whole = gzip_each(&records);
    let middle = whole.len() / 2;
    let mut flipped = whole.clone();
    flipped[middle] ^= 0x55;
    let mut garbage = whole.clone();
    garbage.splice(middle..middle, (0..5000_u32).map(|byte| ((byte * byte) >> 5) as u8));
    let clipped = whole[..whole.len() - 20].to_vec();
    let mut plain = records.concat();
    plain[9000..9900].fill(b'?');
    let lines = b"{}\n{\"html\": \"<a href=/>\"}\n[\n".repeat(50);
    let inner: Vec<_> = (0..40).flat_map(|index| gzip(&record(&format!("inner{index}"), 900))).collect();
    let nested = [&records[0], &with_block("nested", &inner), &records[1]];
    let nested = nested.into_iter().flat_map(|record| gzip_by(record, flate2::Compression::none())).collect();
    let files = [
        ("flipped.warc.gz", flipped),
        ("garbage.warc.gz", garbage),
        ("clipped.warc.gz", clipped),
        ("plain.warc", plain),
        ("lines.jsonl", lines),
        ("empty.warc.gz", Vec::new()),
        ("nested.warc.gz", nested),
    ];
    let folder = folder(&files);
    let path = |name: &str| folder.path().join(name);
    let outcome = |names: &[&str], options: &RunOptions| {
        the_same(&Inputs::new(names.iter().map(|name| path(name))), &json_lines(), options)
    };
    let cases = [
        ("flipped.warc.gz", 119, 1),
        ("garbage.warc.gz", 119, 1),
        ("clipped.warc.gz", 119, 1),
        ("plain.warc", 118, 1),
        ("lines.jsonl", 50, 100),
        ("empty.warc.gz", 0, 1),
        ("nested.warc.gz", 2, 0),
        ("missing.warc.gz", 0, 1),
    ];
    for (name, pages, errors) in cases {
        let outcome = outcome(&[name], &RunOptions::default());
        let counts = outcome.counts.expect("the run came to its end");
        assert!(counts.pages >= pages && counts.pages <= 120, "{name}: {} pages", counts.pages);
        assert!(
            counts.error_count() >= errors && outcome.reported.len() as u64 == counts.error_count(),
            "{name}: {:?}",
            outcome.reported
        );
        assert!(outcome.reported.iter().all(|reported| reported.contains(name)), "{:?}", outcome.reported);
    }
    let names = cases.map(|case| case.0);
    let all = outcome(&names, &RunOptions { by_file: true, ..RunOptions::default() });
    assert!(
        all.reported.iter().filter(|reported| reported.starts_with("end")).count() == names.len(),
        "{:?}",
        all.reported
    );

    let failed = outcome(&names, &RunOptions { errors: ErrorPolicy::Fail, ..RunOptions::default() });
    assert_eq!((failed.counts, failed.reported.len()), (None, 1));
    assert!(!failed.file.is_empty() && all.file.starts_with(&failed.file));
}

#[test]
fn damage_can_have_rows() {
    let whole = gzip_each(&records());
    let mut corrupt = whole.clone();
    *corrupt.last_mut().expect("a byte") ^= 0x55;
    let folder = folder(&[("corrupt.warc.gz", corrupt)]);
    let output = output(Product::Pages, FileFormat::JsonLines);
    let inputs = Inputs::new([folder.path()]);
    let rows = |errors| json_rows(&the_same(&inputs, &output, &RunOptions { errors, ..RunOptions::default() }).file);
    assert_eq!(rows(ErrorPolicy::Skip).len(), 119);
    assert_eq!(rows(ErrorPolicy::Answer).len(), 119);
    let rows = rows(ErrorPolicy::Record);
    let last = rows.last().expect("a row");
    assert_eq!((rows.len(), last["url"].as_str()), (120, Some("http://e.org/119")));
    assert!(last["error"].as_str().expect("a reason").contains("CRC or size"), "{last}");
    assert!(last["warc_record_offset"].is_u64() && last["fetch_time"].is_string(), "{last}");
}

#[test]
fn the_start_of_a_truncated_page_has_a_row() {
    let whole = record("http://e.org/last", 1000);
    let ends = whole.windows(4).enumerate().filter(|(_, bytes)| bytes == b"\r\n\r\n").map(|(at, _)| at + 4);
    let http_head = ends.take(2).last().expect("two heads");
    let fields = tagrake_bulk::Fields::only_of(Table::Pages, "url,content_truncated,error").expect("keys");
    let output = output(Product::Pages, FileFormat::JsonLines).with_fields(fields);
    let page = json!({"url": "http://e.org/last"});
    let clipped = json!({"url": "http://e.org/last", "content_truncated": "damaged"});
    let cases = [
        (whole.len(), Some(&page), 0, 0),
        // Only the newlines at the end of the record are missing.
        (whole.len() - 4, Some(&page), 0, 0),
        (whole.len() - 5, Some(&clipped), 1, 0),
        (http_head + 500, Some(&clipped), 1, 0),
        (http_head, None, 1, 1),
        (9, None, 1, 1),
    ];
    for (len, expected, errors, error_rows) in cases {
        let folder = folder(&[("last.warc", whole[..len].to_vec())]);
        let inputs = Inputs::new([folder.path()]);
        let skipped = the_same(&inputs, &output, &RunOptions::default());
        let rows = json_rows(&skipped.file);
        assert_eq!((rows.first(), rows.len()), (expected, usize::from(expected.is_some())), "{len} bytes");
        assert_eq!(skipped.reported.len(), errors, "{len} bytes: {:?}", skipped.reported);
        let recorded = the_same(&inputs, &output, &RunOptions { errors: ErrorPolicy::Record, ..RunOptions::default() });
        let rows = json_rows(&recorded.file);
        assert_eq!(rows.iter().filter(|row| row["error"].is_string()).count(), error_rows, "{rows:?}");
        assert_eq!(rows.len(), error_rows + usize::from(expected.is_some()), "{rows:?}");
    }
}

fn json_rows(lines: &[u8]) -> Vec<serde_json::Value> {
    let lines = std::str::from_utf8(lines).expect("JSON is UTF-8");
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn selects_records_by_type_and_status() {
    let record = |kind: &str, fields: &str, block: &str| {
        let fields = format!("WARC-Type: {kind}\r\nWARC-Target-URI: http://e.org/\r\n{fields}");
        with_fields(&fields, block.as_bytes())
    };
    let http = |status: &str, fields: &str| format!("HTTP/1.1 {status}\r\n{fields}\r\n<p>");
    let html = "Content-Type: text/html\r\n";
    let png = "Content-Type: image/png\r\n";
    let file = [
        record("warcinfo", "", ""),
        record("request", "", "GET / HTTP/1.1\r\n\r\n"),
        record("response", "", &http("200 OK", html)),
        record("response", "", &http("200 OK", png)),
        record("response", "", &http("200 OK", "")),
        record("response", "", &http("404 No", html)),
        record("response", "WARC-Identified-Payload-Type: text/html\r\n", &http("200 OK", png)),
        record("response", "WARC-Identified-Payload-Type: image/png\r\n", &http("200 OK", html)),
        record("response", "Content-Type: text/dns\r\n", "<p>"),
        record("response", "Content-Type: text/html\r\n", "<p>"),
        record("response", "Content-Type: application/http\r\n", "<p>"),
        record("resource", "Content-Type: text/html; charset=x\r\n", "<p>"),
        record("resource", "Content-Type: text/plain\r\n", "<p>"),
        record("resource", "", "<p>"),
        record("resource", "", "GIF89a"),
        record("revisit", "", &http("200 OK", html)),
        record("conversion", "Content-Type: text/html\r\n", "<p>"),
    ];
    let folder = folder(&[("a.warc", file.concat())]);
    let read = |selection| {
        let options = RunOptions { selection, ..RunOptions::default() };
        let outcome = the_same(&Inputs::new([folder.path()]), &json_lines(), &options);
        let counts = outcome.counts.expect("the run came to its end");
        let skipped = [SkipCause::Mime, SkipCause::Status].map(|cause| counts.skipped.get(cause));
        (counts.pages, skipped)
    };
    let default = Selection::default;
    assert_eq!(read(default()), (8, [5, 1]));
    assert_eq!(read(Selection::all()), (14, [0, 0]));
    assert_eq!(
        read(default().with_mime_types("image/png").expect("a type").with_statuses("2xx").expect("a class")),
        (2, [11, 1])
    );
    assert_eq!(read(default().with_statuses("404").expect("a number")), (6, [4, 4]));
}

/// ClueWeb09 has an empty `WARC-Identified-Payload-Type` in each record. The other types are of Common Crawl and HPLT.
#[test]
fn types_that_declare_nothing_do_not_hide_pages() {
    let nothing = [
        "",
        " ",
        "*/*",
        "unknown/unknown",
        "Application/Unknown",
        "html",
        "text",
        "charset=utf-8",
        ";charset=utf-8",
        "none",
        "text /html",
    ];
    let page = |identified: &str, declared: &str, body: &str| {
        let fields = format!(
            "WARC-Type: response\r\nWARC-Target-URI: http://e.org/\r\nContent-Type: application/http; msgtype=response\r\n{identified}"
        );
        with_fields(&fields, format!("HTTP/1.1 200 OK\r\n{declared}\r\n{body}").as_bytes())
    };
    let mut records = Vec::new();
    for value in nothing {
        let identified = format!("WARC-Identified-Payload-Type: {value}\r\n");
        let declared = format!("Content-Type: {value}\r\n");
        records.push(page(&identified, "Content-Type: text/html\r\n", "plain"));
        records.push(page("", &declared, "<p>"));
        records.push(page(&identified, &declared, "<p>"));
        records.push(page("", &format!("Content-Type: text/html\r\n{declared}"), "plain"));
        // No page.
        records.push(page(&identified, &declared, "GIF89a"));
        records.push(page(&identified, "Content-Type: image/gif\r\n", "<p>"));
    }
    let folder = folder(&[("a.warc", records.concat())]);
    let counts = the_same(&Inputs::new([folder.path()]), &json_lines(), &RunOptions::default()).counts.expect("counts");
    // A type that the server calls unknown counts after another one, so that the bytes decide: `plain` is no HTML.
    let count = nothing.len() as u64;
    assert_eq!((counts.pages, counts.skipped.get(SkipCause::Mime)), (4 * count - 2, 2 * count + 2));
    let types: Vec<_> = counts.skipped_types.iter().collect();
    assert_eq!(types, [("(none)", count + 2), ("image/gif", count)]);
}

#[test]
fn forgotten_digests_are_counted_and_their_duplicates_read() {
    let numbers = [0, 1, 0, 2, 1, 3, 0, 4];
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|name| format!("{name}.html"));
    let pages = numbers.map(|number| format!("<p>{number}").into_bytes());
    let files: Vec<_> = names.iter().map(String::as_str).zip(pages).collect();
    let folder = folder(&files);
    let inputs = Inputs::new([folder.path()]);
    // Of the pages 0 1 0 2 1 3 0 4, two at a time are remembered: 0 1, then 2 3, which forgets 0 and 1, then 0 4.
    let options = RunOptions { distinct_among: std::num::NonZeroUsize::new(2), ..RunOptions::default() };
    let counts = the_same(&inputs, &json_lines(), &options).counts.expect("counts");
    assert_eq!((counts.pages, counts.skipped.get(SkipCause::Duplicate), counts.forgotten_digests), (6, 2, 4));
}

#[test]
fn a_sink_can_end_a_run_at_any_time() {
    struct Full(usize);
    impl RowSink for Full {
        type Error = &'static str;
        fn rows(&mut self, block: Block) -> Result<Block, &'static str> {
            self.0 = self.0.checked_sub(1).ok_or("full")?;
            Ok(block)
        }
    }
    let folder = folder(&forms());
    for threads in [1, 3] {
        for blocks in [0, 1, 20] {
            let extraction = Extraction::new(ReaderOptions::default(), json_lines());
            let run = Run::new(extraction, RunOptions { threads, work_bytes: Some(500), ..RunOptions::default() });
            let result = run.read(Inputs::new([folder.path()]), &mut Full(blocks));
            assert!(matches!(result, Err(RunError::Sink("full"))), "{result:?}");
        }
    }
}

#[test]
fn a_filter_can_skip_or_reject_files() {
    struct Names(Vec<String>);
    impl RowSink for Names {
        type Error = Infallible;
        fn rows(&mut self, block: Block) -> Result<Block, Infallible> {
            Ok(block)
        }
        fn error(&mut self, error: &InputError) -> Result<(), Infallible> {
            self.0.push(format!("{}: {}", Path::new(&error.origin).display(), error.kind));
            Ok(())
        }
        fn begin(&mut self, file: &InputFile) -> Result<(), Infallible> {
            self.0.push(file.path.display().to_string());
            Ok(())
        }
    }
    let folder = folder(&[("a.html", Vec::new()), ("b.html", Vec::new()), ("c.html", Vec::new())]);
    let filter = |file: &InputFile| match file.path.file_name().and_then(|name| name.to_str()) {
        Some("b.html") => Ok(false),
        Some("c.html") => Err(InputErrorKind::SameName("c.jsonl".into())),
        _ => Ok(true),
    };
    let options = RunOptions { by_file: true, filter: Some(Arc::new(filter)), ..RunOptions::default() };
    let mut names = Names(Vec::new());
    let counts =
        Run::new(Extraction::nothing(ReaderOptions::default()), options).read(Inputs::new([folder.path()]), &mut names);
    let path = |name| folder.path().join(name).display().to_string();
    assert_eq!(names.0, [path("a.html"), path("c.html") + ": two outputs would be written to 'c.jsonl'"]);
    assert_eq!(counts.expect("nothing fails").pages, 1);
}

#[test]
fn reports_streams_without_bytes_as_truncated() {
    // An empty file used to be reported, but an empty stream was not.
    for threads in [1, 2] {
        let options = RunOptions { threads, errors: ErrorPolicy::Record, ..RunOptions::default() };
        let output = output(Product::Pages, FileFormat::JsonLines);
        let run = Run::new(Extraction::new(ReaderOptions::default(), output.clone()), options);
        let mut keep = Keep {
            writer: Writer::new(&output, Vec::new()).expect("a file in memory"),
            reported: Vec::new(),
            progress: Counts::default(),
        };
        let counts = run.read_stream("pipe", &b""[..], &mut keep).expect("a run");
        assert!(
            keep.reported.contains(&"pipe:0: 0 bytes: the file is truncated here".to_owned()),
            "{:?}",
            keep.reported
        );
        assert_eq!((counts.errors.get(ErrorCause::Truncated), counts.rows), (1, 1));
    }
}

#[cfg(feature = "columns")]
#[test]
fn includes_raw_fields_on_request() {
    use tagrake_bulk::Fields;
    use tagrake_bulk::output::Batches;
    use tagrake_bulk::schema::Table;

    let fields = ["payload", "warc_record_id"]
        .iter()
        .fold(Fields::none(), |fields, name| fields.with_raw(Table::Pages, name).expect("a field on request"));
    let output = output(Product::Pages, FileFormat::Arrow).with_fields(fields);
    let schema = Batches::new(&output).schema();
    let names: Vec<_> = schema.fields().iter().map(|field| format!("{} {}", field.name(), field.data_type())).collect();
    assert_eq!(names, ["warc_record_id Utf8", "payload Binary"]);
    assert!(Fields::default().with_raw(Table::Pages, "title").is_err() && !Fields::default().has("payload"));
}
