"""Small problems of choosing members, and the same with a column for each member."""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from nzdd import ZDD, FamilyModel
from nzdd.families import patterns
from support.sets.paths import listed


def random_family(random):
    """A family of one of three kinds, and costs of its edges."""
    kind = random.integers(3)
    size = int(random.integers(1, 6))
    if kind == 0:
        weights = random.integers(1, 8, size)
        return patterns(weights, int(random.integers(7, 15)), random.integers(1, 4, size)), 0.0
    rows = [np.flatnonzero(row) for row in random.random((random.integers(1, 9), size)) < 0.5]
    zdd = ZDD.from_rows(rows, num_symbols=size)
    if kind == 1:
        return zdd, 0.0
    family = zdd.to_nzdd()
    return family, random.integers(0, 4, family.num_edges).astype(float)


def random_problem(random):
    """A model, and the status and the optimum of the same with a column for each member."""
    model = FamilyModel(maximize=bool(random.random() < 0.3))
    sign = -1.0 if model.maximize else 1.0
    columns, costs, lower, upper = [], [], [], []
    parts = []
    for _ in range(random.integers(1, 3)):
        family, edge_costs = random_family(random)
        fixed = sign * float(random.integers(0, 4))
        per_symbol = sign * random.integers(0, 3, family.num_symbols).astype(float)
        total = sorted(random.integers(0, 6, 2)) if random.random() < 0.3 else (0, np.inf)
        if random.random() < 0.2:  # members that gain, so many of them as there may be
            fixed, total = -4.0 * sign, (0, int(random.integers(0, 5)))
        counts = model.choose_many(
            family, per_symbol, edge_costs=sign * np.asarray(edge_costs), cost=fixed, total=total
        )
        members, of_edges = listed(family, sign * np.asarray(edge_costs))
        parts.append((counts, members, fixed, per_symbol, of_edges, total))
    size = min(part[1].shape[1] for part in parts)
    rows = random.integers(0, 2, (random.integers(1, 5), size)).astype(float)
    kind = random.integers(0, 3)
    side = random.integers(0, 6, len(rows)).astype(float)
    low = side if kind != 1 else np.full(len(rows), -np.inf)
    high = side if kind != 0 else np.full(len(rows), np.inf)
    places = [part[0].symbols[:size] for part in parts]
    matrix = [rows] * len(parts)
    if random.random() < 0.4:  # what is missing, or too much, at a price
        integral = bool(random.random() < 0.5)
        slack = model.add_columns(
            len(rows),
            sign * random.integers(1, 6),
            lower=float(random.integers(-2, 1)),
            upper=3.0,
            integrality=integral,
        )
        places.append(slack)
        matrix.append(random.choice((-1.0, 1.0)) * np.eye(len(rows)))
    else:
        slack = None
    model.add_rows(np.hstack(matrix), np.concatenate(places), low, high)
    for _, members, fixed, per_symbol, of_edges, total in parts:
        columns.append(
            np.vstack((rows @ members[:, :size].T, np.zeros((len(parts), len(members)))))
        )
        columns[-1][len(rows) + len(columns) - 1] = 1.0
        costs.append(fixed + members @ per_symbol + of_edges)
        lower.append(total[0])
        upper.append(total[1])
    whole = [np.ones(part.shape[1]) for part in columns]
    bound = [np.full(part.shape[1], np.inf) for part in columns]
    least = [np.zeros(part.shape[1]) for part in columns]
    if slack is not None:
        linear = model.linear
        columns.append(np.vstack((matrix[-1], np.zeros((len(parts), len(rows))))))
        costs.append(linear.objective[slack])
        whole.append(linear.integrality[slack].astype(float))
        bound.append(linear.upper[slack])
        least.append(linear.lower[slack])
    answer = milp(
        sign * np.concatenate(costs),
        constraints=LinearConstraint(
            csr_array(np.hstack(columns)), np.append(low, lower), np.append(high, upper)
        ),
        integrality=np.concatenate(whole),
        bounds=Bounds(np.concatenate(least), np.concatenate(bound)),
        options={"time_limit": 10},
    )
    return model, answer.status, None if answer.x is None else sign * answer.fun
