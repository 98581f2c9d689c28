"""Families by dynamic programs and automata: transitions a second.

``python -m benchmarks.diagrams.states [--quick]`` builds each family in a fresh process, with
`families.from_states` or `families.from_automaton`, and by the same recursion in dictionaries of
Python, state by state, with equal nodes merged. Both must have the same number of members. Prints a
table and, but for ``--quick``, writes ``results/states.json``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import record
from nzdd import NZDD
from nzdd.families import from_automaton, from_states

Moves = Callable[[int, tuple[int, ...]], Iterator[tuple[int, tuple[int, ...]]]]
Ends = Callable[[tuple[int, ...]], bool]
RUNS = 3
WIDTHS = np.random.default_rng(0).integers(20, 180, 60)
LENGTH, COPIES, KINDS = 1000, 4, 6
PERIODS, ACTIVITIES, SHORTEST, LEAST, MOST = 96, 5, 4, 20, 32
REST, GONE = ACTIVITIES, ACTIVITIES + 1
TABLE = np.random.default_rng(1).integers(-1, 600, (600, 7))
LISTS = TABLE.tolist()


def every(number: int, decisions: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each state with each decision."""
    index, decision = np.mgrid[:number, :decisions].reshape(2, -1)
    return index, decision


def patterns() -> NZDD:
    """Patterns of 60 items, at most four pieces of an item and six different items."""

    def step(item: int, states: NDArray[np.int64]) -> tuple[Any, ...]:
        index, pieces = every(len(states), COPIES + 1)
        used, kinds = states[index].T
        used, kinds = used + pieces * WIDTHS[item], kinds + (pieces > 0)
        fits = (used <= LENGTH) & (kinds <= KINDS)
        decision = np.where(pieces > 0, pieces, -1)
        return index[fits], decision[fits], np.column_stack((used, kinds))[fits]

    return from_states(step, (0, 0), WIDTHS.size)[0]


