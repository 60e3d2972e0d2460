"""Writes documents as HTML: bodies whose code, formulas and tables a caller renders, and the frames of pages around them."""

import html

from document import inlines
from writers import spanned

escape = html.escape


def text(source, math, code=lambda text: f"<code>{escape(text, quote=False)}</code>"):
    """Writes a text. `math` is called with the TeX of a formula and False."""

    def part(kind, text, url=""):
        if kind == "math":
            return math(text, False)
        return {"text": escape(text, quote=False), "code": code(text) if kind == "code" else "",
                "link": f'<a href="{url}">{escape(text)}</a>'}[kind]

    return "".join(part(*found) for found in inlines(source))


def table(block, math, attributes="", cell_attributes=None, code=lambda text: f"<code>{escape(text, quote=False)}</code>"):
    """Writes a table. The first row is the header, the first two rows of one with spans."""
    heads = 2 if block.kind == "spanned" else 1
    rows = []
    for y, row in enumerate(spanned(block.rows)):
        cells = []
        for x, (content, width, height) in enumerate(row):
            name = "th" if y < heads else "td"
            spans = (f' colspan="{width}"' if width > 1 else "") + (f' rowspan="{height}"' if height > 1 else "")
            align = block.align[x] if x < len(block.align) else "l"
            own = cell_attributes(name, align) if cell_attributes else ""
            cells.append(f"<{name}{own}{spans}>{cell(content, math, code)}</{name}>")
        rows.append("<tr>" + "\n".join(cells) + "</tr>")
    return (f"<table{attributes}>\n<thead>\n" + "\n".join(rows[:heads]) + "\n</thead>\n<tbody>\n" + "\n".join(rows[heads:])
            + "\n</tbody>\n</table>")


def cell(content, math, code):
    parts = content.split(" ++ ")
    if len(parts) == 1:
        return text(content, math, code)
    if parts[0].startswith("* "):
        return "<ul>" + "".join(f"<li>{text(part[2:], math, code)}</li>" for part in parts) + "</ul>"
    return "".join(f"<p>{text(part, math, code)}</p>" for part in parts)


def body(document, code, math, make_table=None, title=True, heading='<h2 id="{slug}">{text}</h2>', display="{}",
         inline_code=lambda text: f"<code>{escape(text, quote=False)}</code>"):
    """Writes a document. `code` is called with a block, `math` with TeX and whether it is a paragraph."""
    out = [f"<h1>{escape(document.title)}</h1>"] if title else []
    for block in document.blocks:
        if block.kind == "p":
            out.append(f"<p>{text(block.text, math, inline_code)}</p>")
        elif block.kind == "h":
            slug = "".join(letter if letter.isalnum() else "-" for letter in block.text.lower())
            out.append(heading.format(slug=slug, text=text(block.text, math, inline_code)))
        elif block.kind == "math":
            out.append(display.format(math(block.text, True)))
        elif block.kind == "code":
            out.append(code(block))
        else:
            out.append(make_table(block) if make_table else table(block, math, code=inline_code))
    return "\n".join(out)


