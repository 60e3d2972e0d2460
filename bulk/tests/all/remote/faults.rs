//! Servers that send too much, too little, too slowly, or something else.

use super::{Outcome, crawl, links, local_links};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};
use tagrake_bulk::input::{Inputs, RecordAddress, RemoteOptions, RetryLimits};
use tagrake_testsupport::misbehaving_server::{BodyFault, Framing, MisbehavingServer, ReceivedRequest, Reply};
use tagrake_testsupport::warc_files::{gzip, gzip_each};

/// Returns options with a delay of a millisecond between retries.
fn limits(stall_time: Duration) -> RemoteOptions {
    let limits = RetryLimits::default().with_max_retries(3).with_first_delay(Duration::from_millis(1));
    RemoteOptions::default().with_retries(limits.with_stall_time(stall_time))
}

pub(super) fn remote() -> RemoteOptions {
    limits(Duration::from_secs(20))
}

/// Reads the links of a file on the server.
pub(super) fn read(server: &MisbehavingServer, path: &str) -> Outcome {
    links(Inputs { remote: remote(), ..Inputs::new([server.url(path)]) })
}

/// Reads records of `/a.warc.gz`, by their offsets in members of gzip.
pub(super) fn read_records(server: &MisbehavingServer, offsets: &[(usize, usize)]) -> Outcome {
    let url = server.url("/a.warc.gz");
    let records = offsets.iter().map(|(offset, length)| {
        let mut address = RecordAddress::new(&*url, *offset as u64);
        address.length = Some(*length as u64);
        address
    });
    links(Inputs { remote: remote(), records: records.collect(), ..Inputs::default() })
}

/// Returns the stored offset and length of each record.
pub(super) fn offsets(records: &[Vec<u8>]) -> Vec<(usize, usize)> {
    let mut offset = 0;
    let of_record = |record: &Vec<u8>| {
        let (start, length) = (offset, gzip(record).len());
        offset += length;
        (start, length)
    };
    records.iter().map(of_record).collect()
}

/// Returns the error of a file without rows.
pub(super) fn only_error(outcome: Outcome) -> String {
    assert_eq!(outcome.rows, "");
    let [error] = &outcome.errors[..] else { panic!("one error, not {:?}", outcome.errors) };
    error.clone()
}

fn paths(server: &MisbehavingServer) -> Vec<String> {
    server.requests().into_iter().map(|request| request.path).collect()
}

/// A range response without end was read into memory to the end.
#[test]
fn a_range_response_ends_at_the_end_of_its_range() {
    let records = crawl();
    let bytes = gzip_each(&records);
    let file = bytes.clone();
    let server = MisbehavingServer::start(move |request| {
        let reply = Reply::of_file(&file, request).with_header("ETag", "\"1\"");
        let body = [reply.body, vec![b'A'; 1 << 20]].concat();
        Reply { status: reply.status, headers: reply.headers, ..Reply::new(206, body) }.chunked().endless()
    });
    let offsets = offsets(&records);
    let outcome = read_records(&server, &offsets);
    assert_eq!(outcome.errors, [""; 0]);
    assert!(outcome.rows == local_links("a.warc.gz", &bytes));
    // The bytes that had arrived with the last ones of a range were ignored.
    let requests = server.requests().len();
    assert!(outcome.remote.downloaded_bytes() < (bytes.len() + requests * (2 << 20)) as u64);
}

#[test]
fn a_resumed_download_ends_at_the_end_of_the_file() {
    let bytes = gzip_each(&crawl());
    let file = bytes.clone();
    let server = MisbehavingServer::start(move |request| {
        let reply = Reply::of_file(&file, request).with_header("ETag", "\"1\"");
        match request.number {
            0 => reply.with_fault(BodyFault::CloseAfter(1000)),
            _ => Reply { body: [&*reply.body, b"WARC/1.0 and other bytes"].concat(), ..reply }.chunked(),
        }
    });
    let outcome = read(&server, "/a.warc.gz");
    assert_eq!(outcome.errors, [""; 0]);
    assert!(outcome.rows == local_links("a.warc.gz", &bytes));
}

