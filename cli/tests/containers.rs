//! Archives in other forms than WARC files of crawled pages: WET files.

mod support;

use serde_json::json;
use support::command::Folder;
use tagrake_testsupport::warc_files::{gzip_each, html_response, with_fields};

/// Returns a record of a WET file, as Common Crawl writes it.
fn wet_record(uri: &str, text: &[u8]) -> Vec<u8> {
    let fields = format!(
        "WARC-Type: conversion\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2024-05-18T01:58:10Z\r\n\
         WARC-Refers-To: <urn:uuid:2aabeff2-67f5-4608-8466-e87c6296e2b6>\r\nContent-Type: text/plain\r\n"
    );
    with_fields(&fields, text)
}

#[test]
fn texts_of_wet_files_are_pages_of_text() {
    let first = "Über uns\n\n  <b>a  &amp; b</b>\nhttp://e.org/ <a href=x>\n";
    let records = [
        with_fields("WARC-Type: warcinfo\r\n", b"isPartOf: CC-MAIN-2024-22\r\n"),
        wet_record("http://e.org/1", first.as_bytes()),
        wet_record("http://e.org/2", b"Two"),
        wet_record("http://e.org/empty", b""),
    ];
    let folder = Folder::new(&[("a.warc.wet.gz", &gzip_each(&records))]);
    let lines = "Über uns\n<b>a &amp; b</b>\nhttp://e.org/ <a href=x>";

    let printed = folder.run("text a.warc.wet.gz").exits(0);
    assert_eq!(printed.text(), format!("{lines}\n\u{c}Two\n\u{c}\n"));
    assert_eq!(printed.stderr, "tagrake: 3 pages\n");

    let fields = "url,warc_filename,fetch_time,content_mime_type,title,text,word_count,links,encoding,flags";
    let rows = folder.run(&format!("extract --text --fields {fields} a.warc.wet.gz")).exits(0).rows();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        (&rows[0]["url"], &rows[0]["text"], &rows[0]["word_count"]),
        (&json!("http://e.org/1"), &json!(lines), &json!(8))
    );
    assert_eq!((&rows[0]["content_mime_type"], &rows[0]["links"]), (&json!("text/plain"), &json!([])));
    assert_eq!((&rows[0]["encoding"]["name"], &rows[0]["title"]), (&json!("UTF-8"), &json!(null)));
    assert_eq!(rows[0]["fetch_time"], json!("2024-05-18T01:58:10Z"));

    assert_eq!(folder.run("links a.warc.wet.gz").exits(0).stderr, "tagrake: 0 links from 3 pages\n");
    let blocks = folder.run("blocks --fields page_url,text,offset,length a.warc.wet.gz").exits(0).rows();
    let block = |url: &str, text: &str, offset: usize, length: usize| json!({"page_url": url, "text": text, "offset": offset, "length": length});
    let expected = [
        block("http://e.org/1", "Über uns", 0, 9),
        block("http://e.org/1", "<b>a &amp; b</b>", 13, 17),
        block("http://e.org/1", "http://e.org/ <a href=x>", 31, 24),
        block("http://e.org/2", "Two", 0, 3),
    ];
    assert_eq!(blocks, expected);
    let markdown = folder.run("text --markdown a.warc.wet.gz").exits(0);
    assert!(markdown.text().starts_with("Über uns\n\n"), "{}", markdown.text());

    let skipped = folder.run("text --mime html a.warc.wet.gz").exits(0);
    assert_eq!((skipped.text(), &*skipped.stderr), ("", "tagrake: 0 pages; 3 records skipped (type not in --mime)\n"));
    assert_eq!(folder.run("text --mime text/plain a.warc.wet.gz").exits(0).text(), printed.text());
    let checked = folder.run("check a.warc.wet.gz").exits(0);
    assert!(
        checked.text().contains(": ok: 4 records (3 conversion, 1 warcinfo), 3 pages (3 UTF-8)"),
        "{}",
        checked.text()
    );
}

#[test]
fn a_wet_record_may_declare_another_encoding() {
    let fields =
        "WARC-Type: conversion\r\nWARC-Target-URI: http://e.org/\r\nContent-Type: text/plain; Charset=koi8-r\r\n";
    let folder = Folder::new(&[("a.warc.wet", &with_fields(fields, b"\xCD\xC9\xD2"))]);
    assert_eq!(folder.run("text a.warc.wet").exits(0).text(), "мир\n");
}

#[test]
fn texts_are_the_same_from_a_wet_file_of_the_pages() {
    let pages = ["<h1>One</h1><p>two  three<br>four<pre>five six</pre>", "<ul><li>&lt;b&gt;<li>b</ul>"];
    let records: Vec<_> = pages.iter().map(|page| html_response("http://e.org/", page.as_bytes())).collect();
    let folder = Folder::new(&[("a.warc.gz", &gzip_each(&records))]);
    folder.run("text -q -o a.warc.wet.gz a.warc.gz").exits(0);
    let texts = |name: &str| {
        let rows = folder.run(&format!("text -q --format jsonl {name}")).exits(0).rows();
        rows.iter().map(|row| (row["text"].clone(), row["url"].clone(), row["word_count"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(texts("a.warc.wet.gz"), texts("a.warc.gz"));
}
