"""Families that share a store stay what they are, whatever comes and goes beside them."""

import gc
import pickle
import signal
import threading
from contextlib import contextmanager
from functools import reduce
from operator import and_, or_, sub, xor

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, rule

from nzdd import ZDD, _core
from nzdd.zdd.algebra import StepLimitError
from support.examples import examples
from support.sets.set_algebra import COMBINATIONS, SELECTIONS, rows_of

NUM_SYMBOLS = 5
ROWS = st.frozensets(st.frozensets(st.integers(0, NUM_SYMBOLS - 1)), max_size=12)


def zdd_of(rows, order="natural"):
    return ZDD.from_rows(map(sorted, rows), order=order, num_symbols=NUM_SYMBOLS)


def shared(f, g):
    """Whether both are known to be one family, or two, by their place in a store alone."""
    return _core.same(f._native, g._native)


class SharedStores(RuleBasedStateMachine):
    """Random operations on families, each beside the set of its rows; some go in between."""

    families = Bundle("families")

    @rule(target=families, rows=ROWS, order=st.sampled_from(["natural", [3, 1, 4, 0, 2]]))
    def build(self, rows, order):
        return rows, zdd_of(rows, order)

    @rule(
        target=families,
        first=families,
        second=families,
        combine=st.sampled_from([or_, and_, sub, xor]),
    )
    def combine(self, first, second, combine):
        return combine(first[0], second[0]), combine(first[1], second[1])

    @rule(
        target=families,
        first=families,
        second=families,
        name=st.sampled_from(["join", "meet", "nonsubsets"]),
    )
    def multiply(self, first, second, name):
        return COMBINATIONS[name](first[0], second[0]), getattr(first[1], name)(second[1])

    @rule(target=families, family=families, name=st.sampled_from(sorted(SELECTIONS)))
    def select(self, family, name):
        return SELECTIONS[name](family[0]), getattr(family[1], name)()

    @rule(family=consumes(families))
    def drop(self, family):
        """It goes, and what is left answers as before."""

    @rule(first=families, second=families)
    def compare(self, first, second):
        assert (first[1] == second[1]) is (first[0] == second[0])
        assert first[1].issubset(second[1]) is (first[0] <= second[0])
        assert first[1].isdisjoint(second[1]) is first[0].isdisjoint(second[0])
        assert bool(first[1]) is bool(first[0])

    @rule(family=families)
    def look(self, family):
        family[1].verify()
        assert rows_of(family[1]) == family[0]

    @rule(target=families, family=families)
    def pickled(self, family):
        return family[0], pickle.loads(pickle.dumps(family[1]))


TestSharedStores = SharedStores.TestCase
TestSharedStores.settings = settings(max_examples=examples(30), stateful_step_count=30)


def random_family(num_rows, seed=0, num_symbols=100):
    chosen = np.random.default_rng(seed).random((num_rows, num_symbols)).argsort(axis=1)[:, :8]
    return ZDD.from_rows(chosen.tolist(), order="natural", num_symbols=num_symbols)


def stored_bytes(zdd):
    return _core.store_bytes(zdd._native)


def test_families_that_meet_share_their_nodes():
    f, g = random_family(5000), random_family(5000, seed=1)
    both = f | g
    alone = stored_bytes(both)
    assert shared(f, g) is False
    assert shared(both, f | g) is True
    assert stored_bytes(f) == stored_bytes(g) == stored_bytes(both) == alone
    assert shared(f, both & f) is True


def test_stores_join_where_their_families_meet():
    parts = [random_family(1000, seed) for seed in range(4)]
    left, right = parts[0] | parts[1], parts[2] | parts[3]
    assert shared(left, right) is None
    assert shared(left | right, reduce(or_, parts)) is True
    assert left | right == reduce(or_, reversed(parts))


