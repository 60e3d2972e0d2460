"""The stages for datatrove give the texts and rows of `tagrake.extract` and `tagrake.read_warc`."""

import gzip
import json
from pathlib import Path
from typing import Any

import fsspec
import pytest
from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.writers import JsonlWriter
from inputs import member, pages
from support import recipe_of, warc_record

import tagrake
from tagrake.datatrove import Extractor, WarcReader

COLUMNS = ["url", "title", "lang", "published"]


def as_tuple(document: Document) -> tuple[Any, ...]:
    return (document.text, document.id, *(document.metadata[name] for name in COLUMNS))


def expected_rows(paths: list[str], text: str = "main_text", **options: Any) -> list[tuple[Any, ...]]:
    """Returns the rows of `read_warc` that have text."""
    columns = [text, "warc_record_id", *COLUMNS]
    batches = tagrake.read_warc(paths, columns=columns, errors="skip", **options)
    rows = [tuple(row[name] for name in columns) for batch in batches for row in batch if row[text]]
    assert len(rows) > 5
    return rows


def reader_of(tmp_path: Path, paths: list[str], **keywords: Any) -> WarcReader:
    """Returns a reader of the files at `paths`, which need not exist."""
    names = tmp_path / "names"
    names.write_text("".join(f"{Path(path).name}\n" for path in paths))
    return WarcReader(str(Path(paths[0]).parent), str(names), **keywords)


def documents_of(html: list[bytes]) -> list[Document]:
    """Returns pages as documents, as datatrove's own reader decodes them."""
    return [
        Document(text=page.decode(errors="replace"), id=str(number), metadata={"url": f"https://example.com/{number}/"})
        for number, page in enumerate(html)
    ]


def test_the_extractor_gives_text_and_metadata() -> None:
    html = [page for _, page in pages()] + [b"", b"<p>"]
    extractor = Extractor(columns=["title", "links"])
    found = list(extractor.run(iter(documents_of(html))))
    expected = []
    for document in documents_of(html):
        page = tagrake.extract(document.text, document.metadata["url"])
        links = [link.to_dict() for link in page.links]
        if page.main_text:
            expected.append((page.main_text, document.id, page.title, [link.get("url") for link in links]))
    assert [
        (document.text, document.id, document.metadata["title"], [link["url"] for link in document.metadata["links"]])
        for document in found
    ] == expected  # fmt: skip
    stats = extractor.stats.to_dict()["stats"]
    counts = [stats[name] for name in ("total", "forwarded", "dropped")]
    assert counts == [len(html), len(found), len(html) - len(found)] and counts[1] > 5 and counts[2] >= 2


@pytest.mark.parametrize("text", ["main_text", "main_markdown", "markdown", "text"])
def test_the_extractor_takes_a_column_and_a_view(text: Any) -> None:
    html = (Path(__file__).parents[3] / "corpora/small/article.html").read_text()
    for view in ("main", "precise", "generous"):
        page = tagrake.extract(html, view=view, markdown_with=["links"])
        assert Extractor(text, view=view, markdown_with=["links"]).extract(html) == page[text] != ""


def test_the_sandbox_of_datatrove_gives_the_same_texts() -> None:
    extractor, some = Extractor(), [page for _, page in pages()[:9]]
    found = list(extractor.run(iter(documents_of(some))))
    sandboxed = list(BaseExtractor.run(extractor, iter(documents_of(some))))
    assert [document.text for document in sandboxed] == [document.text for document in found] != []


def test_wrong_names_are_errors() -> None:
    with pytest.raises(ValueError, match='no column "titel"'):
        Extractor(columns=["titel"]).extract("<p>")
    with pytest.raises(ValueError, match='argument .view.: expected "main", "precise" or "generous", not .best.'):
        Extractor(view="best").extract("<p>")  # type: ignore[arg-type]


def test_the_reader_gives_the_rows_of_read_warc(tmp_path: Path, warcs: list[str], errors: list[str], log: list[str]) -> None:
    found = list(reader_of(tmp_path, warcs, errors="skip").run())
    assert [as_tuple(document) for document in found] == expected_rows(warcs)
    logged = [message for message in log if "warc.gz" in message]
    missing = next(path for path in warcs if "missing" in path)
    assert [message for message in logged if missing not in message] == errors[1:]
    assert [message for message in logged if missing in message] == [f"{missing}: [Errno 2] No such file or directory: '{missing}'"]
    assert {Path(document.metadata["file_path"]) for document in found} < set(map(Path, warcs))


