//! Links of the document in the `srcdoc` of an `iframe`: where they are, what they are relative to, and their limits.

use std::fmt::Write;
use tagrake_extract::{Context, ExtractOptions, Extractor, Flag, LinkClass};

/// Returns `raw > url` for each link of a page with the base URL `https://e.org/b/`.
fn urls(html: &str) -> Vec<String> {
    let html = format!("<base href=/b/>{html}");
    let page_url = Context::default().with_url(Some("https://e.org/a/page"));
    let mut extractor = Extractor::default();
    let page = extractor.extract(html.as_bytes(), &page_url);
    page.links[1..].iter().map(|link| format!("{} > {}", link.raw, link.url.unwrap_or("none"))).collect()
}

#[test]
fn the_base_is_the_one_of_the_page_or_its_own() {
    let table: [(&str, &[&str]); 8] = [
        ("<iframe srcdoc='<img src=i>'></iframe><img src=j>", &["i > https://e.org/b/i", "j > https://e.org/b/j"]),
        // It also applies to links before it.
        (
            "<iframe srcdoc='<img src=i><base target=t><base href=c/><base href=/d/>'></iframe><img src=j>",
            &["i > https://e.org/b/c/i", "c/ > https://e.org/b/c/", "/d/ > https://e.org/d/", "j > https://e.org/b/j"],
        ),
        (
            "<iframe srcdoc='<template><base href=c/></template><base href=data:,x><base href=e/><img src=i>'></iframe>",
            &["c/ > https://e.org/b/c/", "data:,x > data:,", "e/ > https://e.org/b/e/", "i > https://e.org/b/i"],
        ),
        (
            r#"<iframe srcdoc="<base href=c/><iframe srcdoc='<base href=d/><img src=i>'></iframe><img src=j>"></iframe>"#,
            &[
                "c/ > https://e.org/b/c/",
                "d/ > https://e.org/b/c/d/",
                "i > https://e.org/b/c/d/i",
                "j > https://e.org/b/c/j",
            ],
        ),
        (
            r#"<iframe srcdoc="<base href=c/><iframe srcdoc='<img src=i>'></iframe>"></iframe>"#,
            &["c/ > https://e.org/b/c/", "i > https://e.org/b/c/i"],
        ),
        (
            "<iframe srcdoc='<base href=c/><object codebase=d/ classid=x data=y></object>'></iframe>",
            &[
                "c/ > https://e.org/b/c/",
                "d/ > https://e.org/b/c/d/",
                "x > https://e.org/b/c/d/x",
                "y > https://e.org/b/c/y",
            ],
        ),
        (
            "<object codebase='http://[' classid=x></object><object codebase=d/ classid=y></object>",
            &["http://[ > none", "x > https://e.org/b/x", "d/ > https://e.org/b/d/", "y > https://e.org/b/d/y"],
        ),
        (
            "<iframe srcdoc='<form action></form><form action=f></form><a href></a><p style=fill:url(#g)>'></iframe>",
            &[" > none", "f > https://e.org/b/f", " > https://e.org/b/", "#g > https://e.org/a/page#g"],
        ),
    ];
    for (html, expected) in table {
        assert_eq!(urls(html), expected, "{html}");
    }
}

#[test]
fn its_links_are_marked_and_follow_those_of_the_iframe() {
    let html = br#"<iframe srcdoc="<head><link href=l></head><a href=a rel=x>t</a><noscript><img src=n alt=n></noscript>
        <template><img src=t></template><template shadowrootmode=open><img src=s></template><style>@import 'c'</style>
        <svg><style>p{mask:url(v)}</style></svg><meta http-equiv=refresh content='0;url=r'><script>'<img src=no>'</script>"
        src=f alt=z></iframe><img src=after>"#;
    let read = |scripting: bool, noscript_markup: bool| {
        let options = ExtractOptions::default().with_scripting(scripting).with_noscript_markup(noscript_markup);
        let mut extractor = Extractor::new(options);
        let page = extractor.extract(html, &Context::default());
        let mut all = String::new();
        for link in page.links {
            let marks = [(link.in_srcdoc, "S"), (link.in_noscript, "N"), (link.in_template, "T"), (link.in_head, "H")];
            let marks: String = marks.into_iter().filter_map(|(is, mark)| is.then_some(mark)).collect();
            let _ = write!(all, "{}:{}{marks} ", link.element, link.raw);
            assert!(link.text.is_empty() && (link.alt.is_empty() || link.raw == "n" || link.raw == "f"), "{link:?}");
        }
        all
    };
    let (start, end) = ("iframe:f link:lS a:aS ", "img:tST img:sS style:cS svg:style:vS meta:rS img:after ");
    assert_eq!(read(false, false), format!("{start}img:nSN {end}"));
    assert_eq!(read(true, false), format!("{start}{end}"));
    assert_eq!(read(true, true), format!("{start}img:nSN {end}"));
}

