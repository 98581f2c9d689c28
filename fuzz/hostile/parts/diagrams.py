"""Random families in diagrams and in Python's sets: built, combined, collected, queried."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np

from hostile.case import expect, one_of
from hostile.parts.graph_sets import graphs
from hostile.parts.weights import weighing
from nzdd import NZDD, ZDD
from nzdd.families import power_set
from nzdd.multiset import Multiset
from nzdd.zdd.shortest_rows import RowSearch
from support.sets.families import forms, row_set, subsets, total_weights
from support.sets.set_algebra import (
    COMBINATIONS,
    DIVISIONS,
    QUESTIONS,
    RESTRICTIONS,
    SELECTIONS,
    complement,
    rows_of,
)

Rows = list[list[int]]
STEPS = 12
"""Operations one after the other, each on what those before have made."""


def case(random: np.random.Generator, folder: Path) -> None:
    """Several rounds of one kind, since each is quick."""
    kind: Callable[[np.random.Generator, Path], None]
    kinds = building, operations, collecting, ways, asking, weighing, graphs
    kind = one_of(random, *kinds)  # type: ignore[assignment]
    for _ in range(10):
        kind(random, folder)


def drawn(random: np.random.Generator, n: int, most: int) -> Rows:
    """Rows of many sizes, some of them subsets of others, some duplicates."""
    density = float(one_of(random, 0.1, 0.3, 0.5, 0.9))
    rows = [
        np.flatnonzero(line).tolist()
        for line in random.random((int(random.integers(0, most + 1)), n)) < density
    ]
    if rows and random.random() < 0.5:
        rows += [rows[i] for i in random.integers(0, len(rows), 3)]
    return [random.permutation(row).tolist() for row in rows]


def order_of(random: np.random.Generator, n: int) -> object:
    """The name of an order, or a permutation."""
    name = one_of(random, "natural", "auto", "frequency", "given", "sifting")
    return random.permutation(n).tolist() if name == "given" else name


def building(random: np.random.Generator, folder: Path) -> None:
    """Rows in any form, order and weight; through files and pickles, too."""
    n = int(one_of(random, 0, 1, 3, 6, 12, 63, 64, 65, 200))
    rows = drawn(random, n, int(one_of(random, 3, 30, 200)))
    weights = (random.integers(0, 19, len(rows)) / 2).tolist() if random.random() < 0.5 else None
    expected = row_set(rows)
    totals = total_weights(rows, weights)
    minimize = str(one_of(random, "edges", "nonzeros"))

    def given() -> object:
        every = dict(forms(rows, n))
        return every[str(one_of(random, *sorted(every)))]

    zdd = ZDD.from_rows(given(), weights, order=order_of(random, n), num_symbols=n)
    nzdd = NZDD.from_rows(
        given(), weights, order=order_of(random, n), minimize=minimize, num_symbols=n
    )
    probe = drawn(random, n, 5) + rows[:5]
    answers = [tuple(sorted(row)) in expected for row in probe]
    for diagram in (zdd, nzdd):
        kind = type(diagram)
        diagram.save(folder / "d.nzdd")
        for one in (diagram, kind.load(folder / "d.nzdd"), pickle.loads(pickle.dumps(diagram))):
            one.verify()
            expect({tuple(sorted(row)) for row in one} == expected, f"{kind.__name__}: other rows")
            expect(one.contains(probe).tolist() == answers, f"{kind.__name__}: contains is wrong")
            expect(one.num_symbols == n, f"{kind.__name__}: other symbols")
    expect(zdd.count() == len(expected), "ZDD: another count")
    if rows:
        from_root = float(nzdd.multiplicity[nzdd.source == 0].sum())
        expect(from_root == sum(totals.values()), "NZDD: other weights")
    again = zdd.to_nzdd(minimize)
    again.verify()
    expect({tuple(sorted(row)) for row in again} == expected, "ZDD to NZDD: other rows")


def operations(random: np.random.Generator, folder: Path) -> None:
    """A chain of operations on a few families that share an order."""
    n = int(one_of(random, 3, 5, 7))
    order = order_of(random, n)
    order = "natural" if isinstance(order, str) else order
    sets = [rows_of(drawn(random, n, 25)) for _ in range(3)]
    zdds = [ZDD.from_rows(list(map(sorted, s)), order=order, num_symbols=n) for s in sets]
    for _ in range(STEPS):
        i, j, k = random.integers(0, 3, 3)
        name = str(
            one_of(random, *COMBINATIONS, *RESTRICTIONS, *SELECTIONS, "complement", "reordered")
        )
        if name in DIVISIONS and not sets[j]:
            continue
        if name in COMBINATIONS:
            made = getattr(ZDD, name)(zdds[i], zdds[j])
            true = COMBINATIONS[name](sets[i], sets[j])
        elif name in RESTRICTIONS:
            symbols = set(np.flatnonzero(random.random(n) < 0.3).tolist())
            made = getattr(ZDD, name)(zdds[i], sorted(symbols))
            true = RESTRICTIONS[name](sets[i], symbols)
        elif name in SELECTIONS:
            made, true = getattr(ZDD, name)(zdds[i]), SELECTIONS[name](sets[i])
        elif name == "complement":
            made, true = zdds[i].complement(), complement(sets[i], n)
        else:
            new = zdds[i].reordered("sifting")
            new.verify()
            expect(rows_of(new) == sets[i], "reordered: other rows")
            continue
        made.verify()
        true = frozenset(true)
        expect(rows_of(made) == true, f"{name}: other rows")
        if len(true) <= 60:
            sets[k], zdds[k] = true, made
        for question, rule in QUESTIONS.items():
            answer = getattr(ZDD, question)(zdds[i], zdds[j])
            expect(answer is rule(sets[i], sets[j]), f"{question} is wrong")
        expect((zdds[i] == zdds[j]) == (sets[i] == sets[j]), "equality is wrong")


def collecting(random: np.random.Generator, folder: Path) -> None:
    """Chunks in several multisets that grow, are compressed and added up."""
    n = int(one_of(random, 4, 30, 66))
    order = order_of(random, n)
    order = "natural" if isinstance(order, str) else order
    parts = [Multiset(n, order, buffer_bytes=int(one_of(random, 0, 100, 2**20))) for _ in range(3)]
    everything: Rows = []
    weights: list[int] = []
    for _ in range(int(random.integers(0, 8))):
        rows = drawn(random, n, 20)
        own = random.integers(0, 6, len(rows)).tolist()
        part = parts[int(random.integers(3))]
        part.add(rows, own)
        everything += rows
        weights += own
        if random.random() < 0.3:
            part.compress()
    total = parts[0] + parts[1]
    total.update(parts[2])
    expected = total_weights(everything, weights)
    expect(total.total == sum(weights), "Multiset: another total")
    expect(total.count() == len(expected), "Multiset: another count")
    found = total.rows()
    offsets, symbols = found.to_csr()
    listed = [tuple(sorted(row.tolist())) for row in np.split(symbols, offsets[1:-1])]
    if found.num_rows and found.weights is not None:
        expect(dict(zip(listed, found.weights.tolist(), strict=True)) == expected, "Multiset: rows")
    zdd = total.zdd()
    zdd.verify()
    expect(set(zdd) == set(expected), "Multiset: its ZDD has other rows")
    nzdd = total.nzdd()
    nzdd.verify()
    expect(
        {tuple(sorted(row)) for row in nzdd} == set(expected), "Multiset: its NZDD has other rows"
    )


def ways(random: np.random.Generator, folder: Path) -> None:
    """Rows at once, in chunks and by sums have the same order, however often they occur."""
    n = int(one_of(random, 4, 12, 30, 66))
    rows = drawn(random, n, int(one_of(random, 5, 60, 400)))
    order = str(one_of(random, "auto", "frequency", "reverse frequency", "sifting"))
    again = [rows[i] for i in random.integers(0, len(rows), len(rows))] + rows if rows else rows
    again = [again[i] for i in random.permutation(len(again))]
    bounds = np.sort(random.integers(0, len(again) + 1, int(random.integers(0, 6)))).tolist()
    parts = [again[a:b] for a, b in pairwise([0, *bounds, len(again)])]
    total = Multiset(n, order)
    for part in parts[::-1]:
        total += Multiset.from_chunks([part], order, num_symbols=n)
    for found in (Multiset.from_chunks(parts, order, num_symbols=n), total):
        for one, kind in ((found.zdd(), ZDD), (found.nzdd(), NZDD)):
            expected = kind.from_rows(rows, order=order, num_symbols=n)
            same = one.order.symbols.tolist() == expected.order.symbols.tolist()
            expect(same, f"{kind.__name__}: another order {order} by chunks")
            expect(one.num_nodes == expected.num_nodes, f"{kind.__name__}: other nodes by chunks")


def asking(random: np.random.Generator, folder: Path) -> None:
    """Shortest rows, ranks and probabilities, with lengths of any size, against exact sums."""
    n = int(one_of(random, 1, 4, 8))
    rows = drawn(random, n, 30)
    order = order_of(random, n)
    zdd = ZDD.from_rows(rows, order=order, num_symbols=n)
    expected = row_set(rows)
    scale = float(one_of(random, 1, 1e-9, 1e9, 1e300))
    lengths = random.integers(-5, 6, n) * scale
    exact = sorted(sum((Fraction(float(lengths[j])) for j in row), Fraction(0)) for row in expected)
    if not exact:
        expect(zdd.shortest_path(lengths).length == np.inf, "the empty family has a shortest row")
        return
    room = Fraction(1, 2**45) * Fraction(scale) * (n + 1)
    nzdd = zdd.to_nzdd()
    search = RowSearch(zdd)
    for found, true in (
        (zdd.shortest_path(lengths).length, exact[0]),
        (nzdd.shortest_path(lengths).length, exact[0]),
        (zdd.longest_path(lengths).length, exact[-1]),
        (search.least(lengths), exact[0]),
    ):
        expect(abs(Fraction(found) - true) <= room, f"a length is {found!r}, not {float(true)!r}")
    expect(tuple(zdd.shortest_path(lengths).symbols.tolist()) in expected, "no row is the shortest")
    most = int(random.integers(1, 8))
    short = zdd.shortest_rows(lengths, most)
    expect(len(short) == min(most, len(exact)), "shortest_rows: another number")
    for found, true in zip(short.lengths.tolist(), exact, strict=False):
        expect(abs(Fraction(found) - true) <= room, "shortest_rows: another length")
    for rank in random.integers(0, len(expected), 3).tolist():
        row = zdd.unrank(rank)
        expect(row in expected and zdd.rank(row) == rank, "a rank is not that of its row")
    chances = random.integers(0, 5, n) / 4
    true = sum(
        (
            np.prod([chances[j] if j in row else 1 - chances[j] for j in range(n)])
            for row in expected
        ),
        0.0,
    )
    expect(abs(zdd.probability(chances) - true) < 1e-9, "probability is wrong")
    sizes = sorted(random.integers(0, n + 1, 2).tolist())
    chosen = zdd.with_size(*sizes)
    expect(
        set(chosen) == {row for row in expected if sizes[0] <= len(row) <= sizes[1]}, "with_size"
    )
    parts = ZDD.subsets(power_set(n), [list(max(expected, key=len))])
    if order == "natural":
        expect(set(parts) == set(subsets(max(expected, key=len))), "the subsets of a row")
