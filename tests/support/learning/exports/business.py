"""The rows that all exports write in their own ways, and the answers expected of a reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

SIZE = 160


@dataclass(frozen=True)
class Business:
    """Rows whose last entry says whether a contract was ended."""

    amount: np.ndarray  # euros, two decimals, some below zero
    share: np.ndarray  # per cent, whole
    units: np.ndarray  # some thousands
    age: np.ndarray
    day: np.ndarray  # datetime64[s]
    region: np.ndarray
    remark: np.ndarray
    ended: np.ndarray

    def lines(self, *columns: Any, separator: str = ",", end: str = "\n") -> str:
        """Columns of text as lines."""
        return "".join(separator.join(map(str, row)) + end for row in zip(*columns, strict=True))

    def words(self, yes: str, no: str) -> list[str]:
        """The label in words."""
        return [yes if each else no for each in self.ended]


def business(seed: int) -> Business:
    """Some rows; the label depends on the amount and the share, but for one row of twenty."""
    random = np.random.default_rng(seed)
    amount = np.round(random.lognormal(7.5, 1.2, SIZE), 2)
    amount[random.random(SIZE) < 0.15] *= -1
    share = random.integers(0, 101, SIZE)
    ended = (amount > 1800) ^ (share > 70)
    ended ^= random.random(SIZE) < 0.05
    seconds = random.integers(0, 900 * 86400, SIZE)
    phrases = np.array(["called twice", "ok", "see note", "to be paid", "asks, then waits",
                        "new address", "no reply"])  # fmt: skip
    return Business(
        amount,
        share,
        random.integers(0, 90_000, SIZE),
        random.integers(18, 90, SIZE),
        np.datetime64("2021-02-03T00:00:00") + seconds.astype("timedelta64[s]"),
        random.choice(["North", "South", "East"], SIZE),
        random.choice(phrases, SIZE),
        ended,
    )


def dates(rows: Business, form: str) -> list[str]:
    """The days by a format of `strftime`."""
    return [each.strftime(form) for each in rows.day.astype(object)]


def grouped(values: Any, group: str, decimal: str = ".", digits: int = 2) -> list[str]:
    """Numbers with marks between thousands and before decimals."""
    table = str.maketrans({",": group, ".": decimal})
    return [f"{value:,.{digits}f}".translate(table) for value in values]


@dataclass(frozen=True)
class Export:
    """A way of writing the rows.

    Attributes
    ----------
    file : str
        The name of the file.
    write : callable
        From rows to the content of the file.
    label : str or None
        The label column; None where two fit equally well.
    numbers : dict from str to str
        Columns of the file and the attribute of `Business` that they hold.
    days : tuple of str
        Columns of dates.
    """

    file: str
    write: Callable[[Business], bytes]
    label: str | None
    numbers: Mapping[str, str]
    days: tuple[str, ...] = field(default=())
