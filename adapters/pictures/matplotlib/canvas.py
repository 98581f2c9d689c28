"""Empty figures and their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nzdd.adapters.extras import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito 2008: distinct for any colour vision.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")


def canvas(rows: int, columns: int = 1, **options: Any) -> tuple[Figure, Any]:
    """A figure and its axes; `options` are those of ``Figure.subplots``.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    Figure = require("matplotlib.figure", "a figure").Figure
    figure = Figure(figsize=(7, 6 if rows > 1 else 4), layout="constrained")
    return figure, figure.subplots(rows, columns, **options)


def colours(count: int) -> list[str]:
    """This many colours; from the ninth on they repeat."""
    return [COLOURS[i % len(COLOURS)] for i in range(count)]
