"""What is said of a classifier that predicts nearly all rows wrong."""

from __future__ import annotations

from nzdd.adapters.cli.answer import ANSWERED, UNANSWERED, note
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.tables.places import listed
from nzdd.input.text import shown

_LEAST = 0.75
"""The least error of which it is said; below it a method may be restricted by its options."""
_CHANCE = 0.9
"""The least share of the error of guesses, if all classes are equally frequent."""


def exit_code(
    path: str, label: str | int | None, reading: Reading, num_classes: int, error: float | None
) -> int:
    """The exit code for an error on the training rows.

    Raises
    ------
    ModelFileError
        If nearly all rows are predicted wrong, and the label column was not asked for.
    """
    guess = 1 - 1 / max(num_classes, 2)
    if error is None or error < max(_LEAST, _CHANCE * guess):
        return ANSWERED
    what = f"nearly all rows are predicted wrong (the error is {error:.3g})"
    if label is None and reading.label is not None:
        what += f", so column {shown(reading.label)} may not be the label"
        cure = f"name the label column (--label); {listed(list(reading.names))}"
        raise ModelFileError(path, None, what, cure)
    note(f"{what}; the other columns do not tell the classes apart")
    return UNANSWERED
