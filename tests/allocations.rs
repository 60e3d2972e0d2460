//! Reading a page makes no heap allocation once the arena and buffers have grown. Counted by a global allocator.

use tagrake::encoding::{Hints, decode, detect};
use tagrake::{Arena, Comment, Doctype, EndTag, Options, ParseError, Sink, StartTag, Stream, Text};
use tagrake_testsupport::any_sink::tokenize;
use tagrake_testsupport::counting_allocator::{CountingAllocator, allocations};
use tagrake_testsupport::pages::{Page, with_copied_values};
use tagrake_testsupport::tokenizer_runs::RunConfig;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

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

/// Returns true if the page needs the tree-builder simulator, which allocates its stack of open elements.
fn is_ambiguous(page: &Page) -> bool {
    tokenize(&page.html, &Options::default(), &mut Arena::new(), &mut Reader::default()).is_ambiguous()
}

#[test]
fn tokenizing_with_a_warm_arena_does_not_allocate() {
    let mut pages = with_copied_values();
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
            let before = allocations();
            config.run(&page.html, &options, &mut arena, &mut reader);
            assert_eq!(allocations() - before, 0, "{config:?} on {}", page.name);
        }
        assert!(reader.bytes > 1_000_000, "{config:?} read only {} bytes", reader.bytes);
        assert_eq!(reader.errors > 0, config.errors, "{config:?}");
    }
}

#[test]
fn a_warm_stream_does_not_allocate() {
    let mut pages = with_copied_values();
    pages.retain(|page| !is_ambiguous(page));
    for config in RunConfig::all() {
        let (mut stream, mut reader) = (Stream::new(&config.options(&Options::default())), Reader::default());
        for round in 0..=WARM_UP {
            for page in &pages {
                for size in [1000, 65_536] {
                    let before = allocations();
                    page.html.chunks(size).for_each(|chunk| stream.feed(chunk, &mut reader));
                    stream.finish(&mut reader);
                    let count = allocations() - before;
                    assert!(round < WARM_UP || count == 0, "{count}: {config:?} on {} in chunks of {size}", page.name);
                }
            }
        }
    }
}

#[test]
fn decoding_into_a_warm_buffer_does_not_allocate() {
    let pages = with_copied_values();
    // Nearly all pages are UTF-8. Read as windows-1251, pages with non-ASCII bytes must be decoded.
    for (content_type, least) in [("text/html; charset=\"utf-8\"", 0), ("text/html; charset=windows-1251", 20)] {
        let hints = Hints::default().with_content_type(Some(content_type));
        let (mut buffer, mut decoded) = (String::new(), 0);
        for counts in [false, true] {
            for page in &pages {
                let before = allocations();
                let decision = detect(&page.html, &hints);
                decoded += usize::from(!decode(&page.html, &decision, &mut buffer).is_borrowed);
                assert!(!counts || allocations() == before, "{content_type} on {}", page.name);
            }
        }
        assert!(decoded >= least, "only {decoded} pages were decoded as {content_type}");
    }
}

#[test]
fn the_counter_counts() {
    let before = allocations();
    drop(std::hint::black_box(vec![0_u8; 100]));
    assert_eq!(allocations() - before, 1);
}
