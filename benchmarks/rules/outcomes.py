"""All folds of a method on a set together, and how two methods compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.rules.cells import Cell


@dataclass(frozen=True, slots=True)
class Outcome:
    """A method on a set; means over the folds, errors over all rows tested.

    `rules`, `literals` and `splits` are as in `Size`, `trouble` says why a fold has no answer;
    `mistakes` are those of every fold. `calibration` is the mean gap between the probability of the
    likeliest class and how often it is right, in bins of this probability. `earlier` is the day of
    the record that it was kept from, whose cells are gone: it has no mistakes.
    """

    sample: str
    method: str
    version: str
    error: float = np.nan
    log_loss: float = np.nan
    calibration: float = np.nan
    train_error: float = np.nan
    rules: float = np.nan
    literals: float = np.nan
    splits: float = np.nan
    seconds: float = np.nan
    trouble: str = ""
    folds: int = 0
    earlier: str = ""
    mistakes: dict[int, NDArray[np.bool_]] = field(default_factory=dict, repr=False)

    def error_on(self, folds: Iterable[int]) -> float:
        """The error on the rows of some of its folds."""
        return float(np.concatenate([self.mistakes[fold] for fold in folds]).mean())


class Difference(NamedTuple):
    """Of two errors on the same rows, and its standard error."""

    mean: float
    error: float

    @property
    def sign(self) -> int:
        """-1 or 1 where it is more than a standard error, otherwise 0."""
        return int(np.sign(self.mean)) if abs(self.mean) > self.error else 0


Outcomes = dict[tuple[str, str], Outcome]
"""From sets and methods."""


def shared_folds(several: Iterable[Outcome]) -> list[int]:
    """The folds that all of them have; there is at least one outcome."""
    return sorted(set.intersection(*(set(each.mistakes) for each in several)))


def difference(first: Outcome, second: Outcome) -> Difference:
    """The error of the first less that of the second, on the folds that both have.

    If the rows of the mistakes of one are not known, the standard error is that of errors on
    different rows, which is larger where both make the same mistakes.
    """
    if first.earlier or second.earlier:
        rows = sum(map(len, (first.mistakes or second.mistakes).values()))
        variance = sum(each.error * (1 - each.error) for each in (first, second))
        spread = float(np.sqrt(variance / rows)) if rows else np.inf
        return Difference(first.error - second.error, spread)
    both = sorted(first.mistakes.keys() & second.mistakes.keys())
    if not both:
        return Difference(0.0, np.inf)
    gaps = [first.mistakes[fold].astype(float) - second.mistakes[fold] for fold in both]
    gap = np.concatenate(gaps)
    return Difference(float(gap.mean()), float(gap.std() / np.sqrt(gap.size)))


def outcomes(cells: Iterable[Cell]) -> Outcomes:
    """Of every method on every set the last version, unless an earlier one has more folds."""
    groups: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.sample, cell.method, cell.version), []).append(cell)
    found: Outcomes = {}
    for (sample, method, version), folds in groups.items():
        trouble = next((cell.trouble for cell in folds if cell.trouble), "")
        if trouble:
            found[sample, method] = Outcome(sample, method, version, trouble=trouble)
            continue
        before = found.get((sample, method))
        if before is None or len(folds) >= before.folds:
            found[sample, method] = _together(sample, method, version, folds)
    return found


def _together(sample: str, method: str, version: str, folds: list[Cell]) -> Outcome:
    mistakes = {cell.fold: cell.mistakes() for cell in sorted(folds, key=lambda cell: cell.fold)}
    error = float(np.concatenate(list(mistakes.values())).mean())
    names = ("log_loss", "train_error", "rules", "literals", "splits", "seconds")
    means: dict[str, Any] = {
        name: float(np.mean(np.array([getattr(cell, name) for cell in folds], float)))
        for name in names
    }
    gaps = [cell.calibration for cell in folds]
    if all(gaps):
        means["calibration"] = float(
            np.abs(np.sum(gaps, axis=0)).sum() / sum(cell.tested for cell in folds)
        )
    count = len(folds)
    return Outcome(sample, method, version, error, folds=count, mistakes=mistakes, **means)


def kept(
    found: Outcomes, record: Mapping[str, Any], versions: Mapping[str, str | None]
) -> Outcomes:
    """Outcomes of a record of methods of the same versions, where others have fewer folds."""
    known = {each.name for each in fields(Outcome)}
    more: Outcomes = {}
    for run in record["runs"]:
        key = run["sample"], run["method"]
        less = key not in found or found[key].folds < run["folds"]
        if less and versions.get(run["method"]) == run["version"]:
            values = {name: value for name, value in run.items() if name in known}
            missing = {name: np.nan for name, value in values.items() if value is None}
            day = run.get("earlier") or record["date"][:10]
            more[key] = Outcome(**values | missing | {"earlier": day})
    return more


class Place(NamedTuple):
    """A method on a set: the peers in front of it, the best first; empty on the frontier.

    `by_splits` are those in front if of a tree only its splits count.
    """

    sample: str
    method: str
    error: float
    literals: float
    ahead: list[str]
    by_splits: list[str]


class Tally(NamedTuple):
    """On how many sets a method is better than a peer, alike, and worse; by a standard error."""

    method: str
    peer: str
    better: int
    alike: int
    worse: int
    sets: list[str]
    """Where it is worse, the worst first."""


def places(found: Outcomes, ours: Iterable[str], peers: list[str]) -> list[Place]:
    """Every one of our methods on every set that it has an answer for.

    A peer is in front if it has no more literals, and an error that is smaller by more than a
    standard error of the difference.
    """
    known: list[Place] = []
    for method in ours:
        for (sample, name), our in found.items():
            if name != method or our.trouble:
                continue
            rivals = [found[sample, peer] for peer in peers if (sample, peer) in found]
            better = sorted(
                (each for each in rivals if not each.trouble and _beats(each, our)),
                key=lambda each: each.error,
            )
            known.append(
                Place(
                    sample,
                    method,
                    our.error,
                    our.literals,
                    [each.method for each in better if each.literals <= our.literals],
                    [each.method for each in better if each.splits <= our.literals],
                )
            )
    return known


def tally(found: Outcomes, method: str, peer: str) -> Tally:
    """Of the sets that both have an answer for."""
    gaps = {
        sample: difference(found[sample, method], found[sample, peer])
        for sample, name in found
        if name == method
        and (sample, peer) in found
        and not found[sample, method].trouble
        and not found[sample, peer].trouble
    }
    signs = [gap.sign for gap in gaps.values()]
    worse = sorted((s for s, gap in gaps.items() if gap.sign > 0), key=lambda s: -gaps[s].mean)
    return Tally(method, peer, signs.count(-1), signs.count(0), signs.count(1), worse)


def _beats(peer: Outcome, our: Outcome) -> bool:
    return difference(our, peer).sign > 0
