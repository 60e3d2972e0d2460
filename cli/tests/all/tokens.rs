//! `tagrake tokens`: the token stream of one document.

use crate::support::command::{Folder, tokens};
use tagrake::Simd;

#[track_caller]
fn lines(arguments: &str, html: &[u8]) -> String {
    tokens(arguments, html).exits(0).text().to_owned()
}

#[test]
fn every_kind_of_token_is_one_line() {
    let html = b"<!DOCTYPE html><P Class='a&amp;b' hidden>x &lt;\r\n<!--c--><br/></p y></><i";
    assert_eq!(
        lines("", html),
        r#"{"type":"doctype","name":"html","public_id":null,"system_id":null,"force_quirks":false}
{"type":"start_tag","name":"p","attributes":[{"name":"class","value":"a&b"},{"name":"hidden","value":""}],"self_closing":false}
{"type":"text","text":"x <\n","state":"Data"}
{"type":"comment","data":"c"}
{"type":"start_tag","name":"br","attributes":[],"self_closing":true}
{"type":"end_tag","name":"p"}
{"type":"dropped","reason":"nameless_end_tag"}
{"type":"dropped","reason":"unfinished_tag"}
"#
    );
}

#[test]
fn spans_and_errors_are_offsets_in_the_file() {
    let html = "\u{FEFF}<a b=\"c\" b>\n😀</>".as_bytes();
    assert_eq!(
        lines("--spans --errors", html),
        r#"{"type":"start_tag","name":"a","attributes":[{"name":"b","value":"c","quote":"double","name_span":[6,7],"value_span":[9,10]}],"self_closing":false,"duplicate_attributes":1,"span":[3,14],"name_span":[4,5]}
{"type":"error","code":"duplicate-attribute","offset":13,"line":1,"column":11}
{"type":"text","text":"\n😀","state":"Data","span":[14,19]}
{"type":"dropped","reason":"nameless_end_tag","span":[19,22]}
{"type":"error","code":"missing-end-tag-name","offset":21,"line":2,"column":5}
"#
    );
}

#[test]
fn processing_instructions_are_tokens_if_requested() {
    let html = b"<?a b?><?xml?><?c";
    let expected = r#"{"type":"processing_instruction","target":"a","data":"b","span":[0,7],"target_span":[2,3],"data_span":[4,5]}
{"type":"comment","data":"?xml?","span":[7,14]}
{"type":"error","code":"disallowed-processing-instruction-target","offset":12,"line":1,"column":13}
{"type":"dropped","reason":"unfinished_processing_instruction","span":[14,17]}
{"type":"error","code":"eof-in-processing-instruction","offset":17,"line":1,"column":18}
"#;
    let arguments = "--processing-instructions --spans --errors";
    assert_eq!(lines(arguments, html), expected);
    assert_eq!(lines(&format!("{arguments} --chunk 1"), html), expected);
    tokens("--processing-instructions --edition 2009-02-07", html).exits(2);
}

#[test]
fn reports_limits() {
    let attributes: String = (0..1030).map(|number| format!(" a{number}")).collect();
    let html = format!("text<p{attributes}>");
    for (arguments, shown) in [("", true), ("--chunk 10", true), ("--format html5lib", false)] {
        let output = tokens(arguments, html.as_bytes());
        assert_eq!(output.stderr, "tagrake: a tag has too many attributes, and the rest are dropped (offset 4)\n");
        assert_eq!(output.text().contains("\"surplus_attributes\":6"), shown, "{arguments}");
    }
}

