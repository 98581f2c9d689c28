"""The rows that an estimator learns from: those of a file, or the distinct ones of any files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.cli.inputs import naming_errors
from nzdd.adapters.cli.learning.training_data import TrainingData, bit_names, named_features
from nzdd.adapters.cli.learning.training_files import TrainingFiles
from nzdd.adapters.files.raw_samples import RawSample

if TYPE_CHECKING:
    from nzdd.adapters.sklearn import BinaryEncoder


class WholeRows:
    """The rows of one file.

    Parameters
    ----------
    data : TrainingData
    numbers : bool
        Whether the estimator takes neither text nor missing values; they then become bits.
    """

    def __init__(self, data: TrainingData, *, numbers: bool) -> None:
        self._data, self._numbers = data, numbers
        self._encoder = _encoder(data) if numbers else None
        self.classes: NDArray[Any] = np.unique(data.train.y)
        self.size: int = data.train.y.size

    @property
    def counted(self) -> tuple[NDArray[Any], Any]:
        """The labels, and how often each counts, or None for once."""
        return self._data.train.y, None

    def fit(self, estimator: Any) -> None:
        """Fit an estimator."""
        with _naming(self._data.path):
            estimator.fit(self._table(self._data.train), self._data.train.y)

    def train_error(self, estimator: Any) -> float:
        """The share of wrong predictions for these rows."""
        return self.error(estimator, self._data.path, self._data.train)

    def error(self, estimator: Any, path: str, sample: RawSample) -> float:
        """The share of wrong predictions for other rows of the same kind."""
        with _naming(path):
            return float(np.mean(estimator.predict(self._table(sample)) != sample.y))

    def _table(self, sample: RawSample) -> Any:
        """The sample as the estimator takes it, with names of its columns."""
        if self._numbers and isinstance(sample.X, csr_array):
            named = named_features(sample.X)
            return sample.X.toarray() if named is sample.X else named.sparse.to_dense()
        if self._encoder is not None:
            from pandas import DataFrame

            names = list(bit_names(self._encoder))
            return DataFrame(self._encoder.transform(sample.X), columns=names)
        return named_features(sample.X)


class MergedRows:
    """The distinct rows of one or many files, in the form of an estimator that learns from chunks.

    So the answer depends neither on the order of the rows nor on how files divide them.
    """

    def __init__(self, data: TrainingData | TrainingFiles, estimator: Any) -> None:
        self._path = data.path
        self._known, self._rows = data.merged(estimator, named_features)
        self.classes: NDArray[Any] = self._rows.classes
        self.size = round(self._rows.total)

    @property
    def counted(self) -> tuple[NDArray[Any], Any]:
        """See `WholeRows.counted`."""
        return self._rows.table()[1:]

    def fit(self, estimator: Any) -> None:
        """See `WholeRows.fit`."""
        with _naming(self._path):
            estimator._learn_collected(self._known, self._rows)

    def train_error(self, estimator: Any) -> float:
        """See `WholeRows.train_error`."""
        rows, labels, weights = self._rows.table()
        return float(np.average(estimator._predict_merged(rows) != labels, weights=weights))

    def page(self, estimator: Any, path: str | None, sample: RawSample | None) -> str:
        """The page about a fit of rules, tested by rows of a file if there is one."""
        from nzdd.adapters.sklearn.rules.report.rule_report import BinnedTable  # an extra

        rows, labels, weights = self._rows.table()
        table = BinnedTable(estimator._packed_bins().unpack(rows), np.asarray(weights, float))
        tested = None
        if sample is not None and path is not None:
            votes, ones = estimator._votes(named_features(sample.X)), np.ones(sample.y.size)
            tested = estimator._judge(votes, sample.y, ones), f"on the rows of {Path(path).name}"
        return str(estimator._page(table, labels, f"Rules for {Path(self._path).name}", tested))

    def error(self, estimator: Any, path: str, sample: RawSample) -> float:
        """See `WholeRows.error`."""
        with _naming(path):
            return float(np.mean(estimator.predict(named_features(sample.X)) != sample.y))


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


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Put the file before errors of estimators, which name the cure."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None
