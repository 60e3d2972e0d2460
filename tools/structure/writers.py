"""Writes documents in the input notations of tools: Markdown, reStructuredText, AsciiDoc and LaTeX.

Tables that a notation cannot express are left out; `without` removes them from the document and from its expected structure.
"""

import re

from document import Document, inlines


def without(document, *kinds):
    """Returns the document without blocks of these kinds."""
    return Document(document.name, document.title, document.tags, document.topic,
                    [block for block in document.blocks if block.kind not in kinds])


def join(text, write):
    return "".join(write(*part) for part in inlines(text))


def markdown(document, inline=("$", "$"), display=("$$\n", "\n$$"), code=None, title=True):
    """Markdown with fenced code and pipe tables. `inline` and `display` are the delimiters of formulas; `code` writes code."""

    def part(kind, text, url=""):
        return {"text": text, "code": f"`{text}`", "math": inline[0] + text + inline[1], "link": f"[{text}]({url})"}[kind]

    out = [f"# {document.title}"] if title else []
    for block in document.blocks:
        if block.kind == "p":
            out.append(join(block.text, part))
        elif block.kind == "h":
            out.append("## " + join(block.text, part))
        elif block.kind == "math":
            out.append(display[0] + block.text + display[1])
        elif block.kind == "code":
            out.append(code(block) if code else f"```{block.language}\n{block.text}\n```")
        else:
            marks = [{"l": "---", "r": "--:", "c": ":-:"}[align] for align in block.align]
            rows = [[join(cell, part) for cell in row] for row in block.rows]
            out.append("\n".join(f"| {' | '.join(row)} |" for row in [rows[0], marks, *rows[1:]]))
    return "\n\n".join(out) + "\n"


def rst(document, options=(), directive="code-block"):
    """reStructuredText. `options` are lines of each code block."""

    def part(kind, text, url=""):
        return {"text": text, "code": f"``{text}``", "math": f":math:`{text}`", "link": f"`{text} <{url}>`__"}[kind]

    def indent(text, by):
        return "\n".join(" " * by + line if line else "" for line in text.split("\n"))

    out = [f"{document.title}\n{'=' * len(document.title)}"]
    for block in document.blocks:
        if block.kind == "p":
            out.append(join(block.text, part))
        elif block.kind == "h":
            out.append(f"{block.text}\n{'-' * len(block.text)}")
        elif block.kind == "math":
            out.append(f".. math::\n\n   {block.text}")
        elif block.kind == "code":
            head = "\n".join([f".. {directive}:: {block.language}", *(f"   {option}" for option in options)])
            out.append(f"{head}\n\n{indent(block.text, 3)}")
        else:
            cells = ["\n".join(f"{'   * -' if at == 0 else '     -'} {join(cell, part)}".rstrip() for at, cell in enumerate(row))
                     for row in block.rows]
            out.append(".. list-table::\n   :header-rows: 1\n\n" + "\n".join(cells))
    return "\n\n".join(out) + "\n"


def asciidoc(document, attributes=()):
    """AsciiDoc, with spans and lists in cells."""

    def part(kind, text, url=""):
        return {"text": text, "code": f"`+{text}+`", "math": f"latexmath:[{text.replace(']', chr(92) + ']')}]",
                "link": f"{url}[{text}]"}[kind]

    def cell(text):
        if " ++ " not in text:
            return "|" + join(text, part).replace("|", "\\|")
        return "a|\n" + "\n\n".join(join(block, part) for block in text.split(" ++ "))

    out = ["\n".join([f"= {document.title}", *attributes])]
    for block in document.blocks:
        if block.kind == "p":
            out.append(join(block.text, part))
        elif block.kind == "h":
            out.append("== " + block.text)
        elif block.kind == "math":
            out.append(f"[latexmath]\n++++\n{block.text}\n++++")
        elif block.kind == "code":
            out.append(f"[source,{block.language}]\n----\n{block.text}\n----")
        elif block.kind == "spanned":
            spans = [[f"{f'{width}' if width > 1 else ''}{f'.{height}' if height > 1 else ''}{'+' if width * height > 1 else ''}|{text}"
                      for text, width, height in row] for row in spanned(block.rows)]
            out.append(f'[cols="{len(block.rows[0])}*"]\n|===\n' + "\n".join(" ".join(row) for row in spans) + "\n|===")
        else:
            columns = ",".join({"l": "<", "r": ">", "c": "^"}[align] for align in block.align)
            rows = "\n".join("\n".join(cell(text) for text in row) + "\n" for row in block.rows)
            out.append(f'[%header,cols="{columns}"]\n|===\n{rows}|===')
    return "\n\n".join(out) + "\n"


def spanned(rows):
    """Yields the rows of a table with spans as lists of (text, columns, rows)."""
    for y, row in enumerate(rows):
        cells = []
        for x, text in enumerate(row):
            if text in ("<", "^"):
                continue
            width = next((n for n in range(1, len(row) - x) if row[x + n] != "<"), len(row) - x)
            height = next((n for n in range(1, len(rows) - y) if rows[y + n][x] != "^"), len(rows) - y)
            cells.append((text, width, height))
        yield cells


def latex(document):
    """A LaTeX article with listings."""

    def escape(text):
        return re.sub(r"[&%$#_{}]", r"\\\g<0>", text).replace("~", r"\textasciitilde{}").replace("£", r"\pounds{}")

    def part(kind, text, url=""):
        if kind == "code":
            escaped = re.sub(r"[&%$#_{}]", r"\\\g<0>", text.replace("\\", "\0"))
            return r"\texttt{" + escaped.replace("\0", r"\textbackslash{}").replace("^", r"\textasciicircum{}") + "}"
        return {"text": escape(text), "math": f"${text}$", "link": rf"\href{{{url}}}{{{escape(text)}}}"}[kind]

    known = {"python": "Python", "c": "C", "r": "R", "sql": "SQL", "bash": "bash", "haskell": "Haskell", "html": "HTML"}
    out = [r"\documentclass{article}\usepackage{amsmath,listings,hyperref}", rf"\title{{{escape(document.title)}}}",
           r"\begin{document}\maketitle"]
    for block in document.blocks:
        if block.kind == "p":
            out.append(join(block.text, part))
        elif block.kind == "h":
            out.append(rf"\section*{{{join(block.text, part)}}}")
        elif block.kind == "math":
            out.append(rf"\[ {block.text} \]")
        elif block.kind == "code":
            language = f"[language={known[block.language]}]" if block.language in known else ""
            out.append(f"\\begin{{lstlisting}}{language}\n{block.text}\n\\end{{lstlisting}}")
        else:
            rows = [" & ".join(join(cell, part) for cell in row) + r" \\" for row in block.rows]
            rows.insert(1, r"\hline")
            out.append(rf"\begin{{center}}\begin{{tabular}}{{{''.join(block.align)}}}" + "\n" + "\n".join(rows)
                       + "\n\\end{tabular}\\end{center}")
    return "\n\n".join([*out, r"\end{document}"]) + "\n"
