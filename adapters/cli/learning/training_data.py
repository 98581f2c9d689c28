"""The rows that ``nzdd fit`` learns from and is tested on."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.cli.answer import note
from nzdd.adapters.cli.inputs import encoded, naming_errors
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import is_installed
from nzdd.adapters.files import raw_samples, tables
from nzdd.adapters.files.raw_samples import RawSample
from nzdd.adapters.files.reading import Reading
from nzdd.input.row_table import RowTable
from nzdd.input.text import shown

if TYPE_CHECKING:
    from nzdd.adapters.sklearn import BinaryEncoder
    from nzdd.formulations.learning.labelled_rows import LabelledRows


MANY = 2000
"""Features of SVMlight that are too many for a frame."""


@dataclass(frozen=True, slots=True, eq=False)
class BitSample:
    """A sample as rows of bits.

    Attributes
    ----------
    rows : RowTable
        With weights where equal rows are merged.
    labels : ndarray, shape (num_rows,)
    names : tuple of str or None
        Of the bits.
    encoder : BinaryEncoder or None
        What made the bits.
    some : tuple of RowTable and labels
        Rows that serve to find probabilities.
    size : int
        The number of all rows.
    """

    rows: RowTable
    labels: NDArray[Any]
    names: tuple[str, ...] | None
    encoder: BinaryEncoder | None
    some: tuple[RowTable, NDArray[Any]]
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class TrainingData:
    """The sample to learn from, perhaps one to test on, and the seconds of reading."""

    path: str
    train: RawSample
    test_path: str | None
    test: RawSample | None
    seconds: dict[str, float]

    @property
    def reading(self) -> Reading:
        """How the columns were read."""
        return self.train.reading

    def bits(self, cuts: str | float | None) -> BitSample:
        """The rows as bits; columns that are bits already stay as they are if no cuts are given."""
        encoder = fitted_encoder(self, cuts)
        rows, names = bits(self.path, self.train, encoder)
        labels = self.train.y
        return BitSample(rows, labels, names, encoder, (rows, labels), rows.num_rows)

    def merged(self, estimator: Any, table: Callable[[Any], Any]) -> tuple[Any, LabelledRows]:
        """The distinct rows in the form of an estimator, and what it knows of their columns.

        See `nzdd.adapters.sklearn.chunks.collect.collected`; `table` changes the table before.
        """
        from nzdd.adapters.sklearn.chunks.collect import collected  # an extra
        from nzdd.adapters.sklearn.chunks.sources import Chunks

        source = Chunks([(table(self.train.X), self.train.y)])
        try:
            return collected(estimator, source, None, None)
        except (ValueError, TypeError) as error:
            what = str(error).removeprefix("chunk 0: ")
            raise ModelFileError(
                self.path, None, what, "make the columns numbers or text"
            ) from None


def read(options: Namespace) -> TrainingData:
    """Read what the options name, and print what was taken for what."""
    [path] = options.sample
    sample = raw_samples.read_sample(path, options.label, **reading_options(options))
    test = read_test(options, sample.reading, sample.notes)
    return TrainingData(path, sample, options.test, test, {})


def reading_options(options: Namespace) -> dict[str, Any]:
    """How a table is to be read, as `nzdd.read_sample` takes it."""
    return {"header": options.header, "missing": options.na or (), "drop": options.drop}


def read_test(options: Namespace, reading: Reading, notes: Iterable[str]) -> RawSample | None:
    """The sample to test on, if any; prints the notes on that to learn from."""
    test = None
    if options.test is not None:
        test = raw_samples.read_like(options.test, reading, options.label)
    if not options.quiet:
        for text in notes:
            note(text)
    return test


def check_test_labels(path: str, labels: NDArray[Any], classes: NDArray[Any]) -> None:
    """Raise ModelFileError where no label of a test sample is a class."""
    texts = labels.dtype.kind == "U", classes.dtype.kind == "U"
    if texts[0] != texts[1] or not np.isin(labels, classes).any():
        here, there = (", ".join(map(shown, np.unique(each)[:3])) for each in (labels, classes))
        what = f"its labels are {here}, and none of them is a class of the sample, such as {there}"
        raise ModelFileError(path, None, what, "name the label column of both (--label)")


def bits(
    path: str, sample: RawSample, encoder: BinaryEncoder | None
) -> tuple[RowTable, tuple[str, ...] | None]:
    """The rows of bits of a sample, made by a fitted encoder, and their names."""
    if encoder is not None:
        return encoded(path, sample.X, encoder), bit_names(encoder)
    names = None if isinstance(sample.X, csr_array) else tuple(sample.X.columns)
    return binary_table(path, sample.X), names


def fitted_encoder(data: TrainingData, cuts: str | float | None) -> BinaryEncoder | None:
    """The encoder of the columns; None where they are bits already and no cuts are given."""
    sample = data.train
    if cuts is None and raw_samples.is_binary(sample.X):
        return None
    from nzdd.adapters.sklearn import BinaryEncoder  # an extra

    encoder = BinaryEncoder(cuts="quantile" if cuts is None else cuts)
    with naming_errors(data.path):
        return encoder.fit(sample.X, sample.y)


def bit_names(encoder: BinaryEncoder) -> tuple[str, ...]:
    """The names of the bits; columns of SVMlight are named by their index."""
    return tuple(map(str, encoder.get_feature_names_out(column_names(encoder)).tolist()))


def named_features(table: Any) -> Any:
    """A sparse matrix as a sparse frame with the names of its features, unless they are many."""
    if not isinstance(table, csr_array) or table.shape[1] > MANY or not is_installed("pandas"):
        return table
    from pandas import DataFrame

    return DataFrame.sparse.from_spmatrix(
        table, columns=[f"feature {j + 1}" for j in range(table.shape[1])]
    )


def column_names(encoder: BinaryEncoder) -> list[str] | None:
    """Names for columns that have none."""
    if hasattr(encoder, "feature_names_in_"):
        return None
    return [f"feature {j + 1}" for j in range(encoder.n_features_in_)]


def binary_table(path: str, table: Any) -> RowTable:
    """The rows of a frame or a sparse matrix of 0 and 1, or ModelFileError."""
    return (
        binary_csr(path, table) if isinstance(table, csr_array) else tables.binary_rows(path, table)
    )


def binary_csr(path: str, matrix: Any) -> RowTable:
    """The rows of a sparse matrix of 0 and 1, or ModelFileError."""
    wrong = np.flatnonzero(matrix.data != 1)
    if wrong.size:
        what = f"feature {matrix.indices[wrong[0]] + 1} has the value {matrix.data[wrong[0]]:g}"
        cure = "give 0 and 1, as in the sample that the model was made from"
        raise ModelFileError(path, None, what, cure)
    return RowTable.from_csr(matrix.indptr, matrix.indices, matrix.shape[1])
