//! A page that arrives in chunks gives the links of the complete page while it arrives, and the complete page at its end, however it
//! is divided.

use tagrake::UnknownName;
use tagrake_extract::{
    Context, ExtractOptions, Extractor, FactSource, Link, LinkAttribute, LinkAttributeError, LinkKind, Page, PageEvent,
    PageStream, SelectColumnError, SelectColumns, SelectorError,
};
use tagrake_testsupport::pages;
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::repository_file;

const URL: &str = "https://example.com/dir/page?a#b";

/// The events of a stream.
#[derive(Default)]
struct Seen {
    links: Vec<String>,
    places: Places,
    /// The URLs of the links, and whether they are final.
    urls: Vec<(Option<String>, bool)>,
    heads: Vec<String>,
    restarts: usize,
}

impl Seen {
    fn take(&mut self, event: PageEvent<'_>) {
        match event {
            PageEvent::Link { link, is_final } => {
                self.links.push(described(link));
                self.places.push(place_of(link));
                self.urls.push((link.url.map(str::to_owned), is_final));
            }
            PageEvent::Head(page) => self.heads.push(head_of(page)),
            PageEvent::Restart => {
                *self = Self { restarts: self.restarts + 1, ..Self::default() };
            }
            _ => panic!("unknown event"),
        }
    }
}

/// Describes a page without the properties of all its bytes.
fn head_of(page: &Page<'_>) -> String {
    let mut page = page.clone();
    (page.is_valid_utf8, page.had_decoding_errors, page.is_borrowed) = (true, false, true);
    format!("{page:?}")
}

/// Describes what a tag says about a link.
fn described(link: &Link<'_>) -> String {
    let Link { element, attr, raw, kind, rel, details, width, density, in_srcdoc, span, .. } = link;
    format!("{element} {attr} {raw} {kind} {rel:?} {details:?} {width:?} {density:?} {in_srcdoc} {span:?}")
}

/// The elements around links, as far as they mark links: `noscript`, `template` and `head`.
type Places = Vec<(bool, bool, bool)>;

fn place_of(link: &Link<'_>) -> (bool, bool, bool) {
    (link.in_noscript, link.in_template, link.in_head)
}

/// Returns the links that are not in headers.
fn links_of_tags<'p, 'a>(page: &'p Page<'a>) -> impl Iterator<Item = &'p Link<'a>> {
    page.links.iter().filter(|link| link.source() != FactSource::Header)
}

/// Compares a page in chunks of the sizes that `size` returns with the complete page.
fn check(
    html: &[u8],
    options: &ExtractOptions,
    context: Context<'_>,
    size: impl FnMut() -> usize,
) -> Result<(), String> {
    let (places, expected) = check_links(html, options, context, size)?;
    if places == expected { Ok(()) } else { Err(format!("the links are in {places:?}, not {expected:?}")) }
}

/// As [`check`], but returns the places of the links in the stream and in the page. They can differ if elements are not closed in
/// order.
fn check_links(
    html: &[u8],
    options: &ExtractOptions,
    context: Context<'_>,
    mut size: impl FnMut() -> usize,
) -> Result<(Places, Places), String> {
    let mut extractor = Extractor::new(options.clone());
    let expected = extractor.extract(html, &context);
    let (mut stream, mut seen) = (PageStream::new(options.clone(), context), Seen::default());
    let mut rest = html;
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(size().clamp(1, rest.len()));
        stream.feed(chunk, |event| seen.take(event));
        rest = after;
    }
    let page = stream.finish(|event| seen.take(event));
    if format!("{page:?}") != format!("{expected:?}") {
        return Err("the page differs".to_owned());
    }
    let (links, mut count) = (links_of_tags(&page).map(described), 0);
    for (at, link) in links.enumerate() {
        count += 1;
        if seen.links.get(at) != Some(&link) {
            return Err(format!("link {at}: {:?}\nnot {link}", seen.links.get(at)));
        }
    }
    if count != seen.links.len() {
        return Err(format!("{} links, not {count}", seen.links.len()));
    }
    for (link, (url, is_final)) in links_of_tags(&page).zip(&seen.urls) {
        if *is_final && url.as_deref() != link.url {
            return Err(format!("{url:?} is not final: {link:?}"));
        }
    }
    let mut head_only = Extractor::new(options.clone().with_head_only(true));
    let head = head_of(&head_only.extract(html, &context));
    if seen.heads.as_slice() != std::slice::from_ref(&head) {
        return Err(format!("the head is {:?}\nnot {head}", seen.heads));
    }
    Ok((seen.places, links_of_tags(&page).map(place_of).collect()))
}

