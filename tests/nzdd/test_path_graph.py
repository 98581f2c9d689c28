"""Paths of small random graphs, against all of them listed."""

import itertools

import numpy as np
import pytest
from scipy.sparse import csr_array

from nzdd import NZDD, ZDD, PathGraph
from nzdd.families import patterns
from support.sets.paths import listed as counted


def random_graph(random):
    """A graph in which every node lies between root and leaf."""
    nodes = int(random.integers(2, 8))
    pairs = [(node, node + 1) for node in range(nodes - 1)]
    pairs += [tuple(sorted(random.choice(nodes, 2, replace=False))) for _ in range(nodes)]
    pairs.sort()
    sizes = random.integers(0, 3, len(pairs))
    labels = random.integers(0, 4, sizes.sum())
    source, target = np.array(pairs).T
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    costs = random.integers(-3, 4, len(pairs)).astype(float)
    return PathGraph.from_edges(nodes, source, target, offsets, labels, 4, costs)


def all_paths(graph):
    found, stack = [], [(0, ())]
    while stack:
        node, path = stack.pop()
        if node == graph.num_nodes - 1:
            found.append(path)
            continue
        for edge in np.flatnonzero(graph.source == node):
            stack.append((graph.target[edge], (*path, int(edge))))
    return found


@pytest.fixture(params=range(40))
def graph(request):
    return random_graph(np.random.default_rng(request.param))


def listed(paths):
    pairs = zip(paths.offsets[:-1], paths.offsets[1:], strict=True)
    return [tuple(paths.edges[begin:end].tolist()) for begin, end in pairs]


def test_lengths_through_edges_are_those_of_the_shortest_paths(graph):
    for lengths in (graph.costs, graph.costs.astype(np.int64)):
        through = graph.through(lengths)
        assert through.dtype == lengths.dtype
        paths = all_paths(graph)
        assert graph.shortest_length(lengths) == min(lengths[list(path)].sum() for path in paths)
        for edge in range(graph.num_edges):
            assert through[edge] == min(lengths[list(path)].sum() for path in paths if edge in path)


def test_diverse_paths_are_the_shortest_ones_through_edges_that_none_before_takes(graph):
    lengths = graph.costs
    found = graph.diverse_paths(lengths, 100, 3.0)
    taken, last = set(), -np.inf
    for path in listed(found):
        assert path in all_paths(graph)
        length = lengths[list(path)].sum()
        assert last <= length < 3.0
        open_edges = set(range(graph.num_edges)) - taken
        assert length == min(graph.through(lengths)[edge] for edge in open_edges)
        taken |= set(path)
        last = length
    rest = [edge for edge in range(graph.num_edges) if edge not in taken]
    assert (graph.through(lengths)[rest] >= 3.0).all()
    assert listed(graph.diverse_paths(lengths, 1)) == listed(graph.diverse_paths(lengths, 100))[:1]


def test_paths_within_a_length_are_all_of_them_or_none_where_they_are_too_many(graph):
    lengths = graph.costs.astype(np.int64)
    paths = all_paths(graph)
    totals = [lengths[list(path)].sum() for path in paths]
    for longest in (min(totals) - 1, min(totals), int(np.median(totals)), max(totals)):
        short = sorted(path for path, total in zip(paths, totals, strict=True) if total <= longest)
        found = graph.paths_within(lengths, longest, len(short))
        assert sorted(listed(found)) == short
        if short:
            assert graph.paths_within(lengths, longest, len(short) - 1) is None


def test_a_flow_is_the_sum_of_its_paths(graph):
    paths, random = all_paths(graph), np.random.default_rng(1)
    flow = np.zeros(graph.num_edges, np.int64)
    for path in paths:
        flow[list(path)] += random.integers(0, 4)
    found, amounts = graph.flow_paths(flow)
    assert (amounts > 0).all()
    assert len(found) <= graph.num_edges
    again = np.zeros_like(flow)
    for path, amount in zip(listed(found), amounts, strict=True):
        assert path in paths
        again[list(path)] += amount
    assert (again == flow).all()


def test_symbols_count_as_often_as_they_occur(graph):
    weights = np.array([1, 10, 100, 1000])
    assert (graph.lengths(weights) == graph.lengths(weights.astype(float))).all()
    paths = graph.diverse_paths(np.zeros(graph.num_edges), 100)
    taken = graph.edges_of(paths)
    members = taken @ graph.occurrences
    assert (members @ weights == taken @ graph.lengths(weights)).all()


