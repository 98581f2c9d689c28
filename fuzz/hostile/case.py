"""What all cases share: `Find`, expectations, random numbers."""

from __future__ import annotations

import re
import zlib

import numpy as np

HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What steers a terminal: control characters, and marks that turn the direction of text."""


class Find(AssertionError):
    """nzdd did something wrong; the message says what in one line."""


def expect(condition: object, message: str) -> None:
    """Raise Find unless the condition holds."""
    if not condition:
        raise Find(message)


def shown(text: str) -> str:
    """A text as one line that is safe on a terminal."""
    return HARMFUL.sub(lambda found: ascii(found[0])[1:-1], " ".join(text.split()))


def generator(part: str, seed: int, number: int) -> np.random.Generator:
    """Return the random generator of one case, the same in every run."""
    return np.random.default_rng([zlib.crc32(part.encode()), seed, number])


def one_of(random: np.random.Generator, *choices: object) -> object:
    """Return one of the choices, whatever their kind."""
    return choices[int(random.integers(len(choices)))]
