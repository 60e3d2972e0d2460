//! `tagrake check --report`: the numbers of the page, its examples, and the limits of its size.

use crate::support::command::Folder;
#[cfg(unix)]
use crate::support::command::Printed;
#[cfg(unix)]
use crate::support::shell::bash;
use serde_json::{Value, json};
use tagrake_testsupport::warc_files::{gzip, gzip_each, html_response, with_fields};

/// The text before the data of a report.
const DATA: &str = "<script type=\"application/json\" id=\"data\">";
/// Maximum bytes of a report.
const MAX_REPORT_BYTES: usize = 1_000_000;

/// A report and its data.
struct Report {
    html: String,
    data: Value,
}

impl Report {
    fn read(folder: &Folder, name: &str) -> Self {
        let html = folder.text(name);
        let (_, after) = html.split_once(DATA).expect("there is data");
        let (json, _) = after.split_once("</script>").expect("the data ends");
        Self { data: serde_json::from_str(json).expect("the data is JSON"), html }
    }

    /// Checks the inputs, which exits with `status`.
    fn of(folder: &Folder, status: i32, inputs: &str) -> Self {
        folder.run(&format!("check --report report.html {inputs}")).exits(status);
        Self::read(folder, "report.html")
    }

    /// Returns the names and counts of a topic.
    fn rows(&self, title: &str) -> Vec<(&str, u64)> {
        let rows = self.topic(title)["rows"].as_array().expect("rows");
        rows.iter().map(|row| (row[0].as_str().expect("a name"), row[1].as_u64().expect("a count"))).collect()
    }

    fn topic(&self, title: &str) -> &Value {
        let topics = self.data["topics"].as_array().expect("topics");
        topics.iter().find(|topic| topic["title"] == title).expect(title)
    }

    /// Returns the command of each example that has one.
    fn commands(&self) -> Vec<String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let records = self.data["records"].as_array().expect("records");
        let commands = records.iter().map(|record| {
            let file = &self.data["origins"][record[0].as_u64().expect("an index") as usize][1];
            let template = text(&self.data["commands"][record[3].as_u64().expect("an index") as usize]);
            let values = template.replace("{file}", &text(file)).replace("{url}", &text(&record[4]));
            values.replace("{offset}", &record[1].to_string())
        });
        commands.filter(|command| !command.is_empty()).collect()
    }

    /// Returns the maps of the file with this name.
    fn maps(&self, name: &str) -> &Value {
        let origins = self.data["origins"].as_array().expect("origins");
        let index = origins.iter().position(|origin| origin[0] == name).expect(name);
        let files = self.data["files"].as_array().expect("files");
        &files.iter().find(|file| file["origin"] == index).expect(name)["maps"]
    }
}

fn response(url: &str, fields: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let fields = format!("WARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http\r\n{fields}");
    with_fields(&fields, &[format!("HTTP/1.1 {head}\r\n\r\n").as_bytes(), body].concat())
}

/// Returns records of most kinds: 1 warcinfo, 1 request, 6 responses, 1 revisit.
fn records() -> Vec<Vec<u8>> {
    let html = "200 OK\r\nContent-Type: text/html";
    let date = "WARC-Date: 2026-11-02T03:04:05Z\r\n";
    let good = format!("{date}WARC-Block-Digest: sha1:Q4HJ5WYWOAHO26MXB74FFKYMUTQFGQBL\r\n");
    vec![
        with_fields("WARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\n", b"software: x\r\n"),
        with_fields(
            "WARC-Type: request\r\nContent-Type: application/http\r\nWARC-Target-URI: http://a.org/\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
        ),
        response("http://a.org/1", date, html, b"<html lang=EN><meta charset=utf-8><p>a"),
        response("http://a.org/2", &good, html, "<meta charset=koi8-r><p>ä".as_bytes()),
        response("http://a.org/3", date, &format!("{html}\r\nContent-Language: de"), b"<p>\xE4\xF6\xFC"),
        response(
            "http://b.org/4",
            "WARC-Truncated: length\r\n",
            "200 OK\r\nContent-Type: text/plain",
            b"<!doctype html>",
        ),
        response(
            "http://b.org/5",
            "WARC-Identified-Content-Language: eng,fra\r\n",
            "404 Not Found\r\nContent-Type: text/html",
            b"<p>",
        ),
        response(
            "http://b.org/6",
            "WARC-Identified-Payload-Type: image/png\r\n",
            "200 OK\r\nContent-Type: image/png",
            b"\x89PNG",
        ),
        with_fields("WARC-Type: revisit\r\nWARC-Target-URI: http://a.org/1\r\n", b""),
    ]
}

