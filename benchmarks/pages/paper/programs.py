"""Figure 5 of Kurokawa et al. 2022: programs with very many rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.cells import Cells
from benchmarks.pages.marked import filed
from benchmarks.pages.paper.sample_names import grid
from benchmarks.solving.figure_5 import (
    LIMIT,
    LIMIT_OF_SMALL,
    MIP,
    NZDD_MIP,
    OWN,
    OWN_CHOICE,
    PUBLISHED,
    SEEDS,
    SMALL,
    SOLVERS,
    Cell,
    wanted,
)

COMMAND = "python -m benchmarks.solving.figure_5"
NAMES = {"highs": "HiGHS", "scip": "SCIP"}
BOTH = {
    (method, solver): f"{NAMES[solver]}, {method}"
    for solver in SOLVERS
    for method in (MIP, NZDD_MIP)
}
VARIANTS = BOTH | {(method, OWN_CHOICE): method for method in OWN}
"""The columns by method and solver."""


def figure_5(
    cells: Cells[Cell],
    started: Cells[Cell],
    licensed: dict[str, Any],
    steps: list[dict[str, Any]],
    docs: Path,
) -> str:
    """Figure 5."""
    proofs = _table(started, sorted({cell.rows for cell in started}), BOTH)
    small = f"Smaller programs, at most {LIMIT_OF_SMALL:,.0f} CPU seconds a run"
    return f"""## Figure 5: solving mixed-integer programs

![CPU seconds against rows, one line per method](../images/paper_programs.svg)

CPU seconds with the construction of diagrams, one thread. *mip* is the program, *nzdd_mip* its
extended formulation of fewest edges, as in the paper. *auto* and *lazy* give SCIP violated rows
from the diagram. "> 30: 751 [150]": not solved in 30 CPU seconds, value 751, bound 150; "-": not
run yet. At most {LIMIT:,.0f} CPU seconds a run; {done(cells)}.

{filed(docs, "paper/figure_5", "CPU seconds", _table(cells, sorted(PUBLISHED)))}
* The paper has a picture; in Gurobi the extended formulation is faster on all sizes.
{_bullets(cells)}
{_steps(steps)}
{_proofs(started)}
* As a separation oracle (*auto*, *lazy*) the diagram solves each program tried, in at most
  {_longest(cells):.1f} CPU seconds.
