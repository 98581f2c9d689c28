"""What collecting rows on many workers would cost: a model with constants measured here.

``python -m benchmarks.diagrams.cluster_cost [--rows 1e11] [--workers 64] [--picture FILE.svg]``
measures on 10^6 rows what it costs to read, merge and receive a row and to build its diagram,
compares the model with the last run of `benchmarks.diagrams.scale`, and prints the seconds of each
stage. The rows are those of that benchmark; the number of distinct ones in n rows is computed from
their distribution. Two ways:

* tree: what `nzdd.dask.from_dask` does. Each worker collects `SHARES` shares, sums of `LAST` shares
  are added on workers until `LAST` are left, which the client adds; it builds the diagram.
* prefix: what `nzdd.dask.nzdd_from_dask` does. Each worker divides its sorted rows by their first
  bits and sends each part to the worker of that part, which merges it and builds its diagram. What
  the client takes to receive the edges and put them in order is not in the model.

Seconds are those of the slowest process, on cores and links of its own.
"""

from __future__ import annotations

import argparse
import json
import math
import pickle
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import record
from benchmarks.diagrams.scale import COLUMNS, found_files, hidden, words, write
from nzdd import Multiset, RowTable
from nzdd.adapters.libraries.dask.collect import LAST, SHARES
from nzdd.adapters.pictures.matplotlib import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MEASURED = 10**6
STAGES = ("read", "merge", "send", "client", "build")


@dataclass(frozen=True, slots=True)
class Constants:
    """CPU seconds for a row; of `read` for any, of the others for a distinct one."""

    read: float
    merge: float
    receive: float
    build: float
    bytes: float
    link: float
    """Bytes a second between two machines."""


def measure(link: float) -> Constants:
    """By files of `MEASURED` rows, and by eight runs of an eighth of them."""
    with tempfile.TemporaryDirectory() as folder:
        write(COLUMNS, MEASURED, folder)
        files = found_files(folder)
        read, rows = timed(lambda: Multiset.from_chunks(files, "natural"))
        distinct = rows.count()
        build, _ = timed(rows.nzdd)
        message = pickle.dumps(rows)
        receive, _ = timed(lambda: pickle.loads(message))
    parts = np.array_split(words(COLUMNS, 0, MEASURED), LAST)
    shares = [Multiset(COLUMNS, "natural") for _ in parts]
    for share, part in zip(shares, parts, strict=True):
        share.add(RowTable.from_words(part, COLUMNS))
        share.count()

    def added() -> int:
        total = shares[0].copy()
        for share in shares[1:]:
            total += share
        return total.count()

    merge, _ = timed(added)
    each = sum(share.count() for share in shares)
    return Constants(
        read / MEASURED, merge / each, receive / distinct, build / distinct,
        len(message) / distinct, link,
    )  # fmt: skip


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """The CPU seconds of the second of two calls."""
    call()
    start = time.process_time()
    found = call()
    return time.process_time() - start, found


