"""Eleven million rows, from an array in memory to a classifier."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks import record
from benchmarks.soft_margin import binary_samples
from benchmarks.soft_margin.meter import metered
from nzdd.formulations.learning.soft_margin import fit
from nzdd.input.row_table import RowTable

ROWS, QUICK_ROWS = 11_000_000, 200_000
COLUMNS = 28
NU = {0.02: 0.3, 0.04: 0.5, 0.06: 0.5, 0.15: 0.6}
"""By flip probability, within the windows of both slacks."""
SLACKS = ("auto", "edge", "row")
FORMS = ("words", "uint8")
LEGEND = (
    "One call of fit on rows packed into words of 64 bits, or on a matrix of a byte an entry;",
    "both are there before. CPU and wall-clock seconds, one thread; peak: what memory grew by",
    "at most. build: equal rows and the diagram; order, solve: the interior point; the rest of",
    "CPU is labels, packing and the value of the weights on the rows. The rows are made up, see",
    "samples.twin_words.",
)


@dataclass(slots=True)
class Fit:
    """One call of `fit`; ``taken`` is the slack that was chosen."""

    flip: float
    form: str
    slack: str
    rows: int
    cost: record.Cost
    seconds: dict[str, float]
    taken: str
    distinct: int
    nodes: int
    edges: int
    iterations: int
    objective: float
    gap: float
    nonzeros: int
    error: float


def run(num_rows: int, flip: float, form: str, slack: str, columns: int = COLUMNS) -> Fit:
    """Fit one classifier."""
    words, labels = binary_samples.twin_words(num_rows, flip, columns)
    packed = RowTable.from_words(words, columns)
    rows = packed if form == "words" else binary_samples.dense(words, columns)
    with metered() as cost:
        found = fit(rows, labels, nu=NU[flip], slack=slack)
    (result,) = found.results
    diagram = result.problem.diagram
    return Fit(
        flip,
        form,
        slack,
        num_rows,
        cost,
        result.seconds,
        diagram.slack,
        diagram.sample.num_distinct,
        diagram.nzdd.num_nodes,
        diagram.nzdd.num_edges,
        result.num_rounds,
        result.objective,
        result.gap,
        int(np.count_nonzero(result.weights)),
        found.classifier.error_rate(packed, labels),
    )


def scale(limit: float, *, every: bool, quick: bool) -> tuple[list[Fit], list[str]]:
    """Eleven million rows of 28 columns, from an array in memory to a classifier."""
    runs = []
    for flip in (0.02, 0.06, 0.15) if every else (0.02, 0.06):
        for form in FORMS:
            for slack in SLACKS:
                found = record.fresh(run, QUICK_ROWS if quick else ROWS, flip, form, slack)
                print(f"q {flip:<5}{form:6} {slack:5} {found.cost.cpu:.2f} s", flush=True)
                runs.append(found)
    return runs, [*table(runs), "", *LEGEND]


def table(runs: list[Fit]) -> list[str]:
    """A line a run."""
    lines = []
    for flip in dict.fromkeys(run.flip for run in runs):
        of_flip = [run for run in runs if run.flip == flip]
        first = of_flip[0]
        lines += [
            f"{first.rows:,} rows, {first.distinct:,} distinct; flip probability {flip}, "
            f"nu {NU[flip]}",
            f"{'from':7}{'slack':13}{'V':>9}{'E':>11}{'CPU':>8}{'wall':>8}{'build':>8}{'order':>8}"
            f"{'solve':>8}{'iterations':>11}{'gap':>8}{'objective':>11}{'non-zeros':>10}"
            f"{'error':>8}{'peak MiB':>9}",
        ]
        for run in of_flip:
            steps = "".join(f"{run.seconds[step]:8.2f}" for step in ("build", "order", "solve"))
            slack = run.slack if run.slack == run.taken else f"{run.slack}: {run.taken}"
            lines.append(
                f"{run.form:7}{slack:13}{run.nodes:9,}{run.edges:11,}{run.cost.cpu:8.2f}"
                f"{run.cost.wall:8.2f}{steps}{run.iterations:11}{run.gap:8.0e}{run.objective:11.6f}"
                f"{run.nonzeros:10}{run.error:8.4f}{run.cost.growth / record.MIB:9.0f}"
            )
        lines.append("")
    return lines[:-1]
