"""The page itself: a summary, then every table and figure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.cells import Cells
from benchmarks.measured_code import age
from benchmarks.pages import plots
from benchmarks.pages.paper.programs import COMMAND, NAMES, compared, done, faster, figure_5
from benchmarks.pages.paper.sample_names import SYNTHETIC
from benchmarks.pages.paper.sizes import pairs, programs, real, synthetic
from benchmarks.pages.paper.soft_margin import (
    ERRORS_COMMAND,
    MASTERS_COMMAND,
    best_errors,
    errors,
    figure_8,
    figures_6_and_7,
    seconds,
    two_solvers,
)
from benchmarks.published import KUROKAWA
from benchmarks.record import PUBLISHED
from benchmarks.soft_margin.errors import Cell as ErrorCell
from benchmarks.soft_margin.errors import cells as error_cells
from benchmarks.soft_margin.masters import cells as master_cells
from benchmarks.soft_margin.runs import Run, means_of
from benchmarks.solving.figure_5 import LIMIT, OWN, OWN_CHOICE, Cell, cells
from benchmarks.solving.figure_5 import PUBLISHED as SIZES

HEAD = """# The paper, reproduced

Tables 2 to 8 and figures 5 to 8 of Kurokawa et al., *Extended formulations via decision diagrams*
(2022), as published and as computed here.

{summary}

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
    solved = cells(PUBLISHED)
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
        summary="\n".join(summary(ours, solved, runs, tested)),
    )
    parts = [
        head,
        programs(ours, docs),
        figure_5(solved, licensed, steps["runs"], docs),
        synthetic(ours, docs),
        real(ours, docs),
        errors(tested, docs),
        figures_6_and_7(runs, len({run["nu"] for run in own if run["sample"] == "a9a"}), docs),
        figure_8(runs, docs),
        two_solvers(mastered, docs),
        commands(found, solved, tested, mastered),
    ]
    (docs / "benchmarks/paper.md").write_text("\n".join(parts))


def summary(
    ours: dict[str, Any],
    solved: Cells[Cell],
    runs: list[dict[str, Any]],
    tested: Cells[ErrorCell],
) -> Iterator[str]:
    """Which results are reproduced, and which are not."""
    both = list(pairs(ours))
    worst = max(abs(own["E"] / row["E"] - 1) for row, own in both)
    faster = [(row["zcomp"] + row["reduce"]) / own["seconds"] for row, own in both]
    yield (
        f"* **Sizes agree** (tables 4, 7, and a9a and w8a of table 8): of {len(both)} "
        f"diagrams the number of edges differs by at most {100 * worst:.1f} %."
    )
    yield (
        f"* **Construction** (tables 3, 5, and a9a and w8a of 6) takes {min(faster):.0f} to "
        f"{max(faster):.0f} times less, on another machine and without a ZDD."
    )
    yield _figure_5(solved)
    took = seconds(runs)
    few, many = SYNTHETIC.format(1), SYNTHETIC.format(10)
    yield (
        "* **Figure 8 is reproduced for many rows**: `nzdd_lpb` is "
        f"{took[many]['lpb'] / took[many]['nzdd_lpb']:.0f} times as fast as `lpb` on 1,000,000 "
        f"rows, and {took[few]['lpb'] / took[few]['nzdd_lpb']:.1f} times on 100,000. The paper "
        "says 10 to 100 times."
    )
    yield (
        "* **Figures 6 and 7 are reproduced in part**: on a9a the diagram saves "
        f"{100 - 100 * ours['a9a']['edges'] / ours['a9a']['distinct']:.0f} % of the distinct "
        "rows, and no time (`nzdd_lpb` "
        f"{took['a9a']['nzdd_lpb']:.2f} s, `lpb` {took['a9a']['lpb']:.2f} s, the interior-point "
        f"method without shared slack {took['a9a']['ip']:.2f} s)."
    )
    published = {row["name"]: row for row in KUROKAWA["errors"]["rows"]}
    shown = [(name, best_errors(tested, name)) for name in ("a9a", "w8a")]
    texts = [
        f"{name} {rates['lpb']:.4f}, published {published[name]['lpb']}"
        for name, rates in shown
        if "lpb" in rates
    ]
    if texts:
        told = "; ".join(texts)
        yield f"* **Table 2**, error of `lpb` with nu chosen on the training rows: {told}."


def _figure_5(solved: Cells[Cell]) -> str:
    """What is known of figure 5 so far."""
    pairs = [pair for pair in compared(solved) if pair[0].rows in SIZES]
    found = [faster(*pair) for pair in pairs]
    counts = [found.count(verdict) for verdict in (True, False, None)]
    largest = solved.found[max(SIZES), 0, "auto", OWN_CHOICE, LIMIT]
    text = (
        f"Of {len(pairs)} programs the extended formulation is solved sooner in {counts[0]} and "
        f"later in {counts[1]}; {counts[2]} are open both ways after {LIMIT:,.0f} CPU seconds."
    )
    if not pairs:
        so_far = [
            f"`{cell.method}` of {cell.rows:,} rows is solved by {NAMES[cell.solver]} in "
            f"{cell.seconds:.0f} CPU seconds"
            for cell in solved
            if cell.rows in SIZES and cell.method not in OWN and cell.optimal
        ]
        text = f"No program was tried both ways yet: {', '.join(so_far)}."
    return (
        f"* **Figure 5, with HiGHS and SCIP in place of Gurobi**: {done(solved)}. {text} The same "
        "diagram, used as a separation oracle, solves "
        f"{largest.rows:,} rows in {largest.seconds:.1f} s."
    )


def commands(
    records: list[dict[str, Any]],
    solved: Cells[Cell],
    tested: Cells[ErrorCell],
    mastered: Cells[Run],
) -> str:
    """How these figures were made."""
    lines = [
        f"* `{found['command']}`: {found['date'][:10]}, {found['machine']['cpu']}{age(name, found)}"
        for name, found in zip(RECORDS, records, strict=True)
    ]
    lines[1:1] = _kept(COMMAND, solved)
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