#[test]
fn numbers_are_those_of_the_archive() {
    let folder = Folder::new(&[("a.warc.gz", &gzip_each(&records()))]);
    let report = Report::of(&folder, 1, "a.warc.gz");
    let facts = &report.data["facts"];
    assert_eq!(
        (&facts["files"], &facts["ok"], &facts["records"], &facts["pages"]),
        (&json!(1), &json!(0), &json!(9), &json!(3))
    );
    assert_eq!(
        (&facts["failed"], &facts["skipped"], &report.data["is_complete"]),
        (&json!(1), &json!(3), &json!(true))
    );
    let expected: [(&str, &[(&str, u64)]); 17] = [
        ("Files by state", &[("corrupt", 1)]),
        ("Records by type", &[("response", 6), ("request", 1), ("revisit", 1), ("warcinfo", 1)]),
        ("HTTP status", &[("200", 5), ("404", 1)]),
        (
            "Declared and detected MIME type",
            &[
                ("text/html\ntext/html", 3),
                ("image/png\nimage/png", 1),
                ("text/html\n(none)", 1),
                ("text/plain\ntext/html", 1),
            ],
        ),
        ("Declared", &[("KOI8-R", 1), ("UTF-8", 1)]),
        ("Detected", &[("windows-1252", 1)]),
        ("Assumed", &[]),
        ("Wrong", &[("another encoding is declared, but the bytes are UTF-8", 1)]),
        ("Declared by pages", &[("(none)", 1), ("de", 1), ("en", 1)]),
        ("Identified by the crawler", &[("eng", 1), ("fra", 1)]),
        ("Most frequent hosts", &[("a.org", 4), ("b.org", 3)]),
        ("Damage and errors", &[("wrong digest", 1)]),
        ("Truncated by the crawler", &[("length", 1)]),
        ("Block digests", &[("absent", 8), ("failed", 1)]),
        ("Payload digests", &[("absent", 9)]),
        ("Skipped, by cause", &[("not HTML", 2), ("status not 2xx", 1)]),
        ("Skipped because of their type", &[("image/png", 1), ("text/plain", 1)]),
    ];
    for (title, rows) in expected {
        let mut found = report.rows(title);
        found.sort_by_key(|(name, count)| (u64::MAX - count, name.to_owned()));
        assert_eq!(found, rows, "{title}");
    }
    let sum =
        |bins: &Value| bins.as_array().expect("bins").iter().map(|bin| bin[1].as_u64().expect("a count")).sum::<u64>();
    assert_eq!((sum(&report.data["sizes"]), sum(&report.data["times"])), (9, 3));
}

/// The text on standard output, the counts and the exit status do not change.
#[test]
fn the_text_is_the_same_with_a_report() {
    let cut = gzip_each(&records());
    let folder = Folder::new(&[
        ("a.warc.gz", &cut[..cut.len() - 9]),
        ("b.html", b"<title>x"),
        ("c.jsonl", b"{\"html\":\"<p>\"}\n{"),
    ]);
    for options in ["", "--format jsonl", "--no-digests"] {
        let inputs = format!("{options} a.warc.gz b.html c.jsonl missing.warc");
        let without = folder.run(&format!("check {inputs}")).exits(1);
        let with = folder.run(&format!("check --report report.html {inputs}")).exits(1);
        assert_eq!((with.text(), &with.stderr), (without.text(), &without.stderr), "{options}");
    }
}

#[test]
fn threads_do_not_change_the_report() {
    let names: Vec<_> = (0..6).map(|number| format!("{number}.warc")).collect();
    let folder = Folder::new(&[]);
    for (number, name) in names.iter().enumerate() {
        let urls = (0..300).map(|page| format!("http://{}.org/{page}", page % (number + 2)));
        let mut crawl: Vec<u8> = urls.flat_map(|url| html_response(&url, b"<html lang=en><p>text")).collect();
        if number % 2 == 0 {
            let at = crawl.len() / 2;
            crawl[at..at + 200].fill(b'x');
        }
        folder.write(name, if number < 3 { crawl } else { gzip(&crawl) });
    }
    let inputs = names.join(" ");
    let expected = Report::of(&folder, 1, &format!("-j 1 {inputs}"));
    assert!(expected.rows("Most frequent hosts").len() > 5);
    for options in ["-j 2", "-j 4", "-j 3 --work-bytes 5000", "-j 2 --work-bytes 700"] {
        assert!(Report::of(&folder, 1, &format!("{options} {inputs}")).html == expected.html, "{options}");
    }
}

