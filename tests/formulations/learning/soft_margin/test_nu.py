import numpy as np
import pytest

from nzdd.formulations.learning.soft_margin import (
    InteriorPoint,
    LabelledSample,
    SampleDiagram,
    SoftMarginProblem,
    nu_path,
    nu_range,
)
from support.learning.soft_margin_samples import random_diagram


def optimum(interior_point, nu, **kind):
    return interior_point.solve(SoftMarginProblem(interior_point.diagram, nu, **kind)).upper


def bias_alone(diagram, nu, signed):
    """The value of the bias as the only weight, by definition."""
    positive, negative = diagram.sample.class_weights
    wrong = (min(positive, negative) if signed else positive) / (positive + negative)
    return 1 - 2 * min(wrong, nu) / nu


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("bias", ["penalised", "none", "free"])
def test_the_optimum_is_trivial_below_and_above_and_not_between(signed, bias):
    random = np.random.default_rng(3)
    kind = {"signed": signed, "bias": bias}
    for _ in range(25):
        interior_point = InteriorPoint(random_diagram(random))
        window = nu_range(interior_point, **kind)
        diagram = interior_point.diagram
        assert window.constant == SoftMarginProblem(diagram, 1e-3).balance
        if 1e-3 < window.lower < 1:
            assert optimum(interior_point, 0.998 * window.lower, **kind) <= 1e-7
        above = 1.002 * window.lower
        if 0 < above < window.upper:
            assert optimum(interior_point, above, **kind) > 0
        if bias != "penalised":
            assert window.upper == {"none": 1, "free": window.constant}[bias]
            continue
        if window.lower >= window.upper:
            continue
        if window.upper < 0.99:
            nu = 1.002 * window.upper
            value = bias_alone(diagram, nu, signed)
            assert optimum(interior_point, nu, **kind) == pytest.approx(value, abs=1e-6)
        # The optimum is convex in 1 / nu, so well inside the window it is well above the bias.
        inside = 0.7 * window.upper + 0.3 * window.lower
        assert optimum(interior_point, inside, **kind) > bias_alone(diagram, inside, signed) + 1e-7
        below = max(0.998 * window.upper, 1.001 * window.lower)
        assert optimum(interior_point, below, **kind) >= bias_alone(diagram, below, signed) - 1e-9


def test_separable_classes_have_no_lower_end():
    rows = np.random.default_rng(4).random((50, 6)) < 0.5
    sample = LabelledSample.from_rows(rows, rows[:, 0])
    assert nu_range(InteriorPoint(SampleDiagram.from_sample(sample, "edge"))).lower == 0


@pytest.mark.parametrize("bias", ["penalised", "none", "free"])
def test_the_window_of_many_symbols(bias):
    """Their linear systems are solved by conjugate gradients, for the same optima."""
    random = np.random.default_rng(6)
    for _ in range(10):
        interior_point = InteriorPoint(random_diagram(random))
        expected = nu_range(interior_point, bias=bias)
        iterative = InteriorPoint(interior_point.diagram, dense=1)
        assert nu_range(iterative, bias=bias) == pytest.approx(expected, rel=3e-4)


def test_ctrl_c_ends_a_path_with_the_results_so_far():
    rows = np.random.default_rng(0).random((4000, 400)) < 0.5
    sample = LabelledSample.from_rows(rows, rows[:, 0])
    interior_point = InteriorPoint(SampleDiagram.from_sample(sample, "row"))

    def stop(stage, share):
        raise KeyboardInterrupt

    [result] = nu_path(interior_point, [0.5, 0.4], progress=stop)
    assert (result.problem.nu, result.limit) == (0.5, "interrupted")
    with pytest.raises(KeyboardInterrupt):  # half a window is none
        nu_range(interior_point, progress=stop)
