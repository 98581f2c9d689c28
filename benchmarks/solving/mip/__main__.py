"""Models with very many rows: direct, extended, lazy and `auto`, side by side.

``python -m benchmarks.solving.mip PART [--limit SECONDS] [--sample K]`` runs one part, each solve
in a separate process, prints a table and writes ``results/mip-PART.json``. It can be stopped and
started again: ``results/mip-PART.jsonl`` keeps what was measured with the code as it is;
remove it to measure anew.

``synthetic``  the paper's programs: `auto` and the direct solvers by number of rows
``licensed``   the same by solvers with licences of their own, on their free ones: lazily at full
               size, and Gurobi with and without the paper's reduction as far as it may
``implicit``   families of up to 10^20 implicit rows
``ablation``   the gain by lazy rows and the gain by the diagram, on the same programs
``real``       the integer models in the folder NZDD_DATA, 60 s each: `auto` and direct solvers
``solved``     those of them that a solver is known to solve, each in `SHUFFLES` orders
``relaxed``    their linear relaxations

Times are CPU seconds of all processes of a solve, and wall-clock seconds after the slash. They
include building diagrams, but not reading files or starting worker processes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict

from benchmarks import record
from benchmarks.cells import Cells, days
from benchmarks.solving.mip.real_models import real, relaxed, solved
from benchmarks.solving.mip.run import Run
from benchmarks.solving.mip.side_by_side import SideBySide
from benchmarks.solving.mip.synthetic_programs import ablation, implicit, licensed, synthetic

PACKAGES = ("ortools", "pyscipopt", "gurobipy", "cplex", "xpress", "scipy", "numpy")
PARTS: dict[str, Callable[[SideBySide], tuple[list[Run], list[str]]]] = {
    part.__name__: part for part in (synthetic, licensed, implicit, ablation, real, solved, relaxed)
}


def main() -> None:
    """Run one part."""
    parser = argparse.ArgumentParser(description="Direct, extended, lazy and auto, side by side.")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a solve (60)")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="every K-th case only")
    options = parser.parse_args()
    found = record.surroundings(PACKAGES)
    name, part = f"mip-{options.part}", PARTS[options.part]
    kept = Cells(record.RESULTS / f"{name}.jsonl", Run)
    runs, table = part(SideBySide(kept, options.limit, options.sample))
    table += ["", f"Measured {days(runs)}."]
    print("\n".join(["", *table]))
    title, whole = f"Solving: {part.__doc__}", options.sample == 1
    measured = [asdict(run) for run in runs]
    record.publish(name, found, title, table, whole=whole, code=kept.code, runs=measured)


if __name__ == "__main__":
    main()
