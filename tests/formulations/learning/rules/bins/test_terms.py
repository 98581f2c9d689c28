"""Terms beside rules: sums, squares and second derivatives are those of the dense design."""

import numpy as np
import pytest

from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn
from nzdd.formulations.learning.rules.bins.literals import Kind, Literal
from nzdd.formulations.learning.rules.bins.terms import RowsWithTerms, Term
from nzdd.formulations.learning.rules.losses.smooth import Curvature

RNG = np.random.default_rng(0)
COLUMNS = (BinColumn(4), BinColumn(3, missing=True))
CODES = RNG.integers(0, 4, (60, 2)).astype(np.uint8)
LINES = [
    Term(0, np.array([-1, 0, 0.5, 2, 0])[:, None]),
    Term(1, np.array([-1, 0.5, 1, 0])[:, None]),
]
RULES = [
    (Literal(0, Kind.ABOVE, 1),),
    (Literal(0, Kind.AT_MOST, 2), Literal(1, Kind.ABOVE, 0)),
]


def made(**options):
    rows = RowsWithTerms(CODES, COLUMNS, LINES, **options)
    numbers = np.concatenate(([0, 1], rows.add(RULES))).astype(np.uint32)
    known = [column.known for column in COLUMNS]
    covers = [
        np.all(
            [each.holds(rows.codes[:, each.column], known[each.column]) for each in rule], axis=0
        )
        for rule in RULES
    ]
    return rows, numbers, np.column_stack([*(line.of(rows.codes)[:, 0] for line in LINES), *covers])


@pytest.mark.parametrize("outputs", [1, 3])
@pytest.mark.parametrize("first", [0, 2])
def test_all_is_that_of_the_dense_design(outputs, first):
    rows, numbers, design = made()
    values = RNG.normal(size=(rows.num_rows, outputs))
    assert rows.sums(numbers, values) == pytest.approx(design.T @ values)
    assert rows.squares(numbers, values) == pytest.approx((design**2).T @ values)
    assert rows.sizes(numbers).tolist() == [1, 1, 1, 2]
    curvature = Curvature(RNG.random((rows.num_rows, outputs)) + 1, RNG.random(values.shape))
    rules = np.array([2, 0, 1, 3, 0], np.uint32)
    of = RNG.integers(0, outputs, 5).astype(np.uint32)
    full = np.column_stack((design, np.ones(rows.num_rows)))
    columns = [(*pair,) for pair in zip(rules, of, strict=True)]
    columns += [(4, output) for output in range(outputs)]
    expected = [
        [full[:, a] * curvature.between(i, j) @ full[:, b] for b, j in columns]
        for a, i in columns[first:5]
    ]
    found = rows.hessian(curvature, numbers[rules], of, first)
    assert found == pytest.approx(np.array(expected))


def test_directions_restrict_the_largest_term():
    values = made()[0].codes[:, 0] - 1.5
    free, rising, falling = (
        made(monotone=[direction, 0])[0].largest_term(values) for direction in (0, 1, -1)
    )
    assert free == rising > falling
