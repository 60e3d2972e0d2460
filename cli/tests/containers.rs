//! Archives in other forms than WARC files of crawled pages: WET files and ARC files.

mod support;

use serde_json::{Value, json};
use std::fs;
use support::command::Folder;
use tagrake_testsupport::warc_files::{
    arc_description, arc_record, gzip, gzip_each, html_response, offsets, with_fields,
};

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

/// Creates a folder with the ARC files of `bulk/tests/data/arc`.
fn arc_folder() -> Folder {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../bulk/tests/data/arc");
    let names = ["alexa.arc", "alexa.arc.gz", "heritrix.arc", "heritrix.arc.gz"];
    let files = names.map(|name| (name, fs::read(format!("{data}/{name}")).expect("a file")));
    Folder::new(&files.each_ref().map(|(name, bytes)| (*name, &bytes[..])))
}

#[test]
fn records_of_arc_files_are_pages() {
    let folder = arc_folder();
    for name in ["heritrix.arc", "heritrix.arc.gz"] {
        for way in [name.to_owned(), format!("-j 2 --work-bytes 100 {name}"), format!("--input warc {name}")] {
            let fields = "url,fetch_time,fetch_status,content_mime_type,title,encoding,warc_filename";
            let printed = folder.run(&format!("extract --fields {fields} {way}")).exits(0);
            assert_eq!(printed.stderr, "tagrake: 8 pages; 4 records skipped (2 not HTML, 2 status not 2xx)\n");
            let rows = printed.rows();
            let titles: Vec<_> = rows.iter().map(|row| row["title"].as_str().unwrap_or_default()).collect();
            let expected = [
                "First",
                "Spaces in the URL",
                "Line feeds",
                "Chunks",
                "Compressed",
                "Café",
                "Newlines at the end",
                "Last",
            ];
            assert_eq!(titles, expected, "{way}");
            assert_eq!(rows[1]["url"], json!("http://e.org/a%20b?c=d%20e"));
            assert_eq!(
                (&rows[6]["fetch_time"], &rows[6]["fetch_status"]),
                (&json!("2004-12-31T23:59:59Z"), &json!(200))
            );
            assert_eq!((&rows[0]["content_mime_type"], &rows[0]["warc_filename"]), (&json!("text/html"), &json!(name)));
        }
        let all = folder.run(&format!("extract --mime all --status all --fields url {name}")).exits(0);
        assert_eq!(all.rows().len(), 12);
        let links = folder.run(&format!(
            "links --fields page_url,url --url-prefix http://e.org/latin --url-prefix http://e.org/lf {name}"
        ));
        assert_eq!(links.exits(0).rows(), [json!({"page_url": "http://e.org/lf", "url": "http://e.org/next?q=1"})]);
        assert!(folder.run(&format!("text {name}")).exits(0).text().contains("Line feeds next\n"));
        assert_eq!(
            folder.run(&format!("blocks --limit 1 --fields text {name}")).exits(0).rows(),
            [json!({"text": "First next"})]
        );
        let wat = folder.run(&format!("wat {name}")).exits(0).rows();
        assert_eq!(wat.len(), 13);
        let header = &wat[5]["Envelope"]["WARC-Header-Metadata"];
        assert_eq!((&header["WARC-Type"], &header["WARC-Target-URI"]), (&json!("response"), &json!("dns:e.org")));
        assert_eq!((&header["WARC-IP-Address"], &header["Content-Type"]), (&json!("192.0.2.7"), &json!("text/dns")));
        let checked = folder.run(&format!("check {name}")).exits(0);
        let report = format!("{name}: ok: 13 records (12 response, 1 warcinfo), 8 pages (4 UTF-8, 4 windows-1252)");
        assert!(checked.text().starts_with(&report), "{}", checked.text());
        let dedup = folder.run(&format!("extract --dedup digest --fields url {name} {name}")).exits(0);
        assert_eq!(dedup.rows().len(), 8);
    }
    assert_eq!(folder.run("extract --fields url .").exits(0).rows().len(), 20, "a folder");
    let piped = folder.run_with("extract --fields url -", folder.open("heritrix.arc.gz")).exits(0);
    assert_eq!(piped.rows().len(), 8);
}

#[test]
fn records_of_arc_files_are_found_by_offset() {
    let folder = arc_folder();
    for name in ["heritrix.arc", "heritrix.arc.gz"] {
        folder.run(&format!("extract -o pages.jsonl {name}")).exits(0);
        let rows = folder.run(&format!("extract {name}")).exits(0).rows();
        assert_eq!(folder.run("extract --index pages.jsonl").exits(0).rows(), rows, "{name}");
        folder.run(&format!("index -o pages.cdxj {name}")).exits(0);
        assert_eq!(folder.run("extract --index pages.cdxj").exits(0).rows(), rows, "{name}");
        for row in &rows {
            let offset = &row["warc_record_offset"];
            let one = folder.run(&format!("extract --record {name}:{offset}")).exits(0).rows();
            assert_eq!(one, std::slice::from_ref(row), "{name}:{offset}");
        }
        let wrong = folder.run(&format!("extract --record {name}:3")).exits(1);
        assert!(wrong.stderr.contains("no record starts here"), "{}", wrong.stderr);
        let offset = &rows[0]["warc_record_offset"];
        assert!(folder.run(&format!("tokens --record {name}:{offset}")).exits(0).text().contains("First"));
    }
}

#[test]
fn damaged_arc_files_give_their_other_records() {
    let parts = [arc_description("a.arc"), arc_record("http://e.org/1", 200), arc_record("http://e.org/2", 300)];
    let ends = offsets(&parts);
    let mut plain = parts.concat();
    plain.truncate(ends[3] - 100);
    let mut members = parts.iter().map(|part| gzip(part)).collect::<Vec<_>>();
    members[1][20] ^= 0x55;
    let folder = Folder::new(&[("cut.arc", &plain), ("bad.arc.gz", &members.concat())]);
    let urls = |rows: Vec<Value>| rows.into_iter().map(|row| row["url"].clone()).collect::<Vec<_>>();

    let cut = folder.run("extract --fields url,content_truncated cut.arc").exits(1);
    assert_eq!(
        cut.stderr.lines().next(),
        Some(&*format!("tagrake: cut.arc:{}: {} bytes: the file is truncated here", ends[2], ends[3] - 100 - ends[2]))
    );
    assert_eq!(cut.rows()[1], json!({"url": "http://e.org/2", "content_truncated": "damaged"}));
    let checked = folder.run("check --format jsonl cut.arc").exits(1).rows();
    assert_eq!(checked[0]["state"], json!("truncated"));

    let bad = folder.run("extract --fields url bad.arc.gz").exits(1);
    let start = members[0].len();
    assert!(
        bad.stderr.starts_with(&format!("tagrake: bad.arc.gz:{start}: {} bytes: ", members[1].len())),
        "{}",
        bad.stderr
    );
    assert_eq!(urls(bad.rows()), ["http://e.org/2"]);
}
