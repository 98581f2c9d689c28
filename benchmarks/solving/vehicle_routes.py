"""Vehicle routing with capacities and hours: published instances by `nzdd.vehicle_routes`.

``python -m benchmarks.solving.vehicle_routes [--limit 120] [--most 50] [--sample K]`` solves the
sets A, B, E and P of CVRPLIB in ``$NZDD_DATA/choose_many/cvrp`` with up to ``--most`` customers,
each in a fresh process and with as many vehicles as its name says, and Solomon's problems with
hours in ``examples/solomon``: their first 25, 50 and 100 customers. Settings were chosen on those
of `SEEN`; the others are marked ``new``. Prints a table and writes ``results/vehicle-routes.json``.
"""

from __future__ import annotations

import argparse
import re
import tarfile
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import nzdd
from benchmarks import data, record
from nzdd.adapters.files.routing import solomon, vrplib
from nzdd.adapters.files.routing.instance import RoutingFile

SEEN = """
A-n32-k5 A-n36-k5 A-n39-k5 A-n44-k6 A-n48-k7 B-n35-k5 E-n13-k4 E-n31-k7 E-n51-k5 P-n21-k2 P-n40-k5
P-n50-k10 R102.50 R102.100
"""
SOLOMON = Path(__file__).parents[2] / "examples/solomon"
HOURS = {
    "C101": {25: 191.3, 50: 362.4, 100: 827.3},
    "R101": {25: 617.1, 50: 1044.0, 100: 1637.7},
    "R102": {25: 547.1, 50: 909.0, 100: 1466.6},
}
"""The shortest lengths by the number of customers, as N. Kohl and others publish them (2-path cuts
for the vehicle routing problem with time windows, 1999)."""


@dataclass(slots=True)
class Run:
    """One instance: what local search found, the relaxation with cuts, how the search ended.

    ``best`` is the published length, ``cpu`` has all processes.
    """

    name: str
    customers: int
    best: float
    searched: float | None
    near: int
    edges: int
    cuts: int
    relaxation: float | None
    status: str
    value: float | None
    bound: float | None
    cpu: float
    wall: float


def texts() -> dict[str, bytes]:
    """The files of all archives by their names."""
    found: dict[str, bytes] = {}
    for archive in sorted(data.folder("choose_many").glob("cvrp/*.tar.gz")):
        with tarfile.open(archive) as tar:
            for member in tar:
                if (file := tar.extractfile(member)) is not None:
                    found[member.name.rpartition("/")[2]] = file.read()
    return found


def customers(name: str) -> int:
    """Of an instance, by its name: A-n32-k5 has 31."""
    return int(name.split("-")[1][1:]) - 1


def timed(name: str) -> RoutingFile:
    """The first customers of a problem of Solomon's, such as R101.25."""
    kind, _, number = name.partition(".")
    lines = (SOLOMON / f"{kind.lower()}.txt").read_text().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.txt"
        path.write_text("\n".join(lines[: -100 + int(number)] if number != "100" else lines))
        return solomon.read(path)


def published(name: str) -> tuple[RoutingFile, float]:
    """An instance of CVRPLIB and its best length."""
    files = texts()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.vrp"
        path.write_bytes(files[path.name])
        best = re.search(rb"Cost (\d+)", files[f"{name}.sol"])
        return vrplib.read(path), int(best[1]) if best else 0


def solve(name: str, limit: float) -> Run:
    """Solve one instance in this process, and measure it."""
    kind, _, number = name.partition(".")
    file, best = (timed(name), HOURS[kind][int(number)]) if number else published(name)
    begin, before = time.perf_counter(), record.tree_cpu()
    result = nzdd.vehicle_routes(**file.arguments, vehicles=file.vehicles, time_limit=limit)
    wall, cpu = time.perf_counter() - begin, record.tree_cpu() - before
    report = result.report
    return Run(
        name,
        file.problem.size - 1,
        best,
        report.searched,
        report.near,
        report.edges,
        report.cuts,
        report.relaxation,
        str(result.status),
        result.fun,
        result.dual_bound,
        cpu,
        wall,
    )


def table(runs: list[Run]) -> Iterator[str]:
    """A line an instance, for the page."""
    yield (
        "| instance | optimum | local search | near, edges | + cuts | number | value [bound] "
        "| CPU s | wall s |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for run in runs:
        value = "-" if run.value is None else f"{run.value:g}"
        if run.status != "optimal":
            value += f" [{'-' if run.bound is None else f'{run.bound:g}'}]"
        found, bound = (
            "-" if each is None else f"{each:.1f}".removesuffix(".0")
            for each in (run.searched, run.relaxation)
        )
        cells = [
            run.name + " new" * (run.name not in SEEN.split()),
            f"{run.best:g}",
            found,
            f"{run.near}, {run.edges:,}",
        ]
        cells += [bound, str(run.cuts), value, f"{run.cpu:.0f}", f"{run.wall:.0f}"]
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=120.0, help="seconds an instance (120)")
    parser.add_argument("--most", type=int, default=50, help="customers at most (50)")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="every K-th only")
    options = parser.parse_args()
    found = record.surroundings(["ortools", "pyvrp", "numpy", "scipy"])
    instances = sorted(name.removesuffix(".vrp") for name in texts() if name.endswith(".vrp"))
    every = [name for name in instances if customers(name) <= options.most]
    every += [f"{name}.{number}" for name in HOURS for number in HOURS[name]]
    runs = []
    for name in every[:: options.sample]:
        runs.append(record.fresh(solve, name, options.limit))
        print(runs[-1], flush=True)
        if runs[-1].status == "optimal" and abs((runs[-1].value or 0) - runs[-1].best) > 1e-6:
            print(f"{name}: {runs[-1].value} is not the published optimum {runs[-1].best}")
    lines = list(table(runs))
    print("\n".join(lines))
    record.publish(
        "vehicle-routes",
        found,
        "Vehicle routes",
        lines,
        whole=options.sample == 1 and options.most == 50,
        limit=options.limit,
        runs=[asdict(run) for run in runs],
    )


if __name__ == "__main__":
    main()
