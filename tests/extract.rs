//! Extraction of extreme and broken pages: there is always a result, and its flags report what was wrong.

use tagrake::extract::{Context, ExtractOptions, Extractor, Flag, LinkClass};

fn context() -> Context<'static> {
    Context::default().with_url(Some("https://example.com/dir/"))
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

/// Each tag makes the extractor search a full stack of open elements.
#[test]
fn adversarial_stacks_take_linear_time() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_text(true));
    let deep = "<div>".repeat(505);
    for (before, part) in [
        ("<p><object>", "<div></div>"),
        ("<ul><li><object>", "<li></ul>"),
        ("<table><tr><td><span hidden>", "</td></tr>"),
        ("<span hidden>", "<x></y>"),
        ("<b hidden>", "</b><b hidden>"),
        ("<svg><g>", "</x>"),
        ("<select><option>", "<option>"),
        ("<form>", "</form><form>"),
    ] {
        let html = format!("{before}{deep}{}", part.repeat(100_000));
        extractor.extract(html.as_bytes(), &context());
    }
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
