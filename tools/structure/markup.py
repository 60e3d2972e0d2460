"""Pages in the markup that sites, plugins and editors write, in a frame of this folder. Highlighted code and formulas come from
the libraries that they use."""

from frames import BLOG, DOCS, PLAIN, body, escape, frame, table
from parts import code, math, part


def raw(text):
    return escape(text, quote=False)


def tex_text(inline=("\\(", "\\)"), display=("\\[", "\\]")):
    """Formulas that a script of the page renders later."""
    return lambda tex, is_display: raw((display if is_display else inline)[0] + tex + (display if is_display else inline)[1])


def lines(block, write):
    return "".join(write(number, line) for number, line in enumerate(block.text.split("\n"), 1))


def pygments(block, **options):
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    return highlight(block.text, get_lexer_by_name(block.language), HtmlFormatter(**options))


def simple(template, write_code, write_math=tex_text(), **options):
    return lambda document: frame(template, document, body(document, write_code, write_math, title=False, **options))


def wordpress_block(block):
    return f'<pre class="wp-block-code"><code lang="{block.language}" class="language-{block.language}">{raw(block.text)}</code></pre>'


def wordpress_image(tex, display):
    image = f'<img src="https://s0.wp.com/latex.php?latex=x&#038;bg=ffffff" alt="{escape(tex)}" class="latex" />'
    return f'<p class="has-text-align-center">{image}</p>' if display else image


def wordpress_table(document):
    figure = lambda block: f'<figure class="wp-block-table is-style-stripes">{table(block, wordpress_image)}<figcaption class="wp-element-caption">Table</figcaption></figure>'
    return frame(BLOG, document, body(document, wordpress_block, wordpress_image, figure, title=False))


def syntax_highlighter_raw(block):
    return f'<pre class="brush: {block.language}; title: ; notranslate" title="">\n{raw(block.text)}\n</pre>'


def syntax_highlighter(block):
    """SyntaxHighlighter 3, after its script has run."""
    def spaces(line):
        inner = line.lstrip(" ")
        indent = len(line) - len(inner)
        start = f'<code class="{block.language} spaces">{"&nbsp;" * indent}</code>' if indent else ""
        return (start + f'<code class="{block.language} plain">{raw(inner)}</code>') if line else "&nbsp;"
    numbers = lines(block, lambda number, line: f'<div class="line number{number} index{number - 1} alt{number % 2}">{number}</div>')
    texts = lines(block, lambda number, line: f'<div class="line number{number} index{number - 1} alt{number % 2}">{spaces(line)}</div>')
    return (f'<div><div id="highlighter_1" class="syntaxhighlighter nogutter {block.language}"><table border="0" cellpadding="0" cellspacing="0"><tbody><tr>'
            f'<td class="gutter">{numbers}</td><td class="code"><div class="container">{texts}</div></td></tr></tbody></table></div></div>')


def crayon(block):
    """Crayon of WordPress, after its script has run."""
    numbers = lines(block, lambda number, line: f'<div class="crayon-num" data-line="c-{number}">{number}</div>')
    texts = lines(block, lambda number, line: f'<div class="crayon-line" id="c-{number}">{raw(line) or "&nbsp;"}</div>')
    return (f'<div class="crayon-syntax crayon-theme-classic"><div class="crayon-toolbar"><span class="crayon-title"></span><div class="crayon-tools"><span class="crayon-language">{block.language.title()}</span></div></div>'
            f'<div class="crayon-plain-wrap"></div><div class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums"><div class="crayon-nums-content">{numbers}</div></td>'
            f'<td class="crayon-code"><div class="crayon-pre">{texts}</div></td></tr></table></div></div>')


def enlighter(block):
    return f'<pre class="EnlighterJSRAW" data-enlighter-language="{block.language}" data-enlighter-theme="" data-enlighter-linenumbers="">{raw(block.text)}</pre>'


def prettify(block):
    """code-prettify with `linenums`, after its script has run."""
    items = lines(block, lambda number, line: f'<li class="L{(number - 1) % 10}"><span class="pln">{raw(line)}</span></li>')
    return f'<pre class="prettyprint lang-{block.language} linenums prettyprinted"><ol class="linenums">{items}</ol></pre>'


def prism_numbers(block):
    """Prism with its plugins for line numbers and a toolbar, after they have run."""
    rows = "<span></span>" * (block.text.count("\n") + 1)
    return (f'<div class="code-toolbar"><pre class="line-numbers language-{block.language}" tabindex="0"><code class="language-{block.language}">{part("prism", block.text, block.language)}'
            f'<span aria-hidden="true" class="line-numbers-rows">{rows}</span></code></pre><div class="toolbar"><div class="toolbar-item"><span>{block.language.title()}</span></div>'
            '<div class="toolbar-item"><button class="copy-to-clipboard-button" type="button" data-copy-state="copy"><span>Copy</span></button></div></div></div>')


