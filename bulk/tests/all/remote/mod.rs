//! Runs over files on a web server: the same rows as from local files, whatever fails, and no byte is requested twice.
mod captures;
mod faults;
mod parts;

use crate::support::kept_rows::{KeptRows, output};
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tagrake_bulk::input::{
    self, ErrorCause, InputFile, InputFormat, Inputs, RemoteOptions, RemoteVersion, RetryLimits,
};
use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
use tagrake_bulk::pipeline::{Counts, Extraction, Run, RunOptions, read_page};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, ReaderOptions};
use tagrake_testsupport::http_server::{Fault, HttpServer, Request, ServedFile};
use tagrake_testsupport::warc_files::{gzip, gzip_each, record, zstd_each};

/// The result of a run.
struct Outcome {
    rows: String,
    errors: Vec<String>,
    counts: Counts,
    remote: RemoteOptions,
}

/// Returns options with this number of retries, and delays of a millisecond.
fn retries(max_retries: u32) -> RemoteOptions {
    let limits = RetryLimits::default().with_max_retries(max_retries).with_first_delay(Duration::from_millis(1));
    RemoteOptions::default().with_retries(limits)
}

/// Reads links with the columns that do not depend on the name of the file.
fn links(inputs: Inputs) -> Outcome {
    let fields = Fields::only_of(Table::Links, "page_url,raw,url,text").expect("fields");
    read(inputs, output(Product::Links, FileFormat::JsonLines).with_fields(fields))
}

fn read(inputs: Inputs, output: OutputOptions) -> Outcome {
    read_with(ReaderOptions::default(), inputs, output)
}

fn read_with(reader: ReaderOptions, inputs: Inputs, output: OutputOptions) -> Outcome {
    let remote = inputs.remote.clone();
    let mut sink = KeptRows::new(&output);
    let options = RunOptions { threads: 2, ..RunOptions::default() };
    let run = Run::new(Extraction::new(reader, output), options);
    let counts = run.read(inputs, &mut sink).expect("the sink takes all rows");
    let (rows, errors) = sink.finish_text();
    Outcome { rows, errors, counts, remote }
}

/// Reads the links of files on the server.
fn remote_links(server: &HttpServer, paths: &[&str]) -> Outcome {
    let urls = paths.iter().map(|path| server.url(path));
    links(Inputs { remote: retries(3), ..Inputs::new(urls) })
}

/// Returns the links of a local file with these bytes.
fn local_links(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file");
    let outcome = links(Inputs::new([path]));
    assert_eq!(outcome.errors, [""; 0]);
    outcome.rows
}

/// Returns a crawl of 400 records.
fn crawl() -> Vec<Vec<u8>> {
    (0..400).map(|index| record(&format!("http://e.org/{index}"), 300 + index * 97 % 1500)).collect()
}

fn ranges(requests: &[Request]) -> Vec<&str> {
    requests.iter().map(|request| request.header("range")).collect()
}

fn sent(requests: &[Request]) -> usize {
    requests.iter().map(|request| request.sent).sum()
}

#[test]
fn every_format_gives_the_rows_of_the_local_file() {
    let server = HttpServer::start();
    let records = crawl();
    let line = b"{\"url\":\"http://e.org/\",\"html\":\"<a href=a>b</a>\"}\n";
    let files = [
        ("/each.warc.gz", gzip_each(&records)),
        ("/one.warc.gz", gzip(&records.concat())),
        ("/plain.warc", records.concat()),
        ("/all.warc.zst", zstd_each(&records, &[])),
        ("/nameless", gzip_each(&records)),
        ("/pages.jsonl.gz", gzip(&line.repeat(1000))),
    ];
    let mut expected = String::new();
    for (path, bytes) in &files {
        server.serve(path, ServedFile::new(bytes.clone()));
        expected += &local_links(&path[1..], bytes);
    }
    let outcome = remote_links(&server, &files.each_ref().map(|(path, _)| *path));
    assert_eq!(outcome.errors, [""; 0]);
    assert!(outcome.rows == expected && expected.len() > 100_000);
    let requests = server.take_requests();
    assert_eq!(requests.len(), files.len());
    let stored: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    assert_eq!((sent(&requests), outcome.remote.downloaded_bytes()), (stored, stored as u64));
}

