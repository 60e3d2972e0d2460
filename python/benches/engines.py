"""Jobs that turn WARC files into rows with Spark, with Ray, and with the command.

An engine runs each job several times in one session, interleaved with the command. The first run starts workers, loads
classes and compiles; the benchmark counts the best of the later runs.
"""

import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Job:
    name: str
    table: Any
    columns: list[str] | None

    def command(self, paths: list[str], threads: int) -> list[str]:
        verb = {"pages": "extract", "links": "links"}[self.table]
        fields = [] if self.columns is None else ["--fields", ",".join(self.columns)]
        return [sys.executable, "-m", "tagrake", verb, *fields, "--format", "arrow", "-q", "-j", str(threads), *paths]


JOBS = [
    Job("links: page_url, url", "links", ["page_url", "url"]),
    Job("pages: url, title, lang, metas, headings, error", "pages", ["url", "title", "lang", "metas", "headings", "error"]),
    Job("pages: all columns", "pages", None),
]


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def cpu_seconds(run: Callable[[], object]) -> float:
    """Returns the CPU seconds of this thread, which other programs on the machine affect little."""
    start = time.thread_time()
    run()
    return time.thread_time() - start


def command(job: Job, paths: list[str], threads: int) -> None:
    """Runs the job with the command, and discards the rows."""
    subprocess.run(job.command(paths, threads), stdout=subprocess.DEVNULL, check=True)


@contextmanager
def spark(threads: int) -> Iterator[Callable[[Job, list[str]], None]]:
    """Yields a function that runs a job in Spark. The rows are moved into the JVM and discarded there."""
    from pyspark.sql import SparkSession

    import tagrake.spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master(f"local[{threads}]")
        .config("spark.driver.memory", "2g")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")

    def run(job: Job, paths: list[str]) -> None:
        rows = tagrake.spark.extract_warcs(session, paths, table=job.table, columns=job.columns)
        rows.write.format("noop").mode("overwrite").save()

    yield run
    session.stop()


@contextmanager
def ray(threads: int) -> Iterator[Callable[[Job, list[str]], None]]:
    """Yields a function that runs a job in Ray. The rows are moved into the object store."""
    import ray

    import tagrake.ray

    ray.init(address="local", num_cpus=threads, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False

    def run(job: Job, paths: list[str]) -> None:
        tagrake.ray.extract_warcs(paths, table=job.table, columns=job.columns).materialize()

    yield run
    ray.shutdown()