def hljs_numbers(block):
    """highlight.js with highlightjs-line-numbers.js."""
    rows = lines(block, lambda number, line: f'<tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="{number}"><div class="hljs-ln-n" data-line-number="{number}"></div></td>'
                 f'<td class="hljs-ln-line hljs-ln-code" data-line-number="{number}">{raw(line) or chr(10)}</td></tr>')
    return f'<pre><code class="{block.language} hljs"><table class="hljs-ln"><tbody>{rows}</tbody></table></code></pre>'


def hljs(block):
    return f'<pre><code class="hljs language-{block.language}">{part("hljs", block.text, block.language)}</code></pre>'


def github(block):
    names = {"bash": "shell", "console": "shell-session", "html": "text-html-basic", "c": "c", "javascript": "js", "pycon": "text-python-console"}
    name = names.get(block.language, block.language)
    copy = '<div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn btn-invisible" value="{}"><svg aria-hidden="true" class="octicon"></svg></clipboard-copy></div>'
    source = name if name.startswith("text-") else f"source-{name}"
    if block.language == "text":
        return f'<div class="snippet-clipboard-content notranslate position-relative overflow-auto"><pre class="notranslate"><code>{raw(block.text)}\n</code></pre>{copy.format(escape(block.text))}</div>'
    text = part("prism", block.text, block.language)
    return f'<div class="highlight highlight-{source} notranslate position-relative overflow-auto" dir="auto"><pre>{text}</pre>{copy.format(escape(block.text))}</div>'


def github_math(tex, display):
    name = "js-display-math" if display else "js-inline-math"
    sign = "$$" if display else "$"
    return f'<math-renderer class="{name}" style="display: {"block" if display else "inline-block"}" data-run-id="1">{raw(sign + tex + sign)}</math-renderer>'


def github_page(document):
    heading = '<div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element" dir="auto">{text}</h2><a id="user-content-{slug}" class="anchor" aria-label="Permalink: {text}" href="#{slug}"><span aria-hidden="true" class="octicon octicon-link"></span></a></div>'
    made = lambda block: f"<markdown-accessiblity-table>{table(block, github_math, ' tabindex=' + chr(34) + '0' + chr(34))}</markdown-accessiblity-table>"
    content = body(document, github, github_math, made, heading=heading)
    return GITHUB.replace("{title}", escape(document.title)).replace("{body}", content)


GITHUB = """<!DOCTYPE html>
<html lang="en" data-color-mode="auto"><head><meta charset="utf-8"><title>GitHub - marta/notes: {title}</title></head>
<body class="logged-out"><a href="#start-of-content" class="show-on-focus js-skip-to-content">Skip to content</a>
<header class="HeaderMktg"><nav aria-label="Global"><ul><li><a href="/features">Features</a></li><li><a href="/enterprise">Enterprise</a></li><li><a href="/pricing">Pricing</a></li></ul></nav><a href="/login">Sign in</a><a href="/signup">Sign up</a></header>
<main id="js-repo-pjax-container"><div id="repository-container-header"><strong><a href="/marta/notes">notes</a></strong><span class="Label">Public</span><ul class="pagehead-actions"><li><a href="/login">Notifications</a></li><li><a href="/login">Fork <span class="Counter">3</span></a></li><li><a href="/login">Star <span class="Counter">27</span></a></li></ul>
<nav aria-label="Repository"><ul><li><a href="/marta/notes">Code</a></li><li><a href="/marta/notes/issues">Issues</a></li><li><a href="/marta/notes/pulls">Pull requests</a></li></ul></nav></div>
<div class="Box"><table aria-labelledby="folders-and-files"><thead><tr><th>Name</th><th>Name</th><th>Last commit message</th><th>Last commit date</th></tr></thead><tbody><tr><td><a href="/t/src">src</a></td><td><a href="/t/src">src</a></td><td></td><td></td></tr><tr><td><a href="/t/r">README.md</a></td><td><a href="/t/r">README.md</a></td><td></td><td></td></tr></tbody></table></div>
<div id="readme" class="Box"><nav><ul><li><a href="#">README</a></li><li><a href="#">MIT license</a></li></ul></nav><article class="markdown-body entry-content container-lg" itemprop="text">
{body}
</article></div>
<div class="Layout-sidebar"><h2>About</h2><p>Notes on things that I had to look up twice</p><h3>Topics</h3><a href="/topics/notes">notes</a><h3>Releases</h3><p>No releases published</p><h2>Languages</h2><ul><li>Python 71.3%</li><li>Shell 28.7%</li></ul></div></main>
<footer><p>&copy; 2024 GitHub, Inc.</p><ul><li><a href="/terms">Terms</a></li><li><a href="/privacy">Privacy</a></li><li><a href="/security">Security</a></li></ul></footer></body></html>
"""


