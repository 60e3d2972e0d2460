//! Inputs on a web server: output folders, `--skip-existing`, manifests with a base, `check` and the counts.

#[cfg(feature = "remote")]
use crate::support::command::Printed;
use crate::support::command::{Folder, run};
#[cfg(feature = "remote")]
use std::fs;
#[cfg(feature = "remote")]
use tagrake_testsupport::http_server::{Fault, HttpServer, ServedFile};
#[cfg(feature = "remote")]
use tagrake_testsupport::misbehaving_server::{BodyFault, MisbehavingServer, Reply};
#[cfg(feature = "remote")]
use tagrake_testsupport::warc_files::{gzip, gzip_each, record};

#[cfg(feature = "remote")]
fn crawl() -> Vec<u8> {
    let records: Vec<_> =
        (0..60).map(|index| record(&format!("http://e.org/{index}"), 200 + index * 97 % 1500)).collect();
    gzip_each(&records)
}

#[test]
#[cfg(not(feature = "remote"))]
fn a_build_without_the_feature_names_it() {
    let output = run("links s3://bucket/a.warc.gz --base s3://bucket --manifest http://e.org/warc.paths").exits(1);
    let message = "this build does not read URLs, because it lacks the feature `remote`";
    for url in ["s3://bucket/a.warc.gz", "http://e.org/warc.paths"] {
        assert!(output.stderr.contains(&format!("tagrake: {url}: {message}\n")), "{}", output.stderr);
    }
    assert!(Folder::new(&[]).run("tokens http://e.org/").exits(1).stderr.contains(message));
}

#[test]
fn a_base_needs_a_manifest() {
    run("links --base s3://bucket/ page.html").exits(2);
}

#[test]
#[cfg(feature = "remote")]
fn outputs_mirror_urls_and_are_made_once() {
    let server = HttpServer::start();
    let bytes = crawl();
    server.serve("/a/b.warc.gz", ServedFile::new(bytes.clone()));
    server.serve("/page?x=1&token=secret", ServedFile::new("<a href=b>c</a>"));
    let dated = ServedFile::new(bytes.clone()).with_header("ETag", "").with_header("Last-Modified", "yesterday");
    server.serve("/dated.warc.gz", dated);
    server.serve("/nameless.warc.gz", ServedFile::new(bytes.clone()).with_header("ETag", ""));
    let folder = Folder::new(&[]);
    let (url, host) = (server.url(""), server.host().replace(':', "_"));
    let arguments = format!(
        "links --output-dir out --skip-existing {url}/a/b.warc.gz '{url}/page?x=1&token=secret' {url}/dated.warc.gz \
         {url}/nameless.warc.gz"
    );
    let output = folder.run(&arguments).exits(0);
    assert!(
        output.stderr.contains(" from 181 pages; ") && output.stderr.contains(" KiB downloaded\n"),
        "{}",
        output.stderr
    );
    let path = |name: &str| format!("out/http/{host}/{name}");
    let record = |name: &str| format!(".out.tagrake/http/{host}/{name}");
    assert_eq!(folder.names(&path("a")), ["b.warc.gz.jsonl"]);
    folder.write("b.warc.gz", &bytes);
    let local = folder.run("links --fields page_url,raw,text b.warc.gz").exits(0);
    let remote: Vec<_> = folder.text(&path("a/b.warc.gz.jsonl")).lines().map(str::to_owned).collect();
    assert_eq!(remote.len(), local.rows().len());
    let of_b = folder.json(&record("a/b.warc.gz.jsonl.json"));
    assert_eq!(of_b["input"]["path"], server.url("/a/b.warc.gz"));
    assert_eq!(of_b["input"]["remote"]["etag"], "\"1\"");
    assert_eq!(of_b["input"]["remote"]["length"], bytes.len());
    assert!(!folder.text(&record("page.jsonl.json")).contains("secret"));
    assert_eq!(server.take_requests().len(), 4);

    // Without a version, a file may have changed.
    let output = folder.run(&arguments).exits(0);
    assert!(
        output.stderr.contains("; 3 outputs up to date; 1 output made again (1 input changed); "),
        "{}",
        output.stderr
    );
    let requests = server.take_requests();
    assert_eq!(requests.iter().filter(|request| request.method == "HEAD").count(), 4);
    assert_eq!(requests.iter().map(|request| request.sent).sum::<usize>(), bytes.len());

    server.serve("/a/b.warc.gz", ServedFile::new(bytes).with_header("ETag", "\"2\""));
    let output = folder.run(&arguments).exits(0);
    assert!(
        output.stderr.contains("; 2 outputs up to date; 2 outputs made again (2 input changed)"),
        "{}",
        output.stderr
    );
}

