"""The data source "tagrake" of Spark: its options, its tasks and its errors. `test_same_rows` compares its rows."""

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from file_server import FileServer
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from rows import assert_same, canonical
from support import warc_record

import tagrake
from tagrake import _spark_source

COLUMNS = ["warc_filename", "warc_record_offset", "url", "title", "error"]
PLACE = ["warc_filename", "warc_record_offset", "warc_record_length", "url"]


def load(spark: SparkSession, path: str | list[str] | None = None, **options: Any) -> DataFrame:
    return spark.read.format("tagrake").load(path, **options)


def rows_of(paths: Any = None, **keywords: Any) -> list[str]:
    return canonical(pyarrow.table(tagrake.read_warc(paths, **keywords)))


@pytest.fixture
def folder(tmp_path: Path, warcs: list[str]) -> Path:
    """A folder with the files in two folders, and a file that is no archive."""
    for number, warc in enumerate(warcs):
        part = tmp_path / "crawl" / f"part-{number % 2}"
        part.mkdir(parents=True, exist_ok=True)
        shutil.copy(warc, part)
    (tmp_path / "crawl" / "notes.txt").write_text("no archive")
    return tmp_path / "crawl"


def test_options_have_the_types_of_keywords() -> None:
    texts = {"sample": "1/2", "kinds": "nav, link", "records": '["a:1"]', "max_links": "7", "limit": "5", "anonymous": "True"}
    values = {"sample": "1/2", "kinds": ["nav", "link"], "records": ["a:1"], "max_links": 7, "limit": 5, "anonymous": True}
    assert {name: _spark_source.value_of(name, text) for name, text in texts.items()} == values
    for name, text in (("limit", "x"), ("scripting", "yes"), ("tables", "pages")):
        with pytest.raises(ValueError, match=name):
            _spark_source.value_of(name, text)


def test_folders_globs_and_uris(spark: SparkSession, folder: Path) -> None:
    names = ",".join(COLUMNS)
    expected = rows_of(folder, columns=COLUMNS)
    for path in (str(folder), f"file:{folder}", f"file://{folder}", f"{folder}/part-?", f"{folder}/**/*.warc.gz"):
        assert_same(canonical(load(spark, path, columns=names).toArrow()), expected)
    some = [str(folder / "part-0"), f"{folder}/part-1/*.gz"]
    assert_same(canonical(load(spark, some, columns=names).toArrow()), expected)
    with pytest.raises(PySparkException, match="No file or folder matches: '.*/none-"):
        load(spark, f"{folder}/none-*").count()
    with pytest.raises(PySparkException, match="hdfs://server/a.warc.gz"):
        load(spark, "hdfs://server/a.warc.gz").count()


def test_manifests(spark: SparkSession, tmp_path: Path, warcs: list[str]) -> None:
    manifest = tmp_path / "warc.paths.gz"
    manifest.write_bytes(gzip.compress("".join(f"{Path(warc).name}\n" for warc in warcs).encode()))
    options = {"manifest": str(manifest), "base": str(Path(warcs[0]).parent)}
    found = load(spark, columns=",".join(COLUMNS), **options)
    assert_same(canonical(found.toArrow()), rows_of(columns=COLUMNS, **options))
    with pytest.raises(PySparkException, match="No such file or directory: .*missing.paths"):
        load(spark, manifest=str(tmp_path / "missing.paths")).count()


def test_tables_and_options(spark: SparkSession, warcs: list[str]) -> None:
    columns = ["page_url", "url", "kind"]
    kinds = ["nav", "embed"]
    for text in ("nav,embed", '["nav", "embed"]'):
        found = load(spark, warcs[0], table="links", columns=json.dumps(columns), kinds=text).toArrow()
        assert_same(canonical(found), rows_of(warcs[0], table="links", columns=columns, kinds=kinds))
    options: dict[str, Any] = {"status": "all", "mime": "all", "sample": "1/2", "hidden_text": True, "max_links": 3, "threads": 2}
    assert_same(canonical(load(spark, warcs[0], **options).toArrow()), rows_of(warcs[0], **options))
    assert load(spark, warcs[0], limit=2, columns="url").count() == 2
    # The names of options do not depend on case, as in other sources.
    assert load(spark, warcs[0], COLUMNS="url").columns == ["url"]