def wiki_math(tex, display):
    kind = "display" if display else "inline"
    return (f'<span class="mwe-math-element mwe-math-element-{kind}"><span class="mwe-math-mathml-{kind} mwe-math-mathml-a11y" style="display: none;">{part("temml-annotated", tex, display)}</span>'
            f'<img src="https://wikimedia.org/api/rest_v1/media/math/render/svg/1" class="mwe-math-fallback-image-{kind} mw-invert" aria-hidden="true" style="vertical-align: -0.671ex" alt="{escape("{" + chr(92) + "displaystyle " + tex + "}")}"></span>')


def wiki_code(block):
    inner = pygments(block, nowrap=True)
    return f'<div class="mw-highlight mw-highlight-lang-{block.language} mw-content-ltr" dir="ltr"><pre><span></span>{inner}</pre></div>'


def wiki_page(document):
    heading = '<div class="mw-heading mw-heading2"><h2 id="{slug}">{text}</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/edit"><span>edit</span></a><span class="mw-editsection-bracket">]</span></span></div>'
    made = lambda block: table(block, wiki_math, ' class="wikitable sortable"')
    content = body(document, wiki_code, wiki_math, made, title=False, heading=heading, display="<dl><dd>{}</dd></dl>")
    return WIKI.replace("{title}", escape(document.title)).replace("{body}", content)


WIKI = """<!DOCTYPE html>
<html class="client-nojs vector-feature-language-in-header-enabled" lang="en" dir="ltr"><head><meta charset="UTF-8"><title>{title} - Wikipedia</title></head>
<body class="skin--responsive skin-vector mediawiki ltr ns-0"><a class="mw-jump-link" href="#bodyContent">Jump to content</a>
<div class="vector-header-container"><header class="vector-header mw-header"><nav class="vector-main-menu-landmark" aria-label="Site"><div class="vector-menu-heading">Navigation</div><ul><li><a href="/wiki/Main_Page"><span>Main page</span></a></li><li><a href="/wiki/Contents"><span>Contents</span></a></li><li><a href="/wiki/Random"><span>Random article</span></a></li></ul></nav></header></div>
<main id="content" class="mw-body"><header class="mw-body-header vector-page-titlebar"><h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-main">{title}</span></h1></header>
<div id="bodyContent" class="vector-body"><div id="siteSub" class="noprint">From Wikipedia, the free encyclopedia</div><div id="mw-content-text" class="mw-body-content"><div class="mw-content-ltr mw-parser-output" lang="en" dir="ltr">
{body}
</div></div><div id="catlinks" class="catlinks"><div class="mw-normal-catlinks"><a href="/wiki/C">Categories</a>: <ul><li><a href="/wiki/N">Notes</a></li></ul></div></div></div></main>
<footer id="footer" class="mw-footer"><ul id="footer-info"><li>This page was last edited on 5 March 2024, at 10:12 (UTC).</li><li>Text is available under the Creative Commons Attribution-ShareAlike License; additional terms may apply.</li></ul></footer></body></html>
"""


def stack_page(document):
    sign = lambda tex, display: f'<span class="math-container">{raw(f"$${tex}$$" if display else f"${tex}$")}</span>'
    write = lambda block: f'<pre class="lang-{block.language} s-code-block"><code class="hljs language-{block.language}">{part("hljs", block.text, block.language)}\n</code></pre>'
    made = lambda block: f'<div class="s-table-container">{table(block, sign, " class=" + chr(34) + "s-table" + chr(34))}</div>'
    content = body(document, write, sign, made, title=False, display="<p>{}</p>")
    return STACK.replace("{title}", escape(document.title)).replace("{body}", content)