def test_edges_between_other_paths_may_go(graph):
    lengths = graph.costs
    most = np.median(graph.through(lengths))
    kept = graph.kept(graph.through(lengths) <= most)
    expected = sorted(
        lengths[list(path)].sum()
        for path in all_paths(graph)
        if (graph.through(lengths)[list(path)] <= most).all()
    )
    assert sorted(kept.costs[list(path)].sum() for path in all_paths(kept)) == expected


def members_of(graph):
    """The multisets that are paths, as sorted tuples of symbols."""
    labels = [
        graph.labels[a:b].tolist()
        for a, b in zip(graph.label_offsets[:-1], graph.label_offsets[1:], strict=True)
    ]
    return [
        tuple(sorted(symbol for edge in path for symbol in labels[edge]))
        for path in all_paths(graph)
    ]


def test_members_have_paths_and_others_have_none(graph):
    members = set(members_of(graph))
    tried = sorted({*members, *(member[1:] for member in members), (0,) * 9})
    counts = csr_array([[member.count(symbol) for symbol in range(4)] for member in tried])
    found = listed(graph.paths_of(counts))
    labels = graph.labels.tolist()
    for member, path in zip(tried, found, strict=True):
        on_it = [labels[graph.label_offsets[e] : graph.label_offsets[e + 1]] for e in path]
        if member in members and member:
            assert path in all_paths(graph)
            assert tuple(sorted(itertools.chain(*on_it))) == member
        elif member not in members:
            assert path == ()


def test_members_without_a_path_are_told_though_most_paths_begin_as_theirs():
    """Sums of ten of 60 numbers: what failed once is not tried again in another order."""
    edges = 120
    graph = PathGraph.from_edges(
        61, np.arange(edges) // 2, np.arange(edges) // 2 + 1, np.arange(edges + 1), [0, 1] * 60, 2
    )
    found = graph.paths_of(csr_array([[30, 30], [31, 30], [60, 0], [29, 30]]))
    assert np.diff(found.offsets).tolist() == [60, 0, 60, 0]


def test_a_graph_that_would_be_too_large_of_fewer_copies_keeps_edges_instead():
    rolls = patterns([1, 5, 7, 11], 100_000, [60_000, 9_000, 8_000, 7_000])
    counts = np.array([59_000, 8_999, 0, 6_998])
    part = rolls.at_most(counts)
    assert part.num_edges <= rolls.num_edges
    assert part.labels.size <= rolls.labels.size
    assert not (part.labels == 2).any()


def test_symbols_of_count_0_leave_the_graph(graph):
    counts = np.array([9, 0, 9, 9])
    expected = [member for member in members_of(graph) if 1 not in member]
    part = graph.at_most(counts)
    assert sorted(members_of(part) if part.num_edges else []) == sorted(expected)


@pytest.mark.parametrize("seed", range(20))
def test_patterns_are_made_anew_of_fewer_copies(seed):
    random = np.random.default_rng(seed)
    size, width = int(random.integers(1, 5)), int(random.integers(1, 3))
    weights = random.integers(0, 6, (size, width)) + np.eye(size, width, dtype=int)
    weights[:, 0] += 1
    capacities, copies = weights.max(axis=0) + random.integers(3, 8, width), 4
    graph = patterns(weights, capacities, copies)
    counts = random.integers(0, 3, size)
    expected = {
        tuple(itertools.chain(*([item] * number for item, number in enumerate(taken))))
        for taken in itertools.product(*(range(most + 1) for most in counts))
        if (np.array(taken) @ weights <= capacities).all()
    }
    part = graph.at_most(counts)
    assert set(members_of(part)) == expected
    again = graph.edges_of(
        graph.paths_of(part.edges_of(part.diverse_paths(part.costs, 99)) @ part.occurrences)
    )
    assert again.shape[0] > 0
    assert {*map(tuple, (again @ graph.occurrences).toarray().tolist())} <= {
        tuple(member.count(item) for item in range(size)) for member in expected
    }


