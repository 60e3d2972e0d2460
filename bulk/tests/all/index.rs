//! Indexes of WARC files: equal to the output of pywb's cdxj-indexer, for any division of the work, and complete apart from
//! damage.

use crate::support::kept_rows::{KeptRows, output};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tagrake_bulk::index::IndexedRecords;
use tagrake_bulk::input::{CutCause, ErrorCause, Inputs};
use tagrake_bulk::output::{Block, Compression, FileFormat, OutputOptions, Product};
use tagrake_bulk::pipeline::{Counts, Extraction, RowSink, Run, RunOptions};
use tagrake_bulk::warc::Irregularity;
use tagrake_bulk::{InputError, InputErrorKind, ReaderOptions};
use tagrake_testsupport::warc_files::{gzip, gzip_each, html_response, record, with_fields, zstd_each};
use tempfile::TempDir;

fn extraction(output: &OutputOptions) -> Extraction {
    Extraction::new(ReaderOptions::default(), output.clone())
}

/// An index, the messages and the counts of its run.
struct Index {
    lines: String,
    messages: Vec<String>,
    counts: Counts,
}

/// Indexes a file.
fn index_with(path: &Path, records: IndexedRecords, output: &OutputOptions, options: RunOptions) -> Index {
    let mut keep = KeptRows::new(output);
    let extraction = extraction(output).with_indexed_records(records);
    let counts = Run::new(extraction, options).read(Inputs::new([path]), &mut keep).expect("a run");
    let (lines, messages) = keep.finish_text();
    Index { lines, messages, counts }
}

fn index(path: &Path) -> Index {
    let output = output(Product::Index, FileFormat::Cdxj);
    index_with(path, IndexedRecords::default(), &output, RunOptions::default())
}

/// Returns the path of a file in `tests/data/pywb`.
fn data(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pywb").join(name)
}

fn expected(name: &str) -> String {
    fs::read_to_string(data(name)).expect("an index")
}

fn folder(name: &str, file: &[u8]) -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, file).expect("a file");
    (folder, path)
}

/// The records of `irregular.warc` whose lines differ from the output of cdxj-indexer. `docs/archives.md` has the reasons.
const DIFFERENT: [&str; 7] = ["nodigestvalue", "nohead", "status", "nostatus", "oddstatus", "emptyline", "continued"];

/// Returns the lines of an index of irregular records that must be equal.
fn comparable(lines: &str) -> Vec<&str> {
    let is_different = |line: &&str| DIFFERENT.iter().any(|name| line.contains(&format!("http://e.org/{name}\"")));
    lines.lines().filter(|line| !is_different(line)).collect()
}

