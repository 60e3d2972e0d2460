"""Makes a WACZ file with py-wacz, the program of Webrecorder.

    python -m venv environment
    environment/bin/pip install wacz==0.6.0 warcio==1.8.1
    environment/bin/python make.py

writes `crawl.wacz`, next to this file.
"""

import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

HERE = Path(__file__).parent
WACZ = Path(sys.executable).with_name("wacz")


def write(path, name, count):
    """Writes a WARC file of this many pages."""
    with open(path, "wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        for number in range(1, count + 1):
            links = "".join(f"<a href=/{name}/{other}>{other}</a> " for other in range(1, count + 1))
            page = f"<!DOCTYPE html>\n<title>{name} {number}</title>\n<p>Page {number} of {name}: {links}\n"
            headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1")
            record = writer.create_warc_record(
                f"https://example.com/{name}/{number}", "response", BytesIO(page.encode()), http_headers=headers,
                warc_headers_dict={"WARC-Date": "2026-11-24T08:00:00Z"},
            )
            writer.write_record(record)


with tempfile.TemporaryDirectory() as folder:
    archives = [Path(folder, f"{name}.warc.gz") for name in ("birds", "trees")]
    for archive, count in zip(archives, (3, 2)):
        write(archive, archive.name.split(".")[0], count)
    output = HERE / "crawl.wacz"
    subprocess.run([WACZ, "create", "-f", "-o", output, "-d", "--date", "2026-11-24T08:00:00Z", *archives], check=True)
