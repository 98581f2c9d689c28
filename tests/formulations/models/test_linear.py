import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix, dok_array, lil_array

from nzdd.formulations.models.archive import model_state, restore_model
from nzdd.formulations.models.linear import LinearModel

MATRIX = np.array([[2.0, 0.0, 1.0], [0.0, 3.0, 0.0]])


def model(**changes):
    return LinearModel(
        **({"objective": [1, 2, 3], "matrix": MATRIX, "row_lower": [1, 2]} | changes)
    )


def test_defaults_are_those_of_mps():
    plain = LinearModel([1, 1], [[1, 1]])
    assert plain.row_lower.tolist() == [-np.inf]
    assert plain.row_upper.tolist() == [np.inf]
    assert plain.lower.tolist() == [0, 0]
    assert plain.upper.tolist() == [np.inf, np.inf]
    assert not plain.is_mixed_integer
    assert not plain.maximize


def test_scalars_spread():
    spread = model(objective=1, row_lower=4, lower=-1, upper=5, integrality=True)
    assert spread.objective.tolist() == [1, 1, 1]
    assert spread.row_lower.tolist() == [4, 4]
    assert spread.integrality.tolist() == [True] * 3


@pytest.mark.parametrize("kind", [np.asarray, csr_array, csr_matrix, csc_array, coo_array])
@pytest.mark.parametrize("kind2", [csr_array, lil_array, dok_array, lambda a: a.tolist()])
def test_every_kind_of_matrix_gives_the_same_model(kind, kind2):
    assert model(matrix=kind(MATRIX)) == model(matrix=kind2(MATRIX))


def test_matrix_becomes_canonical():
    raw = csr_array(([1.0, 2.0, 3.0, 0.0, 5.0, -5.0], [2, 0, 2, 1, 1, 1], [0, 4, 6]), shape=(2, 3))
    canonical = model(matrix=raw).matrix
    assert canonical.toarray().tolist() == [[2, 0, 4], [0, 0, 0]]
    assert canonical.indices.tolist() == [0, 2]
    assert raw.nnz == 6, "the caller's matrix is left alone"


def test_later_changes_of_the_arguments_do_not_reach_the_model():
    costs, matrix, bounds = np.ones(3), csr_array(MATRIX), np.ones(2)
    frozen = model(objective=costs, matrix=matrix, row_lower=bounds)
    costs[0] = matrix.data[0] = bounds[0] = 77
    assert frozen == model(objective=1, row_lower=1)


def test_arrays_are_read_only_also_after_pickling():
    for each in (model(), pickle.loads(pickle.dumps(model())), copy.deepcopy(model())):
        parts = (
            each.objective,
            each.matrix.data,
            each.matrix.indices,
            each.lower,
            each.integrality,
        )
        for array in parts:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 9
        with pytest.raises(AttributeError, match="offset"):
            each.offset = 3.0


def test_a_base_that_stays_writeable_is_copied():
    base = np.ones(3)
    view = base[:]
    view.setflags(write=False)
    frozen = model(objective=view)
    base[0] = 5
    assert frozen.objective[0] == 1


def test_points_are_rounded_into_their_bounds():
    model = LinearModel(
        np.ones(4), lower=[0, 0, 1, 0], upper=[2, 2, 3, 0.5], integrality=[1, 1, 0, 0]
    )
    x = model.rounded([1.6, -0.7, np.nan, 0.7])
    assert np.array_equal(x, [2, 0, np.nan, 0.5], equal_nan=True)


def test_derived_models_share_the_matrix():
    original = model(integrality=1)
    assert original.relaxed().matrix is original.matrix
    assert not original.relaxed().is_mixed_integer
    assert original.relaxed().replace(integrality=1) == original


