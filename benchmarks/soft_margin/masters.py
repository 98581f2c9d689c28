"""Figures 6 to 8 of Kurokawa et al., two solvers: ``python -m benchmarks.soft_margin.masters``.

The paper's column generation and ERLPBoost, on rows and on edges, with the masters solved by the
interior-point method of nzdd, and by OR-Tools: GLOP and PDLP. So the method and the solver can be
told apart. A run ends at a gap of `GAP`, or after `LIMIT` CPU seconds.

A cell is one variant. Those that are done are in ``results/soft-margin-masters.jsonl``, and the
command does what is missing: at the middle one of three nu, with ``--full`` at all of them.
"""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path

from benchmarks import record
from benchmarks.cells import Cells
from benchmarks.pages.paper.sample_names import TENTHS
from benchmarks.soft_margin.paper import NUS as PAPER_NUS
from benchmarks.soft_margin.runs import Run, Variant, run

FILE = "soft-margin-masters.jsonl"
PACKAGES = ("numpy", "ortools")
GAP, LIMIT = 1e-3, 120.0
"""Below the optima; CPU seconds of all processes of a run."""
NUS = {name: PAPER_NUS[name] for name in ("a9a", "w8a", *TENTHS)}
VARIANTS = tuple(
    Variant(name + (f", {solver.upper()}" if solver else ""), slack, algorithm, solver)
    for name, slack, algorithm, other in (
        ("lpb", "row", "column-generation", "glop"),
        ("nzdd_lpb", "edge", "column-generation", "glop"),
        ("erlpb", "row", "erlpboost", "pdlp"),
        ("nzdd_erlpb", "edge", "erlpboost", "pdlp"),
    )
    for solver in ("", other)
)


def cells(folder: Path = record.RESULTS) -> Cells[Run]:
    """All that are done."""
    return Cells(folder / FILE, Run)


def wanted(*, full: bool) -> list[tuple[str, float]]:
    """The problems, by sample and nu."""
    rounds = (1, 0, 2) if full else (1,)
    return [(name, nus[place]) for place in rounds for name, nus in NUS.items()]


def main() -> None:
    """Run what is missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--full", action="store_true", help="three nu of each sample")
    parser.add_argument("--samples", nargs="*", default=[*NUS], help="such as a9a")
    names = [variant.name for variant in VARIANTS]
    parser.add_argument("--variants", nargs="*", default=names, help="such as 'lpb, GLOP'")
    options = parser.parse_args()
    done = cells()
    problems = [each for each in wanted(full=options.full) if each[0] in options.samples]
    # those that take the least come first
    quick_first = sorted(VARIANTS, key=lambda variant: (bool(variant.solver), variant.slack))
    for variant, (name, nu) in product(quick_first, problems):
        if variant.name not in options.variants or (name, nu, variant.name, LIMIT) in done:
            continue
        surroundings = record.surroundings(PACKAGES)
        found = record.fresh(run, name, nu, variant, LIMIT, GAP)
        found.surroundings = surroundings
        done.add(found)
        gap = "-" if found.gap is None else f"{found.gap:.1e}"
        print(
            f"{name:16} nu {nu:<5} {variant.name:16} {found.text(found.total)} gap {gap} "
            f"{found.iterations} rounds",
            flush=True,
        )


if __name__ == "__main__":
    main()
