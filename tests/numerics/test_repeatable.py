"""The same input gives the same bytes: in other processes, with other hashes, beside threads."""

import os
import subprocess
import sys
import threading

import numpy as np

from nzdd import NZDD, ZDD, solve
from nzdd.formulations import ExtendedFormulation, LinearModel

PRINTED = """
import hashlib, sys
import numpy as np
sys.path[:0] = sys.argv[1:]
from nzdd import NZDD, ZDD, solve
from nzdd import families
from nzdd.formulations import ConstraintDiagram, ExtendedFormulation, LinearModel

rows = np.random.default_rng(0).random((150, 14)).argsort(axis=1) < 4
digest = hashlib.sha256()

def note(diagram):
    for name, value in sorted(diagram._state().items()):
        digest.update(name.encode() + np.asarray(value).tobytes())

zdd = ZDD.from_rows(rows, order="sifting")
for diagram in (zdd, zdd.minimal(), NZDD.from_rows(rows, minimize="nonzeros"),
                families.forests([(a, b) for a in range(5) for b in range(a)])):
    note(diagram)
model = LinearModel(np.arange(1.0, 15), rows, row_lower=1, upper=1, integrality=True)
digest.update(str(ExtendedFormulation.from_model(model).model.matrix.data.tolist()).encode())
found = ConstraintDiagram.from_rows(rows, 1.0).separate(np.full(14, 0.05))
digest.update(found.matrix.indices.tobytes() + found.slack.tobytes())
for method in ("direct", "extended", "lazy"):
    result = solve(model, method, threads=1) if method != "lazy" else solve(model, method, "glop")
    digest.update(result.x.tobytes())
print(digest.hexdigest())
"""


def test_processes_with_other_hashes_give_the_same_bytes(capsys, monkeypatch):
    """This one and a new one."""
    there = subprocess.run(
        [sys.executable, "-c", PRINTED, *sys.path],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    monkeypatch.setattr(sys, "argv", ["here"])
    exec(PRINTED, {})
    assert capsys.readouterr().out == there


def test_what_runs_beside_makes_no_difference():
    rows = np.random.default_rng(0).random((400, 24)).argsort(axis=1) < 6
    model = LinearModel(np.arange(1.0, 25), rows, row_lower=1, upper=1)
    results = []

    def work():
        extended = ExtendedFormulation.from_model(model).model
        diagrams = [kind.from_rows(rows) for kind in (ZDD, NZDD)]
        results.append((extended, diagrams, solve(model, "lazy").x.tolist()))

    work()
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    first = results[0]
    for extended, diagrams, x in results[1:]:
        assert extended == first[0]
        assert diagrams[0] == first[1][0]
        assert np.array_equal(diagrams[1].labels, first[1][1].labels)
        assert x == first[2]
