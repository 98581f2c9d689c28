"""Redundant rows, dropped before a solver gets the model.

``python -m benchmarks.solving.redundant_rows [--limit SECONDS]`` solves hitting sets: choose few
columns so that every row contains one. The rows are the baskets of ``itemsets/retail.dat.gz`` in
the folder NZDD_DATA, and random ones. With and without dropping redundant rows first, it compares
the rows that the presolve of HiGHS leaves, and the CPU seconds of HiGHS. It writes
``results/redundant-rows.json``.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from benchmarks import record
from benchmarks.data import folder
from benchmarks.diagrams import workloads
from nzdd.adapters.files import itemsets
from nzdd.adapters.methods.direct import solve_direct
from nzdd.formulations import LinearModel
from nzdd.formulations.compression.dominated_rows import dominated_rows
from nzdd.formulations.row_generation.lazy_model import without_rows


@dataclass(slots=True)
class Outcome:
    """One hitting set; ``solved`` are CPU seconds, ``left`` are rows after HiGHS' presolve."""

    name: str
    rows: int
    dropped: int
    seconds: float
    left: tuple[int, int]
    solved: tuple[float, float]
    status: tuple[str, str]


def retail() -> LinearModel:
    """The baskets of a shop."""
    offsets, items = itemsets.read(folder("itemsets") / "retail.dat.gz").to_csr()
    num_items = int(items.max()) + 1
    shape = (offsets.size - 1, num_items)
    return _hitting_set(sp.csr_array((np.ones(items.size), items.astype(np.int64), offsets), shape))


def zipf(num_rows: int, num_columns: int) -> LinearModel:
    """Random baskets, some items far more frequent than others."""
    return _hitting_set(workloads.sparse(num_rows, num_columns, None, draws=8).families[0])


def measure(name: str, make: Callable[..., LinearModel], args: Any, limit: float) -> Outcome:
    """Drop rows, and solve both models by HiGHS."""
    model = make(*args)
    solve_direct(LinearModel([1.0], [[1.0]], 1.0, integrality=True), "highs", threads=1)
    start = time.process_time()
    drop = dominated_rows(model)
    seconds = time.process_time() - start
    runs = [_presolved(part, limit) for part in (model, without_rows(model, drop))]
    left, solved, status = zip(*runs, strict=True)
    return Outcome(name, model.num_rows, int(drop.sum()), seconds, left, solved, status)


def _presolved(model: LinearModel, limit: float) -> tuple[int, float, str]:
    lines: list[str] = []
    start = record.tree_cpu()
    result = solve_direct(model, "highs", threads=1, time_limit=limit, log=lines.append)
    found = re.findall(r"Presolve reductions: rows (\d+)", "\n".join(lines))
    return int(found[0]) if found else 0, record.tree_cpu() - start, str(result.status)


def _hitting_set(matrix: sp.csr_array) -> LinearModel:
    rows = np.flatnonzero(np.diff(matrix.indptr))
    return LinearModel(1.0, matrix[rows].astype(np.float64), 1.0, upper=1.0, integrality=True)


def main() -> None:
    """Run all cases."""
    parser = argparse.ArgumentParser(description="Rows that others imply, against presolve.")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds a solve (120)")
    parser.add_argument("--quick", action="store_true", help="without the largest")
    options = parser.parse_args()
    limit = options.limit
    found = record.surroundings(("ortools", "scipy", "numpy"))
    outcomes = [record.fresh(measure, "retail", retail, (), limit)]
    for rows in (100_000,) if options.quick else (100_000, 1_000_000):
        outcomes.append(record.fresh(measure, f"random, {rows:,} rows", zipf, (rows, 1000), limit))
    table = [
        f"{'':24}{'rows':>10}{'redundant':>10}{'found in':>10}{'left by presolve':>20}"
        f"{'HiGHS, CPU s':>20}"
    ]
    table += [
        f"{o.name:24}{o.rows:>10,}{o.dropped:>10,}{o.seconds:>8.2f} s"
        f"{f'{o.left[0]:,} / {o.left[1]:,}':>20}{f'{o.solved[0]:.1f} / {o.solved[1]:.1f}':>20}"
        f"  {o.status[0]} / {o.status[1]}"
        for o in outcomes
    ]
    table.append("a / b: all rows / those that stay")
    print("\n".join(table))
    measured = [asdict(outcome) for outcome in outcomes]
    title = "Hitting sets: redundant rows"
    record.publish(
        "redundant-rows", found, title, table, whole=not options.quick, outcomes=measured
    )


if __name__ == "__main__":
    main()
