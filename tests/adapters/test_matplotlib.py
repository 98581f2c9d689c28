import numpy as np
import pytest

from nzdd.adapters.soft_margin import engines
from nzdd.formulations.soft_margin import (
    InteriorPoint,
    LabelledSample,
    SampleDiagram,
    compare,
    nu_path,
)

pytest.importorskip("matplotlib", reason="figures are drawn by matplotlib")

from nzdd.adapters import matplotlib as figures

ROWS = np.random.default_rng(0).random((60, 5)) < 0.5
SAMPLE = LabelledSample.from_rows(ROWS, ROWS[:, 0] | ROWS[:, 1])


def test_a_line_a_bound_and_method(tmp_path):
    results = compare(SAMPLE, 0.3, engines("lp", "scipy")["solve_model"])
    figure = figures.bounds(results)
    above, below = figure.axes
    assert len(above.lines) == 2 * len(results)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == list(results)
    for line, result in zip(below.lines, results.values(), strict=True):
        gaps = [step.gap if step.gap > 0 else np.nan for step in result.history]
        np.testing.assert_array_equal(line.get_ydata(), gaps)
    figure.savefig(tmp_path / "bounds.svg")
    assert (tmp_path / "bounds.svg").stat().st_size > 1000


def test_the_largest_weights_are_named_along_nu():
    interior_point = InteriorPoint(SampleDiagram.from_sample(SAMPLE, "row"))
    results = nu_path(interior_point, [0.6, 0.2, 0.4])
    figure = figures.weights_path(results, list("abcde"), shown=2)
    below = figure.axes[1]
    np.testing.assert_array_equal(below.lines[0].get_xdata(), [0.2, 0.4, 0.6])
    named = [text.get_text() for text in figure.legends[0].get_texts()]
    assert named[-1] == "bias"
    size = np.max([np.abs(result.weights) for result in results], axis=0)
    assert set(named[:-1]) == {"abcde"[j] for j in np.argsort(-size, kind="stable")[:2]}
