"""What a result must satisfy if the true answer is known, as docs/concepts/numerics.md promises."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from hostile.case import expect
from hostile.exact import truth
from hostile.exact.truth import INFEASIBLE, OPTIMAL, UNBOUNDED
from nzdd.formulations import LinearModel, Result, Status
from support.models.exact_lp import fractions, scaled_violation

TOLERANCE = Fraction(1, 10**6)
ROUNDING = Fraction(1, 10**14)
"""What is infeasible by less than this is so by the rounding of its numbers alone."""
DIGITS = Fraction(1, 10**5)
FAILURES = (Status.NUMERICAL_ERROR, Status.OTHER_ERROR, Status.NO_SOLUTION_FOUND, Status.IMPRECISE)


class Judge:
    """The truth about one model; costly parts are computed when needed.

    Parameters
    ----------
    model : LinearModel
    moderate : bool
        Whether its numbers are such that no solver may fail on it.

    Raises
    ------
    truth.Undecided
        If the true answer takes too long.
    """

    def __init__(self, model: LinearModel, *, moderate: bool) -> None:
        self.model, self.moderate = model, moderate
        self.truth = truth.answer(model)
        self._statuses: set[str] | None = None

    def check(self, result: Result) -> None:
        """Raise Find if the result claims more than is true, or nothing."""
        status = result.status
        if status in FAILURES:
            weak = status is not Status.OTHER_ERROR and (not self.moderate or self._on_edge())
            expect(weak, f"{status}: {result.message}; the truth is {self._true()}")
        elif str(status) == "unconfirmed":  # honest, but of no use where there is an optimum
            none = self.truth.status != OPTIMAL or not self.moderate or self._on_edge()
            expect(none, f"{status}: {result.message}; the truth is {self._true()}")
        elif status is Status.INFEASIBLE_OR_UNBOUNDED:
            allowed = {INFEASIBLE, UNBOUNDED} & self.statuses()
            expect(allowed, f"says {status}, the truth is {self._true()}")
        elif status in (Status.INFEASIBLE, Status.UNBOUNDED):
            word = f"says {status} ({result.message}), the truth is {self._true()}"
            expect(str(status) in self.statuses(), word)
        elif status is Status.FEASIBLE:
            # An optimum that was taken back, where numbers are badly scaled or rows contradict each
            # other by less than the tolerance.
            honest = result.limit is not None or not self.moderate or self._on_edge()
            expect(honest, f"says feasible without a limit ({result.message})")
            self._point(result)
        else:
            self._point(result)
            self._optimum(result)

    def statuses(self) -> set[str]:
        """The statuses that are true of the model exactly, as written, or within rounding."""
        if self._statuses is None:
            found = {self.truth.status, truth.answer(self.model, truth.decimal).status}
            wider = truth.answer(self.model, width=ROUNDING).status
            if wider != INFEASIBLE and self.moderate:
                found -= {INFEASIBLE}
            found.add(wider)
            if INFEASIBLE in found:  # what the tolerance forgives
                found.add(truth.answer(self.model, width=TOLERANCE).status)
            self._statuses = found
        return self._statuses

    def _on_edge(self) -> bool:
        """Whether moving bounds by the tolerance changes the status."""
        return truth.answer(self.model, width=TOLERANCE).status != self.truth.status

    def _true(self) -> str:
        value = self.truth.value
        return self.truth.status if value is None else f"optimal {float(value)!r}"

    def _point(self, result: Result) -> None:
        """Check the point and what the result says of it."""
        assert result.x is not None
        expect(np.isfinite(result.x).all(), "the point is not finite")
        found = scaled_violation(self.model, result.x)
        claimed = Fraction(result.max_violation or 0.0)
        rounding = Fraction(1, 10**9) * (1 if self.moderate else 10**4)
        expect(found <= TOLERANCE + rounding, f"the point violates by {float(found):.3g}")
        expect(
            abs(found - claimed) <= rounding,
            f"max_violation is {float(claimed):.3g}, that of the point is {float(found):.3g}",
        )
        costs, x = fractions(self.model.objective), fractions(result.x)
        terms = [c * v for c, v in zip(costs, x, strict=True)]
        exact = sum(terms, Fraction(self.model.offset))
        size = 1 + sum(map(abs, terms), Fraction(0))
        wrong = result.fun is None or abs(Fraction(result.fun) - exact) > Fraction(1, 10**12) * size
        expect(not wrong, f"fun is {result.fun!r}, that of the point is {float(exact)!r}")

    def _optimum(self, result: Result) -> None:
        """Check that nothing is better than the optimum, and that bounds are valid."""
        if self.truth.status != OPTIMAL:
            # the point satisfies the wider model; what is unbounded has no optimum
            worst = f"says optimal {result.fun!r}, the truth is {self._true()}"
            expect(self.truth.status == INFEASIBLE or OPTIMAL in self.statuses(), worst)
            return
        assert result.fun is not None
        assert result.x is not None
        assert self.truth.value is not None
        sign = -1 if self.model.maximize else 1
        fun, best = sign * Fraction(result.fun), sign * self.truth.value
        slack = self._slack(result)
        if fun > best + slack:
            tight = self._moved(-TOLERANCE)
            message = f"says optimal {result.fun!r}, the optimum is {float(self.truth.value)!r}"
            expect(tight is None or fun <= tight + slack, message)
        if result.dual_bound is None:
            return
        expect(np.isfinite(result.dual_bound), f"the dual bound is {result.dual_bound}")
        bound = sign * Fraction(result.dual_bound)
        claimed = f"the dual bound is {result.dual_bound!r}"
        if bound > best + slack:
            tight = self._moved(-TOLERANCE)
            message = f"{claimed}, the optimum is {float(self.truth.value)!r}"
            expect(tight is None or bound <= tight + slack, message)
        if bound > fun + slack:
            wide = self._moved(TOLERANCE)
            explained = wide is not None and bound <= fun + (best - wide) + slack
            expect(explained, f"{claimed}, on the wrong side of fun {result.fun!r}")
        if self.moderate:
            gap = fun - bound <= 10 * DIGITS * max(1, abs(fun)) + slack
            expect(gap, f"says optimal {result.fun!r}, but {claimed}")

    def _slack(self, result: Result) -> Fraction:
        """Slack for the requested gap, reduced costs and integers within the tolerance."""
        assert self.truth.x is not None
        assert self.truth.value is not None
        away = sum(
            (abs(a - b) for a, b in zip(fractions(result.x), self.truth.x, strict=True)),
            Fraction(0),
        )
        whole = zip(fractions(self.model.objective), self.model.integrality.tolist(), strict=True)
        integers = sum((abs(c) for c, is_whole in whole if is_whole), Fraction(0))
        return DIGITS * max(1, abs(self.truth.value)) + TOLERANCE * (away + integers)

    def _moved(self, width: Fraction) -> Fraction | None:
        """The optimum, to be minimised, with wider or tighter bounds; None if it has none."""
        try:
            found = truth.answer(self.model, width=width)
        except truth.Undecided:
            return None
        if found.value is None:
            return None
        return -found.value if self.model.maximize else found.value
