"""Colouring: published graphs, beside CP-SAT on a number for each vertex.

``python -m benchmarks.solving.colouring [--limit 60] [--sample K]`` colours every K-th graph of
DIMACS in ``$NZDD_DATA/choose_many/colouring``, each in a fresh process, by `nzdd.colour`, and by
CP-SAT from colours of the vertices that differ in cliques which cover all edges, those of a large
clique fixed. Every value and bound is compared with the best that is published. Settings were
chosen on these graphs. Prints a table and writes ``results/colouring.json``.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import networkx as nx
import numpy as np
from ortools.sat.python import cp_model

import nzdd
from benchmarks import data, record
from benchmarks.solving.packing import contradictions
from nzdd.adapters.files.graphs import dimacs


@dataclass(slots=True)
class Run:
    """One graph by one method. ``published`` has the best bounds known, where they are."""

    name: str
    vertices: int
    edges: int
    method: str
    status: str
    value: float | None
    bound: float | None
    published: tuple[int, int] | None
    cpu: float
    wall: float


def names() -> list[str]:
    """The graphs, in order."""
    files = data.folder("choose_many").glob("colouring/*.col.gz")
    return sorted(file.name.removesuffix(".col.gz") for file in files)


def _graph(name: str) -> nx.Graph:
    return dimacs.read(data.folder("choose_many") / f"colouring/{name}.col.gz")


def by_nzdd(graph: nx.Graph, limit: float) -> tuple[str, float | None, float | None]:
    """Status, colours and bound by `nzdd.colour`."""
    ends = np.array(list(graph.edges)) - 1
    result = nzdd.colour(ends, graph.number_of_nodes(), time_limit=limit)
    return str(result.status), result.fun, result.dual_bound


def by_cp_sat(graph: nx.Graph, limit: float) -> tuple[str, float | None, float | None]:
    """The same by CP-SAT, with the colours of DSATUR as a start."""
    ends = time.perf_counter() + limit
    start = nx.greedy_color(graph, "DSATUR") if len(graph) <= 500 else nx.greedy_color(graph)
    most = max(start.values()) + 1
    model = cp_model.CpModel()
    colour = {v: model.new_int_var(0, most - 1, f"{v}") for v in graph}
    last = model.new_int_var(0, most - 1, "last")
    left, largest = graph.copy(), list[int]()
    while left.number_of_edges():
        clique = list(next(iter(left.edges)))
        common = set(graph[clique[0]]) & set(graph[clique[1]])
        while common:
            clique.append(max(common, key=graph.degree))
            common &= set(graph[clique[-1]])
        model.add_all_different([colour[v] for v in clique])
        left.remove_edges_from(list(left.subgraph(clique).edges))
        largest = max(largest, clique, key=len)
    for number, v in enumerate(largest):
        model.add(colour[v] == number)
    for v in graph:
        model.add(colour[v] <= last)
        model.add_hint(colour[v], start[v])
    model.minimize(last)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.01, ends - time.perf_counter())
    solver.parameters.num_workers = 2
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return solver.status_name(status).lower(), None, None
    bound = solver.best_objective_bound + 1
    return solver.status_name(status).lower(), solver.objective_value + 1, bound


METHODS = {"nzdd": by_nzdd, "CP-SAT": by_cp_sat}


def solve(name: str, method: str, limit: float) -> Run:
    """One graph."""
    graph = _graph(name)
    METHODS[method](
        nx.convert_node_labels_to_integers(nx.mycielski_graph(4), 1), 1.0
    )  # loads solvers
    begin, before = time.perf_counter(), record.tree_cpu()
    status, value, bound = METHODS[method](graph, limit)
    wall, cpu = time.perf_counter() - begin, record.tree_cpu() - before
    size = len(graph), graph.number_of_edges()
    return Run(name, *size, method, status, value, bound, _published(name), cpu, wall)


def _published(name: str) -> tuple[int, int] | None:
    """The best bound and value; of a graph that is there twice the better ones."""
    found = []
    with open(data.folder("choose_many") / "colouring/data_dimacs1992.csv", newline="") as file:
        for line in csv.DictReader(file):
            if line["Path"].rpartition("/")[2] == f"{name}.col":
                value, bound = (line[f"Best known {each}"] for each in ("solution value", "bound"))
                found.append((int(bound or 0), int(value)))
    return (max(low for low, _ in found), min(high for _, high in found)) if found else None


def table(runs: list[Run]) -> Iterator[str]:
    """A line a graph, for the page: colours, in brackets the bound where it is less, seconds."""
    yield f"| graph | vertices | edges | published | {' | '.join(METHODS)} |"
    yield "|---" * (4 + len(METHODS)) + "|"
    for name in dict.fromkeys(run.name for run in runs):
        mine = {run.method: run for run in runs if run.name == name}
        first = mine["nzdd"]
        cells = [name, f"{first.vertices:,}", f"{first.edges:,}", _shown(first.published)]
        for method in METHODS:
            run = mine[method]
            if run.value is None or run.bound is None:
                cells.append(f"-, {run.wall:.1f}")
                continue
            value = _shown((round(run.bound), round(run.value)))
            cells.append(f"{value}, {run.wall:.1f}")
        yield f"| {' | '.join(cells)} |"


def _shown(bounds: tuple[int, int] | None) -> str:
    if bounds is None:
        return ""
    low, high = bounds
    return f"{high}" if low == high else f"{high} [{low}]"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a graph (60)")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="every K-th only")
    options = parser.parse_args()
    found = record.surroundings(["ortools", "networkx", "numpy", "scipy"])
    runs: list[Run] = []
    for name in names()[:: options.sample]:
        for method in METHODS:
            runs.append(record.fresh(solve, name, method, options.limit))
            print(runs[-1], flush=True)
    lines = list(table(runs))
    print("\n".join([*lines, *contradictions(runs)]))
    record.publish(
        "colouring",
        found,
        "Colouring",
        lines,
        whole=options.sample == 1,
        limit=options.limit,
        runs=[asdict(run) for run in runs],
    )


if __name__ == "__main__":
    main()
