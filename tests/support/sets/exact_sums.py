"""Sums of weights in exact arithmetic, and weights whose sums rounding would tell wrong."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import strategies as st

TENTHS = st.integers(-12, 12).map(lambda n: n / 10)
THIRDS = st.sampled_from([1 / 3, 2 / 3, 0.1, 0.2, 0.3, 0.1 + 0.2])
TINY_AND_HUGE = st.sampled_from([1e300, -1e300, 1e-300, 5e-324, -2e-323, 0.1, 1.0])
ANY = st.floats(-1e300, 1e300)
WHOLE = st.integers(-6, 6) | st.integers(-(10**18), 10**18)
WEIGHTS = (TENTHS, THIRDS, TINY_AND_HUGE, ANY, st.floats(-4, 4), WHOLE)


def exact(numbers):
    """Each number as a fraction: a float as it is written, where all have at most 15 digits."""
    written = all(_is_short(each) for each in numbers if isinstance(each, float))
    return [
        Fraction(repr(each) if written and isinstance(each, float) else each) for each in numbers
    ]


def exact_bound(bound, numbers):
    """The bound of a sum of these numbers as a fraction."""
    return exact([*numbers, bound])[-1] if all(map(_is_short, numbers)) else Fraction(bound)


def within(row, weights, low, high):
    """Whether the weights of a row add up to a number between the bounds; None for no bound.

    Weights are a list; or a mapping or a set: what is not in it weighs nothing.
    """
    if isinstance(weights, set):
        weights = dict.fromkeys(weights, 1)
    elif not isinstance(weights, dict):
        weights = dict(enumerate(weights))
    numbers = list(weights.values())
    values = dict(zip(weights, exact(numbers), strict=True))
    total = sum((values.get(symbol, 0) for symbol in row), Fraction(0))
    return (low is None or exact_bound(low, numbers) <= total) and (
        high is None or total <= exact_bound(high, numbers)
    )


def weight_lists(size):
    """Weights of one kind."""
    return st.sampled_from(WEIGHTS).flatmap(
        lambda kind: st.lists(kind, min_size=size, max_size=size)
    )


def _is_short(number):
    """Whether it has at most 15 digits; an integer is always what is written."""
    digits = Decimal(repr(number)).normalize().as_tuple().digits
    return not isinstance(number, float) or len(digits) <= 15
