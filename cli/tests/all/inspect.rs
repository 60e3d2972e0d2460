//! `tagrake inspect`: the report loads nothing, and agrees with the other verbs.

use crate::support::command::{Folder, Printed, pipe, run, tokens};
use data_encoding::BASE64;
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use tagrake_testsupport::warc_files::{gzip, html_response, zstd};

/// Runs the command over `input`.
fn inspect(arguments: &str, input: &[u8]) -> Printed {
    pipe(&format!("inspect {arguments}"), input)
}

/// A report and its data.
struct Report {
    html: String,
    data: Value,
}

impl Report {
    fn of(arguments: &str, input: &[u8]) -> Self {
        let html = inspect(arguments, input).exits(0).text().to_owned();
        let (_, after) = html.split_once("<script type=\"application/json\" id=\"data\">").expect("there is data");
        let (json, _) = after.split_once("</script>").expect("the data ends");
        Self { data: serde_json::from_str(json).expect("the data is JSON"), html }
    }

    fn bytes(&self, key: &str) -> Vec<u8> {
        BASE64.decode(self.data[key].as_str().expect("base64").as_bytes()).expect("base64")
    }

    /// Returns the kind and the length of each token.
    fn tokens(&self) -> Vec<(u8, usize)> {
        let bytes = self.bytes("tokens");
        let mut rest = &bytes[..];
        let mut tokens = Vec::new();
        while let [kind, after @ ..] = rest {
            rest = after;
            let length = number(&mut rest);
            let parts = number(&mut rest);
            rest = &rest[parts..];
            tokens.push((*kind, length));
        }
        tokens
    }
}

/// Decodes a number: seven bits per byte, low bits first.
fn number(rest: &mut &[u8]) -> usize {
    let length = rest.iter().position(|byte| *byte < 0x80).expect("a number ends") + 1;
    let (digits, after) = rest.split_at(length);
    *rest = after;
    digits.iter().rev().fold(0, |number, digit| number << 7 | usize::from(digit & 0x7F))
}

/// Returns the number of tokens by type and of errors by code, according to `tagrake tokens`.
fn counted(html: &[u8]) -> (HashMap<String, u64>, HashMap<String, u64>) {
    let (mut types, mut codes) = (HashMap::new(), HashMap::new());
    for row in tokens("--errors", html).rows() {
        let (counts, key) = if row["type"] == "error" { (&mut codes, "code") } else { (&mut types, "type") };
        *counts.entry(row[key].as_str().expect("text").replace('_', " ")).or_default() += 1;
    }
    (types, codes)
}

/// Pages that try to break out of the data, and pages that are difficult to tokenize.
fn hostile() -> Vec<Vec<u8>> {
    let mut pages: Vec<Vec<u8>> = [
        "</script><script>window.pwned=1</script><!--<script>",
        "<title></title><script>pwned</script>\u{2028}\u{2029}</title><meta name=description content='</script>\u{2028}'>",
        "<a href='javascript:pwned'>x</a><a href='https://e.org/</script><!--'>y</a><base href=javascript:x>",
        "<!-- {{data}} {{script}} {{policy}} --><p {{style}}={{title}}>",
        "a\0b\rc\r\nd<p a='\0&#0;&lt;\r\n&notit;' \0=\0 A a><!--\0\r--><!DOCTYPE \0 PUBLIC '\0\r'><title>\0&amp\r",
        "<svg><![CDATA[\0\r\n]]><![CDATA[]]></svg></></ x><?php ?><plaintext></plaintext>",
        "\u{FEFF}\u{202E}<p>\u{FEFF}",
    ]
    .map(|page| page.as_bytes().to_vec())
    .to_vec();
    pages.push(b"\xEF\xBB\xBF<p>a".to_vec());
    pages.push([b"<a ".as_slice(), " b='&lt;\0'".repeat(2_000).as_bytes(), b">"].concat());
    for entry in fs::read_dir("../corpora/small").expect("our pages") {
        let path = entry.expect("a page").path();
        if path.extension().is_some_and(|extension| extension == "html") {
            pages.push(fs::read(path).expect("a page"));
        }
    }
    pages
}

#[test]
fn a_report_loads_nothing_and_contains_its_data() {
    for page in hostile() {
        for arguments in ["--declined", "--processing-instructions --url https://e.org/</script>"] {
            let Report { html, .. } = Report::of(arguments, &page);
            let name = page.escape_ascii().take(100).map(char::from).collect::<String>();
            assert_eq!(html.matches("<script").count(), 2, "{name}");
            assert_eq!(html.matches("</script").count(), 2, "{name}");
            assert!(!html.contains("<!--"), "{name}");
            assert!(html.contains("default-src 'none'"));
            let (before, _) = html.split_once("<script").expect("a script");
            for attribute in ["src=", "href=\"http", "url(", "@import", "srcset", "onload", "style=\""] {
                assert!(!before.contains(attribute), "{attribute} {name}");
            }
        }
    }
}

