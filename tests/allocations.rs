//! Reading a page makes no heap allocation once the arena and buffers have grown. Counted by a global allocator.
#![allow(unsafe_code)] // `GlobalAlloc` is an unsafe trait

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use tagrake::encoding::{Hints, decode, detect};
use tagrake::tree_sim::TreeSim;
use tagrake::{
    Arena, Comment, Doctype, EndTag, Limits, Options, ParseError, Sink, StartTag, Stream, Text, tokenize_in,
};
use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions, SelectSink, Selectors, View};
use tagrake_testsupport::any_sink::tokenize;
use tagrake_testsupport::pages::{self, Page};
use tagrake_testsupport::tokenizer_runs::RunConfig;

thread_local! {
    /// The number of allocations on this thread.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system allocator with a counter.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

// SAFETY: every method passes its arguments to `System` unchanged, and the counter never allocates.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps `alloc`'s contract, which is also `System`'s.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps `dealloc`'s contract, and `pointer` came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps `realloc`'s contract, and `pointer` came from `System`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// A sink that reads every value that may need decoding.
#[derive(Default)]
struct Reader {
    bytes: usize,
    errors: usize,
}

impl<'a> Sink<'a> for Reader {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.bytes += doctype.name().map_or(0, <[u8]>::len);
    }
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.bytes += tag.name_str().len();
        self.bytes +=
            tag.attributes().map(|attribute| attribute.name().len() + attribute.value_str().len()).sum::<usize>();
    }
    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.bytes += tag.name_str().len();
    }
    fn text(&mut self, text: Text<'a>) {
        self.bytes += text.decoded_str().len();
    }
    fn comment(&mut self, comment: Comment<'a>) {
        self.bytes += comment.data_str().len();
    }
    fn error(&mut self, _: ParseError) {
        self.errors += 1;
    }
}

/// Passes over the pages before the measured one. The arena keeps its largest chunk from page to page, so it takes some
/// passes until one chunk holds the largest page.
const WARM_UP: usize = 3;

/// Returns the real pages, and one with every construct whose value is copied.
fn all_pages() -> Vec<Page> {
    let odd =
        "<!DOCTYPE HTML><P CLASS='a&amp;b\r\n' a=1 a=2>x&lt;\r\0y<![CDATA[z]]><!-- \0 --></P \u{1}><title>&#0;</title>";
    let many: String = (0..200).map(|number| format!(" A{number}=&lt;")).collect();
    let mut pages = pages::all();
    pages.push(Page { name: "odd".to_owned(), html: format!("{odd}<a{many}>").into_bytes() });
    pages
}

/// Returns true if the page needs the tree-builder simulator, which allocates its stack of open elements.
fn is_ambiguous(page: &Page) -> bool {
    tokenize(&page.html, &Options::default(), &mut Arena::new(), &mut Reader::default()).is_ambiguous()
}

#[test]
fn tokenizing_with_a_warm_arena_does_not_allocate() {
    let mut pages = all_pages();
    pages.retain(|page| !is_ambiguous(page));
    assert!(pages.len() > 25);
    for config in RunConfig::all() {
        let options = config.options(&Options::default());
        let (mut arena, mut reader) = (Arena::new(), Reader::default());
        for _ in 0..WARM_UP {
            for page in &pages {
                config.run(&page.html, &options, &mut arena, &mut reader);
            }
        }
        for page in &pages {
            let before = ALLOCATIONS.get();
            config.run(&page.html, &options, &mut arena, &mut reader);
            assert_eq!(ALLOCATIONS.get() - before, 0, "{config:?} on {}", page.name);
        }
        assert!(reader.bytes > 1_000_000, "{config:?} read only {} bytes", reader.bytes);
        assert_eq!(reader.errors > 0, config.errors, "{config:?}");
    }
}

#[test]
fn a_warm_stream_does_not_allocate() {
    let mut pages = all_pages();
    pages.retain(|page| !is_ambiguous(page));
    for config in RunConfig::all() {
        let (mut stream, mut reader) = (Stream::new(&config.options(&Options::default())), Reader::default());
        for round in 0..=WARM_UP {
            for page in &pages {
                for size in [1000, 65_536] {
                    let before = ALLOCATIONS.get();
                    page.html.chunks(size).for_each(|chunk| stream.feed(chunk, &mut reader));
                    stream.finish(&mut reader);
                    let count = ALLOCATIONS.get() - before;
                    assert!(round < WARM_UP || count == 0, "{count}: {config:?} on {} in chunks of {size}", page.name);
                }
            }
        }
    }
}

