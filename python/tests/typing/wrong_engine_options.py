"""Calls of Spark, Ray and NeMo Curator functions that type checkers reject. Nothing here runs."""

from typing import Any

import tagrake.ray
import tagrake.spark


def misspelt(spark: Any, index: Any) -> None:
    tagrake.spark.extract_warcs(spark, "x", thread=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    tagrake.spark.extract_warcs(spark, "x", kinds=["navv"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    tagrake.spark.extract_warcs(spark, "x", index="y")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    tagrake.spark.extract_records(index, thread=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    tagrake.ray.extract_warcs("x", thread=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    tagrake.ray.extract_warcs("x", view="best")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tagrake.ray.extract_records(index, kinds="navv")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tagrake.spark.extract_html(index, thread=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    tagrake.ray.extract_html(index, kinds=["navv"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
