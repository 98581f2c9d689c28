"""Model files: what is written comes back, and what cannot be read is named."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import classifiers
from nzdd.formulations.learning.calibration import Calibration
from nzdd.formulations.learning.linear_classifier import LinearClassifier

DATA = Path(__file__).parents[1] / "data"
FINITE = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | FINITE | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def any_classifier(draw):
    num_models, num_features = draw(st.integers(1, 4)), draw(st.integers(0, 5))
    wanted = 2 if num_models == 1 else num_models
    kinds = [st.integers(), FINITE, st.text()] + [st.booleans()] * (wanted == 2)
    label = draw(st.sampled_from(kinds))
    classes = draw(st.lists(label, min_size=wanted, max_size=wanted, unique=True))
    numbers = st.lists(
        st.just(0.0) | FINITE, min_size=num_models * num_features,
        max_size=num_models * num_features,
    )  # fmt: skip
    weights = np.reshape(draw(numbers), (num_models, num_features))
    intercepts = draw(st.lists(FINITE, min_size=num_models, max_size=num_models))
    size = {"min_size": num_features, "max_size": num_features, "unique": True}
    names = draw(st.none() | st.lists(st.text(), **size))
    return LinearClassifier(weights, intercepts, classes, names)


@given(
    any_classifier(),
    st.dictionaries(st.text(), JSON, max_size=3),
    st.none() | st.dictionaries(st.text(), JSON, max_size=3),
    st.none() | st.dictionaries(st.text(), JSON, max_size=3),
    st.none() | st.builds(Calibration, *[st.floats(1e-3, 1e4)] * 2),
    st.sampled_from(["m.json", "m.json.gz"]),
)
def test_what_is_saved_comes_back(
    tmp_path_factory, classifier, facts, encoder, reading, calibration, name
):
    path = tmp_path_factory.mktemp("model") / name
    classifiers.save(path, classifier, facts, encoder, reading, calibration)
    loaded, loaded_facts, loaded_encoder, *rest = classifiers.load(path)
    assert rest == [reading, calibration]
    assert np.array_equal(loaded.weights, classifier.weights)
    assert np.array_equal(loaded.intercepts, classifier.intercepts)
    assert loaded.classes == classifier.classes
    assert list(map(type, loaded.classes)) == list(map(type, classifier.classes))
    assert loaded.feature_names == classifier.feature_names
    assert (loaded_facts, loaded_encoder) == (facts, encoder)


def test_files_of_version_1_can_be_read():
    classifier, facts, encoder, *_ = classifiers.load(DATA / "linear-classifier-1.json")
    assert classifier.weights.tolist() == [[0.25, 0, -0.125], [0, 0, 0.1], [0.3, 0, 0]]
    assert classifier.intercepts.tolist() == [0.5, -1, 0]
    assert classifier.classes == ("setosa", "versicolor", "größer")
    assert classifier.feature_names == ("age > 37", "workclass = Private", "sex is missing")
    assert facts == {"nu": 0.4, "objective": 0.01154, "gap": 1e-09, "algorithm": "interior-point"}
    assert encoder == {"columns": [{"name": "age", "cuts": [37]}]}


def test_unnamed_features_of_version_1_can_be_read():
    classifier, facts, encoder, *_ = classifiers.load(DATA / "linear-classifier-unnamed-1.json")
    assert classifier.weights.tolist() == [[0, 0.5, 0, -0.5]]
    assert (classifier.classes, classifier.feature_names) == ((-1, 1), None)
    assert (facts, encoder) == ({}, None)


def test_the_file_says_names_and_weights_to_people(tmp_path):
    named = LinearClassifier([[0.25, 0]], [1], (False, True), ("age > 37", "größer"))
    classifiers.save(tmp_path / "m.json", named, {"nu": np.float64(0.5), "rounds": np.int64(3)})
    text = (tmp_path / "m.json").read_text("utf-8")
    assert '"age > 37": 0.25' in text
    assert '"größer"' in text
    content = json.loads(text)
    assert content["models"] == [{"intercept": 1.0, "weights": {"age > 37": 0.25}}]
    assert content["classes"] == [False, True]
    assert content["facts"] == {"nu": 0.5, "rounds": 3}


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"gap": float("nan")}, r"facts\['gap'\] is nan, which a model file cannot hold"),
        ({"history": [{"bound": np.inf}]}, r"facts\['history'\]\[0\]\['bound'\] is inf"),
        ({"x": {1, 2}}, r"facts\['x'\] is \{1, 2\}"),
        ({"x": {1: 2}}, r"facts\['x'\] has a key that is not a string"),
    ],
)
def test_facts_that_json_has_no_word_for_are_refused(tmp_path, facts, message):
    path = tmp_path / "m.json"
    path.write_text("old")
    with pytest.raises(ValueError, match=message):
        classifiers.save(path, LinearClassifier([[1]], [0], (0, 1)), facts)
    assert path.read_text() == "old"


def changed(**changes):
    """The text of a good file with some keys changed, or left out where the value is None."""
    content = {
        "format": classifiers.linear.FORMAT, "version": 1, "classes": [0, 1], "num_features": 2,
        "feature_index_base": 1, "models": [{"intercept": 0.5, "weights": {"2": 1.5}}],
        "feature_names": ..., "facts": {}, "encoder": ...,
    }  # fmt: skip
    content = {key: value for key, value in (content | changes).items() if value is not None}
    return json.dumps({key: None if value is ... else value for key, value in content.items()})


def model(weights=None, intercept=0.5):
    return [{"intercept": intercept, "weights": {"2": 1.5} if weights is None else weights}]


NAMED = {"feature_names": ["a", "b"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("{", "not a readable JSON file"),
        ("[" * 100_000, "not a readable JSON file"),
        ("weights: 3", "not a readable JSON file"),
        (changed().replace("1.5", "NaN"), "NaN is not a number of JSON"),
        (changed().replace("1.5", "1e999"), "weight of '2' is inf, not a finite number"),
        (changed().replace("1.5", "1" + "0" * 400), "not a finite number"),
        (changed().replace("1.5", "9" * 5000), "not a readable JSON file"),
        (changed().replace('"2": 1.5', '"2": 1.5, "2": 1'), "the key '2' stands twice"),
        ("[]", "not a file of the format 'nzdd linear classifier' or 'nzdd rules'; name a model"),
        (changed(format="pmml"), "not a file of the format"),
        (changed(format=None), "not a file of the format"),
        (changed(version=2), "version 2 of its format, and this release reads 1; update nzdd"),
        (changed(version=True), "'version' is True, not an integer >= 1"),
        (changed(version=0), "'version' is 0, not"),
        (changed(version="1"), "'version' is '1', which is of the wrong type"),
        (changed(num_features=1.5), "'num_features' is 1.5"),
        (changed(num_features=-1), "'num_features' is -1"),
        (changed(num_features=10**30), "above the limit"),
        (changed(num_features=10**9), "'num_features' is 1000000000, above the limit"),
        (
            changed(num_features=10**8, models=[{"intercept": 0, "weights": {}}] * 10**4),
            "10000 models of 100000000 features take 7,450.6 GB",
        ),
        (changed(num_features=1), "given to '2', which is not a feature"),
        (changed(feature_index_base=0), "'feature_index_base' is 0, not 1"),
        (changed(**NAMED), "given to '2', which is not a feature"),
        (changed(feature_names=["a"]), "1 'feature_names' for 2 features"),
        (changed(feature_names=["2", "2"]), "a string of its own"),
        (changed(feature_names=["2", 5]), "a string of its own"),
        (changed(feature_names="ab"), "'feature_names' is 'ab', which is of the wrong type"),
        (changed(classes=[0]), "need 2 distinct classes"),
        (changed(classes=[0, 1, 2]), "need 2 distinct classes"),
        (changed(classes=[0, True]), "booleans only"),
        (changed(classes=[0, [1]]), "the classes are"),
        (changed(classes=[0, None]), "the classes are"),
        (changed(classes={}), "'classes' is {}, which"),
        (changed(models=[]), "give"),
        (changed(models=[3]), "model 1 of 'models' is 3, not an object"),
        (changed(models=[{"weights": {}}]), "the key 'intercept' is missing"),
        (changed(models=[{"intercept": 1}]), "the key 'weights' is missing"),
        (changed(models=model(intercept=True)), "'intercept' is True, not a number"),
        (changed(models=model(intercept=None)), "'intercept' is None, not a number"),
        (changed(models=model({"1": False})), "weight of '1' is False, not a number"),
        (changed(models=model({"1": "3"})), "weight of '1' is '3', not a number"),
        (changed(models=model({"0": 1})), "given to '0', which is not a feature"),
        (changed(models=model({"01": 1})), "given to '01'"),
        (changed(models=model({"²": 1})), "given to '²'"),
        (changed(models=model({"x": 1})), "given to 'x'"),
        (changed(models=model([1])), r"'weights' is \[1\], which is of the wrong type"),
        (changed(facts=[]), "'facts' is"),
        (changed(encoder=3), "'encoder' is 3"),
    ]
    + [
        (changed(**{key: None}), f"the key '{key}' is missing")
        for key in ("version", "classes", "num_features", "models", "feature_names", "facts")
    ],
)
def test_every_fault_is_one_line_with_file_and_cure(tmp_path, text, message):
    path = tmp_path / "m.json"
    path.write_text(text)
    with pytest.raises(ModelFileError, match=message) as caught:
        classifiers.load(path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert caught.value.cure


@given(st.data())
def test_damage_is_never_a_crash(tmp_path_factory, data):
    text = (DATA / "linear-classifier-1.json").read_bytes()
    at = data.draw(st.integers(0, len(text) - 1))
    path = tmp_path_factory.mktemp("model") / "m.json"
    path.write_bytes(text[:at] + data.draw(st.binary(max_size=2)) + text[at + 1 :])
    try:
        loaded = classifiers.load(path)
    except ModelFileError:
        return
    assert np.isfinite(loaded.classifier.weights).all()
