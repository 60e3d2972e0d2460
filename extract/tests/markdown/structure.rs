//! Numbers of list items, tasks, tables with lists in their cells, and code with line numbers.

use super::cases::{markdown, text};
use super::context;
use tagrake_extract::{ExtractOptions, Extractor};

#[test]
fn items_have_their_ordinal_values() {
    let table = [
        ("<ol reversed><li>a<li>b<li>c</ol>", "3. a\n2. b\n1. c", "3. a\n2) b\n1. c"),
        ("<ol reversed start=2><li>a<li>b<li>c</ol>", "2. a\n1. b\n0. c", "2. a\n1) b\n0. c"),
        (
            "<ol reversed><li>a<ol><li>x<li>y</ol><li hidden>b<li>c</ol>",
            "3. a\n   1. x\n   2. y\n1. c",
            "3. a\n   1. x\n   2. y\n1) c",
        ),
        (
            "<ol reversed><li>a<ul><li>x</ul><li value=7>b<li>c</ol>",
            "3. a\n   - x\n7. b\n6. c",
            "3. a\n   - x\n7) b\n6. c",
        ),
        ("<ol reversed start=x><li>a<li>b</ol>", "2. a\n1. b", "2. a\n1) b"),
        ("<ol start=0><li>a<li>b</ol>", "0. a\n1. b", "0. a\n1. b"),
        ("<ol start=' +3.5'><li>a<li>b</ol>", "3. a\n4. b", "3. a\n4. b"),
        ("<ol><li>a<li value=0>b<li>c</ol>", "1. a\n0. b\n1. c", "1. a\n0) b\n1) c"),
        ("<ol><li>a<li value=5>b<li>c<li value=9>d</ol>", "1. a\n5. b\n6. c\n9. d", "1. a\n5) b\n6) c\n9. d"),
        ("<ol><li>a<li hidden>b<li>c</ol>", "1. a\n3. c", "1. a\n3) c"),
        ("<ol start=-1><li>a<li>b<li>c</ol>", "-1. a\n0. b\n1. c", "- -1. a\n0. b\n1. c"),
        ("<ol start=1000000000><li>a</ol>", "1000000000. a", "- 1000000000. a"),
        ("<ol><li>a<li value=3>b</ol><ol><li>c</ol>", "1. a\n3. b\n\n1) c", "1. a\n3) b\n\n1. c"),
        ("<ul><li value=4>a</ul>", "- a", "- a"),
    ];
    for (html, expected_text, expected_markdown) in table {
        assert_eq!((text(html).as_str(), markdown(html).as_str()), (expected_text, expected_markdown), "{html}");
    }
}

#[test]
fn tasks_have_their_state() {
    let table = [
        (
            "<ul><li class=task-list-item><input type=checkbox checked> a<li class=task-list-item><input type=CHECKBOX>b</ul>",
            "- [x] a\n- [ ] b",
        ),
        (
            "<ul><li><input type=checkbox disabled checked> a<ul><li><p><input type=checkbox disabled>b</ul></ul>",
            "- [x] a\n  - [ ] b",
        ),
        ("<ul class=task-list><li><label><input type=checkbox checked>a</label></ul>", "- [x] a"),
        ("<ol><li><input type=checkbox disabled> a</ol>", "1. [ ] a"),
        ("<ul><li><input type=checkbox disabled><p>a<p>b</ul>", "- [ ] a\n\n  b"),
        // Filters and other forms.
        ("<ul><li><input type=checkbox checked> Red</ul>", "- Red"),
        ("<ul><li><label><input type=checkbox name=size value=42 disabled> 42</label></ul>", "- 42"),
        ("<ul><li>a <input type=checkbox disabled> b</ul>", "- a b"),
        ("<ul><li>a<p><input type=checkbox disabled>b</ul>", "- a\n\n  b"),
        ("<ul><li><input type=radio disabled>a</ul>", "- a"),
        ("<ul><li><input type=checkbox disabled hidden>a</ul>", "- a"),
        ("<p><input type=checkbox disabled>a", "a"),
    ];
    for (html, expected) in table {
        assert_eq!((text(html).as_str(), markdown(html).as_str()), (expected, expected), "{html}");
    }
    assert_eq!(markdown("<ul><li>[x] a</ul>"), "- \\[x] a");
}

