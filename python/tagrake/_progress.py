"""The progress bar of `read_warc(progress=True)`, drawn by tqdm."""

from __future__ import annotations

from tagrake.types import Counts


class ProgressBar:
    """A bar of the stored bytes that are read, with the numbers of pages and errors."""

    def __init__(self, total: int | None) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ImportError("progress=True needs tqdm (pip install tqdm): pass a function of the counts otherwise") from None
        self._bar = tqdm(total=total, unit="B", unit_scale=True)

    def __call__(self, counts: Counts) -> None:
        """Shows the counts of a reader."""
        self._bar.n = counts["stored_bytes"]
        self._bar.set_postfix(pages=counts["pages"], errors=sum(counts["errors"].values()), refresh=False)
        self._bar.refresh()

    def close(self) -> None:
        """Ends the line of the bar."""
        self._bar.close()
