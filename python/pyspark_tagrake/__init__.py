"""Registers the data source "tagrake" with Spark 4, which imports the packages named `pyspark_*` and takes their `DefaultSource`."""

from tagrake._spark_source import WarcSource as DefaultSource

__all__ = ["DefaultSource"]
