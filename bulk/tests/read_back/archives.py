"""Compares `tagrake index`, `check` and `extract` with warcio over archives.

    python archives.py --tagrake PATH FILE|FOLDER...

In a folder, all WARC, ARC and WACZ files are read, at any depth. Compared are: offset, length, URL, status, type and payload
digest of each record; the number of records by type; the declared digests that do not match; and the records that are HTML
pages. Digests are also compared in an uncompressed copy whose records declare none, so that they are computed. A line is
printed for each difference, with the value of warcio first; the exit status is 1 if there is one. docs/archives.md has reasons.
"""

import argparse
import base64
import contextlib
import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections import Counter
from itertools import chain
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator

NAME = re.compile(r"\.(w?arc|wacz)(\.(gz|open|tmp|part))*$", re.IGNORECASE)
FIELDS = ("length", "url", "status", "mime", "digest")


def payload_digest(record):
    """Returns the declared payload digest, or else the SHA-1 of the payload, as cdxj-indexer does."""
    sha1 = hashlib.sha1(b"".join(iter(lambda: record.raw_stream.read(1 << 20), b""))).digest()
    computed = None if record.rec_type in ("warcinfo", "revisit") else f"sha1:{base64.b32encode(sha1).decode()}"
    return record.rec_headers.get_header("WARC-Payload-Digest") or computed


def warcio_records(path):
    """Returns the records by offset, as warcio reads them, and the error that ends them."""
    records = {}
    with path.open("rb") as file, contextlib.redirect_stderr(io.StringIO()):
        try:
            iterator = ArchiveIterator(file, arc2warc=True, check_digests=True)
            for record in iterator:
                kind, http = record.rec_type, record.http_headers
                head = http if kind in ("response", "request") else record.rec_headers
                mime = head.get_header("Content-Type") if head else None
                digest = payload_digest(record)
                records[iterator.get_record_offset()] = {
                    "kind": kind,
                    "length": str(iterator.get_record_length()),
                    "url": record.rec_headers.get_header("WARC-Target-URI"),
                    "status": http.get_statuscode() if http and kind in ("response", "revisit") else None,
                    "mime": "warc/revisit" if kind == "revisit" else mime and re.split(r"[;\s]", mime)[0],
                    "digest": digest,
                    "failed": record.digest_checker.passed is False,
                }
        except Exception as error:  # of many types; warcio reads nothing after it
            return records, f"{type(error).__name__}: {' '.join(str(error).split())[:80]}"
    return records, None


def objects(command):
    """Returns the JSON objects that a command prints, one per line; of a CDXJ line, the object at its end."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: exit status {done.returncode}")
    return [json.loads(line if line.startswith(b"{") else line.split(b" ", 2)[2]) for line in done.stdout.splitlines()]


def archives(path, folder):
    """Returns the path of an archive; of a WACZ file, paths of copies of its archives."""
    if path.suffix.lower() != ".wacz":
        return [path]
    with zipfile.ZipFile(path) as wacz:
        names = [name for name in wacz.namelist() if name.startswith("archive/") and NAME.search(name)]
        return [Path(wacz.extract(name, folder)) for name in names]


def without_digests(path, folder):
    """Returns an uncompressed copy in which WARC-Payload-Digest has another name of that length, or None if it is damaged."""
    text, copy = path.read_bytes(), Path(folder) / "copy"
    try:
        text = gzip.decompress(text) if text.startswith(b"\x1f\x8b") else text
    except (OSError, EOFError, zlib.error):
        return None
    copy.write_bytes(re.sub(rb"(?i)\nWARC-Payload-Digest:", b"\nWARC-Payload-Stored:", text))
    return copy


def compare(tagrake, path, counts, label):
    """Yields the differences of an archive; label is the prefix of the counts."""
    records, error = warcio_records(path)
    options = ["--quiet", "--max-record-bytes", "4G", path]
    index = {int(line["offset"]): line for line in objects([tagrake, "index", "--records", "all", *options])}
    if error:
        yield f"warcio reads {len(records)} records, tagrake {len(index)}: {error}"
    for offset, want in records.items():
        got = index.pop(offset, None)
        counts[f"{label} records"] += 1
        different = ["not indexed"] if got is None else [
            f"{key} {want[key]!r} {got.get(key)!r}" for key in FIELDS if want[key] != got.get(key)]
        counts[f"{label} records equal"] += not different
        if different:
            yield f"{offset}: {want['kind']} {want['url']}: {'; '.join(different)}"
    yield from (f"{offset}: only tagrake: {got}" for offset, got in index.items() if not error)
    if error or label == "copied":
        return
    [report] = objects([tagrake, "check", "--format", "jsonl", *options])
    kinds = Counter(record["kind"] for record in records.values())
    if kinds != report["records"]:
        yield f"records by type: {dict(kinds)} {report['records']}"
    failed = {offset for offset, record in records.items() if record["failed"]}
    found = {error["offset"] for error in report["errors"] if error["cause"] == "digest"}
    if failed != found:
        yield f"digests that do not match: {sorted(failed - found)} {sorted(found - failed)}"
    rows = objects([tagrake, "extract", "--mime", "html", "--status", "all", "--fields", "warc_record_offset", *options])
    pages = {row["warc_record_offset"] for row in rows} & records.keys()
    html = {offset for offset, record in records.items() if record["kind"] in ("response", "resource", "conversion")
            and (record["mime"] or "").lower() in ("text/html", "application/xhtml+xml")}
    counts["pages"] += len(pages)
    for offset in sorted(html ^ pages):
        yield f"{offset}: {'not ' if offset in html else ''}a page of tagrake: {records[offset]['mime']!r}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("paths", nargs="+", type=Path)
    arguments = parser.parse_args()
    counts = Counter()
    files = chain.from_iterable([path] if path.is_file() else sorted(path.rglob("*")) for path in arguments.paths)
    for file in (file for file in files if NAME.search(file.name) and file.is_file()):
        with tempfile.TemporaryDirectory() as folder:
            for archive in archives(file, folder):
                name = file if archive == file else f"{file}!{archive.name}"
                found = [f"{name}: {line}" for line in compare(arguments.tagrake, archive, counts, "stored")]
                if copy := without_digests(archive, folder):
                    found += [f"{name} (copy): {line}" for line in compare(arguments.tagrake, copy, counts, "copied")]
                print("".join(f"{line}\n" for line in found), end="")
                counts.update({"files": 1, "files with differences": bool(found), "differences": len(found)})
    print(dict(counts))
    sys.exit(counts["differences"] > 0)


if __name__ == "__main__":
    main()
