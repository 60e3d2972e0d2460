//! Inline styles and classes that decide how text is displayed: boxes, white space, and text that only screen readers show.
//!
//! The expected texts are Chromium's `innerText` without empty lines. Only boxes in a line, and white space alone in an inline element,
//! separate words here and not there.

use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions, View};

/// Returns the visible text, and the Markdown of all blocks.
fn read(html: &str) -> (String, String) {
    let mut extractor = Extractor::new(ExtractOptions::default().with_text(true).with_blocks(true).with_inlines(true));
    let page = extractor.extract(html.as_bytes(), &Context::default());
    let mut markdown = String::new();
    page.blocks.expect("requested").write_markdown(&MarkdownOptions::default(), &mut markdown);
    (page.text.expect("requested").to_owned(), markdown.trim_end().to_owned())
}

/// Returns the Markdown of the main content.
fn main_content(html: &str) -> String {
    let mut extractor = Extractor::new(ExtractOptions::default().with_main(true).with_inlines(true));
    let page = extractor.extract(html.as_bytes(), &Context::default());
    let mut markdown = String::new();
    let blocks = page.blocks.expect("requested");
    blocks.view(View::Main).expect("requested").write_markdown(&MarkdownOptions::default(), &mut markdown);
    markdown
}

#[test]
fn styles_set_the_box() {
    let table = [
        ("<div>at $<div style='display:inline'>5.22</div> per share</div>", "at $5.22 per share", "at $5.22 per share"),
        ("<p><span style='display:block'>A</span><span style='display: Block'>B</span></p>C", "A\nB\nC", "A\n\nB\n\nC"),
        ("x<b style='display:list-item'>A</b>y", "x\nA\ny", "x\n\nA\n\ny"),
        ("x<span style='display:table-cell'>A</span><span style='display:table-cell'>B</span>", "x A B", "x A B"),
        ("<div style='display:inline-block'>A</div><div style='display:inline-block'>B</div>", "A B", "A\n\nB"),
        ("<i style='display:inline-block'>T</i>he", "The", "The"),
        ("<p style='display:contents'>A</p>B", "AB", "AB"),
        ("a<img style='display:block'>b", "a\nb", "a\n\nb"),
        ("<form style='display:inline'>A</form>B", "AB", "AB"),
        ("a<a href=x style=display:block>b</a>c", "a\nb\nc", "a\n\nb\n\nc"),
        ("<ul><li style='display:inline'>A</li><li style='display:inline'>B</li></ul>", "AB", "AB"),
        ("<table><tr><td style='display:inline'>A</td><td>B</td></tr></table>", "A B", "A\n\nB"),
        ("<body style='display:inline'><p>A</p>B", "A\nB", "A\n\nB"),
        ("<div style='display:inline'>A<p>B</p>C</div>D", "A\nB\nCD", "A\n\nB\n\nCD"),
        // Tree construction closes the `b` at `</p>`, and opens a copy.
        ("<p><b style='display:block'>A</p>B", "A\nB", "A\n\nB"),
    ];
    for (html, text, markdown) in table {
        assert_eq!(read(html), (text.to_owned(), markdown.to_owned()), "{html}");
    }
}

