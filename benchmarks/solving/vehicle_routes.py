"""Vehicle routing with capacities: published instances as set partitioning over ng-routes.

``python -m benchmarks.solving.vehicle_routes [--limit 120] [--most 40] [--sample K]`` solves the
sets A, B, E and P of CVRPLIB in ``$NZDD_DATA/choose_many/cvrp`` with up to ``--most`` customers,
each in a fresh process. A route is a walk through the states of a dynamic program, a symbol for
each leg; capacity cuts are rows on legs, found by rounds of the relaxation (R. Fukasawa et al.,
Robust branch-and-cut-and-price for the capacitated vehicle routing problem, 2006). Settings were
chosen on the first, third, fifth ... instance of the table; the others are marked ``new``. Prints a
table and writes ``results/vehicle-routes.json``.
"""

from __future__ import annotations

import argparse
import re
import tarfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import nzdd
from benchmarks import data, record
from nzdd.families import walks

Ints = NDArray[np.int64]
NEAR = 6
"""A customer and its nearest ones, in which visits are remembered (ng-routes)."""
MOST_STATES = 30_000
"""Fewer are remembered where the dynamic program has more states."""
STARTS = 200
"""Customers from which a set with too few vehicles is grown, some of them at random."""
CUTS = 30
"""Cuts in a round at most."""
VIOLATION = 0.02
CUT_SHARE = 0.5
"""The share of the limit after which no more cuts are looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """Distances and loads, the depot first, and what is published.

    ``vehicles`` is the number that the instance asks for, ``best`` the length of its solution.
    """

    name: str
    far: Ints
    load: Ints
    capacity: int
    vehicles: int
    best: int

    @property
    def size(self) -> int:
        """The number of customers."""
        return len(self.load) - 1


def instances(most: int) -> list[Instance]:
    """All with at most so many customers, by name."""
    texts: dict[str, str] = {}
    for archive in sorted(data.folder("choose_many").glob("cvrp/*.tar.gz")):
        with tarfile.open(archive) as tar:
            for member in tar:
                if (file := tar.extractfile(member)) is not None:
                    texts[member.name.rpartition("/")[2]] = file.read().decode()
    names = sorted(name.removesuffix(".vrp") for name in texts if name.endswith(".vrp"))
    small = [name for name in names if int(name.split("-")[1][1:]) <= most + 1]
    return [_read(name, texts[f"{name}.vrp"], texts[f"{name}.sol"]) for name in small]


def _read(name: str, text: str, solution: str) -> Instance:
    """TSPLIB's format: rounded distances of points, or a triangle of distances."""

    def number(key: str) -> int:
        return int(re.search(rf"{key}\s*:\s*(\d+)", text)[1])  # type: ignore[index]

    def section(key: str) -> NDArray[Any]:
        words = re.search(rf"{key}_SECTION\s(.*?)[A-Z]", text, re.DOTALL)
        return np.array(words[1].split(), float)  # type: ignore[index]

    nodes = number("DIMENSION")
    if "EXPLICIT" in text:
        far = np.zeros((nodes, nodes))
        far[np.tril_indices(nodes, -1)] = section("EDGE_WEIGHT")
        far += far.T
    else:
        place = section("NODE_COORD").reshape(-1, 3)[:, 1:]
        far = np.floor(np.hypot(*(place[:, None] - place).transpose(2, 0, 1)) + 0.5)
    load = section("DEMAND").reshape(-1, 2)[:, 1].astype(int)
    best = int(re.search(r"Cost (\d+)", solution)[1])  # type: ignore[index]
    vehicles = int(name.rpartition("k")[2])
    return Instance(name, far.astype(int), load, number("CAPACITY"), vehicles, best)


