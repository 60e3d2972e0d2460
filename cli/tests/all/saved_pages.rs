//! Saved pages and their URLs: manifests with columns, and the comments that browsers and SingleFile write.

use crate::support::command::{Folder, Printed, pipe};
use serde_json::{Value, json};
use tagrake_testsupport::warc_files::{html_resource, html_response};

const PAGE: &[u8] = b"<title>T</title><a href=/x>x</a>";
/// A page in KOI8-R that declares nothing.
const RUSSIAN: &[u8] = b"<title>\xED\xC9\xD2</title>";

fn folder() -> Folder {
    let folder = Folder::new(&[("saved/a.html", PAGE), ("saved/sub/b", PAGE), ("saved/ru.html", RUSSIAN)]);
    folder.write(
        "saved/pages.csv",
        "file,url,content_type,encoding\n\
         a.html,https://e.org/one/,,\n\
         sub/b,https://e.org/two/,application/xhtml+xml,\n\
         ru.html,,,koi8-r\n",
    );
    folder
}

fn values(printed: &Printed, name: &str) -> Vec<Value> {
    printed.rows().into_iter().map(|mut row| row[name].take()).collect()
}

#[test]
fn a_manifest_declares_the_urls_the_types_and_the_encodings_of_pages() {
    let folder = folder();
    let printed = folder
        .run("extract --manifest saved/pages.csv --fields source,url,content_type,title,encoding,links,sources")
        .exits(0);
    assert_eq!(values(&printed, "source"), ["saved/a.html", "saved/sub/b", "saved/ru.html"]);
    assert_eq!(values(&printed, "url"), [json!("https://e.org/one/"), json!("https://e.org/two/"), Value::Null]);
    assert_eq!(values(&printed, "content_type"), [Value::Null, json!("application/xhtml+xml"), Value::Null]);
    assert_eq!(values(&printed, "title"), ["T", "T", "Мир"]);
    let rows = printed.rows();
    assert_eq!(rows[1]["links"][0]["url"], "https://e.org/x");
    assert_eq!(rows[2]["encoding"]["name"], "KOI8-R");
    assert_eq!(rows[2]["encoding"]["source"], "override");
    let sources = values(&printed, "sources");
    assert_eq!([&sources[0]["url"], &sources[2]["url"]], [&json!("manifest"), &Value::Null]);
    let links = folder.run("links --manifest saved/pages.csv --fields page_url,url").exits(0);
    assert_eq!(values(&links, "page_url"), ["https://e.org/one/", "https://e.org/two/"]);
    // The URLs take part in the selection, and are the base of links.
    let links = folder.run("links --manifest saved/pages.csv --url-prefix https://e.org/t --fields url").exits(0);
    assert_eq!(values(&links, "url"), ["https://e.org/x"]);
}

#[test]
fn a_manifest_has_the_formats_of_tables() {
    let folder = folder();
    folder.write("saved/pages.tsv", folder.text("saved/pages.csv").replace(',', "\t"));
    folder.write(
        "saved/pages.jsonl",
        r#"{"file": "a.html", "url": "https://e.org/one/"}
{"url": "https://e.org/two/", "file": "sub/b", "content_type": "application/xhtml+xml", "encoding": null}
{"encoding": "koi8-r", "file": "ru.html"}
"#,
    );
    folder.write("list", folder.text("saved/pages.csv"));
    let arguments = |manifest: &str| format!("extract --manifest {manifest} --fields source,url,content_type,title");
    let expected = folder.run(&arguments("saved/pages.csv")).exits(0);
    for manifest in ["saved/pages.tsv", "saved/pages.jsonl", "list --base saved"] {
        assert_eq!(folder.run(&arguments(manifest)).exits(0).text(), expected.text(), "{manifest}");
    }
    let printed = folder.run_with(&arguments("- --base saved"), folder.open("saved/pages.jsonl")).exits(0);
    assert_eq!(printed.text(), expected.text());
    // Without a folder of its own, the files of a manifest are relative to the current folder.
    let printed = folder.run_with("extract --manifest - --fields url", folder.open("saved/pages.csv")).exits(1);
    assert!(printed.stderr.starts_with("tagrake: a.html: No such file"), "{}", printed.stderr);
}