STACK = """<!DOCTYPE html>
<html class="html__responsive" lang="en"><head><title>{title} - Stack Exchange</title></head><body class="question-page unified-theme">
<header class="s-topbar"><a href="/">Stack Exchange</a><ol class="s-topbar--content"><li><a href="/login">Log in</a></li><li><a href="/signup">Sign up</a></li></ol></header>
<div class="container"><div id="left-sidebar"><nav><ol class="nav-links"><li><a href="/">Home</a></li><li><a href="/questions">Questions</a></li><li><a href="/tags">Tags</a></li><li><a href="/unanswered">Unanswered</a></li></ol></nav></div>
<div id="content"><div id="question-header"><h1><a href="/q/1" class="question-hyperlink">{title}</a></h1><a href="/ask">Ask Question</a></div><div>Asked <time>2 years ago</time> Modified <time>1 year ago</time> Viewed 3k times</div>
<div id="mainbar"><div class="question js-question"><div class="post-layout"><div class="votecell"><div class="js-voting-container"><button>Up</button><div class="js-vote-count">14</div><button>Down</button></div></div>
<div class="postcell"><div class="s-prose js-post-body" itemprop="text">
{body}
</div><div class="post-taglist"><a class="s-tag" href="/t/1">notes</a></div><div class="post-menu"><a href="/s">Share</a> <a href="/e">Improve this question</a> <button>Follow</button></div><div class="user-info">asked <span>Mar 5, 2022 at 9:01</span> <a href="/users/1">marta</a> <span class="reputation-score">1,204</span></div></div>
<div class="comments"><ul class="comments-list"><li class="comment"><div class="comment-text"><span class="comment-copy">Have you looked at the second edition?</span> &ndash; <a href="/users/2">joost</a> <span class="comment-date">Mar 5, 2022 at 9:40</span></div></li></ul></div></div></div></div>
<div id="sidebar"><div class="module sidebar-linked"><h4>Related</h4><div><a href="/q/2">How do I fold a map</a></div><div><a href="/q/3">Why does the kettle whistle</a></div></div><div id="hot-network-questions"><h4>Hot Network Questions</h4><ul><li><a href="/q/4">Is my cat a liquid?</a></li></ul></div></div></div></div>
<footer class="site-footer"><p>Site design / logo &copy; 2024; user contributions licensed under CC BY-SA.</p></footer></body></html>
"""


def confluence(block):
    return (f'<div class="code panel pdl conf-macro output-block" style="border-width: 1px;" data-hasbody="true" data-macro-name="code"><div class="codeContent panelContent pdl">'
            f'<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: {block.language}; gutter: true; theme: Confluence" data-theme="Confluence">{raw(block.text)}</pre></div></div>')


def confluence_page(document):
    attributes = lambda name, align: f' class="confluence{name.title()}"'
    made = lambda block: f'<div class="table-wrap">{table(block, tex_text(), " class=" + chr(34) + "wrapped confluenceTable" + chr(34), attributes)}</div>'
    return frame(DOCS, document, body(document, confluence, tex_text(), made, title=False))


def org(block):
    """Org mode with line numbers."""
    width = len(str(block.text.count("\n") + 1))
    text = "\n".join(f'<span class="linenr">{number:{width}}: </span>{raw(line)}' for number, line in enumerate(block.text.split("\n"), 1))
    return f'<div class="org-src-container">\n<pre class="src src-{block.language}">{text}\n</pre>\n</div>'


def vitepress(block):
    numbers = "".join(f'<span class="line-number">{number}</span><br>' for number in range(1, block.text.count("\n") + 2))
    return (f'<div class="language-{block.language} vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">{block.language}</span>'
            f'{part("shiki", block.text, block.language)}<div class="line-numbers-wrapper" aria-hidden="true">{numbers}</div></div>')


def docusaurus(block):
    """Docusaurus: a line is a `span` that ends in `br`. The buttons follow."""
    texts = lines(block, lambda number, line: f'<span class="token-line codeLine_lJS_" style="color:#393A34"><span class="codeLineNumber_Tfdd"></span><span class="codeLineContent_feaV"><span class="token plain" style="display:{"inline-block" if not line else "inline"}">{raw(line)}</span><br></span></span>')
    return (f'<div class="language-{block.language} codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockTitle_Ktv7">example.{block.language}</div><div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code language-{block.language} codeBlock_bY9V thin-scrollbar">'
            f'<code class="codeBlockLines_e6Vv codeBlockLinesWithNumbering_o6Pm">{texts}</code></pre><div class="buttonGroup__atx"><button type="button" aria-label="Copy code to clipboard" class="clean-btn">Copy</button></div></div></div>')


