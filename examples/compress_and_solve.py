"""Compress a schedule of robots, solve both, and compare."""

from pathlib import Path

import nzdd
from nzdd import ExtendedFormulation
from nzdd.files.models import mps

model = mps.read(Path(__file__).with_name("robot_schedule.mps.gz"))
extended = ExtendedFormulation.from_model(model)
print(extended.report)

for method in ("direct", "extended"):
    result = nzdd.solve(model, method=method, solver="highs")
    print(
        f"{method}: {result.status}, {result.fun:.5f}, largest violation {result.max_violation:.0e}"
    )
