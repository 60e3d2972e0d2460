//! The examples: their source is compiled into this program, and their output is compared.

use crate::support::kept_rows::{KeptRows, output};
use clap::Parser;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write;
use tagrake_bulk::ReaderOptions;
use tagrake_bulk::http::ResponseReader;
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{FileFormat, Product};
use tagrake_bulk::pipeline::{Counts, Extraction, Run, RunOptions};
use tagrake_bulk::warc::{RecordKind, WarcOptions, WarcReader};
use tagrake_testsupport::http_server::{Fault, HttpServer, Request, ServedFile};
use tagrake_testsupport::warc_files::{gzip, html_response};
use tempfile::TempDir;

#[allow(dead_code, reason = "the tests call another function than main")]
#[path = "../../examples/crawl.rs"]
mod crawl;

#[allow(dead_code, reason = "the tests call another function than main")]
#[path = "../../examples/map_archive.rs"]
mod map_archive;

#[cfg(feature = "columns")]
#[allow(dead_code, reason = "the tests call another function than main")]
#[path = "../../examples/own_columns.rs"]
mod own_columns;

#[cfg(feature = "columns")]
#[allow(dead_code, reason = "the tests call another function than main")]
#[path = "../../examples/metadata_parquet.rs"]
mod metadata_parquet;

/// Returns a folder with an archive of two pages, and the offset of the second one.
fn archive() -> (TempDir, usize) {
    let first = html_response("http://e.org/1", b"<title>One</title><a href='#top'>to the top</a><a href='#x'></a>");
    let second = html_response("http://e.org/2", b"<p>one two");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.warc"), [&first[..], &second].concat()).expect("a file");
    (folder, first.len())
}

#[test]
fn map_archive_prints_a_line_for_each_page() {
    let (folder, second) = archive();
    let missing = folder.path().join("none.warc");
    let mut out = Vec::new();
    let inputs = Inputs::new([folder.path().join("a.warc"), missing.clone()]);
    map_archive::print(inputs, &mut out).expect("a run");
    let expected = format!(
        "0\thttp://e.org/1\t3\tOne\n{second}\thttp://e.org/2\t2\t-\n# {}: No such file or directory\n",
        missing.display()
    );
    assert_eq!(String::from_utf8(out).expect("text"), expected);
}

#[cfg(feature = "columns")]
fn batch(parquet: Vec<u8>) -> arrow_array::RecordBatch {
    let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReader::try_new(bytes::Bytes::from(parquet), 1024);
    let mut batches = reader.expect("a Parquet file").map(|batch| batch.expect("a batch"));
    batches.next().expect("a batch")
}

#[cfg(feature = "columns")]
#[test]
fn own_columns_writes_them_beside_the_columns_of_pages() {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;

    let (folder, _) = archive();
    let batch = batch(own_columns::write(Inputs::new([folder.path()]), Vec::new()).expect("a run"));
    let names: Vec<_> = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["url", "title", "bytes", "anchors"]);
    assert!(batch["title"].as_string::<i32>().iter().eq([Some("One"), None]));
    assert!(batch["bytes"].as_primitive::<Int64Type>().iter().eq([Some(64), Some(10)]));
    let anchors: Vec<Vec<String>> = batch["anchors"]
        .as_list::<i32>()
        .iter()
        .map(|list| list.expect("a list").as_string::<i32>().iter().flatten().map(str::to_owned).collect())
        .collect();
    assert_eq!(anchors, [vec!["top".to_owned(), "x".to_owned()], vec![]]);
}

#[cfg(feature = "columns")]
#[test]
fn metadata_parquet_has_the_word_counts() {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int32Type;

    let (folder, _) = archive();
    let (parquet, pages) = metadata_parquet::write(Inputs::new([folder.path()]), Vec::new()).expect("a run");
    let batch = batch(parquet);
    assert_eq!(pages, 2);
    assert!(batch["title"].as_string::<i32>().iter().eq([Some("One"), None]));
    assert!(batch["word_count"].as_primitive::<Int32Type>().iter().eq([Some(3), Some(2)]));
}

