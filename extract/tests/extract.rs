//! Extraction of extreme and broken pages: there is always a result, and its flags report what was wrong.

use std::collections::BTreeMap;
use std::sync::Arc;
use tagrake::{Arena, ErrorCode, HeadOnly, Options, ParseError, Sink, tokenize};
use tagrake_extract::{Context, ExtractOptions, Extractor, Flag, LinkClass, LinkKind, Page, SelectColumns};
use tagrake_testsupport::pages;

fn context() -> Context<'static> {
    Context::default().with_url(Some("https://example.com/dir/"))
}

/// Counts the parse errors that a sink gets.
#[derive(Default)]
struct ErrorCount(BTreeMap<ErrorCode, usize>);

impl Sink<'_> for ErrorCount {
    fn error(&mut self, error: ParseError) {
        *self.0.entry(error.code).or_default() += 1;
    }
}

/// The sink of the extractor skips tags, attributes and text, but no parse error.
#[test]
fn parse_errors_are_all_counted_whatever_is_extracted() {
    let html = "<!DOCTYPE><p a=1 a=2 b='x'c=\"y\"/><a href=/&copy>&#0;&nosuch;\0<br/></p x></><!---><?x><svg><a/><![CDATA[x]]></svg>\
        <title>&amp</title><script><!--</script><td =\"<\"><!--";
    let mut count = ErrorCount::default();
    tokenize(html.as_bytes(), &Options::default().with_errors(true), &mut Arena::new(), &mut count);
    let counted: Vec<_> = count.0.into_iter().collect();
    assert!(counted.len() > 12, "{counted:?}");
    let none = ExtractOptions::default().with_links(false).with_metadata(false);
    let options = [
        none.clone(),
        ExtractOptions::default(),
        none.clone().with_text(true),
        none.clone().with_main(true).with_inlines(true),
        none.clone().with_items(true).with_rights(true),
        ExtractOptions::default().with_link_context(true),
        none.clone().with_columns(SelectColumns::compile(&["x=p"]).ok().map(Arc::new)),
    ];
    for (number, options) in options.into_iter().enumerate() {
        let mut extractor = Extractor::new(options.clone());
        assert_eq!(extractor.extract(html.as_bytes(), &context()).parse_errors, None);
        let mut extractor = Extractor::new(options.with_parse_errors(true));
        for _ in 0..2 {
            assert_eq!(
                extractor.extract(html.as_bytes(), &context()).parse_errors,
                Some(&counted[..]),
                "options {number}"
            );
        }
        assert_eq!(extractor.extract(b"<!DOCTYPE html><p>x</p>", &context()).parse_errors, Some(&[][..]));
        let plain = context().with_plain_text(true);
        assert_eq!(extractor.extract(b"</>", &plain).parse_errors, Some(&[][..]));
    }
    // The page is read again in another encoding, and errors are counted once.
    let late = format!("<!--{}--><meta charset=koi8-r></><p>\u{e9}", "x".repeat(2000));
    let mut extractor = Extractor::new(ExtractOptions::default().with_parse_errors(true));
    let page = extractor.extract(late.as_bytes(), &context());
    assert_eq!(
        (page.parse_errors, page.flags.has(Flag::EncodingRestart)),
        (Some(&[(ErrorCode::MissingEndTagName, 1)][..]), true)
    );
}

#[test]
fn bytes_are_valid_utf8_whatever_the_encoding_is() {
    let cases: [(&[u8], Option<&str>, bool); 12] = [
        (b"", None, true),
        (b"plain", None, true),
        ("<meta charset=utf-8>\u{e9}".as_bytes(), None, true),
        ("<p>\u{e9}".as_bytes(), None, true),
        ("<p>\u{e9}".as_bytes(), Some("text/html; charset=windows-1252"), true),
        (b"<meta charset=utf-8>caf\xE9", None, false),
        (b"caf\xE9", Some("text/html; charset=windows-1252"), false),
        (b"\xEF\xBB\xBF<p>\xC3\xA9", None, true),
        (b"\xEF\xBB\xBF\xE9", None, false),
        (b"\xFF\xFE", None, false),
        (b"\xFE\xFF\0<", None, false),
        (b"\x1B$B8l\x1B(B", Some("text/html; charset=iso-2022-jp"), true),
    ];
    let mut extractor = Extractor::default();
    for (html, content_type, expected) in cases {
        let page = extractor.extract(html, &context().with_content_type(content_type));
        assert_eq!(page.is_valid_utf8, expected, "{}", html.escape_ascii());
        assert_eq!(expected, str::from_utf8(html).is_ok());
    }
}

