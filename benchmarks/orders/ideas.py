"""Methods for smaller NZDDs that do not pay, kept to be tried again.

All start from the diagram of few edges in its sifted order:

``insertions``
    Local search: move a symbol, or a few neighbours, elsewhere; keep the move if the new diagram
    has no more edges. At most `EVALUATIONS` builds.
``routing``
    Edges with the same symbols to the same node, from several sources: a new node takes them over,
    so a sources with b such edges need a + b edges instead of a b (greedily, the pair of sources
    with the most such edges first). ``routing bound`` counts only one edge of every group of equal
    edges: no routing of equal edges can do better.
``sharing``
    The diagram that depends on no order (`minimize="nonzeros"`); its nodes with one incoming or one
    outgoing edge are contracted as in the paper.
``split``
    The rows with and those without one symbol as two diagrams, each in its own order. The best of
    the three symbols that halve the rows best.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from nzdd import _core, build
from nzdd.input.row_table import RowTable
from nzdd.order import Order
from nzdd.order_search import OrderSearch

EVALUATIONS = 300
MAX_EDGES = 60_000
MAX_ENTRIES = 600_000
MANY_SOURCES = 60

Arc = tuple[tuple[int, ...], int]
"""The symbols of an edge, and where it leads."""


@dataclass(slots=True)
class Idea:
    """The result of one method on one family, with its CPU seconds.

    Those of ``auto`` and ``sharing`` are of compiled code, the others of scripts.
    """

    family: str
    idea: str
    sifted_edges: int
    edges: int
    seconds: float


def tried(name: str, family: RowTable) -> Iterator[Idea]:
    """All methods on one family that take a reasonable time."""
    start = time.process_time()
    order = OrderSearch("edges")(family, "auto")
    auto = build.nzdd(family, order, "edges").source.size
    auto_seconds = time.process_time() - start
    if build.zdd(family, order).level.size <= MAX_ENTRIES:
        order = OrderSearch("edges")(family, "sifting")
    reduced = build.nzdd(family, order, "edges")
    edges = reduced.source.size
    yield Idea(name, "auto", edges, auto, round(auto_seconds, 4))

    def idea(text: str, work: Callable[[], int]) -> Idea:
        start = time.process_time()
        size = work()
        return Idea(name, text, edges, size, round(time.process_time() - start, 4))

    if edges <= MAX_EDGES:
        yield idea("routing bound", partial(bound, reduced))
        yield idea("routing", lambda: edges - routed(reduced))
    if int(family.frequency().sum()) <= MAX_ENTRIES:
        start = time.process_time()
        together = shared(family)
        seconds = round(time.process_time() - start, 4)
        yield Idea(name, "sharing", edges, contracted(together), seconds)
        yield idea("split", lambda: min(split(family, symbol) for symbol in halving(family)))
        yield idea("insertions", partial(inserted, family, order, edges))


def bound(nzdd: _core.Nzdd) -> int:
    """The number of different arcs."""
    return len({arc for _, arc in _arcs(nzdd)})


def routed(nzdd: _core.Nzdd) -> int:
    """The number of edges that routing equal arcs through common nodes saves."""
    leaving: dict[int, set[Arc]] = defaultdict(set)
    sources: dict[Arc, set[int]] = defaultdict(set)
    for source, arc in _arcs(nzdd):
        leaving[source].add(arc)
        sources[arc].add(source)
    together: Counter[tuple[int, int]] = Counter()
    for users in sources.values():
        together.update(combinations(sorted(users)[:MANY_SOURCES], 2))
    queue = [(-count, pair) for pair, count in together.items() if count > 2]
    heapq.heapify(queue)
    saved, fresh = 0, nzdd.num_nodes
    while queue:
        count, (first, second) = heapq.heappop(queue)
        common = leaving[first] & leaving[second]
        if len(common) < -count:
            if len(common) > 2:
                heapq.heappush(queue, (-len(common), (first, second)))
            continue
        users = set.intersection(*(sources[arc] for arc in common))
        saved += len(users) * len(common) - len(users) - len(common)
        for arc in common:
            sources[arc] -= users
            sources[arc].add(fresh)
        for user in users:
            leaving[user] -= common
        leaving[fresh] = common
        fresh += 1
    return saved


def _arcs(nzdd: _core.Nzdd) -> Iterator[tuple[int, Arc]]:
    labels, bounds = nzdd.labels, nzdd.label_offsets.tolist()
    slices = (tuple(sorted(labels[a:b].tolist())) for a, b in pairwise(bounds))
    ends = zip(nzdd.source.tolist(), nzdd.target.tolist(), strict=True)
    for (u, v), symbols in zip(ends, slices, strict=True):
        yield u, (symbols, v)


def shared(family: RowTable) -> _core.Nzdd:
    """The diagram that depends on no order."""
    rows = family.to_csr()
    return _core.nzdd_by_sharing(*rows, family.num_symbols, None, None, None, 1, None)


def contracted(nzdd: _core.Nzdd) -> int:
    """The edges left after contracting nodes with one incoming, then with one outgoing edge."""
    num_nodes, source, target = nzdd.num_nodes, nzdd.source, nzdd.target
    leaf = num_nodes - 1
    entering = np.bincount(target, minlength=num_nodes)
    leaving = np.bincount(source, minlength=num_nodes)
    above = np.zeros(num_nodes, np.int64)
    above[target] = source
    gone = 0
    for node in range(leaf - 1, 0, -1):  # each node after those below it
        if entering[node] == 1:
            leaving[above[node]] += leaving[node] - 1
            gone += 1
    gone += int(np.count_nonzero((leaving == 1)[1:leaf] & (entering != 1)[1:leaf]))
    return int(source.size) - gone


def halving(family: RowTable) -> NDArray[np.int64]:
    """The three symbols that are in about half of the rows."""
    return np.argsort(abs(family.frequency() - family.num_rows / 2), kind="stable")[:3]


def split(family: RowTable, symbol: int) -> int:
    """The edges of two diagrams: of the rows with the symbol, and of those without it."""
    offsets, symbols = family.to_csr()
    row = np.repeat(np.arange(family.num_rows), np.diff(offsets))
    holds = np.zeros(family.num_rows, np.bool_)
    holds[row[symbols == symbol]] = True
    search, edges = OrderSearch("edges"), 0
    for half in (holds, ~holds):
        rows = family.take(np.flatnonzero(half).astype(np.int64))
        edges += build.size(rows, search(rows, "sifting"), "edges") if rows.num_rows else 0
    return edges


def inserted(family: RowTable, order: Order, edges: int) -> int:
    """The edges when blocks of one to three symbols have been moved about."""
    random, count = np.random.default_rng(0), family.num_symbols
    symbols = order.all_symbols(count)
    for _ in range(EVALUATIONS):
        length = int(random.integers(1, 4))
        first = int(random.integers(0, max(1, count - length + 1)))
        block, rest = (
            symbols[first : first + length],
            np.delete(symbols, slice(first, first + length)),
        )
        changed = np.insert(rest, int(random.integers(0, rest.size + 1)), block)
        size = build.size(family, Order("given", changed), "edges")
        if size <= edges:
            symbols, edges = changed, size
    return edges


def table(ideas: list[Idea]) -> Iterator[str]:
    """Lines of fixed width: edges divided by those of the sifted diagram."""
    names = list(dict.fromkeys(each.idea for each in ideas))
    heads = "".join(f"{name:>15}" for name in names)
    yield f"{'edges / those of sifting':27}{'sifting':>9}{heads}   CPU s: auto  sharing"
    for family in dict.fromkeys(each.family for each in ideas):
        found = {each.idea: each for each in ideas if each.family == family}
        edges = found["auto"].sifted_edges
        cells = [f"{found[name].edges / edges:.3f}" if name in found else "" for name in names]
        seconds = [found[name].seconds if name in found else "" for name in ("auto", "sharing")]
        yield (
            f"{family:27}{edges:>9}"
            + "".join(f"{cell:>15}" for cell in cells)
            + f"{seconds[0]:>14}{seconds[1]:>9}"
        )