def gist(block):
    rows = lines(block, lambda number, line: f'<tr><td id="LC{number}" class="blob-num js-line-number js-blob-rnum" data-line-number="{number}"></td><td id="file-LC{number}" class="blob-code blob-code-inner js-file-line">{raw(line)}</td></tr>')
    return (f'<div class="gist"><div class="gist-file"><div class="gist-data"><div class="js-gist-file-update-container"><div itemprop="text" class="blob-wrapper data type-{block.language}"><table class="highlight tab-size js-file-line-container" data-tab-size="4">{rows}</table></div></div></div>'
            '<div class="gist-meta"><a href="https://gist.example/raw">view raw</a> <a href="https://gist.example/1">example</a> hosted with &#10084; by <a href="https://github.com">GitHub</a></div></div></div>')


def numbered_pre(block):
    """Numbers as text in a `span` at the start of each line, as several highlighters write them."""
    text = "\n".join(f'<span class="line"><span class="ln">{number:3}</span><span class="cl">{raw(line)}</span></span>' for number, line in enumerate(block.text.split("\n"), 1))
    return f'<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-{block.language}" data-lang="{block.language}">{text}</code></pre></div>'


def brs(block):
    """Lines that end in `br`, with spaces that do not break, in `code` without `pre`."""
    return f'<div class="code-box"><code style="white-space: pre-wrap">{"<br />".join(raw(line).replace("  ", "&nbsp; ") for line in block.text.split(chr(10)))}</code></div>'


def divs(block):
    """A line is a `div`, as editors on the web write code."""
    texts = lines(block, lambda number, line: f'<div class="line">{raw(line) or "<br>"}</div>')
    return f'<pre class="code-block" data-language="{block.language}">{texts}</pre>'


def mdbook(block):
    return (f'<pre><div class="buttons"><button class="fa fa-copy clip-button" title="Copy to clipboard" aria-label="Copy to clipboard"><i class="tooltiptext"></i></button></div>'
            f'<code class="language-{block.language} hljs">{part("hljs", block.text, block.language)}\n</code></pre>')


def devto(block):
    return (f'<div class="highlight js-code-highlight">\n<pre class="highlight {block.language}"><code>{part("prism", block.text, block.language)}\n</code></pre>\n'
            '<div class="highlight__panel js-actions-panel"><div class="highlight__panel-action js-fullscreen-code-action"><svg><title>Enter fullscreen mode</title></svg><svg><title>Exit fullscreen mode</title></svg></div></div></div>')


def quarto(block):
    text = "\n".join(f'<span id="cb1-{number}"><a href="#cb1-{number}" aria-hidden="true" tabindex="-1"></a>{raw(line)}</span>' for number, line in enumerate(block.text.split("\n"), 1))
    return (f'<div class="sourceCode cell-code" id="cb1"><pre class="sourceCode {block.language} code-with-copy"><code class="sourceCode {block.language}">{text}</code>'
            '<button title="Copy to Clipboard" class="code-copy-button"><i class="bi"></i></button></pre></div>')


def mathjax2(tex, display):
    mode = "; mode=display" if display else ""
    name = "MathJax_Display" if display else "MathJax"
    spans = f'<span class="MathJax" id="MathJax-Element-1-Frame" tabindex="0"><nobr><span class="math"><span class="mi">{raw(tex[:3])}</span></span></nobr></span>'
    shown = f'<div class="{name}" style="text-align: center;">{spans}</div>' if display else spans
    return f'<span class="MathJax_Preview" style="color: inherit;"></span>{shown}<script type="math/tex{mode}" id="MathJax-Element-1">{tex}</script>'


def katex_p(tex, display):
    inner = part("katex", tex, display)
    return f'<p>{inner}</p>' if display else inner


MATHJAX = """<script>MathJax = {tex: {inlineMath: [['$', '$'], ['\\\\(', '\\\\)']]}};</script>
<script src="https://cdn.jsdelivr.net/npm/mathjax@3/es5/tex-chtml.js" async></script>"""
DOLLARS = PLAIN.replace("</head>", MATHJAX + "</head>")


def layout_table(document):
    """A page whose columns are cells of a table, as in 2003."""
    content = body(document, lambda block: f"<pre>{raw(block.text)}</pre>", tex_text(("$", "$"), ("$$", "$$")), title=False)
    menu = "<br>".join(f'<a href="{name}.html">{name.title()}</a>' for name in ("home", "news", "papers", "links"))
    return (f"<html><head><title>{escape(document.title)}</title>{MATHJAX}</head><body bgcolor=white><table width=100% border=0><tr><td colspan=2><img src=logo.gif alt=Logo></td></tr>"
            f"<tr><td width=120 valign=top>{menu}</td><td valign=top><h1>{escape(document.title)}</h1>{content}</td></tr><tr><td colspan=2 align=center><font size=1>Copyright 2003</font></td></tr></table></body></html>")
