"""The 1-norm soft margin: this package, outside solvers, and the figures that were published.

``python -m benchmarks.soft_margin PART [--limit SECONDS] [--all | --quick]`` runs one part, each
measurement in a process of its own, prints a table and writes ``results/soft-margin-PART.json``:

``solve``        the interior point against HiGHS, Clarabel, GLOP and PDLP on the same programs
``paper``        tables 5 to 8 and figures 6 to 8 of Kurokawa et al. 2022, redone; table 2 is
                 ``python -m benchmarks.soft_margin.errors``
``scale``        eleven million rows, from an array in memory to a classifier
``slack``        a slack a row, an edge or a run of rows: what it costs and what it is worth
``classifiers``  l1 logistic regression and l1 linear SVC of scikit-learn beside the soft margin
``plots``        the figures of the last run of ``paper`` as SVG in ``docs/``

Samples are read below the folder that the environment variable NZDD_DATA names. ``--quick`` takes
small samples, and writes only where NZDD_RESULTS names a folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from typing import Any

from benchmarks import record
from benchmarks.soft_margin.classifiers import classifiers
from benchmarks.soft_margin.paper import paper
from benchmarks.soft_margin.scale import scale
from benchmarks.soft_margin.slack import slack
from benchmarks.soft_margin.solve_times import solve

PARTS: dict[str, Callable[..., tuple[list[Any], list[str]]]] = {
    part.__name__: part for part in (solve, paper, scale, slack, classifiers)
}
PACKAGES = ("numpy", "scipy", "ortools", "clarabel", "scikit-learn")


def main() -> None:
    """Run one part."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=[*PARTS, "plots"])
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a solve (60)")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--all", action="store_true", help="all sizes")
    size.add_argument("--quick", action="store_true", help="small samples; nothing is published")
    parser.add_argument("--plots", action="store_true", help="draw the figures of paper, too")
    options = parser.parse_args()
    if options.part != "plots":
        run(options)
    if options.part == "plots" or (options.plots and not options.quick):
        from benchmarks.soft_margin.plots import draw  # matplotlib is an extra

        draw()


def run(options: argparse.Namespace) -> None:
    """Run a part and write what it found."""
    found = record.surroundings(PACKAGES)
    part = PARTS[options.part]
    runs, table = part(options.limit, every=options.all, quick=options.quick)
    print("\n".join(["", *table]))
    title = f"Soft margin: {(part.__doc__ or '').splitlines()[0]}"
    measured = [asdict(each) if is_dataclass(each) else each for each in runs]  # type: ignore[arg-type]
    name = f"soft-margin-{options.part}"
    record.publish(name, found, title, table, whole=not options.quick, runs=measured)


if __name__ == "__main__":
    main()
