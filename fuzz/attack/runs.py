"""The runs of an attack: what each reads, what is wrong with it, and how its result is judged."""

import hashlib
import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from indexes import mutated
from material import FIELDS, INDEX_FORMATS, Material
from server import FAULTS, UNNOTICED_IN_PAGES, Attack, Server

ARCHIVES = ("crawl.warc.gz", "crawl.warc")
# Options of requests: the first delay before a retry in milliseconds.
REMOTE = ["--retry-delay", "1"]
TRUNCATED = b'"content_truncated":"'


@dataclass
class Result:
    status: int
    """The exit status; negative for a signal."""
    stdout: bytes
    stderr: str


@dataclass
class Run:
    """A command, and the judge of its result."""

    kind: str
    arguments: list[str]
    judge: Callable[[Result], str | None]
    """Returns the broken property, if any."""
    stdin: bytes = b""
    statuses: Collection[int] = (0, 1)
    faults: list[str] = field(default_factory=list)
    """The faults that were served, or the mutation."""


def rows_of(result: Result, folder: Path) -> list[bytes]:
    """Returns the rows on standard output, or in the file of `-o`, without rows that say that their page is truncated."""
    output = folder / "rows.jsonl"
    rows = (output.read_bytes() if output.exists() else result.stdout).splitlines()
    return [row for row in rows if TRUNCATED not in row or result.status == 0]


def judge_versions(versions: Sequence[Sequence[bytes]], name: str, folder: Path) -> Callable[[Result], str | None]:
    """Rows are of one version and in its order. Exit status 0 means that none is missing; otherwise a message names the file."""

    def judge(result: Result) -> str | None:
        rows = rows_of(result, folder)
        if rows and not any(is_subsequence(rows, version) for version in versions):
            return "a row that no honest read gives, or rows of two versions"
        if result.status == 0 and rows not in [list(version) for version in versions]:
            return f"exit status 0, but {len(rows)} rows"
        if result.status == 1 and name not in result.stderr:
            return "no message names the file"
        return None

    return judge


def is_subsequence(rows: Sequence[bytes], all_rows: Sequence[bytes]) -> bool:
    remaining = iter(all_rows)
    return all(row in remaining for row in rows)


