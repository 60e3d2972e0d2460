//! Manifests and indexes of hostile or mistaken content: files of another type, special files, broken rows, long names.

use crate::support::command::{Folder, Printed, pipe};
use serde_json::Value;
use std::fmt::Write;
use tagrake_testsupport::warc_files::{arc_description, gzip, gzip_each, html_response, zstd};

const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0";
const ZIP: &[u8] = b"PK\x03\x04\x14\0\0\0\0\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x14\0\0\0archive/data.warc.gz";
/// All verbs that read many inputs.
const VERBS: [&str; 12] = [
    "extract",
    "select --select t=title",
    "links",
    "text",
    "blocks",
    "tables",
    "items",
    "records",
    "wat",
    "warc",
    "index",
    "check",
];

/// The verbs that read pages.
const PAGE_VERBS: [&str; 8] =
    ["extract", "select --select t=title", "links", "text", "blocks", "tables", "items", "wat"];

/// Returns responses with a page each, whose text has lines that are paths.
fn pages(count: usize) -> Vec<Vec<u8>> {
    let page =
        |number| html_response(&format!("http://e.org/{number}"), format!("<title>{number}</title>\n/\n").as_bytes());
    (0..count).map(page).collect()
}

/// Returns the values of a field of all rows.
fn values(printed: &Printed, name: &str) -> Vec<Value> {
    printed.rows().into_iter().map(|mut row| row[name].take()).collect()
}

/// The lines of an archive are not taken for paths: one of them could be `/`.
#[test]
fn a_file_of_another_type_is_neither_a_manifest_nor_an_index() {
    let (plain, page) = (pages(40).concat(), b"<!doctype html>\n/\n<title>t</title>\n");
    let utf16: Vec<u8> = "\u{FEFF}a.warc\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let arc = arc_description("a.arc");
    let cases: [(&str, &[u8], &str); 12] = [
        ("a.warc", &plain, "WARC file"),
        ("a.warc.gz", &gzip_each(&pages(40)), "WARC file"),
        ("a.warc.zst", &zstd(&plain, b""), "WARC file"),
        ("a.arc", &arc, "ARC file"),
        ("noext", &plain, "WARC file"),
        ("a.wacz", ZIP, "WACZ archive"),
        ("page.html", page, "HTML or XML page"),
        ("page", &gzip(page), "HTML or XML page"),
        ("i.png", PNG, "PNG image"),
        ("i.pdf", b"%PDF-1.4\n", "PDF document"),
        ("list.txt", &utf16, "text in UTF-16"),
        ("nul", b"a.warc\n\0b.warc\n", "binary data"),
    ];
    let folder = Folder::new(&cases.map(|(name, bytes, _)| (name, bytes)));
    for (name, _, apparent) in cases {
        for (option, list) in [("manifest", "a manifest"), ("index", "an index")] {
            let printed = folder.run(&format!("links --{option} {name}")).exits(1);
            let expected = format!("tagrake: {name}: {apparent}, not {list}");
            assert!(printed.stderr.starts_with(&expected), "{}", printed.stderr);
            assert!(printed.stderr.lines().count() <= 2 && printed.text().is_empty(), "{}", printed.stderr);
            let printed = folder.run_with(&format!("links --{option} -"), folder.open(name)).exits(1);
            assert!(printed.stderr.starts_with(&format!("tagrake: -: {apparent}, not {list}")), "{}", printed.stderr);
        }
    }
    for verb in VERBS {
        let printed = folder.run(&format!("{verb} --manifest a.warc.gz")).exits(1);
        assert!(
            printed.stderr.contains("a.warc.gz: WARC file, not a manifest") || verb == "check",
            "{}",
            printed.stderr
        );
        assert!(
            printed.text().is_empty() || printed.text().contains("WARC file, not a manifest"),
            "{}",
            printed.text()
        );
    }
    let lines = Folder::new(&[("pages.jsonl", b"{\"html\": \"<p>\"}\n")]);
    let printed = lines.run("links --manifest pages.jsonl").exits(1);
    assert!(printed.stderr.contains("tagrake: pages.jsonl:1: the key 'file' is missing"), "{}", printed.stderr);
}

