//! Outputs: names choose the format, no output replaces an input, and `--skip-existing` keeps only outputs that are up
//! to date.

use crate::support::command::{Folder, Printed, command};
use flate2::read::MultiGzDecoder;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use tagrake_testsupport::warc_files::{gzip_each, record};

const PAGE: &[u8] = b"<a href=http://e.org/1>x</a>";

fn crawl() -> Vec<u8> {
    gzip_each(&(0..60).map(|index| record(&format!("http://e.org/{index}"), 400)).collect::<Vec<_>>())
}

/// Runs the command, which must succeed, and returns its messages.
#[track_caller]
fn messages_of(folder: &Folder, arguments: &str) -> String {
    folder.run(arguments).exits(0).stderr
}

/// Returns the paths of all files in a folder, at any depth.
fn files_in(folder: &Path) -> Vec<String> {
    fn add(folder: &Path, within: &Path, paths: &mut Vec<String>) {
        for entry in fs::read_dir(within).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                add(folder, &path, paths);
            } else {
                paths.push(path.strip_prefix(folder).expect("it is within").display().to_string());
            }
        }
    }
    let mut paths = Vec::new();
    add(folder, folder, &mut paths);
    paths.sort();
    paths
}

/// Returns the number of temporary files in a folder, at any depth.
fn temporary_files(folder: &Path) -> usize {
    let is_temporary = |path: &&String| path.rsplit('/').next().is_some_and(|name| name.starts_with(".tagrake-"));
    files_in(folder).iter().filter(is_temporary).count()
}

fn ungzip(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    MultiGzDecoder::new(bytes).read_to_end(&mut text).expect("it is gzip");
    text
}

fn unzstd(bytes: &[u8]) -> Vec<u8> {
    zstd::stream::decode_all(bytes).expect("it is zstd")
}

#[test]
fn a_compressed_extension_compresses_the_file() {
    let folder = Folder::new(&[("a.warc.gz", &crawl())]);
    let plain = |arguments: &str| folder.run(&format!("{arguments} -q a.warc.gz")).stdout;
    for (verb, format, extension) in [
        ("links", "jsonl", "jsonl"),
        ("links --fields url", "jsonl", "ndjson"),
        ("links", "csv", "csv"),
        ("extract", "jsonl", "jsonl"),
        ("text", "text", "txt"),
        ("wat", "jsonl", "wat.jsonl"),
    ] {
        let expected = plain(&format!("{verb} --format {format}"));
        assert!(expected.len() > 1000, "{verb}");
        for jobs in ["1", "3"] {
            for (suffix, decompress) in [("gz", ungzip as fn(&[u8]) -> Vec<u8>), ("GZ", ungzip), ("zst", unzstd)] {
                let name = format!("out.{extension}.{suffix}");
                messages_of(&folder, &format!("{verb} -q -j {jobs} --work-bytes 4k -o {name} a.warc.gz"));
                let file = folder.read(&name);
                assert!(decompress(&file) == expected && file.len() < expected.len(), "{verb} {name}");
            }
        }
        let piped = plain(&format!("{verb} --format {format} --compression gzip"));
        assert!(ungzip(&piped) == expected);
    }
    messages_of(&folder, "links --output-dir out --compression zstd --format csv a.warc.gz");
    assert!(unzstd(&folder.read("out/a.warc.gz.csv.zst")) == plain("links --format csv"));
    messages_of(&folder, "extract --output-dir out --compression gzip a.warc.gz");
    assert!(ungzip(&folder.read("out/a.warc.gz.jsonl.gz")) == plain("extract"));
}

#[test]
fn rejects_names_that_contradict_the_arguments() {
    let folder = Folder::new(&[("page.html", PAGE)]);
    let before = files_in(folder.path());
    let mut cases = vec![
        ("records -o o.csv", "cannot write CSV; it can write .jsonl"),
        ("links -o o.xml", "'.xml' of the output 'o.xml' is unknown: use one of .jsonl"),
        ("links -o o.xml.gz", "'.xml'"),
        ("links -o o.txt", "cannot write text"),
        ("links -o o.jsonl --format csv", "'--format csv' contradicts"),
        ("links -o o.jsonl.gz --compression zstd", "'--compression zstd' contradicts"),
        ("links -o o.jsonl --compression gzip", "'--compression gzip' contradicts"),
        ("wat -o o.warc", "use '.warc.wat.gz'"),
        ("wat -o o.warc.wet.gz", "WARC records of this type"),
        ("text -o o.WARC.WAT.GZ", "WARC records of this type"),
        ("inspect -o o.jsonl", "a report is HTML"),
    ];
    if cfg!(feature = "columns") {
        cases.push(("links -o a.parquet --format csv", "'--format csv' contradicts"));
        cases.push(("links -o a.parquet.gz", "use '--compression' for its columns"));
        cases.push(("links --format arrow --compression zstd", "Arrow cannot be compressed"));
        cases.push(("links --compression snappy", "use one of none, gzip, zstd"));
    }
    for (arguments, message) in cases {
        let messages = folder.run(&format!("{arguments} page.html")).exits(2).stderr;
        assert!(messages.contains(message), "{arguments}: {messages}");
    }
    assert_eq!(files_in(folder.path()), before);
    for arguments in ["-o x.dat --format csv", "-o x.JSONL", "-o x", "-o x.v2.jsonl"] {
        messages_of(&folder, &format!("links {arguments} page.html"));
    }
    assert!(folder.read("x.dat").starts_with(b"id,") && folder.read("x").starts_with(b"{"));
    let stdout = folder.run("links -q -o - page.html").stdout;
    assert!(stdout.starts_with(b"{") && !folder.path().join("-").exists());
}

