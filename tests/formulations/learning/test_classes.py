import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from nzdd.formulations.learning.classes import class_factors, numbered

LABELS = st.one_of(
    arrays.arrays(np.bool_, st.integers(1, 20)),
    arrays.arrays(np.int8, st.integers(1, 20)),
    arrays.arrays(np.uint64, st.integers(1, 20), elements=st.integers(2**63, 2**63 + 5)),
    arrays.arrays(np.int64, st.integers(1, 20), elements=st.sampled_from([-(2**62), 0, 2**62])),
    arrays.arrays(np.float64, st.integers(1, 20), elements=st.sampled_from([-1.0, 0.5, 1.0])),
    arrays.arrays("U2", st.integers(1, 20), elements=st.sampled_from(["a", "b", "aa"])),
)


@given(LABELS)
def test_classes_are_in_order_and_numbers_lead_back(labels):
    if len(set(labels.tolist())) == 1:
        with pytest.raises(ValueError, match="there is only one class"):
            numbered(labels)
        return
    classes, numbers = numbered(labels)
    assert classes.dtype == labels.dtype
    assert classes.tolist() == sorted(set(labels.tolist()))
    assert classes[numbers].tolist() == labels.tolist()


def test_factors_of_classes():
    classes = np.array(["a", "b", "c"])
    assert class_factors(None, classes) is None
    assert class_factors("balanced", classes) is None
    assert class_factors({"b": 2, "c": 0.5}, classes).tolist() == [1, 2, 0.5]
    for wrong, complaint in (("even", "'even'"), ({"d": 1}, "'d'"), ({"a": 0}, "factor 0")):
        with pytest.raises(ValueError, match=complaint):
            class_factors(wrong, classes)
