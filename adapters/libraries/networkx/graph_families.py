"""Families of sets of edges or vertices of a networkx graph, by the names of nodes and edges."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from inspect import signature
from itertools import product
from numbers import Real
from typing import Any, TypeVar, cast

import networkx as nx
import numpy as np

from nzdd import ZDD, families
from nzdd.adapters.libraries.networkx.graph import check_graph, edges_of
from nzdd.ground_set import GroundSet
from nzdd.input.parameters import listed
from nzdd.order import Order

ALWAYS_DIRECTED = (families.arborescences, families.branchings)
NODE = ("source", "target", "root")
NODES = ("terminals", "roots")
BY_NODE = ("degrees", "in_degrees", "out_degrees")
ELEMENTS = ("required", "forbidden")
NODE_WEIGHTS = ("part_weights", "component_weights")
FAMILIES = ("within", "edge_sets", "forbidden")

ResultT = TypeVar("ResultT")


def family_of(
    family: Callable[..., ResultT], graph: nx.Graph, *given: Any, **options: Any
) -> ResultT:
    """A family of sets of edges or of vertices of a graph, with these as names.

    Parameters
    ----------
    family : callable
        A function of `nzdd.families` that takes the ends of edges, such as `simple_paths` or
        `independent_sets`.
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names. Families with a parameter `directed`, such as `simple_paths`,
        follow the edges of a directed graph, which `arborescences` and `branchings` need; the
        others need an undirected one.
    *given
        What the family takes besides the edges, such as the source and the target; or by keyword.
    **options
        Of the family, with nodes and edges by their names: an `order` of the edges (or of the
        vertices, for a family of vertex sets) lists them; `degrees` is a mapping from nodes;
        `groups`, `roots` and `terminals` list nodes; `required` and `forbidden` list edges or
        vertices; `probabilities` are a mapping, and the weights of `linear`, and those of nodes in
        `part_weights` and `component_weights`, a mapping, zero where it has none, or a set or a
        list of edges or nodes that weigh 1; all of these may be the name of an attribute.

    Returns
    -------
    ZDD
        Over the edges, called ``(u, v)``, or ``(u, v, key)`` in a multigraph, as in
        ``graph.edges``; or over the nodes; of `colourings` over ``(node, colour)``. Lengths and
        probabilities are taken from mappings, such as
        ``networkx.get_edge_attributes(graph, "weight")``. Of `reliability`, what it returns.

    Raises
    ------
    TypeError
        If `graph` or `family` is something else.
    ValueError
        If the graph is directed and the family is not, or the graph has no such node or edge.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> from nzdd.families import cliques, simple_paths
    >>> square = nx.cycle_graph("abcd")
    >>> paths = family_of(simple_paths, square, "a", "c")
    >>> sorted(paths.named_rows())
    [(('a', 'b'), ('b', 'c')), (('a', 'd'), ('c', 'd'))]
    >>> paths.shortest_path({edge: ord(max(edge)) for edge in square.edges}).names
    (('a', 'b'), ('b', 'c'))
    >>> sorted(family_of(cliques, square, maximal=True).named_rows())
    [('a', 'b'), ('a', 'd'), ('b', 'c'), ('c', 'd')]
    """
    check_graph(graph)
    takes = signature(family).parameters if callable(family) else {}
    if "ends" not in takes:
        raise TypeError(f"{family!r} is not a family of edge sets; see nzdd.families")
    if "directed" in takes:
        options["directed"] = graph.is_directed()
    elif family in ALWAYS_DIRECTED:
        if not graph.is_directed():
            raise ValueError(
                f"{family.__name__} need a directed graph; "
                "graph.to_directed() has each edge in both directions"
            )
    elif graph.is_directed() and "edge_sets" not in takes:
        raise ValueError(
            f"{family.__name__} of a directed graph have no diagram here; "
            "graph.to_undirected() drops the directions"
        )
    vertices = {node: i for i, node in enumerate(graph)}
    of_vertices = "VertexSetOptions" in str(signature(family))
    edges = edges_of(graph)
    names: list[Any] = list(vertices) if of_vertices else edges
    numbers = _Numbers(graph, vertices, names, of_vertices)
    places = [name for name, each in takes.items() if each.kind is each.POSITIONAL_OR_KEYWORD]
    places.remove("ends")
    if len(given) > len(places):
        listing = ", ".join(places) or "nothing"
        raise TypeError(f"{family.__name__} takes {listing}; {len(given)} arguments are given")
    placed = {name: numbers.option(name, value) for name, value in zip(places, given, strict=False)}
    if "num_vertices" in takes or "options" in takes:
        placed["num_vertices"] = len(vertices)
    translated = {name: numbers.option(name, value) for name, value in options.items()}
    ends = np.array([(vertices[edge[0]], vertices[edge[1]]) for edge in edges], np.uint32)
    found: Any = family(ends=ends, **placed, **translated)
    if family is families.colourings:
        names = [*product(graph, range(found.num_symbols // max(len(vertices), 1)))]
    elif family is families.with_vertices:
        names = [*edges, *vertices]
    elif family is families.covered_vertices:
        names = [*vertices]
    return cast(ResultT, found.named(names) if isinstance(found, ZDD) else found)


def edge_sets(
    family: Callable[..., ZDD], graph: nx.Graph, *given: Any, **options: Any
) -> tuple[ZDD, list[Any]]:
    """What `family_of` gives, and its names as a list.

    Returns
    -------
    zdd : ZDD
        Each row is a set of edges.
    edges : list of tuple
        The edge of each symbol.

    Examples
    --------
    >>> from nzdd.families import matchings, simple_paths
    >>> zdd, edges = edge_sets(simple_paths, nx.cycle_graph("abcd"), "a", "c")
    >>> sorted([edges[symbol] for symbol in row] for row in zdd)
    [[('a', 'b'), ('b', 'c')], [('a', 'd'), ('c', 'd')]]
    >>> zdd, edges = edge_sets(matchings, nx.grid_2d_graph(8, 8), perfect=True)
    >>> zdd.count()
    12988816
    """
    zdd = family_of(family, graph, *given, **options)
    return zdd, list(zdd.names or ())


def subgraphs(
    family: ZDD, graph: nx.Graph, rows: Iterable[Iterable[Any]] | None = None
) -> Iterator[nx.Graph]:
    """The rows of a family as graphs of networkx.

    Parameters
    ----------
    family : ZDD
        With the edges or the nodes of the graph as names, as by `family_of`.
    graph : networkx.Graph or networkx.MultiGraph
    rows : iterable of rows, optional
        Those to show, of symbols or names; all of the family by default, in its order.

    Yields
    ------
    networkx.Graph
        A view of the given graph, with its attributes: the subgraph of the edges of a row and their
        ends, or the one that the nodes of a row induce.

    Raises
    ------
    ValueError
        If the names are others.

    Examples
    --------
    >>> from nzdd.families import spanning_trees
    >>> graph = nx.complete_graph(4)
    >>> trees = family_of(spanning_trees, graph)
    >>> [tree.degree(0) for tree in subgraphs(trees, graph)].count(3)
    1
    """
    check_graph(graph)
    names = family.names or ()
    if set(names) == set(edges_of(graph)):
        part = graph.edge_subgraph
    elif set(names) == set(graph):
        part = graph.subgraph
    else:
        raise ValueError(
            "the names of the family are neither the edges nor the nodes of the graph; "
            "make it by family_of, or give it names by zdd.named(graph.edges)"
        )
    shown: Iterable[Any] = family if rows is None else map(family.ground.row, rows)
    return (part(family.names_of(row)) for row in shown)


class _Numbers:
    """Options with nodes and edges by name, as the functions of `nzdd.families` take them."""

    def __init__(
        self, graph: nx.Graph, vertices: dict[Any, int], names: list[Any], of_vertices: bool
    ) -> None:
        self._graph, self._vertices, self._of_vertices = graph, vertices, of_vertices
        self._ground = GroundSet.of(names)
        self._number: dict[Any, int] = dict(self._ground.number or {})
        if not (of_vertices or graph.is_directed()):
            for (u, v, *key), symbol in [*self._number.items()]:
                self._number.setdefault((v, u, *key), symbol)

    def option(self, name: str, value: Any) -> Any:
        if value is None:
            return None
        if name in NODE:
            return self.node(value, name)
        if name in NODES:
            return self._nodes(value, name)
        if name == "groups":
            return [
                self._nodes(group, "a group") for group in listed(name, value, "lists of nodes")
            ]
        if name in BY_NODE and isinstance(value, Mapping):
            return dict(zip(self._nodes(value, name), value.values(), strict=True))
        if name == "probabilities":
            return self._probabilities(value, name)
        if name in FAMILIES and isinstance(value, ZDD):
            return self._family(value, name)
        if name in ELEMENTS or (name == "order" and not isinstance(value, str | Order)):
            return [self._element(each, name) for each in value]
        if name == "linear":
            return [
                (self._weights(weights, name, self._of_vertices), *bounds)
                for weights, *bounds in value
            ]
        if name in NODE_WEIGHTS:
            weights, *bounds = value
            return (self._weights(weights, name, True), *bounds)
        return value

    def node(self, node: Any, name: str) -> int:
        if not isinstance(node, Hashable) or node not in self._vertices:
            raise ValueError(f"the {name} {node!r} is not a node of the graph")
        return self._vertices[node]

    def _nodes(self, nodes: Any, name: str) -> list[int]:
        given = listed(name, nodes, "a list of nodes")
        for node in given:
            if not isinstance(node, Hashable) or node not in self._vertices:
                raise ValueError(f"{name} lists {node!r}, which is not a node of the graph")
        return [self._vertices[node] for node in given]

    def _family(self, family: ZDD, name: str) -> ZDD:
        """The family over the edges or nodes of the graph, in their order."""
        if family.names is None or self._ground.agrees(family.ground):
            return family
        if family.num_symbols == self._ground.size and self._number.keys() >= {*family.names}:
            places = [self._number[each] for each in family.names]
            return family.named(None).embedded(self._ground.names or (), places)
        names = "graph" if self._of_vertices else "graph.edges"
        raise ValueError(
            f"the names of {name} are others than those of the graph; {name}.embedded({names}) "
            "brings a family of fewer to the graph"
        )

    def _element(self, each: Any, name: str) -> int:
        if isinstance(each, Hashable) and each in self._number:
            return self._number[each]
        if isinstance(each, int | np.integer) and not self._of_vertices:
            return int(each)
        what = "a node" if self._of_vertices else "an edge"
        raise ValueError(f"{name} lists {each!r}, which is not {what} of the graph")

    def _weights(self, weights: Any, name: str, of_nodes: bool) -> Any:
        """Weights by number; a set or a list of nodes or edges as a set of their numbers."""
        number = self._node_of if of_nodes else self._element
        if isinstance(weights, str):
            weights = self._attribute(weights, name, of_nodes)
        if isinstance(weights, Mapping):
            return {number(each, name): value for each, value in weights.items()}
        lists = isinstance(weights, list | tuple) and not all(isinstance(w, Real) for w in weights)
        if isinstance(weights, Set) or lists:
            return {number(each, name) for each in weights}
        return weights

    def _attribute(self, attribute: str, name: str, of_nodes: bool) -> dict[Any, Any]:
        """The values of an attribute, which all nodes or edges must have."""
        of = nx.get_node_attributes if of_nodes else nx.get_edge_attributes
        values: dict[Any, Any] = of(self._graph, attribute)
        for each in self._vertices if of_nodes else self._ground.names or ():
            if each not in values:
                raise ValueError(
                    f"{'node' if of_nodes else 'edge'} {each!r} has no {attribute!r}, which {name} "
                    "asks for; give a mapping of some"
                )
        return values

    def _node_of(self, each: Any, name: str) -> int:
        (number,) = self._nodes([each], name)
        return number

    def _probabilities(self, given: Any, name: str) -> Any:
        if isinstance(given, str):
            given = self._attribute(given, name, False)
        if not isinstance(given, Mapping):
            return given
        names = self._ground.names_of(range(self._ground.size))
        called = {self._element(each, name): value for each, value in given.items()}
        return self._ground.by_symbol({names[i]: called[i] for i in called}, "probability")
