"""How far rows shrink, by the kind of their coefficients and by what becomes a symbol.

``python -m benchmarks.solving.coefficients [--quick]`` compresses random rows of several kinds and
sizes, and the real models of the folder in the environment variable NZDD_DATA that have a column
with several coefficients of one sign. Symbols are

* ``pairs`` of a column and a coefficient,
* ``differences``: the most common coefficient of a column and sign, and what differs from it,
* ``digits``: the binary digits of a coefficient,
* ``steps``: from each coefficient of a column and sign to the next larger one.

The first two are what `ExtendedFormulation` tries where nonzeros are to be few; of the two it takes
the smaller one. With ``edges`` the symbols are pairs, and the paper's reduction is taken whatever
becomes of nonzeros. Every measurement is kept in ``results/coefficients.jsonl``; a run that was
stopped goes on from there. Prints a table and writes ``results/coefficients.json``.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import record
from benchmarks.cells import Cells
from benchmarks.solving.compression import models
from nzdd.formulations import LinearModel
from nzdd.formulations.compression.block import Block
from nzdd.formulations.compression.row_groups import row_groups
from nzdd.formulations.models.arrays import Matrix
from nzdd.formulations.rows.common_coefficients import Parts, binary_digits, common_parts

SIZES = ((20_000, 12), (5_000, 20), (1_000, 40))
MOST_NONZEROS = 400_000
MOST_PARTS = 3_000_000
WAYS = ("pairs", "differences", "digits", "steps", "edges")


@dataclass(frozen=True, slots=True)
class Cell:
    """One model, compressed in one way.

    Attributes
    ----------
    name, way : str
        The key.
    kind : str
        Of the coefficients.
    before, after : dict
        Rows, columns, nonzeros; equal if a group of rows does not shrink.
    edges : int
        Of the diagrams.
    replaced : int
        Rows that they replace.
    seconds : float
        Of the processor.
    trouble : str
        Why there is nothing.
    """

    name: str
    way: str
    kind: str
    before: dict[str, int]
    after: dict[str, int]
    edges: int = 0
    replaced: int = 0
    seconds: float = 0.0
    trouble: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What names it."""
        return self.name, self.way

    def ratio(self, what: str) -> float:
        """After divided by before."""
        return self.after[what] / self.before[what]


def synthetic(rows: int, columns: int) -> Iterator[tuple[str, LinearModel]]:
    """Random rows of each kind, every column in every row but where 0 is drawn."""
    rng, shape = np.random.default_rng(rows), (rows, columns)
    yield "0 and 1", _model(rng.integers(0, 2, shape))
    yield "-1 to 1", _model(rng.integers(-1, 2, shape))
    yield "0 to 3", _model(rng.integers(0, 4, shape))
    yield "7, 19, 31, 57", _model(rng.choice([7, 19, 31, 57], shape))
    yield "-3 to 3", _model(rng.integers(-3, 4, shape))
    yield "1 to 100, random sides", _model(rng.integers(1, 101, shape), rng.integers(1, 1001, rows))
    yield "real numbers", _model(rng.normal(size=shape))
    own = rng.integers(1, 101, shape) * (rng.random(shape) < 0.3)
    yield "knapsacks, own weights", _model(own, rng.integers(1, 1001, rows))
    weights = rng.integers(1, 101, columns) * (rng.random(shape) < 0.5)
    yield "knapsacks, common weights", _model(weights, rng.integers(1, 1001, rows))
    near = np.tile(rng.integers(1, 101, columns), (rows, 1))
    changed = rng.random(shape) < 0.1
    near[changed] = rng.integers(1, 101, np.count_nonzero(changed))
    yield "a row of 1 to 100, a tenth changed", _model(near)


def _model(matrix: NDArray[Any], right: NDArray[Any] | float = 1.0) -> LinearModel:
    return LinearModel(np.ones(matrix.shape[1]), matrix.astype(float), right, upper=10)


def digits(matrix: Matrix) -> Parts | None:
    """Binary digits; None for others than integers."""
    whole = (matrix.data == np.rint(matrix.data)).all()
    return binary_digits(matrix) if whole else None


def steps(matrix: Matrix) -> Parts | None:
    """The steps up to each coefficient of a column and sign; None for others than integers."""
    sizes, place = np.unique(np.abs(matrix.data), return_inverse=True)
    if (sizes != np.rint(sizes)).any():
        return None
    column = 2 * matrix.indices.astype(np.int64) + (matrix.data < 0)
    pair, inverse = np.unique(column * sizes.size + place, return_inverse=True)
    kind, size = pair // sizes.size, sizes[pair % sizes.size]
    start = np.searchsorted(kind, kind)
    count = np.arange(pair.size) - start + 1
    if count[inverse].sum() > MOST_PARTS:
        return None
    before = np.where(count > 1, np.roll(size, 1), 0.0)
    each = np.repeat(np.arange(matrix.nnz), count[inverse])
    first = np.repeat(np.cumsum(count[inverse]) - count[inverse], count[inverse])
    number = np.arange(each.size) - first
    step = start[inverse][each] + number
    return Parts(each, number, np.copysign((size - before)[step], matrix.data[each]))


PARTS: dict[str, Callable[[Matrix], Parts | None]] = {
    "differences": common_parts,
    "digits": digits,
    "steps": steps,
}


