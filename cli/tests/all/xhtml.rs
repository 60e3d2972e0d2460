//! Pages in `application/xhtml+xml`: `<title/>` is an empty element for every verb, and the declared type or the name of the
//! file decides.

use crate::support::command::Folder;
use serde_json::{Value, json};
use tagrake_testsupport::warc_files::with_fields;

const PAGE: &str = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title/><script src=\"/a.js\"/></head><body>\
    <h1>Fish</h1><p><a href=\"/chips\">Chips</a></p></body></html>";

/// Returns a response with [`PAGE`].
fn response(uri: &str, fields: &str, http_fields: &str) -> Vec<u8> {
    let fields = format!(
        "WARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-11-01T00:00:00Z\r\n{fields}\
         Content-Type: application/http; msgtype=response\r\n"
    );
    with_fields(&fields, format!("HTTP/1.1 200 OK\r\n{http_fields}\r\n{PAGE}").as_bytes())
}

/// Returns the title and the URLs of each page.
fn titles_and_links(folder: &Folder, arguments: &str) -> Vec<Value> {
    let rows = folder.run(&format!("extract --fields title,links {arguments}")).exits(0).rows();
    let urls = |row: &Value| {
        let links =
            row["links"].as_array().map(|links| links.iter().map(|link| link["url"].clone()).collect::<Vec<_>>());
        json!([row["title"], links])
    };
    rows.iter().map(urls).collect()
}

/// Returns the row of [`titles_and_links`] for [`PAGE`], read as XHTML.
fn empty_title(url: &str) -> Value {
    json!(["", [format!("{url}a.js"), format!("{url}chips")]])
}

#[test]
fn the_declared_type_of_a_response_decides() {
    let xhtml = "Content-Type: application/xhtml+xml; charset=utf-8\r\n";
    let folder = Folder::new(&[(
        "a.warc",
        &[
            response("http://e.org/", "", xhtml),
            // A crawler identifies pages with the DOCTYPE of XHTML. Browsers do not.
            response(
                "http://e.org/",
                "WARC-Identified-Payload-Type: application/xhtml+xml\r\n",
                "Content-Type: text/html\r\n",
            ),
        ]
        .concat(),
    )]);
    let rows = titles_and_links(&folder, "a.warc");
    assert_eq!(rows[0], empty_title("http://e.org/"));
    assert!(rows[1][0].as_str().is_some_and(|title| title.ends_with("</html>")), "{rows:?}");
}

#[test]
fn all_verbs_read_the_same_page() {
    let record = response("http://e.org/", "", "Content-Type: application/xhtml+xml\r\n");
    let folder = Folder::new(&[("a.warc", &record)]);
    let links = folder.run("links -q --fields url a.warc").exits(0).rows();
    assert_eq!(links, [json!({"url": "http://e.org/a.js"}), json!({"url": "http://e.org/chips"})]);
    assert_eq!(folder.run("extract -q --fields text a.warc").exits(0).rows(), [json!({"text": "Fish\nChips"})]);
    let blocks = folder.run("blocks -q --fields text a.warc").exits(0).rows();
    assert_eq!(blocks, [json!({"text": "Fish"}), json!({"text": "Chips"})]);
    assert_eq!(folder.run("text -q a.warc").exits(0).text(), "Fish\nChips\n");
    folder.run("text -q a.warc -o a.warc.wet.gz").exits(0);
    assert_eq!(folder.run("extract -q --fields text a.warc.wet.gz").exits(0).rows(), [json!({"text": "Fish\nChips"})]);
    let wat = &folder.run("wat -q a.warc").exits(0).rows()[0];
    let html = &wat["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"]["HTML-Metadata"];
    let expected = json!({
        "Head": {"Scripts": [{"path": "SCRIPT@/src", "url": "/a.js"}]},
        "Links": [{"path": "A@/href", "url": "/chips", "text": "Chips"}],
    });
    assert_eq!(*html, expected);
    let tokens = folder.run("tokens --spans --record a.warc:0").exits(0).rows();
    let implied: Vec<_> = tokens.iter().filter(|token| token["implied"] == true).collect();
    let (title, script) = (PAGE.find("<title/>").expect("a title"), PAGE.find("/></head>").expect("a script") + 2);
    let expected = [
        json!({"type": "end_tag", "name": "title", "implied": true, "span": [title + 8, title + 8], "name_span": [title + 1, title + 6]}),
        json!({"type": "end_tag", "name": "script", "implied": true, "span": [script, script], "name_span": [title + 9, title + 15]}),
    ];
    assert_eq!(implied, expected.iter().collect::<Vec<_>>());
    let html5lib = folder.run("tokens --format html5lib --record a.warc:0").exits(0);
    assert_eq!(folder.run("tokens --format html5lib --chunk 3 --record a.warc:0").exits(0).text(), html5lib.text());
    folder.run("inspect --record a.warc:0 -o a.html").exits(0);
    let report = folder.text("a.html");
    assert!(report.contains("\"http://e.org/chips\""), "the report has the link");
}

#[test]
fn without_a_type_the_name_of_the_file_decides() {
    let folder = Folder::new(&[("a.xhtml", PAGE.as_bytes()), ("a.html", PAGE.as_bytes())]);
    let url = "http://e.org/";
    let read = |arguments: &str| titles_and_links(&folder, &format!("-q --url {url} {arguments}"));
    assert_eq!(read("a.xhtml"), [empty_title(url)]);
    assert_eq!(read("--content-type application/xhtml+xml a.html"), [empty_title(url)]);
    assert_ne!(read("a.html"), [empty_title(url)]);
    assert_ne!(read("--content-type text/html a.xhtml"), [empty_title(url)]);
    let wat = &folder.run("wat -q a.xhtml").exits(0).rows()[0];
    let html = &wat["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"]["HTML-Metadata"];
    assert_eq!(html["Links"][0]["url"], "/chips");
    for (arguments, count) in [
        ("a.xhtml", 2),
        ("--content-type application/xhtml+xml a.html", 2),
        ("a.html", 0),
        ("--content-type text/html a.xhtml", 0),
        ("--feedback off a.xhtml", 0),
    ] {
        let tokens = folder.run(&format!("tokens {arguments}")).exits(0).rows();
        assert_eq!(tokens.iter().filter(|token| token["implied"] == true).count(), count, "{arguments}");
    }
}
