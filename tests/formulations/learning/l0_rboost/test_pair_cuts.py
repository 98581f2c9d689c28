import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.l0_rboost.pair_cuts import PairCuts
from support.learning.l0_rboost_samples import all_monomials, random_sample


def pairs_of(sample):
    return [
        (i, j) for i in np.flatnonzero(sample.positive) for j in np.flatnonzero(~sample.positive)
    ]


@given(st.integers(0, 10**6), st.floats(1, 3))
def test_the_hamming_rule_takes_the_close_pairs_that_are_separated(seed, factor):
    sample = random_sample(seed, most_rows=12)
    monomials = all_monomials(sample.bits.shape[1], 2)
    votes = sample.votes(monomials)
    cuts, taken = PairCuts(sample, factor), set()
    for vote in votes.T[np.random.default_rng(seed).permutation(len(monomials))[:4]]:
        apart = {
            (i, j): int((sample.bits[i] ^ sample.bits[j]).sum())
            for i, j in pairs_of(sample)
            if vote[i] != vote[j] and (vote[i] == 1 or vote[j] == -1)
        }
        close = {pair for pair, far in apart.items() if far <= factor * min(apart.values())}
        found = set(zip(*(part.tolist() for part in cuts.nearest(vote)), strict=True))
        assert found == close - taken
        taken |= close
    assert cuts.count == len(taken)


@given(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from(["joined", "printed"]))
def test_violated_pairs_are_those_of_the_definition(seed, most, form):
    sample = random_sample(seed, most_rows=12)
    random = np.random.default_rng(seed)
    monomials = all_monomials(sample.bits.shape[1], 1)
    votes = sample.votes(monomials)
    usage = random.random(len(monomials)) * (random.random(len(monomials)) < 0.5)
    slack = random.random(sample.labels.size) * 0.5
    missing = {}
    for i, j in pairs_of(sample):
        right = {i: votes[i] == 1, j: votes[j] == -1}
        differ = votes[i] != votes[j]
        sets = {(i, j): right[i] & differ, (j, i): right[j] & differ}
        if form == "joined":
            sets = {(i, j): sets[i, j] | sets[j, i]}
        for pair, apart in sets.items():
            missing[pair] = 1 - slack[i] - slack[j] - usage[apart].sum()
    expected = {pair for pair, amount in missing.items() if amount > 1e-6}
    found = PairCuts(sample, 1, form).violated(slack, votes, usage)
    assert set(zip(*(part.tolist() for part in found), strict=True)) == expected
    few = PairCuts(sample, 1, form).violated(slack, votes, usage, most)
    amounts = sorted((missing[pair] for pair in zip(*few, strict=True)), reverse=True)
    assert amounts == pytest.approx(sorted((missing[p] for p in expected), reverse=True)[:most])


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match=r"hamming is 0\.5"):
        PairCuts(random_sample(0), 0.5)
    with pytest.raises(ValueError, match="'strong' is unknown"):
        PairCuts(random_sample(0), 1, "strong")
