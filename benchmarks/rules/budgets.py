"""Error at a given number of literals, beside the best peer that has no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from benchmarks.rules.data_sets import HELD_BACK, NAMES
from benchmarks.rules.outcomes import Outcome, Outcomes, difference
from benchmarks.rules.peers import SIZES

COUNTS = ("literals", "splits", "spent")
"""What a peer may have: so many literals, so many with each split of a tree counted once, or as
many literals as our vote has spent of the budget."""
TITLE = (
    "At a given budget: error / that of the best peer of each set that has no more (geometric mean",
    "over sets +- its standard error, sets). Literals: conditions on all paths of a tree count;",
    "splits: each split of a tree once; spent: as many literals as the vote spent of the budget",
)


class AtBudget(NamedTuple):
    """Our error on a set within a budget beside the best peer, which is chosen afterwards."""

    sample: str
    most: int
    size: str
    error: float
    peer: str
    peer_error: float
    less: float
    standard_error: float


def small(most: int) -> str:
    """The method of ours that has a budget."""
    return f"rules, {most} literals"


def at_budgets(found: Outcomes, peers: Iterable[str]) -> list[AtBudget]:
    """Every budget on every set that our method has all folds of."""
    folds: dict[str, int] = {}
    for (sample, _), outcome in found.items():
        folds[sample] = max(folds.get(sample, 0), outcome.folds)
    whole = {key: each for key, each in found.items() if each.folds == folds[key[0]]}
    known, names = [], list(peers)
    for most in SIZES:
        for sample in NAMES:
            ours = whole.get((sample, small(most)))
            if ours is None or ours.trouble:
                continue
            rest = [whole[sample, peer] for peer in names if (sample, peer) in whole]
            for count in COUNTS:
                able = [
                    each for each in rest if not each.trouble and _fits(each, most, count, ours)
                ]
                if able:
                    best = min(able, key=lambda each: each.error)
                    beside = best.method, best.error, *difference(ours, best)
                    known.append(AtBudget(sample, most, count, ours.error, *beside))
    return known


def _fits(peer: Outcome, most: int, count: str, ours: Outcome) -> bool:
    if count == "spent":
        return peer.literals <= ours.literals
    return float(getattr(peer, count)) <= most


def mean_ratio(each: Iterable[AtBudget]) -> tuple[float, float, int]:
    """The geometric mean of the ratios of errors, its standard error, and how many they are.

    Sets on which one of both makes no error are left out.
    """
    logs = np.log([row.error / row.peer_error for row in each if row.error and row.peer_error])
    if not logs.size:
        return np.nan, np.nan, 0
    mean = float(np.exp(logs.mean()))
    spread = float(logs.std(ddof=1) / np.sqrt(logs.size)) if logs.size > 1 else np.nan
    return mean, mean * spread, logs.size


def lines(known: list[AtBudget]) -> Iterator[str]:
    """The table of means, over all sets and over those that no parameter was chosen on."""
    if not known:
        return
    yield ""
    yield from TITLE
    yield f"{'':30}" + "".join(f"{count:>20}" for count in COUNTS)
    for where, names in (("", NAMES), (", held back", HELD_BACK)):
        for most in SIZES:
            cells = []
            for count in COUNTS:
                rows = [e for e in known if e[1:3] == (most, count) and e.sample in names]
                mean, error, sets = mean_ratio(rows)
                cells.append(f"{mean:.3f} +- {error:.3f} ({sets:2})" if sets else "")
            if any(cells):
                yield f"{small(most) + where:30}" + "".join(f"{cell:>20}" for cell in cells)
    yield "error in % less that of the best peer by literals, and its standard error:"
    for most in SIZES:
        rows = [each for each in known if each[1:3] == (most, "literals")]
        for row in sorted(rows, key=lambda each: -each.less / max(each.standard_error, 1e-9)):
            mark = " (held back)" if row.sample in HELD_BACK else ""
            yield (
                f"{most:4}  {row.sample:14} {100 * row.error:5.1f} {100 * row.less:+6.1f} "
                f"+- {100 * row.standard_error:4.1f}  {row.peer}{mark}"
            )
