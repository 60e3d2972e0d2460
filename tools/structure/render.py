"""Renders the documents with many tools, and writes the pages and their expected structure.

    python render.py MODULES PAGES [RENDERER]...

MODULES is a folder with `node_modules` of `package.json`. PAGES receives `RENDERER/DOCUMENT.html`, and `truth.jsonl` with lines
of the pages with the same structure: their names, whether they name the languages of their code, code, formulas and tables.
"""

import json
import re
import sys
from pathlib import Path

import generators as made
import markup
import parts
from document import load, structure
from frames import BLOG, DOCS, PLAIN
from parts import code, math
from writers import without

MATH = ["fourier", "gauss", "probability", "relativity", "statistics", "bisection"]
CODE = ["css", "json", "parser", "shell", "sql", "bisection"]
TABLES = ["rivers", "sql", "probability"]
NO_SPANS = ("spanned", "rich")
MATERIAL = ["tables", {"pymdownx.arithmatex": {"generic": True}}, "pymdownx.superfences"]


def equation(tex):
    """Docutils puts formulas on lines of their own into an environment."""
    return rf"\begin{{equation*}}{tex}\end{{equation*}}"


class Renderer:
    """A way to make pages: the documents that it renders, and which of their parts it loses."""

    def __init__(self, render, documents, without=(), languages=True, tabs=None, indent=0, formula=None):
        self.render, self.documents, self.without, self.languages = render, documents, without, languages
        self.tabs, self.indent, self.formula = tabs, indent, formula

    def expected(self, document):
        """Returns the structure that a page must have: tabs that the tool expands are spaces, and formulas have what it adds."""
        found = structure(document.blocks, self.formula or (lambda tex: tex))
        for code in found["code"] if self.tabs else []:
            lines = (" " * self.indent + line for line in code["text"].split("\n"))
            code["text"] = "\n".join(line.expandtabs(self.tabs)[self.indent:] for line in lines)
        return found


def split(tex):
    """Sphinx puts formulas of several lines into an environment."""
    return rf"\begin{{split}}{tex}\end{{split}}" if r"\\" in tex else tex


def mixed(code, math, tables=()):
    return [*CODE[:code], *(name for name in MATH[:math] if name not in CODE[:code]), *tables]


