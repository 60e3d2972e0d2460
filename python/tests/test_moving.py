"""The pairs of functions in `docs/moving.md` have the same results."""

import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "benches"))
import moving

PAIRS = moving.pairs()


def test_beautifulsoup(pages: list[bytes]) -> None:
    before, after = PAIRS["BeautifulSoup: title and links"]
    agree = 0
    for page in pages:
        (title, links), (our_title, our_links) = before(page, "https://example.com/a/"), after(page, "https://example.com/a/")
        agree += title == our_title and len(links) == len(our_links) > 0
    assert agree >= len(pages) - 2  # BeautifulSoup detects other encodings, and its tree differs where markup is wrong


def test_trafilatura(pages: list[bytes]) -> None:
    before, after = PAIRS["trafilatura: main text and metadata"]
    for page in pages:
        *_, text = before(page, "https://example.com/a/")
        *_, our_text = after(page, "https://example.com/a/")
        assert isinstance(our_text, str) and (text is None or isinstance(text, str))


def test_warcio(crawl: Callable[..., Path], pages: list[bytes]) -> None:
    before, after = PAIRS["warcio: the pages of an archive"]
    found, ours = before(str(crawl())), after(str(crawl()))
    assert [url for url, _ in found] == [url for url, _ in ours] and len(ours) == len(pages)
    equal = sum(one == other for one, other in zip(found, ours, strict=True))
    assert equal >= len(pages) - 2


def test_all_pairs_are_tested() -> None:
    assert len(PAIRS) == 3 and all(map(callable, (function for pair in PAIRS.values() for function in pair)))


def test_the_table_names_every_pair() -> None:
    table = (moving.ROOT / "docs/moving.md").read_text().split("\n## ")[0]
    names = [name.split(":")[0] for name in PAIRS]
    assert all(f"| {name}" in table for name in names)
