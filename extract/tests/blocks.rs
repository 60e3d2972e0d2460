//! The table of text blocks: rows, elements, inline ranges and limits.

use tagrake::encoding::Encoding;
use tagrake_extract::{Blocks, Context, ExtractOptions, Extractor, Flag, InlineKind, ListKind, MarkdownOptions, View};
use tagrake_testsupport::pages;

fn with_blocks<R>(html: &str, check: impl FnOnce(&Blocks<'_>) -> R) -> R {
    let options = ExtractOptions::default().with_blocks(true).with_inlines(true);
    let mut extractor = Extractor::new(options);
    check(&extractor.extract(html.as_bytes(), &Context::default()).blocks.expect("requested"))
}

/// Returns the texts, separated by `|`.
fn texts(html: &str) -> String {
    with_blocks(html, |blocks| blocks.iter().map(|block| block.text()).collect::<Vec<_>>().join("|"))
}

/// Returns the path of each block, from the outermost element below the root.
fn paths(html: &str) -> Vec<String> {
    with_blocks(html, |blocks| {
        let path = |names: Vec<&str>| names.into_iter().rev().skip(1).collect::<Vec<_>>().join(" ");
        blocks.iter().map(|block| path(block.path().map(|element| element.name()).collect())).collect()
    })
}

#[test]
fn boundaries_separate_blocks() {
    let table = [
        ("<p>a<p>b", "a|b"),
        ("a<div>b</div>c", "a|b|c"),
        ("a<b>b</b>c <i> d </i>", "abc d"),
        ("a<br>b<br><br>c", "a|b|c"),
        ("<td>a</td>", "a"),
        ("<table><tr><td>a<td>b<tr><th>c</table>d", "a|b|c|d"),
        ("a<button>b</button>c", "a|b|c"),
        ("a<img src=x>b", "a b"),
        ("a<hr>b</p>c", "a|b|c"),
        ("  a \n\t b &amp;&nbsp; c  ", "a b & c"),
        ("<pre>\n a\n  b<br>c </pre>d", " a\n  b\nc |d"),
        ("<pre>\n\n</pre>", ""),
        ("<select><option>a</select>b<textarea>c</textarea><script>d</script><style>e</style>f", "b f"),
        ("<svg><text>a</text><title>b</title></svg><math><mi>c</mi><annotation>d</annotation></math>", "c"),
        ("<noscript><p>a</p></noscript><template>b</template><video>c</video>", "a"),
        ("<p>a</p><dialog>b</dialog><div hidden>c<p>d</div>e<span style='display:none'>f</span>g", "a|b|c|d|e|f|g"),
    ];
    for (html, expected) in table {
        assert_eq!(texts(html), expected, "{html}");
    }
}

#[test]
fn scripting_does_not_change_noscript() {
    let options = ExtractOptions::default().with_blocks(true).with_scripting(true);
    let mut extractor = Extractor::new(options);
    let page = extractor.extract(b"<noscript><p>a</noscript><p>b", &Context::default());
    let noscript: Vec<_> = page.blocks.expect("requested").iter().map(|block| block.is_noscript()).collect();
    assert_eq!(noscript, [true, false]);
}

#[test]
fn blocks_know_their_elements() {
    assert_eq!(paths("<div><ul><li>a<li><p>b</ul>c"), ["div ul li", "div ul li p", "div"]);
    assert_eq!(paths("<table><td>a</table><td>b"), ["table tbody tr td", ""]);
    with_blocks("<body class='x y' lang=en><main lang=de><h2>a</h2><blockquote>b", |blocks| {
        let (heading, quote) = (blocks.get(0).expect("exists"), blocks.get(1).expect("exists"));
        assert_eq!((heading.heading_level(), quote.heading_level()), (2, 0));
        assert_eq!((heading.lang(), heading.container().name()), (Some("de"), "main"));
        assert_eq!(quote.element().parent().expect("exists").name(), "main");
        assert_eq!(blocks.element(0).expect("exists").class(), Some("x y"));
    });
}

#[test]
fn lists_and_tables_are_numbered() {
    let html = "<ol start=4><li value=7>a<ul><li>b</ul></ol><dl><dt>c</dl>";
    with_blocks(html, |blocks| {
        let lists: Vec<_> = blocks.iter().map(|block| (block.list_depth(), block.list_kind())).collect();
        assert_eq!(lists, [(1, ListKind::Ordered), (2, ListKind::Unordered), (1, ListKind::Description)]);
        let item = blocks.get(0).expect("exists").element();
        assert_eq!((item.value(), item.parent().expect("exists").value()), (7, 4));
    });
    let html = "<table><tr><td colspan=2>a<td>b<tr><td><td rowspan=3>c<table><td>d</table></table>e";
    with_blocks(html, |blocks| {
        let cells: Vec<_> = blocks.iter().map(|block| block.table_cell()).collect();
        assert_eq!(cells, [Some((1, 1)), Some((1, 3)), Some((2, 2)), Some((1, 1)), None]);
        assert_eq!(blocks.get(0).expect("exists").element().value(), 2);
        assert_eq!(blocks.get(2).expect("exists").element().row_span(), 3);
        assert_eq!(blocks.elements().filter(|element| element.name() == "td").count(), 5);
    });
}

#[test]
fn lines_of_a_paragraph_are_marked() {
    with_blocks("<p>a<br>b<br><br>c<p><br>d", |blocks| {
        assert_eq!(blocks.iter().map(|block| block.line_breaks()).collect::<Vec<_>>(), [0, 1, 2, 0]);
    });
}

#[test]
fn words_of_links_are_counted() {
    let html = "<a href=x>one two</a> three <b>four</b><p><a>five</a><p><a href=y>six<p>seven</a> eight";
    with_blocks(html, |blocks| {
        let words: Vec<_> = blocks.iter().map(|block| (block.words(), block.link_words())).collect();
        assert_eq!(words, [(4, 2), (1, 0), (1, 1), (2, 1)]);
    });
}

#[test]
fn inline_elements_are_ranges() {
    let html = "<p>a <code class=rust>b<i>c</i></code><img src=s alt=t> <p><b>d<p>e</b>f<p><sub>g<p>h";
    with_blocks(html, |blocks| {
        let inlines: Vec<_> = blocks
            .iter()
            .flat_map(|block| block.inlines().iter().map(move |inline| (&block.text()[inline.range()], inline.kind)))
            .collect();
        assert_eq!(
            inlines,
            [
                ("bc", InlineKind::Code { class: "rust" }),
                ("c", InlineKind::Emphasis),
                ("", InlineKind::Image { src: "s", alt: "t" }),
                ("d", InlineKind::Strong),
                ("e", InlineKind::Strong),
                ("g", InlineKind::Subscript),
            ]
        );
    });
}

#[test]
fn rows_of_real_pages_are_consistent() {
    let options = ExtractOptions::default().with_blocks(true).with_inlines(true);
    let mut extractor = Extractor::new(options);
    let mut count = 0;
    for page in pages::all() {
        let html = String::from_utf8_lossy(&page.html);
        let context = Context::default().with_encoding(Encoding::for_label(b"utf-8"));
        let extracted = extractor.extract(html.as_bytes(), &context);
        let blocks = extracted.blocks.expect("requested");
        assert!(!blocks.is_truncated());
        let mut end = 0;
        for block in &blocks {
            let text = block.text();
            assert!(!text.trim_ascii().is_empty());
            assert!(block.is_preformatted() || text == text.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
            let span = block.span();
            assert!(span.start < span.end && span.end <= html.len() && span.start >= end, "{}", page.name);
            end = span.end;
            assert!(block.link_words() <= block.words() + 2 * block.inlines().len(), "{block:?}");
            for inline in block.inlines() {
                assert!(text.get(inline.range()).is_some(), "{inline:?} in {text:?}");
            }
            count += 1;
        }
        for element in blocks.elements().skip(1) {
            assert!(element.parent().expect("not the root").index() < element.index());
        }
    }
    assert!(count > 1000, "only {count} blocks");
}

#[test]
fn limits_are_reported() {
    let (text, depth) = (Some(Flag::LimitText), Some(Flag::LimitDepth));
    let base = format!("<base href='https://e.org/{}/'>", "x".repeat(8000));
    let pages = [
        ("a million blocks", "<p>x".repeat(1_000_000), text),
        ("a million elements", format!("{}x", "<div></div>".repeat(1_000_000)), text),
        ("a depth of 100,000", format!("{}x", "<div>".repeat(100_000)), depth),
        ("a depth of 100,000 with text", "<div>x ".repeat(100_000), depth),
        ("one block of 64 MB", format!("<p>{}", "word ".repeat(12_800_000)), text),
        ("a table of a million cells", format!("<table>{}", "<tr><td>x<td>y".repeat(500_000)), text),
        ("a row of a million cells", format!("<table><tr>{}", "<td>x".repeat(1_000_000)), text),
        ("a class of 8 MB", format!("<div class='{}'>x", "nav post ".repeat(900_000)), None),
        ("a million inline elements", format!("<p>{}", "<b>x</b>".repeat(1_000_000)), text),
        ("a million images without text", "<img src=x><p>".repeat(1_000_000) + "x", text),
        ("24 MB of URLs", format!("{base}<p>{}", "<a href=x>y</a>".repeat(3000)), text),
    ];
    let options = ExtractOptions::default().with_main(true).with_inlines(true);
    let mut extractor = Extractor::new(options.with_metadata(false).with_links(false));
    let options = MarkdownOptions::default().with_links(true).with_images(true).with_emphasis(true);
    for (name, html, expected) in pages {
        let page = extractor.extract(html.as_bytes(), &Context::default());
        assert!(page.flags.iter().filter(|flag| flag.is_limit()).eq(expected), "{name}: {:?}", page.flags);
        let blocks = page.blocks.expect("requested");
        assert_eq!(blocks.is_truncated(), expected == text, "{name}");
        assert!(!blocks.is_empty() && blocks.elements().all(|element| element.depth() <= 512), "{name}");
        let (mut text, mut markdown) = (String::new(), String::new());
        blocks.write_text(&mut text);
        blocks.view(View::Generous).expect("requested").write_markdown(&options, &mut markdown);
        assert!(!text.is_empty() && text.len().max(markdown.len()) < 64 << 20, "{name}");
    }
}

/// Returns the text without white space and without the marks of scripts.
fn dense(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace() && !"^_()".contains(*character)).collect()
}

#[test]
fn visible_blocks_have_the_visible_text() {
    let options = ExtractOptions::default().with_blocks(true).with_text(true);
    let mut extractor = Extractor::new(options);
    let mut count = 0;
    for page in pages::all() {
        let html = String::from_utf8_lossy(&page.html).to_ascii_lowercase();
        // These are left out of the table.
        if ["<select", "<svg", "<math", "<template", "<object"].iter().any(|tag| html.contains(tag)) {
            continue;
        }
        let extracted = extractor.extract(&page.html, &Context::default());
        let blocks = extracted.blocks.expect("requested");
        let visible =
            blocks.iter().filter(|block| !block.is_hidden() || block.is_for_screen_readers()).map(|block| block.text());
        assert_eq!(dense(&visible.collect::<String>()), dense(extracted.text.expect("requested")), "{}", page.name);
        count += 1;
    }
    assert!(count >= 5, "only {count} pages");
}

/// The visible blocks: text, heading level and whether it is preformatted.
fn visible(html: &str) -> Vec<(String, u8, bool)> {
    with_blocks(html, |blocks| {
        let shown = blocks.iter().filter(|block| !block.is_hidden());
        shown.map(|block| (block.text().to_owned(), block.heading_level(), block.is_preformatted())).collect()
    })
}

#[test]
fn simplified_html_has_the_same_blocks() {
    let mut count = 0;
    for page in pages::all() {
        let html = String::from_utf8_lossy(&page.html).into_owned();
        let mut simplified = String::new();
        let indices = with_blocks(&html, |blocks| {
            blocks.write_html(&mut simplified);
            blocks.iter().filter(|block| !block.is_hidden()).map(|block| block.index()).collect::<Vec<_>>()
        });
        let written: Vec<usize> = simplified
            .split(" data-block=")
            .skip(1)
            .map(|rest| rest.split('>').next().and_then(|index| index.parse().ok()).expect("an index"))
            .collect();
        assert_eq!(written, indices, "{}", page.name);
        let (before, after) = (visible(&html), visible(&format!("<meta charset=utf-8>{simplified}")));
        let found = before.iter().zip(&after).find(|(before, after)| before != after);
        assert_eq!((found, before.len()), (None, after.len()), "{}", page.name);
        count += 1;
    }
    assert!(count > 8, "{count} pages");
}

#[test]
fn simplified_html_of_deep_pages_is_small() {
    let html = format!("{}x", "<div><section>y".repeat(100_000));
    let mut simplified = String::new();
    with_blocks(&html, |blocks| blocks.write_html(&mut simplified));
    assert!(simplified.len() < 5 * html.len(), "{} bytes", simplified.len());
    assert_eq!(simplified.matches("<section>").count(), simplified.matches("</section>").count());
}
