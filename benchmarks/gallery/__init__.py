"""The problems of the gallery, beside the best alternative: ``python -m benchmarks.gallery NAME``.

A module for each script in ``examples/gallery``, of the same name, says which sizes are solved and
gives the alternatives as functions. ``compare`` measures them, each in a process of its own.

What several alternatives share: ``rounds`` and ``branch_and_cut`` are row generation in HiGHS and
in SCIP with an oracle of one's own, ``knapsacks`` is dynamic programming, ``round_trips`` a program
for round trips.
"""

from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parents[2].glob("examples/gallery/*.py"))
