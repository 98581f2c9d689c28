import numpy as np
import pytest
from scipy.sparse import csr_array

from nzdd import RowTable
from nzdd.formulations.learning.soft_margin import (
    InteriorPoint,
    LabelledSample,
    SampleDiagram,
    SoftMarginProblem,
    fit,
    solve,
)
from nzdd.formulations.learning.soft_margin.nu_choice import solve_with_default_nu

RANDOM = np.random.default_rng(0)
ROWS = (RANDOM.random((300, 7)) < 0.5).astype(np.uint8)
NOISY = (ROWS[:, :3].sum(axis=1) >= 2) ^ (RANDOM.random(300) < 0.1)
THIRDS = np.array(["a", "b", "c"])[ROWS[:, 0] + ROWS[:, 1]]


@pytest.mark.parametrize(
    "labels",
    [
        NOISY,
        NOISY.astype(int),
        NOISY * 2.0 - 1,
        np.where(NOISY, "yes", "no"),
        np.where(NOISY, "yes", "no").astype(object),
    ],
)
@pytest.mark.parametrize("form", [ROWS, ROWS.astype(bool), csr_array(ROWS), ROWS.tolist()])
def test_labels_and_rows_may_have_any_form(form, labels):
    if isinstance(form, list):
        form = [np.flatnonzero(row).tolist() for row in form]
    found = fit(form, labels, nu=0.5)
    sample = LabelledSample.from_rows(ROWS, NOISY)
    alone = solve(SoftMarginProblem(SampleDiagram.from_sample(sample), 0.5))
    [result] = found.results
    assert result.objective == pytest.approx(alone.objective, abs=1e-9)
    np.testing.assert_allclose(found.classifier.weights[0], alone.weights, atol=1e-6)
    assert found.classifier.classes == tuple(np.unique(labels).tolist())
    assert found.classifier.error_rate(form, labels) == np.mean(
        (ROWS @ alone.weights + alone.intercept > 0) != NOISY
    )


def test_three_classes_are_three_problems():
    found = fit(ROWS, THIRDS, nu=0.4)
    assert len(found.results) == 3
    for label, result, weights in zip("abc", found.results, found.classifier.weights, strict=True):
        [alone] = fit(ROWS, label == THIRDS, nu=0.4).results
        assert result.objective == pytest.approx(alone.objective, abs=1e-9)
        np.testing.assert_allclose(weights, alone.weights, atol=1e-6)


def test_weights_of_classes_and_of_rows():
    weights = np.random.default_rng(1).integers(0, 4, 300)
    [repeated] = fit(np.repeat(ROWS, weights, axis=0), np.repeat(NOISY, weights), nu=0.5).results
    [weighted] = fit(ROWS, NOISY, weights=weights, nu=0.5).results
    assert weighted.objective == pytest.approx(repeated.objective, abs=1e-8)
    factors = np.where(NOISY, 3.0, 0.5)
    [by_row] = fit(ROWS, NOISY, weights=factors, nu=0.5).results
    [by_class] = fit(ROWS, NOISY, class_weight={True: 3.0, False: 0.5}, nu=0.5).results
    assert by_class.objective == pytest.approx(by_row.objective, abs=1e-8)
    [balanced] = fit(ROWS, NOISY, class_weight="balanced", nu=0.5).results
    assert balanced.problem.balance == pytest.approx(1)
    assert balanced.problem.diagram.sample.total_weight == pytest.approx(300)


def test_classes_without_weight_are_no_classes():
    found = fit(ROWS, THIRDS, weights=np.where(THIRDS == "b", 0, 1), nu=0.4)
    assert found.classifier.classes == ("a", "c")


