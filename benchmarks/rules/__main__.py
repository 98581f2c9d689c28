"""Error against size, beside other packages: ``python -m benchmarks.rules [fit | report]``.

``fit`` fits what is not there yet, one process a fit, and can be stopped and started again at any
time: finished fits are in ``results/rules-fits.jsonl``. ``report`` makes ``results/rules.json`` of
them, and without a word both are done. A fit is known by its set, its method, the method's version
(of nzdd's methods, the state of their sources) and its fold.

Samples are read below the folder that the environment variable NZDD_DATA names.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import itertools
import os
import time

from benchmarks import record

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy comes

from benchmarks.rules import own, peers, samples, versions
from benchmarks.rules.cells import Cells, fit
from benchmarks.rules.methods import Method

FITS = "rules-fits.jsonl"
LIMIT = 60.0
"""Seconds of the processor for one fit."""


def main() -> None:
    """Fit, report, or both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("step", nargs="?", choices=("fit", "report"), help="by default both")
    parser.add_argument("--sets", nargs="*", default=[], metavar="SET", help="by default all")
    parser.add_argument(
        "--methods", nargs="*", default=[], metavar="NAME", help="those that begin with NAME"
    )
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one fit")
    options = parser.parse_args()
    if unknown := set(options.sets) - set(samples.NAMES):
        parser.error(
            f"there is no set {', '.join(sorted(unknown))}; take {', '.join(samples.NAMES)}"
        )
    cells = Cells(record.RESULTS / FITS)
    if options.step != "report":
        chosen = [
            method
            for method in [*peers.methods(), *own.methods()]
            if not options.methods or method.name.startswith(tuple(options.methods))
        ]
        run(cells, options.sets or list(samples.NAMES), chosen, options.limit)
    if options.step != "fit":
        from benchmarks.rules.report import publish

        publish(cells)


def run(cells: Cells, names: list[str], methods: list[Method], limit: float) -> None:
    """Fit every method on every fold, where the cell is not there yet: methods in their order,
    small sets first.

    After a fold without an answer the other folds of a method are left out.
    """
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        for module in peers.IMPORTS:
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
    tables = {name: samples.load(name) for name in names}
    found = {method.name: versions.of(method) for method in methods}
    for method in methods:
        if not found[method.name]:
            print(f"{method.name}: {method.package} is not installed, left out", flush=True)
    names = sorted(names, key=lambda name: tables[name].table.size)
    for method, name in itertools.product(methods, names):
        version, sample = found[method.name], tables[name]
        if not version or (sample.classes > 2 and not method.many):
            continue
        for fold in range(sample.folds):
            key = (name, method.name, version, fold)
            if key not in cells.found:
                cells.add(fit(method, version, name, sample, fold, limit))
                print(time.strftime("%H:%M:%S"), _line(cells.found[key]), flush=True)
            if cells.found[key].trouble:
                break


def _line(cell) -> str:  # type: ignore[no-untyped-def]
    head = f"{cell.sample:14} {cell.method:24} {cell.fold}"
    if cell.trouble:
        return f"{head} {cell.trouble}"
    return f"{head} {cell.error:.4f} {cell.rules:6} {cell.literals:6} {cell.seconds:8.2f} s"


if __name__ == "__main__":
    main()
