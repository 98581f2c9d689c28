"""Small PySCIPOpt models with members to choose, and the same with a column for each path."""

from dataclasses import dataclass

import numpy as np
from pyscipopt import Model, quicksum
from scipy.sparse import csr_array

from nzdd import ZDD
from nzdd.adapters.solvers.scip import add_members
from nzdd.formulations import LinearModel
from support.models.many_problems import random_family
from support.sets.paths import listed


@dataclass
class MembersModel:
    """Rows `low <= matrix @ x + sum of use @ members <= high` and more, as SCIP and listed."""

    model: Model
    variables: list
    costs: np.ndarray
    matrix: np.ndarray
    low: np.ndarray
    high: np.ndarray
    members: list  # a pricer, and what each symbol adds to each row
    listed: LinearModel

    def misses_rows_without_terms(self):
        """Whether a listed row without coefficients, which `scip_model` leaves out, is not kept."""
        empty = np.diff(self.listed.matrix.indptr) == 0
        return bool(((self.listed.row_lower > 0) | (self.listed.row_upper < 0))[empty].any())

    def check_point(self):
        """What SCIP's variables and the chosen members add up to keeps the rows, at its value."""
        x = np.array([self.model.getVal(variable) for variable in self.variables])
        sums, value = self.matrix @ x, self.costs @ x
        for pricer, use in self.members:
            chosen = pricer.chosen()
            sums = sums + use @ (chosen.members.T @ chosen.number)
            value += chosen.costs @ chosen.number
        assert (sums >= self.low - 1e-5).all()
        assert (sums <= self.high + 1e-5).all()
        assert abs(value - self.model.getObjVal()) < 1e-5


def _sides(random, number):
    mixed = random.random() < 0.5
    kind = random.integers(0, 4, number) if mixed else np.full(number, random.integers(0, 4))
    side = random.integers(0, 7, number).astype(float)
    low = np.where(kind != 1, side, -np.inf)
    wide = np.where(kind == 3, random.integers(0, 3, number), 0)
    return low, np.where(kind == 0, np.inf, side + wide)


def _own_variables(random, model, sign, number):
    variables, columns = [], []
    for j in range(number):
        kind = "CIB"[random.integers(3)]
        low = float(random.integers(-2, 1)) if kind != "B" else 0.0
        high = low + float(random.integers(0, 5)) if kind != "B" else 1.0
        cost = sign * float(random.integers(-2, 5))
        variables.append(model.addVar(f"x{j}", kind, low, high, cost))
        columns.append((cost, low, high, kind != "C"))
    return variables, np.array(columns, float).reshape(-1, 4).T


def _costs(random, family, edge_costs, sign):
    """Of edges, of symbols, of a member, and limits of the number of members."""
    of_edges = sign * np.asarray(edge_costs)
    if random.random() < 0.3 and not isinstance(family, ZDD):
        of_edges = np.round(sign * random.random(family.num_edges), 2)
    fixed = sign * float(random.integers(0, 4))
    of_symbols = sign * random.integers(0, 3, family.num_symbols).astype(float)
    if random.random() < 0.2:
        of_symbols = np.round(of_symbols + random.random(of_symbols.size), 2)
    total = (0, np.inf)
    if random.random() < 0.3:
        total = tuple(sorted(map(int, random.integers(0, 6, 2))))
    if random.random() < 0.2:  # members that gain, so many of them as there may be
        fixed, total = -4.0 * sign, (0, int(random.integers(0, 5)))
    return of_edges, of_symbols, fixed, total


def random_members_model(random):
    """One or two families in up to five constraints, beside up to three variables of the user."""
    maximize = bool(random.random() < 0.4)
    sign = -1.0 if maximize else 1.0
    model = Model()
    model.hideOutput()
    size = int(random.integers(1, 6))
    number = int(random.integers(0, 4)) if random.random() < 0.6 else 0
    variables, own = _own_variables(random, model, sign, number)
    matrix = random.choice([0, 0, 1, -1, 2, 0.5], (size, number))
    low, high = _sides(random, size)
    random.random()
    if maximize:
        model.setMaximize()
    constraints = []
    for row, least, most in zip(matrix, low.tolist(), high.tolist(), strict=True):
        left = quicksum(a * x for a, x in zip(row, variables, strict=True) if a)
        side = left <= most if np.isinf(least) else left >= least
        if np.isfinite(least) and np.isfinite(most):
            side = (left == least) if least == most else (least <= (left <= most))
        constraints.append(model.addCons(side, modifiable=True, separate=False))
    parts = [np.hstack((matrix, np.zeros((size, 0))))]
    more, least, most = [], [], []
    if number > 1 and random.random() < 0.6:
        row, side = random.choice([1, -1, 2, 3], number), float(random.integers(-2, 6))
        model.addCons(quicksum(a * x for a, x in zip(row, variables, strict=True)) <= side)
        more.append((0, row.astype(float)))
        least.append(-np.inf)
        most.append(side)
    members, costs, width = [], [own[0]], number
    for _ in range(random.integers(1, 3)):
        family, edge_costs = random_family(random)
        of_edges, of_symbols, fixed, total = _costs(random, family, edge_costs, sign)
        where = random.integers(-1, size, family.num_symbols)
        given = [None if row < 0 else constraints[row] for row in where]
        edges = of_edges if np.any(of_edges) else 0.0
        pricer = add_members(
            model, family, given, of_symbols, cost=fixed, edge_costs=edges, total=total
        )
        use = (np.arange(size)[:, None] == where).astype(float)
        paths, on_paths = listed(family, of_edges)
        members.append((pricer, use))
        parts.append(use @ paths.T)
        costs.append(fixed + paths @ of_symbols + on_paths)
        more.append((width, np.ones(len(paths))))
        least.append(total[0])
        most.append(total[1])
        width += len(paths)
    extra = np.zeros((len(more), width))
    for place, (start, row) in enumerate(more):
        extra[place, start : start + row.size] = row
    free = width - number
    complete = LinearModel(
        np.concatenate(costs),
        csr_array(np.vstack((np.hstack(parts), extra))),
        np.concatenate((low, least)),
        np.concatenate((high, most)),
        np.concatenate((own[1], np.zeros(free))),
        np.concatenate((own[2], np.full(free, np.inf))),
        np.concatenate((own[3] > 0, np.ones(free, np.bool_))),
        maximize=maximize,
    )
    return MembersModel(model, variables, own[0], matrix, low, high, members, complete)
