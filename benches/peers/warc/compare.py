"""The jobs of `tagrake` on a WARC file, beside gunzip alone and beside Python: seconds, MB of inflated text a second, memory.

    python compare.py --tagrake PATH --gunzip PATH [--passes 5] [--peers] [--record FILE.json] FILE.warc.gz

All run in turns, each in a process of its own, and the best of the passes counts. With one core the process is bound to the
last one. Peak memory is what the kernel says of the process. `--gunzip` is `bulk/examples/gunzip.rs`, which inflates the file
with the library that tagrake uses, and does nothing else.
"""

import argparse
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def run(command, output, cores):
    """Runs a command; returns its seconds, its peak memory in MB, and a checksum of its output."""
    start = time.perf_counter()
    with open(output, "wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.PIPE, preexec_fn=lambda: os.sched_setaffinity(0, cores))
        complaint = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{' '.join(command)} failed: {complaint.decode()}")
    return seconds, usage.ru_maxrss / 1024, hashlib.sha256(Path(output).read_bytes()).hexdigest()


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

    jobs = {"gunzip alone": ([arguments.gunzip, arguments.file], one)}
    for verb, form in [("links", "jsonl"), ("links", "parquet"), ("extract", "jsonl"), ("extract", "parquet")]:
        for count, cores in [(1, one), (2, two)]:
            command = [arguments.tagrake, verb, "-q", "-j", str(count), "--format", form, arguments.file]
            jobs[f"{verb}, {form}, -j {count}"] = (command, cores)
    if arguments.peers:
        for peer in ["selectolax", "resiliparse"]:
            jobs[f"FastWARC and {peer}: links"] = ([sys.executable, str(here / "links.py"), peer, arguments.file], one)

    figures = {}
    outputs = {}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(arguments.passes):
            for name, (command, cores) in jobs.items():
                if turn >= 2 and name.startswith("FastWARC"):
                    continue
                output = os.path.join(folder, "output")
                seconds, megabytes, checksum = run(command, output, cores)
                if name == "gunzip alone":
                    # It reads the file more than once, and says how long the best time took.
                    seconds = float(re.search(r"in ([\d.]+) s", Path(output).read_text())[1])
                figures.setdefault(name, []).append((seconds, megabytes))
                if "-j" in name:
                    kept = outputs.setdefault(name.rsplit(",", 1)[0], checksum)
                    assert kept == checksum, f"{name}: another output than with another number of threads"
        report = subprocess.run([arguments.gunzip, arguments.file], capture_output=True, check=True, text=True).stdout
        inflated = int(re.search(r"(\d+) bytes", report)[1])

    best = {name: min(seconds for seconds, _ in runs) for name, runs in figures.items()}
    gunzip = best["gunzip alone"]
    print(f"{inflated / 1e6:.0f} MB inflated, {os.path.getsize(arguments.file) / 1e6:.0f} MB stored\n")
    print("| job | seconds | MB/s | of gunzip | peak MB |\n|---|---:|---:|---:|---:|")
    rows = {}
    for name, seconds in best.items():
        memory = max(megabytes for _, megabytes in figures[name])
        rows[name] = {"seconds": seconds, "mb_per_s": inflated / seconds / 1e6, "of_gunzip": gunzip / seconds, "peak_mb": memory}
        print(f"| {name} | {seconds:.3f} | {inflated / seconds / 1e6:.0f} | {gunzip / seconds:.2f} | {memory:.0f} |")
    for name in best:
        if name.endswith("-j 1"):
            print(f"{name[:-6]}: two cores {best[name] / best[name[:-1] + '2']:.2f} x one")
    if arguments.record:
        machine = {"cpu": cpu(), "cores": len(all_cores), "system": platform.platform(), "python": platform.python_version()}
        record = {"date": time.strftime("%Y-%m-%d"), "machine": machine, "inflated": inflated, "passes": arguments.passes, "jobs": rows}
        Path(arguments.record).write_text(json.dumps(record, indent=1) + "\n")


def cpu():
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


if __name__ == "__main__":
    main()