class Distinct:
    """The number of distinct rows in n rows, expected.

    By 2^16 words w drawn with chance q(w), half of them as rows are and half at random: the sum of
    1 - (1 - p(w))^n over all words is the mean of these terms over q(w).
    """

    def __init__(self) -> None:
        random = np.random.default_rng(0)
        drawn = np.concatenate(
            [words(COLUMNS, 0, 2**15), random.integers(0, 2**COLUMNS, 2**15).astype(np.uint64)]
        )
        bits = drawn[:, None] >> np.arange(COLUMNS, dtype=np.uint64)[::-1] & np.uint64(1)
        ones = np.log(hidden() / 256)
        zeros = np.log1p(-(hidden() / 256))
        self._p = np.exp(bits @ (ones - zeros).T + zeros.sum(axis=1)).mean(axis=1)
        self._q = (self._p + 2.0**-COLUMNS) / 2

    def __call__(self, rows: float) -> float:
        """The number in so many rows."""
        return float(np.mean(-np.expm1(rows * np.log1p(-self._p)) / self._q))


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by stage, bytes sent in all, and bytes of rows in the largest process."""

    seconds: dict[str, float]
    sent: float
    memory: float

    @property
    def total(self) -> float:
        """Seconds of all stages, one after the other."""
        return sum(self.seconds.values())


def tree(rows: float, workers: int, known: Constants, distinct: Distinct) -> Cost:
    """Sums of multisets."""
    if workers == 1:
        found = distinct(rows)
        seconds = {"read": rows * known.read, "build": found * known.build}
        return Cost(dict.fromkeys(STAGES, 0.0) | seconds, 0.0, 32 * found)
    count: float = max(LAST, SHARES * workers)
    rounds = math.ceil(count / workers)
    size, seconds = distinct(rows / count), dict.fromkeys(STAGES, 0.0)
    seconds["read"] = rounds * rows / count * known.read
    sent, memory = 0.0, 32 * size
    while count > LAST:
        count /= LAST
        rounds = math.ceil(count / workers)
        seconds["merge"] += rounds * LAST * size * (known.merge + known.receive)
        seconds["send"] += rounds * LAST * size * known.bytes / known.link
        sent += count * LAST * size * known.bytes
        memory = max(memory, 16 * (LAST * size + distinct(rows / count)))
        size = distinct(rows / count)
    found = distinct(rows)
    sent += count * size * known.bytes
    seconds["send"] += count * size * known.bytes / known.link
    seconds["client"] = count * size * (known.merge + known.receive)
    seconds["build"] = found * known.build
    return Cost(seconds, sent, max(memory, 16 * (count * size + found)))


def prefix(rows: float, workers: int, known: Constants, distinct: Distinct) -> Cost:
    """Parts by the first bits of the rows."""
    found, own = distinct(rows), distinct(rows / workers)
    # a merge of many runs compares more often
    deep = max(1.0, math.log2(workers) / math.log2(LAST))
    seconds = {
        "read": rows / workers * known.read,
        "merge": own * (known.merge * deep + known.receive),
        "send": own * known.bytes / known.link,
        "client": 0.0,
        "build": found / workers * known.build,
    }
    return Cost(seconds, workers * own * known.bytes, 16 * (2 * own + found / workers))


WAYS = {"tree": tree, "prefix": prefix}


def checked(known: Constants, distinct: Distinct) -> Iterator[str]:
    """The model beside the last run of `benchmarks.diagrams.scale`, if there is one.

    With Dask: the busiest worker, as the client is not in the model of its way.
    """
    path = record.PUBLISHED / "scale.json"
    runs = json.loads(path.read_text())["runs"] if path.exists() else []
    yield (
        f"{'rows':>12}{'processes':>11}{'measured CPU s':>16}{'model':>8}{'distinct':>12}"
        f"{'model':>12}"
    )
    for run in runs:
        if run["columns"] != COLUMNS or run["form"] not in ("chunks", "dask") or "cpu" not in run:
            continue
        alone = run["processes"] == 1
        cost = (tree if alone else prefix)(run["rows"], run["processes"], known, distinct)
        yield (
            f"{run['rows']:12,}{run['processes']:11}{run['cpu' if alone else 'collect']:16.2f}"
            f"{cost.total - cost.seconds['send']:8.2f}{run['distinct']:12,}"
            f"{distinct(run['rows']):12,.0f}"
        )


def table(rows: float, counts: list[int], known: Constants, distinct: Distinct) -> Iterator[str]:
    """The seconds of each stage, GB sent and GB of memory."""
    yield f"{'workers':>7}  {'way':7}" + "".join(
        f"{s:>9}" for s in (*STAGES, "all", "GB sent", "GB")
    )
    for count in counts:
        for name, way in WAYS.items():
            cost = way(rows, count, known, distinct)
            figures = (*(cost.seconds[stage] for stage in STAGES), cost.total)
            yield (
                f"{count:7}  {name:7}" + "".join(f"{value:9.1f}" for value in figures)
                + f"{cost.sent / 1e9:9.1f}{cost.memory / 1e9:9.2f}"
            )  # fmt: skip


def power(number: float) -> str:
    """10^8, or 2 10^8."""
    first, exponent = f"{number:.0e}".split("e")
    return ("" if first == "1" else f"{first} ") + f"10^{int(exponent)}"


def picture(sizes: list[float], known: Constants, distinct: Distinct) -> Figure:
    """The seconds of both ways by the number of workers, a panel for each number of rows."""
    from matplotlib.figure import Figure

    counts = [2**k for k in range(11)]
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    panels = np.atleast_1d(figure.subplots(1, len(sizes)))
    for axes, rows in zip(panels, sizes, strict=True):
        for (name, way), style in zip(WAYS.items(), ("-", "--"), strict=True):
            costs = [way(rows, count, known, distinct) for count in counts]
            axes.plot(counts, [cost.total for cost in costs], style, color="black", label=name)
            for stage, colour in zip(STAGES, COLOURS, strict=False):
                values = [cost.seconds[stage] or np.nan for cost in costs]
                label = stage if name == "tree" else None
                axes.plot(counts, values, style, color=colour, linewidth=1, label=label)
        title = f"${power(rows).replace('^', '^{')}}}$ rows"
        axes.set(xscale="log", yscale="log", xlabel="workers", title=title)
    panels[0].set_ylabel("seconds")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right center")
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=float, default=1e11)
    parser.add_argument("--workers", type=int, default=64)
    parser.add_argument("--link", type=float, default=1e9, help="bytes a second (default: 1e9)")
    parser.add_argument("--picture", type=Path, help="SVG file with 10^8 and so many rows")
    options = parser.parse_args()
    known, distinct = measure(options.link), Distinct()
    print(
        f"a row in nanoseconds: read {known.read * 1e9:.0f}; a distinct one: merge "
        f"{known.merge * 1e9:.0f}, receive {known.receive * 1e9:.0f}, build "
        f"{known.build * 1e9:.0f}, {known.bytes:.1f} bytes",
        "", *checked(known, distinct), "", f"{power(options.rows)} rows:",
        *table(options.rows, [1, 4, 16, options.workers, 1024], known, distinct),
        sep="\n",
    )  # fmt: skip
    if options.picture is not None:
        figure = picture([1e8, options.rows], known, distinct)
        figure.savefig(options.picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
