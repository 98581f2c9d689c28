import gzip
import math
import pickle
import subprocess
import sys
from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn import config_context
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from nzdd.sklearn import BinaryEncoder

ENCODERS = [
    BinaryEncoder(),
    BinaryEncoder("mdl"),
    BinaryEncoder(0.5, sparse_output=False),
    BinaryEncoder([1, 2], max_categories=3, handle_unknown="error"),
]


@parametrize_with_checks(ENCODERS)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


def test_the_missing_extra_is_named():
    code = "import sys; sys.modules['sklearn'] = None; import nzdd.adapters.sklearn"
    run = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert "MissingExtraError: an estimator needs scikit-learn" in run.stderr
    assert 'pip install "scikit-learn>=' in run.stderr


def dense(**options):
    return BinaryEncoder(sparse_output=False, **options)


def is_missing(value):
    return value is None or (isinstance(value, float) and math.isnan(value))


def said(bit, value):
    """Whether what a bit says is true of a value of its column."""
    if bit.kind == "missing":
        return is_missing(value)
    if is_missing(value):
        return False
    if bit.kind == "threshold":
        return value > bit.value
    return value in bit.value if bit.kind == "other" else value == bit.value


def expected(encoder, table, names):
    columns = {name: [row[at] for row in table] for at, name in enumerate(names)}
    bits = [[said(bit, value) for value in columns[bit.column]] for bit in encoder.describe()]
    return np.array(bits, np.uint8).reshape(len(bits), len(table)).T


CELLS = st.tuples(
    st.one_of(st.none(), st.integers(-3, 6)),
    st.one_of(st.none(), st.sampled_from(["red", "green", "blue", "grey"])),
    st.one_of(st.just(math.nan), st.floats(-10, 10)),
    st.integers(0, 1),
    st.booleans(),
)
TABLES = st.lists(CELLS, min_size=1, max_size=40)


@given(
    TABLES, st.integers(2, 6), st.sampled_from([None, 2, 3]), st.sampled_from(["quantile", "mdl"])
)
def test_bits_say_what_their_names_say(table, max_bins, max_categories, cuts):
    y = [int(isinstance(row[1], str) and row[1] > "c") for row in table]
    encoder = BinaryEncoder(cuts, max_bins=max_bins, max_categories=max_categories).fit(table, y)
    bits = encoder.transform(table)
    assert sp.issparse(bits)
    assert bits.dtype == np.uint8
    assert bits.has_canonical_format
    names = [f"x{at}" for at in range(5)]
    assert np.array_equal(bits.toarray(), expected(encoder, table, names))
    assert np.array_equal(
        bits.toarray(), clone(encoder).set_params(sparse_output=False).fit_transform(table, y)
    )
    assert len(set(encoder.get_feature_names_out())) == encoder.n_features_out_ == bits.shape[1]
    for bit, share in zip(encoder.describe(), bits.mean(axis=0), strict=True):
        assert bit.kind == "as is" or 0 < share < 1


@given(TABLES, TABLES)
def test_data_frames_and_arrays_give_the_same_bits(table, later):
    pandas = pytest.importorskip("pandas")
    names = ["count", "colour", "size", "flag", "bool"]

    def frame(rows):
        columns = pandas.DataFrame(rows, columns=names)
        # before pandas 3 "str" made words of what is missing
        words = "str" if int(pandas.__version__.split(".")[0]) >= 3 else "string"
        kinds = {"count": "Int64", "colour": words, "size": float, "flag": int, "bool": bool}
        return columns.astype(kinds)

    array, named = dense().fit(table), dense().fit(frame(table))
    assert array.get_feature_names_out(names).tolist() == named.get_feature_names_out().tolist()
    for rows in (table, later):
        assert np.array_equal(array.transform(rows), named.transform(frame(rows)))
    category = frame(table).astype({"colour": "category"})
    assert np.array_equal(array.transform(table), dense().fit_transform(category))


