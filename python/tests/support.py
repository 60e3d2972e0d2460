"""Shared functions of the tests."""

import gzip
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

SMALL = Path(__file__).resolve().parents[2] / "corpora" / "small"


def warc_record(url: str, html: bytes, content_type: str = "text/html") -> bytes:
    """Returns a response record as a gzip member."""
    block = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + html
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-11-21T13:17:05Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + block + b"\r\n\r\n", mtime=0)


def run_command(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs the command of the installed wheel, not of the sources in the working directory."""
    command = [sys.executable, "-P", "-m", "tagrake", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60)


def assert_takes_less_than(seconds: float, run: Callable[[], float]) -> None:
    """Calls `run`, which returns how long it took, up to four times. Other programs of the machine can only lengthen a run, so the
    shortest counts."""
    times = [run()]
    while min(times) >= seconds and len(times) < 4:
        times.append(run())
    assert min(times) < seconds, times


def recipe_of(section: str, document: str = "clusters.md") -> str:
    """Returns the Python block in a section of a document in `docs`, which has only one."""
    text = (Path(__file__).resolve().parents[1] / "docs" / document).read_text().split(f"\n## {section}\n")[1].split("\n## ")[0]
    (recipe,) = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return str(recipe)
