"""What a set of edges looks like, by plain counting: for conditions on sets of edges."""

from collections import Counter

from support.sets.exact_sums import within


class Subgraph:
    """The edges of a row, as a subgraph of all vertices."""

    def __init__(self, ends, num_vertices, row):
        self.row = row
        self.ends = ends
        self.taken = [ends[edge] for edge in row]
        self.out_degree = Counter(a for a, _ in self.taken)
        self.in_degree = Counter(b for _, b in self.taken)
        self.degree = self.out_degree + self.in_degree
        self.covered = set(self.degree)
        self.vertices = range(num_vertices)
        self.label = self._labels(num_vertices)

    def _labels(self, num_vertices):
        label = list(range(num_vertices))
        for a, b in self.taken:
            old, new = label[a], label[b]
            label = [new if each == old else each for each in label]
        return label

    def components(self, spanning):
        """The sets of vertices of each component, without those of single vertices or with them."""
        sets = {}
        for vertex in self.vertices if spanning else self.covered:
            sets.setdefault(self.label[vertex], set()).add(vertex)
        return list(sets.values())

    def is_acyclic(self):
        return len(self.taken) == len(self.vertices) - len(set(self.label))

    def keeps_groups(self, groups):
        labels = [{self.label[vertex] for vertex in group} for group in groups if group]
        return all(len(each) == 1 for each in labels) and len(set(map(min, labels))) == len(labels)

    def is_bipartite(self):
        """No walk of odd length leads from a vertex to itself."""
        doubled = Subgraph(
            [edge for a, b in self.taken for edge in ((2 * a, 2 * b + 1), (2 * a + 1, 2 * b))],
            2 * len(self.vertices),
            range(2 * len(self.taken)),
        )
        return all(doubled.label[2 * v] != doubled.label[2 * v + 1] for v in self.vertices)

    def is_induced(self):
        row = set(self.row)
        return all(
            edge in row or not {a, b} <= self.covered for edge, (a, b) in enumerate(self.ends)
        )

    def is_partition(self):
        row = set(self.row)
        return all(
            edge in row or self.label[a] != self.label[b] for edge, (a, b) in enumerate(self.ends)
        )


def allowed(number, given):
    return number == given if isinstance(given, int) else number in given


def degrees_hold(degree, given, vertices):
    if not isinstance(given, dict):
        return all(allowed(degree[vertex], given) for vertex in vertices)
    return all(allowed(degree[vertex], each) for vertex, each in given.items())


def holds(sub, asked):
    """Whether a subgraph keeps all conditions of `graphs`."""
    spanning = asked.get("spanning") or asked.get("partition")
    parts = sub.components(spanning)
    groups = asked.get("groups") or []
    row = set(sub.row)
    return all(
        (
            "degrees" not in asked or degrees_hold(sub.degree, asked["degrees"], sub.vertices),
            "in_degrees" not in asked
            or degrees_hold(sub.in_degree, asked["in_degrees"], sub.vertices),
            "out_degrees" not in asked
            or degrees_hold(sub.out_degree, asked["out_degrees"], sub.vertices),
            "num_edges" not in asked or allowed(len(row), asked["num_edges"]),
            all(within(row, *each) for each in asked.get("linear", ())),
            not asked.get("acyclic") or sub.is_acyclic(),
            "components" not in asked or allowed(len(parts), asked["components"]),
            sub.keeps_groups(groups),
            not asked.get("grouped")
            or all(any(part & set(group) for group in groups) for part in parts),
            not asked.get("bipartite") or sub.is_bipartite(),
            not asked.get("induced") or sub.is_induced(),
            not asked.get("partition") or sub.is_partition(),
            "component_weights" not in asked
            or all(within(part, *asked["component_weights"]) for part in parts),
            all(
                allowed(sum(sub.degree[v] == degree for v in sub.vertices), counts)
                for degree, counts in asked.get("degree_counts", {}).items()
            ),
            row.issuperset(asked.get("required", ())),
            row.isdisjoint(asked.get("forbidden", ())),
            "within" not in asked or sub.row in asked["within"],
        )
    )
