//! Archives in other forms than WARC files of crawled pages: WET files, ARC files and WACZ files.

use crate::support::command::Folder;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
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
    assert_eq!(
        (skipped.text(), &*skipped.stderr),
        ("", "tagrake: 0 pages; 3 records skipped (type not in --mime: 3 text/plain)\n")
    );
    assert_eq!(folder.run("text --mime text/plain a.warc.wet.gz").exits(0).text(), printed.text());
    let checked = folder.run("check a.warc.wet.gz").exits(0);
    assert!(
        checked.text().contains(": ok: 4 records (3 conversion, 1 warcinfo), 3 pages (3 UTF-8)"),
        "{}",
        checked.text()
    );
}

#[test]
fn the_memory_for_a_text_is_limited() {
    let folder = Folder::new(&[("a.warc.wet", &wet_record("http://e.org/", &b"word\n".repeat(100_000)))]);
    let flags =
        |limit: &str| folder.run(&format!("blocks --max-arena-bytes {limit} --fields text a.warc.wet")).exits(0);
    assert_eq!(flags("64M").rows().len(), 100_000);
    let limited = flags("1M");
    assert!(limited.rows().len() < 100_000 && limited.stderr.contains("limit"), "{}", limited.stderr);
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
            assert_eq!(
                printed.stderr,
                "tagrake: 8 pages; 4 records skipped (2 not HTML: 1 image/gif, 1 text/dns; 2 status not 2xx)\n"
            );
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

/// A frame that declares a window of 2 GiB, and one that declares the dictionary 7.
const REFUSED_FRAMES: [(&[u8], &str); 2] = [
    (b"\x28\xB5\x2F\xFD\x00\xA8\x19\x00\x00<p>", "zstd frame needs a window of 2 GiB; the limit is 128 MiB"),
    (b"\x28\xB5\x2F\xFD\x21\x07\x03\x19\x00\x00<p>", "zstd dictionary 7 is missing"),
];

#[test]
fn what_a_zstd_frame_needs_is_named_in_every_input() {
    for (frame, expected) in REFUSED_FRAMES {
        let folder =
            Folder::new(&[("a.html.zst", frame), ("a.jsonl.zst", frame), ("a.warc.zst", frame), ("list.zst", frame)]);
        let inputs = [
            "a.html.zst",
            "a.jsonl.zst",
            "a.warc.zst",
            "--input html a.warc.zst",
            "--manifest list.zst",
            "--index list.zst",
        ];
        for input in inputs {
            let output = folder.run(&format!("extract --fields url {input}")).exits(1);
            assert!(output.stderr.contains(expected), "{input}: {}", output.stderr);
            assert!(!output.stderr.contains("corrupt"), "{input}: {}", output.stderr);
        }
        for input in ["a.html.zst", "a.jsonl.zst", "a.warc.zst"] {
            let checked = folder.run(&format!("check {input}")).exits(1);
            assert!(checked.text().starts_with(&format!("{input}: not read: ")), "{}", checked.text());
        }
    }
}

/// As gzip and zcat do.
#[test]
fn zeros_after_the_last_gzip_member_are_ignored() {
    let page = gzip(b"<title>T</title>");
    let line = gzip(b"{\"html\": \"<title>T</title>\"}\n");
    let record = gzip(&html_response("http://e.org/", b"<title>T</title>"));
    for (name, stored) in [("a.html.gz", page), ("a.jsonl.gz", line), ("a.warc.gz", record)] {
        let zeros = [&stored[..], &[0; 700]].concat();
        let garbage = [&zeros[..], b"garbage"].concat();
        let folder = Folder::new(&[(name, &zeros), (&format!("other-{name}"), &garbage)]);
        let fields = "extract --fields title,content_truncated";
        let output = folder.run(&format!("{fields} {name}")).exits(0);
        let rows = output.rows();
        assert_eq!((rows.len(), &rows[0]["title"]), (1, &json!("T")), "{name}");
        assert!(rows[0].get("content_truncated").is_none_or(Value::is_null), "{name}");
        let output = folder.run(&format!("{fields} other-{name}")).exits(1);
        assert_eq!(output.rows()[0]["title"], "T", "{name}: {}", output.stderr);
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

/// An entry of a ZIP file: its path, its bytes, and whether it is deflated.
pub(crate) type Entry<'e> = (&'e str, &'e [u8], bool);

/// Returns a ZIP file.
pub(crate) fn zip(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (path, bytes, is_deflated) in entries {
        let method = if *is_deflated { CompressionMethod::DEFLATE } else { CompressionMethod::STORE };
        let (mut entry, config) = archive.new_file(path).compression_method(method).start().expect("memory");
        let descriptor = if *is_deflated {
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            writer.write_all(bytes).expect("memory");
            let (encoder, descriptor) = writer.finish().expect("memory");
            encoder.finish().expect("memory");
            descriptor
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(bytes).expect("memory");
            writer.finish().expect("memory").1
        };
        entry.finish(descriptor).expect("memory");
    }
    archive.finish().expect("memory")
}

/// Returns responses with a page each.
fn pages(name: &str, count: usize) -> Vec<Vec<u8>> {
    let page = |index: usize| format!("<title>{name} {index}</title><a href=/{index}>x</a>");
    (0..count).map(|index| html_response(&format!("http://e.org/{name}/{index}"), page(index).as_bytes())).collect()
}

#[test]
fn archives_in_wacz_files_are_read_in_place() {
    let (first, second, third) = (gzip_each(&pages("a", 30)), pages("b", 20).concat(), pages("c", 10).concat());
    let folder = Folder::new(&[("a.warc.gz", &first), ("b.warc", &second), ("c.warc", &third)]);
    let wacz = zip(&[
        ("datapackage.json", b"{}", true),
        ("archive/", b"", false),
        ("archive/a.warc.gz", &first, false),
        ("archive/b.warc", &second, false),
        ("archive/c.WARC", &third, true),
        ("archive/notes.txt", b"no archive", false),
        ("indexes/index.cdx.gz", &gzip(b""), false),
        ("pages/pages.jsonl", b"{\"html\": \"<p>\"}\n", true),
    ]);
    folder.write("crawl.wacz", &wacz);
    // The rows of the archives themselves, with the names that they have in the WACZ file.
    let rows = |arguments: &str| folder.run(&format!("extract {arguments}")).exits(0).rows();
    let mut expected = rows("a.warc.gz b.warc c.warc");
    for row in &mut expected {
        let name = row["warc_filename"].as_str().expect("a name").replace("c.warc", "c.WARC");
        row["warc_filename"] = json!(format!("crawl.wacz!/archive/{name}"));
    }
    assert_eq!(expected.len(), 60);
    for options in ["", "-j 2 --work-bytes 500", "-j 3 --work-bytes 2000", "-j 1"] {
        assert_eq!(rows(&format!("{options} crawl.wacz")), expected, "{options}");
    }
    let titles = |rows: Vec<Value>| rows.iter().map(|row| row["title"].clone()).collect::<Vec<_>>();
    assert_eq!(titles(rows(".")), [titles(expected.clone()), titles(expected.clone())].concat(), "a folder");

    // By offset, as rows and messages have it.
    folder.run("extract --url-prefix http://e.org/a/ --url-prefix http://e.org/b/ -o rows.jsonl crawl.wacz").exits(0);
    assert_eq!(rows("--index rows.jsonl"), expected[..50]);
    let place =
        format!("{}:{}", expected[40]["warc_filename"].as_str().expect("a name"), expected[40]["warc_record_offset"]);
    assert_eq!(rows(&format!("--record {place}")), expected[40..41]);
    let deflated = folder.run("extract --record crawl.wacz!/archive/c.WARC:0").exits(1);
    assert!(deflated.stderr.contains("the ZIP entry is deflated"), "{}", deflated.stderr);
    let absent = folder.run("extract --record crawl.wacz!/archive/d.warc:0").exits(1);
    assert!(absent.stderr.contains("the ZIP file has no entry of this name"), "{}", absent.stderr);
    folder.run("index --sort -o a.cdxj a.warc.gz").exits(0);
    let lines = folder.run("index --sort crawl.wacz").exits(0);
    assert_eq!(lines.text().lines().count(), 60);
    assert!(folder.text("a.cdxj").lines().all(|line| lines.text().contains(line)));
    folder.write("a.cdxj", folder.text("a.cdxj"));
    assert_eq!(rows("--base crawl.wacz!/archive --index a.cdxj").len(), 30);

    let checked = folder.run("check crawl.wacz").exits(0);
    assert!(checked.text().starts_with("crawl.wacz: ok: 60 records (60 response), 60 pages"), "{}", checked.text());
    folder.run("links --format csv --output-dir out crawl.wacz").exits(0);
    assert!(folder.path().join("out/crawl.wacz.csv").exists());
}

#[test]
fn damaged_wacz_files_are_reported() {
    let (first, second) = (gzip_each(&pages("a", 3)), pages("b", 20).concat());
    let wacz = zip(&[("archive/a.warc.gz", &first, false), ("archive/b.warc", &second, true)]);
    let at = |bytes: &[u8]| wacz.windows(bytes.len()).position(|window| window == bytes).expect("it is there");
    let mut damaged = wacz.clone();
    damaged[at(&first) + 20] ^= 0x55;
    let deflated = at(b"archive/b.warc") + b"archive/b.warc".len() + 100;
    damaged[deflated] ^= 0x55;
    let mut entry = wacz.clone();
    entry[deflated] ^= 0x55;
    // Bit 0 of the flags, in the directory.
    let mut encrypted = wacz.clone();
    let directory = wacz.windows(4).position(|window| window == b"PK\x01\x02").expect("a directory");
    encrypted[directory + 8] |= 1;
    let mut method = wacz.clone();
    method[directory + 10] = 14;
    let many: Vec<_> = (0..10_001).map(|number| format!("archive/{number}.warc")).collect();
    let page = pages("a", 1).concat();
    let bytes = |name: &str| if name == "archive/7.warc" { &page[..] } else { b"" };
    let many = zip(&many.iter().map(|name| (&**name, bytes(name), false)).collect::<Vec<_>>());
    let files: [(&str, &[u8]); 9] = [
        ("entry.wacz", &entry),
        ("many.wacz", &many),
        ("cut.wacz", &wacz[..wacz.len() - 30]),
        ("start.wacz", &wacz[..100]),
        ("damaged.wacz", &damaged),
        ("encrypted.wacz", &encrypted),
        ("method.wacz", &method),
        ("empty.wacz", &zip(&[("datapackage.json", b"{}", false)])),
        ("none.wacz", &zip(&[])),
    ];
    let folder = Folder::new(&files);
    let truncated = "the ZIP file is truncated: the directory at its end is missing";
    let cases = [
        ("many.wacz", 1, "many.wacz: the ZIP file has more than 10,000 archives".to_owned(), "not read"),
        ("cut.wacz", 23, format!("cut.wacz: {truncated}"), "truncated"),
        ("start.wacz", 0, format!("start.wacz: {truncated}"), "truncated"),
        ("entry.wacz", 3, "entry.wacz!/archive/b.warc:".to_owned(), "corrupt"),
        ("damaged.wacz", 2, "damaged.wacz!/archive/a.warc.gz:0: ".to_owned(), "corrupt"),
        ("encrypted.wacz", 20, "encrypted.wacz!/archive/a.warc.gz: the ZIP entry is encrypted".to_owned(), "not read"),
        (
            "method.wacz",
            20,
            "method.wacz!/archive/a.warc.gz: the ZIP entry is compressed by method 14".to_owned(),
            "not read",
        ),
        ("empty.wacz", 0, "empty.wacz: not read: a ZIP file without WARC files in archive/".to_owned(), "not read"),
        ("none.wacz", 0, "none.wacz: not read: a ZIP file without WARC files in archive/".to_owned(), "not read"),
    ];
    for (name, least, message, state) in cases {
        let printed = folder.run(&format!("extract {name}")).exits(1);
        assert!(printed.stderr.contains(&format!("tagrake: {message}")), "{name}: {}", printed.stderr);
        assert!(printed.rows().len() >= least, "{name}: {} rows", printed.rows().len());
        let checked = folder.run(&format!("check --format jsonl {name}")).exits(1).rows();
        assert_eq!(checked[0]["state"], json!(state), "{name}: {}", checked[0]);
    }
    let damaged = folder.run("extract damaged.wacz").exits(1);
    assert!(damaged.stderr.contains("damaged.wacz!/archive/b.warc:"), "{}", damaged.stderr);
    let piped = folder.run_with("extract -", folder.open("damaged.wacz")).exits(1);
    assert!(piped.stderr.starts_with("tagrake: -: a WACZ file has its directory at the end"), "{}", piped.stderr);
}

/// Without its directory, a WACZ file is read by the headers before its entries: up to the place where it is truncated.
#[test]
fn truncated_wacz_files_are_read_by_their_local_headers() {
    let (first, second) = (gzip_each(&pages("a", 5)), pages("b", 7).concat());
    // A writer that knows the lengths writes them into the headers, and no descriptors.
    let known = |name: &str, bytes: &[u8]| {
        let length = (bytes.len() as u32).to_le_bytes();
        let head = [b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0", &length[..], &length].concat();
        [&head[..], &(name.len() as u16).to_le_bytes(), &[0, 0], name.as_bytes(), bytes].concat()
    };
    let entries = [("pages/pages.jsonl", &b"{}"[..]), ("archive/a.warc.gz", &first), ("archive/b.warc", &second)];
    let sized = entries.map(|(name, bytes)| known(name, bytes)).concat();
    let stored = zip(&entries.map(|(name, bytes)| (name, bytes, false)));
    let deflated = zip(&entries.map(|(name, bytes)| (name, bytes, true)));
    let folder = Folder::new(&[]);
    for (name, wacz) in [("sized", &sized), ("stored", &stored), ("deflated", &deflated)] {
        let directory = wacz.windows(4).position(|window| window == b"PK\x01\x02").unwrap_or(wacz.len());
        let first_end = wacz.windows(14).position(|window| window == b"archive/b.warc").expect("an entry") - 30;
        for (length, rows) in [(directory, 12), (first_end, 5), (first_end + 100, 5), (60, 0)] {
            folder.write("cut.wacz", &wacz[..length]);
            for options in ["-j 1", "-j 3 --work-bytes 500"] {
                let printed = folder.run(&format!("extract {options} cut.wacz")).exits(1);
                assert_eq!(printed.rows().len(), rows, "{name}, {length}: {}", printed.stderr);
                let message = "cut.wacz: the ZIP file is truncated: the directory at its end is missing";
                assert_eq!(printed.stderr.matches(message).count(), 1, "{name}, {length}: {}", printed.stderr);
            }
        }
        // A part of the last archive.
        folder.write("cut.wacz", &wacz[..directory - second.len() / if name == "deflated" { 40 } else { 2 }]);
        let printed = folder.run("extract cut.wacz").exits(1);
        assert!((6..13).contains(&printed.rows().len()), "{name}: {} rows", printed.rows().len());
        if name != "deflated" {
            let offset = printed.rows()[6]["warc_record_offset"].clone();
            assert_eq!(
                folder.run(&format!("extract --record cut.wacz!/archive/b.warc:{offset}")).exits(0).rows().len(),
                1
            );
        }
    }
}

/// An entry that cannot be read does not hide the others: a damaged directory, a long path, a name that occurs twice, and bytes
/// that another entry has too.
#[test]
fn other_entries_of_a_wacz_file_are_read() {
    let [first, second, third] = ["a", "b", "c"].map(|name| pages(name, 2).concat());
    let long = format!("archive/{}.warc", "x".repeat(1100));
    let archives = zip(&[
        ("archive/a.warc", &first, false),
        (&long, &second, false),
        ("archive/a.warc", &second, false),
        ("archive/c.warc", &third, false),
    ]);
    let directories =
        |wacz: &[u8]| -> Vec<usize> { (0..wacz.len()).filter(|at| wacz[*at..].starts_with(b"PK\x01\x02")).collect() };
    let entries = directories(&archives);
    let mut cut = archives.clone();
    cut[entries[3]] = 0;
    let two =
        zip(&[("archive/a.warc", &first, false), ("archive/b.warc", &first, false), ("archive/c.warc", &third, false)]);
    let entries = directories(&two);
    // The offset of the local header of the first entry, in the directory.
    let mut overlap = two.clone();
    overlap.copy_within(entries[0] + 42..entries[0] + 46, entries[1] + 42);
    let folder = Folder::new(&[("names.wacz", &archives), ("cut.wacz", &cut), ("overlap.wacz", &overlap)]);
    let cases = [
        (
            "names.wacz",
            vec!["a 0", "a 1", "c 0", "c 1"],
            vec![
                "…: the path in the ZIP file is longer than 1,024 bytes",
                "names.wacz!/archive/a.warc: the ZIP file is damaged: an earlier entry has the same name",
            ],
        ),
        ("cut.wacz", vec!["a 0", "a 1"], vec!["tagrake: cut.wacz: the ZIP file is damaged: "]),
        (
            "overlap.wacz",
            vec!["a 0", "a 1", "c 0", "c 1"],
            vec!["overlap.wacz!/archive/b.warc: the ZIP file is damaged: the entry overlaps with an earlier one"],
        ),
    ];
    for (name, titles, messages) in cases {
        let printed = folder.run(&format!("extract --fields title {name}")).exits(1);
        let found: Vec<_> = printed.rows().iter().map(|row| row["title"].as_str().map(str::to_owned)).collect();
        assert_eq!(found, titles.iter().map(|title| Some((*title).to_owned())).collect::<Vec<_>>(), "{name}");
        for message in messages {
            assert!(printed.stderr.contains(message), "{name}: {}", printed.stderr);
        }
    }
    // By name, the first entry is read.
    let row = folder.run("extract --fields title --record names.wacz!/archive/a.warc:0").exits(0).rows();
    assert_eq!(row[0]["title"], json!("a 0"));
    let absent = folder.run("extract --record cut.wacz!/archive/c.warc:0").exits(1);
    assert!(
        absent.stderr.contains("cut.wacz!/archive/c.warc") && absent.stderr.contains("damaged"),
        "{}",
        absent.stderr
    );
}
