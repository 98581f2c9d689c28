"""Claims that a model is infeasible or unbounded: proven, refuted, or marked as unconfirmed."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.methods.claims.doubt import (
    has_failed,
    is_contradicted,
    is_doubtful,
    is_moderate,
    is_wide,
)
from nzdd.adapters.methods.claims.verdict import (
    Budget,
    Point,
    SharedClaims,
    combined,
    feasible,
    judged,
    known_point,
    proven,
    refuted,
    with_direction,
    with_fixed_integers,
    with_known,
    with_values,
)
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.formulations.models.certificates import (
    directions,
    elastic,
    improves_without_end,
    may_be_unbounded,
    proves_infeasible,
)
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.propagation import presolve

CLAIMS = {Status.INFEASIBLE, Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}

PROVERS = ("glop", "highs")
"""Solvers that look for proofs, in this order; each proof is checked."""

LP_SOLVERS, MIP_SOLVERS = (*PROVERS, "scip"), ("highs", "scip")
"""Solvers that may confirm the answer of another one, in this order."""

ENGINES = {"scipy": "highs", "highs_ipm": "highs"}
"""Solvers that are another one by another name: they do not confirm each other."""

SPARES = ("scipy", "cp_sat")
"""Asked where those fail; the HiGHS of scipy is of another release."""

EXACT_ENOUGH = 1e-9
"""A point violates a linear program by no more than this: no other prover is asked."""

BETTER = 1e-6
"""By how much, relative to an optimum or 1, a point is better that refutes it."""

EXACT = "cp_sat"
"""A solver that computes with integers, where all coefficients are integers."""

AS_GIVEN = {"mip_presolve_level": 0}
"""Its options: OR-Tools presolves a model for it, in floats, to rows that CP-SAT may refuse."""


def settled(
    model: LinearModel,
    result: Result,
    settings: Settings,
    started: float,
    shared: SharedClaims | None = None,
) -> Result:
    """The result, whose claim to be infeasible or unbounded is confirmed where possible.

    Parameters
    ----------
    model, result
        The model that came in, and the result that was `checked` on it.
    settings, started
        Of the solve that found the result, and its start by `time.perf_counter`. A hint that is
        feasible refutes a claim.
    shared : SharedClaims, optional
        Of solvers that race for this model: they search for one proof, and confirm each other.

    Returns
    -------
    Result
        INFEASIBLE is proven by a combination of rows (`proves_infeasible`), or, of an integer
        model, by the bounds that its rows imply (`presolve`), or several solvers agree
        (`Claim.second_opinion`); UNBOUNDED by a feasible point and a direction
        (`improves_without_end`). A feasible point refutes any claim. Otherwise UNCONFIRMED. An
        integer optimum of HiGHS or CPLEX over rows that are `is_wide` is compared with SCIP's.
        Where a solver failed for numerical reasons or crashed, the answer of another one is taken,
        unless a point of the first refutes it. All other results are returned unchanged.

    Notes
    -----
    Takes one linear program of the size of the model, or two, and where that proves nothing a solve
    by another solver, or by each of two or three where the numbers of the model are not
    `is_moderate`. Each may take `SECOND_SOLVER_SECONDS`, or as long as the claim took.
    """
    doubtful = result.status in CLAIMS or has_failed(result) or is_doubtful(model, result)
    doubtful = doubtful or _is_beyond(model, result)
    if not doubtful or trivial_answer(model) is not None:
        return result
    budget = Budget(settings, perf_counter() - started, started)
    return budget.timed(Claim(model, budget, shared).settle(result))


class Claim:
    """One claim about one model."""

    def __init__(
        self, model: LinearModel, budget: Budget, shared: SharedClaims | None = None
    ) -> None:
        self.model, self.budget = model, budget
        self.shared = SharedClaims() if shared is None else shared

    def settle(self, result: Result) -> Result:
        """What `settled` returns."""
        if result.status in CLAIMS:
            return self._judge(result)
        fixed = with_fixed_integers(self.model, result)
        if fixed is not None:
            found = answer_of(fixed, "glop", self.budget.next(hint=False))
            result = with_values(self.model, result, found.x, self.budget.settings.gap)
            if not (has_failed(result) or is_doubtful(self.model, result)):
                return result
        # On unbounded models SCIP fails, or calls some far point optimal; Clarabel's duals may be
        # so large that the costs are lost in rounding.
        optimal = result.status is Status.OPTIMAL
        ray = self.direction() if optimal or result.status is Status.OTHER_ERROR else None
        if ray is not None:
            return self._with_direction(result, ray)
        if _is_beyond(self.model, result):
            return self._compared(result)
        if optimal:
            if not is_contradicted(self.model, result):
                return result
            text = f"{result.solver} calls this point optimal, and its duals do not show it"
            result = replace(result, status=Status.FEASIBLE, message=text)
        point = result.x if result.status is Status.FEASIBLE else None
        second = self._ask(self.model, result.solver, self.budget.next(), point)
        if _says_nothing(second) or second.status in {Status.NO_SOLUTION_FOUND, Status.FEASIBLE}:
            return result
        text = f"{result.solver} failed: {result.message or result.status}"
        second = replace(second, message=combined(second.message, text))
        return self._judge(second) if second.status in CLAIMS else second

    def _compared(self, result: Result) -> Result:
        """An optimum, or a better point that another solver finds."""
        second = self._ask(self.model, result.solver, self.budget.next(), result.x)
        if second.x is None or second.fun is None or result.fun is None:
            return result
        sign = -1.0 if self.model.maximize else 1.0
        if sign * (result.fun - second.fun) <= BETTER * max(1.0, abs(result.fun)):
            return result
        text = f"{result.solver} calls a worse point optimal"
        return replace(second, message=combined(second.message, text))

    def _judge(self, result: Result) -> Result:
        model = self.model
        if result.status is Status.INFEASIBLE_OR_UNBOUNDED and not may_be_unbounded(model):
            result = replace(result, status=Status.INFEASIBLE)
        self.shared.add(result)
        known = known_point(model, self.budget.settings.hint)
        if known is None and result.status is Status.INFEASIBLE:
            proof = self.shared.proof(self.infeasibility)
            if proof is True:
                return proven(result)
            if proof is False and (why := presolve(model).proof) is not None:
                return replace(result, message=combined(result.message, why))
            known = proof if isinstance(proof, np.ndarray) else None
        elif result.status is not Status.INFEASIBLE:
            ray = self.direction()
            if ray is not None:
                return self._with_direction(result, ray)
        further = self.budget.next()
        if known is not None:
            further = replace(further, hint=known)
        second = self.second_opinion(result, further)
        if second.status in CLAIMS and second.status is not result.status:
            if result.status is Status.INFEASIBLE:
                ray = self.direction()
                if ray is not None:
                    return self._with_direction(second, ray)
            elif second.status is Status.INFEASIBLE and self.infeasibility() is True:
                return proven(second)
        answer = judged(model, result, second)
        return answer if known is None or answer.x is not None else refuted(model, result, known)

    def second_opinion(self, first: Result, settings: Settings) -> Result:
        """The answer of another solver, which agrees with a claim only if all those asked do.

        They get the model as it came in. If its numbers are moderate, or if it is a linear program,
        which needs a proof anyway, one is asked. If they are not, or if that one fails, all are,
        also the first one if it was given another model; the word of `EXACT` is enough where all
        coefficients are integers. A racer that has made the same claim already is not asked again.
        """
        model = self.model
        second = self.shared.agreeing(first) if model.is_mixed_integer else None
        second = second or self._ask(model, first.solver, settings)
        failed = _says_nothing(second)
        agree = first.status is Status.INFEASIBLE and (failed or second.status is first.status)
        if not agree or not model.is_mixed_integer or (is_moderate(model) and not failed):
            return second
        asked = {_engine(second.solver)}
        if first.method == "direct":
            asked.add(_engine(first.solver))
        for solver in (EXACT, *MIP_SOLVERS):
            if solver in asked or (solver == EXACT and not _has_whole_coefficients(model)):
                continue
            own = replace(settings, solver_options=AS_GIVEN) if solver == EXACT else settings
            third = answer_of(model, solver, own)
            if _says_nothing(third) or (solver == EXACT and not _concludes(third)):
                continue
            if solver == EXACT or third.status is not Status.INFEASIBLE:
                return third
        return second

    def infeasibility(self) -> Point | bool:
        """True if proven infeasible, a feasible point if one was found, else False."""
        program, scale = elastic(self.model)
        for solver in PROVERS:
            found = answer_of(program, solver, self.budget.next(hint=False))
            if found.duals is not None and proves_infeasible(self.model, found.duals * scale):
                return True
            if found.x is not None:
                x = found.x[: self.model.num_columns]
                if (point := feasible(self.model, x)) is not None:
                    return point
                # The linear program is feasible, so that its rows prove nothing. Where numbers are
                # not moderate, another vertex may still be a point, which refutes the claim.
                exact = self.model.relaxed().violation(x).within(EXACT_ENOUGH)
                if exact and is_moderate(self.model):
                    return False
        return False

    def direction(self) -> Point | None:
        """A direction that improves the objective without end, if one is found."""
        cone = directions(self.model)
        for solver in PROVERS:
            found = answer_of(cone, solver, self.budget.next(hint=False))
            if found.x is not None and improves_without_end(self.model, found.x):
                return found.x
        return None

    def _with_direction(self, result: Result, ray: Point) -> Result:
        """Unbounded if there is a point, infeasible if there is none."""
        goal = self.model.without_objective()

        def any_point() -> Result:
            found = self._ask(goal, "", self.budget.next())
            infeasible = found.status is Status.INFEASIBLE
            return Claim(goal, self.budget).settle(found) if infeasible else found

        x = result.x if result.status is Status.UNBOUNDED else None
        return with_direction(self.model, result, x, any_point)

    def _ask(
        self, model: LinearModel, first: str, settings: Settings, point: Point | None = None
    ) -> Result:
        """The answer of another solver than the first one: an optimum if any finds one.

        None that a known point refutes.
        """
        answers: list[Result] = []
        for solver in _solvers_for(model):
            if solver == _engine(first):
                continue
            answers.append(with_known(model, answer_of(model, solver, settings), point))
            if answers[-1].status is Status.OPTIMAL and not is_doubtful(model, answers[-1]):
                return answers[-1]
        for solver in SPARES:
            if all(map(_says_nothing, answers)) and _engine(solver) != _engine(first):
                answers.append(answer_of(model, solver, settings))
        return next((answer for answer in answers if not _says_nothing(answer)), answers[0])


def _solvers_for(model: LinearModel) -> tuple[str, ...]:
    """Those to ask, in order: HiGHS last where it has been wrong about an optimum."""
    if not model.is_mixed_integer:
        return LP_SOLVERS
    return MIP_SOLVERS[::-1] if is_wide(model) else MIP_SOLVERS


def _is_beyond(model: LinearModel, result: Result) -> bool:
    """Whether HiGHS or CPLEX calls an integer point optimal where it was wrong; see `WIDE`."""
    optimal = result.status is Status.OPTIMAL and _engine(result.solver) in {"highs", "cplex"}
    return optimal and model.is_mixed_integer and is_wide(model)


def _engine(solver: str) -> str:
    return ENGINES.get(solver, solver)


def _says_nothing(result: Result) -> bool:
    return result.status is Status.OTHER_ERROR or has_failed(result)


def _concludes(result: Result) -> bool:
    return result.status in {Status.OPTIMAL, Status.FEASIBLE, Status.INFEASIBLE}


def _has_whole_coefficients(model: LinearModel) -> bool:
    """Whether all columns and coefficients are integers; a solver gets integers as sides then."""
    coefficients = model.matrix.data
    return bool(model.integrality.all() and (coefficients == np.rint(coefficients)).all())


def answer_of(model: LinearModel, solver: str, settings: Settings) -> Result:
    """The answer of a solver, also where it refuses the model: then a NUMERICAL_ERROR."""
    try:
        return solve_once(model, solver, settings)
    except UnsupportedModelError as error:
        return Result(Status.NUMERICAL_ERROR, str(error), solver=solver)
