"""Members of a family as variables of a PySCIPOpt model of the user."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from pyscipopt import Constraint, Expr, ExprCons, Model
from pyscipopt.scip import PY_SCIP_STAGE as SCIP_STAGE
from scipy.sparse import csr_array, hstack

from nzdd import NZDD, ZDD
from nzdd.adapters.family_constraint import by_symbol
from nzdd.adapters.solvers.scip.scip_members.flow_branching import FlowBranching
from nzdd.adapters.solvers.scip.scip_members.pricer import MemberPricer
from nzdd.adapters.solvers.scip.scip_model import none_if_infinite
from nzdd.formulations.models.arrays import Matrix, as_vector, is_number
from nzdd.input.parameters import check_number
from nzdd.path_graph import PathGraph


def add_members(
    model: Model,
    family: ZDD | NZDD | PathGraph,
    constraints: Any,
    costs: ArrayLike = 0.0,
    *,
    cost: float = 1.0,
    edge_costs: ArrayLike = 0.0,
    total: tuple[float, float] = (0, np.inf),
) -> MemberPricer:
    """Add the members of a family to constraints, each as an integer variable, as they are needed.

    A member counts in the constraint of a symbol as often as it has the symbol. So ``>=`` covers,
    ``<=`` packs and ``==`` partitions, together with all other variables of the constraints. The
    members are columns of branch and price; no more of them are made than SCIP asks for.

    Parameters
    ----------
    model : pyscipopt.Model
        Before it is solved. It may minimise or maximise.
    family : ZDD, NZDD or PathGraph
        With a member at least; of any number of them.
    constraints : {name or symbol: constraint}, or sequence of constraints
        The linear constraint of each symbol, None where it has none, made by
        ``model.addCons(..., modifiable=True, separate=False)``. ``quicksum(())`` stands for a left
        side without variables. Several symbols may share a constraint.
    costs : array of float, shape (num_symbols,), mapping from names, or float
        The cost of a symbol in a member.
    cost : float
        The cost of a member besides; by default members are counted.
    edge_costs : array of float, shape (num_edges,), or float
        The cost of each edge of an NZDD or a PathGraph on the path of a member.
    total : pair of float
        The least and the greatest number of members.

    Returns
    -------
    MemberPricer
        Its ``chosen()`` has the members of the solution, and how often each is chosen.

    Raises
    ------
    TypeError
        If the model, the family or a constraint is something else.
    ValueError
        If the family is empty, costs do not fit it, a symbol is missing, a constraint is one of
        another model, not linear, not modifiable or separated, or the model has been solved.

    Notes
    -----
    The optimum is that over all members. Members are priced by shortest paths in the family's graph
    (reduced costs, or Farkas multipliers as long as there is no point), in time O(edges log edges);
    with a single pricer nodes get Farley's bound, rounded up where all costs are integers. Of two
    families tell SCIP by ``model.setObjIntegral()``, if that is true.

    SCIP branches on your variables, and on how often members take an edge of the graph. Where that
    does not suffice it branches on paths, whose bounds the pricer respects. Where optimum and
    relaxation are far apart, that may take long; `nzdd.cover`, `nzdd.pack` and `nzdd.partition`
    have further methods for models without variables of your own.

    Each solve switches off what SCIP 10 does although columns are to come: the parameters
    ``misc/allowstrongdualreds`` and ``misc/allowweakdualreds``, ``detectcutoffbound`` and
    ``detectlowerbound`` of linear and knapsack constraints, the separator ``aggregation`` and the
    heuristic ``clique``. Solve by ``optimize()``: ``solveConcurrent()`` solves copies, which have
    no members, and PySCIPOpt 6.3 crashes where it copies a model with any pricer.

    Examples
    --------
    Cut 20, 10 and 20 pieces of three lengths from as few rolls of length 100 as possible:

    >>> from nzdd.families import patterns
    >>> from pyscipopt import quicksum
    >>> model = Model()
    >>> model.hideOutput()
    >>> demands = [
    ...     model.addCons(quicksum(()) >= number, modifiable=True, separate=False)
    ...     for number in (20, 10, 20)
    ... ]
    >>> rolls = add_members(model, patterns([45, 36, 31], 100), demands)
    >>> model.optimize()
    >>> round(model.getObjVal(), 6)
    20.0
    >>> int(rolls.chosen().number.sum())
    20
    """
    if not isinstance(model, Model):
        raise TypeError(f"model must be a pyscipopt.Model, not {type(model).__name__}")
    graph = PathGraph.of(family, edge_costs)
    if not graph.num_edges:
        raise ValueError("the family is empty, so there is no member to choose")
    check_number("cost", cost, -np.inf)
    of_symbols = as_vector("costs", graph.ground.by_symbol(costs, "cost"), graph.num_symbols)
    low, high = as_vector("total", total, 2, is_number, "it must be a number").tolist()
    if not low <= high or low == np.inf or high == -np.inf:
        raise ValueError(f"total is {total}; give the least and the greatest number of members")
    if model.getStage() != SCIP_STAGE.PROBLEM:
        raise ValueError(
            f"the model is in stage {model.getStageName()}; add members before it is solved, or "
            "call its freeTransform() first"
        )
    rows, symbol, row = _constraints(model, constraints, graph)
    if low > 0 or high < np.inf:
        sides = ExprCons(Expr(), none_if_infinite(low), none_if_infinite(high))
        symbol.append(graph.num_symbols)
        row.append(len(rows))
        rows.append(model.addCons(sides, "members", separate=False, modifiable=True))
    use: Matrix = csr_array(
        (np.ones(len(row)), (symbol, row)), shape=(graph.num_symbols + 1, len(rows))
    )
    # Every path has one edge from the root, which stands for the member.
    first = (graph.source == 0).astype(np.float64)
    counts = hstack([graph.occurrences, csr_array(first[:, None])], format="csr")
    priced = replace(graph, costs=graph.costs + graph.lengths(of_symbols) + cost * first)
    pricer = MemberPricer(priced, rows, csr_array(counts @ use), high)
    pricer.include(model)
    FlowBranching(pricer).include(model)
    return pricer


def _constraints(
    model: Model, constraints: Any, graph: PathGraph
) -> tuple[list[Constraint], list[int], list[int]]:
    """The constraints, each once; then symbols, and the numbers of their constraints."""
    rows: list[Constraint] = []
    number: dict[int, int] = {}
    own = {each.ptr() for each in model.getConss(transformed=False)}
    given = dict(by_symbol(constraints, graph.ground, "constraint"))
    for symbol in range(graph.num_symbols):
        if symbol not in given:
            raise ValueError(
                f"{graph.ground.label(symbol)} of the family has no constraint; give it one, or "
                "None if it counts in none"
            )
    taken = [(symbol, each) for symbol, each in given.items() if each is not None]
    for _, each in taken:
        _check(each, own)
        if number.setdefault(each.ptr(), len(rows)) == len(rows):
            rows.append(each)
    return rows, [symbol for symbol, _ in taken], [number[each.ptr()] for _, each in taken]


def _check(constraint: Any, own: set[int]) -> None:
    if not isinstance(constraint, Constraint):
        raise TypeError(f"constraints must be of pyscipopt.Constraint; one is {constraint!r}")
    if constraint.ptr() not in own:  # SCIP would crash
        raise ValueError(
            "a constraint belongs to another model, or was deleted; give what addCons of this "
            "model returned"
        )
    if constraint.getConshdlrName() != "linear":
        raise ValueError(
            f"constraint {constraint.name!r} is {constraint.getConshdlrName()}; members can be in "
            "linear constraints only"
        )
    if not constraint.isModifiable() or constraint.isSeparated():
        raise ValueError(
            f"SCIP may take constraint {constraint.name!r} for complete; make it by "
            "addCons(..., modifiable=True, separate=False)"
        )
