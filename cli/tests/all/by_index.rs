//! Records that an index or `--record` names: in the order of the index, on any number of threads, from files and servers.

use crate::support::command::Folder;
use serde_json::Value;
use std::fmt::Write;
#[cfg(feature = "remote")]
use tagrake_testsupport::http_server::{Fault, HttpServer, ServedFile};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::warc_files::{gzip, gzip_each, html_response, with_block, with_fields, zstd};

/// The number of records of an archive.
const RECORDS: usize = 300;

/// Returns the records of an archive; every seventh one is longer than the gap that is read with two records.
fn records(host: &str) -> Vec<Vec<u8>> {
    let page = |number: usize| {
        let html = format!("<title>{number}</title>{}", "<p>text".repeat(number * 31 % 400));
        html_response(&format!("http://{host}/{number}"), html.as_bytes())
    };
    (0..RECORDS).map(page).collect()
}

/// Creates a folder with three archives: of gzip members, plain, and of zstd frames.
fn archives() -> Folder {
    let frames: Vec<_> = records("c.org").iter().flat_map(|record| zstd(record, b"")).collect();
    Folder::new(&[
        ("a.warc.gz", &gzip_each(&records("a.org"))),
        ("b.warc", &records("b.org").concat()),
        ("c.warc.zst", &frames),
    ])
}

/// Returns the lines in a random order that is the same in every run.
fn shuffled(lines: &str) -> Vec<&str> {
    let mut lines: Vec<_> = lines.lines().collect();
    let mut random = Random::new(1);
    for index in (1..lines.len()).rev() {
        lines.swap(index, random.below(index + 1));
    }
    lines
}

/// Returns a field of a row as text.
fn field(row: &str, name: &str) -> String {
    let row: Value = serde_json::from_str(row).expect("JSON");
    row[name].as_str().map_or_else(|| row[name].to_string(), str::to_owned)
}

#[test]
fn rows_are_those_of_a_complete_read_in_the_order_of_the_index() {
    let folder = archives();
    let all = folder.run("extract a.warc.gz b.warc c.warc.zst").exits(0);
    let rows = shuffled(all.text());
    assert_eq!(rows.len(), 3 * RECORDS);
    let (mut lines, mut cdxj) = (String::new(), String::new());
    let mut csv = "title,page_url,warc_filename,warc_record_offset,warc_record_length\n".to_owned();
    for row in &rows {
        let [file, offset, length, url] =
            ["warc_filename", "warc_record_offset", "warc_record_length", "url"].map(|name| field(row, name));
        writeln!(lines, "{row}").expect("memory");
        writeln!(csv, "\"a\n\"\"title\"\"\",{url},{file},{offset},{length}").expect("memory");
        let json = format!(
            "{{\"url\": \"{url}\", \"length\": \"{length}\", \"offset\": \"{offset}\", \"filename\": \"{file}\"}}"
        );
        writeln!(cdxj, "org,a)/ 20261121000000 {json}").expect("memory");
    }
    for (name, index) in [("i.jsonl", &lines), ("i.csv", &csv), ("i.cdxj", &cdxj)] {
        folder.write(name, index);
        folder.write(&format!("{name}.gz"), gzip(index.as_bytes()));
        for input in [name.to_owned(), format!("{name}.gz")] {
            for jobs in ["-j 1", "-j 3"] {
                let output = folder.run(&format!("extract {jobs} --index {input}")).exits(0);
                assert!(output.text().lines().eq(rows.iter().copied()), "{input} {jobs}");
            }
        }
    }
    // Without the lengths, records are read one by one.
    folder.write("short.jsonl", lines.replace("\"warc_record_length\"", "\"other\""));
    assert_eq!(folder.run("extract --index short.jsonl").exits(0).text(), lines);
    let output = folder.run_with("extract --index -", folder.open("i.jsonl")).exits(0);
    assert_eq!(output.text(), lines);
    let links = folder.run("links a.warc.gz").exits(0);
    assert_eq!(folder.run("wat --index i.jsonl").exits(0).rows().len(), rows.len(), "{}", links.stderr);
}

