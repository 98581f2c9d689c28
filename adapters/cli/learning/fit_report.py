"""What ``nzdd fit`` says of a fit, and of several nu."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.cli.answer import ANSWERED, INTERRUPTED, Answer, fields, table
from nzdd.formulations.iteration import limits
from nzdd.formulations.learning.linear_classifier import LinearClassifier
from nzdd.formulations.learning.soft_margin.soft_margin_result import SoftMarginResult
from nzdd.formulations.learning.soft_margin.training import SoftMarginFit
from nzdd.input.row_table import RowTable
from nzdd.input.text import shown

Labelled = tuple[RowTable, NDArray[Any]]

MEASURES = {"nu": ".6g", "objective": ".8g", "gap": ".1e", "row_objective": ".8g"}
"""The numbers of each model, and how they are printed."""
ERRORS = {"train_error": ".4f", "test_error": ".4f"}

ALWAYS = "most_frequent"
"""The key of the most frequent class: what always answering it would do."""
HELD_OUT = "held_out_error"
"""The key of the error of the votes of folds on the rows that these had not seen."""

_PATH = (*MEASURES, "outcome", "nonzero_weights", "train_error", "test_error")
_FIT = (*MEASURES, "slack", "edges", "rounds", "outcome")
_MOST_RULES = 50
_LONGEST_RULE = 72


def fit_answer(
    found: SoftMarginFit,
    train: Labelled,
    test: Labelled | None,
    seconds: dict[str, float],
    written: str | None,
) -> Answer:
    """A fit; numbers of several classes are lists."""
    models = [_measures(result) for result in found.results]
    values = {key: [model[key] for model in models] for key in models[0]}
    facts = {
        "model": "soft-margin",
        "classes": list(found.classifier.classes),
        **{key: value[0] if len(models) == 1 else value for key, value in values.items()},
        **_weights_and_errors(found.classifier, train, test),
        ALWAYS: most_frequent(train[1], train[0].weights, None if test is None else test[1]),
        "algorithm": found.results[0].algorithm,
        "seconds": seconds,
    }
    labels = found.classifier.classes[1:] if len(models) == 1 else found.classifier.classes
    rows = [[str(label), *_cells(each, _FIT)] for label, each in zip(labels, models, strict=True)]
    messages = [result.message for result in found.results if result.message]
    closing = [*error_fields(facts), ("seconds", _times(seconds)), ("written", written)]
    header = map(_title, ("class", *_FIT))
    parts = [table(header, rows), *messages, fields(closing), str(found.classifier)]
    return Answer(facts, "\n".join(parts), _code(found.results))


def path_answer(
    results: Sequence[SoftMarginResult],
    classes: Sequence[Any],
    train: Labelled,
    test: Labelled | None,
    seconds: dict[str, float],
) -> Answer:
    """Fits of two classes by several nu over one diagram."""
    path = []
    for result in results:
        weights, intercept = result.weights[None], np.array([result.intercept])
        classifier = LinearClassifier(weights, intercept, tuple(classes))
        point = _measures(result) | _weights_and_errors(classifier, train, test)
        path.append({key: point[key] for key in _PATH})
    diagram = results[-1].problem.diagram
    edges = diagram.nzdd.num_edges
    facts = {"path": path, "slack": diagram.slack, "edges": edges, "seconds": seconds}
    keys = [key for key in _PATH if key != "outcome"]
    text = table(map(_title, keys), [_cells(point, keys) for point in path])
    return Answer(facts, f"{text}\n{fields([('seconds', _times(seconds))])}", _code(results))


def most_frequent(labels: NDArray[Any], weights: Any, test: NDArray[Any] | None) -> dict[str, Any]:
    """The most frequent class, and the errors of always answering it; weights may be None."""
    classes, codes = np.unique(labels, return_inverse=True)
    counts = np.bincount(codes, weights)
    label = classes[counts.argmax()]
    return {
        "class": label.item(),
        "train_error": float((counts.sum() - counts.max()) / counts.sum()),
        "test_error": None if test is None or not test.size else float(np.mean(test != label)),
    }


def error_fields(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The errors that are known, each beside that of always answering the most frequent class."""
    found = []
    for key, form in ERRORS.items():
        if facts.get(key) is None:
            continue
        text, always = format(facts[key], form), facts.get(ALWAYS)
        if always is not None and always[key] is not None:
            text += f" (always {shown(always['class'])}: {always[key]:{form}})"
        found.append((_title(key), text))
    if facts.get(HELD_OUT) is not None:
        found.append(("fold error", f"{facts[HELD_OUT]:.4f} (on rows that the folds held out)"))
    return found


