"""Labelled tables as their files have them: numbers, categories and missing values, by name.

Files come from the folder ``classification`` below the one that NZDD_DATA names. Of several
versions of a set one is taken, the raw one if there is one. scikit-learn has ``wine``, ``iris``,
``digits`` and ``diagnostic``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn import datasets
from sklearn.model_selection import StratifiedKFold, train_test_split

from benchmarks.data import folder

SEED = 0
TRAINED, TESTED = 5_000, 2_500
"""At most so many rows of a fold are trained on and tested on; drawn once, the same for all."""


class Sample(NamedTuple):
    """Columns of numbers (NaN is missing) and of categories (None is missing), and classes.

    Attributes
    ----------
    table : DataFrame
    labels : ndarray of int, shape (rows,)
        0 to the number of classes - 1.
    """

    table: pd.DataFrame
    labels: NDArray[np.intp]

    @property
    def classes(self) -> int:
        """How many there are."""
        return int(self.labels.max()) + 1

    @property
    def folds(self) -> int:
        """Five, or three of a large set."""
        return 5 if self.labels.size <= TRAINED else 3

    def split(self, fold: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Rows to train and to test on, of one of the stratified folds."""
        folds = StratifiedKFold(self.folds, shuffle=True, random_state=SEED)
        train, test = list(folds.split(self.labels, self.labels))[fold]
        return self._some(train, TRAINED), self._some(test, TESTED)

    def _some(self, rows: NDArray[np.intp], most: int) -> NDArray[np.intp]:
        if rows.size <= most:
            return rows
        some, _ = train_test_split(
            rows, train_size=most, random_state=SEED, stratify=self.labels[rows]
        )
        return np.sort(some)


def load(name: str) -> Sample:
    """Read a set of `NAMES`."""
    table, labels = MAKERS[name]()
    table.columns = [str(column) for column in table.columns]
    return Sample(table, np.unique(np.asarray(labels), return_inverse=True)[1])


def _read(name: str, label: int | str = -1, *, skip: int = 0, header: int | None = None) -> Any:
    """A file with commas; ``?`` and nothing are missing."""
    table = pd.read_csv(
        _file(name),
        header=header,
        skiprows=skip,
        na_values=["?", ""],
        keep_default_na=False,
        skipinitialspace=True,
        skip_blank_lines=True,
    )
    column = table.columns[label] if isinstance(label, int) else label
    table[column] = table[column].astype(str).str.strip()
    return _named(table.drop(columns=column)), table[column]


def _named(table: pd.DataFrame) -> pd.DataFrame:
    """The same with names of columns, numbers as floats and None for missing categories."""
    named = {}
    for place, (name, column) in enumerate(table.items()):
        title = name if isinstance(name, str) else f"x{place}"
        if pd.api.types.is_numeric_dtype(column):
            named[title] = column.astype(float)
        else:
            named[title] = column.astype(object).where(column.notna(), None)
    return pd.DataFrame(named)


def _svmlight(name: str, *, columns: int | None = None, drop: int = 0) -> Any:
    rows, labels = datasets.load_svmlight_file(str(_file(name)), n_features=columns)
    dense = rows.toarray()[:, drop:]
    return pd.DataFrame(dense, columns=[f"x{column}" for column in range(dense.shape[1])]), labels


def _bits(name: str) -> Any:
    """A CP4IM file: the class is the first column."""
    path = next(path for path in sorted(folder("classification").glob(f"cp4im_{name}.txt*")))
    table = np.loadtxt(path)
    names = [f"x{column}" for column in range(table.shape[1] - 1)]
    return pd.DataFrame(table[:, 1:], columns=names), table[:, 0]


def _musk() -> Any:
    """The first two columns number molecules and rows, which are sorted by class."""
    table, labels = _read("musk_clean1.data.gz", skip=1)
    return table.iloc[:, 2:], labels


def _diseased(name: str) -> Any:
    """Hearts: any stage of the disease against none."""
    table, stages = _read(name, "target", header=0)
    return table, stages.astype(float) > 0


def _toy(load: Callable[..., Any]) -> Any:
    found = load(as_frame=True)
    return _named(found.data), found.target


MAKERS: dict[str, Callable[[], Any]] = {
    "adult": lambda: _read("adult.data.gz"),
    "w8a": lambda: _svmlight("w8a.gz", columns=300),
    "mushroom": lambda: _read("agaricus-lepiota.data.gz", 0),
    "votes": lambda: _read("house-votes-84.data", 0),
    "cleveland": lambda: _diseased("processed.cleveland.data"),
    "hungarian": lambda: _diseased("processed.hungarian.data"),
    "statlog heart": lambda: _svmlight("heart_scale", columns=13),
    "wisconsin": lambda: _read("breast-cancer-wisconsin.csv"),
    "diagnostic": lambda: _toy(datasets.load_breast_cancer),
    "australian": lambda: _svmlight("australian.gz"),
    "pima": lambda: _svmlight("diabetes.gz"),
    "german": lambda: _svmlight("german.numer.gz"),
    "ionosphere": lambda: _read("ionosphere.csv.gz"),
    "sonar": lambda: _read("sonar.csv.gz"),
    "musk": _musk,
    "higgs": lambda: _read("higgs_10k.csv.gz", header=0),
    "anneal": lambda: _bits("anneal"),
    "hypothyroid": lambda: _bits("hypothyroid"),
    "pendigits": lambda: _bits("pendigits"),
    "primary tumor": lambda: _bits("primary-tumor"),
    "tic-tac-toe": lambda: _bits("tic-tac-toe"),
    "iris": lambda: _toy(datasets.load_iris),
    "wine": lambda: _toy(datasets.load_wine),
    "digits": lambda: _toy(datasets.load_digits),
}
NAMES = tuple(MAKERS)
HELD_BACK = tuple(sorted(NAMES)[2::3])
"""Sets that no default was chosen on since they were set aside: every third by name."""


def _file(name: str) -> Path:
    return folder("classification") / name