def routes(instance: Instance, near: int, most: int | None = None) -> nzdd.PathGraph:
    """All ng-routes: a visit is remembered as long as the vehicle stays near.

    (R. Baldacci, A. Mingozzi and R. Roberti, New route relaxation and pricing strategies for the
    vehicle routing problem, 2011.) MemoryError with more than `most` states.
    """
    far, load = instance.far, instance.load
    customers = np.arange(1, load.size)
    nearest = np.argsort(far[1:, 1:] - np.eye(customers.size), axis=1)[:, :near] + 1
    keeps = np.r_[0, np.bitwise_or.reduce(1 << nearest, axis=1)]

    def step(states: Ints) -> tuple[Any, ...]:  # a state: where, the load, who is remembered
        index, to = (part.ravel() for part in np.mgrid[: len(states), 1 : load.size])
        at, full, seen = states[index].T
        full = full + load[to]
        fits = (full <= instance.capacity) & (seen >> to & 1 == 0)
        longer = far[at, to] + far[to, 0] - far[at, 0]  # the way home is included
        after = np.column_stack((to, full, seen & keeps[to] | 1 << to))
        return index[fits], (at * load.size + to)[fits], after[fits], longer[fits]

    served = lambda states: states[:, 0] > 0  # noqa: E731
    return walks(step, (0, 0, 0), served, symbols=load.size**2, max_states=most)


