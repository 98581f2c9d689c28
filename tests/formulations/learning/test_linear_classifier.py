"""Linear classifiers against decision values added up row by row."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import RowTable
from nzdd.formulations.learning import row_sums
from nzdd.formulations.learning.linear_classifier import LinearClassifier, Rule
from support.sets.families import families, forms, to_csr, to_matrix, to_words

NUMBER = st.floats(-1, 1, width=16)


@st.composite
def classifiers(draw, max_features=8):
    num_features = draw(st.integers(0, max_features))
    num_models = draw(st.sampled_from([1, 2, 3]))
    weights = draw(
        st.lists(
            st.lists(NUMBER, min_size=num_features, max_size=num_features),
            min_size=num_models,
            max_size=num_models,
        )
    )
    intercepts = draw(st.lists(NUMBER, min_size=num_models, max_size=num_models))
    classes = draw(st.sampled_from([(-1, 1, 2), ("a", "ä", ""), (0.5, 1.0, 7.0)]))
    shape = (num_models, num_features)
    return LinearClassifier(
        np.reshape(weights, shape), intercepts, classes[: max(2, num_models)], None
    )


def added_up(classifier, rows):
    """The decision values by the definition."""
    n = classifier.num_features
    return [
        [
            sum(weights[j] for j in set(row) if j < n) + intercept
            for weights, intercept in zip(
                classifier.weights.tolist(), classifier.intercepts.tolist(), strict=True
            )
        ]
        for row in rows
    ]


@given(classifiers(), families())
def test_decision_values_are_sums_in_every_form_of_the_rows(classifier, case):
    rows, num_symbols = case
    expected = np.reshape(added_up(classifier, rows), (len(rows), len(classifier.weights)))
    if len(classifier.weights) == 1:
        expected = expected[:, 0]
    for name, form in forms(rows, num_symbols):
        values = classifier.decision_function(form)
        assert values.shape == expected.shape, name
        assert np.allclose(values, expected, rtol=0, atol=1e-12), name


@pytest.mark.parametrize("form", [to_matrix, to_csr, to_words])
def test_chunks_make_no_difference(form, monkeypatch):
    rng = np.random.default_rng(3)
    rows = [np.flatnonzero(rng.random(9) < 0.4).tolist() for _ in range(200)]
    classifier = LinearClassifier(rng.normal(size=(3, 9)), rng.normal(size=3), "abc")
    whole = classifier.decision_function(form(rows, 9))
    monkeypatch.setattr(row_sums, "_ENTRIES", 7)
    assert np.allclose(classifier.decision_function(form(rows, 9)), whole, rtol=0, atol=1e-12)
    assert np.allclose(whole, added_up(classifier, rows), rtol=0, atol=1e-12)


@given(classifiers(), families(min_rows=1), st.data())
def test_predictions_and_their_error_rate(classifier, case, data):
    rows, num_symbols = case
    values = np.reshape(classifier.decision_function(to_csr(rows, num_symbols)), (len(rows), -1))
    expected = [
        classifier.classes[int(row[0] > 0) if len(row) == 1 else int(np.argmax(row))]
        for row in values
    ]
    predicted = classifier.predict(to_csr(rows, num_symbols))
    assert predicted.tolist() == expected
    labels = data.draw(
        st.lists(st.sampled_from(classifier.classes), min_size=len(rows), max_size=len(rows))
    )
    weights = data.draw(
        st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)).filter(any)
    )
    wrong = [label != guess for label, guess in zip(labels, expected, strict=True)]
    assert classifier.error_rate(rows, labels) == pytest.approx(np.mean(wrong))
    assert classifier.error_rate(rows, labels, weights) == pytest.approx(
        np.average(wrong, weights=weights)
    )
    weighted = to_csr(rows, num_symbols).weighted(weights)
    assert classifier.error_rate(weighted, labels) == classifier.error_rate(rows, labels, weights)


def test_features_never_seen_count_nothing_even_where_they_are_many():
    classifier = LinearClassifier([[1, 2]], [0.5], (0, 1))
    rows = RowTable.from_csr([0, 2, 3], [1, 4_000_000_000, 0], 4_000_000_001)
    assert classifier.decision_function(rows).tolist() == [2.5, 1.5]


def test_types_of_labels_are_kept():
    for classes, kind in (((0, 1), "i"), ((-1.0, 1.0), "f"), ((False, True), "b"), ("ab", "U")):
        predicted = LinearClassifier([[1]], [0], classes).predict([[0], []])
        assert predicted.dtype.kind == kind
        assert predicted.tolist() == [classes[1], classes[0]]
    numpy_labels = LinearClassifier([[1]], [0], np.array([0, 1])).classes
    assert [type(label) for label in numpy_labels] == [int, int]


def test_rules_are_the_non_zero_weights_with_the_largest_first():
    weights = [[0.25, 0, -0.5], [0, 1, 0], [0, 0, 0]]
    classifier = LinearClassifier(weights, [0, 0, 0], ("a", "b", "c"), ("x", "y", "z"))
    assert classifier.rules() == [
        Rule("b", "y", 1.0), Rule("a", "z", -0.5), Rule("a", "x", 0.25),
    ]  # fmt: skip
    unnamed = LinearClassifier(weights[:1], [0.125], ("no", "yes"))
    assert unnamed.rules() == [Rule("yes", "feature 3", -0.5), Rule("yes", "feature 1", 0.25)]


def test_it_prints_as_a_table():
    text = str(LinearClassifier([[0.25, 0, -0.5]], [0.125], ("no", "yes"), ("x", "y", "z")))
    assert text.splitlines() == [
        "'yes' against 'no', where the sum is above 0",
        "          -0.5  z",
        "         +0.25  x",
        "        +0.125  (intercept)",
    ]
    three = str(LinearClassifier(np.eye(3), np.zeros(3), (1, 2, 3)))
    assert [part.splitlines()[0].split(",")[0] for part in three.split("\n\n")] == [
        f"{label} against the rest" for label in (1, 2, 3)
    ]


def test_an_intercept_for_ties_is_shown_as_0_and_decides_them():
    for intercept, label in ((1.6e-34, "yes"), (-1.6e-34, "no")):
        classifier = LinearClassifier([[0.5, -0.5]], [intercept], ("no", "yes"))
        assert str(classifier).splitlines()[-1].split() == ["+0", "(intercept)"]
        assert classifier.predict([[]]).tolist() == [label]
        assert classifier.predict([[0]]).tolist() == ["yes"]


def test_nothing_can_be_changed_afterwards():
    given_weights = np.ones((1, 2))
    classifier = LinearClassifier(given_weights, [0], (0, 1))
    given_weights[:] = 7
    assert classifier.weights.tolist() == [[1, 1]]
    with pytest.raises(ValueError, match="read-only"):
        classifier.weights[0, 0] = 2


@pytest.mark.parametrize(
    ("weights", "intercepts", "classes", "names", "message"),
    [
        ([[np.nan]], [0], (0, 1), None, "weights hold nan; give finite"),
        ([[1]], [np.inf], (0, 1), None, "intercepts hold inf"),
        ([1], [0], (0, 1), None, r"shapes \(1,\) and \(1,\); give \(K, n\)"),
        ([[1]], [0, 1], (0, 1), None, r"shapes \(1, 1\) and \(2,\)"),
        (np.zeros((0, 1)), [], (), None, "shapes"),
        ([[1]], [0], (0,), None, "need 2 distinct"),
        ([[1]], [0], (1, 1.0), None, "need 2 distinct"),
        ([[1]] * 3, [0] * 3, (0, 1), None, "3 weight vectors need 3"),
        ([[1]], [0], (0, "1"), None, "classes are 0, '1'; give"),
        ([[1]], [0], (0, True), None, "booleans only"),
        ([[1]], [0], (0, np.nan), None, "finite numbers only"),
        ([[1]], [0], (0, None), None, "classes are 0, None"),
        ([[1]], [0], (0, [1]), None, r"classes are 0, \[1\]"),
        ([[1, 2]], [0], (0, 1), ("a",), "1 feature names"),
        ([[1, 2]], [0], (0, 1), ("a", "a"), "1 of them distinct"),
        ([[1, 2]], [0], (0, 1), ("a", 2), "a string of its own"),
    ],
)
def test_what_is_no_classifier_is_refused(weights, intercepts, classes, names, message):
    with pytest.raises(ValueError, match=message):
        LinearClassifier(weights, intercepts, classes, names)


def test_rows_and_labels_that_do_not_fit_are_refused():
    classifier = LinearClassifier([[1, 2]], [0], (0, 1))
    with pytest.raises(ValueError, match=r"entry \(1, 0\) is 2"):
        classifier.decision_function(np.array([[0, 1], [2, 0]], np.uint8))
    with pytest.raises(ValueError, match=r"shape \(1,\) for 2 rows"):
        classifier.error_rate([[0], [1]], [1])
    with pytest.raises(ValueError, match="at least one row"):
        classifier.error_rate([], [])
    with pytest.raises(ValueError, match="cannot be compared with the classes 0, 1"):
        classifier.error_rate([[0]], ["1"])
    with pytest.raises(ValueError, match="all sample weights are 0"):
        classifier.error_rate([[0]], [1], [0])
    with pytest.raises(ValueError, match="weight 0 is -1"):
        classifier.error_rate([[0]], [1], [-1])
    assert classifier.error_rate([[0], [0]], [1, 5]) == 0.5