def test_equality_sees_every_field():
    base = model(row_names=["a", "b"])
    changes = [
        {"objective": 2},
        {"matrix": MATRIX * 2},
        {"matrix": MATRIX[:, ::-1]},
        {"row_lower": 0},
        {"row_upper": 9},
        {"lower": -1},
        {"upper": 9},
        {"integrality": 1},
        {"maximize": True},
        {"offset": 1.0},
        {"row_names": ["a", "c"]},
        {"column_names": ["x", "y", "z"]},
        {"name": "n"},
    ]
    assert base == base.replace()
    assert all(base != base.replace(**change) for change in changes)
    assert base != "model"


def test_pickle_round_trip():
    full = model(maximize=True, offset=2.5, row_names=["a", "b"], name="n", integrality=1)
    assert pickle.loads(pickle.dumps(full)) == full


def test_crossed_bounds_are_a_legal_infeasible_model():
    crossed = model(lower=2, upper=1)
    assert crossed.violation([1, 1, 1]).bounds == 1


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_no_rows_or_no_columns(shape):
    empty = LinearModel(np.ones(shape[1]), np.zeros(shape), offset=4)
    x = np.zeros(shape[1])
    assert empty.objective_value(x) == 4
    assert empty.row_activity(x).shape == (shape[0],)
    assert empty.violation(x).scaled == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"objective": [1, 2]}, r"objective has shape \(2,\); it must have \(3,\)"),
        ({"objective": [1, np.nan, 2]}, r"objective\[1\] is nan; it must be finite"),
        ({"objective": [1, np.inf, 2]}, r"objective\[1\] is inf; it must be finite"),
        ({"offset": np.nan}, "offset"),
        ({"matrix": [1, 2, 3]}, "1 dimensions; it needs 2"),
        ({"matrix": [[1, 2], [3]]}, "rectangular"),
        ({"matrix": [[1, 2, np.nan], [0, 0, 0]]}, r"matrix\[0, 2\] is nan"),
        ({"matrix": [[1, 2, 3], [0, -np.inf, 0]]}, r"matrix\[1, 1\] is -inf"),
        ({"row_lower": [np.inf, 0]}, r"row_lower\[0\] is inf; give a number, or -inf for no bound"),
        ({"row_upper": -np.inf}, "or inf for no bound"),
        ({"lower": np.inf}, r"lower\[0\] is inf"),
        ({"upper": [1, -np.inf, 1]}, r"upper\[1\] is -inf"),
        ({"lower": [0, np.nan, 0]}, r"lower\[1\] is nan"),
        ({"row_upper": [1, 2, 3]}, r"row_upper has shape \(3,\)"),
        ({"integrality": [0, 2, 1]}, r"integrality\[1\] is 2.0; use 0"),
        ({"row_names": ["a"]}, "row_names has 1 names; give 2"),
        ({"column_names": list("abcd")}, "column_names has 4 names"),
    ],
)
def test_bad_values_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        model(**change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"objective": ["a", "b", "c"]}, "objective must hold real numbers"),
        ({"matrix": [["a", "b", "c"]] * 2}, "matrix must hold real numbers"),
        ({"matrix": MATRIX * 1j}, "matrix must hold real numbers, not dtype complex128"),
        ({"upper": None}, "upper must hold real numbers"),
        ({"column_names": "xyz"}, "column_names must be a sequence of strings, not .* 'xyz'"),
    ],
)
def test_wrong_kinds_are_type_errors(change, message):
    with pytest.raises(TypeError, match=message):
        model(**change)


def raw(kind, data, indices, indptr, shape):
    matrix = kind(shape)
    matrix.data, matrix.indices, matrix.indptr = map(np.asarray, (data, indices, indptr))
    return matrix


@pytest.mark.parametrize("kind", [csr_array, csc_array])
@pytest.mark.parametrize(
    ("indices", "indptr"),
    [([0, -1], [0, 1, 2]), ([0, 2], [0, 1, 2]), ([0, 1], [0, 3, 2]), ([0, 1], [0, 1, 9])],
)
def test_raw_sparse_input_with_wild_indices(kind, indices, indptr):
    with pytest.raises(ValueError, match=r"must lie in 0\.\.1|must rise from 0"):
        LinearModel([1, 1], raw(kind, [1.0, 2.0], indices, indptr, (2, 2)))


