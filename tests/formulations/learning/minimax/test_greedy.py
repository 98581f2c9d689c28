import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.learning.minimax import (
    Moments,
    TwoClasses,
    full_machine,
    greedy_machine,
    kernel_machine,
    two_dimensions,
)
from nzdd.formulations.learning.minimax.hyperplane import hyperplane
from nzdd.formulations.learning.minimax.kernels import START, BasisSearch, gaussian
from support.examples import examples

DIMENSIONS = 3


def sample(seed, rows=60, columns=DIMENSIONS):
    """A ring around a cloud: no plane separates them."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, columns))
    y = (X**2).sum(axis=1) > columns
    X[y] *= 1.4
    return X, y


def bases(machine, rows):
    pairs = zip(machine.centres, machine.gammas, strict=True)
    return np.stack([gaussian(rows, centre, gamma) for centre, gamma in pairs], axis=1)


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 1000), st.sampled_from(["features", "width"]), st.integers(1, 15))
def test_theorem_1_the_local_bound_is_the_global_one(seed, selection, count):
    X, y = sample(seed)
    machine = greedy_machine(
        TwoClasses.from_rows(X, y), max_bases=count, candidates=3, selection=selection, seed=seed
    )
    values = bases(machine, X)
    x, other = Moments.of_rows(values[y]), Moments.of_rows(values[~y])
    same = hyperplane(machine.weights, x, other)  # in the space of all bases
    assert same.bound == pytest.approx(machine.bound, abs=2e-5)
    assert same.bound == pytest.approx(machine.history[-1].bound, abs=2e-5)
    np.testing.assert_allclose(
        machine.decision_function(X), values @ same.direction - same.offset, atol=1e-5
    )
    assert full_machine(x, other).bound >= machine.bound - 2e-5  # all weights anew


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 1000), st.sampled_from(["features", "width"]), st.booleans())
def test_the_training_rows_obey_the_bound_and_it_only_rises(seed, selection, weighted):
    X, y = sample(seed)
    weights = np.random.default_rng(seed).integers(0, 4, len(y)).astype(float) if weighted else None
    machine = greedy_machine(
        TwoClasses.from_rows(X, y, weights), max_bases=12, candidates=3, selection=selection, seed=0
    )
    values = machine.decision_function(X)
    mass = np.ones(len(y)) if weights is None else weights
    # The rows are a distribution with exactly these moments. A row on the plane may fall to
    # either side by rounding.
    assert np.average(values[y] > -1e-9, weights=mass[y]) >= machine.bound - 1e-9
    assert np.average(values[~y] <= 1e-9, weights=mass[~y]) >= machine.bound - 1e-9
    assert np.average(values[y], weights=mass[y]) - np.average(
        values[~y], weights=mass[~y]
    ) == pytest.approx(1, abs=1e-6)
    bounds = [step.bound for step in machine.history]
    assert bounds == sorted(bounds)
    assert [step.number for step in machine.history] == list(range(1, len(bounds) + 1))


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 1000), st.booleans())
def test_the_gradient_is_that_of_differences(seed, first):
    X, y = sample(seed)
    random = np.random.default_rng(seed)
    classes = TwoClasses.from_rows(X, y, random.integers(1, 4, len(y)))
    before = None
    if not first:
        basis = gaussian(classes.rows, classes.rows[1], np.full(DIMENSIONS, 0.2))
        before = BasisSearch(classes, classes.rows[1]).output(basis).values
    search = BasisSearch(classes, classes.rows[0], before)
    gamma = random.uniform(0.05, 1, DIMENSIONS)
    value, gradient = search.angle(gamma)
    steps = 1e-5 * np.eye(DIMENSIONS)
    expected = [
        (search.angle(gamma + step)[0] - search.angle(gamma - step)[0]) / 2e-5 for step in steps
    ]
    np.testing.assert_allclose(gradient, expected, atol=1e-5)
    assert 0 < value < math.pi / 2


def test_a_step_is_the_problem_in_the_plane():
    X, y = sample(1)
    classes = TwoClasses.from_rows(X, y)
    truth = np.arange(len(X)) < classes.num_x
    widths = np.full(DIMENSIONS, 0.3)
    first, second = (gaussian(classes.rows, classes.rows[k], widths) for k in (3, 50))
    start = BasisSearch(classes, classes.rows[3]).output(first)
    found = BasisSearch(classes, classes.rows[50], start.values).output(second)
    pairs = np.stack([start.values, second], axis=1)
    plane = two_dimensions(Moments.of_rows(pairs[truth]), Moments.of_rows(pairs[~truth]))
    assert found.m == pytest.approx(plane.m)
    assert (found.previous, found.basis, found.offset) == pytest.approx(
        (*plane.direction, plane.offset)
    )


def test_of_all_candidates_the_best_is_taken():
    X, y = sample(2, rows=30)
    classes = TwoClasses.from_rows(X / TwoClasses.from_rows(X, y).scale(), y)
    machine = greedy_machine(classes, max_bases=1, candidates=None, selection="width")
    every = []
    for row in classes.rows:
        search = BasisSearch(classes, row)
        gamma = search.best_gamma(per_column=False, min_gain=1e-6)
        every.append(search.output(gaussian(classes.rows, row, gamma)).m)
    assert machine.m == pytest.approx(min(every))
    for seed in range(5):
        assert greedy_machine(classes, max_bases=1, seed=seed, selection="width").m >= machine.m


def test_widths_are_searched_downhill_from_wide_ones():
    X, y = sample(3)
    classes = TwoClasses.from_rows(X, y)
    for row in classes.rows[::10]:
        search = BasisSearch(classes, row)
        begin = search.angle(np.full(DIMENSIONS, START / DIMENSIONS))[0]
        short, long = (
            search.angle(search.best_gamma(per_column=True, min_gain=gain))[0]
            for gain in (1e-2, 1e-9)
        )
        assert long <= short <= begin
        one = search.best_gamma(
            per_column=False, min_gain=1e-2
        )  # one is found in full all the same
        assert np.ptp(one) == 0
        for nearby in (0.99, 1.01):
            assert search.angle(one)[0] <= search.angle(one * nearby)[0] + 1e-9


@pytest.mark.slow
def test_noisy_columns_count_less():
    """Figure 3 of the paper: twonorm with twenty columns that tell nothing beside it."""

    def ratio(seed, min_width_gain):
        random = np.random.default_rng(seed)
        y = random.random(300) < 0.5
        X = random.normal(size=(300, 40))
        X[:, :20] += np.where(y, 1, -1)[:, None] * 2 / math.sqrt(20)
        classes = TwoClasses.from_rows(X, y)
        weights = greedy_machine(
            classes, max_bases=20, seed=0, min_width_gain=min_width_gain
        ).column_weights
        assert weights.sum() == pytest.approx(1)
        return weights[:20].mean() / weights[20:].mean()

    coarse, default, fine = (
        np.mean([ratio(seed, gain) for seed in range(3)]) for gain in (1e-2, 1e-6, 1e-8)
    )
    assert 1.5 < coarse < min(default, fine)
    assert min(default, fine) > 3


def test_order_copies_and_scale_of_the_rows_do_not_matter():
    X, y = sample(4)
    random = np.random.default_rng(0)
    weights = random.integers(0, 4, len(y))
    machine = greedy_machine(TwoClasses.from_rows(X, y, weights), max_bases=6, seed=1)
    order = random.permutation(np.repeat(np.arange(len(y)), weights))
    copied = greedy_machine(TwoClasses.from_rows(X[order], y[order]), max_bases=6, seed=1)
    assert np.array_equal(machine.decision_function(X), copied.decision_function(X))
    units = np.array([1024.0, 1.0, 2.0**-20])  # powers of two: no rounding
    scaled = greedy_machine(TwoClasses.from_rows(X * units, y, weights), max_bases=6, seed=1)
    np.testing.assert_allclose(scaled.decision_function(X * units), machine.decision_function(X))


def test_as_good_on_other_rows_as_the_full_machine_with_fewer_bases():
    X, y = sample(5, rows=1200, columns=2)
    train, test = slice(0, 200), slice(200, None)
    sparse = greedy_machine(TwoClasses.from_rows(X[train], y[train]), max_bases=15, seed=0)

    def kernel(first, second):
        return np.exp(-0.5 * ((first[:, None] - second) ** 2).sum(axis=2))

    full = kernel_machine(X[train][y[train]], X[train][~y[train]], kernel, ridge=1e-3)
    accuracies = [
        np.mean((machine.decision_function(X[test]) > 0) == y[test]) for machine in (sparse, full)
    ]
    assert accuracies[0] >= accuracies[1] - 0.02
    assert min(accuracies) > 0.9


def test_rows_that_are_separated_for_certain_end_it():
    machine = greedy_machine(
        TwoClasses.from_rows([[0.0], [0.0], [1.0], [1.0]], [True, True, False, False])
    )
    assert machine.bound == pytest.approx(1)
    assert machine.limit == "certain"
    assert len(machine.weights) == 1


def test_classes_with_the_same_rows_have_no_bound():
    machine = greedy_machine(TwoClasses.from_rows([[0.0], [1.0]] * 2, [True, True, False, False]))
    assert (machine.bound, machine.limit, len(machine.weights)) == (0, "gain", 0)
    assert machine.decision_function([[3.0]]).tolist() == [0.0]
    assert "0" in machine.summary()


def test_ctrl_c_leaves_the_bases_so_far(monkeypatch):
    classes, left, found = TwoClasses.from_rows(*sample(6)), iter(range(12)), BasisSearch.best_gamma

    def best_gamma(self, **options):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return found(self, **options)

    monkeypatch.setattr(BasisSearch, "best_gamma", best_gamma)
    machine = greedy_machine(classes, candidates=5, seed=0)
    assert (machine.limit, len(machine.weights)) == ("interrupted", 2)
    with pytest.raises(KeyboardInterrupt):
        greedy_machine(classes, candidates=5, seed=0)


def test_a_time_limit_leaves_the_bases_so_far():
    rows, flags = sample(0)
    machine = greedy_machine(TwoClasses.from_rows(rows, flags), seed=0, time_limit=0.0)
    assert (machine.limit, len(machine.weights)) == ("time", 1)
    assert 0 < machine.bound < 1


def test_a_gain_below_min_gain_ends_it():
    X, y = sample(6)
    classes = TwoClasses.from_rows(X, y)
    machine = greedy_machine(classes, min_gain=0.02, seed=0)
    bounds = [0.0, *(step.bound for step in machine.history)]
    assert machine.limit == "gain"
    assert np.diff(bounds).min() > 0.02


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_bases": 0}, "max_bases is 0"),
        ({"min_width_gain": -1}, "min_width_gain is -1"),
        ({"candidates": 0}, "candidates is 0.*None"),
        ({"selection": "all"}, "selection 'all' is unknown; take one of features, width"),
        ({"min_gain": -1}, "min_gain is -1"),
    ],
)
def test_a_parameter_out_of_range_is_named(options, message):
    with pytest.raises(ValueError, match=message):
        greedy_machine(TwoClasses.from_rows(*sample(0)), **options)


@pytest.mark.parametrize(
    ("rows", "flags", "weights", "message"),
    [
        ([1.0, 2.0], [True, False], None, "shape"),
        (np.zeros((4, 0)), [True, True, False, False], None, "a column at least"),
        ([[1.0], [2.0]], [True], None, "one flag for each row"),
        ([[np.nan], [2.0]], [True, False], None, "NaN"),
        ([[1.0], [2.0]], [True, False], [1, -1], "weights"),
        ([[1.0], [2.0], [3.0]], [True, False, False], None, "class x has fewer than two rows"),
        ([[1.0], [2.0]], [True, True], None, "class y has fewer than two rows"),
    ],
)
def test_rows_that_will_not_do_are_refused(rows, flags, weights, message):
    with pytest.raises(ValueError, match=message):
        TwoClasses.from_rows(rows, flags, weights)
