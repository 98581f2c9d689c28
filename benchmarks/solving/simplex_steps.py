"""Why extended formulations of random programs take long: nodes, and simplex iterations for each.

``python -m benchmarks.solving.simplex_steps [--rows ROWS ...]`` solves the small programs of
`benchmarks.solving.figure_5` as they are and by the extended formulation of fewest edges, by HiGHS
and SCIP on one thread, and reads what the solvers say of their work: nodes of the tree, simplex
iterations in all, and those of the relaxation alone. None of these depends on the machine.
Prints a table and writes ``results/simplex-steps.json``.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass
from datetime import timedelta

from ortools.math_opt.python import mathopt

from benchmarks import record
from benchmarks.solving.figure_5 import MIP, NZDD_MIP
from benchmarks.solving.programs import synthetic
from nzdd.adapters.libraries.mathopt import to_mathopt
from nzdd.formulations import ExtendedFormulation, LinearModel

SOLVERS = {"highs": mathopt.SolverType.HIGHS, "scip": mathopt.SolverType.GSCIP}
ROWS = (2_000, 8_000, 30_000)
SEEDS = 3
LIMIT = 1_800.0
"""Wall-clock seconds a solve."""


@dataclass(slots=True)
class Run:
    """One solve; ``root`` has the simplex iterations of the relaxation."""

    rows: int
    seed: int
    solver: str
    method: str
    solved_rows: int
    solved_columns: int
    solved_nonzeros: int
    root: int = 0
    nodes: int = 0
    iterations: int = 0
    optimal: bool = False
    cpu: float = 0.0


def run(rows: int, seed: int, solver: str, method: str) -> Run:
    """Solve one program in one way."""
    model = synthetic(rows, seed)
    if method == NZDD_MIP:
        model = ExtendedFormulation.from_model(model, "edges").model
    found = Run(
        rows, seed, solver, method, model.num_rows, model.num_columns, int(model.matrix.nnz)
    )
    relaxed = LinearModel(
        model.objective,
        model.matrix,
        model.row_lower,
        model.row_upper,
        lower=model.lower,
        upper=model.upper,
    )
    highs = mathopt.SolveParameters(time_limit=timedelta(seconds=LIMIT))
    highs.highs.int_options["threads"] = 1
    root = mathopt.solve(to_mathopt(relaxed), SOLVERS["highs"], params=highs)
    found.root = root.solve_stats.simplex_iterations
    with record.metered() as cost:
        scip = mathopt.SolveParameters(threads=1, time_limit=highs.time_limit)
        done = mathopt.solve(
            to_mathopt(model), SOLVERS[solver], params=highs if solver == "highs" else scip
        )
    found.cpu = cost.cpu
    found.nodes, found.iterations = done.solve_stats.node_count, done.solve_stats.simplex_iterations
    found.optimal = done.termination.reason == mathopt.TerminationReason.OPTIMAL
    return found


def table(runs: list[Run]) -> list[str]:
    """A line for each program and solver: as it is, and its extended formulation."""
    head = f"{'':24}{'rows':>9}{'nonzeros':>10}{'root':>8}{'nodes':>9}{'steps':>10}{'a node':>8}"
    lines = [f"{head}{'CPU s':>8}"]
    for each in runs:
        name = f"{each.rows:,}, {each.seed}, {each.solver}, {each.method}"
        share = each.iterations / max(1, each.nodes)
        lines.append(
            f"{name:24}{each.solved_rows:9,}{each.solved_nonzeros:10,}{each.root:8,}"
            f"{each.nodes:9,}{each.iterations:10,}{share:8.0f}{each.cpu:8.1f}"
            + ("" if each.optimal else ", not solved")
        )
    return lines


def main() -> None:
    """Solve them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="*", default=ROWS)
    options = parser.parse_args()
    surroundings = record.surroundings(("ortools",))
    runs = []
    for rows in options.rows:
        for seed in range(SEEDS):
            for solver in SOLVERS:
                for method in (MIP, NZDD_MIP):
                    runs.append(record.fresh(run, rows, seed, solver, method))
                    print(table(runs[-1:])[-1], flush=True)
    print("\n".join(["", *table(runs)]))
    record.publish(
        "simplex-steps",
        surroundings,
        "Nodes and simplex iterations of programs and their extended formulations",
        table(runs),
        whole=tuple(options.rows) == ROWS,
        runs=[asdict(each) for each in runs],
    )


if __name__ == "__main__":
    main()
