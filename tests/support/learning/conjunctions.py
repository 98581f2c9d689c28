"""All conjunctions over small tables of bins, and losses over their rows."""

from itertools import combinations, product

import numpy as np
from hypothesis import strategies as st

from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn
from nzdd.formulations.learning.rules.bins.literals import Kind, Literal
from nzdd.formulations.learning.rules.losses.likelihood import class_loss
from nzdd.formulations.learning.rules.losses.smooth import SquaredLoss


def literals(number, column):
    """All literals of a column, and those pairs of them that are intervals."""
    known = range(column.known)
    if column.ordered:
        singles = [(kind, k) for kind in (Kind.ABOVE, Kind.AT_MOST) for k in known[:-1]]
    else:
        singles = [(kind, k) for kind in (Kind.EQUAL, Kind.OTHER) for k in known]
    if column.missing:
        singles += [(Kind.MISSING, 0), (Kind.KNOWN, 0)]
    found = [(Literal(number, *single),) for single in singles]
    if column.ordered:
        found += [
            (Literal(number, Kind.ABOVE, low), Literal(number, Kind.AT_MOST, high))
            for low, high in combinations(known[:-1], 2)
        ]
    return found


def all_conjunctions(columns, max_order):
    """Every conjunction of at most `max_order` literals."""
    parts = [[(), *literals(number, column)] for number, column in enumerate(columns)]
    for chosen in product(*parts):
        rule = sum(chosen, ())
        if 0 < len(rule) <= max_order:
            yield rule


def signs_of(rule, directions):
    """The signs that a weight of a rule may have so that votes go the right way."""
    signs = {1, -1}
    for literal in rule:
        if literal.kind in (Kind.ABOVE, Kind.AT_MOST) and directions[literal.column]:
            up = 1 if literal.kind is Kind.ABOVE else -1
            signs &= {up * directions[literal.column]}
    return signs


def covered(rule, codes, columns):
    """The rows where all literals hold."""
    return np.logical_and.reduce(
        [each.holds(codes[:, each.column], columns[each.column].known) for each in rule]
    )


@st.composite
def tables(draw):
    shapes = draw(
        st.lists(st.tuples(st.integers(1, 4), st.booleans(), st.booleans()), min_size=1, max_size=4)
    )
    columns = [BinColumn(*shape) for shape in shapes]
    rows = draw(st.integers(1, 12))
    codes = np.column_stack(
        [
            draw(st.lists(st.integers(0, c.known + c.missing - 1), min_size=rows, max_size=rows))
            for c in columns
        ]
    ).astype(np.uint8)
    return codes, columns


def random_loss(rng, num_rows, outputs):
    """Of numbers for 0 outputs, else of classes."""
    if outputs == 0:
        weight = rng.dirichlet(np.ones(num_rows))
        return SquaredLoss(rng.normal(size=num_rows), weight, rng.random())
    counts = rng.integers(0, 4, (num_rows, max(2, outputs))) + (rng.random() < 0.5)
    counts[0] += 1
    return class_loss(counts / counts.sum())
