"""What a solver calls infeasible or unbounded: proven, refuted, or said to be unconfirmed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.solvers import ortools
from nzdd.adapters.solvers.options import Options
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.formulations.models.certificates import (
    directions,
    elastic,
    improves_without_end,
    proves_infeasible,
)
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Checkable, Result, Status, checked

CLAIMS = {Status.INFEASIBLE, Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}

PATIENCE = 10.0
"""Seconds for another solver to confirm a claim, or as long as the claim itself took, if longer."""

FAR, FAR_INTEGER = 1e15, 1e5
"""Columns without a bound are so far out at an optimum, or at one of an integer model, only where
the model may be unbounded: SCIP ends there."""

GAIN, ROOM = 1e-6, 1e-5
"""Reduced costs and duals count above the first, as a share of the cost or of 1. A linear optimum
is one where they let the objective improve by no more than the second, as a share of it or of 1."""

MOST_SPREAD = 1e9
"""Between the sizes of coefficients, beyond which solvers that agree may all be wrong."""

REFUSAL = "StatusNotOk"
"""How MathOpt names what it did not expect of a solver, such as an infinite ray of SCIP."""

PROVERS = ("glop", "highs")
"""Asked for proofs, in this order. Proofs are checked: it does not matter who finds them."""

LP_SOLVERS, MIP_SOLVERS = (*PROVERS, "scip"), ("highs", "scip")
"""Asked for other opinions, in this order."""

Point: TypeAlias = "NDArray[np.float64]"


@dataclass(frozen=True, slots=True)
class Budget:
    """What further solves may take: options of theirs."""

    options: Options
    seconds: float
    started: float

    def next(self) -> Options:
        """The options of one more solve."""
        left = max(self.seconds, PATIENCE)
        limit = self.options.get("time_limit")
        if limit is not None:
            left = min(left, max(0.0, limit - (perf_counter() - self.started)))
        kept: Options = {"time_limit": left}
        for key in ("threads", "interrupt", "hint"):
            if self.options.get(key) is not None:
                kept[key] = self.options[key]
        return kept


def settled(model: LinearModel, result: Result, options: Options, started: float) -> Result:
    """The result, whose claim that there is no point, or no end, is true as far as anybody knows.

    Parameters
    ----------
    model : LinearModel
        The model that came in.
    result : Result
        `checked` on it.
    options : Options
        Of the solve that found the result. A hint that is feasible refutes a claim.
    started : float
        When that solve began, by `time.perf_counter`.

    Returns
    -------
    Result
        INFEASIBLE is proven by a combination of rows (`proves_infeasible`), or two solvers agree;
        UNBOUNDED by a feasible point and a direction (`improves_without_end`). Another solver's
        point wins over any claim. Otherwise UNCONFIRMED. Where a solver failed on its own numbers,
        the answer of another one is taken. All other results come back as they are.

    Notes
    -----
    Takes one linear program of the size of the model, or two, and where that proves nothing a solve
    by another solver, for at most `PATIENCE` seconds or as long as the claim took.
    """
    doubtful = result.status in CLAIMS or _failed(result) or _is_doubtful(model, result)
    if not doubtful or trivial_answer(model) is not None:
        return result
    budget = Budget(options, perf_counter() - started, started)
    return timed(Claim(model, budget).settle(result), budget)


class Claim:
    """One claim about one model."""

    def __init__(self, model: LinearModel, budget: Budget) -> None:
        self.model, self.budget = model, budget

    def settle(self, result: Result) -> Result:
        """What `settled` returns."""
        if result.status in CLAIMS:
            return self._judge(result)
        # On unbounded models SCIP fails, or takes some far point for the best; Clarabel's duals
        # may be so large that it takes no notice of the costs.
        optimal = result.status is Status.OPTIMAL
        ray = self.direction() if optimal or result.status is Status.OTHER_ERROR else None
        if ray is not None:
            return self._with_direction(result, ray)
        if optimal:
            if not _improves(self.model, result):
                return result
            text = f"{result.solver} calls this point optimal, and its duals do not show it"
            result = replace(result, status=Status.FEASIBLE, message=text)
        second = self._ask(self.model, result.solver, self.budget.next())
        if _failed(second) or second.status in {Status.NO_SOLUTION_FOUND, Status.FEASIBLE}:
            return result
        text = f"{result.solver} failed: {result.message or result.status}"
        second = replace(second, message=_also(second.message, text))
        return self._judge(second) if second.status in CLAIMS else second

    def _judge(self, result: Result) -> Result:
        model = self.model
        known = known_point(model, self.budget.options)
        if known is None and result.status is Status.INFEASIBLE:
            proof = self.infeasibility()
            if proof is True:
                return proven(result)
            known = proof if isinstance(proof, np.ndarray) else None
        elif result.status is not Status.INFEASIBLE:
            ray = self.direction()
            if ray is not None:
                return self._with_direction(result, ray)
        options = self.budget.next()
        if known is not None:
            options["hint"] = known
        second = self._ask(model, result.solver, options)
        if second.status in CLAIMS and second.status is not result.status:
            if result.status is Status.INFEASIBLE:
                ray = self.direction()
                if ray is not None:
                    return self._with_direction(second, ray)
            elif second.status is Status.INFEASIBLE and self.infeasibility() is True:
                return proven(second)
        answer = judged(model, result, second)
        return answer if known is None or answer.x is not None else refuted(model, result, known)

    def infeasibility(self) -> Point | bool:
        """True where no point satisfies the rows, a point of the model where one came up."""
        program, scale = elastic(self.model)
        for solver in PROVERS:
            found = answer_of(program, solver, without_hint(self.budget.next()))
            if found.duals is not None and proves_infeasible(self.model, found.duals * scale):
                return True
            if found.x is not None:
                x = found.x[: self.model.num_columns]
                if self.model.violation(x).within(1e-6):
                    return np.asarray(x)
        return False

    def direction(self) -> Point | None:
        """A direction that improves the objective without end, if one is found."""
        cone = directions(self.model)
        for solver in PROVERS:
            found = answer_of(cone, solver, without_hint(self.budget.next()))
            if found.x is not None and improves_without_end(self.model, found.x):
                return found.x
        return None

    def _with_direction(self, result: Result, ray: Point) -> Result:
        """Unbounded if there is a point, infeasible if there is none."""
        model = self.model
        told = replace(result, dual_bound=None, limit=None)
        x = result.x if result.status is Status.UNBOUNDED else None
        if x is None or not model.violation(x).within(1e-6):
            goal = model.replace(objective=0.0, offset=0.0)
            any_point = self._ask(goal, "", self.budget.next())
            if any_point.status is Status.INFEASIBLE:
                answer = Claim(goal, self.budget).settle(any_point)
                if answer.x is None:
                    return replace(answer, solver=result.solver)
                any_point = answer
            x = any_point.x if any_point.status in {Status.OPTIMAL, Status.FEASIBLE} else None
        if x is None:
            message = "a direction improves the objective for ever, and no point was found"
            return replace(told, status=Status.INFEASIBLE_OR_UNBOUNDED, message=message, x=None)
        message = "a direction improves the objective for ever, from a feasible point"
        return checked(model, replace(told, status=Status.UNBOUNDED, message=message, x=x))

    def _ask(self, model: LinearModel, first: str, options: Options) -> Result:
        """What the solvers besides the first one say: an optimum if any, else the first answer."""
        answers = []
        for solver in MIP_SOLVERS if model.is_mixed_integer else LP_SOLVERS:
            if solver == first:
                continue
            answers.append(answer_of(model, solver, options))
            if answers[-1].status is Status.OPTIMAL and not _is_doubtful(model, answers[-1]):
                return answers[-1]
        return next((answer for answer in answers if not _failed(answer)), answers[0])


def answer_of(model: LinearModel, solver: str, options: Options) -> Result:
    """What a solver says, also where it refuses numbers that another one has taken."""
    try:
        return ortools.solve(model, solver=solver, **options)
    except UnsupportedModelError as error:
        return Result(Status.NUMERICAL_ERROR, str(error), solver=solver)


def _failed(result: Result) -> bool:
    """Whether a solver ended on numbers of its own; PDLP often does, and says so."""
    if result.status is Status.OTHER_ERROR:
        return REFUSAL in result.message
    if result.status is Status.FEASIBLE:  # an optimum that was taken back
        return result.limit is None
    return result.status in {Status.NUMERICAL_ERROR, Status.IMPRECISE} and result.solver != "pdlp"


def _is_doubtful(model: LinearModel, result: Result) -> bool:
    """Whether an optimum may be none."""
    return _has_no_end(model, result) or _improves(model, result)


def _improves(model: LinearModel, result: Result) -> bool:
    return _room(model, result) > ROOM * max(1.0, abs(result.fun or 0.0))


def _has_no_end(model: LinearModel, result: Result) -> bool:
    """Whether an optimum may be a point on the way to infinity."""
    if result.status is not Status.OPTIMAL or result.x is None:
        return False
    free = np.isinf(np.where(result.x > 0, model.upper, model.lower))
    far = FAR_INTEGER if model.is_mixed_integer else FAR
    return bool(np.any(free & (np.abs(result.x) >= far)))


def _room(model: LinearModel, result: Result) -> float:
    """By how much the duals of a linear optimum let the objective improve."""
    x, duals, costs = result.x, result.duals, result.reduced_costs
    if result.status is not Status.OPTIMAL or x is None or duals is None or costs is None:
        return 0.0
    sign = -1.0 if model.maximize else 1.0
    values = np.concatenate((x, np.asarray(model.matrix @ x)))
    lower = np.concatenate((model.lower, model.row_lower))
    upper = np.concatenate((model.upper, model.row_upper))
    rates = sign * np.concatenate((costs, duals))
    scales = np.concatenate((np.maximum(1.0, np.abs(model.objective)), np.ones(duals.size)))
    rates[np.abs(rates) <= GAIN * scales] = 0.0
    away = np.maximum(np.where(rates > 0, values - lower, upper - values), 0.0)
    return float(np.abs(rates) @ np.where(rates != 0, away, 0.0))


def known_point(model: Checkable, options: Options) -> Point | None:
    """The hint, where it is feasible."""
    hint = options.get("hint")
    if hint is None:
        return None
    point = np.asarray(hint, np.float64)
    if np.isnan(point).any() or not model.violation(point).within(1e-6):
        return None
    return point


def refuted(model: Checkable, result: Result, point: Point) -> Result:
    """The claim, refuted by a point that is feasible."""
    return checked(model, replace(result, x=point, dual_bound=None))


def proven(result: Result) -> Result:
    """The claim, with the word that its rows prove it."""
    return replace(result, message=_also(result.message, "a combination of rows proves it"))


def judged(model: LinearModel, first: Result, second: Result | None) -> Result:
    """What two solvers say together of a model, the first of which makes a claim."""
    doubt = f"{first.solver} calls the model {_word(first)}, and nothing confirms it"
    if second is None:
        return replace(first, status=Status.UNCONFIRMED, message=doubt)
    if second.status in {Status.OPTIMAL, Status.FEASIBLE}:
        text = f"{first.solver} called the model {_word(first)}, wrongly"
        return replace(second, message=_also(second.message, text))
    sizes = np.abs(model.matrix.data)
    credible = not sizes.size or sizes.max() <= MOST_SPREAD * sizes.min()
    if second.status is first.status is Status.INFEASIBLE and credible:
        text = f"{first.solver} and {second.solver} agree"
        return replace(first, message=_also(first.message, text))
    message = f"{doubt}; {second.solver}: {_also(str(second.status), second.message)}"
    return replace(first, status=Status.UNCONFIRMED, x=None, message=message)


def _word(result: Result) -> str:
    return str(result.status).replace("_", " ")


def _also(message: str, more: str) -> str:
    return f"{message}; {more}" if message else more


def without_hint(options: Options) -> Options:
    """The options for another model, to which a hint does not belong."""
    options.pop("hint", None)
    return options


def timed(result: Result, budget: Budget) -> Result:
    """The result, with the seconds since the claim."""
    spent = perf_counter() - budget.started - budget.seconds
    return replace(result, seconds={**result.seconds, "confirm": spent})
