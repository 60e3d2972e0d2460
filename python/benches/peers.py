"""Measures tagrake in Python: against its peers, against Rust, with two threads, and on Spark and Ray.

    python python/benches/peers.py [--pages FOLDER] [--only links,tokens,objects,...] [--older PYTHON] [--record]

Requires the packages of `python/requirements-engines.txt` and tagrake; `python/check-engines` installs both into
`target/python-engines`. `batch` also requires `cargo build --profile dist -p tagrake-bulk --example extract_rate`. The pages come
from `corpora/fetched/real`. Without them, the script uses `corpora/small`, which is too small for meaningful speeds.
`--older` is a Python interpreter with an older tagrake, with which `objects` compares this one.

Contenders are interleaved, and the best round of each counts. Single-threaded jobs are measured in CPU time; `threads` and
the engines in wall-clock time. The script prints Markdown tables; `--record` also writes them to `benches/record` as JSON.
The exit status is 1 if a promised ratio is not reached.
"""

import argparse
import json
import multiprocessing
import os
import platform
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import engines
import links
import select_values
import tokens_and_text

ROOT = Path(__file__).parents[2]
SECTIONS = ["links", "selectors", "tokens", "objects", "batch", "threads", "spark", "ray"]
PAGES_A_BATCH = 64
# The minimum uncompressed size of each WARC file for the engines, in bytes. Common Crawl's files have about 4 GB.
WARC_BYTES = 300_000_000
WARCS = 8

# Promised ratios: section, contender, baseline, minimum ratio of their speeds.
PROMISES = [
    ("urls", "tagrake", "frostwork", 2.0),
    ("urls", "tagrake", "selectolax", 6.0),
    ("links", "tagrake", "frostwork", 2.0),
    ("selectors", "tagrake", "frostwork", 2.0),
    ("selectors", "tagrake", "selectolax", 6.0),
    ("tokens", "tagrake", "turbohtml", 1.8),
    ("main text", "tagrake", "turbohtml", 1.4),
    ("objects", "tokens", "older", 2.0),
    ("objects", "to_dict", "older", 2.0),
    ("batch", "extract_many", "Rust", 0.85),
    ("threads: extract_many", "two threads", "one thread", 1.7),
    # Two processes share nothing, so the machine alone limits them.
    ("threads: hyperlinks", "two threads", "two processes", 0.9),
    ("threads: main text", "two threads", "two processes", 0.9),
    ("threads: tokens", "two threads", "two processes", 0.9),
    ("spark", engines.JOBS[0].name, "command", 0.7),
    ("ray", engines.JOBS[0].name, "command", 0.7),
]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures tagrake in Python.")
    parser.add_argument("--pages", type=Path, default=ROOT / "corpora/fetched/real", help="a folder of .html files")
    parser.add_argument("--only", default=",".join(SECTIONS), help="the sections to measure, separated by commas")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--older", type=Path, help="an interpreter with an older tagrake, for objects")
    parser.add_argument("--record", action="store_true", help="write the figures to benches/record")
    arguments = parser.parse_args()
    folder = arguments.pages if any(arguments.pages.rglob("*.html")) else ROOT / "corpora/small"
    files = sorted(folder.rglob("*.html"))
    pages = [file.read_bytes() for file in files]
    megabytes = sum(map(len, pages)) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB\n")

    rows: list[dict[str, Any]] = []
    for section in arguments.only.split(","):
        match section:
            case "links":
                rows += measure_links(pages, arguments.rounds)
            case "selectors":
                rows += measure_selectors(pages, arguments.rounds)
            case "tokens":
                rows += measure_tokens_and_text(pages[::4], arguments.rounds)
            case "batch":
                rows += measure_batches(pages, folder, arguments.rounds)
            case "objects":
                rows += measure_objects(megabytes, folder, arguments.rounds, arguments.older)
            case "threads":
                rows += measure_threads(pages, arguments.rounds)
            case "spark" | "ray":
                rows += measure_engine(section, pages, arguments.rounds)
            case _:
                parser.error(f"unknown section {section}: expected one of {', '.join(SECTIONS)}")
    promises = check_promises(rows)
    print_tables(rows, promises)
    if arguments.record:
        record(len(pages), megabytes, rows, promises)
    sys.exit(any(promise["ratio"] < promise["must"] for promise in promises))


