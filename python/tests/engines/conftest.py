"""Fixtures of the engine tests: WARC files, Spark and Ray."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from file_server import FileServer
from inputs import small_warcs
from pyspark.sql import SparkSession

# Used by the driver and the executors.
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["no_proxy"] = os.environ["NO_PROXY"] = "127.0.0.1"


@pytest.fixture(scope="session")
def warcs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return small_warcs(tmp_path_factory.mktemp("warcs"))


@pytest.fixture(scope="session")
def inputs(warcs: list[str]) -> list[str]:
    """The files, with a missing one among them. The last two are truncated."""
    return [*warcs[:3], str(Path(warcs[0]).with_name("missing.warc.gz")), *warcs[3:]]


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    """Spark with two executors, each a separate process."""
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("tests of tagrake")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="session")
def ray_nodes() -> Iterator[None]:
    """Ray with two nodes that each run one task at a time."""
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture
def server() -> Iterator[FileServer]:
    """A web server."""
    server = FileServer()
    yield server
    server.stop()