/// A part of the file instead of the file, or another part, shifted all offsets.
#[test]
fn a_part_that_was_not_requested_is_an_error() {
    type Respond = fn(&[u8], &ReceivedRequest) -> Reply;
    let cases: [(Respond, &str); 5] = [
        (
            |file, _| Reply::new(206, &file[5..]).with_header("Content-Range", "bytes 5-99/100"),
            "the server sent a part of the file, which was not requested (HTTP 206)",
        ),
        (
            |file, request| match request.number {
                0 => Reply::new(200, file).with_fault(BodyFault::CloseAfter(10)),
                _ => Reply::new(206, &file[20..]).with_header("Content-Range", "bytes 20-99/100"),
            },
            "the server sent the bytes from offset 20 on, instead of 10",
        ),
        (
            |file, request| match request.number {
                0 => Reply::new(200, file).with_fault(BodyFault::CloseAfter(10)),
                _ => Reply::new(206, &file[10..]),
            },
            "the server sent a part of the file without its offset (HTTP 206)",
        ),
        (
            |file, request| match request.number {
                0 => Reply::new(200, file).with_fault(BodyFault::CloseAfter(10)),
                _ => Reply::new(206, b"--x\r\nContent-Range: bytes 10-99/100\r\n\r\n")
                    .with_header("Content-Type", "multipart/byteranges; boundary=x"),
            },
            "the server sent a part of the file without its offset (HTTP 206)",
        ),
        (
            |file, request| match request.number {
                0 => Reply::new(200, file).with_fault(BodyFault::CloseAfter(10)),
                _ => Reply::new(206, &file[10..]).with_header("Content-Range", "bytes 10-109/110"),
            },
            "the file changed while it was read",
        ),
    ];
    for (respond, cause) in cases {
        let server = MisbehavingServer::start(move |request| {
            respond(&b"<p>0123456".repeat(10), request).with_header("ETag", "\"1\"")
        });
        let outcome = read(&server, "/a.html");
        assert!(outcome.errors.iter().all(|error| error.contains(cause)), "{cause}: {:?}", outcome.errors);
        assert_eq!(outcome.errors.len(), 1);
        assert!(server.requests().len() <= 2, "{cause}: it is not repeated");
    }
}

/// Each range but the first was an error, because the file was said to have changed.
#[test]
fn ranges_are_read_from_servers_without_validators() {
    let records = crawl();
    let bytes = gzip_each(&records);
    let file = bytes.clone();
    let server = MisbehavingServer::start(move |request| Reply::of_file(&file, request));
    let outcome = read_records(&server, &offsets(&records));
    assert_eq!(outcome.errors, [""; 0]);
    assert!(outcome.rows == local_links("a.warc.gz", &bytes));
    let requests = server.requests();
    assert!(
        requests.iter().all(|request| request.range(bytes.len()).is_some() && !request.header("range").ends_with('-'))
    );

    // A file of another length is another file.
    let file = bytes.clone();
    let server = MisbehavingServer::start(move |request| {
        let longer = [&*file, b"more"].concat();
        Reply::of_file(if request.number == 0 { &file } else { &longer }, request)
    });
    let outcome = read_records(&server, &offsets(&records)[200..]);
    assert!(outcome.errors.iter().all(|error| error.ends_with("the file changed while it was read")));
    assert_eq!((outcome.errors.len(), &*outcome.rows), (200, ""));
}

#[test]
fn a_weak_etag_alone_does_not_continue_a_download() {
    let bytes = gzip_each(&crawl());
    for (time, is_complete) in [("", false), ("Sat, 21 Nov 2026 13:17:05 GMT", true)] {
        let file = bytes.clone();
        let server = MisbehavingServer::start(move |request| {
            let fault = if request.number == 0 { BodyFault::CloseAfter(9000) } else { BodyFault::None };
            let reply = Reply::of_file(&file, request).with_header("ETag", "W/\"1\"").with_fault(fault);
            if time.is_empty() { reply } else { reply.with_header("Last-Modified", time) }
        });
        let outcome = read(&server, "/a.warc.gz");
        assert_eq!(outcome.errors.is_empty(), is_complete, "{:?}", outcome.errors);
        let requests = server.requests();
        assert!(requests.iter().all(|request| request.header("if-match").is_empty()));
        assert_eq!(requests.len(), if is_complete { 2 } else { 1 });
        if !is_complete {
            let cause = "without a strong ETag or Last-Modified, the download cannot continue";
            assert!(outcome.errors[0].ends_with(cause), "{:?}", outcome.errors);
        }
    }
}

