"""Figures 7 and 8 of Kurokawa et al., two solvers: ``python -m benchmarks.soft_margin.masters``.

The paper's column generation and ERLPBoost, on rows and on edges, with the masters solved by the
interior-point method of nzdd, and by OR-Tools: GLOP and PDLP. So the method and the solver can be
told apart. Several nu a sample; a gap of `GAP`.

A cell is one variant. Those that are done are in ``results/soft-margin-masters.jsonl``, and the
command does what is missing, a9a and w8a before the ten synthetic samples.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import record
from benchmarks.cells import Cells
from benchmarks.pages.paper.samples import TENTHS
from benchmarks.soft_margin.runs import Run, Variant, run

FILE = "soft-margin-masters.jsonl"
GAP, LIMIT = 1e-3, 600.0
"""Below the optima; wall-clock seconds, for machines that are busy."""
NUS = {"a9a": (0.38, 0.4, 0.44), "w8a": (0.03, 0.04, 0.05)}
NUS |= dict.fromkeys(TENTHS, (0.05, 0.1, 0.2))
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


def main() -> None:
    """Run what is missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--samples", nargs="*", default=[*NUS], help="such as a9a")
    options = parser.parse_args()
    done = cells()
    for name, nus in NUS.items():
        for nu in nus if name in options.samples else ():
            for variant in VARIANTS:
                if (name, nu, variant.name, LIMIT) in done:
                    continue
                found = record.fresh(run, name, nu, variant, LIMIT, GAP)
                done.add(found)
                gap = "-" if found.gap is None else f"{found.gap:.1e}"
                print(
                    f"{name:16} nu {nu:<5} {variant.name:16} {found.text(found.total)} gap {gap} "
                    f"{found.iterations} rounds",
                    flush=True,
                )


if __name__ == "__main__":
    main()
