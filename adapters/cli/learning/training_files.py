"""Samples of many files, of which ``nzdd fit`` keeps only the distinct rows of bits."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.cli.answer import note
from nzdd.adapters.cli.cluster import client_of
from nzdd.adapters.cli.learning.training_data import (
    BitSample,
    bit_names,
    read_test,
    reading_options,
)
from nzdd.adapters.cli.progress import progress_bar
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import require
from nzdd.adapters.files import raw_samples, tables
from nzdd.adapters.files.raw_samples import RawSample
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.sample_chunks import FileChunk, SampleFiles, sample_files
from nzdd.input.row_table import Progress

if TYPE_CHECKING:
    from nzdd.formulations.learning.labelled_rows import LabelledRows


@dataclass(frozen=True, slots=True, eq=False)
class TrainingFiles:
    """Files to learn from, perhaps a sample to test on, and the seconds of reading."""

    path: str
    files: SampleFiles
    test_path: str | None
    test: RawSample | None
    seconds: dict[str, float]
    quiet: bool
    dask: str | None = None

    @property
    def reading(self) -> Reading:
        """How the columns are read."""
        return self.files.reading

    def bits(self, cuts: str | float | None) -> BitSample:
        """The distinct rows of bits; see `TrainingData.bits`."""
        require("sklearn", "learning from several files")
        from nzdd.adapters.sklearn import BinaryEncoder, SoftMarginClassifier
        from nzdd.adapters.sklearn.probabilities.halves import LEAST_OF_CLASS, MOST_ROWS

        encoder = None
        if cuts is not None or not raw_samples.is_binary(next(iter(self.files))[0]):
            encoder = BinaryEncoder(cuts="quantile" if cuts is None else cuts)
        found, merged = self.merged(SoftMarginClassifier(encoder=encoder))
        rows, labels, weights = merged.table()
        names: tuple[str, ...] | None = self.files.reading.features
        if found.encoder_ is not None:
            names = bit_names(found.encoder_)
        some, labels_of_some, their_weights = merged.sample(MOST_ROWS, LEAST_OF_CLASS)
        return BitSample(
            rows.weighted(weights),
            labels,
            names or None,
            found.encoder_,
            (some.weighted(their_weights), labels_of_some),
            round(merged.total),
        )

    def merged(
        self, estimator: Any, table: Callable[[Any], Any] | None = None
    ) -> tuple[Any, LabelledRows]:
        """See `TrainingData.merged`."""
        from nzdd.adapters.sklearn.chunks.collect import collected
        from nzdd.adapters.sklearn.chunks.sources import Chunks

        started = perf_counter()
        with progress_bar("read", quiet=self.quiet) as progress:
            reader = _Reader(self.files, progress, table)
            try:
                if self.dask is None:
                    found, rows = collected(estimator, Chunks(reader.chunks), None, None)
                else:
                    found, rows = self._merged_on_workers(self.dask, estimator, table)
            except ModelFileError:
                raise
            except (ValueError, TypeError) as error:
                binary = estimator._encoder_of_chunks() is None
                raise reader.at_fault(error, binary) from None
        if not self.quiet:
            counts = f"{rows.total:,.0f} rows, {rows.count():,} of them distinct"
            note(f"{len(self.files.paths):,} files with {counts}")
        self.seconds["read"] = self.seconds.get("read", 0.0) + perf_counter() - started
        return found, rows

    def _merged_on_workers(
        self, address: str, estimator: Any, table: Callable[[Any], Any] | None
    ) -> tuple[Any, LabelledRows]:
        """The same by a cluster, each file on one of its workers."""
        from nzdd.adapters.libraries.dask import cluster
        from nzdd.adapters.sklearn.chunks.collect import collected
        from nzdd.adapters.sklearn.chunks.sources import Calls

        paths = self.files.paths
        parts = [partial(_pairs, replace(self.files, paths=(path,)), table) for path in paths]
        with cluster(client_of(address), len(parts)):
            try:
                return collected(estimator, Calls(parts), None, None)
            except (ValueError, TypeError) as error:
                place, _, what = str(error).partition(": ")
                number = place.removeprefix("partition ")
                if not number.isdecimal():
                    raise
                path = paths[int(number)]
                what = what.removeprefix(f"{path}: ").removeprefix(f"{path}, ")
                cure = "give all files columns of the same kind"
                raise ModelFileError(path, None, what, cure) from None


def _pairs(
    files: SampleFiles, table: Callable[[Any], Any] | None
) -> Iterator[tuple[Any, NDArray[Any]]]:
    for X, y in files:
        yield X if table is None else table(X), y


def read(options: Namespace) -> TrainingFiles:
    """Find the files that the options name, and print what is taken for what."""
    files = sample_files(options.sample, options.label, **reading_options(options))
    test = read_test(options, files.reading, files.notes)
    return TrainingFiles(files.paths[0], files, options.test, test, {}, options.quiet, options.dask)


class _Reader:
    """Chunks of files, with their progress, and errors that name the place of the last one."""

    def __init__(
        self,
        files: SampleFiles,
        progress: Progress | None,
        table: Callable[[Any], Any] | None = None,
    ) -> None:
        self._files, self._progress, self._table = files, progress, table
        self._last: FileChunk | None = None

    def chunks(self) -> Iterator[tuple[Any, Any]]:
        rows, paths = 0, self._files.paths
        for chunk in self._files.chunks():
            rows += chunk.y.size
            self._last = chunk
            if self._progress is not None:
                self._progress(f"{rows:,} rows", paths.index(chunk.path) / len(paths))
            yield chunk.X if self._table is None else self._table(chunk.X), chunk.y

    def at_fault(self, error: Exception, binary: bool) -> Exception:
        """An error of the last chunk that names its file; `binary`: it had to be 0 and 1."""
        last = self._last
        if last is None:
            return error
        if binary and not isinstance(last.X, csr_array):
            try:
                tables.binary_rows(last.path, last.X, last.first)
            except ModelFileError as better:
                return better
        what = str(error).partition(": ")[2] or str(error)
        place = f"rows {last.first + 1:,} to {last.first + last.y.size:,}"
        cure = "give all files columns of the same kind"
        return ModelFileError(last.path, None, f"{place}: {what}", cure)
