"""Estimators that can be fitted to chunks, and predict for chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import _num_samples, check_is_fitted

from nzdd.adapters.errors import in_part
from nzdd.adapters.libraries.dask import is_collection
from nzdd.adapters.sklearn.checks import checked_labels
from nzdd.adapters.sklearn.chunks.collect import collected
from nzdd.adapters.sklearn.chunks.labelled_chunk import Columns, table_of
from nzdd.adapters.sklearn.chunks.sources import source_of
from nzdd.adapters.sklearn.whole_fit import whole_fit
from nzdd.formulations.learning.labelled_rows import LabelledRows
from nzdd.input.row_table import RowTable

if TYPE_CHECKING:
    from typing_extensions import Self


class ChunksMixin:
    """An estimator that learns only from distinct rows and their weights."""

    n_features_in_: int
    _fitted: ClassVar[str]
    predict: Callable[[Any], NDArray[Any]]
    _check_parameters: Callable[[], None]
    _table: Any

    def _encoder_of_chunks(self) -> Any:
        """What the chunks are to be encoded by, not fitted; None: they are rows already."""
        raise NotImplementedError

    def _rows_of_chunk(self, table: Any) -> RowTable:
        """A table as rows that are merged where they are equal; `encoder_` is fitted."""
        raise NotImplementedError

    def _add_chunk(
        self,
        found: LabelledRows,
        table: Any,
        labels: NDArray[Any],
        weights: NDArray[np.float64] | None,
    ) -> None:
        """Add a chunk to the distinct rows; `encoder_` is fitted."""
        found.add(self._rows_of_chunk(table), labels, weights)

    def _checked_labels(self, y: Any, num_rows: int) -> NDArray[Any]:
        """What each row of a chunk is to be told; raises ValueError."""
        return checked_labels(y, num_rows, type(self).__name__)

    def _learn_merged(self, rows: LabelledRows) -> None:
        """Learn from distinct rows; all that `fit` knows of columns is set."""
        raise NotImplementedError

    def fit_chunks(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Learn from labelled rows that come in chunks and need not fit into memory together.

        The result is that of `fit` for all rows, whatever the chunks and their order. Only
        probabilities with an encoder differ, whose halves are of rows of bits here.

        Parameters
        ----------
        X : iterable or callable, Arrow dataset, or Dask DataFrame, array or bag
            Each chunk is a pair ``(X, y)`` or a triple ``(X, y, sample_weight)`` of what `fit`
            takes; or, if `y` is a name, a DataFrame, an Arrow table, or a list of dicts with this
            column. Chunks that have to be encoded are read twice: give a list, or a function that
            returns an iterator. The partitions of Dask's collections are chunks, which are encoded
            and merged where they are, by the present client or scheduler of Dask.
        y : str, int, or Dask array or Series, optional
            The column that holds the labels; or they themselves, divided as `X`.
        sample_weight : str, int, or Dask array or Series, optional
            Likewise.

        Returns
        -------
        Self
            The estimator itself.

        Raises
        ------
        ValueError, TypeError
            As `fit`, and for a chunk with other columns than the first one. The message names the
            chunk, or the partition, counted from 0.
        KeyboardInterrupt
            See `fit`; while chunks are read nothing is set.

        Notes
        -----
        Memory: a chunk, and two to three times the distinct rows, see
        `nzdd.formulations.learning.labelled_rows.LabelledRows`; while bits are chosen some 10 MB a
        column. A `BinaryEncoder` chooses the same bits as for all rows at once if no column has
        more than 65,536 distinct numbers; otherwise neighbouring numbers with the same leading
        digits count as one where cuts are chosen, so that a cut at quantiles may be off by their
        share of the rows. A column must hold numbers, or categories, in all chunks. A regressor
        keeps the distinct pairs of a row and a number. With weights that are not all whole numbers,
        a penalty that is chosen by cross-validation may be another one than that of `fit`, which
        holds out rows as they are, where chunks tell only the weight of all equal ones.
        """
        self._check_parameters()
        in_dask = is_collection(y)
        source = source_of(X, y, sample_weight)
        names = (None, None) if in_dask else (y, sample_weight)
        self._learn_collected(*collected(self, source, *names))
        return self

    def _learn_collected(self, known: Any, rows: LabelledRows) -> None:
        """Learn from what `collected` returned."""
        with whole_fit(self, self._fitted):
            for name in ("n_features_in_", "feature_names_in_", "encoder_"):
                if hasattr(known, name):
                    setattr(self, name, getattr(known, name))
            self._learn_merged(rows)

    def predict_chunks(self, X: Any) -> Iterator[NDArray[Any]]:
        """What `predict` says of rows that come in chunks.

        Parameters
        ----------
        X : iterable or callable, Arrow dataset, or Dask DataFrame, array or bag
            Each chunk is what `predict` takes, or an Arrow table; those with names may have other
            columns, too.

        Yields
        ------
        ndarray, shape (rows of the chunk,)

        Raises
        ------
        ValueError, TypeError
            As `predict`; the message names the chunk, counted from 0.
        """
        check_is_fitted(self, "n_features_in_")
        names = getattr(self, "feature_names_in_", None)
        columns = Columns(self.n_features_in_, None if names is None else tuple(names))
        for number, item in enumerate(source_of(X)):
            with in_part("chunk", number):
                table = columns.pick(table_of(item), more=True)
                none = getattr(self, "classes_", np.empty(0))[:0]
                found = self.predict(table) if _num_samples(table) else none
            yield found
