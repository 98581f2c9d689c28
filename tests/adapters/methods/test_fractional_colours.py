"""Fractional colours and dives against all independent sets, and published numbers."""

from fractions import Fraction
from math import ceil

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array

import nzdd
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.choose_many.colouring.fractional_colours import FractionalColours, dive
from nzdd.formulations.choose_many.colouring.reduced_graph import adjacency_of
from nzdd.formulations.iteration.limits import Limits, Stopped


def quiet(stage, share):
    """Progress that is shown to nobody."""


def adjacency(graph):
    ends = np.array([*graph.edges], np.int64).reshape(-1, 2)
    return adjacency_of(ends, graph.number_of_nodes())


def program(graph):
    """From one colour for each vertex on."""
    near = adjacency(graph)
    return FractionalColours(near, csr_array(np.eye(near.shape[0])), GlopEngine)


def fewest_fractional(graph):
    """The linear program over all maximal independent sets."""
    sets = [*nx.find_cliques(nx.complement(graph))]
    rows = [[-(v in each) for each in sets] for v in graph]
    return linprog(np.ones(len(sets)), rows, -np.ones(len(rows))).fun


@pytest.mark.parametrize("seed", range(30))
def test_the_bound_is_that_of_all_independent_sets(seed):
    graph = nx.gnp_random_graph(11, 0.1 + 0.025 * seed, seed=seed)
    fractional = program(graph)
    fractional.run(Limits(), quiet)
    assert fractional.ended
    assert fractional.bound == ceil(fewest_fractional(graph) - 1e-6)


def of_mycielski(order):
    """M. Larsen, J. Propp and D. Ullman, The fractional chromatic number of Mycielski's graphs."""
    value = Fraction(2)
    for _ in range(2, order):
        value += 1 / value
    return value


@pytest.mark.parametrize(
    ("graph", "number"),
    [
        *((nx.mycielski_graph(order), of_mycielski(order)) for order in range(2, 8)),
        *((nx.kneser_graph(n, k), Fraction(n, k)) for n, k in ((5, 2), (7, 2), (8, 3), (9, 4))),
        (nx.cycle_graph(31), Fraction(31, 15)),
        (nx.complete_graph(9), Fraction(9)),
        (nx.icosahedral_graph(), Fraction(4)),
    ],
)
def test_the_bound_of_known_graphs(graph, number):
    graph = nx.convert_node_labels_to_integers(graph)
    fractional = program(graph)
    fractional.run(Limits(), quiet)
    assert fractional.bound == ceil(number)


@pytest.mark.parametrize("seed", range(20))
def test_a_dive_has_as_many_colours_as_are_allowed_or_none(seed):
    graph = nx.gnp_random_graph(25, 0.2 + 0.03 * seed, seed=seed)
    fractional = program(graph)
    fractional.run(Limits(), quiet)
    colours = dive(fractional, 25, Limits(), quiet)
    ends = np.array([*graph.edges])
    assert (colours[ends[:, 0]] != colours[ends[:, 1]]).all()
    used = len(set(colours.tolist()))
    assert fractional.bound <= used
    assert dive(fractional, fractional.bound - 1, Limits(), quiet) is None


def test_a_program_that_was_stopped_goes_on():
    graph = nx.mycielski_graph(6)
    fractional = program(graph)
    with pytest.raises(Stopped):
        fractional.run(Limits(0.0), quiet)
    with pytest.raises(Stopped):
        fractional.run(Limits(), quiet, patience=0.0)
    left = iter(range(3))
    with pytest.raises(Stopped):
        fractional.run(Limits(None, lambda: next(left, None) is None), quiet)
    assert not fractional.ended
    fractional.run(Limits(), quiet)
    assert fractional.bound == ceil(of_mycielski(6))


@pytest.mark.parametrize("copies", [3, 4, 6])
def test_colours_that_no_clique_proves_are_proven_by_fractions(copies):
    """A pentagon of cliques needs five halves of their vertices, and has cliques of two halves."""
    graph = nx.lexicographic_product(nx.cycle_graph(5), nx.complete_graph(copies))
    graph = nx.convert_node_labels_to_integers(graph)
    result = nzdd.colour(np.array([*graph.edges]), max_states=1)
    assert (result.status, result.fun) == ("optimal", ceil(Fraction(5 * copies, 2)))
    assert result.report.clique.size == 2 * copies
    assert result.report.fractional == result.fun