/// Their children are boxes, as if a style displayed them as blocks.
#[test]
fn items_of_flex_and_grid_containers_are_on_lines_of_their_own() {
    let table = [
        ("<div style='display:flex'><span>Total</span><span>$45</span></div>", "Total\n$45"),
        ("x<span style='display:inline-flex'><b>1</b><b>2</b></span>y", "x\n1\n2\ny"),
        ("x <span style='display:inline-flex'>1</span> y", "x 1 y"),
        ("<div style='display:flex'>a<wbr>b<script>1</script>c<br>d</div>", "abc\nd"),
        ("<div style='display:flex'><div style='display:contents'><b>a</b><b>b</b></div>c</div>", "a\nb\nc"),
        (
            "<div style='display:grid'><button>A</button><button>B</button> <a href=x>l</a> t <i>u</i></div>",
            "A\nB\nl\nt\nu",
        ),
        (
            "<div style='display:flex'><b style='display:inline'>A</b><b style='display:inline-block'>B</b></div>",
            "A\nB",
        ),
        ("<table><tr style='display:flex'><td>a<td>b</table>", "a\nb"),
        ("a<div style='display:inline-grid'><span>b</span><span>c</span></div>d", "a\nb\nc\nd"),
        ("<div style='display:flex'>a<b hidden>x</b>b<style>y</style>c<template>z</template>d", "abcd"),
        (
            "<div style='display:block flex'><b>b</b><b>c</b></div><div style='display:-webkit-box'><b>d</b><b>e</b>",
            "b\nc\nde",
        ),
        ("<b style='display:flex'>b<i>c</i>d</b>", "b\nc\nd"),
        (
            "<div style='display:flex'><b><i>a</i><u>b</u></b><p>c<u>d</u></p><u>e</u></div><u>f</u><u>g</u>",
            "ab\ncd\ne\nfg",
        ),
    ];
    for (html, text) in table {
        let (read_text, markdown) = read(html);
        assert_eq!(read_text, text, "{html}");
        assert_eq!(
            markdown.replace("**", "").split_whitespace().collect::<Vec<_>>(),
            text.split_whitespace().collect::<Vec<_>>(),
            "{html}"
        );
    }
}

#[test]
fn popovers_are_hidden() {
    assert_eq!(read("<p>The ferry<span popover>A note.</span> runs.").0, "The ferry runs.");
    assert_eq!(read("<p>The ferry<span popover=manual>A note.</span> runs.").1, "The ferry runs.");
    assert_eq!(read("<p>a<span popover style='display:block'>N</span>").0, "a\nN");
    assert_eq!(read("<dialog popover open>a</dialog><dialog popover>b</dialog>c").0, "a\nc");
}

#[test]
fn styles_keep_white_space() {
    let table = [
        ("<div style='white-space:pre-line'>a  b\nc\n\nd</div>e  f", "a b\nc\nd\ne f", "a b  \nc\n\nd\n\ne f"),
        ("<p style='white-space:pre-wrap'>a  b\nc</p>e  f", "a  b\nc\ne f", "a b  \nc\n\ne f"),
        ("<div style='white-space:pre'>a<b> x</b>\nb<br>c</div>", "a x\nb\nc", "a x  \nb  \nc"),
        ("<pre>a\n  b</pre>", "a\n  b", "```\na\n  b\n```"),
        ("<pre style='white-space:pre-wrap'>a\n  b</pre>", "a\n  b", "```\na\n  b\n```"),
        ("<pre style='white-space:normal'>a\n  b</pre>", "a b", "a b"),
        ("<pre style='white-space:pre-line'>a\n  b</pre>", "a\nb", "a  \nb"),
        ("<div style='white-space:pre'><p style='white-space:normal'>a\nb</p>c\nd</div>", "a b\nc\nd", "a b\n\nc  \nd"),
        ("<p>Alpha<span style='white-space:pre'>\n</span>13</p>", "Alpha 13", "Alpha 13"),
        ("<xmp>a\n  <b></xmp>", "a\n  <b>", "```\na\n  <b>\n```"),
        ("<listing>a\n  b</listing>", "a\n  b", "```\na\n  b\n```"),
    ];
    for (html, text, markdown) in table {
        assert_eq!(read(html), (text.to_owned(), markdown.to_owned()), "{html}");
    }
}

