"""The extended formulation has the solutions, the optimum and the duals of the original."""

import itertools
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.sparse import csr_array

from nzdd import NZDD, ArchiveError, archive
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, ExtendedFormulation, LinearModel, Status
from support.examples import examples
from support.models.linear_programs import dual_objective
from support.models.milp_reference import milp_answer
from support.models.random_models import models, models_that_share
from support.models.toy_engine import ToyEngine

MINIMIZE = ("nonzeros", "edges")
MODELS = st.one_of(models(), models_that_share())


def points(model, values, count):
    """So many points of these values, the same each time."""
    return np.random.default_rng(0).choice(np.array(values, float), (count, model.num_columns))


@settings(max_examples=examples(40))
@given(MODELS, st.sampled_from(MINIMIZE), st.sampled_from(["auto", "binary"]))
def test_a_point_is_feasible_exactly_when_its_lift_is(model, minimize, coefficients):
    if coefficients == "binary":
        model = model.changed(matrix=csr_array(np.rint(model.matrix)))
    extended = ExtendedFormulation.from_model(model, minimize, coefficients=coefficients)
    for x in points(model, [0, 1, 2], 60):
        lifted = extended.lift(x)
        assert np.array_equal(extended.recover(lifted), x)
        assert model.violation(x).within(1e-9) == extended.model.violation(lifted).within(1e-9)


@settings(max_examples=examples(40))
@given(MODELS, st.sampled_from(MINIMIZE))
def test_optimum_and_status_are_those_of_the_original(model, minimize):
    status, optimum = milp_answer(model)
    extended_status, extended_optimum = milp_answer(
        ExtendedFormulation.from_model(model, minimize).model
    )
    # HiGHS may call one and the same unbounded model "unbounded" or "unbounded or infeasible"
    assert (status == 0) == (extended_status == 0)
    if status == 0:
        assert extended_optimum == pytest.approx(optimum, abs=2e-5)


@settings(max_examples=examples(40))
@given(models_that_share())
def test_pairs_of_heads_and_tails_become_a_block(model):
    """Without this the tests around it would compare models with themselves."""
    (block,) = ExtendedFormulation.from_model(model).blocks
    assert block.rows.size >= 9
    is_range = (
        np.isfinite(model.row_lower)
        & (model.row_lower < model.row_upper)
        & (model.row_upper < np.inf)
    )
    assert block.num_slacks == is_range.sum()


@settings(max_examples=examples(40))
@given(MODELS, st.sampled_from(MINIMIZE))
def test_the_report_counts_rows_and_nonzeros(model, minimize):
    extended = ExtendedFormulation.from_model(model, minimize)
    groups = extended.report.groups
    grouped = np.isfinite(model.row_lower) | np.isfinite(model.row_upper)
    sizes = np.diff(model.matrix.indptr)
    grouped &= sizes > 0
    assert sum(group.rows for group in groups) == grouped.sum()
    assert sum(group.nonzeros for group in groups) == sizes[grouped].sum()
    gone = sum(group.replaced + group.redundant for group in groups)
    assert gone == model.num_rows - extended.kept_rows.size
    added = sum(group.edges for group in groups)
    assert extended.model.num_rows == extended.kept_rows.size + added
    kept = sizes[extended.kept_rows].sum()
    assert extended.model.num_nonzeros == kept + sum(group.new_nonzeros for group in groups)


@settings(max_examples=examples(40))
@given(MODELS)
def test_no_model_grows(model):
    nonzeros = ExtendedFormulation.from_model(model, "nonzeros")
    assert nonzeros.model.num_nonzeros <= model.num_nonzeros
    edges = ExtendedFormulation.from_model(model, "edges")
    assert edges.model.num_rows <= model.num_rows


@settings(deadline=None, max_examples=examples(200))
@given(
    st.one_of(models(integers=False), models_that_share(integers=False)),
    st.sampled_from(MINIMIZE),
)
def test_recovered_duals_prove_the_optimum(model, minimize):
    """Duals of the right signs whose dual objective is the optimum are optimal duals."""
    extended = ExtendedFormulation.from_model(model, minimize)
    answer = ToyEngine(extended.model).solve()
    assume(answer.status is Status.OPTIMAL)
    duals = extended.recover_duals(answer.duals)
    assert dual_objective(model, duals, 1e-8) == pytest.approx(milp_answer(model)[1], abs=2e-5)


