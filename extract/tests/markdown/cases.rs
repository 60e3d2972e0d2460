//! Cases for each rule of text with structure and of Markdown.

use super::{context, everything, extractor};
use tagrake_extract::{MarkdownOptions, View};

pub(super) fn text(html: &str) -> String {
    let mut text = String::new();
    extractor().extract(html.as_bytes(), &context()).blocks.expect("requested").write_text(&mut text);
    text
}

fn markdown_with(html: &str, options: MarkdownOptions) -> String {
    let mut markdown = String::new();
    let mut extractor = extractor();
    let page = extractor.extract(html.as_bytes(), &context());
    page.blocks.expect("requested").write_markdown(&options, &mut markdown);
    markdown
}

pub(super) fn markdown(html: &str) -> String {
    markdown_with(html, MarkdownOptions::default())
}

#[test]
fn text_has_structure() {
    let table = [
        ("", ""),
        ("<p>a<p>b</p>c", "a\n\nb\n\nc"),
        ("<p>a<br>b<br><br>c", "a\nb\n\nc"),
        ("a<b>b</b>c <i>d</i>", "abc d"),
        ("<p>a <span hidden>b</span> c<p hidden>d", "a c"),
        ("a<i hidden>b</i>c <i hidden>d</i>e", "ac e"),
        ("<h1>a<br>b</h1>c<h3>d</h3>", "a b\n\nc\n\nd"),
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "- a\n- b\n  - c\n- d\n\ne"),
        ("<ol start=9><li>a<li><p>b<p>c<li value=20>d</ol>", "9. a\n10. b\n\n    c\n20. d"),
        ("<ul><li>a<br>b</ul>", "- a\n  b"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<li>a", "- a"),
        ("<blockquote>a<p>b</blockquote>", "a\n\nb"),
        ("<dl><dt>a<dd>b</dl>", "a\n\nb"),
        ("<pre>\n a\n\n  b\n</pre>c", " a\n\n  b\n\nc"),
        ("<ul><li>a<pre>b\n c</pre></ul>", "- a\n\n  b\n c"),
        ("<table><tr><th>a<th>b<tr><td>c d<td>e</table>f", "a\tb\nc d\te\n\nf"),
        ("<table><tr><td>a<td><td>b<tr><td><td>c<td></table>", "a\t\tb\n\tc"),
        ("<table><caption>t</caption><tr><td>a<p>b<td>c<tr><td>d<br>e</table>", "t\n\na b\tc\nd e"),
        ("<table><tr><td>a<tr><td>b</table>", "a\n\nb"),
        ("<table><tr><td>a<td>b</table>", "a\n\nb"),
        ("<table><tr><td>a<td>b<tr><td><ul><li>c</ul></table>", "a\n\nb\n\n- c"),
    ];
    for (html, expected) in table {
        assert_eq!(text(html), expected, "{html}");
    }
}

