"""The parts for NeMo Curator give the texts and rows of `tagrake.extract` and `tagrake.read_warc`."""

from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from inputs import member
from nemo_curator.stages.text.download.base.iterator import DocumentIterateExtractStage
from nemo_curator.stages.text.download.common_crawl.extract import CommonCrawlHTMLExtractor
from nemo_curator.stages.text.download.common_crawl.warc_iterator import CommonCrawlWarcIterator
from nemo_curator.tasks import FileGroupTask
from support import recipe_of

import tagrake
from tagrake.nemo_curator import Extractor, WarcIterator

ARTICLE = Path(__file__).parents[3] / "corpora/small/article.html"


def run_stage(paths: list[str], **keywords: Any) -> list[dict[str, Any]]:
    """Runs the stage that iterates and extracts. Returns its rows, without the name of the file that it adds."""
    stage = DocumentIterateExtractStage(**keywords)
    data = stage.process(FileGroupTask(dataset_name="test", data=paths)).to_pandas()
    assert list(data.columns) == stage.outputs()[1]
    assert list(data["file_name"]) == list(data["source_id"])
    rows: list[dict[str, Any]] = data.drop(columns="file_name").to_dict("records")
    return rows


def expected_rows(paths: list[str], text: str = "main_text", **options: Any) -> list[dict[str, Any]]:
    """Returns the rows of `read_warc` that have text, with the names and forms of NeMo Curator."""
    columns = ["url", "warc_record_id", "warc_filename", text, "title", "lang", "published"]
    batches = tagrake.read_warc(paths, columns=columns, errors="skip", **options)
    rows = []
    for row in (row for batch in batches for row in batch if row[text]):
        identity = {"url": row["url"], "warc_id": row["warc_record_id"][1:-1], "source_id": Path(row["warc_filename"]).name}
        rows.append(identity | {"text": row[text]} | {name: row[name] for name in columns[-3:]})
    assert len(rows) > 5
    return rows


def test_the_iterator_gives_the_rows_of_read_warc(warcs: list[str], errors: list[str], log: list[str]) -> None:
    assert run_stage(warcs, iterator=WarcIterator()) == expected_rows(warcs)
    assert log == errors


def test_options_of_the_iterator(warcs: list[str]) -> None:
    options: dict[str, Any] = {"view": "precise", "markdown_with": ["links"], "threads": 2}
    rows = run_stage(warcs[:2], iterator=WarcIterator("main_markdown", **options), record_limit=4)
    expected = [expected_rows([path], "main_markdown", **options)[:4] for path in warcs[:2]]
    assert rows == [*expected[0], *expected[1]]
    with pytest.raises(ValueError, match='columns: "text" is the name of the main content'):
        WarcIterator(columns=["text"])


def test_declared_encodings_and_record_ids(tmp_path: Path) -> None:
    text = "Сегодня хорошая погода, и мы пошли гулять в парк. " * 20
    page = f"<meta charset=windows-1251><title>Мир</title><p>{text}".encode("windows-1251")
    path = tmp_path / "a.warc.gz"
    path.write_bytes(member("uuid:6c1b", page))
    (row,) = run_stage([str(path)], iterator=WarcIterator())
    assert (row["text"], row["title"], row["warc_id"]) == (text.strip(), "Мир", "6c1b")


@pytest.mark.parametrize("text", ["main_text", "main_markdown", "markdown", "text"])
def test_the_extractor_takes_a_column_and_a_view(text: Any) -> None:
    html = ARTICLE.read_text()
    for view in ("main", "precise", "generous"):
        page = tagrake.extract(html, view=view, markdown_with=["links"])
        assert Extractor(text, view=view, markdown_with=["links"]).extract_text(html, frozenset(), "ENGLISH") == [page[text]]
    assert Extractor().extract_text("<p>", frozenset(), "ENGLISH") is None


def test_the_extractor_in_the_stage_of_common_crawl(warcs: list[str]) -> None:
    stage = {"iterator": CommonCrawlWarcIterator(), "extractor": CommonCrawlHTMLExtractor(Extractor())}
    rows = run_stage(warcs[:2], **stage)
    # The stage of NeMo Curator decodes pages itself, and leaves out some languages.
    payloads: dict[str, bytes] = {}
    for batch in tagrake.read_warc(warcs[:2], columns=["url", "payload"]):
        payloads |= {row["url"]: row["payload"] for row in batch}
    found = {row["url"]: row["text"] for row in rows}
    assert len(found) == len(rows) > 0
    for url, text in found.items():
        assert text == tagrake.extract(payloads[url].decode()).main_text


def test_the_recipe_of_the_readme(tmp_path: Path, warcs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "crawl").mkdir()
    there = [path for path in warcs if Path(path).exists()]
    for path in there:
        (tmp_path / "crawl" / Path(path).name).symlink_to(path)
    monkeypatch.chdir(tmp_path)
    # Without this, NeMo Curator joins any Ray cluster that runs on this machine.
    monkeypatch.setenv("RAY_ADDRESS", "local")
    exec(compile(recipe_of("NeMo Curator"), "clusters.md", "exec"), {"__name__": "__main__"})
    rows = pyarrow.parquet.read_table(tmp_path / "texts").drop_columns("file_name").to_pylist()
    assert sorted(map(str, rows)) == sorted(map(str, expected_rows(there)))
