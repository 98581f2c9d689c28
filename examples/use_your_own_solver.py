"""Write a compressed model to a file, solve it with any solver, and recover the answer."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from nzdd import ExtendedFormulation
from nzdd.files.models import mps

original = mps.read(Path(__file__).with_name("robot_schedule.mps.gz"))

with TemporaryDirectory() as name:
    folder = Path(name)

    # compress: the solver gets the model, the archive is for the recovery
    extended = ExtendedFormulation.from_model(original)
    mps.write(extended.model, folder / "small.mps.gz")
    extended.save(folder / "small.nzdd")

    # any solver: here scipy, without nzdd
    small = mps.read(folder / "small.mps.gz")
    answer = milp(
        small.objective,
        integrality=small.integrality.astype(int),
        bounds=Bounds(small.lower, small.upper),
        constraints=LinearConstraint(small.matrix, small.row_lower, small.row_upper),
    )

    # recover: the point of the original model, checked on its own rows
    x = ExtendedFormulation.load(folder / "small.nzdd").recover(answer.x)

off = original.violation(np.round(x, 9)).rows
print(f"objective {original.objective_value(x):.5f}, rows violated by {off:.0e} at most")
