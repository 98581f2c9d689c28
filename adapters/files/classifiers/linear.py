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

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from nzdd.adapters.files.classifiers.values import (
    calibration_of,
    check_version,
    get,
    integer,
    number,
    plain,
    plain_calibration,
    write_json,
)
from nzdd.adapters.files.text import StrPath
from nzdd.formulations.learning.calibration import Calibration
from nzdd.formulations.learning.linear_classifier import LinearClassifier
from nzdd.formulations.learning.soft_margin.sample import MAX_FEATURES
from nzdd.input.memory import available
from nzdd.input.text import shown as _shown

FORMAT = "nzdd linear classifier"
VERSION = 1
INDEX_BASE = 1
_NEED = 4  # the weights, and what is made of them


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

    @property
    def classes(self) -> tuple[Any, ...]:
        """The labels."""
        return self.classifier.classes


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
        "facts": plain(facts or {}, "facts"),
        "encoder": None if encoder is None else plain(encoder, "encoder"),
        "reading": None if reading is None else plain(reading, "reading"),
        "calibration": plain_calibration(calibration),
    }
    write_json(path, content)


def parse(content: dict[str, Any]) -> SavedClassifier:
    """What the JSON of a file holds; ValueError where it is damaged."""
    check_version(content, VERSION)
    num_features = integer(content, "num_features", 0)
    if num_features > MAX_FEATURES:
        raise ValueError(f"'num_features' is {num_features}, above the limit {MAX_FEATURES}")
    base = integer(content, "feature_index_base", 0)
    if base != INDEX_BASE:
        raise ValueError(f"'feature_index_base' is {base}, not {INDEX_BASE}")
    names = get(content, "feature_names", list, type(None))
    if names is not None and len(names) != num_features:
        raise ValueError(f"there are {len(names)} 'feature_names' for {num_features} features")
    models = get(content, "models", list)
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
        intercepts[k] = number(get(model, "intercept", object), "'intercept'")
        for name, value in get(model, "weights", dict).items():
            column = _column(name, num_features, columns)
            weights[k, column] = number(value, f"the weight of {_shown(name)}")
    classes = get(content, "classes", list)
    classifier = LinearClassifier(weights, intercepts, tuple(classes), names)
    facts = get(content, "facts", dict)
    encoder = get(content, "encoder", dict, type(None))
    reading = get({"reading": None} | content, "reading", dict, type(None))
    return SavedClassifier(classifier, facts, encoder, reading, calibration_of(content))


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
