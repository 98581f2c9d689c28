import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.base import clone

from nzdd.adapters.sklearn.encoding.binary_input import binary_rows
from nzdd.sklearn import SoftMarginClassifier
from support.learning.same_estimator import assert_same_model


def forms(X):
    yield "list", X.tolist()
    for dtype in (bool, np.int8, np.int64, np.float32, np.float64, object):
        yield str(dtype), X.astype(dtype)
    yield "Fortran", np.asfortranarray(X)
    for kind in (sp.csr_array, sp.csc_array, sp.coo_array, sp.csr_matrix):
        yield kind.__name__, kind(X)
        yield kind.__name__ + " of floats", kind(X.astype(float))
    zeros = sp.csr_array(np.ones_like(X))
    zeros.data = X.ravel().copy()
    yield "explicit zeros", zeros


@pytest.mark.parametrize("columns", [6, 63, 64, 65, 80])
def test_every_form_of_rows_gives_the_same_model(columns):
    pandas = pytest.importorskip("pandas")
    X = np.random.default_rng(0).integers(0, 2, (100, columns), dtype=np.uint8)
    y = X[:, :3].sum(axis=1) + X[:, 5] > 1
    learner = (
        SoftMarginClassifier() if columns == 6 else SoftMarginClassifier(0.5, probability=False)
    )
    expected = clone(learner).fit(X, y)
    for _, form in forms(X):
        model = clone(learner).fit(form, y)
        assert_same_model(model, expected)
        scores = model.decision_function(form)
        assert np.allclose(scores, expected.decision_function(X), rtol=0, atol=1e-12)
    names = [f"bit {j}" for j in range(columns)]
    frame = pandas.DataFrame(X, columns=names)
    kinds = {"bit 0": bool, "bit 1": float, "bit 2": "Int64", "bit 3": "boolean", "bit 4": object}
    for form in (frame, frame.astype(bool), frame.astype(kinds)):
        model = clone(learner).fit(form, y)
        assert_same_model(model, expected)
        assert model.feature_names_in_.tolist() == names
        assert np.array_equal(model.predict(form), expected.predict(X))


def test_bytes_and_bools_become_words_and_csr_is_not_copied():
    X = np.random.default_rng(0).integers(0, 2, (20, 28), dtype=np.uint8)
    names = [""] * 28
    bits = (X.astype(np.uint64) << np.arange(28, dtype=np.uint64)[::-1]).sum(axis=1)
    for form in (X, X.astype(bool)):
        assert binary_rows(form, names).words.tolist() == bits.tolist()
    rows = sp.csr_array(X)
    assert np.shares_memory(binary_rows(rows, names).symbols, rows.indices)


@pytest.mark.parametrize("value", [2, -1, 0.5, np.nan, np.inf, "red", None])
def test_other_values_are_refused_by_column_and_cure(value):
    pandas = pytest.importorskip("pandas")
    cells = [[0, 1, 1], [1, 0, 0], [0, 1, 0], [1, 1, value]]
    y = [0, 1, 0, 1]
    shown = {None: "None|nan"}.get(value, str(value))
    forms = [(np.array(cells, dtype=object), "x2")]
    frame = pandas.DataFrame(cells, columns=["age", "sex", "colour"])
    forms.append((frame, "colour"))
    if isinstance(value, (int, float)):
        forms.append((np.array(cells), "x2"))
        forms.append((sp.csr_array(np.array(cells, dtype=float)), "x2"))
    fitted = SoftMarginClassifier(0.5, encoder=None).fit(
        np.array([[*row[:2], 0] for row in cells]), y
    )
    for form, name in forms:
        problem = f"column '{name}' holds.*({shown})"
        with pytest.raises(ValueError, match=problem):
            SoftMarginClassifier(encoder=None).fit(form, y)
        if name == "x2":
            with pytest.raises(ValueError, match=problem):
                fitted.predict(form)
    if value is not np.inf:
        with pytest.raises(ValueError, match=r"encoder=BinaryEncoder\(\)"):
            SoftMarginClassifier(encoder=None).fit(frame, y)


def test_frames_of_categories_are_taken_where_these_are_0_and_1():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {"a": pandas.Categorical([0, 1, 1, 0]), "b": [True, False, True, True]}
    )
    family = binary_rows(frame, ["a", "b"])
    assert family.words.tolist() == [0b01, 0b10, 0b11, 0b01]
    for wrong in ([0, 1, None, 0], ["0", "1", "1", "0"], [0, 1, 1, 2]):
        with pytest.raises(ValueError, match="column 'a' holds"):
            binary_rows(frame.assign(a=pandas.Categorical(wrong)), ["a", "b"])
    with pytest.raises(TypeError, match="column 'a' holds dates or times"):
        binary_rows(frame.assign(a=pandas.Timestamp("2020-01-01")), ["a", "b"])
