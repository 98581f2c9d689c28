"""Samples of many files, or of files of any size, chunk by chunk."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import svmlight
from nzdd.adapters.files.chunks import CHUNK_ROWS, Paths, matching
from nzdd.adapters.files.raw_samples import (
    check_svmlight_options,
    is_svmlight,
    without_features,
)
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.tables import csv, typed
from nzdd.adapters.files.tables.label_choice import check_classes
from nzdd.adapters.files.tables.raw_tables import from_frame, from_frame_like, options_like
from nzdd.adapters.files.tables.typed import has_types
from nzdd.adapters.files.text import read_lines

if TYPE_CHECKING:
    from pandas import DataFrame

LARGE = 2**28
"""Bytes of a file that is better read in chunks."""


class FileChunk(NamedTuple):
    """Some rows of a file."""

    path: str
    first: int
    """The number of the first row in the file, from 0."""
    X: DataFrame | csr_array
    y: NDArray[Any]
    """Empty where the file has no labels and needs none."""


@dataclass(frozen=True, slots=True, eq=False)
class SampleFiles:
    """The rows of files, all read like the first one; make one with `sample_files`.

    Attributes
    ----------
    paths : tuple of str
    reading : Reading
        How their columns are read.
    label : str, int or None
        The label column that was asked for.
    notes : tuple of str
        What was taken for what, by the first rows.
    drop : tuple of str
        The features of SVMlight files that are left out.
    """

    paths: tuple[str, ...]
    reading: Reading
    label: str | int | None = None
    notes: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[tuple[DataFrame | csr_array, NDArray[Any]]]:
        """Pairs ``(X, y)`` of all files in turn, as `fit_chunks` of estimators takes them."""
        return ((chunk.X, chunk.y) for chunk in self.chunks())

    def chunks(self, *, labelled: bool = True) -> Iterator[FileChunk]:
        """The rows of all files; not `labelled`: the labels may be missing.

        Raises
        ------
        ModelFileError
            At the first rows that cannot be read like those of the first file: file, line and
            cure are named.
        """
        for path in self.paths:
            _check_format(path, self.reading.format)
            if self.reading.format == "svmlight":
                for chunk in _svmlight_chunks(path, self.reading.num_features):
                    kept = without_features(path, chunk.X, self.drop) if self.drop else chunk.X
                    yield chunk._replace(X=kept)
                continue
            for frame in self._frames(path, labelled):
                X, y, _, _ = from_frame_like(
                    path, frame, self.reading, self.label, labelled=labelled
                )
                yield FileChunk(path, int(frame.index[0]), X, y)

    def _frames(self, path: str, labelled: bool) -> Iterator[DataFrame]:
        """The rows of a table, read like those of the first file."""
        if has_types(path):
            return _frames(path)
        options = options_like(path, self.reading, self.label, labelled=labelled)
        return _frames(path, **options)


def sample_files(
    paths: Paths,
    label: str | int | None = None,
    *,
    header: bool | None = None,
    missing: Collection[str] = (),
    drop: Sequence[str] | None = None,
) -> SampleFiles:
    """Find the files of a sample, and how to read them, by the first 65,536 lines or rows.

    Parameters
    ----------
    paths : path, pattern, folder or iterable of them
        Files of one format that `read_sample` reads. ``*``, ``?``, ``[...]`` and ``**`` stand for
        any names; of a folder all files are taken, those in its folders included, except names
        that begin with a point or ``_``.
    label, header, missing, drop
        See `nzdd.read_sample`.

    Returns
    -------
    SampleFiles

    Raises
    ------
    ModelFileError, MissingExtraError
        As `read_sample`.

    Notes
    -----
    SVMlight files are read once for the largest index. Memory: that of 65,536 rows.
    """
    found = tuple(files_of(paths))
    first = found[0]
    if is_svmlight(first):
        check_svmlight_options(first, label, missing)
        for path in found:
            _check_format(path, "svmlight")
        chunks = (chunk for path in found for chunk in _svmlight_chunks(path))
        largest = max(chunk.X.shape[1] for chunk in chunks)
        reading = Reading("svmlight", num_features=largest)
        return SampleFiles(found, reading, drop=tuple(drop or ()))
    each = (
        (path, frame) for path in found for frame in _frames(path, header=header, missing=missing)
    )
    first, frame = next(each, (first, None))
    if frame is None:
        raise ModelFileError(first, None, "the table has no rows", "check that it is complete")
    layout = None if has_types(first) else csv.layout(first, header)
    _, labels, name, notes_of, reading = from_frame(
        first, frame, layout, label, header, missing, drop
    )
    check_classes(first, labels, name)
    return SampleFiles(found, reading, label, notes_of)


def files_of(paths: Paths) -> list[str]:
    """The files that paths, patterns and folders name, at least one; ModelFileError without."""
    given: Iterable[Any] = [paths] if isinstance(paths, (str, PathLike)) else paths
    found = [path for each in given for path in _expanded(fspath(each))]
    if not found:
        raise ValueError("there are no files to read; name some")
    return found


def are_many(paths: Paths) -> bool:
    """Whether paths name several files, a folder or a pattern, or a large file."""
    given = [paths] if isinstance(paths, (str, PathLike)) else list(paths)
    found = files_of(given)
    if found != [fspath(each) for each in given] or len(found) > 1:
        return True
    return Path(found[0]).is_file() and Path(found[0]).stat().st_size > LARGE


def _check_format(path: str, expected: str) -> None:
    if is_svmlight(path) != (expected == "svmlight"):
        what = "it is SVMlight text, and another file is a table, or the other way round"
        raise ModelFileError(path, None, what, "give files of one format at a time")


def _expanded(path: str) -> list[str]:
    if not Path(path).is_dir():
        return matching(path)
    inside = Path(path).rglob("*")
    hidden = (".", "_")
    found = sorted(
        str(each)
        for each in inside
        if each.is_file()
        and not any(part.startswith(hidden) for part in each.relative_to(path).parts)
    )
    if not found:
        raise ModelFileError(path, None, "there is no file in the folder", "check the path")
    return found


def _frames(path: str, **options: Any) -> Iterator[DataFrame]:
    """The rows of a table; frames without rows are left out. The options are those for text."""
    frames = (
        typed.chunks(path, CHUNK_ROWS)
        if has_types(path)
        else csv.chunks(path, CHUNK_ROWS, **options)
    )
    return (frame for frame in frames if len(frame))


def _svmlight_chunks(path: str, num_features: int | None = None) -> Iterator[FileChunk]:
    """The rows of an SVMlight file; with a number of features, those beyond are left out."""
    rows = 0
    for before, content in read_lines(path, CHUNK_ROWS):
        try:
            X, labels = svmlight.parse_numbers(path, content)
        except ModelFileError as error:  # its line counts from the start of the chunk
            line = None if error.line is None else error.line + before
            raise ModelFileError(path, line, error.what, error.cure) from None
        if num_features is not None:
            shape = (X.shape[0], max(X.shape[1], num_features))
            X = csr_array((X.data, X.indices, X.indptr), shape=shape)[:, :num_features]
        with np.errstate(invalid="ignore"):
            whole = labels.astype(np.int64)
        yield FileChunk(path, rows, X, whole if np.array_equal(whole, labels) else labels)
        rows += X.shape[0]
