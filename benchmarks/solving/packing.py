"""Packing, cutting and colouring: published instances, beside the arc flow in HiGHS.

``python -m benchmarks.solving.packing [CLASS ...] [--limit 60] [--sample 10]`` solves every K-th
instance of each class in ``$NZDD_DATA/choose_many``, each in a fresh process, by `nzdd.solve`; by
HiGHS and SCIP from the flow on the same graph; by HiGHS from the graph of VPSolver (F. Brandão and
J. P. Pedroso, 2016; the package ``pyvpsolver``), where its programs ``vbp2afg`` and ``afg2mps`` are
on the PATH; and by CP-SAT from numbers of each item in each bin of a first-fit packing. Settings
were chosen on the first, third, fifth ... instance of a class; only the others are measured. Every
bound and every value is compared with the published ones. Prints a table and writes
``results/packing.json``.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array, hstack, kron, vstack

import nzdd
from benchmarks import data, record
from nzdd import LinearModel, Result
from nzdd.families import patterns

Ints = NDArray[np.int64]
Instance = tuple[Ints, Ints, Ints]  # weights, capacities, demands
Answer = tuple[int, Result | None]  # edges of the graph, and no result where it took too long

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


def chosen(instance: Instance, ends: float, solver: str | None) -> Answer:
    """By prices and generated members, or by a solver from the flow."""
    weights, capacities, demand = instance
    graph = patterns(weights, capacities, demand)
    model = nzdd.FamilyModel()
    counts = model.choose_many(graph, cost=1.0)
    model.add_rows(np.eye(demand.size), counts.symbols, demand)
    if solver is None:
        return graph.num_edges, nzdd.solve(model, time_limit=_left(ends))
    return graph.num_edges, nzdd.solve(model, "direct", solver, time_limit=_left(ends))


def vpsolver(instance: Instance, ends: float) -> Answer:
    """By HiGHS from the graph of VPSolver."""
    weights, capacities, demand = instance
    table = np.column_stack((weights.reshape(demand.size, -1), demand)).tolist()
    lines = [[capacities.size], capacities.tolist(), [demand.size], *table]
    with tempfile.TemporaryDirectory() as folder:
        vbp, afg, mps = (str(Path(folder, f"flow.{form}")) for form in ("vbp", "afg", "mps"))
        Path(vbp).write_text("\n".join(" ".join(map(str, line)) for line in lines) + "\n")
        try:
            for command in (["vbp2afg", vbp, afg], ["afg2mps", afg, mps]):
                subprocess.run(command, check=True, capture_output=True, timeout=_left(ends))
        except subprocess.TimeoutExpired:
            return 0, None
        model = nzdd.read_model(mps)
    return model.num_columns, nzdd.solve(model, "direct", "highs", time_limit=_left(ends))


def assigned(instance: Instance, ends: float) -> Answer:
    """By CP-SAT: how many of each item each bin has, used bins first."""
    weights, capacities, demand = instance
    weights = weights.reshape(demand.size, -1)
    bins, items = first_fit(weights, capacities, demand), demand.size
    used = eye_array(bins)
    zero = csr_array((bins - 1, items * bins))
    ordered = hstack((zero, used.tocsr()[:-1] - used.tocsr()[1:]))
    rows = [hstack((kron(eye_array(items), np.ones((1, bins))), csr_array((items, bins)))), ordered]
    for weight, capacity in zip(weights.T, capacities.tolist(), strict=True):
        rows.append(
            hstack(
                (
                    kron(csr_array(weight[None, :].astype(np.float64)), eye_array(bins)),
                    -capacity * used,
                )
            )
        )
    full = bins * capacities.size
    least = np.ceil(demand @ weights / np.maximum(capacities, 1)).max()  # bins, by their room
    rows.append(csr_array(np.repeat([[0.0, 1.0]], [items * bins, bins], axis=1)))
    model = LinearModel(
        np.concatenate((np.zeros(items * bins), np.ones(bins))),
        csr_array(vstack(rows)),
        np.concatenate((demand, np.zeros(bins - 1), np.full(full, -np.inf), [least])),
        np.concatenate((np.full(items + bins - 1, np.inf), np.zeros(full), [np.inf])),
        upper=np.concatenate((np.repeat(demand, bins), np.ones(bins))),
        integrality=True,
    )
    return 0, nzdd.solve(model, "direct", "cp_sat", time_limit=_left(ends))


def first_fit(weights: Ints, capacities: Ints, demand: Ints) -> int:
    """How many bins it takes to put each item, the largest first, where it fits first."""
    left: list[Ints] = []
    order = np.argsort(-(weights / np.maximum(capacities, 1)).sum(axis=1), kind="stable")
    for item in np.repeat(order, demand[order]).tolist():
        at = next((k for k, room in enumerate(left) if (weights[item] <= room).all()), len(left))
        if at == len(left):
            left.append(capacities.copy())
        left[at] = left[at] - weights[item]
    return len(left)


def _left(ends: float) -> float:
    return max(0.0, ends - time.perf_counter())


METHODS: dict[str, Callable[[Instance, float], Answer]] = {
    "nzdd": partial(chosen, solver=None),
    "arc flow, HiGHS": partial(chosen, solver="highs"),
    "arc flow, SCIP": partial(chosen, solver="scip"),
    "VPSolver's arc flow, HiGHS": vpsolver,
    "assignment, CP-SAT": assigned,
}


def methods() -> list[str]:
    """Those whose programs are there."""
    found = shutil.which("vbp2afg") and shutil.which("afg2mps")
    return [method for method in METHODS if found or "VPSolver" not in method]


def solve(kind: str, name: str, method: str, limit: float) -> Run:
    """One instance, its graph included in the time."""
    instance = read(kind, name)
    begin, before = time.perf_counter(), record.tree_cpu()
    edges, result = METHODS[method](instance, begin + limit)
    wall, cpu = time.perf_counter() - begin, record.tree_cpu() - before
    return Run(
        kind,
        name.rpartition("/")[2].removesuffix(".txt").removesuffix(".vbp"),
        method,
        edges,
        None if result is None else getattr(result.report, "relaxation", None),
        "no graph" if result is None else str(result.status),
        None if result is None else result.fun,
        None if result is None else result.dual_bound,
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


def contradictions(runs: Iterable[Any]) -> Iterator[str]:
    """Bounds above, or values below, what is published or another method proves."""
    for run in runs:
        if run.published is not None:
            low, high = run.published
            if run.bound is not None and run.bound > high + 1e-6:
                yield f"{run.name}: {run.method} proves {run.bound}, but {high} is known"
            if run.value is not None and run.value < low - 1e-6:
                yield f"{run.name}: {run.method} finds {run.value}, but {low} is proven"


def table(runs: list[Run], limit: float) -> Iterator[str]:
    """A line a class, for the page: solved, and the median and greatest seconds of a solve.

    One that has not ended counts as the limit.
    """
    known = [method for method in METHODS if any(run.method == method for run in runs)]
    yield f"| class | instances | edges | VPSolver's, if made | {' | '.join(known)} |"
    yield "|---" * (4 + len(known)) + "|"
    for kind in CLASSES:
        parts = {m: [run for run in runs if (run.kind, run.method) == (kind, m)] for m in known}
        if not parts["nzdd"]:
            continue
        cells = [kind, str(len(parts["nzdd"]))]
        for graph in ("nzdd", "VPSolver's arc flow, HiGHS"):
            sizes = [run.edges for run in parts.get(graph, []) if run.edges]
            cells.append(f"{np.median(sizes):,.0f}" if sizes else "")
        for part in parts.values():
            seconds = [run.wall if run.status == "optimal" else limit for run in part]
            solved = sum(run.status == "optimal" for run in part)
            cells.append(f"{solved}: {np.median(seconds):.2f}, {max(seconds):.1f}")
        yield f"| {' | '.join(cells)} |"


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
            for method in methods():
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
