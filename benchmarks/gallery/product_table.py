"""A product table: table constraints in CP-SAT, or a column for each customer and combination."""

from __future__ import annotations

from typing import Any

import numpy as np
from ortools.sat.python import cp_model
from scipy.sparse import block_diag, csr_array, hstack, vstack

import nzdd
from benchmarks.gallery.compare import Answer, Problem, answer, script
from nzdd.formulations import LinearModel


def ours(size: int, limit: float) -> Answer:
    product = script("product_table")
    return answer(product.solve(*product.instance(size), time_limit=limit)[-1])


def listed(size: int, limit: float) -> Answer:
    """The combinations that are good enough for each customer as columns; HiGHS."""
    table, cost, use, least, stock = script("product_table").instance(size)
    ends = np.arange(0, table.size + 1, table.shape[1])
    has = csr_array((np.ones(table.size), table.ravel(), ends), shape=(len(table), cost.size))
    good = [has[np.flatnonzero(has @ u >= m)] for u, m in zip(use, least, strict=True)]
    one: Any = block_diag([csr_array(np.ones((1, rows.shape[0]))) for rows in good])
    matrix = vstack((one, hstack([rows.T for rows in good])), format="csr")
    model = LinearModel(
        np.concatenate([rows @ cost for rows in good]),
        matrix,
        np.append(np.ones(size), np.full(cost.size, -np.inf)),
        np.append(np.ones(size), stock),
        0,
        1,
        integrality=True,
    )
    return answer(nzdd.solve(model, "direct", "highs", time_limit=limit, threads=1))


def tables(size: int, limit: float) -> Answer:
    """An integer for each customer and feature, and a table constraint; CP-SAT."""
    table, cost, use, least, stock = script("product_table").instance(size)
    width = table.shape[1]
    choices = cost.size // width
    model, terms = cp_model.CpModel(), []
    taken = [[model.new_bool_var("") for _ in cost] for _ in range(size)]
    for row, value, enough in zip(taken, use, least, strict=True):
        option = [model.new_int_var(i * choices, (i + 1) * choices - 1, "") for i in range(width)]
        model.add_allowed_assignments(option, table.tolist())
        for j, chosen in enumerate(row):
            model.add(option[j // choices] == j).only_enforce_if(chosen)
        for i in range(width):
            model.add_exactly_one(row[i * choices : (i + 1) * choices])
        of_value = zip(row, value.tolist(), strict=True)
        model.add(sum(chosen * int(each) for chosen, each in of_value) >= int(np.ceil(enough)))
        terms += [chosen * int(each) for chosen, each in zip(row, cost, strict=True)]
    for j, most in enumerate(stock.tolist()):
        model.add(sum(row[j] for row in taken) <= most)
    model.minimize(sum(terms))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.num_workers = limit, 2
    status = solver.solve(model)
    if status == cp_model.OPTIMAL:
        return "optimal", solver.objective_value, solver.best_objective_bound
    known = solver.objective_value if status == cp_model.FEASIBLE else None
    return "time", known, solver.best_objective_bound


PROBLEM = Problem(
    "A combination of a table for each customer, options in stock",
    (3, 5, 8),
    ours,
    {"all combinations listed, HiGHS": listed, "table constraints, CP-SAT": tables},
    unit="customers",
)