#[test]
fn decoding_into_a_warm_buffer_does_not_allocate() {
    let pages = all_pages();
    // Nearly all pages are UTF-8. Read as windows-1251, pages with non-ASCII bytes must be decoded.
    for (content_type, least) in [("text/html; charset=\"utf-8\"", 0), ("text/html; charset=windows-1251", 20)] {
        let hints = Hints::default().with_content_type(Some(content_type));
        let (mut buffer, mut decoded) = (String::new(), 0);
        for counts in [false, true] {
            for page in &pages {
                let before = ALLOCATIONS.get();
                let decision = detect(&page.html, &hints);
                decoded += usize::from(!decode(&page.html, &decision, &mut buffer).is_borrowed);
                assert!(!counts || ALLOCATIONS.get() == before, "{content_type} on {}", page.name);
            }
        }
        assert!(decoded >= least, "only {decoded} pages were decoded as {content_type}");
    }
}

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.get();
    drop(std::hint::black_box(vec![0_u8; 100]));
    assert_eq!(ALLOCATIONS.get() - before, 1);
}

#[test]
fn a_warm_extractor_does_not_allocate() {
    // The URL parser allocates for URLs that it changes. It leaves these as they are, or nearly.
    let plain = "<!DOCTYPE html><html lang=en><title>A  B</title><base href=/dir/><meta name=robots content='NoIndex, x'>\
        <meta name=tdm-policy content=p><link rel=License href=l><link rel=Icon href=i.png><style>a{background:url(b.png)}</style><script type=application/ld+json>{}</script>\
        <h1>One &amp; two</h1><table><td><a href='../x?a&amp;b#c' rel='NoFollow'>C  <img src=//h.org/d alt=e></a></table>\
        <img srcset='a 1x, b 2x'><svg><a xlink:href=mailto:x>f</a></svg><pre>\n g</pre>";
    let mut pages = all_pages();
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
        let before = ALLOCATIONS.get();
        let page = extractor.extract(page.as_bytes(), &Context::default());
        assert!(page.links.len() == 700 && page.links.iter().all(|link| link.url.is_none()));
        assert!(round < WARM_UP || ALLOCATIONS.get() == before);
    }
}

/// A copy of a page has one block of memory for its text and lists, and one for itself.
#[test]
fn owned_pages_take_few_allocations() {
    let context = Context::default().with_url(Some("https://example.com/dir/page.html"));
    for options in [ExtractOptions::default(), ExtractOptions::default().with_text(true).with_main(true)] {
        let (mut extractor, mut total) = (Extractor::new(options), 0);
        let pages = all_pages();
        for page in &pages {
            let page = extractor.extract(&page.html, &context);
            let before = ALLOCATIONS.get();
            let owned = page.to_owned();
            let count = ALLOCATIONS.get() - before;
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
            let before = ALLOCATIONS.get();
            let extracted = extractor.extract(&page.html, context);
            let count = ALLOCATIONS.get() - before;
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
    for page in &all_pages() {
        let extracted = extractor.extract(&page.html, &Context::default());
        let blocks = extracted.blocks.expect("requested");
        text.clear();
        let before = ALLOCATIONS.get();
        blocks.write_text(&mut text);
        blocks.write_markdown(&options, &mut text);
        for view in [View::Main, View::Precise, View::Generous] {
            let view = blocks.view(view).expect("requested");
            view.write_text(&mut text);
            view.write_markdown(&options, &mut text);
        }
        assert_eq!(ALLOCATIONS.get() - before, 0, "on {}", page.name);
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
        for page in all_pages() {
            arena.reset();
            let before = ALLOCATIONS.get();
            let mut simulator = TreeSim::new(false, depth);
            tokenize_in(&page.html, &options, &arena, &mut simulator);
            drop(simulator);
            let of_simulator = ALLOCATIONS.get() - before;
            arena.reset();
            let before = ALLOCATIONS.get();
            let mut sink = SelectSink::with_text(&selectors, &arena, false);
            tokenize_in(&page.html, &options, &arena, &mut sink);
            let matches = sink.finish();
            found += (0..selectors.len()).map(|selector| matches.of(selector).len()).sum::<usize>();
            drop(matches);
            let count = ALLOCATIONS.get() - before;
            assert!(
                round < WARM_UP || count <= of_simulator,
                "{}: {count}, {of_simulator} by the simulator",
                page.name
            );
        }
    }
    assert!(found > 10_000, "{found} matches");
}
