"""Decision diagrams of constraint rows and binary samples, and optimisation over them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nzdd.archive import ArchiveError
from nzdd.family import Family
from nzdd.nzdd import NZDD
from nzdd.path import Path
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from nzdd.adapters.graphviz import render
    from nzdd.adapters.networkx import to_networkx
    from nzdd.adapters.solve import solve

__version__ = "0.1.0"

__all__ = [
    "NZDD",
    "ZDD",
    "ArchiveError",
    "Family",
    "Path",
    "__version__",
    "render",
    "solve",
    "to_networkx",
]

_LAZY = {  # loaded on first use: `import nzdd` loads no solver
    "render": "nzdd.adapters.graphviz",
    "solve": "nzdd.adapters.solve",
    "to_networkx": "nzdd.adapters.networkx",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'nzdd' has no attribute {name!r}")
