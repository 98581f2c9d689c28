"""What ``nzdd info`` says of a saved model: what ``nzdd fit`` said of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from math import isnan, nan
from typing import Any, NamedTuple

import numpy as np

from nzdd.adapters.cli.answer import Answer, fields
from nzdd.adapters.cli.learning.fit_report import (
    ALWAYS,
    ERRORS,
    HELD_OUT,
    MEASURES,
    error_fields,
    measure,
    rule_table,
)
from nzdd.adapters.files import classifiers
from nzdd.adapters.files.classifiers import SavedClassifier, SavedRules
from nzdd.adapters.files.formats import suffixes
from nzdd.adapters.files.text import plain_name
from nzdd.input.arrays import Floats

KIND = "classifier"
"""Of these files in `nzdd.adapters.files.formats`."""


def is_saved(path: str, format: str | None) -> bool:
    """Whether a file, of a format that was named or not, is a saved model."""
    return format == KIND or (format is None and plain_name(path).endswith(suffixes(KIND)))


def saved_answer(path: str) -> Answer:
    """The weights of a saved model, and what the file says of its fit; ModelFileError."""
    saved = classifiers.load(path)
    model = "rules" if isinstance(saved, SavedRules) else "soft-margin"
    known = {name: saved.facts.get(name) for name in (*MEASURES, *ERRORS, ALWAYS, HELD_OUT)}
    rules = list(_rules(saved))
    shown: list[tuple[str, object]] = [("model", model)]
    for name in ("nu", "objective", "gap"):
        with suppress(TypeError, ValueError):  # of facts that another program has written
            shown.append((name, measure(known[name], MEASURES[name])))
    with suppress(TypeError, ValueError, LookupError):
        shown += error_fields(known)
    facts = {
        "model": model,
        "classes": list(saved.classes),
        **known,
        "intercept": _intercept(saved).tolist(),
        "rules": [
            {
                "rule": rule.words,
                "weight": rule.weight,
                "class": rule.label,
                "support": None if isnan(rule.support) else rule.support,
                "lift": None if isnan(rule.lift) else rule.lift,
            }
            for rule in rules
        ],
    }
    if isinstance(saved, SavedRules):
        text = rule_table(rules, saved.classes, saved.vote.intercept)
    else:
        text = str(saved.classifier)
    return Answer(facts, f"{fields(shown)}\n\n{text}")


class _Rule(NamedTuple):
    """A rule as `rule_table` takes it."""

    words: str
    weight: float
    label: Any
    support: float = nan
    lift: float = nan


def _intercept(saved: SavedClassifier | SavedRules) -> Floats:
    return saved.vote.intercept if isinstance(saved, SavedRules) else saved.classifier.intercepts


def _rules(saved: SavedClassifier | SavedRules) -> Iterator[_Rule]:
    """All weights other than 0."""
    if isinstance(saved, SavedClassifier):
        for rule in saved.classifier.rules():
            yield _Rule(rule.name, rule.weight, rule.label)
        return
    vote = saved.vote
    labels = saved.classes[1:] if len(saved.classes) == 2 else saved.classes
    support, lift = (
        _fact(saved, name, shape)
        for name, shape in (("support", vote.weights.shape[:1]), ("lift", vote.weights.shape))
    )
    for at, weights in enumerate(vote.weights.tolist()):
        for of, weight in enumerate(weights):
            if weight:
                covered = float(support[at]), float(lift[at, of])
                yield _Rule(saved.words[at], weight, labels[of], *covered)
    for term, words in zip(vote.terms, saved.words[len(vote.rules) :], strict=True):
        for label, rise in zip(labels, (term.values[-2] - term.values[0]).tolist(), strict=True):
            if rise:
                yield _Rule(words, rise, label, 1.0)


def _fact(saved: SavedRules, name: str, shape: tuple[int, ...]) -> Floats:
    """Numbers among the facts; NaN where they are not there, or are others."""
    with suppress(TypeError, ValueError):
        found = np.array(saved.facts.get(name), np.float64)
        if found.size == np.prod(shape):
            return found.reshape(shape)
    return np.full(shape, nan)