#[test]
fn wrong_lengths_resets_and_missing_ends_are_not_complete() {
    let page = b"<a href=b>c</a>".repeat(100);
    let length = page.len();
    type Change = fn(Reply) -> Reply;
    let cases: [(&str, Change, Result<(), &str>); 6] = [
        ("long", |reply| reply.with_framing(Framing::WrongLength(2000)), Err("at offset 1500 of 2000")),
        ("reset", |reply| reply.with_fault(BodyFault::ResetAfter(700)), Err("")),
        ("chunked", |reply| reply.chunked().with_fault(BodyFault::CloseAfter(700)), Err("at offset 700")),
        // The rest has its own length.
        ("short", |reply| reply.with_framing(Framing::WrongLength(15)), Ok(())),
        // As in curl and browsers: nothing shows that the rest is missing.
        ("closed", |reply| reply.with_framing(Framing::Close), Ok(())),
        ("closed early", |reply| reply.with_framing(Framing::Close).with_fault(BodyFault::CloseAfter(30)), Ok(())),
    ];
    for (name, change, expected) in cases {
        let file = page.clone();
        // Without a validator, the download is not continued.
        let server = MisbehavingServer::start(move |request| change(Reply::of_file(&file, request)));
        let outcome = read(&server, "/a.html");
        match expected {
            Ok(()) => assert_eq!(outcome.errors, [""; 0], "{name}"),
            Err(cause) => assert!(only_error(outcome).contains(cause), "{name}"),
        }
        // With one it is.
        let file = page.clone();
        let server = MisbehavingServer::start(move |request| {
            let reply = Reply::of_file(&file, request).with_header("ETag", "\"1\"");
            if request.number == 0 { change(reply) } else { reply }
        });
        let outcome = read(&server, "/a.html");
        let rows = outcome.rows.lines().count();
        match name {
            "reset" | "chunked" => assert_eq!((outcome.errors, rows), (vec![], length / 15), "{name}"),
            "long" => {
                assert!(only_error(outcome).ends_with("the file is shorter than before (HTTP 416) (after 1 retry)"));
            }
            _ => assert_eq!(outcome.errors, [""; 0], "{name}"),
        }
    }
}

#[test]
fn a_file_of_unknown_length_that_ends_with_a_failure_is_complete() {
    let page = b"<a href=b>c</a>".to_vec();
    let server = MisbehavingServer::start(move |request| {
        let reply = Reply::of_file(&page, request).with_header("ETag", "\"1\"");
        // The last chunk is missing.
        if request.number == 0 { reply.chunked().with_fault(BodyFault::CloseAfter(100)) } else { reply }
    });
    let outcome = read(&server, "/a.html");
    assert_eq!((outcome.errors, outcome.rows.lines().count()), (vec![], 1));
    let ranges: Vec<_> = server.requests().iter().map(|request| request.header("range").to_owned()).collect();
    assert_eq!(ranges, ["", "bytes=15-"]);
}

/// Each first response ends early.
#[test]
fn a_second_response_without_the_rest_is_an_error() {
    let page = b"<a href=b>c</a>".repeat(100);
    let cannot_continue = "without a strong ETag or Last-Modified, the download cannot continue";
    type Second = fn(&[u8], &ReceivedRequest) -> Reply;
    let cases: [(&str, Second, &str); 3] = [
        ("no validator", |page, request| Reply::of_file(page, request), cannot_continue),
        ("no length", |_, _| Reply::new(416, "").with_header("ETag", "\"1\""), "(HTTP 416)"),
        (
            "all, but less than before",
            |page, _| Reply::new(200, &page[..300]).with_header("ETag", "\"1\"").chunked(),
            "the response ended early",
        ),
    ];
    for (name, second, cause) in cases {
        let file = page.clone();
        let server = MisbehavingServer::start(move |request| match request.number {
            0 => {
                let reply = Reply::new(200, file.clone()).with_header("ETag", "\"1\"");
                reply.chunked().with_fault(BodyFault::CloseAfter(700))
            }
            _ => second(&file, request),
        });
        let error = only_error(read(&server, "/a.html"));
        assert!(error.contains("at offset 700") && error.contains(cause), "{name}: {error}");
    }
}

