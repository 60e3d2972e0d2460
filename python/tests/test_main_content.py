"""Main content, Markdown, blocks, publication date and authors."""

import copy
import io
import json
import pickle
from collections.abc import Sequence

import pytest
import tagrake

from support import run_command

PAGE = b"""<html lang=en><title>The bridge</title><meta name=author content=Ann><nav><a href=/>Home</a></nav><article>
<h2>Closed</h2><p>The <b>bridge</b> was closed on Monday, after the storm had damaged two of its pillars.<p>It will open
again in May, <a href=/city>the city</a> said.</article><footer>Imprint <time pubdate datetime=2026-05-01></time></footer>"""
URL = "https://example.com/x"
KEYS = [
    "main_text", "main_markdown", "comments_text", "main_score", "markdown", "blocks_html", "blocks", "rights", "items", "schema_org", "published",
    "published_source", "published_confidence", "authors", "authors_source",
]


def test_main_content_is_computed_when_it_is_used() -> None:
    page = tagrake.extract(PAGE, URL)
    assert page.main_text.startswith("Closed\n\nThe bridge was closed on Monday,") and "Imprint" not in page.main_text
    assert page.main_markdown.startswith("## Closed\n\nThe bridge") and "Imprint" in page.markdown
    assert 0.5 < page.main_score <= 1
    assert (page.published, page.published_source) == ("2026-05-01", "time:pubdate")
    assert (page.authors, page.authors_source) == (["Ann"], "meta:author")
    assert [block["text"] for block in page.blocks if block["main"]][0] == "Closed"
    assert page["main_text"] == page.main_text
    # It is not part of the record.
    assert "main_text" not in page.to_dict() and page == tagrake.extract(PAGE, URL)
    for html in (PAGE.decode(), bytearray(PAGE), memoryview(PAGE)):
        assert tagrake.extract(html, URL).main_text == page.main_text


def test_items_have_types_and_properties() -> None:
    page = tagrake.extract(
        b"<p itemscope itemtype=https://schema.org/Book><b itemprop=name>Tea</b>"
        b"<i itemprop=author itemscope><b itemprop=name>Ann</b></i></p>"
    )
    author = {"index": 1, "source": "microdata", "parent": 0, "types": [], "properties": [{"name": "name", "value": "Ann"}]}
    properties = [{"name": "name", "value": "Tea"}, {"name": "author", "item": 1}]
    book = {"index": 0, "source": "microdata", "types": ["https://schema.org/Book"], "properties": properties}
    assert page.items == [book, author]
    assert page.schema_org == [{**book, "types": ["Book"]}, author]
    assert tagrake.extract(b"").items == []


def test_a_page_without_main_content_has_empty_text() -> None:
    page = tagrake.extract(b"")
    assert (page.main_text, page.markdown, page.main_score, page.blocks) == ("", "", 0, [])
    assert (page.published, page.published_source, page.authors, page.authors_source) == (None, None, None, None)


def test_fields_name_the_keys_of_the_record() -> None:
    lazy = tagrake.extract(PAGE, URL)
    page = tagrake.extract(PAGE, URL, columns=KEYS)
    assert page.to_dict() == {key: lazy[key] for key in KEYS}
    assert pickle.loads(pickle.dumps(page)).main_text == lazy.main_text
    alone = tagrake.extract(PAGE, URL, columns=["title"])
    for page in (alone, pickle.loads(pickle.dumps(alone))):
        for name in ("main_text", "published"):
            with pytest.raises(AttributeError, match=f"{name} was not requested"):
                getattr(page, name)
            with pytest.raises(KeyError):
                page[name]
    # A pickled page keeps its HTML.
    assert pickle.loads(pickle.dumps(tagrake.extract(PAGE, URL))).main_text == lazy.main_text
    assert copy.copy(lazy).main_text == copy.deepcopy(lazy).main_text == lazy.main_text


