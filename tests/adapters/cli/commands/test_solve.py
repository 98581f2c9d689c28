import io
import os
import signal
import threading

import numpy as np
import pytest

from nzdd.adapters import stderr
from nzdd.adapters.cli.progress import step_printer
from nzdd.adapters.files.models import mps, solutions
from nzdd.adapters.step_table import StepTable
from nzdd.formulations import LinearModel, Result, Status
from nzdd.formulations.iteration.history import Step
from nzdd.formulations.iteration.solve_step import SolveStep

KEYS = {"status", "objective", "dual_bound", "method", "solver", "max_violation", "seconds"}


@pytest.mark.parametrize("method", ["auto", "direct", "extended"])
def test_a_model_is_solved(run, cover, cover_file, method):
    outcome = run("solve", cover_file, "--method", method, "--solution", "x.sol.gz", "--json")
    assert outcome.code == 0
    facts = outcome.facts
    assert facts.keys() >= KEYS
    assert (facts["status"], facts["objective"]) == ("optimal", 21)
    assert facts["dual_bound"] == pytest.approx(21)
    assert facts["max_violation"] <= 1e-6
    assert facts["seconds"].keys() >= {"read", "build", "solve"}
    assert ("compression" in facts) == (method == "extended")
    assert cover.objective_value(solutions.read("x.sol.gz", cover)) == 21


def test_people_get_a_summary(run, cover_file):
    outcome = run("solve", cover_file, "-q")
    assert "status      optimal" in outcome.out
    assert "objective   21\n" in outcome.out
    assert "seconds     read " in outcome.out


@pytest.mark.parametrize(
    ("rows", "costs", "status"),
    [([[1, 1], [-1, -1]], [1, 1], "infeasible"), ([[1, -1], [1, 0]], [-1, 0], "unbounded")],
)
def test_infeasible_and_unbounded_are_answers(run, tmp_path, rows, costs, status):
    mps.write(LinearModel(costs, rows, row_lower=[3, -2]), tmp_path / "x.mps")
    outcome = run("solve", "x.mps", "--json")
    assert (outcome.code, outcome.facts["status"]) == (0, status)


def test_a_model_without_rows_and_one_without_columns(run, tmp_path):
    mps.write(LinearModel([1, -1], [[0, 0]], upper=4), tmp_path / "x.mps")
    assert run("solve", "x.mps", "--json").facts["objective"] == -4
    (tmp_path / "y.mps").write_text("NAME e\nROWS\n N O\nCOLUMNS\nRHS\nENDATA\n")
    facts = run("solve", "y.mps", "--json").facts
    assert (facts["objective"], facts["seconds"]["build"]) == (0, 0)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (Status.OPTIMAL, 0),
        (Status.FEASIBLE, 0),
        (Status.INFEASIBLE, 0),
        (Status.UNBOUNDED, 0),
        (Status.INFEASIBLE_OR_UNBOUNDED, 0),
        (Status.IMPRECISE, 1),
        (Status.NO_SOLUTION_FOUND, 1),
        (Status.NUMERICAL_ERROR, 1),
        (Status.OTHER_ERROR, 1),
    ],
)
def test_exit_codes(run, monkeypatch, cover_file, status, code):
    """Few models bring solvers to all of these."""
    result = Result(status, dual_bound=float("nan"))
    monkeypatch.setattr("nzdd.adapters.methods.dispatch.solve", lambda *_, **__: result)
    outcome = run("solve", cover_file, "--json")
    assert outcome.code == code
    assert outcome.facts["dual_bound"] is None


def test_without_a_point_an_old_solution_stays_and_a_note_says_so(run, cover_file, tmp_path):
    (tmp_path / "x.sol").write_text("old")
    late = ["--solver", "highs", "--time-limit", "0"]
    outcome = run("solve", cover_file, "--solution", "x.sol", *late)
    assert (outcome.code, (tmp_path / "x.sol").read_text()) == (1, "old")
    assert "x.sol is left as it was" in outcome.err
    assert run("solve", cover_file, "--solution", "x.sol", "-q", *late).err == ""
    for new in ("-", "y.sol"):
        assert "there is nothing to write\n" in run("solve", cover_file, "-o", new, *late).err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_a_solution_that_cannot_be_written_does_not_cost_the_answer(run, cover_file, tmp_path):
    (tmp_path / "x.sol").symlink_to("/dev/full")
    outcome = run("solve", cover_file, "--solution", "x.sol", "--json")
    assert (outcome.code, outcome.facts["objective"]) == (2, 21)
    assert outcome.err.startswith("nzdd: x.sol: No space left on device; free some space")


def test_a_tiny_time_limit_ends_the_solve(run, data):
    outcome = run("solve", data / "mip" / "seymour.mps.gz", "--time-limit", "0.01", "--json")
    # a fast machine may see a first point by then
    codes = {"no_solution_found": 1, "feasible": 0}
    assert codes[outcome.facts["status"]] == outcome.code
    assert outcome.facts["limit"] == "time"


def test_the_log_goes_to_stderr(run, cover_file):
    outcome = run("solve", cover_file, "--solver", "highs", "--log", "--json")
    assert outcome.facts["solver"] == "highs"
    assert "252 rows" in outcome.err