/// Kept columns may contain markup, which does not make a page of an index.
#[test]
fn an_index_with_markup_is_an_index() {
    let folder = Folder::new(&[
        ("a.warc", &pages(1).concat()),
        ("i", b"headline,filename,offset\n<p>WARC/1.0 <a href=x>,a.warc,0\n"),
    ]);
    let printed = folder.run("links --fields page_url --index i --keep headline").exits(0);
    assert!(printed.stderr.contains("1 page"), "{}", printed.stderr);
}

#[cfg(unix)]
#[test]
fn special_files_are_refused_without_waiting_for_them() {
    let folder = Folder::new(&[("a.warc", &pages(1).concat()), ("folder/x", b"")]);
    assert!(std::process::Command::new("mkfifo").arg(folder.path().join("fifo")).status().expect("mkfifo").success());
    let pipe = "a pipe or device, not a file";
    let cases = [
        ("fifo", pipe),
        ("fifo!/archive/a.warc", pipe),
        ("/dev/zero", pipe),
        ("/dev/null", pipe),
        ("folder", "a folder, not a file"),
        ("-", "standard input cannot be read by offset"),
        #[cfg(target_os = "linux")]
        ("/proc/kmsg", "no record starts here: the file has 0 bytes"),
        #[cfg(target_os = "linux")]
        ("/proc/self/environ", "no record starts here: the file has 0 bytes"),
    ];
    let mut index = String::new();
    for (name, _) in &cases {
        writeln!(index, "{{\"filename\": \"{name}\", \"offset\": 0, \"length\": 10}}").expect("memory");
    }
    folder.write("i.jsonl", format!("{index}{{\"filename\": \"a.warc\", \"offset\": 0}}\n"));
    let printed = folder.run("extract --fields url --index i.jsonl").exits(1);
    assert_eq!(values(&printed, "url"), ["http://e.org/0"]);
    for (name, cause) in cases {
        // Root may be denied what root may do elsewhere.
        let is_denied = name == "/proc/kmsg" && printed.stderr.contains("/proc/kmsg:0: ");
        assert!(printed.stderr.contains(&format!("{name}:0: {cause}")) || is_denied, "{name}: {}", printed.stderr);
        for verb in ["extract", "inspect -o report.html", "tokens"] {
            let one = folder.run(&format!("{verb} --record={name}:0")).exits(1);
            assert!(one.stderr.contains(&format!("{name}:0: {cause}")) || is_denied, "{name}: {}", one.stderr);
        }
    }
    folder.write("manifest", "fifo\n/dev/zero\na.warc\n");
    let printed = folder.run("extract --fields url --manifest manifest").exits(1);
    assert_eq!(values(&printed, "url"), ["http://e.org/0"]);
    for name in ["fifo", "/dev/zero"] {
        assert!(
            printed.stderr.contains(&format!("{name}: a pipe or device: a manifest may name")),
            "{}",
            printed.stderr
        );
    }
}

/// A row that is not complete is an error, and rows before it are read.
#[test]
fn a_quote_that_is_not_closed_is_an_error() {
    let folder = Folder::new(&[("a.warc", &pages(3).concat())]);
    let offsets: Vec<usize> = (0..3).map(|count| pages(count).concat().len()).collect();
    let [_, one, two] = offsets[..] else { panic!("three offsets") };
    folder.write("open.csv", format!("filename,offset,t\na.warc,0,fine\na.warc,{one},\"open\na.warc,{two},lost\n"));
    let printed = folder.run("extract --fields url --index open.csv").exits(1);
    assert_eq!(values(&printed, "url"), ["http://e.org/0"]);
    assert!(printed.stderr.contains("open.csv:3: the row has a quote that is never closed"), "{}", printed.stderr);
    // A quote inside a value is a character of it.
    folder
        .write("inch.csv", format!("filename,offset,t\na.warc,0,5\" disk\na.warc,{one},3.5\" disk\na.warc,{two},x\n"));
    let printed = folder.run("extract --fields url --keep t --index inch.csv").exits(0);
    assert_eq!(values(&printed, "t"), ["5\" disk", "3.5\" disk", "x"]);
    folder.write("cr.csv", format!("filename,offset\ra.warc,0\ra.warc,{one}\r"));
    let printed = folder.run("extract --fields url --index cr.csv").exits(1);
    assert!(printed.stderr.contains("cr.csv:1: a CR ends a row"), "{}", printed.stderr);
    folder.write("mixed.csv", format!("filename,offset,t\na.warc,0,x\ra.warc,{one},y\na.warc,{two},z\n"));
    let printed = folder.run("extract --fields url --index mixed.csv").exits(1);
    assert_eq!(values(&printed, "url"), ["http://e.org/2"]);
    assert!(printed.stderr.contains("mixed.csv:2: a CR ends a row"), "{}", printed.stderr);
    folder.write("twice.csv", "filename,offset,filename\na.warc,0,b.warc\n");
    let printed = folder.run("extract --index twice.csv").exits(1);
    assert!(printed.stderr.contains("twice.csv:1: two columns are named 'filename'"), "{}", printed.stderr);
}

