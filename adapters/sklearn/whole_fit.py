"""A fit that fails changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def whole_fit(estimator: Any, answer: str | None = None) -> Iterator[None]:
    """Begin a fit as if it was the first; if it fails, the estimator is what it was before.

    So the attributes of two fits never stand side by side, such as the cuts of one and the weights
    of the other.

    Parameters
    ----------
    estimator : object
        It loses the attributes whose names end with an underscore, until the fit sets them.
    answer : str, optional
        The attribute that an answer sets. If there is one, Ctrl-C does not count as a failure.
    """
    before = dict(vars(estimator))
    for name in before:
        if name.endswith("_") and not name.startswith("_"):
            delattr(estimator, name)
    try:
        yield
    except BaseException as error:
        answered = answer is not None and answer in vars(estimator)
        if not (answered and isinstance(error, KeyboardInterrupt)):
            vars(estimator).clear()
            vars(estimator).update(before)
        raise