#[test]
#[cfg(unix)]
fn no_output_replaces_an_input() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new(&[
        ("page.html", PAGE),
        ("site/a.html", PAGE),
        ("lines.jsonl", b"{\"html\":\"<a href=x>\"}\n"),
        ("manifest", b"site/a.html\npage.html\n"),
        ("out/page.html.jsonl", b"{\"html\":\"<a href=x>\"}\n"),
    ]);
    symlink("page.html", folder.path().join("link")).expect("a link");
    symlink("site", folder.path().join("other")).expect("a link");
    fs::hard_link(folder.path().join("page.html"), folder.path().join("hard")).expect("a link");
    let absolute = format!("links --format jsonl -o {} page.html", folder.path().join("page.html").display());
    let cases = [
        "links --format jsonl -o page.html page.html",
        "links --format jsonl -o ./page.html page.html",
        "links --format jsonl -o site/../page.html page.html",
        &absolute,
        "links --format jsonl -o link page.html",
        "links --format jsonl -o page.html link",
        "links --format jsonl -o hard page.html",
        "links --format jsonl -o site/a.html site",
        "links --format jsonl -o other/a.html site",
        "links --format jsonl -o page.html --manifest manifest",
        "links --format jsonl -o manifest --manifest manifest",
        "links --format jsonl -o lines.jsonl lines.jsonl",
        "links --format jsonl -o missing missing",
        "links --format jsonl --stats page.html page.html",
        "links --format jsonl --stats o.jsonl -o ./o.jsonl page.html",
        "links --format jsonl --output-dir out page.html out/page.html.jsonl",
        "links --format jsonl --output-dir out out/page.html.jsonl page.html",
        "extract --format jsonl -o page.html page.html",
        "text --format text -o page.html page.html",
        "wat --format jsonl -o page.html page.html",
        "check --stats site/a.html site",
        "inspect -o page.html page.html",
        "inspect -o ./page.html link",
    ];
    let contents =
        || -> Vec<_> { files_in(folder.path()).into_iter().map(|name| (folder.read(&name), name)).collect() };
    let before = contents();
    for arguments in cases {
        let messages = folder.run(arguments).exits(2).stderr;
        assert!(messages.contains("would "), "{arguments}: {messages}");
        assert!(contents() == before, "{arguments}");
    }
    // Standard input and a manifest from a pipe are checked, too.
    folder.run_with("links --format jsonl -o page.html", folder.open("page.html")).exits(2);
    let mut command = folder.command("links --format jsonl -o page.html --manifest -");
    let mut child = command.stdin(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(b"site/a.html\n./site/../page.html\n").expect("a list");
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    assert!(contents() == before);
}

#[test]
fn outputs_in_an_input_folder_are_not_inputs() {
    let folder = Folder::new(&[("a.html", PAGE), ("b/a.html", PAGE)]);
    for _ in 0..2 {
        let message = messages_of(&folder, "wat --format warc --output-dir . .");
        assert!(message.starts_with("tagrake: 2 records"), "{message}");
    }
    let expected = [".tagrake/a.html.wat.gz.json", ".tagrake/b/a.html.wat.gz.json", "a.html", "a.html.wat.gz"];
    assert_eq!(files_in(folder.path())[..4], expected);
    assert_eq!(files_in(folder.path()).len(), 6);
}

