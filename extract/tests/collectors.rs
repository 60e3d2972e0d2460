//! Collectors: what they see, and that what they ask for does not change the page.

use std::fmt::Write;
use tagrake::names::NameFilter;
use tagrake::{EndTag, StartTag, Text};
use tagrake_extract::{Collector, Context, ExtractOptions, Extractor, Page, Place};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::{pages, random_page, variable};

/// Sees every tag and text, so that the extractor skips none.
struct Everything;

impl Collector<'_> for Everything {
    const ELEMENTS: &'static NameFilter = &NameFilter::ALL;
    const ATTRIBUTES: &'static NameFilter = &NameFilter::ALL;
    const TEXT: bool = true;
}

/// The options with which pages are compared: what is collected decides what is skipped.
fn options() -> Vec<ExtractOptions> {
    let nothing = ExtractOptions::default().with_links(false).with_metadata(false);
    let all = ExtractOptions::default().with_text(true).with_rights(true);
    vec![
        ExtractOptions::default(),
        nothing.clone(),
        nothing.clone().with_text(true),
        nothing.with_main(true).with_inlines(true),
        ExtractOptions::default().with_hidden_text(true).with_text(true).with_scripting(true),
        all.clone().with_items(true),
        all.clone().with_head_only(true),
        all.with_blocks(true).with_inlines(true).with_items(true),
    ]
}

fn assert_filter_changes_nothing(name: &str, html: &[u8], extractors: &mut [Extractor]) {
    let context = Context::default().with_url(Some("https://example.com/a/b"));
    for extractor in extractors {
        let skipping = format!("{:#?}", extractor.extract(html, &context));
        let seeing = format!("{:#?}", extractor.collect(html, &context, || Everything).0);
        if let Some((left, right)) = skipping.lines().zip(seeing.lines()).find(|(left, right)| left != right) {
            panic!("{name} with {extractor:?}:\n{left}\n{right}\n{}", String::from_utf8_lossy(html));
        }
    }
}

#[test]
fn the_filter_changes_no_page() {
    let mut extractors: Vec<_> = options().into_iter().map(Extractor::new).collect();
    for page in pages::all() {
        assert_filter_changes_nothing(&page.name, &page.html, &mut extractors);
    }
}

/// Markup of each rule about what is skipped.
const MARKUP: &[&str] = &[
    "<a href=x>",
    "</a>",
    "<p>",
    "</p>",
    "<li>",
    "<ul>",
    "</ul>",
    "<td>",
    "<tr>",
    "<table>",
    "</table>",
    "<h1>",
    "</h1>",
    "<h3 id=x>",
    "<pre>\n",
    "</pre>",
    "<b>",
    "</b>",
    "<b hidden>",
    "<div hidden>",
    "<div style='display:none'>",
    "</div>",
    "<div>",
    "<template>",
    "<template shadowrootmode=open>",
    "</template>",
    "<svg>",
    "<title>",
    "</title>",
    "</svg>",
    "<text>",
    "<math>",
    "<annotation>",
    "</math>",
    "<select>",
    "<option>",
    "</select>",
    "<form action=y>",
    "</form>",
    "<time datetime=2024>",
    "<link rel=license href=z>",
    "<base href=/c/>",
    "<meta name=a content=b>",
    "<body>",
    "<head>",
    "<html lang=de>",
    "<noscript>",
    "</noscript>",
    "<script type=application/ld+json>{}</script>",
    "<style>a{}</style>",
    "<video>",
    "</video>",
    "<dialog>",
    "</dialog>",
    "<br>",
    "</br>",
    "<img src=i alt=text>",
    "<x-y>",
    "</x-y>",
    "word ",
    " ",
    "\n",
    "two words",
    "&amp;",
    "<button>",
    "</button>",
    "<p itemscope itemprop=q>",
    "<object>",
    "</object>",
];

