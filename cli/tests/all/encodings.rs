//! Pages that declare no encoding: every command detects it, and counts such pages in its closing line.

use crate::support::command::Folder;
use serde_json::json;
use tagrake_testsupport::warc_files::html_response;

/// "Правда" in windows-1251. Without a top-level domain it is read as another encoding.
const PRAVDA: &[u8] = b"<title>\xCF\xF0\xE0\xE2\xE4\xE0</title><p>\xCF\xF0\xE0\xE2\xE4\xE0";

/// Returns a folder with `crawl.warc`: a page in windows-1251, one in UTF-8, one in ASCII, and one with a declaration.
fn crawl() -> Folder {
    let records = [
        html_response("http://e.ru/", PRAVDA),
        html_response("http://e.org/", "<title>é</title>".as_bytes()),
        html_response("http://e.org/ascii", b"<title>e</title>"),
        html_response("http://e.org/declared", b"<meta charset=koi8-r><title>\xF0</title>"),
    ];
    Folder::new(&[("crawl.warc", &records.concat())])
}

#[test]
fn every_command_detects_and_counts_encodings() {
    let folder = crawl();
    let detected = "; 2 pages with a detected encoding (1 UTF-8, 1 windows-1251)";
    for jobs in ["1", "4"] {
        for (verb, closing) in [
            ("extract", "tagrake: 4 pages"),
            ("links", "tagrake: 0 links from 4 pages"),
            ("text", "tagrake: 4 pages"),
            ("wat", "tagrake: 4 records"),
        ] {
            let output = folder.run(&format!("{verb} -j {jobs} crawl.warc")).exits(0);
            assert_eq!(output.stderr.lines().last(), Some(&*(closing.to_owned() + detected)));
            assert_eq!(output.text().contains("Правда"), verb != "links", "{verb}");
            let output = folder.run(&format!("{verb} -j {jobs} --profile standard crawl.warc")).exits(0);
            assert_eq!(output.stderr.lines().last(), Some(closing));
            assert!(!output.text().contains("Правда"), "{verb}");
        }
    }
    let records = folder.run("extract --fields title,encoding crawl.warc").exits(0).rows();
    let found: Vec<_> = records.iter().map(|record| [&record["title"], &record["encoding"]["source"]]).collect();
    let expected = [["Правда", "detector"], ["é", "detector"], ["e", "default"], ["П", "meta"]];
    assert_eq!(json!(found), json!(expected));
}

#[test]
fn check_and_stats_count_detected_encodings() {
    let folder = crawl();
    let detected = json!({"UTF-8": 1, "windows-1251": 1});
    let report = folder.run("check --format jsonl crawl.warc").exits(0).rows();
    assert_eq!((report.len(), &report[0]["detected_encodings"]), (1, &detected));
    assert_eq!(report[0]["encodings"], json!({"UTF-8": 1, "windows-1251": 1, "windows-1252": 1, "KOI8-R": 1}));
    let report = folder.run("check --profile standard --format jsonl crawl.warc").exits(0).rows();
    assert_eq!(report[0]["encodings"], json!({"windows-1252": 3, "KOI8-R": 1}));
    let report = folder.run("check crawl.warc").exits(0);
    assert!(report.text().contains(", 2 pages with a detected encoding (1 UTF-8, 1 windows-1251), "));

    for verb in ["extract", "wat"] {
        folder.run(&format!("{verb} --stats stats.json crawl.warc")).exits(0);
        assert_eq!(folder.json("stats.json")["detected_encodings"], detected, "{verb}");
    }
}

/// The label was null, although the `meta` decided.
#[test]
fn the_label_of_a_late_meta_that_decides_is_in_the_record() {
    let page = format!("<title>x</title><!-- {} --><meta charset=EUC-KR><p>\u{e9}", "x".repeat(2000));
    let folder = Folder::new(&[("page.html", page.as_bytes())]);
    let records = folder.run("extract --fields encoding page.html").exits(0).rows();
    let encoding = &records[0]["encoding"];
    assert_eq!([&encoding["source"], &encoding["meta_label"]], ["late-meta", "EUC-KR"]);
}

#[test]
fn commands_on_a_single_document_detect_its_encoding() {
    let folder = Folder::new(&[("page.html", "<title>é</title>".as_bytes())]);
    let tokens = folder.run("tokens page.html").exits(0);
    assert!(tokens.text().contains(r#""text":"é""#));
    let report = folder.run("inspect page.html").exits(0);
    assert!(report.text().contains(r#""source":"detector""#));
    let report = folder.run("inspect --profile standard page.html").exits(0);
    assert!(!report.text().contains(r#""source":"detector""#));
}