/// Crawls with these arguments. Returns true without errors, and the lines with `HOST` for the server and the errors.
fn crawl_hosts(server: &HttpServer, arguments: &[&str]) -> (bool, String, String) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let arguments = crawl::Arguments::parse_from([&["crawl"], arguments].concat());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    let outputs: [&mut dyn Write; 2] = [&mut out, &mut errors];
    let is_complete = runtime.block_on(crawl::crawl(arguments, outputs)).expect("a crawl");
    let text = |bytes| String::from_utf8(bytes).expect("text").replace(&server.url(""), "HOST");
    (is_complete, text(out), text(errors))
}

fn html(text: &str) -> ServedFile {
    ServedFile::new(text).with_header("Content-Type", "text/html")
}

/// Starts a server with a `robots.txt`.
fn server_with_robots() -> HttpServer {
    let server = HttpServer::start();
    let robots = "User-agent: other\nDisallow: /\n\nUser-agent: *\nCrawl-delay: 0\nDisallow: /private";
    server.serve("/robots.txt", ServedFile::new(robots));
    server
}

fn paths(requests: &[Request]) -> Vec<&str> {
    requests.iter().map(|request| request.path.as_str()).collect()
}

/// Starts a server with pages of all kinds. None leads to `/hidden` by a link that is followed.
fn server_with_pages() -> HttpServer {
    let server = server_with_robots();
    let other_name = server.url("/hidden").replace("127.0.0.1", "localhost");
    let long = " ".repeat(2000);
    let home = format!(
        "<title>Home</title><a href=a#top>a</a><a href=/private/x>x</a><a href=/a>again</a><a href=moved>m</a><a href=gone>g</a>\
         <a href=image>i</a><a href=meta>n</a><a href=header>h</a><a href=sniffed>s</a><a href=cut>c</a><a href=gzip>z</a>\
         <a href=chunked>k</a><a href={other_name}>o</a><a href=mailto:a@e.org></a><a href=hidden rel=nofollow>n</a>\
         <img src=hidden><template><a href=hidden></a></template>"
    );
    let moved =
        vec![("Location".to_owned(), "/deep?q".to_owned()), ("Content-Type".to_owned(), "text/html".to_owned())];
    let link = "<a href=/hidden>x</a>";
    server
        .serve("/", html(&home))
        .serve("/a", html("<title>A</title><a href=/deep?q>d</a>"))
        .serve("/deep?q", html("<title>Deep</title><a href=/>home</a>"))
        .serve("/moved", html("").with_faults([Fault::Status(301, moved, link.replace("hidden", "by-body"))]))
        .serve("/image", ServedFile::new(link).with_header("Content-Type", "image/png"))
        .serve("/meta", html(&format!("<meta name=robots content=nofollow>{long}{link}")))
        .serve("/header", html(link).with_header("X-Robots-Tag", "tagrake-crawl: nofollow"))
        .serve("/sniffed", ServedFile::new("<!doctype html><title>Sniffed</title><a href=/found>f</a>"))
        .serve("/cut", html(&format!("<a href=/early>e</a>{long}{link}")).with_faults([Fault::CloseAfter(1800)]))
        .serve(
            "/chunked",
            ServedFile { is_chunked: true, ..html(&format!("<title>Chunks</title>{long}<a href=/last>l</a>")) },
        );
    let packed = gzip(b"<title>Packed</title><a href=/packed>p</a>");
    let packed =
        ServedFile::new(packed).with_header("Content-Type", "text/html").with_header("Content-Encoding", "gzip");
    server.serve("/gzip", packed);
    server
}