#[test]
fn tables_with_a_header_have_lists_in_cells() {
    let header = "| a | b |\n| --- | --- |\n";
    let table = [
        ("<table><tr><th>a<th>b<tr><td>c<td>d:<ul><li>e<li>f</ul>g</table>", format!("{header}| c | d: - e - f g |")),
        (
            "<table><tr><th>a<th>b<tr><td><h4>c</h4>x<td><blockquote>d</blockquote></table>",
            format!("{header}| c x | d |"),
        ),
        (
            "<table><thead><tr><td>a<td>b<tbody><tr><td><ol><li><p>c<p>d<li>e</ol><td>f</table>",
            format!("{header}| - c d - e | f |"),
        ),
        ("<table><tr><th>a<th>b<tr><td><dl><dt>c<dd>d</dl><td>e</table>", format!("{header}| c d | e |")),
        (
            "<table><caption>t</caption><tr><td>a<td>b<tr><td><ul><li>c</ul><td>d</table>",
            "t\n\n| | |\n| --- | --- |\n| a | b |\n| - c | d |".to_owned(),
        ),
        // Layout.
        ("<table><tr><td>a<td>b<tr><td><ul><li>c</ul></table>", "a\n\nb\n\n- c".to_owned()),
        ("<table><tr><th>a<tr><td><ul><li>c</ul></table>", "a\n\n- c".to_owned()),
        ("<table><tr><th>a<th>b<tr><td>c<td><table><tr><td>d</table></table>", "a\n\nb\n\nc\n\nd".to_owned()),
        ("<table><tr><th>a<th>b<tr><td>c<td><pre>d</pre></table>", "a\n\nb\n\nc\n\n```\nd\n```".to_owned()),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
    assert_eq!(text("<table><tr><th>a<th>b<tr><td>c<td>d<ul><li>e</ul></table>"), "a\tb\nc\td - e");
}

#[test]
fn code_has_no_line_numbers() {
    let table = [
        (
            "<figure class='highlight cpp'><table><tr><td class=gutter><pre><span>1</span><br><span>2</span><br></pre></td>\
                <td class=code><pre>int a() {<br>  b; }<br></pre></table></figure>",
            "```cpp\nint a() {\n  b; }\n```",
        ),
        (
            "<div class='language-ruby highlighter-rouge'><div class=highlight><pre class=highlight><code><table class=rouge-table>\
                <tr><td class='rouge-gutter gl'><pre class=lineno>1\n2\n</pre></td><td class=rouge-code><pre>def a\n  b\n</pre>\
                </table></code></pre></div></div>",
            "```ruby\ndef a\n  b\n```",
        ),
        (
            "<div class=chroma><table class=lntable><tr><td class=lntd><pre class=chroma><code><span class=lnt>1\n</span>\
                <span class=lnt>2\n</span></code></pre></td><td class=lntd><pre class=chroma><code class=language-go>\
                12\n\tb\n</code></pre></table></div>",
            "```go\n12\n\tb\n```",
        ),
        (
            "<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre><span>1</span>\n<span>2</span></pre></div>\
                <td class=code><div class=highlight><pre>a\n  b\n</pre></div></table>",
            "```\na\n  b\n```",
        ),
        (
            "<pre><span class=linenos> 1</span><span>def</span> a:\n<span class=lineno>10 </span>    b = 3\n</pre>",
            "```\ndef a:\n    b = 3\n```",
        ),
        (
            "<pre class='line-numbers language-js'><code>a\n<span class=line-numbers-rows><span></span><span></span></span></code></pre>",
            "```js\na\n```",
        ),
        (
            "<pre><a href=#1 id=1 data-nosnippet>1</a>fn a()\n<a href=#2 data-nosnippet>2</a>  b</pre>",
            "```\nfn a()\n  b\n```",
        ),
        // Numbers that are content.
        ("<pre>1\n2</pre>", "```\n1\n2\n```"),
        ("<pre><span class=ln>a</span><span class=m>2</span>b</pre>", "```\na2b\n```"),
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<div class=gutter>Chapter 1</div>", "Chapter 1"),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn code_has_its_language() {
    let table = [
        ("<pre class=language-c><code>a</code></pre>", "c"),
        ("<pre><code class='hljs javascript'>a</code></pre>", "javascript"),
        ("<pre><code class='python hljs'>a</code></pre>", "python"),
        ("<pre><code class='hljs'>a</code></pre>", ""),
        ("<pre class='brush: cpp; gutter: false'>a</pre>", "cpp"),
        ("<pre class='brush:sql'>a</pre>", "sql"),
        (
            "<div class=sourceCode><pre class='sourceCode numberSource haskell numberLines'><code class='sourceCode haskell'>a</code></pre></div>",
            "haskell",
        ),
        ("<pre data-language=ts data-theme=x><code>a</code></pre>", "ts"),
        ("<pre><code data-lang=go>a</code></pre>", "go"),
        ("<div class='highlight highlight-source-rust'><pre>a</pre></div>", "rust"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>a</pre></div></div>", "python"),
        ("<figure class='highlight yaml'><pre>a</pre></figure>", "yaml"),
        ("<div class='highlight wide'><pre>a</pre></div>", ""),
        ("<figure class='highlight table'><pre>a</pre></figure>", ""),
        ("<pre class='lang-html x'>a</pre>", "html"),
    ];
    for (html, language) in table {
        assert_eq!(markdown(html), format!("```{language}\na\n```"), "{html}");
    }
}

#[test]
fn scripts_do_not_join_numbers() {
    let table = [
        ("10<sup>6</sup> and 2<sup>-3</sup>", "10^6 and 2^-3", "10<sup>6</sup> and 2<sup>-3</sup>"),
        ("H<sub>2</sub>O, x<sub>i</sub>", "H2O, x_i", "H<sub>2</sub>O, x<sub>i</sub>"),
        ("2011<sub>15ya</sub>", "2011_15ya", "2011<sub>15ya</sub>"),
        ("e<sup>a*b</sup>c", "e^(a*b)c", "e<sup>a\\*b</sup>c"),
        ("note<sup><a href=#fn1>1</a></sup>.", "note^1.", "note<sup>1</sup>."),
        ("note<sup>[1]</sup> 1<sup>st</sup>", "note[1] 1st", "note\\[1] 1st"),
        ("a <sup>14</sup>C", "a 14C", "a <sup>14</sup>C"),
        ("x<sup> </sup>y <sup>2</sup>", "x y 2", "x y 2"),
        ("<b>x<sup>2</sup></b>", "x^2", "x<sup>2</sup>"),
        ("<pre>10<sup>6</sup></pre>", "106", "```\n106\n```"),
        (
            "<table><tr><th>a<th>b<tr><td>m<sup>2</sup><td>1</table>",
            "a\tb\nm^2\t1",
            "| a | b |\n| --- | --- |\n| m<sup>2</sup> | 1 |",
        ),
    ];
    for (html, expected_text, expected_markdown) in table {
        assert_eq!((text(html).as_str(), markdown(html).as_str()), (expected_text, expected_markdown), "{html}");
    }
}

#[test]
fn scripts_do_not_change_blocks() {
    let options = ExtractOptions::default().with_blocks(true);
    let mut extractor = Extractor::new(options);
    let page = extractor.extract(b"<p>10<sup>6</sup> in all", &context());
    let blocks = page.blocks.expect("requested");
    let block = blocks.get(0).expect("exists");
    assert_eq!((block.text(), block.words(), block.inlines().len()), ("106 in all", 3, 0));
    let mut text = String::new();
    blocks.write_text(&mut text);
    assert_eq!(text, "10^6 in all");
}

#[test]
fn visible_text_has_marks_of_scripts() {
    let table = [
        ("<p>10<sup>6</sup>,<p>e<sup>a+b</sup>", "10^6,\ne^(a+b)", 2),
        ("<p>H<sub>2</sub>O, x<sub>i</sub>", "H2O, x_i", 2),
        ("<p>a<sup>2<p>b", "a^2\nb", 2),
        ("<p>a<sup> <b>b</b></sup>", "a b", 2),
        ("<p>a<sup hidden>2</sup>b", "ab", 1),
        ("<pre>10<sup>6</sup></pre>", "106", 1),
        ("<table><tr><td>a<sup>2<td>3</table>", "a^2 3", 2),
    ];
    for (html, expected, words) in table {
        let mut extractor = Extractor::new(ExtractOptions::default().with_text(true));
        let page = extractor.extract(html.as_bytes(), &context());
        assert_eq!((page.text, page.word_count), (Some(expected), words), "{html}");
    }
}

#[test]
fn raw_formulas_are_not_escaped() {
    let table = [
        ("We write \\(a_1 &lt; a_2\\) when", "We write $a_1 < a_2$ when"),
        ("<p>$$x^* = \\left[ y_1 * z_2 \\right]$$", "$$x^* = \\left[ y_1 * z_2 \\right]$$"),
        ("\\[ x_1 \\\\[2pt] y*z* \\]", "$$x_1 \\\\[2pt] y*z*$$"),
        ("<span class=math-container>$f_1*g_2$</span>, $5 and $6", "$f_1*g_2$, \\$5 and \\$6"),
        ("<span class='math notranslate nohighlight'>\\(x_1\\)</span>", "$x_1$"),
        ("<div class=arithmatex>\\[x_1\\]</div>", "$$x_1$$"),
        ("<b>\\(x*y\\)</b> \\(z\\)2", "$x*y$ `z`2"),
        ("<span class=math-container>$a\\text{$b$}$</span>", "`a\\text{`b\\$}\\$"),
        // No formulas.
        ("$5 and $6", "$5 and $6"),
        ("$5_a and $6_b", "$5_a and $6_b"),
        ("<span>$5_$</span>", "$5\\_$"),
        ("$$ - $$$ $$ \u{2022} Italian $$", "$$ - $$$ $$ \u{2022} Italian $$"),
        ("<code>\\(</code> and <code>\\)</code>", "`\\(` and `\\)`"),
        ("\\[a\\](b)", "\\\\\\[a\\\\](b)"),
        ("\\( a", "\\\\( a"),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(html), expected, "{html}");
    }
    assert_eq!(text("a \\(x_1*y\\)"), "a \\(x_1*y\\)");
}