#[test]
fn errors_of_a_manifest_name_the_row_and_the_column() {
    let folder = folder();
    folder.write("a.warc", html_response("http://e.org/", PAGE));
    folder.write(
        "bad.csv",
        "file,url,link,encoding\n\
         saved/a.html,https://e.org/,x,\n\
         missing.html,https://e.org/,,\n\
         saved/a.html,e.org/a,,\n\
         saved/a.html,,,utf-9\n\
         a.warc,https://e.org/,,\n\
         saved,https://e.org/,,\n\
         ,https://e.org/,,\n\
         saved/sub/b,https://e.org/b,,\n\
         a.warc,,,\n",
    );
    let printed = folder.run("extract --manifest bad.csv --fields url --stats s.json").exits(1);
    assert_eq!(values(&printed, "url"), ["https://e.org/", "https://e.org/b", "http://e.org/"]);
    let expected = [
        "tagrake: bad.csv: the column 'link' is not read; a manifest has file, url, content_type and encoding",
        "tagrake: missing.html: No such file or directory",
        "tagrake: bad.csv:4: url: 'e.org/a' is not a URL: relative URL without a base",
        "tagrake: bad.csv:5: encoding: no encoding of the Encoding Standard is labelled 'utf-9'",
        "tagrake: bad.csv:6: 'a.warc' is a WARC or ARC file, whose pages cannot have one url, content_type and encoding: leave them empty",
        "tagrake: bad.csv:7: 'saved' is a folder, whose pages cannot have one url, content_type and encoding: leave them empty",
        "tagrake: bad.csv:8: the value of 'file' is missing",
    ];
    let mut lines: Vec<_> = printed.stderr.lines().collect();
    assert_eq!(lines.pop().map(|line| line.starts_with("tagrake: 3 pages; ")), Some(true), "{}", printed.stderr);
    assert_eq!(lines, expected);
    let checked = folder.run("check --manifest bad.csv").exits(1);
    assert!(checked.stderr.contains("bad.csv: the column 'link' is not read"), "{}", checked.stderr);
    let stats = folder.json("s.json");
    assert_eq!((&stats["complete"], &stats["failed_input_count"]), (&json!(false), &json!(2)));
    for (name, text, message) in [
        ("m.csv", "files,url\na,b\n", "m.csv:1: no column is named 'file'"),
        ("m.jsonl", "{\"url\": \"http://e.org/\"}\n", "m.jsonl:1: the key 'file' is missing"),
        ("m.json", "[{\"file\": \"a\"}]\n", "m.json: JSON, not a manifest"),
    ] {
        folder.write(name, text);
        let printed = folder.run(&format!("links --manifest {name}")).exits(1);
        assert!(printed.stderr.contains(message), "{}", printed.stderr);
    }
}

/// The record of an output has what the manifest declared about the page.
#[test]
fn an_output_is_made_again_if_the_manifest_declares_another_url() {
    let folder = folder();
    let run =
        || folder.run("extract --fields url --manifest saved/pages.csv --output-dir out --skip-existing").exits(0);
    run();
    assert!(run().stderr.contains("3 outputs up to date"));
    folder.write("saved/pages.csv", folder.text("saved/pages.csv").replace("/two/", "/three/"));
    let printed = run();
    assert!(printed.stderr.contains("2 outputs up to date"), "{}", printed.stderr);
    assert_eq!(folder.text("out/saved/sub/b.jsonl"), "{\"url\":\"https://e.org/three/\"}\n");
}

#[test]
fn the_comments_of_browsers_and_of_singlefile_name_the_url() {
    let chrome = b"<!DOCTYPE html>\n<!-- saved from url=(0024)https://e.org/chrome/dir -->\n<html><a href=x>x</a>";
    let single = b"<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: https://e.org/single/ \n saved date: Sun Nov 29 2026 18:00:00 GMT+0000\n--><a href=x>x</a>";
    let folder = Folder::new(&[("p/chrome.html", chrome), ("p/single.html", single), ("p/none.html", PAGE)]);
    let fields = "--fields url,sources,links";
    let printed = folder.run(&format!("extract {fields} p")).exits(0);
    let urls = [json!("https://e.org/chrome/dir"), Value::Null, json!("https://e.org/single/")];
    assert_eq!(values(&printed, "url"), urls);
    let sources: Vec<_> = values(&printed, "sources").iter().map(|sources| sources["url"].clone()).collect();
    assert_eq!(sources, [json!("saved-from"), Value::Null, json!("singlefile")]);
    let links: Vec<_> = values(&printed, "links").iter().map(|links| links[0]["url"].clone()).collect();
    assert_eq!(links, [json!("https://e.org/chrome/x"), Value::Null, json!("https://e.org/single/x")]);
    let printed = pipe(&format!("extract {fields}"), chrome).exits(0);
    assert_eq!(values(&printed, "url"), ["https://e.org/chrome/dir"]);
    // A URL of the caller counts first.
    let printed = folder.run(&format!("extract {fields} --url http://default/ p")).exits(0);
    assert_eq!(values(&printed, "url"), ["http://default/"; 3]);
    assert_eq!(values(&printed, "sources")[0]["url"], "default");
    folder.write("m.csv", "file,url\np/chrome.html,http://manifest/\np/single.html,\n");
    let printed = folder.run(&format!("extract {fields} --manifest m.csv")).exits(0);
    assert_eq!(values(&printed, "url"), ["http://manifest/", "https://e.org/single/"]);
    folder.run("inspect p/chrome.html -o r.html").exits(0);
    assert!(folder.text("r.html").contains("https://e.org/chrome/x"));
    folder.run("inspect p/chrome.html --url http://default/ -o r.html").exits(0);
    assert!(folder.text("r.html").contains("http://default/x"));
    let printed = folder.run("links --host e.org --fields page_url p").exits(0);
    assert_eq!(printed.rows().len(), 2);
}

/// The archive or the line declares the URL of a page.
#[test]
fn comments_in_archives_and_json_lines_are_not_trusted() {
    let page = "<!-- saved from url=(0014)https://e.org/ --><title>T</title>";
    let folder = Folder::new(&[]);
    folder.write("a.warc", html_resource(page));
    folder.write("a.jsonl", json!({"html": page}).to_string());
    let printed = folder.run("extract --fields url,title,sources a.warc a.jsonl").exits(0);
    assert_eq!(values(&printed, "title"), ["T", "T"]);
    assert_eq!(values(&printed, "url"), [Value::Null, Value::Null]);
}