* **Gurobi** on its [free licence](solving.md#mip-licensed), which admits 2,000 rows: small programs
  keep their rows in the extended formulation, and take {_times(licensed)} times as long. Rows given
  in callbacks do not count: it solves every size of the paper, and so do CPLEX and Xpress.

{filed(docs, "paper/small_programs", small, _table(cells, SMALL))}
{filed(docs, "paper/simplex_steps", "Nodes and simplex iterations", _steps_table(steps))}
{filed(docs, "paper/started", "From an optimal point", proofs)}"""


def _proofs(started: Cells[Cell]) -> str:
    """What a solver takes that has an optimal point from the start."""
    texts = []
    for solver, name in NAMES.items():
        found = [faster(*pair) for pair in compared(started) if pair[0].solver == solver]
        texts.append(f"{name} proves {found.count(True)} of {len(found)} sooner")
    return (
        "* **From an optimal point**, given in both forms (`--started`): by *nzdd_mip*\n"
        f"  {', '.join(texts)}."
    )


def _steps(runs: list[dict[str, Any]]) -> str:
    """What costs time: nodes, or simplex iterations at each of them."""
    lines = []
    for solver, name in NAMES.items():
        pairs = list(_both_ways(runs, solver))
        spans = [
            _span(sorted(extended[what] / direct[what] for direct, extended in pairs))
            for what in ("nodes", "iterations")
        ]
        most = max(direct["rows"] for direct, _ in pairs)
        lines.append(
            f"* On up to {most:,} rows {name} takes {spans[0]} times the nodes for *nzdd_mip*,\n"
            f"  and {spans[1]} times the simplex iterations."
        )
    return "\n".join(lines)


def _both_ways(
    runs: list[dict[str, Any]], solver: str
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The program and its extended formulation, where both were solved."""
    found = {(run["rows"], run["seed"], run["solver"], run["method"]): run for run in runs}
    for (rows, seed, by, method), direct in found.items():
        extended = found[rows, seed, by, NZDD_MIP]
        if (by, method) == (solver, MIP) and direct["optimal"] and extended["optimal"]:
            yield direct, extended


def _span(ratios: list[float]) -> str:
    return f"{ratios[0]:.1f} to {ratios[-1]:.1f}"


def _steps_table(runs: list[dict[str, Any]]) -> str:
    columns = ("solved_rows", "solved_nonzeros", "root", "nodes", "iterations")
    head = ["m", "seed", "solver", "", "rows", "nonzeros", "steps of the relaxation", "nodes"]
    rows = [
        [f"{run['rows']:,}", f"{run['seed']}", NAMES[run["solver"]], run["method"]]
        + [f"{run[column]:,}" for column in columns]
        + [f"{run['iterations'] / max(1, run['nodes']):.0f}"]
        for run in runs
    ]
    return grid([*head, "steps", "steps a node"], rows)


def done(cells: Cells[Cell]) -> str:
    """How many of the runs at the paper's sizes there are."""
    runs = [cell.key for cell in wanted() if cell.rows in PUBLISHED and cell.method not in OWN]
    there = sum(key in cells for key in runs)
    if there == len(runs):
        return f"all {there} runs are done"
    return f"{there} of {len(runs)} runs are done"


def compared(cells: Cells[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The program as it is and its extended formulation, where both were run."""
    for cell in cells:
        if cell.method == MIP:
            other = cells.found.get((cell.rows, cell.seed, NZDD_MIP, cell.solver, cell.limit))
            if other is not None:
                yield cell, other


def faster(direct: Cell, extended: Cell) -> bool | None:
    """Whether the extended formulation is solved in less time; None if neither is solved."""
    if direct.optimal and extended.optimal:
        return extended.seconds < direct.seconds
    return extended.optimal if direct.optimal or extended.optimal else None


def _bullets(cells: Cells[Cell]) -> str:
    """What comes out, by solver."""
    lines = []
    for solver in SOLVERS:
        pairs = [
            pair
            for pair in sorted(compared(cells), key=lambda pair: pair[0].key)
            if pair[0].solver == solver and pair[0].rows in PUBLISHED
        ]
        found = {
            verdict: Counter(
                direct.rows for direct, other in pairs if faster(direct, other) is verdict
            )
            for verdict in (True, False, None)
        }
        words = {True: "solved sooner", False: "solved later", None: "open, as *mip* is,"}
        texts = [
            f"{word} at {_listed(found[verdict])}"
            for verdict, word in words.items()
            if found[verdict]
        ]
        text = f"*nzdd_mip* is {'; '.join(texts)}" if texts else "not run both ways yet"
        lines.append(f"* **{NAMES[solver]}**: {text}. {_ratios(cells, solver)}")
    kept = [
        cell.rows
        for cell in cells
        if cell.method == NZDD_MIP and (cell.solved_rows, cell.seed) == (cell.rows, 0)
    ]
    if kept:
        lines.append(
            f"* Up to {max(kept):,} rows the program stays as it is: the diagram has as many edges."
        )
    return "\n".join(lines)


def _ratios(cells: Cells[Cell], solver: str) -> str:
    """How the two compare on smaller programs, where both are solved."""
    solved = [
        (direct, extended)
        for direct, extended in compared(cells)
        if direct.solver == solver and direct.rows in SMALL and direct.optimal and extended.optimal
    ]
    if not solved:
        return ""
    ratios = [extended.seconds / direct.seconds for direct, extended in solved]
    return (
        f"Of up to\n  {max(direct.rows for direct, _ in solved):,} rows it takes {min(ratios):.1f} "
        f"to {max(ratios):.1f} times as long as *mip*."
    )


def _listed(cases: Counter[int]) -> str:
    """Sizes, and of how many programs."""
    sizes = [f"{rows:,} rows ({count} of {SEEDS} seeds)" for rows, count in cases.items()]
    return sizes[0] if len(sizes) == 1 else f"{', '.join(sizes[:-1])} and {sizes[-1]}"


def _longest(cells: Cells[Cell]) -> float:
    """Of nzdd's own methods; all of them must have ended."""
    own = [cell for cell in cells if cell.method in OWN]
    assert all(cell.optimal for cell in own)
    return max(cell.seconds for cell in own)


def _table(
    cells: Cells[Cell], sizes: Iterable[int], variants: dict[tuple[str, str], str] = VARIANTS
) -> str:
    """A line for each program of which there is a run."""
    found = {(cell.rows, cell.seed, cell.method, cell.solver): cell for cell in cells}
    rows = []
    for size in sizes:
        for seed in range(SEEDS):
            runs = [found.get((size, seed, *variant)) for variant in variants]
            if any(runs) or not seed:
                name = f"{size:,}" + (f", seed {seed}" if seed else "")
                rows.append([name, *map(_cell, runs)])
    return grid(["m", *variants.values()], rows)


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "-"
    if cell.optimal:
        return f"{cell.seconds:,.2f}" if cell.seconds < 10 else f"{cell.seconds:,.0f}"
    best = "none" if cell.objective is None else f"{cell.objective:.6g}"
    bound = "none" if cell.bound is None else f"{cell.bound:.6g}"
    return f"> {cell.limit:,.0f}: {best} [{bound}]"


def _times(licensed: dict[str, Any]) -> str:
    """Seconds of the extended formulation divided by those of the program, from least to most."""
    took = {
        (run["case"], run["variant"]): run["cpu"]
        for run in licensed["runs"]
        if run["status"] == "optimal"
    }
    ratios = [
        took[case, "nzdd_mip gurobi"] / seconds
        for (case, variant), seconds in took.items()
        if variant == "gurobi" and (case, "nzdd_mip gurobi") in took
    ]
    return f"{min(ratios):.1f} to {max(ratios):.1f}"
