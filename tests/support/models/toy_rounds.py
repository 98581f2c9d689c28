"""A round solver to trust: scipy's `milp`, with all that it may report."""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from nzdd.formulations.models.result import Status
from nzdd.formulations.row_generation.rounds.round_solver import RoundAnswer

STATUSES = {0: Status.OPTIMAL, 2: Status.INFEASIBLE, 3: Status.UNBOUNDED}


def toy_round(model, *, gap, time_limit, hint, on_bound):
    """Solve to the gap; the hint comes back as an earlier point."""
    if time_limit is not None and time_limit <= 0:
        return RoundAnswer(Status.NO_SOLUTION_FOUND)
    sign = -1 if model.maximize else 1
    if (model.lower > model.upper).any() or (model.row_lower > model.row_upper).any():
        return RoundAnswer(Status.INFEASIBLE)
    answer = milp(
        sign * model.objective,
        integrality=model.integrality.astype(np.uint8),
        bounds=Bounds(model.lower, model.upper),
        constraints=LinearConstraint(model.matrix, model.row_lower, model.row_upper)
        if model.num_rows
        else None,
        options={"mip_rel_gap": gap},
    )
    if answer.x is None:
        return RoundAnswer(STATUSES.get(answer.status, Status.OTHER_ERROR))
    bound = sign * (answer.mip_dual_bound if model.is_mixed_integer else answer.fun) + model.offset
    on_bound(bound)
    points = () if hint is None else (hint,)
    return RoundAnswer(STATUSES[answer.status], answer.x, bound, points)
