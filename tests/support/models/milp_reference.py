"""What HiGHS in scipy says of a model, apart from any solver door of ours."""

import pytest
import scipy
from scipy.optimize import Bounds, LinearConstraint, milp

# Older ones are wrong about some models with integer columns, and no reference.
TRUSTED = tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 17)
OPTIMAL, INFEASIBLE, UNBOUNDED, EITHER = 0, 2, 3, 4


def milp_answer(model, **options):
    """Its status, as numbered above, and the optimum in the model's own sense or None."""
    if not TRUSTED and model.is_mixed_integer:
        pytest.skip(f"HiGHS in scipy {scipy.__version__} is no reference; it is from 1.17 on")
    sign = -1 if model.maximize else 1
    rows = LinearConstraint(model.matrix, model.row_lower, model.row_upper)
    answer = milp(
        sign * model.objective,
        integrality=model.integrality,
        bounds=Bounds(model.lower, model.upper),
        constraints=rows if model.num_rows else None,
        options={"mip_rel_gap": 0.0} | options,
    )
    return answer.status, None if answer.fun is None else sign * answer.fun + model.offset
