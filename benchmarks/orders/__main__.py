"""Sizes of diagrams in several symbol orders, and the cost of finding good orders.

``python -m benchmarks.orders [--only NAME]`` builds `benchmarks.orders.instances` from files in
the folder of the environment variable NZDD_DATA. The orders are the natural one, by frequency, the
best named order on a sample of 4096 rows, `auto` and `sifting`. It counts nodes of the ZDD, edges
of the NZDD and nonzeros of the extended formulation. Seconds are CPU seconds of choosing and
building, the minimum of three runs. With ``--ideas`` it tries other methods for fewer edges
(`benchmarks.orders.ideas`) instead. Writes ``results/orders.json`` and ``order-ideas.json`` there.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, TypeVar

from benchmarks import record
from benchmarks.orders import ideas as order_ideas
from benchmarks.orders import instances
from nzdd import _core, build
from nzdd.input.row_table import RowTable
from nzdd.order import NAMES, Order, named
from nzdd.order_search import SAMPLE_ROWS, OrderSearch

T = TypeVar("T")
MEASURES = ("nodes", "edges", "nonzeros")
WAYS = ("natural", "frequency", "best named", "auto", "sifting")
MAX_ENTRIES = {"nodes": 10**9, "edges": 10**9, "nonzeros": 600_000}
MAX_SIFTED = 400_000
"""Nodes above which a diagram is not sifted in full here."""


@dataclass(slots=True)
class Outcome:
    """One family and one measure: the size and the seconds of each order."""

    family: str
    rows: int
    symbols: int
    measure: str
    sizes: dict[str, int]
    seconds: dict[str, float]
    names: dict[str, str]
    shared: int | None = None


def measure(name: str, family: RowTable, what: str, runs: int) -> Outcome:
    """Build one family in all orders."""
    outcome = Outcome(name, family.num_rows, family.num_symbols, what, {}, {}, {})
    for way in WAYS:
        if way == "sifting" and build.zdd(family, named(family, "natural")).level.size > MAX_SIFTED:
            continue
        order, choosing = timed(partial(chosen, family, way, what), runs)
        _, building = timed(partial(diagram, family, order, what), runs)
        outcome.sizes[way] = size(family, order, what)
        outcome.seconds[way] = round(choosing + building, 4)
        outcome.names[way] = order.name
    if what == "nonzeros":
        rows = family.to_csr()
        shared = _core.nzdd_by_sharing(*rows, family.num_symbols, None, None, None, 1, None)
        outcome.shared = build._nonzeros(shared, None)
    return outcome


def chosen(family: RowTable, way: str, what: str) -> Order:
    """The order of one method."""
    if way == "best named":
        sample = family.sample(SAMPLE_ROWS)
        best = min(NAMES, key=lambda name: size(sample, named(sample, name), what))
        return named(family, best)
    return named(family, way) if way in NAMES else OrderSearch(what)(family, way)


def diagram(family: RowTable, order: Order, what: str) -> object:
    """Build the diagram whose size is measured."""
    return build.zdd(family, order) if what == "nodes" else build.nzdd(family, order, what)


def size(family: RowTable, order: Order, what: str) -> int:
    """How large it is; for nonzeros the contracted ZDD, which the order decides on."""
    if what == "nodes":
        return build.zdd(family, order).level.size - 2
    return build.size(family, order, what)


def timed(work: Callable[[], T], runs: int) -> tuple[T, float]:
    """The result, and the least CPU seconds of a few runs; of one, where that takes long."""
    least = float("inf")
    for _ in range(runs):
        start = time.process_time()
        result = work()
        least = min(least, time.process_time() - start)
        if least > 0.3:
            break
    return result, least


def table(outcomes: list[Outcome]) -> Iterator[str]:
    """Lines of fixed width, one block per measure."""
    for what in MEASURES:
        title = "contracted ZDD's nonzeros" if what == "nonzeros" else what
        sharing = "   sharing" if what == "nonzeros" else ""
        yield (
            f"{title:27}{'rows':>10}"
            + "".join(f"{way:>11}" for way in WAYS)
            + sharing
            + "   CPU s: "
            + "".join(f"{way:>11}" for way in ("natural", "best named", "auto", "sifting"))
        )
        for each in outcomes:
            if each.measure != what:
                continue
            sizes = "".join(f"{each.sizes.get(way, ''):>11}" for way in WAYS)
            shared = "" if each.shared is None else f"{each.shared:>10}"
            seconds = "".join(
                f"{each.seconds.get(way, ''):>11}"
                for way in ("natural", "best named", "auto", "sifting")
            )
            yield f"{each.family:27}{each.rows:>10}{sizes}{shared}          {seconds}"
        yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="families whose name contains this")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="every K-th family only")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--ideas", action="store_true", help="other ways to fewer edges instead")
    options = parser.parse_args()
    found: dict[str, Any] = record.surroundings(["numpy", "scipy"])
    outcomes: list[Outcome] = []
    ideas: list[order_ideas.Idea] = []
    for number, (name, family) in enumerate(instances.load()):
        if options.only not in name or number % options.sample:
            continue
        if options.ideas:
            ideas += order_ideas.tried(name, family)
        else:
            entries = int(family.frequency().sum())
            wanted = [what for what in MEASURES if entries <= MAX_ENTRIES[what]]
            outcomes += [measure(name, family, what, options.runs) for what in wanted]
        print(name, file=sys.stderr, flush=True)
    lines = list(order_ideas.table(ideas) if options.ideas else table(outcomes))
    print(*lines, sep="\n")
    measured = [asdict(each) for each in (ideas or outcomes)]
    whole = not options.only and options.sample == 1
    name = "order-ideas" if options.ideas else "orders"
    title = "Other methods for fewer edges" if options.ideas else "Symbol orders"
    record.publish(name, found, title, lines, whole=whole, outcomes=measured)


if __name__ == "__main__":
    main()
