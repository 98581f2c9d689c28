"""The tables of the papers behind the four classics, ours beside theirs.

``python -m benchmarks.classics [PART ...] [--full] [--repetitions N] [--jobs N]`` runs the parts,
or all, prints their tables and writes ``results/classics-PART.json``:

``lpboost``    tables 1 to 3 of Demiriz, Bennett and Shawe-Taylor 2002; regression
``l0_rboost``  table 1 of Goldberg and Eckstein 2009
``l0_robustness``  its figures 2 to 11
``pair_cuts``  its pair cuts, scanned and as a diagram
``psi``        tables 2 and 3 of Liu and Wu
``psi_a``      its table 1: the choice of a
``psi_bounds``  its programs with M from distances and tightened
``psi_wdbc``   what the order of the methods in its table 3 depends on
``minimax``    tables 1 and 2 of Strohmann, Belitski, Grudic and DeCoste 2003
``minimax_curves``  its figures 1 to 3

Splits, repetitions and parameters are the papers' where they tell them; a footnote says where not.
With ``--repetitions`` there are fewer, with ``--quick`` fewer samples; either writes only where
NZDD_RESULTS names a folder. All but ``pair_cuts`` keep what they measure in
``results/classics-PART.jsonl``: they can be stopped and started again, take two repetitions, or as
many as the paper with ``--full``, and their tables have all that is in the file. Beside every
method AdaBoost, l1 logistic regression and SVC of scikit-learn run on the same splits.

Samples are read below the folder that the environment variable NZDD_DATA names.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from benchmarks import record
from benchmarks.classics.deals import cells_of
from benchmarks.classics.l0_rboost.figures import l0_robustness
from benchmarks.classics.l0_rboost.pair_cuts import pair_cuts
from benchmarks.classics.l0_rboost.table_1 import l0_rboost
from benchmarks.classics.lpboost.part import lpboost
from benchmarks.classics.minimax.figures import minimax_curves
from benchmarks.classics.minimax.table_1 import minimax
from benchmarks.classics.psi.choice_of_a import psi_a
from benchmarks.classics.psi.tables import psi
from benchmarks.classics.psi.tightened_m import psi_bounds
from benchmarks.classics.psi.wdbc import psi_wdbc

RESUMABLE: dict[str, Callable[..., tuple[Any, ...]]] = {
    part.__name__: part
    for part in (
        lpboost,
        l0_rboost,
        l0_robustness,
        psi,
        psi_a,
        psi_bounds,
        psi_wdbc,
        minimax,
        minimax_curves,
    )
}
PARTS = RESUMABLE | {"pair_cuts": pair_cuts}
FEW = 2
"""Repetitions of those without ``--full``."""
PACKAGES = ("numpy", "scipy", "ortools", "pyscipopt", "scikit-learn")


def main() -> None:
    """Run the parts one after the other."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--full", action="store_true", help="as many repetitions as the papers")
    parser.add_argument(
        "--repetitions", type=int, help="fewer than the papers'; 0 for a table of what is kept"
    )
    parser.add_argument("--quick", action="store_true", help="a few samples of each table")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; take {', '.join(PARTS)}")
    # Before numpy starts its threads in the processes to come: a fit is measured on one.
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for name in options.parts or PARTS:
        count = options.repetitions
        if count is None and name in RESUMABLE and not options.full:
            count = FEW
        run(name, count, options.jobs, options.quick)


def run(name: str, repetitions: int | None, jobs: int, quick: bool) -> None:
    """Run a part and write what it found."""
    found = record.surroundings(PACKAGES)
    rows, table, *more = PARTS[name](repetitions, jobs=jobs, quick=quick)
    print("\n".join(["", *table]))
    record.publish(
        f"classics-{name}",
        found,
        f"Classics: {(PARTS[name].__doc__ or '').splitlines()[0]}",
        table,
        whole=name in RESUMABLE or (repetitions is None and not quick),
        command=f"python -m benchmarks.classics {name} --full"
        if name in RESUMABLE
        else f"python -m benchmarks.classics {name} --jobs {jobs}"
        + (f" --repetitions {repetitions}" if repetitions else "")
        + (" --quick" if quick else ""),
        code=cells_of(name).measured() if name in RESUMABLE else None,
        runs=[asdict(row) for row in rows],
        **(more[0] if more else {}),
    )


if __name__ == "__main__":
    main()
