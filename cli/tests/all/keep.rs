//! Columns of an index that rows carry over: from every form of index, into every format of rows.

use crate::support::command::Folder;
use serde_json::Value;
use std::fmt::Write;
use tagrake_testsupport::warc_files::{gzip_each, html_response};

/// Creates a folder with an archive of three pages, each with two links, and its index as JSON lines, CDXJ and CSV.
fn archive() -> Folder {
    let pages = [0, 1, 2].map(|number| {
        html_response(
            &format!("http://e.org/{number}"),
            b"<html lang=en><title>T</title><a href=/x>x</a><a href=/y>y</a>",
        )
    });
    let folder = Folder::new(&[("a.warc.gz", &gzip_each(&pages))]);
    let rows = folder.run("extract --fields warc_filename,warc_record_offset,url a.warc.gz").exits(0).rows();
    let (mut lines, mut cdxj, mut csv) = (String::new(), String::new(), "filename,offset,rank,note\n".to_owned());
    let notes = ["\"one, \\\"two\\\"\"", "null", "\"\u{e9}\""];
    for (number, row) in rows.iter().enumerate() {
        let offset = &row["warc_record_offset"];
        let members =
            format!("\"filename\":\"a.warc.gz\",\"offset\":{offset},\"rank\":{number}.50,\"note\":{}", notes[number]);
        writeln!(lines, "{{{members}}}").expect("memory");
        writeln!(cdxj, "org,e)/ 20261121000000 {{{members}}}").expect("memory");
        let note = notes[number].replace("null", "\"\"").replace("\\\"", "\"\"");
        writeln!(csv, "a.warc.gz,{offset},{number}.50,{note}").expect("memory");
    }
    for (name, index) in [("i.jsonl", lines), ("i.cdxj", cdxj), ("i.csv", csv)] {
        folder.write(name, index);
    }
    folder
}

/// The kept values of the three pages as JSON members.
const KEPT: [&str; 3] = [
    r#","note":"one, \"two\"","rank":"0.50"}"#,
    r#","note":null,"rank":"1.50"}"#,
    ",\"note\":\"\u{e9}\",\"rank\":\"2.50\"}",
];

/// Returns the rows without the kept values, with those at the end of each line.
fn with_kept(rows: &str, per_page: usize) -> String {
    let row = |(number, row): (usize, &str)| row[..row.len() - 1].to_owned() + KEPT[number / per_page] + "\n";
    rows.lines().enumerate().map(row).collect()
}

#[test]
fn rows_of_every_table_have_the_values_of_every_form_of_index() {
    let folder = archive();
    for (verb, per_page) in [("extract", 1), ("links", 2), ("blocks", 1), ("text --format jsonl", 1)] {
        let plain = folder.run(&format!("{verb} --index i.jsonl")).exits(0);
        let expected = with_kept(plain.text(), per_page);
        assert_eq!(expected.lines().count(), 3 * per_page, "{verb}");
        for index in ["i.jsonl", "i.cdxj", "i.csv"] {
            for jobs in ["-j 1", "-j 2"] {
                let output = folder.run(&format!("{verb} {jobs} --index {index} --keep note,rank")).exits(0);
                assert_eq!(output.text(), expected, "{verb} {index}");
            }
        }
    }
    // A row that has no value for its only key.
    let alone = folder.run("extract --fields id --index i.jsonl --keep rank").exits(0);
    assert_eq!(alone.text().lines().next(), Some("{\"rank\":\"0.50\"}"));
    let csv = folder.run("links --fields url --format csv --index i.cdxj --keep note --keep rank").exits(0);
    let lines: Vec<_> = csv.text().lines().collect();
    assert_eq!(
        lines[..3],
        ["url,note,rank", "http://e.org/x,\"one, \"\"two\"\"\",0.50", "http://e.org/y,\"one, \"\"two\"\"\",0.50"]
    );
    assert_eq!(lines[3..5], ["http://e.org/x,,1.50", "http://e.org/y,,1.50"]);
    let tsv = folder.run("blocks --fields text --format tsv --index i.csv --keep rank").exits(0);
    assert!(tsv.text().starts_with("text\trank\n"), "{}", tsv.text());
}