@settings(max_examples=examples(40))
@given(MODELS)
def test_bounds_of_potentials_cut_no_feasible_point(model):
    extended = ExtendedFormulation.from_model(model, "edges")
    for x in points(model, [0, 3], 40):
        if model.violation(x).within(1e-9):
            assert extended.model.violation(extended.lift(x)).within(1e-9)


def test_all_subsets_of_one_size_become_a_grid():
    """All C(12, 6) rows "six of twelve sum to at least one" need O(n k) edges."""
    rows = np.array(
        [[j in chosen for j in range(12)] for chosen in itertools.combinations(range(12), 6)]
    )
    model = LinearModel(np.ones(12), rows, row_lower=1, upper=1)
    for minimize in MINIMIZE:
        extended = ExtendedFormulation.from_model(model, minimize)
        assert extended.model.num_rows < 100
        assert milp_answer(extended.model)[1] == pytest.approx(12 / 6)


def test_of_equal_left_sides_only_the_tightest_stays():
    model = LinearModel(
        [1], [[1], [1], [-1]], row_lower=[1, 2, -np.inf], row_upper=[np.inf, np.inf, -3]
    )
    extended = ExtendedFormulation.from_model(model)
    assert extended.model.num_rows == 1
    assert milp_answer(extended.model)[1] == 3
    assert np.array_equal(extended.recover_duals([-1.0]), [0, 0, -1])


def test_contradicting_equalities_stay_infeasible():
    model = LinearModel([0, 0], [[1, 1], [1, 1]], row_lower=[1, 2], row_upper=[1, 2])
    assert milp_answer(ExtendedFormulation.from_model(model).model)[0] == 2


def near_a_row(changes, seed=0, shape=(60, 12)):
    """A covering model whose rows are one row of wide integers but for this share of changes."""
    rng = np.random.default_rng(seed)
    matrix = np.tile(rng.integers(1, 101, shape[1]), (shape[0], 1))
    changed = rng.random(shape) < changes
    matrix[changed] = rng.integers(1, 101, np.count_nonzero(changed))
    return LinearModel(rng.integers(1, 20, shape[1]), matrix, rng.integers(50, 400, shape[0]))


def test_rows_near_a_common_row_cost_their_differences():
    """That row once, and for each other one its differences and the two ends of its edge."""
    model = near_a_row(0.1)
    common = [np.bincount(column.astype(int)).argmax() for column in model.matrix.toarray().T]
    differences = np.count_nonzero(model.matrix.toarray() != common)
    after = ExtendedFormulation.from_model(model).report.after
    assert after.nonzeros <= differences + model.num_rows + model.num_columns + 1
    assert after.columns - model.num_columns <= model.num_rows


