"""Mean ranks on the sets held back, in error, log loss and calibration."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from benchmarks import record
from benchmarks.cells import Cells
from benchmarks.rules import peers
from benchmarks.rules.cells import BINS, Cell
from benchmarks.rules.data_sets import HELD_BACK
from benchmarks.rules.outcomes import Outcomes

NAME = "rules-ranks"
RULES = "rules"
RANKED = (
    *(RULES, "tree, pruned", "L1 logistic", "L1 logistic, bits", "XGBoost"),
    *("HistGradientBoosting", "EBM, 4 bags", "FIGS, 20", "BoostedRules, 20", "RuleFit, 30"),
    *("FasterRisk, 10", "RIPPER", "SLIPPER, 5", "BRCG"),
)
"""Methods without a budget, and the largest of those that have one."""
SEVERAL = ("digits", "iris")
"""The sets of more than two classes."""
MEASURES = ("error", "log_loss", "calibration")
ALL = "all three"
WIDTH = 110
LEGEND = (
    "Mean ranks, the best one is 1, and their standard errors over the sets. A method without an "
    "answer in 60 CPU seconds is last, alike methods share a rank, and a method without "
    "probabilities has a rank of its error only. Calibration: the mean gap between the probability "
    f"of the likeliest class and how often it is right, in {BINS} bins of that probability, all "
    "folds together; empty where it was not measured. Methods that lack folds of a set are left "
    "out."
)


class Rank(NamedTuple):
    """The mean rank of a method among `methods` in a measure, and its standard error."""

    group: str
    method: str
    measure: str
    rank: float
    standard_error: float
    methods: int


def publish(cells: Cells[Cell], found: Outcomes) -> None:
    """Write the ranks on the sets held back that the rules have all folds of."""
    sets = [s for s in HELD_BACK if np.isfinite(_value(found, s, RULES, "calibration"))]
    known = ranks(found, sets)
    if not known:
        return
    fits = {cell.key for cell in cells if cell.method == RULES and cell.sample in sets}
    latest = {key[:2]: found[key[:2]].version for key in fits}
    old = any(key not in cells.current for key in fits if key[2] == latest[key[:2]])
    kept = [o for key, o in found.items() if key[0] in sets and key[1] in RANKED and o.earlier]
    days = sorted({outcome.earlier for outcome in kept})
    rest = [name for name in HELD_BACK if name not in sets]
    text = f"{LEGEND} The sets: {', '.join(sets)}."
    text += f" Held back and not measured yet: {', '.join(rest)}." if rest else ""
    text += f" {len(kept)} errors and log losses of peers are of {', '.join(days)}." if kept else ""
    record.publish(
        NAME,
        record.surroundings(("numpy", "scikit-learn", "imodels", "interpret-core", "xgboost")),
        "Ranks on the sets held back",
        [*lines(known), "", *wrap(text, WIDTH)],
        command="python -m benchmarks.rules",
        code={} if old else cells.code,
        sets=sets,
        runs=[each._asdict() for each in known],
    )


def ranks(found: Outcomes, sets: list[str]) -> list[Rank]:
    """Of all methods on the sets with two classes, and of those for more classes on all sets."""
    several = [m.name for m in peers.methods() if m.many] + [RULES]
    two = [name for name in sets if name not in SEVERAL]
    groups = {f"{len(two)} sets of two classes": (two, list(RANKED))}
    if len(two) < len(sets):
        groups[f"all {len(sets)} sets"] = sets, [name for name in RANKED if name in several]
    return [
        rank
        for group, (names, methods) in groups.items()
        if len(names) > 1
        for rank in _ranks(found, group, names, methods)
    ]


def _ranks(found: Outcomes, group: str, sets: list[str], methods: list[str]) -> Iterator[Rank]:
    places: dict[str, dict[str, NDArray[np.float64]]] = {}
    for measure in MEASURES:
        values = {m: np.array([_value(found, s, m, measure) for s in sets]) for m in methods}
        known = {method: row for method, row in values.items() if not np.isnan(row).any()}
        rows = rankdata(list(known.values()), axis=0)
        places[measure] = dict(zip(known, rows, strict=True))
    shared = [name for name in methods if all(name in each for each in places.values())]
    places[ALL] = {
        name: np.mean([places[measure][name] for measure in MEASURES], axis=0) for name in shared
    }
    for measure, each in places.items():
        for name, row in each.items():
            spread = float(row.std(ddof=1) / np.sqrt(row.size))
            yield Rank(group, name, measure, float(row.mean()), spread, len(each))


def _value(found: Outcomes, sample: str, method: str, measure: str) -> float:
    """Infinite without an answer in time, NaN where it is unknown."""
    outcome = found.get((sample, method))
    if outcome is None:
        return np.nan
    if outcome.trouble:
        return np.inf
    most = max(each.folds for (name, _), each in found.items() if name == sample)
    return float(getattr(outcome, measure)) if outcome.folds == most else np.nan


def lines(known: list[Rank]) -> Iterator[str]:
    """A table for each group of sets, the best method first."""
    for number, group in enumerate(dict.fromkeys(each.group for each in known)):
        if number:
            yield ""
        yield from _table(group, [each for each in known if each.group == group])


def _table(group: str, known: list[Rank]) -> Iterator[str]:
    counts = {each.measure: each.methods for each in known}
    cells: dict[str, dict[str, Rank]] = {}
    for each in known:
        cells.setdefault(each.method, {})[each.measure] = each
    heads = (f"{measure.replace('_', ' ')}, of {count}" for measure, count in counts.items())
    yield f"| {group} | {' | '.join(heads)} |"
    yield "|---|" + "---:|" * len(counts)
    for name, row in sorted(cells.items(), key=lambda item: _order(item[1])):
        texts = (
            f"{row[measure].rank:.1f} ± {row[measure].standard_error:.1f}" if measure in row else ""
            for measure in counts
        )
        yield f"| {name} | {' | '.join(texts)} |"


def _order(row: dict[str, Rank]) -> tuple[int, float]:
    """By the mean of all measures, then by the first measure that there is."""
    place, rank = next((k, row[m].rank) for k, m in enumerate((ALL, *MEASURES)) if m in row)
    return place, rank
