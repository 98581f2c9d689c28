"""Pictures of the results as SVG: ratios to the best peers, and seconds against rows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.cells import Cells
from benchmarks.pages.paper.programs import VARIANTS
from benchmarks.pages.verdict import Verdict
from benchmarks.solving.figure_5 import Cell
from nzdd.adapters.pictures.matplotlib import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, ORANGE = COLOURS[:2]


def ratios(rows: list[tuple[str, Verdict]]) -> Figure:
    """One line per verdict: a mark for each case, and the geometric mean.

    Parameters
    ----------
    rows : list of (str, Verdict)
        Their names at the left.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator

    figure = Figure(figsize=(8, 0.9 + 0.27 * len(rows)), layout="constrained")
    axes = figure.subplots()
    axes.axvline(1, color="#888888", linewidth=1)
    for place, (_, verdict) in enumerate(rows):
        for lost, colour, mark, label in (
            (False, BLUE, "o", "not behind"),
            (True, ORANGE, "x", "behind"),
        ):
            found = [p.ratio for p in verdict.pairs if p.ratio and p.is_lost == lost]
            axes.plot(
                found,
                [place] * len(found),
                mark,
                color=colour,
                markersize=5,
                alpha=0.55,
                label=label if place == 0 else None,
            )
        if verdict.mean:
            axes.plot(
                [verdict.mean],
                [place],
                "|",
                color="black",
                markersize=14,
                markeredgewidth=2,
                label="geometric mean" if place == 0 else None,
            )
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    wide = high > 300 * low  # more labels would overprint
    axes.xaxis.set_major_locator(LogLocator(subs=(1,) if wide else (1, 2, 5)))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("")
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("ours / the peer's; left of 1 is better")
    axes.grid(axis="x", alpha=0.25)
    figure.legend(loc="outside lower center", ncols=3, fontsize="small", frameon=False)
    return figure


def programs(cells: Cells[Cell]) -> Figure:
    """CPU seconds against the rows of the paper's mixed-integer programs: figure 5.

    A mark that is not filled is a limit that was reached.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    shown = {variant: name for variant, name in VARIANTS.items() if variant[0] != "lazy"}
    for (variant, label), mark, colour in zip(shown.items(), "sv^Do", COLOURS, strict=False):
        runs = [cell for cell in cells if (cell.method, cell.solver) == variant]
        for limits in (False, True):
            points = [(cell.rows, cell.seconds) for cell in runs if cell.optimal != limits]
            axes.plot(
                *zip(*points, strict=True) if points else ([], []),
                mark,
                color=colour,
                fillstyle="none" if limits else "full",
                label=None if limits else label,
            )
        first = sorted((cell.rows, cell.seconds) for cell in runs if not cell.seed)
        axes.plot(*zip(*first, strict=True) if first else ([], []), color=colour, linewidth=1)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("rows")
    axes.set_ylabel("CPU seconds; not filled: not solved")
    axes.grid(alpha=0.25)
    axes.legend(fontsize="small")
    return figure


def save(figure: Figure, path: Path) -> None:
    """Write a reproducible SVG."""
    from matplotlib import rc_context

    path.parent.mkdir(exist_ok=True)
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": path.stem}):
        figure.savefig(path, metadata={"Date": None})
