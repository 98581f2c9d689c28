"""The harness of `fuzz/hostile` notices what it is there for: faults are planted, and found."""

import math
import os
import shutil
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hostile.case import Find, generator, shown
from hostile.command import End, check_end, check_left
from hostile.exact import random_models, truth
from hostile.exact.judge import Judge
from hostile.exact.shrink import shrink, source
from hostile.own import draw as own_draw
from hostile.parts import learning, own_models

from nzdd import solve
from nzdd.formulations import LinearModel, Status
from nzdd.sklearn import BinaryEncoder, RuleClassifier

HOSTILE = Path(__file__).parents[2] / "fuzz" / "hostile"
MODEL = LinearModel(
    [1, 2, 3], [[1, 1, 0], [0, 1, 1], [1, 0, 1]], row_lower=0.1, upper=[1, 1, math.inf], offset=1
)
INTEGERS = MODEL.replace(integrality=True, maximize=True, upper=5)
NOWHERE = MODEL.replace(row_upper=0)
ENDLESS = MODEL.replace(maximize=True)


@pytest.mark.parametrize("model", [MODEL, INTEGERS, NOWHERE, ENDLESS])
def test_a_true_answer_is_no_find(model):
    Judge(model, moderate=True).check(solve(model, "direct"))


@pytest.mark.parametrize("model", [MODEL, INTEGERS])
@pytest.mark.parametrize(
    "lie",
    [
        {"status": Status.INFEASIBLE},
        {"status": Status.UNBOUNDED},
        {"status": Status.INFEASIBLE_OR_UNBOUNDED},
        {"status": Status.OTHER_ERROR},
        {"status": Status.NO_SOLUTION_FOUND},
        {"status": Status.FEASIBLE},
        {"fun": 7.5},
        {"x": np.full(3, 0.04)},
        {"x": np.array([math.nan, 1, 1])},
        {"max_violation": 1e-3},
        {"x": np.ones(3), "fun": 7.0},
        {"dual_bound": 1e4},
        {"dual_bound": -1e4},
        {"dual_bound": math.nan},
    ],
    ids=str,
)
def test_a_lie_is_a_find(model, lie):
    with pytest.raises(Find):
        Judge(model, moderate=True).check(replace(solve(model, "direct"), **lie))


@pytest.mark.parametrize("model", [NOWHERE, ENDLESS])
def test_so_is_an_optimum_where_there_is_none(model):
    optimum = solve(MODEL, "direct")
    with pytest.raises(Find):
        Judge(model, moderate=True).check(optimum)


def test_what_rounding_makes_infeasible_is_not_infeasible():
    """In exact numbers eight tenths are more than this bound, by the last bit."""
    rows = np.full((1, 8), 0.1)
    model = LinearModel(1.0, rows, row_upper=np.nextafter(0.8, 0), lower=1, upper=1)
    judge = Judge(model, moderate=True)
    assert judge.truth.status == truth.INFEASIBLE
    with pytest.raises(Find):
        judge.check(replace(solve(MODEL, "direct"), status=Status.INFEASIBLE))


def test_the_truth_is_that_of_every_integer_point():
    tried = 0
    for number in range(150):
        model, _ = random_models.small(generator("truth", 1, number))
        size = np.ceil(model.lower), np.floor(model.upper)
        if not np.isfinite(size).all() or not model.integrality.all() or not model.num_columns:
            continue
        ranges = [range(int(a), int(b) + 1) for a, b in zip(*size, strict=True)]
        if math.prod(map(len, ranges)) > 1000:
            continue
        tried += 1
        values = [value(model, point) for point in product(*ranges)]
        best = max if model.maximize else min
        expected = best((v for v in values if v is not None), default=None)
        assert truth.answer(model).value == expected, source(model)
    assert tried > 10


def value(model, point):
    """The exact objective of a point, None where it breaks a row."""
    lines = model.matrix.toarray().tolist()
    for line, low, high in zip(lines, model.row_lower, model.row_upper, strict=True):
        activity = sum(Fraction(a) * v for a, v in zip(line, point, strict=True))
        if not low <= activity <= high:
            return None
    costs = zip(model.objective.tolist(), point, strict=True)
    return sum(Fraction(c) * v for c, v in costs) + Fraction(model.offset)


def test_a_find_is_made_small():
    model, _ = random_models.tall(generator("shrink", 1, 3))
    smaller = shrink(model, lambda other: other.num_rows >= 2 and other.num_columns >= 1)
    assert (smaller.num_rows, smaller.num_columns) == (2, 1)
    names = {"LinearModel": LinearModel, "np": np}
    assert eval(source(smaller), names) == smaller
    assert eval(source(NOWHERE), names) == NOWHERE


# Gurobi, SCIP and Xpress print what callbacks raise.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("library", own_models.LIBRARIES)
def test_models_that_change_are_right_and_rows_that_are_forgotten_are_found(
    library, tmp_path, monkeypatch
):
    if library not in own_models.usable():
        pytest.skip(f"{library} is not installed, or has no licence")
    monkeypatch.setattr(own_models, "usable", lambda: [library])

    def run_cases(most):
        for number in range(most):
            own_models.case(generator("own_models", 1, number), tmp_path)

    run_cases(1)
    assert (tmp_path / "steps.txt").read_text().startswith(library)
    monkeypatch.setattr(own_models.LIBRARIES[library], "rule", lambda self, rule: None)
    with pytest.raises(Find, match=library):
        run_cases(20)