/// Pages with everything that a stream must remember from one tag to the next.
const PAGES: [&str; 14] = [
    "",
    "<title>a</title><a href=b>c</a>",
    "<base href=/x/><a href=y>z</a><base href=/w/>",
    "<a href=y>z</a><a href=https://e.org/v><a href=mailto:u><a href='#t'><p><base href=/x/><a href=y>",
    "<template><base href=/x/><a href=y></template><a href=z><noscript><img src=w></noscript>",
    "<style>a{background:url(b)}</style><svg><style>c{fill:url(d)<!-- x -->e{fill:url(f)}<![CDATA[g{fill:url(h)}]]></style><a xlink:href=i></svg>",
    "<p><svg><style>a{fill:url(b)}",
    "<iframe srcdoc='<base href=/q/><a href=r>&lt;'></iframe><img srcset='a 1x, b 2x' alt=c><!--[if IE]><a href=d><![endif]-->",
    "<meta property=og:image content=a><meta http-equiv=refresh content='1; url=b'><link rel='next x' href=c hreflang=d>",
    "<div data-u=a>b</div><form action=c method=post><button formaction=d></form><body background=e>",
    "<plaintext><a href=b>",
    "<template>text</template><link rel=icon href=a><base href=/x/><a href=y>",
    "<p><template shadowrootmode=open><base href=/x/></template><a href=y>",
    "<head><link rel=icon href=a></head> <link rel=icon href=b>text<link rel=icon href=c>",
];

fn options() -> ExtractOptions {
    let added: LinkAttribute = "div@data-u".parse().expect("an attribute");
    ExtractOptions::default().with_kinds(&[LinkKind::Comment, LinkKind::Social]).with_link_attributes(vec![added])
}

#[test]
fn every_split_of_short_pages_gives_the_links_and_the_page() {
    let context = Context::default().with_url(Some(URL)).with_headers(&[("Link", "<h>; rel=next")]);
    for page in PAGES {
        // The encoding is decided after 1024 bytes.
        for html in [page.to_owned(), format!("{}{page}", " ".repeat(1024)), format!("{page}<p>{}", "x".repeat(1024))] {
            for size in 1..=html.len().clamp(1, 8) {
                let result = check(html.as_bytes(), &options(), context, || size);
                result.unwrap_or_else(|problem| panic!("{html:?} in chunks of {size}: {problem}"));
            }
        }
    }
}

#[test]
fn random_splits_of_pages_give_the_links_and_the_page() {
    let mut pages = pages::all();
    pages.extend(pages::below(&repository_file("corpora/fetched/real")));
    in_parallel(
        pages.len(),
        || (),
        |(), task| {
            let (page, mut random) = (&pages[task], Random::new(task as u64));
            for options in [ExtractOptions::default(), options().with_text(true).with_scripting(false)] {
                for most in [100, 5000, 100_000] {
                    let context = Context::default().with_url(Some(URL));
                    check(&page.html, &options, context, || 1 + random.below(most))
                        .map_err(|problem| format!("{}: {problem}", page.name))?;
                }
            }
            Ok(())
        },
    );
}