def pattern_moves(item: int, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The same, of one state."""
    used, kinds = state
    for pieces in range(COPIES + 1):
        after = used + pieces * int(WIDTHS[item]), kinds + (pieces > 0)
        if after[0] <= LENGTH and after[1] <= KINDS:
            yield pieces, after


def shifts() -> NZDD:
    """Shifts of 96 periods with 20 to 32 of work on five activities, each of four or more."""

    def step(stage: int, states: NDArray[np.int64]) -> tuple[Any, ...]:
        index, to = every(len(states), ACTIVITIES + 2)
        now, lasted, worked = states[index].T
        active = to < ACTIVITIES
        worked = worked + active
        allowed = (to == now) | (active & (now == REST)) | (now < REST) & (lasted >= SHORTEST)
        allowed &= (
            (worked <= MOST) & ((to != GONE) | (worked >= LEAST)) & ((to != REST) | (now == REST))
        )
        lasted = np.where(to == now, np.minimum(lasted + 1, SHORTEST), 1)
        after = np.column_stack((to, np.where(active, lasted, 0), worked))[allowed]
        return index[allowed], np.where(active, to, -1)[allowed], after

    return from_states(step, (REST, 0, 0), PERIODS, lambda states: states[:, 0] == GONE)[0]


def shift_moves(stage: int, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The same, of one state."""
    now, lasted, worked = state
    for to in range(ACTIVITIES + 2):
        active = to < ACTIVITIES
        if to != now and not (active and now == REST) and not (now < REST and lasted >= SHORTEST):
            continue
        if worked + active > MOST or (to == GONE and worked < LEAST) or (to == REST != now):
            continue
        longer = min(lasted + 1, SHORTEST) if to == now else 1
        yield to, (to, longer if active else 0, worked + active)


def words() -> NZDD:
    """Words of 96 letters of a random automaton with 600 states and seven letters."""
    return from_automaton(TABLE, 96, range(60))


def word_moves(stage: int, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The same, of one state."""
    for letter, to in enumerate(LISTS[state[0]]):
        if to >= 0:
            yield letter, (to,)


@dataclass(frozen=True, slots=True)
class Case:
    """A family, and the same recursion for one state at a time."""

    ours: Callable[[], NZDD]
    moves: Moves
    start: tuple[int, ...]
    num_stages: int
    ends: Ends


CASES = {
    "patterns": Case(patterns, pattern_moves, (0, 0), WIDTHS.size, lambda state: True),
    "shifts": Case(shifts, shift_moves, (REST, 0, 0), PERIODS, lambda state: state[0] == GONE),
    "words": Case(words, word_moves, (0,), 96, lambda state: state[0] < 60),
}


def by_dictionaries(case: Case) -> tuple[int, int, int]:
    """Transitions, nodes and members; layers of states forwards, nodes backwards."""
    layers: list[dict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]]] = []
    states, transitions = {case.start}, 0
    for stage in range(case.num_stages):
        layers.append({state: list(case.moves(stage, state)) for state in states})
        transitions += sum(map(len, layers[-1].values()))
        states = {after for moves in layers[-1].values() for _, after in moves}
    node = {state: 0 for state in states if case.ends(state)}
    known: dict[tuple[Any, ...], int] = {}
    count = [1]
    for stage, layer in reversed(list(enumerate(layers))):
        below, node = node, {}
        for state, moves in layer.items():
            edges = tuple((label, below[after]) for label, after in moves if after in below)
            if not edges:
                continue
            number = known.setdefault((stage, edges), len(count))
            if number == len(count):
                count.append(sum(count[to] for _, to in edges))
            node[state] = number
    return transitions, len(count), count[node[case.start]]


@dataclass(slots=True)
class Run:
    """The best of some runs."""

    what: str
    transitions: int
    nodes: int
    edges: int
    members: str
    ours: record.Cost
    dictionaries: record.Cost


def build(name: str) -> tuple[str, int, int, record.Cost]:
    """Members, nodes and edges, by the library."""
    with record.metered() as cost:
        family = CASES[name].ours()
    return str(family.count()), family.num_nodes, family.num_edges, cost


def recurse(name: str) -> tuple[int, str, record.Cost]:
    """Transitions and members, by dictionaries."""
    with record.metered() as cost:
        transitions, _, members = by_dictionaries(CASES[name])
    return transitions, str(members), cost


def measure(name: str, runs: int) -> Run:
    """A case, each run in a process of its own."""
    found = [record.fresh(build, name) for _ in range(runs)]
    members, nodes, edges, ours = min(found, key=lambda each: each[3].cpu)
    transitions, same, theirs = min(
        (record.fresh(recurse, name) for _ in range(runs)), key=lambda each: each[2].cpu
    )
    if same != members:
        raise RuntimeError(f"{name}: {members} members here, {same} by dictionaries")
    what = (CASES[name].ours.__doc__ or "").removesuffix(".")
    return Run(what, transitions, nodes, edges, members, ours, theirs)


def table(runs: list[Run]) -> Iterator[str]:
    """A line a family, for the page."""
    yield "| family | members | nodes | edges | transitions | CPU s | in dictionaries | a second |"
    yield "|---|---|---|---|---|---|---|---|"
    for run in runs:
        cells = [run.what, f"{float(run.members):.3g}", f"{run.nodes:,}", f"{run.edges:,}"]
        cells += [f"{run.transitions:,}", f"{run.ours.cpu:.3f}", f"{run.dictionaries.cpu:.2f}"]
        cells.append(f"{run.transitions / run.ours.cpu / 1e6:.1f} million")
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one run each")
    options = parser.parse_args()
    found = record.surroundings(["numpy"])
    runs = [measure(name, 1 if options.quick else RUNS) for name in CASES]
    lines = list(table(runs))
    print("\n".join(lines))
    record.publish(
        "states",
        found,
        "Ways through states",
        lines,
        whole=not options.quick,
        runs=[asdict(run) for run in runs],
    )


if __name__ == "__main__":
    main()