def test_the_reader_fails_on_a_missing_file(tmp_path: Path, warcs: list[str], errors: list[str], log: list[str]) -> None:
    with pytest.raises(FileNotFoundError, match="missing"):
        list(reader_of(tmp_path, warcs).run())
    there = [path for path in warcs if Path(path).exists()]
    found = list(reader_of(tmp_path, there).run())
    assert [as_tuple(document) for document in found] == expected_rows(there)
    assert [message for message in log if "warc.gz" in message] == errors[1:]


def test_the_reader_fails_on_damage_if_requested(tmp_path: Path, warcs: list[str], errors: list[str]) -> None:
    there, found = [path for path in warcs if Path(path).exists()], []
    with pytest.raises(tagrake.InputError) as raised:
        for document in reader_of(tmp_path, there, errors="raise").run():
            found.append(as_tuple(document))
    assert str(raised.value) == errors[1]
    assert found == expected_rows(there[:-1])


def test_options_of_both_readers(tmp_path: Path, warcs: list[str]) -> None:
    options = {"view": "precise", "markdown_with": ["links"], "threads": 2}
    reader = reader_of(tmp_path, warcs[:2], text_key="main_markdown", options=options, limit=3, skip=1, default_metadata={"from": "x"})
    found = list(reader.run())
    assert [as_tuple(document) for document in found] == expected_rows(warcs[:2], "main_markdown", **options)[1:4]
    assert {document.metadata["from"] for document in found} == {"x"}


def test_a_file_system_of_fsspec_and_declared_encodings() -> None:
    page = "<meta charset=windows-1251><title>Мир</title><p>" + "Сегодня хорошая погода, и мы пошли гулять в парк. " * 20
    files = fsspec.filesystem("memory")
    files.pipe("/crawl/a.warc.gz", member("a", page.encode("windows-1251")) + warc_record("https://b.org/", page.encode("cp1251")))
    found = list(WarcReader("memory://crawl", glob_pattern="*.warc.gz").run())
    assert [document.text.split(",")[0] for document in found] == ["Сегодня хорошая погода"] * 2
    assert [document.metadata["title"] for document in found] == ["Мир"] * 2
    # The second record has no WARC-Record-ID.
    assert [document.id for document in found] == ["<urn:a>", "a.warc.gz/1"]
    assert found[0].metadata["file_path"] == "memory:///crawl/a.warc.gz"


def test_a_pipeline_of_two_processes(tmp_path: Path, warcs: list[str]) -> None:
    reader = reader_of(tmp_path, warcs, errors="skip")
    out = tmp_path / "out"
    LocalPipelineExecutor([reader, JsonlWriter(str(out))], tasks=3, workers=2, logging_dir=str(tmp_path / "logs")).run()
    rows = [json.loads(line) for path in out.iterdir() for line in gzip.open(path)]
    found = [(row["text"], row["id"], *(row["metadata"][name] for name in COLUMNS)) for row in rows]
    assert sorted(map(str, found)) == sorted(map(str, expected_rows(warcs)))
    logs = "".join(path.read_text() for path in (tmp_path / "logs/logs").iterdir())
    assert all(path in logs for path in (warcs[2], warcs[-2], warcs[-1]))


def test_the_recipe_of_the_readme(tmp_path: Path, warcs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    there = [path for path in warcs if Path(path).exists()]
    (tmp_path / "crawl").mkdir()
    for path in there:
        (tmp_path / "crawl" / Path(path).name).symlink_to(path)
    monkeypatch.chdir(tmp_path)
    exec(compile(recipe_of("datatrove"), "clusters.md", "exec"), {"__name__": "__main__"})
    rows = [json.loads(line) for path in (tmp_path / "texts").iterdir() for line in gzip.open(path)]
    found = [(row["text"], row["id"], *(row["metadata"][name] for name in COLUMNS)) for row in rows]
    assert sorted(map(str, found)) == sorted(map(str, expected_rows(there)))
