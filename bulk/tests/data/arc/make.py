"""Makes ARC files, and what the Python packages warcio and cdxj-indexer read from them.

    python -m venv environment
    environment/bin/pip install warcio==1.8.1 cdxj-indexer==1.5.0
    environment/bin/python make.py

writes, next to this file, ARC files of version 1.0 and 1.1, plain and compressed; for each a `.jsonl` file with the records
as warcio converts them to WARC, and `.cdxj` files with its index.
"""

import base64
import gzip
import json
import subprocess
import sys
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator

HERE = Path(__file__).parent
CDXJ_INDEXER = Path(sys.executable).with_name("cdxj-indexer")
FIELDS = "URL IP-address Archive-date Content-type Archive-length\n"
METADATA = """<?xml version="1.0" encoding="UTF-8"?>
<arcmetadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:arc="http://archive.org/arc/1.0/">
<arc:software>Heritrix 1.14.3 http://crawler.archive.org</arc:software>
<dc:format>ARC file version 1.1</dc:format>
</arcmetadata>
"""


def record(url, block, mime="text/html", date="20040925001013", address="192.0.2.7"):
    """Returns a record of version 1."""
    block = block if isinstance(block, bytes) else block.encode("latin-1")
    return f"{url} {address} {date} {mime} {len(block)}\n".encode("latin-1") + block + b"\n"


def description(name, version, rest):
    """Returns the first record of a file."""
    return record(f"filedesc://{name}", f"{version}\n{FIELDS}{rest}", "text/plain", address="0.0.0.0")


def response(body, head="HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"):
    """Returns the response of a server."""
    body = body if isinstance(body, bytes) else body.encode()
    return head.encode() + b"\r\n" + body


def page(title, links=""):
    """Returns a page."""
    return f"<!DOCTYPE html>\n<title>{title}</title>\n<p>{title} <a href=/next?q=1>next</a>\n{links}"


RECORDS = [
    record("http://www.Example.com/", response(page("First"))),
    record("http://e.org/a b?c=d e", response(page("Spaces in the URL"))),
    record("http://e.org/missing", response("<h1>Gone</h1>", "HTTP/1.0 404 Not Found\r\nContent-Type: text/html\r\n")),
    record("http://e.org/moved", response("", "HTTP/1.1 301 Moved\r\nLocation: http://e.org/\r\n"), "no-type"),
    record("dns:e.org", "20040925001013\ne.org.\t300\tIN\tA\t192.0.2.7\n", "text/dns"),
    record(
        "http://e.org/lf",
        "HTTP/1.1 200 OK\nDate: Sat, 25 Sep 2004 00:10:03 GMT\nContent-Type: text/html\n\n\n" + page("Line feeds"),
    ),
    record(
        "http://e.org/chunked",
        response("b\r\n<title>Chun\r\nb\r\nks</title>\n\r\n0\r\n\r\n",
                 "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n"),
    ),
    record(
        "http://e.org/gzip",
        response(gzip.compress(page("Compressed").encode(), mtime=0),
                 "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: text/html\r\n"),
    ),
    record("http://e.org/picture.gif", response(b"GIF89a\0\1\2\n\n\nhttp://e.org/",
                                                "HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n"), "image/gif"),
    record("http://e.org/latin", response("<title>Caf\xe9</title>".encode("latin-1"),
                                          "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n")),
    record("http://e.org/newlines", response(page("Newlines at the end") + "\n\n\n"), date="20041231235959"),
    record("http://e.org/ipv6", response(page("Last")), address="2001:db8::7"),
]
FILES = {
    "alexa.arc": [description("alexa.arc", "1 0 Alexa Internet", "")] + RECORDS[:4],
    "heritrix.arc": [description("heritrix.arc", "1 1 InternetArchive", METADATA)] + RECORDS,
}


def as_warc(path):
    """Yields the records of a file as warcio converts them to WARC."""
    with open(path, "rb") as stream:
        records = ArchiveIterator(stream, arc2warc=True)
        for item in records:
            http = item.http_headers
            body = item.content_stream().read()
            # The id is random. The block of the first record lacks the two lines that describe the format.
            headers = {name: value for name, value in item.rec_headers.headers if name != "WARC-Record-ID"}
            yield {
                "headers": headers,
                "status": http.get_statuscode() if http else None,
                "http_headers": http.headers if http else None,
                "body": base64.b64encode(body).decode(),
                "offset": records.get_record_offset(),
                "length": records.get_record_length(),
            }


def write_index(name, archive, *options):
    """Writes the index of an archive."""
    printed = subprocess.run([CDXJ_INDEXER, *options, archive], stdout=subprocess.PIPE, check=True).stdout
    (HERE / name).write_bytes(printed)


for name, parts in FILES.items():
    (HERE / name).write_bytes(b"".join(parts))
    (HERE / f"{name}.gz").write_bytes(b"".join(gzip.compress(part, mtime=0) for part in parts))
    for file in [name, f"{name}.gz"]:
        lines = [json.dumps(item) + "\n" for item in as_warc(HERE / file)]
        (HERE / f"{file}.jsonl").write_text("".join(lines), encoding="utf-8")
        write_index(f"{file}.cdxj", HERE / file)
        write_index(f"{file}.all.cdxj", HERE / file, "--records", "all")
