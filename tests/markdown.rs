//! Text with structure and Markdown: cases for each rule, and Markdown that a parser reads back.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::collections::HashMap;
use std::fmt::Write as _;
use tagrake::extract::{
    Block, BlockElement, Blocks, Context, ExtractOptions, Extractor, InlineKind, MarkdownOptions, View,
};
use tagrake_testsupport::pages::{self, Page};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::repository_file;

fn extractor() -> Extractor {
    Extractor::new(ExtractOptions::default().with_main(true).with_inlines(true))
}

fn context() -> Context<'static> {
    Context::default().with_url(Some("https://e.org/d/")).with_content_type(Some("text/html; charset=utf-8"))
}

fn text(html: &str) -> String {
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

fn markdown(html: &str) -> String {
    markdown_with(html, MarkdownOptions::default())
}

fn everything() -> MarkdownOptions {
    MarkdownOptions::default().with_links(true).with_images(true).with_emphasis(true)
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
        ("<table><tr><th>a<th>b<tr><td><h2>c</h2></table>", "a\n\nb\n\n## c".to_owned()),
        ("<table><tr><th>a<th>b<tr><td>c<td hidden>d<tr><td hidden>e</table>", format!("{header}| c | |")),
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
        ("H<sub>2</sub>O", "H2O"),
    ];
    for (html, expected) in table {
        assert_eq!(markdown_with(html, everything()), expected, "{html}");
    }
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
        ("<math><mi>x</mi><mo>=</mo></math>".to_owned(), "x=".to_owned()),
        ("<math><mi>x</mi><annotation encoding=MathML>y</annotation></math>".to_owned(), "x".to_owned()),
        ("<math><mi>x</mi><annotation encoding=TeX> </annotation></math>".to_owned(), "x".to_owned()),
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

/// A word of Markdown or of blocks, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    heading: u8,
    /// The numbers of open items and quotes.
    items: usize,
    quotes: usize,
    /// The innermost item, the cell and the heading, each by any number.
    item: Option<usize>,
    cell: Option<usize>,
    /// True if only hidden text separates the word from the word before it.
    may_join: bool,
}

/// The result of a parser, or what it should be.
#[derive(Debug, Default)]
struct Document {
    words: Vec<Word>,
    /// Blocks of code, and whether each is a single block of text.
    code: Vec<(String, bool)>,
    inline_code: Vec<String>,
    urls: Vec<String>,
}

/// The number of items and quotes up to which the start of a line never exceeds its maximum width.
const MAX_DEPTH: usize = 6;

/// Returns true if code is read back. Between the blocks of a `pre`, line feeds may be added.
fn is_same_code(ours: Option<&(String, bool)>, expected: Option<&(String, bool)>) -> bool {
    let (Some((ours, _)), Some((expected, is_single))) = (ours, expected) else { return false };
    let expected = expected.replace("\r\n", "\n").replace('\r', "\n");
    if *is_single {
        ours.strip_suffix('\n') == Some(expected.strip_suffix('\n').unwrap_or(&expected))
    } else {
        ours.replace('\n', "") == expected.replace('\n', "")
    }
}

