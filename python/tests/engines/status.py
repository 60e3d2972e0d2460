"""Reads Spark's monitoring API."""

import json
import urllib.request
from typing import Any

from pyspark.sql import SparkSession


def get(spark: SparkSession, path: str) -> Any:
    context = spark.sparkContext
    url = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/{path}"
    with urllib.request.urlopen(url, timeout=30) as answer:
        return json.load(answer)


def executors(spark: SparkSession) -> list[dict[str, Any]]:
    """Returns the current and former executors, without the driver."""
    return [executor for executor in get(spark, "allexecutors") if executor["id"] != "driver"]