@given(st.data())
def test_sparse_and_dense_input_give_the_same_bits(data):
    shape = data.draw(st.tuples(st.integers(1, 20), st.integers(1, 4)))
    entries = st.sampled_from([0.0, 0.0, 0.0, 1.0, 1.0, -2.0, 3.5, math.nan])
    cells = st.lists(entries, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    first, later = (np.array(data.draw(cells)).reshape(shape) for _ in range(2))
    y = np.arange(shape[0]) % 2
    for cuts, kind in product(("quantile", "mdl", [-1, 0, 2.5]), (sp.csr_array, sp.coo_matrix)):
        encoder = BinaryEncoder(cuts)
        assert np.array_equal(
            encoder.fit_transform(kind(first), y).toarray(),
            clone(encoder).fit_transform(first, y).toarray(),
        )
        got = encoder.transform(kind(later))
        assert got.has_canonical_format
        assert np.array_equal(got.toarray(), encoder.transform(later).toarray())


def test_duplicate_entries_of_a_sparse_matrix_are_added_up_and_stay():
    table = sp.csc_array(([1.0, 1.0, 5.0], [0, 0, 1], [0, 3]), shape=(3, 1))
    encoder = dense(cuts=[1.5, 4])
    assert encoder.fit_transform(table).tolist() == [[1, 0], [1, 1], [0, 0]]
    assert table.data.tolist() == [1, 1, 5]


@pytest.mark.parametrize("cuts", ["quantile", "mdl"])
def test_zeros_that_a_sparse_matrix_holds_are_zeros(cuts):
    table = sp.csc_array(([0.0, 5.0, 2.0, 7.0], [0, 1, 2, 5], [0, 4]), shape=(8, 1))
    y = [0, 1, 1, 0, 0, 1, 0, 0]
    encoder = dense(cuts=cuts)
    bits = encoder.fit_transform(table, y)
    assert np.array_equal(bits, clone(encoder).fit_transform(table.toarray(), y))
    assert bits.any()


def test_more_runs_than_are_written_at_a_time():
    table = np.random.default_rng(0).integers(-4, 9, (40_000, 9))
    encoder = BinaryEncoder(max_bins=40).fit(table)
    assert encoder.n_features_out_ == 12 * 9
    expected = np.concatenate([table[:, [j]] > np.arange(-4, 8) for j in range(9)], axis=1)
    for rows in (table, sp.csr_array(table)):
        bits = encoder.transform(rows)
        assert bits.has_canonical_format
        assert np.array_equal(bits.toarray(), expected)


def test_many_thresholds_in_one_column():
    values = np.random.default_rng(1).normal(size=(500, 1))
    bits = dense(max_bins=400).fit(values).transform(values)
    assert bits.shape == (500, 399)
    assert len(np.unique(bits.sum(axis=1))) == 400
    assert (np.diff(bits.astype(int), axis=1) <= 0).all()


def test_fixed_thresholds_of_the_paper():
    table = np.random.default_rng(2).random((50, 3))
    encoder = dense(cuts=0.5)
    assert np.array_equal(encoder.fit_transform(table), table > 0.5)
    assert encoder.get_feature_names_out().tolist() == ["x0 > 0.5", "x1 > 0.5", "x2 > 0.5"]


def test_cuts_by_column():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"age": [20, 37, 38, 60], "pay": [1, 2, 3, 4], "kid": [0, 1, 0, 1]})
    encoder = dense(cuts={"age": [50, 18, 50], 1: "mdl", "kid": 0.5}, max_bins=2)
    encoder.fit(table, [0, 0, 1, 1])
    assert encoder.get_feature_names_out().tolist() == [
        "age > 18",
        "age > 50",
        "pay > 2",
        "kid > 0.5",
    ]
    encoder = dense(cuts={"age": 50}, max_bins=2).fit(table)
    assert encoder.get_feature_names_out().tolist() == ["age > 50", "pay > 2", "kid"]


def test_mdl_finds_the_rule():
    rng = np.random.default_rng(3)
    table = rng.integers(0, 100, (2000, 2))
    classes = np.where(table[:, 0] > 37, "old", "young")
    encoder = dense(cuts="mdl").fit(table, classes)
    assert encoder.get_feature_names_out().tolist() == ["x0 > 37"]
    assert np.array_equal(encoder.transform(table)[:, 0] == 1, classes == "old")


def test_columns_without_information_have_no_bits():
    table = [[7, "a", None, 0, 1, 7], [7, "a", None, 0, 1, None]]
    encoder = dense().fit(table)
    assert encoder.get_feature_names_out().tolist() == ["x3", "x4", "x5 is missing"]
    assert encoder.transform(table).tolist() == [[0, 1, 0], [0, 1, 1]]
    nothing = BinaryEncoder().fit([[7.0], [7.0]])
    assert nothing.transform([[3.0]]).shape == (1, 0)


