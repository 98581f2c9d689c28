"""Error against size, beside other packages: ``python -m benchmarks.rules [fit | report | speed]``.

``fit`` fits what is not there yet, one process a fit, and can be stopped and started again at any
time: finished fits are in ``results/rules-fits.jsonl``. ``report`` makes ``results/rules.json`` of
them, and without a word both are done. A fit is known by its set, its method, the method's version
(of nzdd's methods, the state of their sources) and its fold. ``speed`` measures fits of growing
samples, ``results/rules-speed.json``.

The peers: ``pip install --no-deps imodels mlxtend six wittgenstein fasterrisk aix360 interpret-core
xgboost``, cvxpy and Clarabel; without ``--no-deps`` some of them want an old numpy.

Samples are read below the folder that the environment variable NZDD_DATA names.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import time

from benchmarks import record

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy comes

from benchmarks.cells import Cells
from benchmarks.rules import data_sets, own, peers
from benchmarks.rules.cells import Cell, fit
from benchmarks.rules.methods import Method, version_of

FITS = "rules-fits.jsonl"
LIMIT = 60.0
"""Seconds of the processor for one fit."""
LARGE = 100_000
"""Entries of a table from which on methods that take long are left for the end."""


def main() -> None:
    """Fit, report, both, or measure the speed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "step", nargs="?", choices=("fit", "report", "speed"), help="by default the first two"
    )
    parser.add_argument("--sets", nargs="*", default=[], metavar="SET", help="by default all")
    parser.add_argument(
        "--methods", nargs="*", default=[], metavar="NAME", help="those that begin with NAME"
    )
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one fit")
    options = parser.parse_args()
    if unknown := set(options.sets) - set(data_sets.NAMES):
        parser.error(
            f"there is no set {', '.join(sorted(unknown))}; take {', '.join(data_sets.NAMES)}"
        )
    if options.step == "speed":
        from benchmarks.rules.speed import speed

        speed()
        return
    cells = Cells(record.RESULTS / FITS, Cell)
    if options.step != "report":
        chosen = [
            method
            for method in [*peers.methods(), *own.methods()]
            if not options.methods or method.name.startswith(tuple(options.methods))
        ]
        run(cells, options.sets or list(data_sets.NAMES), chosen, options.limit)
    if options.step != "fit":
        from benchmarks.rules.report import publish

        publish(cells)


def run(cells: Cells[Cell], names: list[str], methods: list[Method], limit: float) -> None:
    """Fit every method on every fold, where the cell is not there yet.

    Quick methods come first, then the others on small sets, then on large ones, fold by fold. After
    a fold without an answer the other folds of a method are left out.
    """
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        for module in peers.IMPORTS:
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
    tables = {name: data_sets.load(name) for name in names}
    found = {method: version_of(method) for method in methods}
    for method in methods:
        if not found[method]:
            print(f"{method.name}: {method.package} is not installed, left out", flush=True)
    tasks = [
        (method.dear and table.table.size > LARGE, fold if method.dear else 0, place, name, fold)
        for place, method in enumerate(methods)
        for name, table in tables.items()
        for fold in range(table.folds)
        if found[method] and (method.many or table.classes == 2)
    ]
    failed = {cell.key[:3] for cell in cells if cell.trouble}
    for _, _, place, name, fold in sorted(tasks):
        method = methods[place]
        version = found[method] or ""
        key = (name, method.name, version, fold)
        if key in cells.found or key[:3] in failed:
            continue
        cell = fit(method, version, name, tables[name], fold, limit)
        cells.add(cell)
        print(time.strftime("%H:%M:%S"), _line(cell), flush=True)
        if cell.trouble:
            failed.add(key[:3])


def _line(cell: Cell) -> str:
    head = f"{cell.sample:14} {cell.method:24} {cell.fold}"
    if cell.trouble:
        return f"{head} {cell.trouble}"
    return f"{head} {cell.error:.4f} {cell.rules:6} {cell.literals:6} {cell.seconds:8.2f} s"


if __name__ == "__main__":
    main()
