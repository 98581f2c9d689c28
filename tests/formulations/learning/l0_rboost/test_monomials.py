import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.learning.l0_rboost.monomials import Monomial, MonomialSearch
from support.examples import examples
from support.learning.l0_rboost_samples import all_monomials


def reward(monomial, bits, positive, weights, pairs, penalties):
    """(27) as it is printed, term by term."""
    covered = monomial.covers(bits)
    side = positive if monomial.sign > 0 else ~positive
    value = weights[covered & side].sum() - weights[covered & ~side].sum()
    for first, second, amount in zip(*pairs, strict=True):
        if side[first] and covered[first] and not covered[second]:
            value += amount
    return value - penalties[monomial.order]


def problem(seed, rising):
    random = np.random.default_rng(seed)
    rows, attributes = random.integers(2, 14), random.integers(1, 6)
    bits = random.random((rows, attributes)) < random.choice([0.3, 0.5, 0.8])
    positive = random.random(rows) < 0.5
    weights = random.random(rows) * (random.random(rows) < 0.8)
    first, second = np.nonzero(positive[:, None] != positive[None, :])
    kept = random.random(first.size) < 0.3
    pairs = first[kept], second[kept], random.random(kept.sum())
    penalties = random.random(random.integers(1, 5)) * random.choice([0.1, 1.0])
    return bits, positive, weights, pairs, np.sort(penalties) if rising else penalties


@settings(deadline=None, max_examples=examples(200))
@given(st.integers(0, 10**6), st.booleans())
def test_the_search_equals_enumeration(seed, rising):
    bits, positive, weights, pairs, penalties = problem(seed, rising)
    found = MonomialSearch(bits, positive).best(weights, pairs, penalties=penalties)[0]
    values = [
        reward(monomial, bits, positive, weights, pairs, penalties)
        for monomial in all_monomials(bits.shape[1], penalties.size - 1)
    ]
    assert found.reward == pytest.approx(max(values))
    assert found.reward == pytest.approx(
        reward(found.monomial, bits, positive, weights, pairs, penalties)
    )


@given(st.integers(0, 10**6), st.booleans(), st.floats(-1, 1))
def test_the_best_few_are_those_of_enumeration(seed, rising, above):
    """Where every row has weight, so that covers of rows and of weight are the same."""
    bits, positive, weights, pairs, penalties = problem(seed, rising)
    weights = weights + 0.01
    pairs = tuple(part[:0] for part in pairs)
    best = {}
    for monomial in all_monomials(bits.shape[1], penalties.size - 1):
        key = monomial.sign, monomial.covers(bits).tobytes()
        value = reward(monomial, bits, positive, weights, pairs, penalties)
        best[key] = max(best.get(key, -np.inf), value)
    expected = sorted((value for value in best.values() if value > above), reverse=True)[:4]
    found = MonomialSearch(bits, positive).best(
        weights, pairs, penalties=penalties, count=4, above=above
    )
    assert [each.reward for each in found] == pytest.approx(expected)


def best_of_order_three(bits, positive, weights, pairs, penalties):
    """The largest reward up to order 3 by Gram matrices of literals, one a third literal."""
    literals = np.hstack((bits, ~bits)).astype(float)
    best = -penalties[0]
    for sign in (1, -1):
        mine = np.where(positive[pairs[0]], 1, -1) == sign
        first, second, amount = (part[mine] for part in pairs)
        gains = sign * np.where(positive, weights, -weights)
        gains += np.bincount(first, amount, len(bits))
        covers = np.vstack((literals, literals[first] * literals[second]))
        gains = np.concatenate((gains, -amount))
        best = max(best, gains.sum() - penalties[0], (gains @ covers).max() - penalties[1])
        for third in covers.T:
            gram = (covers.T * (gains * third)) @ covers
            best = max(best, gram.max() - penalties[3], gram.diagonal().max() - penalties[2])
    return best


