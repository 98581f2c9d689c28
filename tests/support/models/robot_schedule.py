"""The model in ``examples/robot_schedule.mps.gz``, which this script writes.

Products visit robots, each in an order of its own. A column says that a product starts at a robot
in a slot: it starts once, at a robot when the robot before is done, and two products are never at a
robot at once. Rows are pairs that exclude each other; the objective is the weighted end of all.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array, vstack

from nzdd import LinearModel
from nzdd.files.models import mps

PRODUCTS, ROBOTS, SLOTS = 5, 4, 32
LONGEST = 7
PATH = Path(__file__).parents[3] / "examples/robot_schedule.mps.gz"


def robot_schedule() -> LinearModel:
    """The model, from one seed."""
    random = np.random.default_rng(0)
    order = [random.permutation(ROBOTS) for _ in range(PRODUCTS)]
    length = random.integers(2, LONGEST + 1, (PRODUCTS, ROBOTS))
    weight = random.integers(1, 10, PRODUCTS)
    number = np.arange(PRODUCTS * ROBOTS * SLOTS).reshape(PRODUCTS, ROBOTS, SLOTS)
    start, then = np.indices((SLOTS, SLOTS))
    pairs = []
    for product in range(PRODUCTS):
        for robot, following in pairwise(order[product]):
            s, t = np.nonzero(then < start + length[product, robot])
            pairs.append((number[product, robot, s], number[product, following, t]))
    for robot in range(ROBOTS):
        for one, other in combinations(range(PRODUCTS), 2):
            both = (then < start + length[one, robot]) & (start < then + length[other, robot])
            s, t = np.nonzero(both)
            pairs.append((number[one, robot, s], number[other, robot, t]))
    exclusive = np.concatenate([np.column_stack(pair) for pair in pairs])
    cost = np.zeros(number.shape)
    for product in range(PRODUCTS):
        last = order[product][-1]
        cost[product, last] = weight[product] * (np.arange(SLOTS) + length[product, last])
    once = np.repeat(np.eye(PRODUCTS * ROBOTS), SLOTS, axis=1)
    rows = csr_array(
        (np.ones(exclusive.size), exclusive.ravel(), np.arange(0, exclusive.size + 1, 2)),
        shape=(len(exclusive), number.size),
    )
    lower = np.concatenate((np.ones(len(once)), np.full(len(exclusive), -np.inf)))
    return LinearModel(
        cost.ravel(), vstack([csr_array(once), rows]), lower, 1.0, upper=1, integrality=True
    )


if __name__ == "__main__":
    mps.write(robot_schedule(), PATH)
