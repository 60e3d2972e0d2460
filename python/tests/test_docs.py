"""Runs the examples of docstrings and documents, and compares stubs with the module."""

import ast
import doctest
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import pyarrow as pa
import pytest
import tagrake
from tagrake import _native
from tagrake.types import ExtractOptions, WarcOptions

from file_server import FileServer

HERE = Path(__file__).parent
# The recipes of `clusters.md` and `crawlers.md` are run by the tests in `engines` and `frameworks`.
DOCUMENTS = [HERE.parent / "README.md", HERE.parent / "docs" / "recipes.md"]
# The classes of tokens without an example of their own: see `tokens`.
TOKENS = (tagrake.EndTag, tagrake.Text, tagrake.Comment, tagrake.Doctype)


def documented() -> list[Any]:
    names = [tagrake, *(getattr(tagrake, name) for name in tagrake.__all__)]
    return [value for value in names if inspect.ismodule(value) or callable(value)]


@pytest.mark.parametrize("value", documented(), ids=lambda value: value.__name__)
def test_docstrings(value: Any) -> None:
    assert value.__doc__
    test = doctest.DocTestParser().get_doctest(value.__doc__, {}, value.__name__, None, None)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert result.failed == 0
    is_passive = value in (tagrake.InputError, tagrake.WarcReader, tagrake.Tokens, *TOKENS)
    assert result.attempted > 0 or is_passive, "no example"


def test_each_attribute_is_documented() -> None:
    for value in documented():
        if inspect.isclass(value) and value is not tagrake.InputError:
            members = [name for name in vars(value) if not name.startswith("_")]
            assert all(getattr(value, name).__doc__ for name in members), value


def signature(value: Any) -> list[tuple[str, Any]]:
    parameters = inspect.signature(value).parameters.values()
    return [(parameter.name, parameter.kind) for parameter in parameters if parameter.name != "self"]


def stub_signature(function: ast.FunctionDef) -> list[tuple[str, Any]]:
    arguments = function.args
    kinds = inspect.Parameter
    named = [(argument.arg, kinds.POSITIONAL_OR_KEYWORD) for argument in arguments.args if argument.arg != "self"]
    options = [(arguments.kwarg.arg, kinds.VAR_KEYWORD)] if arguments.kwarg else []
    return [*named, *((argument.arg, kinds.KEYWORD_ONLY) for argument in arguments.kwonlyargs), *options]


def test_stubs_match_the_module() -> None:
    tree = ast.parse((HERE.parent / "tagrake" / "_native.pyi").read_text())
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    public = [name for name in vars(_native) if not name.startswith("_")]
    for name in public:
        value = getattr(_native, name)
        if inspect.isclass(value):
            members = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
            there = {member for member in vars(value) if not member.startswith("_")}
            assert {member for member in members if not member.startswith("_")} == there, name
        elif callable(value):
            assert signature(value) == stub_signature(functions[name]), name
    assert set(functions) <= set(public)
    typed = {"Protocol", "TypedDict"}
    for name, node in classes.items():
        bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
        assert name in public or bases & typed or bases & set(classes), name
    assert (Path(tagrake.__file__).parent / "py.typed").exists()
    assert all(hasattr(tagrake, name) for name in tagrake.__all__)


FUNCTIONS: list[tuple[Any, Any]] = [
    (tagrake.extract, ExtractOptions),
    (tagrake.extract_many, ExtractOptions),
    (tagrake.read_warc, WarcOptions),
]


@pytest.mark.parametrize(("function", "options"), FUNCTIONS, ids=lambda value: value.__name__)
def test_options_are_documented(function: Any, options: Any) -> None:
    """The annotations, the help and the module have the same options."""
    names = list(get_type_hints(options))
    parameters = [name for name, _ in signature(function)]
    assert set(names) <= set(parameters)
    documented = re.findall(r"^    (\w+): ", function.__doc__, re.MULTILINE)
    assert sorted(documented) == sorted(parameters)
    table = pa.table({"html": ["<p>"], "url": ["http://e.org/"]})
    page: Any = {"extract": b"", "extract_many": [], "read_warc": []}.get(function.__name__, table)
    for name in names:
        with pytest.raises((TypeError, ValueError)) as error:
            function(page, **{name: object()})
        assert "unexpected" not in str(error.value), name
    with pytest.raises(TypeError, match=rf"^{function.__name__}\(\) got an unexpected keyword argument 'links'"):
        function(page, links=True)
    with pytest.raises(TypeError, match="^argument 'max_links': "):
        function(page, max_links="1")


def recipes() -> list[Any]:
    found = [
        pytest.param(block, id=f"{document.stem}-{number}")
        for document in DOCUMENTS
        for number, block in enumerate(re.findall(r"^```python\n(.*?)^```", document.read_text(), re.DOTALL | re.MULTILINE), 1)
    ]
    assert len(found) > 20
    return found


@pytest.mark.parametrize("recipe", recipes())
def test_recipes(recipe: str, tmp_path: Path, crawl: Any, server: FileServer) -> None:
    # The server is the object store.
    server.files["/commoncrawl/crawl-data/CC-MAIN-2014-35/warc/crawl.warc.gz"] = crawl("crawl.warc.gz").read_bytes()
    store = {"AWS_ENDPOINT_URL": server.url.rstrip("/"), "AWS_ALLOW_HTTP": "true"}
    (tmp_path / "page.html").write_text("<title>Fish &amp; chips</title><a href=/menu>Menu</a>")
    (tmp_path / "recipe.py").write_text(recipe)
    run = subprocess.run(
        [sys.executable, "-P", "recipe.py"], cwd=tmp_path, env={**os.environ, **store}, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    assert bool(server.requests) == ("s3://" in recipe)
    assert run.stdout or "print" not in recipe


def test_pyarrow_is_not_needed() -> None:
    code = """
import sys
sys.modules["pyarrow"] = sys.modules["numpy"] = None
import tagrake
assert tagrake.extract(b"<title>T</title>").title == "T"
assert len(tagrake.extract_many([b"<p>"])) == 1
"""
    subprocess.run([sys.executable, "-P", "-c", code], check=True, timeout=60)
