"""CPU seconds and memory for rows of Parquet files: at once, in chunks, with Dask, in a file.

``python -m benchmarks.diagrams.scale [--rows 1e5 1e6 1e7] [--processes 1 2] [--csv]`` prints a
table and writes ``results/scale.json`` (not of CSV files instead of Parquet). The rows are
synthetic, at most a million in a file: 28 binary columns whose bits depend on eight hidden ones.
Two rows are equal as often as two rows of the HIGGS sample cut at its medians (1.5e-7; with HIGGS
in the folder NZDD_DATA, the table shows both). Each run is a fresh process, which reads the files
and makes an NZDD with multiplicities: of all rows in one array; of a `Multiset` of chunks; of one
that may take 16 MB of memory for rows; and of parts that Dask's workers build. All runs are
repeated with the first 20 columns, where many rows are duplicates. ``--made 1e9`` makes so many
rows in one process instead, which may take 500 MB of memory, and prints what that takes.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import record
from nzdd import NZDD, RowTable
from nzdd.adapters.files.chunks import RowFiles, row_files
from nzdd.multiset import Multiset

COLUMNS, FEW = 28, 20
MOST = 1_000_000
"""Rows in a file."""

LITTLE, MORE = 16 * 2**20, 500_000_000
"""Bytes for rows, in a file and as they are made."""

QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.scheduler.work-stealing-interval": "1s",
}
"""What Dask does all the time takes 5% of a core, for longer where the machine has other work."""

LEGEND = (
    "collect: CPU seconds from files to the multiset, or to one array; NZDD: from that to the",
    "diagram. With Dask, collect is the CPU time of the busiest worker, which builds a part of",
    "the diagram, too, and NZDD that of the client, which joins the parts: their sum is the time",
    "on cores that nobody else uses, waiting apart. rows/s: by both. peak: resident memory at its",
    "most (ru_maxrss; Python and the libraries take 130 MiB of it); with Dask that of the client",
    "and of the largest worker together. At once: all rows in one array of words, and",
    "NZDD.from_rows. In a file: a multiset whose rows may take 16 MiB of memory.",
)


@dataclass(slots=True)
class Run:
    """One build; times in CPU seconds."""

    form: str
    columns: int
    rows: int
    processes: int
    wall: float
    collect: float
    nzdd: float
    peak: int
    distinct: int
    nodes: int
    edges: int

    @property
    def cpu(self) -> float:
        """CPU seconds in all, one after the other."""
        return self.collect + self.nzdd

    @property
    def rate(self) -> float:
        """Rows per second."""
        return self.rows / self.cpu


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


def write(columns: int, rows: int, folder: str, csv: bool = False) -> None:
    """Rows as Parquet or CSV files of whole numbers."""
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet as pq

    size = max(1, min(MOST, rows // 4))
    for number, first in enumerate(range(0, rows, size)):
        found = words(columns, number, min(size, rows - first))
        bits = (found[:, None] >> np.arange(columns, dtype=np.uint64)[::-1] & np.uint64(1)).T
        names = [f"x{j}" for j in range(columns)]
        table = pa.table(dict(zip(names, np.ascontiguousarray(bits, np.uint8), strict=True)))
        if csv:
            pa.csv.write_csv(table, f"{folder}/{number:03}.csv")
        else:
            pq.write_table(table, f"{folder}/{number:03}.parquet")


def found_files(folder: str) -> RowFiles:
    """The files, with what reads them loaded."""
    files = row_files(f"{folder}/*")
    next(iter(files))
    return files


def run_at_once(columns: int, rows: int, folder: str) -> Run:
    """All rows in one array."""
    files = found_files(folder)
    wall, start = time.perf_counter(), time.process_time()
    read = [chunk.words for chunk in files if chunk.words is not None]
    family = RowTable.from_words(np.concatenate(read), columns)
    del read
    collected = time.process_time()
    nzdd = NZDD.from_rows(family, order="natural")
    return finish("at once", columns, rows, nzdd, wall, collected - start, collected)


def run_chunks(columns: int, rows: int, folder: str, memory: int | None = None) -> Run:
    """One process."""
    files = found_files(folder)
    wall, start = time.perf_counter(), time.process_time()
    multiset = Multiset.from_chunks(files, "natural", memory=memory)
    collected = time.process_time()
    form = "chunks" if memory is None else "in a file"
    return finish(form, columns, rows, multiset.nzdd(), wall, collected - start, collected)


def run_dask(columns: int, rows: int, folder: str, processes: int) -> Run:
    """A Dask cluster; the time does not include starting it."""
    import dask
    from distributed import Client, LocalCluster

    from nzdd.adapters.libraries.dask import nzdd_from_dask

    files = found_files(folder)
    options: dict[str, Any] = {"n_workers": processes, "threads_per_worker": 1, "memory_limit": 0}
    options["dashboard_address"] = "127.0.0.1:0"
    with (
        dask.config.set(QUIET),
        LocalCluster(**options) as cluster,  # type: ignore[no-untyped-call]
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        client.run(found_files, folder)
        before = client.run(time.process_time)
        wall, start = time.perf_counter(), time.process_time()
        nzdd = nzdd_from_dask(files, "natural", client=client)
        run = finish("dask", columns, rows, nzdd, wall, 0.0, start)
        after = client.run(time.process_time)
        run.collect = max(after[worker] - before[worker] for worker in before)
        run.processes = processes
        run.peak += max(client.run(peak).values())
    return run


def finish(
    form: str, columns: int, rows: int, nzdd: NZDD, wall: float, collect: float, since: float
) -> Run:
    """What a build took; checks that no row is lost."""
    end = time.process_time()
    if nzdd.multiplicity[nzdd.source == 0].sum() != rows:
        raise RuntimeError("the multiplicities do not add up to the number of rows")
    return Run(
        form, columns, rows, 1, time.perf_counter() - wall, collect, end - since, peak(),
        nzdd.count(), nzdd.num_nodes, nzdd.num_edges,
    )  # fmt: skip


def peak() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def run_made(rows: int) -> Iterator[str]:
    """Rows that never stand in files of their own."""
    made = 0.0

    def chunks() -> Iterator[RowTable]:
        nonlocal made
        for number in range(rows // MOST):
            start = time.process_time()
            found = chunk(COLUMNS, number, MOST)
            made += time.process_time() - start
            yield found

    start = time.process_time()
    multiset = Multiset.from_chunks(chunks(), "natural", memory=MORE)
    collected = time.process_time()
    yield f"made: {made:.1f} CPU s"
    yield f"collect: {collected - start - made:.1f} CPU s, peak {peak() / 1e6:,.0f} MB"
    nzdd = multiset.nzdd()
    yield f"NZDD: {time.process_time() - collected:.1f} CPU s, peak {peak() / 1e6:,.0f} MB"
    yield f"{nzdd.count():,} distinct rows, {nzdd.num_edges:,} edges"


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
        f"{'columns':>7}{'rows':>12}{'processes':>11}  {'form':10}{'rows/s':>12}{'CPU s':>9}"
        f"{'collect':>9}{'NZDD':>8}{'peak MiB':>10}{'distinct':>12}{'V':>10}{'E':>11}"
    )
    for run in runs:
        yield (
            f"{run.columns:7}{run.rows:12,}{run.processes:11}  {run.form:10}{run.rate:12,.0f}"
            f"{run.cpu:9.2f}{run.collect:9.2f}{run.nzdd:8.2f}"
            f"{run.peak / record.MIB:10,.0f}{run.distinct:12,}{run.nodes:10,}{run.edges:11,}"
        )


def measured(columns: int, rows: int, processes: list[int], csv: bool) -> list[Run]:
    """All runs on the same rows, which give the same diagram."""
    with tempfile.TemporaryDirectory() as folder:
        record.fresh(write, columns, rows, folder, csv)
        runs = [record.fresh(run_at_once, columns, rows, folder)]
        for count in processes:
            if count == 1:
                runs.append(record.fresh(run_chunks, columns, rows, folder))
                runs.append(record.fresh(run_chunks, columns, rows, folder, LITTLE))
            else:
                runs.append(record.fresh(run_dask, columns, rows, folder, count))
    if len({(run.distinct, run.nodes, run.edges) for run in runs}) > 1:
        raise RuntimeError(f"the diagrams of {rows:,} rows differ: {runs}")
    return runs


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    sizes = [1e5, 1e6, 1e7]
    parser.add_argument("--rows", nargs="+", type=float, default=sizes, help="how many rows")
    parser.add_argument("--processes", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--columns", nargs="+", type=int, default=[COLUMNS, FEW])
    parser.add_argument("--csv", action="store_true", help="CSV files instead of Parquet")
    parser.add_argument("--made", type=float, help="only so many rows made in one process")
    options = parser.parse_args()
    if options.made is not None:
        for line in run_made(int(options.made)):
            print(line, flush=True)
        return
    found = record.surroundings(["numpy", "pyarrow", "dask", "distributed"])
    runs: list[Run] = []
    for columns, rows in product(options.columns, map(int, options.rows)):
        of_rows = measured(columns, rows, options.processes, options.csv)
        runs += of_rows
        print(*list(table(of_rows))[len(runs) > len(of_rows) :], sep="\n", flush=True)
    lines = [*table(runs), "", *LEGEND, *likeness()]
    each = [asdict(run) | {"rate": run.rate, "cpu": run.cpu} for run in runs]
    whole = options == parser.parse_args([])
    record.publish("scale", found, "Rows in files", lines, whole=whole, runs=each)


if __name__ == "__main__":
    main()
