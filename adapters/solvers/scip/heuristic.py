"""A primal heuristic for SCIP that repairs points of the LP."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from pyscipopt import Heur, Model
from pyscipopt.scip import PY_SCIP_HEURTIMING as SCIP_HEURTIMING
from pyscipopt.scip import PY_SCIP_LPSOLSTAT as SCIP_LPSOLSTAT
from pyscipopt.scip import PY_SCIP_RESULT as SCIP_RESULT

from nzdd.adapters.solvers.scip.handler import Answer, OnError, guarded, unique_name
from nzdd.adapters.solvers.scip.scip_model import Variables, as_vector, point
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.repair import repair

# Depths of the tree; every depth brought no better points within ten seconds than every tenth.
FREQUENCY = 5

SHARE = 0.05
"""Of the time of the solve, at most."""


class RepairHeuristic(Heur):
    """`nzdd.formulations.row_generation.repair` at solutions of the LP.

    The variables are original ones, one for each column of the lazy model, which `lazy` makes of
    the SCIP model just before the solve. Other variables keep their values in the LP.
    """

    def __init__(
        self,
        variables: Variables,
        lazy: Callable[[Model], LazyModel],
        on_error: OnError | None = None,
    ) -> None:
        self.variables, self.on_error = as_vector(variables), on_error
        self._make_lazy = lazy

    def include(self, model: Model) -> None:
        """Become part of a model."""
        model.includeHeur(
            self,
            unique_name("repair"),
            "rounds, repairs and moves back",
            "Z",
            freq=FREQUENCY,
            timingmask=SCIP_HEURTIMING.AFTERLPNODE,
        )

    @guarded(SCIP_RESULT.DIDNOTRUN)
    def heurinit(self) -> None:
        """Look at the model as it is now."""
        self._lazy = self._make_lazy(self.model)
        self._locks, self._seconds = self._lazy.locks(), 0.0

    @guarded(SCIP_RESULT.DIDNOTRUN)
    def heurexec(self, heurtiming: int, nodeinfeasible: bool) -> Answer:
        """Try one point."""
        model = self.model
        if (
            nodeinfeasible
            or model.getLPSolstat() != SCIP_LPSOLSTAT.OPTIMAL
            or self._seconds > SHARE * (model.getSolvingTime() + 1.0)
        ):
            return {"result": SCIP_RESULT.DIDNOTRUN}
        started = perf_counter()
        repaired = repair(self._lazy, point(model, self.variables), locks=self._locks)
        self._seconds += perf_counter() - started
        if repaired is None:
            return {"result": SCIP_RESULT.DIDNOTFIND}
        # In the space of the original variables, as presolve may have tied some to others.
        solution = model.createOrigSol(self)
        for variable in model.getVars():
            model.setSolVal(solution, variable, model.getSolVal(None, variable))
        for variable, value in zip(self.variables, repaired.tolist(), strict=True):
            model.setSolVal(solution, variable, value)
        found = model.trySol(solution, printreason=False)
        return {"result": SCIP_RESULT.FOUNDSOL if found else SCIP_RESULT.DIDNOTFIND}
