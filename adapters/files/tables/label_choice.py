"""Which column is the label, by names and content; and labels that are no classes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables.cells.number_blocks import (
    is_text,
    number_blocks,
    other_places,
    text_columns,
)
from nzdd.adapters.files.tables.labels import TRUTHS, folded
from nzdd.adapters.files.tables.text_layout.header_line import is_number
from nzdd.adapters.files.text import StrPath
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame, Series

MOST_CLASSES = 30
"""The most distinct values of a column that looks like a label."""
_SAMPLE = 5000  # rows that are looked at
_MOST_FRACTIONS = 10
_MOST_INTEGERS = 100
_MOST_WORDS = 100
_LARGE_SHARE = 0.05
_EIGHTHS = 8
_CHANCE = 0.001
_PHRASE = 3  # words
_UNASKED = "without label= or --label"
_HINT = re.compile(
    r"(?:is|has|was|did|will)?[ _.-]?(?:outcome|response|diagnosis|churn(?:ed)?|attrition|survived"
    r"|fraud(?:ulent)?|spam|default(?:ed)?|convert(?:ed)?|approved|decision|verdict"
    r"|zielgr(?:ö|oe)(?:ß|ss)e|ziel|klasse|classe|clase|resultado?|résultat|esito"
    r"|kündigung|résilié|loan[ _]status)[?]?"
    r"|.*[ _.-](?:label|class|target|outcome|result)|.*ergebnis|storniert|gekündigt|dropout",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"comment|remark|note|description|text|bemerkung|kommentar|anmerkung|notiz|beschreibung"
    r"|commentaire|remarque|nota|observa[cç]",
    re.IGNORECASE,
)


def label_by_content(path: StrPath, frame: DataFrame) -> tuple[int, str]:
    """The position of the label, and why it is the one.

    A label is known in all rows and has a few values, which are no phrases. Columns that are called
    like one come first; then the last column or the first one, unless they have more than two
    values and one other column alone has words for true and false: of these two the one that
    depends on the other columns is taken. If neither end can be a label, it is the only other
    column that can, of those with two values if there are some.

    Raises
    ------
    ModelFileError
        If several columns fit equally well; it lists them.

    Notes
    -----
    Time O(rows + columns), as some thousand rows are looked at.
    """
    last = int(frame.shape[1]) - 1
    able = _able(frame)
    called = [j for j in able if _HINT.fullmatch(str(frame.columns[j]).strip())]
    if len(called) == 1:
        return called[0], f"by its name, {_UNASKED}"
    ends = [j for j in dict.fromkeys((last, 0)) if j in able]
    others = set(other_places(frame))
    truths = [j for j in able if j in others and _has_truth_words(frame.iloc[:, j])]
    if ends:
        place = ends[0] if len(ends) == 1 else _last_or_first(frame)
        if len(truths) != 1 or _has_two_values(frame.iloc[:, place]):
            return place, f"{'the last one' if place else 'the first one'}, by content, {_UNASKED}"
        depends = [_depends(frame.iloc[:_SAMPLE], j) for j in (truths[0], place)]
        if depends[0] == depends[1]:
            raise _question(path, frame, [truths[0], place])
        place = truths[0] if depends[0] else place
        return place, f"it depends on the others, by content, {_UNASKED}"
    pairs = [j for j in able if _has_two_values(frame.iloc[:, j])]
    if _is_quantity(frame.iloc[:, last]):  # for a regressor; only words speak against it
        able = [j for j in able if _has_words(frame.iloc[:, j])]
        pairs = [j for j in pairs if j in able]
    for fitting in (truths, pairs, [] if pairs else able):
        if len(fitting) == 1:
            return fitting[0], f"the only one that looks like it, {_UNASKED}"
        if fitting:
            raise _question(path, frame, fitting)
    return last, f"the last one, {_UNASKED}"


def _question(path: StrPath, frame: DataFrame, fitting: list[int]) -> ModelFileError:
    names = [str(frame.columns[j]) for j in fitting]
    what = f"each of these columns may be the label: {', '.join(map(_shown, names))}"
    return ModelFileError(path, None, what, f"name it (label={names[0]!r}, --label {names[0]!r})")


def _last_or_first(frame: DataFrame) -> int:
    """Which of the last column and the first one is the label, where both may be.

    The last one is taken if it alone has two values, as few columns have. Else the first one is
    if it alone has words, words that no other column has, or two values; where both have two, if
    the last one repeats or complements other columns, or has smaller correlations with the others.
    """
    last = int(frame.shape[1]) - 1
    first, end = frame.iloc[:, 0], frame.iloc[:, last]
    if _has_two_values(end) and not _has_two_values(first):
        inner = frame.iloc[:_SAMPLE, 1:last]
        if 2 * _number_of_pairs(inner) < inner.shape[1]:
            return last
    for differs in (_has_words, lambda column: _own_words(column, frame), _has_two_values):
        if differs(first) != differs(end):
            return 0 if differs(first) else last
    if not _has_two_values(first):
        return last
    codes = _codes(frame.iloc[:_SAMPLE])
    if _completes_a_block(codes):
        return 0
    return 0 if _correlation(codes, 0) > _correlation(codes, last) else last


def _able(frame: DataFrame) -> list[int]:
    """The positions of the columns that `_like_label` takes; of numbers whole blocks at once."""
    found = [j for j in other_places(frame) if _like_label(frame.iloc[:, j])]
    for places, values in number_blocks(frame):
        with np.errstate(invalid="ignore"):
            whole = (values % 1 == 0).all(axis=0)
        ordered = np.sort(values[:, whole], axis=0)
        different = 1 + (ordered[1:] != ordered[:-1]).sum(axis=0)
        few = (different >= 2) & (different <= min(MOST_CLASSES, len(frame) - 1))
        found += places[whole][few].tolist()
    return sorted(found)


def _number_of_pairs(frame: DataFrame) -> int:
    """How many columns `_has_two_values` takes; of numbers whole blocks at once."""
    count = sum(_has_two_values(frame.iloc[:, j]) for j in other_places(frame))
    for _, values in number_blocks(frame):
        least, most = np.fmin.reduce(values), np.fmax.reduce(values)  # of those that are there
        ends = ((values == least) | (values == most) | np.isnan(values)).all(axis=0)
        count += int((ends & (least < most)).sum())
    return count


def _like_label(column: Series) -> bool:
    if column.isna().any() or not 2 <= column.nunique() <= min(MOST_CLASSES, len(column) - 1):
        return False
    if column.dtype.kind == "f" and (column % 1 != 0).any():
        return False
    return column.nunique() == 2 or not _has_phrases(column)


def _is_quantity(column: Series) -> bool:
    return column.dtype.kind in "iuf" and column.nunique() > MOST_CLASSES


def _has_phrases(column: Series) -> bool:
    """Whether a column holds remarks: by its name, or most of its words have several parts."""
    if not _has_words(column):
        return False
    if _REMARK.search(str(column.name)):
        return True
    parts = column.drop_duplicates().astype(str).str.split().str.len()
    return bool((parts >= _PHRASE).mean() > 0.5)


def _has_truth_words(column: Series) -> bool:
    """Whether a column holds true and false, in these words or others."""
    if column.dtype.kind == "b":
        return True
    return is_text(column) and {folded(str(word)) for word in column.unique()} in TRUTHS


def _has_words(column: Series) -> bool:
    return is_text(column) and not all(map(is_number, column.astype(str).unique()))


def _has_two_values(column: Series) -> bool:
    return bool(column.nunique() == 2) or _has_truth_words(column)


def _own_words(column: Series, frame: DataFrame) -> bool:
    """Whether no other column has the words of this one, if it has some."""
    if not _has_words(column):
        return False
    words = column.iloc[:_SAMPLE].unique()
    others = text_columns(frame.iloc[:_SAMPLE])
    return not any(other.isin(words).any() for name, other in others if name != column.name)


def _depends(frame: DataFrame, label: int) -> bool:
    """Whether a column depends on some other one, by the chi-squared test over eighths of it."""
    import pandas as pd
    from scipy.stats import chi2_contingency

    least = 1.0
    for j in range(frame.shape[1]):
        column = frame.iloc[:, j]
        if column.dtype.kind in "iuf" and column.nunique() > _EIGHTHS:
            column = pd.qcut(column, _EIGHTHS, labels=False, duplicates="drop")
        table = pd.crosstab(frame.iloc[:, label], column.astype(str))
        if j != label and 1 < table.shape[1] <= MOST_CLASSES:
            least = min(least, float(chi2_contingency(table.to_numpy()).pvalue))
    return bool(least * frame.shape[1] < _CHANCE)


def _codes(frame: DataFrame) -> NDArray[np.float64]:
    """The columns as numbers: words by their first row."""
    import pandas as pd

    codes = np.empty(frame.shape, order="F")
    for places, values in number_blocks(frame):
        codes[:, places] = values
    for j in other_places(frame):
        column = frame.iloc[:, j]
        if column.dtype.kind not in "biuf":
            column = pd.Series(pd.factorize(column.astype(str))[0])
        codes[:, j] = column.to_numpy(dtype=np.float64, na_value=0.0)
    return np.nan_to_num(codes)


def _completes_a_block(codes: NDArray[np.float64]) -> bool:
    """Whether the last columns of two values sum to a constant, as bits of one category do."""
    most = min(codes.shape[1] - 1, MOST_CLASSES)
    sums = np.cumsum(codes[:, : -most - 1 : -1], axis=1)[:, 1:]
    return bool((np.ptp(sums, axis=0) == 0).any())


def _correlation(codes: NDArray[np.float64], label: int) -> float:
    """The median of the absolute correlations with the columns between the first and the last."""
    scaled = codes - codes.mean(axis=0)
    scaled /= np.maximum(codes.std(axis=0), 1e-12)
    others = np.abs(scaled[:, label] @ scaled[:, 1:-1]) / len(codes)
    return float(np.median(others)) if others.size else 0.0


def check_classes(path: StrPath, labels: NDArray[Any], name: str | None) -> None:
    """Raise ModelFileError where labels are measured numbers, or as many words as rows."""
    distinct = np.unique(labels)
    column = "the label" if name is None else f"the label (column {_shown(name)})"
    cure = "give the label column by its name or position (label=..., --label)"
    if labels.dtype.kind in "iuf":
        fractions = labels.dtype.kind == "f" and bool((distinct % 1 != 0).any())
        many = distinct.size > (_MOST_FRACTIONS if fractions else _MOST_INTEGERS)
        if many and (fractions or distinct.size > _LARGE_SHARE * labels.size):
            what = f"{column} has {distinct.size} different numbers, as a quantity to predict has"
            cure += ", cut it into classes, or use a regressor of nzdd.sklearn"
            raise ModelFileError(path, None, what, cure)
    elif distinct.size > _MOST_WORDS and 2 * distinct.size > labels.size:
        what = f"{column} has {distinct.size} different words in {labels.size} rows"
        raise ModelFileError(path, None, what, cure)
