"""tokens."""

import gc
import json
import operator
import pickle
import random
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
            match token:
                case tagrake.StartTag(name, attributes):
                    assert name == row["name"] and list(attributes) == list(token.attribute_spans)
                case tagrake.EndTag(name) | tagrake.Doctype(name):
                    assert name == row.get("name")
                case tagrake.Text(data):
                    assert data == row["text"]
                case tagrake.Comment(data):
                    assert data == row["data"]


def test_tokens() -> None:
    doctype, start, text, end, comment = tagrake.tokens("<!doctype html system 'x'><a b=1 b=2 C/>ä</a><!--x-->")
    assert isinstance(doctype, tagrake.Doctype) and not doctype.force_quirks
    assert (doctype.kind, doctype.name, doctype.public_id, doctype.system_id) == ("doctype", "html", None, "x")
    assert isinstance(start, tagrake.StartTag) and isinstance(end, tagrake.EndTag) and isinstance(text, tagrake.Text)
    assert (start.name, start.attributes, start.self_closing) == ("a", {"b": "1", "c": ""}, True)
    assert start.attribute_spans == {"b": ((29, 30), (31, 32)), "c": ((37, 38), (38, 38))}
    assert (text.data, end.name) == ("ä", "a")
    assert repr(start) == "StartTag(name='a', attributes={'b': '1', 'c': ''}, self_closing=True, span=(26, 40))"
    assert repr(doctype) == "Doctype(name='html', public_id=None, system_id='x', span=(0, 26))"
    assert (repr(text), repr(end)) == ("Text(data='ä', span=(40, 41))", "EndTag(name='a', span=(41, 45))")
    assert repr(comment) == "Comment(data='x', span=(45, 53))"
    for token in (doctype, start, text, end, comment):
        assert isinstance(token, tagrake.Token) and not isinstance(token, tagrake.Page)


def test_a_pattern_selects_a_token() -> None:
    found: list[str] = []
    for token in tagrake.tokens("<a href=/x>Fish</a><!--c--><a name=y>"):
        match token:
            case tagrake.StartTag("a", {"href": url}):
                found.append(url)
            case tagrake.Text(data) | tagrake.Comment(data):
                found.append(data)
            case _:
                found.append(token.kind)
    assert found == ["/x", "Fish", "end_tag", "c", "start_tag"]


ASTRAL = "<p title='😀'>é😀<b x=ü y=\"a&amp;b\">😀</b><!--é-->"
SOURCES = [
    "<p class=a>1 &lt; 2<br/></p>", ASTRAL, "\ufeff" + ASTRAL, "<p>\ud800<b a=\udfff c=d>x", "<p a=\ud83d\ude00 b>\ud83d\ude00x<b c=d>\ud83d",
    "é" * 700 + ASTRAL * 40,
]


@pytest.mark.parametrize("text", SOURCES)
def test_offsets_index_a_str(text: str) -> None:
    tokens = tagrake.tokens(text)
    assert len(str(tokens.source)) == len(text)
    check_offsets(text, tokens)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_offsets_index_bytes(mark: bytes) -> None:
    html = mark + ASTRAL.encode()
    for value in (html, bytearray(html)):
        tokens = tagrake.tokens(value)
        assert tokens.source == html
        check_offsets(html, tokens)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "shift_jis", "windows-1252", "koi8-r", "gb18030"])
def test_offsets_index_the_text_of_decoded_bytes(encoding: str) -> None:
    text = {"shift_jis": "<p a=ア b>カ<b c>", "koi8-r": "<p a=П b>Привет<b c>"}.get(encoding, "<p a=é b>é<b c>")
    tokens = tagrake.tokens(text.encode(encoding), encoding=encoding)
    assert tokens.source == text
    check_offsets(text, tokens)
    invalid = tagrake.tokens(b"<p a=\xff\xfe b>x", encoding="utf-8")
    assert invalid.source == "<p a=\ufffd\ufffd b>x"
    check_offsets("<p a=\ufffd\ufffd b>x", invalid)


