"""Claims of solvers that race for one model: one search for a proof serves all of them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from nzdd.adapters.methods.claims.verdict import Point
from nzdd.formulations.models.result import Result, Status


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
