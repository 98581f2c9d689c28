"""Users' models that were changed after rows were added: the answer is right, or there is none.

Six binaries at costs 1 to 6, of any two of which one is chosen: all but the dearest, so 15.
"""

import warnings

import pytest

from nzdd.families import sets_of_size
from support.licences import skip_unless_usable

COSTS = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
PAIRS = sets_of_size(6, 2)
OPTIMUM = 15.0
RAISED = (RuntimeError("boo"), KeyboardInterrupt(), MemoryError())

# Gurobi, SCIP and Xpress print what callbacks raise.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def one_line(error, message):
    assert message in str(error)
    assert "\n" not in str(error)
    return True


@pytest.fixture(scope="module")
def environment():
    skip_unless_usable("gurobi")
    import gurobipy as gp

    with gp.Env(params={"OutputFlag": 0}) as environment:
        yield environment


def in_gurobi(environment, **options):
    import gurobipy as gp

    from nzdd.adapters.solvers.gurobi import add_family_constraint

    model = gp.Model(env=environment)
    x = model.addVars(6, vtype="B", obj=COSTS, name="x").values()
    return model, x, add_family_constraint(model, x, PAIRS, 1, **options)


def removed(model, x):
    model.remove(x[0])
    return model


def removed_and_another_added(model, x):
    model.remove(x[0])
    model.addVar(vtype="B", obj=1)
    return model


def copied(model, x):
    model.update()
    copy = model.copy()
    copy.Params.LazyConstraints = 1
    return copy


def relaxed(model, x):
    return model.relax()


def continuous(model, x):
    model.setAttr("VType", x, "C")
    return model


def reset_parameters(model, x):
    model.Params.LazyConstraints = 0
    return model


def solved_without(model, x):
    model.optimize()
    return model


GUROBI = {
    removed: "have the variable 'x[0]', which the model has no more",
    removed_and_another_added: "have the variable 'x[0]', which the model has no more",
    copied: "not the one that the rows were added to",
    relaxed: "not the one that the rows were added to",
    continuous: "no integer variables",
    reset_parameters: "LazyConstraints is 0, which overlooks rows; set it to 1",
    solved_without: "has a solution of a solve without these rows; call the model's reset() first",
}


@pytest.mark.parametrize("change", GUROBI)
@pytest.mark.parametrize("solved", [False, True])
def test_gurobi_solves_no_model_that_the_rows_do_not_fit(environment, change, solved, capfd):
    model, x, callback = in_gurobi(environment)
    if solved:
        model.optimize(callback)
        assert model.ObjVal == pytest.approx(OPTIMUM)
        model.reset()
    theirs = change(model, list(x))
    theirs.optimize(callback)
    assert theirs.Status == 11  # INTERRUPTED
    assert theirs.SolCount == (change is solved_without)
    assert one_line(callback.error, GUROBI[change])
    assert str(callback.error) in capfd.readouterr().err


def test_gurobi_solves_it_once_it_is_mended(environment, capfd):
    from nzdd.adapters.solvers.gurobi import add_family_constraint

    model, x, first = in_gurobi(environment)
    callback = add_family_constraint(model, x, PAIRS, 1, callback=first)
    model.Params.LazyConstraints = 0
    model.optimize(callback)
    assert one_line(callback.error, "LazyConstraints is 0")
    model.Params.LazyConstraints = 1
    model.optimize(callback)
    assert (callback.error, first.error, model.ObjVal) == (None, None, OPTIMUM)
    model.reset()
    model.optimize()
    model.reset()
    model.optimize(callback)
    assert model.ObjVal == pytest.approx(OPTIMUM)
    x = list(x)
    model.remove(x[0])
    model.optimize(callback)
    assert one_line(callback.error, "has no more")
    y = model.addVar(vtype="B", obj=1)
    model.optimize(add_family_constraint(model, [*x[1:], y], PAIRS, 1))
    assert model.ObjVal == pytest.approx(OPTIMUM)


def test_gurobi_answers_an_infeasible_model_that_went_on_without_the_callback(environment, capfd):
    from nzdd.adapters.solvers.gurobi import add_family_constraint

    model, x, callback = in_gurobi(environment)
    callback = add_family_constraint(model, x, PAIRS, 0, "<=", callback=callback)
    model.addConstr(sum(x) >= 1)
    for _ in range(2):
        model.optimize(callback)
        assert model.Status == 3  # INFEASIBLE
        model.optimize()
        model.optimize(callback)
        assert model.Status in {3, 11}
        model.reset()


@pytest.mark.parametrize("error", RAISED, ids=repr)
def test_gurobi_ends_with_what_a_callback_raises(environment, error, capfd):
    def theirs(model, where):
        if where == 4:  # MIPSOL
            raise error

    model, _, callback = in_gurobi(environment, callback=theirs)
    model.optimize(callback)
    assert (model.Status, model.SolCount) == (11, 0)
    assert callback.error is error


