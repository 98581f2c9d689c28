"""How many functions and files of the library run on four ways through it.

``python tests/support/ways.py`` prints both numbers for each way; with the name of a way, such as
``tall``, it lists the functions. What a user has in hand before is made before; each way runs once
before it is counted, so that imports are left out, and what worker processes do is not seen.
Neither model is one that solvers race for, as the second one may start or not. Comprehensions are
no functions here.
"""

import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
import pandas

import nzdd
from nzdd.formulations import ExtendedFormulation
from nzdd.sklearn import RuleClassifier

HOME = Path(nzdd.__file__).parent
Way = Callable[[], object]


def tall() -> Way:
    """`nzdd.solve` of a fractional covering model with a hundred times as many rows as columns."""
    matrix = np.random.default_rng(0).random((3000, 30)) < 0.3
    model = nzdd.LinearModel(np.ones(30), matrix, 1.0, upper=1.0)
    return lambda: nzdd.solve(model)


def for_all() -> Way:
    """A `FamilyModel`: of 20 loads 8 are guarded, in parts, and up to 3 lost."""
    family, loss = nzdd.families.sets_of_size(20, (0, 3)), np.arange(1.0, 21.0)

    def solve() -> object:
        model = nzdd.FamilyModel()
        guarded = model.add_columns(20, upper=1)
        worst = model.add_columns(1, 1.0)
        model.add_rows(np.ones(20), guarded, upper=8)
        lost: dict[str, Any] = {"coefficients": loss, "constants": -loss, "nominal": (worst, 1.0)}
        model.for_all(family, 0.0, columns=guarded, **lost)
        return nzdd.solve(model)

    return solve


def compress() -> Way:
    """`ExtendedFormulation.from_model` of covering rows that share columns."""
    matrix = np.random.default_rng(0).random((400, 12)) < 0.5
    model = nzdd.LinearModel(np.ones(12), matrix, 1.0, upper=1.0)
    return lambda: ExtendedFormulation.from_model(model)


def fit() -> Way:
    """`RuleClassifier.fit` of a table with numbers and words."""
    random = np.random.default_rng(0)
    words = np.array(["red", "green", "blue"])
    table = pandas.DataFrame({"size": random.normal(size=200), "colour": random.choice(words, 200)})
    return lambda: RuleClassifier().fit(table, (table["size"] > 0) & (table["colour"] != "red"))


WAYS = {each.__name__: each for each in (tall, for_all, compress, fit)}


def functions_on(way: Way) -> dict[str, list[str]]:
    """The functions of the library that a way calls, by file."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    way()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        way()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    found = defaultdict(list)
    for code in sorted(codes, key=lambda code: (code.co_filename, code.co_firstlineno)):
        path = Path(code.co_filename)
        if path.is_relative_to(HOME) and (code.co_name[0] != "<" or code.co_name == "<lambda>"):
            found[path.relative_to(HOME).as_posix()].append(code.co_name)
    return found


if __name__ == "__main__":
    for name in sys.argv[1:] or WAYS:
        found = functions_on(WAYS[name]())
        for file, functions in found.items():
            if name in sys.argv:
                print(f"{file}: {', '.join(functions)}")
        count = sum(map(len, found.values()))
        print(f"{name:<8} {count:>4} functions in {len(found):>3} files")
