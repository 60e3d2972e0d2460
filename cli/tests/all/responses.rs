//! Responses as browsers read them: which are pages, with which URL and flags, and why the others are not.

use crate::support::command::{Folder, pipe};
use serde_json::json;
use tagrake_testsupport::warc_files::{html_response, with_block, with_fields};

const PAGE: &str = "<!DOCTYPE html><title>T</title><a href=/a>x</a>";
const MHTML: &str = "From: <Saved by Blink>\r\nSubject: a\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\
    \ttype=\"text/html\"; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/html\r\n\
    Content-Transfer-Encoding: quoted-printable\r\n\r\n<!DOCTYPE html><a href=3D\"http://e.org/\">x</a>\r\n--b--\r\n";

/// Returns a response to a request for `http://e.org/NAME`.
fn response(name: &str, head: &str, body: &[u8]) -> Vec<u8> {
    with_block(&format!("http://e.org/{name}"), &[head.as_bytes(), b"\r\n\r\n", body].concat())
}

/// The heads of pages and of error pages: name, status line and fields, and the status.
const HEADS: [(&str, &str, Option<u16>); 10] = [
    ("a", "HTTP 200 Document follows\r\nContent-Type: text/html", Some(200)),
    ("b", "HTTP/1.1 404Not Found\r\nContent-Type: text/html", Some(404)),
    ("c", "\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Type: text/html", Some(404)),
    ("d", "http/1.0 503. x\r\nContent-Type: text/html", Some(503)),
    ("e", "HTTP/1.1 OK\r\nContent-Type: text/html", Some(200)),
    ("f", "HTTP/1.1 0 OK\r\nContent-Type: text/html", None),
    ("h", "junkHTTP/1.1 404 x\r\nContent-Type: text/html", Some(404)),
    ("i", "\u{FEFF}HTTP/1.1 404 x\r\nContent-Type: text/html", Some(404)),
    ("j", "ICY 200 OK\r\nContent-Type: text/html", Some(200)),
    ("g", "HTTP/1.1 200 OK\r\n<b>: x\r\n<!-- c -->\r\nContent-Type: text/html", Some(200)),
];

