"""Input files: their content, and the families of rows in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
from scipy.sparse import csr_array

from nzdd import NZDD, ZDD, RowTable
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import tables, word_sets
from nzdd.adapters.files.formats import Format, find
from nzdd.adapters.files.models.solutions import column_names
from nzdd.adapters.files.packing.instance import PackingInstance
from nzdd.adapters.files.samples import Sample
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation
from nzdd.formulations.compression.row_groups import row_groups
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.symbols import Symbols, encode
from nzdd.input.row_table import Progress

if TYPE_CHECKING:
    from pandas import DataFrame

    from nzdd.adapters.files.routing.instance import RoutingFile
    from nzdd.adapters.sklearn import BinaryEncoder

KINDS = ("model", "sample", "family", "graph", "diagram")
"""What `load` reads."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows without labels."""

    kind: str  # of the file
    family: RowTable
    names: Sequence[str] | None = None  # of all symbols; None if they go by number


Content: TypeAlias = LinearModel | Rows | Sample | ZDD | NZDD | ExtendedFormulation


def load(path: str, name: str | None = None) -> Content:
    """Read a file of one of the `KINDS`, by its suffix and content or in a format that is named."""
    format = _format(path, name, *KINDS)
    if format.name == "table":
        return _table(path)
    if format.name == "itemsets" and word_sets.separators_of(path) is not None:
        return Rows("item sets of words", *word_sets.read(path))
    content = format.read(path)
    if format.kind == "graph":
        return _graph_rows(path, content)
    if format.kind == "family":
        return Rows(format.description, content)
    return cast(Content, content)


def load_packing(path: str, name: str | None = None, **options: Any) -> PackingInstance | Rows:
    """Read a packing problem, with options of its format, or a graph in the same way."""
    format = _format(path, name, "packing", "graph")
    content = format.read(path, **options)
    return _graph_rows(path, content) if format.kind == "graph" else cast(PackingInstance, content)


def load_routing(path: str, name: str | None = None, **options: Any) -> RoutingFile:
    """Read a vehicle routing problem in the same way."""
    return cast("RoutingFile", _format(path, name, "routing").read(path, **options))


def _format(path: str, name: str | None, *kinds: str) -> Format:
    try:
        return find(path, *kinds, name=name)
    except ModelFileError as error:
        more = "; or use --format" if error.cure.startswith("names of") else ""
        raise ModelFileError(path, None, error.what, f"{error.cure}{more}") from None


def _table(path: str) -> Rows | Sample:
    frame = tables.read_frame(path)
    if tables.default_label(frame) is None:
        return Rows("table", tables.binary_rows(path, frame), tuple(frame.columns))
    features, labels = tables.split_label(path, frame)
    return Sample(tables.binary_rows(path, features), labels, tuple(features.columns))