/// The commands of the examples work, for each way to store records, and for names that a shell would change.
#[test]
#[cfg(unix)]
fn the_commands_of_examples_work() {
    let names = ["a b.warc.gz", "it's $(x).warc", "-o.warc.gz", "new\nline\u{202e}.warc.gz", "a:1.warc"];
    let folder =
        Folder::new(&[("page.html.gz", &gzip(b"<title>x</title>")), ("shared.warc.gz", &gzip(&records().concat()))]);
    for name in names {
        let records = records();
        folder.write(name, if name.ends_with(".gz") { gzip_each(&records) } else { records.concat() });
    }
    let report = Report::of(&folder, 1, ".");
    let commands = report.commands();
    assert!(commands.len() >= names.len() * 9 + 9, "{commands:?}");
    for verb in ["inspect --record", "warc --record", "warc --url-prefix", "extract ./page.html.gz"] {
        assert!(commands.iter().any(|command| command.contains(verb)), "{verb}: {commands:?}");
    }
    for command in commands {
        let checks = command.starts_with("tagrake check ");
        let output = bash(folder.path(), &["-o", "pipefail", "-c", &command]).output();
        let printed = Printed::new(&command, output);
        // The digest of one record is wrong.
        assert!(printed.status == Some(0) || checks && printed.status == Some(1), "{command}: {}", printed.stderr);
        assert!(!printed.stdout.is_empty() || command.contains(" -o "), "{command}");
    }
}

#[test]
fn hostile_names_stay_text() {
    let hostile = "</script><script>window.pwned=1</script><!--<script>{{data}}\u{202e}";
    let name = "<img src=x onerror=alert(1)>.warc";
    let crawl = [
        response(
            &format!("http://e.org/{hostile}"),
            &format!("WARC-Truncated: {hostile}\r\n"),
            "200 OK\r\nContent-Type: text/html",
            format!("<html lang='{hostile}'>").as_bytes(),
        ),
        response(
            "javascript:alert(1)",
            &format!("WARC-Identified-Content-Language: {hostile}\r\nWARC-Identified-Payload-Type: a/{hostile}\r\n"),
            "200 OK",
            b"x",
        ),
        response(
            &format!("http://{}/", "a".repeat(5000)),
            "",
            &format!("200 OK\r\nContent-Type: text/{}", "b".repeat(9000)),
            b"x",
        ),
    ];
    let folder = Folder::new(&[(name, &crawl.concat())]);
    let report = Report::of(&folder, 0, ".");
    assert_eq!(report.html.matches("<script").count(), 2, "the data and the script");
    assert_eq!(report.html.matches("</script").count(), 2);
    assert!(!report.html.contains("<img") && !report.html.contains("<!--"));
    assert_eq!(report.rows("Truncated by the crawler"), [(&*hostile.to_ascii_lowercase(), 1)]);
    assert!(report.html.len() < 100_000, "{}", report.html.len());
    assert!(report.data["origins"][0][0].as_str().is_some_and(|origin| origin.ends_with(name)));
}

/// Each file has names of its own, and every second one is truncated.
#[test]
fn ten_thousand_files_take_less_than_one_megabyte() {
    let folder = Folder::new(&[]);
    for number in 0..10_000 {
        let more = "<\"".repeat(100);
        let url = format!("http://host-{number}.example.org/{more}");
        let head = format!("200 OK\r\nContent-Type: text/type-{number}-{more}");
        let record = response(
            &url,
            &format!("WARC-Truncated: reason-{number}-{more}\r\n"),
            &head,
            format!("<html lang=l{number}>").as_bytes(),
        );
        let end = record.len() - number % 2 * 20;
        folder.write(&format!("crawl/folder-{}/{number}-{}.warc", number / 100, "<".repeat(50)), &record[..end]);
    }
    let report = Report::of(&folder, 1, "crawl");
    assert!(report.html.len() < MAX_REPORT_BYTES, "{}", report.html.len());
    assert_eq!(report.data["file_count"], 10_000);
    assert_eq!(report.rows("Files by state"), [("ok", 5000), ("truncated", 5000)]);
    let hosts = report.topic("Most frequent hosts");
    let shown: u64 = report.rows("Most frequent hosts").iter().map(|(_, count)| count).sum();
    assert_eq!(
        shown + hosts["more"][1].as_u64().unwrap_or_default() + hosts["others"].as_u64().unwrap_or_default(),
        10_000
    );
    let files = report.data["files"].as_array().expect("files");
    let states: Vec<_> = files.iter().map(|file| file["state"].as_str().expect("a state")).collect();
    assert!(states.len() >= 50 && states.is_sorted_by_key(|state| *state == "ok"), "{states:?}");
}

