import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from nzdd.formulations.choose_many.surplus import without_surplus
from support.examples import examples


@settings(max_examples=examples(40))
@given(st.integers(1, 6), st.integers(1, 5), st.data())
def test_each_symbol_is_there_as_often_as_demanded(size, num_symbols, data):
    counts = st.lists(st.integers(0, 4), min_size=num_symbols, max_size=num_symbols)
    table = np.array([data.draw(counts) for _ in range(size)])
    number = np.array(data.draw(st.lists(st.integers(1, 7), min_size=size, max_size=size)))
    most = number @ table
    demand = np.array([data.draw(st.integers(0, int(total))) for total in most])
    members, copies = without_surplus(csr_array(table), number, demand)
    assert (copies @ members == demand).all()
    assert (copies > 0).all()
    assert (members.data > 0).all()
    assert (np.diff(members.indptr) > 0).all()
    assert copies.sum() <= number.sum()
    for part in members.toarray():
        assert (part <= table).all(axis=1).any()


def test_members_without_surplus_stay_as_they_are():
    members = csr_array(np.array([[2, 0, 1], [0, 3, 0]]))
    number = np.array([4, 10**12])
    parts, copies = without_surplus(members, number, number @ members)
    assert (parts.toarray() == members.toarray()).all()
    assert copies.tolist() == number.tolist()