/// Of each record, only the start is decompressed.
#[test]
fn heads_are_those_of_a_complete_read() {
    let page = |number: usize| {
        let late = "<title>Late</title>";
        let html =
            format!("<meta charset=utf-8><title>{number}</title>{}{late}", "<p>text".repeat(number * 31 % 400 * 90));
        html_response(&format!("http://a.org/{number}"), html.as_bytes())
    };
    let folder = Folder::new(&[("a.warc.gz", &gzip_each(&(0..40).map(page).collect::<Vec<_>>()))]);
    folder
        .run("extract -o i.jsonl --fields url,warc_filename,warc_record_offset,warc_record_length a.warc.gz")
        .exits(0);
    let expected = folder.run("extract --head-only a.warc.gz").exits(0);
    for jobs in ["-j 1", "-j 3"] {
        let found = folder.run(&format!("extract --head-only {jobs} --index i.jsonl")).exits(0);
        assert_eq!((found.text(), &found.stderr), (expected.text(), &expected.stderr), "{jobs}");
    }
    // The keys are those that need no body.
    assert!(expected.text().contains("\"title\":\"7\"") && !expected.text().contains("\"headings\""));
}

/// A CDXJ index has `%20` for a space of a URL, and records that are not pages.
#[test]
fn an_index_made_by_tagrake_names_the_same_records() {
    let folder = archives();
    let request = with_fields(
        "WARC-Type: metadata\r\nWARC-Target-URI: http://e.org/\r\nWARC-Date: 2026-11-21T00:00:00Z\r\n",
        b"a: b",
    );
    let crawl =
        [html_response("http://e.org/a b", b"<title>1</title>"), request, html_response("http://e.org/", b"<p>")];
    folder.write("d.warc.gz", gzip_each(&crawl));
    for file in ["a.warc.gz", "b.warc", "d.warc.gz"] {
        folder.run(&format!("index -o i.cdxj {file}")).exits(0);
        let output = folder.run("extract --index i.cdxj").exits(0);
        assert_eq!(output.text(), folder.run(&format!("extract {file}")).exits(0).text(), "{file}");
        assert_eq!(output.stderr.contains("; 1 record skipped (no page)\n"), file == "d.warc.gz", "{}", output.stderr);
    }
}

#[test]
#[cfg(feature = "columns")]
fn a_table_is_an_index() {
    let folder = archives();
    let all = folder.run("extract --fields title,url,warc_filename,warc_record_offset a.warc.gz b.warc").exits(0);
    folder.run("extract -o pages.parquet a.warc.gz b.warc").exits(0);
    let output =
        folder.run("extract --fields title,url,warc_filename,warc_record_offset --index pages.parquet").exits(0);
    assert_eq!(output.text(), all.text());
    folder.run("extract --fields title -o titles.parquet a.warc.gz").exits(0);
    let message = "titles.parquet: no column is named 'warc_filename' or 'filename'";
    assert!(folder.run("extract --index titles.parquet").exits(1).stderr.contains(message));
}

#[test]
#[cfg(all(feature = "columns", feature = "remote"))]
fn a_table_may_be_remote() {
    let server = HttpServer::start();
    let folder = archives();
    let all = folder.run("extract --fields url,title a.warc.gz b.warc").exits(0);
    folder.run("extract -o pages.parquet a.warc.gz b.warc").exits(0);
    let table = folder.read("pages.parquet");
    server.serve("/pages.parquet", ServedFile::new(table.clone()).with_faults([Fault::CloseAfter(100)]));
    let url = server.url("/pages.parquet");
    let output = folder.run(&format!("extract --retry-delay 1 --fields url,title --index {url}")).exits(0);
    assert_eq!(output.text(), all.text());
    server.serve("/pages.parquet", ServedFile::new(table[..table.len() - 9].to_vec()));
    let output = folder.run(&format!("extract --index {url}")).exits(1);
    assert!(output.stderr.contains(&format!("{url}: ")) && output.text().is_empty(), "{}", output.stderr);
}