def in_cplex(extra=(), **options):
    skip_unless_usable("cplex")
    import cplex

    from nzdd.adapters.solvers.cplex import add_family_constraint

    model = cplex.Cplex()
    silence(model)
    model.variables.add(obj=[*extra, *COSTS], types="B" * (6 + len(extra)))
    places = range(len(extra), len(extra) + 6)
    return model, add_family_constraint(model, places, PAIRS, 1, **options)


def silence(model):
    for stream in ("log", "results", "warning", "error"):
        getattr(model, f"set_{stream}_stream")(None)


def cplex_optimum(model):
    model.solve()
    assert model.solution.get_status_string().startswith("integer optimal")
    return pytest.approx(model.solution.get_objective_value())


def test_cplex_keeps_rows_on_their_variables():
    model, _ = in_cplex(extra=[7, 7])
    assert cplex_optimum(model) == OPTIMUM
    model.variables.delete(0)
    assert cplex_optimum(model) == OPTIMUM
    model.variables.add(obj=[-1.0], types="B")  # CPLEX may give it a name that was another's
    model.variables.delete(0)
    assert cplex_optimum(model) == OPTIMUM - 1
    model.variables.set_names(0, "renamed")
    model.variables.set_upper_bounds("renamed", 0.0)
    assert cplex_optimum(model) == 20 - 1
    model.variables.set_upper_bounds("renamed", 1.0)
    model.variables.set_types([(j, "C") for j in range(7)])
    assert cplex_optimum(model) == 21 / 2 - 1


def test_cplex_refuses_a_variable_that_was_deleted():
    from nzdd.adapters.solvers.cplex import add_family_constraint

    model, _ = in_cplex()
    model.variables.delete(0)
    for _ in range(2):  # with five variables, then with another one instead
        with pytest.raises(ValueError, match="have the variable 'x1', which the model has no more"):
            model.solve()
        model.variables.add(obj=[1.0], types="B")
    model.variables.delete(6)
    model.set_callback()
    add_family_constraint(model, range(6), PAIRS, 1)
    assert cplex_optimum(model) == OPTIMUM


@pytest.mark.parametrize("parameter", ["reduce", "symmetry"])
def test_cplex_refuses_parameters_that_overlook_rows(parameter):
    model, _ = in_cplex()
    name = f"preprocessing.{parameter}"
    getattr(model.parameters.preprocessing, parameter).set(3)
    with pytest.raises(ValueError, match=f"{name} is 3, which overlooks rows; set it to") as caught:
        model.solve()
    assert one_line(caught.value, name)
    model.parameters.reset()
    with pytest.raises(ValueError, match=r"preprocessing\.reduce is 3"):
        model.solve()
    model.parameters.preprocessing.reduce.set(1)
    model.parameters.preprocessing.symmetry.set(0)
    assert cplex_optimum(model) == OPTIMUM


def test_cplex_refuses_what_was_solved_without_the_rows_and_copies():
    model, callback = in_cplex()
    import cplex

    model.set_callback()
    assert cplex_optimum(model) == 0
    model.set_callback(callback, callback.contexts)
    with pytest.raises(ValueError, match="has a solution of a solve without these rows"):
        model.solve()
    copy = cplex.Cplex(model)
    silence(copy)
    copy.set_callback(callback, callback.contexts)
    with pytest.raises(ValueError, match="not the one that the rows were added to"):
        copy.solve()


@pytest.mark.parametrize("error", RAISED, ids=repr)
def test_cplex_raises_what_a_callback_raises(error):
    class Theirs:
        def invoke(self, context):
            raise error

    model, callback = in_cplex(callback=Theirs(), contexts=32)  # of candidates
    with pytest.raises(type(error)):
        model.solve()
    assert callback.error is error
    assert not model.solution.is_primal_feasible()


def in_xpress(extra=()):
    skip_unless_usable("xpress")
    import xpress as xp

    from nzdd.adapters.solvers.xpress import add_family_constraint

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the licence is the free one
        problem = xp.problem()
    problem.setOutputEnabled(False)
    others = [problem.addVariable(vartype=xp.binary) for _ in extra]
    x = list(problem.addVariables(6, vartype=xp.binary, name="x"))
    costs = zip([*extra, *COSTS], [*others, *x], strict=True)
    problem.setObjective(xp.Sum(cost * variable for cost, variable in costs))
    return problem, others, x, add_family_constraint(problem, x, PAIRS, 1)


def xpress_optimum(problem):
    problem.optimize()
    assert problem.attributes.solstatus.name == "OPTIMAL"
    return pytest.approx(problem.attributes.objval)


def test_xpress_keeps_rows_on_their_variables():
    problem, others, x, _ = in_xpress(extra=[7, 7])
    import xpress as xp

    problem.delVariable(others[0])
    assert xpress_optimum(problem) == OPTIMUM
    problem.addVariable(vartype=xp.binary)
    problem.delVariable(others[1])
    assert xpress_optimum(problem) == OPTIMUM
    problem.chgBounds([x[0].index], ["U"], [0.0])
    assert xpress_optimum(problem) == 20


