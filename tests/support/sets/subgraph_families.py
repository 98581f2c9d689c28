"""Families of edge sets of a small graph as the definitions say, by trying everything."""


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