#[test]
fn a_wrong_entry_is_an_error_for_that_row_alone() {
    let folder = archives();
    let all = folder.run("extract --fields url,warc_record_offset,warc_record_length a.warc.gz").exits(0);
    let rows: Vec<_> = all.text().lines().collect();
    let (first, second) = (rows[10], rows[11]);
    let number = |row: &str, name: &str| field(row, name).parse::<u64>().expect("a number");
    let (offset, length) = (number(first, "warc_record_offset"), number(first, "warc_record_length"));
    let size = folder.read("a.warc.gz").len();
    let entry = |file: &str, offset: u64, length: u64, url: &str| {
        format!("{{\"filename\":\"{file}\",\"offset\":{offset},\"length\":{length},\"url\":\"{url}\"}}\n")
    };
    let url = field(first, "url");
    let index = [
        entry("a.warc.gz", offset, length, &url),
        entry("a.warc.gz", offset + 5, length, &url),
        entry("a.warc.gz", offset, length, "http://other/"),
        entry("a.warc.gz", offset, length - 9, &url),
        entry("b.warc", 0, 50, "http://b.org/0"),
        entry("b.warc", 1 << 63, 1, "http://b.org/0"),
        entry("a.warc.gz", size as u64 + 7, length, &url),
        entry("a.warc.gz", u64::MAX, u64::MAX, &url),
        entry("no.warc.gz", 0, 1, &url),
        "{\"filename\":\"a.warc.gz\"}\n".to_owned(),
        entry("b.warc", 9, 100, "http://b.org/0"),
        // A range that overlaps the first one.
        entry("a.warc.gz", offset, length + 100_000, &url),
        entry(
            "a.warc.gz",
            number(second, "warc_record_offset"),
            number(second, "warc_record_length"),
            &field(second, "url"),
        ),
    ];
    folder.write("i.cdxj", index.concat());
    for jobs in ["-j 1", "-j 2"] {
        let output = folder.run(&format!("extract --fields url {jobs} --index i.cdxj --stats s.json")).exits(1);
        let urls: Vec<_> = output.text().lines().map(|row| field(row, "url")).collect();
        assert_eq!(urls, [url.clone(), url.clone(), field(second, "url")], "{}", output.stderr);
        let messages = [
            format!("a.warc.gz:{offset}: the index has the URL http://other/, but the record has {url}\n"),
            format!("a.warc.gz:{offset}: the index has a length of {} bytes, but the record is longer\n", length - 9),
            "b.warc:0: the index has a length of 50 bytes, but the record is longer\n".to_owned(),
            format!("b.warc:{}: no record starts here: the file has ", 1_u64 << 63),
            format!("a.warc.gz:{}: no record starts here: the file has {size} bytes\n", size + 7),
            format!("a.warc.gz:{}: no record starts here: the file has {size} bytes\n", u64::MAX),
            "no.warc.gz:0: No such file or directory\n".to_owned(),
            "i.cdxj:10: the keys 'warc_record_offset' and 'offset' are missing\n".to_owned(),
            "b.warc:9: ".to_owned(),
            format!("a.warc.gz:{}: ", offset + 5),
        ];
        for message in messages {
            assert!(output.stderr.contains(&format!("tagrake: {message}")), "{message}: {}", output.stderr);
        }
        let errors = &folder.json("s.json")["errors"];
        let count: u64 = errors.as_object().expect("counts").values().filter_map(Value::as_u64).sum();
        assert_eq!(count, 10, "{errors}");
    }
    let rows =
        folder.run("extract --fields url,error,warc_record_offset --errors record --index i.cdxj").exits(1).rows();
    assert_eq!(rows.len(), 13);
    assert_eq!(rows[1]["warc_record_offset"], offset + 5);
}

/// Rows of records that share a member have its offset, where only the first record can be read.
#[test]
fn a_record_without_a_url_is_not_the_one_of_the_index() {
    let information = with_fields("WARC-Type: warcinfo\r\nWARC-Date: 2026-11-21T00:00:00Z\r\n", b"a: b");
    let crawl = [information, html_response("http://e.org/", b"<p>"), html_response("http://e.org/2", b"<p>")];
    let folder = Folder::new(&[("a.warc.gz", &gzip(&crawl.concat()))]);
    folder.run("extract -o pages.jsonl a.warc.gz").exits(0);
    let output = folder.run("extract --index pages.jsonl").exits(1);
    let message = |url: &str| format!("tagrake: a.warc.gz:0: the index has the URL {url}, but the record has none\n");
    let expected = message("http://e.org/") + &message("http://e.org/2");
    assert!(output.stderr.starts_with(&expected) && output.text().is_empty(), "{}", output.stderr);
}

#[test]
fn single_records() {
    let folder = archives();
    let failed = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<title>gone</title>";
    let crawl = [html_response("http://e.org/", b"<p>one"), with_block("http://e.org/gone", failed)];
    folder.write("d.warc", crawl.concat());
    let offset = crawl[0].len();
    let rows = folder.run(&format!("extract --fields title --record d.warc:{offset} --record d.warc:0")).exits(0);
    assert_eq!(rows.text(), "{\"title\":\"gone\"}\n{\"title\":null}\n");
    assert_eq!(folder.run("text --record d.warc:0").exits(0).text().trim_end(), "one");
    let tokens = folder.run(&format!("tokens --record d.warc:{offset}")).exits(0);
    assert!(tokens.text().contains("\"gone\""), "{}", tokens.text());
    folder.run("inspect --record d.warc:0 -o report.html").exits(0);
    assert!(folder.text("report.html").contains("http://e.org/"));
    let error = folder.run("tokens --record d.warc:3").exits(1).stderr;
    assert!(error.starts_with("tagrake: d.warc:3: "), "{error}");
    for arguments in [
        "text --record d.warc",
        "text --record d.warc:0 page.html",
        "text --index i.cdxj page.html",
        "text --index i.cdxj --output-dir out",
        "tokens --record d.warc:0 page.html",
        "text --base crawls page.html",
    ] {
        folder.run(arguments).exits(2);
    }
}

