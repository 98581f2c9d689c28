"""An order of the monomials that suits the sample, chosen by cross-validation of integer votes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.classes import positive_codes
from nzdd.formulations.learning.folds import Codes, Places, drawn, folds
from nzdd.formulations.learning.l0_rboost.bit_sample import equal_rows, votes
from nzdd.formulations.learning.l0_rboost.integer_vote.vote_search import Vote
from nzdd.formulations.learning.l0_rboost.l0_rboost_result import TIE
from nzdd.input.arrays import Bools, Floats

ORDERS = (1, 2)
"""Those to choose from, the simplest first."""

FindVote = Callable[[Bools, Bools, Floats, int, Limits], Vote]
"""A vote for the positive rows, from bits, which rows are positive, weights and an order."""


class OrderChoice(NamedTuple):
    """What was chosen, and by what.

    Attributes
    ----------
    order : int
    orders : tuple of int
        Those tried.
    errors : ndarray, shape (orders,)
        The share of the weight of held-out rows that were given a wrong class; empty if there was
        nothing to choose by.
    """

    order: int
    orders: tuple[int, ...]
    errors: Floats


def choose_order(
    bits: Bools,
    codes: Codes,
    weights: Floats,
    find: FindVote,
    limits: Limits,
    *,
    factors: Floats | None = None,
    orders: Sequence[int] = ORDERS,
) -> OrderChoice:
    """The order whose votes err least on rows held out; of equal ones the first.

    More literals describe the training rows better, with any penalty, but there are so many more
    monomials that some of them are good by chance: their errors on other rows tell.

    Parameters
    ----------
    bits : ndarray of bool, shape (rows, attributes)
    codes : ndarray of integers, shape (rows,)
        The class of each row, from 0. Of more than two, each has a vote against the rest.
    weights : ndarray, shape (rows,)
        Above 0.
    find : callable
        Finds a vote within limits.
    limits : Limits
        Each vote gets an equal part of the time.
    factors : ndarray, shape (classes,), optional
        What an error on a row of each class counts; 1 by default.
    orders : sequence of int

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C.

    Notes
    -----
    Time: five votes for every order and class, three of more than 1000 distinct rows, and of no
    more than 3000 rows. Equal rows of a class are one row, so weights count as repetitions.
    """
    classes = int(codes.max()) + 1
    first, index = equal_rows(np.column_stack((bits, codes[:, None] == np.arange(classes))))
    mass = np.bincount(index, weights, first.size).astype(np.float64)
    chosen = drawn(first.size)
    bits, codes, mass = bits[first[chosen]], codes[first[chosen]], mass[chosen]
    costs = mass if factors is None else mass * factors[codes]
    parts = [
        (train, test) for train, test in folds(codes) if np.unique(codes[train]).size == classes
    ]
    positive = positive_codes(np.arange(classes))
    left = len(parts) * len(orders) * len(positive)
    wrong = np.zeros(len(orders))

    def value(train: Places, test: Places, code: int, order: int) -> Floats:
        nonlocal left
        part, left = limits.part(1 / left), left - 1
        of_class = codes[train] == code
        vote = find(bits[train], of_class, mass[train], order, part)
        if vote.interrupted:
            raise KeyboardInterrupt
        share = mass[train][of_class].sum() / mass[train].sum()
        values = votes(bits[test], vote.monomials) @ vote.weights
        return np.asarray(values + TIE * (2 * share - 1))

    for train, test in parts:
        for place, order in enumerate(orders):
            values = np.column_stack([value(train, test, code, order) for code in positive])
            found = values.argmax(axis=1) if classes > 2 else values[:, 0] > 0
            wrong[place] += costs[test][found != codes[test]].sum()
    if not parts:
        return OrderChoice(orders[0], tuple(orders), np.empty(0))
    judged = sum(costs[test].sum() for _, test in parts)
    return OrderChoice(orders[int(wrong.argmin())], tuple(orders), wrong / judged)