/// Parses Markdown.
fn parse(markdown: &str, has_formulas: bool) -> Document {
    let mut options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    options.set(Options::ENABLE_MATH, has_formulas);
    let mut document = Document::default();
    let (mut text, mut heading, mut items, mut quotes, mut code) = (String::new(), 0, Vec::new(), 0, None);
    let (mut count, mut cell) = (0, None);
    let mut images = 0;
    for event in Parser::new_ext(markdown, options) {
        let ends_text = match &event {
            Event::Start(tag) => {
                !matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
            }
            Event::End(tag) => {
                !matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
            }
            _ => false,
        };
        if ends_text {
            let words = text.split_whitespace().map(|word| Word {
                text: word.to_owned(),
                heading,
                items: items.len(),
                quotes,
                item: items.last().copied(),
                cell,
                may_join: false,
            });
            document.words.extend(words);
            text.clear();
        }
        count += 1;
        match event {
            Event::Start(Tag::Heading { level, .. }) => heading = level_of(level),
            Event::End(TagEnd::Heading(_)) => heading = 0,
            Event::Start(Tag::Item) => items.push(count),
            Event::End(TagEnd::Item) => _ = items.pop(),
            Event::Start(Tag::BlockQuote(_)) => quotes += 1,
            Event::End(TagEnd::BlockQuote(_)) => quotes -= 1,
            Event::Start(Tag::TableCell) => cell = Some(count),
            Event::End(TagEnd::TableCell) => cell = None,
            Event::Start(Tag::CodeBlock(kind)) => {
                assert!(matches!(kind, CodeBlockKind::Fenced(_)), "indented code");
                code = Some(String::new());
            }
            Event::End(TagEnd::CodeBlock) => document.code.extend(code.take().map(|code| (code, true))),
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images -= 1,
            Event::Start(Tag::Link { dest_url, .. }) => document.urls.push(dest_url.into_string()),
            Event::Text(_) | Event::Code(_) if images > 0 => {}
            Event::Text(part) => code.as_mut().unwrap_or(&mut text).push_str(&part),
            Event::Code(part) => {
                text.push_str(&part);
                document.inline_code.push(part.into_string());
            }
            Event::InlineMath(part) | Event::DisplayMath(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::Start(
                Tag::Paragraph
                | Tag::List(_)
                | Tag::Table(_)
                | Tag::TableHead
                | Tag::TableRow
                | Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough,
            )
            | Event::End(_) => {}
            unexpected => panic!("{unexpected:?}"),
        }
    }
    document
}

fn level_of(level: HeadingLevel) -> u8 {
    level as u8
}

/// Returns the innermost element with one of `names` on the path of a block, outside of `pre`.
fn innermost<'a, 'b>(block: &Block<'a, 'b>, names: &[&str]) -> Option<BlockElement<'a, 'b>> {
    block.path().find(|element| names.contains(&element.name()))
}

/// Returns the words of blocks, as Markdown should have them.
fn document_of(blocks: &Blocks<'_>) -> Document {
    let mut document = Document::default();
    let (mut last_pre, mut last) = (None, None);
    for block in blocks.iter().filter(|block| !block.is_hidden()) {
        if block.is_preformatted() {
            let pre = block.path().filter(BlockElement::is_preformatted).last().map(|element| element.index());
            if pre != last_pre {
                document.code.push((String::new(), true));
            }
            last_pre = pre;
            let (code, is_single) = document.code.last_mut().expect("was pushed");
            *is_single = code.is_empty();
            code.push_str(block.text());
            last = None;
            continue;
        }
        last_pre = None;
        let count = |name: &str| block.path().filter(|element| element.name() == name).count();
        let (items, quotes) = (count("li"), count("blockquote"));
        let item = innermost(&block, &["li"]).map(|element| element.index());
        let cell = innermost(&block, &["td", "th"]).map(|element| element.index());
        let heading = block.heading_level();
        let is_after_hidden = last.is_some_and(|last| last + 1 < block.index()) && block.line_breaks() == 0;
        last = Some(block.index());
        for (place, text) in block.text().split_whitespace().enumerate() {
            let (text, may_join) = (text.to_owned(), place == 0 && is_after_hidden);
            document.words.push(Word { text, heading, items, quotes, item, cell, may_join });
        }
        let mut end = 0;
        for inline in block.inlines() {
            let range = inline.range();
            let code = block.text()[range.clone()].trim_matches(' ');
            if let InlineKind::Code { .. } = inline.kind
                && !code.is_empty()
                && range.start >= end
            {
                let space = block.text()[range.clone()].starts_with(' ');
                match document.inline_code.last_mut().filter(|_| range.start == end && end > 0 && !space) {
                    Some(before) => before.push_str(code),
                    None => document.inline_code.push(code.to_owned()),
                }
                end = range.start + block.text()[range.clone()].trim_end_matches(' ').len();
            }
        }
    }
    document
}

/// Compares Markdown with the blocks.
fn compare(markdown: &str, blocks: &Blocks<'_>, has_inline_code: bool) -> Result<(), String> {
    let mut inlines = blocks.iter().flat_map(|block| block.inlines());
    let has_formulas = inlines.any(|inline| matches!(inline.kind, InlineKind::Tex { .. }));
    let (parsed, expected) = (parse(markdown, has_formulas), document_of(blocks));
    let count = parsed.code.len().max(expected.code.len());
    if let Some(at) = (0..count).find(|&at| !is_same_code(parsed.code.get(at), expected.code.get(at))) {
        return Err(format!("code {at}: {:?}, expected {:?}", parsed.code.get(at), expected.code.get(at)));
    }
    let (mut items, mut cells) = (Pairs::default(), Pairs::default());
    let mut expected_words = expected.words.into_iter().peekable();
    for at in 0.. {
        let (ours, mut theirs) = (parsed.words.get(at), expected_words.next());
        if ours.is_none() && theirs.is_none() {
            break;
        }
        while let (Some(ours), Some(theirs)) = (ours, &mut theirs)
            && ours.text.len() > theirs.text.len()
            && let Some(next) = expected_words.next_if(|next| next.may_join)
        {
            theirs.text += &next.text;
        }
        let is_same = match (ours, &theirs) {
            (Some(ours), Some(theirs)) => {
                let is_deep = theirs.items + theirs.quotes > MAX_DEPTH;
                let is_cell = ours.cell.is_some();
                ours.text == theirs.text
                    && (ours.heading == theirs.heading || is_cell)
                    && (is_deep || ours.items == theirs.items && ours.quotes == theirs.quotes)
                    && (is_deep || items.match_up(ours.item, theirs.item))
                    && (!is_cell || cells.match_up(ours.cell, theirs.cell))
            }
            _ => false,
        };
        if !is_same {
            return Err(format!("word {at}: {ours:?}, expected {theirs:?}"));
        }
    }
    // In cells, a backslash before a pipe makes code plain text.
    let is_code = |code: &&String| !code.contains("\\|");
    // Text that hidden text separates may be adjacent code, which is then plain text.
    // Some formulas are written as code.
    let has_inline_code = has_inline_code && !has_formulas && !blocks.iter().any(|block| block.is_hidden());
    if has_inline_code && !parsed.inline_code.iter().filter(is_code).eq(expected.inline_code.iter().filter(is_code)) {
        return Err(format!("inline code: {:?}, expected {:?}", parsed.inline_code, expected.inline_code));
    }
    Ok(())
}

/// A one-to-one relation, as far as it is known.
#[derive(Default)]
struct Pairs {
    there: HashMap<usize, usize>,
    back: HashMap<usize, usize>,
}

impl Pairs {
    fn match_up(&mut self, one: Option<usize>, other: Option<usize>) -> bool {
        match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => {
                *self.there.entry(one).or_insert(other) == other && *self.back.entry(other).or_insert(one) == one
            }
            _ => false,
        }
    }
}

