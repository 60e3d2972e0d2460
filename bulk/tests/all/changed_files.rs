//! Files that change while a run reads them: each file is read as one version, or it is an error.

use crate::support::kept_rows::output;
use flate2::Compression;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::fs;
use std::io::Write;
use std::path::Path;
use tagrake_bulk::input::{ErrorCause, Inputs};
use tagrake_bulk::output::{Block, FileFormat, OutputError, Product, Writer};
use tagrake_bulk::pipeline::{Counts, Extraction, RowSink, Run, RunOptions};
use tagrake_bulk::{InputError, ReaderOptions};
use tagrake_testsupport::warc_files::{gzip_by, html_response};
use tempfile::TempDir;

/// The number of pages in an archive.
const PAGES: usize = 64;
/// The length of the URL of each page, which 100 rows repeat, by the number of threads. With two of them, all rows are more than
/// the 16 MiB that wait for the sink, so the archive is not yet read to its end when the sink gets the first rows.
const URL_BYTES: [usize; 3] = [0, 20, 4000];
/// The length of a page. A reader reads 256 KiB ahead.
const PAGE_BYTES: usize = 30_000;
const CHANGED: &str = "the file changed while it was read";

/// Changes a file when it gets the first rows.
struct Changing<F> {
    writer: Writer<Vec<u8>>,
    change: Option<F>,
    errors: Vec<String>,
}

impl<F: FnOnce()> RowSink for Changing<F> {
    type Error = OutputError;

    fn rows(&mut self, block: Block) -> Result<Block, OutputError> {
        if let Some(change) = self.change.take() {
            change();
        }
        self.writer.append(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), OutputError> {
        self.errors.push(error.to_string());
        Ok(())
    }
}

/// Returns the number of links of old and of new pages, the errors, and the counts of a run in which `change` is called at the
/// first rows.
fn run(inputs: Inputs, options: RunOptions, change: impl FnOnce()) -> ([usize; 2], Vec<String>, Counts) {
    let output = output(Product::Links, FileFormat::JsonLines);
    let writer = Writer::new(&output, Vec::new()).expect("a file in memory");
    let mut sink = Changing { writer, change: Some(change), errors: Vec::new() };
    let run = Run::new(Extraction::new(ReaderOptions::default(), output), options);
    let counts = run.read(inputs, &mut sink).expect("the run comes to its end");
    assert!(sink.change.is_none(), "the file was changed");
    let rows = String::from_utf8(sink.writer.finish().expect("a file in memory")).expect("text");
    let count = |name: &str| rows.matches(&format!("\"url\":\"http://{name}.example/x\"")).count();
    ([count("old"), count("new")], sink.errors, counts)
}

const LINK: &str = "<a href=/x>x</a>";

/// Returns the URL and the text of each page.
fn pages(name: &str, threads: usize) -> impl Iterator<Item = (String, String)> {
    let html = format!("{}<!--{}-->", LINK.repeat(100), "y".repeat(PAGE_BYTES));
    let query = "q".repeat(URL_BYTES[threads]);
    (0..PAGES).map(move |number| (format!("http://{name}.example/{number}?{query}"), html.clone()))
}

fn wacz(archive: &[u8]) -> Vec<u8> {
    let mut zip = ZipArchiveWriter::new(Vec::new());
    let (mut entry, config) =
        zip.new_file("archive/a.warc.gz").compression_method(CompressionMethod::STORE).start().expect("an entry");
    let mut data = config.wrap(&mut entry);
    data.write_all(archive).expect("memory");
    let (_, descriptor) = data.finish().expect("memory");
    entry.finish(descriptor).expect("memory");
    zip.finish().expect("memory")
}

/// Returns a file of each form with pages of this name, for a run with this number of threads.
fn forms(name: &str, threads: usize) -> Vec<(&'static str, Vec<u8>)> {
    let records: Vec<_> = pages(name, threads).map(|(url, html)| html_response(&url, html.as_bytes())).collect();
    let lines =
        pages(name, threads).map(|(url, html)| serde_json::json!({ "url": url, "html": html }).to_string() + "\n");
    // Stored, so that the file has the bytes of the pages.
    let gzip = |text: &[u8]| gzip_by(text, Compression::none());
    let members: Vec<u8> = records.iter().flat_map(|record| gzip(record)).collect();
    vec![
        ("a.warc", records.concat()),
        ("a.wacz", wacz(&members)),
        ("a.warc.gz", members),
        ("a.jsonl", lines.collect::<String>().into_bytes()),
    ]
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        // The time of a later write differs.
        let file = fs::File::options().write(true).open(&path).expect("a file");
        file.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("a time");
    }
    folder
}

/// Replaces a file by rename, as rsync and `mv` do.
fn replace(path: &Path, bytes: &[u8]) {
    let other = path.with_extension("other");
    fs::write(&other, bytes).expect("a file");
    fs::rename(other, path).expect("a name");
}

