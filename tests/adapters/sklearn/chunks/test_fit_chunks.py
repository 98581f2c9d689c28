"""A classifier fitted to chunks is the one that is fitted to all rows."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.preprocessing import StandardScaler

import nzdd
from nzdd.adapters.sklearn.chunks import bit_chunks
from nzdd.sklearn import BinaryEncoder, SoftMarginClassifier

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # of trivial answers


def bits(rows=300, columns=6, seed=0):
    random = np.random.default_rng(seed)
    X = random.integers(0, 2, (rows, columns))
    return X, np.where((X[:, :3].sum(axis=1) > 1) ^ (random.random(rows) < 0.1), "yes", "no")


def table(rows=400, seed=0):
    """Numbers, some missing, categories and bits, and labels by a rule."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "age": random.integers(18, 90, rows).astype(float),
            "income": random.lognormal(10, 1, rows).round(2),
            "job": random.choice(["clerk", "farmer", "nurse", None], rows),
            "owner": random.integers(0, 2, rows),
        }
    )
    frame.loc[random.random(rows) < 0.1, "age"] = np.nan
    rule = (frame["age"] > 50) ^ (frame["job"] == "nurse") ^ (random.random(rows) < 0.05)
    return frame, rule.to_numpy().astype(int) * 2


def pieces(count, *arrays):
    bounds = np.linspace(0, len(arrays[0]), count + 1).astype(int)
    return [tuple(array[a:b] for array in arrays) for a, b in pairwise(bounds)]


def assert_same(one, other):
    np.testing.assert_array_equal(one.classes_, other.classes_)
    np.testing.assert_array_equal(one.weights_, other.weights_)
    np.testing.assert_array_equal(one.intercept_, other.intercept_)
    assert one.n_features_in_ == other.n_features_in_
    assert list(getattr(one, "feature_names_in_", [])) == list(
        getattr(other, "feature_names_in_", [])
    )
    if one.encoder_ is not None:
        assert one.encoder_.describe() == other.encoder_.describe()


@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array, pd.DataFrame])
def test_zeros_and_ones(kind):
    X, y = bits()
    whole = SoftMarginClassifier(nu=0.4).fit(X, y)
    chunks = [(kind(a), b) for a, b in pieces(7, X, y)]
    for given in (chunks, chunks[::-1], iter(chunks), lambda: iter(chunks)):
        found = SoftMarginClassifier(nu=0.4).fit_chunks(given)
        assert_same(found, whole)
        np.testing.assert_allclose(
            found.predict_proba(chunks[0][0]), whole.predict_proba(chunks[0][0])
        )


def test_weights_and_rows_without_any():
    X, y = bits()
    weights = np.random.default_rng(1).integers(0, 3, len(y))
    weights[:50] = 0
    whole = SoftMarginClassifier(nu=0.4).fit(X, y, weights)
    chunks = pieces(6, X, y, weights)
    assert_same(SoftMarginClassifier(nu=0.4).fit_chunks(chunks), whole)
    frame = pd.DataFrame(X).rename(columns=str).assign(label=y, weight=weights)
    parts = [frame[a : a + 70] for a in range(0, 300, 70)]
    found = SoftMarginClassifier(nu=0.4).fit_chunks(parts, "label", "weight")
    np.testing.assert_array_equal(found.weights_, whole.weights_)


@pytest.mark.parametrize(
    "encoder", [BinaryEncoder(), BinaryEncoder("mdl"), BinaryEncoder(max_categories=2, cuts={})]
)
def test_encoded_tables(encoder):
    X, y = table()
    whole = SoftMarginClassifier(nu=0.5, encoder=encoder).fit(X, y)
    for chunks in (pieces(5, X, y), pieces(40, X, y)[::-1]):
        found = SoftMarginClassifier(nu=0.5, encoder=encoder).fit_chunks(chunks)
        assert_same(found, whole)
        likely = found.classes_[found.predict_proba(X).argmax(axis=1)]
        np.testing.assert_array_equal(likely, whole.predict(X))
        np.testing.assert_array_equal(
            np.concatenate(list(found.predict_chunks([a for a, _ in chunks]))),
            np.concatenate([whole.predict(a) for a, _ in chunks]),
        )


def test_empty_chunks_columns_in_another_order_and_late_classes():
    X, y = table()
    y = np.where(X["owner"] == 1, y, 7)  # three classes
    order = np.argsort(y, kind="stable")  # each chunk has one or two of them
    X, y = X.iloc[order], y[order]
    whole = SoftMarginClassifier(nu=0.6, encoder=BinaryEncoder()).fit(X, y)
    chunks = pieces(6, X, y)
    chunks[2] = chunks[2][0][X.columns[::-1]], chunks[2][1]
    chunks = [(X[:0], y[:0]), *chunks, (X[:0], y[:0])]
    found = SoftMarginClassifier(nu=0.6, encoder=BinaryEncoder()).fit_chunks(chunks)
    assert_same(found, whole)


