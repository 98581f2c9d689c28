"""The samples of the four papers, always the same ones: a table of numbers, and what is known.

Files come from the folder ``classification`` below the one that NZDD_DATA names.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_svmlight_file

from benchmarks.data import folder

Floats = NDArray[np.float64]
Sample = tuple[Floats, NDArray[np.generic]]
"""Rows x columns, and a class or a number a row."""
_USPS = "data", "target"


def wisconsin() -> Sample:
    """Wisconsin breast cancer: 699 x 9; the 16 missing values are 0, below all others."""
    table = np.genfromtxt(_file("breast-cancer-wisconsin.csv"), delimiter=",")
    return np.nan_to_num(table[:, :-1]), table[:, -1] == 4


def wisconsin_complete() -> Sample:
    """Wisconsin breast cancer without the rows with missing values: 683 x 9."""
    X, y = load_svmlight_file(str(_file("breast-cancer.gz")))
    return X.toarray()[:, 1:], y == y.max()  # the first column is the number of the patient


def diagnostic() -> Sample:
    """Wisconsin diagnostic breast cancer: 569 x 30."""
    X, y = load_breast_cancer(return_X_y=True)
    return X, y == 0


def cleveland() -> Sample:
    """Cleveland heart: the 297 rows x 13 without missing values."""
    table = np.genfromtxt(_file("processed.cleveland.data"), delimiter=",", skip_header=1)
    table = table[~np.isnan(table).any(axis=1)]
    return table[:, :-1], table[:, -1] > 0


def hungarian() -> Sample:
    """Hungarian heart: the 261 rows x 10 without missing values, and without three columns.

    Slope, vessels and thal are missing in 190, 291 and 266 of the 294 rows.
    """
    X, y = hungarian_whole()
    X = np.delete(X, (10, 11, 12), axis=1)
    complete = ~np.isnan(X).any(axis=1)
    return X[complete], y[complete]


def hungarian_whole() -> Sample:
    """Hungarian heart: 294 x 13; missing values are NaN."""
    table = np.genfromtxt(_file("processed.hungarian.data"), delimiter=",", skip_header=1)
    return table[:, :-1], table[:, -1] > 0


def ionosphere() -> Sample:
    """Ionosphere: 351 x 34."""
    table = np.loadtxt(_file("ionosphere.csv.gz"), delimiter=",", dtype=str)
    return table[:, :-1].astype(np.float64), table[:, -1] == "g"


def musk() -> Sample:
    """Musk, version 1: 476 x 166, without the numbers of molecule and row, which tell the class."""
    table = np.loadtxt(_file("musk_clean1.data.gz"), delimiter=",", skiprows=1)
    return table[:, 2:-1], table[:, -1] > 0


def sonar() -> Sample:
    """Sonar: 208 x 60."""
    table = np.loadtxt(_file("sonar.csv.gz"), delimiter=",", dtype=str)
    return table[:, :-1].astype(np.float64), table[:, -1] == "M"


def pima() -> Sample:
    """Pima diabetes: 768 x 8."""
    X, y = load_svmlight_file(str(_file("diabetes.gz")))
    return X.toarray(), y < 0


def votes() -> Sample:
    """Votes of the house of 1984: 435 x 16; -1 is no, 1 yes and 0 neither."""
    table = np.genfromtxt(_file("house-votes-84.data"), delimiter=",", dtype=str)
    return (table[:, 1:] == "y") * 1.0 - (table[:, 1:] == "n"), table[:, 0] == "democrat"


def binarised(name: str) -> Sample:
    """A CP4IM file, bits only: ``vote``, ``breast-wisconsin``, ``heart-cleveland``, ..."""
    path = next(path for path in sorted(folder("classification").glob(f"cp4im_{name}.txt*")))
    table = np.loadtxt(path)
    return table[:, 1:], table[:, 0] > 0


def housing() -> Sample:
    """Boston housing: 506 x 13, and the median value of homes in thousands of dollars."""
    table = np.loadtxt(_file("housing.csv"), delimiter=",")
    return table[:, :-1], table[:, -1]


def dear_housing() -> Sample:
    """Boston housing: whether the value is above 21.5."""
    X, value = housing()
    return X, np.asarray(value, np.float64) > 21.5


def optdigits() -> Sample:
    """Handwritten digits: 3823 rows to train on, 1797 to test on, x 64; ten classes."""
    parts = [
        np.loadtxt(_file(f"optdigits.{part}.gz"), delimiter=",") for part in ("tra", "hol", "tes")
    ]
    table = np.vstack(parts)
    return table[:, :-1], table[:, -1]


def usps() -> Sample:
    """Digits of envelopes: 7291 rows to train on, 2007 to test on, x 256; ten classes."""
    import h5py

    with h5py.File(_file("usps.h5")) as file:
        parts = [[np.asarray(file[name][what]) for name in ("train", "test")] for what in _USPS]
    X, y = (np.concatenate(part) for part in parts)
    return X.astype(np.float64), y


def adult() -> Sample:
    """Adult: 32561 rows to train on, 16281 to test on, x 123 bits."""
    parts = [
        load_svmlight_file(str(_file(name)), n_features=123) for name in ("a9a.gz", "a9a.t.gz")
    ]
    return np.vstack([X.toarray() for X, _ in parts]), np.concatenate([y > 0 for _, y in parts])


def twonorm(rows: int, seed: int, noise: int = 0) -> Sample:
    """Breiman 1996: 20 normal columns, the means at a and -a in each, a = 2 / sqrt(20).

    Behind them there may be columns of noise, with mean 0.
    """
    random = np.random.default_rng(seed)
    y = random.random(rows) < 0.5
    X = random.normal(size=(rows, 20)) + np.where(y, 2, -2)[:, None] / np.sqrt(20)
    return np.hstack((X, random.normal(size=(rows, noise)))), y


def _file(name: str) -> Path:
    return folder("classification") / name
