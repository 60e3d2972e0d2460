//! Extraction, writing and selecting take linear time, for adversarial pages.

use std::sync::Arc;
use std::time::Instant;
use tagrake::{Arena, Options, tokenize_in};
use tagrake_extract::{
    Context, ExtractOptions, Extractor, MarkdownOptions, SelectColumns, SelectSink, Selectors, View,
};
use tagrake_testsupport::linear_time::{Build, SIZE, assert_linear};

/// The size of pages with blocks. A quadratic step over few blocks takes less time than the linear ones.
const BLOCK_SIZE: usize = 4 * SIZE;

/// Pages that are slow for an extractor of microdata and RDFa that looks at elements or names repeatedly.
const ITEM_PAGES: &[(&str, Build)] = &[
    ("nested items", |size| "<p itemscope itemprop=a><div>".repeat(size / 29)),
    ("nested texts", |size| format!("{}{}", "<b itemprop=a>".repeat(500), "text ".repeat(size / 5))),
    ("properties of nested texts", |size| format!("<p itemscope>{}", "<b itemprop=a>b".repeat(size / 15))),
    ("references to all", |size| {
        let item = "<p itemscope itemref=x></p>".repeat(size / 54);
        format!("<div id=x>{}</div>{item}", "<b itemprop=a></b>".repeat(size / 36))
    }),
    ("names of a property", |size| {
        format!("<p itemscope><b itemprop='{}'>", (0..size / 6).map(|n| format!("{n:05} ")).collect::<String>())
    }),
    ("resources of the same name", |size| "<p resource=x typeof=y property=z>".repeat(size / 34)),
    ("types of a resource", |size| (0..size / 40).map(|n| format!("<p vocab=v about=x typeof=t{n:07}></p>")).collect()),
    ("prefixes", |size| {
        let prefixes: String = (0..size / 30).map(|n| format!("p{n:05}: x ")).collect();
        format!("<p prefix='{prefixes}'>{}", "<b property=q:x>".repeat(size / 32))
    }),
    ("nested prefixes", |size| "<p prefix='a: b' property=c:d>".repeat(size / 30)),
    ("incomplete relations", |size| {
        format!("<p vocab=v rel='{}'>{}", "a ".repeat(200), "<b about=x></b>".repeat(size / 15))
    }),
    ("elements with ids in items", |size| format!("<p itemscope>{}", "<b id=x>".repeat(size / 8))),
];

/// Pages that are slow for an extractor that looks at elements or attributes repeatedly.
const PAGES: &[(&str, Build)] = &[
    ("links", |size| "<a href=x>y".repeat(size / 11)),
    ("links with a long base", |size| format!("<base href='/{}'>{}", "x".repeat(8000), "<a href=x>".repeat(size / 10))),
    ("pings", |size| format!("<a ping='{}'>", "x ".repeat(size / 2))),
    ("tables", |size| "<table><td><a href=x>y".repeat(size / 22)),
    ("objects", |size| "<object><a href=x></object></object>".repeat(size / 36)),
    ("templates", |size| "<template><a href=x>".repeat(size / 20)),
    ("svg", |size| "<svg><a href=x><g>".repeat(size / 18)),
    ("videos", |size| "<video>x".repeat(size / 8)),
    ("headings", |size| "<h1>x y <h2>z".repeat(size / 13)),
    ("robots", |size| (0..size / 32).map(|n| format!("<meta name=a{n:06}bot content=x>")).collect()),
    ("the same robots", |size| "<meta name=robots content=x>".repeat(size / 28)),
    ("directives", |size| format!("<meta name=robots content='{}'>", "A:b,".repeat(size / 4))),
    ("licenses", |size| (0..size / 32).map(|n| format!("<a rel=license href=a{n:07}></a>")).collect()),
    ("long licenses", |size| (0..70).map(|n| format!("<a rel=license href={}{n}>", "x".repeat(size / 70))).collect()),
    ("policies with a long base", |size| {
        format!("<base href='/{}'>{}", "x".repeat(8000), "<meta name=tdm-policy content=x>".repeat(size / 32))
    }),
    ("og", |size| (0..size / 40).map(|n| format!("<meta property=og:image:a{n:06} content=x>")).collect()),
    ("rel", |size| format!("<link rel='{}' href=x>", "x ".repeat(size / 2))),
    ("srcset", |size| format!("<img srcset='{}'>", "a (,".repeat(size / 4))),
    ("css", |size| format!("<style>{}", "url(a".repeat(size / 5))),
    ("refresh", |size| format!("<meta http-equiv=refresh content='{}'>", "1 ".repeat(size / 2))),
    ("JSON", |size| format!("<script type=application/ld+json>{}", "[".repeat(size))),
    ("text", |size| "<p>x <b>y</b>\u{A0}".repeat(size / 14)),
    ("attributes", |size| format!("<a href=x{}>", (0..size / 9).map(|n| format!(" a{n:07}")).collect::<String>())),
    ("elements above a full stack", |size| above_full_stack("<p><object>", "<div></div>", size)),
    ("items above a full stack", |size| above_full_stack("<ul><li><object>", "<li></ul>", size)),
    ("cells above a full stack", |size| above_full_stack("<table><tr><td><span hidden>", "</td></tr>", size)),
    ("other end tags above a full stack", |size| above_full_stack("<span hidden>", "<x></y>", size)),
    ("hidden elements above a full stack", |size| above_full_stack("<b hidden>", "</b><b hidden>", size)),
    ("foreign end tags above a full stack", |size| above_full_stack("<svg><g>", "</x>", size)),
    ("options above a full stack", |size| above_full_stack("<select><option>", "<option>", size)),
    ("forms above a full stack", |size| above_full_stack("<form>", "</form><form>", size)),
];

