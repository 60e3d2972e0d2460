"""Records that an index names: Spark and Ray give the rows of a complete read."""

import random
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from pyspark.errors import PythonException
from file_server import FileServer
from pyspark.sql import SparkSession
from rows import assert_same, canonical

import tagrake
import tagrake.ray
import tagrake.spark

PLACE = ["warc_filename", "warc_record_offset", "warc_record_length", "url"]
COLUMNS = [*PLACE, "title", "main_text", "links", "error"]

@pytest.fixture(scope="module")
def chosen(warcs: list[str]) -> pyarrow.Table:
    """Half of the rows of a complete read, in random order, without damage."""
    whole = pyarrow.table(tagrake.read_warc(warcs, columns=[*COLUMNS, "content_truncated"]))
    places = [row for row, (cut, error) in enumerate(zip(whole["content_truncated"], whole["error"], strict=True))
              if not cut.as_py() and not error.as_py()]  # fmt: skip
    kept = random.Random(14).sample(places, len(places) // 2)
    assert len(set(whole.take(kept)["warc_filename"].to_pylist())) > 4
    return whole.take(kept).select(COLUMNS)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory, chosen: pyarrow.Table) -> str:
    """The index of these rows, as Parquet."""
    path = tmp_path_factory.mktemp("index") / "index.parquet"
    pyarrow.parquet.write_table(chosen.select(PLACE).append_column("other", [list(range(len(chosen)))]), path)
    return str(path)


@pytest.fixture
def crawls(server: FileServer, warcs: list[str]) -> str:
    """Returns the URL of a folder with the files."""
    server.files = {f"/crawls/{Path(warc).name}": Path(warc).read_bytes() for warc in warcs}
    return f"{server.url}crawls/"


def of_ray(rows: Any) -> pyarrow.Table:
    import ray

    tables = ray.get(rows.to_arrow_refs())
    return pyarrow.concat_tables(table for table in tables if table.num_rows)


def test_spark(spark: SparkSession, index: str, chosen: pyarrow.Table) -> None:
    records = tagrake.spark.extract_records(spark.read.parquet(index), columns=COLUMNS, tasks=3)
    assert records.rdd.getNumPartitions() == 3
    assert_same(canonical(records.toArrow()), canonical(chosen))
    # By default, as many tasks as any other shuffle.
    records = tagrake.spark.extract_records(spark.read.parquet(index), table="links", columns=["page_url", "url"])
    assert records.rdd.getNumPartitions() == int(str(spark.conf.get("spark.sql.shuffle.partitions")))
    links = pyarrow.table(tagrake.read_warc(index=index, table="links", columns=["page_url", "url"]))
    assert_same(canonical(records.toArrow()), canonical(links))


@pytest.mark.usefixtures("ray_nodes")
def test_ray(index: str, chosen: pyarrow.Table) -> None:
    import ray.data

    for tasks in (None, 3):
        records = tagrake.ray.extract_records(ray.data.read_parquet(index), columns=COLUMNS, tasks=tasks)
        assert_same(canonical(of_ray(records)), canonical(chosen))
        places = [tuple(row.values()) for row in of_ray(records).select(PLACE[:2]).to_pylist()]
        assert places == sorted(places)


@pytest.mark.usefixtures("ray_nodes")
def test_names_of_cdxj_on_a_web_server(
    spark: SparkSession, server: FileServer, crawls: str, chosen: pyarrow.Table
) -> None:
    import ray.data

    names = [Path(name).name for name in chosen["warc_filename"].to_pylist()]
    relative = chosen.select(PLACE).set_column(0, "filename", [names]).rename_columns(["filename", "offset", "length", "url"])
    expected = chosen.set_column(0, "warc_filename", [[crawls + name for name in names]])
    of_spark = tagrake.spark.extract_records(spark.createDataFrame(relative), base=crawls, columns=COLUMNS, tasks=2)
    assert_same(canonical(of_spark.toArrow()), canonical(expected))
    assert {request.path for request in server.requests} == {f"/crawls/{name}" for name in names}
    rows = tagrake.ray.extract_records(ray.data.from_arrow(relative), base=crawls, columns=COLUMNS)
    assert_same(canonical(of_ray(rows)), canonical(expected))