#[test]
fn text_for_screen_readers_is_apart() {
    for class in
        ["sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "element-invisible", "a-offscreen"]
    {
        let html = format!("<p>Now $34<span class='x {class}'>Price: $49</span> only");
        assert_eq!(read(&html), ("Now $34\nPrice: $49\nonly".to_owned(), "Now $34 only".to_owned()), "{class}");
    }
    assert_eq!(read("<p>a<span class=not-sr-only>b</span>").0, "ab");
    assert_eq!(read("<h2 class=sr-only>Menu</h2><p>a").1, "a");
    let mut extractor = Extractor::default();
    let html = "<a href=/x>Read more<span class=sr-only>about cats</span></a>";
    let page = extractor.extract(html.as_bytes(), &Context::default());
    assert_eq!(page.links[0].text, "Read more about cats");
    let mut extractor = Extractor::new(ExtractOptions::default().with_hidden_text(true).with_blocks(true));
    let page = extractor.extract(b"<p>a<span class=sr-only>b</span>", &Context::default());
    assert!(page.blocks.expect("requested").iter().all(|block| !block.is_hidden()));
}

#[test]
fn hidden_inline_text_leaves_the_main_content() {
    let text =
        "The ferry to the islands left the harbour in the morning, with forty passengers and their luggage on board";
    let html = format!(
        "<h1>Title</h1><p>{text}<span style='display:none'>SECRET</span>, it said.</p><p>{text}, \
        <span class=sr-only>SECRET</span>too.</p><div style='display:none'><p>{text}, and all of this is shown later, by a \
        script.</p></div>"
    );
    let markdown = main_content(&html);
    assert!(!markdown.contains("SECRET") && markdown.contains("on board, it said."), "{markdown}");
    assert!(markdown.contains("shown later"), "{markdown}");
}

/// A hidden row or cell has no place in the table: its text was joined with the text of the cell before it.
#[test]
fn hidden_rows_and_cells_leave_the_main_content() {
    let text =
        "The ferry to the islands left the harbour in the morning, with forty passengers and their luggage on board.";
    let cases = [
        (
            "<tr><th>Year<th>Price<tr><td>2001<td>11<tr style='display:none'><td>2004<td>14<tr><td>2005<td>15",
            "2001 | 11",
        ),
        (
            "<tr><th>Year<th hidden>Code<th>Price<tr><td>2001<td hidden>2004<td>11<tr><td>2005<td hidden>14<td>15",
            "2001 | 11",
        ),
        ("<tr><th>Year<th>Price<tr><td>2001<td>11<tr><td>2005<td>15<tr hidden><td>14", "2001 | 11"),
        ("<tr><th>Year<th>Price<tr><td><td><tr><td>2001<td>11<tr hidden><td>2004<td>14<tr><td>2005<td>15", "2001 | 11"),
        // No other cell has text.
        ("<tr><td><td><tr><td><td><tr hidden><td>2004<td>14", ""),
    ];
    for (rows, row) in cases {
        let markdown = main_content(&format!("<p>{text}</p><table>{rows}</table><p>{text} Twice."));
        assert!(!markdown.contains("2004") && !markdown.contains("14"), "{markdown}");
        assert!(markdown.contains(row) && markdown.contains("Twice"), "{markdown}");
        assert!(markdown.lines().all(|line| line.starts_with('|') == line.ends_with('|')), "{markdown}");
    }
    // A script may show a hidden table, as it may show a paragraph.
    let markdown = main_content(&format!("<p>{text}</p><table hidden><tr><th>Year<th>Price<tr><td>2001<td>11</table>"));
    assert!(!markdown.contains("200111"), "{markdown}");
}

#[test]
fn only_the_first_heading_of_level_1_is_the_title() {
    let text =
        "Clean the filter once a week, and replace it after three months of use, or earlier if the water tastes bad.";
    let html = format!(
        "<title>The manual</title><h1>The <br>manual</h1><p>{text}</p><h1>Installation</h1><p>{text} Twice.</p><h1>Maintenance</h1><p>{text} Now."
    );
    let markdown = main_content(&html);
    assert!(!markdown.contains("manual"), "{markdown}");
    assert!(markdown.contains("# Installation") && markdown.contains("# Maintenance"), "{markdown}");
}
