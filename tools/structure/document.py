"""Documents: prose, code, formulas and tables, in a notation of this folder, and the structure that a page of them must have.

`documents/*.txt` have `key: value` lines, then blocks:

* `p: TEXT`, `h: TEXT`, `math: TEX` on one line. A text may have `code`, $tex$ and [links](url).
* `code LANGUAGE`, lines, `end`.
* `table ALIGNMENTS`, rows, `end`: cells are separated by ` | `, and the first row is the header.
* `spanned`: a table whose cell `<` continues the cell on its left, and `^` the cell above. The first two rows are the header.
* `rich`: a table whose cells have paragraphs or, if they begin with `* `, items of a list, separated by ` ++ `.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent / "documents"
INLINE = re.compile(r"`([^`]+)`|\$([^$]+)\$|\[([^\]]+)\]\(([^)]+)\)")


@dataclass
class Block:
    kind: str  # p, h, math, code, table, spanned, rich
    text: str = ""  # prose, TeX or code
    language: str = ""
    align: list = field(default_factory=list)
    rows: list = field(default_factory=list)  # of cells; a cell is a text


@dataclass
class Document:
    name: str
    title: str
    tags: list
    topic: str
    blocks: list


def inlines(text):
    """Yields the parts of a text: ("text", TEXT), ("code", CODE), ("math", TEX), ("link", TEXT, URL)."""
    at = 0
    for match in INLINE.finditer(text):
        if match.start() > at:
            yield "text", text[at:match.start()]
        code, tex, label, url = match.groups()
        yield ("code", code) if code else ("math", tex) if tex else ("link", label, url)
        at = match.end()
    if at < len(text):
        yield "text", text[at:]


def load(name):
    """Reads the document `name`."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    fields, blocks, at = {}, [], 0
    while at < len(lines):
        line, at = lines[at], at + 1
        key, _, rest = line.partition(": ")
        if key in ("title", "tags", "words"):
            fields[key] = rest
        elif key in ("p", "h", "math"):
            blocks.append(Block(key, rest))
        elif line:
            # Code may have a line `end` too, which another line follows.
            end = next(y for y in range(at, len(lines)) if lines[y] == "end" and not "".join(lines[y + 1:y + 2]))
            kind, *words = line.split()
            if kind == "code":
                blocks.append(Block("code", "\n".join(lines[at:end]), words[0]))
            else:
                rows = [[cell.strip() for cell in re.split(r" \|(?= |$)", row)] for row in lines[at:end]]
                blocks.append(Block(kind, align=words or ["l"] * len(rows[0]), rows=rows))
            at = end + 1
    return Document(name, fields["title"], fields["tags"].split(", "), fields["words"], blocks)


def names():
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def formulas(text):
    return [part[1] for part in inlines(text) if part[0] == "math"]


def cell_text(cell):
    """Returns the expected text of a cell. Cells that continue another one are empty."""
    if cell in ("<", "^"):
        return ""
    return " ".join(re.sub(r"`([^`]+)`|\[([^\]]+)\]\([^)]+\)", r"\1\2", part) for part in cell.split(" ++ "))


def structure(blocks, display):
    """Returns the expected code, formulas and tables of a page with these blocks, in document order. `display` returns the TeX that the
    page has for a formula on a line of its own."""
    found = {"code": [], "formulas": [], "tables": []}
    for block in blocks:
        if block.kind == "code":
            found["code"].append({"language": block.language, "text": block.text})
        elif block.kind == "math":
            found["formulas"].append(display(block.text))
        elif block.kind in ("p", "h"):
            found["formulas"] += formulas(block.text)
        else:
            found["formulas"] += [tex for row in block.rows for cell in row for tex in formulas(cell)]
            found["tables"].append([[cell_text(cell) for cell in row] for row in block.rows])
    return found