#[test]
fn counts_equal_those_of_tokens() {
    for page in hostile().iter().filter(|page| std::str::from_utf8(page).is_ok()) {
        let report = Report::of("--charset utf-8", page);
        let text = page.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(page);
        assert_eq!(report.bytes("source"), text);
        assert_eq!(report.data["base"], page.len() - text.len());
        let tokens = report.tokens();
        let bytes: usize = tokens.iter().map(|(_, length)| length).sum();
        assert_eq!(bytes, text.len(), "the tokens cover the text");
        let (types, codes) = counted(page);
        for (number, kind) in report.data["kinds"].as_array().expect("kinds").iter().enumerate() {
            let expected = types.get(kind[0].as_str().expect("a name")).copied().unwrap_or_default();
            assert_eq!(kind[1], expected, "{kind}");
            let shown = tokens.iter().filter(|token| usize::from(token.0) == number).count() as u64;
            assert_eq!(shown, expected, "{kind}");
        }
        let found = report.data["error_codes"].as_array().expect("codes").iter();
        let found: HashMap<_, _> = found
            .map(|code| (code[0].as_str().expect("a code").to_owned(), code[1].as_u64().expect("a count")))
            .collect();
        assert_eq!(found, codes);
        assert_eq!(report.data["error_count"], codes.values().sum::<u64>());
    }
}

#[test]
fn links_and_metadata_equal_those_of_extract() {
    let page = fs::read("../corpora/small/article.html").expect("our page");
    let report = Report::of("--url https://e.org/a/b", &page);
    let record = run("extract -q --url https://e.org/a/b ../corpora/small/article.html").rows().remove(0);
    let links = record["links"].as_array().expect("links");
    let rows = report.data["links"].as_array().expect("links");
    assert_eq!((links.len(), report.data["link_count"].as_u64()), (rows.len(), Some(rows.len() as u64)));
    for (link, row) in links.iter().zip(rows) {
        let keys = ["offset", "kind", "element", "attr", "raw", "url", "class"];
        assert_eq!(keys.map(|key| &link[key]), std::array::from_fn(|at| &row[at]));
    }
    let metadata = report.data["metadata"].as_array().expect("rows");
    assert!(metadata.iter().any(|row| row[0] == "title" && row[1] == record["title"]), "{metadata:?}");
    assert_eq!(report.data["encoding"], record["encoding"]);
}

#[test]
fn contains_the_visible_text() {
    let report = Report::of("", b"<title>T</title><p>One &amp;<p hidden>two<p>three");
    assert_eq!(report.data["text"], "One &\nthree");
    let metadata = report.data["metadata"].as_array().expect("rows");
    assert!(metadata.iter().all(|row| row[0] != "text"), "the text has a tab of its own: {metadata:?}");
    let long = "word ".repeat(300_000);
    let report = Report::of("", long.as_bytes());
    assert_eq!(report.data["text"].as_str().map(str::len), Some(1 << 20));
    assert_eq!(report.data["notes"][0], "The first 1048576 of 1499999 bytes of the text are shown.");
}

#[test]
fn text_blocks_equal_those_of_blocks() {
    let page = fs::read("../corpora/small/article.html").expect("our page");
    let report = Report::of("", &page);
    let table = &report.data["blocks"];
    let rows = table["rows"].as_array().expect("rows");
    let expected = run("blocks -q --main ../corpora/small/article.html").rows();
    assert_eq!((rows.len(), &table["count"]), (expected.len(), &Value::from(expected.len())));
    for (row, block) in rows.iter().zip(&expected) {
        let (text, score) = (block["text"].as_str().expect("text"), block["score"].as_f64().expect("a score"));
        assert!(row[2].as_str().is_some_and(|shown| text.starts_with(shown.trim_end_matches('…'))), "{row}");
        assert!((row[3].as_f64().expect("a score") - score).abs() < 0.001, "{row}");
        let parts = row[4].as_u64().expect("bits");
        let has = |bit: u64| Value::Bool(parts & bit != 0);
        let is = |key: &str| Value::Bool(block[key] == true);
        assert_eq!([has(2), has(8), has(16)], ["main", "comment", "hidden"].map(is), "{row}");
        assert_eq!((&row[5], &row[6]), (&block["record"], &block["words"]));
    }
    let main = rows.iter().filter(|row| row[4].as_u64().is_some_and(|parts| parts & 2 != 0)).count();
    assert!(main > 3 && main < rows.len());
    assert_eq!(table["main"], main);
}

