"""Classes of graphs, by the induced subgraphs that they do not have."""

from __future__ import annotations

from nzdd.adapters.libraries.graphillion_api.graphs.graph_set import GraphSet


def _free_of(*forbidden: GraphSet) -> GraphSet:
    """The graphs that have no graph of the families as an induced subgraph."""
    return GraphSet.forbidden_induced_subgraphs(GraphSet().union(*forbidden))


def _of_degrees(distribution: dict[int, int]) -> GraphSet:
    """The connected graphs with so many vertices of each degree."""
    anything = {0: GraphSet.DegreeDistribution_Any}
    found: GraphSet = GraphSet.degree_distribution_graphs({**anything, **distribution}, True)
    return found


def _odd(family: GraphSet) -> GraphSet:
    """The graphs with an odd number of edges."""
    sizes = range(1, len(GraphSet.universe()) + 1, 2)
    return GraphSet().union(*(family.graph_size(size) for size in sizes))


class GraphClass:
    """Families of all graphs of a class, subgraphs of the universe.

    An induced subgraph has all edges of the graph between its vertices. The families that the names
    of small graphs stand for (claw, diamond, gem, odd hole) hold these graphs themselves; the
    others hold all graphs of the class. The definitions are those of graphclasses.org.
    """

    @staticmethod
    def claw_graphs() -> GraphSet:
        """The claws: three edges at one vertex."""
        return _of_degrees({3: 1, 1: 3})

    @staticmethod
    def diamond_graphs() -> GraphSet:
        """The diamonds: two triangles with a common edge."""
        return _of_degrees({3: 2, 2: 2})

    @staticmethod
    def gem_graphs() -> GraphSet:
        """The gems: a path of four vertices, and a vertex joined to all of them."""
        return _of_degrees({4: 1, 3: 2, 2: 2})

    @staticmethod
    def odd_hole_graphs() -> GraphSet:
        """The cycles of odd length, five or more."""
        return _odd(GraphSet.cycles().larger(4))

    @staticmethod
    def claw_free_graphs() -> GraphSet:
        """The graphs without an induced claw."""
        return _free_of(GraphClass.claw_graphs())

    @staticmethod
    def diamond_free_graphs() -> GraphSet:
        """The graphs without an induced diamond."""
        return _free_of(GraphClass.diamond_graphs())

    @staticmethod
    def gem_free_graphs() -> GraphSet:
        """The graphs without an induced gem."""
        return _free_of(GraphClass.gem_graphs())

    @staticmethod
    def odd_hole_free_graphs() -> GraphSet:
        """The graphs without an induced odd hole."""
        return _free_of(GraphClass.odd_hole_graphs())

    @staticmethod
    def chordal_graphs() -> GraphSet:
        """The graphs in which each cycle of four or more edges has a chord."""
        return _free_of(GraphSet.cycles().larger(3))

    @staticmethod
    def chordal_bipartite_graphs() -> GraphSet:
        """The bipartite graphs in which each cycle of six or more edges has a chord."""
        bipartite: GraphSet = GraphSet.bipartite_graphs(is_connected=False)
        return bipartite.intersection(_free_of(GraphSet.cycles().larger(5)))

    @staticmethod
    def block_graphs() -> GraphSet:
        """The graphs whose biconnected components are cliques."""
        return _free_of(GraphSet.cycles().larger(3), GraphClass.diamond_graphs())

    @staticmethod
    def cographs() -> GraphSet:
        """The graphs without an induced path of four vertices."""
        return _free_of(GraphSet.paths().graph_size(3))

    @staticmethod
    def domino_graphs() -> GraphSet:
        """The graphs whose vertices are in two maximal cliques at most."""
        wheels = _of_degrees({4: 1, 3: 4}).graph_size(8)
        return _free_of(wheels, GraphClass.claw_graphs(), GraphClass.gem_graphs())

    @staticmethod
    def linear_domino_graphs() -> GraphSet:
        """The graphs without an induced claw or diamond."""
        return _free_of(GraphClass.claw_graphs(), GraphClass.diamond_graphs())

    @staticmethod
    def gridline_graphs() -> GraphSet:
        """The graphs without an induced claw, diamond or odd hole."""
        return _free_of(
            GraphClass.claw_graphs(), GraphClass.diamond_graphs(), GraphClass.odd_hole_graphs()
        )

    @staticmethod
    def ptolemaic_graphs() -> GraphSet:
        """The chordal graphs without an induced gem."""
        return _free_of(GraphSet.cycles().larger(3), GraphClass.gem_graphs())

    @staticmethod
    def split_graphs() -> GraphSet:
        """The graphs whose vertices are a clique and an independent set."""
        cycles = GraphSet.cycles()
        return _free_of(cycles.len(4), cycles.len(5), GraphSet.matchings().len(2))

    @staticmethod
    def threshold_graphs() -> GraphSet:
        """The split graphs without an induced path of four vertices."""
        return _free_of(
            GraphSet.paths().len(3), GraphSet.cycles().len(4), GraphSet.matchings().len(2)
        )