#[test]
fn limits_a_million_links() {
    let html = "<a href=x>y</a>".repeat(1_000_000);
    let mut extractor = Extractor::default();
    let page = extractor.extract(html.as_bytes(), &context());
    assert_eq!(page.links.len(), 100_000);
    assert_eq!(page.flags.iter().collect::<Vec<_>>(), [Flag::LimitLinks]);
    assert_eq!((page.links[99_999].url, page.links[99_999].text), (Some("https://example.com/dir/x"), "y"));
}

#[test]
fn flags_a_url_that_is_not_absolute() {
    let mut extractor = Extractor::default();
    let mut read = |url| {
        let page = extractor.extract(b"<base href=/b/><a href=x>y</a>", &Context::default().with_url(url));
        (page.flags.has(Flag::UrlInvalid), page.url.is_some(), page.links[1].class)
    };
    for url in ["example.com/a", "", "/a", "http://", "http://[::1"] {
        assert_eq!(read(Some(url)), (true, false, LinkClass::Relative), "{url}");
    }
    assert_eq!(read(Some("http://e.org")), (false, true, LinkClass::Http));
    assert_eq!(read(None), (false, false, LinkClass::Relative));
}

#[test]
fn truncates_long_attributes() {
    let long = "x".repeat(10 << 20);
    let html =
        format!("<title>t</title><a href='{long}'>a</a><a href='data:text/plain,{long}'>b</a><img alt='{long}' src=i>");
    let mut extractor = Extractor::default();
    let page = extractor.extract(html.as_bytes(), &context());
    assert_eq!((page.links[0].class, page.links[0].url, page.links[0].raw.len()), (LinkClass::TooLong, None, 16 << 10));
    assert_eq!((page.links[1].class, page.links[1].url), (LinkClass::Data, Some("data:text/plain,")));
    assert_eq!(page.links[2].url, Some("https://example.com/dir/i"));
}

#[test]
fn limits_headings() {
    let mut extractor = Extractor::default();
    for (count, is_limited) in [(100_000, false), (100_001, true)] {
        let html = "<h2>x".repeat(count);
        let page = extractor.extract(html.as_bytes(), &context());
        assert_eq!((page.headings.len(), page.flags.has(Flag::LimitHeadings)), (100_000, is_limited));
    }
}

#[test]
fn limits_urls_with_a_long_base() {
    let html = format!("<base href='/{}/'>{}", "b".repeat(16_000), "<a href=x>".repeat(20_000));
    let mut extractor = Extractor::default();
    let page = extractor.extract(html.as_bytes(), &context());
    let bytes: usize = page.links.iter().filter_map(|link| link.url).map(str::len).sum();
    assert!(bytes < 70 << 20, "{bytes}");
    assert!(page.flags.has(Flag::LimitLinks));
    assert_eq!(page.links.len(), 20_001);
}

/// The resolved URLs of these elements had no limit: 20,000 of them are 320 MB long.
#[test]
fn limits_metadata_urls_with_a_long_base() {
    let base = format!("<base href='/{}/'>", "b".repeat(16_000));
    let mut extractor = Extractor::new(ExtractOptions::default().with_links(false));
    for link in ["<link rel=alternate hreflang=a href=x>", "<link rel=icon href=x>"] {
        let html = format!("{base}{}", link.repeat(20_000));
        let page = extractor.extract(html.as_bytes(), &context());
        let urls = page.alternates.iter().map(|link| link.url).chain(page.icons.iter().map(|icon| icon.url));
        let bytes: usize = urls.map(str::len).sum();
        assert!(((16 << 20)..(17 << 20)).contains(&bytes), "{bytes}");
        assert!(page.flags.has(Flag::LimitLinks), "{link}");
    }
}

#[test]
fn limits_metadata() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_links(false));
    let mut read = |html: &str| {
        let page = extractor.extract(html.as_bytes(), &context());
        let attributes: usize = page.metas.iter().map(|meta| meta.len()).sum();
        let directives: usize = page.robots.iter().map(|rules| rules.directives.len()).sum();
        let flags: Vec<_> = page.flags.iter().collect();
        (attributes, page.feeds.len() + page.icons.len(), directives, flags)
    };
    let feed = "<link rel=alternate type=application/rss+xml href=x>";
    assert_eq!(read(&feed.repeat(4000)), (0, 4000, 0, vec![]));
    assert_eq!(read(&"<link rel=icon href>".repeat(50_001)), (0, 0, 0, vec![Flag::LimitLinks]));
    // 2 MiB of tags.
    assert_eq!(read(&feed.repeat(50_000)), (0, (2 << 20) / feed.len(), 0, vec![Flag::LimitLinks]));
    let long = format!("<link rel=icon href='{}'>", "x".repeat((16 << 10) + 1));
    assert_eq!(read(&long), (0, 0, 0, vec![Flag::LimitLinks]));
    assert_eq!(read(&"<meta a b>".repeat(131_073)), (262_144, 0, 0, vec![Flag::LimitAttributes]));
    let long = format!("<meta content='{}'>", "x".repeat(4 << 20));
    assert_eq!(read(&long), (0, 0, 0, vec![Flag::LimitAttributes]));
    let list = format!("<meta name=robots content='{}'>", "a,".repeat(70_000));
    assert_eq!(read(&list), (2, 0, 65_536, vec![Flag::LimitArena]));
}