def row(section: str, what: str, megabytes: float, seconds: float, **more: Any) -> dict[str, Any]:
    return {"section": section, "what": what, "seconds": seconds, "megabytes_per_second": megabytes / seconds, **more}


def best_of(
    rounds: int, runs: Mapping[str, Callable[[], object]], seconds: Callable[[Callable[[], object]], float]
) -> dict[str, float]:
    """Returns the seconds of the best run of each. Runs are interleaved; after two rounds, only those under 1 s repeat."""
    best: dict[str, float] = {}
    for number in range(rounds):
        for name, run in runs.items():
            if number < 2 or best[name] < 1:
                best[name] = min(best.get(name, float("inf")), seconds(run))
    return best


def each(job: Callable[[Any], object], items: list[Any]) -> Callable[[], None]:
    """Returns a function that does the job for each item."""

    def run() -> None:
        for item in items:
            job(item)

    return run


def measure_links(pages: list[bytes], rounds: int) -> list[dict[str, Any]]:
    """Measures all contenders. Their link counts must agree, and `hrefs` must return the same URLs as `extract`."""
    contenders = [make() for make in links.CONTENDERS]
    counts = [links.count_links(contender.links, pages) for contender in contenders]
    for contender, links_found in zip(contenders, counts, strict=True):
        for count in (links_found, links.count_links(contender.urls, pages)):
            if abs(count / counts[0] - 1) > contender.tolerance:
                sys.exit(f"{contender.name} finds {count} links, tagrake {counts[0]}")
    megabytes = sum(map(len, pages)) / 1e6
    texts = [links.compare_texts(contender, contenders[0], pages[::10]) for contender in contenders]
    urls = [links.compare_urls(contender, pages) for contender in contenders]
    if urls[0] < 1:
        sys.exit(f"tagrake.hrefs and tagrake.extract agree on only {urls[0]:.4%} of the URLs")
    rows = []
    for section, jobs in (
        ("links", {contender.name: contender.links for contender in contenders}),
        ("urls", {contender.name: contender.urls for contender in contenders}),
    ):
        runs = {name: each(job, pages) for name, job in jobs.items()}
        best = best_of(rounds, runs, engines.cpu_seconds)
        for contender, count, text, url in zip(contenders, counts, texts, urls, strict=True):
            details = {"links": count, "same_texts": round(text, 4), "same_urls": round(url, 4), "difference": contender.difference}
            rows.append(row(section, contender.name, megabytes, best[contender.name], **details))
    return rows


def measure_selectors(pages: list[bytes], rounds: int) -> list[dict[str, Any]]:
    """Measures the values of five selectors. tagrake must find as many as selectolax, which builds the tree of the standard."""
    megabytes = sum(map(len, pages)) / 1e6
    contenders = {name: make() for name, make in select_values.CONTENDERS.items()}
    counts = {name: [sum(map(len, column)) for column in zip(*map(job, pages), strict=True)] for name, job in contenders.items()}
    if counts["tagrake"] != counts["selectolax"]:
        sys.exit(f"tagrake finds {counts['tagrake']} values, selectolax {counts['selectolax']}")
    best = best_of(rounds, {name: each(job, pages) for name, job in contenders.items()}, engines.cpu_seconds)
    return [row("selectors", name, megabytes, seconds, values=counts[name]) for name, seconds in best.items()]


