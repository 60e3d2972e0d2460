//! A page on a web server gives the record that the same response in a WARC file gives.

use super::{Outcome, read_with};
use crate::support::kept_rows::output;
use serde_json::{Map, Value};
use std::fs;
use std::io::Write;
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{FileFormat, Product};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, ReaderOptions};
use tagrake_testsupport::misbehaving_server::{MisbehavingServer, Reply};
use tagrake_testsupport::warc_files::{gzip, with_fields};

/// Fields of the place of a record and of its time, which only an archive has.
const OF_ARCHIVE: [&str; 6] =
    ["source", "warc_filename", "warc_record_offset", "warc_record_length", "warc_record_id", "fetch_time"];

/// Reads pages with all fields, without an error.
fn records(inputs: Inputs) -> Vec<Map<String, Value>> {
    let (records, errors) = records_and_errors(inputs);
    assert_eq!(errors, [""; 0]);
    records
}

fn records_and_errors(inputs: Inputs) -> (Vec<Map<String, Value>>, Vec<String>) {
    let table = Table::Pages;
    let names = table.fields().iter().chain(table.fields_on_request()).map(|field| field.name);
    let names: Vec<_> = names.filter(|name| !OF_ARCHIVE.contains(name)).collect();
    let fields = Fields::only(&names.join(",")).expect("fields");
    let reader = ReaderOptions::default().with_fields(table, &fields);
    let output = output(Product::Pages, FileFormat::JsonLines).with_fields(fields);
    let Outcome { rows, errors, .. } = read_with(reader, inputs, output);
    (rows.lines().map(|line| serde_json::from_str(line).expect("an object")).collect(), errors)
}

/// Returns the record of a page that is fetched from `path`, and of its response in a WARC file.
fn both(path: &str, respond: impl Fn(&str) -> Reply + Send + Sync + 'static) -> [Map<String, Value>; 2] {
    let (records, errors) = both_and_errors(path, respond);
    assert_eq!(errors, [""; 0]);
    records
}

/// As [`both`], with the errors of the page that is fetched.
fn both_and_errors(
    path: &str,
    respond: impl Fn(&str) -> Reply + Send + Sync + 'static,
) -> ([Map<String, Value>; 2], Vec<String>) {
    let answer = std::sync::Arc::new(respond);
    let served = answer.clone();
    let server = MisbehavingServer::start(move |request| served(&request.path));
    let (fetched, errors) = records_and_errors(Inputs::new([server.url(path)]));
    let [fetched] = &fetched[..] else { panic!("one record, not {fetched:?} and {errors:?}") };

    let mut path = path.to_owned();
    let mut reply = answer(&path);
    while let Some((_, location)) = reply.headers.iter().find(|(name, _)| name == "Location") {
        path.clone_from(location);
        reply = answer(&path);
    }
    let mut head = format!("HTTP/1.1 {} OK\r\n", reply.status);
    let length = reply.body.len().to_string();
    for (name, value) in reply.headers.iter().chain([&("Content-Length".to_owned(), length)]) {
        head += &format!("{name}: {value}\r\n");
    }
    let fields =
        format!("WARC-Type: response\r\nWARC-Target-URI: {}\r\nContent-Type: application/http\r\n", server.url(&path));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.warc");
    fs::write(&file, with_fields(&fields, &[(head + "\r\n").as_bytes(), &reply.body].concat())).expect("a file");
    let [stored] = &records(Inputs::new([file]))[..] else { panic!("one record") };
    ([fetched.clone(), stored.clone()], errors)
}

fn page() -> Reply {
    let html = b"<title>\xEA</title><a href=rel>x</a><meta name=robots content=nofollow><p>Text of a page.";
    let headers = [
        ("Content-Type", "text/html; charset=koi8-r"),
        ("Content-Language", "fr"),
        ("X-Robots-Tag", "noindex, noai"),
        ("X-Robots-Tag", "googlebot: nosnippet"),
        ("TDM-Reservation", "1"),
        ("TDM-Policy", "https://e.org/policy.json"),
        ("Link", "</c>; rel=\"canonical\", </next>; rel=next"),
        ("Link", "</licence>; rel=license"),
        ("Refresh", "5; url=/other"),
        ("X-City", "K\u{F6}ln"),
    ];
    headers.into_iter().fold(Reply::new(200, html), |reply, (name, value)| reply.with_header(name, value))
}

