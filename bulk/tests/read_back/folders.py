"""Reads folders that `tagrake` writes with DuckDB, polars, pandas, pyarrow and Spark, and compares the rows with the JSON lines.

    python folders.py --tagrake PATH FILE.warc.gz

The folders have an output for each input, files of limited size, or partition folders. Patterns are `out/*`, `out/**` and
`out/**/*.parquet`, or the folder itself. Spark needs Java, and is left out without it. The exit status is 1 at the first difference.
"""

import argparse
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.dataset

FIELDS = "url,lang,title"
# Pages of hosts and languages whose names are special in paths. The last page has neither.
PAGES = [
    {"url": "http://[::1]/", "html": "<html lang='../..'><title>a/b</title>"},
    {"url": "http://e.org/", "html": "<html lang='EN'><title>1</title>"},
    {"url": "http://e.org/2", "html": "<html lang='en-US'><title>2</title>"},
    {"url": "http://127.0.0.1/", "html": "<html lang='a=b%20c'><title>3</title>"},
    {"html": "<title>no URL</title>"},
]


def host_of(url):
    """Returns the host of a URL, with the brackets of an IPv6 address."""
    host = urlsplit(url).netloc.rpartition("@")[2] if url else None
    return host and host.removesuffix(f":{urlsplit(url).port}") or None


class Folder:
    """A folder of rows, and the rows that it must have: a tuple of the values of `columns` for each."""

    def __init__(self, path, columns, rows):
        self.path, self.columns, self.rows = path, columns, Counter(rows)

    def check(self, reader, rows):
        """Compares the rows of a reader."""
        found = Counter(tuple(None if value != value else value for value in row) for row in rows)
        if found != self.rows:
            sys.exit(f"{reader}, {self.path}: lacks {self.rows - found}, and has {found - self.rows}")
        print(f"{self.path.name}: {reader}: {found.total()} rows")


def by_duckdb(folder, pattern, function):
    selected = ", ".join(folder.columns)
    hive = ", hive_partitioning = true, hive_types_autocast = false"
    return duckdb.sql(f"SELECT {selected} FROM {function}('{folder.path}/{pattern}'{hive})").fetchall()


def by_polars(folder, pattern):
    source = f"{folder.path}/{pattern}" if pattern else folder.path
    return polars.scan_parquet(source, hive_partitioning=True).select(folder.columns).collect().rows()


def by_pandas(folder, **options):
    frame = pandas.read_parquet(folder.path, **options)[folder.columns].astype(object)
    return frame.where(frame.notna(), None).itertuples(index=False, name=None)


def by_pyarrow(folder):
    table = pyarrow.dataset.dataset(folder.path, partitioning="hive").to_table(columns=folder.columns)
    return zip(*(column.to_pylist() for column in table.columns), strict=True)


def by_spark(folder, spark, pattern):
    reader = spark.read.option("recursiveFileLookup", "false")
    return map(tuple, reader.parquet(f"{folder.path}{pattern}").select(folder.columns).collect())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("warc")
    arguments = parser.parse_args()
    modules = (duckdb, polars, pandas, pyarrow)
    print(", ".join(f"{module.__name__} {module.__version__}" for module in modules))
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        shutil.copy(arguments.warc, root / "crawl.warc.gz")
        with gzip.open(root / "pages.jsonl.gz", "wt") as file:
            file.writelines(json.dumps(page) + "\n" for page in PAGES)

        def run(*options):
            command = [arguments.tagrake, "extract", "-q", "--fields", FIELDS, *options, "crawl.warc.gz", "pages.jsonl.gz"]
            return subprocess.run(command, check=True, capture_output=True, cwd=root).stdout

        rows = [json.loads(line) for line in run().decode().split("\n")[:-1]]

        def folder(name, columns, *options):
            run("--output-dir", name, *options)
            values = [{**row, "host": host_of(row["url"])} for row in rows]
            return Folder(root / name, columns, (tuple(row[column] or None for column in columns) for row in values))

        parquet = ["--format", "parquet"]
        undivided = ["url", "lang", "title"]
        plain = folder("plain", undivided, *parquet)
        numbered = folder("numbered", undivided, *parquet, "--rows-per-file", "2")
        hosts = folder("hosts", ["url", "title", "host", "lang"], *parquet, "--partition-by", "host,lang")
        lines = folder("lines", ["title", "host"], "--fields", "title", "--partition-by", "host")
        flat, deep = [plain, numbered], [plain, numbered, hosts]

        checks = [("DuckDB *", partial(by_duckdb, pattern="*", function="read_parquet"), flat)]
        checks += [("DuckDB **", partial(by_duckdb, pattern="**", function="read_parquet"), deep)]
        checks += [("DuckDB **/*.parquet", partial(by_duckdb, pattern="**/*.parquet", function="read_parquet"), deep)]
        checks += [("DuckDB ** of lines", partial(by_duckdb, pattern="**", function="read_json"), [lines])]
        checks += [("polars *", partial(by_polars, pattern="*"), flat), ("polars folder", partial(by_polars, pattern=""), deep)]
        checks += [("polars **/*.parquet", partial(by_polars, pattern="**/*.parquet"), deep)]
        # pandas cannot join partition values with nulls, unless pyarrow reads them as text.
        text = pyarrow.dataset.partitioning(pyarrow.schema([("host", pyarrow.string()), ("lang", pyarrow.string())]), flavor="hive")
        checks += [("pandas", by_pandas, flat), ("pandas", partial(by_pandas, partitioning=text), [hosts])]
        checks += [("pyarrow", by_pyarrow, deep)]
        for reader, read, folders in checks:
            for read_folder in folders:
                read_folder.check(reader, read(read_folder))

        if not shutil.which("java"):
            print("Spark: left out, because there is no Java")
            return
        from pyspark.sql import SparkSession

        settings = {"spark.ui.enabled": "false", "spark.sql.sources.partitionColumnTypeInference.enabled": "false"}
        builder = SparkSession.builder.master("local[1]")
        for name, value in settings.items():
            builder = builder.config(name, value)
        spark = builder.getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        for pattern, folders in [("", deep), ("/*", flat)]:
            for read_folder in folders:
                read_folder.check(f"Spark {spark.version} {pattern}", by_spark(read_folder, spark, pattern))
        spark.stop()


if __name__ == "__main__":
    main()
