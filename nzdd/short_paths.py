"""Short paths for users: `nzdd.networkx` is the module `nzdd.adapters.libraries.networkx`.

Our own modules import each other by their long paths, which are those of the files.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

SHORT_PATHS = {
    "automata_lib": "nzdd.adapters.libraries.automata_lib",
    "cplex": "nzdd.adapters.solvers.cplex",
    "cvxpy": "nzdd.adapters.libraries.cvxpy",
    "dask": "nzdd.adapters.libraries.dask",
    "dd": "nzdd.adapters.libraries.dd",
    "files": "nzdd.adapters.files",
    "glop": "nzdd.adapters.solvers.glop",
    "graphillion": "nzdd.adapters.libraries.graphillion",
    "graphillion_api": "nzdd.adapters.libraries.graphillion_api",
    "gurobi": "nzdd.adapters.solvers.gurobi",
    "gurobipy": "nzdd.adapters.libraries.gurobipy",
    "learning": "nzdd.formulations.learning",
    "linopy": "nzdd.adapters.libraries.linopy",
    "mathopt": "nzdd.adapters.libraries.mathopt",
    "networkx": "nzdd.adapters.libraries.networkx",
    "oxidd": "nzdd.adapters.libraries.oxidd",
    "pictures": "nzdd.adapters.pictures",
    "pulp": "nzdd.adapters.libraries.pulp",
    "pyarrow": "nzdd.adapters.libraries.pyarrow",
    "pyomo": "nzdd.adapters.libraries.pyomo",
    "scip": "nzdd.adapters.solvers.scip",
    "scipy": "nzdd.adapters.libraries.scipy",
    "sklearn": "nzdd.adapters.sklearn",
    "xpress": "nzdd.adapters.solvers.xpress",
}
"""The module of each name in `nzdd`; what lies below it is below the name, too."""


class ShortPathFinder:
    """Imports modules by their short paths, for ``sys.meta_path``: finder and loader at once."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A short path is ours; of all others nothing is known."""
        package, *below = name.split(".")
        ours = package == "nzdd" and below and below[0] in SHORT_PATHS
        return ModuleSpec(name, self) if ours else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """What Python makes by default: a module that `exec_module` replaces."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the module itself in its place, which keeps the name that pickles know."""
        _, short, *below = module.__name__.split(".")
        sys.modules[module.__name__] = import_module(".".join([SHORT_PATHS[short], *below]))