#[test]
fn names_and_values_of_a_mebibyte_are_refused_with_short_messages() {
    let long = "x".repeat(1_000_000);
    let lines = [
        format!("{{\"filename\": \"{long}\", \"offset\": 0}}"),
        format!("{{\"filename\": \"a.warc\", \"offset\": \"{long}\"}}"),
        format!("{{\"filename\": \"a.warc\", \"offset\": 0, \"url\": \"http://e.org/{long}\"}}"),
        format!("{{\"filename\": {{\"{long}\": 1}}, \"offset\": 0}}"),
        format!("{{\"filename\": \"a.warc\", \"offset\": 0, \"url\": \"http://e.org/{}\"}}", &long[..16_000]),
    ];
    let folder = Folder::new(&[("a.warc", &pages(1).concat()), ("i.jsonl", lines.join("\n").as_bytes())]);
    let printed = folder.run("extract --index i.jsonl").exits(1);
    assert!(printed.text().is_empty() && printed.stderr.len() < 5000, "{} bytes", printed.stderr.len());
    for expected in [
        "i.jsonl:1: the name of the file is longer than 65536 bytes\n",
        "i.jsonl:2: the offset \"xxx",
        "i.jsonl:3: the URL is longer than 16384 bytes\n",
        "i.jsonl:4: the value of 'filename' is not text",
        "a.warc:0: the index has the URL http://e.org/xxx",
    ] {
        assert!(printed.stderr.contains(expected), "{expected}: {}", printed.stderr);
    }
    let page =
        format!("{{\"html\": \"\", \"headers\": [\"{long}\"]}}\n{{\"html\": \"\", \"url\": {{\"{long}\": 1}}}}\n");
    let printed = pipe("extract --input jsonl", page.as_bytes()).exits(1);
    assert!(printed.stdout.len() + printed.stderr.len() < 8000, "{}", printed.stdout.len());
}

/// An archive is not a page, whatever `--input` says.
#[test]
fn an_archive_that_is_called_a_page_is_an_error() {
    let plain = pages(3).concat();
    let cases: [(&str, &[u8], &str); 6] = [
        ("a.warc", &plain, "not read: WARC file; --input warc reads it"),
        ("a.warc.gz", &gzip_each(&pages(3)), "not read: WARC file in gzip; --input warc reads it"),
        ("a.zst", &zstd(&plain, b""), "not read: WARC file in zstd; --input warc reads it"),
        ("a.arc", &arc_description("a.arc"), "not read: ARC file; --input warc reads it"),
        ("a.wacz", ZIP, "not read: WACZ archive; --input warc reads it"),
        ("a.zip", b"PK\x03\x04\x14\0\0\0\x08\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.txt", "not read: ZIP archive"),
    ];
    let folder = Folder::new(&cases.map(|(name, bytes, _)| (name, bytes)));
    for (name, _, cause) in cases {
        for format in ["html", "jsonl"] {
            for verb in PAGE_VERBS {
                let printed = folder.run(&format!("{verb} --input {format} {name}")).exits(1);
                assert!(printed.text().is_empty(), "{verb} {name}");
                assert!(printed.stderr.starts_with(&format!("tagrake: {name}: {cause}")), "{}", printed.stderr);
            }
            let printed = folder.run_with(&format!("links --input {format}"), folder.open(name)).exits(1);
            assert!(printed.stderr.starts_with(&format!("tagrake: -: {cause}")), "{}", printed.stderr);
        }
    }
    // Text that mentions an archive is a page, and so is a page with the name of an archive.
    let folder = Folder::new(&[("a.warc", b"<title>t</title>\nWARC/1.0\n"), ("b", b"a\nWARC/1.0\r\n")]);
    assert_eq!(values(&folder.run("extract --input html a.warc b").exits(0), "title"), [Value::from("t"), Value::Null]);
    let printed = folder.run("links --input warc b").exits(1);
    assert!(printed.text().is_empty(), "{}", printed.text());
    let printed = Folder::new(&[("p.html", b"<p>\n<a href=x>\n<p>\n")]);
    let printed = printed.run("links --input jsonl p.html").exits(1);
    assert!(printed.stderr.starts_with("tagrake: p.html: not read: HTML page\n"), "{}", printed.stderr);
}

