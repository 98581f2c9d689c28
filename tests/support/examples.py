"""How many examples a property test draws."""

from hypothesis import settings


def examples(of_hundred):
    """That many where the profile draws a hundred, and as many times more or fewer elsewhere.

    Never fewer than five.
    """
    return max(5, of_hundred * settings.default.max_examples // 100)
