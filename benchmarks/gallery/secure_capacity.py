"""Secure capacities: contingencies are listed, or the worst one is a mixed-integer program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, hstack, identity, kron, vstack
from scipy.sparse.csgraph import breadth_first_order, maximum_flow

from benchmarks.gallery import branch_and_cut, rounds
from benchmarks.gallery.compare import Answer, Problem, answer, script

Size = tuple[int, int]
DEMAND = 6
MOST_ROWS = 50


def ours(size: Size, limit: float) -> Answer:
    problem = script("secure_capacity")
    places, failures = size
    return answer(problem.solve(*problem.instance(places), failures, DEMAND, time_limit=limit)[-1])


def one_flow_each(size: Size, limit: float) -> Answer:
    """One model in HiGHS with a flow for each set of failures."""
    incidence, price, failures = _network(size)
    places, lines = incidence.shape
    cases = list(combinations(range(lines), failures))
    working = np.ones((len(cases), lines))
    np.put_along_axis(working, np.array(cases), 0.0, axis=1)
    balance = np.zeros(places)
    balance[[0, -1]] = DEMAND, -DEMAND
    # columns: capacities, then the flow of each case; flow <= capacity in both directions
    each = identity(working.size)
    capacity = csr_array(
        (working.ravel(), (np.arange(working.size), np.tile(np.arange(lines), len(cases)))),
        (working.size, lines),
    )
    within = vstack([hstack([capacity, each]), hstack([capacity, -each])])
    nothing = csr_array((places * len(cases), lines))
    through = hstack([nothing, kron(identity(len(cases)), incidence)])
    sides = np.tile(balance, len(cases))
    found = milp(
        np.append(price, np.zeros(working.size)),
        constraints=[LinearConstraint(within, lb=0), LinearConstraint(through, sides, sides)],
        integrality=np.append(np.ones(lines), np.zeros(working.size)),
        bounds=Bounds(
            np.append(np.zeros(lines), np.full(working.size, -np.inf)),
            np.append(np.full(lines, DEMAND), np.full(working.size, np.inf)),
        ),
        options={"time_limit": limit, "mip_rel_gap": 0.0},
    )
    bound = found.mip_dual_bound
    return ("optimal" if found.status == 0 else "time"), found.fun, bound


def by_flows(size: Size, limit: float) -> Answer:
    """Row generation; a maximal flow for each set of failures finds cuts that are too small."""
    incidence, price, failures = _network(size)
    tail, head = _ends(incidence)
    places, lines = incidence.shape
    cases = list(combinations(range(lines), failures))
    rows, columns = np.concatenate((tail, head)), np.concatenate((head, tail))

    def oracle(x: NDArray[Any], left: float) -> Iterator[rounds.Row]:
        found = 0
        capacity = x.round().astype(np.int32)
        for case in cases:
            whole = capacity.copy()
            whole[list(case)] = 0
            network = csr_array((np.tile(whole, 2), (rows, columns)), (places, places))
            flow = maximum_flow(network, 0, places - 1)
            if flow.flow_value < DEMAND:
                rest: Any = network - flow.flow
                rest.eliminate_zeros()
                here = np.zeros(places, np.bool_)
                here[breadth_first_order(rest, 0, return_predecessors=False)] = True
                row = (here[tail] != here[head]).astype(float)
                row[list(case)] = 0
                yield row, float(DEMAND)
                found += 1
                if found == MOST_ROWS:
                    return

    return rounds.solve(price, oracle, limit, upper=DEMAND)


def by_programs(size: Size, limit: float) -> Answer:
    """Row generation; the interdiction program of Wood 1993 in HiGHS finds the worst failures."""
    return _interdicted(rounds.solve, size, limit)


def in_the_tree(size: Size, limit: float) -> Answer:
    """Branch and cut in SCIP; the interdiction program of Wood 1993 finds the worst failures."""
    return _interdicted(branch_and_cut.solve, size, limit)


def _interdicted(method: Callable[..., Answer], size: Size, limit: float) -> Answer:
    """Columns: the side of each place; of each line whether it is cut, and whether it fails."""
    incidence, price, failures = _network(size)
    places, lines = incidence.shape
    across = incidence.T
    one = identity(lines)
    constraints = [
        LinearConstraint(hstack([-across, one, one]), lb=0),
        LinearConstraint(hstack([across, one, one]), lb=0),
        LinearConstraint(np.repeat((0.0, 1.0), (places + lines, lines)), ub=failures),
    ]
    low, high = np.zeros(places + 2 * lines), np.ones(places + 2 * lines)
    high[0], low[places - 1] = 0, 1

    def oracle(x: NDArray[Any], left: float) -> Iterator[rounds.Row]:
        value = np.concatenate((np.zeros(places), x, np.zeros(lines)))
        found = rounds.worst(-value, constraints, left, bounds=Bounds(low, high))
        assert found is not None  # all lines are cut
        yield found[places : places + lines].round(), float(DEMAND)

    return method(price, oracle, limit, upper=DEMAND)


def _network(size: Size) -> tuple[Any, NDArray[np.float64], int]:
    """Incidence of places and lines, prices, and the number of failures."""
    places, failures = size
    graph, price = script("secure_capacity").instance(places)
    tail, head = np.array(graph.edges).T
    line = np.arange(len(price))
    signs = np.repeat((1.0, -1.0), line.size)
    where = np.concatenate((tail, head)), np.tile(line, 2)
    return csr_array((signs, where), (places, line.size)), price.astype(float), failures


def _ends(incidence: Any) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    dense = incidence.toarray()
    return dense.argmax(axis=0), dense.argmin(axis=0)


PROBLEM = Problem(
    "Capacities that still carry the demand after any failures",
    ((10, 1), (10, 2), (15, 2), (20, 2), (30, 2), (40, 2), (40, 3), (50, 3), (60, 3)),
    ours,
    {
        "a flow for each, HiGHS": one_flow_each,
        "rows by flows, HiGHS": by_flows,
        "rows by programs, HiGHS": by_programs,
        "cuts by programs, SCIP": in_the_tree,
    },
    unit="{} places, {} failures",
)
