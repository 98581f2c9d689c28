"""From rows in memory to a finished diagram: nzdd from every form of rows, and its peers.

``python -m benchmarks.diagrams.build_time [--all | --quick]`` prints a table and, without
``--quick``, writes ``results/build.json``. Each measurement runs on one thread in a fresh process.
It includes sorting, but not making the rows or importing packages. nzdd is measured to the finished
NZDD with multiplicities, and to the ZDD alone, which is what the peers build. Every run must find
all rows, and every ZDD must have the same number of nodes.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from benchmarks import record
from benchmarks.diagrams import forms, workloads
from benchmarks.diagrams.forms import FORMS
from benchmarks.diagrams.peer_libraries import PEERS
from benchmarks.diagrams.workloads import Workload
from nzdd import NZDD, ZDD

DIAGRAMS: dict[str, Callable[..., NZDD | ZDD]] = {"NZDD": NZDD.from_rows, "ZDD": ZDD.from_rows}
ROUTES = {"users": "list of lists, users' route", "fastest": "list of lists, node by node"}
SLOW = {("graphillion", "users"), ("dd", "users")}  # up to a minute each


@dataclass(slots=True)
class Outcome:
    """One run: its cost, the bytes of its input arrays, and the size of the diagram."""

    cost: record.Cost
    input_bytes: int
    rows: int
    nodes: int
    edges: int


@dataclass(slots=True)
class Case:
    """One measured case, with its runs so far."""

    library: str
    route: str
    diagram: str
    runs: list[Outcome] = field(default_factory=list)

    @property
    def cpu(self) -> float:
        """The best CPU time."""
        return min(run.cost.cpu for run in self.runs)

    def run(self, folders: list[Path], num_columns: int) -> None:
        """Add one run."""
        if self.library == "nzdd":
            run = record.fresh(run_nzdd, folders, self.route, self.diagram, num_columns)
        else:
            run = record.fresh(run_peer, folders, self.library, self.route, num_columns)
        self.runs.append(run)


def run_nzdd(folders: list[Path], route: str, diagram: str, num_columns: int) -> Outcome:
    form, build = FORMS[route], DIAGRAMS[diagram]
    families = [forms.load(folder / route) for folder in folders]
    held = [form.held(arrays, num_columns) for arrays in families]
    with record.metered() as cost:
        built = [
            build(form.rows(rows, num_columns), order="natural", num_symbols=num_columns)
            for rows in held
        ]
    edges = 0
    for each in built:
        if isinstance(each, NZDD):
            edges += each.num_edges
            if each.multiplicity[each.source == 0].sum() != each.count():
                raise RuntimeError("the multiplicities do not add up to the number of rows")
    size = sum(array.nbytes for arrays in families for array in arrays.values())
    rows, nodes = sum(each.count() for each in built), sum(each.num_nodes for each in built)
    return Outcome(cost, size, rows, nodes, edges)


def run_peer(folders: list[Path], library: str, route: str, num_columns: int) -> Outcome:
    families = [forms.lists(forms.load(folder / "csr")) for folder in folders]
    peer = PEERS[library](num_columns)
    build = getattr(peer, route)
    with record.metered() as cost:
        built = [build(rows) for rows in families]
    return Outcome(cost, 0, sum(map(peer.count, built)), sum(map(peer.num_nodes, built)), 0)


def measure(workload: Workload, our_runs: int, peer_runs: int, slow_routes: bool) -> list[Case]:
    """Run the cases in turn, so that other load on the machine affects all of them."""
    num_columns = workload.num_columns
    names = [name for name, form in FORMS.items() if num_columns <= form.max_columns]
    cases = [*_our_cases(names), *_peer_cases(slow_routes)]
    with tempfile.TemporaryDirectory() as folder:
        folders = [Path(folder) / str(number) for number in range(len(workload.families))]
        for path, family in zip(folders, workload.families, strict=True):
            for name in names:
                forms.save(path / name, FORMS[name].arrays(family))
        for turn in range(max(our_runs, peer_runs)):
            for case in cases:
                arrays = case.library == "nzdd" and case.route != "lists"
                slow = (case.library, case.route) in SLOW
                if turn < (our_runs if arrays else 1 if slow else peer_runs):
                    case.run(folders, num_columns)
    _check(workload, cases)
    return cases


def _our_cases(names: list[str]) -> Iterator[Case]:
    for diagram in DIAGRAMS:
        for name in names:
            yield Case("nzdd", name, diagram)


def _peer_cases(slow_routes: bool) -> Iterator[Case]:
    for peer in PEERS:
        for route in ROUTES if record.installed(peer) else ():
            if slow_routes or (peer, route) not in SLOW:
                yield Case(peer, route, "ZDD")


def _check(workload: Workload, cases: list[Case]) -> None:
    for diagram in DIAGRAMS:
        chosen = [case for case in cases if case.diagram == diagram]
        sizes = {(run.rows, run.nodes, run.edges) for case in chosen for run in case.runs}
        if len(sizes) != 1 or sizes.pop()[0] != workload.num_rows:
            found = {(case.library, case.route): case.runs[0] for case in chosen}
            raise RuntimeError(f"{workload.name}: the {diagram}s differ or lack rows: {found}")


def table(workload: Workload, cases: list[Case]) -> Iterator[str]:
    """Lines of fixed width; ratios are to nzdd from CSR arrays, the form nearest to lists."""
    ours = {case.diagram: case for case in cases if (case.library, case.route) == ("nzdd", "csr")}
    zdd, diagram = ours["ZDD"].runs[0], ours["NZDD"].runs[0]
    yield workload.title
    yield f"ZDD: {zdd.nodes:,} nodes; NZDD: {diagram.nodes:,} nodes, {diagram.edges:,} edges"
    yield (
        f"{'':11} {'from':27} {'to':4} {'runs':>4} {'CPU s':>8} {'median':>8}  {'reach':12}"
        f"{'/ NZDD':>8}{'/ ZDD':>8} {'peak MiB':>8} {'/ input':>7}"
    )
    for case in cases:
        title = FORMS[case.route].title if case.library == "nzdd" else ROUTES[case.route]
        middle = median(run.cost.cpu for run in case.runs)
        digits = 2 if case.library == "nzdd" else 0
        ratios = "".join(f"{case.cpu / our.cpu:8.{digits}f}" for our in ours.values())
        growth = max(run.cost.growth for run in case.runs)
        reach = share = ""
        if case.library == "nzdd" and case.route != "lists":
            share = f"{growth / case.runs[0].input_bytes:7.2f}"
            if case.diagram == "NZDD" and workload.reach:
                verdict = "met" if case.cpu <= workload.reach else "missed"
                reach = f"{workload.reach:5g} {verdict}"
        yield (
            f"{case.library:11} {title:27} {case.diagram:4} {len(case.runs):4} {case.cpu:8.4f} "
            f"{middle:8.4f}  {reach:12}{ratios} {growth / record.MIB:8.1f} {share}"
        )
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--all", action="store_true", help="the slow routes of peers too, once each")
    size.add_argument("--quick", action="store_true", help="scaled down: under a minute")
    parser.add_argument("--runs", type=int, default=9, help="runs of nzdd; the peers get a third")
    options = parser.parse_args()
    for peer in PEERS:
        if not record.installed(peer):
            print(f"{peer} is not installed: skipped")
    found = record.surroundings(["numpy", "scipy", *PEERS])
    our_runs = 1 if options.quick else max(1, options.runs)
    results, lines = [], []
    for workload in workloads.quick() if options.quick else workloads.full():
        cases = measure(workload, our_runs, -(-our_runs // 3), options.all or options.quick)
        lines += list(table(workload, cases))
        print(*table(workload, cases), sep="\n", flush=True)
        facts = {"name": workload.name, "title": workload.title, "reach": workload.reach}
        results.append(facts | {"cases": [asdict(case) for case in cases]})
    title = "From rows to a diagram"
    record.publish("build", found, title, lines, whole=not options.quick, workloads=results)


if __name__ == "__main__":
    main()
