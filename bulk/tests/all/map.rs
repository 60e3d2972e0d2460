//! Runs whose result is a value of a closure for each page, and the loop over pages.

use crate::support::kept_rows::{KeptRows, output};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{FileFormat, Product};
use tagrake_bulk::pipeline::{Extraction, MainSelection, ReadPage, Run, RunError, RunOptions, Selection};
use tagrake_bulk::row::{CustomRow, Row};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, InputError, InputErrorKind, PageRecord, Reader, ReaderOptions};
use tagrake_testsupport::full_pages;
use tagrake_testsupport::warc_files::{gzip, gzip_each, html_response, record, with_fields};

const FIELDS: &str = "id,source,warc_filename,warc_record_offset,url,title,word_count";

fn options(threads: usize) -> RunOptions {
    RunOptions { threads, selection: Selection::all(), work_bytes: Some(400), ..RunOptions::default() }
}

fn run_of(fields: &str, options: RunOptions) -> Run {
    let fields = Fields::only(fields).expect("keys");
    Run::of_pages(ReaderOptions::default().with_fields(Table::Pages, &fields), options)
}

/// Writes archives in several compressions, one with a damaged record, pages in lines and files of pages.
fn write_inputs(folder: &Path) {
    full_pages::write(folder);
    let records: Vec<_> = (0..30).map(|n| record(&format!("http://e.org/{n}"), 200 + 40 * (n % 7))).collect();
    fs::write(folder.join("d.warc"), records.concat()).expect("a file");
    let mut members: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    let middle = members[11].len() / 2;
    members[11][middle] ^= 0xFF;
    fs::write(folder.join("e.warc.gz"), members.concat()).expect("a file");
}

/// Returns the values of `map` as lines; errors are `error: ` and the message.
fn lines<T: Send + AsRef<str>>(run: &Run, inputs: &Inputs, map: impl Fn(&ReadPage<'_>) -> T + Sync) -> Vec<String> {
    let mut lines = Vec::new();
    let counts = run.map(inputs.clone(), map, |value| {
        lines.push(value.map_or_else(|error| format!("error: {error}"), |value| value.as_ref().to_owned()));
        Ok::<(), io::Error>(())
    });
    assert!(counts.expect("a run").pages > 0);
    lines
}

fn json(page: &ReadPage<'_>) -> String {
    PageRecord::new(page.input, page.page).to_json(&Fields::only(FIELDS).expect("keys")).expect("a row")
}

#[test]
fn the_values_are_those_of_a_run_in_the_order_of_the_input_for_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    write_inputs(folder.path());
    let inputs = Inputs::new([folder.path()]);
    let output = output(Product::Pages, FileFormat::JsonLines).with_fields(Fields::only(FIELDS).expect("keys"));
    let mut rows = KeptRows::new(&output);
    let extraction = Extraction::new(ReaderOptions::default(), output);
    Run::new(extraction.clone(), RunOptions { errors: tagrake_bulk::pipeline::ErrorPolicy::Skip, ..options(3) })
        .read(inputs.clone(), &mut rows)
        .expect("a run");
    let (rows, errors) = rows.finish_text();
    assert!(rows.lines().count() > 60 && errors.len() == 2, "{errors:?}");
    let mut expected = None;
    for threads in [1, 2, 8] {
        // The later pages are ready first.
        let calls = AtomicUsize::new(0);
        let slow = |page: &ReadPage<'_>| {
            if calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(16) {
                thread::sleep(Duration::from_millis(2));
            }
            json(page)
        };
        let found = lines(&run_of(FIELDS, options(threads)), &inputs, slow);
        let (of_errors, values): (Vec<_>, Vec<_>) = found.iter().partition(|line| line.starts_with("error: "));
        assert!(values.iter().copied().eq(rows.lines()), "{threads} threads");
        assert!(of_errors.iter().map(|line| &line["error: ".len()..]).eq(errors.iter()), "{threads} threads");
        assert_eq!(*expected.get_or_insert_with(|| found.clone()), found, "{threads} threads");
        // The extraction of rows has what their keys need, too.
        assert_eq!(lines(&Run::new(extraction.clone(), options(threads)), &inputs, json), found);
    }
}