def measure(name: str, kind: str, model: LinearModel, way: str) -> Cell:
    """Compress a model in one way, each group of rows that shrinks."""
    row_size = np.diff(model.matrix.indptr)
    sizes = {"rows": model.num_rows, "columns": model.num_columns, "nonzeros": model.num_nonzeros}
    after, edges, replaced, made = dict(sizes), 0, 0, way not in PARTS
    start = time.process_time()
    for group in row_groups(model):
        after["rows"] -= group.redundant.size
        after["nonzeros"] -= int(row_size[group.redundant].sum())
        parts = PARTS[way](group.matrix) if way in PARTS else None
        made |= parts is not None
        block = Block.build(group, parts, _minimize(way), "auto", None)
        if block is None:
            continue
        of_edges = block.edges.rows()
        if block.saving(of_edges, _minimize(way), row_size) <= 0:
            continue
        after["rows"] += of_edges.lower.size - block.rows.size
        after["columns"] += block.edges.num_potentials + block.num_slacks
        after["nonzeros"] += of_edges.num_nonzeros - int(row_size[block.rows].sum())
        edges += of_edges.lower.size
        replaced += block.rows.size
    seconds = round(time.process_time() - start, 3)
    trouble = "" if made else "no such symbols"
    return Cell(name, way, kind, sizes, after, edges, replaced, seconds, trouble)


def _minimize(way: str) -> str:
    return "edges" if way == "edges" else "nonzeros"


def cases(quick: bool) -> Iterator[tuple[str, str, LinearModel]]:
    """Name, kind and model of every case."""
    for rows, columns in SIZES[-1:] if quick else SIZES:
        for kind, model in synthetic(rows, columns):
            yield f"{kind}, {rows:,} x {columns}", kind, model
    if quick:
        return
    for name, model in models():
        if model.num_nonzeros <= MOST_NONZEROS and _is_varied(model):
            yield name, "real models", model


def _is_varied(model: LinearModel) -> bool:
    """Whether a column has several coefficients of one sign."""
    column = 2 * model.matrix.indices.astype(np.int64) + (model.matrix.data < 0)
    pairs = np.unique(np.stack((column, model.matrix.data)), axis=1)
    return bool(pairs.shape[1] > np.unique(column).size)


def chosen(cells: Iterable[Cell], name: str) -> Cell:
    """What `ExtendedFormulation` takes: pairs or, where they leave fewer nonzeros, differences."""
    ways = [each for each in cells if each.name == name and each.way in WAYS[:2]]
    return min(ways, key=lambda cell: (cell.after["nonzeros"], cell.way == "differences"))


def table(cells: Cells[Cell]) -> Iterator[str]:
    """A line a case: what is left of it, in parts of what it was."""
    heads = ("the nonzeros left, by symbols", "of pairs or differences", "by edges")
    yield f"{'':36}{heads[0]:^48}{heads[1]:^37}{heads[2]:>19}"
    ways = "".join(f"{way:>12}" for way in WAYS[:4])
    sizes = f"{'rows':>10}{'columns':>9}{'edges/row':>11}{'s':>7}{'rows':>11}{'nonzeros':>9}"
    yield f"{'':36}{ways}{sizes}"
    names = dict.fromkeys(cell.name for cell in cells)
    found = {cell.key: cell for cell in cells}
    for name in names:
        shown = "".join(_cell(found[name, way]) for way in WAYS[:4])
        best, edges = chosen(cells, name), found[name, "edges"]
        each = f"{best.edges / best.replaced:.2f}" if best.replaced else "-"
        seconds = sum(found[name, way].seconds for way in WAYS[:2])
        yield (
            f"{name:36}{shown}{best.ratio('rows'):10.3f}{best.ratio('columns'):9.3g}{each:>11}"
            f"{seconds:7.2f}{edges.ratio('rows'):11.3f}{edges.ratio('nonzeros'):9.3f}"
        )
    real = [cell for cell in found.values() if cell.kind == "real models"]
    if real:
        for way in WAYS[:4]:
            both = [
                min(cell.ratio("nonzeros"), found[cell.name, "pairs"].ratio("nonzeros"))
                for cell in real
                if cell.way == way
            ]
            words = "pairs alone" if way == "pairs" else f"pairs or {way}"
            yield (
                f"{len(both)} real models, {words}: geometric mean of the nonzeros "
                f"{math.exp(sum(map(math.log, both)) / len(both)):.4f}"
            )


def _cell(cell: Cell) -> str:
    return f"{'-':>12}" if cell.trouble else f"{cell.ratio('nonzeros'):12.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the smallest random rows only")
    options = parser.parse_args()
    found = record.surroundings(["numpy", "scipy"])
    cells = Cells(record.RESULTS / "coefficients.jsonl", Cell)
    for name, kind, model in cases(options.quick):
        for way in WAYS:
            if (name, way) not in cells:
                cells.add(measure(name, kind, model, way))
    lines = list(table(cells))
    print(*lines, sep="\n")
    record.publish(
        "coefficients",
        found,
        "Rows by the kind of their coefficients",
        lines,
        whole=not options.quick,
        code=cells.measured(),
        cells=[asdict(cell) for cell in cells],
    )


if __name__ == "__main__":
    main()
