"""Tables of runs, and how `auto` compares with the best solver of each case."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from benchmarks.solving.mip.run import Run

LONG = 1.0
"""Seconds from which on the fastest solver takes long enough for ratios to matter."""


def matrix(
    runs: list[Run],
    variants: tuple[str, ...],
    cell: Callable[[Run], str] = lambda run: run.times,
) -> list[str]:
    """One line per case, one column per variant: CPU / wall-clock seconds, or value and [bound]."""
    cases = list(dict.fromkeys(run.case for run in runs))
    found = {(run.case, run.variant): run for run in runs}
    lines = [f"{'':28}" + "".join(f"{variant:>22}" for variant in variants)]
    for case in cases:
        cells = [
            cell(found[case, variant]) if (case, variant) in found else "" for variant in variants
        ]
        lines.append(f"{case[:28]:28}" + "".join(f"{cell:>22}" for cell in cells))
    return lines


def by_length(runs: list[Run]) -> list[str]:
    """`auto` against the fastest solver: ratios where that one takes long, else differences."""
    ratios, differences, unsolved = {}, {}, []
    for case in dict.fromkeys(run.case for run in runs):
        times = {run.variant: run.wall for run in runs if run.case == case and run.solved}
        ours, best = times.pop("auto", math.inf), min(times.values(), default=math.inf)
        if math.isinf(ours) and math.isfinite(best):
            unsolved.append(case)
        elif math.isfinite(best) and best >= LONG:
            ratios[case] = ours / best
        elif math.isfinite(best):
            differences[case] = ours - best
    lines = [f"not solved by auto: {', '.join(unsolved)}"] if unsolved else []
    if ratios:
        mean = math.exp(float(np.mean(np.log(list(ratios.values())))))
        worst = max(ratios, key=ratios.__getitem__)
        lines.append(
            f"{len(ratios)} cases that take the fastest solver {LONG:g} s or more: auto takes "
            f"{mean:.2f} times as long (geometric mean), at worst {ratios[worst]:.2f} ({worst})"
        )
    if differences:
        worst = max(differences, key=differences.__getitem__)
        median = float(np.median(list(differences.values())))
        lines.append(
            f"{len(differences)} cases that take it less: auto takes {1000 * median:.0f} ms more "
            f"(median), at worst {1000 * differences[worst]:.0f} ms ({worst})"
        )
    return lines


def verdict(runs: list[Run], ours: str) -> list[str]:
    """How `auto` compares with the best solver of each case, by wall clock."""
    lines, ratios = [], []
    better = worse = same = 0
    for case in dict.fromkeys(run.case for run in runs):
        mine = next(run for run in runs if run.case == case and run.variant == ours)
        rest = [run for run in runs if run.case == case and run.variant != ours]
        fastest = min((run.wall for run in rest if run.solved), default=math.inf)
        if mine.solved and math.isfinite(fastest):
            # a tenth of a second is what starting a race costs, and nobody waits for it
            ratio = (mine.wall + 0.1) / (fastest + 0.1)
            ratios.append(ratio)
            if ratio > 1.5:
                lines.append(f"loss  {case:28} {mine.wall:.2f} s against {fastest:.2f} s")
        elif mine.solved:
            lines.append(f"win   {case:28} solved in {mine.wall:.1f} s, by nobody else")
        elif math.isfinite(fastest):
            lines.append(f"loss  {case:28} unsolved, others need {fastest:.1f} s")
        else:
            verdict = _compare(mine, rest)
            better += verdict > 0
            worse += verdict < 0
            same += verdict == 0
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        lines.insert(
            0,
            f"solved by both: {len(ratios)}; wall-clock ratio to the fastest solver of each case, "
            f"geometric mean {mean:.2f}, worst {max(ratios):.1f}",
        )
    lines.append(
        f"unsolved by all: gap smaller than that of every solver {better}, equal {same}, "
        f"larger than that of the best {worse}"
    )
    return lines


def _gap(run: Run) -> float:
    if run.objective is None or run.bound is None:
        return math.inf
    return abs(run.objective - run.bound) / max(1.0, abs(run.objective))


def _compare(mine: Run, rest: list[Run]) -> int:
    best = min((_gap(run) for run in rest), default=math.inf)
    gap = _gap(mine)
    if gap == best or abs(gap - best) <= 0.01 * best:
        return 0
    return 1 if gap < best else -1
