//! Records of the head alone: their values, the keys that they refuse, and records that an index names.

use crate::support::kept_rows::{KeptRows, output};
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tagrake_bulk::input::{InputPage, Inputs};
use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
use tagrake_bulk::pipeline::{Counts, Extraction, MainSelection, Run, RunOptions};
use tagrake_bulk::row::Row;
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions, guess_encoding};
use tagrake_extract::{Context, Extractor, KnownHead, PageStart};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::warc_files::{gzip, html_response, offsets, with_block};
use tagrake_testsupport::{pages, random_page, variable};
use tempfile::TempDir;

/// The keys that need no body, in the order of the record.
fn keys_of_head() -> Vec<&'static str> {
    let all = Table::Pages.fields().iter().chain(Table::Pages.fields_on_request()).map(|field| field.name);
    all.filter(|name| Fields::only(name).is_ok_and(|fields| fields.first_of_body().is_none())).collect()
}

fn input(html: &[u8]) -> InputPage {
    let mut page = InputPage::new("-", html.to_vec());
    page.url = Some("https://e.org/a/b".to_owned());
    page
}

/// Returns the record of a page.
fn record(reader: &mut Reader, input: &InputPage, fields: &Fields) -> Map<String, Value> {
    let json = reader.read(input, |page| PageRecord::new(input, page).to_json(fields)).expect("a record");
    serde_json::from_str(&json).expect("JSON")
}

/// Returns test pages, and random ones.
fn test_pages() -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = pages::all().into_iter().map(|page| (page.name.to_string(), page.html.to_vec())).collect();
    let mut random = Random::new(variable("TAGRAKE_SEED", 1));
    let markup = [
        "<html lang=de>",
        "<head>",
        "<title>T",
        "</title>",
        "<meta name=robots content=noindex>",
        "<meta property=og:title content=o>",
        "<link rel=canonical href=/c>",
        "<base href=/d/>",
        "<body>",
        "<p>text",
        "<template>",
        "</template>",
        "<noscript>",
        "</noscript>",
        "<svg>",
        "</svg>",
        "<script>a</script>",
        "<!-- c -->",
        "\n",
    ];
    for number in 0..variable("TAGRAKE_PAGES", 500) {
        let mut html = Vec::new();
        for _ in 0..random.below(20) {
            html.extend_from_slice(random.choose(&markup).as_bytes());
            if random.one_in(8) {
                random_page::push(&mut random, &mut html);
            }
        }
        all.push((format!("random page {number}"), html));
    }
    all
}

/// With few keys, a pass reads fewer tags. No value may depend on that.
#[test]
fn a_value_does_not_depend_on_the_other_keys() {
    let keys = keys_of_head();
    assert!(keys.contains(&"canonical") && keys.contains(&"robots_index") && !keys.contains(&"headings"), "{keys:?}");
    let all = Fields::only(&keys.join(",")).expect("keys").with(Table::Pages, "headings,links,text").expect("keys");
    let reader = |fields: &Fields| Reader::new(ReaderOptions::default().with_fields(Table::Pages, fields));
    let five = ["url", "title", "canonical", "robots", "lang"];
    // The five keys have 31 subsets; the other ones are random.
    let mut subsets: Vec<Vec<&str>> = (1_u32..32)
        .map(|bits| five.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1).map(|(_, key)| *key).collect())
        .collect();
    let mut random = Random::new(variable("TAGRAKE_SEED", 2));
    subsets.extend((0..8).map(|_| keys.iter().copied().filter(|_| random.one_in(4)).collect::<Vec<_>>()));
    subsets.retain(|subset| !subset.is_empty());
    let mut readers: Vec<_> = subsets.iter().map(|subset| Fields::only(&subset.join(",")).expect("keys")).collect();
    let mut readers: Vec<_> = readers.drain(..).map(|fields| (reader(&fields), fields)).collect();
    let mut complete = reader(&all);
    for (name, html) in test_pages() {
        let input = input(&html);
        let expected = record(&mut complete, &input, &all);
        for ((reader, fields), subset) in readers.iter_mut().zip(&subsets) {
            let found = record(reader, &input, fields);
            for key in subset {
                assert_eq!(found.get(*key), expected.get(*key), "{name}: {key} of {subset:?}");
            }
        }
    }
}

