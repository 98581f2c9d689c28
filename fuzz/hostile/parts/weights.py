"""Sums of weights of any kind: rows in their order, and rows within bounds, by exact sums."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from hostile.case import expect, one_of
from nzdd import ZDD
from nzdd.adapters.libraries.graphillion_api import setset
from nzdd.families import linear, power_set
from nzdd.zdd.shortest_rows import RowSearch
from support.sets.exact_sums import exact, within
from support.sets.families import row_set, subsets

Row = tuple[int, ...]


def drawn_weights(random: np.random.Generator, size: int) -> list[Any]:
    """Weights of one kind: many of them tie by decimals, cancel, or differ in the last bit."""
    kind = one_of(random, "tenths", "cents", "digits", "sizes", "odd", "whole", "dyadic", "third")
    if kind == "tenths":
        return (random.integers(-3, 13, size) / 10).tolist()
    if kind == "cents":
        return (random.integers(1, 10**4, size) / 100).tolist()
    if kind == "digits":
        return random.normal(size=size).tolist()
    if kind == "sizes":
        return (random.normal(size=size) * 10.0 ** random.integers(-320, 300, size)).tolist()
    if kind == "odd":
        some = (1e300, -1e300, 1e-300, 5e-324, -2e-323, 0.1, 1.0, -0.0)
        return [one_of(random, *some) for _ in range(size)]
    if kind == "whole":
        return random.integers(-(10 ** int(random.integers(1, 18))), 10**18, size).tolist()
    if kind == "dyadic":
        exponents = random.integers(-1074, 900, size)
        return np.ldexp(random.integers(-99, 99, size).astype(float), exponents).tolist()
    return [one_of(random, 0.1, 0.2, 0.3, 1 / 3, 2 / 3, 0.1 + 0.2) for _ in range(size)]


def drawn_bound(random: np.random.Generator, weights: list[Any]) -> Any:
    """A bound that some sums meet, or miss by rounding; or none."""
    chosen = [weight for weight in weights if random.random() < 0.5]
    total = sum(exact(weights)[weights.index(weight)] for weight in chosen)
    return one_of(random, None, sum(chosen), total, float(total), 0.3, 1e300)


def weighing(random: np.random.Generator, folder: Path) -> None:
    """Rows by weight and within bounds, of few rows of any kind or of all sets."""
    size = int(one_of(random, 0, 1, 4, 7, 10))
    if size == 10:
        rows = subsets(range(size))
        zdd = power_set(size)
    else:
        density = float(one_of(random, 0.2, 0.5, 0.8))
        count = int(random.integers(0, 40))
        rows = [
            tuple(np.flatnonzero(line).tolist()) for line in random.random((count, size)) < density
        ]
        zdd = ZDD.from_rows(rows, order=random.permutation(size), num_symbols=size)
    weights = drawn_weights(random, size)
    _in_order(random, zdd, row_set(rows), weights)
    low, high = drawn_bound(random, weights), drawn_bound(random, weights)
    kept = {row for row in row_set(rows) if within(row, weights, low, high)}
    asked = f"of {weights} from {low} to {high}"
    expect(set(zdd.with_cost(weights, low, high)) == kept, f"with_cost {asked}: other rows")
    below = {row for row in row_set(rows) if high is None or within(row, weights, None, high)}
    if high is not None:
        expect(set(zdd.cost_le(weights, high)) == below, f"cost_le {asked}: other rows")
    if size < 10:
        sets = {row for row in subsets(range(size)) if within(row, weights, low, high)}
        expect(set(linear(weights, low, high)) == sets, f"linear {asked}: other sets")


def _in_order(random: np.random.Generator, zdd: ZDD, rows: set[Row], weights: list[Any]) -> None:
    values = exact(weights)
    total = {row: sum((values[symbol] for symbol in row), Fraction(0)) for row in rows}
    ascending = random.random() < 0.5
    asked = f"of {weights}, ascending={ascending}"
    found = list(zdd.by_weight(weights, ascending=ascending))
    expect(sorted(row for row, _ in found) == sorted(rows), f"by_weight {asked}: other rows")
    totals = [total[row] for row, _ in found]
    expect(totals == sorted(totals, reverse=not ascending), f"by_weight {asked}: another order")
    rounded = [float(each) for each in totals]
    expect([weight for _, weight in found] == rounded, f"by_weight {asked}: another weight")
    count = int(random.integers(0, 30))
    best = (zdd.shortest_rows if ascending else zdd.longest_rows)(weights, count)
    expect(list(best) == found[:count], f"{count} shortest or longest rows {asked} are others")
    lengths = np.array(weights, float)
    some = [row for row, _ in RowSearch(zdd).shortest(lengths, count)]
    expect(len(set(some)) == min(count, len(rows)), f"RowSearch {asked}: a row twice")
    expect(set(some) <= rows, f"RowSearch {asked}: another row")
    setset.set_universe(range(zdd.num_symbols))
    sets = setset([set(row) for row in rows])
    named = dict(enumerate(weights))
    each = list((sets.min_iter if ascending else sets.max_iter)(named))
    listed = [tuple(sorted(each_set)) for each_set in each]
    expect(sorted(listed) == sorted(rows), f"min_iter or max_iter {asked}: other sets")
    if all(isinstance(weight, float) for weight in weights):
        order = [total[row] for row in listed]
        expect(order == sorted(order, reverse=not ascending), f"min_iter or max_iter {asked}")
    expect(len(list(islice(zdd.by_weight(weights), 20))) == min(20, len(rows)), f"islice {asked}")
