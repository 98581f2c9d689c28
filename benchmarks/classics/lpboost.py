"""Table 1 of Demiriz, Bennett and Shawe-Taylor 2002: stumps, ten folds."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import AdaBoostClassifier
from sklearn.model_selection import StratifiedKFold

from nzdd.adapters.sklearn import LPBoostClassifier

Table = tuple[NDArray[np.float64], NDArray[np.bool_]]

FOLDS = 10
ADABOOST_ROUNDS = 100


class Row(NamedTuple):
    """One method on one data set, means over the folds.

    Attributes
    ----------
    data, method : str
    accuracy, error : float
        The mean accuracy, and its standard error.
    hypotheses : float
        With a weight; of AdaBoost, different ones.
    gap : float
        The largest gap that was not closed; NaN for methods without a bound.
    seconds : float
        Of the processor, a fold, for training.
    published_accuracy, published_hypotheses : float
        NaN where they are not known.
    """

    data: str
    method: str
    accuracy: float
    error: float
    hypotheses: float
    gap: float
    seconds: float
    published_accuracy: float
    published_hypotheses: float


def rows(seed: int = 0) -> list[Row]:
    """All rows of the table; the data lie below the folder that NZDD_DATA names."""
    folder = Path(os.environ["NZDD_DATA"]) / "classification"
    return [
        row
        for name, read, nu, accuracy, size in DATA
        for row in _compare(name, read(folder), nu, (accuracy, size), seed)
    ]


def wisconsin(folder: Path) -> Table:
    """699 rows x 9 columns; the 16 missing values are 0, below all others."""
    table = np.genfromtxt(folder / "breast-cancer-wisconsin.csv", delimiter=",")
    return np.nan_to_num(table[:, :-1]), table[:, -1] == 4


def cleveland(folder: Path) -> Table:
    """The 297 rows x 13 columns without missing values."""
    table = np.genfromtxt(folder / "processed.cleveland.data", delimiter=",", skip_header=1)
    table = table[~np.isnan(table).any(axis=1)]
    return table[:, :-1], table[:, -1] > 0


def sonar(folder: Path) -> Table:
    """208 rows x 60 columns."""
    table = np.loadtxt(folder / "sonar.csv.gz", delimiter=",", dtype=str)
    return table[:, :-1].astype(np.float64), table[:, -1] == "M"


DATA: list[tuple[str, Callable[[Path], Table], float, float, float]] = [
    ("Wisconsin breast cancer", wisconsin, 0.2, 0.966, np.nan),
    ("Cleveland heart", cleveland, 0.25, 0.795, 70.8),
    ("sonar", sonar, 0.3, 0.870, 85.7),
]
"""Name, reader, the paper's nu, and what it publishes: accuracy and stumps with a weight."""


def _compare(
    name: str, table: Table, nu: float, published: tuple[float, float], seed: int
) -> list[Row]:
    """LPBoost and AdaBoost on the same folds."""
    X, y = table
    folds = list(StratifiedKFold(FOLDS, shuffle=True, random_state=seed).split(X, y))
    found = []
    for method in ("LPBoost", "AdaBoost"):
        scores, sizes, gaps, started = [], [], [], process_time()
        for train, test in folds:
            if method == "LPBoost":
                model = LPBoostClassifier(nu=nu).fit(X[train], y[train])
                sizes.append(len(model.estimators_))
                gaps.append(model.gap_)
            else:
                model = AdaBoostClassifier(n_estimators=ADABOOST_ROUNDS, random_state=seed)
                model.fit(X[train], y[train])
                sizes.append(len({_cut(stump) for stump in model.estimators_}))
                gaps.append(np.nan)
            scores.append(model.score(X[test], y[test]))
        error = float(np.std(scores, ddof=1)) / FOLDS**0.5
        seconds = (process_time() - started) / FOLDS
        means = float(np.mean(scores)), error, float(np.mean(sizes)), float(np.max(gaps)), seconds
        paper = published if method == "LPBoost" else (np.nan, np.nan)
        found.append(Row(name, method, *means, *paper))
    return found


def _cut(stump: object) -> tuple[int, float]:
    """The column and threshold of a tree of depth 1."""
    tree = stump.tree_  # type: ignore[attr-defined]
    return int(tree.feature[0]), float(tree.threshold[0])
