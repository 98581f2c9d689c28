"""Tables whose columns stand one below the other, with blanks between them and within values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

_RULE = re.compile(r" *[-=]{2,}(?: +[-=]+)+ *")
_LEAST = 0.9  # of the lines that fit, besides
_OTHERS = 3  # such as how many rows there are
_LEAST_LINES = 5


def ruled_gaps(lines: Sequence[str]) -> tuple[int, ...]:
    """Where columns end, by a line of dashes below their names, as databases draw it.

    Nothing without such a line, or where a tenth of the lines has other characters there, and more
    than three.
    """
    for at, line in enumerate(lines):
        if at and lines[at - 1].strip() and _RULE.fullmatch(line):
            gaps = tuple(found.end() - 1 for found in re.finditer(r"(?<=[-=]) +(?=[-=])", line))
            return gaps if _fit(lines[at + 1 :], gaps) else ()
    return ()


def blank_gaps(lines: Sequence[str]) -> tuple[int, ...]:
    """Where columns end, by blanks in all lines; nothing if there are not as many names.

    Names have no blanks then. Row numbers need no name; where values have several words, those
    without a name above them belong to the nearer column beside them.
    """
    filled = [line for line in lines if line.strip()]
    if len(filled) < _LEAST_LINES:
        return ()
    letters = np.array(filled)
    blank = np.asarray(np.isin(letters.view("U1").reshape(len(filled), -1), ("", " ")).all(axis=0))
    gaps = np.flatnonzero(blank[:-1] & ~blank[1:])
    gaps = gaps[gaps > np.argmin(blank)]
    filled_to = np.flatnonzero(~blank)
    wide = gaps - filled_to[np.searchsorted(filled_to, gaps) - 1]
    names = filled[0]
    named = [bool(names[start:end].strip()) for start, end in pairwise([0, *gaps, len(names)])]
    for column in reversed([j for j, name in enumerate(named) if j and not name]):
        last = column == gaps.size
        at = column - 1 if last or wide[column - 1] < wide[column] else column
        gaps, wide = np.delete(gaps, at), np.delete(wide, at)
    return tuple(gaps.tolist()) if gaps.size - len(names.split()) in (-1, 0) else ()


def with_tabs(text: str, gaps: Sequence[int]) -> str:
    """The text with a tab behind each column, in lines with blanks at all gaps that they reach.

    Columns behind the end of a line are empty; a prompt, as ``SQL> ``, is no row. Time
    linear in the text, times the gaps.
    """
    widths = np.diff([-1, *gaps]) - 1
    for reached in range(len(gaps), 0, -1):
        columns = "".join(f"(.{{{width}}}) " for width in widths[:reached].tolist())
        last = ".*" if reached == len(gaps) else f".{{0,{widths[reached]}}}"
        fields = "\\t".join(f"\\g<{at}>" for at in range(1, reached + 2))
        pattern = re.compile(rf"^(?!\w+> )(?=.*\S){columns}({last})$", re.MULTILINE)
        text = pattern.sub(fields + "\\t" * (len(gaps) - reached), text)
    return text


def _fit(lines: Sequence[str], gaps: Sequence[int]) -> bool:
    """Whether most lines have blanks at the gaps, where they reach them."""
    filled = [line for line in lines if line.strip()]
    fitting = sum("\t" in line for line in with_tabs("\n".join(filled), gaps).split("\n"))
    return fitting > 0 and fitting >= _LEAST * len(filled) - _OTHERS
