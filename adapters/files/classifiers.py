"""Linear classifiers as readable JSON files.

Version 1 is an object with the keys

``format``, ``version``
    ``"nzdd linear classifier"`` and 1.
``classes``
    The labels: two, the second positive, where there is one model, otherwise one a model.
``num_features``, ``feature_names``
    How many features there are, and their names or null.
``feature_index_base``
    1: without names, features are keyed ``"1"``, ``"2"``, ... as in SVMlight files.
``models``
    A list of objects with ``intercept`` and ``weights``, which holds the non-zero ones by name.
``facts``
    What is known about the fit, such as nu, objective and gap.
``encoder``
    How raw columns become features, or null.
``reading``
    How the columns stand in a raw file (`nzdd.adapters.files.reading.Reading`), or null.
``calibration``
    The slopes below and above 0 that make probabilities of sums, or null.

Files without the last two are read, too.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NamedTuple, NoReturn

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath, one_line, read_bytes, write_text
from nzdd.formulations.learning.calibration import Calibration
from nzdd.formulations.learning.linear_classifier import LinearClassifier
from nzdd.formulations.learning.soft_margin.sample import MAX_FEATURES
from nzdd.input.memory import available
from nzdd.input.parameters import as_float
from nzdd.input.text import shown as _shown

FORMAT = "nzdd linear classifier"
VERSION = 1
INDEX_BASE = 1
_NEED = 4  # the weights, and what is made of them

_CURE = "save the model again with `nzdd fit -o`"


class SavedClassifier(NamedTuple):
    """What a model file holds."""

    classifier: LinearClassifier
    facts: dict[str, Any]
    """What is known about the fit."""
    encoder: dict[str, Any] | None
    """How raw columns become features."""
    reading: dict[str, Any] | None = None
    """How the columns stand in a raw file, for `nzdd.adapters.files.reading.Reading.from_dict`."""
    calibration: Calibration | None = None
    """From decision values to probabilities."""


def save(
    path: StrPath,
    classifier: LinearClassifier,
    facts: Mapping[str, Any] | None = None,
    encoder: Mapping[str, Any] | None = None,
    reading: Mapping[str, Any] | None = None,
    calibration: Calibration | None = None,
) -> None:
    """Write a classifier as JSON, whole or not at all.

    Parameters
    ----------
    path : path-like
        Gzip if it ends in ``.gz``.
    classifier : LinearClassifier
        Every number is written so that it is read back exactly; weights that are 0 are left out.
    facts, encoder, reading : mapping, optional
        Made of None, booleans, strings, finite numbers, and lists and mappings by string of these;
        numpy scalars and arrays count as numbers and lists.
    calibration : Calibration, optional

    Raises
    ------
    ValueError
        If facts or encoder hold something else; its place is named.
    OSError
        If the file cannot be written; an older file then stays as it was.
    """
    names = classifier.feature_names
    models = []
    for weights, intercept in zip(classifier.weights, classifier.intercepts.tolist(), strict=True):
        used = np.flatnonzero(weights)
        keys = [str(j + INDEX_BASE) if names is None else names[j] for j in used.tolist()]
        keyed = dict(zip(keys, weights[used].tolist(), strict=True))
        models.append({"intercept": intercept, "weights": keyed})
    content = {
        "format": FORMAT,
        "version": VERSION,
        "classes": list(classifier.classes),
        "num_features": classifier.num_features,
        "feature_index_base": INDEX_BASE,
        "models": models,
        "feature_names": None if names is None else list(names),
        "facts": _plain(facts or {}, "facts"),
        "encoder": None if encoder is None else _plain(encoder, "encoder"),
        "reading": None if reading is None else _plain(reading, "reading"),
        "calibration": None if calibration is None else _plain(asdict(calibration), "calibration"),
    }
    text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
    write_text(path, [text, "\n"])


def load(path: StrPath) -> SavedClassifier:
    """Read a file written by `save`.

    Returns
    -------
    SavedClassifier
        A tuple ``(classifier, facts, encoder, reading, calibration)``.

    Raises
    ------
    ModelFileError
        If the file is of a newer version, or anything in it is missing, of the wrong type or
        length, not finite or not known by name.
    """
    text = read_bytes(path)
    try:
        content = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        what = f"it is not a readable JSON file ({one_line(error, 120)})"
        raise ModelFileError(path, None, what, _CURE) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        what = f"it is not a file of the format {FORMAT!r}"
        raise ModelFileError(path, None, what, "name a model that `nzdd fit -o` has written")
    try:
        version = _integer(content, "version", 1)
        if version > VERSION:
            what = f"it has version {version} of its format, and this release reads {VERSION}"
            raise ModelFileError(path, None, what, "update nzdd")
        return _saved(content)
    except ModelFileError:
        raise
    except ValueError as error:
        raise ModelFileError(path, None, str(error), _CURE) from None


def _saved(content: dict[str, Any]) -> SavedClassifier:
    num_features = _integer(content, "num_features", 0)
    if num_features > MAX_FEATURES:
        raise ValueError(f"'num_features' is {num_features}, above the limit {MAX_FEATURES}")
    base = _integer(content, "feature_index_base", 0)
    if base != INDEX_BASE:
        raise ValueError(f"'feature_index_base' is {base}, not {INDEX_BASE}")
    names = _get(content, "feature_names", list, type(None))
    if names is not None and len(names) != num_features:
        raise ValueError(f"there are {len(names)} 'feature_names' for {num_features} features")
    models = _get(content, "models", list)
    size = 8 * len(models) * num_features
    if size > available() // _NEED:
        models_of = f"{len(models)} models of {num_features} features"
        raise ValueError(f"{models_of} take {size / 2**30:,.1f} GB, more than memory has left")
    weights = np.zeros((len(models), num_features))
    intercepts = np.zeros(len(models))
    columns = None if names is None else {str(name): j for j, name in enumerate(names)}
    for k, model in enumerate(models):
        if not isinstance(model, dict):
            raise ValueError(f"model {k + 1} of 'models' is {_shown(model)}, not an object")
        intercepts[k] = _number(_get(model, "intercept", object), "'intercept'")
        for name, value in _get(model, "weights", dict).items():
            column = _column(name, num_features, columns)
            weights[k, column] = _number(value, f"the weight of {_shown(name)}")
    classes = _get(content, "classes", list)
    classifier = LinearClassifier(weights, intercepts, tuple(classes), names)
    facts = _get(content, "facts", dict)
    encoder = _get(content, "encoder", dict, type(None))
    reading = _get({"reading": None} | content, "reading", dict, type(None))
    return SavedClassifier(classifier, facts, encoder, reading, _calibration(content))


def _calibration(content: dict[str, Any]) -> Calibration | None:
    slopes = _get({"calibration": None} | content, "calibration", dict, type(None))
    if slopes is None:
        return None
    below, above = (
        _number(_get(slopes, key, object), f"the slope {key!r}") for key in ("below", "above")
    )
    if below <= 0 or above <= 0:
        raise ValueError(f"the slopes of the calibration are {below} and {above}, not above 0")
    return Calibration(below, above)


def _column(name: str, num_features: int, columns: dict[str, int] | None) -> int:
    column = None
    if columns is not None:
        column = columns.get(name)
    elif name.isascii() and name.isdigit() and name[0] != "0" and len(name) < 12:
        column = int(name) - INDEX_BASE
    if column is None or column >= num_features:
        what = f"a weight is given to {_shown(name)}"
        raise ValueError(f"{what}, which is not a feature of the model")
    return column


def _get(content: dict[str, Any], key: str, *types: type) -> Any:
    if key not in content:
        raise ValueError(f"the key {key!r} is missing")
    value = content[key]
    if not isinstance(value, types):
        raise ValueError(f"{key!r} is {_shown(value)}, which is of the wrong type")
    return value


def _integer(content: dict[str, Any], key: str, least: int) -> int:
    value = _get(content, key, int)
    if isinstance(value, bool) or value < least:
        raise ValueError(f"{key!r} is {_shown(value)}, not an integer >= {least}")
    return int(value)


def _number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{name} is {_shown(value)}, not a number")
    number = as_float(value)
    if not math.isfinite(number):
        raise ValueError(f"{name} is {_shown(value)}, not a finite number")
    return number


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {_shown(twice)} stands twice in one object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


def _plain(value: Any, place: str) -> Any:
    """The value made of types that JSON has; ValueError, with the place, for any other type."""
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise ValueError(f"{place} has a key that is not a string; give strings")
        return {str(key): _plain(item, f"{place}[{key!r}]") for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{place}[{i}]") for i, item in enumerate(value)]
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise ValueError(
        f"{place} is {_shown(value)}, which a model file cannot hold; "
        "give finite numbers, strings, lists and mappings, or leave it out"
    )