#[test]
fn heads_have_one_status_and_type_in_all_verbs() {
    let warc: Vec<_> = HEADS.iter().map(|(name, head, _)| response(name, head, PAGE.as_bytes())).collect();
    let arc = HEADS.iter().map(|(name, head, _)| {
        let block = format!("{head}\r\n\r\n{PAGE}");
        format!("http://e.org/{name} 192.0.2.1 20261101000000 - {}\n{block}\n", block.len())
    });
    let arc = "filedesc://a.arc 0.0.0.0 20261101000000 text/plain 77\n1 0 InternetArchive\nURL IP-address \
        Archive-date Content-type Archive-length\n\n\n"
        .to_owned()
        + &arc.collect::<String>();
    let folder = Folder::new(&[("a.warc", &warc.concat()), ("a.arc", arc.as_bytes())]);
    for file in ["a.warc", "a.arc"] {
        let rows = folder.run(&format!("extract --status all --fields url,fetch_status,title {file}")).exits(0).rows();
        let expected = HEADS.map(|(name, _, status)| {
            let url = format!("http://e.org/{name}");
            status.map_or(
                json!({"url": url, "title": "T"}),
                |status| json!({"fetch_status": status, "url": url, "title": "T"}),
            )
        });
        assert_eq!(rows, expected, "{file}");
        let pages = folder.run(&format!("extract --fields url {file}")).exits(0).rows();
        assert_eq!(
            pages,
            ["a", "e", "f", "j", "g"].map(|name| json!({"url": format!("http://e.org/{name}")})),
            "{file}"
        );

        let index = folder.run(&format!("index --records response {file}")).exits(0);
        assert_eq!(index.text().lines().count(), HEADS.len(), "{file}: {}", index.text());
        for (line, (_, _, status)) in index.text().lines().zip(HEADS) {
            assert!(line.contains(r#""mime": "text/html""#), "{line}");
            let status = status.map(|status| format!(r#""status": "{status}""#));
            assert!(status.map_or(!line.contains("status"), |status| line.contains(&status)), "{line}");
        }
        let wat = folder.run(&format!("wat {file}")).exits(0).text().to_owned();
        assert_eq!(wat.matches("\"HTML-Metadata\"").count(), HEADS.len(), "{file}");
    }
}

#[test]
fn the_closing_line_names_the_types_of_skipped_records() {
    let of_type = |fields: &str| response("a", &format!("HTTP/1.1 200 OK\r\n{fields}"), b"\x89PNG");
    let records = [of_type("Content-Type: image/png"), of_type("Content-Type: Image/PNG; a=b"), of_type("X: y")];
    let page = html_response("http://e.org/b", PAGE.as_bytes());
    let folder = Folder::new(&[("none.warc", &records.concat()), ("a.warc", &[records.concat(), page].concat())]);
    let closing = "3 records skipped (not HTML: 2 image/png, 1 without a type)\n";
    let some = folder.run("text --stats stats.json a.warc").exits(0);
    assert_eq!(some.stderr, format!("tagrake: 1 page; {closing}"));
    assert_eq!(folder.json("stats.json")["skipped_types"], json!({"(none)": 1, "image/png": 2}));
    let none = folder.run("text none.warc").exits(0);
    let warning = "warning: no page was read from 3 responses; 2 were skipped (not HTML: image/png)";
    assert_eq!(none.stderr, format!("tagrake: {warning}\ntagrake: 0 pages; {closing}"));
    let quiet = folder.run("text --quiet none.warc").exits(0);
    assert_eq!(quiet.stderr, "");
}

#[test]
fn mime_messages_are_not_pages() {
    let mail = "Content-Type: Multipart/Mixed; boundary=b\n\n--b\n\n<p>x\n";
    let folder =
        Folder::new(&[("a.mhtml", MHTML.as_bytes()), ("b.html", MHTML.as_bytes()), ("c.eml", mail.as_bytes())]);
    let message = "not read: MIME message, such as MHTML or mail";
    for arguments in ["links a.mhtml", "text b.html", "extract c.eml", "links --input html a.mhtml"] {
        let output = folder.run(arguments).exits(1);
        assert!(output.text().is_empty() && output.stderr.contains(message), "{arguments}: {}", output.stderr);
    }
    let piped = pipe("links", MHTML.as_bytes()).exits(1);
    assert!(piped.text().is_empty() && piped.stderr.contains(message), "{}", piped.stderr);
    let all = folder.run("links --all-files .").exits(1);
    assert!(all.text().is_empty() && all.stderr.contains("files skipped (type)"), "{}", all.stderr);
    // A page that begins with its HTTP fields, as a CGI program prints it, is a page.
    folder.write("d.cgi", format!("Content-Type: text/html\n\n{PAGE}"));
    assert_eq!(folder.run("links --fields raw d.cgi").exits(0).rows(), [json!({"raw": "/a"})]);
}

#[test]
fn a_url_that_is_none_is_kept_as_it_is() {
    let uris =
        ["http://www.e.example%3Fa=x:y,0,0", "http://e.example]www.e.example/", "http://e.example:8021349/b.html"];
    let folder = Folder::new(&[("a.warc", &uris.map(|uri| html_response(uri, PAGE.as_bytes())).concat())]);
    folder.write("a.jsonl", uris.map(|uri| json!({"html": PAGE, "url": uri}).to_string() + "\n").concat());
    for file in ["a.warc", "a.jsonl"] {
        let rows = folder.run(&format!("extract --fields url,base_url {file}")).exits(0).rows();
        assert_eq!(rows, uris.map(|uri| json!({"url": uri, "base_url": null})), "{file}");
        let links = folder.run(&format!("links --fields page_url,url,raw {file}")).exits(0).rows();
        assert_eq!(links, uris.map(|uri| json!({"page_url": uri, "url": null, "raw": "/a"})), "{file}");
    }
}

#[test]
fn binary_data_is_read_but_flagged() {
    let bodies: [(&str, &[u8], bool); 6] = [
        ("gif", b"GIF89a\x01\x00\x01\x00<p>x", true),
        ("png", b"\x89PNG\r\n\x1A\n\x00", true),
        ("pdf", b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n1 0 obj << /A /B >>\nstream\n\x01\x02", true),
        ("page", b"<!DOCTYPE html><p>\x01\x00", false),
        ("text", b"Text\x1B and\x0Cmore", false),
        ("utf-16", b"\xFF\xFE<\0p\0>\0x\0", false),
    ];
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
    let records: Vec<_> = bodies.iter().map(|(name, body, _)| response(name, head, body)).collect();
    let folder = Folder::new(&[("a.warc", &records.concat())]);
    let rows = folder.run("extract --fields url,flags a.warc").exits(0).rows();
    let expected = bodies.map(|(name, _, is_binary)| {
        let url = format!("http://e.org/{name}");
        json!({"url": url, "flags": if is_binary { vec!["binary-data"] } else { vec![] }})
    });
    assert_eq!(rows, expected);
}

#[test]
fn days_of_the_year_are_dates() {
    let fields = "WARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Date: 2009-03-65T08:43:19-0800\r\n";
    let folder = Folder::new(&[("a.warc", &with_fields(fields, PAGE.as_bytes()))]);
    let rows = folder.run("extract --fields fetch_time a.warc").exits(0).rows();
    assert_eq!(rows, [json!({"fetch_time": "2009-03-06T16:43:19Z"})]);
}

/// Redirects are selected by their status alone, because most have no body, or one of another type.
#[test]
fn redirects_are_edges() {
    let redirect = |name: &str, status: &str, fields: &str, body: &str| {
        response(name, &format!("HTTP/1.1 {status}\r\n{fields}"), body.as_bytes())
    };
    let records = [
        redirect("a/b", "301 Moved Permanently", "Content-Type: text/html\r\nLocation: c?d", "<a href=/x>moved</a>"),
        redirect("e", "302 Found", "location: https://f.org/", ""),
        redirect("g", "307 x", "Content-Type: text/plain\r\nLocation: //h.org", "<a href=/no>moved</a>"),
        redirect("i", "304 Not Modified", "Content-Type: text/plain", ""),
        redirect("j", "200 OK", "Content-Type: text/html\r\nLocation: /no\r\nRefresh: 5; url=k", "<title>J</title>"),
        redirect("l", "404 Not Found", "Location: /no", ""),
    ];
    let folder = Folder::new(&[("a.warc", &records.concat())]);
    let links = "links --fields page_url,element,attr,kind,raw,url";
    let of = |page: &str, attr: &str, raw: &str, url: &str| {
        let page_url = format!("http://e.org/{page}");
        json!({"page_url": page_url, "element": "header", "attr": attr, "kind": "redirect", "raw": raw, "url": url})
    };
    let refresh = of("j", "refresh", "k", "http://e.org/k");
    let anchor = json!({"page_url": "http://e.org/a/b", "element": "a", "attr": "href", "kind": "nav", "raw": "/x",
        "url": "http://e.org/x"});
    let rows = folder.run(&format!("{links} --status all a.warc")).exits(0).rows();
    let expected = [
        anchor,
        of("a/b", "location", "c?d", "http://e.org/a/c?d"),
        of("e", "location", "https://f.org/", "https://f.org/"),
        of("g", "location", "//h.org", "http://h.org/"),
        refresh.clone(),
    ];
    assert_eq!(rows, expected);
    assert_eq!(folder.run(&format!("{links} a.warc")).exits(0).rows(), [refresh], "only pages by default");

    let pages = folder.run("extract --status 3xx --fields url,fetch_redirect,title a.warc").exits(0).rows();
    let expected = [("a/b", "http://e.org/a/c?d"), ("e", "https://f.org/"), ("g", "http://h.org/")]
        .map(|(name, target)| json!({"url": format!("http://e.org/{name}"), "fetch_redirect": target, "title": null}));
    assert_eq!(pages, expected);
    let index = folder.run("index --format jsonl --records response a.warc").exits(0).rows();
    let targets: Vec<_> = index.iter().filter(|row| !row["fetch_redirect"].is_null()).collect();
    assert_eq!(targets.len(), 3, "{targets:?}");
    for (row, page) in targets.iter().zip(&pages) {
        assert_eq!(row["fetch_redirect"], page["fetch_redirect"]);
    }
}
