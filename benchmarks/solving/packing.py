"""Packing, cutting and colouring: published instances, beside the arc flow in HiGHS.

``python -m benchmarks.solving.packing [CLASS ...] [--limit 60] [--sample 10]`` solves every K-th
instance of each class in ``$NZDD_DATA/choose_many``, each in a fresh process, by `nzdd.solve`, and
by HiGHS from the flow on the same graph, whose nodes are merged as by VPSolver (F. Brandão and J.
P. Pedroso, 2016). Settings were chosen on the first, third, fifth ... instance of a class; of the
classes with more than one instance only the others are measured. Every bound and every value is
compared with the published ones. Prints a table and writes ``results/packing.json``.
"""

from __future__ import annotations

import argparse
import gzip
import tarfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

import nzdd
from benchmarks import data, record
from nzdd.families import patterns

Ints = NDArray[np.int64]
Instance = tuple[Ints, Ints, Ints]  # weights, capacities, demands

CLASSES = {
    "Falkenauer": "cutting_stock/1_Falkenauer_CSP",
    "Scholl": "cutting_stock/2_Scholl_CSP",
    "Waescher": "cutting_stock/3_Wascher_CSP",
    "Schwerin": "cutting_stock/4_Schwerin_CSP",
    "Hard28": "cutting_stock/5_Hard28_CSP",
    "Random": "cutting_stock/6_Random_sub",
    "ANI and AI": "cutting_stock/7_ANI_AI_sub",
    "GI": "cutting_stock/8_GI_sub",
    "vectors": "vector_packing/sub",
}
LEAST = 4
"""So many instances of each class at least."""
METHODS: dict[str, tuple[Literal["auto", "direct"], str | None]] = {
    "nzdd": ("auto", None),
    "arc flow, HiGHS": ("direct", "highs"),
}


@dataclass(slots=True)
class Run:
    """One instance by one method. ``published`` has the best bounds known, where they are."""

    kind: str
    name: str
    method: str
    edges: int
    relaxation: float | None
    status: str
    value: float | None
    bound: float | None
    published: tuple[int, int] | None
    cpu: float
    wall: float


def names(kind: str) -> list[str]:
    """The instances of a class, in order; those that settings were chosen on are left out."""
    with tarfile.open(_archive(kind)) as tar:
        found = sorted(member.name for member in tar if member.isfile())
    # The class csBB of GI has graphs of 13 million edges.
    return [name for name in found[1::2] if "csBB" not in name]


def read(kind: str, name: str) -> Instance:
    """An instance of BPPLIB's cutting stock, or of VPSolver's vectors."""
    with tarfile.open(_archive(kind)) as tar:
        file = tar.extractfile(name)
        assert file is not None
        numbers = np.array(file.read().split(), np.float64).astype(np.int64)
    if kind != "vectors":
        count, capacity = numbers[:2]
        return numbers[2::2][:count], np.array([capacity]), numbers[3::2][:count]
    width = int(numbers[0])
    rows = numbers[2 + width :].reshape(-1, width + 1)
    return rows[:, :width], numbers[1 : 1 + width], rows[:, width]


def solve(kind: str, name: str, method: str, limit: float) -> Run:
    """One instance, its graph included in the time."""
    weights, capacities, demand = read(kind, name)
    begin, before = time.perf_counter(), record.tree_cpu()
    graph = patterns(weights, capacities, demand)
    way, solver = METHODS[method]
    left = max(0.0, limit - (time.perf_counter() - begin))
    model = nzdd.FamilyModel()
    counts = model.choose_many(graph, cost=1.0)
    model.add_rows(np.eye(demand.size), counts.symbols, demand)
    result = nzdd.solve(model, way, solver, time_limit=left)
    wall, cpu = time.perf_counter() - begin, record.tree_cpu() - before
    return Run(
        kind,
        name.rpartition("/")[2].removesuffix(".txt").removesuffix(".vbp"),
        method,
        graph.num_edges,
        getattr(result.report, "relaxation", None),
        str(result.status),
        result.fun,
        result.dual_bound,
        _published(name),
        cpu,
        wall,
    )


def _archive(kind: str) -> str:
    return str(data.folder("choose_many") / f"{CLASSES[kind]}.tar.gz")


def _published(name: str) -> tuple[int, int] | None:
    wanted = name.rpartition("/")[2].removesuffix(".txt")
    with gzip.open(data.folder("choose_many") / "cutting_stock/Bounds.txt.gz", "rt") as file:
        for line in file:
            found = line.split()
            if len(found) == 3 and found[0].removesuffix(".txt") == wanted:
                return int(found[1]), int(found[2])
    return None


def contradictions(runs: list[Run]) -> Iterator[str]:
    """Bounds above, or values below, what is published or another method proves."""
    for run in runs:
        if run.published is not None:
            low, high = run.published
            if run.bound is not None and run.bound > high + 1e-6:
                yield f"{run.name}: {run.method} proves {run.bound}, but {high} is known"
            if run.value is not None and run.value < low - 1e-6:
                yield f"{run.name}: {run.method} finds {run.value}, but {low} is proven"


def table(runs: list[Run], limit: float) -> Iterator[str]:
    """A line a class, for the page; a solve that has not ended counts as the limit."""
    yield (
        "| class | instances | edges | nzdd: solved | median, max s | HiGHS: solved | "
        "median, max s | CPU s, nzdd / HiGHS |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for kind in CLASSES:
        parts = [[run for run in runs if (run.kind, run.method) == (kind, m)] for m in METHODS]
        if not parts[0]:
            continue
        cells = [kind, str(len(parts[0])), f"{np.median([r.edges for r in parts[0]]):,.0f}"]
        for part in parts:
            seconds = [run.wall if run.status == "optimal" else limit for run in part]
            cells.append(str(sum(run.status == "optimal" for run in part)))
            cells.append(f"{np.median(seconds):.2f}, {max(seconds):.1f}")
        cpu = [np.mean([np.log(max(run.cpu, 1e-3)) for run in part]) for part in parts]
        yield f"| {' | '.join([*cells, f'{np.exp(cpu[0] - cpu[1]):.2f}'])} |"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("classes", nargs="*", choices=[[], *CLASSES], help="all by default")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a solve (60)")
    parser.add_argument("--sample", type=int, default=10, metavar="K", help="every K-th only (10)")
    options = parser.parse_args()
    found = record.surroundings(["ortools", "numpy", "scipy"])
    runs: list[Run] = []
    for kind in options.classes or CLASSES:
        every = names(kind)
        for name in every[:: min(options.sample, max(1, len(every) // LEAST))]:
            for method in METHODS:
                runs.append(record.fresh(solve, kind, name, method, options.limit))
                print(runs[-1], flush=True)
    lines = list(table(runs, options.limit))
    print("\n".join([*lines, *contradictions(runs)]))
    record.publish(
        "packing",
        found,
        "Packing and cutting",
        lines,
        whole=not options.classes and options.sample <= 10,
        limit=options.limit,
        runs=[asdict(run) for run in runs],
    )


if __name__ == "__main__":
    main()