#[test]
fn damage_is_on_the_map() {
    let mut crawl: Vec<u8> =
        (0..40).flat_map(|page| html_response(&format!("http://e.org/{page}"), b"<p>text")).collect();
    let record = crawl.len() / 40;
    crawl[20 * record..20 * record + 30].fill(b'x');
    let folder = Folder::new(&[("a.warc", &crawl[..crawl.len() - 30]), ("b.warc", &crawl[..10 * record])]);
    let report = Report::of(&folder, 1, "a.warc b.warc");
    let [name, cell_bytes, end, cells] = &report.maps("a.warc")[0].as_array().expect("a map")[..] else { panic!() };
    assert_eq!((name, end.as_u64()), (&Value::Null, Some(crawl.len() as u64 - 30)));
    let cells: Vec<_> = cells.as_str().expect("cells").bytes().collect();
    let cell_bytes = cell_bytes.as_u64().expect("a number") as usize;
    assert_eq!(cells.len(), (crawl.len() - 30).div_ceil(cell_bytes));
    let is_damaged = |offset: usize| cells[offset / cell_bytes] >= b'8';
    assert!(is_damaged(20 * record + 10) && is_damaged(crawl.len() - 31));
    assert!(!is_damaged(10 * record) && cells[0] == b'1');
    assert!(report.maps("b.warc")[0][3].as_str().is_some_and(|cells| cells.bytes().all(|cell| cell == b'1')));
}

#[test]
fn pages_without_records_are_counted() {
    let folder = Folder::new(&[
        ("a.html", b"<html lang=fr>"),
        ("b.jsonl", b"{\"html\":\"<p>\",\"url\":\"http://e.org/\"}\n{}\n"),
    ]);
    let report = Report::of(&folder, 1, "a.html b.jsonl");
    assert_eq!(report.rows("Records by type"), [("page (not in a record)", 2)]);
    assert_eq!(report.rows("Declared by pages"), [("(none)", 1), ("fr", 1)]);
    assert_eq!(report.rows("Damage and errors"), [("not a page", 1)]);
    assert!(report.maps("a.html").as_array().is_some_and(Vec::is_empty));
}

#[test]
fn missing_and_empty_inputs_have_a_report() {
    let folder = Folder::new(&[("empty.warc", b"")]);
    let report = Report::of(&folder, 1, "missing.warc empty.warc");
    assert_eq!(report.rows("Files by state"), [("missing", 1), ("truncated", 1)]);
    assert_eq!(report.data["facts"]["records"], 0);
    let report = Report::of(&folder, 1, "missing.warc");
    assert_eq!(report.data["file_count"], 1);
}

#[test]
fn a_report_replaces_only_a_report() {
    let crawl = html_response("http://e.org/", b"<p>");
    let folder = Folder::new(&[("a.warc", &crawl), ("page.html", b"<title>mine</title>"), ("page.txt", b"mine")]);
    for (arguments, message) in [
        ("--report a.warc a.warc", "would replace the input"),
        ("--report page.html a.warc", "does not look like an output of this command"),
        ("--report page.html page.html", "would replace the input"),
        ("--report new.txt a.warc", "use the extension '.html'"),
        ("--report - a.warc", "name a file with '--report'"),
        ("--report s.html --stats s.html a.warc", "two outputs"),
        ("--report . a.warc", "is the name of a folder"),
    ] {
        let printed = folder.run(&format!("check {arguments}")).exits(2);
        assert!(printed.stderr.contains(message) && printed.stdout.is_empty(), "{arguments}: {}", printed.stderr);
    }
    let printed = folder.run("check --report no/folder.html a.warc");
    assert!(printed.status != Some(0) && printed.stderr.contains("no/folder.html"), "{}", printed.stderr);
    assert_eq!(folder.read("page.html"), b"<title>mine</title>");
    assert_eq!(folder.names("."), ["a.warc", "page.html", "page.txt"], "no temporary file is left");
    // A report of its own is replaced, and one of another verb is not.
    for _ in 0..2 {
        folder.run("check --report r.html a.warc").exits(0);
    }
    folder.run("inspect -o i.html page.html").exits(0);
    folder.run("check --report i.html a.warc").exits(2);
}