fn options(threads: usize) -> RunOptions {
    RunOptions { threads, work_bytes: Some(10_000), ..RunOptions::default() }
}

#[test]
fn a_file_that_is_replaced_is_read_in_its_old_version() {
    for threads in [1, 2] {
        for ((name, old), (_, new)) in forms("old", threads).into_iter().zip(forms("new", threads)) {
            let folder = folder(&[(name, &old)]);
            let path = folder.path().join(name);
            let (links, errors, _) = run(Inputs::new([&path]), options(threads), || replace(&path, &new));
            assert_eq!((links, errors), ([100 * PAGES, 0], vec![]), "{name}, {threads} threads");
        }
    }
}

#[test]
fn a_file_that_is_written_or_truncated_is_one_error() {
    for threads in [1, 2] {
        for ((name, old), (_, new)) in forms("old", threads).into_iter().zip(forms("new", threads)) {
            let longer = [&new[..], &new].concat();
            let changes = [("written", &new[..]), ("longer", &longer), ("truncated", &old[..100]), ("emptied", b"")];
            for (change, bytes) in &changes[..if threads == 1 { 4 } else { 1 }] {
                let folder = folder(&[(name, &old)]);
                let path = folder.path().join(name);
                let write = || fs::write(&path, bytes).expect("a file");
                let ([old, new], errors, counts) = run(Inputs::new([&path]), options(threads), write);
                let case = format!("{name} {change}, {threads} threads: {errors:?}");
                assert!(old > 0 && old < 100 * PAGES && new == 0, "{old} old and {new} new links of {case}");
                assert!(errors.len() == 1 && errors[0].ends_with(CHANGED), "{case}");
                assert_eq!(counts.errors.get(ErrorCause::Io), 1, "{case}");
            }
        }
    }
}

/// A crawler writes its archive while a run reads it.
#[test]
fn a_file_that_grows_is_read_with_what_is_appended() {
    for threads in [1, 2] {
        for ((name, old), (_, new)) in forms("old", threads).into_iter().zip(forms("new", threads)) {
            if name == "a.wacz" {
                continue; // its directory is at its end
            }
            let folder = folder(&[(name, &old)]);
            let path = folder.path().join(name);
            let append = || {
                let mut file = fs::File::options().append(true).open(&path).expect("a file");
                file.write_all(&new).expect("a file");
            };
            let (links, errors, _) = run(Inputs::new([&path]), options(threads), append);
            assert_eq!((links, errors), ([100 * PAGES; 2], vec![]), "{name}, {threads} threads");
        }
    }
}

/// Several pages are identified before the first is read.
#[test]
fn a_page_that_changes_before_it_is_read_is_an_error() {
    let page = b"<base href=http://old.example/><a href=x>x</a>";
    for is_renamed in [false, true] {
        let folder = folder(&[("a.html", page), ("b.html", page), ("c.html", page)]);
        let path = folder.path().join("b.html");
        let change = || match is_renamed {
            true => replace(&path, b"<base href=http://new.example/><a href=x>x</a>"),
            false => fs::write(&path, "\x1F\u{8B}").expect("a file"),
        };
        let options = RunOptions { threads: 1, work_bytes: Some(1), ..RunOptions::default() };
        let (links, errors, _) = run(Inputs::new([folder.path()]), options, change);
        assert_eq!((links, errors), ([2, 0], vec![format!("{}: {CHANGED}", path.display())]));
    }
}

/// A worker keeps 16 files open, so it opens a file again that the index names later.
#[test]
fn all_records_of_an_index_are_of_one_version_of_a_file() {
    let [old, new] = ["old", "new"].map(|name| html_response(&format!("http://{name}.example/"), LINK.as_bytes()));
    let names: Vec<String> = (0..20).map(|number| format!("{number}.warc")).collect();
    for is_renamed in [true, false] {
        let folder = folder(&names.iter().map(|name| (&**name, &old[..])).collect::<Vec<_>>());
        let path = folder.path().join("0.warc");
        let row = |name: &String| {
            let path = folder.path().join(name).display().to_string();
            serde_json::json!({ "filename": path, "offset": 0, "length": old.len() }).to_string() + "\n"
        };
        let index = folder.path().join("index.jsonl");
        fs::write(&index, names.iter().chain(&names[..1]).map(row).collect::<String>()).expect("an index");
        let change = || if is_renamed { replace(&path, &new) } else { fs::write(&path, &new).expect("a file") };
        let inputs = Inputs { index: Some(index), ..Inputs::default() };
        let options = RunOptions { threads: 1, work_bytes: Some(1), ..RunOptions::default() };
        let (links, errors, _) = run(inputs, options, change);
        assert_eq!((links, errors), ([20, 0], vec![format!("{}:0: {CHANGED}", path.display())]));
    }
}
