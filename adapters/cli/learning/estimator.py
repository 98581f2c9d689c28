"""Any classifier of `nzdd.sklearn` in ``nzdd fit``."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array

from nzdd.adapters.cli.answer import ANSWERED, INTERRUPTED, Answer, fields, note
from nzdd.adapters.cli.inputs import naming_errors
from nzdd.adapters.cli.learning.report import rule_table
from nzdd.adapters.cli.learning.training_data import (
    TrainingData,
    bit_names,
    check_test_labels,
    column_names,
    named_features,
)
from nzdd.adapters.extras import require
from nzdd.adapters.files import classifiers
from nzdd.adapters.files.raw_samples import RawSample

if TYPE_CHECKING:
    from nzdd.adapters.cli.learning.models import Model
    from nzdd.adapters.sklearn import BinaryEncoder

_ERRORS = ("train_error", "test_error")
_WEIGHTS = ("weights_", "estimator_weights_", "basis_weights_", "coef_", "dual_coef_")


def run(options: Namespace, data: TrainingData, model: Model) -> Answer:
    """Fit, measure and report."""
    sklearn: Any = require("nzdd.sklearn", f"--model {options.model}", "take --model soft-margin")
    estimator = getattr(sklearn, str(model.estimator))()
    wanted = {
        "class_weight": "balanced" if options.balanced else None,
        "time_limit": options.time_limit,
        "random_state": 0,
        "probability": False,
    }
    taken = estimator.get_params(deep=False)
    for name, option in (("class_weight", "--balanced"), ("time_limit", "--time-limit")):
        if wanted[name] is not None and name not in taken:
            raise ValueError(f"--model {options.model} does not take {option}; leave it out")
    # What is not given stays the estimator's own: some end after a time of their own.
    given = {name: value for name, value in wanted.items() if value is not None}
    estimator.set_params(**{name: value for name, value in given.items() if name in taken})
    if data.test is not None:
        check_test_labels(str(data.test_path), data.test.y, np.unique(data.train.y))
    encoder = _encoder(data) if model.takes == "numbers" else None
    started, code = perf_counter(), ANSWERED
    with _naming(data.path):
        try:
            estimator.fit(_table(data.train, encoder), data.train.y)
        except KeyboardInterrupt:
            if not hasattr(estimator, "classes_"):
                raise
            note("interrupted; this is the best so far")
            code = INTERRUPTED
    data.seconds["fit"] = perf_counter() - started
    facts = {
        "model": options.model,
        "classes": estimator.classes_.tolist(),
        "objective": _measure(estimator, "objective_"),
        "gap": _measure(estimator, "gap_"),
        "nonzero_weights": _nonzero(estimator),
        "train_error": _error(data.path, estimator, data.train, encoder),
        "test_error": None,
        "rounds": _measure(estimator, "n_iter_"),
        "edges": None,
        "seconds": data.seconds,
    }
    if data.test is not None and data.test_path is not None:
        facts["test_error"] = _error(data.test_path, estimator, data.test, encoder)
    if options.output is not None:
        _save(options, data, estimator, facts)
    shown = [
        ("model", options.model),
        ("objective", _text(facts["objective"], ".8g")),
        ("gap", _text(facts["gap"], ".1e")),
        ("weights", _text(facts["nonzero_weights"], "")),
        *((key.replace("_", " "), _text(facts[key], ".4f")) for key in _ERRORS),
        ("written", options.output),
        ("seconds", ", ".join(f"{step} {time:.2f}" for step, time in data.seconds.items())),
    ]
    text = fields(shown)
    if hasattr(estimator, "summary"):
        text += f"\n\n{estimator.summary()}"
    elif hasattr(estimator, "rules_"):
        text += f"\n\n{rule_table(estimator)}"
    return Answer(facts, text, code)


def _save(options: Namespace, data: TrainingData, estimator: Any, facts: dict[str, Any]) -> None:
    """Write a classifier of rules."""
    from nzdd.adapters.sklearn.encoding.bins import LiteralTexts
    from nzdd.adapters.sklearn.encoding.saved_encoder import to_dict

    encoder, vote = estimator.encoder_, estimator.result_.vote
    classifiers.save_rules(
        options.output,
        vote,
        estimator.classes_.tolist(),
        [LiteralTexts(encoder).conjunction(rule) for rule in vote.rules],
        to_dict(encoder, column_names(encoder)),
        {key: facts[key] for key in ("objective", "gap")},
        data.train.reading.to_dict(),
        getattr(estimator, "calibration_", None),
    )


def _encoder(data: TrainingData) -> BinaryEncoder | None:
    """What makes bits of text and of missing values; None where all are numbers."""
    table = data.train.X
    if isinstance(table, csr_array) or (
        all(dtype.kind in "biuf" for dtype in table.dtypes) and not table.isna().any(axis=None)
    ):
        return None
    from nzdd.adapters.sklearn import BinaryEncoder

    with naming_errors(data.path):
        return BinaryEncoder(sparse_output=False).fit(table, data.train.y)


def _table(sample: RawSample, encoder: BinaryEncoder | None) -> Any:
    """The sample as the estimator takes it, with names of its columns."""
    if encoder is not None:
        from pandas import DataFrame

        return DataFrame(encoder.transform(sample.X), columns=list(bit_names(encoder)))
    return named_features(sample.X)


def _error(path: str, estimator: Any, sample: RawSample, encoder: BinaryEncoder | None) -> float:
    with _naming(path):
        return float(np.mean(estimator.predict(_table(sample, encoder)) != sample.y))


def _measure(estimator: Any, name: str) -> Any:
    """An attribute that is a number, or one for each class; None where there is none."""
    value = getattr(estimator, name, None)
    if value is None:
        return None
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def _nonzero(estimator: Any) -> int | None:
    """How many weights are not 0."""
    for name in _WEIGHTS:
        if hasattr(estimator, name):
            each = getattr(estimator, name)
            parts = each if isinstance(each, list) else [each]
            return sum(int(np.count_nonzero(part)) for part in parts)
    return None


def _text(value: Any, form: str) -> str | None:
    if value is None:
        return None
    values = value if isinstance(value, list) else [value]
    return ", ".join(format(each, form) for each in values)


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Put the file before errors of estimators, which name the cure."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None