#[test]
fn spans_are_exact_unless_a_character_reference_is_decoded() {
    let spans = |html: &str| {
        let mut extractor = Extractor::default();
        let context = Context::default().with_content_type(Some("text/html; charset=utf-8"));
        let page = extractor.extract(html.as_bytes(), &context);
        page.links.iter().map(|link| html[link.span.clone()].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(spans("é<iframe srcdoc='<img src=one><style>url(two)</style>'>"), ["one", "url(two)"]);
    assert_eq!(spans("<iframe srcdoc='<img src=&quot;one&quot;>'><img>"), ["<img src=&quot;one&quot;>"]);
    let nested = r#"<iframe srcdoc="<iframe srcdoc='<img src=one>'></iframe><img src=two>">"#;
    assert_eq!(spans(nested), ["one", "two"]);
    let decoded = r#"<iframe srcdoc="<iframe srcdoc='<img src=&amp;#111;ne>'></iframe>">"#;
    assert_eq!(spans(decoded), [&decoded[16..decoded.len() - 2]]);
    let raw = "<noscript><style>@import 'a'</style><iframe srcdoc='<img src=b>'></iframe></noscript>";
    assert_eq!(spans(raw), ["@import 'a'", "b"]);
}

#[test]
fn two_levels_are_read() {
    let mut html = "<img src=x>".to_owned();
    for level in 0..4 {
        html = format!(
            "<img src={level}><iframe srcdoc=\"{}\"></iframe>",
            html.replace('&', "&amp;").replace('"', "&quot;")
        );
    }
    let mut extractor = Extractor::default();
    let page = extractor.extract(html.as_bytes(), &Context::default());
    assert_eq!(page.links.iter().map(|link| link.raw).collect::<Vec<_>>(), ["3", "2", "1"]);
}

#[test]
fn limits_apply_to_its_links_and_bases() {
    let mut extractor = Extractor::default();
    let html = format!("<iframe srcdoc='{}'>", "<img src=x>".repeat(200_000));
    let page = extractor.extract(html.as_bytes(), &Context::default());
    assert_eq!((page.links.len(), page.flags.has(Flag::LimitLinks)), (100_000, true));

    // Each base is as long as the one of the page.
    let context = Context::default().with_url(Some("https://e.org/"));
    for part in
        ["<iframe srcdoc='<base href=c/><img src=http://i/>'></iframe>", "<object codebase=NUMBER classid=http://i/>"]
    {
        let mut html = format!("<base href='/{}/'>", "b".repeat(16_000));
        (0..20_000).for_each(|number| html.push_str(&part.replace("NUMBER", &number.to_string())));
        let page = extractor.extract(html.as_bytes(), &context);
        assert!(page.flags.has(Flag::LimitLinks), "{part}");
        assert_eq!(page.links.last().map(|link| link.class), Some(LinkClass::TooLong));
    }

    let html = format!("<iframe srcdoc='{}<img src=x>'>", "<p a b c d e f g h>".repeat(20_000));
    let mut extractor = Extractor::new(ExtractOptions::default().with_arena_bytes(1 << 20));
    let page = extractor.extract(html.as_bytes(), &Context::default());
    assert_eq!((page.links.len(), page.flags.has(Flag::LimitLinks)), (0, true));
}
