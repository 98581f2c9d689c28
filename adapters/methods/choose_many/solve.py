"""A `FamilyModel` that chooses many members, solved without the flows it has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from time import perf_counter

from nzdd.adapters.methods.choose_many.search import ManySearch
from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.cores import num_cores
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.family_models import FamilyModel
from nzdd.formulations.family_models.many_choice import ManyColumns
from nzdd.formulations.iteration.limits import Limits, in_words
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.result import Result, Status, checked

SOLVER = "glop and highs"


@dataclass(frozen=True, slots=True)
class ManyReport:
    """How members were chosen.

    Attributes
    ----------
    relaxation : float or None
        The optimum over fractions of members.
    edges, edges_left : int
        Of all graphs, and those that points at the last target may use.
    members : int
        Members that were generated.
    rounds : int
        Solves of the relaxation.
    targets : int
        Values for which it was asked whether a point has them.
    """

    relaxation: float | None
    edges: int
    edges_left: int
    members: int
    rounds: int
    targets: int


def solve_many(model: FamilyModel, limits: Limits, options: Options | Settings) -> Result | None:
    """Solve by prices and generated members; None where that does not apply.

    It applies to models whose only families are those of `choose_many`, where prices bound the
    objective, and which have a point.
    """
    columns = model.many
    if columns is None:
        return None
    started = perf_counter()
    linear = model.linear
    chosen = settings(linear, options)
    stop = None if chosen.interrupt is None else chosen.interrupt.is_set
    cores = min(num_cores(), chosen.threads or num_cores())
    unit = -columns.unit if model.maximize else columns.unit
    own = Limits(limits.left, stop)
    search = ManySearch(columns.many, own, cores, chosen.gap, interrupt=chosen.interrupt)

    def told(point: Point | None, bound: Fraction | None) -> None:
        value = None if search.best is None else unit * search.best.value + linear.offset
        lower = None if bound is None else unit * float(bound) + linear.offset
        x = None if point is None else columns.whole(point)
        if on_step is not None:
            step = SolveStep.of(
                linear, limits.seconds, lower, value, x, rounds=search.prices.rounds
            )
            on_step(replace(step, method="lazy", solver=SOLVER))
        if chosen.on_found is not None:
            chosen.on_found(x, lower)

    on_step = chosen.on_step
    search.told = told
    if chosen.hint is not None:
        search.start = columns.part(chosen.hint)
    if not search.run():
        return None
    result = _result(columns, search, unit, linear.offset)
    result = replace(result, seconds={"solve": perf_counter() - started})
    result = checked(linear, result)
    return replace(result, chosen=model.chosen(result))


def _result(columns: ManyColumns, search: ManySearch, unit: float, offset: float) -> Result:
    """The result in the model's own sense, not yet checked."""
    limit = None if search.settled else search.limits.reached()
    status = Status.OPTIMAL if search.settled else Status.FEASIBLE
    x = fun = None
    bound = None if search.bound is None else unit * float(search.bound) + offset
    if search.best is not None:
        x, fun = columns.whole(search.best), unit * search.best.value + offset
    else:
        status = Status.NO_SOLUTION_FOUND
    return Result(
        status,
        search.stuck if limit is None else in_words(limit),
        x=x,
        fun=fun,
        dual_bound=bound,
        limit=limit,
        method="lazy",
        solver=SOLVER,
        report=ManyReport(
            None if search.relaxed is None else unit * search.relaxed + offset,
            search.edges,
            search.left,
            search.prices.num_members,
            search.prices.rounds,
            search.targets,
        ),
    )
