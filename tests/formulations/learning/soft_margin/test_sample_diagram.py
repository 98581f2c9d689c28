"""The paths of a diagram are the rows of its sample, with their weights on the edges."""

from collections import Counter

import numpy as np
import pytest

from nzdd.formulations.learning.soft_margin import sample_diagram
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from support.examples import examples
from support.learning.soft_margin_samples import (
    class_rows,
    random_diagram,
    random_rows,
    walked_paths,
)


@pytest.mark.parametrize("seed", range(examples(100)))
def test_paths_and_weights_are_those_of_the_rows(seed):
    random = np.random.default_rng(seed)
    diagram = random_diagram(random)
    rows, nzdd = class_rows(diagram.sample), diagram.nzdd
    through, totals, longest = np.zeros(nzdd.num_edges), Counter(), 0
    for edges, row in walked_paths(diagram):
        assert row in rows
        assert set(diagram.sign[edges]) == {row[0]}
        through[edges] += rows[row]
        totals[row] += 1
        longest = max(longest, len(edges))
    assert set(totals) == set(rows)
    assert max(totals.values()) == 1
    assert nzdd.multiplicity == pytest.approx(through, rel=1e-12)
    assert diagram.sample.total_weight == pytest.approx(sum(rows.values()))
    assert diagram.depth() == longest


@pytest.mark.parametrize("seed", range(examples(100)))
def test_totals_of_symbols(seed):
    random = np.random.default_rng(seed)
    diagram = random_diagram(random)
    flow = random.random(diagram.nzdd.num_edges)
    expected = np.zeros(diagram.sample.num_features + 1)
    for e in range(diagram.nzdd.num_edges):
        for j in diagram.nzdd.labels[slice(*diagram.nzdd.label_offsets[e : e + 2])]:
            expected[j] += diagram.sign[e] * flow[e]
    assert diagram.symbol_totals(flow) == pytest.approx(expected)


def test_slacks():
    random = np.random.default_rng(3)
    matrix = (random.random((400, 9)) < 0.5).astype(np.uint8)
    sample = LabelledSample.from_rows(matrix, matrix.sum(axis=1) > 4)
    row = SampleDiagram.from_sample(sample, "row")
    edge = SampleDiagram.from_sample(sample, "edge")
    assert row.nzdd.num_edges == sample.num_distinct + 2
    assert edge.nzdd.num_edges < row.nzdd.num_edges
    one = SampleDiagram.from_sample(sample, "block", blocks=1)
    for name in ("source", "target", "labels", "label_offsets", "multiplicity"):
        np.testing.assert_array_equal(getattr(one.nzdd, name), getattr(edge.nzdd, name))
    finest = SampleDiagram.from_sample(sample, "block", blocks=10**9)
    assert finest.nzdd.num_edges == row.nzdd.num_edges
    assert "a slack per edge" in repr(edge)


def test_rows_over_more_than_64_symbols_in_blocks():
    random = np.random.default_rng(4)
    matrix = (random.random((60, 62)) < 0.05).astype(np.uint8)
    for width in (62, 64, 100):
        wide = np.zeros((60, width), np.uint8)
        wide[:, :62] = matrix
        sample = LabelledSample.from_rows(wide, np.arange(60) % 2)
        diagram = SampleDiagram.from_sample(sample, "block", blocks=5)
        assert {row for _, row in walked_paths(diagram)} == set(class_rows(sample))


def test_auto_takes_the_exact_problem_unless_it_is_large(monkeypatch):
    cube = (np.arange(2**10)[:, None] >> np.arange(10)) & 1
    shared = LabelledSample.from_rows(cube.astype(np.uint8), cube[:, 0] > 0)
    matrix, labels, _ = random_rows(np.random.default_rng(0))
    small = LabelledSample.from_rows(matrix, labels)
    assert SampleDiagram.from_sample(shared).slack == "row"
    monkeypatch.setattr(sample_diagram, "MANY_ROWS", 1)
    assert SampleDiagram.from_sample(shared).slack == "edge"
    assert SampleDiagram.from_sample(small).slack == "row"


def test_a_class_whose_only_row_is_empty():
    sample = LabelledSample.from_rows([[], [], [0, 1], [1]], [1, 1, 0, 0])
    for slack in sample_diagram.SLACKS:
        diagram = SampleDiagram.from_sample(sample, slack)
        assert dict(Counter(row for _, row in walked_paths(diagram))) == {
            (1, ()): 1,
            (-1, (0, 1)): 1,
            (-1, (1,)): 1,
        }
        assert diagram.nzdd.multiplicity[:2].tolist() == [2, 2]


def test_bad_arguments_are_named():
    sample = LabelledSample.from_rows([[0], [1]], [1, 0])
    with pytest.raises(ValueError, match="slack 'path' is unknown"):
        SampleDiagram.from_sample(sample, "path")
    with pytest.raises(ValueError, match="blocks is 0"):
        SampleDiagram.from_sample(sample, "block", blocks=0)
    with pytest.raises(ValueError, match="order"):
        SampleDiagram.from_sample(sample, "edge", order="best")