def test_a_schema_selects_columns(spark: SparkSession, warcs: list[str]) -> None:
    reader = spark.read.format("tagrake")
    found = reader.schema("title STRING, url STRING, error STRING").load(warcs[0])
    assert found.columns == ["title", "url", "error"]
    assert_same(canonical(found.toArrow()), rows_of(warcs[0], columns=["url", "title", "error"]))
    with pytest.raises(PySparkException, match="the type of the column url is string, not int"):
        spark.read.format("tagrake").schema("url INT").load(warcs[0]).count()
    with pytest.raises(PySparkException, match="the option columns title"):
        spark.read.format("tagrake").schema("url STRING").option("columns", "title").load(warcs[0]).count()


def test_sql(spark: SparkSession, warcs: list[str]) -> None:
    load(spark, warcs, columns="url,title,error").createOrReplaceTempView("pages")
    count = spark.sql("SELECT count(*) AS n FROM pages WHERE title IS NOT NULL").collect()[0].n
    rows = pyarrow.table(tagrake.read_warc(warcs, columns=["title"])).to_pylist()
    assert count == sum(row["title"] is not None for row in rows) > 0


def test_tasks(spark: SparkSession, tmp_path: Path, warcs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # Small files share a task. A large file, a URL and a missing file have one of their own.
    large = tmp_path / "large.warc"
    with large.open("wb") as file:
        file.truncate(_spark_source.PARTITION_BYTES)
    paths = [*warcs, str(large), *warcs, "https://example.com/a.warc.gz", "missing.warc.gz"]
    weighed = [(path, _spark_source.file_weight(path)) for path in paths]
    assert list(_spark_source.grouped(weighed)) == [warcs, [str(large)], warcs, paths[-2:-1], paths[-1:]]
    assert load(spark, warcs, columns="url").rdd.getNumPartitions() == 1
    assert load(spark, [*warcs, "missing.warc.gz"], columns="url,error").rdd.getNumPartitions() == 2
    assert list(_spark_source.grouped((number, 1) for number in range(0))) == []


def test_records_of_an_index(spark: SparkSession, tmp_path: Path, warcs: list[str]) -> None:
    whole = pyarrow.table(tagrake.read_warc(warcs, columns=PLACE, errors="skip"))
    index = tmp_path / "index.parquet"
    pyarrow.parquet.write_table(whole.take(list(range(0, len(whole), 3))), index)
    expected = rows_of(index=index, columns=COLUMNS)
    found = load(spark, index=str(index), columns=",".join(COLUMNS))
    assert_same(canonical(found.toArrow()), expected)
    # A line for each record, with names relative to a base and without a length.
    lines = tmp_path / "index.jsonl"
    rows = pyarrow.parquet.read_table(index).to_pylist()
    lines.write_text("".join(
        json.dumps({"filename": Path(row["warc_filename"]).name, "offset": row["warc_record_offset"]}) + "\n" for row in rows
    ))  # fmt: skip
    options = {"index": str(lines), "base": str(Path(warcs[0]).parent)}
    assert_same(canonical(load(spark, columns=",".join(COLUMNS), **options).toArrow()), expected)
    row = rows[0]
    record = f"{row['warc_filename']}:{row['warc_record_offset']}"
    found = load(spark, records=record, columns=",".join(COLUMNS))
    assert_same(canonical(found.toArrow()), rows_of(records=record, columns=COLUMNS))


def test_an_index_divides_a_large_file(warcs: list[str]) -> None:
    from pyspark.sql.types import StringType, StructField, StructType

    rows = pyarrow.table(tagrake.read_warc(warcs[0], columns=PLACE)).to_pylist()
    index = pyarrow.Table.from_pylist([{**row, "warc_record_length": _spark_source.PARTITION_BYTES // 2} for row in rows])
    path = Path(warcs[0]).with_name("lengths.parquet")
    pyarrow.parquet.write_table(index, path)
    schema = StructType([StructField("url", StringType())])
    parts = _spark_source.WarcSourceReader({"index": str(path)}, schema).partitions()
    assert [len(part.value) for part in parts] == [2] * (len(rows) // 2) + [1] * (len(rows) % 2)


def test_urls(spark: SparkSession, server: FileServer, warcs: list[str]) -> None:
    server.files = {"/a.warc.gz?token=secret": Path(warcs[0]).read_bytes()}
    # The query grants access, so it is not in the rows.
    url = f"{server.url}a.warc.gz?token=secret"
    found = load(spark, url, columns=",".join(COLUMNS)).toArrow()
    assert set(found["warc_filename"].to_pylist()) == {f"{server.url}a.warc.gz"}
    assert found.num_rows == pyarrow.table(tagrake.read_warc(warcs[0], columns=COLUMNS)).num_rows
    assert {request.path for request in server.requests} == {"/a.warc.gz?token=secret"}


def test_errors(spark: SparkSession, warcs: list[str]) -> None:
    paths = [warcs[0], "missing.warc.gz"]
    errors = load(spark, paths, columns="source,error", errors="record").where("error IS NOT NULL").collect()
    assert [row.asDict() for row in errors] == [{"source": "missing.warc.gz", "error": "No such file or directory"}]
    good = load(spark, warcs[0], columns="url").count()
    assert load(spark, paths, columns="url", errors="skip").count() == good > 0
    # By default, a missing file fails the query.
    for options in ({}, {"columns": "url"}, {"errors": "raise"}, {"table": "links"}):
        with pytest.raises(PySparkException, match="missing.warc.gz"):
            load(spark, paths, **options).count()
    # Damage is left out.
    assert load(spark, warcs[-2:], columns="url").count() > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colums": "url"}, "unknown option 'colums': expected one of anonymous, base"),
        ({"columns": "urls"}, "urls"),
        ({"table": "titles"}, 'expected "pages", "links", "blocks", "tables" or "records"'),
        ({"limit": "few"}, "option limit: 'few' is not a number"),
        ({"scripting": "yes"}, "option scripting: 'yes' is not \"true\" or \"false\""),
        ({"kinds": "[1]"}, "has an item that is not a text"),
        ({"kinds": "[nav"}, "is not a JSON array"),
        ({"kinds": "navigation"}, "navigation"),
        ({"errors": "drop"}, "drop"),
        ({"errors": "record", "table": "links"}, '"record" needs the column "error"'),
        ({"index": "a", "records": "a:1"}, "replace paths"),
        ({"base": "a"}, "base= needs manifest= or index="),
    ],
)
def test_wrong_options(spark: SparkSession, options: dict[str, str], message: str) -> None:
    with pytest.raises(PySparkException) as raised:
        load(spark, "a.warc.gz", **options).count()
    assert message in str(raised.value)


def test_no_input(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(PySparkException, match="needs paths, manifest=, index= or records="):
        load(spark).count()
    manifest = tmp_path / "empty.paths"
    manifest.write_text("# none\n")
    assert load(spark, manifest=str(manifest)).count() == 0


def test_expressions_in_the_documents(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    product = b"<div itemscope itemtype=https://schema.org/Product><b itemprop=name>Cod</b><b itemprop=price>3</b></div>"
    pages = [b"<meta name=robots content=noai>" + product, b"<title>None</title>"]
    path.write_bytes(b"".join(warc_record(f"https://e.org/{number}", page) for number, page in enumerate(pages)))
    rows = load(spark, str(path), columns="url,rights,schema_org")
    condition = "exists(rights.directives, d -> d.directive IN ('noai', 'noml'))"
    properties = "filter(i.properties, p -> p.name = 'price')"
    names = ("guide.md", "extraction.md")
    guide, extraction = ((Path(__file__).parents[3] / "docs" / name).read_text() for name in names)
    assert condition in guide and properties in extraction
    assert [row.url for row in rows.where(condition).collect()] == ["https://e.org/0"]
    prices = rows.selectExpr("explode(schema_org) AS i").selectExpr(f"{properties} AS prices").collect()
    assert [[price.value for price in row.prices] for row in prices] == [["3"]]
