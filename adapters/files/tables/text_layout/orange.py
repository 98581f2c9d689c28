"""Tables of Orange: below the names stand a line of kinds and a line of roles."""

from __future__ import annotations

from collections.abc import Sequence

_KINDS = frozenset(
    {
        *("c", "continuous", "numeric", "d", "discrete", "categorical"),
        *("s", "string", "text", "t", "time", "basket"),
    }
)
_LABEL = ("class", "c")
_NO_FEATURES = ("meta", "m", "ignore", "i", "weight", "w")


def roles(rows: Sequence[Sequence[str]]) -> tuple[list[int], list[int]] | None:
    """The columns that are labels, and those that are no features; None for other tables.

    Parameters
    ----------
    rows : sequence of sequences of str
        The names, the kinds (or the values that a column may have, with blanks between them), the
        roles, and at least one row.
    """
    if len(rows) < 4 or not len(rows[0]) == len(rows[1]) == len(rows[3]) >= len(rows[2]):
        return None
    kinds = [field.lower() for field in rows[1] if field]
    if not any(kind in _KINDS for kind in kinds):
        return None
    if any(kind not in _KINDS and " " not in kind for kind in kinds):
        return None
    given = [next(iter(field.lower().split()), "") for field in rows[2]]
    known = {"", *_LABEL, *_NO_FEATURES}
    if any(role not in known and "=" not in role for role in given):
        return None
    return (
        [j for j, role in enumerate(given) if role in _LABEL],
        [j for j, role in enumerate(given) if role in _NO_FEATURES],
    )