@pytest.mark.usefixtures("ray_nodes")
def test_complete_files_by_url(spark: SparkSession, crawls: str, warcs: list[str]) -> None:
    urls = [crawls + Path(warc).name for warc in warcs]
    names = dict(zip(urls, warcs, strict=True))
    expected = pyarrow.table(tagrake.read_warc(warcs, columns=COLUMNS))
    for found in (
        tagrake.spark.extract_warcs(spark, urls, columns=COLUMNS).toArrow(),
        of_ray(tagrake.ray.extract_warcs(urls, columns=COLUMNS)),
    ):
        local = [names[name] for name in found["warc_filename"].to_pylist()]
        found = found.set_column(found.schema.get_field_index("warc_filename"), "warc_filename", [local])
        assert_same(canonical(found), canonical(expected))


@pytest.mark.usefixtures("ray_nodes")
def test_records_that_are_not_there(spark: SparkSession, chosen: pyarrow.Table) -> None:
    import ray.data

    good, *others = chosen.select(PLACE).to_pylist()[:3]
    wrong = [{**others[0], "warc_filename": "missing.warc.gz"}, {**others[1], "url": "https://example.org/"}]
    index = pyarrow.Table.from_pylist([good, *wrong])
    frame, dataset = spark.createDataFrame(index), ray.data.from_arrow(index)
    for table in (
        tagrake.spark.extract_records(frame, columns=COLUMNS, errors="record", tasks=2).toArrow(),
        of_ray(tagrake.ray.extract_records(dataset, columns=COLUMNS, errors="record")),
    ):
        errors = {(row["warc_filename"], row["warc_record_offset"]): row["error"] for row in table.to_pylist()}
        assert len(errors) == 3
        assert errors[good["warc_filename"], good["warc_record_offset"]] is None
        assert errors["missing.warc.gz", wrong[0]["warc_record_offset"]] == "No such file or directory"
        assert "https://example.org/" in errors[wrong[1]["warc_filename"], wrong[1]["warc_record_offset"]]
    # A file that is not there fails the job, a record that is not there does not.
    with pytest.raises(PythonException, match="missing.warc.gz"):
        tagrake.spark.extract_records(frame, columns=PLACE, tasks=2).count()
    there = frame.where("warc_filename <> 'missing.warc.gz'")
    assert tagrake.spark.extract_records(there, columns=PLACE, tasks=2).count() == 1
    with pytest.raises(PythonException, match="https://example.org/"):
        tagrake.spark.extract_records(there, columns=PLACE, errors="raise", tasks=2).count()
    with pytest.raises(Exception, match="missing.warc.gz"):
        tagrake.ray.extract_records(dataset, columns=PLACE).materialize()


@pytest.mark.usefixtures("ray_nodes")
def test_an_empty_index(spark: SparkSession, chosen: pyarrow.Table) -> None:
    import ray.data

    empty = spark.createDataFrame(chosen.select(PLACE)).where("url = 'no'")
    assert tagrake.spark.extract_records(empty, columns=PLACE, tasks=2).count() == 0
    rows = tagrake.ray.extract_records(ray.data.from_arrow(chosen.select(PLACE).slice(0, 0)), columns=COLUMNS)
    assert rows.count() == 0


@pytest.mark.usefixtures("ray_nodes")
def test_tables_that_are_no_index(spark: SparkSession) -> None:
    import ray.data

    with pytest.raises(ValueError, match='no column is named "warc_filename" or "filename", among offset'):
        tagrake.spark.extract_records(spark.createDataFrame([(1,)], "offset LONG"))
    with pytest.raises(ValueError, match='no column is named "warc_record_offset" or "offset", among filename'):
        tagrake.ray.extract_records(ray.data.from_items([{"filename": "a"}]))