BLOG = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title} - Notes from the workshop</title>
<meta name="description" content="An article about {topic}."></head>
<body class="post-template single single-post">
<a class="skip-link screen-reader-text" href="#content">Skip to content</a>
<header class="site-header"><div class="site-branding"><a href="/">Notes from the workshop</a><p class="site-description">Small things, explained</p></div>
<nav class="main-navigation"><ul class="menu"><li><a href="/">Home</a></li><li><a href="/archive/">Archive</a></li><li><a href="/about/">About</a></li><li><a href="/contact/">Contact</a></li></ul></nav></header>
<main id="content" class="site-main"><article class="post type-post hentry"><header class="entry-header"><h1 class="entry-title">{title}</h1>
<div class="entry-meta"><span class="posted-on">Posted on <time datetime="2024-03-05">March 5, 2024</time></span> <span class="byline">by <a href="/author/marta/">Marta</a></span></div></header>
<div class="entry-content">
{body}
</div>
<footer class="entry-footer"><span class="cat-links">Posted in <a href="/c/1/">{topic}</a></span> <span class="tags-links">Tagged {tags}</span></footer></article>
<div class="related-posts"><h3>You may also like</h3><ul><li><a href="/p/1/">A short history of the semicolon</a></li><li><a href="/p/2/">Why our build is red on Mondays</a></li><li><a href="/p/3/">Ten books for a long winter</a></li></ul></div>
<section id="comments" class="comments-area"><h2 class="comments-title">2 thoughts on &ldquo;{title}&rdquo;</h2><ol class="comment-list">
<li class="comment"><article class="comment-body"><footer><b class="fn">Joost</b> <a href="#c1"><time>March 6, 2024 at 9:12</time></a></footer><div class="comment-content"><p>Thanks, this was useful. I had to read the second part twice.</p></div><div class="reply"><a href="#r">Reply</a></div></article></li>
<li class="comment"><article class="comment-body"><footer><b class="fn">Ines</b> <a href="#c2"><time>March 9, 2024 at 17:40</time></a></footer><div class="comment-content"><p>There is a typo in the third paragraph, but the rest is clear.</p></div><div class="reply"><a href="#r">Reply</a></div></article></li></ol>
<h3>Leave a comment</h3><form><p>Your email address will not be published.</p><label>Comment</label><textarea></textarea><button>Post Comment</button></form></section></main>
<aside class="widget-area sidebar"><section class="widget"><h2>Search</h2><form><input type="search"><button>Search</button></form></section><section class="widget"><h2>Recent Posts</h2><ul><li><a href="/p/4/">Repairing a clock with a toothpick</a></li><li><a href="/p/5/">On the naming of branches</a></li></ul></section></aside>
<footer class="site-footer"><p>&copy; 2024 Notes from the workshop. Proudly powered by coffee.</p><a href="/privacy/">Privacy policy</a></footer></body></html>
"""

DOCS = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title} | Field guide</title><meta name="viewport" content="width=device-width"></head>
<body><nav class="navbar" aria-label="Main"><a class="navbar__brand" href="/">Field guide</a><a class="navbar__item" href="/docs">Docs</a><a class="navbar__item" href="/api">API</a><a class="navbar__item" href="/blog">Blog</a><button>Search</button></nav>
<div class="main-wrapper"><aside class="sidebar"><nav class="menu" aria-label="Docs sidebar"><ul class="menu__list"><li><a href="/docs/intro">Introduction</a></li><li><a href="/docs/install">Installation</a></li><li><a href="/docs/first">First steps</a></li><li><a class="menu__link--active" href="#">{title}</a></li><li><a href="/docs/faq">Questions</a></li></ul></nav></aside>
<main><div class="container"><nav class="breadcrumbs" aria-label="Breadcrumbs"><ul><li><a href="/">Home</a></li><li><a href="/docs">Guides</a></li><li><span>{title}</span></li></ul></nav>
<article><div class="theme-doc-markdown markdown">
<header><h1>{title}</h1></header>
{body}
</div><footer class="theme-doc-footer"><div class="tags"><b>Tags:</b> {tags}</div><a href="https://example.org/edit">Edit this page</a><span>Last updated on <b>Mar 5, 2024</b></span></footer></article>
<nav class="pagination-nav" aria-label="Docs pages"><a class="pagination-nav__link" href="/docs/first"><div>Previous</div><div>First steps</div></a><a class="pagination-nav__link" href="/docs/faq"><div>Next</div><div>Questions</div></a></nav></div>
<div class="table-of-contents"><ul>{toc}</ul></div></main></div>
<footer class="footer"><div class="footer__links"><div>Community</div><ul><li><a href="/chat">Chat</a></li><li><a href="/forum">Forum</a></li></ul></div><div class="footer__copyright">Copyright 2024 The Field Guide Authors.</div></footer></body></html>
"""

PLAIN = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><div id="top"><a href="index.html">Home</a> | <a href="papers.html">Papers</a> | <a href="teaching.html">Teaching</a></div><hr>
<div id="main"><h1>{title}</h1>
{body}
</div><hr><address>Last modified: 5 March 2024. <a href="mailto:a@example.org">Comments are welcome</a>.</address></body></html>
"""


def frame(template, document, content):
    """Puts the body of a page into a frame. Double braces are not needed: no template has others."""
    toc = "".join(f'<li><a href="#{index}">{escape(block.text)}</a></li>'
                  for index, block in enumerate(document.blocks) if block.kind == "h")
    tags = ", ".join(f'<a href="/tag/{tag}/">{tag}</a>' for tag in document.tags)
    fields = {"title": escape(document.title), "topic": document.topic, "tags": tags, "toc": toc, "body": content}
    for name, value in fields.items():
        template = template.replace("{" + name + "}", value)
    return template