fragment = markup.simple
RENDERERS = {
    "pandoc-mathml": Renderer(made.pandoc("--mathml"), mixed(1, 3), NO_SPANS, tabs=4),
    "pandoc-katex": Renderer(made.pandoc("--katex"), mixed(1, 2), NO_SPANS, tabs=4),
    "pandoc-mathjax": Renderer(made.pandoc("--mathjax"), mixed(1, 2), NO_SPANS, tabs=4),
    "pandoc-webtex": Renderer(made.pandoc("--webtex"), mixed(0, 2), NO_SPANS, tabs=4),
    "pandoc-numbers": Renderer(made.pandoc_numbered, mixed(3, 1), NO_SPANS, tabs=4),
    "docbook": Renderer(made.docbook, CODE[:3], NO_SPANS, languages=False, tabs=4),
    "sphinx-alabaster": Renderer(made.sphinx("alabaster"), mixed(1, 2), NO_SPANS, tabs=8, indent=3, formula=split),
    "sphinx-rtd": Renderer(made.sphinx("sphinx_rtd_theme", [":linenos:"]), mixed(2, 2), NO_SPANS, tabs=8, indent=3, formula=split),
    "sphinx-table-numbers": Renderer(made.sphinx("classic", [":linenos:"], 'html_codeblock_linenos_style = "table"'), mixed(2, 1), NO_SPANS, tabs=8, indent=3, formula=split),
    "sphinx-furo": Renderer(made.sphinx("furo", [":caption: An example"]), mixed(1, 1), NO_SPANS, tabs=8, indent=3, formula=split),
    "sphinx-pydata": Renderer(made.sphinx("pydata_sphinx_theme"), mixed(1, 1), NO_SPANS, tabs=8, indent=3, formula=split),
    "docutils-mathml": Renderer(made.docutils("--math-output=MathML"), mixed(1, 3), NO_SPANS, tabs=8, indent=3),
    "docutils-numbers": Renderer(made.docutils("--math-output=MathJax", numbered=True), mixed(2, 1), NO_SPANS, tabs=8, indent=3, formula=equation),
    "mkdocs": Renderer(made.mkdocs("mkdocs", ["tables", "fenced_code"]), CODE[:3], NO_SPANS, tabs=4),
    "mkdocs-readthedocs": Renderer(made.mkdocs("readthedocs", ["tables", {"pymdownx.highlight": {"use_pygments": True, "pygments_lang_class": True}}, "pymdownx.superfences"]), CODE[2:5], NO_SPANS, tabs=4),
    "mkdocs-material": Renderer(made.mkdocs("material", [*MATERIAL, {"pymdownx.highlight": {"pygments_lang_class": True}}]), mixed(1, 1), NO_SPANS, tabs=4),
    "mkdocs-material-inline": Renderer(made.mkdocs("material", [*MATERIAL, {"pymdownx.highlight": {"linenums": True, "linenums_style": "inline", "anchor_linenums": True, "pygments_lang_class": True}}]), mixed(1, 1), NO_SPANS, tabs=4),
    "mkdocs-material-table": Renderer(made.mkdocs("material", [*MATERIAL, {"pymdownx.highlight": {"linenums": True, "linenums_style": "table", "pygments_lang_class": True}}]), mixed(1, 1), NO_SPANS, tabs=4),
    "nbconvert-lab": Renderer(made.nbconvert("lab"), ["fourier", "statistics"], NO_SPANS),
    "nbconvert-classic": Renderer(made.nbconvert("classic"), ["bisection", "probability"], NO_SPANS, languages=False),
    "asciidoctor-rouge": Renderer(made.asciidoctor("rouge", ":rouge-linenums-mode: inline", ":source-linenums-option:"), ["rivers", *CODE[1:4]]),
    "asciidoctor-rouge-table": Renderer(made.asciidoctor("rouge", ":source-linenums-option:"), mixed(2, 2)),
    "asciidoctor-highlightjs": Renderer(made.asciidoctor("highlight.js"), ["rivers", "relativity", "json"]),
    "kramdown": Renderer(made.kramdown("--syntax-highlighter", "rouge"), mixed(3, 2), NO_SPANS),
    "kramdown-numbers": Renderer(made.kramdown("--syntax-highlighter", "rouge", "--syntax-highlighter-opts", "{default_lang: text, block: {line_numbers: table}}"), CODE[1:4], NO_SPANS),
    "hugo": Renderer(made.hugo(""), CODE[:3], NO_SPANS),
    "hugo-inline": Renderer(made.hugo("lineNos = true\nlineNumbersInTable = false"), ["parser", "shell", "sql"], NO_SPANS),
    "hugo-table": Renderer(made.hugo("lineNos = true\nlineNumbersInTable = true\nanchorLineNos = true"), CODE[:2], NO_SPANS),
    "latexml": Renderer(made.latexml, ["gauss", "statistics", "probability"], NO_SPANS, tabs=8),
    "doxygen": Renderer(made.doxygen, ["gauss", "statistics", "parser"], NO_SPANS, languages=False, tabs=4),
    "rustdoc": Renderer(made.rustdoc, ["json", "parser", "sql"], NO_SPANS, languages=False),
    "codehilite": Renderer(made.python_markdown(["fenced_code", "codehilite", "tables"], {"codehilite": {"guess_lang": False}}), CODE[:2], NO_SPANS, languages=False, tabs=4),
    "codehilite-table": Renderer(made.python_markdown(["fenced_code", "codehilite", "tables"], {"codehilite": {"linenums": True, "guess_lang": False}}), CODE[1:4], NO_SPANS, languages=False, tabs=4),
    "pygments": Renderer(made.pygments_page, [*CODE[2:5], "gauss"], languages=False),
    "markdown-it": Renderer(lambda document: markup.frame(DOCS, document, parts.part("markdown-it", made.markdown(document, title=False))), ["css", "json", "bisection"], NO_SPANS),
    "marked": Renderer(lambda document: markup.frame(BLOG, document, parts.part("marked", made.markdown(document, title=False))), CODE[:3], NO_SPANS),
    "rehype-pretty-code": Renderer(lambda document: markup.frame(DOCS, document, parts.part("remark", made.markdown(document, title=False))), ["css", "shell"], NO_SPANS),
    "rehype-prism": Renderer(lambda document: markup.frame(BLOG, document, parts.part("remark-highlight", made.markdown(document, title=False))), CODE[1:4], NO_SPANS),
    "katex": Renderer(fragment(BLOG, markup.mdbook, markup.katex_p), ["gauss", "sql"]),
    "katex-mathml": Renderer(fragment(DOCS, markup.hljs, math("katex-mathml")), MATH[:3]),
    "temml": Renderer(fragment(BLOG, markup.hljs, math("temml")), MATH[:5]),
    "texzilla": Renderer(fragment(PLAIN, markup.hljs, math("texzilla")), ["probability", "gauss"]),
    "mathjax2": Renderer(fragment(BLOG, markup.prettify, markup.mathjax2), MATH[:4]),
    "mathjax3-chtml": Renderer(fragment(DOCS, markup.hljs, math("mathjax3-chtml")), ["bisection", "fourier"]),
    "mathjax3-svg": Renderer(fragment(BLOG, markup.hljs, math("mathjax3-svg")), ["gauss"]),
    "mathjax4-chtml": Renderer(fragment(DOCS, markup.hljs, math("mathjax4-chtml")), ["statistics"]),
    "mathjax-source": Renderer(fragment(PLAIN, markup.hljs, markup.tex_text()), MATH[:3]),
    "dollars": Renderer(fragment(markup.DOLLARS, markup.hljs, markup.tex_text(("$", "$"), ("$$", "$$"))), MATH[2:5]),
    "wordpress": Renderer(markup.wordpress_table, ["rivers", "probability", *CODE[:2]]),
    "syntaxhighlighter-source": Renderer(fragment(BLOG, markup.syntax_highlighter_raw), CODE[:2]),
    "syntaxhighlighter": Renderer(fragment(BLOG, markup.syntax_highlighter), CODE[1:4]),
    "crayon": Renderer(fragment(BLOG, markup.crayon), CODE[:3], languages=False),
    "enlighter": Renderer(fragment(BLOG, markup.enlighter), CODE[3:5]),
    "code-prettify": Renderer(fragment(PLAIN, markup.prettify), CODE[1:4]),
    "prism-numbers": Renderer(fragment(BLOG, markup.prism_numbers), CODE[:3]),
    "hljs-numbers": Renderer(fragment(DOCS, markup.hljs_numbers), CODE[1:4]),
    "shiki": Renderer(fragment(DOCS, code("shiki")), CODE[:3], languages=False),
    "vitepress": Renderer(fragment(DOCS, markup.vitepress), ["parser", "shell"]),
    "docusaurus": Renderer(fragment(DOCS, markup.docusaurus, math("katex")), [*CODE[:2], "bisection"]),
    "mdbook": Renderer(fragment(DOCS, markup.mdbook), CODE[3:5]),
    "devto": Renderer(fragment(BLOG, markup.devto), CODE[2:4]),
    "quarto": Renderer(fragment(DOCS, markup.quarto, math("katex-mathml")), ["statistics", "json", "shell"]),
    "github": Renderer(markup.github_page, ["rivers", "probability", *CODE[:3]]),
    "gist": Renderer(fragment(BLOG, markup.gist), CODE[1:4], languages=False),
    "wikipedia": Renderer(markup.wiki_page, ["rivers", "probability", "gauss", "sql", "parser"]),
    "stackexchange": Renderer(markup.stack_page, ["bisection", "statistics", "sql", "shell"]),
    "confluence": Renderer(markup.confluence_page, ["rivers", "json", "sql"]),
    "org": Renderer(fragment(PLAIN, markup.org), ["parser", "statistics", "sql"]),
    "chroma-numbers": Renderer(fragment(BLOG, markup.numbered_pre), CODE[:2]),
    "br-lines": Renderer(fragment(BLOG, markup.brs), CODE[2:4], languages=False),
    "div-lines": Renderer(fragment(BLOG, markup.divs), CODE[1:3]),
    "layout-table": Renderer(markup.layout_table, ["rivers", "parser", "gauss"], languages=False),
}


