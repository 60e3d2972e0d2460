//! The commands of README.md and `docs/`: runs every shell block as written, and compares its output with the next
//! block.
//!
//! The blocks of a document run in order, in one folder. It contains our pages and a crawl, under the same paths as a
//! clone and as `page.html` and `crawl.warc.gz`. A `text` or `json` block after a shell block is its output, including
//! standard error. In that output, `…` matches one or more items: characters within a line, lines if it is alone on a
//! line, items in a JSON list, keys as a key of a JSON object.
//!
//! A server on the loopback interface is the S3 endpoint, and the proxy for all web servers.
use crate::support::shell;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use tagrake_testsupport::http_server::{HttpServer, ServedFile};
use tagrake_testsupport::warc_files::gzip;

/// The beginnings of blocks that do not run here, and why.
const NOT_RUN: [(&str, &str); 6] = [
    ("cargo run --release -- links --url", "the quick start, which .ci/run runs"),
    ("cargo install", "compiles and installs"),
    ("cargo bench", "measures for minutes"),
    ("cargo run -p tagrake-benches", "needs the repository; .ci/run runs it with --check"),
    ("duckdb", "another tool; python/tests/test_documents.py runs them"),
    ("python", "the same, except the one that measures"),
];

/// Documents whose `text` blocks are not the output of a shell block, and why.
const OTHER_TEXT: [(&str, &str); 1] = [("editions.md", "cli/tests/all/editions.rs compares them")];

/// A shell block and its expected output.
struct Block {
    place: String,
    code: String,
    shown: Option<Shown>,
}

enum Shown {
    Text(String),
    Json(String),
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns README.md and the documents in `docs/`.
fn documents() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs")).expect("there are docs");
    let mut documents: Vec<PathBuf> = entries.map(|entry| entry.expect("a name").path()).collect();
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.push(root().join("README.md"));
    documents.sort();
    documents
}

/// `docs/extraction.md` has the table of formats.
#[cfg(feature = "columns")]
#[test]
fn the_formats_are_documented() {
    use tagrake_bulk::output::{Compression, FileFormat, Format, Product};
    let mut table = "| format | extensions | compressions | what it can hold |\n|---|---|---|---|\n".to_owned();
    for &format in FileFormat::ALL {
        let extensions: Vec<_> = format.extensions().iter().map(|extension| format!("`.{extension}`")).collect();
        let compressions: Vec<_> = format.compressions().iter().copied().map(Compression::as_str).collect();
        let held = Product::ALL.iter().copied().filter(|product| Format::new(*product, format).is_ok());
        let held: Vec<_> = held.map(Product::as_str).collect();
        let (extensions, compressions, held) = (extensions.join(", "), compressions.join(", "), held.join(", "));
        table += &format!("| {} | {extensions} | {compressions} | {held} |\n", format.as_str());
    }
    let document = fs::read_to_string(root().join("docs/extraction.md")).expect("a document");
    assert!(document.contains(&table), "docs/extraction.md lacks\n{table}");
}

/// `docs/extraction.md` has the table of keys that need no body.
#[test]
fn the_keys_of_the_head_are_documented() {
    use tagrake_bulk::Fields;
    use tagrake_bulk::schema::Table;
    let mut table = "| key | contents |\n|---|---|\n".to_owned();
    let fields = Table::Pages.fields().iter().chain(Table::Pages.fields_on_request());
    for field in fields.filter(|field| Fields::only(field.name).is_ok_and(|keys| keys.first_of_body().is_none())) {
        table += &format!("| `{}` | {} |\n", field.name, field.doc);
    }
    let document = fs::read_to_string(root().join("docs/extraction.md")).expect("a document");
    assert!(document.contains(&format!("{table}\n")), "docs/extraction.md lacks\n{table}");
}

/// Returns the shell blocks of a document.
fn blocks(document: &Path) -> Vec<Block> {
    let markdown = fs::read_to_string(document).expect("a document");
    let name = document.file_name().expect("a name").to_string_lossy();
    let mut blocks: Vec<Block> = Vec::new();
    // True if there are only empty lines between the last shell block and this line.
    let mut is_next = false;
    let mut lines = markdown.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            is_next &= line.is_empty();
            continue;
        };
        let place = format!("{name}:{}", number + 1);
        assert!(!language.is_empty(), "{place}: the block names no language");
        let inside = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
        let code = inside.flat_map(|line| [line, "\n"]).collect();
        match (language, blocks.last_mut()) {
            ("sh", _) => blocks.push(Block { place, code, shown: None }),
            ("text", Some(block)) if is_next => block.shown = Some(Shown::Text(code)),
            ("json", Some(block)) if is_next => block.shown = Some(Shown::Json(code)),
            ("text" | "json", _) => {
                let is_known = OTHER_TEXT.iter().any(|(document, _)| *document == name);
                assert!(is_known, "{place}: no shell block before it: nothing compares this one");
            }
            _ => {}
        }
        is_next = language == "sh";
    }
    blocks
}

