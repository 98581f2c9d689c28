"""Models with a constraint for all members, many of them unbounded, against their listed rows."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from hostile.case import Find, one_of
from hostile.exact.judge import Judge
from hostile.exact.truth import Undecided
from hostile.parts.sizes import SECONDS, listed_rows
from nzdd import ZDD, FamilyModel, solve
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.families import linear, power_set, sets_of_size

WAYS: tuple[tuple[Any, str | None], ...] = (
    ("auto", "highs"),
    ("extended", None),
    ("extended", "highs"),
    ("lazy", "scip"),
    ("lazy", "highs"),
    ("lazy", "glop"),
)
INF = np.inf
BOXES = ((0, INF), (0, INF), (-INF, INF), (-INF, 2), (-2, 3), (0, 1), (1, 4))


def case(random: np.random.Generator, folder: Path) -> None:
    """Draw a model, and solve it by the default and by two other ways."""
    model, listed = draw(random)
    (folder / "model.txt").write_text(repr(vars(listed)))
    with suppress(Undecided):
        judge = Judge(listed, moderate=True)
        others = [WAYS[at] for at in random.choice(len(WAYS), 2, replace=False)]
        for method, solver in (("auto", None), *others):
            try:
                judge.check(solve(model, method, solver, time_limit=SECONDS))
            except UnsupportedModelError:
                continue
            except Find as find:
                raise Find(f"{method} {solver or ''}: {find}") from find


def draw(random: np.random.Generator) -> tuple[FamilyModel, Any]:
    """A model of up to five columns, and the same with its rows listed."""
    n = int(random.integers(1, 6))
    model = FamilyModel(maximize=bool(random.random() < 0.5))
    lower, upper = np.array(BOXES)[random.integers(0, len(BOXES), n)].T
    if random.random() < 0.5:
        lower, upper = lower[:1].repeat(n), upper[:1].repeat(n)
    integrality = random.random(n) < float(one_of(random, 0, 0, 0.5, 1))
    costs = random.choice((0, 1, -1, 2, 0.5), n)
    columns = model.add_columns(n, costs, lower=lower, upper=upper, integrality=integrality)
    members = _members(random, n)
    coefficients = random.choice(np.array(one_of(random, (1,), (1, 2), (1, -1, 0.5, 3)), float), n)
    constant, sense = float(random.choice((0, 1, 2, -1, 2.5))), str(one_of(random, ">=", "<="))
    model.for_all(members, constant, sense, columns=columns, coefficients=coefficients)
    return model, listed_rows(model, members, constant, sense, coefficients)


def _members(random: np.random.Generator, n: int) -> ZDD:
    kind = random.random()
    if kind < 0.4:
        return sets_of_size(n, int(random.integers(0, n + 1)))
    return power_set(n) if kind < 0.6 else linear(random.integers(1, 4, n), high=4)
