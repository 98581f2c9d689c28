"""Any classifier of `nzdd.sklearn` in ``nzdd fit``."""

from __future__ import annotations

from argparse import Namespace
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from nzdd.adapters.cli.answer import ANSWERED, INTERRUPTED, Answer, fields, note
from nzdd.adapters.cli.learning.fit_models import OF_RULES
from nzdd.adapters.cli.learning.fit_report import (
    ALWAYS,
    ERRORS,
    HELD_OUT,
    error_fields,
    measure,
    most_frequent,
    rule_table,
)
from nzdd.adapters.cli.learning.skill import exit_code
from nzdd.adapters.cli.learning.training_data import (
    TrainingData,
    check_test_labels,
    column_names,
)
from nzdd.adapters.cli.learning.training_files import TrainingFiles
from nzdd.adapters.cli.learning.training_rows import MergedRows, WholeRows
from nzdd.adapters.cli.progress import point_printer
from nzdd.adapters.extras import require
from nzdd.adapters.files import classifiers
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.text import write_text
from nzdd.formulations.iteration.limits import TIME
from nzdd.input.text import shown

if TYPE_CHECKING:
    from nzdd.adapters.cli.learning.fit_models import Model

_WEIGHTS = ("weights_", "estimator_weights_", "basis_weights_", "coef_", "dual_coef_")
_LEAST_SEARCH = 0.1
"""Of the time limit, where the columns of a wide table take all of it."""


def run(options: Namespace, data: TrainingData | TrainingFiles, model: Model) -> Answer:
    """Fit, measure and report."""
    require("sklearn", f"--model {options.model}", "take --model soft-margin")
    estimator = getattr(import_module("nzdd.sklearn"), str(model.estimator))()
    wanted = {
        "class_weight": "balanced" if options.balanced else None,
        "time_limit": options.time_limit,
        "random_state": 0,
        "probability": False,
    }
    named = {"class_weight": "--balanced", "time_limit": "--time-limit"}
    for option in OF_RULES:
        name = option.replace("-", "_")
        named[name], wanted[name] = f"--{option}", getattr(options, name)
    if options.monotone is not None:
        wanted["monotone"] = dict(options.monotone)
    taken = estimator.get_params(deep=False)
    for name, option in named.items():
        if wanted[name] is not None and name not in taken:
            raise ValueError(f"--model {options.model} does not take {option}; leave it out")
    # What is not given stays the estimator's own: some end after a time of their own.
    given = {name: value for name, value in wanted.items() if value is not None}
    estimator.set_params(**{name: value for name, value in given.items() if name in taken})
    started = perf_counter()
    if model.merged or isinstance(data, TrainingFiles):
        rows: WholeRows | MergedRows = MergedRows(data, estimator)
    else:
        rows = WholeRows(data, numbers=model.takes == "numbers")
    if isinstance(data, TrainingData):  # files are encoded while they are read
        data.seconds["encode"] = perf_counter() - started
        if options.time_limit is not None:
            left = options.time_limit - data.seconds["encode"]
            estimator.set_params(time_limit=max(left, _LEAST_SEARCH * options.time_limit))
    if data.test is not None:
        check_test_labels(str(data.test_path), data.test.y, rows.classes)
    if hasattr(estimator, "_on_point"):
        estimator._on_point = point_printer(quiet=options.quiet)
    started, code = perf_counter(), ANSWERED
    try:
        rows.fit(estimator)
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
        "train_error": rows.train_error(estimator),
        "test_error": None,
        ALWAYS: most_frequent(*rows.counted, None if data.test is None else data.test.y),
        HELD_OUT: None if options.balanced else _held_out_error(estimator),
        "rounds": _measure(estimator, "n_iter_"),
        "edges": None,
        "rows": rows.size,
        "seconds": data.seconds,
    }
    if data.test is not None and data.test_path is not None:
        facts["test_error"] = rows.error(estimator, data.test_path, data.test)
    if code == ANSWERED:
        size, error = estimator.classes_.size, facts["train_error"]
        code = exit_code(data.path, options.label, data.reading, size, error)
    if facts["nonzero_weights"] == 0 and data.reading.label is not None:
        if getattr(getattr(estimator, "result_", None), "limit", None) == TIME:
            note("nothing was learned within the time limit; give more (--time-limit)")
        elif code != INTERRUPTED:
            note(
                "nothing was learned: the other columns do not tell the classes of column "
                f"{shown(data.reading.label)} apart; if another one is the label, name it (--label)"
            )
    if options.output is not None:
        _save(options, data.reading, estimator, facts)
    report = None
    if options.report is not None and isinstance(rows, MergedRows):
        write_text(options.report, [rows.page(estimator, data.test_path, data.test)])
        report = facts["report"] = str(options.report)
    measures = [
        ("model", options.model),
        ("objective", measure(facts["objective"], ".8g")),
        ("gap", measure(facts["gap"], ".1e")),
        ("weights", measure(facts["nonzero_weights"], "")),
        *error_fields(facts),
        ("written", options.output),
        ("report", report),
        ("seconds", ", ".join(f"{step} {time:.2f}" for step, time in data.seconds.items())),
    ]
    text = fields(measures)
    if hasattr(estimator, "summary"):
        text += f"\n\n{estimator.summary()}"
    elif hasattr(estimator, "rules_"):
        text += f"\n\n{rule_table(estimator._rules(), facts['classes'], estimator.intercept_)}"
    return Answer(facts, text, code)


def _save(options: Namespace, reading: Reading, estimator: Any, facts: dict[str, Any]) -> None:
    """Write a classifier of rules."""
    from nzdd.adapters.sklearn.encoding.saved_encoder import to_dict

    encoder, vote = estimator.encoder_, estimator.result_.vote
    each = {"support": estimator._support, "lift": estimator._lift}
    covered = {
        name: np.where(np.isnan(of), np.array(None, object), of).tolist()
        for name, of in each.items()
    }
    classifiers.save_rules(
        options.output,
        vote,
        estimator.classes_.tolist(),
        estimator._words,
        to_dict(encoder, column_names(encoder)),
        {key: facts[key] for key in ("objective", "gap", *ERRORS, ALWAYS, HELD_OUT)} | covered,
        reading.to_dict(),
        getattr(estimator, "calibration_", None),
    )


def _measure(estimator: Any, name: str) -> Any:
    """An attribute that is a number, or one for each class; None where there is none."""
    value = getattr(estimator, name, None)
    if value is None:
        return None
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def _held_out_error(estimator: Any) -> float | None:
    """Of the votes of folds that chose a penalty; None where there were none."""
    judged = getattr(estimator, "_held_out", None)
    return None if judged is None or judged.confusion is None else float(judged.error)


def _nonzero(estimator: Any) -> int | None:
    """How many weights are not 0, and how many lines there are beside rules."""
    vote = getattr(getattr(estimator, "result_", None), "vote", None)
    for name in _WEIGHTS:
        if hasattr(estimator, name):
            each = getattr(estimator, name)
            parts = each if isinstance(each, list) else [each]
            lines = len(getattr(vote, "terms", ()))
            return lines + sum(int(np.count_nonzero(part)) for part in parts)
    return None
