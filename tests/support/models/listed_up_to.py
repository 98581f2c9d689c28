"""Members of a problem that may be in a point of a target, listed."""

from nzdd import Status
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.bounds.fixing import Fixing
from nzdd.formulations.choose_many.bounds.prices import Prices
from nzdd.formulations.choose_many.listed.listed_members import ListedMembers
from nzdd.formulations.iteration.limits import Limits


def listed_up_to(many, target, most=5_000):
    """All members that a point of a target may have, by the prices of the relaxation."""
    prices = Prices(DualProgram.of(many), GlopEngine, Limits())
    answer, fixing = prices.solve(), Fixing(prices.program)
    if answer.status is not Status.OPTIMAL or prices.program.boxed(answer):
        return None
    if fixing.add(answer.x) is None:
        return None
    return ListedMembers.of(many, fixing, fixing.left(target), target, most)
