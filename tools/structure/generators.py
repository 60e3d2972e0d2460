"""Pages of tools that make complete pages, or fragments for a frame: each function renders a document with one of them."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import frames
from writers import asciidoc, latex, markdown, rst

# The alignments and cells that Markdown and reStructuredText cannot express.
NO_SPANS = ("spanned", "rich")


def run(command, source=None, folder=None):
    found = subprocess.run(command, input=source, capture_output=True, text=True, cwd=folder)
    if found.returncode:
        sys.exit(f"{command}: {found.stderr[-2000:]} {found.stdout[-1000:]}")
    return found.stdout


def python(*arguments):
    """Runs a module of this environment."""
    return [sys.executable, "-m", *arguments]


def pandoc(*options, read="markdown"):
    def render(document):
        source = markdown(document, title=False) if read == "markdown" else frames.body(
            document, lambda block: f'<pre class="{block.language}"><code>{frames.escape(block.text)}</code></pre>',
            lambda tex, display: f"\\[{tex}\\]" if display else f"\\({tex}\\)", title=False)
        return run(["pandoc", "--standalone", "--toc", "-f", read, "-t", "html5", "-M", f"title={document.title}", *options], source)
    return render


def pandoc_numbered(document):
    code = lambda block: f"``` {{.{block.language} .numberLines}}\n{block.text}\n```"
    return run(["pandoc", "--standalone", "-t", "html5", "--mathjax", "-M", f"title={document.title}"], markdown(document, code=code, title=False))


def docbook(document):
    source = run(["pandoc", "--standalone", "-t", "docbook5", "--mathml", "-M", f"title={document.title}"], markdown(document, title=False))
    with tempfile.TemporaryDirectory() as folder:
        return run(["xsltproc", "--nonet", "/usr/share/xml/docbook/stylesheet/docbook-xsl-ns/xhtml5/docbook.xsl", "-"], source, folder)


def sphinx(theme, options=(), config=""):
    def render(document):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "conf.py").write_text(f'project = "Field guide"\nhtml_theme = "{theme}"\nextensions = ["sphinx.ext.mathjax"]\n{config}\n')
            (folder / "index.rst").write_text("Field guide\n===========\n\n.. toctree::\n\n   page\n   other\n")
            (folder / "other.rst").write_text("Another page\n============\n\nNothing yet.\n")
            (folder / "page.rst").write_text(rst(document, options))
            run(python("sphinx", "-q", "-b", "html", ".", "out"), folder=folder)
            return (folder / "out" / "page.html").read_text()
    return render


def docutils(*options, numbered=False):
    def render(document):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "page.rst"
            source.write_text(rst(document, [":number-lines:"] if numbered else [], directive="code"))
            return run(python("docutils", "--writer=html5", *options, str(source)))
    return render


def mkdocs(theme, extensions):
    def render(document):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "docs").mkdir()
            (folder / "docs" / "index.md").write_text("# Field guide\n\nWelcome.\n")
            (folder / "docs" / "page.md").write_text(markdown(document))
            settings = {"site_name": "Field guide", "theme": {"name": theme}, "markdown_extensions": extensions,
                        "nav": [{"Home": "index.md"}, {document.title: "page.md"}]}
            (folder / "mkdocs.yml").write_text(json.dumps(settings))
            run(python("mkdocs", "build", "-q"), folder=folder)
            return (folder / "site" / "page" / "index.html").read_text()
    return render


def nbconvert(template):
    def render(document):
        cells, texts = [], []

        def end_text():
            if texts:
                source = "\n\n".join(texts)
                cells.append({"cell_type": "markdown", "metadata": {}, "source": source})
                texts.clear()

        code = next(block.language for block in document.blocks if block.kind == "code")
        for block in document.blocks:
            if block.kind == "code" and block.language == code:
                end_text()
                cells.append({"cell_type": "code", "metadata": {}, "execution_count": len(cells), "outputs": [], "source": block.text})
            else:
                part = type(document)(document.name, document.title, document.tags, document.topic, [block])
                texts.append(markdown(part, title=False).strip())
        end_text()
        cells[0]["source"] = f"# {document.title}\n\n" + cells[0]["source"]
        book = {"cells": cells, "metadata": {"language_info": {"name": code}, "title": document.title}, "nbformat": 4, "nbformat_minor": 4}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.ipynb"
            path.write_text(json.dumps(book))
            run(python("nbconvert", "--to", "html", "--template", template, str(path)))
            return path.with_suffix(".html").read_text()
    return render


def asciidoctor(highlighter, *attributes):
    def render(document):
        lines = [":stem: latexmath", f":source-highlighter: {highlighter}", ":toc:", *attributes]
        return run(["asciidoctor", "-o", "-", "-"], asciidoc(document, lines))
    return render


def kramdown(*options):
    def render(document):
        source = markdown(document, inline=("$$", "$$"), display=("$$\n", "\n$$"), title=False,
                          code=lambda block: f"~~~ {block.language}\n{block.text}\n~~~")
        body = run(["kramdown", *options], source)
        return frames.frame(frames.BLOG, document, body)
    return render


def hugo(settings):
    def render(document):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "content").mkdir()
            (folder / "layouts" / "_default").mkdir(parents=True)
            (folder / "config.toml").write_text(f'baseURL = "https://example.org/"\ndisableKinds = ["RSS", "sitemap"]\n[markup.highlight]\n{settings}\n')
            (folder / "layouts" / "_default" / "single.html").write_text("{{ .Content }}")
            (folder / "layouts" / "index.html").write_text("")
            source = markdown(document, title=False)
            (folder / "content" / "page.md").write_text(f'---\ntitle: "{document.title}"\n---\n{source}')
            run(["hugo", "--quiet"], folder=folder)
            body = (folder / "public" / "page" / "index.html").read_text()
            return frames.frame(frames.DOCS, document, body)
    return render


def latexml(document):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "page.tex").write_text(latex(document))
        run(["latexml", "--quiet", "--dest=page.xml", "page.tex"], folder=folder)
        run(["latexmlpost", "--quiet", "--format=html5", "--dest=page.html", "page.xml"], folder=folder)
        return Path(folder, "page.html").read_text()


def doxygen(document):
    with tempfile.TemporaryDirectory() as folder:
        code = lambda block: f"```{block.language if block.language in ('c', 'python') else ''}\n{block.text}\n```"
        source = markdown(document, inline=(r"\f$", r"\f$"), display=(r"\f[" + "\n", "\n" + r"\f]"), code=code)
        Path(folder, "page.md").write_text(source)
        Path(folder, "Doxyfile").write_text("PROJECT_NAME = Guide\nINPUT = page.md\nGENERATE_LATEX = NO\nUSE_MATHJAX = YES\nQUIET = YES\nTAB_SIZE = 4\n")
        run(["doxygen"], folder=folder)
        return max(Path(folder, "html").glob("md_*.html")).read_text()


def rustdoc(document):
    with tempfile.TemporaryDirectory() as folder:
        code = lambda block: f"```{block.language if block.language == 'rust' else 'text'}\n{block.text}\n```"
        source = "".join(f"//! {line}\n" for line in markdown(document, code=code).splitlines())
        Path(folder, "guide.rs").write_text(source)
        run(["rustdoc", "guide.rs"], folder=folder)
        return Path(folder, "doc", "guide", "index.html").read_text()


def python_markdown(extensions, configs, template=frames.BLOG):
    def render(document):
        import markdown as library
        body = library.markdown(markdown(document, title=False), extensions=extensions, extension_configs=configs)
        return frames.frame(template, document, body)
    return render


def pygments_page(document):
    """The code of the document as `pygmentize -O full,linenos=1` writes it, in a page."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    def code(block):
        return highlight(block.text, get_lexer_by_name(block.language), HtmlFormatter(linenos="table", wrapcode=True))

    return frames.frame(frames.PLAIN, document, frames.body(document, code, lambda tex, display: f"\\({tex}\\)", title=False))


os.environ.setdefault("SOURCE_DATE_EPOCH", "1700000000")