#[test]
fn the_filter_changes_no_random_page() {
    let mut extractors: Vec<_> = options().into_iter().map(Extractor::new).collect();
    let mut random = Random::new(variable("TAGRAKE_SEED", 1));
    for number in 0..variable("TAGRAKE_PAGES", 3_000) {
        let mut html = Vec::new();
        for _ in 0..random.below(24) {
            html.extend_from_slice(random.choose(MARKUP).as_bytes());
            if random.one_in(8) {
                random_page::push(&mut random, &mut html);
            }
        }
        assert_filter_changes_nothing(&format!("random page {number}"), &html, &mut extractors);
    }
}

/// The options with which only facts are collected in the body.
fn options_of_facts() -> Vec<ExtractOptions> {
    let metadata = ExtractOptions::default().with_links(false).with_headings(false);
    vec![
        metadata.clone(),
        metadata.clone().with_metadata(false),
        metadata.clone().with_rights(true).with_parse_errors(true),
        metadata.clone().with_scripting(true),
        metadata.with_rights(true).with_metadata(false).with_head_only(true),
    ]
}

/// A pass for facts alone gives what a pass gives that tracks the open elements and sees every token. It may lack the flag of the
/// limit of open elements.
fn assert_facts_alone_change_nothing(name: &str, html: &[u8], extractors: &mut [Extractor]) {
    let context = Context::default().with_url(Some("https://example.com/a/b"));
    let without_depth = |page: &Page<'_>| {
        let shown = format!("{page:#?}");
        shown.replace("        LimitDepth,\n", "").replace("flags: Flags(\n        {},\n    )", "flags: Flags({})")
    };
    for extractor in extractors {
        let alone = extractor.extract_with(html, &context, without_depth);
        let tracking = without_depth(&extractor.collect(html, &context, || Everything).0);
        if let Some((left, right)) = alone.lines().zip(tracking.lines()).find(|(left, right)| left != right) {
            panic!("{name} with {extractor:?}:\n{left}\n{right}\n{}", String::from_utf8_lossy(html));
        }
        assert_eq!(alone.len(), tracking.len(), "{name}");
    }
}

#[test]
fn facts_alone_are_the_facts_of_each_page() {
    let mut extractors: Vec<_> = options_of_facts().into_iter().map(Extractor::new).collect();
    for page in pages::all() {
        assert_facts_alone_change_nothing(&page.name, &page.html, &mut extractors);
    }
}

/// More markup on which facts depend.
const FACTS: &[&str] = &[
    "<meta name=robots content=noindex>",
    "<meta charset=koi8-r>",
    "<meta http-equiv=refresh content='3; url=/r'>",
    "<link rel=canonical href=/k>",
    "<link rel='next license' href=n>",
    "<a rel=license href=l>",
    "<title>One",
    "<title/>",
    "<TITLE>Two</TITLE>",
    "</template>",
    "<svg><template>",
    "<foreignObject>",
    "<textarea>",
    "</textarea>",
    "<script type='application/ld+json; x=y'>",
    "</script>",
    "<noscript hidden>",
    "<frameset>",
    "<div style='display:none'>",
    "<html xml:lang=fr dir=rtl>",
    "</head>",
];

#[test]
fn facts_alone_are_the_facts_of_random_pages() {
    let mut extractors: Vec<_> = options_of_facts().into_iter().map(Extractor::new).collect();
    let mut random = Random::new(variable("TAGRAKE_SEED", 1));
    for number in 0..variable("TAGRAKE_PAGES", 6_000) {
        let mut html = Vec::new();
        for _ in 0..random.below(24) {
            let markup = if random.one_in(2) { MARKUP } else { FACTS };
            html.extend_from_slice(random.choose(markup).as_bytes());
            if random.one_in(8) {
                random_page::push(&mut random, &mut html);
            }
        }
        assert_facts_alone_change_nothing(&format!("random page {number}"), &html, &mut extractors);
    }
}

