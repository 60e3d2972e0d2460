"""The honest files of an attack, and the rows that they give."""

import gzip
import io
import json
import subprocess
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from server import ServedFile

# The columns that are compared. They depend on the content of a record alone, not on the name of its file.
FIELDS = "url,title,links,content_truncated"
RECORDS = 24
INDEX_FORMATS = ("cdxj", "csv", "jsonl", "parquet")


def page(version: int, number: int) -> bytes:
    links = "".join(f'<a href="http://localhost:1/{version}/{number}/{link}">link {link}</a>' for link in range(number % 7 + 1))
    return f"<!doctype html><title>page {number} of version {version}</title><p>{'word ' * (number * 37 % 400)}{links}".encode()


def record(version: int, number: int) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page(version, number)
    fields = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-11-25T10:00:{number:02}Z\r\nWARC-Record-ID: <urn:{version}:{number}>\r\n"
        f"WARC-Target-URI: http://localhost:1/{version}/{number}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return fields.encode() + block + b"\r\n\r\n"


def archive(version: int, is_compressed: bool) -> tuple[bytes, list[int]]:
    """Returns an archive, and an offset in the middle of each of its records."""
    data, middles = b"", []
    for number in range(RECORDS):
        stored = record(version, number)
        stored = gzip.compress(stored, mtime=0) if is_compressed else stored
        middles.append(len(data) + len(stored) // 2)
        data += stored
    return data, middles


@dataclass
class Material:
    """Files in memory, by name, and the honest rows of each version."""

    files: dict[str, ServedFile] = field(default_factory=dict)
    rows: dict[str, tuple[list[bytes], list[bytes]]] = field(default_factory=dict)
    """The rows of the archives and the page."""
    record_rows: dict[str, dict[int, bytes]] = field(default_factory=dict)
    """The row of each record by its offset, of the first version of each archive."""


def make(tagrake: Path, folder: Path) -> Material:
    """Makes the files, and reads them with the command."""
    material = Material()

    def run(*arguments: str) -> bytes:
        return subprocess.run([tagrake, *arguments], cwd=folder, check=True, capture_output=True).stdout

    for name, is_compressed in (("crawl.warc.gz", True), ("crawl.warc", False)):
        (first, cuts), (second, _) = archive(0, is_compressed), archive(1, is_compressed)
        material.files[name] = ServedFile((first, second), cuts)
    packed = []
    for data in material.files["crawl.warc.gz"].versions:
        container = io.BytesIO()
        with zipfile.ZipFile(container, "w") as wacz:
            wacz.writestr("datapackage.json", "{}")
            wacz.writestr("archive/crawl.warc.gz", data)
        packed.append(container.getvalue())
    material.files["crawl.wacz"] = ServedFile((packed[0], packed[1]), [])
    material.files["page.html"] = ServedFile((page(0, 20), page(1, 20)), [])

    for name, file in material.files.items():
        rows = []
        for data in file.versions:
            (folder / name).write_bytes(data)
            rows.append(run("extract", "-q", "--fields", FIELDS if name != "page.html" else "title,links", name).splitlines())
        material.rows[name] = (rows[0], rows[1])
    for name in ("crawl.warc.gz", "crawl.warc"):
        (folder / name).write_bytes(material.files[name].versions[0])
        places = run("index", "-q", "--format", "jsonl", name).splitlines()
        offsets = [json.loads(line)["warc_record_offset"] for line in places]
        material.record_rows[name] = dict(zip(offsets, material.rows[name][0], strict=True))
        for format in INDEX_FORMATS:
            run("index", "-q", "-o", f"{name}.{format}", name)
            data = (folder / f"{name}.{format}").read_bytes()
            ends = [at for at, byte in enumerate(data) if byte == 0x0A]
            cuts = [] if format == "parquet" else [(a + b) // 2 for a, b in zip(ends, ends[1:], strict=False)]
            material.files[f"{name}.{format}"] = ServedFile((data, data), cuts)
    return material
