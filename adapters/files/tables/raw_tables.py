"""Tables as they come: the label by name or content, missing marks, numbers among words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.tables import csv, typed
from nzdd.adapters.files.tables.cells.choices import choices_in, with_bits
from nzdd.adapters.files.tables.cells.date_columns import Dates, dates_in, dates_like, with_parts
from nzdd.adapters.files.tables.cells.number_blocks import (
    is_text,
    other_places,
    suspects,
    text_columns,
)
from nzdd.adapters.files.tables.cells.number_forms import NumberForm
from nzdd.adapters.files.tables.cells.values import (
    MARKS,
    check_values,
    codes_of_missing,
    ids,
    numbers_in,
    row_numbers,
    with_values,
    words_text,
)
from nzdd.adapters.files.tables.cells.whole_numbers import are_beyond
from nzdd.adapters.files.tables.feature_columns import check_numbers, pick
from nzdd.adapters.files.tables.label_choice import label_by_content
from nzdd.adapters.files.tables.labels import (
    default_label,
    folded,
    label_position,
    spellings,
    split_label,
)
from nzdd.adapters.files.tables.places import at_row, listed, meant
from nzdd.adapters.files.tables.table import with_rows
from nzdd.adapters.files.tables.text_layout.header_line import as_number
from nzdd.adapters.files.tables.text_layout.layout import Layout
from nzdd.adapters.files.tables.totals import without_totals
from nzdd.adapters.files.tables.typed import has_types
from nzdd.adapters.files.tables.unnamed_columns import names_by_position
from nzdd.adapters.files.text import StrPath
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame, Series

_SHOWN_CLASSES = 5


def read_raw_table(
    path: StrPath,
    label: str | int | None = None,
    header: bool | None = None,
    missing: Collection[str] = (),
    drop: Sequence[str] | None = None,
    target: str = "class",
) -> tuple[DataFrame, NDArray[Any], str, tuple[str, ...], Reading]:
    """The features, the labels, the name of the label column, notes, and how all were read.

    See `nzdd.adapters.files.raw_samples.read_sample`.
    """
    if has_types(path):
        frame, layout = typed.read(path), None
    else:
        frame, layout = csv.read(path, header, missing)
    return from_frame(path, with_rows(path, frame), layout, label, header, missing, drop, target)


def from_frame(
    path: StrPath,
    frame: DataFrame,
    layout: Layout | None,
    label: str | int | None = None,
    header: bool | None = None,
    missing: Collection[str] = (),
    drop: Sequence[str] | None = None,
    target: str = "class",
) -> tuple[DataFrame, NDArray[Any], str, tuple[str, ...], Reading]:
    """The same of a table as it was read, or of its first rows; its layout if it is text."""
    names = tuple(frame.columns)
    notes = [] if layout is None else list(layout.notes)
    frame, below = without_totals(_with_missing(frame, missing))
    notes += below
    wanted = frame.drop(columns=list(drop or ()), errors="ignore")
    check_values(path, wanted)
    dates = dates_in(wanted)
    dropped, left_out = _dropped(
        path, frame, drop, dates, () if layout is None else layout.left_out
    )
    notes += left_out
    dates = {column: each for column, each in dates.items() if column not in dropped}
    kept = frame.drop(columns=dropped)
    if not kept.shape[1]:
        raise ModelFileError(path, None, "no column is left", "leave out fewer columns")
    if label is None and layout is not None and layout.label in kept.columns:
        place, why = int(frame.columns.get_loc(layout.label)), "as the file says"
    else:
        datable = kept.drop(columns=list(dates))
        place, why = _label_of(path, frame, datable, label, drop or (), target)
    name = str(frame.columns[place])
    dates.pop(name, None)
    spelled = spellings(frame[name].dropna()) if is_text(frame[name]) else {}
    labels = _labels(path, frame, name, header, notes, spelled)
    classes = np.unique(labels)
    more = f", ... ({classes.size} in all)" if classes.size > _SHOWN_CLASSES else ""
    shown = ", ".join(map(_shown, classes[:_SHOWN_CLASSES]))
    notes.append(f"the label is column {_shown(name)} ({why}): {shown}{more}")
    features = kept.drop(columns=name, errors="ignore")
    if not features.shape[1]:
        raise ModelFileError(path, None, "there is no column but the label", "give some features")
    sources = features
    features = with_parts(features, dates)
    if not features.shape[1]:
        raise ModelFileError(path, None, "there is no column but the label", "give some features")
    notes += [_date_note(column, dates[column][0]) for column in sources if column in dates]
    features, words, forms = _numbers(features, notes, () if layout is None else layout.dotted)
    notes += [
        f"column {_shown(column)} is {code} in {count} rows, far from the others; if it means "
        f"missing, say so by missing=['{code}'], --na={code}"
        for column, (code, count) in codes_of_missing(features).items()
    ]
    choices = choices_in(features)
    features = with_bits(features, choices)
    notes += [
        f"cells of column {_shown(name)} hold several choices; each has a column: "
        f"{words_text(found.each)}"
        for name, found in choices.items()
    ]
    _check_finite(path, features, header)
    if drop is None:
        notes += [
            f"column {_shown(column)} differs in nearly all rows; if it is an id, leave it out by "
            f"drop=[{column!r}], --drop {quote(column)}"
            for column in ids(features[[c for c in features if c in sources and c not in forms]])
        ]
    reading = Reading(
        "table",
        names=names,
        has_names=layout is None or layout.has_names,
        label=name,
        features=tuple(features.columns),
        numbers=_of_numbers(features),
        words=words,
        forms=forms,
        dates={column: dates[column][0] for column in sources if column in dates},
        choices=choices,
        text_labels=labels.dtype.kind == "U",
        spellings=spelled,
        missing=tuple(sorted(missing)),
    )
    return features, labels, name, tuple(notes), reading


def read_raw_table_like(
    path: StrPath, reading: Reading, label: str | int | None, *, labelled: bool
) -> tuple[DataFrame, NDArray[Any], str | None, tuple[str, ...]]:
    """The features of another reading, the labels if they are there, the label column, notes."""
    if has_types(path):
        frame = typed.read(path)
    else:
        frame, _ = csv.read(path, **options_like(path, reading, label, labelled=labelled))
    return from_frame_like(path, with_rows(path, frame), reading, label, labelled=labelled)


def from_frame_like(
    path: StrPath,
    frame: DataFrame,
    reading: Reading,
    label: str | int | None,
    *,
    labelled: bool,
) -> tuple[DataFrame, NDArray[Any], str | None, tuple[str, ...]]:
    """The same of a table as it was read, or of some of its rows."""
    header = None if has_types(path) or reading.has_names else False
    frame, notes = without_totals(_with_missing(frame, reading.missing))
    sources = pick(path, frame, reading.sources)
    dates = dates_like(path, sources, reading.dates, header)
    features = with_bits(with_parts(sources, dates), reading.choices)[list(reading.features)]
    numbers = {}
    others = set(features.columns[other_places(features)])
    for name in filter(others.__contains__, reading.numbers):
        column = features[name]
        if hasattr(column, "cat"):  # numbers as text may come as categories
            column = column.astype(object)
        if is_text(column):
            expected = reading.words.get(name, ())
            found = numbers_in(column, expected, reading.forms.get(name))
            if found.values is not None:
                numbers[name] = found.values
            elif set(found.words) <= set(expected):
                numbers[name] = column.where(False).astype(float)
    words = set(features.columns) - set(reading.numbers)
    whole = {
        name: features[name].astype(str) for name in words if features[name].dtype.kind in "iu"
    }
    features = with_values(features, numbers | whole)
    check_numbers(path, features, reading.numbers, header)
    place = _label_there(path, frame, reading, label, labelled=labelled)
    if place is None:
        return features, np.zeros(0), None, ()
    if not labelled and frame[place].isna().any():  # as in files whose labels are to be predicted
        return features, np.zeros(0), place, ()
    labels = _labels(path, frame, place, header, notes, reading.spellings)
    return features, labels, place, tuple(notes)


def options_like(
    path: StrPath, reading: Reading, label: str | int | None, *, labelled: bool
) -> dict[str, Any]:
    """The options of `nzdd.adapters.files.tables.csv.read` for a text read like another one."""
    numbers = set(reading.numbers) - set(reading.forms)
    text = [name for name in reading.sources if name not in numbers]
    if reading.label is not None and reading.text_labels:
        text.append(reading.label)
    header: bool | None = reading.has_names
    names = None
    if header and set(reading.sources) <= set(csv.layout(path).names):
        header = None  # names may stand in a comment, and those of rows need none
    if not reading.has_names:
        names = names_by_position(path, reading, label, labelled=labelled)
    return {
        "header": header,
        "missing": reading.missing,
        "text": text,
        "names": names,
    }


def _label_there(
    path: StrPath, frame: DataFrame, reading: Reading, label: str | int | None, *, labelled: bool
) -> str | None:
    if label is not None:
        return str(frame.columns[label_position(path, frame, label)])
    if reading.label in frame.columns:
        return reading.label
    if labelled:
        names = list(frame.columns)
        hint = meant(reading.label, names)
        what = f"there is no label column {reading.label!r}{hint}; {listed(names)}"
        raise ModelFileError(path, None, what, "name it (label=..., --label)")
    return None


def _label_of(
    path: StrPath,
    frame: DataFrame,
    kept: DataFrame,
    label: str | int | None,
    drop: Sequence[str],
    target: str,
) -> tuple[int, str]:
    """The position of the label column, and why it was taken."""
    if label is not None:
        place = label_position(path, frame, label)
        if frame.columns[place] in drop:
            what = f"column {_shown(frame.columns[place])} is the label, and is to be left out"
            raise ModelFileError(path, None, what, "take it out of drop, or name another label")
        return place, "as asked for"
    among = frame.drop(columns=list(drop))
    named = default_label(among)
    if named is not None:
        return int(frame.columns.get_loc(among.columns[named])), "by its name"
    kept = kept if kept.shape[1] else frame
    if target == "number":
        return int(frame.columns.get_loc(kept.columns[-1])), "the last one"
    place, why = label_by_content(path, kept)
    name = kept.columns[place]
    return int(frame.columns.get_loc(name)), why


def _dropped(
    path: StrPath,
    frame: DataFrame,
    drop: Sequence[str] | None,
    dates: Collection[str],
    declared: Sequence[str],
) -> tuple[list[str], list[str]]:
    """The columns that are left out, and notes on them; the file declares some as no features."""
    if drop is not None:
        pick(path, frame, drop, "name columns of the file to leave out (drop=[...], --drop)")
        return list(drop), []
    declared = [name for name in declared if name in frame.columns]
    frame = frame.drop(columns={*declared, *dates})
    empty = frame.columns[frame.isna().all().to_numpy()].tolist()
    numbers = row_numbers(frame.drop(columns=empty))
    notes = [f"column {_shown(name)} is empty, and is left out" for name in empty]
    if declared:
        notes.append(f"left out, as the file calls them no features: {words_text(declared)}")
    if numbers:
        notes.append(
            f"left out, as they number or name the rows: {words_text(numbers)}; drop=() or "
            "--drop '' keeps all columns"
        )
    return [*declared, *empty, *numbers], notes


def _with_missing(frame: DataFrame, missing: Collection[str]) -> DataFrame:
    """The frame with missing values for marks, no blanks at the ends of words, and durations as
    seconds."""
    from pandas.api.types import infer_dtype

    marks = MARKS.union(missing)
    numbers = [number for number in map(as_number, missing) if number is not None]
    changed = {}
    for name, column in suspects(frame, lambda values: np.isin(values, numbers).any(axis=0)):
        if column.dtype.kind == "m":
            changed[name] = column.dt.total_seconds()
        elif is_text(column) and infer_dtype(column, skipna=True) == "string":
            stripped = column.str.strip()
            changed[name] = stripped.where(~stripped.isin(marks))
        elif numbers and column.dtype.kind in "iuf" and column.isin(numbers).any():
            if column.dtype.kind in "iu" and are_beyond(column):
                column = column.astype("Int64" if column.dtype.kind == "i" else "UInt64")
            changed[name] = column.where(~column.isin(numbers))
    return with_values(frame, changed)


def _numbers(
    features: DataFrame, notes: list[str], dotted: Collection[str]
) -> tuple[DataFrame, dict[str, list[str]], dict[str, NumberForm]]:
    """Columns of text with numbers and a few words, as numbers; these words, and forms."""
    numbers: dict[str, Series] = {}
    words: dict[str, list[str]] = {}
    forms: dict[str, NumberForm] = {}
    for name, column in text_columns(features):
        found = numbers_in(column, dotted=name in dotted)
        if found.values is None:
            continue
        numbers[name] = found.values
        if found.form is not None:
            forms[name] = found.form
        if found.example is not None:
            word, number = found.example
            notes.append(f"column {_shown(name)} holds numbers; {_shown(word)} is {number:.15g}")
        if found.words:
            words[name] = found.words
            notes.append(
                f"column {_shown(name)} holds numbers; {words_text(found.words)} there counts as "
                "missing"
            )
    return with_values(features, numbers), words, forms


def _of_numbers(features: DataFrame) -> tuple[str, ...]:
    """The names of the columns of numbers, booleans among them."""
    each = zip(features.columns, features.dtypes, strict=True)
    return tuple(name for name, kind in each if kind.kind in "biuf")


def _date_note(name: str, how: Dates) -> str:
    if not how.parts:
        return f"column {_shown(name)} holds one date, and is left out"
    if how.parts == ("hours",):
        return f"column {_shown(name)} holds times or durations; in its place are hours"
    form = f" as {how.form}" if how.form else ""
    if "%y" in how.form:
        form += f" of the years {how.since} to {how.since + 99}"
    return (
        f"column {_shown(name)} holds dates{form}; in its place are {', '.join(how.parts)} "
        f"(Monday is 1, days before {how.newest})"
    )


def _labels(
    path: StrPath,
    frame: DataFrame,
    name: str,
    header: bool | None,
    notes: list[str],
    spelled: Mapping[str, str],
) -> NDArray[Any]:
    """The labels of a column; a point behind all of them, as in adult.test, is dropped."""
    column = frame[[name]]
    if is_text(column[name]) and spelled:
        known = column[name].dropna().astype(str)
        others = known.map(lambda word: spelled.get(folded(word), word))
        if (others != known).any():
            changed = known[others != known].iloc[0]
            notes.append(
                f"labels that differ in case or blanks alone are one class, such as "
                f"{_shown(changed)} and {_shown(spelled[folded(changed)])}"
            )
        column = with_values(column, {name: others.reindex(column.index)})
    if is_text(column[name]):
        words = column[name].dropna().astype(str)
        if len(words) and words.str.endswith(".").all() and words.str.len().gt(1).all():
            column = with_values(column, {name: column[name].str.removesuffix(".")})
            notes.append("the labels end in a point, which is dropped")
    return split_label(path, column, 0, header)[1]


def _check_finite(path: StrPath, features: DataFrame, header: bool | None) -> None:
    for name, column in suspects(features, lambda values: np.isinf(values).any(axis=0)):
        if column.dtype.kind == "f":
            infinite = np.isinf(column.to_numpy(dtype=np.float64, na_value=np.nan))
            if infinite.any():
                cure = "give finite numbers, or leave it empty, which means missing"
                at = int(np.argmax(infinite))
                what = f"column {_shown(name)} is {column.iloc[at]}"
                raise at_row(path, int(column.index[at]), what, cure, len(features), header)
