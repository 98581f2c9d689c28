"""Users' own models with constraints over families, solved, changed and solved again."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from hostile.case import Find, one_of
from hostile.exact.truth import Undecided
from hostile.own import draw
from hostile.own.languages import Linopy, Pulp, Pyomo
from hostile.own.library import Library, Refused
from hostile.own.solvers import Cplex, Gurobi, Scip, Xpress
from hostile.own.state import Column, State
from support.licences import why_not

LIBRARIES: dict[str, type[Library]] = {
    **{"gurobipy": Gurobi, "cplex": Cplex, "xpress": Xpress, "pyscipopt": Scip},
    **{"pyomo": Pyomo, "pulp": Pulp, "linopy": Linopy},
}
"""By the package of each."""
MOST_CHANGES = 6


@cache
def usable() -> list[str]:
    """The libraries that are installed and, where they need one, have a licence."""
    found = [name for name in LIBRARIES if find_spec(name) is not None]
    return [name for name in found if not why_not(name.removesuffix("py"))]


def case(random: np.random.Generator, folder: Path) -> None:
    """Build a model in one of the libraries, and solve it after each of some changes."""
    name = str(one_of(random, *usable()))
    state = draw.state(random)
    if not any(each.whole for each in state.columns):
        state.columns[0].whole = True
    said = [f"{name}: {state}"]
    try:
        model = LIBRARIES[name](state, random)
        _right(state, model)
        for _ in range(int(random.integers(1, MOST_CHANGES))):
            change = one_of(random, *CHANGES)
            said.append(f"{change.__name__}: ")
            change(random, state, model)
            said[-1] += str(state)
            _right(state, model)
    except Find as find:
        raise Find(f"{name}, after {', '.join(_words(said[1:])) or 'nothing'}: {find}") from find
    finally:
        (folder / "steps.txt").write_text("\n".join(said) + "\n")


def _words(said: list[str]) -> list[str]:
    return [line.partition(":")[0] for line in said]


def _right(state: State, model: Library) -> None:
    """Solve, and check the answer."""
    try:
        answer = model.solve()
    except Refused as refused:
        raise Find(f"refuses: {refused}") from refused
    with suppress(Undecided):
        state.check(*answer)


def add(random: np.random.Generator, state: State, model: Library) -> None:
    """Add a variable, sometimes in a row."""
    if len(state.columns) >= draw.MOST_COLUMNS:
        return
    state.made += 1
    column = draw.column(random, state.made)
    state.columns.append(column)
    model.add(column)
    if random.random() < 0.5:
        row(random, state, model)
    model.costs()


def remove(random: np.random.Generator, state: State, model: Library) -> None:
    """Remove a variable that no listed row has; one of the rules must then be refused."""
    in_rows = {each for terms, _, _ in state.rows for each, _ in terms}
    possible = [each for each in state.columns if each not in in_rows]
    whole = [each for each in state.columns if each.whole]
    if not model.removes or not possible or len(state.columns) < 2:
        return
    column = possible[int(random.integers(len(possible)))]
    if whole == [column]:
        return
    state.columns.remove(column)
    model.remove(column)
    model.costs()
    if any(column in rule.used and rule.active for rule in state.rules):
        if random.random() < 0.5:
            add(random, state, model)
        model.must_refuse()
    if any(column in rule.used for rule in state.rules):
        state.rules = [rule for rule in state.rules if column not in rule.used]
        model.anew()


def bounds(random: np.random.Generator, state: State, model: Library) -> None:
    """Change the bounds of a variable, sometimes so that it is fixed."""
    column = _any(random, state)
    column.lower = float(random.integers(-1, 2))
    column.upper = column.lower + float(random.integers(0, 4))
    model.change(column)


def kind(random: np.random.Generator, state: State, model: Library) -> None:
    """Change the type of a variable."""
    column = _any(random, state)
    if not model.retypes:
        return
    column.whole = not column.whole
    if not any(each.whole for each in state.columns):
        column.whole = True
    model.change(column)


def relaxed(random: np.random.Generator, state: State, model: Library) -> None:
    """Make all variables continuous, solve, and take that back."""
    if not model.retypes:
        return
    before = [each.whole for each in state.columns]
    for each in state.columns:
        each.whole = False
        model.change(each)
    if model.asks_integers and state.rules:
        model.must_refuse()
    else:
        _right(state, model)
    for each, whole in zip(state.columns, before, strict=True):
        each.whole = whole
        model.change(each)


def costs(random: np.random.Generator, state: State, model: Library) -> None:
    """Change the objective."""
    column = _any(random, state)
    column.cost = float(random.integers(-4, 10))
    state.maximize ^= bool(random.random() < 0.3)
    model.costs()


def row(random: np.random.Generator, state: State, model: Library) -> None:
    """Add a listed row."""
    state.rows.append(draw.row(random, state))
    model.row(*state.rows[-1])


def rule(random: np.random.Generator, state: State, model: Library) -> None:
    """Add a constraint over a family, or one of them once more."""
    old = state.rules and random.random() < 0.3
    added = state.rules[0] if old else draw.rule(random, state)
    if added.active:
        state.rules.append(added)
        model.rule(added)


def switch(random: np.random.Generator, state: State, model: Library) -> None:
    """Deactivate a constraint over a family, or activate it again."""
    if isinstance(model, Pyomo) and state.rules:
        chosen = state.rules[int(random.integers(len(state.rules)))]
        chosen.active = not chosen.active
        model.switch(chosen)


def copied(random: np.random.Generator, state: State, model: Library) -> None:
    """Go on with a copy."""
    model.copied()


def tampered(random: np.random.Generator, state: State, model: Library) -> None:
    """Let the solver overlook rows, which is refused or harmless; then take that back."""
    if not model.tampers or not state.rules:
        return
    again = model.tampered()
    try:
        answer = model.solve()
    except Refused:
        pass
    else:
        with suppress(Undecided):
            state.check(*answer)
    again()


CHANGES = (
    *(add, add, remove, remove, bounds, bounds, kind, relaxed, costs, costs),
    *(row, rule, switch, copied, tampered),
)


def _any(random: np.random.Generator, state: State) -> Column:
    return state.columns[int(random.integers(len(state.columns)))]