def _measures(result: SoftMarginResult) -> dict[str, Any]:
    diagram = result.problem.diagram
    return {
        "nu": result.problem.nu,
        "objective": result.objective,
        "gap": result.gap,
        "row_objective": result.row_objective,
        "status": str(result.status),
        "outcome": str(result.outcome),
        "message": result.message,
        "limit": result.limit,
        "slack": diagram.slack,
        "rounds": result.num_rounds,
        "distinct_rows": diagram.sample.num_distinct,
        "nodes": diagram.nzdd.num_nodes,
        "edges": diagram.nzdd.num_edges,
    }


def _weights_and_errors(
    classifier: LinearClassifier, train: Labelled, test: Labelled | None
) -> dict[str, Any]:
    return {
        "nonzero_weights": int(np.count_nonzero(classifier.weights)),
        "train_error": classifier.error_rate(*train),
        "test_error": None if test is None else classifier.error_rate(*test),
    }


def _title(key: str) -> str:
    return "weights" if key == "nonzero_weights" else key.replace("_", " ")


def _cells(facts: dict[str, Any], keys: Sequence[str]) -> list[Any]:
    return [_cell(facts, key) for key in keys]


def _cell(facts: dict[str, Any], key: str) -> Any:
    shape = (MEASURES | ERRORS).get(key)
    value = facts[key]
    return value if shape is None or value is None else format(value, shape)


def _times(seconds: dict[str, float]) -> str:
    return ", ".join(f"{step} {time:.2f}" for step, time in seconds.items())


def _code(results: Sequence[SoftMarginResult]) -> int:
    return INTERRUPTED if results[-1].limit == limits.INTERRUPTED else ANSWERED


def rule_table(rules: Iterable[Any], classes: Sequence[Any], intercept: NDArray[Any]) -> str:
    """The heaviest of some rules, what each adds to which class, and for which rows.

    `rules` have the attributes ``weight``, ``label``, ``support``, ``lift`` and ``words``.
    """
    rules = sorted(rules, key=lambda rule: -abs(rule.weight))
    several = len(classes) > 2
    rows = [
        (
            f"{rule.weight:+.4g}",
            *([str(rule.label)] if several else []),
            "-" if np.isnan(rule.support) else f"{rule.support:.1%}",  # of older model files
            "-" if np.isnan(rule.lift) else f"{rule.lift:.2f}",  # a line has none
            rule.words,
        )
        for rule in rules[:_MOST_RULES]
    ]
    header = ("weight", *(["class"] if several else []), "support", "lift", "rule")
    first = [] if several else [f"{classes[1]!s} where the sum is above 0"]
    more = [f"... and {len(rules) - _MOST_RULES} more"] if len(rules) > _MOST_RULES else []
    constants = ", ".join(f"{value:+.4g}" for value in np.ravel(intercept).tolist())
    listed = table(header, rows, _LONGEST_RULE)
    return "\n".join([*first, listed, *more, f"{constants}  (intercept)"])


def measure(value: Any, form: str) -> str | None:
    """A number, or one for each class, as text."""
    if value is None:
        return None
    values = value if isinstance(value, list) else [value]
    return ", ".join(format(each, form) for each in values)