/// Returns a page with `before`, as many open elements as an extractor keeps, and then `part` repeatedly, for whose elements it
/// searches all of them.
fn above_full_stack(before: &str, part: &str, size: usize) -> String {
    format!("{before}{}{}", "<div>".repeat(505), part.repeat(size / part.len()))
}

/// Pages that are slow for a table of blocks that looks at elements, text or attributes repeatedly.
const BLOCK_PAGES: &[(&str, Build)] = &[
    ("blocks", |size| "<p>a b c".repeat(size / 8)),
    ("the same block", |size| "<p>a b c d e f g h i j".repeat(size / 22)),
    ("deep elements", |size| format!("{}x", "<div>".repeat(size / 5))),
    ("deep elements with text", |size| "<div>x ".repeat(size / 7)),
    ("one block", |size| format!("<p>{}", "word ".repeat(size / 5))),
    ("one word", |size| format!("<p>{}", "x".repeat(size))),
    ("table cells", |size| format!("<table>{}", "<td>x".repeat(size / 5))),
    ("table rows", |size| format!("<table>{}", "<tr><td>x<td>y".repeat(size / 14))),
    ("empty table cells", |size| format!("<table>{}", "<tr><td>".repeat(size / 8))),
    ("a long class", |size| format!("<div class='{}'>x", "nav post ".repeat(size / 9))),
    ("classes", |size| "<div class='nav post comment'>x</div>".repeat(size / 37)),
    ("open inline elements", |size| "<b><a href=x>y<p>".repeat(size / 17)),
    ("formulas among ranges", |size| {
        format!("<p>{}", "<b>x</b><math>x<annotation encoding=TeX>y</math>".repeat(size / 48))
    }),
    ("formulas after links", |size| {
        "<a href=x>y</a>".repeat(size / 30) + &"<math>x<annotation encoding=TeX>y</math>".repeat(size / 80)
    }),
    ("open link", |size| format!("<a href=x>{}", "<i>y</i>".repeat(size / 8))),
    ("lines of a link that does not resolve", |size| {
        format!("<a href='http://[{}'>{}", "x".repeat(size.min(16_000)), "<img src=x>y<br>".repeat(size / 20))
    }),
    ("line breaks", |size| "x<br>".repeat(size / 5)),
    ("line breaks in pre", |size| format!("<pre>{}", "x<br>".repeat(size / 5))),
    ("images", |size| "<img src=x alt=y>".repeat(size / 17)),
    ("ids", |size| (0..size / 16).map(|n| format!("<p id=post{n:06}>x")).collect()),
    ("empty pre after links", |size| "<p><a href=x>y</a>".repeat(size / 36) + &"<pre> </pre>".repeat(size / 24)),
    ("formulas", |size| "<math>x<annotation encoding=TeX>y</math>".repeat(size / 40)),
    ("annotations of a formula", |size| {
        format!("<math><b><i>{}", "x<annotation encoding=TeX>y</annotation>".repeat(size / 40))
    }),
    ("formulas in a link", |size| {
        format!("<p><a href=x>{}", "<math>x<annotation encoding=TeX>y</math>".repeat(size / 40))
    }),
    ("a long formula", |size| format!("<math><annotation encoding=TeX>{}", "x ".repeat(size / 2))),
    ("formula scripts", |size| "<script type=math/tex>x</script>".repeat(size / 32)),
    ("formula images", |size| "<img class=tex alt=x>".repeat(size / 21)),
    ("drawn formulas", |size| "<img class=tex alt=x><span class=katex-html>y".repeat(size / 45)),
    ("braces", |size| format!("<img class=tex alt='{}'>", "{".repeat(size))),
    ("dollar signs", |size| format!("<img class=tex alt=x>{}", "$".repeat(size))),
];

