"""Colours of small graphs against all colourings, and of known graphs against published numbers."""

import itertools
from threading import Event

import networkx as nx
import numpy as np
import pytest

import nzdd
from nzdd import _core
from nzdd.adapters.methods.choose_many.colouring import colour_search
from nzdd.formulations.choose_many.colouring.reduced_graph import ReducedGraph, adjacency_of


def ends_of(graph):
    return np.array([*graph.edges], np.int64).reshape(-1, 2)


def seeds(number):
    """A third of them for each run, and the others for slow ones."""
    return [pytest.param(k, marks=pytest.mark.slow if k % 3 else ()) for k in range(number)]


def fewest(graph):
    """The chromatic number, by trying all colourings."""
    size = graph.number_of_nodes()
    for number in range(size + 1):
        for colours in itertools.product(range(number), repeat=size):
            if all(colours[u] != colours[v] for u, v in graph.edges):
                return number
    return 0


@pytest.mark.parametrize("seed", seeds(40))
def test_small_graphs_get_the_fewest_colours(seed, monkeypatch):
    """Also where CP-SAT is not asked before independent sets cover them."""
    monkeypatch.setattr(colour_search, "FEW_ROWS", 0 if seed % 2 else colour_search.FEW_ROWS)
    graph = nx.gnp_random_graph(6, 0.2 + 0.02 * seed, seed=seed)
    ends, number = ends_of(graph), fewest(graph)
    result = nzdd.colour(ends, 6)
    assert (result.status, result.fun, result.dual_bound) == ("optimal", number, number)
    assert set(result.x) == set(range(number))
    assert (result.x[ends[:, 0]] != result.x[ends[:, 1]]).all()
    classes = [set(each) for each in result.chosen[0].named()]
    assert classes == [set(np.flatnonzero(result.x == colour)) for colour in range(number)]
    clique = result.report.clique
    assert all(graph.has_edge(u, v) for u, v in itertools.combinations(clique.tolist(), 2))


@pytest.mark.parametrize("seed", range(40))
def test_any_colours_of_a_reduced_graph_lead_to_as_many_of_the_whole(seed):
    """What is set aside takes no further colour, whatever those of the others are."""
    graph = nx.gnp_random_graph(30, 0.1 + 0.01 * seed, seed=seed)
    ends = ends_of(graph)
    least = max(map(len, nx.find_cliques(graph)))
    reduced = ReducedGraph.of(adjacency_of(ends, 30), least)
    left = nx.Graph(reduced.ends.tolist())
    left.add_nodes_from(range(reduced.vertices.size))
    found = nx.greedy_color(left, "random_sequential")
    some = np.array([found[v] for v in range(reduced.vertices.size)], np.int64)
    colours = reduced.colours(some)
    assert (colours >= 0).all()
    assert (colours[ends[:, 0]] != colours[ends[:, 1]]).all()
    assert colours.max() + 1 <= max(least, int(some.max(initial=-1)) + 1)


@pytest.mark.parametrize("seed", seeds(30))
def test_a_tabu_search_tells_whether_it_has_mended_all_conflicts(seed):
    random = np.random.default_rng(seed)
    graph = nx.gnp_random_graph(12, 0.5, seed=seed)
    ends, number = ends_of(graph), int(random.integers(2, 7))
    begin = random.integers(0, number, 12).astype(np.uint32)
    proper, colours = _core.tabu_colouring(ends.astype(np.uint32), begin, number, 2000, seed, None)
    assert colours.max() < number
    assert proper == (colours[ends[:, 0]] != colours[ends[:, 1]]).all()
    assert proper == (nzdd.colour(ends, 12).fun <= number)  # 2000 steps are enough for these


