"""Checks of the parameters that estimators share."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from sklearn.utils import check_random_state

from nzdd.input.text import shown

_MOST_JOBS = 10_000


def check_encoder(value: Any) -> None:
    """Raise ValueError unless it is a transformer, or None."""
    methods = ("fit", "transform", "get_params")
    if value is not None and (
        isinstance(value, type) or not all(callable(getattr(value, name, None)) for name in methods)
    ):
        raise ValueError(
            f"encoder is {shown(value)}; give a transformer, such as BinaryEncoder(), or None"
        )


def check_learner(value: Any) -> None:
    """Raise TypeError unless it may be an estimator, or None."""
    methods = ("fit", "predict", "get_params")
    if value is not None and (
        isinstance(value, type) or not all(callable(getattr(value, name, None)) for name in methods)
    ):
        raise TypeError(f"estimator is {shown(value)}, which is no estimator; give one, or None")


def check_verbose(value: Any) -> None:
    """Raise ValueError unless it is an integer of at least 0, or True or False."""
    if not isinstance(value, Integral) or int(value) < 0:
        raise ValueError(f"verbose is {shown(value)}; give 0, or 1 to see the progress")


def check_seed(value: Any) -> None:
    """Raise ValueError unless numbers can be drawn from it."""
    try:
        check_random_state(value)
    except (ValueError, TypeError):
        raise ValueError(
            f"random_state is {shown(value)}; give an integer from 0 to 2**32 - 1, or None"
        ) from None


def check_jobs(value: Any) -> None:
    """Raise ValueError unless joblib knows what to do with it."""
    if value is not None and (
        not isinstance(value, Integral) or value == 0 or abs(int(value)) > _MOST_JOBS
    ):
        raise ValueError(f"n_jobs is {shown(value)}; give a number of processes, -1 for all cores")