#[test]
fn options_control_the_tokenizer() {
    let cases = [
        ("", "<title>&lt;b>", r#"["StartTag","title",{}] ["Character","<b>"]"#),
        ("--feedback off", "<title><b>", r#"["StartTag","title",{}] ["StartTag","b",{}]"#),
        ("--scripting on", "<noscript><b>", r#"["StartTag","noscript",{}] ["Character","<b>"]"#),
        ("--cdata on", "a<![CDATA[b]]>", r#"["Character","ab"]"#),
        ("--cdata off", "<![CDATA[b]]>", r#"["Comment","[CDATA[b]]"]"#),
        ("", "<?a b?><?c", r#"["Comment","?a b?"] ["Comment","?c"]"#),
        ("--processing-instructions", "<?a b?><?c", r#"["ProcessingInstruction","a","b"]"#),
        ("--initial-state 'PLAINTEXT state'", "<b>", r#"["Character","<b>"]"#),
        (
            "--initial-state 'RCDATA state' --last-start-tag TITLE",
            "<b></title>",
            r#"["Character","<b>"] ["EndTag","title"]"#,
        ),
    ];
    for (options, html, expected) in cases {
        let levels = Simd::ALL.iter().map(|level| format!("--simd {}", level.name()));
        for engine in levels.chain(["--engine machine".into(), "--simd auto".into()]) {
            let arguments = format!("{options} --format html5lib {engine}");
            let found = lines(&arguments, html.as_bytes());
            assert_eq!(found.lines().collect::<Vec<_>>().join(" "), expected, "{arguments}");
        }
    }
}

#[test]
fn errors_follow_the_tokens_of_html5lib_tests() {
    assert_eq!(
        lines("--format html5lib --errors", b"a</>b\n</p x>"),
        r#"["Character","ab\n"]
["EndTag","p"]
{"code":"missing-end-tag-name","line":1,"col":4}
{"code":"end-tag-with-attributes","line":2,"col":6}
"#
    );
}

#[test]
fn errors_are_ordered_by_offset() {
    let html = b"<a b='c'd>\0<p =x>&bogus;&#0;<!-- <!-- --></p/><i ";
    let output = lines("--errors --spans", html);
    let rows = output.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a line is JSON"));
    let offsets: Vec<_> = rows.map(|row| row["offset"].as_u64().or(row["span"][0].as_u64())).collect();
    assert!(offsets.is_sorted() && !offsets.contains(&None), "{output}");
    assert_eq!(output.matches("\"type\":\"error\"").count(), 8, "{output}");
}

#[test]
fn reads_a_named_file() {
    let folder = Folder::new(&[("page.html", b"<p>")]);
    assert_eq!(folder.run("tokens --format html5lib page.html").exits(0).text(), "[\"StartTag\",\"p\",{}]\n");
}

#[test]
fn reports_unreadable_input() {
    let cases: [(&str, &[u8], i32, &str); 7] = [
        ("no-such-file", b"", 1, "tagrake: no-such-file: No such file or directory\n"),
        ("", b"\x1F\x8B\x08\0", 1, "tagrake: -: gzip data, not an HTML document\n"),
        ("", b"WARC/1.0\r\n", 1, "tagrake: -: a WARC file, not an HTML document\n"),
        ("--charset utf-9", b"", 2, "no encoding of the Encoding Standard has this label"),
        (".", b"", 1, "tagrake: .: Is a directory\n"),
        ("--spans --format html5lib", b"", 2, "'--spans' cannot be used with '--format html5lib'"),
        ("--initial-state 'Tag name state'", b"", 2, "'Data state', 'RCDATA state'"),
    ];
    for (arguments, html, status, message) in cases {
        let messages = tokens(arguments, html).exits(status).stderr;
        assert!(messages.contains(message), "{arguments}: {messages}");
    }
}

/// Regression: every document was read as UTF-8.
#[test]
fn reads_every_encoding() {
    let utf_16: Vec<u8> = "\u{FEFF}<p>é".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let late_meta = [" ".repeat(2000).as_bytes(), b"<meta charset=shift_jis>\x83\x65"].concat();
    let cases: [(&str, &[u8], &str, [usize; 2]); 11] = [
        ("", "<p>é".as_bytes(), "é", [3, 5]),
        ("", "\u{FEFF}<p>é".as_bytes(), "é", [6, 8]),
        ("", &utf_16, "é", [3, 5]),
        ("", b"<p>a\xE9", "aé", [3, 6]),
        ("--profile standard", "<p>é".as_bytes(), "Ã©", [3, 7]),
        ("", b"<meta charset=windows-1251><p>\xC9", "Й", [30, 32]),
        ("", b"<meta charset=utf-8><p>\xFF", "\u{FFFD}", [23, 26]),
        ("--content-type 'text/html; charset=koi8-r'", b"<p>\xC9", "и", [3, 5]),
        ("--charset shift_jis", b"<p>\x83\x65", "テ", [3, 6]),
        ("--charset shift_jis --chunk 1", b"<p>\x83\x65", "テ", [3, 6]),
        ("", &late_meta, "テ", [2024, 2027]),
    ];
    for (arguments, html, text, span) in cases {
        let output = lines(&format!("--spans {arguments}"), html);
        let last: serde_json::Value = serde_json::from_str(output.lines().last().expect("a token")).expect("JSON");
        assert_eq!(
            (last["text"].as_str(), &last["span"]),
            (Some(text), &serde_json::json!(span)),
            "{arguments}: {output}"
        );
    }
    let (latin, utf_8) = (b"<p>\xC9<!DOCTYPE x", "<p>É<!DOCTYPE x");
    for options in ["--edition 2007-10-27 --errors", "--edition all --diff"] {
        let decoded = lines(&format!("{options} --charset latin1"), latin);
        assert_eq!(decoded, lines(options, utf_8.as_bytes()));
    }
}

#[test]
fn chunks_do_not_change_the_tokens() {
    let html = "\u{FEFF}<!doctype html>\r\n<p a=b a='c &am' d>é &ampx\r\n<title></titl>😀</title ><![CDATA[x]]></><svg><![CDATA[y]]></";
    for way in ["--spans --errors", "", "--format html5lib --errors", "--engine machine --errors"] {
        let whole = lines(way, html.as_bytes());
        for size in ["1", "2", "3", "7", "4096"] {
            assert_eq!(lines(&format!("{way} --chunk {size}"), html.as_bytes()), whole, "{way} {size}");
        }
    }
    let tests = br#"{"tests":[{"id":1,"input":"a&amp;b<c d>\u0000</","initialStates":["Data state","RCDATA state"],"lastStartTag":"c"}]}"#;
    assert_eq!(lines("--batch --chunk 1", tests), lines("--batch", tests));
    tokens("--chunk 0", b"").exits(2);
    tokens("--chunk 1 --edition 2008-06-10", b"").exits(2);
}
