from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from nzdd import NZDD, ZDD
from nzdd.adapters.methods.soft_margin import engines
from nzdd.formulations import ExtendedFormulation, LinearModel
from nzdd.formulations.iteration.history import Step
from nzdd.formulations.learning.soft_margin import (
    InteriorPoint,
    LabelledSample,
    SampleDiagram,
    compare,
    nu_path,
)

pytest.importorskip("matplotlib", reason="figures are drawn by matplotlib")

from nzdd.adapters.libraries.networkx import to_networkx
from nzdd.adapters.pictures import matplotlib as figures
from nzdd.sklearn import RuleClassifier

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

    with pytest.raises(ValueError, match="there is no result"):
        figures.weights_path([])


def test_bounds_that_are_not_finite_are_left_out():
    steps = [Step(0, 0.0, -np.inf, np.inf, 0), Step(1, 0.5, 1.0, np.inf, 1), Step(2, 1.0, 2, 3, 1)]
    figure = figures.bounds({"a": SimpleNamespace(history=steps)})
    lower, upper = figure.axes[0].lines
    np.testing.assert_array_equal(lower.get_ydata(), [np.nan, 1, 2])
    np.testing.assert_array_equal(upper.get_ydata(), [np.nan, np.nan, 3])
    np.testing.assert_array_equal(figure.axes[1].lines[0].get_ydata(), [np.nan, np.nan, 1])
    with pytest.raises(ValueError, match="'b' has no steps"):
        figures.bounds({"b": SimpleNamespace(history=[])})
    with pytest.raises(ValueError, match="there is no result"):
        figures.bounds({})


@pytest.mark.parametrize("kind", [ZDD, NZDD])
def test_nodes_and_edges_a_level(kind):
    diagram = kind.from_rows(ROWS)
    graph, where = to_networkx(diagram), "level" if kind is ZDD else "depth"
    level = {node: at for node, at in graph.nodes(data=where) if at is not None}
    edges, nodes = figures.level_profile(diagram).axes[0].patches
    leaving = Counter(level[a] for a, b in graph.edges() if kind is NZDD or b != 0)
    for drawn, wanted in ((nodes, Counter(level.values())), (edges, leaving)):
        values = drawn.get_data().values
        assert {at: n for at, n in enumerate(values) if n} == wanted


def test_each_edge_falls_into_the_bar_of_its_multiplicity():
    nzdd = NZDD.from_rows([[i] for i in range(7)], weights=[0.5, 1, 1.5, 2, 4, 7.9, 0])
    axes = figures.multiplicities(nzdd).axes[0]
    bars = {bar.get_x(): bar.get_height() for bar in axes.patches}
    assert bars == {0.5: 1, 1: 2, 2: 1, 4: 2}
    nzdd = NZDD.from_rows([[0], [1]], weights=[np.nextafter(8, 0), 8])  # log2 is 3 of both
    bars = {bar.get_x(): bar.get_height() for bar in figures.multiplicities(nzdd).axes[0].patches}
    assert bars == {4: 1, 8: 1}
    with pytest.raises(ValueError, match="nothing to count"):
        figures.multiplicities(NZDD.from_rows([]))


def test_nonzeros_before_and_after(tmp_path):
    matrix = np.kron(np.eye(2), np.ones((400, 3)))
    model = LinearModel(np.zeros(6), matrix, row_lower=np.arange(800.0))
    figure = figures.spy(model, ExtendedFormulation.from_model(model).model)
    before, after = figure.axes
    assert before.get_title() == "before: 800 x 6, 2,400 nonzeros"
    shown = before.images[0].get_array()
    assert shown.shape == (267, 6)  # three rows a cell
    filled = ~np.ma.getmaskarray(shown)
    assert filled[:133, :3].all()
    assert not filled[:133, 3:].any()
    assert before.get_xlim() == after.get_xlim()
    figures.spy(np.zeros((0, 3)), np.ones((2, 0))).savefig(tmp_path / "empty.png")


def test_the_path_of_rules_shows_every_point():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 4))
    model = RuleClassifier(folds=2, max_bins=6).fit(X, X[:, 0] + X[:, 1] > 0)
    figure = figures.rule_path(model.result_.path, model.result_.chosen)
    *curves, ring = figure.axes[0].lines
    for curve, (_, points) in zip(curves, model.path_.groupby("relax"), strict=True):
        assert curve.get_xdata().tolist() == points["literals"].tolist()
        assert curve.get_ydata() == pytest.approx(points["held_out_loss"])
    assert ring.get_ydata() == pytest.approx(model.path_["held_out_loss"][model.path_["chosen"]])
    with pytest.raises(ValueError, match="no points"):
        figures.rule_path(RuleClassifier(0.1).fit(X, X[:, 0] > 0).result_.path)


def test_the_front_of_rules_shows_every_vote_of_it():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 4))
    y = X[:, 0] + X[:, 1] > 0
    model = RuleClassifier(max_literals=3, folds=2, max_bins=6).fit(X, y)
    line, *marks = figures.rule_front(model.result_).axes[0].lines
    front = model.front_
    assert line.get_xdata().tolist() == front["literals"].tolist()
    assert line.get_ydata() == pytest.approx(front["held_out_loss"])
    assert marks[0].get_xdata().size == (front["search"] == "penalty").sum()
    assert marks[-1].get_xdata().tolist() == [sum(map(len, model.conjunctions_))]
    with pytest.raises(ValueError, match="no votes to compare"):
        figures.rule_front(RuleClassifier(0.1).fit(X, y).result_)
