"""The report of ``auto``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What `auto` took, and why.

    Attributes
    ----------
    methods : tuple of str
        What was tried; several at a time where there was a core to spare.
    why : str
    facts : dict
        The counts the choice rests on.
    detail : object
        The report of the method whose answer was taken.
    """

    methods: tuple[str, ...]
    why: str
    facts: dict[str, Any] = field(default_factory=dict)
    detail: Any = None

    def to_dict(self) -> dict[str, Any]:
        """All of it, for JSON."""
        detail = {} if self.detail is None else self.detail.to_dict()
        return {"methods": list(self.methods), "why": self.why, **self.facts, **detail}

    def __str__(self) -> str:
        return f"{' and '.join(self.methods)}: {self.why}"
