"""Every combination of conditions gives the sets of edges that keep all of them."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import (
    b_matchings,
    f_factors,
    forests,
    graphs,
    matchings,
    simple_cycles,
    simple_paths,
    spanning_trees,
    vertex_sets,
)
from support.examples import examples
from support.sets.edge_conditions import Subgraph, holds
from support.sets.exact_sums import weight_lists
from support.sets.families import subsets
from support.sets.graphs import grid, multigraphs


def numbers(most):
    """A number, a set of numbers, or a range."""
    one = st.integers(0, most)
    ranges = st.builds(range, one, st.integers(0, most + 2), st.integers(1, 2))
    return one | st.sets(one, max_size=3) | ranges


@st.composite
def conditions(draw, ends, num_vertices):
    """Some of the conditions, with values that are often possible."""
    vertex, edge = st.integers(0, num_vertices - 1), st.integers(0, max(len(ends) - 1, 0))
    degrees = numbers(4) | st.dictionaries(vertex, numbers(4))
    edges = st.lists(edge, max_size=2 if ends else 0)
    labels = st.lists(st.integers(-1, 2), min_size=num_vertices, max_size=num_vertices)
    values = st.sampled_from([-1.5, -1, 0, 0.25, 1, 2, 3.5])
    weights = weight_lists(len(ends)) | st.lists(values, min_size=len(ends), max_size=len(ends))
    if ends:
        weights |= st.dictionaries(edge, values) | st.sets(edge)
    parts = st.sampled_from([0, 0.1, 0.2, 0.5, 3])
    bound = st.none() | st.sampled_from([-2, -0.3, 0, 0.3, 1.0, 2.5, 4])
    families = st.lists(st.lists(edge, max_size=4 if ends else 0), max_size=20)
    intervals = st.integers(0, 3) | st.builds(range, st.integers(0, 3), st.integers(1, 6))
    possible = {
        "degrees": degrees,
        "num_edges": numbers(6),
        "linear": st.lists(st.tuples(weights, bound, bound), min_size=1, max_size=2),
        "acyclic": st.just(True),
        "components": intervals,
        "groups": labels.map(
            lambda given: [[v for v in range(len(given)) if given[v] == k] for k in range(3)]
        ),
        "grouped": st.just(True),
        "spanning": st.just(True),
        "bipartite": st.just(True),
        "induced": st.just(True),
        "partition": st.just(True),
        "component_weights": st.tuples(
            st.lists(parts, min_size=num_vertices, max_size=num_vertices)
            | st.dictionaries(vertex, parts)
            | st.sets(vertex),
            bound,
            bound,
        ),
        "degree_counts": st.dictionaries(st.integers(0, 4), numbers(num_vertices), max_size=3),
        "required": edges,
        "forbidden": edges,
        "within": st.tuples(families, st.booleans()).map(
            lambda given: (
                ~ZDD.from_rows(given[0], num_symbols=len(ends))
                if given[1]
                else ZDD.from_rows(given[0], num_symbols=len(ends))
            )
        ),
    }
    asked = {}
    for name in draw(st.lists(st.sampled_from(sorted(possible)), unique=True, max_size=5)):
        asked[name] = draw(possible[name])
    if draw(st.booleans()):
        asked["directed"] = True
        for name in draw(st.sets(st.sampled_from(["in_degrees", "out_degrees"]))):
            asked[name] = draw(degrees)
    return asked


@given(multigraphs(max_vertices=6, max_edges=8), st.data())
@settings(deadline=None, max_examples=examples(400))
def test_all_conditions_hold_at_once(case, data):
    ends, num_vertices = case
    asked = data.draw(conditions(ends, num_vertices))
    rows = subsets(range(len(ends)))
    expected = sorted(row for row in rows if holds(Subgraph(ends, num_vertices, row), asked))
    for order in ("auto", data.draw(st.permutations(range(len(ends))))):
        zdd = graphs(ends, num_vertices=num_vertices, order=order, **asked)
        zdd.verify()
        assert sorted(zdd) == expected
        assert zdd.num_symbols == len(ends)


EACH = [
    {"acyclic": True},
    {"acyclic": True, "components": 1, "spanning": True},
    {"bipartite": True},
    {"bipartite": True, "components": 1},
    {"components": 1},
    {"components": 2, "spanning": True},
    {"components": 1, "degrees": (0, 2)},
    {"components": 1, "degree_counts": {1: 2}, "degrees": range(3)},
    {"component_weights": ([1, 2, 3], 2, 3)},
    {"component_weights": ([1, 2, 3], 2, 5), "partition": True},
    {"degree_counts": {0: 1, 2: range(1, 3)}},
    {"degrees": 1},
    {"degrees": {0: 1, 2: (0, 3)}},
    {"degrees": 2, "induced": True},
    {"groups": [[0, 1], [2]]},
    {"groups": [[0], [1]], "grouped": True, "acyclic": True},
    {"groups": [[0, 2]], "induced": True},
    {"induced": True},
    {"induced": True, "components": 1},
    {"linear": [([2, -1, 1, 0.5], 0, 1.5)], "acyclic": True},
    {"num_edges": range(2, 4), "bipartite": True},
    {"partition": True},
    {"partition": True, "components": 2},
    {"directed": True, "in_degrees": range(2), "acyclic": True},
    {"directed": True, "in_degrees": {0: 0, 1: 1, 2: 1}, "components": 1},
    {"directed": True, "in_degrees": 1, "out_degrees": 1},
    {"directed": True, "out_degrees": (0, 2), "induced": True},
]


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("asked", EACH, ids=str)
def test_each_condition_holds_on_all_graphs_of_three_vertices(asked, step):
    """With up to four edges in either direction, parallel ones and self-loops among them.

    Or on every fourth one, from another one on for each condition.
    """
    arcs = list(product(range(3), repeat=2))
    if "directed" not in asked:
        arcs = [(a, b) for a, b in arcs if a <= b]
    for size in range(4 if "directed" in asked else 5):
        rows = subsets(range(size))
        own = dict(asked)
        if "linear" in own:
            own["linear"] = [(each[0][:size], *each[1:]) for each in asked["linear"]]
        all_ends = list(combinations_with_replacement(arcs, size))
        for ends in all_ends[EACH.index(asked) % min(step, len(all_ends)) :: step]:
            found = sorted(graphs(ends, num_vertices=3, **own))
            assert found == sorted(row for row in rows if holds(Subgraph(ends, 3, row), own))


def test_the_named_families_are_combinations():
    ends = grid(5, 5)
    last = 24
    of_paths = {0: 1, last: 1} | dict.fromkeys(range(1, last), (0, 2))
    assert graphs(ends, degrees=of_paths, components=1) == simple_paths(ends, 0, last)
    assert graphs(ends, degrees=(0, 2), components=1) == simple_cycles(ends)
    assert graphs(ends, acyclic=True) == forests(ends)
    assert graphs(ends, acyclic=True, components=1, spanning=True) == spanning_trees(ends)
    assert graphs(ends, degrees=range(2)) == matchings(ends)
    assert graphs(ends, degrees=1) == matchings(ends, perfect=True)


def test_weights_are_exact():
    """A tenth is no dyadic number: ten of the doubles would be more than one."""
    chain = [(vertex, vertex + 1) for vertex in range(10)]
    tenth = [0.1] * 10
    assert graphs(chain, linear=[(tenth, 1, 1)]).count() == 1
    assert graphs(chain, linear=[(tenth, None, 1)], num_edges=10).count() == 1
    assert graphs(chain, linear=[([1 / 3] * 10, 1, None)], num_edges=3).count() == 0
    assert graphs(chain, linear=[([1e300, 1e-300] * 5, 1e300, 1e300)]).count() == 5
    assert graphs(chain, linear=[([2**57] * 10, 2**57, 2**57)]).count() == 10
    assert graphs(chain, linear=[([1e300] * 10, 2e300, float("inf"))]).count() == 2**10 - 11
    assert graphs(chain, linear=[([1e-300] * 10, -float("inf"), 1e-300)]).count() == 11


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"degrees": -1}, "degrees contains -1"),
        ({"degrees": {7: 1}}, "degrees name vertex 7, but there are 3 vertices"),
        ({"in_degrees": 1}, "need directed=True"),
        ({"components": (0, 2)}, "leaves a number out"),
        ({"groups": [[0], [0, 1]]}, "vertex 0 is in two"),
        ({"required": [2]}, "required names edge 2, but there are 2 edges"),
        ({"within": ZDD.from_rows([], num_symbols=3)}, "3 symbols, but there are 2 edges"),
        ({"linear": [([1.0], 0, 1)]}, "give 2 numbers"),
        ({"linear": [([10**1000, 1], 0, 1)]}, "round them"),
        ({"linear": [([1, np.nan], 0, 1)]}, "weight 1 of linear.0. is nan"),
        ({"linear": [([1, 2], 1)]}, "give .weights, low, high."),
    ],
)
def test_impossible_conditions_are_refused(asked, message):
    with pytest.raises(ValueError, match=message):
        graphs([(0, 1), (1, 2)], **asked)


def test_wrong_types_are_refused():
    with pytest.raises(TypeError, match="within is of type list"):
        graphs([(0, 1)], within=[[0]])
    with pytest.raises(TypeError, match=r"degrees is 1\.5"):
        graphs([(0, 1)], degrees=1.5)


def test_names_that_it_does_not_have_are_refused():
    with pytest.raises(TypeError, match="no argument 'bipartit'; did you mean bipartite"):
        graphs([(0, 1)], bipartit=True)
    with pytest.raises(TypeError, match="no argument 'xyz'; it has acyclic, bipartite, "):
        graphs([(0, 1)], xyz=1)


def test_a_search_that_is_too_large_is_given_up():
    with pytest.raises(MemoryError, match="max_states = 20 "):
        graphs(grid(5, 5), components=1, max_states=20)


@given(multigraphs(max_vertices=5, max_edges=7), st.booleans(), st.data())
@settings(deadline=None, max_examples=examples(60))
def test_edges_may_be_named_by_their_vertices(case, directed, data):
    ends, num_vertices = case
    between = {}
    for edge, pair in enumerate(ends):
        between.setdefault(pair if directed else frozenset(pair), []).append(edge)
    single = [edge for (edge, *parallel) in between.values() if not parallel]
    edges = data.draw(st.sets(st.sampled_from(single))) if single else set()
    names = {edge: ends[edge] for edge in edges}
    if not directed:
        names = {edge: data.draw(st.permutations(pair)) for edge, pair in names.items()}
    pairs = {tuple(pair) for pair in names.values()}
    options = {"num_vertices": num_vertices, "directed": directed}
    for name in ("required", "forbidden"):
        assert graphs(ends, **{name: pairs}, **options) == graphs(ends, **{name: edges}, **options)
    weights = {edge: edge - 1.5 for edge in edges}
    called = {tuple(names[edge]): weight for edge, weight in weights.items()}
    for one, other in ((called, weights), (pairs, edges), (list(pairs) or set(), edges)):
        found = graphs(ends, linear=[(one, 1, 3.5)], **options)
        assert found == graphs(ends, linear=[(other, 1, 3.5)], **options)


SQUARE = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 3)]


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({5: 1}, r"linear\[0\] names edge 5, but there are 5 edges"),
        ({(0, 2): 1}, "names an edge from 0 to 2, and there is none"),
        ({(3, 0)}, "names the edge from 3 to 0, but 2 edges join them"),
        ({(0, 1): 1, (1, 0): 2}, r"names edge 0 twice, as \(1, 0\)"),
        ([0, 3], "are 2 numbers; give 5 numbers.* or a set of edges that weigh 1"),
    ],
)
def test_weights_of_no_edge_are_refused(given, fault):
    with pytest.raises(ValueError, match=fault):
        graphs(SQUARE, linear=[(given, 0, 1)])
    with pytest.raises(TypeError, match="give the number of the edge, or its two vertices"):
        graphs(SQUARE, required=["01"])
    with pytest.raises(TypeError, match=r"names 1\.5; give the number of the vertex"):
        vertex_sets(SQUARE, linear=[({1.5: 1}, 0, 1)])


@given(multigraphs(max_vertices=4, max_edges=6), st.data())
@settings(deadline=None, max_examples=examples(30))
def test_a_list_of_degrees_has_one_for_each_vertex(case, data):
    ends, number = case
    degrees = data.draw(st.lists(st.integers(0, 3), min_size=number, max_size=number))
    for family in (b_matchings, f_factors):
        found = family(ends, dict(enumerate(degrees)), num_vertices=number)
        assert family(ends, degrees, num_vertices=number) == found
        assert family(ends, np.array(degrees), num_vertices=number) == found
    with pytest.raises(ValueError, match=f"give one for each of {number} vertices"):
        f_factors(ends, [*degrees, 1], num_vertices=number)


def test_degrees_that_repeat_a_number_are_refused():
    for degrees in ([1, 1, 2, 2], np.array([1, 1, 2, 2])):
        with pytest.raises(ValueError, match=r"lists a number twice.*vertex: number"):
            graphs(SQUARE, degrees=degrees)
