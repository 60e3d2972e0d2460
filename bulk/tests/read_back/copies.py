"""Reads the copies that `tagrake warc` makes of archives with other programs.

    python copies.py --tagrake PATH FILE.warc.gz...

The archives are the given files without damage, ARC files of this repository, a WACZ file with the given files in it, and a file
that is truncated. Each is copied as .warc, .warc.gz and .warc.zst, the last also with a dictionary. The exit status is 1 unless

* FastWARC reads the same records from each copy, and from the copy of a WARC file the records of the source;
* warcio reads them from .warc and .warc.gz, and no digest in them is wrong;
* the index beside .warc and .warc.gz has the lines of cdxj-indexer, which reads no .warc.zst.
"""

import argparse
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from fastwarc.warc import ArchiveIterator as FastIterator
from warcio.archiveiterator import ArchiveIterator

CDXJ_INDEXER = Path(sys.executable).with_name("cdxj-indexer")
ARCS = Path(__file__).parents[1] / "data" / "arc"
COPIES = [("o.warc", []), ("o.warc.gz", []), ("o.warc.zst", []), ("d.warc.zst", ["--zstd-dictionary"])]


def fastwarc_records(path):
    """Returns the fields and the digest of the block of each record."""
    with path.open("rb") as file:
        return [
            (sorted(record.headers.asdict().items()), hashlib.sha1(record.reader.read()).hexdigest())
            for record in FastIterator(file, parse_http=False)
        ]


def warcio_blocks(path):
    """Returns the digest of the block of each record. Ends the process if a digest in the file is wrong."""
    with path.open("rb") as file:
        for record in ArchiveIterator(file, check_digests=True):
            record.raw_stream.read()
            if record.digest_checker.passed is False:
                sys.exit(f"{path}: {record.rec_headers.get_header('WARC-Record-ID')}: {record.digest_checker.problems}")
    with path.open("rb") as file:
        records = ArchiveIterator(file, no_record_parse=True)
        return [hashlib.sha1(record.raw_stream.read()).hexdigest() for record in records]


def check(tagrake, source, folder, statuses, is_warc):
    """Copies an archive, and compares the copies."""
    expected = fastwarc_records(source) if is_warc else None
    for name, options in COPIES:
        copy, index = folder / name, folder / "i.cdxj"
        command = [tagrake, "warc", "-q", *options, "--write-index", index, "-o", copy, source]
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode not in statuses:
            sys.exit(f"{command}: failed")
        records = fastwarc_records(copy)[1:]  # without the warcinfo record of the copy
        expected = expected or records
        if records != expected or not records:
            sys.exit(f"{source}: {name}: FastWARC reads {len(records)} records, expected {len(expected)}")
        if name.endswith(".zst"):
            continue
        blocks = warcio_blocks(copy)[1:]
        if blocks != [block for _, block in expected]:
            sys.exit(f"{source}: {name}: warcio reads other blocks")
        lines = subprocess.run([CDXJ_INDEXER, "--sort", copy], stdout=subprocess.PIPE, check=True).stdout
        if lines != index.read_bytes():
            sys.exit(f"{source}: {name}: cdxj-indexer prints {lines!r}, the index has {index.read_bytes()!r}")
    print(f"{source.name}: {len(expected)} records in {len(COPIES)} copies")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("files", nargs="+", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wacz, truncated = folder / "archives.wacz", folder / "truncated.warc.gz"
        with zipfile.ZipFile(wacz, "w") as container:
            for file in arguments.files:
                container.write(file, f"archive/{file.name}")
        truncated.write_bytes(arguments.files[0].read_bytes()[:-20])
        for file in arguments.files:
            check(arguments.tagrake, file, folder, {0}, is_warc=True)
        arcs = [*ARCS.glob("*.arc"), *ARCS.glob("*.arc.gz")]
        for file in [*sorted(arcs), wacz]:
            check(arguments.tagrake, file, folder, {0}, is_warc=False)
        check(arguments.tagrake, truncated, folder, {1}, is_warc=False)


if __name__ == "__main__":
    main()
