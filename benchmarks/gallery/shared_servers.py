"""Shared servers: services are assigned to servers."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, eye_array, hstack, kron, vstack

import nzdd
from benchmarks.gallery.compare import Answer, Problem, answer, script
from nzdd.formulations import LinearModel


def ours(size: int, limit: float) -> Answer:
    servers = script("shared_servers")
    return answer(servers.solve(*servers.instance(size), time_limit=limit)[-1])


def _assignment(solver: str, size: int, limit: float) -> Answer:
    """Whether each service is on each server; servers are used in their order."""
    needs, pairs, server = script("shared_servers").instance(size)
    most = size // 2  # two services fit on nearly any server
    each = eye_array(most)
    ends = np.repeat(np.arange(len(pairs)), 2), pairs.ravel()
    apart = csr_array((np.ones(pairs.size), ends), shape=(len(pairs), size))
    used = csr_array(np.ones((len(pairs), 1)))
    matrix = vstack(
        (
            hstack((kron(np.ones((1, most)), eye_array(size)), csr_array((size, most)))),
            *(
                hstack((kron(each, -need[None]), room * each))
                for need, room in zip(needs.T, server, strict=True)
            ),
            hstack((kron(each, -apart), kron(each, used))),
            hstack(
                (
                    csr_array((most - 1, size * most)),
                    eye_array(most - 1, most) - eye_array(most - 1, most, k=1),
                )
            ),
        ),
        format="csr",
    )
    lower = np.zeros(matrix.shape[0])
    upper = np.full(matrix.shape[0], np.inf)
    lower[:size] = upper[:size] = 1
    model = LinearModel(
        np.repeat((0, 1), (size * most, most)), matrix, lower, upper, 0, 1, integrality=True
    )
    return answer(nzdd.solve(model, "direct", solver, time_limit=limit, threads=1))


def highs(size: int, limit: float) -> Answer:
    """The assignment in HiGHS."""
    return _assignment("highs", size, limit)


def cp_sat(size: int, limit: float) -> Answer:
    """The assignment in CP-SAT."""
    return _assignment("cp_sat", size, limit)


PROBLEM = Problem(
    "Services with two needs and conflicts on the fewest servers",
    (20, 30, 40, 60, 80),
    ours,
    {"assignment, HiGHS": highs, "assignment, CP-SAT": cp_sat},
    unit="services",
)
