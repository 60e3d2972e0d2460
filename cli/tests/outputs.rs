//! Outputs: names choose the format, no output replaces an input, and `--skip-existing` keeps only outputs that are up
//! to date.

use flate2::read::MultiGzDecoder;
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tagrake_testsupport::warc_files::{gzip_each, record};
use tempfile::TempDir;

const PAGE: &str = "<a href=http://e.org/1>x</a>";

/// Creates a folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

fn crawl() -> Vec<u8> {
    gzip_each(&(0..60).map(|index| record(&format!("http://e.org/{index}"), 400)).collect::<Vec<_>>())
}

fn tagrake(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagrake"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    tagrake(folder.path(), arguments).output().expect("the command runs")
}

fn messages(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("messages are UTF-8")
}

/// Runs the command, which must succeed, and returns its messages.
fn messages_of(folder: &TempDir, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", messages(&output));
    messages(&output).to_owned()
}

fn read(folder: &TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
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

fn is_temporary(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(".tagrake-"))
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
    let folder = folder(&[("a.warc.gz", &crawl())]);
    let plain = |arguments: &[&str]| run(&folder, &[arguments, &["-q", "a.warc.gz"]].concat()).stdout;
    for (verb, format, extension) in [
        (&["links"][..], "jsonl", "jsonl"),
        (&["links", "--fields", "url"], "jsonl", "ndjson"),
        (&["links"], "csv", "csv"),
        (&["extract"], "jsonl", "jsonl"),
        (&["text"], "text", "txt"),
        (&["wat"], "jsonl", "wat.jsonl"),
    ] {
        let expected = plain(&[verb, &["--format", format]].concat());
        assert!(expected.len() > 1000, "{verb:?}");
        for jobs in ["1", "3"] {
            for (suffix, decompress) in [("gz", ungzip as fn(&[u8]) -> Vec<u8>), ("GZ", ungzip), ("zst", unzstd)] {
                let name = format!("out.{extension}.{suffix}");
                messages_of(
                    &folder,
                    &[verb, &["-q", "-j", jobs, "--work-bytes", "4k", "-o", &name, "a.warc.gz"]].concat(),
                );
                let file = read(&folder, &name);
                assert!(decompress(&file) == expected && file.len() < expected.len(), "{verb:?} {name}");
            }
        }
        let piped = plain(&[verb, &["--format", format, "--compression", "gzip"]].concat());
        assert!(ungzip(&piped) == expected);
    }
    messages_of(&folder, &["links", "--output-dir", "out", "--compression", "zstd", "--format", "csv", "a.warc.gz"]);
    assert!(unzstd(&read(&folder, "out/a.warc.gz.csv.zst")) == plain(&["links", "--format", "csv"]));
    messages_of(&folder, &["extract", "--output-dir", "out", "--compression", "gzip", "a.warc.gz"]);
    assert!(ungzip(&read(&folder, "out/a.warc.gz.jsonl.gz")) == plain(&["extract"]));
}

