"""Which columns a file without names has, where a model knows those of another file."""

from __future__ import annotations

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.chunks import CHUNK_ROWS
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.tables import csv
from nzdd.adapters.files.tables.cells.values import row_numbers
from nzdd.adapters.files.text import StrPath
from nzdd.input.text import shown

Names = tuple[str, ...]


def names_by_position(
    path: StrPath, reading: Reading, label: str | int | None, *, labelled: bool
) -> Names:
    """The names for a file without names, which has all columns of the other one, or some.

    The label may be missing, and together all columns that were left out.

    Parameters
    ----------
    path : path-like
    reading : Reading
        Of the other file, without names.
    label : str or int or None
        The label column that was asked for.
    labelled : bool
        Whether there is a label in any case.

    Raises
    ------
    ModelFileError
        If the number of columns is another one. If it does not tell whether the label is missing or
        the only column that was left out, that is an error, too, unless the first rows show the
        latter: it numbers or names them.
    """
    width, whole = len(csv.layout(path, False).names), reading.names
    known = set(reading.sources)
    sources = tuple(name for name in whole if name in known)
    kept = tuple(name for name in whole if name in known or name == reading.label)
    without = tuple(name for name in whole if name != reading.label)
    needed = labelled or label is not None
    if needed:
        fitting = {names for names in (whole, kept) if len(names) == width}
    else:
        choices = (whole, without, kept, sources)
        fitting = {names for names in choices if len(names) == width}
    if not fitting:
        rest = "" if len(kept) == len(whole) else f", {len(whole) - len(kept)} of them left out"
        what = f"it has {width} columns, and the model was made from {len(whole)} with the label"
        cure = f"give the same columns, with {'the' if needed else 'or without the'} label"
        raise ModelFileError(path, None, what + rest, cure)
    if len(fitting) == 1:
        return fitting.pop()
    [left_out] = set(whole) - set(kept)
    if not _numbers_rows(path, reading, without, left_out):
        what = (
            f"it has {width} columns, and the model was made from {len(whole)}; it is not clear "
            f"whether the label is missing or column {shown(left_out)}, which was left out"
        )
        cure = "give both, neither, or a line of names; or name the label if it is there (--label)"
        raise ModelFileError(path, None, what, cure)
    return without


def _numbers_rows(path: StrPath, reading: Reading, names: Names, column: str) -> bool:
    """Whether a column of these names numbers or names the rows, or is empty, as far as seen."""
    frames = csv.chunks(path, CHUNK_ROWS, False, reading.missing, names=names)
    first = next((frame[[column]] for frame in frames if len(frame)), None)
    return first is not None and (bool(first.isna().all(axis=None)) or bool(row_numbers(first)))
