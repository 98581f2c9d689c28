"""Members as variables of a user's SCIP model: the optima of all members listed."""

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
from pyscipopt import SCIP_PARAMSETTING, Model, quicksum

import nzdd
from nzdd import NZDD, ZDD
from nzdd.adapters.solvers.scip import add_members
from nzdd.adapters.solvers.scip.scip_members.unknown_paths import UnknownPaths
from nzdd.adapters.solvers.scip.scip_model import scip_model
from nzdd.families import independent_sets, patterns, power_set, sets_of_size
from nzdd.path_graph import PathGraph
from support.examples import examples
from support.models.many_problems import random_family
from support.models.scip_members import random_members_model

# SCIP would cut optima off: its heuristic "clique", a bound found in presolve, "aggregation".
CUT_OFF = [201, 1180, 7785]

ENDLESS = {"unbounded", "inforunbd"}


def columns_alone(model):
    """Have SCIP branch on paths."""
    for name in model.getParams():
        if name.startswith("branching/nzdd_flow") and name.endswith("/maxdepth"):
            model.setParam(name, 0)


@pytest.mark.parametrize(
    ("block", "flow"),
    [
        (0, True),
        (1, False),
        pytest.param(0, False, marks=pytest.mark.slow),
        pytest.param(1, True, marks=pytest.mark.slow),
    ],
)
def test_the_optimum_is_that_of_all_members_listed(block, flow):
    seeds = [*range(100 * block, 100 * block + examples(100)), *(CUT_OFF if block else ())]
    for seed in seeds:
        case = random_members_model(np.random.default_rng(seed))
        if case.listed.num_columns > 5000:
            continue
        listed, _ = scip_model(case.listed)
        for model in (case.model, listed):
            if not flow:
                columns_alone(model)
            model.setParam("limits/nodes", 300)
            model.optimize()
        status = case.model.getStatus()
        expected = "infeasible" if case.misses_rows_without_terms() else listed.getStatus()
        if "nodelimit" in {status, expected}:
            continue
        assert status == expected or {status, expected} <= ENDLESS, seed
        if status == "optimal":
            value = pytest.approx(listed.getObjVal(), abs=1e-5)
            assert case.model.getObjVal() == value, seed
            assert case.model.getDualbound() == value, seed
            case.check_point()


def problem(family, sides, sense, maximize=False, **options):
    """A model of rows alone."""
    model = Model()
    model.hideOutput()
    if maximize:
        model.setMaximize()
    rows = []
    for side in sides:
        left = quicksum(())
        row = {">=": left >= side, "<=": left <= side, "=": left == side}[sense]
        rows.append(model.addCons(row, modifiable=True, separate=False))
    pricer = add_members(model, family, rows, **options)
    model.optimize()
    return model, pricer


@pytest.mark.parametrize(
    "seed", [*(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3)), 3]
)
def test_cover_pack_and_partition_say_the_same(seed):
    """Costs of decimals leave a gap, so that there are nodes; patterns have items many times."""
    random = np.random.default_rng(seed)
    weights = np.sort(random.choice(np.arange(8, 30), 8, replace=False))
    demand = random.integers(1, 4, 8)
    family = patterns(weights, 50, demand)
    costs = np.round(random.random(8), 3) * 0.2
    of_edges = np.round(random.random(family.num_edges) * 0.1, 3)
    for solve, sense in ((nzdd.partition, "="), (nzdd.cover, ">="), (nzdd.pack, "<=")):
        most = (0, 12)  # or patterns without items might be packed without end
        result = solve(family, demand, costs, total=most, **{_edges(solve): of_edges})
        model, pricer = problem(
            family,
            demand,
            sense,
            solve is nzdd.pack,
            costs=costs,
            edge_costs=of_edges,
            total=most,
        )
        assert model.getStatus() == "optimal"
        assert model.getObjVal() == pytest.approx(result.fun, abs=1e-6)
        chosen = pricer.chosen()
        assert chosen.costs @ chosen.number == pytest.approx(result.fun, abs=1e-6)


def _edges(solve):
    return "edge_values" if solve is nzdd.pack else "edge_costs"


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2)), 3]
)
def test_rolls_of_twenty_lengths(seed):
    """The relaxation is fractional, and no rounding of it is a solution at once."""
    random = np.random.default_rng(seed)
    weights = np.sort(random.choice(np.arange(8, 60), 20, replace=False))
    demand = random.integers(1, 4, 20)
    family = patterns(weights, 100, demand)
    result = nzdd.cover(family, demand)
    model, pricer = problem(family, demand, ">=")
    assert result.report.relaxation % 1 > 0.01
    assert round(model.getObjVal(), 6) == result.fun == result.dual_bound
    chosen = pricer.chosen()
    assert (chosen.members.T @ chosen.number >= demand).all()
    assert (chosen.members @ weights <= 100).all()
    assert chosen.number.sum() == result.fun


@pytest.mark.parametrize(
    ("family", "sides", "sense", "options"),
    [
        (sets_of_size(5, 2), [1] * 5, "=", {}),
        (patterns([2], 4), [3.5], "=", {}),
        (ZDD.from_rows([[0], [1]], num_symbols=3), [1] * 3, ">=", {}),
        (patterns([45, 36], 100), [15, 22], ">=", {"total": (0, 3)}),
        (power_set(2), [1, 1], "<=", {"total": (6, 9), "cost": 0.0, "costs": [0, 0]}),
    ],
)
def test_what_no_members_meet_is_infeasible(family, sides, sense, options):
    if "total" in options and options["total"][0]:
        family = ZDD.from_rows([[0], [0, 1]], num_symbols=2)
    model, pricer = problem(family, sides, sense, **options)
    assert model.getStatus() == "infeasible"
    with pytest.raises(ValueError, match="the model has no solution, so there are no members"):
        pricer.chosen()


