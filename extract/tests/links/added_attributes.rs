//! Attributes that the caller adds, and the ones of lazy-loading libraries: which links they give, and where.

use std::time::Instant;
use tagrake_extract::{Context, ExtractOptions, Extractor, LinkAttribute, LinkKind};

/// Returns the links of `html` as `element attr raw`, with these attributes added.
fn links(attributes: &[&str], html: &str) -> Vec<String> {
    let added: Vec<LinkAttribute> = attributes.iter().map(|text| text.parse().expect("an attribute")).collect();
    let mut extractor = Extractor::new(ExtractOptions::default().with_link_attributes(added));
    let page = extractor.extract(html.as_bytes(), &Context::default().with_url(Some("http://e.org/d/p")));
    for link in page.links {
        let written = &html[link.span.clone()];
        assert!(written.contains(link.raw) || written.contains('&') || link.attr == "srcset", "{written}");
    }
    page.links.iter().map(|link| format!("{} {} {}", link.element, link.attr, link.raw)).collect()
}

#[test]
fn an_added_attribute_gives_links_where_it_is() {
    let table: [(&[&str], &str, &[&str]); 12] = [
        (&["img@big"], "<IMG BIG=a src=b><image big=c><p big=d>", &["img src b", "img big a", "img big c"]),
        (&["*@big"], "<p big=a><x-y big=b>", &["p big a", "x-y big b"]),
        (&["*@data-b*:srcset"], "<p data-b='a 1x, b 2x' data-c=c>", &["p data-b a", "p data-b b"]),
        (&["p@bg:css"], "<p bg='background: url(a), image-set(\"b\" 1x)'>", &["p bg a", "p bg b"]),
        // Foreign elements have the names that rows have, and `*` includes them.
        (
            &["svg:image@big", "math:*@big"],
            "<svg><image big=a></svg><math><mi big=b>",
            &["svg:image big a", "math:mi big b"],
        ),
        (&["*@big"], "<svg><image big=a href=b>", &["svg:image href b", "svg:image big a"]),
        // The standard has precedence, and no link comes twice.
        (
            &["*@href", "*@src", "*@xlink*"],
            "<a href=a><div href=b><svg><a href=c></svg>",
            &["a href a", "div href b", "svg:a href c"],
        ),
        (&["*@s*"], "<img src=a style='color:url(b)'>", &["img src a", "img style b"]),
        // The first of several that match says how the value is read.
        (&["p@x:srcset", "*@x"], "<p x='a 1x'><b x='c d'>", &["p x a", "b x c d"]),
        (
            &["div@late:html"],
            "<div late='<base href=x><p style=\"color:url(a)\"><a href=b>' src=c>",
            &["base href x", "p style a", "a href b"],
        ),
        (&["img@data-src-*"], "<img data-src-x=/a data-src-y=b>", &["img data-src-x /a", "img data-src-y b"]),
        // Markup in markup in an attribute is not read.
        (&["*@late:html"], "<p late=\"<img src=a><p late='<img src=b>'>\">", &["img src a"]),
    ];
    for (attributes, html, expected) in table {
        assert_eq!(links(attributes, html), expected, "{attributes:?} {html}");
    }
}

#[test]
fn links_of_added_attributes_are_like_others() {
    let options = ExtractOptions::default().with_link_attributes(["i@big".parse().expect("an attribute")]);
    let mut extractor = Extractor::new(options.clone());
    let html = b"<base href=/b/><template><i big='a&amp;b'></template><noscript><i big=c></noscript><i big=http://e.net/ alt=x><i big>";
    let page = extractor.extract(html, &Context::default().with_url(Some("http://e.org/")));
    let [_, first, second, third, empty] = page.links else { panic!("{:?}", page.links) };
    assert_eq!((first.url, first.in_template, first.kind), (Some("http://e.org/b/a&b"), true, LinkKind::Lazy));
    assert_eq!((&html[first.span.clone()], first.raw), (&b"a&amp;b"[..], "a&b"));
    assert_eq!((second.url, second.in_noscript), (Some("http://e.org/b/c"), true));
    assert_eq!((third.url, third.alt), (Some("http://e.net/"), "x"));
    assert_eq!((empty.url, empty.class.as_str()), (None, "empty"));
    let mut without = Extractor::new(options.with_links(false));
    assert!(without.extract(html, &Context::default()).links.is_empty());
}

