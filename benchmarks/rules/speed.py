"""Seconds of a fit of the rules, against rows, bits and order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import record

SPEED = "rules-speed"
NOISE = 0.05
"""Share of the labels that are turned."""


@dataclass(frozen=True, slots=True)
class Case:
    """Random rows of bits with a few conjunctions of two behind their labels.

    Attributes
    ----------
    rows, bits, order : int
    distinct : int
        Rows are drawn from so many.
    """

    rows: int
    bits: int
    order: int
    distinct: int

    def __str__(self) -> str:
        return f"{self.rows:,} rows ({self.distinct:,} distinct), {self.bits:,} bits"


CASES = (
    Case(10_000, 200, 2, 10_000),
    Case(10_000, 200, 1, 10_000),
    Case(10_000, 50, 3, 10_000),
    Case(5_000, 1_000, 2, 5_000),
    Case(100_000, 50, 2, 100_000),
    Case(1_000_000, 50, 2, 200_000),
)


@dataclass(slots=True)
class Run:
    """One fit of a method; `error` on 10,000 rows that it has not seen."""

    case: str
    order: int
    method: str
    cpu: float
    wall: float
    growth: int
    error: float
    rules: int
    literals: int


def sample(case: Case) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Rows and labels, 10,000 rows to test on at the end."""
    random = np.random.default_rng(0)
    pool = random.integers(0, 2, (case.distinct, case.bits), np.uint8)
    rows = np.vstack(
        [
            pool[random.permutation(np.arange(case.rows) % case.distinct)],
            pool[random.integers(0, case.distinct, 10_000)],
        ]
    )
    score = np.zeros(len(rows))
    for _ in range(10):
        first, second = random.choice(case.bits, 2, replace=False)
        score += random.choice([-1.0, 1.0]) * (rows[:, first] & rows[:, second])
    labels = (score > np.median(score)) ^ (random.random(len(rows)) < NOISE)
    return rows, labels


def fit(case: Case, method: str) -> Run:
    """Fit in this process."""
    from benchmarks.rules import own, peers

    rows, labels = sample(case)
    trained, tested = slice(0, case.rows), slice(case.rows, None)
    if method == "rules":
        from nzdd.sklearn import RuleClassifier

        model: Any = RuleClassifier(max_order=case.order, random_state=0)
        size: Any = own.rules
    else:
        found = next(each for each in peers.methods() if each.name == method)
        model, size = found.make(), found.size
    y = labels.astype(int)
    model.fit(rows[:200], y[:200])  # loads what it needs
    with record.metered() as cost:
        model.fit(rows[trained], y[trained])
    error = float((model.predict(rows[tested]) != y[tested]).mean())
    read = size(model)
    return Run(
        str(case), case.order, method, cost.cpu, cost.wall, cost.growth, error, read.rules,
        read.literals,
    )  # fmt: skip


def speed(methods: Iterable[str] = ("rules", "L1 logistic", "HistGradientBoosting")) -> None:
    """All cases, and the table."""
    around = record.surroundings(("numpy", "scikit-learn"))
    runs = []
    for case in CASES:
        for method in methods:
            if method == "rules" or case.order == 2:
                run = record.fresh(fit, case, method)
                print(_line(run), flush=True)
                runs.append(run)
    head = f"{'':48}{'order':>6} {'':22}{'CPU s':>8}{'wall s':>8}{'MiB':>7}"
    head += f"{'error':>8}{'rules':>7}{'literals':>9}"
    record.publish(
        SPEED,
        around,
        "Seconds of a fit",
        [head, *map(_line, runs), "", *LEGEND],
        runs=[asdict(run) for run in runs],
    )


LEGEND = (
    "Random bits; the labels are the sign of ten votes of two bits each, 5 % of them turned. A fit",
    "at the defaults chooses the penalty, too; L1 logistic chooses its own by five folds.",
    "MiB: growth of the memory at its peak. Error: on 10,000 other rows, at best 0.05.",
)


def _line(run: Run) -> str:
    shown: dict[str, Any] = {each.name: getattr(run, each.name) for each in fields(run)}
    shown["mib"] = run.growth / record.MIB
    return (
        "{case:48}{order:6} {method:22}{cpu:8.2f}{wall:8.2f}{mib:7.0f}{error:8.3f}"
        "{rules:7}{literals:9}"
    ).format(**shown)
