"""Arguments of families: huge ones cost nothing, and wrong ones are named."""

import networkx as nx
import numpy as np
import pytest

from nzdd import ZDD, families
from nzdd.adapters.libraries.networkx import family_of

ENDS = [(0, 1), (1, 2), (2, 0), (2, 3)]  # a triangle with a tail
FAR = [(0, 4 * 10**9)]
TOTALS = {"count", "probability", "weight_range"}  # they take a family and its arguments
EDGE_NAMES = [("c", "d"), ("b", "c"), ("a", "c"), ("a", "b")]


@pytest.mark.parametrize(
    ("family", "given", "count"),
    [
        (families.graphs, {"degrees": range(1, 10**9)}, 5),
        (families.graphs, {"degrees": range(10**40, -(10**40), -2)}, 2),
        (families.graphs, {"degrees": range(5, 10**40)}, 0),
        (families.graphs, {"num_edges": range(10**9)}, 16),
        (families.graphs, {"degree_counts": {10**20: 1}}, 0),
        (families.graphs, {"degree_counts": {10**20: 0, 3: 1}}, 2),
        (families.graphs, {"degrees": {2: np.int64(3)}}, 2),
        (families.b_matchings, {"degrees": 10**9}, 16),
        (families.connected_partitions, {"parts": range(2, 10**9)}, 9),
        (families.bicliques, {"first": 10**30, "second": 10**30}, 0),
        (families.bicliques, {"first": 10**5, "second": 10**5}, 0),
        (families.independent_sets, {"size": range(4)}, 7),
        (families.vertex_sets, {"rho": range(10**30)}, 16),
    ],
)
def test_huge_numbers_and_ranges_are_like_the_greatest_possible_ones(family, given, count):
    assert family(ENDS, **given).count() == count


@pytest.mark.parametrize(
    ("family", "ends", "given"),
    [
        (families.graphs, ENDS, {"num_vertices": 4 * 10**9, "components": 1}),
        (families.graphs, FAR, {}),
        (families.trees, FAR, {"root": 0}),
        (families.simple_paths, FAR, {"source": 0}),
        (families.regular_subgraphs, FAR, {}),
        (families.colourings, FAR, {"num_colours": 0}),
        (lambda ends: families.reliability(ends, [0], 0.5), FAR, {}),
        (lambda ends: families.covered_vertices(families.power_set(1), ends), FAR, {}),
    ],
)
def test_vertices_that_do_not_fit_are_a_memory_error(family, ends, given, monkeypatch):
    monkeypatch.setattr("nzdd.input.memory.available", lambda: 2**33)
    with pytest.raises(MemoryError, match="vertices do not fit"):
        family(ends, **given)


@pytest.mark.parametrize(
    ("family", "given", "message"),
    [
        (families.graphs, {"degrees": {0: 1.0}}, "degrees of vertex 0 is 1.0; give an integer"),
        (families.graphs, {"degrees": {0: None}}, "degrees of vertex 0 is None; give an integer"),
        (families.graphs, {"degrees": {"a": 1}}, "a vertex of degrees is 'a'; give an integer"),
        (families.graphs, {"groups": [0, 1]}, r"groups\[0\] is 0; give a list of vertices"),
        (families.graphs, {"groups": [["a"]]}, r"a vertex of groups\[0\] is 'a'; give an integer"),
        (families.graphs, {"required": 1}, "required is 1; give a list of edges"),
        (families.graphs, {"linear": 5}, r"linear is 5; give a list of \(weights, low, high\)"),
        (families.graphs, {"linear": [([1] * 4, "a", 1)]}, r"a bound of linear\[0\] is 'a'; give"),
        (families.graphs, {"degree_counts": 5}, "degree_counts is 5; give {degree: number of ver"),
        (families.graphs, {"num_vertices": "4"}, "num_vertices is '4'; give an integer"),
        (families.trees, {"max_states": "2"}, "max_states is '2'; give an integer"),
        (families.trees, {"root": "a"}, "root is 'a'; give an integer"),
        (families.rooted_forests, {"roots": 0}, "roots is 0; give a list of vertices"),
        (families.steiner_trees, {"terminals": 0}, "terminals is 0; give a list of vertices"),
        (families.reliability, {"terminals": 0, "probabilities": 0.5}, "terminals is 0; give a l"),
        (families.simple_paths, {"source": "a", "target": "b"}, "source is 'a'; give an integer"),
        (families.minimal_cuts, {"source": None, "target": 1}, "source is None; give an integer"),
        (families.colourings, {"num_colours": ["r"]}, r"num_colours is \['r'\]; give an integer"),
        (families.b_matchings, {"degrees": "a"}, "degrees is 'a'; give an integer, one for"),
        (families.regular_subgraphs, {"degree": "a"}, "degree is 'a'; give an integer"),
        (families.complete_subgraphs, {"size": "a"}, "size is 'a'; give an integer"),
        (families.bicliques, {"first": "a", "second": 1}, "first is 'a'; give an integer"),
        (families.vertex_sets, {"sigma": 1.5}, "sigma is 1.5; give an integer, a collection"),
        (families.vertex_sets, {"required": 1}, "required is 1; give a list of vertices"),
        (families.simple_paths, {"orderr": 3}, "simple_paths has no argument 'orderr'; did you m"),
        (families.independent_sets, {"sizes": 2}, "independent_sets has no .*did you mean size"),
        (families.dominating_sets, {"minimal": True}, "dominating_sets has no argument 'minimal'"),
        (families.trees, {"acyclic": True}, "trees has no argument 'acyclic'; .*graphs takes cond"),
        (families.independent_sets, {"sigma": 2}, "independent_sets has no argument 'sigma'; it"),
    ],
)
def test_wrong_types_and_names_are_named(family, given, message):
    with pytest.raises(TypeError, match=f"^{message}"):
        family(ENDS, **given)