#[test]
fn limits_the_tokens_of_rel() {
    let mut extractor = Extractor::default();
    let html = "<a href=x rel='a b c d e f g h'>".repeat(65_537);
    let page = extractor.extract(html.as_bytes(), &context());
    assert_eq!(page.links.iter().map(|link| link.rel.len()).sum::<usize>(), 1 << 19);
    assert_eq!(page.flags.iter().collect::<Vec<_>>(), [Flag::LimitLinks]);
}

/// Control characters take up to six bytes in JSON, so a page of 16 MiB had a row of 93 MB.
#[test]
fn limits_json_ld_as_it_is_written() {
    let mut extractor = Extractor::default();
    let block = |text: &str| format!("<script type=application/ld+json>{text}</script>");
    let string = |character: &str, count: usize| block(&format!("\"{}\"", character.repeat(count)));
    let mib = 1 << 20;
    for (html, blocks) in [
        (string("a", mib - 2), 1),
        (string("a", mib - 1), 0),
        (string("\u{1}", mib / 6), 1),
        (string("\u{1}", mib / 6 + 1), 0),
        (string("\n", mib / 2 - 1), 1),
        (string("\n", mib / 2), 0),
        // White space outside of strings is not written.
        (block(&format!("[{}]", "\n".repeat(mib - 2))), 1),
        (string("\u{1}", mib / 8).repeat(30), 21),
        (block(&format!("[{}1]", "1,".repeat(99_999))).repeat(3), 2),
    ] {
        let page = extractor.extract(html.as_bytes(), &context());
        let is_limited = html.matches("<script").count() > blocks;
        assert_eq!((page.json_ld.len(), page.flags.has(Flag::LimitJsonLd)), (blocks, is_limited));
    }
}

#[test]
fn deeply_nested_elements_become_siblings() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_text(true));
    for (open, close, is_limited) in [("<div>", "</div>", true), ("<b>", "</b>", false), ("<g>", "</g>", false)] {
        let html = format!("{}x<h1>y</h1>{}<p>z", open.repeat(100_000), close.repeat(100_000));
        let page = extractor.extract(html.as_bytes(), &context());
        assert_eq!((page.text, page.headings[0].text), (Some("x\ny\nz"), "y"), "{open}");
        assert_eq!(page.flags.has(Flag::LimitDepth), is_limited, "{open}");
    }
    let html = format!("<svg><g hidden>{}<title>x</title>{}</svg>y", "<g>".repeat(600), "</g>".repeat(600));
    let page = extractor.extract(html.as_bytes(), &context());
    assert_eq!((page.text, page.flags.has(Flag::LimitDepth)), (Some("y"), true));
}

#[test]
fn decodes_wrong_and_truncated_encodings() {
    let cases: [(&[u8], &str, &str, bool); 5] = [
        (b"<title>caf\xE9</title>", "text/html; charset=utf-8", "caf\u{FFFD}", true),
        (b"<title>caf\xC3\xA9</title>", "text/html; charset=windows-1252", "cafÃ©", false),
        (b"<title>\x83", "text/html; charset=shift_jis", "\u{FFFD}", true),
        (b"<title>\xE3\x83", "text/html; charset=utf-8", "\u{FFFD}", true),
        (b"<title>x</title>", "text/html; charset=iso-2022-kr", "", true),
    ];
    let mut extractor = Extractor::default();
    for (html, content_type, title, had_errors) in cases {
        let page = extractor.extract(html, &context().with_content_type(Some(content_type)));
        assert_eq!((page.title.unwrap_or_default(), page.had_decoding_errors), (title, had_errors), "{content_type}");
    }
}