def test_xpress_refuses_a_variable_that_was_deleted(capfd):
    problem, _, x, rows = in_xpress()
    import xpress as xp

    from nzdd.adapters.solvers.xpress import add_family_constraint

    problem.delVariable(x[0])
    for _ in range(2):  # with five variables, then with another one instead
        with pytest.raises(ValueError, match=r"variable 'x\(0\)', which the model has no more"):
            problem.optimize()
        problem.postSolve()
        x[0] = problem.addVariable(vartype=xp.binary)
    rows.remove(problem)
    assert xpress_optimum(problem) == 0
    problem.setObjective(xp.Sum(cost * each for cost, each in zip(COSTS, x, strict=True)))
    add_family_constraint(problem, x, PAIRS, 1)
    assert xpress_optimum(problem) == OPTIMUM


@pytest.mark.parametrize("control", ["presolve", "mippresolve", "mipdualreductions", "symmetry"])
def test_xpress_refuses_controls_that_overlook_rows(control, capfd):
    problem, _, _, _ = in_xpress()
    problem.setControl(control, 1)
    with pytest.raises(ValueError, match=f"the control {control} is 1, which overlooks rows"):
        problem.optimize()
    problem.postSolve()
    problem.setControl(control, 0)
    assert xpress_optimum(problem) == OPTIMUM


def test_xpress_solves_its_own_settings_for_continuous_variables():
    problem, _, x, _ = in_xpress()
    t = problem.addVariable(ub=3)
    problem.addConstraint(t >= x[0] + x[1] - 0.5)
    for _ in range(2):
        assert xpress_optimum(problem) == OPTIMUM


def test_xpress_refuses_copies_and_linear_programs(capfd):
    problem, _, _, _ = in_xpress()
    copy = problem.copy()
    copy.setOutputEnabled(False)
    with pytest.raises(ValueError, match="not the one that the rows were added to"):
        copy.optimize()
    problem.chgColType(list(range(6)), ["C"] * 6)
    with pytest.raises(ValueError, match="no integer variables, and Xpress asks for rows"):
        problem.optimize()
    problem.postSolve()
    problem.chgColType([0], ["B"])
    assert xpress_optimum(problem) == 11  # the first one, and half of each other


@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("added", [False, True])
def test_scip_refuses_a_variable_that_was_deleted(solved, added, capfd):
    scip = pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    from nzdd.adapters.solvers.scip import add_family_constraint

    model = scip.Model()
    model.hideOutput()
    x = [model.addVar(f"x{j}", "B", obj=cost) for j, cost in enumerate(COSTS)]
    other = model.addVar("other", "B", obj=7)
    add_family_constraint(model, x, PAIRS, 1)
    if solved:
        model.optimize()
        assert model.getObjVal() == pytest.approx(OPTIMUM)
        model.freeTransform()
    model.delVar(other)
    model.delVar(x[0])
    if added:
        model.addVar("x0", "B", obj=1)  # at the same place in memory
    with pytest.raises(Exception, match="SCIP"):
        model.optimize()
    assert "have the variable 'x0', which the model has no more" in capfd.readouterr().err


def test_scip_solves_what_was_changed():
    scip = pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    from nzdd.adapters.solvers.scip import add_family_constraint

    model = scip.Model()
    model.hideOutput()
    other = model.addVar("other", "B", obj=-7)
    x = [model.addVar(f"x{j}", "B", obj=cost) for j, cost in enumerate(COSTS)]
    add_family_constraint(model, x, PAIRS, 1)
    for change, optimum in (
        (lambda: model.delVar(other), OPTIMUM),
        (lambda: model.chgVarUb(x[0], 0.0), 20.0),
        (lambda: model.chgVarUb(x[0], 1.0), OPTIMUM),
        (lambda: [model.chgVarType(each, "C") for each in x], 10.5),
        (lambda: model.addVar("new", "B", obj=-2), 8.5),
    ):
        change()
        model.optimize()
        assert model.getObjVal() == pytest.approx(optimum)
        model.freeTransform()


@pytest.mark.usefixtures("own_ctrl_c")
def test_scip_says_no_optimum_of_copies_without_the_rows(capfd):
    scip = pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    from nzdd.adapters.solvers.scip import add_family_constraint

    model = scip.Model()
    model.hideOutput()
    x = [model.addVar(f"x{j}", "B", obj=cost) for j, cost in enumerate(COSTS)]
    add_family_constraint(model, x, PAIRS, 1)
    solved = True
    try:
        model.solveConcurrent()
    except Exception:
        solved = False
        assert "overlooked rows, as solveConcurrent() does" in capfd.readouterr().err
    assert not solved or model.getStatus() != "optimal"  # a SCIP without threads does nothing
