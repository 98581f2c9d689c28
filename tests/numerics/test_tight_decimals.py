"""Rows of decimals that hold with equality: rounding must not make them contradict each other."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import solve
from nzdd.adapters.files.models import mps
from nzdd.formulations import ExtendedFormulation, LinearModel, Status
from support.examples import examples
from support.models.exact_lp import activity, fractions

SENSES = (">=", "<=", "=", "range")
DIGITS = st.sampled_from([0.1, 0.2, 0.3, 0.7, -0.1, -0.4, 1.1])


def float_at_most(value):
    """The largest float that is at most a fraction."""
    near = float(value)
    return near if Fraction(near) <= value else float(np.nextafter(near, -np.inf))


def float_at_least(value):
    return -float_at_most(-value)


@st.composite
def tight_models(draw, senses=SENSES):
    """Models of decimal rows, most of them tight at a point that is exactly feasible, and it.

    Rows are all pairs of some heads and tails, so that they share nodes of a diagram.
    """
    heads = draw(st.lists(st.tuples(*[DIGITS] * 4), min_size=3, max_size=5, unique=True))
    tails = draw(st.lists(st.tuples(*[DIGITS] * 3), min_size=3, max_size=4, unique=True))
    matrix = np.array([head + tail for head, tail in product(heads, tails)])
    x = np.array(draw(st.tuples(*[st.sampled_from([0.0, 1.0, 2.0])] * 7)))
    sense = draw(st.sampled_from(senses))
    lower, upper = np.full(len(matrix), -np.inf), np.full(len(matrix), np.inf)
    if sense == "=":  # equal right-hand sides in rational numbers: those of the point 0
        x[:] = 0
        lower[:] = upper[:] = 0.0
    else:
        for i, value in enumerate(activity(LinearModel(0.0, matrix), x)):
            room = draw(st.sampled_from([0, 0, Fraction(1, 4)]))
            if sense in (">=", "range"):
                lower[i] = float_at_most(value - room)
            if sense in ("<=", "range"):
                upper[i] = float_at_least(value + Fraction(1, 8))
    fixed = np.array(draw(st.tuples(*[st.booleans()] * 7)))
    model = LinearModel(
        draw(st.tuples(*[st.sampled_from([1.0, -2.0, 3.0])] * 7)),
        matrix,
        lower,
        upper,
        lower=np.where(fixed, x, 0.0),
        upper=np.where(fixed, x, 2.0),
        integrality=True,
        maximize=draw(st.booleans()),
    )
    return model, x


def exact_potentials(block, point):
    """Shortest distances from the root in rational numbers."""
    nzdd, symbols = block.edges.nzdd, block.edges.symbols
    values = [*fractions(point), Fraction(1)]
    lengths = [Fraction(0)] * nzdd.num_symbols
    for symbol, j, a in zip(*(part.tolist() for part in symbols.to_terms()), strict=True):
        lengths[symbol] += Fraction(a) * values[j]
    distance = [Fraction(0)] + [None] * (nzdd.num_nodes - 1)
    for e in range(nzdd.num_edges):
        labels = nzdd.labels[nzdd.label_offsets[e] : nzdd.label_offsets[e + 1]].tolist()
        reached = distance[nzdd.source[e]] + sum((lengths[s] for s in labels), Fraction(0))
        head = nzdd.target[e]
        if distance[head] is None or reached < distance[head]:
            distance[head] = reached
    return distance[1:-1]


@settings(deadline=None, max_examples=examples(40))
@given(tight_models((">=", "<=")), st.sampled_from(["nonzeros", "edges"]))
def test_bounds_of_potentials_never_cut_off_a_feasible_point(case, minimize):
    model, x = case
    extended = ExtendedFormulation.from_model(model, minimize)
    first = model.num_columns
    for block in extended.blocks:
        potentials = exact_potentials(block, x)
        last = first + len(potentials)
        assert all(
            low <= value <= high
            for low, value, high in zip(
                extended.model.lower[first:last].tolist(),
                potentials,
                extended.model.upper[first:last].tolist(),
                strict=True,
            )
        )
        first = last


@settings(deadline=None, max_examples=examples(25))
@given(tight_models(), st.sampled_from(["auto", "extended"]))
def test_tight_rows_of_decimals_are_not_infeasible(case, method):
    """Every model has a point, and the optimum is that of all points with a millionth of room."""
    model, _ = case
    result = solve(model, method, threads=1)
    assert result.status is Status.OPTIMAL
    points = np.array(
        list(
            product(
                *(
                    [0, 1, 2] if a < b else [a]
                    for a, b in zip(model.lower, model.upper, strict=True)
                )
            )
        )
    )
    values = points @ model.matrix.T.toarray()
    room = 1e-6 * (1 + np.minimum(abs(model.row_lower), abs(model.row_upper)))
    inside = ((values >= model.row_lower - room) & (values <= model.row_upper + room)).all(axis=1)
    best = (points @ model.objective)[inside]
    assert result.fun == pytest.approx(best.max() if model.maximize else best.min())


@pytest.mark.parametrize(
    "half", [6, *(pytest.param(half, marks=pytest.mark.slow) for half in (7, 8))]
)
@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
def test_all_choices_of_half_of_the_columns_times_a_tenth(method, half):
    """Fewer than half may be zero: the cheapest half and one more cover every choice."""
    columns = range(2 * half)
    rows = 0.1 * np.array(
        [[j in chosen for j in columns] for chosen in combinations(columns, half)]
    )
    model = LinearModel(
        np.arange(1.0, 2 * half + 1), rows, row_lower=0.1, upper=1, integrality=True
    )
    result = solve(model, method)
    assert (result.status, result.fun) == (Status.OPTIMAL, (half + 1) * (half + 2) / 2)
    every = model.replace(row_lower=half / 10)  # every column is needed
    result = solve(every, method)
    assert (result.status, result.fun) == (Status.OPTIMAL, half * (2 * half + 1))


def test_a_compressed_file_has_no_crossed_bounds(tmp_path):
    rows = 0.1 * np.array(
        [[j in chosen for j in range(12)] for chosen in combinations(range(12), 6)]
    )
    model = LinearModel(np.ones(12), rows, row_lower=0.6, upper=1)
    mps.write(ExtendedFormulation.from_model(model).model, tmp_path / "small.mps")
    small = mps.read(tmp_path / "small.mps")
    assert small.num_columns > 12
    assert (small.lower <= small.upper).all()


@pytest.mark.parametrize("solver", ["scip", "highs", "scipy", "cp_sat"])
def test_fractional_bounds_of_integer_columns(solver):
    model = LinearModel(
        2.0,
        [[-1, -1, -1]],
        row_lower=-1,
        row_upper=-1,
        lower=[-1.5, 0, 0],
        upper=[-0.5, 1, 1],
        integrality=True,
    )
    result = solve(model, "direct", solver)
    assert (result.status, result.fun) == (Status.OPTIMAL, 2.0)


@given(st.floats(-1e6, 1e6), st.floats(0, 3))
def test_bounds_of_integer_columns_are_rounded_inwards(lower, width):
    """To the integers between them, but that 1e-9 beside an integer is the integer."""
    model = LinearModel(0.0, np.zeros((0, 1)), lower=lower, upper=lower + width, integrality=True)
    assert model.lower[0] == np.rint(model.lower[0])
    assert model.upper[0] == np.rint(model.upper[0])
    assert lower - 1e-8 <= model.lower[0] < lower + 1
    assert lower + width - 1 < model.upper[0] <= lower + width + 1e-8
    relaxed = LinearModel(0.0, np.zeros((0, 1)), lower=lower, upper=lower + width)
    assert (relaxed.lower[0], relaxed.upper[0]) == (lower, lower + width)