#[test]
fn inputs_of_the_same_name_have_separate_outputs() {
    let folder = Folder::new(&[("a/x.html", b"<a href=http://a/>"), ("b/x.html", b"<a href=http://b/>"), ("c", b"")]);
    messages_of(&folder, "links --output-dir out a/x.html ./b");
    let url = |name: &str| folder.json(name)["url"].clone();
    assert_eq!((url("out/a/x.html.jsonl"), url("out/b/x.html.jsonl")), ("http://a/".into(), "http://b/".into()));
    let inner = folder.path().join("c.d");
    fs::create_dir(&inner).expect("a folder");
    let output = command(&inner, "links --output-dir out ../a").output().expect("it runs");
    assert_eq!((output.status.code(), files_in(&inner)[1].as_str()), (Some(0), "out/__/a/x.html.jsonl"));

    let messages = folder.run("links --output-dir out a/x.html ./a/x.html").exits(1).stderr;
    let path = Path::new("out").join("a/x.html.jsonl");
    let message = format!("./a/x.html: two outputs would be written to '{}'", path.display());
    assert!(messages.contains(&message), "{messages}");
}

#[test]
fn resumes_by_the_records_only() {
    let crawl = crawl();
    let folder =
        Folder::new(&[("a/x.warc.gz", &crawl), ("b/x.warc.gz", &crawl[..crawl.len() - 9]), ("p.html", b"<a href=x>")]);
    let resume =
        |more: &str| messages_of(&folder, &format!("links --output-dir out --skip-existing a/x.warc.gz p.html {more}"));
    assert!(!resume("").contains("up to date"));
    assert!(resume("").ends_with("; 2 outputs up to date\n"));
    assert!(resume("-j 3 -v --stats s.json").contains("2 outputs up to date"), "without effect on rows");
    assert!(resume("--max-links 7").contains("2 outputs made again (2 other options)"));
    assert!(resume("").contains("(2 other options)"));

    // A changed input of the same size.
    folder.write("p.html", "<a href=y>");
    assert!(resume("").contains("; 1 output up to date; 1 output made again (1 input changed)"));
    assert!(folder.text("out/p.html.jsonl").contains("\"raw\":\"y\""));

    // A changed output, and an output without a record.
    folder.write("out/p.html.jsonl", "mine");
    assert!(resume("").contains("1 output made again (1 changed since)"));
    fs::remove_file(folder.path().join(".out.tagrake/p.html.jsonl.json")).expect("a record");
    assert!(resume("").contains("1 output made again (1 without a record)"));
    assert!(resume("").contains("2 outputs up to date"));

    // A truncated input is read again until it is replaced.
    let truncated = "links --output-dir out --skip-existing b/x.warc.gz";
    for _ in 0..2 {
        folder.run(truncated).exits(1);
    }
    assert!(folder.run(truncated).stderr.contains("1 output made again (1 input damaged)"));
    folder.write("b/x.warc.gz", &crawl);
    assert!(messages_of(&folder, truncated).contains("1 output made again (1 input changed)"));
    assert!(messages_of(&folder, truncated).contains("1 output up to date"));
    let record = folder.json(".out.tagrake/b/x.warc.gz.jsonl.json");
    assert_eq!((&record["verb"], &record["pages"]), (&"links".into(), &60.into()));
    assert_eq!(record["input"]["size"], crawl.len());
}

