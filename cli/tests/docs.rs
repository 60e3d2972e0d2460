//! The commands of README.md and `docs/`: each shell block runs as it is printed, and prints what stands below it.
//!
//! A block runs in a folder that has our pages, data and a crawl where a clone has them, and as `page.html` and
//! `crawl.warc.gz`. A document's blocks run one after the other, in one folder. If a `text` or `json` block follows,
//! that is what it prints: of `text` line for line, where `…` stands for the rest of a line, or alone for any lines; of
//! `json` each value is part of one that is printed, in that order.
#![cfg(all(unix, feature = "columns"))]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How blocks begin that do not run here, and why.
const NOT_RUN: [(&str, &str); 7] = [
    ("cargo run --release -- links --url", "the quick start, which .ci/run runs"),
    ("cargo install", "compiles and installs"),
    ("cargo bench", "measures for minutes"),
    ("TAGRAKE_BLESS=1 cargo test -p tagrake-benches pictures", "a test of tagrake-benches draws and compares"),
    ("duckdb", "another tool; bulk/tests/read_back compares what it reads"),
    ("python", "the same"),
    ("bulk/tests/read_back/run", "fetches packages"),
];

/// A shell block, and what it should print.
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

/// README.md and all that is in `docs/`.
fn documents() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs")).expect("there are docs");
    let mut documents: Vec<PathBuf> = entries.map(|entry| entry.expect("a name").path()).collect();
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.push(root().join("README.md"));
    documents.sort();
    documents
}

/// Returns the shell blocks of a document.
fn blocks(document: &Path) -> Vec<Block> {
    let markdown = fs::read_to_string(document).expect("a document");
    let name = document.file_name().expect("a name").to_string_lossy();
    let mut blocks: Vec<Block> = Vec::new();
    // Whether only empty lines stand between the last shell block and here.
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
            _ => {}
        }
        is_next = language == "sh";
    }
    blocks
}

/// A folder with what the commands read.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let data = "bulk/tests/data/warc-1.0.1";
    for part in ["corpora/small", data] {
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

/// Runs a block, and returns what a terminal shows.
fn run(block: &Block, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_tagrake"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut bash = Command::new("bash");
    bash.args(["-e", "-u", "-c", &format!("exec 2>&1\n{}", block.code)]);
    bash.current_dir(folder).env("PATH", path).stdin(Stdio::null());
    let output = bash.output().expect("bash runs");
    let printed = String::from_utf8(output.stdout).expect("the output is UTF-8");
    assert!(output.status.success(), "{}: {}:\n{printed}", block.place, output.status);
    printed
}

#[test]
fn every_command_runs_and_prints_what_is_shown() {
    let mut passed_over = Vec::new();
    for document in documents() {
        let folder = folder();
        for block in blocks(&document) {
            if let Some((begin, _)) = NOT_RUN.iter().find(|(begin, _)| block.code.starts_with(begin)) {
                passed_over.push(*begin);
                continue;
            }
            let printed = run(&block, folder.path());
            let is_as_shown = match &block.shown {
                Some(Shown::Text(shown)) => {
                    is_text(&shown.lines().collect::<Vec<_>>(), &printed.lines().collect::<Vec<_>>())
                }
                Some(Shown::Json(shown)) => is_json(shown, &printed),
                None => true,
            };
            assert!(is_as_shown, "{}: what is shown is not what is printed:\n{printed}", block.place);
        }
    }
    for (begin, _) in NOT_RUN {
        assert!(passed_over.contains(&begin), "no block begins with {begin:?}");
    }
}

/// Returns whether lines are as they are shown.
fn is_text(shown: &[&str], printed: &[&str]) -> bool {
    match (shown, printed) {
        ([], []) => true,
        (["…", rest @ ..], _) => (0..=printed.len()).any(|begin| is_text(rest, &printed[begin..])),
        ([first, shown @ ..], [line, printed @ ..]) => {
            let is_same = first.strip_suffix('…').map_or(first == line, |begin| line.starts_with(begin));
            is_same && is_text(shown, printed)
        }
        _ => false,
    }
}

/// Returns whether each value that is shown is part of one that is printed.
fn is_json(shown: &str, printed: &str) -> bool {
    // Counts at the end are no JSON.
    let printed: String = printed.split_inclusive('\n').filter(|line| !line.starts_with("tagrake: ")).collect();
    let values = |text: &str| -> Vec<Value> {
        let values = serde_json::Deserializer::from_str(text).into_iter();
        values.collect::<Result<_, _>>().expect("what is shown, and what is printed, is JSON")
    };
    is_among(&values(shown), &values(&printed))
}

/// Returns whether each value is part of another one, in this order.
fn is_among(parts: &[Value], wholes: &[Value]) -> bool {
    let mut wholes = wholes.iter();
    parts.iter().all(|part| wholes.any(|whole| is_part(part, whole)))
}

fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(key, value)| whole.get(key).is_some_and(|whole| is_part(value, whole)))
        }
        (Value::Array(part), Value::Array(whole)) => is_among(part, whole),
        (Value::String(part), Value::String(whole)) => {
            part.strip_suffix('…').map_or(part == whole, |begin| whole.starts_with(begin))
        }
        _ => part == whole,
    }
}

#[test]
fn links_of_the_docs_lead_to_files() {
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
fn what_is_shown_is_compared() {
    let cases = [
        (true, "a\nb", "a\nb"),
        (false, "a", "a\nb"),
        (true, "a\n…", "a\nb\nc"),
        (true, "…\nc", "a\nb\nc"),
        (true, "a…\nb", "abc\nb"),
        (false, "a…\nb", "abc\nc"),
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
        (true, r#"{"a":[2,{"b":"lo…"}]} {"a":null}"#),
        (false, r#"{"a":null} {"a":[1]}"#),
        (false, r#"{"a":[2,1]}"#),
        (false, r#"{"a":[{"b":"lo"}]}"#),
        (false, r#"{"z":1}"#),
    ];
    for (is_same, shown) in cases {
        assert_eq!(is_json(shown, printed), is_same, "{shown}");
    }
}