#[test]
fn a_refused_range_is_no_end_of_its_records() {
    let records = crawl();
    let server = MisbehavingServer::start(|_| Reply::new(416, ""));
    let error = only_error(read_records(&server, &offsets(&records)[..1]));
    assert!(error.contains("(HTTP 416)"), "{error}");
}

#[test]
fn a_server_that_ignores_ranges_has_no_records() {
    let records = crawl();
    let bytes = gzip_each(&records);
    let server = MisbehavingServer::start(move |_| Reply::new(200, bytes.clone()).with_header("ETag", "\"1\""));
    let outcome = read_records(&server, &offsets(&records)[..1]);
    assert!(only_error(outcome).ends_with("the server does not send ranges of a file"));
    assert_eq!(server.requests().len(), 1);
}

/// A server that sent a byte now and then was read for days.
#[test]
fn a_server_that_is_too_slow_is_an_error() {
    let stall_time = Duration::from_millis(200);
    let slow = BodyFault::Slow(Duration::from_millis(20));
    let cases: [(&str, BodyFault, &str); 3] = [
        ("slow", slow, "the server is too slow: "),
        ("hanging", BodyFault::HangAfter(10), "the server is too slow: "),
        ("silent", BodyFault::HangAfter(0), "the server is too slow: 0 bytes in 200ms (after 1 retry)"),
    ];
    for (name, fault, cause) in cases {
        let server = MisbehavingServer::start(move |request| {
            Reply::of_file(&b"<a href=b>".repeat(1000), request).with_header("ETag", "\"1\"").with_fault(fault)
        });
        let begin = Instant::now();
        let outcome = links(Inputs { remote: limits(stall_time), ..Inputs::new([server.url("/a.html")]) });
        let error = only_error(outcome);
        assert!(error.contains(cause) && error.ends_with(" (after 1 retry)"), "{name}: {error}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{name}");
        assert_eq!(server.requests().len(), 2, "{name}");
    }
    // Without any response.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/a.html", listener.local_addr().expect("an address"));
    let outcome = links(Inputs { remote: limits(stall_time), ..Inputs::new([url]) });
    assert!(only_error(outcome).ends_with("no response in 200ms (after 1 retry)"));
}

#[test]
fn a_server_that_does_not_speak_http_is_not_tried_again() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/a.html", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 1024]); // the client may be gone
            let _ = stream.write_all(b"220 mail.example.com ESMTP\r\n");
        }
    });
    let error = only_error(links(Inputs { remote: remote(), ..Inputs::new([url]) }));
    assert!(error.contains("the response is not valid HTTP: ") && !error.contains(" retr"), "{error}");
}

#[test]
fn heads_and_errors_without_end_are_not_read_to_their_end() {
    let server = MisbehavingServer::start(|request| match &*request.path {
        "/fields" => {
            (0..2000).fold(Reply::new(200, "<p>"), |reply, index| reply.with_header(&format!("X-{index}"), ""))
        }
        "/head" => Reply::new(200, "<p>").with_header("X", &"x".repeat(1 << 20)),
        _ => Reply::new(404, "no such page ").chunked().endless(),
    });
    for path in ["/fields", "/head"] {
        let error = only_error(read(&server, path));
        assert!(error.contains("the response is not valid HTTP: "), "{error}");
    }
    assert!(only_error(read(&server, "/missing")).ends_with("not found (HTTP 404)"));
    assert_eq!(server.requests().len(), 3);
}