/// Pages that are slow for a writer of text or Markdown that looks at elements, blocks or text repeatedly.
const WRITER_PAGES: &[(&str, Build)] = &[
    ("items", |size| format!("<ol>{}", "<li>x".repeat(size / 5))),
    ("empty items", |size| format!("<ol>{}x", "<li>".repeat(size / 4))),
    ("deep lists", |size| "<ol><li>x".repeat(size / 9)),
    ("lists", |size| "<ul><li>x</ul>".repeat(size / 14)),
    ("deep quotes", |size| "<blockquote>x".repeat(size / 13)),
    ("tables", |size| "<table><tr><td>x<td>y<tr><td>z</table>".repeat(size / 38)),
    ("rows", |size| format!("<table>{}", "<tr><td>x<td>y".repeat(size / 14))),
    ("rows before a table", |size| format!("<table>{}<tr><td><table>x", "<tr><td>x<td>y".repeat(size / 14))),
    ("deep tables", |size| "<table><tr><td>x<td>y<tr><td>".repeat(size / 29)),
    ("cells that span columns", |size| format!("<table><tr>{}<tr><td>x", "<td colspan=99>x".repeat(size / 16))),
    ("cells that span rows", |size| format!("<table>{}", "<tr><td rowspan=99>x<td>y".repeat(size / 25))),
    ("captions", |size| format!("<table><caption>{}<tr><td>x<td>y<tr>", "<div>x</div>".repeat(size / 12))),
    ("one pre", |size| format!("<pre>{}", "<div>x</div>".repeat(size / 12))),
    ("a deep pre", |size| format!("<pre>{}{}", "<div>".repeat(400), "<p>x".repeat(size / 4))),
    ("pre", |size| "<pre>x</pre>".repeat(size / 12)),
    ("pre in a long class", |size| {
        format!("<p class='{}'>{}", "a ".repeat(size / 4), "<pre>x</pre>".repeat(size / 24))
    }),
    ("a long line", |size| format!("<pre>{}", "x".repeat(size))),
    ("lines", |size| format!("<blockquote><pre>{}", "x\n".repeat(size / 2))),
    ("a long URL", |size| format!("<a href='{}'>{}", "x".repeat(size / 2), "y<br>".repeat(size / 10))),
    ("hidden text", |size| "x<i hidden>y</i>".repeat(size / 16)),
    ("code", |size| "<code>x`</code> ".repeat(size / 16)),
    ("*", |size| "*".repeat(size)),
    ("`", |size| format!("<code>{}", "`".repeat(size))),
    ("&amp;x", |size| "&amp;x".repeat(size / 6)),
    ("a long reference", |size| format!("&amp;{}", "x".repeat(size))),
    ("a number", |size| format!("{}.", "1".repeat(size))),
    ("###", |size| "#".repeat(size)),
];

