"""Versions of methods: what must be fitted anew."""

from __future__ import annotations

import hashlib
from pathlib import Path

from benchmarks.record import installed
from benchmarks.rules.methods import Method

TOP = Path(__file__).parents[2]
SOURCES = (".py", ".cpp", ".hpp")


def of(method: Method) -> str | None:
    """The version of a package, the state of the sources of nzdd's; None if it is not there."""
    if not method.own:
        return installed(method.package)
    digest = hashlib.sha1(usedforsecurity=False)
    places = [TOP / place for place in method.package.split()]
    files = [
        path
        for place in places
        for path in ([place] if place.is_file() else sorted(place.rglob("*")))
        if path.suffix in SOURCES
    ]
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8] if files else None
