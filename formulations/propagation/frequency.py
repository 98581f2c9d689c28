"""How often bounds are propagated in a tree search."""

from __future__ import annotations

LONGEST = 3
"""Calls left out at most: where propagation cuts off no node, it costs little."""


class Frequency:
    """Leaves out more and more calls as long as they are of no use.

    The same calls in every run: it counts, and measures no time.
    """

    def __init__(self) -> None:
        self._pause = self._left = 0

    def due(self) -> bool:
        """Whether to make this call; then say by `record` whether it was of use."""
        self._left -= 1
        return self._left < 0

    def record(self, *, useful: bool) -> None:
        """After a call that was of use the next one is due, else one after a longer pause."""
        self._pause = 0 if useful else min(2 * self._pause + 1, LONGEST)
        self._left = self._pause