/// Starts a run, and waits until its first output is complete and `runs` runs wait for more of their second input.
#[cfg(unix)]
fn started(folder: &Folder, runs: usize) -> (Child, std::process::ChildStdin) {
    let mut command = folder.command("links -j 2 --work-bytes 2k --output-dir out a.warc.gz - --input warc");
    let mut child = command.stdin(Stdio::piped()).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(&crawl().repeat(20)).expect("it is read");
    let out = folder.path().join("out");
    while !out.join("a.warc.gz.jsonl").exists() || temporary_files(&out) < runs {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    (child, stdin)
}

#[test]
#[cfg(unix)]
fn two_runs_can_resume_a_killed_run() {
    let crawl = crawl();
    let names: Vec<_> = (0..8).map(|index| format!("in/{index}.warc.gz")).collect();
    let mut files: Vec<_> = names.iter().map(|name| (name.as_str(), &*crawl)).collect();
    files.push(("a.warc.gz", &crawl));
    let folder = Folder::new(&files);
    let out = folder.path().join("out");
    let (mut killed, _pipe) = started(&folder, 1);
    let (mut alive, pipe) = started(&folder, 2);
    killed.kill().expect("it is killed");
    killed.wait().expect("it ends");
    assert_eq!(temporary_files(&out), 2);

    // Two runs at once remove the file of the killed run, and leave the one of the live run.
    let arguments = "links --output-dir out --skip-existing a.warc.gz in";
    let runs = [(); 2].map(|()| folder.command(arguments).spawn().expect("it runs"));
    for run in runs {
        Printed::new(arguments, run.wait_with_output()).exits(0);
    }
    assert_eq!(temporary_files(&out), 1);
    drop(pipe);
    assert_eq!(alive.wait().expect("it ends").code(), Some(0));
    assert_eq!(temporary_files(&out), 0);

    let third = messages_of(&folder, arguments);
    assert_eq!(third, "tagrake: 0 links from 0 pages; 9 outputs up to date\n");
    let expected = folder.run("links -q --fields url a.warc.gz").stdout;
    let lines = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
    for name in &names {
        assert_eq!(lines(&folder.read(&format!("out/{name}.jsonl"))), lines(&expected), "{name}");
    }
}

#[test]
#[cfg(unix)]
fn removes_the_temporary_file_of_a_killed_run() {
    let folder = Folder::new(&[("page.html", PAGE)]);
    let mut command = folder.command("links --work-bytes 2k --input warc -o out.jsonl -");
    let mut child = command.stdin(Stdio::piped()).spawn().expect("it runs");
    while temporary_files(folder.path()) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    messages_of(&folder, "links -o out.jsonl page.html");
    assert!(temporary_files(folder.path()) > 0, "its owner lives");
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    messages_of(&folder, "links -o out.jsonl page.html");
    assert_eq!(files_in(folder.path()), ["out.jsonl", "page.html"]);
}

#[test]
#[cfg(unix)]
fn does_not_read_standard_output_as_an_input() {
    let folder = Folder::new(&[("a.html", PAGE)]);
    let path = folder.path().join("z.html");
    let stdout = fs::File::create(&path).expect("a file");
    let status = folder.command("links -q .").stdout(stdout).status().expect("it runs");
    assert_eq!((status.code(), folder.text("z.html").lines().count()), (Some(0), 1));
    let stdout = fs::File::options().append(true).open(&path).expect("a file");
    let status = folder.command("links z.html").stdout(stdout).status().expect("it runs");
    assert_eq!(status.code(), Some(2));
}

#[test]
fn outputs_are_local_files() {
    let folder = Folder::new(&[("p.html", PAGE)]);
    for arguments in [
        "links --output-dir s3://bucket/out p.html",
        "links -o s3://b/c.jsonl p.html",
        "links --stats https://e.org/s.json p.html",
        "check --stats gs://b/s.json p.html",
        "inspect -o http://e.org/a.html p.html",
        "man --output-dir s3://b/man",
    ] {
        let printed = folder.run(arguments).exits(2);
        assert!(printed.stderr.contains("outputs are local files"), "{arguments}: {}", printed.stderr);
    }
    assert_eq!(folder.names("."), ["p.html"]);
}

#[test]
#[cfg(unix)]
fn two_outputs_do_not_share_a_pipe() {
    let folder = Folder::new(&[("p.html", PAGE)]);
    let bash =
        |script: &str| Printed::new(script, crate::support::shell::bash(folder.path(), &["-c", script]).output());
    bash("mkfifo pipe").exits(0);
    for script in [
        "tagrake links --stats - p.html | cat; exit ${PIPESTATUS[0]}",
        "tagrake links --stats /dev/stdout p.html | cat; exit ${PIPESTATUS[0]}",
        "tagrake check --stats - p.html | cat; exit ${PIPESTATUS[0]}",
        "tagrake links -o pipe --stats ./pipe p.html",
        "tagrake links --stats pipe p.html 1<>pipe",
    ] {
        let printed = bash(script).exits(2);
        assert!(printed.stderr.contains("two outputs would be written to"), "{script}: {}", printed.stderr);
    }
    for script in ["tagrake links --stats - p.html >/dev/null", "tagrake links -o /dev/null --stats /dev/null p.html"] {
        bash(script).exits(0);
    }
}

/// The folder was not searched, and nothing said so.
#[test]
fn inputs_in_the_output_folder_are_read() {
    let folder = Folder::new(&[("site/a.html", PAGE), ("site/out/b.html", PAGE), ("c.html", PAGE)]);
    let arguments = "links --output-dir site/out site";
    for _ in 0..2 {
        assert_eq!(messages_of(&folder, arguments), "tagrake: 2 links from 2 pages\n");
    }
    messages_of(&folder, "links --output-dir site/out c.html");
    let expected = "tagrake: 2 links from 2 pages; 1 file of the output folder not read\n";
    assert_eq!(messages_of(&folder, arguments), expected);
    assert!(folder.path().join("site/out/site/out/b.html.jsonl").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_name_that_is_not_utf_8_has_an_extension() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new(&[("p.html", PAGE)]);
    let name = std::ffi::OsStr::from_bytes(b"r\xFF.csv");
    let status = folder.command("links p.html -o").arg(name).status().expect("it runs");
    let rows = fs::read(folder.path().join(name)).expect("a file");
    assert!(status.success() && rows.starts_with(b"id,"));
}
