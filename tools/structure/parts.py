"""Parts of pages that `parts.mjs` renders. A part is a placeholder until all pages are made, so Node.js is started once."""

import json
import re
import subprocess
from pathlib import Path

requests = {}


def part(engine, text, option=None):
    """Returns the placeholder of a rendered part."""
    return f"\0{requests.setdefault((engine, text, option), len(requests))}\0"


def code(engine):
    return lambda block: part(engine, block.text, block.language)


def math(engine):
    return lambda tex, display: part(engine, tex, display)


def fill(pages, modules):
    """Returns the pages with their parts. `modules` is a folder with `node_modules`."""
    script = Path(__file__).with_name("parts.mjs")
    found = subprocess.run(["node", script, modules], input=json.dumps(list(requests)), capture_output=True, text=True, check=True)
    results = json.loads(found.stdout)
    return [re.sub("\0([0-9]+)\0", lambda match: results[int(match[1])], page) for page in pages]