def test_a_solver_that_cannot_take_the_model_is_refused(refuse, cover_file):
    assert "pdlp takes no integer columns" in refuse("solve", cover_file, "--solver", "pdlp")
    assert "name a file in .sol" in refuse("solve", cover_file, "--solution", "x.txt")
    assert "not exist" in refuse("solve", cover_file, "--solution", "no/x.sol")


def test_lazy_and_auto_tell_what_they_did(run, cover_file):
    facts = run("solve", cover_file, "--method", "lazy", "--json").facts
    assert (facts["method"], facts["objective"]) == ("lazy", 21)
    assert facts["lazy"]["rounds"] >= 1
    facts = run("solve", cover_file, "--json").facts
    assert facts["auto"]["methods"]
    assert facts["auto"]["why"]


def test_a_log_shows_the_states_of_a_lazy_solve(run, cover_file):
    outcome = run("solve", cover_file, "--method", "lazy", "--log")
    assert "best" in outcome.err.splitlines()[0]
    assert run("solve", cover_file, "--method", "lazy").err == ""


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_what_is_built_and_ctrl_c_ends_it(run, monkeypatch, cover_file):
    """Before the solver has begun there is no answer to give."""

    def building(*_, progress, interrupt, **__):
        progress("sift", 0.5)
        signal.raise_signal(signal.SIGINT)
        assert interrupt.is_set()
        progress("sift", 0.6)
        pytest.fail("the solver has begun")

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("nzdd.adapters.methods.dispatch.solve", building)
    assert run("solve", cover_file).code == 130
    assert "solve: sift" in terminal.getvalue()


def test_the_command_runs_in_any_thread(run, cover_file):
    """Where no Ctrl-C can be caught."""
    outcomes = []
    thread = threading.Thread(target=lambda: outcomes.append(run("solve", cover_file, "--json")))
    thread.start()
    thread.join()
    assert outcomes[0].facts["objective"] == 21


def test_states_that_tell_nothing_new_are_not_shown_at_once(capsys):
    show, point = StepTable(stderr.say), np.ones(1)
    for seconds, x in ((1.0, point), (1.1, None), (1.2, point), (1.3, None), (3.0, None)):
        show(SolveStep(0, seconds, x=x, solver="scip"))
    _, *lines = capsys.readouterr().err.splitlines()
    assert [line.split()[-7] for line in lines] == ["1.0s", "1.2s", "3.0s"]
    assert [line[0] for line in lines] == ["*", "*", " "]


def test_steps_are_shown_twice_a_second(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    show = step_printer(quiet=False, always=False)
    for number, seconds in enumerate((0.1, 0.2, 0.7, 0.8, 1.3)):
        show(Step(number, seconds, 0.0, 1.0, 1))
    lines = terminal.getvalue().splitlines()[1:]
    assert [int(line.split()[0]) for line in lines] == [0, 2, 4]


def test_options_of_a_solver_reach_it(run, cover_file):
    arguments = ["solve", cover_file, "--method", "direct", "--solver", "scip", "--json"]
    own = ["--option", "limits/solutions=1", "--option", "presolving/maxrounds=0"]
    facts = run(*arguments, *own, "--seed", "3", "--memory-limit", "8G").facts
    assert facts["status"] == "feasible"
    assert run(*arguments).facts["status"] == "optimal"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--option", "x=1"], "--option x needs --solver: name its solver"),
        (["--option", "x=1", "--solver", "scip"], "scip has no option 'x'; its manual lists them"),
        (["--option", "x"], "'x' is not KEY=VALUE"),
        (["--memory-limit", "5"], "'5' is not a number with a unit, such as 500M or 4G"),
        (["--memory-limit=-5G"], "is not a number with a unit"),
        (["--seed", "-1"], "'-1' is not a whole number from 0"),
        (["--start", "no.sol"], "no.sol: no such file"),
        (["--log-file", "no/x.log"], "the folder no does not exist"),
        (["-o", "x.sol", "--log-file", "x.sol"], "is named twice"),
    ],
)
def test_wrong_options_are_refused(refuse, cover_file, options, message):
    assert message in refuse("solve", cover_file, *options)


def test_a_solution_is_the_start_of_the_next_solve(run, cover, cover_file):
    assert run("solve", cover_file, "-o", "x.sol").code == 0
    arguments = ["solve", cover_file, "--start", "x.sol", "--time-limit", "0", "--json"]
    assert run(*arguments).facts["objective"] == 21


def test_the_log_of_the_solver_goes_to_a_file(run, cover_file, tmp_path):
    arguments = ["solve", cover_file, "--method", "direct", "--solver", "highs", "--log-file"]
    assert run(*arguments, "a.log").err == ""
    assert "252 rows" in (tmp_path / "a.log").read_text()
    assert "252 rows" in run(*arguments, "a.log", "--log").err


def test_a_terminal_shows_the_table_of_a_direct_solve(run, cover_file, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    run("solve", cover_file, "--method", "direct")
    header, *lines = terminal.getvalue().splitlines()
    assert header.split() == ["time", "who", "best", "bound", "gap", "rows", "nodes"]
    assert any(line.startswith("*") for line in lines)
    assert lines[-1].split()[-5:-3] == ["21", "21"]
