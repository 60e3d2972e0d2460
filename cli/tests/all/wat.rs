//! `tagrake wat`: formats, inputs and exit status.

use crate::support::command::Folder;
use serde_json::json;
use std::fs;
use tagrake_testsupport::warc_files::html_response;

#[test]
fn reads_warc_files_and_pages() {
    let page =
        |number: u8| html_response(&format!("http://e.org/{number}"), format!("<title>{number}</title>").as_bytes());
    let folder = Folder::new(&[("a.WARC", &[page(1), page(2)].concat()), ("b.html", b"<title>3</title>")]);
    let output = folder.run("wat --url http://e.org/3 a.WARC b.html").exits(0);
    assert_eq!(output.stderr, "tagrake: 3 records\n");
    for (index, record) in output.rows().iter().enumerate() {
        let number = (index + 1).to_string();
        let envelope = &record["Envelope"];
        assert_eq!(envelope["WARC-Header-Metadata"]["WARC-Target-URI"], format!("http://e.org/{number}"));
        let html = &envelope["Payload-Metadata"]["HTTP-Response-Metadata"]["HTML-Metadata"];
        assert_eq!(*html, json!({"Head": {"Title": number}}));
    }
}

#[test]
fn a_wat_file_is_a_warc_file() {
    let folder = Folder::new(&[("a.warc", &html_response("http://e.org/1", b"<a href=x>"))]);
    folder.run("wat -q a.warc -o a.warc.wat.gz").exits(0);
    let to_stdout = folder.run("wat -q --format warc a.warc").stdout;
    assert_eq!(folder.read("a.warc.wat.gz"), to_stdout);

    fs::rename(folder.path().join("a.warc.wat.gz"), folder.path().join("wat.warc.gz")).expect("a file");
    let records = folder.run("wat -q wat.warc.gz").rows();
    let header = |index: usize, name: &str| records[index]["Envelope"]["WARC-Header-Metadata"][name].clone();
    assert_eq!(records.len(), 2);
    assert_eq!((header(0, "WARC-Type"), header(0, "WARC-Filename")), (json!("warcinfo"), json!("a.warc.wat.gz")));
    assert_eq!((header(1, "WARC-Type"), header(1, "WARC-Target-URI")), (json!("metadata"), json!("http://e.org/1")));
}

#[test]
fn reports_damage_and_reads_the_rest() {
    let whole = html_response("http://e.org/1", b"<p>");
    let folder = Folder::new(&[("a.warc", &[&whole[..], &whole[..whole.len() - 8]].concat())]);
    let output = folder.run("wat no.warc a.warc no.html").exits(1);
    assert_eq!(output.rows().len(), 2);
    let messages = output.stderr;
    assert!(messages.contains("tagrake: no.warc:") && messages.contains("tagrake: a.warc:"), "{messages}");
    assert!(
        messages.ends_with(
            "tagrake: 2 records; 2 files not read (missing or unreadable); 1 record damaged (file truncated)\n"
        ),
        "{messages}"
    );
}

#[test]
fn output_dir_has_one_output_per_input() {
    let record = html_response("http://e.org/1", b"<p>");
    let folder = Folder::new(&[("a.warc", &record), ("b.warc", &record)]);
    folder.run("wat -q --format warc a.warc b.warc --output-dir wat").exits(0);
    for name in ["a.warc", "b.warc"] {
        let one = folder.run(&format!("wat -q --format warc {name}")).stdout;
        assert!(folder.read(&format!("wat/{name}.wat.gz")) == one, "{name}");
    }
}

#[test]
fn writes_text_as_wet_records() {
    let folder = Folder::new(&[("a.warc", &html_response("http://e.org/1", b"<p>One<p>Two"))]);
    folder.run("text -q a.warc -o a.warc.wet.gz").exits(0);
    fs::rename(folder.path().join("a.warc.wet.gz"), folder.path().join("wet.warc.gz")).expect("a file");
    let records = folder.run("wat -q wet.warc.gz").rows();
    let header = &records[1]["Envelope"]["WARC-Header-Metadata"];
    assert_eq!((records.len(), &header["WARC-Type"]), (2, &json!("conversion")));
    let digest = "sha1:5Y7DRXWNDY2ETWZCDMB2IOOJ6SHKT4BW";
    assert_eq!((&header["WARC-Block-Digest"], &header["Content-Length"]), (&json!(digest), &json!("7")));
    assert_eq!(records[1]["Envelope"]["Payload-Metadata"]["Block-Digest"], digest);
}

#[test]
fn rejects_wrong_usage() {
    let folder = Folder::new(&[]);
    for arguments in ["--format parquet", "--mime all", "--status 200", "--compression snappy"] {
        folder.run(&format!("wat {arguments} a.warc")).exits(2);
    }
    folder.run("wat a.html -o no/such/file").exits(3);
}
