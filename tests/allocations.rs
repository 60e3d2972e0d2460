//! A page costs no heap allocation once arena and buffer have grown: counted by an allocator of our own.
#![allow(unsafe_code)] // `GlobalAlloc` is an unsafe trait

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use support::pages::{self, Page};
use support::record::Way;
use tagrake::encoding::{Hints, decode, detect};
use tagrake::{Arena, Comment, Doctype, EndTag, Options, ParseError, Sink, StartTag, Text};

thread_local! {
    /// How many times this thread has asked for memory.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, with a counter.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

// SAFETY: every method hands its arguments to `System` as they are; the counter itself never allocates.
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

/// A sink that asks for all that may have to be decoded.
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

/// Passes over the pages before the one that counts. The arena keeps its largest piece of memory from page to page, so it
/// takes a few until one piece is enough for the largest page.
const WARM_UP: usize = 3;

/// Returns the real pages, and one that holds all that is copied.
fn all_pages() -> Vec<Page> {
    let odd =
        "<!DOCTYPE HTML><P CLASS='a&amp;b\r\n' a=1 a=2>x&lt;\r\0y<![CDATA[z]]><!-- \0 --></P \u{1}><title>&#0;</title>";
    let many: String = (0..200).map(|number| format!(" A{number}=&lt;")).collect();
    let mut pages = pages::all();
    pages.push(Page { name: "odd".to_owned(), html: format!("{odd}<a{many}>").into_bytes() });
    pages
}

#[test]
fn warm_arenas_make_pages_free() {
    let pages = all_pages();
    for way in Way::ALL {
        let options = way.options(&Options::default());
        let (mut arena, mut reader) = (Arena::new(), Reader::default());
        for _ in 0..WARM_UP {
            for page in &pages {
                way.run(&page.html, &options, &mut arena, &mut reader);
            }
        }
        for page in &pages {
            let before = ALLOCATIONS.get();
            way.run(&page.html, &options, &mut arena, &mut reader);
            assert_eq!(ALLOCATIONS.get() - before, 0, "{way:?} on {}", page.name);
        }
        assert!(reader.bytes > 1_000_000, "{way:?} read only {} bytes", reader.bytes);
        assert_eq!(reader.errors > 0, way.errors, "{way:?}");
    }
}

#[test]
fn warm_buffers_make_decoding_free() {
    let pages = all_pages();
    // Nearly all pages are UTF-8. In windows-1251, those with a byte that is not ASCII must be decoded.
    for (content_type, least) in [("text/html; charset=\"utf-8\"", 0), ("text/html; charset=windows-1251", 20)] {
        let hints = Hints::default().with_content_type(Some(content_type));
        let (mut buffer, mut decoded) = (Vec::new(), 0);
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
