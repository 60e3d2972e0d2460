#!/usr/bin/env python3
"""Attacks the command: servers that break the rules of HTTP, mutated indexes, and outputs at the paths of inputs.

    cargo build --release && python3 fuzz/attack --runs 2000 --seed 1

A run fails if it takes more than a minute or 300 MB, ends with a signal, a panic or an undocumented status, changes an input,
writes more than 2 MB of messages, gives a row that an honest read does not give, or loses a row without a message that names
the file. The seed and the number of a run determine it; `--only NUMBER` repeats a run and keeps its files in
`fuzz/artifacts/attack`. The exit status is 1 if a run failed.
"""

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from material import make
from runs import Result, Run, Runs
from server import Server

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60
MEGABYTES = 300
STDERR_BYTES = 2_000_000


def execute(tagrake: Path, run: Run, folder: Path) -> tuple[Result, float, float]:
    """Returns the result of a run, its peak memory in MB and its time in seconds."""
    started = time.monotonic()
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr, tempfile.TemporaryFile() as stdin:
        stdin.write(run.stdin)
        stdin.seek(0)
        process = subprocess.Popen([tagrake, *run.arguments], cwd=folder, stdin=stdin, stdout=stdout, stderr=stderr)
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        stdout.seek(0)
        stderr.seek(0)
        result = Result(process.returncode, stdout.read(), stderr.read().decode(errors="replace"))
    return result, usage.ru_maxrss / 1000, time.monotonic() - started


def broken_property(run: Run, result: Result, megabytes: float) -> str | None:
    if result.status not in run.statuses:
        return f"exit status {result.status}"
    if "panicked" in result.stderr or "backtrace" in result.stderr:
        return "a panic"
    if len(result.stderr) > STDERR_BYTES:
        return f"{len(result.stderr):,} bytes of messages"
    if megabytes > MEGABYTES:
        return f"{megabytes:.0f} MB of memory"
    if result.status != 0 and not result.stderr:
        return "no message"
    return run.judge(result)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser.add_argument("--tagrake", type=Path, default=target / "release/tagrake")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", type=int, metavar="NUMBER", help="repeat one run, and print its result")
    arguments = parser.parse_args()
    # The peak of a child is at least the peak of this process, which Linux counts for the forked process.
    tagrake, kept = arguments.tagrake.resolve(), ROOT / "fuzz/artifacts/attack"
    counts: Counter[tuple[str, int]] = Counter()
    failures, peak, longest, lock = 0, 0.0, 0.0, threading.Lock()

    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        runs = Runs(make(tagrake, folder), Server())

        def attack(number: int) -> None:
            nonlocal failures, peak, longest
            rng = random.Random(f"{arguments.seed} {number}")
            with tempfile.TemporaryDirectory(dir=parent) as name:
                run = runs.make(number, rng, Path(name))
                result, megabytes, seconds = execute(tagrake, run, Path(name))
                broken = broken_property(run, result, megabytes)
                if arguments.only is not None:
                    shutil.copytree(name, kept / str(number), dirs_exist_ok=True, ignore=shutil.ignore_patterns("pipe"))
                    print(f"files: {kept / str(number)}\nstandard output:\n{result.stdout.decode(errors='replace')[-3000:]}")
            runs.server.attacks.pop(str(number), None)
            with lock:
                counts[run.kind, result.status] += 1
                peak, longest = max(peak, megabytes), max(longest, seconds)
                if broken or arguments.only is not None:
                    failures += broken is not None
                    print(f"run {number}: {run.kind}: {broken or 'passed'}: exit status {result.status}, {seconds:.1f} s, {megabytes:.0f} MB")
                    print(f"  tagrake {' '.join(run.arguments)}\n  faults: {', '.join(run.faults[:20]) or 'none'}")
                    print("  " + result.stderr.strip()[-1500:].replace("\n", "\n  "), flush=True)

        numbers = range(arguments.runs) if arguments.only is None else [arguments.only]
        with ThreadPoolExecutor(arguments.jobs) as pool:
            list(pool.map(attack, numbers))

    for (kind, status), count in sorted(counts.items()):
        print(f"{kind}, exit status {status}: {count:,} runs")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(
        f"seed {arguments.seed}: {counts.total():,} runs, {failures} failed; at most {longest:.1f} s and {peak:.0f} MB "
        f"(this script: {own:.0f} MB)"
    )
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