def measure_tokens_and_text(pages: list[bytes], rounds: int) -> list[dict[str, Any]]:
    """Measures tagrake and turbohtml. The numbers of their tokens must agree."""
    texts = [page.decode("utf-8", "replace") for page in pages]
    megabytes = sum(map(len, pages)) / 1e6
    contenders = {name: make() for name, make in tokens_and_text.CONTENDERS.items()}
    rows = []
    for job in contenders["tagrake"]:
        if job != "main text":
            count, other = (sum(map(jobs[job], texts)) for jobs in contenders.values())
            if abs(other / count - 1) > tokens_and_text.TOLERANCE:
                sys.exit(f"turbohtml finds {other} tokens, tagrake {count}")
        best = best_of(rounds, {name: each(jobs[job], texts) for name, jobs in contenders.items()}, engines.cpu_seconds)
        rows += [row(job, name, megabytes, seconds) for name, seconds in best.items()]
    return rows


def measure_objects(megabytes: float, folder: Path, rounds: int, older: Path | None) -> list[dict[str, Any]]:
    """Measures Python objects of pages, interleaved with an older tagrake if there is one."""
    interpreters = {"": sys.executable} | ({"older, ": str(older)} if older else {})
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, interpreter in interpreters.items():
            command: list[str | Path] = [interpreter, Path(__file__).parent / "objects.py", folder]
            run = subprocess.run(command, stdout=subprocess.PIPE, check=True)
            for job, seconds in json.loads(run.stdout).items():
                best[name + job] = min(best.get(name + job, float("inf")), seconds)
    return [row("objects", what, megabytes, seconds) for what, seconds in best.items()]


def batches_of(pages: list[bytes]) -> list[Any]:
    import pyarrow

    parts = [pages[start : start + PAGES_A_BATCH] for start in range(0, len(pages), PAGES_A_BATCH)]
    return [pyarrow.record_batch({"url": [links.URL] * len(part), "html": part}) for part in parts]


def measure_batches(pages: list[bytes], folder: Path, rounds: int) -> list[dict[str, Any]]:
    """Measures `extract_many` with all columns, interleaved with the same job in Rust."""
    from tagrake import extract_many

    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    example = target / "dist/examples/extract_rate"
    batches = batches_of(pages)
    best = {"extract_many": float("inf"), "Rust": float("inf")}
    for _ in range(rounds):
        seconds = engines.cpu_seconds(each(extract_many, batches))
        best["extract_many"] = min(best["extract_many"], seconds)
        run = subprocess.run([example, folder, "2", str(PAGES_A_BATCH)], stdout=subprocess.PIPE, check=True)
        rust = json.loads(run.stdout)
        assert rust["pages"] == len(pages), "the Rust example read other pages"
        best["Rust"] = min(best["Rust"], rust["seconds"])
    megabytes = sum(map(len, pages)) / 1e6
    return [row("batch", what, megabytes, seconds) for what, seconds in best.items()]


def measure_threads(pages: list[bytes], rounds: int) -> list[dict[str, Any]]:
    """Measures one Python thread, two that each do the same work, and two processes, whose speed the machine limits alone."""
    from tagrake import extract, extract_many, hrefs, hyperlinks, tokens

    # Many short runs on a quarter of the pages, so that some runs are undisturbed by other programs.
    quarter = pages[::4]
    megabytes = sum(map(len, quarter)) / 1e6
    jobs = {
        "extract_many": each(extract_many, batches_of(quarter)),
        "hyperlinks": each(lambda page: hyperlinks(page, links.URL), quarter),
        "hrefs": each(hrefs, quarter),
        "main text": each(lambda page: extract(page, links.URL, columns=["main_text"]).main_text, quarter),
        "tokens": each(tokens, quarter),
    }
    rows = []
    for job, one in jobs.items():
        runs: dict[str, Callable[[], object]] = {"one thread": one}
        runs |= {"two threads": partial(two, threading.Thread, one), "two processes": partial(two, FORK, one)}
        best = best_of(8 * rounds, runs, engines.seconds)
        for what, seconds in best.items():
            times = 1 if what == "one thread" else 2
            rows.append(row(f"threads: {job}", what, times * megabytes, seconds))
    return rows


FORK: Any = multiprocessing.get_context("fork").Process


def two(worker: Any, run: Callable[[], object]) -> None:
    """Runs the same in two threads or processes."""
    workers = [worker(target=run) for _ in range(2)]
    for each_worker in workers:
        each_worker.start()
    for each_worker in workers:
        each_worker.join()


