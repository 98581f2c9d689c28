"""The textbook's ZDD and the paper's reduction, followed step by step on small families."""

LEAF = "leaf"


def zdd_families(family, order):
    """The sub-families that are nodes of the reduced ZDD (Minato 1993), with level and children.

    A row is a set of levels. A node stands for a set of rows that is neither empty nor holds just
    the empty row; its level is the least that occurs in it.
    """
    rank = {symbol: level for level, symbol in enumerate(order)}
    root = frozenset(frozenset(rank[symbol] for symbol in row) for row in family)
    nodes, waiting = {}, [root]
    while waiting:
        rows = waiting.pop()
        levels = frozenset().union(*rows)
        if rows in nodes or not levels:
            continue
        top = min(levels)
        low = frozenset(row for row in rows if top not in row)
        high = frozenset(row - {top} for row in rows if top in row)
        nodes[rows] = (top, low, high)
        waiting += [low, high]
    return root, nodes


def reduced_by_algorithm_3(family, order):
    """The labelled edges that algorithm 3 of Kurokawa et al. 2022 leaves, followed step by step."""
    root, nodes = zdd_families(family, order)
    done = frozenset([frozenset()])
    edges = []  # (source, target, symbols)
    for rows, (top, low, high) in nodes.items():
        edges.append((rows, high, frozenset([order[top]])))
        if low:
            edges.append((rows, low, frozenset()))
    if root:
        edges.append(("root", root, frozenset()))
    by_level = sorted(nodes, key=lambda rows: nodes[rows][0])
    edges = [tuple(LEAF if end == done else end for end in edge[:2]) + edge[2:] for edge in edges]
    for parent in [*reversed(by_level), "root"]:
        for edge in [edge for edge in edges if edge[0] == parent]:
            _, child, symbols = edge
            if child != LEAF and sum(target == child for _, target, _ in edges) == 1:
                below = [other for other in edges if other[0] == child]
                edges = [other for other in edges if other != edge and other[0] != child]
                edges += [(parent, target, symbols | more) for _, target, more in below]
    for child in [*by_level, LEAF]:
        for edge in [edge for edge in edges if edge[1] == child]:
            parent, _, symbols = edge
            if parent != "root" and sum(source == parent for source, _, _ in edges) == 1:
                above = [other for other in edges if other[1] == parent]
                edges = [other for other in edges if other != edge and other[1] != parent]
                edges += [(source, child, more | symbols) for source, _, more in above]
    return edges
