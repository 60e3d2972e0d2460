//! Time is linear in the size of the input, for adversarial inputs.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tagrake::{Arena, Engine, Options, Token, tokenize_in};
use tagrake_extract::{
    Context, ExtractOptions, Extractor, MarkdownOptions, SelectColumns, SelectSink, Selectors, View,
};
use tagrake_testsupport::any_sink::Stream;
use tagrake_testsupport::tokenizer_runs::{RunConfig, TokenSink};

/// The approximate size of the smaller of two inputs, in bytes. It holds a thousand of any construct, and is read in
/// about a millisecond, so that a busy scheduler rarely interrupts a run.
const SIZE: usize = 16_000;

/// The same for pages with blocks. A quadratic step over few blocks takes less time than the linear ones.
const BLOCK_SIZE: usize = 4 * SIZE;

/// The ratio of the sizes of the two inputs.
const GROWTH: usize = 8;

/// The maximum ratio of the times. Linear time gives 8, or somewhat more if the larger input does not fit into a cache;
/// quadratic time gives 64.
const BOUND: f64 = 20.0;

/// The time after which a failed comparison is not repeated. Other programs, or the host of a virtual machine, may take
/// most of the CPU for a while.
const PATIENCE: Duration = Duration::from_secs(30);

/// Held during measurements, so that tests do not run at the same time.
static TURN: Mutex<()> = Mutex::new(());

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

/// Returns an input of about `size` bytes that is slow for a tokenizer that reads bytes repeatedly.
type Build = fn(size: usize) -> String;

const INPUTS: &[(&str, Build)] = &[
    ("plain text", |size| "text ".repeat(size / 5)),
    ("distinct attributes", |size| format!("<p{}>", (0..size / 8).map(|n| format!(" {n:07}")).collect::<String>())),
    ("distinct attributes, unfinished", |size| (0..size / 8).fold("<p".to_owned(), |tag, n| tag + &format!(" {n:07}"))),
    ("duplicate attributes", |size| format!("<p{}>", " a=b".repeat(size / 4))),
    ("attributes in upper case", |size| {
        format!("<p{}>", (0..size / 8).map(|n| format!(" A{n:06}")).collect::<String>())
    }),
    ("tags with some attributes", |size| "<p a b c d e f g h i j k l m n o p q r s t>".repeat(size / 43)),
    ("&", |size| "&".repeat(size)),
    ("<", |size| "<".repeat(size)),
    ("<!--", |size| "<!--".repeat(size / 4)),
    ("<!-- >", |size| "<!-- >".repeat(size / 6)),
    ("<!-->", |size| "<!-->".repeat(size / 5)),
    ("<!----!>", |size| "<!----!>".repeat(size / 8)),
    ("-", |size| format!("<!--{}", "-".repeat(size))),
    ("--!", |size| format!("<!--{}", "--!".repeat(size / 3))),
    ("unclosed quote", |size| format!("<a b='{}", "<c d=e>".repeat(size / 7))),
    ("unclosed quotes", |size| "<a b='".repeat(size / 6)),
    ("unclosed quotes of both kinds", |size| "<a b='\"".repeat(size / 7)),
    ("<a ", |size| "<a ".repeat(size / 3)),
    ("</a ", |size| "</a ".repeat(size / 4)),
    ("<a/", |size| format!("<a{}", "/".repeat(size))),
    ("spaces in a tag", |size| format!("<a{}", " ".repeat(size))),
    ("</title", |size| format!("<title>{}", "</title".repeat(size / 7))),
    ("</titl", |size| format!("<title>{}", "</titl".repeat(size / 6))),
    ("<title>", |size| "<title>".repeat(size / 7)),
    ("<!--<script", |size| format!("<script>{}", "<!--<script".repeat(size / 11))),
    ("<!--<script></script>", |size| format!("<script>{}", "<!--<script></script>".repeat(size / 21))),
    ("<script><!--</script>", |size| "<script><!--</script>".repeat(size / 21)),
    ("<title>&</title>", |size| "<title>&</title>".repeat(size / 16)),
    ("<![CDATA[", |size| "<![CDATA[".repeat(size / 9)),
    ("]", |size| format!("<![CDATA[{}", "]".repeat(size))),
    ("<?", |size| "<?".repeat(size / 2)),
    ("<?a ", |size| "<?a ".repeat(size / 4)),
    ("<?a b>", |size| "<?a b>".repeat(size / 6)),
    ("<?xml>", |size| "<?xml>".repeat(size / 6)),
    ("the target of a processing instruction", |size| format!("<?{}", "a".repeat(size))),
    ("? in a processing instruction", |size| format!("<?a{}", "?".repeat(size))),
    ("<!DOCTYPE ", |size| "<!DOCTYPE ".repeat(size / 10)),
    ("&amp", |size| "&amp".repeat(size / 4)),
    ("&amp in an attribute", |size| format!("<a b='{}'>", "&amp".repeat(size / 4))),
    ("&CounterClockwiseContourIntegra", |size| "&CounterClockwiseContourIntegra".repeat(size / 31)),
    ("unknown reference", |size| format!("&{}", "a".repeat(size))),
    ("unknown references", |size| "&aa;".repeat(size / 4)),
    ("digits", |size| format!("&#{}", "9".repeat(size))),
    ("NUL", |size| "\0".repeat(size)),
    ("NULs in a tag", |size| format!("<a{}", "\0".repeat(size))),
    ("NULs between tags", |size| "\0<a\0>".repeat(size / 5)),
    ("CR", |size| "\r".repeat(size)),
    ("CRs in an attribute", |size| format!("<a b='{}'>", "\r".repeat(size))),
    ("control characters", |size| "\u{1}".repeat(size)),
    ("?", |size| "<?".repeat(size / 2)),
    ("tags in upper case", |size| "<A B=C></A>".repeat(size / 11)),
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

/// Returns the time to read `html` and decode its tokens.
fn time(html: &str, config: RunConfig, options: &Options, arena: &mut Arena) -> Duration {
    let start = Instant::now();
    let mut bytes = 0;
    let mut sink = TokenSink::new(|token: Token<'_>| {
        bytes += match &token {
            Token::StartTag(tag) => tag.attributes().map(|attribute| attribute.value().len()).sum(),
            Token::Text(text) => text.decoded().len(),
            Token::Comment(comment) => comment.data().len(),
            _ => 0,
        };
    });
    config.run(html.as_bytes(), options, arena, &mut sink);
    std::hint::black_box(bytes);
    start.elapsed()
}

