//! Mistakes that tokenizers commonly make, with a test for each, in every configuration, and with [`Stream`] at every
//! split. Other files test the remaining mistakes:
//!
//! * byte order marks, late declarations and other encodings: `encoding.rs`, `transcoded.rs`;
//! * lines and columns of errors: `html5lib.rs`;
//! * spans of split text: `stream.rs`;
//! * superlinear time and memory: `linear_time.rs`, `resource_limits.rs`;
//! * stale data in reused memory: `reuse.rs`.

use tagrake::{Arena, Engine, Options, ParseError, Token, Tokenizer};
use tagrake_testsupport::any_sink::Stream;
use tagrake_testsupport::tokenizer_runs::{RunConfig, TokenSink};

/// Appends a token in a form similar to HTML. Adjacent text is joined.
fn write(tokens: &mut String, token: &Token<'_>) {
    match token {
        Token::Doctype(doctype) => {
            *tokens += &format!("<!DOCTYPE {}>", String::from_utf8_lossy(doctype.name().unwrap_or_default()));
        }
        Token::StartTag(tag) => {
            *tokens += &format!("<{}", tag.name_str());
            for attribute in tag.attributes() {
                *tokens += &format!(" {}={:?}", attribute.name_str(), attribute.value_str());
            }
            *tokens += if tag.is_self_closing() { "/>" } else { ">" };
        }
        Token::EndTag(tag) => *tokens += &format!("</{}>", tag.name_str()),
        Token::Text(text) => {
            if tokens.ends_with('"') {
                tokens.pop();
            } else {
                tokens.push('"');
            }
            *tokens += &format!("{}\"", text.decoded_str().escape_debug());
        }
        Token::Comment(comment) => *tokens += &format!("<!--{}-->", comment.data_str()),
        Token::ProcessingInstruction(instruction) => {
            *tokens += &format!("<?{}|{}?>", instruction.target_str(), instruction.data_str());
        }
        Token::Dropped(dropped) => *tokens += &format!("[{:?}]", dropped.kind()),
        _ => panic!("unknown kind of token: {token:?}"),
    }
}

/// Returns the codes of errors, separated by spaces.
fn codes(errors: &[ParseError]) -> String {
    errors.iter().map(|error| error.code.as_str()).collect::<Vec<_>>().join(" ")
}

/// Asserts the tokens and errors of `html` with default options.
fn check(html: impl AsRef<[u8]>, tokens: &str, errors: &str) {
    check_with(&Options::default(), html.as_ref(), tokens, errors);
}