/// A download that failed, in a pipe, is not a page.
#[test]
fn empty_standard_input_is_an_error() {
    for verb in VERBS {
        for format in ["", "--input html", "--input warc", "--input jsonl"] {
            if matches!(verb, "records" | "warc" | "index" | "check") && !format.is_empty() {
                continue;
            }
            for empty in [&b""[..], &gzip(b"")] {
                let printed = pipe(&format!("{verb} {format}"), empty).exits(1);
                assert!(
                    printed.text().is_empty() || verb == "check" || verb == "text",
                    "{verb} {format}: {}",
                    printed.text()
                );
                let messages = format!("{}{}", printed.text(), printed.stderr);
                assert!(messages.contains("-: ") || messages.contains("-:0: "), "{verb} {format}: {messages}");
            }
        }
    }
    for verb in ["inspect -o -", "tokens"] {
        let printed = pipe(verb, b"").exits(1);
        assert!(printed.stderr.starts_with("tagrake: -: empty") && printed.text().is_empty(), "{}", printed.stderr);
    }
    for option in ["manifest", "index"] {
        let printed = pipe(&format!("links --{option} -"), b"").exits(1);
        assert!(printed.stderr.starts_with("tagrake: -: empty, not a"), "{}", printed.stderr);
    }
    let folder = Folder::new(&[("a", b""), ("b.jsonl.gz", &gzip(b"")), ("c.warc.gz", &gzip(b""))]);
    folder.run("extract --input jsonl a b.jsonl.gz").exits(0);
    let printed = folder.run("check c.warc.gz").exits(1);
    assert!(printed.text().contains("c.warc.gz: not read: empty in gzip"), "{}", printed.text());
}

/// The largest sizes are as good as no limit, and the smallest ones end no run with a panic.
#[test]
fn limits_have_no_value_that_overflows() {
    let folder = Folder::new(&[
        ("a.warc.gz", &gzip_each(&pages(3))),
        ("a.warc", &pages(3).concat()),
        ("p.html", b"<title>t</title><a href=x>y</a>"),
        ("p.jsonl", b"{\"html\": \"<a href=/x>y</a>\", \"url\": \"http://e.org/\"}\n"),
    ]);
    let inputs = "a.warc.gz a.warc p.html p.jsonl";
    for verb in PAGE_VERBS {
        let rows = folder.run(&format!("{verb} {inputs}")).exits(0).stdout;
        for option in ["--max-record-bytes", "--max-arena-bytes", "--max-links", "--work-bytes", "--limit", "-j"] {
            if option == "--max-links" && !matches!(verb, "extract" | "links") {
                continue;
            }
            let printed = folder.run(&format!("{verb} {option} {} {inputs}", u64::MAX));
            let is_same = printed.stdout == rows;
            assert!(printed.status == Some(0) && is_same, "{verb} {option}: {}", printed.stderr);
            let printed = folder.run(&format!("{verb} {option} 0 {inputs}"));
            assert!(matches!(printed.status, Some(0..=2)), "{verb} {option} 0: {}", printed.stderr);
        }
    }
    for verb in ["check", "index", "records", "warc"] {
        let option = format!("{verb} --max-record-bytes");
        folder.run(&format!("{option} 0 a.warc.gz a.warc")).exits(2);
        let printed = folder.run(&format!("{option} {} a.warc.gz a.warc", u64::MAX));
        assert!(matches!(printed.status, Some(0 | 1)), "{verb}: {}", printed.stderr);
    }
    for options in
        ["tokens --max-record-bytes", "inspect -o r.html --max-record-bytes", "inspect -o r.html --max-source-bytes"]
    {
        folder.run(&format!("{options} {} p.html", u64::MAX)).exits(0);
        folder.run(&format!("{options} 0 p.html")).exits(if options.ends_with("source-bytes") { 0 } else { 2 });
    }
    let printed = folder.run(&format!("extract --sample 1/{} {inputs}", u64::MAX));
    assert!(matches!(printed.status, Some(0 | 2)), "{}", printed.stderr);
    folder.run(&format!("extract --record a.warc:{}", u64::MAX)).exits(1);
    folder.write("i.jsonl", format!("{{\"filename\":\"a.warc\",\"offset\":0,\"length\":{}}}\n", u64::MAX));
    assert_eq!(folder.run("extract --index i.jsonl").exits(0).rows().len(), 1);
}

