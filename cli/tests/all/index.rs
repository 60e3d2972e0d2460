//! `tagrake index`: formats, options, inputs and exit status.

use crate::support::command::{Folder, pipe, run};
use std::fs;
use tagrake_testsupport::warc_files::{gzip, gzip_each, html_response, record, with_fields};

fn records() -> Vec<Vec<u8>> {
    (0..30).map(|index| record(&format!("http://www.e.org/{}", index * 7 % 30), 300)).collect()
}

fn sorted(text: &str) -> String {
    let mut lines: Vec<_> = text.split_inclusive('\n').collect();
    lines.sort_unstable();
    lines.concat()
}

#[test]
fn prints_a_line_for_each_record() {
    let folder = Folder::new(&[("in/a.warc", &html_response("http://www.e.org/B?b&a", b"<p>"))]);
    let output = folder.run("index in/a.warc").exits(0);
    assert_eq!(output.stderr, "tagrake: 1 record\n");
    assert_eq!(
        output.text(),
        "org,e)/b?a&b 20261121000000 {\"url\": \"http://www.e.org/B?b&a\", \"mime\": \"text/html\", \"status\": \"200\", \
         \"digest\": \"sha1:MOW2KXALUIJKLMPY2WTQREDYR4AJOK7U\", \"length\": \"224\", \"offset\": \"0\", \"filename\": \
         \"a.warc\"}\n"
    );
    // The same from a pipe, with another name.
    let piped = pipe("index", &folder.read("in/a.warc")).exits(0);
    assert_eq!(piped.text(), output.text().replace("a.warc\"}", "-\"}"));
}

#[test]
fn sort_and_compression_apply_to_every_output() {
    let records = records();
    let folder = Folder::new(&[("a.warc.gz", &gzip_each(&records)), ("b.warc", &records[..9].concat())]);
    let plain = folder.run("index -q a.warc.gz b.warc").exits(0).text().to_owned();
    assert_eq!(plain.lines().count(), 39);
    let expected = sorted(&plain);
    assert_ne!(expected, plain);
    for jobs in ["1", "4"] {
        for name in ["out.cdxj", "out", "out.cdxj.gz", "out.CDXJ.zst"] {
            folder.run(&format!("index -q --sort -j {jobs} --work-bytes 1k -o {name} a.warc.gz b.warc")).exits(0);
        }
        assert_eq!((folder.text("out.cdxj"), folder.text("out")), (expected.clone(), expected.clone()));
        let mut gzip = String::new();
        let file = folder.read("out.cdxj.gz");
        std::io::Read::read_to_string(&mut flate2::read::MultiGzDecoder::new(&*file), &mut gzip).expect("gzip");
        let zstd = zstd::stream::decode_all(&*folder.read("out.CDXJ.zst")).expect("zstd");
        assert!(gzip == expected && zstd == expected.as_bytes());
    }
    folder.run("index --sort --output-dir indexes a.warc.gz b.warc").exits(0);
    let one = |name: &str| sorted(folder.run(&format!("index -q {name}")).text());
    assert_eq!(folder.text("indexes/a.warc.gz.cdxj"), one("a.warc.gz"));
    assert_eq!(folder.text("indexes/b.warc.cdxj"), one("b.warc"));
    let again = folder.run("index --sort --output-dir indexes --skip-existing a.warc.gz b.warc").exits(0);
    assert_eq!(again.stderr, "tagrake: 0 records; 2 outputs up to date\n");
    // The order is an option of the output.
    let other = folder.run("index --output-dir indexes --skip-existing a.warc.gz").exits(0);
    assert!(other.stderr.contains("1 output made again"), "{}", other.stderr);
}

