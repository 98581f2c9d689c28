"""Diagrams of the samples of Kurokawa et al. 2022: tables 3 to 8, sizes and construction.

``python -m benchmarks.diagrams.paper_sizes`` prints a table and writes
``results/paper-sizes.json``: CPU seconds in a fresh process on one thread, the minimum of a few
runs. The paper builds a ZDD (zcomp) and then reduces it to an NZDD; here the rows become an NZDD
directly. Files are read from the folder in the environment variable NZDD_DATA.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from benchmarks import record
from benchmarks.orders import instances
from benchmarks.pages.paper.sample_names import HIGGS, TENTHS, TWIN
from benchmarks.soft_margin import binary_samples
from nzdd import NZDD
from nzdd.formulations.learning.soft_margin import SampleDiagram

PROGRAMS = (400_000, 800_000, 1_200_000, 1_600_000, 2_000_000)
"""The rows of tables 3 and 4."""
REAL = ("a9a", "w8a", HIGGS, "mushroom", TWIN)
"""The available samples of tables 6 and 8, and two more."""
RUNS = 3


@dataclass(slots=True)
class Size:
    """One family or sample: rows, sizes of the diagram, CPU seconds.

    ``distinct_cpu`` is for putting equal rows together, 0 for the programs.
    """

    name: str
    columns: int
    rows: int
    distinct: int
    nodes: int
    edges: int
    distinct_cpu: float
    diagram_cpu: float


def program(num_rows: int) -> Size:
    """The rows of a mixed-integer program."""
    family = instances.subsets(num_rows)
    seconds = []
    for _ in range(RUNS):
        with record.metered() as cost:
            nzdd = NZDD.from_rows(family, order="natural")
        seconds.append(cost.cpu)
    nodes, edges = nzdd.num_nodes, nzdd.num_edges
    name = f"{num_rows:,} rows"
    return Size(name, family.num_symbols, num_rows, num_rows, nodes, edges, 0.0, min(seconds))


def sample(name: str) -> Size:
    """A labelled sample: two diagrams that share their ends."""
    data = binary_samples.load(name)
    distinct, built = [], []
    for _ in range(RUNS):
        with record.metered() as cost:
            rows = data.sample()
        distinct.append(cost.cpu)
        with record.metered() as cost:
            diagram = SampleDiagram.from_sample(rows, "edge")
        built.append(cost.cpu)
    return Size(
        name,
        data.rows.num_symbols,
        data.rows.num_rows,
        rows.num_distinct,
        diagram.nzdd.num_nodes,
        diagram.nzdd.num_edges,
        min(distinct),
        min(built),
    )


def table(sizes: list[Size]) -> Iterator[str]:
    """One line per diagram."""
    yield (
        f"{'':18}{'columns':>8}{'rows':>12}{'distinct':>11}{'V':>8}{'E':>9}"
        f"{'distinct s':>12}{'diagram s':>11}"
    )
    for size in sizes:
        yield (
            f"{size.name:18}{size.columns:8}{size.rows:12,}{size.distinct:11,}{size.nodes:8,}"
            f"{size.edges:9,}{size.distinct_cpu:12.3f}{size.diagram_cpu:11.3f}"
        )


def main() -> None:
    """Build all of them."""
    argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0]).parse_args()
    found = record.surroundings(["numpy", "scipy"])
    sizes = [record.fresh(program, rows) for rows in PROGRAMS]
    sizes += [record.fresh(sample, name) for name in (*TENTHS, *REAL)]
    lines = list(table(sizes))
    print(*lines, sep="\n")
    title = "The paper's samples: sizes and construction"
    record.publish("paper-sizes", found, title, lines, sizes=[asdict(size) for size in sizes])


if __name__ == "__main__":
    main()
