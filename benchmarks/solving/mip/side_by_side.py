"""Variants side by side on one case after the other, each measured once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import record
from benchmarks.cells import Cells, today
from benchmarks.solving.mip.run import Run, solve


@dataclass(slots=True)
class SideBySide:
    """Runs that are kept, and what a run may take.

    Attributes
    ----------
    kept : Cells of Run
    limit : float
        Seconds a solve.
    sample : int
        Every so many cases one is measured.
    """

    kept: Cells[Run]
    limit: float
    sample: int

    def measure(
        self,
        case: str,
        variants: Iterable[str],
        make: Callable[..., Any],
        args: Any,
        most: float | None = None,
    ) -> list[Run]:
        """Run all variants on one case, each in a fresh process; print a line for each.

        If all have run on the code as it is, they do not run again: ratios are of one run. ``most``
        is a shorter limit.
        """
        keys = [(case, variant, self.limit) for variant in variants]
        if not self.kept.current.issuperset(keys):
            for _, variant, limit in keys:
                run = record.fresh(solve, case, variant, make, args, most or limit)
                run.limit, run.day = limit, today()
                print(f"{case:28} {variant:10} {run.status:18} {run.times}", flush=True)
                self.kept.add(run)
        runs = [self.kept.found[key] for key in keys]
        optima = [run.objective for run in runs if run.solved and run.objective is not None]
        if optima and not np.allclose(optima, optima[0], rtol=1e-5, atol=1e-6):
            print(f"{case}: THE VARIANTS DISAGREE: {optima}")
        return runs
