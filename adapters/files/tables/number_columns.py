"""Columns of numbers that the data of a problem are taken from, by their names."""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables.cells.number_blocks import is_text
from nzdd.adapters.files.tables.cells.values import numbers_in
from nzdd.adapters.files.tables.places import at_row, listed
from nzdd.adapters.files.tables.table import read_frame, with_rows
from nzdd.adapters.files.tables.totals import total_row
from nzdd.adapters.files.text import StrPath
from nzdd.families.item_patterns import LARGEST
from nzdd.input.arrays import Floats, Ints
from nzdd.input.text import shown

if TYPE_CHECKING:
    from pandas import Series

DEMANDS = ("demand", "quantity", "qty", "count", "number", "pieces", "pcs", "load")
"""What a column of demands may be called, in any case, also in other languages."""

_ELSEWHERE = (
    *("menge", "anzahl", "bedarf", "stück", "ladung", "quantité", "demande"),
    *("cantidad", "demanda", "carga"),
)


@dataclass(frozen=True, slots=True, eq=False)
class NumberColumns:
    """The columns of a table by their names, and the numbers in those that hold nothing else."""

    path: StrPath
    columns: dict[str, Series]
    numbers: dict[str, Floats]
    rows: Ints
    """Of the file, counted from 0, without its empty ones."""

    @classmethod
    def read(cls, path: StrPath) -> NumberColumns:
        """Read a table; missing numbers are NaN until they are asked for.

        Leaves out empty rows, and, with a warning, a last one that is called a total and holds the
        sums of those above.
        """
        frame = read_frame(path, alone=True)
        rows = np.flatnonzero(frame.notna().any(axis=1))
        frame = with_rows(path, frame.iloc[rows])
        columns = {str(name): column for name, column in frame.items()}
        found = {name: _numbers(column) for name, column in columns.items()}
        numbers = {name: values for name, values in found.items() if values is not None}
        texts = [column for name, column in columns.items() if name not in numbers]
        if (total := total_row(texts, list(numbers.values()))) is not None:
            text = f"{path}: the last row, {shown(total)}, is left out: it holds the sums"
            warnings.warn(text, stacklevel=4)
            columns = {name: column.iloc[:-1] for name, column in columns.items()}
            numbers = {name: values[:-1] for name, values in numbers.items()}
            rows = rows[:-1]
        return cls(path, columns, numbers, rows)

    @property
    def num_rows(self) -> int:
        """How many there are."""
        return self.rows.size

    def called(self, words: Collection[str], but: Collection[str] = ()) -> str | None:
        """The only column of numbers that is called like one of the words, in any case."""
        names = [name for name in self.numbers if name not in but]
        found = [name for name in names if name.strip().lower() in words]
        return found[0] if len(found) == 1 else None

    def demand(self, given: str | None, but: Collection[str] = ()) -> str | None:
        """The column of demands: the given one, or the only one that is called so."""
        return given or self.called((*DEMANDS, *_ELSEWHERE), but)

    def values(self, names: Sequence[str], least: float = -np.inf) -> Floats:
        """Some columns beside each other; ModelFileError where a number is missing or too small."""
        for name in names:
            if name not in self.numbers:
                what = "does not hold numbers alone" if name in self.columns else "is not there"
                what = f"the column {shown(name)} {what}; {listed(list(self.columns))}"
                raise ModelFileError(self.path, None, what, "name columns of numbers")
        found = np.column_stack([self.numbers[name] for name in names])
        wrong = ~((found >= least) & np.isfinite(found))
        range = "" if least == -np.inf else f" from {least:g} on"
        self._refuse(found, wrong, names, f"give a number{range}, or leave the row out")
        return found

    def demands(self, name: str | None) -> Ints:
        """A column of whole numbers from 0 on; 1 in each row without one."""
        if name is None:
            return np.ones(self.num_rows, np.int64)
        found = self.values([name], 0.0)
        wrong = (found != np.rint(found)) | (found > LARGEST)
        self._refuse(found, wrong, [name], "give a whole number up to 2^40")
        return found[:, 0].astype(np.int64)

    def row_names(self, used: Collection[str | None]) -> tuple[str | None, list[str]]:
        """The first column that is not used otherwise, of text if there is one, and its texts."""
        others = [name for name in self.columns if name not in used]
        if not others:
            return None, []
        name = next((each for each in others if each not in self.numbers), others[0])
        return name, self.columns[name].astype(str).tolist()

    def warn_of_idle(self, used: Collection[str | None]) -> None:
        """Warn of a column of numbers that is not used, and may be meant as demands."""
        for name in [name for name in self.numbers if name not in used][:1]:
            text = f"{self.path}: column {shown(name)} plays no part, and each row counts once"
            cure = f"if it holds the demands, give --demand {shlex.quote(name)}"
            warnings.warn(f"{text}; {cure}", stacklevel=4)

    def error(self, row: int, what: str, cure: str) -> ModelFileError:
        """The error in one of the `rows`, by its place there."""
        return at_row(self.path, int(self.rows[row]), what, cure, self.num_rows)

    def _refuse(self, found: Floats, wrong: np.ndarray, names: Sequence[str], cure: str) -> None:
        for row, column in np.argwhere(wrong)[:1].tolist():
            value = found[row, column]
            text = "missing" if np.isnan(value) else f"{value:.15g}"
            raise self.error(row, f"column {shown(names[column])} is {text}", cure)


def _numbers(column: Series) -> Floats | None:
    """The numbers in a column, also such as "45,5 mm"; missing ones are NaN. None: it is text."""
    if is_text(column):
        found = numbers_in(column)
        if found.values is None or found.words:
            return None
        column = found.values
    if column.dtype.kind not in "iuf":
        return None
    values: Floats = column.to_numpy(dtype=np.float64, na_value=np.nan)
    return values