#[test]
fn an_error_is_a_value_in_its_place_and_the_rest_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |n: u8| html_response(&format!("http://e.org/{n}"), format!("<title>{n}</title>").as_bytes());
    let mut members = [1, 2, 3].map(|n| gzip(&page(n)));
    let middle = members[1].len() / 2;
    members[1][middle] ^= 0xFF;
    let place = members[0].len();
    let damaged = folder.path().join("damaged.warc.gz");
    fs::write(&damaged, members.concat()).expect("a file");
    let missing = folder.path().join("missing.warc");
    let other = folder.path().join("other.html");
    fs::write(&other, "<title>other</title>").expect("a file");
    let title = |page: &ReadPage<'_>| page.page.title.unwrap_or_default().to_owned();
    for threads in [1, 2, 8] {
        let mut found = Vec::new();
        let inputs = Inputs::new([&damaged, &missing, &other]);
        run_of("title", options(threads))
            .map(inputs, title, |value| {
                found.push(value);
                Ok::<(), io::Error>(())
            })
            .expect("a run");
        let errors: Vec<_> = found.iter().filter_map(|value| value.as_ref().err()).collect();
        let [damage, absence] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!(damage.origin, format!("{}:{place}", damaged.display()));
        assert!(matches!(damage.kind, InputErrorKind::Damage { .. }), "{damage}");
        assert!(absence.to_string().starts_with(&missing.display().to_string()), "{absence}");
        let texts: Vec<_> = found.iter().map(|value| value.as_deref().unwrap_or("error")).collect();
        let (before, after) = texts.split_at(texts.iter().position(|text| *text == "error").expect("an error"));
        assert_eq!(before.first(), Some(&"1"));
        assert_eq!(after[after.len() - 4..], ["error", "3", "error", "other"], "{texts:?}");
    }
}

/// A record that is not a page has digests, too.
#[test]
fn wrong_digests_are_errors_beside_the_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let fields = |kind: &str, url: &str| {
        format!(
            "WARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n\
             Content-Type: text/html\r\n"
        )
    };
    let request = with_fields(&fields("request", "http://e.org/1"), &b"GET / HTTP/1.1\r\n\r\n".repeat(2000));
    let page = with_fields(&fields("resource", "http://e.org/2"), b"<title>two");
    fs::write(folder.path().join("a.warc"), [request, page].concat()).expect("a file");
    for threads in [1, 2] {
        let run = run_of("title", RunOptions { digests: true, ..options(threads) });
        let found = lines(&run, &Inputs::new([folder.path()]), |page| page.page.title.unwrap_or("-").to_owned());
        let [of_request, of_page, page] = &found[..] else { panic!("{found:?}") };
        assert!(
            of_request.contains("does not match") && of_page.contains("does not match") && page == "two",
            "{found:?}"
        );
    }
}

#[test]
fn values_may_borrow_what_outlives_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    write_inputs(folder.path());
    let names: Vec<String> = (0..30).map(|n| format!("http://e.org/{n}")).collect();
    let known: HashSet<&str> = names.iter().map(String::as_str).collect();
    let mut found: Vec<&str> = Vec::new();
    let find = |page: &ReadPage<'_>| page.page.url.and_then(|url| known.get(url).copied());
    run_of("url", options(4))
        .map(Inputs::new([folder.path().join("d.warc")]), find, |value: Result<Option<&str>, InputError>| {
            found.extend(value?);
            Ok::<(), InputError>(())
        })
        .expect("a run");
    assert!(found.iter().eq(names.iter()));
}

#[test]
fn a_panic_of_a_closure_is_the_panic_of_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    write_inputs(folder.path());
    let inputs = Inputs::new([folder.path()]);
    let message = |run: &dyn Fn()| {
        let payload = panic::catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| payload.downcast_ref::<String>().cloned()).expect("a message")
    };
    for threads in [1, 2, 8] {
        let run = run_of("url", options(threads));
        let ignore = |_: Result<(), InputError>| Ok::<(), io::Error>(());
        let panics = |page: &ReadPage<'_>| assert_ne!(page.page.url, Some("http://e.org/7"), "not {}", 7);
        let of_map = message(&|| drop(run.map(inputs.clone(), panics, ignore)));
        assert!(of_map.contains("not 7"), "{of_map}");
        let of_take = message(&|| {
            drop(run.map(inputs.clone(), |_| (), |_| -> Result<(), io::Error> { panic!("in {}", "take") }));
        });
        assert_eq!(of_take, "in take");
        let output = output(Product::Links, FileFormat::JsonLines);
        let run = Run::new(Extraction::new(ReaderOptions::default(), output.clone()), options(threads));
        let of_fill = message(&|| {
            let fill = |page: &ReadPage<'_>, _: &mut CustomRow| {
                panics(page);
                Ok(())
            };
            drop(run.read_with(inputs.clone(), fill, &mut KeptRows::new(&output)));
        });
        assert!(of_fill.contains("not 7"), "{of_fill}");
    }
}