def test_views_and_markdown() -> None:
    keywords = {"links": "[the city](https://example.com/city)", "emphasis": "**bridge**"}
    for name, text in keywords.items():
        assert text in tagrake.extract(PAGE, URL, markdown_with=[name]).main_markdown  # type: ignore[list-item]
        assert text not in tagrake.extract(PAGE, URL).main_markdown
    views = [tagrake.extract(PAGE, URL, view=view).main_text for view in ("precise", "main", "generous")]
    assert sorted(map(len, views)) == list(map(len, views))
    with pytest.raises(ValueError, match='expected "main", "precise" or "generous", not .best.'):
        tagrake.extract(PAGE, view="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='item 0: expected "links", "images" or "emphasis", not .bold.'):
        tagrake.extract(PAGE, markdown_with=["bold"])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        tagrake.extract(PAGE, view=1)  # type: ignore[arg-type]


def without_nulls(value: object) -> object:
    """Returns a value without the nulls of its objects."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def test_every_way_in_gives_the_same_rows(pages: list[bytes]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    pages = [PAGE, *pages]
    expected = [tagrake.extract(html, URL, columns=KEYS).to_dict() for html in pages]
    full = [{key: row.get(key) for key in KEYS} for row in expected]

    def compared(rows: Sequence[dict[str, object]]) -> Sequence[dict[str, object]]:
        # A column of structs has every member, null if the object does not.
        for row in rows:
            row.update({key: without_nulls(row[key]) for key in ("blocks", "items", "schema_org")})
        return rows

    assert compared(tagrake.extract_many(pages, [URL] * len(pages), columns=KEYS).to_pylist()) == full
    batch = pyarrow.record_batch({"url": [URL] * len(pages), "html": pages})
    found = tagrake.extract_many(batch, columns=KEYS, keep=[], threads=2).to_pylist()
    assert compared(found) == full
    reader = tagrake.extract_many(pyarrow.Table.from_batches([batch]).to_reader(), columns=KEYS, keep=[])
    assert compared([row for part in reader for row in part.to_pylist()]) == full
    crawl = b"".join(record(html) for html in pages)
    rows = [row for part in tagrake.read_warc(io.BytesIO(crawl), columns=KEYS) for row in part.to_pylist()]
    assert compared(rows) == full
    for html, row in zip(pages, expected):
        run = run_command("extract", "--fields", ",".join(KEYS), "--url", URL, stdin=html)
        assert json.loads(run.stdout) == {key: value for key, value in row.items() if value is not None}


def test_blocks_of_archives() -> None:
    rows = [row for batch in tagrake.read_warc(io.BytesIO(record(PAGE)), table="blocks") for row in batch.to_pylist()]
    assert [row["text"] for row in rows] == [block["text"] for block in tagrake.extract(PAGE, URL).blocks]
    assert rows[0]["page_url"] == URL and "score" not in rows[0]
    scored = tagrake.read_warc(io.BytesIO(record(PAGE)), table="blocks", columns=["text", "score", "main"])
    found = [(row["text"], row["score"], row["main"]) for batch in scored for row in batch.to_pylist()]
    assert found == [(block["text"], block["score"], block["main"]) for block in tagrake.extract(PAGE, URL).blocks]
    assert tagrake.BLOCK_SCHEMA.names[-1] == "in_noscript"
    assert "`score` DOUBLE" in tagrake.spark_ddl(["score"], table="blocks")


def record(html: bytes) -> bytes:
    head = f"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {URL}\r\nContent-Type: text/html\r\n"
    return f"{head}Content-Length: {len(html)}\r\n\r\n".encode() + html + b"\r\n\r\n"


def test_comments_are_a_text_of_their_own() -> None:
    comments = b"<ul class=comments><li><p>I waited for an hour and the clerk gave no reason.<li><p>Same here.</ul>"
    page = tagrake.extract(PAGE.replace(b"</article>", b"</article>" + comments), URL)
    assert page.comments_text == "- I waited for an hour and the clerk gave no reason.\n- Same here."
    assert "waited" not in page.main_text and tagrake.extract(PAGE, URL).comments_text == ""
    assert [block["text"] for block in page.blocks if block.get("comment")][-1] == "Same here."
