"""The folder of larger data."""

from __future__ import annotations

import os
from pathlib import Path


def folder(name: str) -> Path:
    """A subfolder of the folder in the environment variable NZDD_DATA."""
    top = os.environ.get("NZDD_DATA")
    if not top:
        raise SystemExit(f"set NZDD_DATA to the folder with {name}/")
    return Path(top) / name