#[test]
fn scores_are_explained_by_features() {
    let page = fs::read("../corpora/small/article.html").expect("our page");
    let table = Report::of("", &page).data["blocks"].take();
    let features = table["features"].as_array().expect("names");
    for row in table["rows"].as_array().expect("rows") {
        let influences = row[7][1].as_array().expect("influences");
        assert!(!influences.is_empty() && influences.len() <= 5, "{row}");
        for influence in influences {
            assert!(influence[0].as_u64().is_some_and(|feature| feature < features.len() as u64), "{row}");
            assert_ne!(influence[1], influence[2], "the value is not the median");
        }
    }
}

/// Blocks and explanations are limited, and a page without text has none.
#[test]
fn the_table_of_blocks_is_bounded() {
    assert_eq!(Report::of("", b"<p>").data["blocks"]["count"], 0);
    let report = Report::of("--max-source-bytes 0", "<p>a".repeat(20_001).as_bytes());
    let (blocks, notes) = (&report.data["blocks"], report.data["notes"].as_array().expect("notes"));
    let rows = blocks["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &blocks["count"]), (20_000, &Value::from(20_001)));
    assert_eq!(rows.iter().filter(|row| !row[7].is_null()).count(), 2_000);
    for note in [
        "20000 of 20001 text blocks are listed.",
        "The scores of the first 2000 of 20001 text blocks are explained, with the medians of these.",
    ] {
        assert!(notes.iter().any(|shown| shown == note), "{notes:?}");
    }
    let long = format!("<p>{}", "é".repeat(1_000)).repeat(8_000);
    let report = Report::of("--max-source-bytes 0", long.as_bytes());
    let rows = report.data["blocks"]["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row[2].as_str().is_some_and(|text| text.len() == 300 + "…".len())));
    assert!(report.html.len() < 10_000_000, "{}", report.html.len());
}

/// The blocks are from a pass of their own, in which the content of `noscript` is markup.
#[test]
fn the_scripting_flag_applies_to_the_text_in_spite_of_the_blocks() {
    let page = b"<p>One<noscript><a href=/x>two</a></noscript>";
    for (scripting, text) in [("on", "One"), ("off", "Onetwo")] {
        let report = Report::of(&format!("--scripting {scripting}"), page);
        assert_eq!(report.data["text"], text, "{scripting}");
        assert_eq!(report.data["blocks"]["rows"][0][2], "Onetwo", "{scripting}");
    }
}

/// The browser tests need Chromium. This one checks without it that the report has the functions.
#[test]
fn has_line_links_match_counts_and_csv() {
    let Report { html, .. } = Report::of("", b"<p>");
    for part in [
        "/^#L(\\d+)$/",
        "`${grouped(number + 1)} of ${grouped(matches.length)}`",
        "Copy as CSV",
        "nesting is not checked",
        "flex: 1 0 100%",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let (_, tabs) = html.split_once("const tabs = [").expect("tabs");
    let names: Vec<_> = tabs.lines().skip(1).take(7).filter_map(|line| line.trim().split('"').nth(1)).collect();
    assert_eq!(names, ["errors", "links", "metadata", "text", "counts", "declined", "blocks"]);
}

#[test]
fn shows_other_encodings_decoded() {
    let report = Report::of("--content-type text/html;charset=shift_jis", b"<p>\x83A</p>\xFF");
    assert_eq!(String::from_utf8_lossy(&report.bytes("source")), "<p>ア</p>\u{FFFD}");
    assert_eq!((&report.data["is_decoded"], &report.data["file_bytes"]), (&Value::Bool(true), &Value::from(10)));
    let encoding = &report.data["encoding"];
    assert_eq!((&encoding["name"], &encoding["source"]), (&Value::from("Shift_JIS"), &Value::from("transport")));
}

#[test]
fn reports_what_is_not_shown() {
    let page = "<p>é</p>".repeat(100);
    let report = Report::of("--charset utf-8 --max-source-bytes 4", page.as_bytes());
    assert_eq!(report.bytes("source"), b"<p>", "between two characters");
    assert_eq!(report.tokens().len(), 1);
    assert_eq!(report.data["kinds"][1][1], 100);
    let note = report.data["notes"][0].as_str().expect("a note");
    assert_eq!(note, "The first 3 of 900 bytes of the source are shown (--max-source-bytes); the counts are of all.");
    let many = "</>".repeat(100_001);
    let report = Report::of("--declined", many.as_bytes());
    assert_eq!(report.data["notes"][0], "100000 of 100001 parse errors are listed.");
    assert_eq!(report.data["notes"][1], "100000 of 100001 declined spans are listed.");
}

#[test]
fn the_size_of_a_report_is_bounded() {
    let pages = ["<a>", "&lt;", "</>", "<a b=c>", "\n", "<a href=/>x</a>", "<!doctype>", "&#0;"];
    for part in pages {
        let page = part.repeat(300_000 / part.len());
        let base = format!("<base href=https://e.org/{}/>", "x".repeat(10_000));
        for page in [page.clone(), base + &page] {
            let Report { html, .. } = Report::of("--declined", page.as_bytes());
            assert!(html.len() < 18_000_000 && html.len() < 60_000 + 40 * page.len(), "{part}: {}", html.len());
        }
    }
}

#[test]
fn lists_declined_spans_if_requested() {
    let page = b"<p>a<!x></p a>";
    assert_eq!(Report::of("", page).data["declined"], Value::Null);
    let report = Report::of("--declined", page);
    assert_eq!(report.data["declined"]["count"], 2);
    let reasons = ["incorrectly-opened-comment", "end-tag-with-attributes"];
    assert_eq!(report.data["declined"]["reasons"], Value::from(reasons.to_vec()));
    assert_eq!(report.data["machine_bytes"], 10);
    assert_eq!(report.data["machine_bytes_without_errors"], 4);
}

/// `inspect` and `tokens` refused compressed pages, which `extract` reads.
#[test]
fn compressed_pages_are_read() {
    let page = b"<title>x</title><p>y".as_slice();
    let folder = Folder::new(&[
        ("p.html", page),
        ("p.html.gz", &gzip(page)),
        ("p.html.zst", &zstd(page, b"")),
        ("p", &gzip(page)),
    ]);
    let cut = gzip(&[page, &(0..200_000_u32).flat_map(u32::to_le_bytes).collect::<Vec<_>>()].concat());
    folder.write("cut.html.gz", &cut[..cut.len() - 100]);
    folder.write("a.warc.gz", gzip(&html_response("http://e.org/", page)));
    let tokens = folder.run("tokens p.html").exits(0).stdout;
    for name in ["p.html.gz", "p.html.zst", "p"] {
        assert!(folder.run(&format!("tokens {name}")).exits(0).stdout == tokens, "{name}");
        assert!(folder.run_with("tokens", folder.open(name)).exits(0).stdout == tokens, "{name}");
        folder.run(&format!("inspect {name} -o report.html")).exits(0);
        assert!(folder.text("report.html").contains("<title>p"), "{name}");
    }
    for verb in ["tokens", "inspect -o report.html"] {
        let messages = folder.run(&format!("{verb} cut.html.gz")).exits(0).stderr;
        assert!(messages.starts_with("tagrake: cut.html.gz: the page is incomplete: unspecified\n"), "{messages}");
        let messages = folder.run(&format!("{verb} a.warc.gz")).exits(1).stderr;
        let expected = "tagrake: a.warc.gz: WARC file in gzip, not an HTML document; '--record FILE:OFFSET' reads";
        assert!(messages.starts_with(expected), "{messages}");
        folder.run(&format!("{verb} --record a.warc.gz:0")).exits(0);
    }
}

#[test]
fn writes_a_file_or_fails_with_status_3() {
    let folder = Folder::new(&[("<b>.html", b"<p>")]);
    assert!(folder.run("inspect <b>.html -o report.html").exits(0).stdout.is_empty());
    let html = folder.text("report.html");
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
    assert!(html.contains("&lt;b&gt;.html – tagrake inspect</title>"));
    let cases: [(&str, &[u8], i32, &str); 4] = [
        ("no-such-file", b"", 1, "tagrake: no-such-file: No such file or directory\n"),
        (
            "-",
            b"WARC/1.0\r\n",
            1,
            "tagrake: -: WARC file, not an HTML document; '--record FILE:OFFSET' reads the page in one of its records\n",
        ),
        ("-o no/such/folder", b"<p>", 3, "no/such/folder"),
        ("--charset utf-7", b"<p>", 2, "--charset"),
    ];
    for (arguments, html, status, message) in cases {
        let messages = inspect(arguments, html).exits(status).stderr;
        assert!(messages.contains(message), "{arguments}: {messages}");
    }
}