def widest(instance: Instance) -> tuple[int, nzdd.PathGraph]:
    """The routes that remember as much as there is room for."""
    for near in range(NEAR, 1, -1):
        with suppress(MemoryError):
            return near, routes(instance, near, MOST_STATES)
    return 1, routes(instance, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """Sets of customers, as rows of bool over all nodes, and how many vehicles must enter each."""

    sets: NDArray[np.bool_]
    vehicles: NDArray[np.float64]

    def more(self, legs: NDArray[np.float64], instance: Instance) -> Cuts:
        """The same with sets that too few vehicles enter; they grow by the closest customer."""
        random = np.random.default_rng(len(self.sets))
        both, load = legs + legs.T, instance.load
        every = np.arange(STARTS)
        start = np.r_[1 : load.size, random.integers(1, load.size, STARTS)][:STARTS]
        grown = np.zeros((STARTS, load.size), np.bool_)
        grown[every, start] = True
        link, inside, found = both[start], np.zeros(STARTS), []
        noise = np.where(every < instance.size, 0.0, 0.3)[:, None]
        for _ in range(instance.size):
            need = np.ceil(grown @ load / instance.capacity)
            missing = need - (grown @ legs.sum(axis=0) - inside)
            few = np.flatnonzero(missing > VIOLATION)
            found += [(missing[i], need[i], grown[i].copy()) for i in few]
            near = link + noise * random.random(link.shape)
            near[grown] = near[:, 0] = -np.inf
            to = near.argmax(axis=1)
            inside += link[every, to]
            grown[every, to] = True
            link = link + both[to]
        found.sort(key=lambda cut: -cut[0])
        known = {each.tobytes() for each in self.sets}
        new: dict[bytes, tuple[float, NDArray[np.bool_]]] = {}
        for _, need, some in found:
            if len(new) < CUTS and some.tobytes() not in known:
                new[some.tobytes()] = (need, some)
        if not new:
            return self
        needs, sets = zip(*new.values(), strict=True)
        return Cuts(np.vstack((self.sets, *sets)), np.r_[self.vehicles, needs])


def program(
    instance: Instance, graph: nzdd.PathGraph, cuts: Cuts, *, integrality: bool
) -> tuple[nzdd.FamilyModel, Ints]:
    """Routes of least length, and the columns of their legs."""
    model = nzdd.FamilyModel()
    vehicles = (instance.vehicles, instance.vehicles)
    legs = model.choose_many(graph, total=vehicles, integrality=integrality).symbols
    here, there = np.divmod(np.arange(legs.size), instance.load.size)
    customers = np.arange(1, instance.load.size)
    model.add_rows(there == customers[:, None], legs, 1, 1)
    if len(cuts.sets):
        model.add_rows(~cuts.sets[:, here] & cuts.sets[:, there], legs, lower=cuts.vehicles)
    return model, legs


def cut(
    instance: Instance, graph: nzdd.PathGraph, cuts: Cuts, end: float
) -> tuple[Cuts, list[float]]:
    """Cuts by rounds of the relaxation until no more are found, or a time; its values."""
    values: list[float] = []
    size = instance.load.size
    while True:
        model, legs = program(instance, graph, cuts, integrality=False)
        left = max(0.0, end - time.perf_counter())
        result = nzdd.solve(model, time_limit=left)
        if not result.success or result.x is None or result.fun is None:
            return cuts, values
        values.append(result.fun)
        more = cuts.more(result.x[legs].reshape(size, size), instance)
        if more is cuts:
            return cuts, values
        cuts = more


@dataclass(slots=True)
class Run:
    """One instance: the bounds of relaxations at the root, and how the search ended.

    ``q_routes``, ``ng_routes`` and ``with_cuts`` (over ng-routes) are None where the limit came
    before them. ``cpu`` has all processes.
    """

    name: str
    customers: int
    best: int
    near: int
    edges: int
    cuts: int
    q_routes: float | None
    ng_routes: float | None
    with_cuts: float | None
    status: str
    value: float | None
    bound: float | None
    cpu: float
    wall: float


def solve(name: str, limit: float) -> Run:
    """Cuts over q-routes, which are few, then over ng-routes; then the routes."""
    (instance,) = (each for each in instances(10**9) if each.name == name)
    size = instance.load.size
    begin, before = time.perf_counter(), record.tree_cpu()
    cuts = Cuts(np.zeros((0, size), np.bool_), np.zeros(0))
    near, graph = widest(instance)
    cuts, of_q = cut(instance, routes(instance, 1), cuts, begin + CUT_SHARE * limit)
    cuts, of_ng = cut(instance, graph, cuts, begin + CUT_SHARE * limit)
    model, _ = program(instance, graph, cuts, integrality=True)
    left = max(0.0, begin + limit - time.perf_counter())
    result = nzdd.solve(model, time_limit=left)
    wall, cpu = time.perf_counter() - begin, record.tree_cpu() - before
    with_cuts = of_ng[-1] if of_ng else getattr(result.report, "relaxation", None)
    none = Cuts(cuts.sets[:0], cuts.vehicles[:0])
    model, _ = program(instance, graph, none, integrality=False)
    without = nzdd.solve(model, time_limit=limit)  # for the table only
    return Run(
        name,
        instance.size,
        instance.best,
        near,
        graph.num_edges,
        len(cuts.sets),
        of_q[0] if of_q else None,
        without.fun if without.success else None,
        with_cuts,
        str(result.status),
        result.fun,
        result.dual_bound,
        cpu,
        wall,
    )


def table(runs: list[Run], new: list[bool]) -> Iterator[str]:
    """A line an instance, for the page."""
    yield (
        "| instance | optimum | q-routes | ng-routes | size, edges | + cuts | number | "
        "value [bound] | CPU s | wall s |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for run, unseen in zip(runs, new, strict=True):
        bounds = [
            "-" if each is None else f"{each:.1f}"
            for each in (run.q_routes, run.ng_routes, run.with_cuts)
        ]
        value = "-" if run.value is None else f"{run.value:g}"
        if run.status != "optimal":
            value += f" [{run.bound:.0f}]" if run.bound is not None else " [-]"
        cells = [run.name + " new" * unseen, str(run.best), *bounds[:2]]
        cells += [f"{run.near}, {run.edges:,}", bounds[2], str(run.cuts), value]
        yield f"| {' | '.join(cells)} | {run.cpu:.0f} | {run.wall:.0f} |"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=120.0, help="seconds an instance (120)")
    parser.add_argument("--most", type=int, default=40, help="customers at most (40)")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="every K-th only")
    options = parser.parse_args()
    found = record.surroundings(["ortools", "numpy", "scipy"])
    all_names = [instance.name for instance in instances(options.most)]
    names, runs = all_names[:: options.sample], []
    new = [bool(all_names.index(name) % 2) for name in names]
    for name in names:
        runs.append(record.fresh(solve, name, options.limit))
        print(runs[-1], flush=True)
        if runs[-1].status == "optimal" and runs[-1].value != runs[-1].best:
            print(f"{name}: {runs[-1].value} is not the published optimum {runs[-1].best}")
    lines = list(table(runs, new))
    print("\n".join(lines))
    record.publish(
        "vehicle-routes",
        found,
        "Vehicle routes",
        lines,
        whole=options.sample == 1 and options.most == 40,
        limit=options.limit,
        runs=[asdict(run) for run in runs],
    )


if __name__ == "__main__":
    main()
