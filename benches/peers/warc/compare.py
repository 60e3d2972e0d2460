"""Measures `tagrake` on a WARC file, with decompression alone and Python programs for comparison: seconds, pages/s, MB/s of
decompressed text, and peak memory.

    python compare.py --tagrake PATH --gunzip PATH [--passes 5] [--peers] [--record FILE.json] FILE.warc.gz

Jobs are interleaved, each in a separate process, and the best pass counts; outputs are discarded. Before, each job of tagrake
runs once with one and with two threads, and must write the same bytes. Jobs with one core run on the last one. Peak memory is
reported by the kernel. `--gunzip` is `bulk/examples/gunzip.rs`, which only decompresses the file, with tagrake's library.
"""

import argparse
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path


def run(command, cores):
    """Runs a command. Returns its seconds, its peak memory in MB, and its standard error."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=lambda: os.sched_setaffinity(0, cores))
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{' '.join(command)} failed: {said}")
    return seconds, usage.ru_maxrss / 1024, said


def checksum(command):
    """Returns the checksum of a command's standard output."""
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("--gunzip", required=True)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--record")
    arguments = parser.parse_args()
    all_cores = sorted(os.sched_getaffinity(0))
    one, two = {all_cores[-1]}, set(all_cores[-2:])
    here = Path(__file__).parent

    jobs = {}
    for verb, form in [("check", "jsonl"), ("links", "jsonl"), ("links", "parquet"), ("extract", "jsonl"), ("extract", "parquet")]:
        checksums = set()
        for count, cores in [(1, one), (2, two)]:
            command = [arguments.tagrake, verb, "-j", str(count), "--format", form, arguments.file]
            if verb != "check":
                command.insert(2, "-q")
            jobs[f"{verb}, {form}, -j {count}"] = (command, cores)
            checksums.add(checksum(command))
        assert len(checksums) == 1, f"{verb}, {form}: the output depends on the number of threads"
    if arguments.peers:
        for peer in ["selectolax", "resiliparse"]:
            jobs[f"FastWARC and {peer}: links"] = ([sys.executable, str(here / "links.py"), peer, arguments.file], one)

    command = [arguments.tagrake, "links", "--format", "jsonl", arguments.file]
    pages = int(re.search(r"from (\d+) pages", run(command, two)[2])[1])
    figures = {}
    for turn in range(arguments.passes):
        os.sched_setaffinity(0, one)
        seconds, inflated = inflation(arguments.gunzip, arguments.file)
        figures.setdefault("gunzip alone", []).append((seconds, 0))
        os.sched_setaffinity(0, all_cores)
        for name, (command, cores) in jobs.items():
            if turn < 2 or not name.startswith("FastWARC"):
                figures.setdefault(name, []).append(run(command, cores)[:2])

    best = {name: min(seconds for seconds, _ in runs) for name, runs in figures.items()}
    gunzip = best["gunzip alone"]
    print(f"{pages} pages, {inflated / 1e6:.0f} MB inflated, {os.path.getsize(arguments.file) / 1e6:.0f} MB stored\n")
    print("| job | seconds | pages/s | MB/s | of gunzip | peak MB |\n|---|---:|---:|---:|---:|---:|")
    rows = {}
    for name, seconds in best.items():
        row = {"seconds": seconds, "mb_per_s": inflated / seconds / 1e6, "of_gunzip": gunzip / seconds}
        is_gunzip = name == "gunzip alone"  # its file is in memory
        if not is_gunzip:
            row |= {"pages_per_s": pages / seconds, "peak_mb": max(megabytes for _, megabytes in figures[name])}
        rows[name] = row
        rate, memory = ("", "") if is_gunzip else (f"{row['pages_per_s']:,.0f}", f"{row['peak_mb']:.0f}")
        print(f"| {name} | {seconds:.3f} | {rate} | {row['mb_per_s']:.0f} | {row['of_gunzip']:.2f} | {memory} |")
    for name in best:
        if name.endswith("-j 1"):
            print(f"{name[:-6]}: two cores {best[name] / best[name[:-1] + '2']:.2f} x one")
    if arguments.record:
        machine = {"cpu": cpu(), "cores": len(all_cores), "system": f"{platform.system()} {platform.machine()}", "python": platform.python_version()}
        record = {"date": time.strftime("%Y-%m-%d"), "machine": machine, "pages": pages, "inflated": inflated, "passes": arguments.passes, "jobs": rows}
        Path(arguments.record).write_text(with_lines(record))


def with_lines(record):
    """Returns JSON with a line for each key and each job."""
    jobs = ",\n".join(f"{json.dumps(name)}:{json.dumps(row, separators=(',', ':'))}" for name, row in record["jobs"].items())
    others = [f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}" for key, value in record.items() if key != "jobs"]
    return "{\n" + ",\n".join([*others, '"jobs":{\n' + jobs + "\n}"]) + "\n}\n"


def cpu():
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


if __name__ == "__main__":
    main()
