"""extract_html of Spark and Ray gives the same records as `tagrake.extract_many`."""

from pathlib import Path

import pyarrow
import pytest
from inputs import pages
from pyspark.sql import SparkSession
from rows import assert_same, canonical

import tagrake
import tagrake.ray
import tagrake.spark

COLUMNS = ["title", "metas", "links", "error"]


@pytest.fixture(scope="module")
def table() -> pyarrow.Table:
    """Pages with a URL and a number each. The last page is null."""
    some = [*pages()[:40], ("none", None)]
    urls = [f"https://example.com/{name}" for name, _ in some]
    html = pyarrow.array([page for _, page in some], pyarrow.binary())
    return pyarrow.table({"number": range(len(some)), "html": html, "url": urls})


@pytest.fixture(scope="module")
def expected(table: pyarrow.Table) -> list[str]:
    rows = pyarrow.table(tagrake.extract_many(table, columns=COLUMNS))
    assert rows.column_names == ["number", "url", *COLUMNS]
    return canonical(rows)


@pytest.mark.parametrize("large", ["false", "true"])
def test_spark(spark: SparkSession, table: pyarrow.Table, expected: list[str], large: str) -> None:
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", large)
    found = tagrake.spark.extract_html(spark.createDataFrame(table), columns=COLUMNS)
    assert_same(canonical(found.toArrow()), expected)


def test_spark_with_all_columns(spark: SparkSession, table: pyarrow.Table) -> None:
    found = tagrake.spark.extract_html(spark.createDataFrame(table)).toArrow()
    assert_same(canonical(found), canonical(pyarrow.table(tagrake.extract_many(table))))


def test_spark_with_responses(spark: SparkSession) -> None:
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n<title>\xcd\xc9\xd2</title>"
    df = spark.createDataFrame([(response,)], "body BINARY")
    found = tagrake.spark.extract_html(df, "body", None, input="http", columns=["title"])
    assert [row.asDict() for row in found.collect()] == [{"title": "мир"}]


@pytest.mark.usefixtures("ray_nodes")
def test_ray(table: pyarrow.Table, expected: list[str]) -> None:
    import ray.data

    found = tagrake.ray.extract_html(ray.data.from_arrow(table), columns=COLUMNS)
    assert_same(canonical(pyarrow.concat_tables(ray.get(found.to_arrow_refs()))), expected)


def test_spark_with_a_prefix(spark: SparkSession) -> None:
    df = spark.createDataFrame([(b"<title>T</title>", "mine")], "html BINARY, title STRING")
    with pytest.raises(ValueError, match='column "title" is in both the input and the result'):
        tagrake.spark.extract_html(df, url=None, columns=["title"])
    found = tagrake.spark.extract_html(df, url=None, columns=["title", "error"], prefix="page_")
    assert [row.asDict() for row in found.collect()] == [{"title": "mine", "page_title": "T", "page_error": None}]


def test_spark_with_archives(spark: SparkSession, warcs: list[str]) -> None:
    columns = ["warc_filename", "url", "title", "error"]
    files = spark.read.format("binaryFile").load(warcs).select("path", "content")
    found = tagrake.spark.extract_html(files, "content", input="warc", columns=columns).toArrow()
    expected = pyarrow.concat_tables([pyarrow.table(tagrake.read_warc(path, columns=columns)) for path in warcs])
    # Spark names files by URI.
    assert set(found["path"].to_pylist()) == {f"file:{path}" for path in warcs}
    assert found["warc_filename"] == found["path"]
    assert_same(canonical(found.select(["url", "title"])), canonical(expected.select(["url", "title"])))
    undeclared = tagrake.spark.extract_html(files, "content", url=None, columns=["error"])
    assert all("gzip data, not a page" in row.error for row in undeclared.collect())
    paths = [row.path for row in files.select("path").collect()]
    again = tagrake.spark.extract_warcs(spark, paths, columns=columns).toArrow()
    assert_same(canonical(again), canonical(expected))


@pytest.mark.usefixtures("ray_nodes")
def test_ray_with_archives(tmp_path: Path, warcs: list[str]) -> None:
    import ray.data

    columns = ["url", "title", "error"]
    # Ray decompresses files by their names, and fails on truncated files.
    paths = [*warcs[:2], str(tmp_path / "clipped.archive")]
    Path(paths[-1]).write_bytes(Path(warcs[-1]).read_bytes())
    files = ray.data.read_binary_files(paths, include_paths=True)
    found = tagrake.ray.extract_html(files, "bytes", input="warc", columns=columns)
    expected = pyarrow.concat_tables([pyarrow.table(tagrake.read_warc(path, columns=columns)) for path in paths])
    made = pyarrow.concat_tables(ray.get(found.to_arrow_refs()))
    assert_same(canonical(made.select(["url", "title"])), canonical(expected.select(["url", "title"])))
