"""Families of edge sets of a small graph as the definitions say, by trying everything."""

from itertools import combinations, product

from support.sets.families import subsets


def reached(ends, row, start, directed=False):
    """The vertices that walks along the edges of a row lead to."""
    found = {start}
    while True:
        more = {b for a, b in (ends[e] for e in row) if a in found}
        if not directed:
            more |= {a for a, b in (ends[e] for e in row) if b in found}
        if more <= found:
            return found
        found |= more


def walks(ends, num_vertices, directed=False):
    """The first vertex, the last one and the edges of all simple paths, walked both ways."""
    waiting = [((vertex,), ()) for vertex in range(num_vertices)]
    while waiting:
        visited, row = waiting.pop()
        yield visited, tuple(sorted(row))
        for edge, (a, b) in enumerate(ends):
            for here, there in ((a, b),) if directed else ((a, b), (b, a)):
                if here == visited[-1] and there not in visited:
                    waiting.append(((*visited, there), (*row, edge)))


def cycles(ends, num_vertices, directed=False):
    """The vertices and the edges of all simple cycles."""
    for visited, row in walks(ends, num_vertices, directed):
        for edge, (a, b) in enumerate(ends):
            closes = (a, b) == (visited[-1], visited[0])
            closes |= not directed and (b, a) == (visited[-1], visited[0])
            if closes and edge not in row:
                yield visited, tuple(sorted((*row, edge)))


def is_rooted_forest(ends, row, roots, directed=False):
    """Just one root in each tree, and no edge outside of the trees."""
    parts = [reached(ends, row, root, directed) for root in roots]
    return sum(map(len, parts)) == len(set().union(*parts)) == len(row) + len(roots)


def is_two_coloured(ends, row, num_vertices):
    """Whether some two colours of the vertices differ at the ends of each edge."""
    return any(
        all(colour[ends[e][0]] != colour[ends[e][1]] for e in row)
        for colour in product((0, 1), repeat=num_vertices)
    )


def pairs(ends, row):
    """The pairs of vertices that edges join; None where one is joined twice, or with itself."""
    found = {frozenset(ends[e]) for e in row}
    proper = len(found) == len(row) and all(len(pair) == 2 for pair in found)
    return found if proper else None


def is_biclique(ends, row, first, second):
    """Whether all pairs between two disjoint sets of vertices are joined, and no others."""
    vertices = {vertex for e in row for vertex in ends[e]}
    return pairs(ends, row) is not None and any(
        {frozenset(pair) for pair in product(side, vertices - set(side))} == pairs(ends, row)
        for side in combinations(vertices, first)
        if len(vertices) == first + second
    )


def connected_partitions(ends, num_vertices):
    """The parts, and the edges inside them."""
    inside = {}
    for row in subsets(range(len(ends))):
        parts = {frozenset(reached(ends, row, vertex)) for vertex in range(num_vertices)}
        within = [e for e, edge in enumerate(ends) if any(part.issuperset(edge) for part in parts)]
        inside[frozenset(parts)] = tuple(within)
    return inside.items()
