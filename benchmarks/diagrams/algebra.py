"""Operations on families, beside managers of decision diagrams.

``python -m benchmarks.diagrams.algebra [--quick]`` measures each operation on the same two families
in nzdd, graphillion and oxidd. All have them ready as diagrams in the natural order. nzdd is
measured twice: where the families come from outside, so that the operation first brings them into a
store, and where an earlier operation has done that, as in the managers from the start. Each library
runs in fresh processes on one thread; the figure is the least of the runs. All results must have as
many rows. Prints a table and, without ``--quick``, writes ``results/algebra.json``.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from benchmarks import data, record
from benchmarks.diagrams.peer_libraries import Graphillion, Oxidd, Rows
from nzdd import ZDD

Operation = Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Workload:
    """Two families; ``rows`` are the rows that are added to the first one, one after the other."""

    title: str
    num_symbols: int
    first: Rows
    second: Rows
    added: Rows
    operations: tuple[str, ...]


@dataclass(slots=True)
class Case:
    """CPU seconds of one operation, by library, and the number of rows of its result."""

    workload: str
    operation: str
    cpu: dict[str, float]
    rows: int


class Own:
    """nzdd, with the names of `Peer`."""

    def __init__(self, num_symbols: int) -> None:
        self.num_symbols = num_symbols

    def fastest(self, rows: Rows) -> ZDD:
        """The diagram of the rows."""
        return ZDD.from_rows(rows, order="natural", num_symbols=self.num_symbols)

    def count(self, family: ZDD) -> int:
        """The number of rows."""
        return family.count()


def flipped(family: Any, symbol: int) -> Any:
    """A copy of a family of graphillion, whose `flip` changes the family itself."""
    copy = family.copy()
    copy.flip(symbol)
    return copy


SYMBOLS = range(5, 200, 10)
TWO_DIFFERENCES = "symmetric difference"
"""Peers compute it of differences, whose results they keep: it has a process of its own."""
SETS = ("union", "intersection", "difference", TWO_DIFFERENCES)
QUOTIENTS, OFFSETS, CHANGES = "quotients by 20 symbols", "rows without 20 symbols", "20 changes"
"""Each symbol for itself: a single one near the root takes no longer than a call from Python."""
REMAINDERS = "remainders by 20 pairs"
ONE_SYMBOL = (QUOTIENTS, OFFSETS, CHANGES, REMAINDERS)
FROM_ROWS = "union, both built first"
ADDED = "rows added one by one"
PRODUCTS = ("meet", "join", "quotient", "remainder")
COMMON: dict[str, Operation] = {
    "union": lambda f, g: f | g,
    "intersection": lambda f, g: f & g,
    "difference": lambda f, g: f - g,
    "meet": lambda f, g: f.meet(g),
    "join": lambda f, g: f.join(g),
    "quotient": lambda f, g: f.quotient(g),
    "remainder": lambda f, g: f.remainder(g),
}
OPERATIONS: dict[str, dict[str, Operation]] = {
    "nzdd": COMMON
    | {
        "symmetric difference": lambda f, g: f ^ g,
        QUOTIENTS: lambda f, g: [f.quotient([[symbol]]) for symbol in SYMBOLS][-1],
        OFFSETS: lambda f, g: [f.offset(symbol) for symbol in SYMBOLS][-1],
        CHANGES: lambda f, g: [f.change(symbol) for symbol in SYMBOLS][-1],
        REMAINDERS: lambda f, g: [f.remainder([[s, s + 1]]) for s in SYMBOLS][-1],
    },
    "graphillion": COMMON
    | {
        "symmetric difference": lambda f, g: f ^ g,
        QUOTIENTS: lambda f, g: [f.quotient(type(f)([[symbol]])) for symbol in SYMBOLS][-1],
        OFFSETS: lambda f, g: [f.non_supersets(symbol) for symbol in SYMBOLS][-1],
        CHANGES: lambda f, g: [flipped(f, symbol) for symbol in SYMBOLS][-1],
        REMAINDERS: lambda f, g: [f.remainder(type(f)([[s, s + 1]])) for s in SYMBOLS][-1],
    },
    "oxidd": {  # whose first symbol is spare
        **{name: COMMON[name] for name in SETS if name in COMMON},
        "symmetric difference": lambda f, g: (f - g) | (g - f),
        QUOTIENTS: lambda f, g: [f.subset1(symbol + 1) for symbol in SYMBOLS][-1],
        OFFSETS: lambda f, g: [f.subset0(symbol + 1) for symbol in SYMBOLS][-1],
        CHANGES: lambda f, g: [f.change(symbol + 1) for symbol in SYMBOLS][-1],
    },
}
PEERS = ("graphillion", "oxidd")
LIBRARIES: dict[str, Callable[[int], Any]] = {
    "nzdd": Own,
    "graphillion": Graphillion,
    "oxidd": Oxidd,
}
OUTSIDE = "nzdd, from outside"
NOTES = (
    "From outside: both families are first brought into a store, once. Managers do that when they",
    "build a family, which is part of the line that begins with building both, from lists of rows.",
    "All results stay until the end, so that no library collects garbage but where rows are added.",
    "Intersection and difference: nzdd keeps the result of every pair of nodes, so that the number",
    "of steps has a bound; oxidd overwrites results in a table of fixed size.",
    "Rows added one by one: about 5 us of each are Python's.",
    "Below 0.3 ms: the first call in a process.",
)


def random_rows(num_rows: int, num_symbols: int, size: int, seed: int) -> Rows:
    """Rows of that many symbols."""
    chosen = np.random.default_rng(seed).random((num_rows, num_symbols)).argsort(axis=1)
    return [sorted(row) for row in chosen[:, :size].tolist()]


def baskets(num_rows: int, num_items: int, seed: int) -> Rows:
    """Item sets of 5 to 15 items, some far more popular than others (as T10I4D100K)."""
    rng = np.random.default_rng(seed)
    popularity = -0.8 * np.log(rng.permutation(num_items) + 1)
    chosen = (rng.gumbel(size=(num_rows, num_items)) + popularity).argsort(axis=1)[:, ::-1]
    sizes = rng.integers(5, 16, num_rows).tolist()
    return [sorted(row[:size]) for row, size in zip(chosen.tolist(), sizes, strict=True)]


def item_sets(name: str, num_rows: int | None = None) -> Rows:
    """The rows of a file of item sets, each a sorted list."""
    with gzip.open(data.folder("itemsets") / f"{name}.dat.gz", "rt") as file:
        rows = [sorted(set(map(int, line.split()))) for line in file]
    return rows[:num_rows]


def workloads(quick: bool) -> Iterator[Workload]:
    """Random rows, and item sets; of both families half or more of the rows are common."""
    size = 5_000 if quick else 100_000
    rows = random_rows(size + size // 2, 200, 8, 0)
    added = random_rows(1000, 200, 8, 1)
    title = f"{size:,} rows of 8 of 200 symbols"
    names = (*SETS, *ONE_SYMBOL, ADDED, FROM_ROWS)
    yield Workload(title, 200, rows[:size], rows[size // 2 :], added, names)
    size = 500 if quick else 10_000
    rows = random_rows(2 * size, 50, 4, 2)
    title = f"{size:,} rows of 4 of 50 symbols"
    yield Workload(title, 50, rows[:size], rows[size:], [], ("meet",))
    size = size // 10
    rows = random_rows(2 * size, 50, 6, 3)
    title = f"{size:,} rows of 6 of 50 symbols"
    yield Workload(title, 50, rows[:size], rows[size:], [], ("join",))
    pairs = [sorted((a, b)) for a in range(0, 50, 5) for b in range(1, 50, 5)]
    lines = random_rows(2_000 if quick else 50_000, 50, 6, 4)
    products = [sorted({*row, *pair}) for row in lines[::10] for pair in pairs[::7]]
    title = f"{len(lines) + len(products):,} rows by {len(pairs[::7])} pairs"
    yield Workload(title, 50, lines + products, pairs[::7], [], ("quotient", "remainder"))
    for size, asked in ((300, ("meet", "join")), (1_000, ("meet",))):
        size = size // 10 if quick else size
        rows = baskets(2 * size, 900, 5)
        title = f"{size:,} baskets of 5 to 15 of 900 items"
        yield Workload(title, 900, rows[:size], rows[size:], [], asked)
    if not quick:
        rows = item_sets("retail")
        third = len(rows) // 3
        title = f"retail, {len(rows):,} item sets: the first and the last two thirds"
        last = rows[-1000:]
        operations = (*SETS, ADDED, FROM_ROWS)
        yield Workload(title, 16_471, rows[: 2 * third], rows[third:], last, operations)
        rows = item_sets("mushroom")
        title = f"mushroom, {len(rows):,} item sets: halves"
        half = len(rows) // 2
        yield Workload(title, 120, rows[:half], rows[half:], [], (*SETS, "meet"))


def run(
    library: str, outside: bool, workload: Workload, names: tuple[str, ...]
) -> dict[str, tuple[float, int]]:
    """CPU seconds and rows of those of the operations that the library has."""
    peer = LIBRARIES[library](workload.num_symbols)
    operations = OPERATIONS[library]
    found, kept = {}, []
    f, g = peer.fastest(workload.first), peer.fastest(workload.second)
    for name in names:
        if outside:
            f, g = peer.fastest(workload.first), peer.fastest(workload.second)
        elif library == "nzdd":
            f.issubset(g)  # whose operands stay in a store
        if name == ADDED:
            singles = [peer.fastest([row]) for row in workload.added]
            result = f
            with record.metered() as cost:
                for single in singles:
                    result = result | single
        elif name in operations:
            with record.metered() as cost:
                result = operations[name](f, g)
        elif name == FROM_ROWS:
            with record.metered() as cost:
                result = peer.fastest(workload.first) | peer.fastest(workload.second)
        else:
            continue
        found[name] = cost.cpu, peer.count(result)
        kept.append(result)
    return found


def measure(workload: Workload, runs: int) -> Iterator[Case]:
    """The least figures of some runs of each library, which take turns."""
    found: dict[str, list[dict[str, tuple[float, int]]]] = {}
    alone = tuple(name for name in workload.operations if name != TWO_DIFFERENCES)
    parts = [alone] if alone == workload.operations else [alone, (TWO_DIFFERENCES,)]
    cases = [("nzdd", "nzdd", False), (OUTSIDE, "nzdd", True)]
    cases += [(peer, peer, False) for peer in PEERS if record.installed(peer)]
    for _ in range(runs):
        for name, library, outside in cases:
            results: dict[str, tuple[float, int]] = {}
            for part in parts:
                results |= record.fresh(run, library, outside, workload, part)
            found.setdefault(name, []).append(results)
    for name in workload.operations:
        cpu = {
            library: min(each[name][0] for each in results)
            for library, results in found.items()
            if name in results[0]
        }
        rows = {each[name][1] for results in found.values() for each in results if name in each}
        if len(rows) != 1:
            raise RuntimeError(f"{workload.title}: {name} has {rows} rows")
        yield Case(workload.title, name, cpu, rows.pop())


def table(cases: list[Case]) -> Iterator[str]:
    """Lines of fixed width, milliseconds; the last column is the ratio of nzdd to the best peer."""
    columns = ("nzdd", OUTSIDE, *PEERS)
    title = ""
    for case in cases:
        if case.workload != title:
            title = case.workload
            heads = "".join(f"{name:>20}" for name in columns)
            yield f"{title}: CPU ms"
            yield f"{'':24}{heads} {'rows of the result':>20} {'/ best':>7}"
        peers = [case.cpu[name] for name in columns[2:] if name in case.cpu]
        cells = "".join(
            f"{1e3 * case.cpu[name]:20.3f}" if name in case.cpu else f"{'-':>20}"
            for name in columns
        )
        ratio = f"{case.cpu['nzdd'] / min(peers):7.2f}" if peers else ""
        yield f"{case.operation:24}{cells} {case.rows:20,} {ratio}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="scaled down: under a minute")
    parser.add_argument("--runs", type=int, default=3, help="runs of each library")
    options = parser.parse_args()
    found = record.surroundings(["numpy", *PEERS])
    cases: list[Case] = []
    for workload in workloads(options.quick):
        new = list(measure(workload, 1 if options.quick else max(1, options.runs)))
        print(*table(new), sep="\n", flush=True)
        cases += new
    title = "Operations on families"
    record.publish(
        "algebra",
        found,
        title,
        [*table(cases), "", *NOTES],
        whole=not options.quick,
        cases=[asdict(case) for case in cases],
    )


if __name__ == "__main__":
    main()
