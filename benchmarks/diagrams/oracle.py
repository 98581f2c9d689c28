"""Shortest rows of a diagram, compared with a matrix-vector product over all rows.

``python -m benchmarks.diagrams.oracle [--quick]`` takes random 9-subsets of 25 columns and random
points. It asks for the shortest row, the 50 shortest, and 50 diverse ones. ``A @ x`` is one product
by scipy over the same rows, also with its 50 smallest entries. Each family runs on one thread in a
fresh process; the figure is the median of the calls. All methods get the same points and must agree
on every row. Prints a table and, without ``--quick``, writes ``results/oracle.json``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from benchmarks import record
from nzdd import ZDD
from nzdd.zdd.shortest_rows import RowSearch

Point = NDArray[np.float64]

NUM_COLUMNS, ROW_SIZE, NUM_ROWS_FOUND = 25, 9, 50
LEAST_REACH = {100_000: 0.08, 400_000: 0.25, 2_000_000: 0.07}
BASE, BASE_50 = "A @ x", "A @ x, 50"


@dataclass(slots=True)
class Case:
    """One family: its diagram, the cost of the preparation, and milliseconds per call."""

    rows: int
    nodes: int
    build_ms: float
    prepare_ms: float
    cpu_ms: dict[str, float]
    wall_ms: dict[str, float]
    reach_ms: dict[str, float]


def random_rows(num_rows: int) -> sp.csr_array:
    """Distinct random rows as a 0/1 matrix of floats."""
    words = np.arange(1 << NUM_COLUMNS, dtype=np.uint32)
    words = words[np.bitwise_count(words) == ROW_SIZE]
    chosen = np.random.default_rng(0).permutation(words.size)[:num_rows]
    bits = words[chosen, None] >> np.arange(NUM_COLUMNS, dtype=np.uint32) & np.uint32(1)
    return sp.csr_array(bits.astype(np.float64))


def points(number: int) -> list[Point]:
    """Points as linear programs have them: many entries zero, some one, some between."""
    random = np.random.default_rng(1)
    shape = (number, NUM_COLUMNS)
    return list(np.clip(random.uniform(-0.5, 1.3, shape), 0.0, 1.0))


def smallest(matrix: sp.csr_array, point: Point) -> Point:
    """The 50 smallest entries of the product, sorted."""
    product = matrix @ point
    chosen = np.argpartition(product, NUM_ROWS_FOUND)[:NUM_ROWS_FOUND]
    return np.sort(product[chosen])


def measure(num_rows: int, calls: int) -> Case:
    """All methods on one family."""
    matrix = random_rows(num_rows)
    with record.metered() as build:
        zdd = ZDD.from_rows(matrix, order="natural")
    with record.metered() as prepare:
        oracle = RowSearch(zdd)
    contenders: dict[str, Callable[[Point], Any]] = {
        BASE: lambda x: matrix @ x,
        BASE_50: lambda x: smallest(matrix, x),
        "least": oracle.least,
        "shortest 50": lambda x: oracle.shortest(x, NUM_ROWS_FOUND),
        "covering 50": lambda x: oracle.covering(x, NUM_ROWS_FOUND),
    }
    asked = points(calls)
    for point in asked[:3]:
        _check(matrix, oracle, point)
    cpu, wall = {}, {}
    for name, ask in contenders.items():
        ask(asked[0])
        costs = [_cost(ask, point) for point in asked]
        cpu[name] = median(cost[0] for cost in costs)
        wall[name] = median(cost[1] for cost in costs)
    reach = {"shortest 50": 0.3, "covering 50": 1.0}
    if num_rows in LEAST_REACH:
        reach["least"] = LEAST_REACH[num_rows]
    return Case(num_rows, zdd.num_nodes, 1e3 * build.cpu, 1e3 * prepare.cpu, cpu, wall, reach)


def _cost(ask: Callable[[Point], Any], point: Point) -> tuple[float, float]:
    """Milliseconds of CPU and of wall clock."""
    wall, cpu = time.perf_counter(), time.process_time()
    ask(point)
    return 1e3 * (time.process_time() - cpu), 1e3 * (time.perf_counter() - wall)


def _check(matrix: sp.csr_array, oracle: RowSearch, point: Point) -> None:
    expected = smallest(matrix, point)
    found = oracle.shortest(point, NUM_ROWS_FOUND)
    covering = oracle.covering(point, NUM_ROWS_FOUND)
    least = (oracle.least(point), found.lengths[0], covering.lengths[0])
    if not (np.allclose(found.lengths, expected) and np.allclose(least, expected[0])):
        raise RuntimeError(f"the oracle and the product disagree at x = {point.tolist()}")


def table(cases: list[Case]) -> Iterator[str]:
    """Lines of fixed width; the last column is the time of the product by that of the method."""
    yield f"{'rows':>9} {'nodes':>8}  {'question':12} {'CPU ms':>8} {'reach':>11} {'A @ x /':>8}"
    for case in cases:
        head = f"{case.rows:9,} {case.nodes:8,} "
        for name, cpu in case.cpu_ms.items():
            reach = ""
            if name in case.reach_ms:
                verdict = "met" if cpu <= case.reach_ms[name] else "missed"
                reach = f"{case.reach_ms[name]:4g} {verdict:6}"
            base = case.cpu_ms[BASE if name in (BASE, "least") else BASE_50]
            yield f"{head} {name:12} {cpu:8.4f} {reach:>11} {base / cpu:8.1f}"
        yield f"{head} {'build':12} {case.build_ms:8.1f}"
        yield f"{head} {'make ready':12} {case.prepare_ms:8.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="scaled down: under ten seconds")
    parser.add_argument("--calls", type=int, default=41, help="calls of each contender")
    options = parser.parse_args()
    found = record.surroundings(["numpy", "scipy"])
    sizes = [20_000] if options.quick else LEAST_REACH
    cases = [record.fresh(measure, num_rows, max(1, options.calls)) for num_rows in sizes]
    lines = list(table(cases))
    print(*lines, sep="\n")
    measured = [asdict(case) for case in cases]
    title = "The shortest rows of a diagram"
    record.publish("oracle", found, title, lines, whole=not options.quick, cases=measured)


if __name__ == "__main__":
    main()
