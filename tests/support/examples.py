"""How many examples a property test draws."""

from hypothesis import settings


def examples(of_hundred):
    """That many where the profile draws a hundred, and as many times more or fewer elsewhere.

    Never fewer than five. Where the same ones are drawn each time, never more than the profile
    draws: more of them would only tell again, in each run, what the nightly runs have told.
    """
    default = settings.default
    drawn = max(5, of_hundred * default.max_examples // 100)
    return min(drawn, default.max_examples) if default.derandomize else drawn