@pytest.mark.parametrize("name", sorted(set(families.__all__) - {"graphs", "vertex_sets", *TOTALS}))
def test_each_family_refuses_unknown_options_under_its_own_name(name):
    family = getattr(families, name)
    if not callable(family) or isinstance(family, type):
        pytest.skip("no family")
    with pytest.raises(TypeError, match=rf"^{name}(\(\) got|\(\) missing| has no argument 'xyz')"):
        family(ENDS, xyz=1)


@pytest.mark.parametrize(
    ("family", "given", "message"),
    [
        (families.simple_paths, {"source": 9}, "the source is vertex 9, but there are 4"),
        (families.trees, {"root": 9}, "the root is vertex 9, but there are 4"),
        (families.steiner_trees, {"terminals": [9]}, "terminals name vertex 9, but there are 4"),
        (families.connected_partitions, {"part_weights": ([1], 0, 1)}, "the weights of part_weig"),
        (families.graphs, {"num_vertices": -2}, "num_vertices is -2; it must be at least 0"),
        (families.graphs, {"degrees": [1, 2, 1, 1]}, r"degrees is .* twice.*give {vertex: numb"),
        (
            families.graphs,
            {"linear": [([None, 2, 3, 3], 0, 1)]},
            r"weight 0 of linear\[0\] is",
        ),
        (families.independent_sets, {"size": range(0, 4, 3)}, "sizes range.* leave numbers out"),
        (families.independent_sets, {"within": families.power_set(5)}, ".*num_vertices=5 makes"),
        (families.independent_sets, {"within": families.power_set(3)}, ".*they must be as many"),
    ],
)
def test_wrong_values_are_named(family, given, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        family(ENDS, **given)


def test_other_wrong_values_are_named():
    with pytest.raises(ValueError, match="the vertices 0 and -1; vertices are not negative"):
        families.graphs([(0, -1)])
    with pytest.raises(TypeError, match=r"symbols is 2\.5; give their number, or their names"):
        families.power_set(2.5)
    with pytest.raises(TypeError, match=r"a bound of linear is 'a'; give a number"):
        families.linear([1, 2], 0, "a")


def test_within_is_taken_by_its_names():
    graph = nx.Graph(sorted(EDGE_NAMES))
    tail = ZDD.from_rows([[0]], num_symbols=4).named(EDGE_NAMES)
    turned = tail.renamed({("c", "d"): ("d", "c")})
    for within in (tail, turned, tail.embedded(graph.edges)):
        found = family_of(families.graphs, graph, within=within)
        assert list(found.named_rows()) == [(("c", "d"),)]
        assert found.names == tuple(graph.edges)
    sets = ZDD.from_rows(["a", "cd"], names="dcba")
    found = family_of(families.vertex_sets, graph, within=sets)
    assert {*found.named_rows()} == {("a",), ("c", "d")}
    for family, within in (
        (families.graphs, tail.named("wxyz")),
        (families.vertex_sets, families.power_set(3).named("dcb")),
    ):
        with pytest.raises(ValueError, match=r"within.embedded\(graph.* of fewer to the graph"):
            family_of(family, graph, within=within)


@pytest.mark.parametrize("order", ["auto", "natural", [3, 1, 2, 0]])
@pytest.mark.parametrize("family", [families.graphs, families.vertex_sets])
def test_the_result_has_the_names_of_within(family, order):
    within = families.power_set(4).named("wxyz")
    assert family(ENDS, within=within, order=order).names == tuple("wxyz")
    assert family(ENDS, within=within, required=[0], forbidden=[0]).names == tuple("wxyz")
