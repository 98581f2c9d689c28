"""What prices of the relaxation prove about legs."""

import numpy as np
import pytest

from nzdd.adapters.methods.routing.relaxation import Relaxation
from nzdd.adapters.methods.routing.route_search import routes_model
from nzdd.formulations.choose_many.bounds.prices import TOLERANCE
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.routing.capacity_cuts import CapacityCuts
from nzdd.formulations.routing.ng_routes import ng_routes
from nzdd.formulations.routing.routing_problem import RoutingProblem
from support.vehicle_routing import best_routes, random_problem


@pytest.mark.parametrize("tolerance", [TOLERANCE, 0.05])
def test_the_best_routes_have_only_legs_that_are_left(tolerance):
    left = []
    for seed in range(8):
        far, loads, capacity = random_problem(np.random.default_rng(seed))
        problem = RoutingProblem.of(far, loads, capacity)
        relaxation = Relaxation(Limits(None))
        assert relaxation.symbols_within(0.0) is None
        model = routes_model(
            problem, ng_routes(problem, 2), CapacityCuts.none(problem), integrality=False
        )
        bound = relaxation.solve(model, tolerance).bound
        best = best_routes(far.tolist(), loads.tolist(), capacity)
        assert bound <= best
        legs = relaxation.symbols_within(best)

        def admits(order, problem=problem, legs=legs):
            return legs[problem.legs(np.array(order))].all()

        assert best_routes(far.tolist(), loads.tolist(), capacity, admits=admits) == best
        left.append(legs.sum())
    assert min(left) < 20
    assert max(left) > 5