#[test]
fn a_record_names_its_url_and_offset() {
    let server = HttpServer::start();
    let bytes = gzip_each(&crawl());
    server.serve("/a.warc.gz?v=1", ServedFile::new(bytes));
    let url = server.url("/a.warc.gz?v=1");
    let fields = Fields::only("warc_filename,warc_record_offset").expect("fields");
    let outcome = read(Inputs::new([&url]), output(Product::Pages, FileFormat::JsonLines).with_fields(fields));
    let first = outcome.rows.lines().next().expect("a row");
    assert_eq!(first, format!("{{\"warc_filename\":\"{url}\",\"warc_record_offset\":0}}"));
}

#[test]
fn a_page_has_the_url_and_the_encoding_of_its_response() {
    let server = HttpServer::start();
    let page = ServedFile::new(b"<a href=b>\xEA</a>").with_header("Content-Type", "text/html; charset=koi8-r");
    server.serve("/dir/", page);
    let outcome = remote_links(&server, &["/dir/"]);
    let (page, link) = (server.url("/dir/"), server.url("/dir/b"));
    // The byte is another letter in windows-1252.
    let row = format!("{{\"page_url\":\"{page}\",\"raw\":\"b\",\"url\":\"{link}\",\"text\":\"Й\"}}\n");
    assert_eq!(outcome.rows, row);
}

#[test]
fn an_interrupted_download_continues_at_the_next_byte() {
    let server = HttpServer::start();
    let bytes = gzip_each(&crawl());
    let busy = Fault::Status(503, vec![("Retry-After".to_owned(), "0".to_owned())], "busy".to_owned());
    let faults = [busy.clone(), Fault::CloseAfter(100), Fault::CloseAfter(5000), busy, Fault::CloseAfter(0)];
    let expected = local_links("a.warc.gz", &bytes);
    for is_chunked in [false, true] {
        let file = ServedFile { is_chunked, ..ServedFile::new(bytes.clone()) };
        server.serve("/a.warc.gz", file.with_faults(faults.clone()));
        let urls = [server.url("/a.warc.gz")];
        let outcome = links(Inputs { remote: retries(5), ..Inputs::new(urls) });
        assert_eq!(outcome.errors, [""; 0]);
        assert!(outcome.rows == expected);
        let requests = server.take_requests();
        assert_eq!(ranges(&requests), ["", "", "bytes=100-", "bytes=5100-", "bytes=5100-", "bytes=5100-"]);
        let tags: Vec<_> = requests.iter().map(|request| request.header("if-match")).collect();
        assert_eq!(tags, ["", "", "\"1\"", "\"1\"", "\"1\"", "\"1\""]);
        assert_eq!(sent(&requests), bytes.len() + 2 * "busy".len());
        assert_eq!(outcome.remote.downloaded_bytes(), bytes.len() as u64);
    }
}

#[test]
fn waits_as_long_as_the_server_asks() {
    let server = HttpServer::start();
    let busy = Fault::Status(429, vec![("Retry-After".to_owned(), "1".to_owned())], String::new());
    server.serve("/a.html", ServedFile::new(b"<a href=/b>b</a>").with_faults([busy]));
    let begin = std::time::Instant::now();
    assert_eq!(remote_links(&server, &["/a.html"]).errors, [""; 0]);
    assert!(begin.elapsed() >= Duration::from_secs(1));
}

#[test]
fn resumes_from_servers_that_ignore_ranges_and_have_no_tags() {
    let server = HttpServer::start();
    let bytes = gzip_each(&crawl());
    let file = ServedFile::new(bytes.clone()).with_header("ETag", "");
    let file = file.with_header("Last-Modified", "yesterday").with_faults([Fault::CloseAfter(7000)]);
    server.serve("/a.warc.gz", ServedFile { ignores_ranges: true, ..file });
    let outcome = remote_links(&server, &["/a.warc.gz"]);
    assert_eq!(outcome.errors, [""; 0]);
    assert!(outcome.rows == local_links("a.warc.gz", &bytes));
    assert_eq!(ranges(&server.take_requests()), ["", "bytes=7000-", ""]);
}

