//! Code as generators, plugins and editors write it, and formulas of pages that configure a renderer.

use super::cases::markdown;
use super::{context, extractor};
use tagrake_extract::{MarkdownOptions, View};

/// Returns a block of code in Markdown.
fn fence(language: &str, code: &str) -> String {
    format!("```{language}\n{code}\n```")
}

#[test]
fn names_of_languages() {
    let table = [
        ("<pre class='src src-python'>a</pre>", "python"),
        ("<div class='highlight hl-julia'><pre>a</pre></div>", "julia"),
        ("<div class='mw-highlight mw-highlight-lang-c mw-content-ltr'><pre>a</pre></div>", "c"),
        ("<div class='highlight highlight-text-html-basic'><pre>a</pre></div>", "html-basic"),
        ("<pre class='code json literal-block'><code>a</code></pre>", "json"),
        ("<pre class='code literal-block'><code>a</code></pre>", ""),
        ("<pre data-enlighter-language=go>a</pre>", "go"),
        ("<pre data-syntaxhighlighter-params='gutter: true; brush: java; theme: x'>a</pre>", "java"),
        ("<div class='syntaxhighlighter nogutter perl'><div>a</div></div>", "perl"),
        (
            "<div class='highlight-c notranslate'><div class=highlight><table><tr><td><div><pre>a</pre></div></table></div></div>",
            "c",
        ),
    ];
    for (html, language) in table {
        assert_eq!(markdown(html), fence(language, "a"), "{html}");
    }
}

