"""Programs of graphillion's users, run by graphillion and by its names in this library.

``python -m benchmarks.diagrams.way_over [--quick]`` runs each program with both, each time in a
fresh process on one thread; the text is the same but for the import. They must agree on the number
that the program returns. CPU seconds of the program, without the import, and the growth of memory.
Prints a table and, without ``--quick``, writes ``results/way-over.json``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

from benchmarks import record
from nzdd.adapters.libraries.graphillion_api import tutorial as tl

LIBRARIES = {"nzdd": "nzdd.adapters.libraries.graphillion_api", "graphillion": "graphillion"}
RUNS = 3


def key_and_treasure(library: Any) -> int:
    """The tutorial: paths of 9 x 9 crossings that pass a key before a treasure."""
    graph_set = library.GraphSet
    graph_set.set_universe(tl.grid(8))
    to_key = graph_set.paths(1, 64).excluding(18)
    return int(graph_set.paths(1, 81).including(to_key).including(18).len())


def power_flows(library: Any) -> int:
    """The tutorial: safe flows from four generators, and what makes all of them fail."""
    graph_set = library.GraphSet
    graph_set.set_universe(tl.grid(8, 8, 0.37))
    generators = [1, 9, 73, 81]
    too_large = graph_set()
    for each in generators:
        too_large |= graph_set.trees(root=each).larger(23)
    forests = graph_set.forests(roots=generators, is_spanning=True)
    return len(forests.excluding(too_large).blocking().minimal().smaller(5))


def cheapest_paths(library: Any) -> int:
    """The hundred cheapest of all paths over 6 x 6 crossings."""
    edges = tl.grid(5)
    library.GraphSet.set_universe(edges)
    weights = {(u, v): u * v % 17 for u, v in edges}
    paths: Iterator[list[tuple[int, int]]] = library.GraphSet.paths(1, 36).min_iter(weights)
    return sum(sum(weights[edge] for edge in path) for path in islice(paths, 100))


def regular(library: Any) -> int:
    """Connected regular subgraphs of a grid of 8 x 8."""
    library.GraphSet.set_universe(tl.grid(7))
    return int(library.GraphSet.regular_graphs().len())


def reliability(library: Any) -> int:
    """The reliability of four corners of a grid of 7 x 7, in millionths."""
    edges = tl.grid(6)
    library.GraphSet.set_universe(edges)
    chance = dict.fromkeys(edges, 0.9)
    return round(1e6 * float(library.GraphSet.reliability(chance, [1, 7, 43, 49])))


def directed(library: Any) -> int:
    """Paths along the edges of a grid of 6 x 6 with both directions, and its branchings."""
    edges = tl.grid(5)
    library.DiGraphSet.set_universe(edges + [(v, u) for u, v in edges])
    paths = library.DiGraphSet.directed_st_paths(1, 36)
    return int(paths.len() + library.DiGraphSet.rooted_trees(1, is_spanning=True).len())


def dominating(library: Any) -> int:
    """Minimal dominating sets of a grid of 6 x 6."""
    edges = tl.grid(5)
    library.GraphSet.set_universe(edges)
    return int(library.VertexSetSet.dominating_sets(edges).minimal().len())


def item_sets(library: Any) -> int:
    """Set operations on 20,000 random sets of ten items out of 100."""
    random = Random(0)
    library.setset.set_universe(range(100))
    sets = [set(random.sample(range(100), 10)) for _ in range(20_000)]
    first, second = library.setset(sets[:12_000]), library.setset(sets[8_000:])
    return int(((first | second) - (first & second)).supersets(7).len())


def growing(library: Any) -> int:
    """Add 2,000 sets one by one."""
    random = Random(0)
    library.setset.set_universe(range(100))
    family = library.setset()
    for _ in range(2_000):
        family.add(set(random.sample(range(100), 10)))
    return int(family.len())


PROGRAMS: dict[str, Callable[[Any], int]] = {
    program.__name__: program
    for program in (
        key_and_treasure,
        power_flows,
        cheapest_paths,
        regular,
        reliability,
        directed,
        dominating,
        item_sets,
        growing,
    )
}


@dataclass(slots=True)
class Run:
    """The best of some runs of a program by a library."""

    program: str
    what: str
    library: str
    answer: int
    cost: record.Cost


def measure(program: str, library: str) -> tuple[int, record.Cost]:
    """One run, in this process."""
    module = import_module(LIBRARIES[library])
    if library == "graphillion":
        module.GraphSet.omp_set_num_threads(1)
    with record.metered() as cost:
        answer = PROGRAMS[program](module)
    return answer, cost


def best(program: str, library: str, runs: int) -> Run:
    """The run of the least CPU time."""
    found = [record.fresh(measure, program, library) for _ in range(runs)]
    answer, cost = min(found, key=lambda each: each[1].cpu)
    what = (PROGRAMS[program].__doc__ or "").removesuffix(".")
    return Run(program, what, library, answer, cost)


def table(runs: list[Run]) -> Iterator[str]:
    """A line a program, for the page."""
    yield "| program | answer | nzdd, CPU s | graphillion, CPU s | ratio | nzdd, MiB | its MiB |"
    yield "|---|---|---|---|---|---|---|"
    for ours, theirs in zip(runs[::2], runs[1::2], strict=True):
        if ours.answer != theirs.answer:
            raise RuntimeError(f"{ours.program}: {ours.answer} here, {theirs.answer} there")
        cells = [ours.what, f"{ours.answer:,}", f"{ours.cost.cpu:.3f}", f"{theirs.cost.cpu:.3f}"]
        cells.append(f"{ours.cost.cpu / theirs.cost.cpu:.2f}")
        cells += [f"{each.cost.growth / record.MIB:.0f}" for each in (ours, theirs)]
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one run each; nothing is written")
    options = parser.parse_args()
    found = record.surroundings(["graphillion", "networkx", "numpy"])
    runs = []
    for program in PROGRAMS:
        for library in LIBRARIES:
            runs.append(best(program, library, 1 if options.quick else RUNS))
            print(runs[-1], flush=True)
    lines = list(table(runs))
    print("\n".join(lines))
    record.publish(
        "way-over",
        found,
        "Programs of graphillion's users",
        lines,
        whole=not options.quick,
        runs=[asdict(run) for run in runs],
    )


if __name__ == "__main__":
    main()
