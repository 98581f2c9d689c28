"""Tables of numbers and categories as bits with readable names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags, _safe_indexing
from sklearn.utils._set_output import _get_output_config
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.checks import (
    checked_columns,
    checked_labels,
    checked_weights,
    column_names,
)
from nzdd.adapters.sklearn.encoding.bit_matrix import bit_matrix
from nzdd.adapters.sklearn.encoding.bits import Bit, ColumnBits, unique_names
from nzdd.adapters.sklearn.encoding.choose_bits import (
    category_bits,
    refuse_dates,
    threshold_bits,
)
from nzdd.adapters.sklearn.encoding.columns import column_reader
from nzdd.adapters.sklearn.encoding.cut_rule import column_rules
from nzdd.adapters.sklearn.encoding.table_tally import TableTally
from nzdd.adapters.sklearn.encoding.tallies import CategoryTally
from nzdd.adapters.sklearn.whole_fit import whole_fit
from nzdd.input.parameters import check_choice, check_flags, check_integer

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(eq=False, repr=False)
class BinaryEncoder(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Turn every column of a table into bits with readable names.

    ======================= ==================================================================
    column                  bits
    ======================= ==================================================================
    numbers                 one for each cut point, ``"age > 37"``
    0/1 or bool             itself, under its own name
    strings, categories     one for each category, ``"workclass = Private"``
    with missing values     the bits above, all 0 for a missing value, and ``"age is missing"``
    with a single value     none, unless the value is 0 or 1 or cut points are given
    ======================= ==================================================================

    Parameters
    ----------
    cuts : {"quantile", "mdl"}, float, array-like of float, or dict, default "quantile"
        Where numbers are cut. ``"quantile"``: into at most `max_bins` parts with about the same
        number of rows. ``"mdl"``: where the classes `y` change, by the rule of Fayyad and Irani
        (IJCAI 1993), which may make no cut at all. Numbers: these thresholds in every column that
        is not 0/1. A dict from column (name or index) to any of these; other columns are cut at
        quantiles.
    max_bins : int, default 8
        For quantiles; at least 2.
    max_categories : int, optional
        At least 2: a column with more categories gets this number of bits, one for each of the most
        frequent categories and ``"workclass = other"`` for the rest. By default every category has
        its bit.
    handle_unknown : {"ignore", "error"}, default "ignore"
        What `transform` does for a category that did not occur in `fit`, or a missing value in a
        column that had none in `fit`: set no bit of the column, or raise ValueError.
    sparse_output : bool, default True
        Return a csr_array instead of an ndarray. Data frames (see `set_output`) are always dense.

    Attributes
    ----------
    n_features_in_, feature_names_in_ : int, ndarray of str
        Of X; the names only if its columns have names.
    n_features_out_ : int
        The number of bits.

    Notes
    -----
    A cut point lies between two neighbouring values of `fit`: the decimal with the fewest digits
    near their middle, so that the number in the name is exactly the threshold. Numbers are compared
    as float64, and whole numbers beyond 2**53 exactly, as integers of any size. Decimals and
    fractions are numbers; a UserWarning names two that float64 does not tell apart. A column that
    was 0/1 sets its bit above 0.5. NaN, None and the missing values of pandas are missing; strings
    such as ``"?"`` are categories. Dates as text are refused, since each would be a category of its
    own: make numbers of them, or declare them by ``astype("category")``. Entries that a sparse
    matrix does not store are 0.

    All columns of an array of strings hold categories: give a DataFrame or an array of objects if
    some columns are numbers.

    `fit` takes O(rows x log(rows)) for a column, "mdl" as much again for every level of cuts.
    `transform` takes O(rows x columns + ones), for sparse input without negative cut points
    O(stored values + ones).

    Examples
    --------
    >>> from nzdd.sklearn import BinaryEncoder
    >>> table = [[20, "red"], [37, "blue"], [38, "red"], [60, None]]
    >>> encoder = BinaryEncoder(max_bins=2, sparse_output=False)
    >>> encoder.fit_transform(table)
    array([[0, 0, 1, 0],
           [0, 1, 0, 0],
           [1, 0, 1, 0],
           [1, 0, 0, 1]], dtype=uint8)
    >>> encoder.get_feature_names_out().tolist()
    ['x0 > 37', 'x1 = blue', 'x1 = red', 'x1 is missing']
    """

    cuts: str | ArrayLike | Mapping[Any, Any] = "quantile"
    _: KW_ONLY
    max_bins: int = 8
    max_categories: int | None = None
    handle_unknown: str = "ignore"
    sparse_output: bool = True

    def fit(
        self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Choose the bits.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, columns)
        y : array-like, shape (rows,), optional
            Classes; only read if a column is cut by "mdl".
        sample_weight : array-like of float, shape (rows,), optional
            Not negative. The bits are those of rows repeated so often: a row of weight 2 counts as
            two rows, one of weight 0 as none.

        Returns
        -------
        BinaryEncoder
            The encoder itself.

        Raises
        ------
        ValueError
            For parameters out of range, infinite numbers, "mdl" without classes, wrong weights.
        TypeError
            For a column that holds neither numbers nor categories, or dates that are not declared
            as categories.
        """
        self._check_parameters()
        with whole_fit(self):
            table = checked_columns(self, X, reset=True)
            if sample_weight is None:
                return self._choose(self._tally(table, y))
            weights = checked_weights(sample_weight, table)
            kept = np.flatnonzero(weights)
            if kept.size < weights.size:
                table, weights = _safe_indexing(table, kept), weights[kept]
                y = None if y is None else _safe_indexing(y, kept)
            return self._choose(self._tally(table, y, weights))

    def _check_parameters(self) -> None:
        check_integer("max_bins", self.max_bins, 2)
        check_integer("max_categories", self.max_categories, 2, choices=(None,))
        check_choice("handle_unknown", self.handle_unknown, ("ignore", "error"))
        check_flags(self, "sparse_output")

    def _tally(
        self, table: Any, y: ArrayLike | None, weights: NDArray[np.float64] | None = None
    ) -> TableTally:
        """Count the values of a table from `checked_columns`, by weights above 0."""
        names = column_names(self)
        labels = None
        if any(rule.method == "mdl" for rule in column_rules(self.cuts, names)):
            labels = checked_labels(y, table.shape[0], "cuts='mdl'")
        found = TableTally(names)
        found.add(table, labels, weights)
        return found

    def _choose(self, found: TableTally) -> Self:
        """Choose the bits by the values counted, and set the attributes."""
        names = column_names(self)
        rules = column_rules(self.cuts, names)
        columns: list[ColumnBits] = []
        for name, rule, column in zip(names, rules, found.columns(), strict=True):
            if isinstance(column, CategoryTally):
                if rule.method is None and rule.own:
                    raise ValueError(
                        f"cuts has thresholds for column {name!r}, which holds categories; "
                        "leave it out of cuts, or make the column numbers"
                    )
                refuse_dates(column, name)
                columns.append(category_bits(column, self.max_categories))
            else:
                columns.append(threshold_bits(column, rule, int(self.max_bins)))
        self._columns = columns
        self.n_features_out_ = sum(column.width for column in columns)
        return self

    def transform(self, X: Any) -> sp.csr_array | NDArray[np.uint8]:
        """Encode rows.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, n_features_in_)

        Returns
        -------
        csr_array or ndarray of uint8, shape (rows, n_features_out_)

        Raises
        ------
        ValueError
            For other columns than in `fit`, infinite numbers, and unknown categories or missing
            values with ``handle_unknown="error"``.
        TypeError
            For categories in a column that held numbers in `fit`.
        """
        check_is_fitted(self, "n_features_out_")
        table = checked_columns(self, X, reset=False)
        strict = self.handle_unknown == "error"
        read = column_reader(table)
        parts, offsets, offset = [], [], 0
        for index, (name, column) in enumerate(zip(column_names(self), self._columns, strict=True)):
            if column.width:
                parts.append(column.runs(read(index, name), name, strict))
                offsets.append(offset)
                offset += column.width
        bits = bit_matrix(parts, offsets, table.shape[0], offset)
        frame = _get_output_config("transform", self)["dense"] != "default"
        return bits if self.sparse_output and not frame else bits.toarray()

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> NDArray[np.object_]:
        """Return the name of every bit, such as ``"age > 37"``.

        Parameters
        ----------
        input_features : array-like of str, optional
            Names of the columns if the table of `fit` had none.

        Returns
        -------
        ndarray of str objects, shape (n_features_out_,)
            All different: a name that another bit has already is followed by ``" (2)"``.
        """
        return np.array([bit.name for bit in self.describe(input_features)], dtype=object)

    def columns_of_bits(self) -> NDArray[np.intp]:
        """Return the index of the column of X that each bit was made of.

        Returns
        -------
        ndarray of intp, shape (n_features_out_,)
            Ascending.
        """
        check_is_fitted(self, "n_features_out_")
        widths = [column.width for column in self._columns]
        return np.repeat(np.arange(len(widths)), widths)

    def describe(self, input_features: ArrayLike | None = None) -> list[Bit]:
        """Return the meaning of every bit: (name, column, kind, operator, value).

        Parameters
        ----------
        input_features : array-like of str, optional
            As for `get_feature_names_out`.

        Returns
        -------
        list of Bit
            Of length n_features_out_; ``pandas.DataFrame(encoder.describe())`` makes a table of it.
        """
        check_is_fitted(self, "n_features_out_")
        names = column_names(self, input_features)
        return unique_names(
            [
                bit
                for name, column in zip(names, self._columns, strict=True)
                for bit in column.bits(name)
            ]
        )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        tags.transformer_tags.preserves_dtype = []
        cuts = self.cuts
        methods = cuts.values() if isinstance(cuts, Mapping) else [cuts]
        tags.target_tags.required = any(
            isinstance(method, str) and method == "mdl" for method in methods
        )
        return tags
