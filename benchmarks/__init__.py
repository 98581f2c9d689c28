"""Side-by-side measurements, on an editable install: ``python -m benchmarks`` for all of them.

One folder per subject: ``diagrams``, ``orders``, ``solving``, ``gallery``, ``soft_margin``,
``rules``, and ``classics``, the other learning methods. Each benchmark is a module, such as
``python -m benchmarks.diagrams.build_time``. The peers come with the extra ``bench``, those of
``rules`` by ``pip install --no-deps``, since they ask for old versions; a missing one is skipped.

``record`` measures, and writes whole runs to ``results/``, or to the folder in the environment
variable NZDD_RESULTS. ``cells`` keep what long experiments have measured so far, in JSON lines;
these are published only where a page is made of them, all other results as a .json. ``pages`` makes
``docs/benchmarks`` of both. ``published`` has the figures of papers, ``data`` the folder of larger
samples.
"""

import os
import sys

# Modules are compiled once, like those of installed packages that they are measured beside.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
