"""Runs the link jobs of cc-pyspark over the WAT file that `tagrake wat` writes.

    python link_jobs.py --tagrake PATH FILE.warc.gz

`process_record` of `ExtractLinksJob` and `ExtractHostLinksJob` reads every record, as it would in Spark, which is not started:
a job's counters are counted here. The exit status is 1 if a record fails, or if there are no links.
"""

import argparse
import importlib.metadata
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import cc_pyspark
from warcio.archiveiterator import ArchiveIterator

# cc-pyspark 0.1.0.dev0 imports one of its modules by its path in the repository.
sys.modules["src"] = type(sys)("src")
sys.modules["src.cc_pyspark"] = cc_pyspark

from cc_pyspark.jobs.wat_extract_links import ExtractHostLinksJob, ExtractLinksJob  # noqa: E402


class Counted:
    """A fake of Spark's session and context."""

    def __init__(self):
        self.sparkContext = self

    def accumulator(self, _start):
        return Accumulator()


class Accumulator:
    """A fake of Spark's accumulator that counts in one process."""

    def __init__(self):
        self.value = 0

    def add(self, number):
        self.value += number


def run(kind, wat):
    """Runs a job over a WAT file and prints its results. Returns True if no record failed."""
    job = kind()
    job.init_accumulators(Counted())
    records, links = Counter(), Counter()
    with open(wat, "rb") as file:
        for record in ArchiveIterator(file, no_record_parse=not job.warc_parse_http_header):
            records[record.rec_type] += 1
            links.update(job.process_record(record))
    responses, failed = job.records_response_wat.value, job.records_failed.value
    print(
        f"{kind.__name__}: {records['metadata']:,} records, {responses:,} responses, "
        f"{job.records_non_html.value:,} not HTML, {failed:,} failed; {links.total():,} links, {len(links):,} distinct"
    )
    return failed == 0 and responses > 0 and links.total() > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("warc")
    arguments = parser.parse_args()
    print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in ["cc-pyspark", "warcio"]))
    with tempfile.TemporaryDirectory() as folder:
        wat = Path(folder) / "file.warc.wat.gz"
        subprocess.run([arguments.tagrake, "wat", "-q", "-o", wat, arguments.warc], check=True)
        fine = [run(kind, wat) for kind in [ExtractLinksJob, ExtractHostLinksJob]]
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main()
