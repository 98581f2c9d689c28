"""Integers beyond 2**53 are refused by the readers and by the bridges, too."""

import pytest

from nzdd import read_model
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.libraries.scipy import from_scipy

MOST = 2**53
MPS = "NAME m\nROWS\n N o\n G r\nCOLUMNS\n x o 1 r {}\nRHS\n r r 3\nENDATA\n"
LP = "Minimize\n o: x\nSubject To\n r{0}: x >= 1 \\ {0}\n r: {0} x + y >= 3\nEnd\n"


@pytest.mark.parametrize(("suffix", "text", "line"), [(".mps", MPS, 6), (".lp", LP, 5)])
def test_readers_refuse_integers_that_no_double_is_equal_to(tmp_path, suffix, text, line):
    if suffix == ".lp":
        pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    path = tmp_path / f"model{suffix}"
    for number in (MOST, 10**17, f"{MOST + 1}.0", "9.007199254740993e15", f"{MOST:06000}"):
        path.write_text(text.format(number))
        assert float(number) in read_model(path).matrix.data
    for number, shown in ((MOST + 1, f"{MOST + 1}"), (f"{MOST + 1:06000}", "0{20}")):
        path.write_text(text.format(number))
        with pytest.raises(ModelFileError, match=rf"line {line}: '?{shown}.* would be rounded"):
            read_model(path)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_pulp():
    pulp = pytest.importorskip("pulp", reason="PuLP is not installed")
    from nzdd.adapters.libraries.pulp import from_pulp

    for factor, side in ((MOST + 1, 3), (1, MOST + 1), (MOST, 3)):
        problem, x = pulp.LpProblem("p"), pulp.LpVariable("x", 0, 5)
        problem += x
        problem += factor * x >= side
        if factor == MOST:
            assert from_pulp(problem).matrix.data.tolist() == [MOST]
            continue
        with pytest.raises(ValueError, match=rf"is -?{MOST + 1}; integers beyond"):
            from_pulp(problem)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_pyomo():
    pyo = pytest.importorskip("pyomo.environ", reason="Pyomo is not installed")
    from nzdd.adapters.libraries.pyomo import from_pyomo

    for factor in (MOST, MOST + 1):
        model = pyo.ConcreteModel()
        model.x = pyo.Var(bounds=(0, 5))
        model.cost = pyo.Objective(expr=model.x)
        model.row = pyo.Constraint(expr=factor * model.x >= 3)
        if factor == MOST:
            assert from_pyomo(model).matrix.data.tolist() == [MOST]
            continue
        with pytest.raises(ValueError, match=rf"is {MOST + 1}; integers beyond"):
            from_pyomo(model)


def test_scipy():
    """scipy's own constraints hold doubles only."""
    with pytest.raises(ValueError, match=rf"c\[1\] is {MOST + 1}; integers beyond"):
        from_scipy([1, MOST + 1])