/// Returns an error with the times if the time of `read` grows faster than the size of the input.
fn is_linear(build: Build, read: impl FnMut(&str) -> Duration) -> Result<(), String> {
    is_linear_from(SIZE, build, read)
}

/// The same for a smaller input of `size` bytes.
fn is_linear_from(size: usize, build: Build, mut read: impl FnMut(&str) -> Duration) -> Result<(), String> {
    let (small, large) = (build(size), build(GROWTH * size));
    read(&large); // grows the memory
    // The best of all attempts counts, for both sizes.
    let (mut small_time, mut large_time) = (Duration::MAX, Duration::MAX);
    let start = Instant::now();
    loop {
        large_time = large_time.min(read(&large));
        small_time = small_time.min(read(&small));
        if large_time.as_secs_f64() < BOUND * small_time.as_secs_f64() {
            return Ok(());
        }
        if start.elapsed() > PATIENCE {
            return Err(format!("{small_time:?}, then {large_time:?}"));
        }
        // After a pause, the scheduler grants a full time slice.
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn tokenizing_takes_linear_time() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failures = Vec::new();
    let configs = RunConfig::all();
    let mut arena = Arena::new();
    for (name, build) in INPUTS {
        for &config in &configs {
            let options = config.options(&Options::default().with_cdata(true).with_processing_instructions(true));
            if let Err(times) = is_linear(*build, |html| time(html, config, &options, &mut arena)) {
                failures.push(format!("{name}: {times} ({config:?})"));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "not linear:\n{}", failures.join("\n"));
}

#[test]
fn tokenizing_in_chunks_takes_linear_time() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failures = Vec::new();
    for (name, build) in INPUTS {
        for (size, engine) in [(1, Engine::Auto), (10, Engine::StateMachine), (1000, Engine::Auto)] {
            let options = Options::default()
                .with_cdata(true)
                .with_processing_instructions(true)
                .with_errors(true)
                .with_engine(engine);
            let mut stream = Stream::new(&options);
            let time = |html: &str| {
                let start = Instant::now();
                let mut sink = TokenSink::new(|token: Token<'_>| {
                    std::hint::black_box(token.span());
                });
                html.as_bytes().chunks(size).for_each(|chunk| stream.feed(chunk, &mut sink));
                stream.finish(&mut sink);
                start.elapsed()
            };
            if let Err(times) = is_linear(*build, time) {
                failures.push(format!("{name}: {times} (in chunks of {size}, {engine:?})"));
            }
        }
    }
    assert!(failures.is_empty(), "not linear:\n{}", failures.join("\n"));
}

#[test]
fn selecting_takes_linear_time() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let selectors = Selectors::compile(SELECTORS).expect("selectors");
    let (options, mut arena, mut failures) = (Options::default().with_feedback(false), Arena::new(), Vec::new());
    for (name, build) in SELECT_PAGES {
        let time = |html: &str| {
            let start = Instant::now();
            arena.reset();
            let mut sink = SelectSink::new(&selectors, &arena, false);
            tokenize_in(html.as_bytes(), &options, &arena, &mut sink);
            std::hint::black_box(sink.finish().of(0).len());
            start.elapsed()
        };
        if let Err(times) = is_linear(*build, time) {
            failures.push(format!("{name}: {times}"));
        }
    }
    assert!(failures.is_empty(), "not linear:\n{}", failures.join("\n"));
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
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let columns = Arc::new(SelectColumns::compile(&COLUMNS).expect("columns"));
    let mut extractor = Extractor::new(ExtractOptions::default().with_links(false).with_columns(Some(columns)));
    let mut failures = Vec::new();
    for (name, build) in SELECT_PAGES {
        let time = |html: &str| {
            let start = Instant::now();
            std::hint::black_box(extractor.extract(html.as_bytes(), &Context::default()).selected.len());
            start.elapsed()
        };
        if let Err(times) = is_linear(*build, time) {
            failures.push(format!("{name}: {times}"));
        }
    }
    assert!(failures.is_empty(), "not linear:\n{}", failures.join("\n"));
}