def write_warcs(folder: Path, pages: list[bytes]) -> tuple[list[str], float]:
    """Writes the WARC files for the engines. Returns their paths, and the size of all pages in MB."""
    sys.path.append(str(ROOT / "python/tests/engines"))
    from inputs import member

    size = sum(map(len, pages))
    times = 1 + WARC_BYTES // size
    members = b"".join(member(f"{number}.html", page) for number, page in enumerate(pages))
    first = folder / "0.warc.gz"
    first.write_bytes(members * times)
    paths = [folder / f"{number}.warc.gz" for number in range(WARCS)]
    for path in paths[1:]:
        path.hardlink_to(first)
    return [str(path) for path in paths], WARCS * times * size / 1e6


def measure_engine(name: str, pages: list[bytes], rounds: int) -> list[dict[str, Any]]:
    """Measures an engine, interleaved with the command on as many cores."""
    cores = len(os.sched_getaffinity(0))
    rows = []
    with tempfile.TemporaryDirectory() as folder, getattr(engines, name)(cores) as run:
        paths, megabytes = write_warcs(Path(folder), pages)
        for job in engines.JOBS:
            engine, command = partial(run, job, paths), partial(engines.command, job, paths, cores)
            turns = [[engines.seconds(one) for one in (engine, command)] for _ in range(1 + rounds)]
            warm, of_command = (min(times) for times in zip(*turns[1:], strict=True))
            rows.append(row(name, job.name, megabytes, warm, cold_seconds=turns[0][0], cores=cores))
            rows.append(row(name, f"command, {job.name}", megabytes, of_command, cores=cores))
    return rows


def check_promises(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    speeds = {(row["section"], row["what"]): row["megabytes_per_second"] for row in rows}
    promises = []
    for section, what, other, must in PROMISES:
        base = speeds.get((section, f"{other}, {what}")) or speeds.get((section, other))
        if base:
            ratio = speeds[section, what] / base
            promises.append({"what": f"{section}: {what} of {other}", "must": must, "ratio": ratio})
    return promises


def print_tables(rows: list[dict[str, Any]], promises: list[dict[str, Any]]) -> None:
    bases: dict[str, float] = {}
    print("| | | MB/s | of the first |\n|---|---|---|---|")
    for row in rows:
        base = bases.setdefault(row["section"], row["megabytes_per_second"])
        speed = row["megabytes_per_second"]
        print(f"| {row['section']} | {row['what']} | {speed:,.0f} | {speed / base:.2f} |")
    print("\n| promised | must reach | reached |\n|---|---|---|")
    for promise in promises:
        short = "" if promise["ratio"] >= promise["must"] else ", SHORT"
        print(f"| {promise['what']} | {promise['must']} | {promise['ratio']:.2f}{short} |")


def record(pages: int, megabytes: float, rows: list[dict[str, Any]], promises: list[dict[str, Any]]) -> None:
    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", ROOT, *words], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    packages = ["pyspark", "ray", "pyarrow", "frostwork", "selectolax", "turbohtml", "resiliparse", "lxml"]
    date, commit = f"{datetime.now(UTC):%Y-%m-%d}", git("rev-parse", "--short=7", "HEAD")
    content: dict[str, Any] = {
        "date": date,
        "commit": commit,
        "modified": bool(git("status", "--porcelain", "--untracked-files=no")),
        "cpu": next(line.split(": ")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
        "cores": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in packages},
        "pages": pages,
        "megabytes": megabytes,
        "promises": promises,
        "rows": rows,
    }
    path = ROOT / f"benches/record/python-{date}-{commit}.json"
    # A line for each key, and for each element of a list.
    dumps = partial(json.dumps, separators=(",", ":"))
    lines = []
    for key, value in content.items():
        text = "[\n" + ",\n".join(map(dumps, value)) + "\n]" if isinstance(value, list) else dumps(value)
        lines.append(f"{dumps(key)}:{text}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"\nrecorded in {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
