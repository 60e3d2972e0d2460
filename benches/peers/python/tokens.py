"""Writes the tokens, spans and errors of a Python package. The form is in ../README.md."""

import importlib.metadata
import json
import re
import sys
from types import SimpleNamespace

from driver import load


def html5lib():
    from html5lib import _tokenizer, html5parser, treebuilders
    from html5lib.constants import tokenTypes

    states = {
        "Data state": "dataState",
        "RCDATA state": "rcdataState",
        "RAWTEXT state": "rawtextState",
        "Script data state": "scriptDataState",
        "PLAINTEXT state": "plaintextState",
        "CDATA section state": "cdataSectionState",
    }
    kinds = {number: name for name, number in tokenTypes.items()}
    recorded = []

    def record(token):
        name = token.get("name")
        match kinds[token["type"]]:
            case "Doctype":
                recorded.append(["DOCTYPE", name or None, token["publicId"], token["systemId"], token["correct"]])
            case "Characters" | "SpaceCharacters":
                recorded.append(["Character", token["data"]])
            case "StartTag" | "EmptyTag":
                recorded.append(["StartTag", name, list(token["data"].items()), token["selfClosing"]])
            case "EndTag":
                recorded.append(["EndTag", name])
            case "Comment":
                recorded.append(["Comment", token["data"]])

    class Recorder(_tokenizer.HTMLTokenizer):
        def __iter__(self):
            for token in super().__iter__():
                record(token)
                yield token

    # The parser takes its tokenizer from this module.
    html5parser._tokenizer = SimpleNamespace(HTMLTokenizer=Recorder)
    tree = treebuilders.getTreeBuilder("etree")

    def read(state, last_start_tag, html):
        recorded.clear()
        if state == "":
            html5parser.HTMLParser(tree).parse(html)
        else:
            tokenizer = Recorder(html)
            tokenizer.state = getattr(tokenizer, states[state])
            if last_start_tag:
                tokenizer.currentToken = {"type": tokenTypes["StartTag"], "name": last_start_tag}
            for _ in tokenizer:
                pass
        return {"tokens": recorded}

    return read


def turbohtml():
    from turbohtml import TokenType, tokenize
    # The library's own tests of html5lib-tests call this function.
    from turbohtml._html import _tokenize_states

    def fields(token):
        match token.type:
            case TokenType.DOCTYPE:
                return ["DOCTYPE", token.name, token.public_id, token.system_id, not token.force_quirks]
            case TokenType.START_TAG:
                return ["StartTag", token.tag, token.attrs, token.self_closing]
            case TokenType.END_TAG:
                return ["EndTag", token.tag]
            case TokenType.COMMENT:
                return ["Comment", token.data]
            case TokenType.PROCESSING_INSTRUCTION:
                return ["ProcessingInstruction", token.target, token.data]
            case _:
                return ["Character", token.data]

    def read(state, last_start_tag, html):
        lines = [0] + [end.end() for end in re.finditer("\r\n?|\n", html)]
        answer = {"tokens": [], "spans": []}
        for token in tokenize(html, capture_source=True):
            start = lines[token.line - 1] + token.col
            answer["tokens"].append(fields(token))
            answer["spans"].append([start, start + len(token.source or "")])
        if state == "":
            return answer
        tokens, errors = _tokenize_states(html, state, last_start_tag or None)
        if state != "Data state":
            answer["spans"] = []
        answer["tokens"] = [
            ["StartTag", token[1], list(token[2].items()), len(token) > 3] if token[0] == "StartTag" else token
            for token in tokens
        ]
        # Its columns start at 0 and count code points.
        before = lambda line, column: html[lines[line - 1] : lines[line - 1] + column]
        units = lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2
        answer["errors"] = [[code, line, 1 + units(before(line, column))] for code, line, column in errors]
        return answer

    return read


def main():
    name, path = sys.argv[1:]
    read = {"html5lib": html5lib, "turbohtml": turbohtml}[name]()
    print(json.dumps({"version": importlib.metadata.version(name)}))
    strings = [string.decode("utf-8", "surrogatepass") for string in load(path)]
    for index in range(0, len(strings), 3):
        print(json.dumps(read(*strings[index : index + 3])))


if __name__ == "__main__":
    main()
