//! A warm extractor makes no heap allocation, and neither does a warm writer. Counted by a global allocator.

use tagrake::tree_sim::TreeSim;
use tagrake::{Arena, Limits, Options, tokenize_in};
use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions, SelectSink, Selectors, View};
use tagrake_testsupport::counting_allocator::{CountingAllocator, allocations};
use tagrake_testsupport::pages::{Page, with_copied_values};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Passes over the pages before the measured one, in which the memory of the extractor grows.
const WARM_UP: usize = 3;

#[test]
fn a_warm_extractor_does_not_allocate() {
    // The URL parser allocates for URLs that it changes. It leaves these as they are, or nearly.
    let plain = "<!DOCTYPE html><html lang=en><title>A  B</title><base href=/dir/><meta name=robots content='NoIndex, x'>\
        <meta name=tdm-policy content=p><link rel=License href=l><link rel=Icon href=i.png><style>a{background:url(b.png)}</style><script type=application/ld+json>{}</script>\
        <h1>One &amp; two</h1><table><td><a href='../x?a&amp;b#c' rel='NoFollow'>C  <img src=//h.org/d alt=e></a></table>\
        <img srcset='a 1x, b 2x'><svg><a xlink:href=mailto:x>f</a></svg><pre>\n g</pre>";
    let mut pages = with_copied_values();
    pages.push(Page { name: "plain".to_owned(), html: plain.repeat(100).into_bytes() });
    let headers = [("X-Robots-Tag", "noai, a: NoML"), ("Link", "<h>; rel=license"), ("tdm-reservation", "1")];
    let context = Context::default().with_url(Some("https://example.com/dir/page.html")).with_headers(&headers);
    let blocks = ExtractOptions::default().with_main(true).with_inlines(true);
    let rights = ExtractOptions::default().with_rights(true);
    for options in [ExtractOptions::default().with_text(true), blocks, rights] {
        assert_no_allocation(&pages, &context, options);
    }
}

/// Each relative link of a page without a URL once allocated memory for the parser.
#[test]
fn relative_links_without_a_base_do_not_allocate() {
    let links = "<a href=x><a href='a b'><a href=é?^#^><a href='#a b'><a href='?ü'><a href=/a/../b%zz><img src=\\x>";
    let (page, mut extractor) = (links.repeat(100), Extractor::default());
    for round in 0..=WARM_UP {
        let before = allocations();
        let page = extractor.extract(page.as_bytes(), &Context::default());
        assert!(page.links.len() == 700 && page.links.iter().all(|link| link.url.is_none()));
        assert!(round < WARM_UP || allocations() == before);
    }
}

/// A copy of a page has one block of memory for its text and lists, and one for itself.
#[test]
fn owned_pages_take_few_allocations() {
    let context = Context::default().with_url(Some("https://example.com/dir/page.html"));
    for options in [ExtractOptions::default(), ExtractOptions::default().with_text(true).with_main(true)] {
        let (mut extractor, mut total) = (Extractor::new(options), 0);
        let pages = with_copied_values();
        for page in &pages {
            let page = extractor.extract(&page.html, &context);
            let before = allocations();
            let owned = page.to_owned();
            let count = allocations() - before;
            assert!(count <= 3, "{count} allocations for {:?}", page.title);
            total += count;
            drop(owned);
        }
        println!("{} pages, {total} allocations", pages.len());
    }
}

fn assert_no_allocation(pages: &[Page], context: &Context<'_>, options: ExtractOptions) {
    let mut extractor = Extractor::new(options);
    let mut free = 0;
    for round in 0..=WARM_UP {
        for page in pages {
            let before = allocations();
            let extracted = extractor.extract(&page.html, context);
            let count = allocations() - before;
            // Links that need the URL parser, because it changes them.
            let changed = extracted.links.iter().filter(|link| !is_plain(link.raw)).count();
            if round == WARM_UP && changed == 0 {
                assert_eq!(count, 0, "on {}", page.name);
                free += 1;
            }
        }
    }
    assert!(free >= 5, "only {free} pages have only plain links");
}

#[test]
fn writing_blocks_and_views_into_a_warm_string_does_not_allocate() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_main(true).with_inlines(true));
    let options = MarkdownOptions::default().with_links(true).with_images(true).with_emphasis(true);
    let mut text = String::with_capacity(8 << 20);
    for page in &with_copied_values() {
        let extracted = extractor.extract(&page.html, &Context::default());
        let blocks = extracted.blocks.expect("requested");
        text.clear();
        let before = allocations();
        blocks.write_text(&mut text);
        blocks.write_markdown(&options, &mut text);
        for view in [View::Main, View::Precise, View::Generous] {
            let view = blocks.view(view).expect("requested");
            view.write_text(&mut text);
            view.write_markdown(&options, &mut text);
        }
        assert_eq!(allocations() - before, 0, "on {}", page.name);
    }
}

/// Returns true if the URL parser leaves `url` unchanged.
fn is_plain(url: &str) -> bool {
    let url = url.trim();
    let (path, _) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
    let has_odd_segment =
        path.split('/').any(|segment| segment.starts_with(['.', '%']) && !matches!(segment, "." | ".."));
    let is_simple = |byte: u8| byte.is_ascii_graphic() && !b"\"'<>`{}^\\|".contains(&byte);
    url.bytes().all(is_simple) && !has_odd_segment && !path.contains(":8") && path == path.to_ascii_lowercase()
}

/// Selectors whose evaluation stores something. Positions among some elements and conditions on text are left out, because they
/// allocate on the heap.
const SELECTORS: &[&str] = &[
    "a[href]",
    "[title*='&']",
    "ul > li:nth-of-type(2) ~ li",
    "h2 + p:not(:has(> a))",
    ".content p:last-child",
    "custom-element",
];

#[test]
fn selecting_with_a_warm_arena_allocates_no_more_than_the_simulator() {
    let selectors = Selectors::compile(SELECTORS).expect("selectors");
    let (mut arena, options) = (Arena::new(), Options::default().with_feedback(false));
    let (mut found, depth) = (0, Limits::default().depth());
    for round in 0..=WARM_UP {
        for page in with_copied_values() {
            arena.reset();
            let before = allocations();
            let mut simulator = TreeSim::new(false, depth);
            tokenize_in(&page.html, &options, &arena, &mut simulator);
            drop(simulator);
            let of_simulator = allocations() - before;
            arena.reset();
            let before = allocations();
            let mut sink = SelectSink::with_text(&selectors, &arena, false);
            tokenize_in(&page.html, &options, &arena, &mut sink);
            let matches = sink.finish();
            found += (0..selectors.len()).map(|selector| matches.of(selector).len()).sum::<usize>();
            drop(matches);
            let count = allocations() - before;
            assert!(
                round < WARM_UP || count <= of_simulator,
                "{}: {count}, {of_simulator} by the simulator",
                page.name
            );
        }
    }
    assert!(found > 10_000, "{found} matches");
}
