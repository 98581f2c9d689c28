"""Whether another method has fewer literals and a smaller error."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from benchmarks.rules.outcomes import Outcome, Outcomes, difference


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