#[test]
#[cfg(feature = "remote")]
fn an_incomplete_download_has_no_output() {
    let server = HttpServer::start();
    let bytes = crawl();
    let half = bytes.len() / 2;
    let close = |after| std::iter::once(Fault::CloseAfter(after)).chain(std::iter::repeat_n(Fault::CloseAfter(0), 20));
    for path in ["/a.warc.gz", "/b.warc.gz"] {
        server.serve(path, ServedFile::new(bytes.clone()));
    }
    let serve = || server.serve("/bad.warc.gz", ServedFile::new(bytes.clone()).with_faults(close(half)));
    serve();
    let folder = Folder::new(&[]);
    let url = server.url("");
    let urls = format!("{url}/a.warc.gz {url}/bad.warc.gz {url}/b.warc.gz");
    let output = folder.run(&format!("links --retry-delay 0 --output-dir out {urls}")).exits(1);
    let message = format!("the download is truncated at offset {half} of {}: ", bytes.len());
    assert!(output.stderr.contains(&message), "{}", output.stderr);
    assert!(output.stderr.contains("(after 7 retries)\n"), "{}", output.stderr);
    let names = folder.names(&format!("out/http/{}", server.host().replace(':', "_")));
    let names: Vec<_> = names.iter().filter(|name| !name.starts_with('.')).collect();
    assert_eq!(names, ["a.warc.gz.jsonl", "b.warc.gz.jsonl"]);

    serve();
    let checked =
        folder.run(&format!("check --retry-delay 0 --format jsonl --stats stats.json {urls} {url}/no")).exits(1);
    let states: Vec<_> = checked.rows().iter().map(|row| row["state"].as_str().unwrap_or("").to_owned()).collect();
    assert_eq!(states, ["ok", "truncated", "ok", "missing"]);
    assert_eq!(folder.json("stats.json")["bytes_downloaded"], 2 * bytes.len() + half);
}

#[test]
#[cfg(feature = "remote")]
fn a_manifest_has_a_base() {
    let server = HttpServer::start();
    let bytes = crawl();
    server.serve("/cc/crawl/a.warc.gz", ServedFile::new(bytes.clone()));
    server.serve("/cc/warc.paths.gz", ServedFile::new(gzip(b"crawl/a.warc.gz\n")));
    let folder = Folder::new(&[("paths", b"crawl/a.warc.gz\n"), ("local/crawl/a.warc.gz", &bytes)]);
    let (url, fields) = (server.url("/cc"), "links --fields page_url,raw,text");
    let expected = folder.run(&format!("{fields} local/crawl/a.warc.gz")).exits(0).stdout;
    for arguments in [
        format!("--manifest {url}/warc.paths.gz --base {url}/"),
        format!("--manifest paths --base {url}"),
        "--manifest paths --base local".to_owned(),
    ] {
        assert!(folder.run(&format!("{fields} {arguments}")).exits(0).stdout == expected, "{arguments}");
    }
    let output = folder.run_with(&format!("{fields} --manifest - --base {url}"), folder.open("paths")).exits(0);
    assert!(output.stdout == expected);
}

#[test]
#[cfg(feature = "remote")]
fn single_documents_can_be_remote() {
    let server = HttpServer::start();
    let page = ServedFile::new(b"<a href=b>\xEA</a>").with_header("Content-Type", "text/html; charset=koi8-r");
    server.serve("/page", page);
    let url = server.url("/page");
    let output = run(&format!("tokens {url}")).exits(0);
    assert!(output.text().contains('Й'), "{}", output.text());
    let links = run(&format!("links {url}")).exits(0);
    assert_eq!(links.rows()[0]["url"], server.url("/b"));
}