#[test]
fn the_head_alone_has_the_values_of_the_library() {
    let fields = Fields::only(&keys_of_head().join(",")).expect("keys");
    let options = ReaderOptions::default().with_fields(Table::Pages, &fields);
    let extract = options.extract.clone().with_head_only(true);
    let mut reader = Reader::new(ReaderOptions { extract: extract.clone(), ..options });
    let mut extractor = Extractor::new(extract);
    let mut differing = 0;
    let mut complete = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
    for (name, html) in test_pages() {
        let input = input(&html);
        let page = extractor.extract(&html, &Context::default().with_url(input.url.as_deref()));
        let expected = PageRecord::new(&input, &page).to_json(&fields).expect("a record");
        let found = record(&mut reader, &input, &fields);
        assert_eq!(Value::Object(found.clone()), serde_json::from_str::<Value>(&expected).expect("JSON"), "{name}");
        differing += usize::from(found != record(&mut complete, &input, &fields));
    }
    assert!(differing > 0, "a page has facts in its body");
}

/// Each page is split at random, after space that puts its declarations after the bytes that browsers examine.
#[test]
fn a_known_head_has_the_values_of_the_complete_page() {
    let fields = Fields::only(&keys_of_head().join(",")).expect("keys");
    let options = ReaderOptions::default().with_fields(Table::Pages, &fields);
    let extract = options.extract.clone().with_head_only(true).with_detector(Some(Arc::new(guess_encoding)));
    let mut reader = Reader::new(ReaderOptions { extract, ..options });
    let mut random = Random::new(variable("TAGRAKE_SEED", 1));
    let (mut complete, mut incomplete, mut others) = (0, 0, 0);
    for (name, html) in test_pages() {
        let declaration = random.choose(&["", "<meta charset=utf-8>", "<meta charset=shift_jis>"]);
        let (first, second) = if random.one_in(2) { ("", declaration) } else { (declaration, "") };
        let html = [first.as_bytes(), &[b' '; 1024], second.as_bytes(), &html].concat();
        let input = input(&html);
        let expected = record(&mut reader, &input, &fields);
        for _ in 0..8 {
            let start = PageStart::of(&html[..random.within(1024..html.len().min(8192) + 1)]);
            let (known, json) = reader.read_html(&input, start.bytes(), |page| {
                (start.known_head(page), PageRecord::new(&input, page).to_json(&fields).expect("a record"))
            });
            match known {
                KnownHead::Complete => {
                    let found: Map<String, Value> = serde_json::from_str(&json).expect("JSON");
                    assert_eq!(found, expected, "{name}, from {} bytes", start.bytes().len());
                    complete += 1;
                }
                KnownHead::Incomplete => incomplete += 1,
                _ => others += 1,
            }
        }
    }
    assert!(complete > 100 && incomplete > 100 && others > 100, "{complete} {incomplete} {others}");
}

fn of_keys(keys: &str) -> Extraction {
    let fields = Fields::only(keys).expect("keys");
    Extraction::new(ReaderOptions::default(), output(Product::Pages, FileFormat::JsonLines).with_fields(fields))
}