#[test]
fn numbers_of_lines_without_a_class() {
    let table = [
        ("<table><tr><td><pre>1\n2</pre><td><pre>a\n b</pre></table>", fence("", "a\n b")),
        ("<table><tr><td><pre> 9\n10</pre><td><pre>a\n b</pre></table>", fence("", "a\n b")),
        ("<pre><span class=linenr>1: </span>a\n<span class=linenr>2: </span> b</pre>", fence("", "a\n b")),
        (
            "<pre><span style='display:flex'><span style='user-select:none'>1</span><span>a</span></span></pre>",
            fence("", "a"),
        ),
        // Output beside a program, and numbers that do not count.
        (
            "<table><tr><td><pre>1\n3</pre><td><pre>a</pre></table>",
            format!("{}\n\n{}", fence("", "1\n3"), fence("", "a")),
        ),
        (
            "<table><tr><td><pre>a</pre><td><pre>1\n2</pre></table>",
            format!("{}\n\n{}", fence("", "a"), fence("", "1\n2")),
        ),
        ("<pre><span style='user-select:auto'>1</span>a</pre>", fence("", "1a")),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

/// Hugo and rehype-pretty-code display the lines of a `pre` as boxes.
#[test]
fn white_space_between_elements_of_code_is_kept() {
    let table = [
        ("<pre><code><span style='display:flex'><b>a</b> <i>b</i>\n</span></code></pre>", "a b"),
        (
            "<pre><code style='display: grid'><span>a</span>\n<span> b</span>\n\n<span>c</span></code></pre>",
            "a\n b\n\nc",
        ),
    ];
    for (html, code) in table {
        assert_eq!(markdown(html), fence("", code), "{html}");
    }
}

#[test]
fn code_whose_lines_are_elements() {
    let table = [
        (
            "<div class=fragment><div class=\"line\"><span>a</span> (b)</div>\n<div class=line>  c &lt; d;</div>\n\
                <div class=line> </div><div class=line>}</div></div>",
            fence("", "a (b)\n  c < d;\n\n}"),
        ),
        (
            "<div class='ltx_listing ltx_lst_language_C'><div class=ltx_listing_data><a download href='data:,'>⬇</a></div>\n\
                <div class=ltx_listingline>\n<span>int</span><span> </span>a;\n</div><div class=ltx_listingline>\n<span>  </span>b;</div></div>",
            fence("C", "int a;\n  b;"),
        ),
        (
            "<div class='syntaxhighlighter css'><table><tr><td class=gutter><div>1</div><div>2</div><div>3</div><td class=code>\
                <div class=container><div>a</div><div>&nbsp;</div><div><code>&nbsp;&nbsp;</code><code>b</code></div></div></table></div>",
            fence("css", "a\n\n  b"),
        ),
        (
            "<table class='highlight js-file-line-container'><tr><td class=blob-num data-line-number=1></td><td class=blob-code>a</td>\
                <tr><td class=blob-num></td><td class=blob-code>\n</td><tr><td class=blob-num></td><td class=blob-code>\tb</td></table>",
            fence("", "a\n\n\tb"),
        ),
        // Slides have fragments too.
        ("<div class=fragment><div>a</div><div>b</div></div>", "a\n\nb".to_owned()),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn dollar_signs_are_delimiters_where_a_page_configures_them() {
    let configuration = "<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>";
    let table = [
        ("a $x_1$, $n$", "a $x_1$, $n$"),
        ("a $5 and $6", "a $5 and $6"),
        ("a $5 and $6, $x$", "a \\$5 and \\$6, $x$"),
        ("a $x$5 $y$", "a \\$x\\$5 $y$"),
        ("a US$x$ $y$", "a US\\$x\\$ $y$"),
        ("a $ x$ $y$", "a \\$ x\\$ $y$"),
        ("a \\$x$ $y$", "a \\\\\\$x\\$ $y$"),
        ("a <code>$x$</code> $y$", "a `$x$` $y$"),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(&format!("{configuration}<p>{html}")), expected, "{html}");
    }
    assert_eq!(markdown("<script>MathJax = {}</script><p>$x$"), "$x$");
    assert_eq!(markdown("<script>MathJax = {}</script><p>$x$ \\(y\\)"), "\\$x\\$ $y$");
    assert_eq!(markdown("<script>jQuery('$')</script><p>$x$ \\(y\\)"), "\\$x\\$ $y$");
}

#[test]
fn elements_of_formulas() {
    let table = [
        ("<p>a <math-renderer>$x_1$</math-renderer> b", "a $x_1$ b"),
        ("<p>a <span class='math inline'>x_1</span>, b", "a $x_1$, b"),
        ("<p><span class='math display'>\\sum x</span>", "$$\\sum x$$"),
        ("<p>a <span class='math inline'>\\(x_1\\)</span> b", "a $x_1$ b"),
        ("<p>a <span class='math inline'><i>x</i></span> b", "a x b"),
        ("<p>a <span class=math>x</span> b", "a x b"),
        ("<p><img class=mwe-math-fallback-image-inline alt='{\\displaystyle x^{2}}'>", "$x^{2}$"),
        ("<p><img class=mwe-math-fallback-image-inline alt='{\\displaystyle x}+{y}'>", "${\\displaystyle x}+{y}$"),
        (
            "<p><math><mi>x</mi><annotation encoding='application/x-tex'>{\\textstyle x_{1}}</annotation></math>",
            "$x_{1}$",
        ),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

/// Returns the Markdown of a view of an article with `inner` between two paragraphs, navigation and a footer.
fn article(inner: &str, view: View) -> String {
    let html = format!(
        "<nav class=menu><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav><article class=post>\
        <p>The old bridge was closed on Monday, after the storm had damaged two of its five pillars, the city said.</p>{inner}\
        <p>Engineers will examine the pillars this week. The bridge, which was built in 1931, carries 12,000 cars a day.</p>\
        </article><aside class=related><h2>Related stories</h2><ul><li><a href=/a>Storm leaves thousands without power</a></ul></aside>\
        <footer><p>Copyright 2026 The Paper. All rights reserved. <a href=/imprint>Imprint</a></footer>"
    );
    let mut extractor = extractor();
    let page = extractor.extract(html.as_bytes(), &context());
    let mut markdown = String::new();
    let blocks = page.blocks.expect("requested");
    blocks.view(view).expect("scored").write_markdown(&MarkdownOptions::default(), &mut markdown);
    markdown
}

#[test]
fn no_view_drops_code_formulas_and_tables_in_the_text() {
    let table = [
        ("<pre class=copyright>x</pre>", "```\nx\n```"),
        ("<div class=advert><pre>Subscribe\nLog in</pre></div>", "```\nSubscribe\nLog in\n```"),
        ("<div class=footer><table><tr><th>a<th>b<tr><td>1<td>2</table></div>", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<div class=footer>\\[x\\]</div>", "$$x$$"),
        ("<div class=footer><math display=block><mi>x</mi></math></div>", "$$x$$"),
    ];
    for (html, expected) in table {
        for view in [View::Main, View::Precise, View::Generous] {
            let markdown = article(html, view);
            assert!(markdown.contains(expected), "{view:?} {html}\n{markdown}");
        }
    }
    let links =
        "<table><tr><th><a href=/a>Log in</a><th>b<tr><td><a href=/b>Subscribe</a><td><a href=/c>Share</a></table>";
    assert!(!article(&format!("<div class=footer>{links}</div>"), View::Main).contains("Log in"));
}
