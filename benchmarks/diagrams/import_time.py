"""What `import nzdd` costs: ``python -m benchmarks.diagrams.import_time``.

Processor time of new interpreters, the smallest of several, so that other load hardly counts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

CASES = ("pass", "import numpy", "import numpy, scipy.sparse", "import nzdd")
WATCH = "import time; start = time.process_time(); {}; print(time.process_time() - start)"


def milliseconds(statement: str, runs: int) -> float:
    times = []
    for _ in range(runs):
        command = [sys.executable, "-c", WATCH.format(statement)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        times.append(float(done.stdout))
    return 1000 * min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    runs = parser.parse_args().runs
    cost = {statement: milliseconds(statement, runs) for statement in CASES}
    for statement, time in cost.items():
        print(f"{statement:28}{time:8.1f} ms")
    print(f"{'nzdd beyond numpy':28}{cost['import nzdd'] - cost['import numpy']:8.1f} ms")


if __name__ == "__main__":
    main()
