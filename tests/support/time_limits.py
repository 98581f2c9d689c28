"""Time limits for tests, which a busy machine may need more of."""


def with_a_point(solve):
    """The first answer of ``solve(seconds)`` that has a point, where the limit grows fourfold."""
    for seconds in (1.0, 4.0, 16.0):
        result = solve(seconds)
        if result.x is not None:
            break
    return result