def check_offsets(source: str | bytes, tokens: tagrake.Tokens) -> None:
    """Checks that the tokens of a source without gaps between them are where their spans say."""
    end = len(source) - sum(token.span[1] - token.span[0] for token in list(tagrake.tokens(source, encoding="utf-8")))
    assert end in (0, 1, 3)  # a byte order mark
    count = 0
    for token in tokens:
        count += 1
        assert token.span[0] == end
        end = token.span[1]
        assert replaced(source[slice(*token.span)]) == replaced(token.raw)
        if isinstance(token, tagrake.StartTag):
            assert list(token.attribute_spans) == list(token.attributes)
            for (name, value), spans in zip(token.attributes.items(), token.attribute_spans.values(), strict=True):
                found = [source[slice(*span)] for span in spans]
                texts = [replaced(part).decode() for part in found]
                assert (texts[0], texts[1].replace("&amp;", "&")) == (name, replaced(value).decode())
    assert end == len(source) and count > 1


def replaced(text: str | bytes) -> bytes:
    """Returns text with U+FFFD for each surrogate, and for the character of a pair."""
    if isinstance(text, bytes):
        return text
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\ufffd\ufffd", "😀").encode()


def test_parse_errors() -> None:
    assert tagrake.parse_errors("<p>") == []
    found = tagrake.parse_errors("é<p a=1 a=2>&#0;</p x>😀<!--")
    assert found == [
        ("duplicate-attribute", 9), ("null-character-reference", 16), ("end-tag-with-attributes", 21), ("eof-in-comment", 27)
    ]
    assert tagrake.parse_errors("é</>".encode()) == [("missing-end-tag-name", 4)]
    assert tagrake.parse_errors("é</>".encode("utf-16")) == [("missing-end-tag-name", 3)]
    with pytest.raises(ValueError, match="^argument 'html': the value is a PNG image"):
        tagrake.parse_errors(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")


@pytest.mark.parametrize("html", [*SOURCES, *[text.encode("utf-8", "replace") for text in SOURCES], "<title>a<b></title>x<svg><![CDATA[y]]>\r\n"])
def test_a_stream_gives_the_tokens_of_the_whole(html: str | bytes) -> None:
    numbers = random.Random(7)
    expected = list(tagrake.tokens(html, encoding="utf-8"))
    for most in (1, 2, 3, 10, 100, 5000):
        stream, found, start = tagrake.Stream(), list[tagrake.Token](), 0
        while start < len(html):
            end = start + numbers.randint(1, most)
            found += stream.feed(html[start:end])
            start = end
        found += stream.close()
        assert found == expected
        assert [(token.span, token.raw) for token in found] == [(token.span, token.raw) for token in expected]
        assert stream.close() == []
        with pytest.raises(ValueError, match="the stream is closed"):
            stream.feed(html)


def test_a_stream_gives_tokens_early() -> None:
    stream = tagrake.Stream(feedback=False)
    assert stream.feed("<title><b") == list(tagrake.tokens("<title>"))
    assert [token.kind for token in stream.feed(">")] == ["start_tag"]
    with pytest.raises(TypeError, match="a stream takes either str or bytes, not both"):
        stream.feed(b"x")
    with pytest.raises(TypeError, match="expected bytes or str, not int 1"):
        stream.feed(1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the bytes at offset 4 are not UTF-8: pass the str of codecs.getincrementaldecoder"):
        tagrake.Stream().feed(b"<p>a\xff<p>")
    unfinished = tagrake.Stream()
    unfinished.feed(b"<p>\xc3")
    with pytest.raises(ValueError, match="the bytes at offset 3 are not UTF-8"):
        unfinished.close()


def test_options() -> None:
    assert [token.kind for token in tagrake.tokens("<title><b></title>")] == ["start_tag", "text", "end_tag"]
    assert len(list(tagrake.tokens("<title><b></title>", feedback=False))) == 3
    assert len(list(tagrake.tokens("<noscript><b></noscript>", scripting=True))) == 3
    assert list(tagrake.tokens(b"\xf0", encoding="koi8-r")) == list(tagrake.tokens("П"))
    assert list(tagrake.tokens(b"\xf0", content_type="text/html;charset=koi8-r")) == list(tagrake.tokens("П"))
    assert list(tagrake.tokens(b"")) == []
    with pytest.raises(TypeError, match="expected bytes, bytearray, memoryview or str, not int"):
        tagrake.tokens(1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="argument 'encoding': expected a label .*, not 'x'"):
        tagrake.tokens(b"", encoding="x")


def test_iteration_can_continue_after_any_token() -> None:
    html = "".join(f"<p id={number}>&lt;{number}" for number in range(700))
    for taken in (0, 1, 15, 16, 17, 31, 32, 255, 256, 257, 1399, 1400):
        tokens = tagrake.tokens(html)
        first = [next(tokens) for _ in range(taken)]
        assert operator.length_hint(tokens) == 1400 - taken
        both = [*first, *tokens]
        assert [getattr(token, "attributes") for token in both[::2]] == [{"id": str(number)} for number in range(700)]
        assert [getattr(token, "data") for token in both[1::2]] == [f"<{number}" for number in range(700)]
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


def test_a_list_of_tokens_grows_without_collections() -> None:
    """The collector once visited the tokens after each 700 new ones."""
    html, collections = "<a href=x>x</a>" * 10_000, []
    gc.collect()
    gc.callbacks.append(lambda phase, _: collections.append(phase))
    try:
        tokens = list(tagrake.tokens(html))
        count = collections.count("start")
    finally:
        gc.callbacks.pop()
    assert len(tokens) == 30_000 and count <= 1


def test_frequent_names_are_the_names_of_the_page() -> None:
    names = ["a", "DIV", "annotation-xml", "x-card", "ä"]
    attributes = ["href", "CLASS", "http-equiv", "data-x", "viewBox", "ä"]
    html = "".join(f"<{name} {' '.join(attributes)}>" for name in names[:4]) + "<p ä=1></p>"
    for _ in range(2):
        tags = [token for token in tagrake.tokens(html) if isinstance(token, tagrake.StartTag)]
        assert [tag.name for tag in tags] == ["a", "div", "annotation-xml", "x-card", "p"]
        assert [list(tag.attributes) for tag in tags[:4]] == [[name.lower() for name in attributes]] * 4
        start = tags[4].span[0]
        assert tags[4].attributes == {"ä": "1"}
        assert tags[4].attribute_spans == {"ä": ((start + 3, start + 4), (start + 5, start + 6))}


def test_tokens_outlive_their_document() -> None:
    html = bytearray("<p title='ä&amp;\0'>ä\r\nb&eacute;<!--ö-->".encode())
    tokens = list(tagrake.tokens(html))
    html[:] = b"x" * len(html)
    start, text, comment = tokens
    assert isinstance(start, tagrake.StartTag) and isinstance(text, tagrake.Text) and isinstance(comment, tagrake.Comment)
    assert (start.name, start.attributes) == ("p", {"title": "ä&\ufffd"})
    assert (text.data, comment.data) == ("ä\nbé", "ö")


def test_pickles_and_comparisons() -> None:
    html = b"<!DOCTYPE html PUBLIC 'a' 'b'><!DOCTYPE><p class=a b>x<br/></p><!--y--><svg><![CDATA[z]]>"
    tokens, same = list(tagrake.tokens(html)), list(tagrake.tokens(html))
    assert tokens == same and len(set(tokens + same)) == len(tokens)
    for token in [*tokens, *tagrake.tokens(ASTRAL)]:
        copy = pickle.loads(pickle.dumps(token))
        assert copy == token and repr(copy) == repr(token) and hash(copy) == hash(token) and copy.raw == token.raw
        if isinstance(token, tagrake.StartTag):
            assert copy.attribute_spans == token.attribute_spans
    assert tokens[0] != tokens[1] and tokens[0] != 1
    make: Any = getattr(tagrake.Text, "_of_state")  # noqa: B009
    for state in (("x", 0, False, [None]), ("x", 0, False, []), (1, 0, False, ["x"]), (b"\xff", 0, False, ["x"])):
        with pytest.raises(TypeError, match="not the state of a token"):
            make(*state)
