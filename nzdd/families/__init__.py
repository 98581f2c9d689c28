"""Families given by a rule instead of their rows, built level by level.

There may be far too many rows to list; the time depends on the size of the diagram (J. Kawahara,
T. Inoue, H. Iwashita and S. Minato, Frontier-based search for enumerating all constrained subgraphs
with compressed representation, 2017).

``subgraphs`` takes any combination of conditions on sets of edges, which ``conditions`` checks;
``edge_condition`` is for those that users write; ``elements`` reads edges, vertices and weights.
``paths`` (with cycles and cuts), ``edge_sets`` (trees, forests, matchings, connected sets) and
the folder ``edge_families`` are families of edges; ``search`` finds them, and has their common
options. ``vertex_families`` (independent sets, cliques, dominating sets, covers) are families of
vertices, found by ``vertex_search``; ``vertex_colourings`` give each vertex a colour. ``covers``
are sets that meet all rows, or cover all symbols; ``clauses`` are satisfied by true and false
variables, and ``row_order`` orders both. ``symbol_sets`` needs no graph, and the folder ``states``
none either: ways through a dynamic program or an automaton. ``products`` puts several families side
by side. ``network_reliability`` is a probability, found without a family; ``totals`` has the
counts, probabilities and weights of any search, by the ``sweeps`` that it makes instead.
"""

from nzdd.families.clauses import satisfying_sets
from nzdd.families.covers import exact_covers, hitting_sets, set_covers, set_packings
from nzdd.families.edge_condition import EdgeCondition
from nzdd.families.edge_families.edges_and_vertices import with_vertices, without_induced
from nzdd.families.edge_families.factors import (
    b_matchings,
    edge_covers,
    f_factors,
    regular_subgraphs,
)
from nzdd.families.edge_families.hamiltonian import hamiltonian_cycles, hamiltonian_paths
from nzdd.families.edge_families.partitions import connected_partitions
from nzdd.families.edge_families.subgraph_classes import (
    bicliques,
    bipartite_subgraphs,
    complete_subgraphs,
    induced_subgraphs,
)
from nzdd.families.edge_families.trees import (
    arborescences,
    branchings,
    connecting_sets,
    rooted_forests,
    steiner_subgraphs,
    steiner_trees,
    trees,
)
from nzdd.families.edge_families.vertices import covered_vertices
from nzdd.families.edge_sets import connected_sets, forests, matchings, spanning_trees
from nzdd.families.item_patterns import patterns
from nzdd.families.network_reliability import reliability
from nzdd.families.paths import minimal_cuts, simple_cycles, simple_paths
from nzdd.families.products import product
from nzdd.families.search import SearchOptions
from nzdd.families.states.automata import from_automaton
from nzdd.families.states.dynamic_programs import from_states
from nzdd.families.states.walks import walks
from nzdd.families.subgraphs import graphs
from nzdd.families.symbol_sets import linear, power_set, sets_of_size
from nzdd.families.totals import count, probability, weight_range
from nzdd.families.vertex_colourings import colourings
from nzdd.families.vertex_families import (
    cliques,
    connected_vertex_sets,
    dominating_sets,
    feedback_vertex_sets,
    independent_sets,
    perfect_codes,
    vertex_covers,
)
from nzdd.families.vertex_search import VertexSetOptions, vertex_sets

__all__ = [
    "EdgeCondition",
    "SearchOptions",
    "VertexSetOptions",
    "arborescences",
    "b_matchings",
    "bicliques",
    "bipartite_subgraphs",
    "branchings",
    "cliques",
    "colourings",
    "complete_subgraphs",
    "connected_partitions",
    "connected_sets",
    "connected_vertex_sets",
    "connecting_sets",
    "count",
    "covered_vertices",
    "dominating_sets",
    "edge_covers",
    "exact_covers",
    "f_factors",
    "feedback_vertex_sets",
    "forests",
    "from_automaton",
    "from_states",
    "graphs",
    "hamiltonian_cycles",
    "hamiltonian_paths",
    "hitting_sets",
    "independent_sets",
    "induced_subgraphs",
    "linear",
    "matchings",
    "minimal_cuts",
    "patterns",
    "perfect_codes",
    "power_set",
    "probability",
    "product",
    "regular_subgraphs",
    "reliability",
    "rooted_forests",
    "satisfying_sets",
    "set_covers",
    "set_packings",
    "sets_of_size",
    "simple_cycles",
    "simple_paths",
    "spanning_trees",
    "steiner_subgraphs",
    "steiner_trees",
    "trees",
    "vertex_covers",
    "vertex_sets",
    "walks",
    "weight_range",
    "with_vertices",
    "without_induced",
]