#[test]
fn rejects_names_that_contradict_the_arguments() {
    let folder = folder(&[("page.html", PAGE.as_bytes())]);
    let before = files_in(folder.path());
    let mut cases: Vec<(&[&str], &str)> = vec![
        (&["extract", "-o", "o.csv"], "cannot write CSV; it can write .jsonl"),
        (&["links", "-o", "o.xml"], "'.xml' of the output 'o.xml' is unknown: use one of .jsonl"),
        (&["links", "-o", "o.xml.gz"], "'.xml'"),
        (&["links", "-o", "o.txt"], "cannot write text"),
        (&["links", "-o", "o.jsonl", "--format", "csv"], "'--format csv' contradicts"),
        (&["links", "-o", "o.jsonl.gz", "--compression", "zstd"], "'--compression zstd' contradicts"),
        (&["links", "-o", "o.jsonl", "--compression", "gzip"], "'--compression gzip' contradicts"),
        (&["wat", "-o", "o.warc"], "use '.warc.wat.gz'"),
        (&["wat", "-o", "o.warc.wet.gz"], "WARC records of this type"),
        (&["text", "-o", "o.WARC.WAT.GZ"], "WARC records of this type"),
        (&["inspect", "-o", "o.jsonl"], "a report is HTML"),
    ];
    if cfg!(feature = "columns") {
        cases.push((&["links", "-o", "a.parquet", "--format", "csv"], "'--format csv' contradicts"));
        cases.push((&["links", "-o", "a.parquet.gz"], "use '--compression' for its columns"));
        cases.push((&["links", "--format", "arrow", "--compression", "zstd"], "Arrow cannot be compressed"));
        cases.push((&["links", "--compression", "snappy"], "use one of none, gzip, zstd"));
    }
    for (arguments, message) in cases {
        let output = run(&folder, &[arguments, &["page.html"]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(messages(&output).contains(message), "{arguments:?}: {}", messages(&output));
    }
    assert_eq!(files_in(folder.path()), before);
    for arguments in [&["-o", "x.dat", "--format", "csv"][..], &["-o", "x.JSONL"], &["-o", "x"], &["-o", "x.v2.jsonl"]]
    {
        messages_of(&folder, &[&["links"], arguments, &["page.html"]].concat());
    }
    assert!(read(&folder, "x.dat").starts_with(b"id,") && read(&folder, "x").starts_with(b"{"));
    let stdout = run(&folder, &["links", "-q", "-o", "-", "page.html"]).stdout;
    assert!(stdout.starts_with(b"{") && !folder.path().join("-").exists());
}

#[test]
#[cfg(unix)]
fn no_output_replaces_an_input() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[
        ("page.html", PAGE.as_bytes()),
        ("site/a.html", PAGE.as_bytes()),
        ("lines.jsonl", b"{\"html\":\"<a href=x>\"}\n"),
        ("manifest", b"site/a.html\npage.html\n"),
        ("out/page.html.jsonl", b"{\"html\":\"<a href=x>\"}\n"),
    ]);
    symlink("page.html", folder.path().join("link")).expect("a link");
    symlink("site", folder.path().join("other")).expect("a link");
    fs::hard_link(folder.path().join("page.html"), folder.path().join("hard")).expect("a link");
    let absolute = folder.path().join("page.html").display().to_string();
    let links = |arguments: &'static [&'static str]| [&["links", "--format", "jsonl"], arguments].concat();
    let cases = [
        links(&["-o", "page.html", "page.html"]),
        links(&["-o", "./page.html", "page.html"]),
        links(&["-o", "site/../page.html", "page.html"]),
        vec!["links", "--format", "jsonl", "-o", &absolute, "page.html"],
        links(&["-o", "link", "page.html"]),
        links(&["-o", "page.html", "link"]),
        links(&["-o", "hard", "page.html"]),
        links(&["-o", "site/a.html", "site"]),
        links(&["-o", "other/a.html", "site"]),
        links(&["-o", "page.html", "--manifest", "manifest"]),
        links(&["-o", "manifest", "--manifest", "manifest"]),
        links(&["-o", "lines.jsonl", "lines.jsonl"]),
        links(&["-o", "missing", "missing"]),
        links(&["--stats", "page.html", "page.html"]),
        links(&["--stats", "o.jsonl", "-o", "./o.jsonl", "page.html"]),
        links(&["--output-dir", "out", "page.html", "out/page.html.jsonl"]),
        links(&["--output-dir", "out", "out/page.html.jsonl", "page.html"]),
        vec!["extract", "--format", "jsonl", "-o", "page.html", "page.html"],
        vec!["text", "--format", "text", "-o", "page.html", "page.html"],
        vec!["wat", "--format", "jsonl", "-o", "page.html", "page.html"],
        vec!["check", "--stats", "site/a.html", "site"],
        vec!["inspect", "-o", "page.html", "page.html"],
        vec!["inspect", "-o", "./page.html", "link"],
    ];
    let before: Vec<_> = files_in(folder.path()).into_iter().map(|name| (read(&folder, &name), name)).collect();
    for arguments in cases {
        let output = run(&folder, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", messages(&output));
        assert!(messages(&output).contains("would "), "{arguments:?}: {}", messages(&output));
        let after: Vec<_> = files_in(folder.path()).into_iter().map(|name| (read(&folder, &name), name)).collect();
        assert!(after == before, "{arguments:?}");
    }
    // Standard input and a manifest from a pipe are checked, too.
    let stdin = fs::File::open(folder.path().join("page.html")).expect("a file");
    let mut command = tagrake(folder.path(), &["links", "--format", "jsonl", "-o", "page.html"]);
    assert_eq!(command.stdin(stdin).output().expect("it runs").status.code(), Some(2));
    let mut child = tagrake(folder.path(), &["links", "--format", "jsonl", "-o", "page.html", "--manifest", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("it runs");
    child.stdin.take().expect("a pipe").write_all(b"site/a.html\n./site/../page.html\n").expect("a list");
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    let after: Vec<_> = files_in(folder.path()).into_iter().map(|name| (read(&folder, &name), name)).collect();
    assert!(after == before);
}

#[test]
fn outputs_in_an_input_folder_are_not_inputs() {
    let folder = folder(&[("a.html", PAGE.as_bytes()), ("b/a.html", PAGE.as_bytes())]);
    for _ in 0..2 {
        let message = messages_of(&folder, &["wat", "--format", "warc", "--output-dir", ".", "."]);
        assert!(message.starts_with("tagrake: 2 records"), "{message}");
    }
    let expected = [".a.html.wat.gz.tagrake.json", "a.html", "a.html.wat.gz", "b/.a.html.wat.gz.tagrake.json"];
    assert_eq!(files_in(folder.path())[..4], expected);
    assert_eq!(files_in(folder.path()).len(), 6);
}

#[test]
fn inputs_of_the_same_name_have_separate_outputs() {
    let folder = folder(&[("a/x.html", b"<a href=http://a/>"), ("b/x.html", b"<a href=http://b/>"), ("c", b"")]);
    messages_of(&folder, &["links", "--output-dir", "out", "a/x.html", "./b"]);
    let url = |name: &str| serde_json::from_slice::<Value>(&read(&folder, name)).expect("a line")["url"].clone();
    assert_eq!((url("out/a/x.html.jsonl"), url("out/b/x.html.jsonl")), ("http://a/".into(), "http://b/".into()));
    let inner = folder.path().join("c.d");
    fs::create_dir(&inner).expect("a folder");
    let output = tagrake(&inner, &["links", "--output-dir", "out", "../a"]).output().expect("it runs");
    assert_eq!((output.status.code(), files_in(&inner)[1].as_str()), (Some(0), "out/__/a/x.html.jsonl"));

    let twice = run(&folder, &["links", "--output-dir", "out", "a/x.html", "./a/x.html"]);
    assert_eq!(twice.status.code(), Some(1));
    let path = Path::new("out").join("a/x.html.jsonl");
    let message = format!("./a/x.html: two inputs would both write `{}`", path.display());
    assert!(messages(&twice).contains(&message), "{}", messages(&twice));
}

#[test]
fn resumes_by_the_records_only() {
    let crawl = crawl();
    let folder =
        folder(&[("a/x.warc.gz", &crawl), ("b/x.warc.gz", &crawl[..crawl.len() - 9]), ("p.html", b"<a href=x>")]);
    let resume = |more: &[&str]| {
        let arguments = ["links", "--output-dir", "out", "--skip-existing", "a/x.warc.gz", "p.html"];
        messages_of(&folder, &[&arguments, more].concat())
    };
    assert!(!resume(&[]).contains("up to date"));
    assert!(resume(&[]).ends_with("; 2 outputs up to date\n"));
    assert!(resume(&["-j", "3", "-v", "--stats", "s.json"]).contains("2 outputs up to date"), "without effect on rows");
    assert!(resume(&["--max-links", "7"]).contains("2 outputs made again (2 other options)"));
    assert!(resume(&[]).contains("(2 other options)"));

    // A changed input of the same size.
    fs::write(folder.path().join("p.html"), "<a href=y>").expect("a page");
    assert!(resume(&[]).contains("; 1 output up to date; 1 output made again (1 input changed)"));
    assert!(String::from_utf8_lossy(&read(&folder, "out/p.html.jsonl")).contains("\"raw\":\"y\""));

    // A changed output, and an output without a record.
    fs::write(folder.path().join("out/p.html.jsonl"), "mine").expect("a file");
    assert!(resume(&[]).contains("1 output made again (1 changed since)"));
    fs::remove_file(folder.path().join("out/.p.html.jsonl.tagrake.json")).expect("a record");
    assert!(resume(&[]).contains("1 output made again (1 without a record)"));
    assert!(resume(&[]).contains("2 outputs up to date"));

    // A truncated input is read again until it is replaced.
    let truncated = ["links", "--output-dir", "out", "--skip-existing", "b/x.warc.gz"];
    for _ in 0..2 {
        assert_eq!(run(&folder, &truncated).status.code(), Some(1));
    }
    assert!(messages(&run(&folder, &truncated)).contains("1 output made again (1 input damaged)"));
    fs::write(folder.path().join("b/x.warc.gz"), &crawl).expect("a file");
    assert!(messages_of(&folder, &truncated).contains("1 output made again (1 input changed)"));
    assert!(messages_of(&folder, &truncated).contains("1 output up to date"));
    let record: Value = serde_json::from_slice(&read(&folder, "out/b/.x.warc.gz.jsonl.tagrake.json")).expect("JSON");
    assert_eq!((&record["verb"], &record["pages"]), (&"links".into(), &60.into()));
    assert_eq!(record["input"]["size"], crawl.len());
}

/// Starts a run, and waits until its first output is complete and `runs` runs wait for more of their second input.
#[cfg(unix)]
fn started(folder: &TempDir, runs: usize) -> (Child, std::process::ChildStdin) {
    let arguments = ["links", "-j", "2", "--work-bytes", "2k", "--output-dir", "out", "a.warc.gz", "-"];
    let mut child = tagrake(folder.path(), &[&arguments[..], &["--input", "warc"]].concat())
        .stdin(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(&crawl().repeat(20)).expect("it is read");
    let out = folder.path().join("out");
    let temporary = || files_in(&out).iter().filter(|name| is_temporary(name)).count();
    while !out.join("a.warc.gz.jsonl").exists() || temporary() < runs {
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
    let folder = folder(&files);
    let (mut killed, _pipe) = started(&folder, 1);
    let (mut alive, pipe) = started(&folder, 2);
    killed.kill().expect("it is killed");
    killed.wait().expect("it ends");
    let temporary = || files_in(&folder.path().join("out")).into_iter().filter(|name| is_temporary(name)).count();
    assert_eq!(temporary(), 2);

    // Two runs at once remove the file of the killed run, and leave the one of the live run.
    let arguments = ["links", "--output-dir", "out", "--skip-existing", "a.warc.gz", "in"];
    let mut runs = Vec::new();
    for _ in 0..2 {
        runs.push(tagrake(folder.path(), &arguments).spawn().expect("it runs"));
    }
    for run in runs {
        let output = run.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{}", messages(&output));
    }
    assert_eq!(temporary(), 1);
    drop(pipe);
    assert_eq!(alive.wait().expect("it ends").code(), Some(0));
    assert_eq!(temporary(), 0);

    let third = messages_of(&folder, &arguments);
    assert_eq!(third, "tagrake: 0 links from 0 pages; 9 outputs up to date\n");
    let expected = run(&folder, &["links", "-q", "--fields", "url", "a.warc.gz"]).stdout;
    for name in &names {
        let output = read(&folder, &format!("out/{name}.jsonl"));
        assert_eq!(
            output.split(|&byte| byte == b'\n').count(),
            expected.split(|&byte| byte == b'\n').count(),
            "{name}"
        );
    }
}

#[test]
#[cfg(unix)]
fn removes_the_temporary_file_of_a_killed_run() {
    let folder = folder(&[("page.html", PAGE.as_bytes())]);
    let arguments = ["links", "--work-bytes", "2k", "--input", "warc", "-o", "out.jsonl", "-"];
    let mut child = tagrake(folder.path(), &arguments).stdin(Stdio::piped()).spawn().expect("it runs");
    while !files_in(folder.path()).iter().any(|name| is_temporary(name)) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    messages_of(&folder, &["links", "-o", "out.jsonl", "page.html"]);
    assert!(files_in(folder.path()).iter().any(|name| is_temporary(name)), "its owner lives");
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    messages_of(&folder, &["links", "-o", "out.jsonl", "page.html"]);
    assert_eq!(files_in(folder.path()), ["out.jsonl", "page.html"]);
}

#[test]
#[cfg(unix)]
fn does_not_read_standard_output_as_an_input() {
    let folder = folder(&[("a.html", PAGE.as_bytes())]);
    let path: PathBuf = folder.path().join("z.html");
    let stdout = fs::File::create(&path).expect("a file");
    let status = tagrake(folder.path(), &["links", "-q", "."]).stdout(stdout).status().expect("it runs");
    assert_eq!((status.code(), read(&folder, "z.html").iter().filter(|&&byte| byte == b'\n').count()), (Some(0), 1));
    let stdout = fs::File::options().append(true).open(&path).expect("a file");
    let status = tagrake(folder.path(), &["links", "z.html"]).stdout(stdout).status().expect("it runs");
    assert_eq!(status.code(), Some(2));
}
