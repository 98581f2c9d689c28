"""Optional packages, and the extras of nzdd that install them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from nzdd.adapters.errors import MissingExtraError

EXTRAS = {
    "clarabel": ("clarabel", "clarabel"),
    "cvxpy": ("cvxpy", "cvxpy"),
    "dask": ("dask", "dask"),
    "distributed": ("distributed", "dask"),
    "graphillion": ("graphillion", "graphillion"),
    "matplotlib": ("matplotlib", "plot"),
    "pandas": ("pandas", "tables"),
    "pyarrow": ("pyarrow", "tables"),
    "pyscipopt": ("PySCIPOpt", "scip"),
    "sklearn": ("scikit-learn", "sklearn"),
}
"""For each module to import: the package that has it, and the extra that installs that."""


def is_installed(module: str) -> bool:
    """Whether an optional package is installed; it is not imported."""
    return find_spec(module) is not None


def missing(module: str, feature: str, cure: str = "") -> MissingExtraError:
    """The error that an optional package is not installed.

    Parameters
    ----------
    module : str
        A key of `EXTRAS`.
    feature : str
        What needs it, in the singular.
    cure : str
        What helps besides installing it.
    """
    return MissingExtraError(feature, *EXTRAS[module], cure)


def require(module: str, feature: str, cure: str = "") -> Any:
    """Import an optional package, or a module of one; MissingExtraError if it is not installed.

    Parameters
    ----------
    module : str
        Its first part is a key of `EXTRAS`.
    feature, cure : str
        See `missing`.
    """
    try:
        return import_module(module)
    except ImportError:
        raise missing(module.partition(".")[0], feature, cure) from None
