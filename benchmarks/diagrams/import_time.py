"""What steps of use load: ``python -m benchmarks.diagrams.import_time``.

Each step runs in new interpreters: the least processor time of several, so that other load hardly
counts, the most memory, and the packages that were loaded. The table at the end has the sizes of
the packages as they are installed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

BUILD = "import nzdd; zdd = nzdd.ZDD.from_rows([[0, 2], [1]]); "
MODEL = "import nzdd; model = nzdd.LinearModel([1, 2], [[1, 1]], row_lower=1); "
CASES = {
    "Python alone": "pass",
    "`import numpy`": "import numpy",
    "`import numpy, scipy.sparse`": "import numpy, scipy.sparse",
    "`import nzdd`": "import nzdd",
    "build, count, unite": BUILD + "(zdd | ~zdd).count()",
    "a family of a graph": "import nzdd; nzdd.families.simple_paths([(0, 1), (1, 2)], 0, 2)",
    "an SVG picture": BUILD + "nzdd.render(zdd, 'svg')",
    "a page": BUILD + "nzdd.to_html(zdd)",
    "an extended formulation": MODEL + "nzdd.ExtendedFormulation.from_model(model)",
    "solve by HiGHS": MODEL + "nzdd.solve(model, method='direct', solver='highs')",
}
WATCH = """
import json, sys, time
start = time.process_time()
{}
seconds = time.process_time() - start
import resource
packages = {{name.partition(".")[0] for name in sys.modules}} - sys.stdlib_module_names
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([seconds, most / 1024, sorted(packages)]))
"""
PACKAGES = ("numpy", "scipy", "ortools", "pandas", "networkx", "tqdm", "pyscipopt", "pygraphviz")


def measured(statement: str, runs: int) -> tuple[float, float, list[str]]:
    """The least seconds, the most megabytes, and what was loaded."""
    # without Graphviz, whose process has times of its own
    environment = os.environ | {"PATH": ""}
    found = []
    for _ in range(runs):
        command = [sys.executable, "-c", WATCH.format(statement)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
        found.append(json.loads(done.stdout))
    return min(row[0] for row in found), max(row[1] for row in found), found[0][2]


def megabytes(package: str) -> float:
    """What an installed package takes on the disk."""
    paths = [Path(str(file.locate())) for file in metadata.files(package) or ()]
    return sum(path.stat().st_size for path in paths if path.is_file()) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    runs = parser.parse_args().runs
    known = {"numpy", "scipy", "ortools", "google", "networkx", "tqdm", "pygraphviz", "pandas"}
    print("| step | CPU ms | MB | packages |\n|---|---|---|---|")
    for name, statement in CASES.items():
        seconds, memory, loaded = measured(statement, runs)
        shown = ", ".join(package for package in loaded if package in known)
        print(f"| {name} | {1000 * seconds:.0f} | {memory:.0f} | {shown} |")
    print("\n| package | MB on the disk |\n|---|---|")
    for package in PACKAGES:
        try:
            print(f"| {package} | {megabytes(package):.0f} |")
        except metadata.PackageNotFoundError:
            print(f"| {package} | not installed |")


if __name__ == "__main__":
    main()