#[test]
fn what_needs_the_body_is_refused() {
    let message = |extraction: Extraction| extraction.with_head_only().expect_err("an error").to_string();
    assert!(of_keys("title,canonical").with_head_only().is_ok());
    for key in ["links", "headings", "encoding", "flags", "jsonld", "text", "main_text", "rights", "content_truncated"]
    {
        let expected = format!("the key '{key}' needs the body of the page, and only the head is read");
        assert_eq!(message(of_keys(&format!("title,{key}"))), expected);
    }
    let links = Extraction::new(ReaderOptions::default(), output(Product::Links, FileFormat::JsonLines));
    assert_eq!(message(links), "only records of pages can be made from the head alone");
    let long = MainSelection { min_words: 9, ..MainSelection::default() };
    let expected = "a selection by the main content needs the body of the page, and only the head is read";
    assert_eq!(message(of_keys("title").with_main_selection(long.clone()).expect("of pages")), expected);
    let of_head = of_keys("title").with_head_only().expect("a key of the head");
    assert_eq!(of_head.with_main_selection(long).expect_err("an error").to_string(), expected);
}

/// The rows of a run, its messages and its counts.
struct Read {
    rows: Vec<String>,
    errors: Vec<String>,
    counts: Counts,
}

fn read(inputs: Inputs, head_only: bool, options: RunOptions) -> Read {
    let extraction = of_keys("url,title,canonical,robots,lang,warc_record_offset,warc_record_length");
    let extraction = if head_only { extraction.with_head_only().expect("keys of the head") } else { extraction };
    let mut rows = KeptRows::new(&output_of_rows());
    let counts = Run::new(extraction, options).read(inputs, &mut rows).expect("a run");
    let (text, errors) = rows.finish_text();
    Read { rows: text.lines().map(str::to_owned).collect(), errors, counts }
}

fn output_of_rows() -> OutputOptions {
    output(Product::Pages, FileFormat::JsonLines)
}

/// Writes an archive of these records, each a gzip member, and an index of them.
fn archive(records: &[Vec<u8>]) -> (TempDir, Inputs, Inputs) {
    let folder = tempfile::tempdir().expect("a folder");
    let members: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    write(folder.path(), &members);
    let indexed = Inputs { index: Some(folder.path().join("i.jsonl")), ..Inputs::default() };
    let whole = Inputs::new([folder.path().join("a.warc.gz")]);
    (folder, whole, indexed)
}

fn write(folder: &Path, members: &[Vec<u8>]) {
    let file = folder.join("a.warc.gz");
    fs::write(&file, members.concat()).expect("a file");
    let mut lines = String::new();
    for (offset, member) in offsets(members).into_iter().zip(members) {
        let filename = Value::from(file.to_str().expect("UTF-8"));
        lines += &format!("{{\"filename\": {filename}, \"offset\": {offset}, \"length\": {}}}\n", member.len());
    }
    fs::write(folder.join("i.jsonl"), lines).expect("a file");
}