/// Selectors that look at many elements, or at an element in many ways.
const SELECTORS: &[&str] = &[
    "*",
    ".a",
    ".a .a .a .a .b",
    "div > div div > div div > div",
    "p ~ p ~ p + p",
    ":not(.a .b) :is(p > b, .a ~ i)",
    "b:nth-child(odd):nth-last-child(3n)",
    "x-y:nth-of-type(2), x-y:nth-last-of-type(2)",
    "div:has(.a ~ .b > i)",
    "p:has(+ p), div:has(> b)",
    "p:empty, b:empty",
    "[a*=aaaab i]",
    "[class~=c][class*=d][class$=e]",
    ":root > body > :only-child",
    ":nth-child(2n+1 of .a, div > p):nth-last-child(n+2 of :has(b))",
    "div:has(:not(.a .b) :is(p > b))",
    "//div[contains(., 'aab') or contains(., 'b')]//*[normalize-space()='x' or string-length() > 4000]",
    "//*[contains(translate(normalize-space(.), 'ABC', 'abc'), 'aaaaaaaaaaaaaaab')]",
    "//p[text()='x' or contains(text(), 'y')]/following-sibling::p[position() < 9]",
    "//p/following-sibling::p[3]/preceding-sibling::p[2] | //p/following-sibling::p[position() > 2][@class]",
    "//*[preceding-sibling::*[1][self::p]][following-sibling::p[2][@class='a']]",
    "//b/ancestor::div[7] | //p[ancestor::div[1][@class]]/following::b[2]",
    "//div/descendant::p[5] | //b/../..//b[last()]/preceding::i",
    "(//p[count(.//b) > 5])[last()]/ancestor-or-self::*[contains(concat(' ', normalize-space(@class), ' '), ' a ')]",
    "//*[substring-before(translate(@a, 'b', 'a'), 'aaab')]",
];

/// Pages that are slow for an evaluation of selectors that looks at elements or attributes repeatedly.
const SELECT_PAGES: &[(&str, Build)] = &[
    ("deep elements", |size| "<div>".repeat(size / 5)),
    ("deep elements with a class", |size| "<div class=a>".repeat(size / 13)),
    ("siblings", |size| "<p class=a>".repeat(size / 11)),
    ("siblings with text", |size| "<p>x</p>y<!---->z".repeat(size / 17)),
    ("texts between siblings", |size| format!("<p>{}<p>", "x<!---->".repeat(size / 8)).repeat(2)),
    ("classes", |size| format!("<p class='{}'>", "a ".repeat(size / 2))),
    ("distinct classes", |size| {
        format!("<p class='{}'>", (0..size / 8).map(|n| format!("a{n:06} ")).collect::<String>())
    }),
    ("a value", |size| format!("<p a='{}'>", "a".repeat(size))),
    ("a value with references", |size| {
        format!("<p a='{}' class='{}'>", "&amp;a".repeat(size / 12), "&#97; ".repeat(size / 12))
    }),
    ("attributes", |size| "<p a=x b=y c=z class=a id=b>".repeat(size / 28)),
    ("names", |size| (0..size / 10).map(|n| format!("<x{n:06}></x{n:06}>")).collect()),
    ("an unknown name", |size| "<x-y></x-y>".repeat(size / 11)),
    ("body tags", |size| (0..size / 20).map(|n| format!("<body a{n:07}=x class=a>")).collect()),
    ("html tags", |size| (0..size / 20).map(|n| format!("<html a{n:07}=x class=a>")).collect()),
    ("elements before a table", |size| format!("<table>{}", "<b class=a></b>".repeat(size / 15))),
    ("text before a table", |size| format!("<table>{}", "x<tr> ".repeat(size / 6))),
    ("tables before tables", |size| "<table><b><table><i>".repeat(size / 20)),
    ("adoption", |size| "<b class=a><p>x</b>y".repeat(size / 20)),
    ("adoption of many children", |size| {
        let children = "<i></i>".repeat(size / 14);
        format!("<b><b><b><b><b><b><p>{children}{}", "</b>x<b>".repeat(size / 16))
    }),
    ("adoption in nested blocks", |size| "<a><div>".repeat(size / 8)),
    ("reconstruction", |size| format!("<p>{}{}", "<b><i><u><s>".repeat(3), "<p class=a>x</p>".repeat(size / 160))),
    ("templates", |size| "<template><p class=a></template>".repeat(size / 32)),
    ("nested templates", |size| "<template><tr><td class=a>".repeat(size / 26)),
    ("head after the head", |size| format!("<head></head>{}", " <meta class=a>".repeat(size / 15))),
    ("SVG", |size| format!("<svg>{}", "<g class=a xlink:href=x>".repeat(size / 24))),
    ("nested texts", |size| "<div>a".repeat(size / 6)),
    ("white space in nested elements", |size| format!("{}{}", "<div>".repeat(500), " ".repeat(size))),
    ("occurrences in nested elements", |size| format!("{}{}", "<div class=a>".repeat(500), "aab".repeat(size / 3))),
    ("comments between texts", |size| format!("<p>{}", "x<!---->".repeat(size / 8))),
    ("siblings below siblings", |size| "<p class=a><b><i></i></b><b></b></p>".repeat(size / 36)),
];

