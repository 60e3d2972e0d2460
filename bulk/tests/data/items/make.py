"""Makes the expected items of the pages in this folder with extruct, and compares tagrake with extruct on other pages.

    python -m venv environment
    environment/bin/pip install extruct==0.18.0
    environment/bin/python make.py
    environment/bin/python make.py --compare target/release/tagrake FOLDER...

The first form writes `expected.json` next to this file. The second one reads all HTML files in the folders, prints how
many pages have equal items, and each difference with its page. It exits with 1 if a page differs.

Both sides become the same form. Items of microdata are in document order; each is a list of its types, its id and its
values by property, and an item that is a value is `{"item": index}`. RDFa is a list of resources: each has an id, types
and values by property, and a blank node is part of the resource that refers to it. White space is collapsed.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin

from extruct.rdfa import RDFaExtractor
from extruct.w3cmicrodata import LxmlMicrodataExtractor
from w3lib.html import get_base_url

HERE = Path(__file__).parent
BASE = "http://e.org/dir/page"
DEPTH = 32

# Statements about the page that are no content: the vocabulary that it uses, and roles for accessibility.
NOT_CONTENT = {"http://www.w3.org/ns/rdfa#usesVocabulary", "http://www.w3.org/1999/xhtml/vocab#role"}
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def text(value):
    """Returns a text with white space collapsed."""
    return " ".join(str(value).split())


def microdata_of_extruct(html):
    items, base = [], get_base_url(html, BASE)
    for item in LxmlMicrodataExtractor(nested=False, strict=True).extract(html, base_url=base):
        properties = item.get("properties", {})
        values = {
            name: [
                {"item": value["iid_ref"] - 1} if isinstance(value, dict) and "iid_ref" in value
                else text(json.dumps(value) if isinstance(value, dict) else value)
                for value in values
            ]
            for name, values in properties.items()
        }
        # extruct does not resolve the id.
        item_id = urljoin(base, text(item["id"])) if "id" in item else ""
        items.append([item.get("type", []), item_id, values])
    return items


def microdata_of_tagrake(items):
    result = []
    for item in items:
        if item["source"] == "microdata":
            values = {}
            for value in item["properties"]:
                found = {"item": value["item"]} if "item" in value else text(value["value"])
                values.setdefault(value["name"], []).append(found)
            result.append([item["types"], text(item.get("id", "")), values])
    return result


def nested(resources):
    """Returns resources, by name, as a list in which blank nodes are parts of others."""
    referred = set()
    for _, values in resources.values():
        referred |= {value["node"] for values in values.values() for value in values if isinstance(value, dict)}

    def expand(name, depth):
        types, properties = resources.get(name, ([], {}))
        values = {
            name: sorted(
                (expand(value["node"], depth + 1) if isinstance(value, dict) and depth < DEPTH else value
                 for value in values),
                key=json.dumps,
            )
            for name, values in sorted(properties.items())
        }
        return ["" if name.startswith("_:") else name, sorted(types), values]

    roots = [name for name in resources if not name.startswith("_:") or name not in referred]
    return sorted((expand(name, 0) for name in roots), key=json.dumps)


def rdfa_of_extruct(html):
    resources = {}
    for node in RDFaExtractor().extract(html, base_url=get_base_url(html, BASE)):
        properties = {}
        for name, values in node.items():
            if name in NOT_CONTENT or name.startswith("@"):
                continue
            for value in values:
                if "@id" in value:
                    name_of_value = value["@id"]
                    value = {"node": name_of_value} if name_of_value.startswith("_:") else name_of_value
                else:
                    value = text(value["@value"])
                properties.setdefault(name, []).append(value)
        types = node.get("@type", [])
        if types or properties:
            resources[node["@id"]] = (types, properties)
    return nested(resources)


def rdfa_of_tagrake(items):
    rdfa = [item for item in items if item["source"] == "rdfa"]
    name = {item["index"]: item.get("id", f"_:{item['index']}") for item in rdfa}
    resources = {}
    for item in rdfa:
        properties = {}
        for value in item["properties"]:
            if "item" not in value:
                found = text(value["value"])
            elif name[value["item"]].startswith("_:"):
                found = {"node": name[value["item"]]}
            else:
                found = name[value["item"]]
            properties.setdefault(value["name"], []).append(found)
        # A graph has each statement once.
        properties = {name: [v for at, v in enumerate(vs) if v not in vs[:at]] for name, vs in properties.items()}
        if item["types"] or properties:
            resources[name[item["index"]]] = (item["types"], properties)
    return nested(resources)


def of_extruct(html):
    return {"microdata": microdata_of_extruct(html), "rdfa": rdfa_of_extruct(html)}


def make():
    pages = {path.name: of_extruct(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("*.html"))}
    lines = [f"{json.dumps(name)}: {json.dumps(items, ensure_ascii=False)}" for name, items in pages.items()]
    (HERE / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def loose(value):
    """Returns a value without the differences that docs/extraction.md explains: spaces, and how URLs are written."""
    if isinstance(value, str):
        value = "".join(unquote(value).split())
        return value.rstrip("/") if value.startswith("http") else value
    if isinstance(value, list):
        return [loose(part) for part in value]
    if isinstance(value, dict):
        return {loose(name): loose(part) for name, part in value.items()}
    return value


def difference(one, other):
    """Returns the first parts that differ."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = list(zip(one, other))
    elif isinstance(one, dict) and isinstance(other, dict):
        key = next((key for key in [*one, *other] if one.get(key) != other.get(key)), None)
        if one.get(key) is None or other.get(key) is None:
            return {key: one.get(key)}, {key: other.get(key)}
        pairs = [(one[key], other[key])]
    else:
        return one, other
    return next((difference(*pair) for pair in pairs if pair[0] != pair[1]), (one, other))


def compare(tagrake, folders):
    paths = sorted(path for folder in folders for path in Path(folder).rglob("*") if path.suffix in (".html", ".htm"))
    pages = [path.read_bytes().decode("utf-8", "replace") for path in paths]
    lines = "".join(json.dumps({"html": html, "url": BASE}) + "\n" for html in pages)
    command = [tagrake, "extract", "--quiet", "--input", "jsonl", "--fields", "items", "-"]
    output = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    counts, is_equal = {}, True
    for path, html, line in zip(paths, pages, output.splitlines(), strict=True):
        items = json.loads(line)["items"]
        for kind, found, expected in (
            ("microdata", microdata_of_tagrake, microdata_of_extruct),
            ("rdfa", rdfa_of_tagrake, rdfa_of_extruct),
        ):
            found = found(items)
            try:
                expected = expected(html)
            except Exception as error:
                expected = f"extruct fails: {error!r}"[:200]
            if not found and not expected:
                continue
            result = "equal" if found == expected else "equal but for spaces and URLs"
            if loose(found) != loose(expected):
                result, is_equal = "different", False
                one, other = difference(loose(found), loose(expected))
                print(f"{path}: {kind}\n  tagrake {json.dumps(one)[:300]}\n  extruct {json.dumps(other)[:300]}")
            counts[kind, result] = counts.get((kind, result), 0) + 1
    for (kind, result), count in sorted(counts.items()):
        print(f"{kind}: {count} pages are {result}")
    return is_equal


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--compare", nargs="+", metavar=("TAGRAKE", "FOLDER"))
    arguments = parser.parse_args()
    if arguments.compare is None:
        make()
    elif not compare(arguments.compare[0], arguments.compare[1:]):
        sys.exit(1)