#[test]
fn crawl_follows_the_links_of_a_host() {
    let server = server_with_pages();
    let (is_complete, lines, errors) = crawl_hosts(&server, &[&server.url("/")]);
    let other_name = server.url("/hidden").replace("127.0.0.1", "localhost");
    let mut expected = String::from("200\tHOST/\tHome\n");
    for path in
        ["a#top", "private/x", "a", "moved", "gone", "image", "meta", "header", "sniffed", "cut", "gzip", "chunked"]
    {
        expected += &format!("\tHOST/{path}\n");
    }
    expected += &format!("\t{other_name}\n");
    expected += "200\tHOST/a\tA\n\tHOST/deep?q\n-\tHOST/private/x\tdisallowed by robots.txt\n";
    expected += "301\tHOST/moved\t\n\tHOST/by-body\n\tHOST/deep?q\n404\tHOST/gone\t\n200\tHOST/image\t\n";
    expected += "200\tHOST/meta\t\n200\tHOST/header\t\n200\tHOST/sniffed\tSniffed\n\tHOST/found\n";
    expected += "200\tHOST/cut\t\n\tHOST/early\n200\tHOST/gzip\tPacked\n\tHOST/packed\n200\tHOST/chunked\tChunks\n\tHOST/last\n";
    expected += "200\tHOST/deep?q\tDeep\n\tHOST/\n";
    for path in ["by-body", "found", "early", "packed", "last"] {
        expected += &format!("404\tHOST/{path}\t\n");
    }
    assert_eq!(lines, expected);
    assert!(!is_complete && errors.starts_with("HOST/cut: ") && errors.lines().count() == 1, "{errors}");
    let requests = server.take_requests();
    let expected = [
        "/robots.txt",
        "/",
        "/a",
        "/moved",
        "/gone",
        "/image",
        "/meta",
        "/header",
        "/sniffed",
        "/cut",
        "/gzip",
        "/chunked",
        "/deep?q",
        "/by-body",
        "/found",
        "/early",
        "/packed",
        "/last",
    ];
    assert_eq!(paths(&requests), expected);
    assert!(requests.iter().all(|request| request.header("host") == server.host()));
    assert!(requests.iter().all(|request| request.header("user-agent").contains("(+https://")));
}

#[test]
fn crawl_stops_at_the_maximum_of_pages() {
    let server = server_with_pages();
    let (is_complete, lines, errors) = crawl_hosts(&server, &[&server.url("/"), "--pages", "2"]);
    assert!(is_complete && lines.ends_with("200\tHOST/a\tA\n\tHOST/deep?q\n"), "{lines}{errors}");
    assert_eq!(paths(&server.take_requests()), ["/robots.txt", "/", "/a"]);
}

/// A server error forbids everything, and a missing file nothing.
#[test]
fn crawl_reads_robots_txt_by_its_standard() {
    let (server, free, broken) = (server_with_robots(), HttpServer::start(), HttpServer::start());
    let faults = [Fault::Status(503, vec![], "<a href=/x>".to_owned())];
    broken.serve("/robots.txt", ServedFile::new("").with_faults(faults));
    server.serve("/", html(&format!("<a href={}><a href={}>", free.url("/x"), broken.url("/x"))));
    let (is_complete, lines, errors) = crawl_hosts(&server, &[&server.url("/")]);
    assert!(!is_complete && errors.contains("503") && errors.lines().count() == 1, "{errors}");
    assert!(lines.contains(&format!("404\t{}\t\n", free.url("/x"))), "{lines}");
    assert!(lines.contains(&format!("-\t{}\tdisallowed by robots.txt\n", broken.url("/x"))), "{lines}");
    assert_eq!(paths(&free.take_requests()), ["/robots.txt", "/x"]);
    assert_eq!(paths(&broken.take_requests()), ["/robots.txt"]);
}

/// The page ends only after the target of its first link was requested, by another name of the host.
#[test]
fn crawl_follows_links_while_a_page_arrives() {
    let server = server_with_robots();
    let next = server.url("/next").replace("127.0.0.1", "localhost");
    let page = html(&format!("<title>T</title><a href={next}>n</a>{}<a href=/last>l</a>", " ".repeat(10_000)));
    server.serve("/", page.with_faults([Fault::WaitFor("/next".to_owned())]));
    let (is_complete, lines, errors) = crawl_hosts(&server, &[&server.url("/"), "--hosts", "localhost"]);
    assert!(is_complete && lines.contains(&format!("200\tHOST/\tT\n\t{next}\n\tHOST/last\n")), "{lines}{errors}");
    assert!(lines.contains(&format!("404\t{next}\t\n")), "{lines}");
}