/// Pages whose body makes each record long enough that only its start is decompressed.
fn records() -> Vec<Vec<u8>> {
    let mut random = Random::new(7);
    let mut body = move || {
        let words = (0..12_000).map(|_| format!("<p>{:x}", random.below(1 << 20)));
        words.collect::<String>()
    };
    let heads = [
        "<meta charset=utf-8><title>One</title><link rel=canonical href=/1>",
        "<html lang=de><meta charset=utf-8><meta name=robots content=noindex><title>Two</title>",
        "<title>No declared encoding</title>",
        "<meta charset=koi8-r><title>\u{e4}</title>",
        "<meta charset=utf-8>",
    ];
    let mut records = Vec::new();
    for (number, head) in heads.iter().enumerate() {
        let late = "<title>Late</title><link rel=canonical href=/late>";
        let html = format!("{head}<body>{}{late}", body());
        records.push(html_response(&format!("http://e.org/{number}"), html.as_bytes()));
        records.push(html_response(&format!("http://e.org/{number}/short"), format!("{head}<p>").as_bytes()));
    }
    let long_head = format!("<meta charset=utf-8><style>{}</style><title>After a style</title><p>{}", body(), body());
    records.push(html_response("http://e.org/long", long_head.as_bytes()));
    // A detector guesses from the complete page, and the late declaration overrules the guess.
    let space = " ".repeat(1500);
    for (number, (start, end)) in [
        (format!("<title>\u{e4}</title>{space}<meta charset=utf-8><p>"), &b""[..]),
        (format!("<title>\u{e4}</title>{space}<meta charset=utf-8><p>"), b"\xE9"),
        (format!("<title>\u{e4}</title>{space}<meta charset=koi8-r><p>"), b""),
        (format!("<title>\u{e4}\x1B$B</title>{space}<meta charset=utf-8><p>"), b""),
        (format!("<title>\u{e4}</title>{space}<p><meta charset=koi8-r>"), b"\xE9"),
    ]
    .into_iter()
    .enumerate()
    {
        let html = [start.as_bytes(), body().as_bytes(), end].concat();
        records.push(html_response(&format!("http://e.org/late/{number}"), &html));
    }
    let chunk = format!("<meta charset=utf-8><title>Chunked</title><p>{}", body());
    let chunked = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{chunk}\r\n0\r\n\r\n",
        chunk.len()
    );
    records.push(with_block("http://e.org/chunked", chunked.as_bytes()));
    let long_field =
        format!("HTTP/1.1 200 OK\r\nX-Long: {}\r\nContent-Type: text/html\r\n\r\n{chunk}", "<p>x".repeat(9000));
    records.push(with_block("http://e.org/field", long_field.as_bytes()));
    records.push(with_block(
        "http://e.org/plain",
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{chunk}").as_bytes(),
    ));
    records
}

#[test]
fn an_index_gives_the_same_from_the_start_of_each_record() {
    let (_folder, whole, indexed) = archive(&records());
    let options = || RunOptions { threads: 2, ..RunOptions::default() };
    let expected = read(whole.clone(), true, options());
    assert_eq!((expected.rows.len(), expected.errors.len()), (18, 0));
    let complete = read(indexed.clone(), false, options());
    let found = read(indexed.clone(), true, options());
    assert_eq!((&found.rows, &found.errors), (&expected.rows, &expected.errors));
    assert_eq!(found.counts.pages, expected.counts.pages);
    assert_eq!(found.counts.encodings, expected.counts.encodings);
    assert_eq!(found.counts.skipped_types, expected.counts.skipped_types);
    assert_eq!(
        (found.counts.stored_bytes, found.counts.members),
        (complete.counts.stored_bytes, complete.counts.members)
    );
    assert_eq!(found.counts.records, complete.counts.records);
    assert!(found.counts.text_bytes < complete.counts.text_bytes * 3 / 4, "{}", found.counts.text_bytes);
    assert_ne!(found.rows, complete.rows, "titles in the body count without the option");
    // Digests need the complete record.
    let verified = read(indexed, true, RunOptions { digests: true, ..options() });
    assert_eq!((verified.rows, verified.counts.text_bytes), (expected.rows, complete.counts.text_bytes));
}

/// By an index, damage after the head is not noticed: the checksum is at the end of the member. A missing end is.
#[test]
fn damage_is_noticed_where_it_is_read() {
    let records = records();
    let (folder, whole, indexed) = archive(&records[..1]);
    let read_both =
        || (read(whole.clone(), true, RunOptions::default()), read(indexed.clone(), true, RunOptions::default()));
    let (intact, _) = read_both();
    let file = folder.path().join("a.warc.gz");
    let member = fs::read(&file).expect("a file");
    let mut damaged = member.clone();
    damaged[member.len() * 3 / 4] ^= 0x55;
    fs::write(&file, &damaged).expect("a file");
    let (sequential, by_index) = read_both();
    assert!(!sequential.errors.is_empty());
    assert_eq!((by_index.rows, by_index.errors.len()), (intact.rows, 0));
    fs::write(&file, &member[..member.len() / 2]).expect("a file");
    let (sequential, by_index) = read_both();
    assert!(!sequential.errors.is_empty() && !by_index.errors.is_empty(), "{:?}", by_index.errors);
}
