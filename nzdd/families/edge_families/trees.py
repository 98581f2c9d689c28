"""Trees, rooted forests, arborescences and Steiner trees of a graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from nzdd.families.conditions import checked_vertices
from nzdd.families.search import SearchOptions, check_names, checked_graph
from nzdd.families.subgraphs import graphs
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack


def trees(ends: ArrayLike, root: int | None = None, **options: Unpack[SearchOptions]) -> ZDD:
    """All trees of an undirected graph, or those that contain a vertex.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is in no tree.
    root : int, optional
        A vertex of the trees; the empty row is then the tree of this vertex alone. Otherwise trees
        have an edge at least.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> path = [[0, 1], [1, 2]]
    >>> sorted(trees(path)), sorted(trees(path, root=0))
    ([(0,), (0, 1), (1,)], [(), (0,), (0, 1)])
    """
    check_names(options, trees)
    if root is not None:
        checked_graph(ends, options.get("num_vertices"), {"root": root})
        return rooted_forests(ends, [root], **options)
    return graphs(ends, acyclic=True, components=1, **options)


def rooted_forests(
    ends: ArrayLike,
    roots: Iterable[int],
    *,
    spanning: bool = False,
    directed: bool = False,
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All forests with given roots: each tree contains just one of them.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is in no forest.
    roots : iterable of int
        A root without an edge is a tree, too.
    spanning : bool
        Whether each vertex is in one of the trees.
    directed : bool
        Whether an edge leads from its first vertex to its second one, and all edges lead away from
        the roots.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> path = [[0, 1], [1, 2], [2, 3]]
    >>> sorted(rooted_forests(path, [0, 3], spanning=True))
    [(0, 1), (0, 2), (1, 2)]
    >>> sorted(rooted_forests(path, [0, 3], directed=True))
    [(), (0,), (0, 1)]
    """
    check_names(options, rooted_forests)
    number = checked_graph(ends, options.get("num_vertices"), each=400 if directed else 64)[1]
    each = list(dict.fromkeys(checked_vertices(roots, "roots", number)))
    ways: dict[str, Any] = {}
    if directed:
        ways = {
            "directed": True,
            "in_degrees": dict.fromkeys(range(number), range(2)) | dict.fromkeys(each, 0),
        }
    return graphs(
        ends,
        acyclic=True,
        groups=[[root] for root in each],
        grouped=True,
        spanning=spanning,
        **ways,
        **options,
    )


def arborescences(
    ends: ArrayLike,
    root: int | None = None,
    *,
    spanning: bool = False,
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All arborescences of a directed graph: trees whose edges lead away from a root.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        Each edge leads from its first vertex to its second one; edge ``i`` is symbol ``i``.
    root : int, optional
        The empty row is then the tree of the root alone. By default any root, and trees with an
        edge at least.
    spanning : bool
        Whether each vertex is in the tree.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> sorted(arborescences([[0, 1], [1, 2], [0, 2]], 0, spanning=True))
    [(0, 1), (0, 2)]
    """
    check_names(options, arborescences)
    if root is not None:
        checked_graph(ends, options.get("num_vertices"), {"root": root})
        return rooted_forests(ends, [root], spanning=spanning, directed=True, **options)
    return graphs(
        ends,
        directed=True,
        in_degrees=range(2),
        acyclic=True,
        components=1,
        spanning=spanning,
        **options,
    )


def branchings(ends: ArrayLike, **options: Unpack[SearchOptions]) -> ZDD:
    """All branchings of a directed graph: forests of arborescences.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        Each edge leads from its first vertex to its second one; edge ``i`` is symbol ``i``.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> sorted(branchings([[0, 1], [1, 2], [0, 2]]))
    [(), (0,), (0, 1), (0, 2), (1,), (2,)]
    """
    check_names(options, branchings)
    return graphs(ends, directed=True, in_degrees=range(2), acyclic=True, **options)


def steiner_trees(
    ends: ArrayLike,
    terminals: Iterable[int],
    *,
    minimal: bool = False,
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All Steiner trees of an undirected graph: trees that contain given vertices.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is in no tree.
    terminals : iterable of int
        One vertex at least.
    minimal : bool
        Whether all leaves are terminals, so that no edge can be left out.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> path = [[0, 1], [1, 2], [2, 3]]
    >>> sorted(steiner_trees(path, [0, 2])), sorted(steiner_trees(path, [0, 2], minimal=True))
    ([(0, 1), (0, 1, 2)], [(0, 1)])
    """
    check_names(options, steiner_trees)
    edges, number = checked_graph(ends, options.get("num_vertices"), each=400 if minimal else 64)
    joined = checked_terminals(terminals, number)
    degrees = None
    if minimal:
        inner = (0, *range(2, len(edges) + 1))
        degrees = dict.fromkeys(set(range(number)) - set(joined), inner)
    return graphs(ends, degrees=degrees, acyclic=True, groups=[joined], grouped=True, **options)


def steiner_subgraphs(
    ends: ArrayLike, terminals: Iterable[int], **options: Unpack[SearchOptions]
) -> ZDD:
    """All connected subgraphs of an undirected graph that contain given vertices.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``.
    terminals : iterable of int
        One vertex at least.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> sorted(steiner_subgraphs([[0, 1], [1, 2], [2, 0], [3, 4]], [0, 1]))
    [(0,), (0, 1), (0, 1, 2), (0, 2), (1, 2)]
    """
    check_names(options, steiner_subgraphs)
    number = checked_graph(ends, options.get("num_vertices"))[1]
    return graphs(ends, groups=[checked_terminals(terminals, number)], grouped=True, **options)


def connecting_sets(
    ends: ArrayLike, terminals: Iterable[int] | None = None, **options: Unpack[SearchOptions]
) -> ZDD:
    """All sets of edges of an undirected graph that join given vertices, or all vertices.

    Other edges may be there, connected with them or not. If edges fail independently, the
    probability of this family, `ZDD.probability`, is the reliability; `reliability` computes it
    without the family.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``.
    terminals : iterable of int, optional
        One vertex at least; all by default.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0]]
    >>> sorted(connecting_sets(square))
    [(0, 1, 2), (0, 1, 2, 3), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    >>> connecting_sets(square, [0, 2]).probability(0.5)
    0.4375
    """
    check_names(options, connecting_sets)
    number = checked_graph(ends, options.get("num_vertices"))[1]
    if terminals is None:
        terminals = range(number)
        if not terminals:
            return graphs(ends, **options)
    return graphs(ends, groups=[checked_terminals(terminals, number)], **options)


def checked_terminals(terminals: Iterable[int], num_vertices: int) -> list[int]:
    """The terminals as a list; ValueError if there are none."""
    joined = checked_vertices(terminals, "terminals", num_vertices)
    if not joined:
        raise ValueError("there are no terminals; give at least one")
    return joined