@pytest.mark.parametrize("seed", range(30))
def test_greedy_colours_are_proper_and_the_first_that_are_free(seed):
    graph = nx.gnp_random_graph(40, 0.03 * seed, seed=seed)
    ends = np.concatenate((ends_of(graph), ends_of(graph)[:3]))  # parallel edges, too
    colours = _core.greedy_colouring(ends.astype(np.uint32), 40, None)
    for vertex in range(40):
        around = {int(colours[u]) for u in graph[vertex]}
        assert around >= set(range(colours[vertex]))
        assert colours[vertex] not in around


@pytest.mark.parametrize("rows", [colour_search.FEW_ROWS, pytest.param(0, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("graph", "number"),
    [
        (nx.empty_graph(0), 0),
        (nx.empty_graph(4), 1),
        (nx.complete_graph(7), 7),
        (nx.mycielski_graph(4), 4),
        (nx.mycielski_graph(5), 5),
        pytest.param(nx.mycielski_graph(6), 6, marks=pytest.mark.slow),
        (nx.petersen_graph(), 3),
        (nx.cycle_graph(101), 3),
        (nx.grid_2d_graph(20, 20), 2),
        (nx.kneser_graph(6, 2), 4),
        (nx.star_graph(10_000), 2),
        (nx.disjoint_union(nx.complete_graph(12), nx.random_labeled_tree(3000, seed=1)), 12),
    ],
)
def test_colours_of_known_graphs(graph, number, rows, monkeypatch):
    monkeypatch.setattr(colour_search, "FEW_ROWS", rows)
    graph = nx.convert_node_labels_to_integers(graph)
    result = nzdd.colour(ends_of(graph), graph.number_of_nodes())
    assert (result.status, result.fun, result.dual_bound) == ("optimal", number, number)


def test_without_time_the_greedy_colours_are_the_answer():
    graph = nx.mycielski_graph(6)
    stopped = Event()
    stopped.set()
    for options in ({"time_limit": 0.0}, {"interrupt": stopped}):
        result = nzdd.colour(ends_of(graph), **options)
        assert result.status == "feasible"
        assert result.limit == ("time" if "time_limit" in options else "interrupted")
        assert result.dual_bound <= 6 <= result.fun


def test_a_limit_ends_the_colouring_of_a_large_graph():
    """The first colours, too, are made with an eye on the limit."""
    random = np.random.default_rng(1)
    ends = random.integers(0, 100_000, (1_000_000, 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    shown = []

    def stop(stage, share):
        shown.append(stage)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        nzdd.colour(ends, 100_000, progress=stop)
    result = nzdd.colour(ends, 100_000, time_limit=0.01)
    assert (result.limit, result.fun, result.dual_bound) == ("time", 100_000, 1)
    assert shown == ["colour"]


def test_without_a_diagram_the_search_goes_on_until_the_limit():
    graph = nx.mycielski_graph(8)  # 8 colours, no triangle
    for seconds in (0.3, 2.0, 12.0):  # a busy machine needs more of them for a search
        result = nzdd.colour(ends_of(graph), max_states=10, time_limit=seconds)
        if result.message != "time limit":
            break
    assert (result.status, result.limit) == ("feasible", "time")
    assert 2 <= result.dual_bound <= 8 <= result.fun
    assert "more than 10 states" in result.message


@pytest.mark.parametrize(
    "graph",
    [
        nx.mycielski_graph(4),
        pytest.param(nx.mycielski_graph(5), marks=pytest.mark.slow),
        nx.petersen_graph(),
        nx.icosahedral_graph(),
    ],
)
def test_without_a_diagram_an_integer_program_proves_what_it_can(graph, monkeypatch):
    monkeypatch.setattr(colour_search, "FEW_ROWS", 0)  # or it would be asked before
    few = nzdd.colour(ends_of(graph), max_states=10)
    assert few.status == "optimal"
    assert few.fun == nzdd.colour(ends_of(graph)).fun


def test_graphs_that_have_no_colours_are_refused():
    with pytest.raises(ValueError, match="vertex 1 is its own neighbour"):
        nzdd.colour([(0, 1), (1, 1)])
    with pytest.raises(ValueError, match="vertices lie between"):
        nzdd.colour([(0, 3)], 2)