fn check(extractor: &mut Extractor, html: &[u8]) -> Result<(), String> {
    let page = extractor.extract(html, &context());
    let blocks = page.blocks.expect("requested");
    let mut markdown = String::new();
    for options in [MarkdownOptions::default(), everything()] {
        markdown.clear();
        blocks.write_markdown(&options, &mut markdown);
        let is_plain = options == MarkdownOptions::default();
        compare(&markdown, &blocks, is_plain).map_err(|error| {
            let mut message = error;
            let start: String = markdown.chars().take(600).collect();
            let _ = write!(message, "\nplain: {is_plain}, {start:?}");
            message
        })?;
    }
    Ok(())
}

/// Also reads the pages that `corpora/fetch` downloaded, and those in the folder of the variable `TAGRAKE_PAGES`.
#[test]
fn pages_are_read_back() {
    let mut pages = pages::all();
    pages.extend(pages::below(&repository_file("corpora/fetched")));
    if let Ok(folder) = std::env::var("TAGRAKE_PAGES") {
        pages.extend(pages::below(folder.as_ref()));
    }
    in_parallel(pages.len(), extractor, |extractor, task| {
        let Page { name, html } = &pages[task];
        check(extractor, html).map_err(|error| format!("{name}: {error}"))
    });
}

/// Tags that Markdown has a form for, and others.
#[rustfmt::skip]
const TAGS: &[&str] = &[
    "a href=x", "a href='(y)'", "b", "b", "blockquote", "br", "br", "caption", "code", "code", "dd", "del", "div",
    "div", "dl",
    "dt", "em", "h1", "h3", "hr", "i", "img src=x alt='a]b'", "li", "li", "li", "ol", "ol start=7", "p", "p",
    "pre", "s", "span hidden", "strong", "sup", "table", "table", "td", "td", "td colspan=2", "td rowspan=2", "th", "tr",
    "tr", "ul",
    "ul", "math", "math display=block", "annotation encoding=TeX", "img class=tex alt='a_b'",
    "img class=latex alt=' {x} \\ '", "img class=tex alt='$|`'", "script type=math/tex", "span class=katex-html", "span",
];

/// Texts with every character that Markdown may treat as markup.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "a", "b ", " c", " d ", "*", "**", "_", "__", "`", "``", "~", "~~", "[", "]", "](x)", "(x)", "!", "#", "## ",
    "- ", "-", "+ ", "1. ", "12) ", "&gt; ", "&lt;b&gt;", "&lt;", "&amp;amp;", "&amp;", "\\", "\\|", "|", "---", ":-", "===",
    "\n    ", "&#9;", "&nbsp;", "é", "“", "„", "。", "😀", "Ⓐ", ".", ",", "\u{3000}", "a\u{B}b", "http://e.org/_a_",
    "[^1]", "$x$", "\u{2028}",
];

fn random_html(random: &mut Random) -> String {
    let mut html = String::new();
    let mut open = Vec::new();
    for _ in 0..random.below(30) {
        match random.below(8) {
            0 | 1 => {
                let tag = random.choose(TAGS);
                html += &format!("<{tag}>");
                open.push(tag.split(' ').next().unwrap_or(tag));
            }
            2 => html += &format!("</{}>", open.pop().unwrap_or("p")),
            _ => html += random.choose(TEXTS),
        }
    }
    html
}

#[test]
fn random_pages_are_read_back() {
    let (mut random, mut extractor) = (Random::new(26), extractor());
    let documents = std::env::var("TAGRAKE_DOCUMENTS").map_or(20_000, |count| count.parse().expect("a number"));
    let mut failures = Vec::new();
    for _ in 0..documents {
        let html = random_html(&mut random);
        if let Err(error) = check(&mut extractor, html.as_bytes()) {
            failures.push((html.len(), format!("{html:?}: {error}")));
        }
    }
    failures.sort();
    let shortest: Vec<_> = failures.iter().take(5).map(|(_, message)| message.as_str()).collect();
    assert!(failures.is_empty(), "{} of {documents}\n{}", failures.len(), shortest.join("\n"));
}
