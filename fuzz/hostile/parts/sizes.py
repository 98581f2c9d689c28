"""Integer models whose coefficients are of mixed sizes, against a list of all their points."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from hostile.case import Find, expect, one_of
from nzdd import ZDD, FamilyModel, solve
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.solvers.registry import IN_ROUNDS, LAZY_SOLVERS, SOLVERS, is_installed
from nzdd.families import sets_of_size
from nzdd.formulations import LinearModel, Result, Status

SIZES = ((1, 10, 1e3), (1, 1e4), (1, 1e6), (1, 3, 1e5, 1e7), (1e3, 1e6), (7, 1e2, 2e4))
SIDES = (0, 1, 2, 5e-6, 0.005, 0.05, 0.5, 1e3, 1e6, 999_999, 1e7 + 1)
TOLERANCE = 1e-6
SECONDS = 30.0
HONEST = {Status.UNCONFIRMED, Status.IMPRECISE, Status.FEASIBLE, Status.NUMERICAL_ERROR}
"""What may be said of a model whose answer depends on the tolerance."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Points:
    """All integer points of a box: which satisfy a model exactly, which up to the tolerance."""

    values: Floats
    exact: NDArray[np.bool_]
    wide: NDArray[np.bool_]

    @classmethod
    def of(cls, model: LinearModel) -> Points:
        """Integers below 2^53 are exact in floats, and so is their comparison with any side."""
        axes = [np.arange(a, b + 1) for a, b in zip(model.lower, model.upper, strict=True)]
        points = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, len(axes))
        activity = points @ model.matrix.toarray().T
        outside = np.zeros(activity.shape)
        for bound, beyond in (
            (model.row_lower, model.row_lower - activity),
            (model.row_upper, activity - model.row_upper),
        ):
            finite = np.where(np.isfinite(bound), bound, 0.0)
            scaled = np.where(np.isfinite(beyond), beyond, 0.0) / (1 + np.abs(finite))
            outside = np.maximum(outside, scaled)
        most = outside.max(axis=1, initial=0.0)
        values = points @ model.objective
        return cls(-values if model.maximize else values, most <= 0, most <= TOLERANCE * 1.000001)

    def best(self, mask: NDArray[np.bool_]) -> float | None:
        """The least value of some points."""
        return float(self.values[mask].min()) if mask.any() else None


def case(random: np.random.Generator, folder: Path) -> None:
    """Draw a model, list its points, and solve it by the default and three other ways."""
    given, listed = (_family if random.random() < 0.3 else _rows)(random)
    (folder / "model.txt").write_text(repr(vars(listed)))
    points = Points.of(listed)
    for method, solver in [("auto", None), *_variants(random)]:
        if method == "direct" and given is not listed:
            method = "extended"
        try:
            result = solve(given, method, solver, time_limit=SECONDS)
        except UnsupportedModelError:
            continue
        except ValueError as error:
            if "integral potentials" in str(error):
                continue
            raise
        try:
            check(result, listed, points)
        except Find as find:
            raise Find(f"{method} {solver or ''}: {find}") from find


def check(result: Result, model: LinearModel, points: Points) -> None:
    """Raise Find if a result is not true of a model."""
    best, widest = points.best(points.exact), points.best(points.wide)
    told = f"says {result.status} {result.fun!r} ({result.message}), the optimum is {best}"
    edge = best != widest
    if result.status is Status.INFEASIBLE:
        expect(best is None, told)
    elif result.status is Status.OPTIMAL:
        sign = -1.0 if model.maximize else 1.0
        expect(widest is not None, told)
        assert result.x is not None
        assert result.fun is not None
        assert widest is not None
        expect((result.x == np.rint(result.x)).all(), f"{told}; x is {result.x}")
        expect(model.violation(result.x).scaled <= TOLERANCE, f"{told}; x is {result.x}")
        slack = 1e-6 * max(1.0, abs(widest))
        expect(sign * result.fun >= widest - slack, told)
        expect(best is None or sign * result.fun <= best + slack, told)
        expect(result.dual_bound is not None, f"{told}, without a bound")
        assert result.dual_bound is not None
        expect(best is None or sign * result.dual_bound <= best + slack, f"{told}; its bound")
    else:
        expect(edge and result.status in HONEST, told)


def _variants(random: np.random.Generator) -> list[tuple[Any, str]]:
    whole = [name for name, kind in SOLVERS.items() if kind.integers and _is_there(kind.package)]
    lazy = [name for name, package in LAZY_SOLVERS.items() if _is_there(package)]
    direct = random.choice(whole, 2).tolist()
    return [
        ("direct", direct[0]),
        ("extended", direct[1]),
        ("lazy", str(one_of(random, *lazy, *IN_ROUNDS))),
    ]


def _is_there(package: str | None) -> bool:
    return package in (None, "ortools", "scipy") or is_installed(package)


def _rows(random: np.random.Generator) -> tuple[LinearModel, LinearModel]:
    n, m = int(random.integers(1, 6)), int(random.integers(1, 7))
    sizes = np.array(one_of(random, *SIZES))
    matrix = random.choice(sizes, (m, n)) * random.integers(-2, 4, (m, n))
    if random.random() < 0.4:
        matrix = np.abs(matrix)
    low = random.integers(-3, 1, n) * (random.random() < 0.5)
    high = low + random.integers(1, 5, n)
    # Sides that a point meets, or misses by little, or any.
    signs, sides = random.choice((1, -1), (2, m)), random.choice(SIDES, (2, m))
    side = matrix @ random.integers(low, high + 1)
    side += signs[0] * sides[0] * (random.random(m) < 0.5)
    side = np.where(random.random(m) < 0.4, signs[1] * sides[1], side)
    kind = random.integers(0, 4, m)
    lower, upper = np.where(kind == 1, -np.inf, side), np.where(kind == 0, np.inf, side)
    upper[kind == 2] += sizes[0]
    costs, maximize = random.integers(-3, 4, n), bool(random.random() < 0.5)
    model = LinearModel(costs, matrix, lower, upper, low, high, True, maximize=maximize)
    return model, model


def _family(random: np.random.Generator) -> tuple[FamilyModel, LinearModel]:
    n = int(random.integers(2, 6))
    members = sets_of_size(n, int(random.integers(1, n + 1)))
    size = float(one_of(random, 1, 10, 1e3, 1e6, 1e7))
    coefficients = size * random.integers(1, 4, n)
    constant = float(random.choice(SIDES))
    sense = str(one_of(random, ">=", "<="))
    costs = random.integers(-2, 4, n)
    model = FamilyModel(maximize=bool(random.random() < 0.5))
    columns = model.add_columns(n, costs, upper=int(random.integers(1, 4)), integrality=True)
    model.for_all(members, constant, sense, columns=columns, coefficients=coefficients)
    return model, listed_rows(model, members, constant, sense, coefficients)


def listed_rows(
    model: FamilyModel, members: ZDD, constant: float, sense: str, coefficients: Floats
) -> LinearModel:
    """The rows that `for_all` means, over all columns of a model, one by one."""
    core = model.linear
    rows = np.zeros((members.count(), core.num_columns))
    for at, member in enumerate(members):
        rows[at, list(member)] = coefficients[list(member)]
    ends = (constant, np.inf) if sense == ">=" else (-np.inf, constant)
    return core.with_rows(csr_array(rows), *(np.full(len(rows), end) for end in ends))
