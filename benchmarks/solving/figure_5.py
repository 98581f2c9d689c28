"""Figure 5 of Kurokawa et al. 2022, with time: ``python -m benchmarks.solving.figure_5``.

Programs of 400,000 to 2,000,000 random rows, as they are (*mip*) and by the extended formulation of
fewest edges (*nzdd_mip*), with one thread of a solver and `LIMIT` CPU seconds a run; nzdd's own
methods; and the same for smaller programs, with `LIMIT_OF_SMALL`. All runs take days of CPU time.
So each that is done is a line of ``results/figure-5.jsonl``, and the command can be stopped and
started again, on any machine: it runs what is missing, all methods on one seed before the next. A
run of older code is kept if the code as it is gives the solver the same model, bit for bit.

``--started`` is a second reading: the solver also gets an optimal point to start from, in either
form, so that it has to prove it alone; runs are in ``results/figure-5-started.jsonl``.

The limit counts the CPU seconds of all processes of a run, since wall-clock time depends on the
machine's load. A solver that does not end at its limit is killed, and its last bound and its best
point count; every point is checked on the rows of the original program.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np

import nzdd
from benchmarks import record
from benchmarks.cells import Cells
from benchmarks.solving.mip.run import warm_up
from benchmarks.solving.programs import synthetic
from nzdd.adapters.methods.extended import recovered
from nzdd.formulations import ExtendedFormulation
from nzdd.formulations.models.divisibility import divided
from nzdd.formulations.models.result import Result, Status

CELLS = {False: "figure-5.jsonl", True: "figure-5-started.jsonl"}
"""By whether the solver gets an optimal point."""
PACKAGES = ("ortools", "pyscipopt", "gurobipy")
LIMIT, LIMIT_OF_SMALL = 1_800.0, 300.0
"""CPU seconds for one run, diagram included."""
SMALL = (500, 2_000, 8_000, 30_000, 100_000)
PUBLISHED = (2_000_000, 400_000, 1_200_000, 800_000, 1_600_000)
"""The paper's sizes; the ends come first, as they tell most."""
SEEDS = 3
MIP, NZDD_MIP = "mip", "nzdd_mip"
"""The program as it is, and its extended formulation of fewest edges."""
OWN = ("auto", "lazy")
"""Methods of nzdd, which choose their solvers."""
OWN_CHOICE = "own"
SOLVERS = ("highs", "scip")
LAST_WORDS = {"scip": 120.0}
"""Wall-clock seconds for a solver's answer after its limit. SCIP tells its bound in it only; HiGHS
has told it before, and does not stop by itself."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One run.

    Attributes
    ----------
    rows, seed, method, solver, limit : int, int, str, str, float
        The key; CPU seconds.
    status : str
        Of the original program.
    objective, bound, violation : float or None
        The best point, checked on the original rows; its largest violation there, scaled.
    build, solve : float
        CPU seconds: the extended formulation; then all else.
    solved_rows, solved_columns, solved_nonzeros : int
        Of the model that is solved.
    solved_model : str
        A hash of its numbers; none for methods that choose their own.
    surroundings : dict
        See `benchmarks.record.surroundings`; the load at the start.
    """

    rows: int
    seed: int
    method: str
    solver: str
    limit: float
    status: str = ""
    objective: float | None = None
    bound: float | None = None
    violation: float | None = None
    build: float = 0.0
    solve: float = 0.0
    solved_rows: int = 0
    solved_columns: int = 0
    solved_nonzeros: int = 0
    solved_model: str = ""
    surroundings: dict[str, Any] | None = None

    @property
    def key(self) -> tuple[int, int, str, str, float]:
        """What names it."""
        return self.rows, self.seed, self.method, self.solver, self.limit

    @property
    def optimal(self) -> bool:
        """Whether the optimum was proved, within the limit."""
        return self.status == Status.OPTIMAL

    @property
    def seconds(self) -> float:
        """CPU seconds of all."""
        return self.build + self.solve

    def __str__(self) -> str:
        """A line of the progress."""
        head = f"{self.rows:>9,} seed {self.seed} {self.method:8} {self.solver:6}"
        return f"{head} {self.seconds:8.2f} s {self.status} {self.objective} [{self.bound}]"


def cells(folder: Path = record.RESULTS, *, started: bool = False) -> Cells[Cell]:
    """All that are done, of one of the two readings."""
    return Cells(folder / CELLS[started], Cell)