def test_more_numbers_than_are_kept_apart():
    random = np.random.default_rng(0)
    X = random.normal(size=(200_000, 1))
    chunks = pieces(8, X, X[:, 0] > 1)
    found = SoftMarginClassifier(nu=0.1, encoder=BinaryEncoder()).fit_chunks(chunks)
    assert_same(
        found, SoftMarginClassifier(nu=0.1, encoder=BinaryEncoder()).fit_chunks(chunks[::-1])
    )
    cuts = [bit.value for bit in found.encoder_.describe()]
    shares = np.array([np.mean(cut < X) for cut in cuts])
    np.testing.assert_allclose(shares, np.arange(7, 0, -1) / 8, atol=5e-4)


def test_arrow():
    dataset = pytest.importorskip("pyarrow.dataset")
    import pyarrow as pa

    X, y = table()
    whole = SoftMarginClassifier(nu=0.5, encoder=BinaryEncoder()).fit(X, y)
    arrow = pa.Table.from_pandas(X.assign(label=y))
    parts = [arrow.slice(a, 150) for a in range(0, 400, 150)]
    for given in (arrow, dataset.dataset(arrow), parts):
        found = SoftMarginClassifier(nu=0.5, encoder=BinaryEncoder()).fit_chunks(given, "label")
        assert_same(found, whole)
        predicted = np.concatenate(list(found.predict_chunks(given)))
        np.testing.assert_array_equal(predicted, whole.predict(X))
    ones, labels = bits()
    reader = pa.Table.from_pandas(pd.DataFrame(ones).rename(columns=str).assign(y=labels))
    found = SoftMarginClassifier(nu=0.4).fit_chunks(reader.to_reader(max_chunksize=70), "y")
    np.testing.assert_array_equal(
        found.weights_, SoftMarginClassifier(nu=0.4).fit(ones, labels).weights_
    )


def test_probabilities_of_many_rows_come_from_a_sample():
    X, y = bits(20_000, 20)
    chunks = pieces(4, X, y)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bit_chunks, "MOST_ROWS", 3000)
        found = SoftMarginClassifier(nu=0.3).fit_chunks(chunks)
    whole = SoftMarginClassifier(nu=0.3).fit(X, y)
    np.testing.assert_allclose(found.predict_proba(X), whole.predict_proba(X), atol=0.02)
    without = SoftMarginClassifier(nu=0.3, probability=False).fit_chunks(chunks)
    assert not hasattr(without, "calibration_")


def test_files(tmp_path):
    X, y = table()
    for part, (rows, labels) in enumerate(pieces(3, X, y)):
        rows.assign(label=labels).to_csv(tmp_path / f"{part}.csv", index=False)
    whole = SoftMarginClassifier(nu=0.5, encoder=BinaryEncoder()).fit(X, y)
    found = SoftMarginClassifier(nu=0.5, encoder=BinaryEncoder())
    assert_same(found.fit_chunks(nzdd.sample_files(tmp_path)), whole)
    (tmp_path / "1.csv").write_text("age,income,job,owner,label\nold,1,clerk,1,0\n")
    with pytest.raises(ValueError, match=r"1\.csv, line 2: column 'age' is 'old'"):
        found.fit_chunks(nzdd.sample_files(tmp_path))


def test_records():
    X, y = table()
    records = X.assign(y=y).to_dict("records")
    chunks = [records[:150], [], records[150:]]
    whole = SoftMarginClassifier(nu=0.5, encoder=BinaryEncoder()).fit(X, y)
    assert_same(
        SoftMarginClassifier(nu=0.5, encoder=BinaryEncoder()).fit_chunks(chunks, "y"), whole
    )
    ones, labels = bits()
    pairs = list(zip(ones.tolist(), labels.tolist(), strict=True))
    found = SoftMarginClassifier(nu=0.4).fit_chunks([pairs[:99], [], pairs[99:]])
    assert_same(found, SoftMarginClassifier(nu=0.4).fit(ones, labels))


def test_dask_merges_what_its_partitions_hold():
    pytest.importorskip("dask", reason="dask is not installed")
    import dask
    import dask.array
    import dask.bag

    X, y = bits()
    whole = SoftMarginClassifier(nu=0.4).fit(X, y)
    array = dask.array.from_array(X, chunks=(80, 4))
    labels = dask.array.from_array(y, chunks=50)
    with dask.config.set(scheduler="synchronous"):
        found = SoftMarginClassifier(nu=0.4).fit_chunks(array, labels)
        assert_same(found, whole)
        predicted = np.concatenate(list(found.predict_chunks(array)))
        np.testing.assert_array_equal(predicted, whole.predict(X))
        weights = dask.array.from_array(np.full(300, 2.0), chunks=300)
        doubled = SoftMarginClassifier(nu=0.4).fit_chunks(array, labels, weights)
        np.testing.assert_allclose(doubled.weights_, whole.weights_, atol=1e-7)
        pairs = list(zip(X.tolist(), y.tolist(), strict=True))
        bag = dask.bag.from_sequence(pairs, npartitions=3)
        assert_same(SoftMarginClassifier(nu=0.4).fit_chunks(bag), whole)


