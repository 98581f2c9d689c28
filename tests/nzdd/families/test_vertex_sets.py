"""Families of vertex sets hold just the sets that keep their conditions: all subsets are tried."""

from itertools import combinations
from math import comb

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import (
    cliques,
    connected_vertex_sets,
    dominating_sets,
    feedback_vertex_sets,
    independent_sets,
    perfect_codes,
    power_set,
    vertex_covers,
    vertex_sets,
)
from support.examples import examples
from support.sets.exact_sums import weight_lists
from support.sets.exact_sums import within as weighs_within
from support.sets.families import subsets
from support.sets.graphs import grid, multigraphs

# Squares of r x r vertices, from r = 1 on.
INDEPENDENT = [2, 7, 63, 1234, 55447, 5598861, 1280128950, 660647962955]  # OEIS A006506
MAXIMAL_INDEPENDENT = [1, 2, 10, 42, 358, 4468, 88056, 2745186]  # OEIS A197048
DOMINATING = [1, 11, 291, 28661, 10982565]  # OEIS A133515
TOTAL_DOMINATING = [0, 9, 161, 11236, 3270375, 3416753209]  # OEIS A133793
CONNECTED = [1, 13, 218, 11506, 2301877, 1732082741]  # OEIS A059525
CONNECTED_DOMINATING = [1, 9, 129, 5617, 964755, 617429805]  # the diagonal of OEIS A291872
DOMINATING_TREES = [1, 8, 65, 1280, 78981, 14605388]  # OEIS A360847
# Queens on boards of r x r fields: r of them, and as many as no further one can be added to.
QUEENS = [1, 0, 0, 2, 10, 4, 40, 92]  # OEIS A000170
MAXIMAL_QUEENS = [1, 4, 9, 18, 58, 348]  # OEIS A146303


def neighbours_of(ends, number):
    near = [set() for _ in range(number)]
    for a, b in ends:
        near[a].add(b)
        near[b].add(a)
    return near


def induced(ends, row):
    graph = nx.MultiGraph()
    graph.add_nodes_from(row)
    graph.add_edges_from((a, b) for a, b in ends if a in row and b in row)
    return graph


def counts_fit(near, row, sigma, rho):
    return all(len(near[v] & row) in (sigma if v in row else rho) for v in range(len(near)))


def brute_force(ends, number, keep):
    return {row for row in subsets(range(number)) if keep(set(row))}


ANY = range(100)
SOME = range(1, 100)
RULES = {
    independent_sets: lambda ends, near, row: counts_fit(near, row, {0}, ANY),
    dominating_sets: lambda ends, near, row: counts_fit(near, row, ANY, SOME),
    perfect_codes: lambda ends, near, row: counts_fit(near, row, {0}, {1}),
    vertex_covers: lambda ends, near, row: all(a in row or b in row for a, b in ends),
    cliques: lambda ends, near, row: all(b in near[a] for a, b in combinations(row, 2)),
    connected_vertex_sets: lambda ends, near, row: (
        bool(row) and nx.is_connected(induced(ends, row))
    ),
    feedback_vertex_sets: lambda ends, near, row: (
        len(row) == len(near) or nx.is_forest(induced(ends, set(range(len(near))) - row))
    ),
}


@pytest.mark.parametrize("family", RULES, ids=lambda family: family.__name__)
@given(multigraphs(max_vertices=7, max_edges=12))
@settings(deadline=None, max_examples=examples(100))
def test_a_family_holds_the_sets_that_keep_its_rule(family, graph):
    ends, number = graph
    near = neighbours_of(ends, number)
    zdd = family(ends, num_vertices=number)
    zdd.verify()
    assert set(zdd) == brute_force(ends, number, lambda row: RULES[family](ends, near, row))
    natural = family(ends, num_vertices=number, order="natural")
    assert natural.order.name == "natural"
    assert natural == zdd


@given(multigraphs(max_vertices=7, max_edges=12))
@settings(deadline=None, max_examples=examples(60))
def test_maximal_and_minimal_sets(graph):
    ends, number = graph
    options = {"num_vertices": number}
    for family in (independent_sets, cliques):
        assert family(ends, maximal=True, **options) == family(ends, **options).maximal()
    assert vertex_covers(ends, minimal=True, **options) == vertex_covers(ends, **options).minimal()
    total = dominating_sets(ends, total=True, **options)
    near = neighbours_of(ends, number)
    assert set(total) == brute_force(ends, number, lambda row: counts_fit(near, row, SOME, SOME))


number_sets = st.one_of(
    st.none(), st.sets(st.integers(0, 4), min_size=1), st.just(range(1, 10**9)), st.integers(0, 3)
)