/// Fragments of pages that change where later tags are, or what their links are.
const FRAGMENTS: &str = concat!(
    "<head>|</head>|<body>|<p>|text| |<template>|</template>|<template shadowrootmode=open>|<noscript>|</noscript>|<svg>|</svg>|",
    "<style>a{background:url(s)}</style>|<svg><style>|</style>|b{fill:url(t)}|<title>x</title>|<script>y</script>|<base href=/x/>|",
    "<link rel=next href=l>|<a href=a>|</a>|<img src=i srcset='j 1x'>|<iframe srcdoc='<a href=q>'>|<table>|<td>|<div data-u=u>|",
    "<!--[if IE]><a href=c><![endif]-->|<meta property=og:image content=m>|<math>|<mi>|</math>|<select>|<object data=o codebase=k>",
);

#[test]
fn random_pages_give_the_links_and_the_page() {
    let fragments: Vec<_> = FRAGMENTS.split('|').collect();
    in_parallel(
        2000,
        || (),
        |(), seed| {
            let mut random = Random::new(seed as u64);
            let mut html = String::new();
            for _ in 0..random.below(20) {
                html += random.choose(&fragments);
            }
            html += &" ".repeat(1024);
            let context = Context::default().with_url(Some(URL));
            let result = check_links(html.as_bytes(), &options(), context, || 1 + random.below(40));
            result.map(drop).map_err(|problem| format!("{}: {problem}", html.trim()))
        },
    );
}

#[test]
fn a_late_meta_restarts_the_links() {
    let html =
        [&b"<title>\xCF</title><a href='?\xCF'>"[..], &[b' '; 2000], b"<meta charset=windows-1251><a href='?\xCF'>"]
            .concat();
    let context = Context::default().with_url(Some(URL));
    for size in [1, 10, 1500, 5000] {
        check(&html, &ExtractOptions::default(), context, || size).expect("the links of the page");
        let (mut stream, mut seen) = (PageStream::new(ExtractOptions::default(), context), Seen::default());
        html.chunks(size).for_each(|chunk| stream.feed(chunk, |event| seen.take(event)));
        let page = stream.finish(|event| seen.take(event));
        assert_eq!((page.title, seen.restarts), (Some("П"), 1));
        let url = Some("https://example.com/dir/page?%CF".to_owned());
        assert_eq!(seen.urls, [(url.clone(), false), (url, false)]);
    }
}

/// A stream is sent from thread to thread, with a context that borrows.
#[test]
fn a_stream_is_send() {
    fn check<T: Send>(_: &T) {}
    let url = URL.to_owned();
    check(&PageStream::new(ExtractOptions::default(), Context::default().with_url(Some(&url))));
}

/// Extractors are sent between threads, and options and errors are shared.
#[test]
fn extractors_are_send_and_options_are_sync() {
    fn is_send<T: Send>() {}
    fn is_shared<T: Send + Sync>() {}
    is_send::<Extractor>();
    is_shared::<ExtractOptions>();
    is_shared::<Context<'_>>();
    is_shared::<SelectColumns>();
    is_shared::<SelectColumnError>();
    is_shared::<SelectorError>();
    is_shared::<LinkAttributeError>();
    is_shared::<UnknownName>();
}

/// A link comes with the chunk that completes its tag, after the bytes that decide the encoding.
#[test]
fn a_link_comes_with_its_chunk() {
    let mut stream = PageStream::new(ExtractOptions::default(), Context::default().with_url(Some(URL)));
    stream.feed(" ".repeat(1024).as_bytes(), |_| ());
    for number in 0..1000 {
        let mut links = 0;
        let mut take = |event: PageEvent<'_>| links += usize::from(matches!(event, PageEvent::Link { .. }));
        stream.feed(format!("<a href={number}").as_bytes(), &mut take);
        stream.feed(b">", &mut take);
        assert_eq!(links, 1, "{number}");
    }
}