fn check_with(options: &Options, html: &[u8], tokens: &str, errors: &str) {
    let mut arena = Arena::new();
    for config in RunConfig::all() {
        let mut seen = String::new();
        let mut sink = TokenSink::new(|token: Token<'_>| write(&mut seen, &token));
        config.run(html, &config.options(options), &mut arena, &mut sink);
        let expected_errors = if config.errors { errors } else { "" };
        let found = codes(&sink.errors);
        assert_eq!((&*seen, &*found), (tokens, expected_errors), "{} {config:?}", html.escape_ascii());
    }
    for engine in [Engine::Auto, Engine::StateMachine] {
        let mut stream = Stream::new(&options.clone().with_engine(engine).with_errors(true));
        for cut in 0..=html.len() {
            let mut seen = String::new();
            let mut sink = TokenSink::new(|token: Token<'_>| write(&mut seen, &token));
            stream.feed(&html[..cut], &mut sink);
            stream.feed(&html[cut..], &mut sink);
            stream.finish(&mut sink);
            let found = codes(&sink.errors);
            assert_eq!((&*seen, &*found), (tokens, errors), "{} {engine:?}, split at {cut}", html.escape_ascii());
        }
    }
}

#[test]
fn processing_instructions_are_tokens_of_their_own() {
    let on = Options::default().with_processing_instructions(true);
    check_with(&on, b"<p><?b c?>d", "<p><?b|c?>\"d\"", "");
    check("<p><?b c?>d", "<p><!--?b c?-->\"d\"", "unexpected-question-mark-instead-of-tag-name");
}

#[test]
fn a_missing_value_does_not_hide_a_script() {
    check("<script a=><b></script>", "<script a=\"\">\"<b>\"</script>", "missing-attribute-value");
}

#[test]
fn a_self_closing_svg_has_no_content() {
    check("<svg/><style><b></style>", "<svg/><style>\"<b>\"</style>", "");
    check("<math/><title>&lt;<b></title>", "<math/><title>\"<<b>\"</title>", "");
}

#[test]
fn breakouts_leave_all_foreign_elements() {
    check("<svg><g><g></p><style><b></style>", "<svg><g><g></p><style>\"<b>\"</style>", "");
    check("<svg><g></br><style><b></style>", "<svg><g></br><style>\"<b>\"</style>", "");
    check("<svg><math><svg><g><p><style><b></style>", "<svg><math><svg><g><p><style>\"<b>\"</style>", "");
    check("<svg><font size=1><style><b></style>", "<svg><font size=\"1\"><style>\"<b>\"</style>", "");
    check("<svg><font><style><x></style>", "<svg><font><style><x></style>", "");
    check("<svg><desc><style><b></style>", "<svg><desc><style>\"<b>\"</style>", "");
    check("<math><mi><style><b></style>", "<math><mi><style>\"<b>\"</style>", "");
}

#[test]
fn cdata_sections_exist_only_in_foreign_content() {
    check("<![CDATA[x]]>", "<!--[CDATA[x]]-->", "cdata-in-html-content");
    check("<svg><![CDATA[a<b]]>", "<svg>\"a<b\"", "");
    check("<svg><desc><![CDATA[a<b]]>", "<svg><desc>\"a<b\"", "");
    check("<svg><desc><p><![CDATA[x]]>", "<svg><desc><p><!--[CDATA[x]]-->", "cdata-in-html-content");
}

#[test]
fn quotes_matter_only_at_the_start_of_a_value() {
    check("<a title=it's>x", "<a title=\"it's\">\"x\"", "unexpected-character-in-unquoted-attribute-value");
    let twice = "unexpected-character-in-attribute-name unexpected-character-in-attribute-name";
    check("<a \"b'c>x", "<a \"b'c=\"\">\"x\"", twice);
}

#[test]
fn comments_end_at_every_form_of_their_end() {
    check("<!-->a", "<!---->\"a\"", "abrupt-closing-of-empty-comment");
    check("<!--->a", "<!---->\"a\"", "abrupt-closing-of-empty-comment");
    check("<!--a--!>b", "<!--a-->\"b\"", "incorrectly-closed-comment");
    check("<!--<!-->b", "<!--<!-->\"b\"", "");
    check("<!--a<!--b-->c", "<!--a<!--b-->\"c\"", "nested-comment");
}

#[test]
fn a_script_in_a_comment_in_a_script_is_skipped() {
    let tokens = "<script>\"<!--<script></script>-->\"</script><b>";
    check("<script><!--<script></script>--></script><b>", tokens, "");
    check("<script><!--</script>--><b>", "<script>\"<!--\"</script>\"-->\"<b>", "");
    check("<script><!--></script><b>", "<script>\"<!-->\"</script><b>", "");
}

#[test]
fn a_self_closing_script_has_content() {
    check("<script/>a<b></script>c", "<script/>\"a<b>\"</script>\"c\"", "");
}

#[test]
fn raw_text_ends_at_its_own_end_tag() {
    check("<title></titles></TITLE ><b>", "<title>\"</titles>\"</title><b>", "");
    let tokens = "<textarea>\"</ </x\"</textarea>\"y\"";
    check("<textarea></ </x</textarea/>y", tokens, "end-tag-with-trailing-solidus");
    check("<b></b><style></b></style>", "<b></b><style>\"</b>\"</style>", "");
    check("<title>a <</title>b", "<title>\"a <\"</title>\"b\"", "");
    check("<textarea>a <</textarea>b", "<textarea>\"a <\"</textarea>\"b\"", "");
}

#[test]
fn noframes_is_raw_text() {
    check("<noframes><b></noframes>", "<noframes>\"<b>\"</noframes>", "");
}

#[test]
fn noscript_is_raw_text_only_with_scripting() {
    check("<noscript><b></noscript>", "<noscript><b></noscript>", "");
    let on = Options::default().with_scripting(true);
    check_with(&on, b"<noscript><b></noscript>", "<noscript>\"<b>\"</noscript>", "");
}

#[test]
fn a_select_allows_any_element() {
    let html = "<select><svg><style><x></style></svg><style><b></style></select>";
    check(html, "<select><svg><style><x></style></svg><style>\"<b>\"</style></select>", "");
}

#[test]
fn a_frameset_ignores_styles_but_not_noframes() {
    let html = "<frameset><style><b></style><noframes><b></noframes>";
    check(html, "<frameset><style><b></style><noframes>\"<b>\"</noframes>", "");
}

#[test]
fn newlines_are_normalized_except_in_references() {
    check("a\r\nb\rc\r", r#""a\nb\nc\n""#, "");
    check("<a b=\"\r\nc\rd\">", "<a b=\"\\nc\\nd\">", "");
    check("<!--\r\n-\r-->", "<!--\n-\n-->", "");
    check("\r&#13;\n&#10;", r#""\n\r\n\n""#, "control-character-reference");
}

#[test]
fn nul_is_handled_by_the_rules_of_each_state() {
    const NUL: &str = "unexpected-null-character";
    check("a\0b", r#""a\0b""#, NUL);
    check("<title>\0</title>", "<title>\"\u{FFFD}\"</title>", NUL);
    check("<style>\0</style>", "<style>\"\u{FFFD}\"</style>", NUL);
    check("<script>\0</script>", "<script>\"\u{FFFD}\"</script>", NUL);
    check("<plaintext>\0", "<plaintext>\"\u{FFFD}\"", NUL);
    check("<a\0 b\0=\0>", "<a\u{FFFD} b\u{FFFD}=\"\u{FFFD}\">", &[NUL; 3].join(" "));
    check("<!--\0-->", "<!--\u{FFFD}-->", NUL);
    check("<svg><![CDATA[\0]]>", r#"<svg>"\0""#, "");
}

#[test]
fn the_first_of_duplicate_attributes_is_kept() {
    check("<a B=1 b=2 \u{C4}=3 \u{E4}=4>", "<a b=\"1\" \u{C4}=\"3\" \u{E4}=\"4\">", "duplicate-attribute");
}

#[test]
fn the_longest_name_of_a_reference_matches() {
    const MISSING: &str = "missing-semicolon-after-character-reference";
    check("&notit;", "\"¬it;\"", MISSING);
    check("&notin;&notin ", "\"∉¬in \"", MISSING);
    check("&bogus;", "\"&bogus;\"", "unknown-named-character-reference");
    let html = r#"<a b="&notit;" c="&not=" d="&not;" e="&not">"#;
    check(html, r#"<a b="&notit;" c="&not=" d="¬" e="¬">"#, MISSING);
}

#[test]
fn numeric_and_two_character_references_follow_the_standard() {
    check("&NotEqualTilde;", "\"≂\u{338}\"", "");
    check("&#x80;", "\"€\"", "control-character-reference");
    check("&#xD800;", "\"\u{FFFD}\"", "surrogate-character-reference");
    check("&#0;", "\"\u{FFFD}\"", "null-character-reference");
    for reference in ["&#x110000;", "&#99999999999999999999;"] {
        check(reference, "\"\u{FFFD}\"", "character-reference-outside-unicode-range");
    }
}

#[test]
fn each_bad_character_is_one_error() {
    let errors = "control-character-in-input-stream control-character-reference noncharacter-in-input-stream \
                  noncharacter-character-reference";
    check("\u{1} &#1; \u{FDD0} &#xFDD0;", r#""\u{1} \u{1} \u{fdd0} \u{fdd0}""#, errors);
}

#[test]
fn a_solidus_in_an_unquoted_value_is_part_of_it() {
    check("<a href=x/>y", "<a href=\"x/\">\"y\"", "");
    check("<a href=x />y", "<a href=\"x\"/>\"y\"", "");
}

#[test]
fn form_feed_is_white_space_and_vertical_tab_is_not() {
    check("<a\x0Cb>", "<a b=\"\">", "");
    check("<title></title\x0C>", "<title></title>", "");
    check("<a\x0Bb>", "<a\x0Bb>", "control-character-in-input-stream");
}

#[test]
fn malformed_tags_are_comments_text_or_dropped() {
    check("</>a", "[NamelessEndTag]\"a\"", "missing-end-tag-name");
    check("</ x>", "<!-- x-->", "invalid-first-character-of-tag-name");
    check("I <3 u", "\"I <3 u\"", "invalid-first-character-of-tag-name");
}

#[test]
fn an_unfinished_tag_is_dropped_and_an_unfinished_comment_kept() {
    check("a<b c=\"d", "\"a\"[UnfinishedTag]", "eof-in-tag");
    check("<!--a", "<!--a-->", "eof-in-comment");
    check("<!DOCTYPE a", "<!DOCTYPE a>", "eof-in-doctype");
}

#[test]
fn bytes_that_are_not_utf_8_hide_no_markup() {
    check(b"a\xC3<b>\xF0\x9F<i>", "\"a\u{FFFD}\"<b>\"\u{FFFD}\"<i>", "");
    check(b"\xE2\x28\xA1\xE2\x82\xF5", "\"\u{FFFD}(\u{FFFD}\u{FFFD}\u{FFFD}\"", "");
    check(b"<a \xE9=\xE9>", "<a \u{FFFD}=\"\u{FFFD}\">", "");
}

#[test]
fn a_newline_after_pre_is_text() {
    check("<pre>\n\nx", r#"<pre>"\n\nx""#, "");
    check("<textarea>\r\nx", r#"<textarea>"\nx""#, "");
}

#[test]
fn errors_of_end_tags_are_in_order() {
    let errors = "duplicate-attribute end-tag-with-attributes end-tag-with-trailing-solidus";
    check("</a b b/>", "</a>", errors);
}

#[test]
fn end_tags_have_attributes_too() {
    check("</p x=\">\">y", "</p>\"y\"", "end-tag-with-attributes");
}

#[test]
fn names_end_only_at_white_space_a_solidus_or_the_tag_end() {
    check("<p<img>", "<p<img>", "");
    check("<div = class=x>", "<div ==\"\" class=\"x\">", "unexpected-equals-sign-before-attribute-name");
}

#[test]
fn raw_values_are_not_decoded() {
    let arena = Arena::new();
    let html = b"a\r\nb&amp;\0<A B=\"&lt;\">";
    let mut tokens = Tokenizer::new(html, &arena);
    let Some(Token::Text(text)) = tokens.next() else { panic!("no text") };
    assert_eq!((text.raw_text(), text.decoded()), (&html[..10], &b"a\nb&\0"[..]));
    let Some(Token::StartTag(tag)) = tokens.next() else { panic!("no tag") };
    let attribute = tag.attributes().next().expect("an attribute");
    assert_eq!((tag.raw_name(), tag.name()), (&b"A"[..], &b"a"[..]));
    assert_eq!((attribute.raw_value(), attribute.value()), (&b"&lt;"[..], &b"<"[..]));
}