@pytest.mark.parametrize("integrality", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_differences_leave_optimum_and_duals_as_they_are(seed, integrality):
    model = near_a_row(0.2, seed).replace(integrality=integrality, upper=3)
    extended = ExtendedFormulation.from_model(model)
    (block,) = extended.blocks
    assert block.edges.symbols.constant.size > np.unique(model.matrix.data).size
    status, optimum = milp_answer(model)
    assert milp_answer(extended.model) == (status, pytest.approx(optimum))
    for x in points(model, [0, 1, 2, 3], 60):
        lifted = extended.lift(x)
        assert model.violation(x).scaled == pytest.approx(extended.model.violation(lifted).scaled)
    if not integrality:
        answer = linprog(
            extended.model.objective,
            -extended.model.matrix,
            -extended.model.row_lower,
            bounds=np.column_stack((extended.model.lower, extended.model.upper)),
        )
        duals = extended.recover_duals(-answer.ineqlin.marginals)
        assert duals.min() >= 0
        assert dual_objective(model, duals) == pytest.approx(optimum)


@settings(max_examples=examples(40))
@given(MODELS, st.sampled_from(MINIMIZE))
def test_a_report_warns_exactly_where_the_model_is_larger_in_some_way(model, minimize):
    report = ExtendedFormulation.from_model(model, minimize).report
    sizes = [(size.rows + size.columns, size.nonzeros) for size in (report.before, report.after)]
    (dimensions, nonzeros), (new_dimensions, new_nonzeros) = sizes
    assert bool(report.warning) == (new_dimensions > dimensions or new_nonzeros > nonzeros)
    for key, ratio in report.ratios.items():
        before, after = getattr(report.before, key), getattr(report.after, key)
        assert ratio * before == pytest.approx(after)
        if report.warning:
            assert (f"{key} from {before:,} to {after:,}" in report.warning) == (after > before)


def test_added_names_are_new_and_unique():
    rows = [[1, 1, 1, 0], [1, 1, 1, 1], [0, 1, 1, 1], [1, 0, 1, 1]] * 3
    lower = np.arange(12.0)
    names = [f"edge0_{i}" for i in range(12)]
    model = LinearModel(
        np.ones(4), rows, lower, row_names=names, column_names=["node0_0", "a", "b", "c"]
    )
    extended = ExtendedFormulation.from_model(model, "edges").model
    assert len(set(extended.row_names)) == extended.num_rows
    assert len(set(extended.column_names)) == extended.num_columns


@settings(deadline=None, max_examples=examples(25))
@given(MODELS, st.sampled_from(MINIMIZE))
def test_saved_and_loaded_it_recovers_the_same(tmp_path_factory, model, minimize):
    extended = ExtendedFormulation.from_model(model, minimize)
    path = tmp_path_factory.mktemp("archive") / "a.nzdd"
    extended.save(path)
    loaded = ExtendedFormulation.load(path)
    assert loaded.model == extended.model
    assert loaded.original == extended.original
    sizes = [(report.before, report.after) for report in (loaded.report, extended.report)]
    assert sizes[0] == sizes[1]
    x = np.ones(model.num_columns)
    assert np.array_equal(loaded.lift(x), extended.lift(x))
    y = np.ones(extended.model.num_rows)
    assert np.array_equal(loaded.recover_duals(y), extended.recover_duals(y))


def test_a_damaged_archive_is_refused(tmp_path):
    rows = list(itertools.product((0, 1), repeat=4))[1:]
    path = tmp_path / "a.nzdd"
    ExtendedFormulation.from_model(LinearModel(np.ones(4), rows, row_lower=1), "edges").save(path)
    whole = path.read_bytes()
    for cut in range(0, len(whole), 97):
        path.write_bytes(whole[:cut])
        with pytest.raises(ArchiveError, match=r"a\.nzdd"):
            ExtendedFormulation.load(path)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("model_indptr", np.zeros(3, np.int64), "the matrix does not fit its rows"),
        ("kept_rows", np.array([15]), "a row is out of range"),
        ("kept_rows", np.array([-1]), "a row is out of range"),
        ("kept_rows", np.array([3]), "a row is there twice"),
        ("block0_rows", np.arange(2, 16), "a row is out of range"),
        ("block0_rows", np.full(14, 5), "a row is there twice"),
        ("block0_nzdd_num_symbols", 2**31 - 1, "column has shape"),
        ("block0_num_columns", 5, "a block does not fit the model"),
        ("block0_column", np.full(5, 4), "a symbol's column is out of range"),
        ("block0_sense", "<=", "the sense or the slacks of a block are unknown"),
        ("block0_slack_upper", np.ones(3), "the sense or the slacks of a block are unknown"),
    ],
)
def test_an_archive_whose_parts_do_not_fit_is_refused(tmp_path, name, value, message):
    rows = list(itertools.product((0, 1), repeat=4))[1:]
    path = tmp_path / "a.nzdd"
    ExtendedFormulation.from_model(LinearModel(np.ones(4), rows, row_lower=1), "edges").save(path)
    state = archive.read(path, "extended formulation", dict)
    assert len(state["block0_rows"]) == 14  # of 15
    assert name in state
    archive.write(path, "extended formulation", state | {name: value})
    tracemalloc.start()
    try:
        with pytest.raises(ArchiveError, match=message):
            ExtendedFormulation.load(path)
        assert tracemalloc.get_traced_memory()[1] < 2**24  # nothing of an announced size
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("size", [0, 3])
def test_vectors_of_the_wrong_size_are_refused(size):
    extended = ExtendedFormulation.from_model(LinearModel([1, 1], [[1, 1]], row_lower=1))
    for method in (extended.lift, extended.recover, extended.recover_duals):
        with pytest.raises(ValueError, match="shape"):
            method(np.zeros(size))