/// The status was reported as missing after a minute and a retry.
#[test]
fn a_refusal_without_end_has_its_status() {
    let server = MisbehavingServer::start(|_| {
        let text = "<Error><Code>NoSuchKey</Code>";
        Reply::new(404, text).with_framing(Framing::WrongLength(1000)).with_fault(BodyFault::HangAfter(text.len()))
    });
    let begin = Instant::now();
    assert!(only_error(read(&server, "/a.html")).ends_with("not found (HTTP 404, NoSuchKey)"));
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_redirect_to_a_url_that_cannot_be_requested_is_not_tried_again() {
    let server = MisbehavingServer::start(|_| Reply::redirect(302, &format!("/{}", "a".repeat(70_000))));
    let error = only_error(read(&server, "/a.html"));
    assert!(!error.contains(" retr"), "{error}");
    assert_eq!(server.requests().len(), 1);
}

/// A loop of redirects made 88 requests, and the `Referer` of each had the query of the URL before.
#[test]
fn redirects_are_limited_and_reveal_nothing() {
    let other = MisbehavingServer::start(|_| Reply::new(200, "<a href=b>c</a>"));
    let elsewhere = format!("http://localhost:{}/deep/page", other.port());
    let server = MisbehavingServer::start(move |request| match &*request.path {
        "/loop" => Reply::redirect(302, "loop2"),
        "/loop2" => Reply::redirect(302, "/loop"),
        "/self" => Reply::redirect(301, ""),
        "/file" => Reply::redirect(302, "file:///etc/passwd"),
        "/ftp" => Reply::redirect(302, "ftp://127.0.0.1/a"),
        "/none" => Reply::new(302, ""),
        "/missing" => Reply::redirect(307, "/gone?token=secret"),
        "/gone?token=secret" => Reply::new(404, ""),
        "/elsewhere?sig=secret" => Reply::redirect(302, &elsewhere),
        "/count" => Reply::redirect(303, "/count?0"),
        path => match path.strip_prefix("/count?").map(str::parse::<u32>) {
            Some(Ok(count)) => Reply::redirect(308, &format!("count?{}", count + 1)),
            _ => Reply::new(200, "<a href=b>c</a>"),
        },
    });
    let url = |path: &str| server.url(path);
    let cases = [
        ("/loop", format!("the redirects form a loop: {}", url("/loop")), 2),
        ("/self", format!("the redirects form a loop: {}", url("/self")), 1),
        ("/file", "redirected to a URL of the scheme file, which is refused".to_owned(), 1),
        ("/ftp", "redirected to a URL of the scheme ftp, which is refused".to_owned(), 1),
        ("/none", "redirected to no other URL; a bucket may be in another region (HTTP 302)".to_owned(), 1),
        ("/missing", format!("not found (HTTP 404); redirected to {}", url("/gone")), 2),
        ("/count", "more than 20 redirects".to_owned(), 21),
    ];
    for (path, cause, count) in cases {
        let before = server.requests().len();
        assert_eq!(only_error(read(&server, path)), format!("{}: {cause}", url(path)));
        assert_eq!(server.requests().len() - before, count, "{path}");
    }

    let named = format!("http://me:secret@127.0.0.1:{}/elsewhere?sig=secret", server.port());
    let outcome = links(Inputs { remote: remote(), ..Inputs::new([named]) });
    assert_eq!((outcome.errors, outcome.rows.lines().count()), (vec![], 1));
    let first = server.requests().pop().expect("a request");
    assert!(first.header("authorization").starts_with("Basic "));
    let [request] = &other.requests()[..] else { panic!("one request") };
    for name in ["referer", "authorization", "cookie"] {
        assert_eq!(request.header(name), "", "{name}");
    }
}

#[test]
fn a_delay_is_seconds_or_a_date_and_has_a_limit() {
    let after = |text: &'static str| {
        MisbehavingServer::start(move |request| match request.number {
            0 => Reply::new(503, "")
                .with_header("Date", "Wed, 21 Oct 2015 07:28:00 GMT")
                .with_header("Retry-After", text),
            _ => Reply::new(200, "<a href=b>c</a>"),
        })
    };
    for text in ["1", "Wed, 21 Oct 2015 07:28:01 GMT"] {
        let server = after(text);
        let begin = Instant::now();
        assert_eq!(read(&server, "/a.html").errors, [""; 0]);
        assert!(begin.elapsed() >= Duration::from_secs(1), "{text}");
    }
    for text in ["600", "Wed, 21 Oct 2015 07:38:00 GMT"] {
        let server = after(text);
        let cause = "the server failed (HTTP 503); the server asks for a delay of 600 seconds, more than 300";
        assert!(only_error(read(&server, "/a.html")).ends_with(cause), "{text}");
        assert_eq!(paths(&server).len(), 1);
    }
}