def test_the_truth_of_a_users_model_is_that_in_rational_numbers():
    for number in range(20):
        state = own_draw.state(generator("own truth", 1, number))
        model, best = state.model(), state.optimum()
        exact = truth.answer(model)
        assert best == (None if exact.value is None else float(exact.value)), state
        names = [each.name for each in state.columns]
        if exact.x is None:
            state.check(None, {})
            lies = [(0.0, dict.fromkeys(names, 0.0))]
        else:
            point = dict(zip(names, map(float, exact.x), strict=True))
            state.check(best, point)
            away = {**point, names[0]: point[names[0]] + 9}
            lies = [(None, {}), (best + 1, point), (best - 1, point), (best, away)]
        for lie in lies:
            with pytest.raises(Find):
                state.check(*lie)


class Deaf(RuleClassifier):
    """It does not hear of weights."""

    def fit(self, X, y, sample_weight=None):
        return super().fit(X, y)


class Forgetful(BinaryEncoder):
    """It rounds what it learns of columns."""

    def _choose(self, found):
        super()._choose(found)
        for place, column in enumerate(self._columns):
            if hasattr(column, "cuts"):
                self._columns[place] = replace(column, cuts=column.cuts.astype(float))
        return self


def test_a_model_that_ignores_weights_is_a_find():
    X, y, weights = learning.sample(generator("learning", 1, 0), "rules")
    weights[:4] = [1, 40, 1, 40]
    learning.check_repetitions(
        "rules", RuleClassifier(0.1), X, y, weights, np.arange(weights.sum())
    )
    with pytest.raises(Find, match=r"rules: .* is another one where rows are repeated"):
        learning.check_repetitions("rules", Deaf(0.1), X, y, weights, np.arange(weights.sum()))


def test_so_is_an_encoder_that_rounds(monkeypatch, tmp_path):
    try_digits(tmp_path)
    monkeypatch.setattr(learning, "BinaryEncoder", Forgetful)
    with pytest.raises((Find, ValueError), match=r"mixes up|lie elsewhere|do not rise"):
        try_digits(tmp_path)


def try_digits(folder):
    for number in range(10):
        learning.digits(generator("learning", 1, number), folder)


GOOD = End(2, "", "nzdd: no such file\n", 0.1, "nzdd info")


@pytest.mark.parametrize(
    "fault",
    [
        {"code": None},
        {"code": -11},
        {"code": 70},
        {"errors": ""},
        {"errors": "nzdd: one\nnzdd: two\n"},
        {"errors": "Traceback (most recent call last):\nKeyError: 1\n"},
        {"errors": "RuntimeWarning: overflow\n"},
        {"errors": "nzdd: \x1b[31mred\n"},
        {"errors": "nzdd: \u202eevil\n"},
        {"errors": f"nzdd: {'n' * 3000}\n"},
        {"out": "half an answer\n"},
    ],
    ids=str,
)
def test_a_command_that_ends_badly_is_a_find(fault):
    check_end(GOOD)
    with pytest.raises(Find):
        check_end(replace(GOOD, **fault))


def test_so_is_what_it_leaves_behind(tmp_path):
    (tmp_path / "in.mps").write_text("NAME\n")
    (tmp_path / "out.txt").write_text("7")
    done = replace(GOOD, code=0)
    readers = {"out.txt": lambda path: int(path.read_text())}
    check_left(tmp_path, {"in.mps"}, readers, done)
    for known, outputs, end in (
        (set(), readers, done),
        ({"in.mps"}, {}, done),
        ({"in.mps"}, readers, GOOD),
        ({"in.mps"}, {**readers, "more.txt": int}, done),
        ({"in.mps"}, {"out.txt": lambda path: path.read_text().index("x")}, done),
    ):
        with pytest.raises(Find):
            check_left(tmp_path, known, outputs, end)


PLANTED = {
    "well": ("pass", None),
    "found": ("raise Find('a\\x1b[0m\\nb')", r"a\x1b[0m b"),
    "raised": ("{}['key']", "KeyError: 'key'"),
    "crashed": ("os.abort()", "the process ended with signal SIGABRT"),
    "left": (
        "tempfile.mkstemp(prefix='left', suffix='.lp')",
        ".lp is left in the temporary folder",
    ),
    "endless": ("time.sleep(60)", "no end within 1 s"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_part_finds_what_its_cases_do(name, tmp_path, monkeypatch, capsys):
    """A part of its own in a copy of the harness, run as the others are."""
    statement, expected = PLANTED[name]
    copy = tmp_path / "fuzz" / "hostile"
    shutil.copytree(HOSTILE, copy)
    lines = [
        "import os, tempfile, time",
        "from hostile.case import Find",
        "def case(random, folder):",
    ]
    (copy / "parts" / "planted.py").write_text("\n".join([*lines, f"    {statement}\n"]))
    for module in [key for key in sys.modules if key.partition(".")[0] == "hostile"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.syspath_prepend(copy.parent)
    from hostile import lanes

    assert Path(lanes.__file__).is_relative_to(tmp_path)
    monkeypatch.setattr(lanes, "LONGEST", 1.0 if name == "endless" else 60.0)
    cases, finds = lanes.run("planted", 1, 0.01, 1)
    assert cases >= 1
    assert finds == (0 if expected is None else cases)
    said = capsys.readouterr().out
    if expected is not None:
        assert expected in said
        assert "planted --seed 1 --case 0" in said
        assert (copy.parent / "findings" / "planted-1-0" / "find.txt").exists()


def test_a_case_is_the_same_whenever_it_is_drawn():
    first, again = (random_models.small(generator("models", 3, 8))[0] for _ in range(2))
    assert first == again
    assert first != random_models.small(generator("models", 3, 9))[0]


def test_text_is_shown_in_one_harmless_line():
    assert shown("a\n\x07b\u202e") == r"a \x07b\u202e"
    assert os.linesep not in shown("a\n\nb")
