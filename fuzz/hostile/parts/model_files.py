"""Models through files: compress, write, read, solve, recover; the answer fits the first model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from hostile.case import expect, one_of
from hostile.exact.judge import Judge
from hostile.exact.truth import OPTIMAL
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.files import formats
from nzdd.adapters.files.models import mps, solutions
from nzdd.adapters.methods.direct import solve_direct
from nzdd.formulations import ExtendedFormulation, LinearModel, Status
from nzdd.formulations.models.result import checked


def there_and_back(random: np.random.Generator, judge: Judge, folder: Path) -> None:
    """Every step goes through a file."""
    model = judge.model
    suffix = str(one_of(random, ".mps", ".mps.gz"))
    try:
        mps.write(model, folder / f"model{suffix}")
    except UnsupportedModelError:
        return
    again = formats.read_model(folder / f"model{suffix}")
    expect(_same(model, again), "the MPS file holds another model")
    minimize = str(one_of(random, "nonzeros", "edges"))
    ExtendedFormulation.from_model(again, minimize).save(folder / "model.nzdd")  # type: ignore[arg-type]
    extended = ExtendedFormulation.load(folder / "model.nzdd")
    try:
        mps.write(extended.model, folder / f"smaller{suffix}")
    except UnsupportedModelError as error:
        # rows that cross may not be there unless the model has them
        expect(judge.truth.status != OPTIMAL, f"the compressed model cannot be written: {error}")
        return
    result = solve_direct(formats.read_model(folder / f"smaller{suffix}"), time_limit=30.0)
    if result.x is None:
        judge.check(result)
        return
    solutions.write(folder / "smaller.sol", extended.model, result.x)
    x = extended.recover(solutions.read(folder / "smaller.sol", extended.model))
    if result.status is Status.UNBOUNDED:
        judge.check(result)
        return
    judge.check(checked(model, replace(result, x=x, fun=None)))


def _same(one: LinearModel, other: LinearModel) -> bool:
    """Compare models, except that MPS adds names and stores a range as two numbers."""

    size = np.abs(one.row_lower) + np.abs(one.row_upper)

    def close(a: np.ndarray, b: np.ndarray) -> bool:
        return bool(((a == b) | (np.abs(a - b) <= 4e-16 * size)).all())

    return (
        one.matrix.shape == other.matrix.shape
        and (one.matrix != other.matrix).nnz == 0
        and all(
            np.array_equal(getattr(one, name), getattr(other, name))
            for name in ("objective", "lower", "upper", "integrality", "maximize", "offset")
        )
        and close(one.row_lower, other.row_lower)
        and close(one.row_upper, other.row_upper)
    )