/// Every verb uses the URL and the headers of the response, and not of the request.
#[test]
#[cfg(feature = "remote")]
fn redirected_inputs_have_the_url_and_headers_of_their_response() {
    let bytes = crawl();
    let archive = bytes.clone();
    let cdxj = {
        let folder = Folder::new(&[("a.warc.gz", &bytes)]);
        folder.run("index -q a.warc.gz").exits(0).stdout
    };
    let server = MisbehavingServer::start(move |request| match &*request.path {
        "/a" => Reply::redirect(302, "/b/page"),
        "/b/page" => Reply::new(200, b"<title>t</title><a href=rel>\xEA</a>")
            .with_header("Content-Type", "text/html; charset=koi8-r")
            .with_header("X-Robots-Tag", "noai"),
        "/a.warc.gz" => Reply::redirect(301, "/data/a.warc.gz"),
        "/data/a.warc.gz" => Reply::of_file(&archive, request).with_header("ETag", "\"1\""),
        "/list" => Reply::redirect(307, "/data/list"),
        "/data/list" => Reply::new(200, "a.warc.gz\n"),
        "/index" => Reply::redirect(308, "/data/index"),
        "/data/index" => Reply::new(200, cdxj.clone()),
        _ => Reply::new(404, ""),
    });
    let (url, base) = (server.url("/a"), server.url(""));
    let folder = Folder::new(&[("a.warc.gz", &bytes)]);
    let page = &folder.run(&format!("extract --fields source,url,x_robots,title {url}")).exits(0).rows()[0];
    assert_eq!((&page["url"], &page["source"]), (&server.url("/b/page").into(), &url.clone().into()));
    assert_eq!((&page["title"], &page["x_robots"]["*"][0]), (&"t".into(), &"noai".into()));
    let link = &folder.run(&format!("links {url}")).exits(0).rows()[0];
    assert_eq!((&link["url"], &link["text"]), (&server.url("/b/rel").into(), &"Й".into()));
    assert!(folder.run(&format!("tokens {url}")).exits(0).text().contains('Й'));
    let inspected = folder.run(&format!("inspect -o report.html {url}")).exits(0);
    assert!(!inspected.stderr.contains("only the first"), "{}", inspected.stderr);
    assert!(folder.text("report.html").contains(&server.url("/b/rel")));

    let fields = "extract --fields url,title";
    let expected = folder.run(&format!("{fields} a.warc.gz")).exits(0).stdout;
    for arguments in [
        format!("{base}/a.warc.gz"),
        format!("--manifest {base}/list --base {base}"),
        format!("--index {base}/index --base {base}"),
    ] {
        assert!(folder.run(&format!("{fields} {arguments}")).exits(0).stdout == expected, "{arguments}");
    }
    let arguments = format!("{fields} --output-dir out --skip-existing {base}/a.warc.gz");
    folder.run(&arguments).exits(0);
    let again = folder.run(&arguments).exits(0).stderr;
    assert!(again.contains("; 1 output up to date"), "{again}");
    assert_eq!(server.requests().iter().filter(|request| request.method == "HEAD").count(), 2);
}

#[test]
#[cfg(feature = "remote")]
fn a_server_that_sends_a_byte_now_and_then_is_an_error() {
    let slow = BodyFault::Slow(std::time::Duration::from_millis(20));
    let server = MisbehavingServer::start(move |_| Reply::new(200, "<p>".repeat(1000)).with_fault(slow));
    let url = server.url("/a.html");
    for arguments in ["extract", "links --manifest", "extract --index", "text"] {
        let output = run(&format!("{arguments} {url} --retry-delay 1 --stall-time 100")).exits(1);
        assert!(output.stderr.contains(&format!("tagrake: {url}: ")), "{}", output.stderr);
        assert!(output.stderr.contains("the server is too slow: "), "{}", output.stderr);
    }
}

