"""Finite numbers whose products or sums no double holds: refused, or counted as no bound."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations import ConstraintDiagram, ExtendedFormulation, LinearModel
from nzdd.formulations.learning.linear_classifier import LinearClassifier
from nzdd.zdd.shortest_rows import RowSearch
from support.sets.diagrams import zdds
from support.sets.families import row_set

LARGEST = np.finfo(np.float64).max
HUGE = st.sampled_from([1e308, -1e308, LARGEST, -LARGEST, 8e307, 1.0, -1.0, 0.0, math.inf])


@given(zdds(), st.data())
def test_a_least_row_is_found_or_lengths_are_refused(case, data):
    """By exact rationals: where a sum may overflow, no row is never the answer."""
    rows, _, zdd = case
    drawn = data.draw(st.lists(HUGE, min_size=zdd.num_symbols, max_size=zdd.num_symbols))
    lengths = np.array(drawn, float)
    finite = [Fraction(length) for length in drawn if math.isfinite(length)]
    allowed = [
        sum((Fraction(lengths[symbol]) for symbol in row), Fraction(0))
        for row in row_set(rows)
        if np.isfinite(lengths[list(row)]).all()
    ]
    nzdd = zdd.to_nzdd()
    questions = [
        lambda: zdd.shortest_path(lengths).length,
        lambda: zdd.potentials(lengths)[zdd.root],
        lambda: nzdd.shortest_path(lengths).length,
        lambda: nzdd.potentials(lengths)[-1],
        lambda: nzdd.potentials(lengths, to_leaf=True)[0],
        lambda: RowSearch(zdd).least(lengths),
        lambda: min(zdd.shortest_rows(lengths, 3).lengths.tolist(), default=math.inf),
        lambda: min(RowSearch(zdd).covering(lengths, 3).lengths.tolist(), default=math.inf),
    ]
    for question in questions:
        if sum(map(abs, finite)) >= 2**1023:
            with pytest.raises(ValueError, match=r"must stay below 2\*\*1023"):
                question()
            continue
        least = question()
        if allowed:
            size = float(sum(map(abs, finite)))
            assert abs(Fraction(float(least)) - min(allowed)) <= Fraction(size) / 2**48
        else:
            assert least == math.inf


FACTORS = st.sampled_from([-10.0, -1.0, -0.5, 0.5, 1.0, 10.0])
ENDS = st.sampled_from([-1.7e308, -1e308, -1e300, -1.0, 0.0, 2.0, 1e300, 1e308, 1.7e308])


@given(
    st.lists(st.tuples(FACTORS, FACTORS, FACTORS), min_size=2, max_size=5, unique=True),
    st.tuples(*[st.tuples(ENDS, ENDS)] * 3),
    st.sampled_from([">=", "<="]),
)
def test_bounds_of_potentials_far_out_cut_off_no_corner(rows, ends, sense):
    """At every corner of the box the potentials by exact sums lie within their bounds."""
    edges = ConstraintDiagram.from_rows(np.array(rows), np.zeros(len(rows)), sense).edges
    bounds = np.sort(ends, axis=1).T
    lower, upper = edges.potential_bounds(*bounds)
    assert not np.isnan(lower).any()
    assert not np.isnan(upper).any()
    for corner in np.ndindex(2, 2, 2):
        x = bounds[corner, (0, 1, 2)]
        exact = exact_potentials(edges, [Fraction(value) for value in x])
        if exact is None:  # no point of the model: a row is violated
            continue
        from_root, to_leaf = exact
        for node in range(edges.num_potentials):
            assert upper[node] == np.inf or from_root[node] <= Fraction(upper[node])
            assert lower[node] == -np.inf or -to_leaf[node] >= Fraction(lower[node])


def exact_potentials(edges, x):
    """Shortest lengths from the root and to the leaf; None where a row is shorter than zero."""
    nzdd, symbols = edges.nzdd, edges.symbols
    term = [Fraction(0)] * nzdd.num_symbols
    for symbol, column, coefficient in zip(*symbols.to_terms(), strict=True):
        term[symbol] += Fraction(coefficient) * (1 if column < 0 else x[column])
    offsets = nzdd.label_offsets
    length = [
        sum((term[symbol] for symbol in nzdd.labels[offsets[e] : offsets[e + 1]]), Fraction(0))
        for e in range(nzdd.num_edges)
    ]
    ahead: list[Fraction | None] = [None] * nzdd.num_nodes
    back = ahead.copy()
    ahead[0] = back[-1] = Fraction(0)
    for e in range(nzdd.num_edges):
        through = ahead[nzdd.source[e]] + length[e]
        old = ahead[nzdd.target[e]]
        ahead[nzdd.target[e]] = through if old is None else min(old, through)
    for e in reversed(range(nzdd.num_edges)):
        through = back[nzdd.target[e]] + length[e]
        old = back[nzdd.source[e]]
        back[nzdd.source[e]] = through if old is None else min(old, through)
    return None if back[0] < 0 else (ahead[1:-1], back[1:-1])


def test_points_whose_terms_overflow_are_refused():
    """A term of infinite length would forbid its rows, whatever else they hold."""
    matrix = np.array([[10.0, -10.0], [1.0, 2.0]])
    diagram = ConstraintDiagram.from_rows(matrix, np.zeros(2), ">=")
    for ask in (diagram.min_slack, diagram.separate, diagram.edges.lift):
        with pytest.raises(ValueError, match=r"10 x\[0\] with x\[0\] = 1e\+308 is beyond"):
            ask([1e308, 1e308])
        with pytest.raises(ValueError, match=r"must stay below 2\*\*1023"):
            ask([-1e307, 1e307])
    assert diagram.min_slack([1e300, 1e300]) == 0
    assert diagram.min_slack([np.inf, 0]) == np.inf


def test_a_model_with_bounds_far_out_has_an_extended_formulation():
    rows = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 1, 1.0]])
    model = LinearModel(np.ones(3), rows, row_lower=1, lower=-1e308, upper=1e308)
    extended = ExtendedFormulation.from_model(model).model
    assert not np.isnan(extended.lower).any()
    assert not np.isnan(extended.upper).any()
    assert (extended.lower <= extended.upper).all()


def test_weights_of_a_classifier_must_not_overflow():
    huge = LinearClassifier([[1e308, 1e308, -1e308, -1e308]], [0.0], (0, 1))
    assert huge.predict([[0], [2], [0, 2]]).tolist() == [1, 0, 0]
    for row in ([0, 1], [2, 3], [0, 1, 2, 3]):
        with pytest.raises(ValueError, match="the weights of row 1 sum to more than a double"):
            huge.predict([[0], row])
    wide = LinearClassifier([[1e308] * 70], [0.0], (0, 1))
    with pytest.raises(ValueError, match="the weights of row 0 sum to more than a double"):
        wide.predict([[0, 69]])
    with pytest.raises(ValueError, match="weights: entry"):
        LinearClassifier(np.ma.array([[1.0, 2.0]], mask=[[0, 1]]), [1.0], (0, 1))
