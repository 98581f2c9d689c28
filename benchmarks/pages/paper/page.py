"""The page itself: what came out, then every table and figure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.cells import Cells
from benchmarks.measured_code import age
from benchmarks.pages import plots
from benchmarks.pages.paper.outcomes import outcomes
from benchmarks.pages.paper.programs import COMMAND, figure_5
from benchmarks.pages.paper.sizes import programs, real, synthetic
from benchmarks.pages.paper.soft_margin import (
    ERRORS_COMMAND,
    MASTERS_COMMAND,
    errors,
    figure_8,
    figures_6_and_7,
    two_solvers,
)
from benchmarks.pages.statements import KUROKAWA as KUROKAWA_STATEMENTS
from benchmarks.pages.statements import statements
from benchmarks.published import KUROKAWA
from benchmarks.record import PUBLISHED
from benchmarks.soft_margin.errors import Cell as ErrorCell
from benchmarks.soft_margin.errors import cells as error_cells
from benchmarks.soft_margin.masters import cells as master_cells
from benchmarks.soft_margin.runs import Run, means_of
from benchmarks.solving.figure_5 import Cell, cells

HEAD = """# The paper, reproduced

Kurokawa et al., *Extended formulations via decision diagrams* (2022), as published and as computed
here.

{outcomes}
{statements}
| | published | here |
|---|---|---|
| machine | {machine} | {cpu}, 2 virtual cores, shared |
| solver | {solver} | HiGHS, SCIP, GLOP, PDLP, nzdd's interior point; Gurobi on its free licence |
| diagrams | zcomp, then the reducing procedure | directly from rows to an NZDD |
| HIGGS | all 11,000,000 rows | an excerpt of 10,984 rows; as many synthetic rows (*twin*) |
| real-sim | all rows | not available: not reproduced |
| synthetic samples | drawn at random | drawn again by the same rule: sizes differ by chance |
"""


RECORDS = ("paper-sizes", "mip-licensed", "soft-margin-paper", "simplex-steps")


def write(docs: Path) -> None:
    """Write the page and the picture of figure 5."""
    found = [json.loads((PUBLISHED / f"{name}.json").read_text()) for name in RECORDS]
    sizes, licensed, paper, steps = found
    solved, started = cells(PUBLISHED), cells(PUBLISHED, started=True)
    tested, mastered = error_cells(PUBLISHED), master_cells(PUBLISHED)
    plots.save(plots.programs(solved), docs / "images/paper_programs.svg")
    ours = {size["name"]: size for size in sizes["sizes"]}
    own = [run for run in paper["runs"] if "variant" in run]
    runs = means_of(own)
    machine = KUROKAWA["provenance"]
    machines = [each["machine"] for each in found] + [
        cell.surroundings["machine"] for cell in solved if cell.surroundings
    ]
    cpus = sorted({each["cpu"] for each in machines})
    head = HEAD.format(
        machine=machine["machine"],
        solver=machine["solver"],
        cpu=" or ".join(cpus),
        outcomes=outcomes(ours, solved, runs, tested, mastered),
        statements=statements({"": KUROKAWA_STATEMENTS}),
    )
    parts = [
        head,
        programs(ours, docs),
        figure_5(solved, started, licensed, steps["runs"], docs),
        synthetic(ours, docs),
        real(ours, docs),
        errors(tested, docs),
        figures_6_and_7(runs, len({run["nu"] for run in own if run["sample"] == "a9a"}), docs),
        figure_8(runs, docs),
        two_solvers(mastered, docs),
        commands(found, solved, started, tested, mastered),
    ]
    (docs / "benchmarks/paper.md").write_text("\n".join(parts))


def commands(
    records: list[dict[str, Any]],
    solved: Cells[Cell],
    started: Cells[Cell],
    tested: Cells[ErrorCell],
    mastered: Cells[Run],
) -> str:
    """How these figures were made."""
    lines = [
        f"* `{found['command']}`: {found['date'][:10]}, {found['machine']['cpu']}{age(name, found)}"
        for name, found in zip(RECORDS, records, strict=True)
    ]
    lines[1:1] = [*_kept(COMMAND, solved), *_kept(f"{COMMAND} --started", started)]
    lines += [
        *_kept(f"{ERRORS_COMMAND} --full", tested),
        *_kept(f"{MASTERS_COMMAND} --full", mastered),
    ]
    return (
        "## How it was measured\n\n"
        + "\n".join(lines)
        + "\n\nA stopped command goes on where it was. Published figures are in "
        "`benchmarks/published.json`.\n"
    )


def _kept(command: str, cells: Cells[Any]) -> list[str]:
    """When the cells of a command were measured, if there are any."""
    days = sorted({cell.surroundings["date"][:10] for cell in cells if cell.surroundings})
    older = age(cells.path.stem, {"code": cells.measured()})
    return [
        f"* `{command}`: {' to '.join(dict.fromkeys((day, days[-1])))}; each run in "
        f"`benchmarks/results/{cells.path.name}`{older}"
        for day in days[:1]
    ]
