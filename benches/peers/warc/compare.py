"""Measures `tagrake` on a WARC file, with decompression alone, an older `tagrake` and Python programs for comparison: seconds,
pages/s, MB/s of decompressed text, and peak memory.

    python compare.py --tagrake PATH --gunzip PATH [--base PATH] [--without-lto PATH] [--pages FOLDER] [--peers]
        [--record FILE.json] FILE.warc.gz

Jobs alternate, each in a separate process, and the best pass counts; outputs are discarded. Before, each job of tagrake
runs once with one and with two threads, and must write the same bytes. Jobs with one core run on the last one. Peak memory is
reported by the kernel.

`--gunzip` is `bulk/examples/gunzip.rs`, which only decompresses the file, with tagrake's library. `--base` is an older command:
the ratios of its times to the new ones are compared with the promised ratios. `--without-lto` is the same command, built by
`cargo build --release`, as users build the libraries: its CPU times are compared, too. `--pages` is a folder of HTML pages: those in
UTF-8 are read as files and as JSON lines, and the CPU times are compared. The exit status is 1 if a promise is missed.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
import record_file

# Verb and format of each job. The first five are measured with two threads, too.
JOBS = [("check", "jsonl"), ("links", "jsonl"), ("links", "parquet"), ("extract", "jsonl"), ("extract", "parquet")]
MORE_JOBS = [("text", None), ("wat", "jsonl"), ("wat", "warc")]

# Each promise: its description, numerator and denominator, the greatest ratio, and the ratio to reach for. The ratios against the
# base are of c9936ea, before rows were made faster.
PROMISES = [
    ("links to JSON lines, time against the base", "links, jsonl, -j 1", "base: links, jsonl, -j 1", 0.72, 0.62),
    ("links to Parquet, time against the base", "links, parquet, -j 1", "base: links, parquet, -j 1", 0.58, 0.48),
    ("extract to Parquet, time against the base", "extract, parquet, -j 1", "base: extract, parquet, -j 1", 0.62, 0.5),
    ("wat to .warc.wat.gz, time against the base", "wat, warc, -j 1", "base: wat, warc, -j 1", 0.7, 0.55),
    ("JSON lines in, CPU time against files", "extract from JSON lines", "extract from files", 1.3, 1.15),
    ("links to Parquet, time of two threads", "links, parquet, -j 2", "links, parquet, -j 1", 1 / 1.85, 1 / 1.95),
    ("links without LTO, CPU time", "without LTO: links, jsonl, -j 1", "links, jsonl, -j 1", 1.05, 1.0),
    ("extract without LTO, CPU time", "without LTO: extract, jsonl, -j 1", "extract, jsonl, -j 1", 1.05, 1.0),
    ("five keys of the head, CPU time against all keys", "five keys, -j 1", "extract, jsonl, -j 1", 0.55, 0.4),
    ("the same of the head alone by an index, CPU time", "five keys, head only, by index", "extract, jsonl, -j 1", 0.3, 0.2),
]

# The keys of most lists of pages.
FIVE_KEYS = ["--fields", "url,title,canonical,robots,lang"]
# The keys that make rows an index of their pages.
INDEX_KEYS = ["--fields", "url,warc_filename,warc_record_offset,warc_record_length"]


def run(command, cores):
    """Runs a command. Returns its seconds, its peak memory in MB, its CPU seconds, and its standard error."""
    start = time.perf_counter()
    pin = lambda: os.sched_setaffinity(0, cores)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=pin)
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{' '.join(command)} failed: {said}")
    return seconds, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime, said


def checksum(command):
    """Returns the checksum of a command's standard output."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        digest = hashlib.sha256()
        while piece := process.stdout.read(1 << 20):
            digest.update(piece)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} failed")
    return digest.hexdigest()


def inflation(gunzip, file):
    """Returns the seconds of gunzip's best pass over the file, and the decompressed bytes."""
    report = subprocess.run([gunzip, file], capture_output=True, check=True, text=True).stdout
    size, seconds = re.search(r"(\d+) bytes in ([\d.]+) s", report).groups()
    return float(seconds), int(size)


def job(tagrake, verb, form, threads, *inputs):
    """Returns the command of a job."""
    options = ["--format", form] if form else []
    return [tagrake, verb, *([] if verb == "check" else ["-q"]), "-j", str(threads), *options, *inputs]