#[test]
fn selecting_takes_linear_time() {
    let selectors = Selectors::compile(SELECTORS).expect("selectors");
    let (options, mut arena) = (Options::default().with_feedback(false), Arena::new());
    assert_linear("selecting", SELECT_PAGES, SIZE, |html| {
        let start = Instant::now();
        arena.reset();
        let mut sink = SelectSink::new(&selectors, &arena, false);
        tokenize_in(html.as_bytes(), &options, &arena, &mut sink);
        std::hint::black_box(sink.finish().of(0).len());
        start.elapsed()
    });
}

/// Columns of nested elements repeat their text up to a limit.
#[test]
fn columns_take_linear_time() {
    const COLUMNS: [&str; 7] = [
        "a[]=div",
        "b{ div | c=b, d[]=i::attr(x), e{ b | f=::text, g=i::attr(x) } }",
        "h{ * | i=.none::attr(x), j=b::attr(none) }",
        "k[]=:is(div, p, b)::markdown",
        "l[]=:is(div, p)::html",
        "m[]=//div/text()",
        "n[]=:is(a, g)::url(xlink:href)",
    ];
    let columns = Arc::new(SelectColumns::compile(&COLUMNS).expect("columns"));
    let mut extractor = Extractor::new(ExtractOptions::default().with_links(false).with_columns(Some(columns)));
    assert_linear("columns", SELECT_PAGES, SIZE, |html| {
        let start = Instant::now();
        std::hint::black_box(extractor.extract(html.as_bytes(), &Context::default()).selected.len());
        start.elapsed()
    });
}

#[test]
fn extraction_takes_linear_time() {
    assert_extraction_is_linear(PAGES, SIZE, ExtractOptions::default().with_text(true).with_rights(true));
    let blocks = ExtractOptions::default().with_main(true).with_inlines(true);
    assert_extraction_is_linear(BLOCK_PAGES, BLOCK_SIZE, blocks.clone());
    assert_extraction_is_linear(PAGES, BLOCK_SIZE, blocks);
    assert_extraction_is_linear(ITEM_PAGES, SIZE, ExtractOptions::default().with_items(true));
}

fn assert_extraction_is_linear(pages: &[(&str, Build)], size: usize, options: ExtractOptions) {
    let name = format!("{options:?}");
    let mut extractor = Extractor::new(options);
    let context = Context::default().with_url(Some("https://example.com/"));
    assert_linear(&name, pages, size, |html| {
        let start = Instant::now();
        std::hint::black_box(extractor.extract(html.as_bytes(), &context));
        start.elapsed()
    });
}

#[test]
fn writing_blocks_takes_linear_time() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_main(true).with_inlines(true));
    let options = MarkdownOptions::default().with_links(true).with_images(true).with_emphasis(true);
    let (context, mut text) = (Context::default().with_url(Some("https://example.com/")), String::new());
    assert_linear("writing", &[BLOCK_PAGES, WRITER_PAGES].concat(), BLOCK_SIZE, |html| {
        let page = extractor.extract(html.as_bytes(), &context);
        let blocks = page.blocks.expect("requested");
        text.clear();
        let start = Instant::now();
        blocks.write_text(&mut text);
        blocks.write_markdown(&options, &mut text);
        let view = blocks.view(View::Generous).expect("requested");
        view.write_text(&mut text);
        view.write_markdown(&options, &mut text);
        start.elapsed()
    });
}