#[test]
fn tokenizing_by_every_edition_takes_linear_time() {
    use tagrake_editions::{Edition, compare, tokenize};

    let options = Options::default().with_errors(true).with_cdata(true);
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failures = Vec::new();
    for (name, build) in INPUTS {
        for edition in &Edition::ALL[..4] {
            let time = |html: &str| {
                let start = Instant::now();
                std::hint::black_box(tokenize(html, *edition, &options));
                start.elapsed()
            };
            if let Err(times) = is_linear(*build, time) {
                failures.push(format!("{name}: {times} ({edition})"));
            }
        }
        let time = |html: &str| {
            let start = Instant::now();
            std::hint::black_box(compare(html, &options));
            start.elapsed()
        };
        if let Err(times) = is_linear(*build, time) {
            failures.push(format!("{name}: {times} (compared)"));
        }
    }
    assert!(failures.is_empty(), "not linear:\n{}", failures.join("\n"));
}

#[test]
fn extraction_takes_linear_time() {
    assert_extraction_is_linear(PAGES, SIZE, ExtractOptions::default().with_text(true).with_rights(true));
    let blocks = ExtractOptions::default().with_main(true).with_inlines(true);
    assert_extraction_is_linear(BLOCK_PAGES, BLOCK_SIZE, blocks.clone());
    assert_extraction_is_linear(PAGES, BLOCK_SIZE, blocks);
    assert_extraction_is_linear(ITEM_PAGES, SIZE, ExtractOptions::default().with_items(true));
}

#[test]
fn writing_blocks_takes_linear_time() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failures = Vec::new();
    let mut extractor = Extractor::new(ExtractOptions::default().with_main(true).with_inlines(true));
    let options = MarkdownOptions::default().with_links(true).with_images(true).with_emphasis(true);
    let (context, mut text) = (Context::default().with_url(Some("https://example.com/")), String::new());
    for (name, build) in BLOCK_PAGES.iter().chain(WRITER_PAGES) {
        let time = |html: &str| {
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
        };
        if let Err(times) = is_linear_from(BLOCK_SIZE, *build, time) {
            failures.push(format!("{name}: {times}"));
        }
    }
    assert!(failures.is_empty(), "not linear:\n{}", failures.join("\n"));
}

fn assert_extraction_is_linear(pages: &[(&str, Build)], size: usize, options: ExtractOptions) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failures = Vec::new();
    let mut extractor = Extractor::new(options);
    let context = Context::default().with_url(Some("https://example.com/"));
    for (name, build) in pages {
        let time = |html: &str| {
            let start = Instant::now();
            std::hint::black_box(extractor.extract(html.as_bytes(), &context));
            start.elapsed()
        };
        if let Err(times) = is_linear_from(size, *build, time) {
            failures.push(format!("{name}: {times}"));
        }
    }
    assert!(failures.is_empty(), "not linear:\n{}", failures.join("\n"));
}
