"""What the solves that confirm a claim may take and share, and their answers as one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from time import perf_counter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.workers.timing import SECOND_SOLVER_SECONDS
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Checkable, Result, Status, checked, claimed

MOST_SPREAD = 1e9
"""Between the sizes of coefficients, beyond which solvers that agree may all be wrong."""

Point: TypeAlias = "NDArray[np.float64]"


@dataclass(frozen=True, slots=True)
class Budget:
    """For further solves: the settings of the first one, the seconds it took, and its start."""

    settings: Settings
    seconds: float
    started: float

    def next(self, *, hint: bool = True) -> Settings:
        """The settings of a further solve; without the hint for another model."""
        first, left = self.settings, max(self.seconds, SECOND_SOLVER_SECONDS)
        if first.time_limit is not None:
            left = min(left, max(0.0, first.time_limit - (perf_counter() - self.started)))
        return Settings(
            left,
            first.threads,
            hint=first.hint if hint else None,
            memory_limit=first.memory_limit,
            interrupt=first.interrupt,
        )

    def timed(self, result: Result) -> Result:
        """The result, with the seconds since the claim."""
        spent = perf_counter() - self.started - self.seconds
        return replace(result, seconds={**result.seconds, "confirm": spent})


class SharedClaims:
    """What racers, each of which got the model as it came in, claim about it."""

    def __init__(self) -> None:
        self._claims: list[Result] = []
        self._turn = Lock()
        self._proof: Point | bool | None = None

    def proof(self, search: Callable[[], Point | bool]) -> Point | bool:
        """What the first search for a proof finds, for which the others wait."""
        with self._turn:
            if self._proof is None:
                self._proof = search()
            return self._proof

    def add(self, claim: Result) -> None:
        """Note a claim for the other racers."""
        self._claims.append(claim)

    def agreeing(self, claim: Result) -> Result | None:
        """The claim of another solver that the model is infeasible, if there is one."""
        for other in self._claims:
            if other.solver != claim.solver and other.status is Status.INFEASIBLE:
                return other
        return None


def known_point(model: Checkable, hint: Point | None) -> Point | None:
    """The hint, where it is feasible."""
    return None if hint is None or np.isnan(hint).any() else feasible(model, hint)


def feasible(model: Checkable, x: Point) -> Point | None:
    """The point with exact integers, where that satisfies the model."""
    point = model.snapped(x)
    return point if model.violation(point).within(1e-6) else None


def with_fixed_integers(model: LinearModel, result: Result) -> LinearModel | None:
    """The linear program in the continuous columns of a point that is imprecise by them alone.

    None where the result has no such point.
    """
    if result.status is not Status.IMPRECISE or result.x is None or model.integrality.all():
        return None
    whole, x = model.integrality, result.x
    if not whole.any() or (x[whole] != np.rint(x[whole])).any():
        return None
    if ((x < model.lower) | (x > model.upper))[whole].any():
        return None
    return model.changed(
        lower=np.where(whole, x, model.lower),
        upper=np.where(whole, x, model.upper),
        integrality=np.zeros_like(whole),
    )


def with_values(model: Checkable, result: Result, x: Point | None, gap: float) -> Result:
    """An imprecise result as its solver claimed it, with another point, where that is feasible."""
    if x is None:
        return result
    found = checked(model, replace(claimed(result), x=x), gap=gap)
    return result if found.status is Status.IMPRECISE else found


def with_known(model: Checkable, result: Result, point: Point | None) -> Result:
    """The result, with a feasible point that is known in place of a worse one.

    An optimum that the point refutes becomes FEASIBLE.
    """
    if point is None or result.x is None or result.fun is None:
        return result
    gain = model.objective_value(point) - result.fun
    better = gain > 0 if model.maximize else gain < 0
    return checked(model, replace(result, x=point)) if better else result


def with_direction(
    model: Checkable, result: Result, x: Point | None, any_point: Callable[[], Result]
) -> Result:
    """The result where a direction improves the objective: UNBOUNDED if there is a point at all.

    `any_point` searches for one where `x` is none; what it calls infeasible is settled.
    """
    if x is None or feasible(model, x) is None:
        found = any_point()
        if found.status in {Status.INFEASIBLE, Status.UNCONFIRMED}:
            return replace(found, solver=result.solver, method=result.method)
        x = found.x if found.status in {Status.OPTIMAL, Status.FEASIBLE} else None
    result, text = replace(result, dual_bound=None, limit=None), "improves the objective for ever"
    if x is None:
        message = f"a direction {text}, and no point was found"
        return replace(result, status=Status.INFEASIBLE_OR_UNBOUNDED, message=message, x=None)
    message = f"a direction {text}, from a feasible point"
    return checked(model, replace(result, status=Status.UNBOUNDED, message=message, x=x))


def refuted(model: Checkable, result: Result, point: Point) -> Result:
    """The claim, refuted by a point that is feasible."""
    return checked(model, replace(result, x=point, dual_bound=None))


def proven(result: Result) -> Result:
    """The claim, with the message that its rows prove it."""
    return replace(result, message=combined(result.message, "a combination of rows proves it"))


def judged(model: LinearModel, first: Result, second: Result | None) -> Result:
    """One result of the answers of two solvers, the first of which makes a claim."""
    doubt = f"{first.solver} calls the model {_word(first)}, and nothing confirms it"
    if second is None:
        return replace(first, status=Status.UNCONFIRMED, message=doubt)
    if second.status in {Status.OPTIMAL, Status.FEASIBLE}:
        text = f"{first.solver} called the model {_word(first)}, wrongly"
        return replace(second, message=combined(second.message, text))
    sizes = np.abs(model.matrix.data)
    # a linear program that is infeasible has a proof, and that was looked for
    credible = model.is_mixed_integer
    credible &= not sizes.size or bool(sizes.max() <= MOST_SPREAD * sizes.min())
    if second.status is first.status is Status.INFEASIBLE and credible:
        text = f"{first.solver} and {second.solver} agree"
        return replace(first, message=combined(first.message, text))
    message = f"{doubt}; {second.solver}: {combined(str(second.status), second.message)}"
    return replace(first, status=Status.UNCONFIRMED, x=None, message=message)


def _word(result: Result) -> str:
    return str(result.status).replace("_", " ")


def combined(message: str, more: str) -> str:
    """Two messages in one line, the first of which may be empty."""
    return f"{message}; {more}" if message else more