@pytest.mark.parametrize("seed", [0, 1])
def test_the_search_equals_enumeration_over_a_hundred_bits(seed):
    """Orders 4 and 5 are allowed too, and cost so much that none of them is the best.

    A product of three literals that are not distinct covers what one of lower order does."""
    random = np.random.default_rng(seed)
    bits = random.random((90, 100)) < random.random(100)
    positive = bits[:, :9].sum(axis=1) + random.random(90) > 5
    weights = random.random(90)
    first, second = random.integers(0, 90, (2, 400))
    kept = positive[first] != positive[second]
    pairs = first[kept], second[kept], 0.3 * random.random(kept.sum())
    penalties = np.array([0.5, 1.0, 1.5, 2.0, 12.0, 14.0])
    found = MonomialSearch(bits, positive).best(weights, pairs, penalties=penalties)[0]
    assert found.monomial.order <= 3
    assert found.reward == pytest.approx(
        best_of_order_three(bits, positive, weights, pairs, penalties)
    )


def test_order_five_among_planted_attributes_is_found():
    random = np.random.default_rng(1)
    bits = random.random((400, 300)) < 0.5
    planted = Monomial((3, 17), (5, 21, 30), 1)
    bits[:60, [3, 17]], bits[:60, [5, 21, 30]] = True, False
    positive = planted.covers(bits)
    weights = np.where(positive, 10.0, 1.0)
    found = MonomialSearch(bits, positive).best(weights, penalties=np.full(6, 0.5))
    assert found[0].monomial == planted
    assert found[0].reward == 10 * positive.sum() - 0.5


def test_what_progress_raises_ends_the_search():
    def stop(stage, share):
        raise TimeoutError(stage)

    random = np.random.default_rng(2)
    bits, positive = random.random((2000, 100)) < 0.5, random.random(2000) < 0.5
    search = MonomialSearch(bits, positive)
    with pytest.raises(TimeoutError, match="monomials"):
        search.best(np.ones(2000), penalties=np.zeros(9), progress=stop)


def test_a_monomial_reads_as_words():
    assert Monomial((2,), (0,)).text(["a", "b", "c"]) == "not a & c"
    assert Monomial().text() == "always"
    assert Monomial((1,), (0, 2)).order == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weights": [1.0]}, "one weight for each row"),
        ({"weights": [[1.0, 1.0]]}, r"weights have shape \(1, 2\)"),
        ({"weights": [1.0, -1.0]}, "weight 1 is below 0"),
        ({"weights": [1.0, np.inf]}, "weight 1 is .* not finite"),
        ({"weights": [np.nan, 1.0]}, "weight 0 is .* not finite"),
        ({"pairs": ([0], [1], [-1.0])}, "the amount of pair 0 is below 0"),
        ({"pairs": ([0.7], [1], [1.0])}, "rows i of the pairs must be integers"),
        ({"pairs": ([0], [-1], [1.0])}, "rows i' of the pairs holds -1"),
        ({"pairs": ([0], [0], [1.0])}, "different labels"),
        ({"pairs": ([0], [1, 1], [1.0])}, "differ in number"),
        ({"penalties": []}, "finite one"),
        ({"penalties": [np.inf]}, "finite one"),
        ({"count": 0}, "count is 0"),
        ({"above": np.nan}, "above is NaN"),
    ],
)
def test_bad_arguments_are_named(change, message):
    search = MonomialSearch([[0], [1]], [True, False])
    arguments = {"weights": [1.0, 1.0], "penalties": [0.0]} | change
    with pytest.raises(ValueError, match=message):
        search.best(arguments.pop("weights"), **arguments)


def test_all_monomials_may_be_asked_for():
    """However large the number that stands for all."""
    search = MonomialSearch([[1, 1], [1, 0], [0, 1]], [True, False, False])
    penalties = [0.0, 0.1, 0.2]
    assert search.best([3.0, 1.0, 1.0], penalties=penalties, count=2**70) == search.best(
        [3.0, 1.0, 1.0], penalties=penalties, count=100
    )


def test_bad_rows_are_named():
    with pytest.raises(ValueError, match="shape"):
        MonomialSearch([[0], [1]], [True])
    with pytest.raises(ValueError, match="other values than 0 and 1"):
        MonomialSearch([[0], [2]], [True, False])
