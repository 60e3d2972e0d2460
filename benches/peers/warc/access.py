"""Measures access to the records of an archive: by index beside a complete read, and over HTTP beside the local file.

    python access.py --tagrake PATH FILE.warc.gz

1. 10,000 random records, read by index in random order, must equal their rows of a complete read.
2. 1,000 scattered records, read by index, against a complete read. The promise is less than a tenth of its time.
3. The same records over HTTP: requests and bytes, counted by a server on the loopback interface.
4. `tagrake links` over HTTP against the local file. The promise is 0.9 of its rate.

`tagrake` has one thread. The runs of a comparison alternate, and the best pass counts. The exit status is 1 if rows differ or a
promise is missed.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FIELDS = "url,title,lang,word_count,warc_filename,warc_record_offset,warc_record_length"
PASSES = 3


class FileHandler(BaseHTTPRequestHandler):
    """Serves a file, whole or in ranges."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        size = os.fstat(self.server.file.fileno()).st_size
        start, end = 0, size
        if found := re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", "")):
            start, end = int(found[1]), min(int(found[2]) + 1, size) if found[2] else size
        self.send_response(206 if found else 200)
        if found:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
        self.send_header("Content-Length", str(end - start))
        self.send_header("ETag", '"1"')
        self.end_headers()
        self.wfile.flush()
        self.server.requests += 1
        try:
            while start < end:
                sent = os.sendfile(self.connection.fileno(), self.server.file.fileno(), start, end - start)
                start += sent
                self.server.sent += sent
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, *_):
        pass


def run(command, output):
    """Runs a command with its standard output in a file. Returns the seconds and the last line of standard error."""
    started = time.perf_counter()
    with open(output, "wb") as file:
        finished = subprocess.run(command, stdout=file, stderr=subprocess.PIPE, check=False)
    seconds = time.perf_counter() - started
    said = finished.stderr.decode().strip()
    if finished.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed: {said}")
    return seconds, said.splitlines()[-1]


def best(*runs):
    """Returns the best seconds of each run, over passes in which the runs alternate, and what each of them said."""
    passes = [[one() for one in runs] for _ in range(PASSES)]
    return [(min(result[0] for result in results), results[0][1]) for results in zip(*passes, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("archive", type=Path)
    arguments = parser.parse_args()
    archive, missed = arguments.archive.resolve(), []
    extract = [arguments.tagrake, "extract", "-j", "1", "--fields", FIELDS]

    def promise(name, ratio, is_kept):
        print(f"{name}: {ratio:.3f}{'' if is_kept else ', missed'}")
        if not is_kept:
            missed.append(name)

    with tempfile.TemporaryDirectory() as folder:
        rows, indexed, many, few, local = (Path(folder, name) for name in ["rows", "indexed", "many", "few", "local"])
        run([*extract, archive], rows)
        lines = rows.read_bytes().splitlines(keepends=True)
        chosen = random.Random(1)
        many.write_bytes(b"".join(chosen.sample(lines, min(10_000, len(lines)))))
        print(f"{archive.stat().st_size} bytes, {len(lines)} pages")
        _, said = run([*extract, "--index", many], indexed)
        if indexed.read_bytes() != many.read_bytes():
            sys.exit("the rows by index differ from those of the complete read")
        print(f"by index, in random order: {said}; equal rows")

        sample = sorted(chosen.sample(range(len(lines)), min(1_000, len(lines))))
        few.write_bytes(b"".join(lines[at] for at in sample))
        (complete, _), (by_index, said) = best(
            lambda: run([*extract, archive], rows), lambda: run([*extract, "--index", few], indexed)
        )
        print(f"complete read: {complete:.2f} s; {len(sample)} scattered records by index: {by_index:.3f} s ({said})")
        promise("scattered records, time against a complete read", by_index / complete, by_index < complete / 10)

        server = ThreadingHTTPServer(("127.0.0.1", 0), FileHandler)
        server.daemon_threads = True
        server.file, server.requests, server.sent = archive.open("rb"), 0, 0
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/{archive.name}"
        few.write_bytes(few.read_bytes().replace(f'"{archive}"'.encode(), f'"{url}"'.encode()))
        seconds, said = run([*extract, "--index", few], rows)
        if rows.read_bytes() != few.read_bytes():
            sys.exit("the rows over HTTP differ from those of the local file")
        print(f"over HTTP: {seconds:.2f} s, {server.requests} requests, {server.sent} bytes ({said}); equal rows")

        links = [arguments.tagrake, "links", "-j", "1", "--fields", "url,text"]
        (here, _), (remote, said) = best(lambda: run([*links, archive], local), lambda: run([*links, url], rows))
        if rows.read_bytes() != local.read_bytes():
            sys.exit("the links over HTTP differ from those of the local file")
        print(f"links: local {here:.2f} s; over HTTP {remote:.2f} s ({said})")
        promise("links over HTTP, rate against the local file", here / remote, here / remote >= 0.9)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