def test_diagrams_are_graphs_of_paths():
    zdd = ZDD.from_rows([[0, 1], [1, 2], []], num_symbols=3).named("abc")
    for family in (zdd, zdd.to_nzdd(), PathGraph.of(zdd)):
        graph = PathGraph.of(family)
        paths = graph.diverse_paths(np.zeros(graph.num_edges), 100)
        assert (graph.edges_of(paths) @ graph.occurrences).max() == 1
        assert graph.names == ("a", "b", "c")
    nzdd = zdd.to_nzdd()
    assert PathGraph.of(nzdd, 2.0).costs.tolist() == [2.0] * nzdd.num_edges
    assert PathGraph.of(PathGraph.of(nzdd, 2.0), 1.0).costs.tolist() == [3.0] * nzdd.num_edges


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: PathGraph.of([[0]]), TypeError, "give a ZDD, an NZDD or a PathGraph"),
        (lambda: PathGraph.of(ZDD.from_rows([[0]]), 1.0), ValueError, "edge_costs need an NZDD"),
        (lambda: PathGraph.of(NZDD.from_rows([[0]]), [1.0, 2.0]), ValueError, r"give \(1,\)"),
        (lambda: PathGraph.of(NZDD.from_rows([[0]]), np.nan), ValueError, "must be finite"),
        (
            lambda: PathGraph.from_edges(2, [1], [0], [0, 0], [], 0),
            ValueError,
            "not a graph of paths",
        ),
        (
            lambda: PathGraph.from_edges(2, [0], [1], [0, 1], [7], 3),
            ValueError,
            "not a graph of paths",
        ),
    ],
)
def test_what_is_no_graph_is_refused(call, error, match):
    with pytest.raises(error, match=match):
        call()


@pytest.mark.parametrize("seed", range(30))
def test_patterns_are_all_ways_to_take_items(seed):
    """Each pattern within the copies is a path, and each path fits."""
    random = np.random.default_rng(seed)
    number, width = int(random.integers(1, 5)), int(random.integers(1, 4))
    capacity = random.integers(3, 9, width)
    weights = np.array([random.integers(0, capacity + 1) for _ in range(number)])
    weights[~weights.any(axis=1), 0] = 1
    copies = random.integers(0, 4, number)
    graph = patterns(weights, capacity, copies)
    found = set()
    for path in all_paths(graph):
        labels = np.concatenate(
            [graph.labels[slice(*graph.label_offsets[edge : edge + 2])] for edge in path]
        )
        counts = np.bincount(labels.astype(np.int64), minlength=number)
        assert (counts @ weights <= capacity).all()
        found.add(tuple(counts.tolist()))
    for counts in np.ndindex(*(copies + 1)):
        assert (counts in found) or not (np.array(counts) @ weights <= capacity).all()


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        (([3, 9], 8), ValueError, r"item 1 of weight \[9\] does not fit into \[8\]"),
        (([3, 0], 8), ValueError, "item 1 of weight .* has no weight"),
        (([3, -1], 8), ValueError, "between 0 and 2"),
        (([3.5], 8), TypeError, "scale decimals"),
        (([[1, 2]], 8), ValueError, "one weight for each item and capacity"),
        (([1, 2], 8, [1]), ValueError, r"give \(2,\)"),
    ],
)
def test_what_makes_no_patterns_is_refused(arguments, error, match):
    with pytest.raises(error, match=match):
        patterns(*arguments)


def test_the_making_of_large_patterns_tells_its_progress_and_can_be_stopped():
    """Both ways to make the graph do: a caller's limit must end either."""
    random = np.random.default_rng(1)
    weights = np.unique(random.integers(5_000, 40_000, 80))
    stages = []
    graph = patterns(weights, 100_000, 3, progress=lambda stage, share: stages.append(stage))
    assert graph.num_edges > 50_000
    assert len(set(stages)) > 1
    for stage in set(stages):

        def stop(now, share, stage=stage):
            if now == stage:
                raise InterruptedError

        with pytest.raises(InterruptedError):
            patterns(weights, 100_000, 3, progress=stop)


def test_too_many_states_end_with_an_error():
    with pytest.raises(MemoryError, match="max_states = 10 states"):
        patterns(np.arange(1, 30), 100, max_states=10)


@pytest.mark.parametrize("seed", range(60))
def test_a_pair_has_a_symbol_of_its_own_in_each_member_that_has_both(seed):
    random = np.random.default_rng(seed)
    graph = random_graph(random)
    first, second = (int(symbol) for symbol in random.choice(4, 2, replace=False))
    pairs, origin = graph.with_pair(first, second)
    members, costs = counted(pairs, 0.0)
    both = (members[:, first] > 0) & (members[:, second] > 0)
    assert (members[:, -1] == both).all()
    before = zip(*counted(graph, 0.0), strict=True)
    rows = zip(members[:, :-1], costs, strict=True)
    assert sorted((*m, c) for m, c in rows) == sorted((*m, c) for m, c in before)
    assert abs(graph.occurrences[origin] - pairs.occurrences[:, :-1]).sum() == 0