/// Rows have ids as they were written: two numbers that round to one remain different.
#[test]
fn ids_keep_their_digits() {
    let ids = ["18446744073709551616", "340282366920938463463374607431768211455", "1.50", "-0", "1e5", "0.1e-400", "7"];
    let lines: String = ids.iter().map(|id| format!("{{\"id\": {id}, \"html\": \"<p>\"}}\n")).collect();
    let printed = pipe("extract --fields id", lines.as_bytes()).exits(0);
    let expected: Vec<String> = ids.iter().map(|id| format!("{{\"id\":{id}}}")).collect();
    assert_eq!(printed.text().lines().collect::<Vec<_>>(), expected);
    let folder = Folder::new(&[("p.jsonl", lines.as_bytes())]);
    let csv = folder.run("extract --fields id --format csv p.jsonl");
    if csv.status == Some(0) {
        assert_eq!(csv.text().lines().skip(1).collect::<Vec<_>>(), ids);
    }
    let printed = pipe("extract --fields id,error", b"{\"id\": 18446744073709551617}\n").exits(1);
    assert!(printed.text().starts_with("{\"id\":18446744073709551617,"), "{}", printed.text());
}

/// Each archive of a WACZ file was found by a walk through the directory: 3,000 archives took 5 seconds.
#[test]
fn an_index_of_many_archives_in_a_wacz_file_takes_linear_time() {
    use rawzip::{CompressionMethod, ZipArchiveWriter};
    use std::io::Write as _;
    const ARCHIVES: usize = 3000;
    let (page, mut zip, mut index) = (pages(1).concat(), ZipArchiveWriter::new(Vec::new()), String::new());
    for number in 0..ARCHIVES {
        let name = format!("archive/{number}.warc");
        let (mut entry, config) =
            zip.new_file(&name).compression_method(CompressionMethod::STORE).start().expect("memory");
        let mut writer = config.wrap(&mut entry);
        writer.write_all(&page).expect("memory");
        let (_, descriptor) = writer.finish().expect("memory");
        entry.finish(descriptor).expect("memory");
        writeln!(index, "{{\"filename\": \"a.wacz!/{name}\", \"offset\": 0}}").expect("memory");
    }
    let folder = Folder::new(&[("a.wacz", &zip.finish().expect("memory")), ("i.jsonl", index.as_bytes())]);
    let printed = folder.run("extract --fields title,warc_filename --index i.jsonl").exits(0);
    let names = values(&printed, "warc_filename");
    assert_eq!((names.len(), &names[ARCHIVES - 1]), (ARCHIVES, &Value::from("a.wacz!/archive/2999.warc")));
}

/// A line of two slashes read all files of the system.
#[test]
fn a_line_without_a_name_is_an_error() {
    let folder =
        Folder::new(&[("p.html", b"<a href=http://e.org/1>x</a>"), ("list", b"//\n/\n/.\n.\n../\np.html\n./p.html\n")]);
    let printed = folder.run("links --manifest list").exits(1);
    assert!(printed.stderr.starts_with("tagrake: //: a path without a name: "), "{}", printed.stderr);
    assert!(printed.stderr.ends_with("2 pages; 5 files not read (missing or unreadable)\n"), "{}", printed.stderr);
}