/// Creates a folder with the inputs of the commands.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let data = "bulk/tests/data/warc-1.0.1";
    for part in ["corpora/small", data, "bulk/tests/data/arc", "bulk/tests/data/wacz"] {
        let (from, to) = (root().join(part), folder.path().join(part));
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder of ours") {
            let entry = entry.expect("a name");
            fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
    let copy = |from: &str, to: &str| fs::copy(root().join(from), folder.path().join(to)).expect("a copy");
    copy("corpora/small/article.html", "page.html");
    copy(&format!("{data}/crawl.warc.gz"), "crawl.warc.gz");
    folder
}

/// Starts a server with the crawl: in the bucket `commoncrawl`, as `crawls/crawl.warc.gz` of any web server, and inflated in the
/// bucket `crawls`.
fn server() -> HttpServer {
    let crawl = fs::read(root().join("bulk/tests/data/warc-1.0.1/crawl.warc.gz")).expect("a crawl");
    let page = fs::read(root().join("corpora/small/article.html")).expect("a page");
    let server = HttpServer::start();
    let paths = gzip(b"crawl-data/CC-MAIN-2014-35/warc/crawl.warc.gz\n");
    server.serve("/commoncrawl/crawl-data/CC-MAIN-2014-35/warc.paths.gz", ServedFile::new(paths));
    server.serve("/commoncrawl/crawl-data/CC-MAIN-2014-35/warc/crawl.warc.gz", ServedFile::new(crawl.clone()));
    let mut records = Vec::new();
    GzDecoder::new(&*crawl).read_to_end(&mut records).expect("a member");
    server.serve("/crawls/crawl.warc", ServedFile::new(records));
    server.serve("/crawls/crawl.warc.gz", ServedFile::new(crawl));
    server.serve("/article.html", ServedFile::new(page).with_header("Content-Type", "text/html"));
    server
}

/// Runs a block, and returns its standard output and standard error.
fn run(block: &Block, folder: &Path, server: &HttpServer) -> String {
    let script = format!("exec 2>&1\n{}", block.code);
    let mut bash = shell::bash(folder, &["-e", "-u", "-c", &script]);
    let output = bash.envs(server.variables()).output().expect("bash runs");
    let printed = String::from_utf8(output.stdout).expect("the output is UTF-8");
    assert!(output.status.success(), "{}: {}:\n{printed}", block.place, output.status);
    printed
}

#[test]
fn every_command_prints_the_output_shown() {
    let mut passed_over = Vec::new();
    let server = server();
    for document in documents() {
        let folder = folder();
        for block in blocks(&document) {
            if let Some((begin, _)) = NOT_RUN.iter().find(|(begin, _)| block.code.starts_with(begin)) {
                passed_over.push(*begin);
                continue;
            }
            let printed = run(&block, folder.path(), &server);
            let is_as_shown = match &block.shown {
                Some(Shown::Text(shown)) => {
                    is_text(&shown.lines().collect::<Vec<_>>(), &printed.lines().collect::<Vec<_>>())
                }
                Some(Shown::Json(shown)) => is_json(shown, &printed),
                // The guide must show every output.
                None => printed.is_empty() || !document.ends_with("guide.md"),
            };
            assert!(is_as_shown, "{}: the output differs from the block:\n{printed}", block.place);
        }
    }
    for (begin, _) in NOT_RUN {
        assert!(passed_over.contains(&begin), "no block begins with {begin:?}");
    }
}

/// Returns true if the printed lines match those shown.
fn is_text(shown: &[&str], printed: &[&str]) -> bool {
    is_sequence(shown, printed, |shown| *shown == "…", |shown, printed| is_line(shown, printed))
}

