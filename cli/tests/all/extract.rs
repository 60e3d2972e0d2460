//! `tagrake extract`, `tagrake text` and `tagrake schema`: records and text of pages.

use crate::support::command::{Folder, command, pipe, run};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use tagrake_bulk::Fields;
use tagrake_bulk::schema::{Table, arrow_json, json_schema, spark_ddl, sql};
use tagrake_testsupport::full_pages;

/// Runs the command on `input`, which must succeed, and returns its standard output.
#[track_caller]
fn printed(arguments: &str, input: &[u8]) -> String {
    pipe(arguments, input).exits(0).text().to_owned()
}

fn record(arguments: &str, input: &[u8]) -> Value {
    serde_json::from_str(&printed(arguments, input)).expect("one line of JSON")
}

#[test]
fn prints_fields_in_the_order_of_the_record() {
    let html = b"<title>T</title><p>one two";
    let cases = [
        ("--fields title,url --url HTTP://E.org", r#"{"url":"http://e.org/","title":"T"}"#),
        ("--fields word_count", r#"{"word_count":2}"#),
        ("--fields 'source, v,text'", r#"{"source":"-","v":1,"text":"one two"}"#),
        ("--fields id", "{}"),
    ];
    for (arguments, line) in cases {
        assert_eq!(printed(&format!("extract {arguments}"), html), line.to_owned() + "\n");
    }
    let output = run("extract --fields url,nothing").exits(2);
    assert!(output.stderr.contains("no key of a record is named 'nothing'"));
}

/// A key turns on the extraction that it needs, and no other key.
#[test]
fn a_key_alone_has_the_values_that_it_has_among_all_keys() {
    let folder = Folder::new(&[]);
    full_pages::write(folder.path());
    let rows = |keys: &str| -> Vec<Value> {
        let arguments = format!("extract --status all --errors record --fields {keys} .");
        let lines = folder.run(&arguments).exits(1).text().to_owned();
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let fields = Table::Pages.fields().iter().chain(Table::Pages.fields_on_request());
    let names: Vec<_> = fields.map(|field| field.name).collect();
    let complete = rows(&names.join(","));
    assert_eq!(complete.len(), 10);
    for name in names {
        let values = |rows: &[Value]| rows.iter().map(|row| row.get(name).cloned()).collect::<Vec<_>>();
        assert_eq!(values(&rows(name)), values(&complete), "{name}");
    }
}

#[test]
fn csv_and_tsv_have_the_requested_keys_in_their_order() {
    let html = b"<title>Fish, \"chips\"</title><meta name=description content='a\tb'>\
        <meta property=og:image content=i.png><meta property=og:title content=Fish><p>one two";
    let cases = [
        ("--fields title,url --format csv", "title,url\r\n\"Fish, \"\"chips\"\"\",http://e.org/\r\n"),
        ("--fields lang,url --fields word_count,lang --format csv", "lang,url,word_count\r\n,http://e.org/,2\r\n"),
        ("--fields 'description, url' --format tsv", "description\turl\na b\thttp://e.org/\n"),
        (
            "--fields og_image,og_title,og_type --format csv",
            "og_image,og_title,og_type\r\nhttp://e.org/i.png,Fish,\r\n",
        ),
        ("--fields flags,url,text --select x=p --format csv", "flags,url,text,x\r\n,http://e.org/,one two,one two\r\n"),
    ];
    for (arguments, lines) in cases {
        assert_eq!(printed(&format!("extract --url http://e.org/ {arguments}"), html), lines, "{arguments}");
    }
    assert_eq!(
        printed("links --fields url,element --format csv --url http://e.org/", b"<a href=x>"),
        "url,element\r\nhttp://e.org/x,a\r\n"
    );
    assert_eq!(
        printed("select --fields url,id --select x=p --format tsv --url http://e.org/", b"<p>y"),
        "url\tid\tx\nhttp://e.org/\t\ty\n"
    );
}

/// `--fields` dropped the keys that other options add.
#[test]
fn options_add_their_keys_to_the_ones_of_fields() {
    let html = b"<title>T</title><h1>T</h1><p>By <a rel=author href=/m>Mo</a>, <time datetime=2024-05-18 pubdate>May</time><p>one two";
    let byline = "published,published_source,published_confidence,authors,authors_source";
    let options = [
        ("--text", "text,word_count".to_owned()),
        ("--main", format!("main_text,main_score,{byline}")),
        ("--markdown", format!("markdown,{byline}")),
        ("--main --markdown", format!("main_text,main_score,main_markdown,{byline}")),
        ("--text --main", format!("text,word_count,main_text,main_score,{byline}")),
        ("--text --markdown", format!("text,word_count,markdown,{byline}")),
    ];
    for fields in ["title", "Title, URL", "text", "main_text,markdown", "authors,main_score"] {
        for (option, keys) in &options {
            for select in ["", "--select x=p"] {
                let all = record(&format!("extract --fields '{fields},{keys}' {select}"), html);
                let joined = record(&format!("extract {option} --fields '{fields}' {select}"), html);
                assert_eq!(joined, all, "{option} --fields '{fields}' {select}");
                assert_eq!(joined.get("x").is_some(), !select.is_empty());
            }
        }
    }
    let csv = printed("extract --format csv --fields url,title --main --text", html);
    let names = "url,title,text,word_count,main_text,main_score,published,published_source,published_confidence";
    assert_eq!(csv.split("\r\n").next().map(|line| line.starts_with(names)), Some(true), "{csv}");
    let message = pipe("extract --format csv --fields authors --main", html).exits(2).stderr;
    assert!(message.contains("the key 'authors' is a list"), "{message}");
    let blocks = |arguments: &str| printed(&format!("blocks {arguments}"), html);
    assert_eq!(blocks("--fields TEXT --main"), blocks("--fields text,score,main,record,comment"));
    assert_eq!(printed("links --fields Url,KIND", html), printed("links --fields url,kind", html));
    let schema = |names: &str| printed(&format!("schema --format sql --fields {names}"), b"");
    assert_eq!(schema("Title,main_TEXT"), schema("title,main_text"));
}

#[test]
fn records_count_the_errors_that_tokens_lists() {
    let pages: [&[u8]; 3] = [b"<p a=1 a=2>&nosuch;</>", b"<!DOCTYPE html><title>T</title>", b"<p>caf\xE9 &nosuch;"];
    for html in pages {
        let tokens = printed("tokens --errors", html);
        let mut codes = BTreeMap::new();
        for line in tokens.lines() {
            let row: Value = serde_json::from_str(line).expect("JSON");
            if row["type"] == "error" {
                *codes.entry(row["code"].as_str().expect("a code").to_owned()).or_insert(0) += 1;
            }
        }
        let record = record("extract --fields is_valid_utf8,parse_errors,parse_error_codes", html);
        let (is_valid, count) = (str::from_utf8(html).is_ok(), codes.values().sum::<u64>());
        let expected = json!({"is_valid_utf8": is_valid, "parse_errors": count, "parse_error_codes": codes});
        assert_eq!(record, expected);
    }
    assert_eq!(
        printed("extract --fields parse_errors,is_valid_utf8 --format csv", pages[0]),
        "parse_errors,is_valid_utf8\r\n3,true\r\n"
    );
    let default = printed("extract", pages[0]);
    assert!(!default.contains("parse_errors") && !default.contains("is_valid_utf8"), "{default}");
}

/// Why a page has no text: the rest of it is in an element without end tag.
#[test]
fn records_name_what_the_end_of_the_page_truncates() {
    let cases: [(&[u8], Value); 8] = [
        (b"<p>text", Value::Null),
        (b"\xEF\xBB\xBF<TITLE>Tea<p>Green", json!({"kind": "raw-text", "element": "title", "offset": 10})),
        (b"<script>a()<p>x</p>", json!({"kind": "raw-text", "element": "script", "offset": 8})),
        (b"a<textarea><p>x", json!({"kind": "raw-text", "element": "textarea", "offset": 11})),
        (b"<style>", json!({"kind": "raw-text", "element": "style", "offset": 7})),
        (b"<p>x<!-- a --<p>b", json!({"kind": "comment", "offset": 4})),
        (b"<p>x<a href='b>c</a>", json!({"kind": "tag", "offset": 4})),
        (b"<noscript><p>x", Value::Null),
    ];
    for (html, expected) in cases {
        let read = |arguments: &str| record(&format!("extract {arguments}"), html)["unfinished"].take();
        assert_eq!(read("--fields unfinished"), expected, "{}", html.escape_ascii());
        assert_eq!(read("--fields unfinished,main_text,links"), expected);
    }
    let noscript = record("extract --fields unfinished --scripting on", b"<noscript><p>x");
    assert_eq!(noscript["unfinished"]["element"], "noscript");
}

#[test]
fn robots_directives_decide_for_an_agent() {
    let html =
        b"<meta name=robots content=nofollow><meta name=Googlebot content='NoIndex'><meta name=examiner content=none>";
    let header = "--header 'X-Robots-Tag: otherbot: noindex, unavailable_after: 25 Jun 2010 15:00:00 PST'";
    for (agent, index, follow) in [
        ("", true, false),
        ("--agent googlebot", false, false),
        ("--agent OtherBot", false, false),
        ("--agent bingbot", true, false),
        ("--agent examiner", false, false),
    ] {
        let record = record(&format!("extract --fields robots_index,robots_follow {header} {agent}"), html);
        assert_eq!(record, json!({"robots_index": index, "robots_follow": follow}), "{agent}");
    }
    let lines = printed("extract --fields robots_index,robots_follow --format csv", b"<p>");
    assert_eq!(lines, "robots_index,robots_follow\r\ntrue,true\r\n");
    for (arguments, message) in [
        ("--agent googlebot", "the argument '--agent' needs '--fields' with robots_index, robots_follow or rights"),
        ("--fields robots_index --agent 'google bot'", "expected the name of a crawler, such as googlebot"),
    ] {
        let output = run(&format!("extract {arguments} corpora/small/links.html")).exits(2);
        assert!(output.stderr.contains(message), "{}", output.stderr);
    }
}

#[test]
fn csv_without_fields_leaves_out_lists_and_objects() {
    let folder = Folder::new(&[("p.html", b"<title>T</title><a href=x>y</a><link rel=canonical href=http://e.org/c>")]);
    folder.run("extract --text --main -o p.csv p.html").exits(0);
    let text = folder.text("p.csv");
    let [names, values] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    let columns: Vec<_> = names.split(',').zip(values.split(',')).collect();
    for column in [("source", "p.html"), ("title", "T"), ("canonical", "http://e.org/c"), ("text", "y"), ("error", "")]
    {
        assert!(columns.contains(&column), "{column:?} of {columns:?}");
    }
    assert!(!columns.iter().any(|(name, _)| ["links", "og", "encoding", "robots", "authors"].contains(name)));
    for (arguments, key, format) in
        [("--fields url,links --format csv", "links", "CSV"), ("--fields encoding -o p.tsv", "encoding", "TSV")]
    {
        let message = folder.run(&format!("extract {arguments} p.html")).exits(2).stderr;
        let reason = format!(
            "the key '{key}' is a list or an object, which {format} cannot hold: leave it out, or use '--format "
        );
        assert!(message.contains(&reason), "{message}");
    }
}

#[test]
fn extracts_text_only_if_requested() {
    let html = b"<a href=x>y</a><img src=z>";
    let all = record("extract", html);
    assert_eq!((all["links"].as_array().map(Vec::len), all.get("text")), (Some(2), None));
    let with_text = record("extract --text", html);
    assert_eq!((&with_text["text"], &with_text["word_count"]), (&json!("y"), &json!(1)));
    // Both are keys on request: a table without the option has no column that is always null.
    for form in ["arrow", "sql", "spark-ddl"] {
        let schema = printed(&format!("schema --format {form}"), b"");
        assert!(schema.contains("headings") && !schema.contains("word_count"), "{form}");
        assert!(
            printed(&format!("schema --format {form} --fields text,word_count"), b"").contains("word_count"),
            "{form}"
        );
    }
    assert!(printed("schema", b"").contains("word_count"), "rows may have the key");
    assert_eq!(record("extract --no-links", html).get("links"), None);
    assert_eq!(record("extract --kinds embed", html)["links"][0]["raw"], "z");
    assert_eq!(record("extract --max-links 1", html)["flags"], json!(["limit-links"]));
}

#[test]
fn url_headers_and_encoding_can_be_given() {
    let cases: [(&str, &[u8], &str, Value); 11] = [
        ("--content-type text/html;charset=koi8-r", b"<title>\xCD</title>", "/title", json!("м")),
        ("--header 'Content-Type: text/html;charset=koi8-r'", b"<title>\xCD</title>", "/title", json!("м")),
        ("--charset koi8-r", b"<meta charset=utf-8><title>\xCD</title>", "/title", json!("м")),
        ("", "<title>м</title>".as_bytes(), "/encoding/source", json!("detector")),
        ("--profile standard", "<title>м</title>".as_bytes(), "/title", json!("Ð¼")),
        // The top-level domain of the URL is a hint for the encoding.
        ("--url http://e.ru/", b"<title>\xCF\xF0\xE0\xE2\xE4\xE0</title>", "/title", json!("Правда")),
        ("--url http://e.gr/", b"<title>\xCF\xF0\xE0\xE2\xE4\xE0</title>", "/title", json!("Οπΰβδΰ")),
        (
            "--header 'X-Robots-Tag: noindex' --header 'x-robots-tag: a: b'",
            b"<p>",
            "/x_robots",
            json!({"*": ["noindex"], "a": ["b"]}),
        ),
        ("--text", b"<p hidden>a<p>b", "/text", json!("b")),
        ("--text --hidden-text", b"<p hidden>a<p>b", "/text", json!("a\nb")),
        ("--scripting on", b"<noscript><a href=x></a></noscript>", "/links", json!([])),
    ];
    for (arguments, html, pointer, expected) in cases {
        let record = record(&format!("extract {arguments}"), html);
        assert_eq!(record.pointer(pointer), Some(&expected), "{arguments}");
    }
}

#[test]
fn an_invalid_line_gives_an_error_record() {
    let lines = b"{\"id\": 1, \"html\": \"a\"}\nwhat?\n{\"id\": \"3\"}\n{\"html_base64\": \"YQ==\"}\n";
    let output = pipe("extract --input jsonl --fields id,source", lines).exits(1);
    assert_eq!(
        output.text(),
        "{\"id\":1}\n\
         {\"source\":\"-:2\",\"v\":1,\"url\":null,\"error\":\"not JSON: expected value at column 1\"}\n\
         {\"id\":\"3\",\"v\":1,\"url\":null,\"error\":\"neither html nor html_base64\"}\n\
         {\"source\":\"-:4\"}\n"
    );
    assert_eq!(
        output.stderr,
        "tagrake: -:2: not JSON: expected value at column 1\n\
         tagrake: -:3: neither html nor html_base64\n\
         tagrake: 2 pages; 2 lines not read (not a page)\n"
    );
}

#[test]
fn answers_each_page_before_reading_the_next() {
    let mut command = command(Path::new("."), "extract --input jsonl --fields title");
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the command runs");
    let (mut stdin, stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut answers = BufReader::new(stdout).lines();
    for title in ["a", "b", "c"] {
        writeln!(stdin, "{{\"html\": \"<title>{title}</title>\"}}").expect("a page is written");
        let answer = answers.next().expect("an answer").expect("a line");
        assert_eq!(answer, format!("{{\"title\":\"{title}\"}}"));
    }
    drop(stdin);
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
}

#[test]
fn reads_json_lines_and_pages_in_one_run() {
    let lines = b"{\"html\": \"<title>1\"}\n{\"html\": \"<title>2\"}";
    let folder = Folder::new(&[("a.jsonl", lines), ("b.html", b"<title>3")]);
    let expected = [("./a.jsonl:1", "1"), ("./a.jsonl:2", "2"), ("b.html", "3")]
        .map(|(source, title)| json!({"source": source, "title": title}));
    assert_eq!(folder.run("extract --fields source,title ./a.jsonl b.html").exits(0).rows(), expected);
}

#[test]
fn links_equal_those_of_the_record() {
    let mut expected = Vec::new();
    for record in run("extract -q ../corpora/small").exits(0).rows() {
        for link in record["links"].as_array().expect("a list") {
            let mut row = json!({"source": record["source"], "page_url": record["url"]});
            if record["flags"] != json!([]) {
                row["flags"] = record["flags"].clone();
            }
            row.as_object_mut().expect("an object").extend(link.as_object().expect("an object").clone());
            expected.push(row);
        }
    }
    assert!(expected.len() > 100, "{} links", expected.len());
    assert_eq!(run("links -q ../corpora/small").exits(0).rows(), expected);
}

#[test]
fn prints_text_plain_or_in_records() {
    let html = b"<html lang=en><title>T</title><h1>One</h1><p>two <b>three</b><script>four</script>";
    assert_eq!(printed("text", html), "One\ntwo three\n");
    let lines = b"{\"html\": \"a\"}\n{\"html\": \"b\"}\n";
    assert_eq!(printed("text --input jsonl", lines), "a\n\u{C}b\n");
    assert_eq!(
        printed("text --format jsonl --url http://e.org", html),
        "{\"source\":\"-\",\"v\":1,\"url\":\"http://e.org/\",\"lang\":\"en\",\"title\":\"T\",\
         \"text\":\"One\\ntwo three\",\"word_count\":3}\n"
    );
}

#[test]
fn prints_the_schema() {
    assert_eq!(record("schema --format json-schema", b""), json_schema(Table::Pages));
    let fields = Fields::default();
    let cases = [
        ("json-schema", format!("{:#}\n", json_schema(Table::Links))),
        ("arrow", format!("{:#}\n", arrow_json(Table::Links, &fields))),
        ("sql", sql(Table::Links, &fields)),
        ("spark-ddl", spark_ddl(Table::Links, &fields) + "\n"),
    ];
    for (format, expected) in cases {
        assert_eq!(printed(&format!("schema --table links --format {format}"), b""), expected);
    }
}
