"""`head_only=` of `read_warc` and `extract_many`."""

from __future__ import annotations

import io

import pytest

import tagrake

PAGE = b"<html lang=de><meta charset=utf-8><title>T</title><p>text<link rel=canonical href=/late>"


def record(html: bytes) -> bytes:
    head = f"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: {len(html)}\r\n\r\n"
    return head.encode() + html + b"\r\n\r\n"


@pytest.mark.parametrize("head_only", [False, True])
def test_an_element_in_the_body_does_not_count(head_only: bool) -> None:
    columns = ["title", "lang", "canonical"]
    expected = [{"title": "T", "lang": "de", "canonical": None if head_only else "https://e.org/late"}]
    many = tagrake.extract_many([PAGE], ["https://e.org/"], columns=columns, head_only=head_only)
    assert many.to_pylist() == expected
    page = PAGE.replace(b"href=/late", b"href=https://e.org/late")
    reader = tagrake.read_warc(io.BytesIO(record(page)), columns=columns, head_only=head_only)
    assert [row for batch in reader for row in batch.to_pylist()] == expected


def test_columns_that_need_the_body_are_refused() -> None:
    message = "argument 'head_only': the key 'text' needs the body of the page, and only the head is read"
    with pytest.raises(ValueError, match=message):
        tagrake.extract_many([PAGE], columns=["title", "text"], head_only=True)
    with pytest.raises(ValueError, match=message):
        tagrake.read_warc(io.BytesIO(b""), columns=["title", "text"], head_only=True)
    with pytest.raises(ValueError, match="only records of pages can be made from the head alone"):
        tagrake.read_warc(io.BytesIO(b""), table="links", head_only=True)
