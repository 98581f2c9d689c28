"""One diagram in several threads and processes gives the answers it gives alone."""

import copy
import multiprocessing
import pickle
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from operator import methodcaller
from sysconfig import get_config_var

import numpy as np
import pytest

from nzdd import NZDD, ZDD, RowTable
from nzdd.adapters.methods import direct as solvers
from nzdd.formulations import ConstraintDiagram, ExtendedFormulation, LinearModel
from nzdd.multiset import Multiset

ROWS = np.random.default_rng(0).random((1000, 30)) < 0.4
LENGTHS = np.random.default_rng(1).integers(-9, 9, 30).astype(float)
DIAGRAMS = {
    "zdd": ZDD.from_rows(ROWS, order="natural"),
    "nzdd": NZDD.from_rows(ROWS, order="natural"),
}


def answers(diagram):
    """What walks over a diagram, caches included."""
    path = diagram.shortest_path(LENGTHS)
    return [
        diagram.count(),
        path.length,
        diagram.contains(ROWS[:50]).tolist(),
        diagram.potentials(LENGTHS).tolist(),
        sorted(diagram)[:100],
    ]


def set_answers(zdd):
    """Operations on one diagram and parts of it."""
    few = ZDD.from_rows(ROWS[::7], order="natural")
    return [
        (zdd | few).count(),
        (zdd & few).count(),
        (zdd - few).count(),
        zdd.minimal().count(),
        zdd.reordered("sifting").num_nodes,
    ]


def in_threads(call, number=4):
    """The results of calls that begin at one moment."""
    results = [None] * number
    start = threading.Barrier(number)

    def run(place):
        start.wait()
        results[place] = call()

    threads = [threading.Thread(target=run, args=[place]) for place in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.parametrize("kind", DIAGRAMS)
def test_threads_may_ask_a_diagram_that_nobody_has_asked_before(kind):
    build = type(DIAGRAMS[kind]).from_rows
    expected = answers(build(ROWS, order="natural"))
    for _ in range(3):
        fresh = build(ROWS, order="natural")
        assert in_threads(lambda fresh=fresh: answers(fresh)) == [expected] * 4


def test_threads_may_operate_on_one_diagram():
    zdd = DIAGRAMS["zdd"]
    assert in_threads(lambda: set_answers(zdd)) == [set_answers(zdd)] * 4


def test_threads_may_build_while_others_ask():
    zdd, rows = DIAGRAMS["zdd"], RowTable.from_words(np.arange(2**17, dtype=np.uint64), 40)
    expected = answers(zdd), ZDD.from_rows(rows, order="natural").num_nodes

    def both():
        return answers(zdd), ZDD.from_rows(rows, order="natural").num_nodes

    assert in_threads(both) == [expected] * 4


def test_threads_may_share_an_oracle():
    diagram = ConstraintDiagram.from_rows(ROWS, 2.0)
    x = np.random.default_rng(3).random(30)
    expected = diagram.min_slack(x), diagram.separate(x).slack.tolist()
    fresh = ConstraintDiagram.from_rows(ROWS, 2.0)
    found = in_threads(lambda: (fresh.min_slack(x), fresh.separate(x).slack.tolist()))
    assert found == [expected] * 4


def load_without_gil():
    import nzdd

    assert nzdd.ZDD.from_rows([[0], [0, 1]]).count() == 2
    print(sys._is_gil_enabled())


@pytest.mark.skipif(not get_config_var("Py_GIL_DISABLED"), reason="this Python needs its GIL")
def test_the_core_does_not_turn_the_gil_on(alone, monkeypatch):
    monkeypatch.delenv("PYTHON_GIL", raising=False)
    assert alone(load_without_gil) == "False\n"


QUESTIONS = [
    methodcaller("count"),
    methodcaller("shortest_path", LENGTHS),
    methodcaller("contains", ROWS[:50]),
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of forks beside threads
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_get_the_diagram(method):
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        for diagram in DIAGRAMS.values():
            count, path, contained = [pool.submit(ask, diagram).result() for ask in QUESTIONS]
            assert count == diagram.count()
            assert path.length == diagram.shortest_path(LENGTHS).length
            assert contained.all()


def solve_beside_the_parent():
    """A fork starts solvers of its own; those of its parent go on serving the parent."""
    model = LinearModel([1.0, 1], [[1, 2], [2, 1]], row_lower=1)
    expected = solvers.solve_direct(model, "highs").fun
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(
        target=lambda: there.send([solvers.solve_direct(model, "highs").fun for _ in range(2)])
    )
    process.start()
    assert [solvers.solve_direct(model, "highs").fun for _ in range(2)] == [expected] * 2
    assert here.recv() == [expected] * 2
    process.join()
    assert process.exitcode == 0
    print("both")


def test_a_fork_solves_beside_its_parent(alone):
    assert alone(solve_beside_the_parent) == "both\n"


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o))])
def test_copies_answer_alike(how):
    for diagram in DIAGRAMS.values():
        assert answers(how(diagram)) == answers(diagram)
    constraints = ConstraintDiagram.from_rows(ROWS, 2.0)
    x = np.full(30, 0.1)
    constraints.min_slack(x)  # what is computed once must not stand in the way
    assert how(constraints).min_slack(x) == constraints.min_slack(x)
    model = LinearModel(np.ones(30), ROWS.astype(float), row_lower=1, upper=1)
    assert how(model) == model
    extended = ExtendedFormulation.from_model(model)
    assert how(extended).model == extended.model
    rows = Multiset(30, "natural")
    rows.add(ROWS)
    assert how(rows).zdd() == rows.zdd()
