//! `tagrake blocks`: rows of text blocks.

use crate::support::command::{Folder, pipe, run};
use serde_json::{Value, json};
use tagrake_bulk::schema::{Table, json_schema};
use tagrake_testsupport::warc_files::html_resource;

const PAGE: &str = "<html lang=en><h2>Tea</h2><ul><li>Boil <a href=/w>the water</a><ol><li>slowly</ol></ul>\
    <table><tr><td>Green<td>2</table><pre> a\n</pre><p hidden>old<p lang=fr>un<br>deux";

#[test]
fn rows_describe_the_blocks() {
    let rows = pipe("blocks --url http://e.org/", PAGE.as_bytes()).exits(0);
    assert_eq!(rows.stderr, "tagrake: 9 blocks from 1 page\n");
    let rows = rows.rows();
    let first = json!({
        "source": "-", "page_url": "http://e.org/", "index": 0, "element": "h2", "path": "body/h2", "text": "Tea",
        "offset": 18, "length": 3, "container": 0, "words": 1, "link_words": 0, "heading_level": 2, "list_depth": 0,
        "lang": "en",
    });
    assert_eq!(rows[0], first);
    let values = |key: &str| rows.iter().map(|row| row[key].clone()).collect::<Vec<_>>();
    assert_eq!(values("text"), ["Tea", "Boil the water", "slowly", "Green", "2", " a\n", "old", "un", "deux"]);
}

#[test]
fn every_key_has_its_value() {
    let rows = pipe("blocks", PAGE.as_bytes()).exits(0).rows();
    let find = |text: &str| rows.iter().find(|row| row["text"] == text).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(find("Boil the water")["link_words"], 2);
    let item = find("slowly");
    assert_eq!((&item["list_depth"], &item["path"]), (&json!(2), &json!("body/ul/li/ol/li")));
    let outer = |row: &Value| row["container_parent"].as_i64().expect("a number");
    assert!(outer(item) > outer(find("Boil the water")), "the list of the inner item is in the outer item");
    assert_eq!((&find("2")["table_row"], &find("2")["table_column"]), (&json!(1), &json!(2)));
    assert_eq!((&find(" a\n")["pre"], &find("old")["hidden"]), (&json!(true), &json!(true)));
    assert_eq!((&find("deux")["line_breaks"], &find("deux")["lang"]), (&json!(1), &json!("fr")));
    for row in &rows {
        let (offset, length) = (row["offset"].as_u64().expect("a number"), row["length"].as_u64().expect("a number"));
        let source = &PAGE[offset as usize..(offset + length) as usize];
        let text = row["text"].as_str().expect("text");
        assert!(source.starts_with(text.split(' ').next().expect("a word")) || text.starts_with(' '), "{source}");
    }
}

#[test]
fn what_every_block_repeats_is_bounded() {
    let (divs, lang) = ("<div>".repeat(40), "x".repeat(36));
    let html = format!("<html lang={lang}>{divs}<p>One<p lang={}>Two", &lang[1..]);
    let rows = pipe("blocks --fields path,lang", html.as_bytes()).exits(0).rows();
    let path = ["div"; 23].join("/") + "/p";
    assert_eq!(rows, [json!({"path": path}), json!({"path": path, "lang": lang[1..]})]);
}

#[test]
fn scores_are_on_request() {
    let plain = run("blocks -q ../corpora/small").exits(0);
    assert!(plain.rows().len() > 200 && !plain.text().contains("\"score\":"));
    let scored = run("blocks -q --main ../corpora/small").exits(0).rows();
    assert!(scored.iter().all(|row| row["score"].as_f64().is_some_and(|score| (0.0..=1.0).contains(&score))));
    let main = |rows: &[Value]| rows.iter().filter(|row| row["main"] == true).count();
    let generous = run("blocks -q --fields main --view generous ../corpora/small").exits(0).rows();
    assert!(0 < main(&scored) && main(&scored) < main(&generous) && main(&generous) < scored.len());
    let without: Vec<_> = scored
        .into_iter()
        .map(|mut row| {
            row.as_object_mut()
                .expect("an object")
                .retain(|key, _| !["score", "main", "record", "comment"].contains(&key.as_str()));
            row
        })
        .collect();
    assert!(without == plain.rows());
}

#[test]
fn the_blocks_of_records_are_the_rows() {
    let mut expected = Vec::new();
    for record in run("extract -q --fields source,url,flags,blocks ../corpora/small").exits(0).rows() {
        for block in record["blocks"].as_array().expect("a list") {
            let mut row = json!({"source": record["source"], "page_url": record["url"]});
            if record["flags"] != json!([]) {
                row["flags"] = record["flags"].clone();
            }
            row.as_object_mut().expect("an object").extend(block.as_object().expect("an object").clone());
            expected.push(row);
        }
    }
    assert!(run("blocks -q --main ../corpora/small").exits(0).rows() == expected);
}

#[test]
fn every_format_has_the_rows() {
    let crawl = [html_resource(PAGE), html_resource("<p>Last")].concat();
    let folder = Folder::new(&[("a.warc", &crawl)]);
    let rows = folder.run("blocks a.warc").exits(0).rows();
    assert_eq!((rows.len(), &rows[9]["warc_filename"]), (10, &json!("a.warc")));
    for name in ["a.csv", "a.tsv"] {
        folder.run(&format!("blocks a.warc -o {name}")).exits(0);
        assert_eq!(folder.text(name).lines().count(), if name == "a.csv" { 12 } else { 11 });
    }
    #[cfg(feature = "columns")]
    for name in ["a.parquet", "a.arrow"] {
        folder.run(&format!("blocks --main a.warc -o {name}")).exits(0);
        assert!(folder.read(name).windows(8).any(|window| window == b"in_noscr"), "{name}");
    }
    assert_eq!(folder.run("blocks --limit 3 a.warc").exits(0).rows(), rows[..3]);
    folder.run("blocks --errors skip --stats s.json a.warc missing.warc").exits(1);
    assert_eq!((&folder.json("s.json")["rows"], &folder.json("s.json")["pages"]), (&json!(10), &json!(2)));
}

#[test]
fn wrong_arguments_are_usage_errors() {
    for (arguments, message) in [
        ("blocks --view precise", "'--view' needs '--main'"),
        ("blocks --fields txt", "no key of a block is named 'txt'; see 'tagrake schema --table blocks'"),
    ] {
        let output = run(arguments).exits(2);
        assert!(output.stderr.contains(message), "{}", output.stderr);
    }
}

#[test]
fn the_schema_knows_the_table() {
    let schema: Value = serde_json::from_str(run("schema --table blocks").exits(0).text()).expect("JSON");
    assert_eq!(schema, json_schema(Table::Blocks));
    assert!(run("schema --table blocks --format sql").exits(0).text().starts_with("CREATE TABLE blocks (\n"));
    assert!(
        run("schema --table blocks --format spark-ddl --fields text,score").exits(0).text().contains("`score` DOUBLE")
    );
    run("schema --table blocks --format arrow").exits(0);
}
