"""Rows in parts on the workers of a Dask cluster, as one row oracle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.adapters.extras import require
from nzdd.adapters.libraries.dask.connection import in_one_line
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows, concatenated

if TYPE_CHECKING:
    from distributed import Client

SPREAD = 0x9E3779B97F4A7C15
"""An odd number, whose multiples tell the keys of parts apart."""


class WorkerRows:
    """Rows in parts, each of which a worker of a Dask cluster keeps and searches for itself.

    A row oracle (see `nzdd.formulations.rows.separation.RowOracle`) for ``nzdd.solve(rows=[...])``:
    a round sends the point to all parts at once, and gets the most violated rows of each. A row of
    several parts counts as several rows.

    Parameters
    ----------
    parts : sequence of callables, at least one
        Each runs on a worker and returns a row oracle there, such as a
        `nzdd.ConstraintDiagram` of rows that it reads. It runs again if its worker dies.
    client : distributed.Client
        It must stay open while the rows are asked for.

    Raises
    ------
    ValueError
        If there are no parts, or they are over different numbers of columns.
    ClusterError
        Here and in all methods, if workers or the scheduler are gone.
    """

    def __init__(self, parts: Sequence[Callable[[], RowOracle]], client: Client) -> None:
        if not parts:
            raise ValueError("there are no parts of rows; give at least one")
        self._client: Any = client
        self._parts = [self._client.submit(part, pure=False) for part in parts]
        widths = self._all("num_columns")
        if len(set(widths)) > 1:
            counts = " and ".join(map(str, sorted(set(widths))))
            raise ValueError(f"the parts are over {counts} columns; give all the same")
        self._num_columns: int = widths[0]

    @property
    def num_columns(self) -> int:
        """The number of columns."""
        return self._num_columns

    def min_slack(self, x: ArrayLike) -> float:
        """The least slack of all rows at x. Time that of the slowest part, and a message."""
        return float(min(self._all("min_slack", np.asarray(x))))

    def separate(self, x: ArrayLike, max_rows: int = 50, **options: Any) -> SeparatedRows:
        """Rows that x violates, the most violated of all parts first; see `RowOracle.separate`.

        Time that of the slowest part, and a message with `max_rows` rows of each.
        """
        found: list[SeparatedRows] = self._all("separate", np.asarray(x), max_rows, **options)
        of_parts = [
            replace(rows, key=rows.key ^ np.uint64(SPREAD * number % 2**64))
            for number, rows in enumerate(found)
        ]
        together = concatenated(of_parts, self.num_columns)
        return together.take(np.argsort(together.slack, kind="stable")[:max_rows])

    def locks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which columns may violate a row by going down, and which by going up."""
        down, up = zip(*self._all("locks"), strict=True)
        return np.logical_or.reduce(down), np.logical_or.reduce(up)

    def __getstate__(self) -> tuple[str, list[Any], int]:
        """For a solver's process, which has a connection of its own."""
        keys = [part.key for part in self._parts]
        return self._client.scheduler.address, keys, self._num_columns

    def __setstate__(self, state: tuple[str, list[Any], int]) -> None:
        address, keys, self._num_columns = state
        self._client = _client(address)
        future = require("distributed", "rows on workers").Future
        self._parts = [future(key, self._client) for key in keys]

    def _all(self, name: str, *arguments: Any, **options: Any) -> list[Any]:
        with in_one_line({}):
            asked = [
                self._client.submit(_answer, part, name, arguments, options, pure=False)
                for part in self._parts
            ]
            return [future.result() for future in asked]


@cache
def _client(address: str) -> Any:
    return require("distributed", "rows on workers").Client(address, set_as_default=False)


def _answer(oracle: Any, name: str, arguments: Any, options: Any) -> Any:
    found = getattr(oracle, name)
    return found(*arguments, **options) if callable(found) else found
