"""The soft margin beside the l1 classifiers of scikit-learn."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import record
from benchmarks.soft_margin import binary_samples

SAMPLES = ("votes", "mushroom", "a9a", "breast cancer")
QUICK = ("votes", "breast cancer")
METHODS = ("soft margin, row", "soft margin, edge", "LogisticRegression", "LinearSVC")
SHARES = (0.005, 0.02, 0.05, 0.1, 0.3)
"""How far nu is into its window, from nothing to one class for all."""
STRENGTHS = (0.03, 0.1, 0.3, 1.0, 10.0)
"""The C of scikit-learn."""
LEGEND = (
    "The parameter is the best of five by cross-validation (five stratified folds, the same for",
    "all), so all errors are a little too good; nu is 0.5, 2, 5, 10 or 30 % into the window",
    "that nu_range finds, in the CPU seconds of window. fit: CPU seconds of one fit to all",
    "rows, a CSR matrix. Breast cancer (569 rows, 30 numbers) goes through BinaryEncoder, which",
    "is a part of the fit. * some fold warned: no classifier, one class for all rows, or no",
    "convergence.",
)


@dataclass(slots=True)
class Found:
    """One method on one sample, by its best parameter."""

    sample: str
    method: str
    parameter: float
    error: float
    test_error: float | None
    fit: float
    nonzeros: int
    bits: int
    window: float
    warned: bool
    tried: dict[str, float]


def classifiers(limit: float, *, every: bool, quick: bool) -> tuple[list[Found], list[str]]:
    """L1 logistic regression, l1 linear SVC and the soft margin: errors, times, sparsity."""
    runs = []
    for name in QUICK if quick else SAMPLES:
        for method in METHODS:
            found = record.fresh(run, name, method)
            print(f"{name:14}{method:20}{found.error:.4f} {found.fit:.3f} s", flush=True)
            runs.append(found)
    return runs, [*table(runs), "", *LEGEND]


def run(name: str, method: str) -> Found:
    """Choose the parameter by cross-validation, then fit all rows."""
    rows, labels, test = _matrix(name)
    encode, window = name == "breast cancer", 0.0
    values: tuple[float, ...] = STRENGTHS
    with warnings.catch_warnings(action="ignore"):
        _model(method, 1.0, encode).fit(rows, labels)  # loads what it needs
    if method.startswith("soft margin"):
        with record.metered() as cost:
            values = _window(rows, labels, method, encode)
        window = cost.cpu
    folds = binary_samples.folds(labels)
    tried, warned = {}, {}
    for value in values:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            tried[value] = _error(method, value, encode, rows, labels, folds)
        warned[value] = bool(caught)
    best = min(tried, key=lambda value: tried[value])
    model = _model(method, best, encode)
    with record.metered() as cost:
        model.fit(rows, labels)
    weights = model[-1].coef_
    return Found(
        name,
        method,
        best,
        tried[best],
        None if test is None else float((model.predict(test[0]) != test[1]).mean()),
        cost.cpu,
        int(np.count_nonzero(np.abs(weights) > 1e-7)),
        weights.size,
        window,
        warned[best],
        {f"{value:g}": error for value, error in tried.items()},
    )


def table(runs: list[Found]) -> list[str]:
    """A line a run."""
    lines = [
        f"{'':14}{'':20}{'parameter':>13}{'CV error':>10}{'test':>8}{'fit':>8}{'window':>8}"
        f"{'non-zeros':>14}"
    ]
    for each in runs:
        first = each.method == METHODS[0]
        name = "nu" if each.method.startswith("soft margin") else "C"
        test = "" if each.test_error is None else f"{each.test_error:.4f}"
        window = f"{each.window:.3f}" if each.window else ""
        lines.append(
            f"{each.sample if first else '':14}{each.method:20}{f'{name} {each.parameter:.4g}':>13}"
            f"{each.error:10.4f}{test:>8}{each.fit:8.3f}{window:>8}"
            f"{f'{each.nonzeros} of {each.bits}':>14}{' *' if each.warned else ''}"
        )
    return lines


def _matrix(name: str) -> tuple[Any, NDArray[Any], tuple[Any, NDArray[Any]] | None]:
    if name == "breast cancer":
        from sklearn.datasets import load_breast_cancer

        rows, labels = load_breast_cancer(return_X_y=True)
        return rows, labels > 0, None
    data = binary_samples.load(name)
    rows = binary_samples.csr(data.rows)
    if data.test is None:
        return rows, data.labels, None
    return rows, data.labels, (binary_samples.csr(data.test[0], rows.shape[1]), data.test[1])


def _window(rows: Any, labels: Any, method: str, encode: bool) -> tuple[float, ...]:
    from nzdd.formulations.learning.soft_margin import (
        InteriorPoint,
        LabelledSample,
        SampleDiagram,
        nu_range,
    )
    from nzdd.sklearn import BinaryEncoder

    bits = BinaryEncoder().fit_transform(rows) if encode else rows
    sample = LabelledSample.from_rows(bits, labels)
    diagram = SampleDiagram.from_sample(sample, method.split()[-1])
    window = nu_range(InteriorPoint(diagram), upper=False)
    return tuple(window.lower + share * (window.constant - window.lower) for share in SHARES)


def _error(method: str, value: float, encode: bool, rows: Any, labels: Any, folds: Any) -> float:
    wrong = [
        (
            _model(method, value, encode).fit(rows[train], labels[train]).predict(rows[test])
            != labels[test]
        )
        for train, test in folds
    ]
    return float(np.mean([each.mean() for each in wrong]))


def _model(method: str, value: float, encode: bool) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import LinearSVC

    from nzdd.sklearn import BinaryEncoder, SoftMarginClassifier

    if method == "LogisticRegression":
        model = LogisticRegression(l1_ratio=1, solver="liblinear", C=value, random_state=0)
    elif method == "LinearSVC":
        model = LinearSVC(penalty="l1", dual=False, C=value, random_state=0)
    else:
        model = SoftMarginClassifier(value, slack=method.split()[-1], probability=False)
    return make_pipeline(*([BinaryEncoder()] if encode else []), model)