/// Returns the counts of a run over an archive, whose digests are verified.
fn checked(archive: &std::path::Path) -> (Counts, Vec<String>) {
    let output = output(Product::Links, FileFormat::JsonLines);
    let mut keep = KeptRows::new(&output);
    let options = RunOptions { digests: true, ..RunOptions::default() };
    let run = Run::new(Extraction::new(ReaderOptions::default(), output), options);
    let counts = run.read_stream("crawl.warc.gz", File::open(archive).expect("a file"), &mut keep).expect("a run");
    (counts, keep.finish_text().1)
}

#[test]
fn crawl_writes_an_archive() {
    let server = server_with_pages();
    let folder = tempfile::tempdir().expect("a folder");
    let archive = folder.path().join("crawl.warc.gz");
    let name = archive.to_str().expect("a name");
    let (_, lines, _) = crawl_hosts(&server, &[&server.url("/"), "--warc", name]);
    let requests = server.take_requests();
    let fetched: Vec<_> = requests.iter().filter(|request| request.path != "/robots.txt").collect();
    let file = fs::read(&archive).expect("a file");
    let mut reader = WarcReader::new(name, &file[..], WarcOptions::default());
    let first = reader.next().expect("a record").expect("a record");
    assert!(first.kind == RecordKind::Warcinfo && first.block.starts_with(b"software: tagrake-crawl/"));
    let mut responses = ResponseReader::default();
    for fetched in &fetched {
        let url = server.url(&fetched.path);
        let request = reader.next().expect("a request").expect("a request");
        let block = String::from_utf8(request.block.to_vec()).expect("text");
        assert_eq!((request.kind, request.target_uri()), (RecordKind::Request, Some(url.as_str())));
        let mut fields = block.lines();
        assert_eq!(fields.next(), Some(format!("GET {} HTTP/1.1", fetched.path).as_str()));
        let fields = fields.filter_map(|line| line.split_once(": "));
        let fields: HashMap<_, _> = fields.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
        assert_eq!(fields, fetched.headers, "the request as it was received");

        let record = reader.next().expect("a response").expect("a response");
        assert!(record.error.is_none() && record.irregularity.is_none());
        assert_eq!((record.kind, record.target_uri()), (RecordKind::Response, Some(url.as_str())));
        assert_eq!(record.truncated(), (fetched.path == "/cut").then_some("disconnect"));
        assert_eq!(record.headers.get("WARC-IP-Address"), Some("127.0.0.1"));
        let response = responses.read(record.block);
        assert_eq!((response.status, response.stored_body.len()), (Some(fetched.status), fetched.sent), "{url}");
        assert_eq!(response.headers.get("X-Crawl-Transfer-Encoding").is_some(), fetched.path == "/chunked");
        assert!(lines.contains(&format!("{}\tHOST{}\t", fetched.status, fetched.path)), "{lines}");
    }
    assert!(reader.next().is_none());

    let (counts, messages) = checked(&archive);
    let count = fetched.len() as u64;
    assert_eq!(counts.records.get("response"), Some(&count));
    assert_eq!((counts.payload_digests.verified, counts.payload_digests.failed), (count, 0));
    assert_eq!((counts.block_digests.verified, counts.block_digests.failed), (2 * count, 0));
    assert_eq!((counts.irregular.total(), counts.error_count(), messages.len()), (0, 0, 0), "{messages:?}");
    assert_eq!(counts.cut.total(), 0, "no record has lost more than it states");
    let again = crawl::Arguments::parse_from(["crawl", &server.url("/"), "--warc", name]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let outputs: [&mut dyn Write; 2] = [&mut Vec::new(), &mut Vec::new()];
    assert!(runtime.block_on(crawl::crawl(again, outputs)).is_err(), "a file is not replaced");
    assert_eq!(fs::read(&archive).expect("a file"), file);
}