def test_members_that_nothing_limits_are_unbounded():
    model, _ = problem(power_set(2), [-1, -1], ">=", cost=-1.0)
    assert model.getStatus() in ENDLESS


@pytest.mark.parametrize("seed", range(20))
def test_unknown_paths_are_all_short_paths_once(seed):
    random = np.random.default_rng(seed)
    graph = PathGraph.of(random_family(random)[0])
    lengths = random.integers(-3, 4, graph.num_edges).astype(float)
    edges = NZDD.from_edges(
        graph.num_nodes,
        graph.source,
        graph.target,
        np.arange(graph.num_edges + 1),
        np.arange(graph.num_edges),
        num_symbols=graph.num_edges,
    )
    expected = {path for path in edges if lengths[list(path)].sum() < 1}
    unknown, found = UnknownPaths(graph), []
    while (taken := unknown.take(lengths, 1.0)).shape[0]:
        ends = taken.indptr.tolist()
        found += [tuple(taken.indices[a:b]) for a, b in pairwise(ends)]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_a_model_can_be_solved_again():
    """Otherwise than before, and with all on that could be switched on."""
    model, pricer = problem(patterns([45, 36, 31], 100), [20, 10, 20], ">=")
    assert round(model.getObjVal()) == 20
    model.freeTransform()
    with pytest.raises(ValueError, match="the model has no solution"):
        pricer.chosen()
    model.chgLhs(model.getConss(transformed=False)[0], 40)
    model.setHeuristics(SCIP_PARAMSETTING.AGGRESSIVE)
    model.setSeparating(SCIP_PARAMSETTING.AGGRESSIVE)
    model.optimize()
    assert round(model.getObjVal()) == pricer.chosen().number.sum() == 30
    assert model.getParam("heuristics/clique/freq") == -1


def test_names_stand_for_symbols():
    sets = independent_sets([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]).named("abcde")
    model = Model()
    model.hideOutput()
    late = model.addVar("late", "I", obj=0.25)  # one vertex may be left out
    once = {
        vertex: model.addCons(
            quicksum([late] * (vertex == "a")) >= 1, modifiable=True, separate=False
        )
        for vertex in sets.names
    }
    pricer = add_members(model, sets, once)
    model.optimize()
    assert model.getObjVal() == pytest.approx(2.25)
    chosen = pricer.chosen()
    assert len(chosen) == pricer.chosen(model.getBestSol()).number.sum() == 2
    assert {"b", "c", "d", "e"} <= {vertex for member in chosen.named() for vertex in member}


GONE = """
from pyscipopt import Model, quicksum
from nzdd.adapters.solvers.scip import add_members
from nzdd.families import power_set
model = Model()
row = model.addCons(quicksum(()) >= 1, modifiable=True, separate=False)
add_members(model, power_set(2), [row, row])
model.delCons(row)
model.optimize()
"""


def test_a_constraint_that_is_gone_ends_the_solve():
    run = subprocess.run([sys.executable, "-c", GONE], capture_output=True, text=True, check=False)
    assert "SCIP: unspecified error!" in run.stderr
    assert "a constraint of members is not in the model any more; build it anew" in run.stderr


def test_what_does_not_fit_gets_one_line():
    model = Model()
    model.hideOutput()
    x = model.addVar("x")
    good = [model.addCons(x >= 1, modifiable=True, separate=False) for _ in range(2)]
    two = power_set(2)
    other = Model().addCons(quicksum(()) >= 1, modifiable=True, separate=False)
    nonlinear = model.addCons(x * x <= 4, "square")
    plain, cut = model.addCons(x >= 1, "c"), model.addCons(x >= 1, "d", modifiable=True)
    named = power_set("ab")
    for error, message, arguments, options in (
        (TypeError, "model must be a pyscipopt.Model, not int", (5, two, good), {}),
        (TypeError, "give a ZDD, an NZDD or a PathGraph", (model, 5, good), {}),
        (ValueError, "the family is empty", (model, two - two, good), {}),
        (ValueError, "edge_costs need an NZDD", (model, two, good), {"edge_costs": 1.0}),
        (ValueError, "cost", (model, two, good), {"cost": np.nan}),
        (ValueError, "costs", (model, two, good), {"costs": [1.0, np.inf]}),
        (ValueError, r"total is \(3, 2\); give the least", (model, two, good), {"total": (3, 2)}),
        (ValueError, "total", (model, two, good), {"total": (np.nan, 2)}),
        (ValueError, "1 constraints do not fit a family of 2", (model, two, good[:1]), {}),
        (TypeError, "constraints is 7; give {symbol: constraint}", (model, two, 7), {}),
        (ValueError, "'b' of the family has no constraint", (model, named, {"a": None}), {}),
        (TypeError, "of pyscipopt.Constraint; one is x", (model, two, [x, None]), {}),
        (ValueError, "belongs to another model", (model, two, [other, None]), {}),
        (ValueError, "'square' is nonlinear; members can", (model, two, [nonlinear, None]), {}),
        (ValueError, "'c' for complete; make it by addCons", (model, two, [plain, None]), {}),
        (ValueError, "'d' for complete; make it by addCons", (model, two, [cut, None]), {}),
    ):
        with pytest.raises(error, match=message) as found:
            add_members(*arguments, **options)
        assert "\n" not in str(found.value)
    solved, _ = problem(two, [1, 1], ">=")
    with pytest.raises(ValueError, match="the model is in stage SOLVED; add members before"):
        add_members(solved, two, [None, None])