def test_the_default_nu_is_that_of_the_problem():
    [result] = fit(ROWS, NOISY).results
    found = solve_with_default_nu(InteriorPoint(result.problem.diagram))
    assert result.problem.nu == found.problem.nu


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"labels": NOISY[:5]}, r"labels have shape \(5,\), but there are 300 rows"),
        ({"labels": np.ones(300)}, r"only one class, \[1.0\]"),
        ({"labels": np.array(["a", 1, None] * 100, object)}, "labels are of several kinds"),
        ({"weights": np.zeros(300)}, "only one class|positive weight"),
        ({"weights": -np.ones(300)}, "weight 0 is -1.0; weights must be finite and not negative"),
        ({"weights": np.full(300, np.nan)}, "weight 0 is nan"),
        ({"class_weight": {"x": 2}}, "class_weight names 'x', which is not one of the classes"),
        ({"class_weight": "even"}, "class_weight is 'even'; take None, 'balanced' or a mapping"),
        ({"nu": 0}, "nu is 0; give a number above 0 and at most 1"),
        ({"nu": 1.5}, "nu is 1.5"),
        ({"nu": np.nan}, "nu is nan"),
        ({"nu": "best"}, "nu is 'best'; give a number above 0 and at most 1, or 'auto'"),
        ({"slack": "node"}, "slack 'node' is unknown"),
        ({"slack": "block", "blocks": 0}, "blocks is 0"),
        ({"bias": "small"}, "bias 'small' is unknown"),
        ({"rows": ROWS * 2}, "rows of a family hold only 0 and 1"),
        ({"rows": ROWS * np.nan}, "rows of a family hold only 0 and 1"),
        ({"rows": np.zeros((300, 0), np.uint8), "bias": "none"}, "no features"),
    ],
)
def test_bad_input_is_refused(options, complaint):
    arguments = {"rows": ROWS, "labels": NOISY, "nu": 0.5} | options
    with pytest.raises(ValueError, match=complaint):
        fit(arguments.pop("rows"), arguments.pop("labels"), **arguments)


def test_equal_rows_and_very_many_columns_are_no_problem():
    [result] = fit(np.ones((4, 3), np.uint8), [0, 0, 1, 1], nu=0.5).results
    assert (result.outcome, result.objective) == ("nothing", 0)
    symbols = np.array([2**32 - 3, 5, 5], np.uint32)
    with pytest.raises(ValueError, match="there are 4294967294 features, and at most"):
        fit(RowTable.from_csr([0, 1, 2, 3], symbols, 2**32 - 2), [1, 0, 0], nu=0.5)
    wide = RowTable.from_csr([0, 1, 2, 3], np.array([2**17 - 1, 5, 5], np.uint32), 2**17)
    [result] = fit(wide, [1, 0, 0], nu=0.5).results
    assert (result.algorithm, result.limit) == ("interior-point", None)
    assert np.flatnonzero(result.weights).tolist() in ([5, 2**17 - 1], [5], [2**17 - 1])


def test_ctrl_c_keeps_the_best_classifier_so_far():
    def stop(step):
        if step.number == 3:
            raise KeyboardInterrupt

    found = fit(ROWS, NOISY, nu=0.5, on_step=stop)
    assert found.results[0].limit == "interrupted"
    assert found.classifier.weights.shape == (1, 7)
    assert found.results[0].gap > 0


def test_ctrl_c_while_nu_is_sought_has_no_result():
    """There are no weights yet that answer the question."""
    random = np.random.default_rng(2)
    rows = random.random((40_000, 400)) < 0.5
    labels = rows[:, :5].sum(axis=1) + random.normal(size=40_000) > 2.5

    def stop(stage, share):
        if stage == "interior point":  # which takes seconds
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit(rows, labels, progress=stop)


@pytest.mark.parametrize("algorithm", ["interior-point", "column-generation", "erlpboost"])
@pytest.mark.parametrize("nu", ["auto", 0.5])
def test_without_time_there_is_still_a_proven_answer(algorithm, nu):
    [result] = fit(ROWS, NOISY, nu=nu, algorithm=algorithm, time_limit=0.0).results
    assert result.limit == "time"
    assert result.objective <= result.dual_objective
    [whole] = fit(ROWS, NOISY, nu=nu, algorithm=algorithm, time_limit=1e6).results
    assert whole.limit is None
    [free] = fit(ROWS, NOISY, nu=nu, algorithm=algorithm).results
    assert whole.objective == free.objective