#[test]
fn reports_broken_content() {
    let html =
        b"<script type=application/ld+json>{\"a\": </script><script type=application/ld+json>{\"b\": 1}</script>\
        <a href='http://[bad'>x</a><a href='http://e.org/\xF0\x9F'>y</a><a hre";
    let mut extractor = Extractor::new(ExtractOptions::default().with_text(true));
    let page = extractor.extract(html, &context().with_content_type(Some("text/html; charset=utf-8")));
    assert_eq!((page.json_ld[0].error, page.json_ld[0].raw), (Some(5), "{\"a\": "));
    assert_eq!(page.json_ld[1].error, None);
    assert_eq!((page.links[0].class, page.links[0].url, page.links[0].raw), (LinkClass::Invalid, None, "http://[bad"));
    assert_eq!(page.links[1].url, Some("http://e.org/%EF%BF%BD"));
    assert_eq!(page.flags.iter().collect::<Vec<_>>(), [Flag::TruncatedInput]);
    assert_eq!(page.text, Some("xy"));
}

/// The text of the style before the comment once became a link of the comment.
#[test]
fn a_conditional_comment_does_not_end_an_svg_style() {
    let html = b"<svg><style>a{fill:url(b)}<!--[if IE]><a href=c><![endif]-->d{fill:url(e)}</style></svg>";
    let mut extractor = Extractor::new(ExtractOptions::default().with_kinds(&[LinkKind::Comment]));
    let page = extractor.extract(html, &context());
    let links: Vec<_> = page.links.iter().map(|link| (link.element, link.raw, link.kind)).collect();
    let style = |raw| ("svg:style", raw, LinkKind::Css);
    assert_eq!(links, [("a", "c", LinkKind::Comment), style("b"), style("e")]);
    assert_eq!(page.links[1].span, 12..74);
}

#[test]
fn ignores_processing_instructions() {
    let html = b"<title>x</title><?a href=/1><?b <a href=/2?><a href=/3>y</a>";
    let mut extractor = Extractor::default();
    let page = extractor.extract(html, &Context::default());
    assert_eq!((page.title, page.links.len()), (Some("x"), 1));
}

#[test]
fn flags_limits_and_truncated_input() {
    let many: String = (0..2000).map(|number| format!(" a{number}")).collect();
    let cases: &[(&str, &[Flag])] = &[
        ("<p>text</p>", &[]),
        ("<p", &[Flag::TruncatedInput]),
        ("a <", &[Flag::TruncatedInput]),
        ("<!-- comment", &[Flag::TruncatedInput]),
        ("<!DOCTYPE html", &[Flag::TruncatedInput]),
        ("<svg><![CDATA[x", &[Flag::TruncatedInput]),
        ("<script>x()", &[Flag::TruncatedInput]),
        ("<title>Unclosed", &[Flag::TruncatedInput]),
        ("<plaintext>x", &[]),
        ("<div><p>not closed", &[]),
        (&format!("<p{many}>"), &[Flag::LimitAttributes]),
        (&format!("{}<svg></b>", "<div>".repeat(600)), &[Flag::AmbiguousReplayed, Flag::LimitDepth]),
    ];
    let mut extractor = Extractor::default();
    for (html, expected) in cases {
        let page = extractor.extract(html.as_bytes(), &Context::default());
        assert_eq!(page.flags.iter().collect::<Vec<_>>(), *expected, "{html:.40}");
    }
    let long = format!("<title>Long</title><a href=/x>y</a><!--{}--><a href=/z>", "x".repeat(65 << 20));
    let page = extractor.extract(long.as_bytes(), &Context::default());
    assert_eq!((page.title, page.links.len()), (Some("Long"), 1));
    assert_eq!(page.flags.iter().collect::<Vec<_>>(), [Flag::LimitToken]);
}

#[test]
fn the_head_alone_equals_a_page_without_body() {
    let (mut head, mut whole) =
        (Extractor::new(ExtractOptions::default().with_head_only(true)), Extractor::new(ExtractOptions::default()));
    let context =
        Context::default().with_url(Some("https://example.com/")).with_content_type(Some("text/html;charset=utf-8"));
    let mut titles = 0;
    for page in pages::all() {
        let (html, name) = (&page.html, &page.name);
        let options = Options::default();
        let mut before_body = HeadOnly::new(ErrorCount::default(), &options);
        tokenize(html, &options, &mut Arena::new(), &mut before_body);
        let body = before_body.finish().1.unwrap_or_else(|| panic!("{name} has a body"));
        let (of_head, alone) = (head.extract(html, &context), whole.extract(&html[..body], &context));
        titles += usize::from(of_head.title.is_some());
        let said = |page: &Page<'_>| {
            format!("{:?}", (page.title, page.metas, &page.links, page.canonical, page.og, page.json_ld))
        };
        assert_eq!(said(&of_head), said(&alone), "{name}");
    }
    assert!(titles >= 15, "{titles}");
}
