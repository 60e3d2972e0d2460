"""Measures `tagrake` on WARC files of distinct pages, and computes from this a month of Common Crawl: core-hours, and bytes written.

    python month.py --tagrake PATH [--passes N] [--threads N] [--scratch FOLDER] [--record FILE.json] FILE.warc.gz...

For each file and job: CPU seconds of the best of N passes, wall seconds of that pass, and bytes written. A job writes its output
into the scratch folder, so its writes count. For each file: stored and inflated bytes, by zlib, and pages. Passes alternate
between the jobs. The rates of the files are printed separately, because the files hold different kinds of pages.

The month is the crawl in `MONTH`. A job's core-hours follow in two ways: by inflated bytes and by pages.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
import record_file

# Verb, options, and ending of the output.
MAIN = ["extract", "--main", "--fields", "url,main_text"]
JOBS = {
    "links, JSON lines": (["links"], "jsonl"),
    "links, Parquet": (["links"], "parquet"),
    "records, JSON lines": (["extract"], "jsonl"),
    "records, Parquet": (["extract"], "parquet"),
    "text": (["text"], "txt"),
    "main content, JSON lines": (MAIN, "jsonl"),
    "main content, Parquet": (MAIN, "parquet"),
}

# Common Crawl's announcement of CC-MAIN-2024-51: 2.64 billion pages, 394 TiB uncompressed.
# https://commoncrawl.org/blog/december-2024-crawl-archive-now-available
MONTH = {"name": "CC-MAIN-2024-51", "pages": 2.64e9, "inflated": 394 * 2**40}


def run(command):
    """Runs a command. Returns its CPU seconds, its wall seconds, and its standard error."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        errors.seek(0)
        said = errors.read().decode()
    if status != 0:
        sys.exit(f"{' '.join(command)} failed: {said}")
    return usage.ru_utime + usage.ru_stime, seconds, said


def inflated_bytes(path):
    """Returns the number of bytes in the gzip members of a file."""
    count, decoder = 0, zlib.decompressobj(wbits=31)
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            while piece:
                if decoder.eof:
                    decoder = zlib.decompressobj(wbits=31)
                count += len(decoder.decompress(piece))
                piece = decoder.unused_data
    if not decoder.eof:
        sys.exit(f"{path} is truncated")
    return count


def measure(tagrake, path, threads, passes, scratch):
    """Returns the sizes of a file and the figures of each job on it."""
    pages = int(re.search(r"from ([\d,]+) pages", run([tagrake, "links", "-o", str(scratch / "pages.jsonl"), path])[2])[1].replace(",", ""))
    (scratch / "pages.jsonl").unlink()
    jobs = {}
    for _ in range(passes):
        for name, (verb, ending) in JOBS.items():
            output = scratch / f"rows.{ending}"
            cpu_seconds, seconds, _ = run([tagrake, *verb, "-q", "-j", str(threads), "-o", str(output), path])
            row = {"cpu_seconds": cpu_seconds, "seconds": seconds, "written": output.stat().st_size}
            output.unlink()
            if name in jobs and jobs[name]["written"] != row["written"]:
                sys.exit(f"{path}, {name}: the output of two passes differs")
            jobs[name] = min(row, jobs.get(name, row), key=lambda row: row["cpu_seconds"])
    return {"stored": os.path.getsize(path), "inflated": inflated_bytes(path), "pages": pages, "jobs": jobs}


def report(name, file):
    """Prints the figures of a file, and adds the month to them."""
    inflated, pages = file["inflated"], file["pages"]
    print(f"\n{name}: {pages:,} pages, {file['stored'] / 1e6:,.0f} MB stored, {inflated / 1e6:,.0f} MB inflated, "
          f"{inflated / pages / 1e3:.0f} kB inflated per page\n")
    print("| job | CPU s | wall s | MB/s per core | pages/s per core | bytes written per page |\n|---|---:|---:|---:|---:|---:|")
    for job, row in file["jobs"].items():
        cpu = row["cpu_seconds"]
        print(f"| {job} | {cpu:.1f} | {row['seconds']:.1f} | {inflated / cpu / 1e6:,.0f} | {pages / cpu:,.0f} | {row['written'] / pages:,.0f} |")
    by_bytes, by_pages = MONTH["inflated"] / inflated, MONTH["pages"] / pages
    print(f"\n{MONTH['name']} at these rates: {MONTH['inflated'] / 1e12:,.0f} TB inflated are {by_bytes:,.0f} times these bytes, "
          f"{MONTH['pages'] / 1e9:.2f} billion pages {by_pages:,.0f} times these pages\n")
    print("| job | core-hours by bytes | core-hours by pages | TB written by bytes | TB written by pages |\n|---|---:|---:|---:|---:|")
    for job, row in file["jobs"].items():
        row["core_hours"] = [row["cpu_seconds"] * times / 3600 for times in (by_bytes, by_pages)]
        written = [row["written"] * times / 1e12 for times in (by_bytes, by_pages)]
        print(f"| {job} | {row['core_hours'][0]:,.0f} | {row['core_hours'][1]:,.0f} | {written[0]:,.1f} | {written[1]:,.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.warc.gz")
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--scratch", help="folder for the outputs, by default a temporary one")
    parser.add_argument("--record")
    arguments = parser.parse_args()
    machine = record_file.machine()
    print(f"{time.strftime('%Y-%m-%d')}, {machine['cpu']}, {machine['cores']} cores, {arguments.threads} threads")
    files = {}
    with tempfile.TemporaryDirectory(dir=arguments.scratch) as scratch:
        for path in arguments.files:
            name = Path(path).name
            files[name] = measure(arguments.tagrake, path, arguments.threads, arguments.passes, Path(scratch))
            report(name, files[name])
    if arguments.record:
        head = {"date": time.strftime("%Y-%m-%d"), "machine": machine, "threads": arguments.threads, "passes": arguments.passes, "month": MONTH}
        sizes = {name: {key: value for key, value in file.items() if key != "jobs"} for name, file in files.items()}
        rows = {f"{name}: {job}": row for name, file in files.items() for job, row in file["jobs"].items()}
        record_file.write(arguments.record, head | {"files": sizes, "jobs": rows})


if __name__ == "__main__":
    main()