def _graph_rows(path: str, graph: Any) -> Rows:
    from nzdd.adapters.libraries.networkx import from_networkx_edges  # which takes a moment to load

    try:
        family, nodes = from_networkx_edges(graph)
    except ValueError:
        what = "the graph is directed, and a row has no direction"
        raise ModelFileError(path, None, what, "write it as an undirected graph") from None
    return Rows("graph", family, tuple(map(str, nodes)))


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One family of rows of a file."""

    name: str  # inequality, equality or range, a class, or rows
    rows: RowTable | ZDD | NZDD
    names: Callable[[], Sequence[str] | None]  # of all symbols; made only where they are shown

    def zdd(self, progress: Progress | None = None) -> ZDD | None:
        """The rows as a ZDD, or None where the file holds an NZDD."""
        if isinstance(self.rows, RowTable):
            return ZDD.from_rows(self.rows, progress=progress)
        return self.rows if isinstance(self.rows, ZDD) else None

    def nzdd(self, progress: Progress | None = None) -> NZDD:
        """The rows as an NZDD, as the file has it or with few edges."""
        if isinstance(self.rows, NZDD):
            return self.rows
        if isinstance(self.rows, ZDD):
            return self.rows.to_nzdd(progress=progress)
        return NZDD.from_rows(self.rows, progress=progress)


def parts(content: Content) -> list[Part]:
    """The families of rows in a file: of a model by group, of a sample by class."""
    if isinstance(content, LinearModel):
        encodings = (
            (group.name, *encode(group.matrix, group.right_hand_side))
            for group in row_groups(content)
        )
        return [Part(name, rows, _naming(content, symbols)) for name, symbols, rows in encodings]
    if isinstance(content, ExtendedFormulation):
        edges = ((block.name, block.edges) for block in content.blocks)
        return [Part(name, e.nzdd, _naming(content.original, e.symbols)) for name, e in edges]
    if isinstance(content, Sample):
        return _sample_parts(content)
    if isinstance(content, Rows):
        return [_used_symbols("rows", content.family, content.names)]
    return [Part("rows", content, lambda: content.names)]


def _sample_parts(sample: Sample) -> list[Part]:
    offsets, symbols = sample.rows.to_csr()
    shape = (sample.rows.num_rows, sample.rows.num_symbols)
    matrix = csr_array((np.ones(symbols.size, np.int8), symbols, offsets), shape=shape)
    found = []
    for label in np.unique(sample.labels):
        rows = matrix[np.flatnonzero(sample.labels == label)]
        family = RowTable.from_csr(rows.indptr, rows.indices, shape[1])
        names = sample.feature_names
        found.append(_used_symbols(f"class {label_text(label)}", family, names, first=1))
    return found


def used_columns(rows: RowTable | ZDD | NZDD) -> int:
    """How many symbols occur in some row."""
    if isinstance(rows, ZDD):
        return int(np.unique(rows.variable[2:]).size)
    symbols = rows.labels if isinstance(rows, NZDD) else rows.to_csr()[1]
    return int(np.unique(symbols).size)


def total_weight(diagram: ZDD | NZDD) -> int | float:
    """That of all rows of a diagram, and their number where none has a weight."""
    if isinstance(diagram, NZDD):
        total = float(diagram.multiplicity[diagram.source == 0].sum())
    elif diagram.low_weight is None or diagram.high_weight is None:
        return diagram.count()
    else:
        total = float(diagram.low_weight[diagram.root] + diagram.high_weight[diagram.root])
    return int(total) if total.is_integer() else total


def label_text(label: Any) -> str:
    """A label as text, whole numbers without a point."""
    return str(label).removesuffix(".0") if isinstance(label, float) else str(label)


def _used_symbols(
    name: str, family: RowTable, names: Sequence[str] | None = None, first: int = 0
) -> Part:
    """Item numbers may be large and sparse; a diagram needs only the symbols that occur."""
    offsets, symbols = family.to_csr()
    used, dense = np.unique(symbols, return_inverse=True)
    packed = RowTable.from_csr(offsets, dense.astype(np.uint32), used.size)

    def used_names() -> list[str]:
        return [str(j + first) if names is None else names[j] for j in used.tolist()]

    return Part(name, packed, used_names)


def _naming(model: LinearModel, symbols: Symbols) -> Callable[[], list[str]]:
    """Names such as ``x``, ``-x``, ``2.5 x`` of a column, ``-3`` of a right-hand side."""

    def names() -> list[str]:
        columns = column_names(model)
        columns += [f"slack {i}" for i in range(symbols.num_columns - len(columns))]
        return [symbols.text(symbol, columns) for symbol in range(symbols.constant.size)]

    return names


def encoded(path: str, table: DataFrame | csr_array, encoder: BinaryEncoder) -> RowTable:
    """The bits that a fitted encoder makes of the columns it knows."""
    from nzdd.adapters.sklearn.encoding.saved_encoder import to_dict  # an extra

    columns, encoder = for_encoder(table, encoder)
    if not isinstance(columns, csr_array):
        columns = tables.pick(path, columns, encoder.feature_names_in_.tolist())
        kinds = to_dict(encoder)["columns"]
        numbers = [kind["name"] for kind in kinds if "thresholds" in kind]
        tables.check_numbers(path, columns, numbers)
    with naming_errors(path):
        bits = csr_array(encoder.transform(columns))
    return RowTable.from_csr(bits.indptr, bits.indices, bits.shape[1])


def for_encoder(
    table: DataFrame | csr_array, encoder: BinaryEncoder
) -> tuple[DataFrame | csr_array, BinaryEncoder]:
    """The table, and the encoder without names of columns where a sparse matrix has none."""
    if isinstance(table, csr_array) and hasattr(encoder, "feature_names_in_"):
        encoder = copy(encoder)
        del encoder.feature_names_in_
    return table, encoder


@contextmanager
def naming_errors(path: str) -> Iterator[None]:
    """Turn errors of an encoder into errors that name the file."""
    try:
        yield
    except (TypeError, ValueError) as error:
        cure = "make the columns numbers or text"
        raise ModelFileError(path, None, str(error), cure) from None
