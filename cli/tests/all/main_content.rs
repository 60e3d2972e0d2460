//! `--main`, `--view` and `--markdown` of `tagrake extract` and `tagrake text`.

use crate::support::command::{Folder, pipe, run};
use serde_json::{Value, json};

const PAGE: &str = "<html lang=en><title>The bridge</title><meta name=author content=Ann><nav><a href=/>Home</a> <a href=/news>News</a></nav>\
    <article><h2>Closed</h2><p>The <b>bridge</b> was closed on Monday, after the storm had damaged two of its pillars.\
    <ul><li>It will open again in May, <a href=/city>the city</a> said.<li>Buses stop at the <img src=s.png alt=old> \
    station until then.</ul></article><footer>Imprint</footer><time pubdate datetime=2026-05-01></time>";

const MAIN: &str = "Closed\n\nThe bridge was closed on Monday, after the storm had damaged two of its pillars.\n\n\
    - It will open again in May, the city said.\n- Buses stop at the station until then.";

const MARKDOWN: &str = "## Closed\n\nThe bridge was closed on Monday, after the storm had damaged two of its pillars.\n\n\
    - It will open again in May, the city said.\n- Buses stop at the station until then.";

#[track_caller]
fn printed(arguments: &str) -> String {
    pipe(arguments, PAGE.as_bytes()).exits(0).text().to_owned()
}

#[track_caller]
fn record(arguments: &str) -> Value {
    serde_json::from_str(&printed(arguments)).expect("one line of JSON")
}

#[test]
fn every_form_has_the_same_text() {
    assert_eq!(printed("text --main"), format!("{MAIN}\n"));
    assert_eq!(printed("text --main --markdown"), format!("{MARKDOWN}\n"));
    assert_eq!(printed("text --markdown"), format!("Home News\n\n{MARKDOWN}\n\nImprint\n"));
    let row = record("text --main --format jsonl");
    let keys: Vec<_> = row.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys[..7], ["source", "v", "url", "lang", "title", "main_text", "main_score"]);
    assert_eq!((&row["lang"], &row["title"]), (&json!("en"), &json!("The bridge")));
    assert_eq!(row["main_text"], MAIN);
    assert_eq!((&row["published"], &row["published_source"]), (&json!("2026-05-01"), &json!("time:pubdate")));
    assert_eq!((&row["authors"], &row["authors_source"]), (&json!(["Ann"]), &json!("meta:author")));
    let score = row["main_score"].as_f64().expect("a number");
    assert!((0.5..=1.0).contains(&score), "{score}");
    assert_eq!(record("text --main --markdown --format jsonl")["main_markdown"], MARKDOWN);
    let record = record("extract --main --markdown");
    assert_eq!((&record["main_text"], &record["main_markdown"]), (&json!(MAIN), &json!(MARKDOWN)));
    assert_eq!((&record["main_score"], record.get("markdown")), (&row["main_score"], None));
}

#[test]
fn fields_alone_are_enough() {
    let alone = printed("extract --fields main_text,main_score");
    let byline = "published,published_source,published_confidence,authors,authors_source";
    let more = printed(&format!("extract --fields main_text,main_score,{byline}"));
    assert_eq!(printed("extract --main --fields main_text"), more);
    assert_ne!(more, alone);
    assert_eq!(record("extract --fields title,markdown").as_object().map(serde_json::Map::len), Some(2));
    // A page without main content has an empty text, not a missing one.
    let empty = pipe("extract --fields main_text,main_score", b"<p>Hi").exits(0);
    assert_eq!(empty.text(), "{\"main_text\":\"\",\"main_score\":0.0}\n");
}

#[test]
fn other_records_stay_as_they_are() {
    let html = PAGE.as_bytes();
    let plain = pipe("extract --text", html).exits(0).text().to_owned();
    for key in ["main_text", "main_score", "main_markdown", "markdown", "blocks", "published", "authors"] {
        assert!(!plain.contains(key), "{key}");
    }
    let with_main = printed("extract --text --main");
    assert!(with_main.starts_with(plain.trim_end().trim_end_matches('}')), "{with_main}");
}

#[test]
fn views_and_inline_elements_are_options() {
    let texts = ["precise", "main", "generous"].map(|view| {
        let output = run(&format!("text --main --view {view} --format jsonl ../corpora/small")).exits(0);
        output.rows().iter().map(|row| row["main_text"].as_str().map_or(0, str::len)).sum::<usize>()
    });
    assert!(texts.is_sorted() && texts[0] < texts[2], "{texts:?}");
    // Blocks have the view, too.
    let marked = ["precise", "generous"].map(|view| {
        let output = run(&format!("extract --fields blocks --view {view} ../corpora/small")).exits(0);
        output.text().matches("\"main\":true").count()
    });
    assert!(marked[0] < marked[1], "{marked:?}");
    let markdown = printed("text --main --markdown --markdown-with links,images,emphasis --url http://e.org/");
    for part in ["The **bridge** was", "[the city](http://e.org/city) said", "![old](http://e.org/s.png)"] {
        assert!(markdown.contains(part), "{markdown}");
    }
}

#[test]
fn files_and_wet_records_hold_the_main_content() {
    let folder = Folder::new(&[("a.html", PAGE.as_bytes())]);
    folder.run("text --main a.html -o a.warc.wet.gz").exits(0);
    let records = folder.run("wat -q a.warc.wet.gz").rows();
    let header = &records[1]["Envelope"]["WARC-Header-Metadata"];
    assert_eq!((records.len(), &header["WARC-Type"]), (2, &json!("conversion")));
    assert_eq!(header["Content-Length"], MAIN.len().to_string());
    folder.run("text --main --markdown a.html --output-dir out").exits(0);
    assert_eq!(folder.text("out/a.html.md"), format!("{MARKDOWN}\n"));
    folder.run("text --markdown a.html -o b.md").exits(0);
    assert!(folder.text("b.md").contains("## Closed"));
    #[cfg(feature = "columns")]
    for name in ["a.parquet", "a.arrow"] {
        folder.run(&format!("extract --main a.html -o {name}")).exits(0);
        let bytes = folder.read(name);
        assert!(bytes.windows(9).any(|window| window == b"main_text"), "{name}");
    }
}

#[test]
fn wrong_combinations_are_usage_errors() {
    let cases = [
        ("extract --view precise", "'--view' needs '--main'"),
        ("text --view precise", "'--view' needs '--main'"),
        ("extract --main --markdown-with links", "'--markdown-with' needs '--markdown'"),
        ("text --main -o a.MD.gz", "has the extension of Markdown, which needs '--markdown'"),
        ("text --markdown --format wet -o a.warc.wet.gz", "cannot be used with WET"),
        ("schema --fields title", "cannot be used with '--format json-schema'"),
        ("schema --fields titel --format sql", "the table pages has no column 'titel'"),
        ("text --main --view best", "invalid value 'best'"),
    ];
    for (arguments, message) in cases {
        let output = run(arguments).exits(2);
        assert!(output.stderr.contains(message), "{arguments}: {}", output.stderr);
    }
}

#[test]
fn the_schema_has_columns_on_request() {
    assert_eq!(
        run("schema --format spark-ddl --fields url,main_text").exits(0).text(),
        "`url` STRING,\n`main_text` STRING\n"
    );
    let schema: Value = serde_json::from_str(run("schema").exits(0).text()).expect("JSON");
    assert_eq!(schema["properties"]["main_score"]["type"], "number");
}
