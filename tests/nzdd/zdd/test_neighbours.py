"""Sets that differ from a row in one symbol, and projections, against the rows themselves."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import spanning_trees
from support.sets.families import families


@given(families(), st.data())
def test_the_sets_that_differ_in_one_symbol(case, data):
    rows, num_symbols = case
    symbols = range(num_symbols)
    order = data.draw(st.permutations(symbols))
    some = data.draw(st.sets(st.sampled_from(symbols)) if num_symbols else st.just(set()))
    zdd = ZDD.from_rows(rows, order=order, num_symbols=num_symbols)
    given_rows = set(map(frozenset, rows))
    for may_change, arguments in ((set(symbols), ()), (some, (sorted(some),))):
        added = {row | {new} for row in given_rows for new in may_change - row}
        removed = {row - {old} for row in given_rows for old in may_change & row}
        exchanged = {
            row - {old} | {new}
            for row in given_rows
            for old in may_change & row
            for new in may_change - row
        }
        results = [
            zdd.add_some(*arguments),
            zdd.remove_some(*arguments),
            zdd.exchange_some(*arguments),
        ]
        assert [set(map(frozenset, result)) for result in results] == [added, removed, exchanged]
        for result in results:
            result.verify()
            assert result.order.symbols.tolist() == order
    assert set(map(frozenset, zdd.projection(sorted(some)))) == {row & some for row in given_rows}


def test_spanning_trees_are_reached_from_each_other_by_exchanges():
    """The bases of a matroid: an exchange graph that is connected, of diameter at most its rank."""
    trees = spanning_trees(list(combinations(range(5), 2)))
    reached = ZDD.from_rows([trees.choice()], num_symbols=10, order=trees.order)
    for _ in range(4):
        reached |= reached.exchange_some() & trees
    assert reached == trees
    assert trees.count() == 5**3
