"""Optional packages, and the extras of nzdd that install them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from nzdd.adapters.errors import MissingExtraError

EXTRAS = {
    "automata": ("automata-lib", "automata"),
    "clarabel": ("clarabel", "clarabel"),
    "cplex": ("cplex", "cplex"),
    "cvxpy": ("cvxpy", "cvxpy"),
    "dask": ("dask", "dask"),
    "dd": ("dd", "dd"),
    "distributed": ("distributed", "dask"),
    "graphillion": ("graphillion", "graphillion"),
    "gurobipy": ("gurobipy", "gurobi"),
    "linopy": ("linopy", "linopy"),
    "matplotlib": ("matplotlib", "plot"),
    "networkx": ("networkx", ""),
    "ortools": ("ortools", ""),
    "oxidd": ("oxidd", "oxidd"),
    "pandas": ("pandas", "tables"),
    "pulp": ("PuLP", "pulp"),
    "pyarrow": ("pyarrow", "tables"),
    "pygraphviz": ("pygraphviz", "graphviz"),
    "pyomo": ("pyomo", "pyomo"),
    "pyscipopt": ("PySCIPOpt", "scip"),
    "shtab": ("shtab", "completion"),
    "sklearn": ("scikit-learn", "sklearn"),
    "xpress": ("xpress", "xpress"),
}
"""The package of each module, and the extra of nzdd that installs it; none where nzdd itself does,
but for who installs it without its dependencies."""


def is_installed(module: str) -> bool:
    """Whether an optional package is installed; it is not imported."""
    return find_spec(module) is not None


def missing(
    module: str, feature: str, cure: str = "", error: ImportError | None = None
) -> MissingExtraError:
    """The error that says which `feature` needs a module of `EXTRAS`, and what else may help.

    `error` is what the import raised: the package may be installed, and broken.
    """
    package, extra = EXTRAS[module]
    if error is None or not is_installed(module):
        return MissingExtraError(feature, package, extra, cure)
    fault = f"is installed, but cannot be imported: {' '.join(str(error).split())}"
    return MissingExtraError(feature, package, extra, cure, fault)


def require(module: str, feature: str, cure: str = "") -> Any:
    """Import a module of an optional package, or raise the error of `missing`."""
    try:
        return import_module(module)
    except ImportError as error:
        raise missing(module.partition(".")[0], feature, cure, error) from None
