"""From rows in memory to a finished diagram: nzdd from every form of arrays, and its peers.

``python -m benchmarks.build [--all | --quick]`` prints a table and writes ``results/build.json``
(``build-quick.json``). One thread; each measurement in a fresh process, sorting included, making
the rows and importing the packages not. nzdd is timed to the finished NZDD with multiplicities and
to the ZDD alone, which is what the peers make. Every run must find all rows, and every ZDD must
have the same number of nodes.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import scipy.sparse as sp

from benchmarks import record, workloads
from benchmarks.peers import PEERS, Rows
from benchmarks.record import Cost
from benchmarks.workloads import Arrays, Workload
from nzdd import NZDD, ZDD, Family

FORMS = {
    "words": "row words", "csr": "CSR arrays", "matrix": "0/1 matrix, uint8", "scipy": "csr_array, int8",
    "lists": "list of lists",
}
ROUTES = {"users": "list of lists, users' route", "fastest": "list of lists, node by node"}
SLOW = {("graphillion", "users"), ("dd", "users")}  # up to a minute each


@dataclass(slots=True)
class Outcome:
    """One run: its cost, the bytes of its input, and the size of what came out."""

    cost: Cost
    input_bytes: int
    rows: int
    nodes: int
    edges: int = 0


@dataclass(slots=True)
class Case:
    """What is measured, and its runs so far."""

    library: str
    route: str
    diagram: str
    runs: list[Outcome] = field(default_factory=list)

    @property
    def cpu(self) -> float:
        """The best CPU time."""
        return min(run.cost.cpu for run in self.runs)


def run_nzdd(files: list[Path], form: str, diagram: str, num_columns: int) -> Outcome:
    arrays = [_load(file, form) for file in files]
    inputs = [_users_object(form, family, num_columns) for family in arrays]
    cls = {"NZDD": NZDD, "ZDD": ZDD}[diagram]
    with record.metered() as cost:
        built = [cls.from_rows(_rows(form, rows, num_columns), order="natural", num_symbols=num_columns) for rows in inputs]
    outcome = Outcome(
        cost, sum(array.nbytes for family in arrays for array in family.values()),
        sum(each.count() for each in built), sum(each.num_nodes for each in built),
    )
    for each in built:
        if isinstance(each, NZDD):
            outcome.edges += each.num_edges
            if each.multiplicity[each.source == 0].sum() != each.count():
                raise RuntimeError("the multiplicities do not add up to the number of rows")
    return outcome


def run_peer(files: list[Path], name: str, route: str, num_columns: int) -> Outcome:
    families = [_lists(_load(file, "csr")) for file in files]
    peer = PEERS[name](num_columns)
    build = getattr(peer, route)
    with record.metered() as cost:
        built = [build(rows) for rows in families]
    return Outcome(cost, 0, sum(map(peer.count, built)), sum(map(peer.num_nodes, built)))


def _load(file: Path, form: str) -> Arrays:
    with np.load(f"{file}-{'csr' if form == 'lists' else form}.npz") as arrays:
        return dict(arrays)


def _lists(csr: Arrays) -> Rows:
    symbols, offsets = csr["symbols"].tolist(), csr["offsets"].tolist()
    return [symbols[a:b] for a, b in zip(offsets[:-1], offsets[1:], strict=True)]


def _users_object(form: str, arrays: Arrays, num_columns: int) -> Any:
    """What a user has in memory before anything is timed."""
    if form == "scipy":
        parts = (arrays["data"], arrays["indices"], arrays["indptr"])
        return sp.csr_array(parts, shape=(arrays["indptr"].size - 1, num_columns))
    if form == "lists":
        return _lists(arrays)
    return arrays


def _rows(form: str, users: Any, num_columns: int) -> Any:
    """The same as an argument of ``from_rows``."""
    if form == "words":
        return Family.from_words(users["words"], num_columns)
    if form == "csr":
        return Family.from_csr(users["offsets"], users["symbols"], num_columns)
    return users["matrix"] if form == "matrix" else users


def measure(workload: Workload, our_runs: int, peer_runs: int, all_routes: bool) -> list[Case]:
    """Run all cases in turn, so that a busy spell of the machine meets each of them."""
    forms = [workloads.forms(family) for family in workload.families]
    cases = list(_cases([*(form for form in FORMS if form in forms[0]), "lists"], all_routes))
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / str(number) for number in range(len(forms))]
        for file, family in zip(files, forms, strict=True):
            for form, arrays in family.items():
                np.savez(f"{file}-{form}.npz", **arrays)
        del forms
        for turn in range(max(our_runs, peer_runs)):
            for case in cases:
                if case.library == "nzdd":
                    if turn < our_runs and (case.route != "lists" or turn < peer_runs):
                        case.runs.append(record.fresh(run_nzdd, files, case.route, case.diagram, workload.num_columns))
                elif turn < (1 if (case.library, case.route) in SLOW else peer_runs):
                    case.runs.append(record.fresh(run_peer, files, case.library, case.route, workload.num_columns))
    _check(workload, cases)
    return cases


def _cases(forms: list[str], all_routes: bool) -> Iterator[Case]:
    for diagram in ("NZDD", "ZDD"):
        for form in forms:
            yield Case("nzdd", form, diagram)
    for peer in PEERS:
        for route in ROUTES if record.installed(peer) else ():
            if all_routes or (peer, route) not in SLOW:
                yield Case(peer, route, "ZDD")


def _check(workload: Workload, cases: list[Case]) -> None:
    for case in cases:
        for run in case.runs:
            if run.rows != workload.num_rows:
                raise RuntimeError(f"{case.library} {case.route}: {run.rows} rows instead of {workload.num_rows}")
    for diagram in ("NZDD", "ZDD"):
        sizes = {(run.nodes, run.edges) for case in cases if case.diagram == diagram for run in case.runs}
        if len(sizes) != 1:
            raise RuntimeError(f"{workload.name}: {diagram}s of different sizes: {sorted(sizes)}")


def table(workload: Workload, cases: list[Case]) -> Iterator[str]:
    """Lines of fixed width; ratios are against nzdd from CSR arrays, the form nearest to lists."""
    ours = {case.diagram: case for case in cases if case.library == "nzdd" and case.route == "csr"}
    sizes = {diagram: case.runs[0] for diagram, case in ours.items()}
    yield f"{workload.title}: {sizes['ZDD'].nodes:,} ZDD nodes; NZDD of {sizes['NZDD'].nodes:,} nodes and {sizes['NZDD'].edges:,} edges"
    yield f"{'':12} {'from':28} {'to':4} {'runs':>4} {'CPU s':>8} {'median':>8} {'reach':>12} {'/ NZDD':>7} {'/ ZDD':>7} {'MiB':>7} {'x input':>7}"
    for case in cases:
        best = case.cpu
        growth = max(run.cost.growth for run in case.runs)
        reach = share = ""
        if case.library == "nzdd" and case.route != "lists":
            share = f"{growth / case.runs[0].input_bytes:.2f}"
            if case.diagram == "NZDD" and workload.reach:
                reach = f"{workload.reach:g} {'met' if best <= workload.reach else 'missed'}"
        ratios = "".join(f"{best / ours[diagram].cpu:8.{2 if case.library == 'nzdd' else 0}f}" for diagram in ours)
        route = FORMS.get(case.route) or ROUTES[case.route]
        middle = median(run.cost.cpu for run in case.runs)
        yield (f"{case.library:12} {route:28} {case.diagram:4} {len(case.runs):4} {best:8.4f} {middle:8.4f} {reach:>12}"
               f"{ratios} {growth / record.MIB:7.1f} {share:>7}")
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--all", action="store_true", help="also the slow routes of the peers, once each")
    size.add_argument("--quick", action="store_true", help="scaled down, under a minute")
    parser.add_argument("--runs", type=int, default=9, help="how often nzdd is measured; the peers a third of that")
    options = parser.parse_args()
    for peer in PEERS:
        if not record.installed(peer):
            print(f"{peer} is not installed: skipped")
    found = record.surroundings(["nzdd", "numpy", "scipy", *PEERS])
    our_runs = 2 if options.quick else options.runs
    results = []
    for workload in workloads.quick() if options.quick else workloads.full():
        cases = measure(workload, our_runs, max(1, our_runs // 3), options.all or options.quick)
        print(*table(workload, cases), sep="\n", flush=True)
        results.append({"name": workload.name, "title": workload.title, "reach": workload.reach, "cases": [asdict(c) for c in cases]})
    found["machine"]["load_average_after"] = list(os.getloadavg())
    print(f"written: {record.write('build-quick' if options.quick else 'build', found | {'workloads': results})}")


if __name__ == "__main__":
    main()
