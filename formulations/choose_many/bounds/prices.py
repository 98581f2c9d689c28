"""Optimal prices: the dual program, whose rows are found as they are violated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, vstack

from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.lp_engine import LPAnswer, MakeEngine
from nzdd.formulations.models.arrays import Floats, Ints, Matrix
from nzdd.formulations.models.result import Status
from nzdd.formulations.row_generation.rows_in_use import RowsInUse

INSIDE = 0.8
"""The share of prices that no member exceeds where members are asked for."""

MEMBERS = 200
"""Members asked for at a time."""

OLD = 5
"""Solves in a row in which a member is not taken, after which it may go."""

TOLERANCE = 1e-7


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """How much of each member an optimal solution of the relaxation takes.

    Attributes
    ----------
    amounts : ndarray, shape (k,)
    choice : ndarray of int64, shape (k,)
        The choice that each member is of.
    place : ndarray of int64, shape (k,)
        Its number among the members found for its choice.
    """

    amounts: Floats
    choice: Ints
    place: Ints

    @property
    def members(self) -> Ints:
        """They as (choice, place), shape (k, 2)."""
        return np.stack((self.choice, self.place), axis=1)


class Prices:
    """The dual program in an engine that keeps its basis while the sides of rows change.

    Members are asked for at a point between the optimum over those in use and the best prices that
    no member exceeds (W. Ben-Ameur and J. Neto, Acceleration of cutting-plane and column generation
    algorithms, 2007). On the cutting-stock instances of BPPLIB that takes a half to a fifth of the
    rounds.

    Attributes
    ----------
    inside : ndarray or None
        The best prices so far that no member exceeds.
    answer : LPAnswer
        The last optimum over members in use.
    rounds : int
        Solves so far.
    limits : Limits
        Of the next solves.
    """

    def __init__(self, program: DualProgram, make_engine: MakeEngine, limits: Limits) -> None:
        self.program, self.limits = program, limits
        self._make_engine = make_engine
        self._use = RowsInUse(program.lazy.core, make_engine)
        self._objective = program.lazy.core.objective
        self.inside: Floats | None = None
        zero = np.zeros(program.lazy.core.num_columns)
        if program.lazy.holds(zero, 0.0):
            self.inside = zero
        self.answer = LPAnswer(Status.NO_SOLUTION_FOUND)
        self.rounds = 0

    def solve(
        self,
        objective: Floats | None = None,
        tolerance: float = TOLERANCE,
        target: float = np.inf,
    ) -> LPAnswer:
        """Optimal prices, by another objective if one is given; NO_SOLUTION_FOUND at a limit.

        Prices near the optimum do where the tolerance says so, but not if the target lies between;
        prices worth more than that are enough.
        """
        if objective is not None and not np.array_equal(objective, self._objective):
            self._use.engine.set_objective(objective)  # type: ignore[attr-defined]
            self._objective = objective
        return self._run(tolerance, target)

    def _run(self, tolerance: float, target: float) -> LPAnswer:
        dropped_at = np.inf
        while True:
            if self.limits.ends():
                return LPAnswer(Status.NO_SOLUTION_FOUND)
            answer = self._use.engine.solve(self.limits.left)
            self.rounds += 1
            if answer.status is not Status.OPTIMAL or answer.x is None or answer.duals is None:
                return answer
            self.answer = answer
            value, y = float(self._objective @ answer.x), answer.x
            if self.inside is not None:
                least = float(self._objective @ self.inside)
                near = value - least <= tolerance * max(1.0, abs(value))
                if least > target or (
                    near and value <= target and not self.program.boxed(answer, 0.0)
                ):
                    return answer
                y = INSIDE * self.inside + (1.0 - INSIDE) * y
            self._use.grow_older(answer.duals)
            added, _ = self._use.separate(self.program.lazy, y, MEMBERS, TOLERANCE)
            if not added:
                self.inside = y
                added, _ = self._use.separate(self.program.lazy, answer.x, MEMBERS, TOLERANCE)
                if not added:
                    self.inside = answer.x
                    return answer
            # Members may go only where the optimum has fallen since the last time.
            if value < dropped_at - 1e-9 * (1.0 + abs(value)) and self._use.drop(OLD, answer.x):
                dropped_at = value
                self.answer = LPAnswer(Status.NO_SOLUTION_FOUND)  # it is of members that are gone

    def of_rest(self, rest: ManyModel) -> Prices:
        """Prices for what is left of the model, with the members in use of which all is of use."""
        part = Prices(DualProgram.of(rest), self._make_engine, self.limits)
        members = self.members
        for number, old in enumerate(self.program.oracles):
            new = part.program.oracles[number]
            assert new.choice.part is not None
            places = members[members[:, 0] == number, 1]
            members_ = csr_array(old.found.symbols[places])
            fits = new.choice.part.members(members_)
            paths, costs, keys = old.found.take(places[fits])
            new.found.add(paths, costs, keys)
            rows = new.rows(csr_array(members_[fits]), costs, keys)
            part._use.add(rows, np.full(keys.size, number))
        return part

    def of_branch(self, many: ManyModel, members: Sequence[Matrix]) -> Prices:
        """Prices for another model, of which these members of each choice are known."""
        part = Prices(DualProgram.of(many), self._make_engine, self.limits)
        for number, oracle in enumerate(part.program.oracles):
            rows = oracle.known(members[number])
            part._use.add(rows, np.full(len(rows), number))
        return part

    @property
    def num_members(self) -> int:
        """How many members were generated."""
        return sum(len(oracle.found) for oracle in self.program.oracles)

    @property
    def members(self) -> Ints:
        """The members in use as (choice, place), shape (k, 2)."""
        rows, choice = self._use.rows, self._use.oracle
        place = np.zeros(len(rows), np.int64)
        for number, oracle in enumerate(self.program.oracles):
            mine = choice == number
            place[mine] = oracle.found.at(rows.key[mine])
        return np.stack((choice, place), axis=1)

    def shares(self) -> Shares:
        """The members that the relaxation takes, from the duals of their rows."""
        answer = self.answer
        assert answer.status is Status.OPTIMAL
        assert answer.duals is not None
        amounts = answer.duals[self.program.lazy.core.num_rows :]
        taken = np.flatnonzero(np.abs(amounts) > 1e-9)
        members = self.members[taken]  # others may have come after these
        return Shares(np.abs(amounts[taken]), members[:, 0], members[:, 1])

    def others(self) -> Floats:
        """The columns outside choices in that solution: duals of the rows of the dual."""
        assert self.answer.duals is not None
        return self.answer.duals[: self.program.lazy.core.num_rows]

    def use(self, members: Ints) -> tuple[Matrix, Floats]:
        """What members, as (choice, place), add to the columns of the core, and their costs."""
        width, costs = self.program.width, np.zeros(len(members))
        parts, order = [], []
        for number, oracle in enumerate(self.program.oracles):
            mine = np.flatnonzero(members[:, 0] == number)
            usage = oracle.choice.usage(oracle.found.symbols[members[mine, 1]]).tocoo()
            columns = oracle.choice.columns[usage.col]
            parts.append(csr_array((usage.data, (usage.row, columns)), shape=(mine.size, width)))
            costs[mine] = oracle.found.costs[members[mine, 1]]
            order.append(mine)
        stacked = csr_array(vstack(parts, format="csr"))
        return csr_array(stacked[np.argsort(np.concatenate(order))]), costs