def test_rare_categories_share_a_bit():
    table = [[colour] for colour in ["red"] * 3 + ["blue"] * 2 + ["grey"] * 2 + ["pink", None]]
    encoder = dense(max_categories=3).fit(table)
    names = ["x0 = blue", "x0 = red", "x0 = other", "x0 is missing"]
    assert encoder.get_feature_names_out().tolist() == names
    assert encoder.describe()[2].value == ("grey", "pink")
    later = [["pink"], ["grey"], ["red"], ["white"], [None]]
    bits = [[0, 0, 1, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]
    assert encoder.transform(later).tolist() == bits
    assert "x0 = other" not in dense(max_categories=4).fit(table).get_feature_names_out()


def test_names_are_unique():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(
        [["other", 1, 0], ["a", "1", 1], ["b", 1, 1], ["b", "1", 1], ["b", 1, 1]],
        columns=["x", "z", "x = b"],
    )
    encoder = dense(max_categories=2).fit(table)
    names = encoder.get_feature_names_out().tolist()
    assert len(set(names)) == len(names) == encoder.n_features_out_
    assert sum(name.startswith("x = b") for name in names) == 2
    assert [bit.name for bit in encoder.describe()] == names


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([None, "a"], "column 'x0' has missing values, and had none when"),
        ([1, None], "column 'x1' has missing values, and had none when"),
        ([1, "c"], "column 'x1' holds 'c', which was not seen"),
    ],
)
def test_what_fit_has_not_seen(value, message):
    table = [[1, "a"], [2, "b"], [3, "a"]]
    encoder = dense().fit(table)
    seen = encoder.transform([[1, "a"]])[0]
    got = encoder.transform([value])[0]
    unknown = [not isinstance(value[0], int)] * 2 + [value[1] not in ("a", "b")] * 2
    assert np.array_equal(got, np.where(unknown, 0, seen))
    strict = dense(handle_unknown="error").fit(table)
    assert np.array_equal(strict.transform(table), encoder.transform(table))
    with pytest.raises(ValueError, match=message):
        strict.transform([value])


def test_a_binary_column_keeps_its_meaning_for_later_numbers():
    encoder = dense().fit([[0], [1]])
    assert encoder.transform([[-1], [0], [0.4], [1], [5], [math.nan]]).ravel().tolist() == [
        0, 0, 0, 1, 1, 0,
    ]  # fmt: skip


def test_description_is_a_table():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(dense().fit([[20, "a"], [37, "b"]]).describe())
    assert frame.columns.tolist() == ["name", "column", "kind", "operator", "value"]
    assert frame.kind.tolist() == ["threshold", "category", "category"]


def test_set_output():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"age": [20, 37, 60], "sex": ["f", "m", None]}, index=[5, 7, 9])
    plain = BinaryEncoder().fit(table)
    frame = clone(plain).set_output(transform="pandas").fit_transform(table)
    assert frame.index.tolist() == [5, 7, 9]
    assert frame.columns.tolist() == plain.get_feature_names_out().tolist()
    assert np.array_equal(frame.to_numpy(), plain.transform(table).toarray())
    with config_context(transform_output="pandas"):
        assert plain.transform(table).equals(frame)


def test_pipelines_grid_search_and_column_transformers():
    X, y = load_iris(return_X_y=True)
    model = make_pipeline(BinaryEncoder("mdl"), LogisticRegression())
    assert cross_val_score(model, X, y).mean() > 0.85
    assert model.fit(X, y)[:-1].get_feature_names_out().size == model[-1].coef_.shape[1]
    search = GridSearchCV(model, {"binaryencoder__cuts": ["mdl", "quantile", [1.0, 2.0]]}).fit(X, y)
    assert search.best_score_ > 0.85
    parts = make_column_transformer((BinaryEncoder(), [0, 2]), remainder="passthrough")
    bits = BinaryEncoder().fit(X[:, [0, 2]])
    assert parts.fit_transform(X).shape == (150, bits.n_features_out_ + 2)
    names = [f"binaryencoder__{name}" for name in bits.get_feature_names_out(["x0", "x2"])]
    assert parts.get_feature_names_out().tolist() == [*names, "remainder__x1", "remainder__x3"]


def test_pickle():
    table = [[20, "red"], [37, None]]
    encoder = BinaryEncoder().fit(table)
    again = pickle.loads(pickle.dumps(encoder))
    assert again.describe() == encoder.describe()
    assert np.array_equal(again.transform(table).toarray(), encoder.transform(table).toarray())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cuts": "median"}, "cuts is 'median'; give 'quantile', 'mdl', finite thresholds"),
        ({"cuts": [1.0, math.nan]}, "cuts is .* finite thresholds"),
        (
            {"cuts": {"age": 3}},
            "cuts names column 'age', which does not exist; the columns are x0, x1",
        ),
        ({"cuts": {0: "x"}}, r"cuts\[0\] is 'x'"),
        ({"cuts": {0: ["x"]}}, r"cuts\[0\] is \['x'\]"),
        ({"cuts": {"x1": 3}}, "thresholds for column 'x1', which holds categories"),
        ({"cuts": "mdl"}, "requires y"),
        ({"max_bins": 1}, "max_bins is 1; give an integer of at least 2"),
        ({"max_bins": 2.5}, "max_bins is 2.5"),
        ({"max_categories": 1}, "max_categories is 1"),
        ({"handle_unknown": "warn"}, "handle_unknown 'warn' is unknown; take one of ignore, error"),
    ],
)
def test_wrong_parameters_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        BinaryEncoder(**options).fit([[1, "a"], [2, "b"]])


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([0.1, 0.2], "continuous"),
        ([0, 1, 1], "X has 2 rows and y has 3"),
        ([0, math.nan], "NaN"),
        (["a", None], "the classes in y cannot be distinguished"),
    ],
)
def test_wrong_classes_are_refused(y, message):
    with pytest.raises(ValueError, match=message):
        BinaryEncoder("mdl").fit([[1], [2]], y)


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        ([[1, {}], [2, "a"]], TypeError, "column 'x1' holds a dict"),
        (
            np.array([["2020-01-01"]], "M8[D]"),
            TypeError,
            "column 'x0' holds dates or times, such as '2020-01-01'",
        ),
        (np.array([[b"x"]]), TypeError, "column 'x0' holds .S1, which is neither"),
        ([["a", math.inf], ["b", 1]], ValueError, "column 'x1' holds an infinite value"),
        ([["a", 10**400], ["b", 1]], ValueError, "column 'x1' holds an infinite value"),
    ],
)
def test_wrong_columns_are_refused(table, error, message):
    with pytest.raises(error, match=message):
        BinaryEncoder().fit(table)