#[test]
fn links_in_added_markup_belong_to_no_element() {
    let late: LinkAttribute = "*@late:html".parse().expect("an attribute");
    let mut extractor = Extractor::new(ExtractOptions::default().with_link_attributes([late]));
    let html = b"<a href=a rel=nofollow late='<a href=b rel=tag>B</a>'>A</a><svg><image late='<a href=c>'>text</svg>\
        <img alt=I late='<img src=d alt=D>'>";
    let page = extractor.extract(html, &Context::default());
    let rows = page.links.iter().map(|link| (link.raw, link.text, link.alt, link.rel.join(" ")));
    let expected = [("a", "A", "", "nofollow"), ("b", "", "", "tag"), ("c", "", "", ""), ("d", "", "D", "")];
    assert_eq!(rows.collect::<Vec<_>>(), expected.map(|(raw, text, alt, rel)| (raw, text, alt, rel.to_owned())));
}

#[test]
fn lazy_loading_libraries_are_known() {
    let html = "<img data-src-retina=a.png data-src-width=3><source DATA-SRC-MOBILE=/b><img src=k data-src-page=x data-src-page2=/l><p data-src-x=/no>\
        <img nitro-lazy-src=d nitro-lazy-srcset='e 1x, f 2x'><amp-img src=g srcset='h 1x'><x-img src=no>\
        <script data-rocket-src=i></script><span background=no><amp-iframe srcset=j>\
        <div data-bg=' URL(\"m\")' data-background-image='image-set(\"n\" 1x)'><div data-bg='image(1).png'>";
    let expected = [
        "img data-src-retina a.png",
        "source data-src-mobile /b",
        "img src k",
        "img data-src-page2 /l",
        "img nitro-lazy-src d",
        "img nitro-lazy-srcset e",
        "img nitro-lazy-srcset f",
        "amp-img src g",
        "amp-img srcset h",
        "script data-rocket-src i",
        "amp-iframe srcset j",
        "div data-bg m",
        "div data-background-image n",
        "div data-bg image(1).png",
    ];
    assert_eq!(links(&[], html), expected);
    let mut extractor = Extractor::new(ExtractOptions::default().with_lazy(false));
    let page = extractor.extract(html.as_bytes(), &Context::default());
    assert!(page.links.iter().map(|link| link.raw).eq(["k"]), "{:?}", page.links);
}

#[test]
fn markup_in_markup_takes_linear_time() {
    let added: LinkAttribute = "*@x:html".parse().expect("an attribute");
    let mut extractor = Extractor::new(ExtractOptions::default().with_link_attributes([added]));
    let mut seconds = |count: usize| {
        let html = "<p/x=".repeat(count);
        let started = Instant::now();
        extractor.extract(html.as_bytes(), &Context::default());
        started.elapsed().as_secs_f64()
    };
    seconds(1_000);
    let (small, large) = (seconds(20_000), seconds(200_000));
    assert!(large < 100.0 * small.max(1e-4), "{small} s, {large} s");
}

#[test]
fn an_attribute_is_added_by_its_names() {
    let options = ExtractOptions::default().with_link_attribute("DIV", "Data-Product-URL").expect("an attribute");
    let options = options.with_link_attribute("svg:*", "y").expect("an attribute");
    let mut extractor = Extractor::new(options);
    let html = b"<div data-product-url='/7&amp;'><p data-product-url=/8><svg><g y=z>";
    let page = extractor.extract(html, &Context::default().with_url(Some("http://e.org/")));
    let found: Vec<_> = page.links.iter().map(|link| (link.element, link.attr, link.kind.as_str(), link.url)).collect();
    let expected =
        [("div", "data-product-url", "lazy", Some("http://e.org/7&")), ("svg:g", "y", "lazy", Some("http://e.org/z"))];
    assert_eq!(found, expected);
    for (element, attribute) in [("a", "href"), ("", "x"), ("div", ""), ("di v", "x"), ("div", "x=")] {
        assert!(ExtractOptions::default().with_link_attribute(element, attribute).is_err(), "{element} {attribute}");
    }
    // A colon is part of the name.
    let colon = LinkAttribute::new("div", "addthis:url").expect("an attribute");
    assert_eq!(colon.to_string().parse(), Ok(colon));
}
