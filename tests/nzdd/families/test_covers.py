"""Hitting sets, exact covers, set covers and packings: all subsets are tried."""

from itertools import chain, product

import numpy as np
import pytest
from hypothesis import given, settings

from nzdd import ZDD
from nzdd.families import (
    exact_covers,
    hitting_sets,
    minimal_cuts,
    power_set,
    set_covers,
    set_packings,
    simple_paths,
    vertex_covers,
)
from support.examples import examples
from support.sets.families import families, subsets
from support.sets.graphs import grid

# The twelve pentominoes.
PENTOMINOES = {
    "F": [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)],
    "I": [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)],
    "L": [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)],
    "N": [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)],
    "P": [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],
    "T": [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)],
    "U": [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)],
    "V": [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)],
    "W": [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)],
    "X": [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)],
    "Y": [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)],
    "Z": [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)],
}


@given(families(max_symbols=7, max_rows=9))
@settings(deadline=None, max_examples=examples(150))
def test_hitting_sets_meet_each_row(family):
    rows, number = family
    zdd = hitting_sets(rows, num_symbols=number)
    zdd.verify()
    expected = {s for s in subsets(range(number)) if all(set(s) & set(row) for row in rows)}
    assert set(zdd) == expected
    minimal = hitting_sets(rows, minimal=True, num_symbols=number)
    minimal.verify()
    assert minimal == zdd.minimal()
    given_rows = ZDD.from_rows(rows, num_symbols=number)
    assert hitting_sets(minimal, minimal=True) == given_rows.minimal()


@given(families(max_symbols=6, max_rows=7))
@settings(deadline=None, max_examples=examples(150))
def test_covers_and_packings(family):
    rows, number = family
    for optional in ((), range(0, number, 2)):
        found = {"exact": set(), "cover": set(), "packing": set()}
        for chosen in subsets(range(len(rows))):
            counts = np.zeros(number, np.int64)
            for row in chosen:
                counts[list(set(rows[row]))] += 1
            needed = np.delete(counts, list(optional))
            if (counts <= 1).all():
                found["packing"].add(chosen)
                if (needed == 1).all():
                    found["exact"].add(chosen)
            if (counts >= 1).all():
                found["cover"].add(chosen)
        exact = exact_covers(rows, optional=optional, num_symbols=number)
        exact.verify()
        assert set(exact) == found["exact"]
        assert set(set_covers(rows, num_symbols=number)) == found["cover"]
        assert set(set_packings(rows, num_symbols=number, order="natural")) == found["packing"]


def test_minimal_transversals_of_paths_are_minimal_cuts():
    for size in (3, 4, 5):
        ends = grid(size, size)
        paths = simple_paths(ends, 0, size**2 - 1)
        cuts = minimal_cuts(ends, 0, size**2 - 1)
        assert hitting_sets(paths, minimal=True) == cuts
        assert hitting_sets(paths) == power_set(len(ends)).supersets(cuts)
        covers = vertex_covers(ends, minimal=True)
        assert hitting_sets(ends.tolist(), minimal=True) == covers


def placements(rows, columns):
    """The fields that each pentomino may cover, and itself; fields first."""
    found = []
    for number, cells in enumerate(PENTOMINOES.values()):
        shapes = set()
        for turn, mirror in product(range(4), (1, -1)):
            turned = np.array(cells) * [1, mirror] @ np.array([[0, 1], [-1, 0]]) ** 1
            for _ in range(turn):
                turned = turned @ np.array([[0, 1], [-1, 0]])
            shapes.add(tuple(sorted(map(tuple, (turned - turned.min(axis=0)).tolist()))))
        for shape in sorted(shapes):
            height, width = np.max(shape, axis=0) + 1
            for i, j in product(range(rows - height + 1), range(columns - width + 1)):
                fields = [(i + a) * columns + j + b for a, b in shape]
                found.append([*fields, rows * columns + number])
    return found


@pytest.mark.parametrize(("rows", "columns", "count"), [(20, 3, 2)])
def test_published_counts_of_pentomino_tilings(rows, columns, count):
    # C. B. Haselgrove and J. Haselgrove 1960; each tiling in its four positions
    assert exact_covers(placements(rows, columns)).count() == 4 * count


def test_queens_as_exact_covers_with_optional_diagonals():
    # OEIS A000170
    for size, count in enumerate([1, 0, 0, 2, 10, 4, 40, 92], 1):
        rows = [
            [i, size + j, 2 * size + i + j, 4 * size - 1 + i - j + size - 1]
            for i, j in np.ndindex(size, size)
        ]
        found = exact_covers(rows, optional=range(2 * size, 6 * size - 2), num_symbols=6 * size - 2)
        assert found.count() == count


def test_rows_of_a_diagram_are_numbered_by_rank():
    rows = ZDD.from_rows([[0, 1], [2], [1], [0]])
    listed = list(rows)
    for cover in exact_covers(rows):
        assert sorted(chain(*(listed[row] for row in cover))) == [0, 1, 2]
    assert exact_covers(rows).count() == 2


def test_wrong_arguments_are_named():
    rows = ZDD.from_rows([["a"], ["b", "c"]], names="abc", order="natural")
    assert sorted(exact_covers(rows, optional=["a"])) == [(0, 1), (1,)]
    assert sorted(exact_covers(rows, optional="a")) == [(0, 1), (1,)]
    with pytest.raises(ValueError, match="'d' is not the name of a symbol"):
        exact_covers(rows, optional=["d"])
    with pytest.raises(ValueError, match="optional holds symbol 3; there are 2 symbols"):
        exact_covers([[0, 1]], optional=[3])
    with pytest.raises(ValueError, match="order 'frequency' is unknown"):
        set_covers([[0, 1]], order="frequency")
    with pytest.raises(MemoryError, match="max_states = 2"):
        hitting_sets([[0, 1], [1, 2]], max_states=2)
    with pytest.raises(MemoryError, match="max_states = 2"):
        set_packings([[0, 1], [1, 2]], max_states=2)