#[test]
#[cfg(feature = "remote")]
fn close_records_are_requested_together() {
    let server = HttpServer::start();
    let folder = archives();
    let bytes = folder.read("a.warc.gz");
    server.serve("/x/a.warc.gz", ServedFile::new(bytes.clone()));
    let all = folder.run("extract a.warc.gz").exits(0);
    let rows = shuffled(all.text());
    folder.write("i.jsonl", rows.join("\n"));
    folder.write("two.jsonl", [rows[0], rows[1]].join("\n"));
    let url = server.url("/x/");
    let expected: Vec<_> =
        rows.iter().map(|row| row.replace("\"a.warc.gz\"", &format!("\"{url}a.warc.gz\""))).collect();
    let output = folder.run(&format!("extract -j 1 --base {url} --index i.jsonl")).exits(0);
    assert!(output.text().lines().eq(expected.iter().map(String::as_str)), "{}", output.stderr);
    let requests = server.take_requests();
    // The start of the file, and a range for each of two batches.
    assert_eq!(requests.len(), 3, "{requests:?}");
    assert!(requests.iter().all(|request| request.header("range").starts_with("bytes=")), "{requests:?}");
    let sent: usize = requests.iter().map(|request| request.sent).sum();
    assert!(sent <= 2 * bytes.len() + 4096, "{sent} of {}", bytes.len());
    folder.run(&format!("extract --base {url} --index two.jsonl")).exits(0);
    assert_eq!(server.take_requests().len(), 2);

    // A range is resumed at the last byte, and a changed file is an error.
    let cut = [Fault::None, Fault::CloseAfter(1000)];
    server.serve("/x/a.warc.gz", ServedFile::new(bytes.clone()).with_faults(cut));
    let output = folder.run(&format!("extract -j 1 --retry-delay 1 --base {url} --index i.jsonl")).exits(0);
    assert!(output.text().lines().eq(expected.iter().map(String::as_str)), "{}", output.stderr);
    assert_eq!(server.take_requests().len(), 4);
    let changed = ServedFile::new(bytes).with_faults([Fault::None]);
    server.serve("/x/a.warc.gz", ServedFile { ignores_ranges: true, ..changed });
    let output = folder.run(&format!("extract --base {url} --index two.jsonl")).exits(1);
    assert!(output.stderr.contains("the server does not send ranges of a file"), "{}", output.stderr);
}

/// Between 40 records of a page are 200 KiB each, which are not worth a request. But the bytes between the records of a file
/// that are read with them are limited.
#[test]
#[cfg(feature = "remote")]
fn bytes_between_records_are_bounded() {
    let server = HttpServer::start();
    let folder = Folder::new(&[]);
    let (mut crawl, mut index, mut records_bytes) = (Vec::new(), String::new(), 0);
    for number in 0..40 {
        let page = html_response(&format!("http://e.org/{number}"), b"<title>T</title>");
        writeln!(index, "{{\"filename\":\"x.warc\",\"offset\":{},\"length\":{}}}", crawl.len(), page.len())
            .expect("memory");
        records_bytes += page.len();
        crawl.extend(page);
        crawl.extend(html_response("http://e.org/between", "<p>text".repeat((200 << 10) / 7).as_bytes()));
    }
    server.serve("/x.warc", ServedFile::new(crawl));
    folder.write("i.jsonl", index);
    let url = server.url("/");
    let output = folder.run(&format!("extract -j 1 --fields url --base {url} --index i.jsonl")).exits(0);
    assert_eq!(output.rows().len(), 40);
    let requests = server.take_requests();
    // The start of the file, and the ranges: 1 MiB has room for five gaps.
    assert_eq!(requests.len(), 1 + 40 - 5, "{requests:?}");
    let sent: usize = requests.iter().map(|request| request.sent).sum();
    // The newlines after a record may be read with it.
    let most = (4 << 10) + records_bytes + 40 * 4 + (1 << 20);
    assert!(sent <= most && sent > records_bytes + 5 * (199 << 10), "{sent} of {most}");
}