#[test]
fn selects_records_by_type() {
    let fields = |kind: &str, more: &str| {
        format!(
            "WARC-Type: {kind}\r\nWARC-Target-URI: http://e.org/{kind}\r\nWARC-Date: 2026-11-21T00:00:00Z\r\n{more}"
        )
    };
    let warc_fields = "Content-Type: application/warc-fields\r\n";
    let file = [
        with_fields(&fields("warcinfo", warc_fields), b"a: b"),
        with_fields(&fields("metadata", warc_fields), b"a: b"),
        with_fields(&fields("metadata", "Content-Type: application/json\r\n"), b"{}"),
        with_fields(&fields("conversion", "Content-Type: text/plain\r\n"), b"text"),
        html_response("http://e.org/response", b"<p>"),
    ];
    let folder = Folder::new(&[("a.warc", &file.concat())]);
    let keys = |arguments: &str| -> Vec<String> {
        let output = folder.run(&format!("index -q {arguments} a.warc")).exits(0);
        output.text().lines().map(|line| line.split([' ', '/']).nth(1).unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(keys(""), ["metadata", "response"]);
    assert_eq!(keys("--records metadata"), ["metadata", "metadata"]);
    assert_eq!(keys("--records conversion,response"), ["conversion", "response"]);
    assert_eq!(keys("--records all").len(), 5);
}

#[test]
fn reports_damage_and_indexes_the_rest() {
    let records = records();
    let whole = gzip_each(&records);
    let folder =
        Folder::new(&[("a.warc.gz", &whole[..whole.len() - 20]), ("page.html", b"<p>"), ("b.warc", &records[0])]);
    let output = folder.run("index no.warc a.warc.gz page.html b.warc").exits(1);
    assert_eq!(output.text().lines().count(), 30);
    for message in ["tagrake: no.warc: ", "tagrake: a.warc.gz:", "tagrake: page.html:0: 3 bytes: no record starts here"]
    {
        assert!(output.stderr.contains(message), "{}", output.stderr);
    }
    assert!(output.stderr.contains("tagrake: 30 records; "), "{}", output.stderr);
    folder.run("index --errors fail -o none.cdxj a.warc.gz b.warc").exits(1);
    assert!(!folder.path().join("none.cdxj").exists());

    // A folder has files of other types.
    let output = folder.run("index .").exits(1);
    assert!(!output.stderr.contains("page.html"), "{}", output.stderr);
    assert_eq!(output.text().lines().count(), 30);

    folder.write("shared.warc.gz", gzip(&records[..2].concat()));
    let output = folder.run("index -v shared.warc.gz").exits(1);
    assert!(output.stderr.contains("shares its compressed member"), "{}", output.stderr);
    assert!(
        output.stderr.ends_with("tagrake: 0 records; 2 rows not written (cannot be indexed)\n"),
        "{}",
        output.stderr
    );
    assert!(output.stderr.contains("tagrake: shared.warc.gz: 0 records; "), "{}", output.stderr);
}

#[test]
fn counts_records_without_a_digest() {
    let folder = Folder::new(&[("a.warc", &record("http://e.org/", 5000))]);
    let output = folder.run("index --max-record-bytes 1k a.warc").exits(0);
    assert_eq!(output.stderr, "tagrake: 1 record; 1 record without a digest (over the limit)\n");
    assert!(!output.text().contains("digest"));
    assert!(folder.run("index a.warc").exits(0).text().contains("\"digest\": \"sha1:"));
}

/// Returns the bytes of a record with these header fields and a redirect in it.
fn redirect(url: &str) -> Vec<u8> {
    let fields = format!(
        "WARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-11-21T01:02:03.5Z\r\n\
         Content-Type: application/http\r\nWARC-Identified-Payload-Type: text/plain\r\nWARC-Truncated: length\r\n"
    );
    with_fields(
        &fields,
        b"HTTP/1.1 301 Moved\r\nlocation: ../new?x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>",
    )
}

#[test]
fn a_row_has_the_columns_of_common_crawl() {
    let path = "cc/segments/1526794863277.18/warc/a.warc";
    let record = redirect("https://User@A.b.Example.CO.UK.:8443/dir/old?q=a&b#c");
    let folder = Folder::new(&[(path, &record)]);
    let output = folder.run(&format!("index --format jsonl {path}")).exits(0);
    let expected = serde_json::json!({
        "url_surtkey": "uk,co,example,b,a:8443)/dir/old?b&q=a",
        "url": "https://User@A.b.Example.CO.UK.:8443/dir/old?q=a&b#c",
        "url_host_name": "a.b.example.co.uk",
        "url_host_tld": "uk",
        "url_host_2nd_last_part": "co",
        "url_host_3rd_last_part": "example",
        "url_host_4th_last_part": "b",
        "url_host_5th_last_part": "a",
        "url_host_registry_suffix": "co.uk",
        "url_host_registered_domain": "example.co.uk",
        "url_host_private_suffix": "co.uk",
        "url_host_private_domain": "example.co.uk",
        "url_host_name_reversed": "uk.co.example.b.a",
        "url_protocol": "https",
        "url_port": 8443,
        "url_path": "/dir/old",
        "url_query": "q=a&b",
        "fetch_time": "2026-11-21T01:02:03Z",
        "fetch_status": 301,
        "fetch_redirect": "https://User@a.b.example.co.uk.:8443/new?x",
        "content_digest": "MOW2KXALUIJKLMPY2WTQREDYR4AJOK7U",
        "content_mime_type": "text/html",
        "content_mime_detected": "text/plain",
        "content_truncated": "length",
        "warc_filename": path,
        "warc_record_offset": 0,
        "warc_record_length": record.len() - 4,
        "warc_segment": "1526794863277.18",
    });
    assert_eq!(output.text(), format!("{expected}\n"));
    assert_eq!(output.stderr, "tagrake: 1 record\n");
    // A metadata record without an HTTP head and a URL without a host.
    let metadata = with_fields(
        "WARC-Type: metadata\r\nWARC-Target-URI: urn:x\r\nWARC-Date: 2026\r\nContent-Type: a/b\r\n\
         WARC-Payload-Digest: md5:0\r\n",
        b"",
    );
    folder.write("m.warc", &metadata);
    let csv = folder.run("index --format csv m.warc").exits(0);
    let (names, row) = csv.text().trim_end().split_once("\r\n").expect("two lines");
    let columns: Vec<_> = expected.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(names.split(',').collect::<Vec<_>>(), columns);
    let commas = ",".repeat(11);
    let length = metadata.len() - 4;
    assert_eq!(row, format!("urn:x,urn:x{commas},urn,,,,2026-01-01T00:00:00Z,,,md5:0,a/b,,,m.warc,0,{length},"));
}

/// The index of an archive is read as an index, in every format but TSV and Arrow.
#[test]
fn an_index_in_every_format_names_the_records() {
    let pages: Vec<_> =
        (0..30).map(|index| html_response(&format!("http://e.org/{index}"), b"<title>T</title>")).collect();
    let folder = Folder::new(&[("in/a.warc.gz", &gzip_each(&pages)), ("in/b.warc", &pages[..9].concat())]);
    let expected = folder.run("extract in").exits(0).text().to_owned();
    let cases: &[&str] = &[
        "i.cdxj",
        "i.jsonl",
        "i.csv.gz",
        #[cfg(feature = "columns")]
        "i.parquet",
    ];
    for name in cases {
        for jobs in ["-j 1", "-j 3 --work-bytes 1k"] {
            folder.run(&format!("index {jobs} -o {name} in")).exits(0);
            let base = if *name == "i.cdxj" { "--base in/" } else { "" };
            let output = folder.run(&format!("extract {base} --index {name}")).exits(0);
            assert_eq!(output.text(), expected, "{name} {jobs}");
        }
    }
    #[cfg(feature = "columns")]
    {
        let kept = folder.run("extract --fields title --index i.parquet --keep url_host_name,url_host_tld").exits(0);
        let row = serde_json::json!({"title": "T", "url_host_name": "e.org", "url_host_tld": "org"});
        assert_eq!(kept.rows(), vec![row; 39]);
        let arrow = folder.run("index --format arrow in").exits(0).stdout;
        assert!(arrow.starts_with(&[0xFF; 4]) && arrow.len() > 4000, "{} bytes", arrow.len());
    }
}

/// Damaged records, and those without a place of their own, have no row.
#[test]
fn rows_of_damaged_records_are_left_out() {
    let pages = records();
    let folder =
        Folder::new(&[("a.warc.gz", &gzip(&pages.concat())), ("b.warc", &[&*pages[0], &pages[1][..99]].concat())]);
    let shared = folder.run("index --format csv a.warc.gz").exits(1);
    assert!(shared.stderr.contains("; 30 rows not written (cannot be indexed)"), "{}", shared.stderr);
    assert_eq!(shared.text().lines().count(), 1);
    assert_eq!(folder.run("index --format jsonl b.warc").exits(1).rows().len(), 1);
}

#[test]
fn limit_stops_after_records() {
    let folder = Folder::new(&[("a.warc", &records().concat())]);
    let all = folder.run("index -q a.warc").exits(0).text().to_owned();
    let first: String = all.split_inclusive('\n').take(3).collect();
    let output = folder.run("index --limit 3 a.warc").exits(0);
    assert_eq!(output.stderr, "tagrake: 3 records; stopped at --limit\n");
    assert_eq!(output.text(), first);
    assert_eq!(folder.run("index -q --limit 3 --sort a.warc").exits(0).text(), sorted(&first));
}

#[test]
fn rejects_wrong_usage() {
    let folder = Folder::new(&[("a.warc", &records()[0])]);
    let cases = [
        ("--records pages", "'pages' is no type of records"),
        ("--format warc", "invalid value"),
        ("-o a.txt", "cannot write text; it can write .cdxj[.gz|.zst], .jsonl[.gz|.zst], .csv[.gz|.zst]"),
        ("--sort -o a.csv", "'--sort' cannot be used with this format"),
        ("--input html", "'index' reads WARC files only"),
        ("--mime all", "unexpected argument"),
        ("--compression snappy", ""),
    ];
    for (arguments, message) in cases {
        let output = folder.run(&format!("index {arguments} a.warc")).exits(2);
        assert!(output.stderr.contains(message), "{arguments}: {}", output.stderr);
    }
    assert!(run("links -o a.cdxj a.html").exits(2).stderr.contains("cannot write CDXJ"));
    folder.run("index a.warc -o no/such/file").exits(3);
}

#[test]
#[cfg(unix)]
fn a_temporary_file_that_cannot_be_created_is_an_error() {
    // More lines than are sorted in memory: each URL takes 900 KB.
    let long = "x".repeat(900_000);
    let file: Vec<u8> =
        (0..20).flat_map(|index| html_response(&format!("http://e.org/{index}{long}"), b"<p>")).collect();
    let folder = Folder::new(&[("a.warc", &file)]);
    fs::write(folder.path().join("no-folder"), "").expect("a file");
    let sort = |temporary: &str| {
        let mut command = folder.command("index --sort -o out.cdxj a.warc");
        command.env("TMPDIR", folder.path().join(temporary)).output().expect("it runs")
    };
    let failed = sort("no-folder");
    let messages = String::from_utf8_lossy(&failed.stderr);
    assert_eq!(failed.status.code(), Some(3), "{messages}");
    assert!(messages.contains("the output failed: a temporary file in "), "{messages}");
    assert!(!folder.path().join("out.cdxj").exists());
    fs::create_dir(folder.path().join("temporary")).expect("a folder");
    assert_eq!(sort("temporary").status.code(), Some(0));
    assert_eq!(folder.text("out.cdxj"), sorted(folder.run("index -q a.warc").exits(0).text()));
    assert!(folder.names("temporary").is_empty());
}