#[test]
fn lines_are_those_of_cdxj_indexer() {
    for name in ["irregular.warc", "irregular.warc.gz"] {
        for (records, suffix, count) in
            [(IndexedRecords::default(), "cdxj", 40), (IndexedRecords::of("all").expect("all"), "all.cdxj", 46)]
        {
            let output = output(Product::Index, FileFormat::Cdxj);
            let found = index_with(&data(name), records, &output, RunOptions::default());
            let expected = expected(&format!("{name}.{suffix}"));
            assert_eq!(expected.lines().count(), count);
            assert_eq!(comparable(&found.lines), comparable(&expected), "{name} {suffix}");
            // A digest without a value is computed.
            let computed = found.lines.lines().find(|line| line.contains("nodigestvalue")).expect("a line");
            assert!(computed.contains(r#""digest": "sha1:MOW2KXALUIJKLMPY2WTQREDYR4AJOK7U""#), "{computed}");
            // The index has the status and type by which the page is selected.
            for (name, fields) in [
                ("status", r#""mime": "c/d", "status": "404""#),
                ("nostatus", r#"nostatus", "status": "200""#),
                ("oddstatus", r#"oddstatus", "status": "200""#),
                ("emptyline", r#"emptyline", "digest": "sha1:TOOMA6HTJ3PFSTSKZ763BKPCZCINS6R2""#),
                ("continued", r#""mime": "text/html", "status": "200""#),
            ] {
                let line = found.lines.lines().find(|line| line.contains(&format!("http://e.org/{name}\"")));
                assert!(line.is_some_and(|line| line.contains(fields)), "{line:?}");
            }
            // Its member proves that a response without an HTTP head is complete. In a plain file it is damaged.
            let is_proved = name.ends_with(".gz");
            let left_out = usize::from(!is_proved);
            assert_eq!(found.lines.lines().count(), count - left_out);
            assert_eq!(found.counts.rows, (count - left_out) as u64);
            assert_eq!(found.counts.irregular.get(Irregularity::HttpHead), u64::from(is_proved));
            assert_eq!(found.messages.len(), left_out, "{:?}", found.messages);
            assert!(found.messages.iter().all(|message| message.contains("head of the record is damaged")));
        }
    }
}

#[test]
fn lines_of_a_crawl_are_those_of_cdxj_indexer() {
    let crawl = fs::read(data("../warc-1.0.1/crawl.warc.gz")).expect("a crawl");
    let mut text = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&*crawl), &mut text).expect("gzip");
    let (_folder, path) = folder("crawl.warc", &text);
    let found = index(&path);
    assert_eq!((found.lines, found.messages.len()), (expected("crawl.warc.cdxj"), 0));
}

#[test]
fn lines_of_arc_files_are_those_of_cdxj_indexer() {
    for name in ["alexa.arc", "alexa.arc.gz", "heritrix.arc", "heritrix.arc.gz"] {
        for (records, suffix) in
            [(IndexedRecords::default(), "cdxj"), (IndexedRecords::of("all").expect("all"), "all.cdxj")]
        {
            let output = output(Product::Index, FileFormat::Cdxj);
            let found = index_with(&data(&format!("../arc/{name}")), records, &output, RunOptions::default());
            assert_eq!(
                (found.lines, found.messages.len()),
                (expected(&format!("../arc/{name}.{suffix}")), 0),
                "{name}"
            );
        }
    }
}

#[test]
fn sorted_lines_are_those_of_cdxj_indexer() {
    let output = output(Product::Index, FileFormat::Cdxj).sorted();
    let found = index_with(&data("irregular.warc"), IndexedRecords::default(), &output, RunOptions::default());
    assert_eq!(comparable(&found.lines), comparable(&expected("irregular.sorted.cdxj")));

    // Repeated lines are removed, as by two inputs of one name.
    let path = data("irregular.warc");
    let mut keep = KeptRows::new(&output);
    let run = Run::new(extraction(&output), RunOptions::default());
    let counts = run.read(Inputs::new([&path, &path]), &mut keep).expect("a run");
    assert_eq!(counts.rows, 2 * found.counts.rows);
    assert!(keep.finish_text().0 == found.lines);
}

#[test]
fn the_index_does_not_depend_on_the_division_of_the_work() {
    let records: Vec<_> =
        (0..150).map(|index| record(&format!("http://e.org/{}", index * 37 % 150), 200 + index * 97 % 900)).collect();
    let dictionaryless = zstd_each(&records, b"");
    for (name, file) in
        [("a.warc", records.concat()), ("a.warc.gz", gzip_each(&records)), ("a.warc.zst", dictionaryless)]
    {
        let (_folder, path) = folder(name, &file);
        let cdxj = output(Product::Index, FileFormat::Cdxj);
        for (order, output) in [("in order", cdxj.clone()), ("sorted", cdxj.sorted())] {
            for compression in [Compression::None, Compression::Gzip] {
                let output = output.clone().with_compression(compression);
                let bytes_of = |threads, work_bytes| {
                    let mut keep = KeptRows::new(&output);
                    let options = RunOptions { threads, work_bytes, ..RunOptions::default() };
                    let run = Run::new(extraction(&output), options);
                    let counts = run.read(Inputs::new([&path]), &mut keep).expect("a run");
                    assert_eq!((counts.rows, keep.errors.len()), (150, 0), "{name}");
                    keep.finish().0
                };
                let expected = bytes_of(1, None);
                for (threads, work_bytes) in [(1, Some(1)), (2, Some(2000)), (3, Some(20_000)), (4, None)] {
                    assert!(bytes_of(threads, work_bytes) == expected, "{name} {order}: {threads} threads");
                }
            }
        }
        // Each line gives the place of a record: its bytes alone are that record. Without compression they lack the newlines.
        let lines = index(&path).lines;
        for line in lines.lines() {
            let json: serde_json::Value =
                serde_json::from_str(line.splitn(3, ' ').nth(2).expect("JSON")).expect("JSON");
            let number = |key: &str| json[key].as_str().expect("text").parse::<usize>().expect("a number");
            let mut record = file[number("offset")..][..number("length")].to_vec();
            if name == "a.warc" {
                record.extend_from_slice(b"\r\n\r\n");
            }
            let (_folder, path) = folder(name, &record);
            let alone = index(&path).lines;
            let url = json["url"].as_str().expect("a URL");
            assert_eq!((alone.lines().count(), alone.contains(&format!("\"{url}\""))), (1, true), "{line}");
        }
    }
}

#[test]
fn damage_leaves_all_other_lines() {
    let records: Vec<_> = (0..20).map(|index| html_response(&format!("http://e.org/{index}"), b"<p>text")).collect();
    let members: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    let complete = |skipped: usize| -> BTreeSet<String> {
        (0..20).filter(|index| *index != skipped).map(|index| format!("org,e)/{index}")).collect()
    };
    let mut corrupt = members.clone();
    let middle = corrupt[7].len() / 2;
    corrupt[7][middle..middle + 8].fill(0xAA);
    let mut truncated = members.concat();
    truncated.truncate(truncated.len() - 30);
    let mut wrong_length = records.clone();
    wrong_length[7] = String::from_utf8(wrong_length[7].clone())
        .expect("UTF-8")
        .replace("Content-Length: 51", "Content-Length: 999")
        .into_bytes();
    for (name, file, skipped) in
        [("a.warc.gz", corrupt.concat(), 7), ("a.warc.gz", truncated, 19), ("a.warc", wrong_length.concat(), 7)]
    {
        let (_folder, path) = folder(name, &file);
        let found = index(&path);
        let keys: BTreeSet<_> =
            found.lines.lines().map(|line| line.split(' ').next().expect("a key").to_owned()).collect();
        assert_eq!(keys, complete(skipped), "{name}: {:?}", found.messages);
        assert!(!found.messages.is_empty() && found.counts.error_count() > 0, "{name}");
    }
}

#[test]
fn records_without_a_place_or_a_date_are_errors() {
    let fields = |date: &str| format!("WARC-Type: resource\r\nWARC-Target-URI: http://e.org/\r\n{date}");
    let file = [
        with_fields(&fields(""), b"1"),
        with_fields(&fields("WARC-Date: yesterday\r\n"), b"2"),
        with_fields(&fields("WARC-Date: 2026-02-30\r\n"), b"3"),
        with_fields(&fields("WARC-Date: 2026-11-21T12:00:00+01:00\r\n"), b"4"),
        with_fields(&fields("WARC-Date: 2026-11\r\n"), b"5"),
        with_fields(&fields("WARC-Date: 2009-03-65T08:43:19-0800\r\n"), b"6"),
    ];
    let (_folder, path) = folder("a.warc", &file.concat());
    let found = index(&path);
    assert!(found.lines.starts_with("org,e)/ 20261101000000 {") && found.lines.lines().count() == 2);
    assert!(found.lines.contains("\norg,e)/ 20090306164319 {"), "{}", found.lines);
    let reasons: Vec<_> = found.messages.iter().map(|message| message.rsplit(": not indexed: ").next()).collect();
    let date = |date: &str| format!("the WARC-Date {date:?} of the record is not a date");
    let expected = [
        "the record has no WARC-Date".to_owned(),
        date("yesterday"),
        date("2026-02-30"),
        date("2026-11-21T12:00:00+01:00"),
    ];
    assert_eq!(reasons, expected.iter().map(|reason| Some(reason.as_str())).collect::<Vec<_>>());

    let (_folder, path) = folder("a.warc.gz", &gzip(&file[4].repeat(2)));
    let found = index(&path);
    assert_eq!((found.lines.as_str(), found.counts.errors.get(ErrorCause::Index)), ("", 2));
    assert!(
        found.messages.iter().all(|message| message.contains("shares its compressed member")),
        "{:?}",
        found.messages
    );
}

#[test]
fn a_digest_that_cannot_be_computed_is_left_out_and_counted() {
    let fields = |more: &str| {
        format!("WARC-Type: resource\r\nWARC-Target-URI: http://e.org/\r\nWARC-Date: 2026-11-21T12:00:00Z\r\n{more}")
    };
    let long = [b'x'; 5000];
    let file = [
        with_fields(&fields(""), &long),
        with_fields(&fields("WARC-Payload-Digest: sha1:A\r\n"), &long),
        with_fields(&fields(""), b"short"),
    ];
    let (_folder, path) = folder("a.warc", &file.concat());
    let options = RunOptions { max_record_bytes: 1000, ..RunOptions::default() };
    let output = output(Product::Index, FileFormat::Cdxj);
    let found = index_with(&path, IndexedRecords::default(), &output, options);
    let has_digest: Vec<_> = found.lines.lines().map(|line| line.contains("\"digest\"")).collect();
    assert_eq!((has_digest, found.counts.cut.get(CutCause::NoDigest)), (vec![false, true, true], 1));
    // The lengths count complete records.
    let lines = index(&path).lines;
    let lengths = |lines: &str| -> Vec<String> {
        lines.lines().filter_map(|line| Some(line.split("\"length\"").nth(1)?.to_owned())).collect()
    };
    assert_eq!(lengths(&found.lines), lengths(&lines));
}

#[test]
fn a_page_is_not_indexed() {
    let (_folder, path) = folder("a.html", b"<p>");
    struct Errors(Vec<&'static str>);
    impl RowSink for Errors {
        type Error = std::convert::Infallible;

        fn rows(&mut self, block: Block) -> Result<Block, Self::Error> {
            Ok(block)
        }

        fn error(&mut self, error: &InputError) -> Result<(), Self::Error> {
            assert!(matches!(error.kind, InputErrorKind::Row(_)));
            self.0.push(error.kind.cause().as_str());
            Ok(())
        }
    }
    let mut errors = Errors(Vec::new());
    let output = output(Product::Index, FileFormat::Cdxj);
    let run = Run::new(extraction(&output), RunOptions::default());
    let counts = run.read(Inputs::new([path]), &mut errors).expect("a run");
    assert_eq!((errors.0, counts.rows), (vec!["row"], 0));
}