/// Returns true if the items match: a gap matches one item or more.
fn is_sequence<T, U>(shown: &[T], found: &[U], is_gap: fn(&T) -> bool, is_same: fn(&T, &U) -> bool) -> bool {
    match (shown, found) {
        ([], []) => true,
        ([gap, rest @ ..], _) if is_gap(gap) => {
            (1..=found.len()).any(|begin| is_sequence(rest, &found[begin..], is_gap, is_same))
        }
        ([first, shown @ ..], [item, found @ ..]) => is_same(first, item) && is_sequence(shown, found, is_gap, is_same),
        _ => false,
    }
}

/// Returns true if the line matches: `…` matches one character or more.
fn is_line(shown: &str, line: &str) -> bool {
    let Some((begin, end)) = shown.split_once('…') else { return shown == line };
    let Some(rest) = line.strip_prefix(begin) else { return false };
    let mut ends = rest.char_indices().map(|(at, character)| at + character.len_utf8());
    ends.any(|at| is_line(end, &rest[at..]))
}

/// Returns true if the JSON values match those shown. Lines of standard error may come before or after them.
fn is_json(shown: &str, printed: &str) -> bool {
    let printed: String = printed.split_inclusive('\n').filter(|line| !line.starts_with("tagrake: ")).collect();
    let values = |text: &str| -> Vec<Value> {
        let values = serde_json::Deserializer::from_str(text).into_iter();
        values.collect::<Result<_, _>>().expect("what is shown, and what is printed, is JSON")
    };
    is_sequence(&values(shown), &values(&printed), is_gap, is_value)
}

fn is_gap(value: &Value) -> bool {
    value == "…"
}

fn is_value(shown: &Value, value: &Value) -> bool {
    match (shown, value) {
        (Value::Object(shown), Value::Object(object)) => {
            let named = shown.iter().filter(|(key, _)| *key != "…");
            let named: Vec<_> = named.collect();
            let left_out = object.len() > named.len();
            left_out == shown.contains_key("…")
                && named.iter().all(|(key, shown)| object.get(*key).is_some_and(|value| is_value(shown, value)))
        }
        (Value::Array(shown), Value::Array(items)) => is_sequence(shown, items, is_gap, is_value),
        (Value::String(shown), Value::String(text)) => is_line(shown, text),
        _ => shown == value,
    }
}

#[test]
fn relative_links_refer_to_files() {
    for document in documents() {
        let markdown = fs::read_to_string(&document).expect("a document");
        let folder = document.parent().expect("a folder");
        for target in markdown.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let is_ours = !target.is_empty() && !target.contains("://");
            assert!(!is_ours || folder.join(target).exists(), "{}: {target}", document.display());
        }
    }
}

#[test]
fn compares_outputs_with_omissions() {
    let cases = [
        (true, "a\nb", "a\nb"),
        (false, "a", "a\nb"),
        (true, "a\n…", "a\nb\nc"),
        (false, "a\n…", "a"),
        (true, "…\nc", "a\nb\nc"),
        (false, "…\nb", "a\nb\nc"),
        (true, "a…\nb", "abc\nb"),
        (false, "a…\nb", "abc\nc"),
        (false, "a…", "a"),
        (true, "a…d…f", "abcdef"),
        (false, "a…d…e", "abcdef"),
    ];
    for (is_same, shown, printed) in cases {
        assert_eq!(
            is_text(&shown.lines().collect::<Vec<_>>(), &printed.lines().collect::<Vec<_>>()),
            is_same,
            "{shown}"
        );
    }
    let printed = "{\"a\":[1,2,{\"b\":\"long\",\"c\":3}]}\n{\"a\":null}\ntagrake: 2 pages\n";
    let cases = [
        (true, r#"{"a":["…",{"b":"lo…","…":"…"}]} {"a":null}"#),
        (true, r#"{"a":[1,2,{"b":"long","c":3}]} "…""#),
        (false, r#"{"a":[1,2,{"b":"long"}]} {"a":null}"#),
        (false, r#"{"a":[2,{"b":"long","c":3}]} {"a":null}"#),
        (false, r#"{"a":[1,2,{"b":"long","c":3,"…":"…"}]} {"a":null}"#),
        (false, r#"{"a":["…"]}"#),
        (false, r#"{"a":null} {"a":["…"]}"#),
        (false, r#"{"a":["…",{"b":"lo","…":"…"}]} "…""#),
        (false, r#"{"z":1,"…":"…"} "…""#),
    ];
    for (is_same, shown) in cases {
        assert_eq!(is_json(shown, printed), is_same, "{shown}");
    }
}
