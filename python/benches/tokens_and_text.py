"""Tokens and main content with tagrake and turbohtml, each from a str, which both take.

Three jobs: `tokens` creates the list of all tokens, `token contents` also reads the name and the attributes of each tag and the
characters of each text, and `main text` returns the main content. Both find the tokens of the standard, so the numbers agree;
the main content is what each of them takes for it.
"""

from collections.abc import Callable
from typing import Any

URL = "https://example.com/"
# The largest relative difference between the numbers of tokens. turbohtml has no tokens of its own for CDATA sections.
TOLERANCE = 0.005

Job = Callable[[str], Any]


def tagrake() -> dict[str, Job]:
    from tagrake import EndTag, StartTag, Text, extract, tokens

    def contents(page: str) -> int:
        count = 0
        for token in tokens(page):
            count += 1
            if isinstance(token, StartTag):
                _ = token.name, token.attributes
            elif isinstance(token, EndTag):
                _ = token.name
            elif isinstance(token, Text):
                _ = token.data
        return count

    return {
        "tokens": lambda page: len(list(tokens(page))),
        "token contents": contents,
        "main text": lambda page: extract(page, URL, columns=["main_text"]).main_text,
    }


def turbohtml() -> dict[str, Job]:
    from turbohtml import TokenType, parse, tokenize

    start_tag, end_tag, text = TokenType.START_TAG, TokenType.END_TAG, TokenType.TEXT

    def contents(page: str) -> int:
        count = 0
        for token in tokenize(page):
            count += 1
            kind = token.type
            if kind is start_tag:
                _ = token.tag, token.attrs
            elif kind is end_tag:
                _ = token.tag
            elif kind is text:
                _ = token.data
        return count

    return {
        "tokens": lambda page: len(list(tokenize(page))),
        "token contents": contents,
        "main text": lambda page: parse(page, positions=False).main_text(),
    }


CONTENDERS = {"tagrake": tagrake, "turbohtml": turbohtml}
