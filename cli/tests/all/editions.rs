//! `tagrake tokens --edition`: the test vectors of the editions, and the pages of `docs/editions.md`.

use crate::support::command::tokens;
use serde_json::Value;

const VECTORS: &str = include_str!("../../../editions/tests/data/editions.json");
const DOCS: &str = include_str!("../../../docs/editions.md");

/// Runs the command over `input`, which must succeed without messages, and returns its output.
#[track_caller]
fn lines(arguments: &str, input: &str) -> String {
    let output = tokens(arguments, input.as_bytes()).exits(0);
    assert_eq!(output.stderr, "", "{arguments}");
    output.text().to_owned()
}

#[test]
fn every_vector_prints_the_expected_line_in_each_edition() {
    let vectors: Vec<Value> = serde_json::from_str(VECTORS).expect("a list of vectors");
    let mut runs = 0;
    for edition in ["2007-10-27", "2008-06-10", "2008-07-23", "2009-02-07", "living"] {
        let output = lines(&format!("--batch --edition {edition}"), VECTORS);
        let mut lines = output.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
        for vector in &vectors {
            // An old edition without the initial state prints null.
            let line = lines.next().expect("a line for each vector");
            assert_eq!(line["id"], vector["id"], "{edition}");
            assert_eq!(line["output"], vector["expect"][edition], "{edition}: {vector}");
            let errors = &vector["parseErrors"][edition];
            match errors.as_u64() {
                Some(count) => assert_eq!(line["errors"].as_array().map_or(0, Vec::len) as u64, count, "{vector}"),
                None => assert_eq!(line["errors"], *errors, "{edition}: {vector}"),
            }
            runs += usize::from(!line["output"].is_null());
        }
        assert_eq!(lines.next(), None, "{edition}");
    }
    assert_eq!(runs, 969);
}

/// Returns the code blocks in the documentation whose language is one of `kinds`: language and content.
fn blocks<'k>(kinds: &'k [&'k str]) -> impl Iterator<Item = (&'k str, &'static str)> {
    DOCS.split("\n```").skip(1).step_by(2).filter_map(|block| {
        let (kind, content) = block.split_once('\n')?;
        Some((*kinds.iter().find(|known| **known == kind)?, content))
    })
}

#[test]
fn the_documentation_shows_the_actual_output() {
    let mut outputs = blocks(&["text"]);
    let mut pages = 0;
    for (kind, page) in blocks(&["html", "html escaped"]) {
        let page = if kind == "html" { page.to_owned() } else { page.replace("\\v", "\u{B}").replace("\\0", "\0") };
        let output = lines("--edition all --diff", &page);
        let (differences, _) = output.rsplit_once("\n\n").expect("differences, then a summary");
        let (_, shown) = outputs.next().expect("an output for each page");
        assert_eq!(differences, shown, "{page}");
        pages += 1;
    }
    assert!(outputs.next().is_none());
    assert_eq!(pages, 10);
}

#[test]
fn old_editions_use_the_same_output_format() {
    let html = "\u{FEFF}<!DOCTYPE HTML>\n<br/ a=&amp b><!--c--></br d>&%<p";
    let output = lines("--edition 2008-06-10 --errors --spans", html);
    assert_eq!(
        output,
        r#"{"type":"doctype","name":"HTML","public_id":null,"system_id":null,"force_quirks":false,"span":[3,18]}
{"type":"text","text":"\n","span":[18,19]}
{"type":"start_tag","name":"br","attributes":[{"name":"a","value":"&"},{"name":"b","value":""}],"self_closing":false,"span":[19,33]}
{"type":"error","what":"slash that does not end the tag","offset":23,"line":2,"column":5}
{"type":"error","what":"character reference without semicolon","offset":27,"line":2,"column":9}
{"type":"comment","data":"c","span":[33,41]}
{"type":"end_tag","name":"br","span":[41,48]}
{"type":"error","what":"end tag with attributes","offset":47,"line":2,"column":29}
{"type":"text","text":"&%","span":[48,50]}
{"type":"error","what":"character reference of no name","offset":49,"line":2,"column":31}
{"type":"start_tag","name":"p","attributes":[],"self_closing":false,"span":[50,52]}
{"type":"error","what":"end of file in a tag","offset":52,"line":2,"column":34}
"#
    );
    let output = lines("--edition 2007-10-27 --errors --format html5lib", "<p/>x");
    let expected = "[\"StartTag\",\"p\",{}]\n[\"Character\",\"x\"]\n{\"code\":\"slash that is not permitted\",\"line\":1,\"col\":3}\n";
    assert_eq!(output, expected);
    assert_eq!(lines("--edition living", html), lines("", html));
}

#[test]
fn shows_few_differences_by_the_same_rules_and_counts_all() {
    let html = "<br/>\n".repeat(8) + "<b";
    let output = lines("--edition all --diff", &html);
    assert_eq!(output.matches("\"<br/>\"").count(), 5);
    let summary = "9 differences
      8 by: `/>` sets the self-closing flag (since 2008-06-10) (3 not shown)
      1 by: a tag that the end of the file truncates is emitted (2007-10-27 to 2009-02-07)
";
    assert!(output.ends_with(summary), "{output}");
    let output = lines("--edition all --diff --format jsonl", &html);
    assert_eq!(output.lines().count(), 9);
    assert_eq!(
        output.lines().last(),
        Some(
            r#"{"span":[48,50],"line":9,"column":1,"source":"<b","readings":[{"editions":["2007-10-27","2008-06-10","2008-07-23","2009-02-07"],"tokens":[["StartTag","b",{}]]},{"editions":["living"],"tokens":[]}],"rules":[{"rule":"a tag that the end of the file truncates is emitted","editions":["2007-10-27","2008-06-10","2008-07-23","2009-02-07"]}]}"#
        )
    );
    assert_eq!(lines("--edition all --diff", "<p>\u{2028}"), "0 differences\n");
}

#[test]
fn rejects_contradicting_arguments() {
    let cases = [
        ("--edition all", 2, "'--edition all' and '--diff' require each other"),
        ("--diff", 2, "'--edition all' and '--diff' require each other"),
        ("--edition all --batch", 2, "'--edition all' and '--diff' require each other"),
        ("--edition all --diff --batch", 2, "cannot be used with"),
        ("--edition all --diff --format html5lib", 2, "'--diff' cannot be used with"),
        ("--edition HTML4", 2, "expected one of 2007-10-27, 2008-06-10, 2008-07-23, 2009-02-07, living, all"),
        ("--edition 2009-02-07 --batch", 1, "only the living edition accepts lone surrogates"),
    ];
    for (arguments, expected, message) in cases {
        let messages = tokens(arguments, br#"{"input":"\ud800"}"#).exits(expected).stderr;
        assert!(messages.contains(message), "{arguments}: {messages}");
    }
}
