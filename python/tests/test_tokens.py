"""tokens."""

import gc
import json
import operator
import pickle
from typing import Any

import pytest
import tagrake

from support import run_command


def printed(html: bytes) -> list[Any]:
    """Returns the tokens that the command prints."""
    run = run_command("tokens", "--spans", stdin=html)
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_tokens_are_those_of_the_command(pages: list[bytes]) -> None:
    html = b"<!DOCTYPE html PUBLIC x><p class=a id=b>1 &lt; 2<br/></p><!--x--><script><b></script><svg><![CDATA[x]]></svg>"
    for page in [html, *pages]:
        try:
            page.decode()
        except UnicodeDecodeError:
            continue
        tokens = list(tagrake.tokens(page, encoding="utf-8"))
        expected = [token for token in printed(page) if token["type"] != "dropped"]
        assert len(tokens) == len(expected)
        for token, row in zip(tokens, expected, strict=True):
            assert token.kind == row["type"]
            assert list(token.span) == row["span"]
            assert token.name == row.get("name")
            assert token.data == row.get("text", row.get("data"))


def test_tokens() -> None:
    doctype, start, text, end = tagrake.tokens("<!doctype html system 'x'><a b=1 b=2 C/>ä</a>")
    assert (doctype.kind, doctype.name, doctype.public_id, doctype.system_id) == ("doctype", "html", None, "x")
    assert not doctype.force_quirks
    assert (start.name, start.attributes, start.self_closing) == ("a", {"b": "1", "c": ""}, True)
    assert (text.data, end.name) == ("ä", "a")
    assert repr(start) == "Token('start_tag', name='a', attributes={'b': '1', 'c': ''}, span=(26, 40))"


def test_options() -> None:
    assert [token.kind for token in tagrake.tokens("<title><b></title>")] == ["start_tag", "text", "end_tag"]
    assert len(list(tagrake.tokens("<title><b></title>", feedback=False))) == 3
    assert len(list(tagrake.tokens("<noscript><b></noscript>", scripting=True))) == 3
    assert next(tagrake.tokens(b"\xf0", encoding="koi8-r")).data == "П"
    assert next(tagrake.tokens(b"\xf0", content_type="text/html;charset=koi8-r")).data == "П"
    assert list(tagrake.tokens(b"")) == []
    with pytest.raises(TypeError, match="expected bytes, bytearray, memoryview or str, not int"):
        tagrake.tokens(1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="argument 'encoding': expected a label .*, not 'x'"):
        tagrake.tokens(b"", encoding="x")


def test_iteration_can_continue_after_any_token() -> None:
    # Tokens are created in batches.
    html = "".join(f"<p id={number}>&lt;{number}" for number in range(700))
    expected = [("start_tag", {"id": str(number)}, None) for number in range(700)]
    for taken in (0, 1, 15, 16, 17, 31, 32, 255, 256, 257, 1399, 1400):
        tokens = tagrake.tokens(html)
        first = [next(tokens) for _ in range(taken)]
        assert operator.length_hint(tokens) == 1400 - taken
        both = [*first, *tokens]
        assert [(token.kind, token.attributes, token.data) for token in both[::2]] == expected
        assert [token.data for token in both[1::2]] == [f"<{number}" for number in range(700)]
        assert next(tokens, None) is None and operator.length_hint(tokens) == 0


def test_the_garbage_collector_stays_as_it_is() -> None:
    html = "<a href=x>x</a>" * 1000
    try:
        for is_enabled in (False, True):
            (gc.enable if is_enabled else gc.disable)()
            assert len(list(tagrake.tokens(html))) == 3000
            assert len(tagrake.hyperlinks(html)) == len(tagrake.extract(html).to_dict()["links"]) == 1000
            assert gc.isenabled() == is_enabled
    finally:
        gc.enable()


def test_tokens_outlive_their_document() -> None:
    html = bytearray("<p title='ä&amp;\0'>ä\r\nb&eacute;<!--ö-->".encode())
    tokens = list(tagrake.tokens(html))
    html[:] = b"x" * len(html)
    start, text, comment = tokens
    assert (start.name, start.attributes) == ("p", {"title": "ä&\ufffd"})
    assert (text.data, comment.data) == ("ä\nbé", "ö")


def test_pickles_and_comparisons() -> None:
    html = b"<!DOCTYPE html PUBLIC 'a' 'b'><!DOCTYPE><p class=a b>x<br/></p><!--y--><svg><![CDATA[z]]>"
    tokens, same = list(tagrake.tokens(html)), list(tagrake.tokens(html))
    assert tokens == same and len(set(tokens + same)) == len(tokens)
    for token in tokens:
        copy = pickle.loads(pickle.dumps(token))
        assert copy == token and repr(copy) == repr(token) and hash(copy) == hash(token)
        assert (copy.self_closing, copy.force_quirks, copy.public_id) == (token.self_closing, token.force_quirks, token.public_id)
    assert tokens[0] != tokens[1] and tokens[0] != 1
    make: Any = getattr(tagrake.Token, "_of_state")  # noqa: B009
    with pytest.raises(TypeError, match="this is not the state of a token"):
        make("text", "name", [], None, (0, 1), False, (None, None))
