"""Killing an executor during a job does not change its rows."""

import os
import signal
import threading
import time
from pathlib import Path

import psutil
import pyarrow
from inputs import large_warcs
from pyspark.sql import SparkSession
from rows import assert_same, canonical, command_rows
from status import executors, get

import tagrake.spark

COLUMNS = ["warc_filename", "warc_record_offset", "warc_record_length", "url", "title", "lang", "metas", "headings", "error"]
FILES = 24
MEGABYTES = 100


def executor_processes() -> dict[str, psutil.Process]:
    """Returns the executors of this process's Spark by id. They are JVMs started by its JVM."""
    found = {}
    for process in psutil.Process().children(recursive=True):
        try:
            words = process.cmdline()
        except psutil.NoSuchProcess:
            continue
        if "org.apache.spark.executor.CoarseGrainedExecutorBackend" in words:
            found[words[words.index("--executor-id") + 1]] = process
    return found


def test_a_killed_executor_changes_no_row(tmp_path: Path, spark: SparkSession) -> None:
    paths = large_warcs(tmp_path, FILES, MEGABYTES)
    fields = ",".join(COLUMNS)
    expected = canonical(command_rows(tmp_path, paths, "--fields", fields))

    found: list[pyarrow.Table] = []
    job = threading.Thread(target=lambda: found.append(tagrake.spark.extract_warcs(spark, paths, columns=COLUMNS).toArrow()))
    job.start()
    tracker = spark.sparkContext.statusTracker()
    while not (stages := [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]) or not (
        stages[0] and stages[0].numCompletedTasks >= 2
    ):
        assert job.is_alive(), "the job ended before two of its tasks"
        time.sleep(0.01)
    completed = stages[0].numCompletedTasks
    name, process = next(iter(executor_processes().items()))
    os.kill(process.pid, signal.SIGKILL)
    job.join(timeout=300)

    assert found, "the job failed"
    assert completed < FILES
    assert_same(canonical(found[0]), expected)
    # The kill took effect: tasks of this executor failed and were repeated elsewhere.
    lost = next(executor for executor in executors(spark) if executor["id"] == name)
    assert not lost["isActive"]
    stage = get(spark, f"stages/{stages[0].stageId}")[0]
    failed = [task for task in get(spark, f"stages/{stages[0].stageId}/0/taskList?length=1000") if task["status"] == "FAILED"]
    print(f"executor {name} was killed after {completed} of {FILES} tasks; {len(failed)} failed: {failed[0]['errorMessage']}")
    assert stage["numCompleteTasks"] == FILES
    assert failed and all(task["executorId"] == name and "ExecutorLostFailure" in task["errorMessage"] for task in failed)
