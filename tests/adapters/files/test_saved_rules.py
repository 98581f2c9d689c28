"""Votes of conjunctions come back from their files as they were; damaged files are refused."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import classifiers
from nzdd.formulations.learning.calibration import Calibration
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn
from nzdd.formulations.learning.rules.bins.literals import Kind, Literal
from nzdd.formulations.learning.rules.bins.terms import Term
from nzdd.formulations.learning.rules.vote import RuleVote
from support.examples import examples

COLUMNS = (BinColumn(4), BinColumn(3, missing=True), BinColumn(5, ordered=False))
LITERALS = [
    *(Literal(j, kind, k) for j in (0, 1) for kind in (Kind.ABOVE, Kind.AT_MOST) for k in range(3)),
    *(Literal(2, kind, k) for kind in (Kind.EQUAL, Kind.OTHER) for k in range(5)),
    *(Literal(1, kind, 0) for kind in (Kind.MISSING, Kind.KNOWN)),
]
FINITE = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def votes(draw):
    outputs = draw(st.sampled_from([1, 3]))
    literal = st.sampled_from(LITERALS)
    rules = draw(st.lists(st.lists(literal, min_size=1, max_size=3).map(tuple), max_size=4))
    numbers = st.lists(FINITE, min_size=outputs, max_size=outputs)
    weights = [draw(numbers) for _ in rules]
    table = np.array(weights, np.float64).reshape(len(rules), outputs)
    lines = draw(st.lists(st.sampled_from([0, 1]), max_size=2))
    terms = [
        Term(at, np.array([draw(numbers) for _ in range(COLUMNS[at].known + 1)])) for at in lines
    ]
    return RuleVote(tuple(rules), table, np.array(draw(numbers)), COLUMNS, tuple(terms))


@given(votes(), st.sampled_from(["m.json", "m.json.gz"]))
@settings(max_examples=examples(30))
def test_what_is_saved_comes_back(tmp_path_factory, vote, name):
    path = tmp_path_factory.mktemp("rules") / name
    classes = ["a", "b", "c"] if vote.intercept.size == 3 else [False, True]
    words = [f"part {k}" for k in range(len(vote.rules) + len(vote.terms))]
    facts = (path, vote, classes, words, {"columns": []}, {"gap": 0.5}, {"x": None})
    classifiers.save_rules(*facts, Calibration(0.5, 2.0))
    saved = classifiers.load(path)
    assert (saved.vote.rules, saved.vote.columns) == (vote.rules, COLUMNS)
    assert np.array_equal(saved.vote.weights, vote.weights)
    assert np.array_equal(saved.vote.intercept, vote.intercept)
    assert [term.column for term in saved.vote.terms] == [term.column for term in vote.terms]
    for found, term in zip(saved.vote.terms, vote.terms, strict=True):
        assert np.array_equal(found.values, term.values)
    assert (saved.classes, saved.words) == (tuple(classes), tuple(words))
    assert saved[3:] == ({"gap": 0.5}, {"columns": []}, {"x": None}, Calibration(0.5, 2.0))


def test_predictions_follow_the_votes():
    rules = (
        (Literal(0, Kind.ABOVE, 1),),
        (Literal(0, Kind.AT_MOST, 2), Literal(1, Kind.MISSING, 0)),
    )
    codes = np.array([[0, 0, 0], [3, 0, 0], [2, 3, 0], [1, 3, 0]], np.uint8)
    vote = RuleVote(rules, np.array([[2.0], [-4.0]]), np.array([-1.0]), COLUMNS)
    saved = classifiers.SavedRules(vote, ("no", "yes"), ("", ""), {}, {})
    assert saved.decision_function(codes).tolist() == [-1, 1, -3, -5]
    assert saved.predict(codes).tolist() == ["no", "yes", "no", "no"]
    vote = RuleVote(rules, np.array([[0, 2, 0], [0, 0, 9.0]]), np.array([1.0, 0, 0]), COLUMNS)
    saved = classifiers.SavedRules(vote, (1, 2, 3), ("", ""), {}, {})
    assert saved.predict(codes).tolist() == [1, 2, 3, 3]


def changed(place=(), **changes):
    """The text of a small model, one of whose parts has other values."""
    rule = {"rule": "x > 1", "weights": [1.5], "literals": [[0, "above", 1]]}
    content = {
        "format": "nzdd rules", "version": 1, "classes": [0, 1], "intercept": [0.5],
        "rules": [rule], "columns": [{"known": 3, "missing": False, "ordered": True}],
        "calibration": None, "facts": {}, "encoder": {}, "reading": None,
    }  # fmt: skip
    if place[:1] == ["lines"]:
        values = [[0.5], [1.0], [2.0], [0.0]]
        content |= {"version": 2, "lines": [{"line": "x: up", "column": 0, "values": values}]}
    part = content
    for key in place:
        part = part[key]
    part.update(changes)
    return json.dumps({key: value for key, value in content.items() if value != "left out"})


def test_files_of_both_versions_are_read(tmp_path):
    path = tmp_path / "m.json"
    codes = np.arange(4, dtype=np.uint8)[:, None]
    for text, votes in ((changed(), [0.5, 0.5, 2, 0.5]), (changed(["lines", 0]), [1, 1.5, 4, 0.5])):
        path.write_text(text)
        assert classifiers.load(path).decision_function(codes).tolist() == votes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (changed(version=3), "it has version 3 of its format, and this release reads 2; update"),
        (changed(lines=[3]), "a line is 3, not an object"),
        (changed(["lines", 0], column=1), "'x: up' is over column 1, which is no column of numb"),
        (changed(["lines", 0], values=[[1]]), "'x: up' has not a list for each of 4 bins"),
        (changed(["lines", 0], values=[[1], [1], [1], 1]), "not a list for each of 4 bins"),
        (changed(["lines", 0], values=[[1], [1], [1], []]), "has not 1 numbers for each bin"),
        (changed(["lines", 0], values=[[1], [1], [1], [""]]), "a value of 'x: up' is '', not a n"),
        (changed(classes=[0]), r"the classes are \(0,\); at least two of one kind"),
        (changed(classes=[0, "a"]), "at least two of one kind"),
        (changed(classes=[1, 1]), "at least two of one kind"),
        (changed(intercept=[1, 2]), "'intercept' has 2 numbers for 2 classes"),
        (changed(intercept=["1"]), "the intercept is '1', not a number"),
        (changed(rules=[3]), "a rule is 3, not an object"),
        (changed(["rules", 0], weights=[1, 2]), "'x > 1' has 2 weights"),
        (changed(["rules", 0], weights=[None]), "a weight of 'x > 1' is None, not a number"),
        (changed(["rules", 0], literals=[[1, "above", 1]]), "'above', 1], which is no bin"),
        (changed(["rules", 0], literals=[[0, "above", 3]]), "'above', 3], which is no bin"),
        (changed(["rules", 0], literals=[[0, "above", -1]]), "'above', -1], which is no bin"),
        (changed(["rules", 0], literals=[[0, "equal", 1]]), "'equal', 1], which is no bin"),
        (changed(["rules", 0], literals=[[0, "known", 0]]), "'known', 0], which is no bin"),
        (changed(["rules", 0], literals=[[0, "above", 0.5]]), "has the literal"),
        (changed(["rules", 0], literals=[]), "'x > 1' has no literals"),
        (changed(["rules", 0], literals=[[0, "over", 1]]), "has the literal"),
        (changed(["rules", 0], literals=[[0, "above"]]), "has the literal"),
        (changed(["rules", 0], literals=3), "'literals' is 3, which is of the wrong type"),
        (changed(columns=[3]), "a column is 3, not an object"),
        (changed(["columns", 0], known=999), "a column has 999 bins, above the limit 255"),
        (changed(["columns", 0], missing=0), "'missing' is 0, which is of the wrong type"),
        (changed(calibration={"below": 1, "above": -1}), "are 1.0 and -1.0, not above 0"),
        (changed(calibration={"below": 1}), "the key 'above' is missing"),
        (changed(encoder="left out"), "the key 'encoder' is missing"),
    ],
)
def test_every_fault_is_one_line_with_file_and_cure(tmp_path, text, message):
    path = tmp_path / "m.json"
    path.write_text(text)
    with pytest.raises(ModelFileError, match=message) as caught:
        classifiers.load(path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
