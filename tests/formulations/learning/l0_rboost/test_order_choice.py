import numpy as np
import pytest

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.l0_rboost import BitSample, description_lengths
from nzdd.formulations.learning.l0_rboost.integer_vote.vote_search import Vote, search_vote
from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from nzdd.formulations.learning.l0_rboost.order_choice import choose_order


def find(bits, positive, weights, order, limits):
    sample = BitSample.from_rows(bits, positive, weights)
    penalties = description_lengths(bits.shape[1], order, sample.total_weight)
    return search_vote(sample, 0.1, penalties, limits)


def choice(bits, codes, weights=None, **options):
    weights = np.ones(len(bits)) if weights is None else weights
    return choose_order(bits, codes, weights, find, Limits(), **options)


def bits_of(rows, columns=6, seed=0):
    return np.random.default_rng(seed).random((rows, columns)) < 0.5


def test_a_conjunction_needs_two_literals():
    bits = bits_of(100, 4)
    found = choice(bits, (bits[:, 0] != bits[:, 1]).astype(int))
    assert found.order == 2
    assert found.orders == (1, 2)
    assert found.errors[1] == 0 < 0.1 < found.errors[0]


def test_of_orders_without_errors_the_first_is_taken():
    bits = bits_of(150)
    found = choice(bits, bits[:, 3].astype(int))
    assert (found.order, found.errors.tolist()) == (1, [0.0, 0.0])


def test_several_classes_are_judged_by_the_largest_vote():
    bits = bits_of(50, 4)
    codes = np.where(bits[:, 0] != bits[:, 1], 2, bits[:, 2])
    found = choice(bits, codes)
    assert found.order == 2
    assert found.errors[1] < found.errors[0]


def test_weights_are_repetitions_and_the_order_of_rows_does_not_matter():
    bits, random = bits_of(40, 3), np.random.default_rng(1)
    codes = (bits[:, 0] ^ (random.random(40) < 0.3)).astype(int)
    weights = random.integers(1, 4, 40).astype(float)
    turned = random.permutation(np.repeat(np.arange(40), weights.astype(int)))
    weighted, repeated = choice(bits, codes, weights), choice(bits[turned], codes[turned])
    assert weighted.errors == pytest.approx(repeated.errors)


def test_factors_are_what_errors_on_a_class_count():
    bits = bits_of(200)
    codes = (np.random.default_rng(2).random(200) < 0.1).astype(int)  # the larger class is best
    first = choose_order(bits, codes, np.ones(200), constant, Limits())
    assert first.errors == pytest.approx([codes.mean()] * 2)
    second = choice(bits, codes, factors=np.array([1.0, 0.0]))
    assert (second.errors <= first.errors + 1e-12).all()


def constant(bits, positive, weights, order, limits):
    return Vote([Monomial(sign=-1)], np.ones(1), False)


def test_a_class_of_one_row_leaves_nothing_to_choose_by():
    bits = bits_of(20)
    found = choice(bits, (np.arange(20) == 3).astype(int))
    assert found.order in (1, 2)
    none = choice(bits[:2] | [[True, False] * 3, [False, True] * 3], np.array([0, 1]))
    assert (none.order, none.errors.size) == (1, 0)


def test_an_interrupt_is_passed_on():
    def interrupted(*_):
        return Vote([Monomial()], np.ones(1), True)

    bits = bits_of(20)
    with pytest.raises(KeyboardInterrupt):
        choose_order(bits, bits[:, 0].astype(int), np.ones(20), interrupted, Limits())