def is_of_formulas(script):
    """Returns true for a script with a formula, or with the configuration of a renderer."""
    return "math/tex" in script or len(script) < 1500 and any(name in script for name in ("MathJax", "katex", "KaTeX"))


def trim(page):
    """Removes what no extractor reads: style sheets, scripts without formulas, outlines of glyphs, pictures,
    embedded files, and indentation between tags."""
    page = re.sub(r"<style\b[^>]*>.*?</style>", "", page, flags=re.S | re.I)
    page = re.sub(r"<script\b[^>]*>.*?</script>", lambda script: script[0] if is_of_formulas(script[0]) else "", page, flags=re.S | re.I)
    page = re.sub(r'(<path\b[^>]*?\sd=")[^"]*"', r'\1"', page)
    page = re.sub(r"<defs\b[^>]*>.*?</defs>", "", page, flags=re.S)
    page = re.sub(r"data:[a-z]+/[\w+.-]+;base64,[\w+/=]+", "data:,", page)
    page = re.sub(r"(<svg\b[^>]*>)(?!.{0,200}data-mml-node).*?(</svg>)", r"\1\2", page, flags=re.S)
    page = re.sub(r"<link\b[^>]*(?:stylesheet|preload|icon)[^>]*>\n?", "", page)
    parts = re.split(r"(<pre\b.*?</pre>)", page, flags=re.S)
    page = "".join(part if part.startswith("<pre") else re.sub(r"\n\s*\n|\n[ \t]+(?=<)", "\n", part) for part in parts)
    head, start, rest = page.partition("<body")
    return re.sub(r"<!--.*?-->", "", head, flags=re.S) + start + rest


def main(modules, folder, *wanted):
    folder = Path(folder)
    names, truths, pages = [], [], []
    for renderer, how in RENDERERS.items():
        if wanted and renderer not in wanted:
            continue
        for name in how.documents:
            document = without(load(name), *how.without)
            names.append(f"{renderer}/{name}")
            truths.append({"languages": how.languages, **how.expected(document)})
            pages.append(how.render(document))
    for name, page in zip(names, parts.fill(pages, modules)):
        path = folder / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(trim(page), encoding="utf-8")
    groups = {}
    for name, truth in zip(names, truths):
        groups.setdefault(json.dumps(truth, ensure_ascii=False), []).append(name)
    lines = "".join(json.dumps({"pages": pages} | json.loads(truth), ensure_ascii=False) + "\n" for truth, pages in groups.items())
    (folder / "truth.jsonl").write_text(lines, encoding="utf-8")
    print(f"{len(pages)} pages")


if __name__ == "__main__":
    main(*sys.argv[1:])
