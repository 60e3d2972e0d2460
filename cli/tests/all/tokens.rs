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
    let cases: [(&str, &[u8], i32, &str); 11] = [
        ("no-such-file", b"", 1, "tagrake: no-such-file: No such file or directory\n"),
        ("", b"\x1F\x8B\x08\0", 1, "tagrake: -: the compressed data is truncated at offset 4\n"),
        (
            "",
            b"WARC/1.0\r\n",
            1,
            "tagrake: -: WARC file, not an HTML document; '--record FILE:OFFSET' reads the page in one of its records\n",
        ),
        ("--charset utf-9", b"", 2, "no encoding of the Encoding Standard has this label"),
        (".", b"", 1, "tagrake: .: Is a directory\n"),
        ("--spans --format html5lib", b"", 2, "'--spans' cannot be used with '--format html5lib'"),
        ("--positions --format html5lib", b"", 2, "'--positions' cannot be used with '--format html5lib'"),
        ("--unclosed --edition 2009-02-07", b"", 2, "'--unclosed' requires the living edition"),
        ("--unclosed --explain", b"", 2, "cannot be used with"),
        ("--unclosed --feedback off", b"", 2, "cannot be used with"),
        ("--initial-state 'Tag name state'", b"", 2, "'Data state', 'RCDATA state'"),
    ];
    for (arguments, html, status, message) in cases {
        let messages = tokens(arguments, html).exits(status).stderr;
        assert!(messages.contains(message), "{arguments}: {messages}");
    }
}

#[test]
fn positions_are_those_of_the_first_byte() {
    let html = "\u{FEFF}é<b>\r\n😀<i></";
    let expected = r#"{"type":"text","text":"é","state":"Data","line":1,"column":1}
{"type":"start_tag","name":"b","attributes":[],"self_closing":false,"line":1,"column":2}
{"type":"text","text":"\n😀","state":"Data","line":1,"column":5}
{"type":"start_tag","name":"i","attributes":[],"self_closing":false,"line":2,"column":3}
{"type":"text","text":"</","state":"Data","line":2,"column":6}
"#;
    assert_eq!(lines("--positions", html.as_bytes()), expected);
    assert_eq!(lines("--positions --chunk 1", html.as_bytes()), expected);
    let old = lines("--positions --edition 2009-02-07", "a\n<b>".as_bytes());
    assert!(old.ends_with("\"self_closing\":false,\"line\":2,\"column\":1}\n"), "{old}");
}

#[test]
fn errors_are_drawn_in_their_lines() {
    let html = "<!DOCTYPE html>\r\n<p a=1 a=2>é</>\n\t&nosuch;<!--";
    assert_eq!(
        lines("--explain", html.as_bytes()),
        "error[duplicate-attribute]: A tag has an attribute with the name of an earlier one, so the later one is dropped.
 --> standard input:2:9
  |
2 | <p a=1 a=2>é</>
  |         ^

error[missing-end-tag-name]: An end tag has no name, as in `</>`, so it is ignored.
 --> standard input:2:15
  |
2 | <p a=1 a=2>é</>
  |               ^

error[unknown-named-character-reference]: An ampersand, a name and a semicolon are no character reference of the standard, so they are text.
 --> standard input:3:9
  |
3 |     &nosuch;<!--
  |            ^

error[eof-in-comment]: The page ends inside of a comment. The comment ends there.
 --> standard input:3:14
  |
3 |     &nosuch;<!--
  |                 ^
"
    );
    assert_eq!(lines("--explain", b"<!DOCTYPE html><p>x"), "");
    let old = lines("--explain --edition 2009-02-07", b"\xEF\xBB\xBF<!DOCTYPE html><p a=1 a=2>");
    assert!(old.starts_with("error: ") && old.contains(" --> standard input:1:2"), "{old}");
}

/// Each line of the document has an error, or the document is one line with as many: both take linear time.
#[test]
fn drawing_errors_takes_linear_time() {
    for unit in ["<p a a>", "<p a a>\n"] {
        let html = unit.repeat(20_000);
        let drawn = lines("--explain", html.as_bytes());
        assert_eq!(drawn.matches("error[duplicate-attribute]").count(), 20_000);
        assert_eq!(lines("--errors", html.as_bytes()).matches("\"error\"").count(), 20_000);
    }
}

#[test]
fn unclosed_elements_are_listed_with_what_closed_them() {
    let html = b"<!DOCTYPE html><html><head><title>T</title><body><ul><li>a<li>b</ul>\n<div><b><p>x</b>y<i>z</div><br><svg><g/><a></svg><h1>H</h2><title>Tea<p>";
    assert_eq!(
        lines("--unclosed", html),
        r#"{"type":"unclosed","name":"head","offset":21,"line":1,"column":22,"end_tag_may_be_omitted":true,"closed_by":{"type":"start_tag","name":"body","offset":43,"line":1,"column":44}}
{"type":"unclosed","name":"body","offset":43,"line":1,"column":44,"end_tag_may_be_omitted":true,"closed_by":null}
{"type":"unclosed","name":"li","offset":53,"line":1,"column":54,"end_tag_may_be_omitted":true,"closed_by":{"type":"start_tag","name":"li","offset":58,"line":1,"column":59}}
{"type":"unclosed","name":"li","offset":58,"line":1,"column":59,"end_tag_may_be_omitted":true,"closed_by":{"type":"end_tag","name":"ul","offset":63,"line":1,"column":64}}
{"type":"unclosed","name":"p","offset":77,"line":2,"column":9,"end_tag_may_be_omitted":true,"closed_by":{"type":"end_tag","name":"div","offset":90,"line":2,"column":22}}
{"type":"unclosed","name":"i","offset":86,"line":2,"column":18,"end_tag_may_be_omitted":false,"closed_by":{"type":"end_tag","name":"div","offset":90,"line":2,"column":22}}
{"type":"unclosed","name":"a","offset":109,"line":2,"column":41,"end_tag_may_be_omitted":false,"closed_by":{"type":"end_tag","name":"svg","offset":112,"line":2,"column":44}}
{"type":"unclosed","name":"h1","offset":118,"line":2,"column":50,"end_tag_may_be_omitted":false,"closed_by":{"type":"end_tag","name":"h2","offset":123,"line":2,"column":55}}
{"type":"unclosed","name":"title","offset":128,"line":2,"column":60,"end_tag_may_be_omitted":false,"closed_by":null}
"#
    );
    let row = r#"{"type":"unfinished","kind":"comment","offset":3,"line":1,"column":1}"#;
    assert_eq!(lines("--unclosed", b"\xEF\xBB\xBF<!-- x"), format!("{row}\n"));
    assert_eq!(lines("--unclosed", b"<p>a</p><img><br/><x></x>"), "");
    // An element that is created again, after another tag closed it, has one row.
    assert_eq!(lines("--unclosed", b"<p><b>a</p><p>b</b></p>").lines().count(), 1);
    let scripting = lines("--unclosed --scripting on", b"<body><noscript><p>a");
    assert!(scripting.contains("\"noscript\"") && !scripting.contains("\"p\""), "{scripting}");
}

#[test]
fn deep_nesting_is_a_message_of_unclosed() {
    let output = tokens("--unclosed", "<div>".repeat(2000).as_bytes()).exits(0);
    assert!(output.stderr.contains("nested too deeply"), "{}", output.stderr);
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