def test_archives_of_version_1_can_be_read():
    """This file stays as it is for as long as version 1 is read."""
    rows = [row for row in itertools.product((0, 1), repeat=4) if sum(row) >= 2]
    model = LinearModel(
        [3, 2, 4, 1.5],
        [*rows, (0, 0, 0, 3)],
        row_lower=[*[2] * 11, 1],
        upper=[5, 5, 5, np.inf],
        integrality=[1, 0, 0, 1],
        offset=7,
        column_names=["a", "größer", "c d", "e"],
        row_names=[f"r{i}" for i in range(12)],
        name="cover",
    )
    file = Path(__file__).parent / "data" / "extended-formulation-1.nzdd"
    extended = ExtendedFormulation.load(file)
    assert extended.original == model
    assert len(extended.blocks) == 1
    assert extended.model.num_rows < model.num_rows
    assert milp_answer(extended.model)[1] == pytest.approx(milp_answer(model)[1])
    for point in itertools.product((0.0, 1.0, 2.0), repeat=4):
        lifted = extended.lift(np.array(point))
        assert extended.recover(lifted).tolist() == list(point)
        assert extended.model.violation(lifted).within(0) == model.violation(point).within(0)


def test_rows_between_two_sides_have_a_slack_in_the_lift():
    """Ten columns that all rows begin with, and one of ten that each row ends with."""
    model = LinearModel(np.ones(20), np.hstack((np.ones((10, 10)), np.eye(10))), 1, 5)
    extended = ExtendedFormulation.from_model(model)
    assert extended.blocks[0].num_slacks == 10
    for value in (0.0, 0.1, 0.4, 0.5):
        x = np.full(20, value)
        lifted = extended.lift(x)
        assert np.array_equal(extended.recover(lifted), x)
        assert extended.model.violation(lifted).within(1e-9) == model.violation(x).within(1e-9)
    assert milp_answer(extended.model)[1] == pytest.approx(milp_answer(model)[1])


def test_duals_of_implicit_rows_are_weighted_paths():
    """min sum of x over rows "each 3-subset of 6 has at least 1": every row has the same dual."""
    model = LinearModel(np.ones(6), np.ones((1, 6)), row_lower=1)
    diagram = ConstraintDiagram.from_zdd(sets_of_size(6, 3), 1.0)
    extended = ExtendedFormulation.from_model(model, diagrams=[diagram])
    lp = extended.model
    answer = linprog(
        lp.objective,
        A_ub=-lp.matrix,
        b_ub=-lp.row_lower,
        bounds=np.column_stack((lp.lower, lp.upper)),
    )
    duals = -answer.ineqlin.marginals
    (multipliers,) = extended.recover_multipliers(duals)
    assert extended.recover_duals(duals).size == 1
    assert answer.fun == pytest.approx(2)
    assert multipliers.dual.min() > 0
    assert multipliers.dual.sum() + extended.recover_duals(duals)[0] == pytest.approx(2)


def test_integers_beyond_2_to_the_53_stay_exact():
    rows = [[2.0**60, 1, 0], [2.0**60, 0, 1], [2.0**60 + 2**8, 1, 1], [0, 1, 1]]
    model = LinearModel([2.0**60, 2, 2], rows, row_lower=1)
    for minimize in MINIMIZE:
        extended = ExtendedFormulation.from_model(model, minimize)
        for x in itertools.product((0.0, 1.0), repeat=3):
            lifted = extended.model.violation(extended.lift(x))
            assert lifted.within(1e-9) == model.violation(x).within(1e-9)


def test_diagrams_over_other_columns_are_refused():
    diagram = ConstraintDiagram.from_zdd(sets_of_size(3, 2), 1.0)
    with pytest.raises(ValueError, match="rows over 3 columns do not fit a model of 2"):
        ExtendedFormulation.from_model(LinearModel([1, 1], [[1, 1]], 1), diagrams=[diagram])


@pytest.mark.parametrize("minimize", MINIMIZE)
def test_diagrams_are_reduced_as_listed_rows_are(minimize):
    rows = np.unique(np.random.default_rng(0).random((400, 9)) < 0.4, axis=0).astype(float)
    model = LinearModel(np.ones(9), lower=-1, upper=1)
    diagram = ConstraintDiagram.from_rows(rows, 0)
    extended = ExtendedFormulation.from_model(model, minimize, diagrams=[diagram])
    assert extended.model.num_rows == NZDD.from_rows(rows, minimize=minimize).num_edges
    for x in points(model, [-1, 1, 1, 1], 60):
        feasible = extended.model.violation(extended.lift(x)).within(1e-9)
        assert feasible == (diagram.min_slack(x) >= 0)
