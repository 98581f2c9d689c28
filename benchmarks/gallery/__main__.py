"""Run one problem of the gallery, or print the names: ``python -m benchmarks.gallery NAME``.

``--limit SECONDS`` is for each solve (60), ``--sample K`` takes every K-th size only. Writes
``results/gallery-NAME.json``.
"""

from __future__ import annotations

import argparse
import importlib

from benchmarks import gallery, record
from benchmarks.gallery.compare import Problem, compare, table

PACKAGES = ("ortools", "pyscipopt", "scipy", "numpy", "networkx")


def main() -> None:
    parser = argparse.ArgumentParser(description="A problem of the gallery and its alternatives.")
    parser.add_argument("name", choices=gallery.NAMES)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a solve (60)")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="every K-th size only")
    options = parser.parse_args()
    found = record.surroundings(PACKAGES)
    problem: Problem = importlib.import_module(f"benchmarks.gallery.{options.name}").PROBLEM
    runs = compare(problem, options.limit, options.sample)
    lines = table(runs)
    print("\n".join(["", *lines]))
    record.publish(
        f"gallery-{options.name}",
        found,
        problem.title,
        lines,
        whole=options.sample == 1,
        limit=options.limit,
        runs=runs,
    )


if __name__ == "__main__":
    main()