/// Of the headers only `Content-Type` was used, so that declarations about the use of a page were reported as absent.
#[test]
fn a_fetched_page_has_the_record_of_its_response_in_an_archive() {
    let [fetched, stored] = both("/dir/page", |_| page());
    for (name, value) in &stored {
        assert_eq!(fetched.get(name), Some(value), "{name}");
    }
    assert_eq!(fetched.keys().collect::<Vec<_>>(), stored.keys().collect::<Vec<_>>());
    assert_eq!((&fetched["fetch_status"], &fetched["content_mime_type"]), (&200.into(), &"text/html".into()));
    assert_eq!(fetched["title"], "Й");
    assert_eq!(fetched["rights"]["tdm_reservation"], 1);
    assert_eq!(fetched["x_robots"]["googlebot"][0], "nosnippet");
    assert!(fetched["links"].as_array().is_some_and(|links| links.len() >= 4));
}

/// Links were resolved against the URL before redirects.
#[test]
fn a_redirected_page_has_the_url_of_its_response() {
    let answer = |path: &str| match path {
        "/a" => Reply::redirect(301, "/b?sig=1#top"),
        "/b?sig=1" | "/b?sig=1#top" => Reply::redirect(302, "/deep/page"),
        _ => page().with_header("Content-Location", "/elsewhere/"),
    };
    let [fetched, stored] = both("/a", answer);
    assert_eq!(fetched, stored);
    let url = fetched["url"].as_str().expect("a URL");
    assert!(url.ends_with("/deep/page"), "{url}");
    assert_eq!(fetched["links"][0]["url"], url.replace("page", "rel"));
}

#[test]
fn content_codings_are_decoded_and_types_are_declared() {
    let html = b"<title>t</title>Words";
    let brotli = [b"\x0B\x0A\x80".as_slice(), html, b"\x03"].concat();
    // A byte that is not ASCII is not a sign of compression.
    let accented = [b"\xE9<title>t</title>".as_slice(), &html[..]].concat();
    let cases = [
        (&["gzip"][..], gzip(html)),
        (&["zstd"], zstd::encode_all(&html[..], 1).expect("memory")),
        (&["br"], brotli.clone()),
        (&["Deflate"], deflate(html)),
        (&["identity"], html.to_vec()),
        (&["gzip"], html.to_vec()), // it is not
        (&["br"], html.to_vec()),
        (&["br"], accented.clone()),
        (&["deflate"], accented),
        (&["gzip, gzip"], gzip(&gzip(html))),
        (&["br, gzip"], gzip(&brotli)),
        (&["br", "gzip"], gzip(&brotli)),
        (&["identity, deflate"], deflate(html)),
    ];
    for (codings, body) in cases {
        let [fetched, stored] = both("/", move |_| coded(codings, &body));
        assert_eq!(fetched, stored, "{codings:?}");
        assert_eq!(fetched["title"], "t", "{codings:?}");
    }
    // Only the declared type shows that these are pages.
    for body in ["Only words", ""] {
        let [fetched, stored] = both("/", move |_| Reply::new(200, body).with_header("Content-Type", "Text/HTML;x"));
        assert_eq!(fetched, stored);
    }
}

fn deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a page with content codings.
fn coded(codings: &[&str], body: &[u8]) -> Reply {
    let reply = Reply::new(200, body).with_header("Content-Type", "text/html");
    codings.iter().fold(reply, |reply, coding| reply.with_header("Content-Encoding", coding))
}

/// A truncated page in deflate had no record, and one in gzip had one.
#[test]
fn a_page_that_cannot_be_decoded_to_its_end_has_a_record() {
    let page = format!("<title>t</title>{}", (0..20_000).map(|number| format!("<p>{number}")).collect::<String>());
    for (coding, body) in [("gzip", gzip(page.as_bytes())), ("deflate", deflate(page.as_bytes()))] {
        let mut corrupt = body.clone();
        corrupt[body.len() / 2..].fill(0xFF);
        for (damage, body) in [("truncated", body[..body.len() / 2].to_vec()), ("corrupt", corrupt)] {
            let ([fetched, stored], errors) = both_and_errors("/", move |_| coded(&[coding], &body));
            assert_eq!(fetched, stored, "{coding}, {damage}");
            assert_eq!((&fetched["title"], &fetched["content_truncated"]), (&"t".into(), &"unspecified".into()));
            assert!(errors.len() == 1 && errors[0].contains("the compressed data is "), "{coding}: {errors:?}");
        }
    }
}

/// A list in deflate was refused as binary data.
#[test]
fn the_content_coding_of_a_list_is_decoded() {
    let server = MisbehavingServer::start(|request| match &*request.path {
        "/list" => coded(&["deflate"], &deflate(b"a.html\n")),
        _ => page(),
    });
    let base = Some(server.url("/").into());
    let inputs = Inputs { manifest: Some(server.url("/list").into()), base, ..Inputs::default() };
    assert_eq!(records(inputs).len(), 1);
}