#[test]
fn an_error_of_the_receiver_ends_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let records: Vec<_> = (0..2000).map(|n| record(&format!("http://e.org/{n}"), 300)).collect();
    fs::write(folder.path().join("a.warc.gz"), gzip_each(&records)).expect("a file");
    for threads in [1, 2, 8] {
        let (calls, mut taken) = (AtomicUsize::new(0), 0);
        let map = |_: &ReadPage<'_>| calls.fetch_add(1, Ordering::Relaxed);
        let result = run_of("url", options(threads)).map(Inputs::new([folder.path()]), map, |_| {
            taken += 1;
            if taken == 5 { Err("enough") } else { Ok(()) }
        });
        assert!(matches!(result, Err(RunError::Sink("enough"))), "{result:?}");
        assert_eq!(taken, 5);
        let calls = calls.into_inner();
        assert!(calls < 2000, "{threads} threads read {calls} pages");
    }
}

/// A value that counts how many there are.
struct Counted<'c>(&'c AtomicUsize);

impl<'c> Counted<'c> {
    fn new(count: &'c AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A page with an archive in it makes segments begin at the wrong records, whose values are discarded.
#[test]
fn discarded_values_are_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner: Vec<u8> = (0..8).flat_map(|n| html_response(&format!("http://in.org/{n}"), b"<p>inner")).collect();
    let outer: Vec<u8> = (0..8).flat_map(|n| html_response(&format!("http://out.org/{n}"), &inner)).collect();
    fs::write(folder.path().join("a.warc"), outer).expect("a file");
    for threads in [1, 2, 8] {
        let (alive, mut most, mut urls) = (AtomicUsize::new(0), 0, Vec::new());
        let map = |page: &ReadPage<'_>| (Counted::new(&alive), page.page.url.map(str::to_owned));
        run_of("url", options(threads))
            .map(Inputs::new([folder.path()]), map, |value: Result<(Counted<'_>, _), InputError>| {
                most = most.max(alive.load(Ordering::Relaxed));
                urls.extend(value?.1);
                Ok::<(), InputError>(())
            })
            .expect("a run");
        assert_eq!(urls, (0..8).map(|n| format!("http://out.org/{n}")).collect::<Vec<_>>(), "{threads} threads");
        assert_eq!(alive.into_inner(), 0, "{threads} threads, {most} at once");
    }
}

#[test]
fn a_loop_over_pages_has_the_pages_of_a_run_with_their_contexts() {
    let folder = tempfile::tempdir().expect("a folder");
    write_inputs(folder.path());
    let inputs = Inputs::new([folder.path()]);
    let fields = Fields::only(FIELDS).expect("keys");
    let reader_options = ReaderOptions::default().with_fields(Table::Pages, &fields);
    let expected = lines(&run_of(FIELDS, options(2)), &inputs, |page| {
        format!("{} {:?} {}", json(page), page.input.headers, page.html.len())
    });
    let mut reader = Reader::new(reader_options.clone());
    let pages = Run::of_pages(reader_options, options(2)).pages(inputs.clone()).expect("a thread");
    let found: Vec<_> = pages
        .map(|page| match page {
            Err(error) => format!("error: {error}"),
            Ok(input) => {
                let json = reader.read(&input, |page| PageRecord::new(&input, page).to_json(&fields)).expect("a row");
                format!("{json} {:?} {}", input.headers, input.html.len())
            }
        })
        .collect();
    assert_eq!(found, expected);
    // Dropped before its end, and with a selection by main content.
    let run = run_of("url", options(2));
    assert_eq!(run.pages(inputs.clone()).expect("a thread").take(3).filter(Result::is_ok).count(), 3);
    let selection = MainSelection { min_words: 30, ..MainSelection::default() };
    let output = output(Product::Pages, FileFormat::JsonLines);
    let extraction = Extraction::new(ReaderOptions::default(), output).with_main_selection(selection).expect("pages");
    let run = Run::new(extraction, options(2));
    let long = run.pages(inputs.clone()).expect("a thread").filter(Result::is_ok).count();
    let mapped = lines(&run, &inputs, |_| "page");
    assert!(long > 0 && long < found.len() / 2, "{long} of {}", found.len());
    assert_eq!(mapped.iter().filter(|line| *line == "page").count(), long);
}
