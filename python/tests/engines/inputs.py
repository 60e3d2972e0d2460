"""Makes WARC files from pages of the repository."""

import gzip
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

CORPORA = Path(__file__).resolve().parents[3] / "corpora"
FILES = 6


def pages() -> list[tuple[str, bytes]]:
    """Returns names and bytes of pages: `corpora/small`, and one in eight of `corpora/fetch real` if fetched."""
    ours = sorted((CORPORA / "small").glob("*.html"))
    fetched = sorted((CORPORA / "fetched" / "real").rglob("*.html"))
    files = [*ours, *islice(fetched, 0, None, 8)]
    return [(str(file.relative_to(CORPORA)), file.read_bytes()) for file in files]


def member(name: str, page: bytes) -> bytes:
    """Returns a page as a response record in a gzip member."""
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page) + page
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-11-21T12:00:00Z\r\nWARC-Record-ID: <urn:{name}>\r\n"
        f"Content-Length: {len(http)}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"WARC-Target-URI: https://example.com/{name}\r\n\r\n"
    )
    return gzip.compress(head.encode() + http + b"\r\n\r\n", compresslevel=1, mtime=0)


def write_warcs(folder: Path, files: Sequence[Sequence[bytes]]) -> list[str]:
    """Writes a file for each list of members. The last one is truncated within a page, the one before within a head."""
    paths = []
    for number, members in enumerate(files):
        path = folder / f"{number}.warc.gz"
        last = members[-1]
        kept = {len(files) - 1: len(last) // 2, len(files) - 2: 40}.get(number, len(last))
        path.write_bytes(b"".join(members[:-1]) + last[:kept])
        paths.append(str(path))
    return paths


def small_warcs(folder: Path) -> list[str]:
    """Writes six files with some MB of pages. The last two are truncated."""
    members = [member(name, page) for name, page in pages()]
    return write_warcs(folder, [members[start::FILES] for start in range(FILES)])


def large_warcs(folder: Path, files: int, megabytes: int) -> list[str]:
    """Writes files with `megabytes` of pages each, so that reading one takes a while. The last two are truncated."""
    some = pages()
    members = [member(name, page) for name, page in some]
    times = 1 + megabytes * 1_000_000 // sum(len(page) for _, page in some)
    paths = write_warcs(folder, [members * times] * 3)
    # The complete files are hard links to one file.
    more = [folder / f"{number}.warc.gz" for number in range(3, files)]
    for path in more:
        path.hardlink_to(paths[0])
    return [paths[0], *map(str, more), *paths[1:]]