def test_dask_frames_with_an_encoder():
    frames = pytest.importorskip("dask.dataframe", reason="dask is not installed")
    import dask

    X, y = table()
    whole = SoftMarginClassifier(nu=0.5, encoder=BinaryEncoder("mdl")).fit(X, y)
    given = frames.from_pandas(X.assign(label=y), npartitions=5)
    with dask.config.set(scheduler="threads"):
        model = SoftMarginClassifier(nu=0.5, encoder=BinaryEncoder("mdl"))
        assert_same(model.fit_chunks(given, "label"), whole)
        beside = given.drop(columns="label"), given["label"]
        assert_same(model.fit_chunks(*beside), whole)
        with pytest.raises(ValueError, match="partition 0: chunk 0: there is no column 'klass'"):
            model.fit_chunks(given, "klass")
        with pytest.raises(ValueError, match="have 5 and 1 partitions; repartition them alike"):
            model.fit_chunks(beside[0], beside[1].repartition(npartitions=1))


def test_another_fit_forgets_the_names_of_columns():
    X, y = bits()
    model = SoftMarginClassifier(nu=0.4).fit_chunks([(pd.DataFrame(X).rename(columns=str), y)])
    assert hasattr(model, "feature_names_in_")
    model.fit_chunks([(X, y)])
    assert not hasattr(model, "feature_names_in_")


X, Y = bits(20)
FRAME, LABELS = table(60)


@pytest.mark.parametrize(
    ("chunks", "names", "words"),
    [
        ([(X, Y), (X[:, :5], Y)], (), "chunk 1: it has 5 columns where 6 are expected"),
        ([(X, Y), (X * 2, Y)], (), "chunk 1: column 'x0' holds 2 in row"),
        ([(X, Y), (X, Y[:3])], (), "chunk 1: X has 20 rows and y has 3"),
        ([(X, Y), (X, np.arange(20))], (), "chunk 1: the labels are of several kinds"),
        ([(X, np.full(20, 1))], (), "only one class"),
        ([(X, Y), (X, Y, -np.ones(20))], (), "chunk 1: .*[Nn]egative"),
        ([], (), "no rows in the chunks"),
        ([(X[:0], Y[:0])], (), "no rows in the chunks"),
        ([(X, Y, None, None)], (), "chunk 0: it is a tuple, not a pair"),
        ([X], (), "chunk 0: it is a ndarray, not a pair"),
        ([X], ("y",), "chunk 0: it is a ndarray, which has no column 'y'"),
        ([(1, 2)], (), "chunk 0: X is a int; give a table"),
        ([(Y, Y)], (), r"chunk 0: X is of shape \(20,\); give a table"),
        (X, (), "X is a table, not chunks; give an iterable of them, or call fit"),
        (5, (), "X is a int; give an iterable of chunks"),
        (lambda: 5, (), "the function for chunks returns a int"),
    ],
)
def test_errors(chunks, names, words):
    with pytest.raises((ValueError, TypeError), match=words):
        SoftMarginClassifier(nu=0.5).fit_chunks(chunks, *names)


@pytest.mark.parametrize(
    ("chunks", "words"),
    [
        (
            [(FRAME, LABELS), (FRAME.drop(columns="job").assign(sex=1), LABELS)],
            "chunk 1: there is no column 'job', and there is the column 'sex'; the columns are "
            "'age', 'income', 'job', 'owner' in all chunks",
        ),
        (
            [(FRAME, LABELS), (FRAME.assign(age="old"), LABELS)],
            "column 'age' holds the number [0-9]+ in some chunks, and 'old' in others",
        ),
        ([(FRAME, LABELS), (FRAME.assign(age=np.inf), LABELS)], "chunk 1: column 'age' holds an"),
        (iter([(FRAME, LABELS)]), "read only once, and the encoder"),
    ],
)
def test_errors_with_an_encoder(chunks, words):
    model = SoftMarginClassifier(encoder=BinaryEncoder())
    with pytest.raises((ValueError, TypeError), match=words):
        model.fit_chunks(chunks)
    assert not hasattr(model, "n_features_in_")


def test_other_encoders_and_predictions_without_columns():
    with pytest.raises(TypeError, match="encoder is a StandardScaler, which cannot be fitted"):
        SoftMarginClassifier(encoder=StandardScaler()).fit_chunks([(X, Y)])
    model = SoftMarginClassifier(nu=0.5, encoder=BinaryEncoder()).fit(FRAME, LABELS)
    more = FRAME.assign(other=1)
    found = list(model.predict_chunks([more, more[:0]]))
    np.testing.assert_array_equal(found[0], model.predict(FRAME))
    assert found[1].size == 0
    with pytest.raises(ValueError, match="chunk 1: there is no column 'age'"):
        list(model.predict_chunks([FRAME, FRAME.drop(columns="age")]))