@pytest.mark.parametrize("few", [False, True])
def test_dates_are_refused_unless_declared_as_categories(few):
    pandas = pytest.importorskip("pandas")
    days = [f"2021-03-{1 + k % (2 if few else 28):02}" for k in range(60)] + [None]
    for column in (days, [None if day is None else pandas.Timestamp(day).date() for day in days]):
        table = pandas.DataFrame({"day": column, "n": range(61)}, dtype=object)
        message = "column 'day' holds dates or times, such as '2021-03-01'; make numbers of them"
        with pytest.raises(TypeError, match=message):
            BinaryEncoder().fit(table)
        bits = BinaryEncoder().fit(table.astype({"day": "category"})).describe()
        assert {bit.kind for bit in bits if bit.column == "day"} == {"category", "missing"}
    words = BinaryEncoder().fit([["2021-03-01"], ["soon"]])
    assert words.transform([["2021-03-01"]]).sum() == 1


def test_wrong_rows_are_refused():
    encoder = BinaryEncoder()
    with pytest.raises(NotFittedError):
        encoder.transform([[1]])
    with pytest.raises(TypeError, match="cannot be a category"):
        encoder.fit([[{}]])
    with pytest.raises(NotFittedError):
        encoder.transform([[1]])
    encoder.fit([[1, "a"], [2, "b"]])
    with pytest.raises(TypeError, match="column 'x0' must hold numbers and holds 'old'"):
        encoder.transform([["old", "a"]])
    with pytest.raises(ValueError, match="3 features"):
        encoder.transform([[1, "a", 2]])


def test_wrong_frames_are_refused():
    pandas = pytest.importorskip("pandas")
    days = pandas.DataFrame({"day": pandas.to_datetime(["2020-01-01"])})
    for frame in (days, days.assign(day=days.day.dt.tz_localize("UTC"))):
        with pytest.raises(TypeError, match="column 'day' holds dates or times, such as"):
            BinaryEncoder().fit(frame)
    with pytest.raises(ValueError, match="column 'age' holds an infinite value"):
        BinaryEncoder().fit(pandas.DataFrame({"age": [1, math.inf]}))
    with pytest.raises(ValueError, match="empty table"):
        BinaryEncoder().fit(pandas.DataFrame({"age": []}))
    encoder = BinaryEncoder().fit(pandas.DataFrame({"age": [1, 2]}))
    with pytest.raises(ValueError, match="feature names"):
        encoder.transform(pandas.DataFrame({"size": [1, 2]}))


@pytest.mark.parametrize("cuts", ["quantile", pytest.param("mdl", marks=pytest.mark.slow)])
def test_adult(data, cuts):
    path = data / "classification" / "adult.data.gz"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    text = gzip.decompress(path.read_bytes()).decode().strip()
    rows = [
        [
            None if cell == "?" else int(cell) if cell.isdigit() else cell
            for cell in line.split(", ")
        ]
        for line in text.splitlines()
    ]
    table, y = [row[:-1] for row in rows], [row[-1] for row in rows]
    encoder = BinaryEncoder(cuts, max_categories=20).fit(table, y)
    bits = encoder.transform(table)
    names = [f"x{at}" for at in range(14)]
    assert np.array_equal(bits.toarray(), expected(encoder, table, names))
    found = set(encoder.get_feature_names_out())
    assert {"x1 is missing", "x1 = Private", "x9 = Male", "x13 = other"} <= found
    assert not {"x0 is missing", "x3 = other"} & found
    model = LogisticRegression(solver="liblinear").fit(bits, y)
    assert model.score(bits, y) > 0.84