def test_memory_is_returned_when_a_large_family_goes():
    small = random_family(50)
    large = random_family(40_000, seed=1)
    assert (small & large).count() == 0
    before = stored_bytes(small)
    del large
    gc.collect()
    assert stored_bytes(small) < before / 20
    assert len(small) == 50


def test_what_small_families_share_with_a_large_one_stays():
    large = random_family(40_000)
    part = large.offset(range(5, 100, 3))
    expected, before = rows_of(part), stored_bytes(large)
    del large
    gc.collect()
    assert stored_bytes(part) < before / 4
    assert rows_of(part | part.offset(0)) == expected


def test_a_family_that_grows_row_by_row_takes_memory_for_itself_alone():
    rows = [[i % 100, (7 * i + 1) % 100, (i * i) % 100] for i in range(20_000)]
    grown = ZDD.from_rows([], num_symbols=100, order="natural")
    for row in rows:
        grown = grown.union([row])
    whole = ZDD.from_rows(rows, num_symbols=100, order="natural")
    assert grown == whole
    assert stored_bytes(grown) < 400 * max(whole.num_nodes, 20_000)


def test_arrays_are_those_of_a_family_made_alone():
    f, g = random_family(500), random_family(500, seed=1)
    rows = [*map(list, f), *map(list, g)]
    both, alone = f | g, ZDD.from_rows(rows, order="natural", num_symbols=100)
    both.verify()
    assert both.num_nodes == alone.num_nodes
    assert both.fingerprint() == alone.fingerprint()
    assert not both.level.flags.writeable


def test_limits_of_steps_do_not_depend_on_what_was_done_before():
    f, g = random_family(2000), random_family(2000, seed=1)
    expected = f | g
    with pytest.raises(StepLimitError):
        f.union(g, max_steps=100)
    assert shared(f.union(g, max_steps=10**6), expected) is True


def test_threads_may_operate_on_families_of_one_store():
    f, g = random_family(3000), random_family(3000, seed=1)
    expected = [(f | g).count(), (f - g).count(), (f ^ g).fingerprint(), (f & g).count()]
    answers, barrier = [], threading.Barrier(4)

    def work():
        barrier.wait()
        for _ in range(5):
            few = random_family(300, seed=7)
            one, other = (f | few) - (few - f), (g ^ few) ^ few
            answers.append(
                [
                    (one | other).count(),
                    (one - other).count(),
                    (one ^ other).fingerprint(),
                    (one & other).count(),
                ]
            )

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 20


@contextmanager
def ticking(handler, seconds=0.02):
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_store_is_sound_after_operations_that_were_interrupted():
    f, g = random_family(4000, num_symbols=40), random_family(4000, seed=1, num_symbols=40)
    expected = (f | g).fingerprint()

    def stop(signum, frame):
        raise InterruptedError

    for seconds in (0.06, 0.1, 0.2):
        with pytest.raises(InterruptedError), ticking(stop, seconds):
            f.join(g)
        assert (f | g).fingerprint() == expected
        assert (f - g) | (f & g) == f
        (f | g).verify()


def test_a_signal_handler_may_not_wait_for_the_operation_that_it_interrupts():
    f, g = random_family(4000, num_symbols=40), random_family(4000, seed=1, num_symbols=40)
    expected = rows_of(f | g)
    with pytest.raises(RuntimeError, match="signal handler"), ticking(lambda *_: f & g):
        f.join(g)
    assert rows_of(f | g) == expected


def test_families_may_go_while_an_operation_runs():
    """In the middle of a call a handler drops the others, which would else be swept at once."""
    f, g = random_family(4000, num_symbols=40), random_family(4000, seed=1, num_symbols=40)
    others = [f | random_family(20_000, seed, num_symbols=40) for seed in range(3)]

    def drop(signum, frame):
        if others:
            others.pop()
        else:
            raise InterruptedError

    with pytest.raises(InterruptedError), ticking(drop, 0.06):
        f.join(g)
    assert not others
    assert (f - g) | (f & g) == f