class Runs:
    """Makes runs from a seed."""

    def __init__(self, material: Material, server: Server) -> None:
        self.material, self.server = material, server

    def make(self, number: int, rng: Random, folder: Path) -> Run:
        """Makes a run, with its files in `folder`."""
        kinds = [self.remote_archive, self.remote_page, self.remote_record, self.remote_by_index, self.remote_index,
                 self.remote_manifest, self.local_index, self.local_index, self.local_index, self.clash]
        return rng.choice(kinds)(str(number), rng, folder)

    def serve(self, number: str, rng: Random, unused: Collection[str] = ()) -> Attack:
        """Serves all files with random faults."""
        names = [name for name in FAULTS if name not in unused]
        faults = [rng.choice(names) for _ in range(rng.choice([1, 1, 2, 3, 8]))]
        attack = Attack(self.material.files, faults, Random(rng.random()))
        self.server.attacks[number] = attack
        return attack

    def remote_archive(self, number: str, rng: Random, folder: Path) -> Run:
        name = rng.choice([*ARCHIVES, "crawl.wacz"])
        attack = self.serve(number, rng)
        output = rng.choice([[], ["-o", "rows.jsonl"], ["-j", "3"]])
        arguments = ["extract", "--fields", FIELDS, *REMOTE, *output, self.server.url(number, name)]
        return Run("archive by URL", arguments, judge_versions(self.material.rows[name], name, folder), faults=attack.taken)

    def remote_page(self, number: str, rng: Random, folder: Path) -> Run:
        attack = self.serve(number, rng, UNNOTICED_IN_PAGES)
        arguments = ["extract", "--fields", "title,links", *REMOTE, self.server.url(number, "page.html")]
        return Run("page by URL", arguments, judge_versions(self.material.rows["page.html"], "page.html", folder), faults=attack.taken)

    def remote_record(self, number: str, rng: Random, folder: Path) -> Run:
        name = rng.choice(ARCHIVES)
        attack = self.serve(number, rng, {"other version"})
        offset, row = rng.choice(list(self.material.record_rows[name].items()))
        arguments = ["extract", "--fields", FIELDS, *REMOTE, "--record", f"{self.server.url(number, name)}:{offset}"]
        return Run("record by URL", arguments, judge_versions([[row]], name, folder), faults=attack.taken)

    def remote_by_index(self, number: str, rng: Random, folder: Path) -> Run:
        name, format = rng.choice(ARCHIVES), rng.choice(INDEX_FORMATS)
        attack = self.serve(number, rng)
        index = f"{name}.{format}"
        (folder / index).write_bytes(self.material.files[index].versions[0])
        rows = [list(self.material.record_rows[name].values())]
        arguments = ["extract", "--fields", FIELDS, *REMOTE, "--base", self.server.url(number, ""), "--index", index]
        return Run("records by URL", arguments, judge_versions(rows, name, folder), faults=attack.taken)

    def remote_index(self, number: str, rng: Random, folder: Path) -> Run:
        name, format = rng.choice(ARCHIVES), rng.choice(INDEX_FORMATS)
        attack = self.serve(number, rng)
        index = f"{name}.{format}"
        (folder / name).write_bytes(self.material.files[name].versions[0])
        rows = [list(self.material.record_rows[name].values())]
        arguments = ["extract", "--fields", FIELDS, *REMOTE, "--base", f"{folder}/", "--index", self.server.url(number, index)]
        return Run("index by URL", arguments, judge_versions(rows, index, folder), faults=attack.taken)

    def remote_manifest(self, number: str, rng: Random, folder: Path) -> Run:
        attack = self.serve(number, rng)
        name = rng.choice(ARCHIVES)
        (folder / "list").write_text(f"{name}\n")
        arguments = ["extract", "--fields", FIELDS, *REMOTE, "--base", self.server.url(number, ""), "--manifest", "list"]
        return Run("manifest of URLs", arguments, judge_versions(self.material.rows[name], name, folder), faults=attack.taken)

    def local_index(self, number: str, rng: Random, folder: Path) -> Run:
        """A mutated index of a local archive."""
        name, format = rng.choice(ARCHIVES), rng.choice(INDEX_FORMATS)
        for file in (*ARCHIVES, "page.html", "crawl.wacz"):
            (folder / file).write_bytes(self.material.files[file].versions[0])
        os.mkfifo(folder / "pipe")
        data, suffix = mutated(self.material.files[f"{name}.{format}"].versions[0], format, rng)
        (folder / f"index{suffix}").write_bytes(data)
        honest = {row for name in ARCHIVES for row in self.material.rows[name][0]}
        stdin = data if format != "parquet" and rng.random() < 0.2 else b""
        arguments = ["extract", "--fields", FIELDS, "-j", rng.choice("12"), "--index", "-" if stdin else f"index{suffix}"]

        def judge(result: Result) -> str | None:
            return None if honest.issuperset(rows_of(result, folder)) else "a row that no honest read gives"

        return Run("mutated index", arguments, judge, stdin, (0, 1, 2))

    def clash(self, number: str, rng: Random, folder: Path) -> Run:
        """Outputs at the paths of inputs: they must be refused, and no input may change."""
        name = rng.choice(ARCHIVES)
        for file in (*ARCHIVES, "page.html", "crawl.wacz", "crawl.warc.jsonl", "crawl.warc.gz.cdxj"):
            (folder / file).write_bytes(self.material.files[file].versions[0])
        (folder / "list").write_text(f"{name}\n")
        (folder / "folder").mkdir()
        (folder / "folder" / "in.jsonl").write_bytes(b'{"url":"http://localhost:1/","html":"<title>t</title>"}\n')
        (folder / "link").symlink_to(name)
        os.link(folder / name, folder / "hard.jsonl")
        before = contents(folder)
        offset = rng.choice(list(self.material.record_rows[name]))
        ways = [[name], ["--manifest", "list"], ["--record", f"{name}:{offset}"], ["--record", f"./{name}:{offset}"],
                ["--index", f"{name}.jsonl"] if name == "crawl.warc" else ["--index", f"{name}.cdxj"],
                ["--index", "crawl.warc.jsonl"], ["crawl.wacz"], ["folder"], ["."], ["page.html"], ["link"], ["hard.jsonl"]]
        targets = [name, f"./{name}", str(folder / name), "link", "hard.jsonl", "crawl.wacz", "page.html", "list", "crawl.warc.jsonl",
                   "crawl.warc.gz.cdxj", "folder/in.jsonl", "folder", "."]
        options = [["-o"], ["-o"], ["--stats"], ["--output-dir"], ["-o", "rows.jsonl", "--stats"]]
        arguments = ["extract", *rng.choice(ways), *rng.choice(options), rng.choice(targets), *rng.choice([[], ["--format", "jsonl"]])]

        inputs = read_by(arguments, name, before)

        def judge(result: Result) -> str | None:
            after = contents(folder)
            changed = sorted(path for path in inputs if after.get(path) != before[path])
            return f"input replaced: {', '.join(changed)}" if changed else None

        return Run("output at an input", arguments, judge, statuses=(0, 1, 2, 3))


def contents(folder: Path) -> dict[str, bytes]:
    """Returns the checksum of each file below a folder, by its relative path."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).digest() for path in files}


def read_by(arguments: list[str], name: str, files: Collection[str]) -> set[str]:
    """Returns the files that these arguments must not replace: the inputs, under each of their names.

    `--stats` replaces nothing but its own output."""
    option, value = arguments[1], arguments[2]
    if "--stats" in arguments:
        return set(files)
    if option == ".":
        return {file for file in files if file != "list"}  # plain text is no page
    same = {name, "link", "hard.jsonl"}
    match option:
        case "--manifest":
            read = {"list", name}
        case "--index":
            read = {value, value.removesuffix(".jsonl").removesuffix(".cdxj")}
        case "--record":
            read = {name}
        case "folder":
            read = {"folder/in.jsonl"}
        case _:
            read = {option}
    return read | same if read & same else read
