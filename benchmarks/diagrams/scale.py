"""Rows per second and memory, for 10^5 to 10^8 rows that are never in memory together.

``python -m benchmarks.diagrams.scale [--rows 1e5 1e6 1e7 1e8] [--processes 1 2]`` prints a table
and writes ``results/scale.json``. The rows are synthetic, a chunk of a million at a time: 28 binary
columns whose bits depend on eight hidden ones. Two rows are equal as often as two rows of the HIGGS
sample cut at its medians (1.5e-7; with HIGGS in the folder NZDD_DATA, the table shows both). Each
run is a fresh process: chunks become a `Multiset`, which becomes an NZDD with multiplicities. One
process generates and collects the rows itself; with more, Dask's workers do so, in four partitions
per worker. The same rows are also put into one array and built at once. All runs are repeated with
the first 20 columns, where many rows are duplicates.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import record
from nzdd import NZDD, RowTable
from nzdd.multiset import Multiset

COLUMNS, FEW = 28, 20
CHUNK = 1_000_000
LEGEND = (
    "rows/s: by the wall-clock time without that to make the rows, the column 'make' (with more",
    "processes the workers make them, within the time). collect: from chunks to the multiset;",
    "NZDD: from that to the diagram. peak: resident memory of the process at its most (ru_maxrss;",
    "Python and the libraries take 60 MiB of it); with Dask that of the client and of the largest",
    "worker together. At once: all rows in one array of words, and NZDD.from_rows.",
)


@dataclass(slots=True)
class Run:
    """One build."""

    form: str
    columns: int
    rows: int
    processes: int
    wall: float
    make: float
    collect: float
    nzdd: float
    peak: int
    distinct: int
    multiset_nodes: int
    nodes: int
    edges: int

    @property
    def rate(self) -> float:
        """Rows per second."""
        return self.rows / (self.wall - (self.make if self.processes == 1 else 0.0))


def hidden() -> NDArray[np.uint8]:
    """256 times the probability of each bit, by the eight hidden bits of a row; shape (256, 28)."""
    random = np.random.default_rng(7)
    signs = (np.arange(256)[:, None] >> np.arange(8) & 1) * 2 - 1
    weights = random.normal(size=(8, COLUMNS)) * 0.68
    weights *= np.array([1.5, 1, 1, 0.8, 0.6, 0.5, 0.4, 0.3])[:, None]
    bias = np.zeros(COLUMNS)
    bias[[8, 12, 16, 19]] = -0.5  # the b-tags, whose median is their least value
    chance = 256 / (1 + np.exp(-(signs @ weights + bias)))
    return chance.clip(1, 255).astype(np.uint8)


def words(columns: int, number: int, count: int) -> NDArray[np.uint64]:
    """One chunk of rows as machine words, always the same."""
    random = np.random.default_rng([1, number])
    state = np.frombuffer(random.bytes(count), np.uint8)
    drawn = np.frombuffer(random.bytes(count * COLUMNS), np.uint8).reshape(count, COLUMNS)
    packed = np.packbits(drawn < hidden()[state], axis=1)  # 28 bits, then four zeros
    return packed.view(">u4").ravel().astype(np.uint64) >> np.uint64(32 - columns)


def chunk(columns: int, number: int, count: int) -> RowTable:
    return RowTable.from_words(words(columns, number, count), columns)


def counts(rows: int) -> list[int]:
    """The sizes of the chunks."""
    return [min(CHUNK, rows - first) for first in range(0, rows, CHUNK)]


def run_chunks(columns: int, rows: int) -> Run:
    """One process."""
    start, made = time.perf_counter(), 0.0

    def chunks() -> Iterator[RowTable]:
        nonlocal made
        for number, count in enumerate(counts(rows)):
            begun = time.perf_counter()
            family = chunk(columns, number, count)
            made += time.perf_counter() - begun
            yield family

    multiset = Multiset.from_chunks(chunks(), "natural")
    return finish(rows, 1, multiset, start, made)


def run_dask(columns: int, rows: int, processes: int) -> Run:
    """A Dask cluster; the time does not include starting it."""
    from distributed import Client, LocalCluster

    from nzdd.adapters.libraries.dask import from_dask

    options: dict[str, Any] = {"n_workers": processes, "threads_per_worker": 1, "memory_limit": 0}
    options["dashboard_address"] = "127.0.0.1:0"
    with (
        LocalCluster(**options) as cluster,  # type: ignore[no-untyped-call]
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        client.run(import_all)
        numbered = list(enumerate(counts(rows)))
        size = max(1, len(numbered) // (4 * processes))
        parts = [
            partial(chunks_of, columns, numbered[first : first + size])
            for first in range(0, len(numbered), size)
        ]
        start = time.perf_counter()
        multiset = from_dask(parts, "natural", num_symbols=columns, client=client)
        found = finish(rows, processes, multiset, start, 0.0)
        found.peak = peak() + max(client.run(peak).values())
    return found


def chunks_of(columns: int, numbered: list[tuple[int, int]]) -> Iterator[RowTable]:
    """The chunks of a partition."""
    for number, count in numbered:
        yield chunk(columns, number, count)


def import_all() -> None:
    import nzdd.adapters.libraries.dask  # noqa: F401


def run_at_once(columns: int, rows: int) -> Run:
    """All rows in one array."""
    start = time.perf_counter()
    parts = [words(columns, number, count) for number, count in enumerate(counts(rows))]
    family = RowTable.from_words(np.concatenate(parts), columns)
    del parts
    made = time.perf_counter() - start
    nzdd = NZDD.from_rows(family, order="natural")
    wall = time.perf_counter() - start
    return Run(
        "at once", columns, rows, 1, wall, made, 0.0, wall - made, peak(), nzdd.count(), 0,
        nzdd.num_nodes, nzdd.num_edges,
    )  # fmt: skip


def finish(rows: int, processes: int, multiset: Multiset, start: float, made: float) -> Run:
    """Make the diagram, and check that no row is lost."""
    collected = time.perf_counter()
    nzdd = multiset.nzdd()
    end = time.perf_counter()
    if nzdd.multiplicity[nzdd.source == 0].sum() != rows:
        raise RuntimeError("the multiplicities do not add up to the number of rows")
    return Run(
        "chunks", multiset.num_symbols, rows, processes,
        end - start, made, collected - start - made, end - collected, peak(),
        nzdd.count(), multiset.num_nodes, nzdd.num_nodes, nzdd.num_edges,
    )  # fmt: skip


def peak() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def likeness() -> list[str]:
    """Compare synthetic rows with those of the HIGGS sample."""
    top = os.environ.get("NZDD_DATA")
    path = Path(top or ".") / "classification" / "higgs_10k.csv.gz"
    if not top or not path.exists():
        return []
    import pandas as pd

    table = pd.read_csv(path).iloc[:, :COLUMNS]
    bits = np.packbits((table > table.median()).to_numpy(), axis=1)
    real = np.unique(bits, axis=0).shape[0]
    made = np.unique(words(COLUMNS, 0, len(bits))).size
    return [
        f"Of {len(bits):,} rows of HIGGS cut at the medians {real:,} are distinct, of as many rows "
        f"made up {made:,}."
    ]


def table(runs: list[Run]) -> Iterator[str]:
    """One line per run."""
    yield (
        f"{'columns':>7}{'rows':>12}{'processes':>11}  {'form':8}{'rows/s':>12}{'wall s':>9}"
        f"{'make':>8}{'collect':>9}{'NZDD':>8}{'peak MiB':>10}{'distinct':>12}{'V':>10}{'E':>11}"
    )
    for run in runs:
        yield (
            f"{run.columns:7}{run.rows:12,}{run.processes:11}  {run.form:8}{run.rate:12,.0f}"
            f"{run.wall:9.2f}{run.make:8.2f}{run.collect:9.2f}{run.nzdd:8.2f}"
            f"{run.peak / record.MIB:10,.0f}{run.distinct:12,}{run.nodes:10,}{run.edges:11,}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    sizes = [1e5, 1e6, 1e7, 1e8]
    parser.add_argument("--rows", nargs="+", type=float, default=sizes, help="how many rows")
    parser.add_argument("--processes", nargs="+", type=int, default=[1, 2])
    options = parser.parse_args()
    found = record.surroundings(["numpy", "dask", "distributed"])
    runs: list[Run] = []
    for columns, rows in product((COLUMNS, FEW), map(int, options.rows)):
        of_rows = [record.fresh(run_at_once, columns, rows)]
        for count in options.processes:
            if count == 1:
                of_rows.append(record.fresh(run_chunks, columns, rows))
            else:
                of_rows.append(record.fresh(run_dask, columns, rows, count))
        if len({(run.distinct, run.nodes, run.edges) for run in of_rows}) > 1:
            raise RuntimeError(f"the diagrams of {rows:,} rows differ: {of_rows}")
        runs += of_rows
        print(*list(table(of_rows))[len(runs) > len(of_rows) :], sep="\n", flush=True)
    lines = [*table(runs), "", *LEGEND, *likeness()]
    measured = [asdict(run) | {"rate": run.rate} for run in runs]
    whole = options.rows == sizes
    record.publish("scale", found, "Rows in chunks", lines, whole=whole, runs=measured)


if __name__ == "__main__":
    main()
