//! Selection of pages by URL, samples and duplicates: from WARC files, JSON lines and files, on any number of threads.

use crate::support::command::Folder;
use serde_json::json;
use std::fmt::Write;
use tagrake_testsupport::warc_files::{html_response, with_fields};

/// Creates a folder with the same pages as `a.warc` and `a.jsonl`.
fn pages(urls: &[&str]) -> Folder {
    let (mut crawl, mut lines) = (Vec::new(), String::new());
    for url in urls {
        let html = format!("<title>{url}</title>");
        crawl.extend(html_response(url, html.as_bytes()));
        writeln!(lines, "{}", json!({ "url": url, "html": html })).expect("memory");
    }
    Folder::new(&[("a.warc", &crawl), ("a.jsonl", lines.as_bytes())])
}

/// Returns the titles of the records that `extract` prints with these options, and the last line of its messages. Inputs and
/// threads must not change them.
fn titles(folder: &Folder, options: &str) -> (Vec<String>, String) {
    let read = |rest: &str| {
        let output = folder.run(&format!("extract --fields title {options} {rest}")).exits(0);
        let titles = output.text().lines().map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
            record["title"].as_str().expect("a title").to_owned()
        });
        (titles.collect::<Vec<_>>(), output.stderr.lines().last().unwrap_or_default().to_owned())
    };
    let expected = read("-j 1 a.warc");
    for rest in ["-j 3 --work-bytes 300 a.warc", "-j 1 a.jsonl", "-j 3 --work-bytes 50 a.jsonl"] {
        assert_eq!(read(rest), expected, "{options} {rest}");
    }
    expected
}

const URLS: &[&str] = &[
    "http://e.org/",
    "https://e.org:8443/docs/a",
    "http://www.e.org/docs/b",
    "http://note.org/",
    "HTTP://E.ORG/upper",
    "http://e.org/docs/c?q=http://note.org/",
];

#[test]
fn hosts_and_prefixes_select_pages() {
    let folder = pages(URLS);
    let cases: [(&str, &[usize], &str); 7] = [
        ("--host e.org", &[0, 1, 4, 5], "2 records skipped (host not in --host)"),
        ("--host *.e.org", &[0, 1, 2, 4, 5], "1 record skipped (host not in --host)"),
        ("--host note.org,www.e.org", &[2, 3], "4 records skipped (host not in --host)"),
        ("--url-prefix http://e.org/", &[0, 5], "4 records skipped (URL not in --url-prefix)"),
        ("--url-prefix http://note --url-prefix https:", &[1, 3], "4 records skipped (URL not in --url-prefix)"),
        (
            "--url-prefix http: --host *.e.org",
            &[0, 2, 5],
            "3 records skipped (1 host not in --host, 2 URL not in --url-prefix)",
        ),
        ("--host none.org", &[], "6 records skipped (host not in --host)"),
    ];
    for (options, taken, skipped) in cases {
        let (titles, message) = titles(&folder, options);
        assert_eq!(titles, taken.iter().map(|&index| URLS[index]).collect::<Vec<_>>(), "{options}");
        assert!(message.ends_with(skipped), "{options}: {message}");
    }
}

