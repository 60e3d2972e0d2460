#!/usr/bin/env python3
"""Runs the command on mutated pages and WARC files for some minutes, with limited memory.

    cargo build --release && python3 fuzz/soak.py --minutes 3 --seed 1 [FOLDER]...

Pages are read from the folders, by default from `corpora/small`. A run is one subcommand on one input: a page, or a WARC file,
plain or of gzip members, which may be damaged. A run fails if it ends with a signal, an undocumented status or a panic, or takes
more than a minute. Its input is kept in `fuzz/artifacts/soak`. The seed determines the inputs. The exit status is 1 if a run
failed.
"""

import argparse
import gzip
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 60

# Subcommands with their arguments, and the allowed exit statuses, for pages and for WARC files.
URL = ["--url", "https://example.com/"]
ON_PAGES = [
    (["extract", "-q", "--text", *URL], {0}),
    (["extract", "-q", "--format", "parquet", "--scripting", "on", *URL], {0}),
    (["links", "-q", "--format", "csv", *URL], {0}),
    (["text", "-q"], {0}),
    (["wat", "-q", *URL], {0}),
    (["check"], {0}),
    (["tokens", "--errors", "--spans"], {0, 1}),  # 1 if it is not UTF-8
    (["tokens", "--chunk", "7", "--format", "html5lib"], {0, 1}),
]
ON_WARC_FILES = [
    (["extract", "-q", "--text", "--profile", "crawl"], {0, 1}),
    (["extract", "-q", "--format", "arrow", "--errors", "record"], {0, 1}),
    (["links", "-q", "--format", "parquet"], {0, 1}),
    (["text", "-q", "--mime", "all"], {0, 1}),
    (["wat", "-q", "--format", "warc"], {0, 1}),
    (["warc", "-q"], {0, 1}),
    (["warc", "-q", "--mime", "html", "--dedup", "digest", "--compression", "none"], {0, 1}),
    (["check", "--format", "jsonl"], {0, 1}),
]

# Fragments that are inserted into pages.
MARKUP = """<!-- --!> <![CDATA[ ]]> <!DOCTYPE <?x </ < & &# &#x &amp &notit; &CounterClockwiseContourIntegral; <script> </script>
<!--<script <style> </style> <title> <textarea> <plaintext> <svg> </svg> <math> <mi> <foreignObject> <desc> <table> <td> <select>
<template> </template> <frameset> <noscript> <a <b> </b> <p> <h1> <base href=// <meta charset=utf-16 <img srcset=' href=" " ' = / >
<script type=application/ld+json>[ url( {"@context": http:// data: %zz ://[::1 \\\\ xn-- 999999999999999999999""".split() + ["\0", "\r", "\r\n", "\f"]


def mutated(data, others, rng):
    """Returns a mutated copy of `data`."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 2, 4, 16, 64])):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + int(rng.expovariate(1 / 200)))
        match rng.randrange(8):
            case 0:
                del data[at:end]
            case 1:
                data[at:at] = data[at:end] * rng.choice([1, 2, 50])
            case 2 | 3 | 4:
                data[at:at] = rng.choice(MARKUP).encode() * rng.choice([1, 1, 1, 300])
            case 5:
                other = rng.choice(others)
                start = rng.randrange(len(other) + 1)
                data[at:end] = other[start : start + rng.randrange(2000)]
            case 6:
                data[at:end] = rng.randbytes(end - at)
            case 7 if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
    if rng.random() < 0.1:
        del data[rng.randrange(len(data) + 1) :]
    return bytes(data)


def warc_file(pages, rng):
    """Returns a WARC file of the pages, and its file name extension."""
    is_gzip = rng.random() < 0.6
    records = []
    for index, page in enumerate(pages):
        coding, body = "", page
        if rng.random() < 0.3:
            coding, body = "Content-Encoding: gzip\r\n", gzip.compress(page, 1)
        if rng.random() < 0.2:
            coding += "Transfer-Encoding: chunked\r\n"
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{coding}Link: <{index}>; rel=next\r\n\r\n"
        block = head.encode() + body
        fields = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-11-21T12:00:00Z\r\nWARC-Record-ID: <urn:{index}>\r\n"
            f"WARC-Target-URI: https://example.com/{index}\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(block)}\r\n\r\n"
        )
        record = fields.encode() + block + b"\r\n\r\n"
        records.append(gzip.compress(record, 1) if is_gzip else record)
    return b"".join(records), ".warc.gz" if is_gzip else ".warc"


def make_input(files, rng):
    """Returns an input, its file name extension, and the subcommands for it."""
    pages = [file.read_bytes() for file in rng.choices(files, k=rng.randrange(2, 12))]
    if rng.random() < 0.5:
        page = mutated(pages[0], pages, rng)
        # `tokens` only reads UTF-8.
        return page.decode(errors="replace").encode() if rng.random() < 0.6 else page, ".html", ON_PAGES
    data, suffix = warc_file([mutated(page, pages, rng) if rng.random() < 0.7 else page for page in pages], rng)
    return mutated(data, pages, rng) if rng.random() < 0.6 else data, suffix, ON_WARC_FILES


def run(command, megabytes):
    """Runs a command. Returns its status (negative for a signal), its standard error, and its peak memory in MB.

    The peak is at least the peak of this script, which Linux counts for the forked process. So the script keeps no pages in memory."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit)
    timer = threading.Timer(SECONDS, process.kill)
    timer.start()
    stderr = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, stderr, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, default=[ROOT / "corpora/small"])
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser.add_argument("--tagrake", type=Path, default=target / "release/tagrake")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--megabytes", type=int, default=1024, help="the maximum address space of a run")
    arguments = parser.parse_args()
    files = sorted(file for folder in arguments.folders for file in folder.rglob("*.htm*") if file.is_file())
    if not files:
        sys.exit("no pages found")

    rng = random.Random(arguments.seed)
    kept = ROOT / "fuzz/artifacts/soak"
    statuses, broken, peaks, highest = Counter(), 0, [], Counter()
    end = time.monotonic() + 60 * arguments.minutes
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end:
            data, suffix, subcommands = make_input(files, rng)
            file = Path(folder) / f"input{suffix}"
            file.write_bytes(data)
            for subcommand, allowed in subcommands:
                status, stderr, peak = run([arguments.tagrake, *subcommand, file], arguments.megabytes)
                statuses[subcommand[0], status] += 1
                peaks.append(peak)
                highest[subcommand[0]] = max(highest[subcommand[0]], peak)
                if status not in allowed or "panicked" in stderr:
                    broken += 1
                    kept.mkdir(parents=True, exist_ok=True)
                    copy = kept / f"{arguments.seed}-{len(peaks)}{suffix}"
                    copy.write_bytes(data)
                    print(f"FAILED, status {status}: tagrake {' '.join(subcommand)} {copy}\n{stderr.strip()[-2000:]}", flush=True)

    for (name, status), count in sorted(statuses.items()):
        print(f"{name}, status {status}: {count:,} runs")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory (at least the {own:.0f} MB of this script): " + ", ".join(f"{name} {peak:.0f} MB" for name, peak in sorted(highest.items())))
    quarter = max(1, len(peaks) // 4)
    print(
        f"seed {arguments.seed}, {len(files):,} pages, {arguments.minutes:g} minutes: {len(peaks):,} runs, {broken} failed; peak memory "
        f"{max(peaks[:quarter]):.0f} MB in the first quarter of the runs, {max(peaks[-quarter:]):.0f} MB in the last, of {arguments.megabytes} MB"
    )
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
