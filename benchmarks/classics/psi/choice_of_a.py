"""The study of a of Liu and Wu, section 3.4, redone: all of their table 1."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from textwrap import wrap

import numpy as np

from benchmarks.cells import days
from benchmarks.classics.compare import Method
from benchmarks.classics.deals import Deal, Task, cells_of, repeats, row, run
from benchmarks.classics.psi.published import PRICES, PSI, SVM
from benchmarks.classics.psi.simulated import disk
from benchmarks.classics.psi.tables import TESTED, Seen
from benchmarks.classics.psi.tuned import Tuned, ended_early, gaps, nonzero
from benchmarks.classics.table import WIDTH, Published, Row

DEALS = 100
HEAD = (
    "Errors in percent on the disk, of 50 rows with so many labels flipped, on 20,000 others; in "
    f"brackets the published ones. Means of {{}} of the paper's {DEALS} repetitions. {{}}. C of "
    "the SVM for the restriction is tuned on 50 more rows. *: more than two standard errors of the "
    "difference away, if the spread of the paper is ours."
)
LEGEND = """\
* Where the paper has a dash for numerical difficulty, f = 0 is about as good as any plane: it costs
a for each of the 50 rows, and each flipped label costs 2. With a = 0.1 and five flipped ones that
is 5 against 10. Restricted, the rows beyond the margin keep f from 0.
* Our errors are larger than the published ones with five flipped labels, C = 1e3 and a of 1.5 and
more (restricted, of 1 and more), and with none, restricted, C = 1 and a of 1.8 and more. These
programs are solved to the gap here; the paper tells no gaps.
""".splitlines()


def psi_a(repetitions: int | None, *, jobs: int, quick: bool) -> tuple[list[Row], list[str]]:
    """Table 1 of Liu and Wu for all values of a."""
    cells = cells_of("psi_a")
    run(cells, tasks(DEALS if repetitions is None else repetitions, quick), jobs, ended_early)
    by_key: dict[tuple[str, str], list[Deal]] = {}
    for cell in cells:
        by_key.setdefault((cell.data, cell.method), []).append(cell)
    rows: dict[tuple[str, str], Row] = {}
    for (flips, a, restricted), figures in PSI.items():
        for text, figure in zip(PRICES.values(), figures, strict=True):
            key = _data(flips), _name(a, text, restricted)
            if key in by_key:
                told = None if np.isnan(figure) else Published(1 - figure)
                rows[key] = row(by_key[key], told, DEALS)
    lines = wrap(f"{HEAD.format(repeats(cells), gaps(cells))} Measured {days(cells)}.", WIDTH)
    for flips in SVM:
        lines += ["", *_lines(flips, rows)]
    return list(rows.values()), [*lines, "", *LEGEND]


def tasks(count: int, quick: bool) -> Iterator[Task]:
    """All cells of a deal before the next deal."""
    for deal in range(count):
        for flips, a, restricted in PSI:
            for C, text in PRICES.items():
                model = Tuned(
                    "l2",
                    train=50,
                    candidates=tuple(PRICES),
                    C=C,
                    restricted=restricted,
                    a=a,
                )
                method = Method(_name(a, text, restricted), model, nonzero)
                read = partial(disk, flips=flips, tested=TESTED)
                yield Task(_data(flips), read, Seen(100, 100), method, deal)
            if quick:
                return


def _data(flips: int) -> str:
    return f"disk, {flips} flipped"


def _name(a: float, price: str, restricted: bool) -> str:
    return f"a={a:g}, C={price}" + (", restricted" if restricted else "")


def _lines(flips: int, rows: dict[tuple[str, str], Row]) -> Iterator[str]:
    for restricted in (False, True):
        title = f"{flips} flipped" + (", restricted" if restricted else "")
        yield f"{title:22}" + "".join(f"{f'C = {text}':>15}" for text in PRICES.values())
        for a in sorted({a for _, a, _ in PSI}):
            keys = ((_data(flips), _name(a, text, restricted)) for text in PRICES.values())
            yield f"a = {a:<18g}" + "".join(f"{_cell(rows.get(key)):>15}" for key in keys)


def _cell(found: Row | None) -> str:
    if found is None:
        return ""
    ours = f"{100 * (1 - found.score):.2f}"
    if found.published is None:
        return f"{ours} (-)   "
    star = "*" if abs(found.difference) > 2 else " "
    return f"{ours} ({100 * (1 - found.published.score):.2f}){star}"
