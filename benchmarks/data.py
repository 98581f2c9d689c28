"""Where larger data lie."""

from __future__ import annotations

import os
from pathlib import Path


def folder(name: str) -> Path:
    """A folder below the one that the environment variable NZDD_DATA names."""
    top = os.environ.get("NZDD_DATA")
    if not top:
        raise SystemExit(f"set NZDD_DATA to the folder with {name}/")
    return Path(top) / name