def test_coo_input_with_negative_index():
    matrix = coo_array(MATRIX)
    matrix.coords[0][0] = -1
    with pytest.raises(ValueError, match=r"row\[0\] is -1"):
        model(matrix=matrix)


small = st.integers(-4, 4).map(float)


@given(st.data(), st.integers(0, 4), st.integers(0, 4))
def test_violation_is_the_largest_distance(data, m, n):
    matrix = data.draw(arrays(float, (m, n), elements=small))
    x = data.draw(arrays(float, n, elements=st.floats(-5, 5)))
    ends = [data.draw(arrays(float, size, elements=small)) for size in (m, m, n, n)]
    integrality = data.draw(arrays(bool, n))
    checked = LinearModel(np.zeros(n), matrix, *ends, integrality)
    violation = checked.violation(x)
    activity = [sum(a * v for a, v in zip(row, x, strict=True)) for row in matrix]

    def worst(values, lower, upper, scale):
        pairs = [
            (distance, distance / (1 + abs(bound)))
            for value, low, high in zip(values, lower, upper, strict=True)
            for distance, bound in ((low - value, low), (value - high, high))
        ]
        return max([0.0, *(pair[scale] for pair in pairs)])

    assert violation.rows == pytest.approx(worst(activity, *ends[:2], 0))
    assert violation.bounds == pytest.approx(worst(x, *ends[2:], 0))
    fraction = max(
        [0.0, *(abs(v - round(v)) for v, flag in zip(x, integrality, strict=True) if flag)]
    )
    assert violation.integrality == pytest.approx(fraction)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_no_number_is_never_feasible(value):
    free = model(row_lower=-np.inf, lower=-np.inf, integrality=1)
    assert free.violation([1, value, 1]).scaled == np.inf


def test_violation_names_the_place():
    named = model(row_names=["low", "high"], column_names=["x", "y", "z"], integrality=[0, 1, 0])
    assert named.violation([0, 1, 0]).place == "row 'low' is outside its bounds by 0.5"
    assert named.violation([9, 9.5, 0]).place == "column 'y' is not integer by 0.5"
    assert model().violation([9, 9, -3]).place == "column 2 is outside its bounds by 3"


def test_points_of_the_wrong_shape_are_refused():
    with pytest.raises(ValueError, match=r"x has shape \(2,\)"):
        model().objective_value([1, 2])


def test_repr_tells_the_size():
    assert "2 rows, 3 columns (1 integer), 3 nonzeros" in repr(model(integrality=[1, 0, 0]))
    assert repr(model()).startswith("<LinearModel: minimize, ")
    assert repr(model(maximize=True, name="n")).startswith("<LinearModel 'n': maximize, ")
    html = model(integrality=[1, 0, 0], name="<n>")._repr_html_()
    assert "LinearModel &#x27;&lt;n&gt;&#x27;" in html
    assert "<tr><th>columns</th><td>3</td></tr><tr><th>integer columns</th><td>1</td></tr>" in html


def test_a_model_without_rows_needs_no_matrix():
    model = LinearModel([1, 2], upper=3)
    assert model == LinearModel([1, 2], np.zeros((0, 2)), upper=3)
    assert LinearModel([], None).num_columns == 0
    with pytest.raises(ValueError, match="one cost per column"):
        LinearModel(1.0, upper=[1, 2])


@pytest.mark.parametrize("name", ["", "a", "a\0", "\0", "ä\0b"])
def test_an_archive_keeps_the_name_of_a_model(name):
    model = LinearModel([1, 1], [[1, 1]], row_lower=1, name=name)
    assert restore_model(model_state(model)).name == name
