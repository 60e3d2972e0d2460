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
        ("--dedup url", "[possible values: digest, declared-digest]"),
        ("--dedup digest --output-dir out", "cannot be used with"),
    ] {
        let output = folder.run(&format!("extract {options} a.warc")).exits(2);
        assert!(output.stderr.contains(message), "{options}: {}", output.stderr);
    }
    for option in ["--host e.org", "--url-prefix http:", "--sample 1/2", "--dedup digest"] {
        let output = folder.run(&format!("wat {option} a.warc")).exits(2);
        assert!(output.stderr.contains("a WAT file has all records"), "{option}: {}", output.stderr);
    }
}