@given(
    multigraphs(max_vertices=6, max_edges=10),
    number_sets,
    number_sets,
    st.sampled_from([None, 1, (0, 1), (1, 2), (2, 6)]),
    st.booleans(),
    st.data(),
)
@settings(deadline=None, max_examples=examples(200))
def test_all_conditions_in_one_search(graph, sigma, rho, components, acyclic, data):
    ends, number = graph
    vertices = st.sets(st.integers(0, number - 1), max_size=2)
    required, forbidden = data.draw(vertices), data.draw(vertices)
    vertex, value = st.integers(0, number - 1), st.integers(-3, 3)
    some = st.dictionaries(vertex, value) | st.sets(vertex)
    weights = data.draw(st.lists(value, min_size=number, max_size=number) | some)
    low, high = data.draw(st.sampled_from([(None, 2), (0, 3), (1, None), (2, 2)]))
    size = data.draw(st.sampled_from([None, 2, (1, 4)]))
    within = data.draw(st.sampled_from([None, "some"]))
    chosen = [row for row in subsets(range(number)) if hash(row) % 3] if within else None
    near = neighbours_of(ends, number)

    def numbers(given):
        return ANY if given is None else {given} if isinstance(given, int) else given

    def between(value, bounds):
        least, most = (bounds, bounds) if isinstance(bounds, int) else bounds
        return least <= value <= most

    def keep(row):
        part = induced(ends, row)
        return (
            counts_fit(near, row, numbers(sigma), numbers(rho))
            and (components is None or between(nx.number_connected_components(part), components))
            and (not acyclic or not row or nx.is_forest(part))
            and required <= row
            and not forbidden & row
            and weighs_within(row, weights, low, high)
            and (size is None or between(len(row), size))
            and (chosen is None or tuple(sorted(row)) in chosen)
        )

    found = vertex_sets(
        ends,
        sigma=sigma,
        rho=rho,
        components=components,
        acyclic=acyclic,
        required=required,
        forbidden=forbidden,
        linear=[(weights, low, high)],
        size=size,
        within=None if chosen is None else ZDD.from_rows(chosen, num_symbols=number),
        num_vertices=number,
    )
    found.verify()
    assert set(found) == brute_force(ends, number, keep)


def test_published_counts_of_grids():
    def check(family, counts, **options):
        for size, count in enumerate(counts, 1):
            assert family(grid(size, size), num_vertices=size**2, **options).count() == count

    check(independent_sets, INDEPENDENT)
    check(independent_sets, MAXIMAL_INDEPENDENT, maximal=True)
    check(dominating_sets, DOMINATING)
    check(dominating_sets, TOTAL_DOMINATING, total=True)
    check(connected_vertex_sets, CONNECTED)
    check(dominating_sets, CONNECTED_DOMINATING, components=1)
    check(dominating_sets, DOMINATING_TREES, components=1, acyclic=True)


def queens(size):
    fields = list(enumerate(np.ndindex(size, size)))
    return [
        (i, j)
        for (i, (a, b)), (j, (c, d)) in combinations(fields, 2)
        if a == c or b == d or abs(a - c) == abs(b - d)
    ]


def test_published_counts_of_queens():
    for size, count in enumerate(QUEENS, 1):
        options = {"num_vertices": size**2, "size": size}
        assert independent_sets(queens(size), **options).count() == count
    for size, count in enumerate(MAXIMAL_QUEENS, 1):
        found = independent_sets(queens(size), maximal=True, num_vertices=size**2)
        assert found.count() == count


@given(
    multigraphs(max_vertices=6),
    st.floats(-8, 8),
    st.floats(-8, 8),
    st.data(),
)
@settings(deadline=None, max_examples=examples(60))
def test_weights_may_be_floats(graph, low, high, data):
    ends, number = graph
    weights, others = data.draw(weight_lists(number)), data.draw(weight_lists(number))
    found = independent_sets(
        ends, linear=[(weights, low, high), (others, None, high)], num_vertices=number
    )
    near = neighbours_of(ends, number)
    assert set(found) == brute_force(
        ends,
        number,
        lambda row: (
            counts_fit(near, row, {0}, ANY)
            and weighs_within(row, weights, low, high)
            and weighs_within(row, others, None, high)
        ),
    )


def test_all_families_of_a_graph_share_an_order():
    ends = np.random.default_rng(0).permutation(grid(9, 5))
    orders = [
        family(ends, num_vertices=45).order.all_symbols(45)
        for family in (independent_sets, dominating_sets, connected_vertex_sets)
    ]
    assert np.array_equal(orders[0], orders[1])
    assert np.array_equal(orders[0], orders[2])


def test_a_star_of_a_hundred_vertices():
    star = [(0, v) for v in range(1, 101)]
    leaves = range(1, 101)
    chosen = sum(comb(100, k) for k in [1, *range(63, 101)])
    assert vertex_sets(star, sigma=[1, *range(63, 200)], required=[0]).count() == chosen
    assert vertex_sets(star, rho=[0, 1, *range(63, 10**6)], forbidden=[0]).count() == chosen + 1
    assert vertex_sets(star, rho=[0, 1, *range(63, 10**6)]).count() == 2**100 + chosen + 1
    with pytest.raises(ValueError, match="take all of them or none"):
        vertex_sets(star, sigma=[70])
    assert connected_vertex_sets(star, forbidden=[0]) == ZDD.from_rows(
        [[v] for v in leaves], num_symbols=101
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"required": [3]}, "required names vertex 3, but there are 3 vertices"),
        ({"linear": [([1, 2], 0, 1)]}, "give 3 numbers"),
        ({"linear": [([1, 2, float("nan")], 0, 1)]}, "weight 2 of linear.0. is nan"),
        ({"linear": [([1, 2, 3], 0)]}, "give .weights, low, high."),
        ({"linear": [([1, 10**1000, 7], 0, 1)]}, "round them"),
        ({"components": (2, 1)}, "components lie between 2 and 1"),
        ({"order": "frequency"}, "order 'frequency' is unknown"),
        ({"within": power_set(4)}, "within is over 4 symbols, and there are 3 vertices"),
        ({"max_states": 0}, "max_states is 0"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        independent_sets([[0, 1], [1, 2]], **options)


def test_too_many_states():
    with pytest.raises(MemoryError, match="max_states = 20"):
        independent_sets(grid(5, 5), max_states=20)