/// Runs the command with these environment variables, and none of another cloud account.
#[cfg(feature = "remote")]
fn run_with_variables(folder: &Folder, arguments: &str, variables: &[(&str, &str)]) -> Printed {
    let mut command = folder.command(arguments);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if ["AWS_", "GOOGLE_", "AZURE_"].iter().any(|prefix| name.starts_with(prefix)) {
            command.env_remove(&*name);
        }
    }
    Printed::new(arguments, command.envs(variables.iter().copied()).output())
}

#[test]
#[cfg(feature = "remote")]
fn object_stores_are_configured_by_variables() {
    let server = HttpServer::start();
    let bytes = crawl();
    let file = ServedFile::new(bytes.clone()).with_header("Last-Modified", "Sat, 21 Nov 2026 13:17:05 GMT");
    server.serve("/crawls/a%20b/c.warc.gz", file.clone());
    server.serve("/crawls/a%20b%2Fc%2Ewarc%2Egz", file); // as Google Cloud Storage has it
    let folder = Folder::new(&[("local.warc.gz", &bytes)]);
    let fields = "links --fields page_url,raw,text";
    let expected = folder.run(&format!("{fields} local.warc.gz")).exits(0).stdout;
    let endpoint = server.url("");
    let s3 = [("AWS_ENDPOINT_URL", &*endpoint), ("AWS_ALLOW_HTTP", "true"), ("AWS_REGION", "eu-north-1")];
    let keys = [("AWS_ACCESS_KEY_ID", "id"), ("AWS_SECRET_ACCESS_KEY", "secret")];
    let google = [("GOOGLE_BASE_URL", &*endpoint)];
    let azure_key = [("AZURE_STORAGE_ACCOUNT_KEY", "c2VjcmV0")];
    let azure = [
        ("AZURE_STORAGE_ENDPOINT", &*endpoint),
        ("AZURE_ALLOW_HTTP", "true"),
        ("AZURE_STORAGE_ACCOUNT_NAME", "account"),
    ];
    let cases = [
        ("s3://crawls/a%20b/c.warc.gz", [&s3[..], &keys].concat(), "AWS4-HMAC-SHA256 Credential=id/"),
        ("--anonymous s3://crawls/a%20b/c.warc.gz", s3.to_vec(), ""),
        ("--anonymous 's3a://crawls/a b/c.warc.gz'", [&s3[..], &keys].concat(), ""),
        ("--anonymous gs://crawls/a%20b/c.warc.gz", google.to_vec(), ""),
        ("--anonymous az://crawls/a%20b/c.warc.gz", azure.to_vec(), ""),
        ("az://crawls/a%20b/c.warc.gz", [&azure[..], &azure_key].concat(), "SharedKey account:"),
    ];
    for (input, variables, authorization) in cases {
        let output = run_with_variables(&folder, &format!("{fields} {input}"), &variables).exits(0);
        assert!(output.stdout == expected, "{input}");
        let [request] = &server.take_requests()[..] else { panic!("{input}: one request") };
        let found = request.header("authorization");
        assert!(found.starts_with(authorization) && found.is_empty() == authorization.is_empty(), "{input}: {found}");
    }
    let output =
        run_with_variables(&folder, "links --anonymous s3://crawls/no s3://crawls/ az://crawls/a", &s3).exits(1);
    assert!(output.stderr.contains("tagrake: s3://crawls/no: not found (HTTP 404)\n"), "{}", output.stderr);
    assert!(output.stderr.contains("tagrake: s3://crawls/: the URL names no object\n"), "{}", output.stderr);
    assert!(output.stderr.contains("tagrake: az://crawls/a: "), "{}", output.stderr);
}