def wanted(solvers: tuple[str, ...] = SOLVERS) -> Iterator[Cell]:
    """All runs, without their results, in order: seed by seed, quick ones first."""
    for seed in range(SEEDS):
        for sizes, limit in ((SMALL, LIMIT_OF_SMALL), (PUBLISHED, LIMIT)):
            for method in OWN:
                for rows in sizes:
                    yield Cell(rows, seed, method, OWN_CHOICE, limit)
        for sizes, limit in ((SMALL, LIMIT_OF_SMALL), (PUBLISHED, LIMIT)):
            for solver in solvers:
                for rows in sizes:
                    for method in (NZDD_MIP, MIP):
                        yield Cell(rows, seed, method, solver, limit)


def run(cell: Cell, started: bool) -> Cell:
    """Solve in this new process, and measure; finding the point to start from is not measured."""
    surroundings = record.surroundings(PACKAGES)
    own = cell.method in OWN
    method: Any = cell.method if own else "direct"
    solver = None if own else cell.solver
    model = synthetic(cell.rows, cell.seed)
    point = None
    if started:
        optimum = nzdd.solve(model)
        assert optimum.status is Status.OPTIMAL
        point = optimum.x
    warm_up(True, method, solver, 1)
    start, over = record.tree_cpu(), Event()
    Thread(target=_watch, args=(start + cell.limit, over), daemon=True).start()
    extended = None
    if cell.method == NZDD_MIP:
        extended = ExtendedFormulation.from_model(model, "edges")
        point = None if point is None else extended.lift(point)
    built = record.tree_cpu()
    given = model if extended is None else extended.model
    wait = LAST_WORDS.get(cell.solver)
    result: Result = nzdd.solve(
        given, method, solver, threads=1, interrupt=over, wait=wait, hint=point
    )
    if result.status is Status.OTHER_ERROR:
        raise RuntimeError(result.message)
    ended = record.tree_cpu()
    if extended is not None:
        result = recovered(extended, result, 0.0)
    return Cell(
        *cell.key,
        str(result.status),
        result.fun,
        result.dual_bound,
        None if result.x is None else model.violation(result.x).scaled,
        round(built - start, 3),
        round(ended - built, 3),
        given.num_rows,
        given.num_columns,
        given.matrix.nnz,
        "" if own else _digest(given),
        surroundings,
    )


def keeps(cell: Cell) -> bool:
    """Whether the code as it is gives the solver the model of this run."""
    model = synthetic(cell.rows, cell.seed)
    if cell.method == NZDD_MIP:
        model = ExtendedFormulation.from_model(model, "edges").model
    return _digest(model) == cell.solved_model


def _digest(model: nzdd.LinearModel) -> str:
    """A hash of all numbers of a model, as the solver gets it."""
    model, found = divided(model), hashlib.sha256()
    for indices in (model.matrix.indptr, model.matrix.indices):
        found.update(indices.astype(np.int64).tobytes())
    for numbers in (
        *(model.matrix.data, model.objective, model.row_lower, model.row_upper),
        *(model.lower, model.upper, model.integrality),
    ):
        found.update(numbers.tobytes())
    return found.hexdigest()[:12]


def _watch(end: float, over: Event) -> None:
    """Set the event when this process and its children have used this many CPU seconds."""
    while record.tree_cpu() < end:
        time.sleep(0.2)
    over.set()


def main() -> None:
    """Run what is missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="*", help="programs of these sizes only")
    parser.add_argument("--methods", nargs="*", help=f"of {', '.join((*OWN, NZDD_MIP, MIP))}")
    parser.add_argument("--solvers", nargs="*", default=SOLVERS, help="such as gurobi")
    parser.add_argument("--seeds", type=int, nargs="*", help=f"of 0 to {SEEDS - 1}")
    parser.add_argument(
        "--started", action="store_true", help="with an optimal point to start from"
    )
    options = parser.parse_args()
    found = cells(started=options.started)
    for cell in [cell for cell in found if cell.solved_model and cell.key not in found.current]:
        if record.fresh(keeps, cell):
            found.add(cell)
    chosen = [
        cell
        for cell in wanted(tuple(options.solvers))
        if (not options.rows or cell.rows in options.rows)
        and (not options.methods or cell.method in options.methods)
        and (not options.seeds or cell.seed in options.seeds)
        and not (options.started and cell.method in OWN)
    ]
    missing = [cell for cell in chosen if cell.key not in found.current]
    print(f"{len(chosen) - len(missing)} of {len(chosen)} runs are done", flush=True)
    for cell in missing:
        try:
            done = record.fresh(run, cell, options.started)
        except RuntimeError as error:  # it was killed, or has no licence
            print(f"not recorded: {error}", flush=True)
            continue
        found.add(done)
        print(time.strftime("%H:%M:%S"), done, flush=True)


if __name__ == "__main__":
    main()
