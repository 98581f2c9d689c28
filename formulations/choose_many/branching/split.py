"""Which column tells the two parts of a node apart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.sparse import csr_array, diags_array, hstack, triu

from nzdd.formulations.choose_many.bounds.prices import Prices, Shares
from nzdd.formulations.choose_many.branching.node import Node
from nzdd.formulations.models.arrays import Bools, Floats, Matrix

FRACTION = 1e-4
"""What is closer to an integer is no fraction to branch on."""

EVEN = 0.3
"""Fractions as far from an integer as this come first: both parts of the node gain by them."""


def parts_of(node: Node, shares: Shares, masks: tuple[Bools, ...]) -> Iterator[Node] | None:
    """Two parts of a node, without what its relaxation takes; None where nothing is a fraction.

    The masks are of the edges that are left. First come symbols that are taken or not, and columns
    other than of symbols; then pairs of symbols (D. M. Ryan and B. A. Foster, An integer
    programming approach to scheduling, 1981), those of the highest prices, which few members have.
    """
    many, prices = node.many, node.prices
    members, amounts, x = _taken(node, shares)
    known, part = known_members(prices), node.kept(masks)
    of_symbols = np.zeros(x.size, np.bool_)
    for choice in many.choices:
        of_symbols[choice.symbols] = True
    whole = many.core.integrality
    column = _fraction(np.where(whole & (~of_symbols | (x < 1.0)), x, 0.0))
    if column is None:
        pairs = [
            pair
            for number, oracle in enumerate(prices.program.oracles)
            for worth in [np.asarray(oracle.prices @ prices.answer.optimum()[0])[:-1]]
            for pair in _pairs(number, members[number], amounts[number], worth)
        ]
        if pairs:
            _, number, first, second, value = max(pairs)
            part = part.with_pair(number, first, second)
            both = _with_both(known[number], first, second)
            known[number] = csr_array(hstack((known[number], both), format="csr"))
            column, x = x.size, np.append(x, value)
        else:
            column = _fraction(np.where(whole, x, 0.0))
            if column is None:
                return None
    floor = float(np.floor(x[column]))
    # More of a column first: that leaves least to choose.
    sides = ((floor + 1.0, np.inf), (-np.inf, floor))
    return (part.part(column, lower, upper, known) for lower, upper in sides)


def known_members(prices: Prices) -> list[Matrix]:
    """The members in use of each choice."""
    members = prices.members
    return [
        csr_array(oracle.found.symbols[members[members[:, 0] == number, 1]])
        for number, oracle in enumerate(prices.program.oracles)
    ]


def _taken(node: Node, shares: Shares) -> tuple[list[Matrix], list[Floats], Floats]:
    """What the relaxation takes: members of each choice, how much of each, and all columns."""
    members, amounts = [], []
    x = np.zeros(node.many.core.num_columns)
    x[~node.many.columns] = node.prices.others()
    for number, oracle in enumerate(node.prices.program.oracles):
        mine = shares.choice == number
        members.append(csr_array(oracle.found.symbols[shares.place[mine]]))
        amounts.append(shares.amounts[mine])
        x[oracle.choice.columns] = amounts[-1] @ oracle.choice.usage(members[-1])
    return members, amounts, x


def _fraction(x: Floats) -> int | None:
    """The column that is farthest from an integer."""
    distance = np.abs(x - np.rint(x))
    at = int(np.argmax(distance))
    return at if distance[at] > FRACTION else None


def _pairs(
    number: int, members: Matrix, amounts: Floats, worth: Floats
) -> list[tuple[float, int, int, int, float]]:
    """The best two symbols in a fraction of members: rank, choice, they, and how many have both."""
    has = csr_array((np.ones(members.nnz), members.indices, members.indptr), shape=members.shape)
    common = triu(has.T @ diags_array(amounts) @ has, 1).tocoo()
    part = np.abs(common.data - np.rint(common.data))
    open_ = np.flatnonzero(part > FRACTION)
    if not open_.size:
        return []
    first, second = common.row[open_], common.col[open_]
    price, part = worth[first] + worth[second], part[open_]
    rank = np.where(part >= EVEN, price + 2.0 * np.abs(worth).max(), price * part)
    at = int(np.argmax(rank))
    return [
        (float(rank[at]), number, int(first[at]), int(second[at]), float(common.data[open_[at]]))
    ]


def _with_both(members: Matrix, first: int, second: int) -> Matrix:
    """Which members have both of two symbols, as a column."""
    columns = members.tocsc()[:, [first, second]]
    return csr_array((columns > 0).sum(axis=1)[:, None] == 2).astype(np.float64)