def utf8_pages(folder, target):
    """Copies the pages of a folder that are UTF-8 to files and to JSON lines in `target`. Returns both paths, and the bytes."""
    files, lines, size = target / "files", target / "pages.jsonl", 0
    files.mkdir()
    with lines.open("w") as out:
        for number, path in enumerate(sorted(path for path in Path(folder).rglob("*.htm*") if path.is_file())):
            page = path.read_bytes()
            try:
                text = page.decode()
            except UnicodeDecodeError:
                continue
            size += (files / f"{number}.html").write_bytes(page)
            out.write(json.dumps({"html": text}, ensure_ascii=False) + "\n")
    return files, lines, size


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("--gunzip", required=True)
    parser.add_argument("--base")
    parser.add_argument("--without-lto")
    parser.add_argument("--pages")
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--record")
    arguments = parser.parse_args()
    all_cores = sorted(os.sched_getaffinity(0))
    one, two = {all_cores[-1]}, set(all_cores[-2:])
    here = Path(__file__).parent
    temporary = tempfile.TemporaryDirectory()

    jobs = {}
    for verb, form in JOBS + MORE_JOBS:
        checksums = set()
        for count, cores in [(1, one), (2, two)]:
            command = job(arguments.tagrake, verb, form, count, arguments.file)
            checksums.add(checksum(command))
            if count == 1 or (verb, form) in JOBS:
                jobs[", ".join(filter(None, [verb, form, f"-j {count}"]))] = (command, cores)
        assert len(checksums) == 1, f"{verb}, {form}: the output depends on the number of threads"
        for name, other in [("base", arguments.base), ("without LTO", arguments.without_lto)]:
            if other:
                command = job(other, verb, form, 1, arguments.file)
                jobs[", ".join(filter(None, [f"{name}: {verb}", form, "-j 1"]))] = (command, one)
                same = checksum(command) in checksums
                print(f"{name}: {verb}, {form}: {'the same bytes' if same else 'other bytes'}")
    index = str(Path(temporary.name) / "index.jsonl")
    subprocess.run([arguments.tagrake, "extract", "-q", *INDEX_KEYS, "-o", index, arguments.file], check=True)
    five = job(arguments.tagrake, "extract", "jsonl", 1, *FIVE_KEYS)
    jobs["five keys, -j 1"] = ([*five, arguments.file], one)
    jobs["five keys, head only, -j 1"] = ([*five, "--head-only", arguments.file], one)
    jobs["five keys, by index"] = ([*five, "--index", index], one)
    jobs["five keys, head only, by index"] = ([*five, "--head-only", "--index", index], one)
    same = checksum(jobs["five keys, head only, -j 1"][0]) == checksum(jobs["five keys, head only, by index"][0])
    assert same, "the values of the head depend on the index"
    if arguments.pages:
        files, lines, folder_bytes = utf8_pages(arguments.pages, Path(temporary.name))
        jobs["extract from files"] = (job(arguments.tagrake, "extract", "jsonl", 1, str(files)), one)
        jobs["extract from JSON lines"] = (job(arguments.tagrake, "extract", "jsonl", 1, str(lines)), one)
    if arguments.peers:
        for peer in ["selectolax", "resiliparse"]:
            jobs[f"FastWARC and {peer}: links"] = ([sys.executable, str(here / "links.py"), peer, arguments.file], one)

    command = [arguments.tagrake, "links", "--format", "jsonl", arguments.file]
    pages = int(re.search(r"from (\d+) pages", run(command, two)[3])[1])
    figures = {}
    for turn in range(arguments.passes):
        os.sched_setaffinity(0, one)
        seconds, inflated = inflation(arguments.gunzip, arguments.file)
        figures.setdefault("gunzip alone", []).append((seconds, 0, seconds))
        os.sched_setaffinity(0, all_cores)
        for name, (command, cores) in jobs.items():
            if turn < 2 or not name.startswith("FastWARC"):
                figures.setdefault(name, []).append(run(command, cores)[:3])

    best = {name: min(seconds for seconds, _, _ in runs) for name, runs in figures.items()}
    gunzip = best["gunzip alone"]
    print(f"\n{pages} pages, {inflated / 1e6:.0f} MB inflated, {os.path.getsize(arguments.file) / 1e6:.0f} MB stored\n")
    print("| job | seconds | pages/s | MB/s | of gunzip | peak MB |\n|---|---:|---:|---:|---:|---:|")
    rows = {}
    for name, seconds in best.items():
        cpu_seconds = min(cpu for _, _, cpu in figures[name])
        if " from " in name:  # of the folder, not of the WARC file
            rows[name] = {"seconds": seconds, "cpu_seconds": cpu_seconds, "mb_per_s": folder_bytes / seconds / 1e6}
            print(f"| {name} | {seconds:.3f} | | {rows[name]['mb_per_s']:.0f} | | |")
            continue
        row = {"seconds": seconds, "cpu_seconds": cpu_seconds, "mb_per_s": inflated / seconds / 1e6, "of_gunzip": gunzip / seconds}
        is_gunzip = name == "gunzip alone"  # its file is in memory
        if not is_gunzip:
            row |= {"pages_per_s": pages / seconds, "peak_mb": max(megabytes for _, megabytes, _ in figures[name])}
        rows[name] = row
        rate, memory = ("", "") if is_gunzip else (f"{row['pages_per_s']:,.0f}", f"{row['peak_mb']:.0f}")
        print(f"| {name} | {seconds:.3f} | {rate} | {row['mb_per_s']:.0f} | {row['of_gunzip']:.2f} | {memory} |")
    for name in best:
        if f"{name[:-1]}2" in best and name.endswith("-j 1"):
            print(f"{name[:-6]}: two cores {best[name] / best[name[:-1] + '2']:.2f} x one")
    promises = judge(rows)
    if arguments.record:
        record = {"date": time.strftime("%Y-%m-%d"), "machine": record_file.machine(), "pages": pages, "inflated": inflated, "passes": arguments.passes}
        record_file.write(arguments.record, record | {"promises": promises, "jobs": rows})
    if any(promise["ratio"] > promise["must"] for promise in promises):
        sys.exit(1)


def judge(rows):
    """Prints the promises whose jobs were measured. Returns them with their ratios."""
    promises = []
    for what, numerator, denominator, must, reach_for in PROMISES:
        if numerator in rows and denominator in rows:
            measure = "cpu_seconds" if "CPU" in what else "seconds"
            ratio = rows[numerator][measure] / rows[denominator][measure]
            promises.append({"what": what, "ratio": ratio, "must": must, "reach_for": reach_for})
            word = "ok" if ratio <= must else "missed"
            print(f"{word:<7} {what:<46} {ratio:.3f} (at most {must:.3f}, reach for {reach_for:.3f})")
    return promises


if __name__ == "__main__":
    main()
