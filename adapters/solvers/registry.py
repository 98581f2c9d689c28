"""All solvers by name: what models each takes, and where it is called."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.extras import EXTRAS, is_installed, missing
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.own_options import Value
from nzdd.formulations.models.linear import LinearModel

_ORTOOLS = "nzdd.adapters.solvers.ortools.mathopt"
_CALLBACKS = "nzdd.adapters.solvers.callbacks.callback_run"
_OWN = "its own; free up to a size"


@dataclass(frozen=True, slots=True)
class Solver:
    """One solver.

    Attributes
    ----------
    name : str
    module : str
        Its function ``prepare(model, solver, settings)`` returns a
        `nzdd.adapters.solvers.driver.Call`. It is loaded on first use.
    package, licence : str
        The package that has it, perhaps one of `nzdd.adapters.extras.EXTRAS`, and its own licence.
    integers, continuous : bool
        Whether it takes models with integer, and with continuous columns.
    largest_bound : float
        Of a column, in absolute value.
    seed : str
        Its own option for the seed of random numbers; empty where it has none.
    """

    name: str
    module: str = _ORTOOLS
    package: str = "ortools"
    licence: str = "Apache-2.0"
    integers: bool = True
    continuous: bool = True
    largest_bound: float = math.inf
    seed: str = ""

    def check_installed(self) -> None:
        """Raise MissingExtraError unless its package is there."""
        if self.package in EXTRAS and not is_installed(self.package):
            cure = "take solver='scipy'" if self.package == "ortools" else ""
            raise missing(self.package, f"the solver {self.name}", cure)

    def check(self, model: LinearModel) -> None:
        """Raise MissingExtraError or UnsupportedModelError unless the solver takes the model."""
        self.check_installed()
        if model.is_mixed_integer and not self.integers:
            at = int(model.integrality.argmax())
            raise UnsupportedModelError(
                f"{self.name} takes no integer columns, and {model.column_label(at)} is one; "
                "use scip, highs or cp_sat, or solve model.relaxed()"
            )
        if not self.continuous and not model.integrality.all():
            at = int(model.integrality.argmin())
            raise UnsupportedModelError(
                f"{self.name} takes integer columns only, and {model.column_label(at)} is "
                "continuous; use scip or highs"
            )
        limit = self.largest_bound
        wide = np.flatnonzero((model.lower < -limit) | (model.upper > limit))
        if wide.size:
            at = int(wide[0])
            raise UnsupportedModelError(
                f"{self.name} needs bounds within {limit:g}, and {model.column_label(at)} has "
                f"[{model.lower[at]:g}, {model.upper[at]:g}]; tighten them, or use scip or highs"
            )


SOLVERS = {
    solver.name: solver
    for solver in (
        Solver("scip", seed="randomization/randomseedshift"),
        Solver("highs", licence="MIT", seed="random_seed"),
        Solver("highs_ipm", licence="MIT", integers=False, seed="random_seed"),
        # CP-SAT cuts larger bounds down to this one silently.
        Solver("cp_sat", continuous=False, largest_bound=1e7, seed="random_seed"),
        Solver("glop", integers=False, seed="random_seed"),
        Solver("pdlp", integers=False),
        Solver("scipy", "nzdd.adapters.solvers.scipy", "scipy", "MIT"),
        Solver("clarabel", "nzdd.adapters.solvers.clarabel", "clarabel", integers=False),
        Solver("gurobi", _CALLBACKS, "gurobipy", _OWN, seed="Seed"),
        Solver("cplex", _CALLBACKS, "cplex", _OWN, seed="randomseed"),
        Solver("xpress", _CALLBACKS, "xpress", _OWN, seed="randomseed"),
    )
}
"""Solvers that take whole models, for the methods ``direct`` and ``extended``."""

LAZY_SOLVERS = {
    "scip": "pyscipopt",
    "glop": None,
    "gurobi": "gurobipy",
    "cplex": "cplex",
    "xpress": "xpress",
}
"""Solvers that take rows lazily, and the optional package each needs: SCIP's branch and cut, the
branch and bound of this package on GLOP, and the branch and cut of solvers with licences of their
own, which are taken only where asked for."""

LICENSED = ("gurobi", "cplex", "xpress")
"""Those whose licences are the users' matter."""

IN_ROUNDS = ("highs", "cp_sat")
"""Those of `SOLVERS` that get rows lazily, too: they solve a model with some of them, get those
that the point violates, and solve again."""

# Measured on 16 benchmark models, 30 s each on two cores: SCIP and HiGHS solve 11 and 10 of them
# (HiGHS faster on 4, SCIP on 7); CP-SAT, where it applies, is the fastest on combinatorial ones and
# far behind on set partitioning. The relaxations of six large models take HiGHS 17 s and GLOP 30 s;
# PDLP returns half of them outside the tolerance.
DEFAULT_MIP = "scip"
DEFAULT_LP = "highs"


def own_options(solver: str, settings: Settings) -> dict[str, Value]:
    """What a solver gets of the options ``seed`` and ``solver_options``, by its own names."""
    own: dict[str, Value] = {}
    if settings.seed is not None and SOLVERS[solver].seed:
        own[SOLVERS[solver].seed] = settings.seed
    return own | dict(settings.solver_options)


def find_solver(name: str | None, model: LinearModel) -> Solver:
    """The solver of this name, by default that for this kind of model, if it takes the model.

    ValueError if the name is unknown; see also `Solver.check`.
    """
    if name is None:
        name = DEFAULT_MIP if model.is_mixed_integer else DEFAULT_LP
    if name not in SOLVERS:
        raise ValueError(f"unknown solver {name!r}; choose one of {', '.join(SOLVERS)}")
    SOLVERS[name].check(model)
    return SOLVERS[name]


def find_lazy_solver(name: str | None, model: LinearModel) -> str:
    """The name of one of `LAZY_SOLVERS` or `IN_ROUNDS`; linear programs always take GLOP."""
    names = (*LAZY_SOLVERS, *IN_ROUNDS)
    if name not in (None, *names):
        raise ValueError(
            f"solver {name!r} cannot add rows lazily; choose one of {', '.join(names)}"
        )
    if not model.is_mixed_integer:
        name = "glop"
    if name in IN_ROUNDS:
        SOLVERS[name].check(model)
        return name
    package = LAZY_SOLVERS[name] if name is not None else None
    if package is not None and not is_installed(package):
        known = "SCIP" if name == "scip" else name
        raise missing(package, f"branch and cut in {known}", "take solver='glop'")
    chosen = name or installed_lazy_solvers()[0]
    if chosen == "glop":
        SOLVERS["glop"].check_installed()
    return chosen


def installed_lazy_solvers() -> tuple[str, ...]:
    """Those of `LAZY_SOLVERS` that are installed and open, the default one first."""
    return tuple(
        name
        for name, needed in LAZY_SOLVERS.items()
        if name not in LICENSED and (not needed or is_installed(needed))
    )