#[test]
fn a_file_that_changes_is_truncated() {
    let bytes = gzip_each(&crawl());
    let half = bytes.len() / 2;
    let changed = Arc::new(gzip_each(&crawl()[..399]));
    let cases = [("\"1\"", "\"2\"", " (HTTP 412)", 2), ("W/\"1\"", "W/\"2\"", "", 2)];
    for (etag, next, status, count) in cases {
        let server = HttpServer::start();
        let file = ServedFile::new(bytes.clone()).with_header("ETag", etag).with_header("Last-Modified", "yesterday");
        let file = file.with_faults([Fault::ChangeAfter(half, changed.clone(), next.to_owned())]);
        server.serve("/a.warc.gz", file).serve("/b.html", ServedFile::new(b"<a href=c>d</a>"));
        let outcome = remote_links(&server, &["/a.warc.gz", "/b.html"]);
        let [error] = &outcome.errors[..] else { panic!("one error, not {:?}", outcome.errors) };
        let length = bytes.len();
        let message = format!(
            "the download is truncated at offset {half} of {length}: the file changed while it was read{status} \
             (after 1 retry)"
        );
        assert!(error.starts_with(&server.url("/a.warc.gz:")) && error.ends_with(&message), "{error}");
        // The records before the interruption, and the next file.
        assert_eq!(outcome.counts.errors, [(ErrorCause::Io, 1)].into());
        assert!((150..250).contains(&outcome.counts.pages), "{}", outcome.counts.pages);
        assert!(outcome.rows.ends_with("\"text\":\"d\"}\n"));
        let requests = server.take_requests();
        assert_eq!(requests.iter().filter(|request| request.path == "/a.warc.gz").count(), count);
    }
}

#[test]
fn a_download_without_a_version_is_not_continued() {
    let server = HttpServer::start();
    let bytes = gzip_each(&crawl());
    let file = ServedFile::new(bytes).with_header("ETag", "").with_faults([Fault::CloseAfter(7000)]);
    server.serve("/a.warc.gz", file);
    let outcome = remote_links(&server, &["/a.warc.gz"]);
    assert!(outcome.errors[0].contains("truncated at offset 7000 of "), "{:?}", outcome.errors);
    assert!(outcome.errors[0].ends_with("without a strong ETag or Last-Modified, the download cannot continue"));
    assert_eq!(server.take_requests().len(), 1);
}

#[test]
fn retries_end() {
    let server = HttpServer::start();
    let text = b"<p>text</p>".repeat(100);
    let close = |bytes| std::iter::once(Fault::CloseAfter(bytes)).chain(std::iter::repeat_n(Fault::CloseAfter(0), 9));
    let line = gzip(&b"{\"html\":\"<a href=b>\"}\n".repeat(100_000));
    server.serve("/a.html", ServedFile::new(text.clone()).with_faults(close(50)));
    server.serve("/b.jsonl.gz", ServedFile::new(line.clone()).with_faults(close(line.len() - 20)));
    let warc = record("http://e.org/", 2000);
    server.serve("/c.warc", ServedFile::new(warc.clone()).with_faults(close(500)));
    let outcome = remote_links(&server, &["/a.html", "/b.jsonl.gz", "/c.warc"]);
    let requests = server.take_requests();
    for (index, (path, offset, length)) in
        [("/a.html", 50, text.len()), ("/b.jsonl.gz", line.len() - 20, line.len()), ("/c.warc", 500, warc.len())]
            .into_iter()
            .enumerate()
    {
        let error = &outcome.errors[index];
        assert!(error.starts_with(&server.url(path)), "{error}");
        assert!(error.contains(&format!("the download is truncated at offset {offset} of {length}: ")), "{error}");
        assert!(error.ends_with(" (after 3 retries)"), "{error}");
        assert_eq!(requests.iter().filter(|request| request.path == path).count(), 4, "{path}");
    }
    assert_eq!(outcome.counts.errors, [(ErrorCause::Io, 3)].into());
}

#[test]
fn refusals_are_errors_and_the_other_files_are_read() {
    let server = HttpServer::start();
    let denied = "<Error><Code>AccessDenied</Code><Message>no</Message></Error>";
    let denied = Fault::Status(403, vec![], denied.to_owned());
    let always = |fault: Fault| std::iter::repeat_n(fault, 9);
    server.serve("/denied", ServedFile::new("").with_faults([denied]));
    server.serve("/busy", ServedFile::new("").with_faults(always(Fault::Status(503, vec![], String::new()))));
    server.serve("/page", ServedFile::new("<a href=b>c</a>"));
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let unreachable = format!("http://{port}/a");
    let mut urls = ["/missing", "/denied", "/busy", "/page"].map(|path| server.url(path)).to_vec();
    urls.insert(0, unreachable.clone());
    let outcome = links(Inputs { remote: retries(3), ..Inputs::new(urls) });
    assert_eq!(
        outcome.errors,
        [
            format!("{unreachable}: Connection refused (after 2 retries)"),
            format!("{}: not found (HTTP 404)", server.url("/missing")),
            format!("{}: access denied (HTTP 403, AccessDenied)", server.url("/denied")),
            format!("{}: the server failed (HTTP 503) (after 3 retries)", server.url("/busy")),
        ]
    );
    assert_eq!((outcome.counts.pages, outcome.rows.lines().count()), (1, 1));
    let mut requests: Vec<_> = server.take_requests().into_iter().map(|request| request.path).collect();
    requests.sort();
    assert_eq!(requests, ["/busy", "/busy", "/busy", "/busy", "/denied", "/missing", "/page"]);
}

