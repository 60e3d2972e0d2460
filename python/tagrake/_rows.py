"""The class of rows: a dict whose values are also attributes."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any


class Row(dict[str, Any]):
    """A row of a batch or table: a dict whose values are also attributes.

    A method of dict hides a column of the same name: `row["items"]` is the value of the column, `row.items()` the pairs.

    >>> import tagrake
    >>> row = tagrake.extract_many(["<title>One</title>"], columns=["title", "lang"])[0]
    >>> row
    {'title': 'One', 'lang': None}
    >>> row.title == row["title"] == "One"
    True
    """

    __slots__ = ()
    __module__ = "tagrake"

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            near = get_close_matches(name, self, 1)
            hint = f": did you mean {near[0]!r}?" if near else f", which has {', '.join(self)}"
            raise AttributeError(f"no column {name!r} in this row{hint}", name=name, obj=self) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]