/// Tables are read back as indexes: the columns that were kept are kept again.
#[test]
#[cfg(feature = "columns")]
fn tables_have_the_values_and_are_indexes() {
    let folder = archive();
    let fields = "url,lang,fetch_time,fetch_status,main_score,warc_filename,warc_record_offset,warc_record_length";
    folder.run(&format!("extract --fields {fields} -o pages.parquet --index i.jsonl --keep note,rank")).exits(0);
    let names = "note,rank,lang,fetch_time,fetch_status,main_score,warc_record_length";
    let rows = folder.run(&format!("links --fields raw --index pages.parquet --keep {names}")).exits(0).rows();
    assert_eq!(rows.len(), 6);
    let pages = folder.run(&format!("extract --fields {fields} --index i.jsonl")).exits(0).rows();
    for (number, row) in rows.iter().enumerate() {
        let page = &pages[number / 2];
        assert_eq!(row["rank"], format!("{}.50", number / 2));
        assert_eq!(row["note"], [Value::from("one, \"two\""), Value::Null, "\u{e9}".into()][number / 2]);
        assert_eq!(row["lang"], "en");
        for name in ["fetch_time", "fetch_status", "main_score", "warc_record_length"] {
            let text = page[name].as_str().map_or_else(|| page[name].to_string(), str::to_owned);
            assert_eq!(row[name], text, "{name}");
        }
    }
    let missing = folder.run("links --index pages.parquet --keep score").exits(1);
    assert!(missing.stderr.contains("pages.parquet: no column is named 'score'\n"), "{}", missing.stderr);
    folder.run("extract --fields warc_filename,warc_record_offset,encoding -o nested.parquet a.warc.gz").exits(0);
    let nested = folder.run("links --index nested.parquet --keep encoding").exits(1);
    let message = "nested.parquet: the column 'encoding' is of the type Struct";
    assert!(nested.stderr.contains(message) && nested.text().is_empty(), "{}", nested.stderr);
}

#[test]
fn errors_have_the_values_too() {
    let folder = archive();
    folder.write("i.jsonl", "{\"filename\":\"no.warc\",\"offset\":0,\"rank\":1}\n{}\n{\"filename\":\"a.warc.gz\",\"offset\":3,\"rank\":[ ]}\n");
    let rows = folder.run("extract --errors record --index i.jsonl --keep rank").exits(1).rows();
    let ranks: Vec<_> = rows.iter().map(|row| row["rank"].clone()).collect();
    assert!(rows.iter().all(|row| row["error"].is_string()));
    assert_eq!(ranks, ["1".into(), Value::Null, "[ ]".into()]);
}

#[test]
fn wrong_names_are_refused() {
    let folder = archive();
    for (arguments, message) in [
        ("extract --keep url --index i.jsonl", "rows of pages have a column 'url' already"),
        ("extract --fields title --keep URL --index i.jsonl", "rows of pages have a column 'URL' already"),
        ("links --keep rank,rank --index i.jsonl", "the column 'rank' is named twice"),
        ("links --keep '' --index i.jsonl", "a column has no name"),
        ("text --keep rank --index i.jsonl", "the argument '--keep' adds columns to rows"),
        ("wat --keep rank --index i.jsonl", "the argument '--keep' adds columns to rows"),
        ("extract --keep rank a.warc.gz", "the argument '--keep' requires '--index'"),
    ] {
        let error = folder.run(arguments).exits(2).stderr;
        assert!(error.contains(message), "{arguments}: {error}");
    }
    let csv = folder.run("extract --keep other --index i.csv").exits(1);
    assert!(csv.stderr.contains("i.csv:1: no column is named 'other'\n") && csv.text().is_empty(), "{}", csv.stderr);
    let lines = folder.run("extract --keep rank,other --index i.jsonl").exits(1);
    assert!(lines.stderr.contains("i.jsonl: no line has the key 'other'\n"), "{}", lines.stderr);
    assert_eq!(lines.rows().len(), 3);
}