#[test]
fn the_next_download_starts_while_a_file_is_read() {
    let server = HttpServer::start();
    let bytes = gzip_each(&crawl());
    let paths = ["/1.warc.gz", "/2.warc.gz", "/3.warc.gz", "/4.warc.gz"];
    for (index, path) in paths.into_iter().enumerate() {
        // A server that never sends the second half of a file before the request for the next one.
        let next = paths.get(index + 1).map(|path| Fault::WaitFor((*path).to_owned()));
        server.serve(path, ServedFile::new(bytes.clone()).with_faults(next));
    }
    let outcome = remote_links(&server, &paths);
    assert_eq!(outcome.errors, [""; 0]);
    assert!(outcome.rows == local_links("a.warc.gz", &bytes).repeat(4));
}

#[test]
fn manifests_can_be_remote_and_have_a_base() {
    let server = HttpServer::start();
    let bytes = gzip_each(&crawl());
    let absolute = server.url("/c.warc.gz");
    server.serve(
        "/list/warc.paths.gz",
        ServedFile::new(gzip(format!("a.warc.gz\n./b.warc.gz\n{absolute}\n").as_bytes())),
    );
    for path in ["/data/a.warc.gz", "/data/b.warc.gz", "/c.warc.gz"] {
        server.serve(path, ServedFile::new(bytes.clone()));
    }
    for base in ["/data", "/data/"] {
        let manifest = Some(PathBuf::from(server.url("/list/warc.paths.gz")));
        let base = Some(PathBuf::from(server.url(base)));
        let outcome = links(Inputs { manifest, base, remote: retries(0), ..Inputs::default() });
        assert_eq!((outcome.errors, outcome.counts.files), (vec![], 3));
        assert!(outcome.rows == local_links("a.warc.gz", &bytes).repeat(3));
    }
    let missing = Inputs { manifest: Some(server.url("/no").into()), ..Inputs::default() };
    assert_eq!(links(missing).errors, [format!("{}: not found (HTTP 404)", server.url("/no"))]);
}

#[test]
fn passwords_and_signatures_are_sent_and_not_shown() {
    let server = HttpServer::start();
    let file =
        ServedFile { authorization: Some("Basic bWU6c2VjcmV0".to_owned()), ..ServedFile::new("<a href=b>c</a>") };
    server.serve("/a?X-Amz-Signature=0123", file);
    let host = server.host();
    let inputs = ["me:secr%65t", "me:wrong"].map(|user| format!("http://{user}@{host}/a?X-Amz-Signature=0123"));
    let outcome = links(Inputs { remote: retries(0), ..Inputs::new(inputs) });
    assert_eq!(outcome.errors, [format!("http://{host}/a: authentication failed (HTTP 401)")]);
    assert_eq!(outcome.rows.lines().count(), 1);
    assert!(!outcome.rows.contains("secr") && !outcome.rows.contains("0123"), "{}", outcome.rows);
}

#[test]
fn versions_and_single_pages_can_be_requested() {
    let server = HttpServer::start();
    server.serve("/a", ServedFile::new("<p>").with_header("Last-Modified", "Sat, 21 Nov 2026 13:17:05 GMT"));
    let file = |path| InputFile::new(server.url(path).into(), InputFormat::Auto);
    let version = file("/a").fetch_remote_version().expect("the server has it");
    let RemoteVersion { length, etag, last_modified, .. } = &version;
    assert_eq!((*length, etag.as_deref()), (Some(3), Some("\"1\"")));
    assert_eq!(last_modified.as_deref(), Some("Sat, 21 Nov 2026 13:17:05 GMT"));
    assert_eq!(file("/b").fetch_remote_version(), None);
    let methods: Vec<_> = server.take_requests().into_iter().map(|request| request.method).collect();
    assert_eq!(methods, ["HEAD", "HEAD"]);

    let mut text = String::new();
    input::open(server.url("/a").as_ref()).expect("a download").read_to_string(&mut text).expect("it is complete");
    assert_eq!(text, "<p>");
    let error = read_page(server.url("/b").as_ref(), &retries(0), 9).expect_err("there is no file");
    assert_eq!(error.to_string(), format!("{}: not found (HTTP 404)", server.url("/b")));
}
