"""The command in the wheel."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tagrake
from warcio.archiveiterator import ArchiveIterator

from support import run_command

SCRIPT = Path(sys.executable).with_name("tagrake")


def test_the_wheel_has_the_command(tmp_path: Path) -> None:
    assert run_command("--version").stdout.decode().split()[1] == tagrake.__version__
    links = run_command("links", "--url", "https://example.com/", "-q", stdin=b"<a href=x>y</a>")
    assert links.returncode == 0 and b'"url":"https://example.com/x"' in links.stdout
    assert run_command("links", tmp_path / "missing.html").returncode == 1
    assert run_command("links", "--what").returncode == 2
    assert run_command("--help").returncode == 0
    script = subprocess.run([SCRIPT, "tokens"], input=b"<p>", capture_output=True, timeout=60)
    assert script.stdout.startswith(b"{")


def test_warcio_reads_wat_and_wet_files(crawl: Callable[..., Path], tmp_path: Path, pages: list[bytes]) -> None:
    source = crawl()

    def written(verb: str, name: str) -> list[tuple[str, bytes]]:
        assert run_command(verb, "-q", "-o", tmp_path / name, source).returncode == 0
        with open(tmp_path / name, "rb") as file:
            records = []
            for record in ArchiveIterator(file, check_digests=True):
                records.append((record.rec_type, record.content_stream().read()))
                assert record.digest_checker is not None and record.digest_checker.passed is not False
            return records

    def lines(*arguments: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in run_command(*arguments, "-q", "--format", "jsonl", source).stdout.splitlines()]

    wat = written("wat", "crawl.warc.wat.gz")
    assert [kind for kind, _ in wat] == ["warcinfo"] + ["metadata"] * len(pages)
    assert [json.loads(block) for _, block in wat[1:]] == lines("wat")
    wet = written("text", "crawl.warc.wet.gz")
    assert [kind for kind, _ in wet] == ["warcinfo"] + ["conversion"] * len(pages)
    assert [text.decode().strip() for _, text in wet[1:]] == [line["text"].strip() for line in lines("extract", "--text")]


def test_a_closed_pipe_is_not_an_error(crawl: Callable[..., Path]) -> None:
    command = [sys.executable, "-P", "-m", "tagrake", "links", str(crawl(rounds=100))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stderr is not None
        assert run.stdout.readline().startswith(b"{")
        run.stdout.close()
        assert run.wait(60) == 0
        assert b"Traceback" not in run.stderr.read()


def test_an_interrupt_ends_the_command(tmp_path: Path) -> None:
    for verb, status in [("links", 130), ("tokens", -signal.SIGINT)]:
        command = [sys.executable, "-P", "-m", "tagrake", verb, "-"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            assert run.stdin is not None
            # The command waits for input.
            try:
                run.wait(1)
            except subprocess.TimeoutExpired:
                pass
            run.send_signal(signal.SIGINT)
            assert run.wait(30) == status
