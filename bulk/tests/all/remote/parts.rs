//! Parts of files: shorter than requested, interrupted, or in another content coding than the rest.

use super::faults::{offsets, only_error, read, read_records};
use super::{crawl, links, local_links};
use std::collections::HashSet;
use std::net::TcpListener;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tagrake_bulk::input::{Inputs, RecordAddress, RemoteOptions};
use tagrake_testsupport::misbehaving_server::{BodyFault, MisbehavingServer, ReceivedRequest, Reply};
use tagrake_testsupport::warc_files::{gzip_each, record};

/// Responds with at most `most` bytes of a file, and with the length of the file if `has_length`.
fn part(file: &[u8], request: &ReceivedRequest, most: usize, has_length: bool) -> Reply {
    let Some(range) = request.range(file.len()) else { return Reply::of_file(file, request) };
    let body = &file[range.start..range.end.min(range.start + most)];
    let length = if has_length { file.len().to_string() } else { "*".to_owned() };
    let declared = format!("bytes {}-{}/{length}", range.start, range.start + body.len() - 1);
    Reply::new(206, body).with_header("Content-Range", &declared)
}

/// The end of the first part was the end of the file, without an error.
#[test]
fn a_download_that_continues_in_parts_is_complete() {
    let bytes = gzip_each(&crawl());
    for has_length in [true, false] {
        let file = bytes.clone();
        let server = MisbehavingServer::start(move |request| {
            match request.number {
                0 => Reply::new(200, file.clone()).chunked().with_fault(BodyFault::CloseAfter(1000)),
                _ => part(&file, request, 20_000, has_length),
            }
            .with_header("ETag", "\"1\"")
        });
        let outcome = read(&server, "/a.warc.gz");
        assert_eq!(outcome.errors, [""; 0]);
        assert!(outcome.rows == local_links("a.warc.gz", &bytes));
        // After the last part of a file of unknown length, another one is requested.
        let parts = (bytes.len() - 1000).div_ceil(20_000);
        assert_eq!(server.requests().len(), 1 + parts + usize::from(!has_length));
    }
}

/// A server that sends little at a time is not asked for ever.
#[test]
fn a_download_in_tiny_parts_is_an_error() {
    let file = b"<p>0123456".repeat(2000);
    let server = MisbehavingServer::start(move |request| {
        let fault = if request.number == 0 { BodyFault::CloseAfter(10_000) } else { BodyFault::None };
        part(&file, request, 10, true).with_header("ETag", "\"1\"").with_fault(fault)
    });
    let error = only_error(read(&server, "/a.html"));
    assert!(error.ends_with("at offset 10030 of 20000: the response ended early (after 3 retries)"), "{error}");
}

/// The compressed bytes were read as the rest of the page.
#[test]
fn a_part_in_another_content_coding_is_an_error() {
    let page = b"<a href=b>c</a>".repeat(1000);
    let server = MisbehavingServer::start(move |request| {
        let reply = Reply::of_file(&page, request).with_header("ETag", "\"1\"");
        match request.number {
            0 => reply.with_header("Content-Encoding", "identity").with_fault(BodyFault::CloseAfter(1000)),
            _ => reply.with_header("Content-Encoding", "gzip"),
        }
    });
    let error = only_error(read(&server, "/a.html"));
    assert!(error.contains("the server sent the rest of the file in another Content-Encoding"), "{error}");
    assert_eq!(server.requests().len(), 2);
}

/// One short or interrupted response for the records of an index lost all of them.
#[test]
fn records_are_read_from_short_and_interrupted_parts() {
    let records = crawl();
    let bytes = gzip_each(&records);
    let expected = local_links("a.warc.gz", &bytes);
    for etag in ["\"1\"", ""] {
        for is_capped in [true, false] {
            let file = bytes.clone();
            let seen = Mutex::<HashSet<String>>::default();
            let server = MisbehavingServer::start(move |request| {
                // The first response for every second range.
                let mut seen = seen.lock().expect("no panic");
                let is_cut = seen.insert(request.header("range").to_owned()) && seen.len() % 2 == 1;
                let reply = match is_capped {
                    true => part(&file, request, 10_000, true),
                    false if is_cut => Reply::of_file(&file, request).with_fault(BodyFault::CloseAfter(2000)),
                    false => Reply::of_file(&file, request),
                };
                if etag.is_empty() { reply } else { reply.with_header("ETag", etag) }
            });
            let outcome = read_records(&server, &offsets(&records));
            assert_eq!(outcome.errors, [""; 0], "{etag}, {is_capped}");
            assert!(outcome.rows == expected, "{etag}, {is_capped}");
        }
    }
}

/// A record that no response contains is an error of its own.
#[test]
fn a_record_that_is_longer_than_the_parts_of_a_server_is_one_error() {
    let mut records = crawl();
    records.truncate(100);
    records.insert(50, record("http://e.org/long", 300_000));
    let bytes = gzip_each(&records);
    let offsets = offsets(&records);
    let most = offsets[50].1 - 1;
    let file = bytes.clone();
    let server = MisbehavingServer::start(move |request| part(&file, request, most, true));
    let outcome = read_records(&server, &offsets);
    assert_eq!(outcome.errors.len(), 1, "{:?}", outcome.errors);
    let cause = "without a strong ETag or Last-Modified, the download cannot continue";
    assert!(outcome.errors[0].ends_with(cause), "{:?}", outcome.errors);
    assert!(outcome.rows.lines().count() >= 100);
}

/// A server that interrupts every download is not asked for each record.
#[test]
fn records_are_not_requested_after_many_interruptions() {
    let records = crawl();
    let bytes = gzip_each(&records);
    let offsets = offsets(&records);
    let server = MisbehavingServer::start(move |request| match request.number {
        0 => Reply::of_file(&bytes, request),
        _ => Reply::of_file(&bytes, request).with_fault(BodyFault::CloseAfter(10)),
    });
    let first = offsets.iter().position(|(offset, _)| *offset > 64 << 10).expect("records after the start of the file");
    // One job reads these records.
    let outcome = read_records(&server, &offsets[first..first + 20]);
    assert_eq!(outcome.errors.len(), 20);
    let cause = "without a strong ETag or Last-Modified, the download cannot continue";
    assert!(outcome.errors.iter().all(|error| error.ends_with(cause)), "{:?}", outcome.errors[0]);
    assert_eq!(server.requests().len(), 1 + 8);
}

/// An index may name a server that is not there for every record. Each one was requested three times, with delays.
#[test]
fn an_unreachable_server_is_retried_once() {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|unused| unused.local_addr()).expect("a free port").port();
    let url = format!("http://127.0.0.1:{port}/a.warc.gz");
    // Too long to be read together, so each is a job of its own.
    let records = (0..200).map(|number| {
        let mut address = RecordAddress::new(&*url, number << 40);
        address.length = Some(1 << 40);
        address
    });
    let begin = Instant::now();
    let outcome = links(Inputs { remote: RemoteOptions::default(), records: records.collect(), ..Inputs::default() });
    let refused = outcome.errors.iter().filter(|error| error.contains("Connection refused"));
    assert_eq!(refused.count(), 200);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}
