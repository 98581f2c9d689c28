import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.l0_rboost.pair_diagram import PairDiagram, distinguishes


def instance(seed):
    """Votes with many equal rows, two groups of rows, a point with equal slacks."""
    random = np.random.default_rng(seed)
    rows, classifiers = random.integers(2, 12), random.integers(0, 4)
    votes = random.integers(-1, 2, (rows, classifiers)).astype(np.int8)
    first = np.sort(random.permutation(rows)[: random.integers(1, rows)])
    second = np.setdiff1d(np.arange(rows), first)
    slack = random.integers(0, 4, rows) / 4
    usage = random.integers(0, 3, classifiers) / 4
    return votes, first, second, slack, usage


def paths(votes, first, second, sign, form):
    """The symbols of every pair, from definition (17)."""
    rows = len(votes)
    return {
        (i, j): frozenset((i, j))
        | {
            rows + int(u)
            for u in np.flatnonzero(distinguishes(sign * votes[i], sign * votes[j], form))
        }
        for i in first.tolist()
        for j in second.tolist()
    }


FORMS = st.sampled_from(["joined", "printed"])


@given(st.integers(0, 10**6), st.sampled_from([1, -1]), FORMS)
def test_the_paths_are_the_cuts_of_all_pairs(seed, sign, form):
    votes, first, second, *_ = instance(seed)
    pairs = PairDiagram(votes, first, second, sign, form)
    diagram = pairs.nzdd()
    expected = paths(votes, first, second, sign, form)
    assert sorted(map(sorted, diagram)) == sorted(map(sorted, expected.values()))
    assert (diagram.count(), diagram.num_edges) == (pairs.num_pairs, pairs.num_edges)
    diagram.verify()


@given(st.integers(0, 10**6), st.sampled_from([1, -1]), FORMS, st.integers(1, 8))
def test_the_shortest_paths_are_the_shortest_cuts(seed, sign, form, count):
    votes, first, second, slack, usage = instance(seed)
    lengths = np.concatenate((slack, usage))
    length = {
        pair: lengths[sorted(path)].sum()
        for pair, path in paths(votes, first, second, sign, form).items()
    }
    pairs = PairDiagram(votes, first, second, sign, form)
    everything = pairs.shortest(slack, usage, np.inf)
    assert dict(zip(zip(*everything[:2], strict=True), everything[2], strict=True)) == (
        pytest.approx(length)
    )
    one, other, found = pairs.shortest(slack, usage, 0.9, count)
    assert [length[pair] for pair in zip(one, other, strict=True)] == pytest.approx(found.tolist())
    assert len(set(zip(one, other, strict=True))) == len(found)
    assert sorted(found) == pytest.approx(sorted(x for x in length.values() if x < 0.9)[:count])
    assert pairs.nzdd().shortest_path(lengths).length == pytest.approx(min(length.values()))
