"""Progress bars on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tqdm import tqdm

from nzdd.input.row_table import Progress
from nzdd.input.text import printable

_FORMAT = "{desc:<24}{percentage:3.0f}%|{bar:30}| {elapsed}"


@contextmanager
def progress_bar(title: str, *, quiet: bool = False) -> Iterator[Progress | None]:
    """Give a callback that moves a bar on stderr, or None where nobody would see it.

    Parameters
    ----------
    title : str
        What stands before the name of the stage.
    quiet : bool
        Never show a bar; without it, one is shown if stderr is a terminal.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    with tqdm(total=1.0, desc=title, bar_format=_FORMAT, leave=False, file=sys.stderr) as bar:

        def show(stage: str, share: float) -> None:
            bar.n = min(max(share, 0.0), 1.0)
            bar.set_description_str(printable(f"{title}: {stage}"))

        yield show
