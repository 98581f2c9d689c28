"""Words of an automaton: those of one length that it accepts, at the sum of their costs."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import from_automaton
from support.sets.member_costs import cost_of


@st.composite
def automata(draw):
    """A table, perhaps another one at each position, with costs that may be infinite."""
    num_states, num_letters = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    length = draw(st.integers(0, 4))
    positions = draw(st.sampled_from([1, length]))
    shape = (positions, num_states, num_letters)
    size = int(np.prod(shape))
    target = st.integers(-1, num_states - 1)
    table = np.array(draw(st.lists(target, min_size=size, max_size=size)), int).reshape(shape)
    leading = draw(st.sampled_from([1, length]))
    size = leading * num_states * num_letters
    cost = st.sampled_from([0.0, 1.0, 2.0, np.inf])
    costs = np.array(draw(st.lists(cost, min_size=size, max_size=size)), float)
    costs = costs.reshape(leading, num_states, num_letters)
    final = np.array(draw(st.lists(st.booleans(), min_size=num_states, max_size=num_states)))
    return table, length, final, draw(st.integers(0, num_states - 1)), costs


def words(table, length, final, start, costs):
    """Each accepted word and its cost."""
    found = {}
    for word in itertools.product(range(table.shape[2]), repeat=length):
        state, cost = start, 0.0
        for position, letter in enumerate(word):
            if state >= 0:
                cost += costs[position % len(costs), state, letter]
                state = table[position % len(table), state, letter]
        if state >= 0 and final[state] and cost < np.inf:
            found[word] = cost
    return found


@given(automata())
def test_members_are_the_accepted_words_at_their_costs(given):
    table, length, final, start, costs = given
    expected = words(*given)
    family, edge_costs = from_automaton(table, length, final, start=start, costs=costs)
    family.verify()
    assert family.count() == len(expected)
    for word, cost in expected.items():
        assert cost_of(family, edge_costs, tuple(enumerate(word))) == cost
    assert set(ZDD.from_nzdd(family)) == set(family)
    plain = from_automaton(table, length, np.flatnonzero(final), start=start)
    assert plain.count() == len(words(*given[:4], np.zeros((1, *table.shape[1:]))))


@given(automata())
def test_letters_named_none_are_no_symbols(given):
    """Of the words that then are one member the cheapest counts."""
    letters = [None, "x", None][: given[0].shape[2]]
    best = {}
    for word, cost in words(*given).items():
        member = frozenset((i, letters[each]) for i, each in enumerate(word) if letters[each])
        best[member] = min(cost, best.get(member, np.inf))
    table, length, final, start, costs = given
    family, edge_costs = from_automaton(
        table, length, final, start=start, costs=costs, letters=letters
    )
    family.verify()
    assert set(map(frozenset, family.named_rows())) == set(best)
    for member, cost in best.items():
        assert cost_of(family, edge_costs, member) == cost


def test_costs_of_letters_at_positions():
    table = np.zeros((1, 2), int)
    costs = np.arange(6.0).reshape(3, 1, 2)
    family, edge_costs = from_automaton(table, 3, [0], costs=costs, letters="ab")
    assert cost_of(family, edge_costs, [(0, "b"), (1, "a"), (2, "b")]) == 1 + 2 + 5


def test_long_words_of_a_small_automaton():
    """Fibonacci numbers: no two ones in a row."""
    family = from_automaton([[0, 1], [0, -1]], 1000, [0, 1])
    a, b = 1, 2
    for _ in range(1000):
        a, b = b, a + b
    assert family.count() == a
    assert (family.num_nodes, family.num_edges) == (1001, 2000)  # a, and b with the next a


@pytest.mark.parametrize(
    ("table", "final", "options", "message"),
    [
        ([[0, 2]], [0], {}, "the table leads from state 0 by letter 1 to state 2, but there are 1"),
        ([0, 1], [0], {}, r"table has shape \(2,\); give \(states, letters\), or \(3, states, let"),
        ([[[0]]] * 2, [0], {}, r"table has shape \(2, 1, 1\); give"),
        (np.empty((0, 2), int), [0], {}, r"table has shape \(0, 2\); give"),
        (
            [[0.5]],
            [0],
            {},
            r"the table is no array of integers \(table must be integers",
        ),
        (
            [[0, 1], [0]],
            [0],
            {},
            "the table is no array of integers .* give as many states in",
        ),
        ([[0]], [1], {}, "final holds state 1, but there are 1 states"),
        ([[0]], [True, False], {}, r"final has shape \(2,\); give one bool for each state"),
        ([[0]], [0], {"start": 1}, "start is state 1, but there are 1 states"),
        ([[0]], [0], {"letters": "ab"}, "2 letters have names; the table has 1 letters"),
        ([[0]], [0], {"costs": [[np.nan]]}, "costs hold nan; costs are numbers, or infinite"),
        ([[0]], [0], {"costs": [1, 2]}, r"costs has shape \(2,\); it must broadcast to \(1, 1\)"),
    ],
)
def test_wrong_arguments_are_named(table, final, options, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        from_automaton(table, 3, final, **options)


def test_more_symbols_or_states_than_fit_are_named(monkeypatch):
    with pytest.raises(ValueError, match=r"^\d+ positions and 2 letters are more than \d+ symbols"):
        from_automaton([[0, 0]], 2**31, [0])
    monkeypatch.setattr("nzdd.input.memory.available", lambda: 2**20)
    with pytest.raises(MemoryError, match="positions do not fit"):
        from_automaton([[0]], 2**30, [0])
