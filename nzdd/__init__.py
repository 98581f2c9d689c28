"""Decision diagrams of constraint rows and binary samples, and optimisation over them.

Rows come in by ``input`` (all at once) or ``multiset`` (in chunks); ``build`` makes a ``zdd`` or an
``nzdd`` of them, in an ``order`` that ``order_search`` finds; ``families`` makes diagrams of rows
that are too many to list. What both kinds of ``diagram`` can do is there; ``archive`` keeps them,
``drawing`` shows them. Everything that loops over rows, nodes or edges is in the compiled
``_core``.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if find_spec("nzdd._core") is None:  # pragma: no cover - a checkout without the core
    raise ImportError(
        f"{__file__} is a source folder without the compiled core, and stands before the installed "
        "package on the module path; run Python from another folder, or with the option -P"
    )

from nzdd.archive import ArchiveError
from nzdd.diagram import RowPath
from nzdd.input.row_table import RowTable
from nzdd.nzdd import NZDD
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from nzdd.adapters.libraries.networkx import to_networkx
    from nzdd.adapters.methods.dispatch import solve
    from nzdd.adapters.pictures.graphviz import render
    from nzdd.adapters.pictures.page import to_html

__version__ = "0.1.0"

__all__ = [
    "NZDD",
    "ZDD",
    "ArchiveError",
    "RowPath",
    "RowTable",
    "__version__",
    "render",
    "solve",
    "to_html",
    "to_networkx",
]

_LAZY = {  # loaded on first use: `import nzdd` loads no solver
    "render": "nzdd.adapters.pictures.graphviz",
    "solve": "nzdd.adapters.methods.dispatch",
    "to_html": "nzdd.adapters.pictures.page",
    "to_networkx": "nzdd.adapters.libraries.networkx",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'nzdd' has no attribute {name!r}")