#[test]
fn markdown_has_structure() {
    let table = [
        ("", ""),
        ("<h1>a</h1><h6>b</h6>c", "# a\n\n###### b\n\nc"),
        ("<h2>a<br>b</h2>", "## a b"),
        ("<h2>#a #</h2>", "## #a \\#"),
        ("<p>a<br>b<br><br>c", "a  \nb\n\nc"),
        ("<ul><li>a<ol start=3><li>b<li>c</ol>d</ul>", "- a\n\n  3. b\n  4. c\n\n  d"),
        ("<ul><li>a<ol><li>b</ol></ul>", "- a\n  1. b"),
        ("<ul><li><ul><li>a</ul></ul>", "- - a"),
        ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b"),
        ("<ol><li><li>a</ol>", "2. a"),
        ("<blockquote>a<p>b<blockquote>c</blockquote></blockquote>d", "> a\n>\n> b\n>\n> > c\n\nd"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"),
        ("<ul><li><blockquote>a<ul><li>b</ul></blockquote></ul>", "- > a\n  >\n  > - b"),
        ("<blockquote><ul><li>a<p>b</ul></blockquote>", "> - a\n>\n>   b"),
        ("<p hidden>a", ""),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn markdown_has_code() {
    let table = [
        ("<pre>a\n  b\n</pre>", "```\na\n  b\n```"),
        ("<pre><code class='x language-rust'>a</code></pre>", "```rust\na\n```"),
        ("<pre class=lang-c++>a</pre>", "```c++\na\n```"),
        ("<div class=language-ruby><div><pre>a</pre></div></div>", "```ruby\na\n```"),
        ("<pre class='language-a&grave;b language-none'>a</pre>", "```\na\n```"),
        ("<pre>a ``` b</pre>", "````\na ``` b\n````"),
        ("<pre><div>a</div><div>b\n</div><div>c</div></pre>", "```\na\nb\nc\n```"),
        ("<pre>a<span hidden>b</span>c</pre>", "```\nac\n```"),
        ("<pre>a&#13;b&#13;&#10;c\n\n</pre>", "```\na\nb\nc\n\n```"),
        ("<pre>a</pre><pre>b</pre>", "```\na\n```\n\n```\nb\n```"),
        ("<ul><li><pre>a\n\n\tb</pre></ul>", "- ```\n  a\n\n  \tb\n  ```"),
        ("<blockquote><pre>a\n\nb</pre></blockquote>", "> ```\n> a\n>\n> b\n> ```"),
        ("<code>a*b</code> <code>``</code> <kbd> c </kbd>d", "`a*b` ``` `` ``` `c` d"),
        ("<code>a|b</code>", "`a|b`"),
        ("<code>a</code><code>b</code> <code>c</code>`", "`ab` `c`\\`"),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn markdown_has_tables() {
    let header = "| a | b |\n| --- | --- |\n";
    let table = [
        ("<table><tr><th>a<th>b<tr><td>c<td>d|e</table>", format!("{header}| c | d\\|e |")),
        ("<table><thead><tr><td>a<td>b<tbody><tr><td>c</table>", format!("{header}| c |")),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "| | |\n| --- | --- |\n| a | b |\n| c | d |".to_owned()),
        (
            "<table><tr><th>a<th>b<th>c<tr><td colspan=2>d<td>e<tr><td rowspan=2>f<td>g<tr><td>h</table>",
            "| a | b | c |\n| --- | --- | --- |\n| d | | e |\n| f | g |\n| | h |".to_owned(),
        ),
        ("<table><tr><th>a<th>b<tr><td>c<p>d<td><code>e|f</code></table>", format!("{header}| c d | `e\\|f` |")),
        (
            "<ul><li>x<table><tr><th>a<th>b<tr><td>c<td>d</table></ul>",
            "- x\n\n  | a | b |\n  | --- | --- |\n  | c | d |".to_owned(),
        ),
        ("<table><tr><th>a<th>b<tr><td><h2>c</h2></table>", format!("{header}| c |")),
        ("<table><tr><th>a<th>b<tr><td>c<td hidden>d<tr><td hidden>e</table>", format!("{header}| c |")),
        ("<table><tr><th rowspan=2>a<th>b<tr hidden><td>c<tr><td>d</table>", format!("{header}| | d |")),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn markdown_has_inline_elements() {
    let table = [
        ("a <a href=/x>b</a>", "a [b](https://e.org/x)"),
        ("!<a href=x>[b]</a>", "\\![\\[b\\]](https://e.org/d/x)"),
        ("<a href='x(y)|&amp;lt;'>b</a>", "[b](https://e.org/d/x\\(y\\)|\\&lt;)"),
        ("<a href='javascript:x'>b</a> <a href=data:,>c</a>", "b c"),
        ("<a href=x>b<br>c</a>", "[b](https://e.org/d/x)  \n[c](https://e.org/d/x)"),
        ("a<img src=i alt='x\n\ny]'>b", "a ![x y\\]](https://e.org/d/i) b"),
        ("<a href=x><img src=i> b</a>", "[![](https://e.org/d/i) b](https://e.org/d/x)"),
        ("<figure><img src=i alt=x></figure>a", "![x](https://e.org/d/i)\n\na"),
        ("a<p><img src=i><p><img src=j>", "a\n\n![](https://e.org/d/i)\n\n![](https://e.org/d/j)"),
        ("<ul><li><img src=i><li>a</ul>", "- ![](https://e.org/d/i)\n- a"),
        ("<ul><li>a<li><a href=x><img src=i></a></ul>b", "- a\n- ![](https://e.org/d/i)\n\nb"),
        ("a<br><img src=i><br>b", "a\n\n![](https://e.org/d/i)\n\nb"),
        ("<table><tr><td>a<td><img src=i><tr><td>b<td>c</table>", "| | |\n| --- | --- |\n| a | |\n| b | c |"),
        ("a <img src=i hidden>b<p hidden><img src=i>", "a b"),
        ("<b>a</b><i>b</i> <em>c<strong>d</strong></em>", "**a**b *c**d***"),
        ("<b>a</b>b a<b>(b)</b>c <b> d </b>", "**a**b a(b)c **d**"),
        ("<b>a<i>b</b>c</i>", "a*bc*"),
        ("<del>a</del> ~b~", "~~a~~ \\~b\\~"),
        ("<b><code>a</code></b>", "**`a`**"),
        ("H<sub>2</sub>O", "H<sub>2</sub>O"),
    ];
    for (html, expected) in table {
        assert_eq!(markdown_with(html, everything()), expected, "{html}");
    }
}

#[test]
fn images_have_the_url_that_readers_see() {
    let table = [
        ("<img src=a.png srcset='b.png 2x'>", "a.png"),
        ("<img src=spacer.gif data-src=a.png>", "a.png"),
        ("<img data-lazy-src=a.png src='data:image/gif;base64,R0lG'>", "a.png"),
        ("<img src=a.png data-zoom-src=b.png>", "a.png"),
        ("<img src='' data-large-file=a.png>", "a.png"),
        ("<img srcset='a.png 1x, b.png 2x'>", "a.png"),
        ("<img src='data:,' data-srcset=' a.png 300w, b.png 600w'>", "a.png"),
        ("<img src=ABOUT:blank data-src='data:,x' data-original=' a.png '>", "a.png"),
    ];
    for (html, expected) in table {
        assert_eq!(markdown_with(html, everything()), format!("![](https://e.org/d/{expected})"), "{html}");
    }
    assert_eq!(markdown_with("a <img src='data:,x'>b", everything()), "a b");
}

#[test]
fn markdown_is_escaped() {
    let table = [
        ("# a", "\\# a"),
        ("#a", "#a"),
        ("- a", "\\- a"),
        ("-a", "-a"),
        ("1. a", "1\\. a"),
        ("1.5 a", "1.5 a"),
        ("+ a", "\\+ a"),
        ("&gt; a", "\\> a"),
        ("* a", "\\* a"),
        ("a * b *c*", "a * b \\*c\\*"),
        ("snake_case _a_", "snake_case \\_a\\_"),
        ("[a](b)", "\\[a](b)"),
        ("&lt;b> 1 &lt; 2", "\\<b> 1 < 2"),
        ("&amp;amp; &amp; &amp;x", "\\&amp; & &x"),
        ("C:\\a \\* \\", "C:\\a \\\\\\* \\\\"),
        ("`a`", "\\`a\\`"),
        ("a<br>===", "a  \n\\==="),
        ("a | b<br>--- | ---", "a | b  \n\\--- | ---"),
        ("a | b<br>:-- | ---", "a | b  \n\\:-- | ---"),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn formulas_are_tex() {
    let annotated = "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'> x_1\\,\n y*z* </annotation>\
        <annotation encoding=text/plain>no</annotation></semantics></math>";
    let display = annotated.replacen("<math>", "<math display=block>", 1);
    let formula = "x_1\\, y*z*";
    let table = [
        (format!("a {annotated}b"), format!("a ${formula}$b")),
        (format!("a<p>{display}<p>b"), format!("a\n\n$${formula}$$\n\nb")),
        (format!("{annotated}{annotated}"), format!("${formula}$`{formula}`")),
        (format!("{annotated}1"), format!("`{formula}`1")),
        (format!("costs $5 {annotated}"), format!("costs \\$5 ${formula}$")),
        ("costs $5".to_owned(), "costs $5".to_owned()),
        ("<math><mi>x</mi><mo>=</mo></math>".to_owned(), "$x=$".to_owned()),
        ("<math><mi>x</mi><annotation encoding=MathML>y</annotation></math>".to_owned(), "$x$".to_owned()),
        ("<math><mi>x</mi><annotation encoding=TeX> </annotation></math>".to_owned(), "$x$".to_owned()),
        ("a <script type=math/tex>x<y</script>b".to_owned(), "a $x<y$b".to_owned()),
        ("<script type='math/tex; mode=display'>% <![CDATA[\n x %]]></script>".to_owned(), "$$x$$".to_owned()),
        ("<script type=math/texx>x</script>a".to_owned(), "a".to_owned()),
        ("a<img class=latex alt='\\frac{1}{2}' src=x>b".to_owned(), "a$\\frac{1}{2}$b".to_owned()),
        ("<img class='x mwe-math-fallback-image-display' alt=x>".to_owned(), "$$x$$".to_owned()),
        ("a <img class=latex alt=x hidden>b".to_owned(), "a b".to_owned()),
        ("<img class=tex alt='\\text{$x$}'>".to_owned(), "`\\text{$x$}`".to_owned()),
        ("<img class=tex alt='{x'>".to_owned(), "`{x`".to_owned()),
        ("<img class=photo alt=x>a".to_owned(), "a".to_owned()),
        (
            format!("<span style='display:none'>{annotated}</span><img class=mwe-math-fallback-image-inline alt=x>."),
            "$x$.".to_owned(),
        ),
        (
            format!(
                "<span class=katex><span>{annotated}</span><span class=katex-html><span>x</span>1</span></span>2 b"
            ),
            format!("`{formula}`2 b"),
        ),
        (
            format!("<table><tr><th>a<th>b<tr><td>{annotated}<td><img class=tex alt='|x|'></table>"),
            format!("| a | b |\n| --- | --- |\n| ${formula}$ | `\\|x\\|` |"),
        ),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(&html), expected, "{html}");
    }
    assert_eq!(text(&format!("a {annotated}<img class=tex alt=y>")), format!("a {formula}y"));
}

#[test]
fn views_are_written() {
    let html = "<nav><a href=/>Home</a></nav><article><ol><li>Skipped<li>The bridge was closed on Monday, after the \
        storm had damaged two of its pillars.</ol><p>It will open again in May, the city said.</article>";
    let mut extractor = extractor();
    let page = extractor.extract(html.as_bytes(), &context());
    let blocks = page.blocks.expect("requested");
    let view = blocks.view(View::Main).expect("requested");
    let (mut text, mut markdown) = (String::from("x"), String::new());
    view.write_text(&mut text);
    view.write_markdown(&MarkdownOptions::default(), &mut markdown);
    assert!(!text.contains("Home"), "{text}");
    assert_eq!(text, format!("x{markdown}"));
}