/// Records at midnight of three days, at a second in between, and without a date.
#[test]
fn fetch_times_select_records() {
    let record = |name: &str, date: &str| {
        let fields = format!(
            "WARC-Type: response\r\nWARC-Target-URI: http://e.org/{name}\r\n{date}Content-Type: application/http\r\n"
        );
        with_fields(&fields, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
    };
    let dates = ["2024-04-30T00:00:00Z", "2024-05-18T01:58:10Z", "2024-05-19T00:00:00Z", "2024-06-01T00:00:00Z"];
    let mut crawl = Vec::new();
    let mut addresses = Vec::new();
    for (number, date) in dates.iter().enumerate() {
        addresses.push(format!("a.warc:{}", crawl.len()));
        crawl.extend(record(&number.to_string(), &format!("WARC-Date: {date}\r\n")));
    }
    for date in ["", "WARC-Date: yesterday\r\n"] {
        crawl.extend(record("none", date));
    }
    let index = addresses.iter().map(|address| {
        let (file, offset) = address.split_once(':').expect("an address");
        format!("{}\n", json!({"warc_filename": file, "warc_record_offset": offset.parse::<u64>().expect("a number")}))
    });
    let index: String = index.collect();
    let line = json!({"url": "http://e.org/line", "html": "<p>"}).to_string();
    let folder = Folder::new(&[("a.warc", &crawl), ("a.jsonl", line.as_bytes()), ("i.jsonl", index.as_bytes())]);
    let urls = |arguments: &str| {
        let output = folder.run(&format!("extract --fields url {arguments}")).exits(0);
        let numbers =
            output.rows().into_iter().map(|row| row["url"].as_str().expect("a URL").replace("http://e.org/", ""));
        (numbers.collect::<Vec<_>>().join(" "), output.stderr.lines().last().unwrap_or_default().to_owned())
    };
    for (window, expected) in [
        ("--from 2024-05-18", "1 2 3"),
        ("--from 2024-05-18T01:58:10Z", "1 2 3"),
        ("--from 2024-05-18T01:58:11Z", "2 3"),
        ("--to 2024-05-18T01:58:10Z", "0"),
        ("--to 2024-05-18", "0 1"),
        ("--to 2024-05-18T01:58:11Z", "0 1"),
        ("--from 2024-05 --to 2024-05", "1 2"),
        ("--from 2024 --to 2024", "0 1 2 3"),
        ("--from 2024-05-19 --to 2024-05-19", "2"),
    ] {
        for input in ["-j 1 a.warc", "-j 3 --work-bytes 300 a.warc"] {
            let (found, message) = urls(&format!("{window} {input}"));
            assert_eq!(found, expected, "{window}");
            let outside = 4 - expected.split(' ').count();
            let counted = match outside {
                0 => "2 records skipped (no fetch time)".to_owned(),
                _ => format!(
                    "{} records skipped ({outside} fetch time not in --from and --to, 2 no fetch time)",
                    outside + 2
                ),
            };
            assert!(message.ends_with(&counted), "{window}: {message}");
        }
        let records = addresses.iter().map(|address| format!("--record {address} ")).collect::<String>();
        assert_eq!(urls(&format!("{window} {records}")).0, expected, "{window}");
        assert_eq!(urls(&format!("{window} --index i.jsonl")).0, expected, "{window}");
        // Records of any type have a time.
        let rows = folder.run(&format!("records --fields url {window} a.warc")).exits(0).rows();
        assert_eq!(rows.len(), expected.split(' ').count(), "{window}");
    }
    let (found, message) = urls("--from 2024 a.jsonl");
    assert_eq!((&*found, &*message), ("", "tagrake: 0 pages; 1 record skipped (no fetch time)"));
    assert_eq!(urls("--host e.org a.jsonl").0, "line");
}

#[test]
fn the_url_of_a_file_is_the_given_one() {
    let folder = Folder::new(&[("a.html", b"<title>t</title>")]);
    let rows = |options: &str| folder.run(&format!("extract --fields title {options} a.html")).exits(0).text().len();
    assert!(rows("--url http://e.org/ --host e.org") > 0);
    assert_eq!(rows("--url http://e.org/ --host note.org"), 0);
    assert_eq!(rows("--host e.org"), 0, "the file has no URL");
    assert!(rows("--sample 1/1") > 0);
}

#[test]
fn a_sample_is_the_same_in_every_run() {
    let urls: Vec<_> = (0..60).map(|number| format!("http://e.org/{number}")).collect();
    let urls: Vec<_> = urls.iter().map(String::as_str).collect();
    let folder = pages(&urls);
    let (tenth, message) = titles(&folder, "--sample 1/10");
    assert!(message.ends_with(&format!("{} records skipped (not in --sample)", 60 - tenth.len())), "{message}");
    // for n in $(seq 0 59); do printf http://e.org/$n | sha1sum | grep -q ^0 && echo $n; done
    let (sixteenth, _) = titles(&folder, "--sample 1/16");
    assert_eq!(sixteenth, SIXTEENTH.map(|number| format!("http://e.org/{number}")));
    let (half, _) = titles(&folder, "--sample 1/2");
    for share in ["10%", "0.1"] {
        assert_eq!(titles(&folder, &format!("--sample {share}")).0, tenth, "{share}");
    }
    assert!(sixteenth.iter().all(|title| tenth.contains(title)) && tenth.iter().all(|title| half.contains(title)));
    assert!((15..45).contains(&half.len()), "{}", half.len());
}

/// Numbers below 60 for which the SHA-1 of `http://e.org/` and the number starts with a zero digit.
const SIXTEENTH: [usize; 4] = [31, 44, 51, 59];

#[test]
fn duplicates_are_skipped() {
    let page = |url: &str, digest: &str, html: &str| {
        let fields = format!(
            "WARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n{digest}"
        );
        with_fields(&fields, format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}").as_bytes())
    };
    // printf '<p>a' | sha1sum | xxd -r -p | base32
    let digest = "WARC-Payload-Digest: sha1:CFOGPAY55CXZY3KEUHG3V5BKMHMZCX7R\r\n";
    let truncated = "WARC-Truncated: length\r\n";
    let crawl = [
        page("http://e.org/cut", truncated, "<p>a"),
        page("http://e.org/1", "", "<p>a"),
        page("http://e.org/2", "", "<p>b"),
        page("http://e.org/3", digest, "<p>a"),
        page("http://e.org/4", "WARC-Payload-Digest: md5:x\r\n", "<p>b"),
        page("http://e.org/5", truncated, "<p>a"),
        page("http://e.org/6", "", "<p>c"),
    ];
    let folder =
        Folder::new(&[("a.warc", &crawl.concat()), ("b.html", b"<p>b"), ("c.html", b"<p>d"), ("d.html", b"<p>d")]);
    let output =
        folder.run("extract --fields url,source --dedup digest -j 4 --stats s.json a.warc b.html c.html d.html");
    let rows: Vec<_> =
        output.text().lines().map(|line| line.rsplit('"').nth(1).unwrap_or_default().to_owned()).collect();
    assert_eq!(output.status, Some(0), "{}", output.stderr);
    let expected = ["cut", "1", "2", "5", "6"].map(|name| format!("http://e.org/{name}"));
    assert_eq!((&rows[..5], rows.len()), (&expected[..], 6), "{rows:?}");
    assert!(output.stderr.ends_with("4 records skipped (duplicate)\n"), "{}", output.stderr);
    let stats = folder.json("s.json");
    assert_eq!((&stats["skipped"], &stats["forgotten_digests"]), (&json!({ "duplicate": 4 }), &json!(0)));
}

/// A record of another page may have the digest of an earlier one, and a copy of a page a wrong one.
#[test]
fn a_declared_digest_decides_only_on_request() {
    let page = |name: &str, html: &str| {
        let fields = format!(
            "WARC-Type: response\r\nWARC-Target-URI: http://e.org/{name}\r\nContent-Type: application/http\r\n\
             WARC-Payload-Digest: sha1:CFOGPAY55CXZY3KEUHG3V5BKMHMZCX7R\r\n"
        );
        with_fields(&fields, format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}").as_bytes())
    };
    let crawl = [page("1", "<p>a"), page("2", "<p>b"), page("3", "<p>a")].concat();
    let folder = Folder::new(&[("a.warc", &crawl)]);
    for (by, expected) in [("digest", &["1", "2"][..]), ("declared-digest", &["1"])] {
        let rows = folder.run(&format!("extract --fields url --dedup {by} a.warc")).exits(0).rows();
        let expected: Vec<_> = expected.iter().map(|name| json!({ "url": format!("http://e.org/{name}") })).collect();
        assert_eq!(rows, expected, "{by}");
    }
}

#[test]
fn invalid_selections_are_usage_errors() {
    let folder = pages(&["http://e.org/"]);
    for (options, message) in [
        ("--host http://e.org/", "is not a host"),
        ("--sample 2", "is not a fraction such as 1/100"),
        ("--sample 0%", "is not a fraction such as 1/100, 1% or 0.01"),
        ("--from 18.5.2024", "'18.5.2024' is not a time: use 2024, 2024-05, 2024-05-18 or 2024-05-18T01:58:10Z"),
        ("--to 2024-05-18T01:58:10", "is not a time"),
        (
            "--from 2024-06 --to 2024-05",
            "error: the window of fetch times ends before it begins: '--from' is after '--to'",
        ),
        ("--dedup url", "[possible values: digest, declared-digest, text]"),
        ("--dedup digest --output-dir out", "cannot be used with"),
    ] {
        let output = folder.run(&format!("extract {options} a.warc")).exits(2);
        assert!(output.stderr.contains(message), "{options}: {}", output.stderr);
    }
    for (option, value, message) in [
        ("--url-prefix", "e.org/", "the scheme is missing: use 'https://e.org/' or 'http://e.org/'"),
        ("--url-prefix", "www.e.org:80", "the scheme is missing: use 'https://www.e.org:80'"),
        ("--mime", "pdf", "is no MIME type: use html, all, or types such as text/plain and image/*"),
        ("--mime", "*", "is no MIME type: use html, all"),
        ("--mime", "html,text*", "'text*' is no MIME type"),
        ("--status", "600", "'600' is not an HTTP status: use 100 to 599, 999, 2xx or all"),
        ("--status", "200,998", "'998' is not an HTTP status"),
        ("--status", "7xx", "'7xx' is not an HTTP status"),
        ("--max-record-bytes", "0", "nothing can be read in 0 bytes: use a number such as 64k"),
        ("--max-record-bytes", "0k", "nothing can be read in 0 bytes"),
        ("--max-arena-bytes", "0", "nothing can be read in 0 bytes"),
        ("--content-type", "html", "not a MIME type: use 'text/html', or 'text/html; charset=utf-8'"),
        ("--url", "e.org", "the scheme is missing: use 'https://e.org'"),
        ("--url", "e.org:80/a", "the scheme is missing: use 'https://e.org:80/a'"),
        ("--limit", "0", "0"),
    ] {
        let output = folder.run(&format!("extract {option} {value} a.warc")).exits(2);
        let start = format!("invalid value '{value}' for '{option} <");
        assert!(output.stderr.contains(&start) && output.stderr.contains(message), "{option}: {}", output.stderr);
    }
    for option in ["--host e.org", "--url-prefix http:", "--sample 1/2", "--from 2024", "--to 2024", "--dedup digest"] {
        let output = folder.run(&format!("wat {option} a.warc")).exits(2);
        assert!(output.stderr.contains("a WAT file has all records"), "{option}: {}", output.stderr);
    }
}
