"""The rows that points of a solver with callbacks are given, and when none are."""

import numpy as np

from nzdd.adapters.solvers.callbacks import row_giver
from nzdd.adapters.solvers.callbacks.row_giver import PATIENCE, RowGiver
from nzdd.formulations.rows.matrix_rows import MatrixRows


def test_a_row_violated_a_little_no_longer_counts_when_given_very_often_for_one_point():
    giver = RowGiver([MatrixRows([[1.0, 1.0]], [2 + 1e-5])])
    point = np.array([1.0, 1.0])
    assert [len(giver.for_candidate(point)) for _ in range(PATIENCE + 1)] == [1] * PATIENCE + [0]
    assert len(giver.for_candidate(np.array([0.0, 1.0]))) == 1
    assert (giver.rounds, giver.rows_added) == (PATIENCE + 2, 1)
    # after a solution another solve may begin
    assert len(giver.for_candidate(np.array([2.0, 1.0]))) == 0
    assert len(giver.for_candidate(point)) == 1


def test_a_row_violated_clearly_counts_every_time():
    giver = RowGiver([MatrixRows([[1.0, 1.0]], [2.1])])
    point = np.array([1.0, 1.0])
    assert all(len(giver.for_candidate(point)) for _ in range(3 * PATIENCE))


def test_the_root_of_another_solve_is_cut_off_again():
    giver = RowGiver([MatrixRows([[1.0, 1.0]], [3])])
    nodes = [0] * 7 + [4] * 3 + [0, 4]
    counts = [len(giver.for_relaxation(np.array([0.5, 0.5]), node)) for node in nodes]
    assert counts == [1] * 5 + [0] * 2 + [1] * 2 + [0] + [1, 1]


def test_a_node_is_cut_off_in_few_rounds():
    giver = RowGiver([MatrixRows([[1.0, 1.0]], [3])])
    point = np.array([0.5, 0.5])
    counts = [sum(len(giver.for_relaxation(point, node)) for _ in range(20)) for node in (0, 7, 8)]
    assert counts == [5, 2, 2]


def test_what_is_remembered_of_points_and_nodes_stays_small(monkeypatch):
    monkeypatch.setattr(row_giver, "REMEMBERED", 3)
    giver = RowGiver([MatrixRows([[1.0, 1.0]], [3])])
    for value in range(10):
        assert len(giver.for_candidate(np.array([value / 10, 0.0]))) == 1
        assert len(giver.for_relaxation(np.array([0.5, 0.5]), value)) == 1
    assert giver.rows_added == 1


def test_small_violations_of_rows_with_large_sides_do_not_hide_larger_ones():
    # within the tolerance of their large sides, and more violated than the row that matters
    sides = np.append(np.full(100, 1e6), 1.0)
    matrix = np.vstack((np.eye(100) * 1e6 * (1 - 1e-7), np.full((1, 100), 1e-2 - 1e-6)))
    giver = RowGiver([MatrixRows(matrix, sides)], max_rows=5)
    assert len(giver.for_candidate(np.ones(100))) == 1