#[test]
#[cfg(feature = "remote")]
fn arc_files_are_read_remotely() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../bulk/tests/data");
    let server = HttpServer::start();
    let folder = Folder::new(&[]);
    let fields = "--fields url,title,warc_record_offset,warc_record_length";
    for name in ["heritrix.arc", "heritrix.arc.gz"] {
        let bytes = fs::read(format!("{data}/arc/{name}")).expect("a file");
        server.serve(&format!("/{name}"), ServedFile::new(bytes.clone()));
        folder.write(name, &bytes);
        let rows = folder.run(&format!("extract {fields} {name}")).exits(0).rows();
        let url = server.url(&format!("/{name}"));
        assert_eq!(folder.run(&format!("extract {fields} {url}")).exits(0).rows(), rows, "{name}");
        folder.run(&format!("index -q -o {name}.cdxj {name}")).exits(0);
        let arguments = format!("extract {fields} --index {name}.cdxj --base {}", server.url(""));
        assert_eq!(folder.run(&arguments).exits(0).rows(), rows, "{name}");
        let middle = folder.run(&format!("extract --record {url}:3")).exits(1);
        assert!(middle.stderr.contains("no record starts here"), "{}", middle.stderr);
    }
}

/// The directory and the archives of a WACZ file are requested, and nothing else.
#[test]
#[cfg(feature = "remote")]
fn wacz_files_are_read_by_ranges() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../bulk/tests/data");
    let server = HttpServer::start();
    let wacz = fs::read(format!("{data}/wacz/crawl.wacz")).expect("a file");
    let folder = Folder::new(&[("crawl.wacz", &wacz)]);
    let fields = "--fields url,title,warc_record_offset,warc_record_length";
    let rows = folder.run(&format!("extract {fields} crawl.wacz")).exits(0).rows();
    assert!(!rows.is_empty());
    server.serve("/crawl.wacz", ServedFile::new(wacz.clone()));
    let url = server.url("/crawl.wacz");
    for options in ["-j 1", "-j 3"] {
        assert_eq!(folder.run(&format!("extract {options} {fields} {url}")).exits(0).rows(), rows, "{options}");
    }
    assert!(server.take_requests().iter().any(|request| request.header("range").starts_with("bytes=")));
    // Without its directory.
    let directory = wacz.windows(4).position(|window| window == b"PK\x01\x02").expect("a directory");
    server.serve("/cut.wacz", ServedFile::new(&wacz[..directory]));
    let cut = folder.run(&format!("extract {fields} {}", server.url("/cut.wacz"))).exits(1);
    assert_eq!(cut.rows(), rows, "{}", cut.stderr);
    assert!(cut.stderr.contains("the directory at its end is missing"), "{}", cut.stderr);
}

/// Each refusal was reported as a damaged ZIP file.
#[test]
#[cfg(feature = "remote")]
fn a_server_that_refuses_ranges_of_a_wacz_file_is_no_damage() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../bulk/tests/data");
    let wacz = fs::read(format!("{data}/wacz/crawl.wacz")).expect("a file");
    let (server, folder) = (HttpServer::start(), Folder::new(&[]));
    let check = |file: ServedFile| {
        server.serve("/a.wacz", file);
        let printed = folder.run(&format!("check --retry-delay 0 --format jsonl {}", server.url("/a.wacz"))).exits(1);
        let report = printed.rows()[0].clone();
        (report["state"].to_string(), report["errors"][0].to_string(), report["error_counts"].to_string())
    };
    for (status, words) in [(403, "access denied (HTTP 403)"), (404, "not found (HTTP 404)"), (500, "(HTTP 500)")] {
        let refused = std::iter::repeat_n(Fault::Status(status, Vec::new(), String::new()), 40);
        let (state, error, counts) =
            check(ServedFile::new(wacz.clone()).with_faults(std::iter::once(Fault::None).chain(refused)));
        assert!(error.contains(words) && !error.contains("damaged"), "{status}: {error}");
        assert!(counts == "{\"io\":1}" && !state.contains("corrupt"), "{status}: {state} {counts}");
    }
    let (_, error, counts) = check(ServedFile { ignores_ranges: true, ..ServedFile::new(wacz.clone()) });
    assert!(!error.contains("damaged") && counts == "{\"io\":1}", "{error} {counts}");
    let (_, error, _) = check(ServedFile { is_chunked: true, ..ServedFile::new(wacz) });
    assert!(error.contains("the server does not report the length of the file"), "{error}");
}