/// The stack of open elements is full, so that it ends templates early.
#[test]
fn facts_alone_are_the_facts_of_a_deep_page() {
    let mut extractors: Vec<_> = options_of_facts().into_iter().map(Extractor::new).collect();
    for depth in [509, 510, 511, 512, 513] {
        let fact = "<link rel=canonical href=a><meta name=author content=b>";
        for end in ["", "</template>", "</template></template>"] {
            let html = format!("{}<template><b><template><p>{fact}{end}{fact}", "<div>".repeat(depth));
            assert_facts_alone_change_nothing(&format!("{depth} {end}"), html.as_bytes(), &mut extractors);
        }
    }
}

/// Writes what it sees.
#[derive(Default)]
struct Record<const TEXTS: bool>(String);

impl<'a, const TEXTS: bool> Collector<'a> for Record<TEXTS> {
    const ELEMENTS: &'static NameFilter = &NameFilter::of(&["x-card", "style"]);
    const ATTRIBUTES: &'static NameFilter = &NameFilter::of(&["data-k"]);
    const TEXT: bool = TEXTS;

    fn start_tag(&mut self, tag: &StartTag<'a>, place: Place) {
        if matches!(tag.name(), b"x-card" | b"style") || tag.attribute(b"data-k").is_some() {
            let marks = [(place.in_head, "head"), (place.in_template, "template"), (place.is_hidden, "hidden")];
            let marks: Vec<_> = marks.into_iter().filter_map(|(is, mark)| is.then_some(mark)).collect();
            let _ = write!(self.0, "<{} {}>", tag.name_str(), marks.join(" "));
        }
    }

    fn end_tag(&mut self, tag: &EndTag<'a>) {
        if matches!(tag.name(), b"x-card" | b"style") {
            let _ = write!(self.0, "</{}>", tag.name_str());
        }
    }

    fn text(&mut self, text: &Text<'a>, _: Place) {
        let _ = write!(self.0, "[{}]", text.decoded_str());
    }
}

const PAGE: &[u8] = b"<style>s</style><body><p>one<x-card>two<b data-k=1>three</b></x-card><ul><li>four</ul>\
    <div hidden><x-card></x-card></div><template><i data-k=2></i></template>";

#[test]
fn a_collector_sees_what_it_asks_for() {
    for extractor in options() {
        let mut extractor = Extractor::new(extractor.with_head_only(false).with_hidden_text(false));
        let (_, seen) = extractor.collect(PAGE, &Context::default(), Record::<false>::default);
        let expected = "<style head>[s]</style><x-card ><b ></x-card><x-card hidden></x-card><i template hidden>";
        assert_eq!(seen.0.replace("[]", ""), expected, "{extractor:?}");
    }
    let mut extractor = Extractor::default();
    let (page, seen) = extractor.collect(PAGE, &Context::default(), Record::<true>::default);
    assert_eq!(
        seen.0,
        "<style head>[s]</style>[one]<x-card >[two]<b >[three]</x-card>[four]<x-card hidden></x-card><i template hidden>"
    );
    assert!(page.links.is_empty());
}

#[test]
fn two_collectors_see_as_much_as_one() {
    let mut extractor = Extractor::default();
    let new = || (Record::<false>::default(), (Record::<true>::default(), ()));
    let (_, (first, (second, ()))) = extractor.collect(PAGE, &Context::default(), new);
    // One asks for all text, so both see it.
    assert_eq!(first.0, second.0);
}

#[test]
fn a_second_pass_has_a_new_collector() {
    let html = [b"<title>\xF0</title>".to_vec(), b" ".repeat(2000), b"<meta charset=koi8-r><x-card>".to_vec()].concat();
    let mut extractor = Extractor::default();
    let (page, seen) = extractor.collect(&html, &Context::default(), Record::<false>::default);
    assert_eq!((page.title, &*seen.0), (Some("П"), "[П]<x-card >"));
}
