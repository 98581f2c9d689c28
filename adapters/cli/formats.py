"""Input files by their suffix, by their content, or by a format that is named."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nzdd import NZDD, ZDD, ArchiveError, RowTable, archive
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import formats, itemsets, samples, svmlight
from nzdd.adapters.files.dumps import zdd_text
from nzdd.adapters.files.graphs import hypergraphs
from nzdd.adapters.files.samples import Sample
from nzdd.adapters.files.text import plain_name
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation
from nzdd.formulations.models.linear import LinearModel


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows without labels.

    Attributes
    ----------
    kind : str
        What holds them.
    family : RowTable
    names : sequence of str, length num_symbols, or None
        The name of each symbol; None where a symbol goes by its number, and only those that occur
        count.
    """

    kind: str
    family: RowTable
    names: Sequence[str] | None = None


Content: TypeAlias = LinearModel | Rows | Sample | ZDD | NZDD | ExtendedFormulation


def _archive(path: str) -> ZDD | NZDD | ExtendedFormulation:
    kind = archive.kind_of(path)
    if kind == "zdd":
        return ZDD.load(path)
    if kind == "nzdd":
        return NZDD.load(path)
    if kind == "extended formulation":
        return ExtendedFormulation.load(path)
    raise ArchiveError(f"{path}: it holds {kind!r}, which this release does not know")


def _table(path: str) -> Rows | Sample:
    # pandas is loaded only where a table is read
    from nzdd.adapters.files.tables import frames as tables

    frame = tables.read_frame(path)
    if tables.default_label(frame) is None:
        return Rows("table", tables.binary_rows(path, frame), tuple(frame.columns))
    features, labels = tables.split_label(path, frame)
    return Sample(tables.binary_rows(path, features), labels, tuple(features.columns))


def _graph(suffix: str) -> Callable[[str], Rows]:
    def rows(path: str) -> Rows:
        # networkx is loaded only where a graph is read
        from nzdd.adapters.files.graphs import networkx as graph_files
        from nzdd.adapters.libraries.networkx import from_networkx_edges

        try:
            family, nodes = from_networkx_edges(graph_files.READERS[suffix](path))
        except ModelFileError:
            raise
        except ValueError:
            what = "the graph is directed, and a row has no direction"
            raise ModelFileError(path, None, what, "write it as an undirected graph") from None
        return Rows("graph", family, tuple(map(str, nodes)))

    return rows


def _model(name: str) -> Callable[[str], LinearModel]:
    return lambda path: formats.read_model(path, name)


READERS: dict[str, Callable[[str], Content]] = {
    **{name: _model(name) for name in formats.FORMATS},
    "nzdd": _archive,
    "itemsets": lambda path: Rows("item sets", itemsets.read(path)),
    "svmlight": svmlight.read,
    "table": _table,
    "dimacs": _graph(".clq"),
    "edgelist": _graph(".edgelist"),
    "gml": _graph(".gml"),
    "graphml": _graph(".graphml"),
    "simplices": lambda path: Rows("hypergraph", hypergraphs.read(path)),
    "dump": zdd_text.read,
}
"""The reader of each format."""

SUFFIXES = {
    ".mps": "mps",
    ".lp": "lp",
    ".txt": "orlib",
    ".nzdd": "nzdd",
    ".dat": "itemsets",
    **dict.fromkeys(samples.SVMLIGHT_SUFFIXES, "svmlight"),
    **dict.fromkeys(samples.TABLE_SUFFIXES, "table"),
    ".clq": "dimacs",
    ".col": "dimacs",
    ".edgelist": "edgelist",
    ".gml": "gml",
    ".graphml": "graphml",
    **dict.fromkeys((hypergraphs.VERTICES, hypergraphs.SIZES), "simplices"),
    ".zdd": "dump",
}
"""The format of each suffix; of several that fit a name the longest counts."""

MODELS = "model: .mps, .lp, or .txt (set covering of OR-Library), also .gz"
INPUTS = (
    ".nzdd; .mps, .lp, .txt (OR-Library); .dat, .svm, .csv, .parquet; "
    ".clq, .col, .edgelist, .gml, .graphml; -simplices.txt; .zdd (a dump); also .gz"
)


def add_format(parser: ArgumentParser, names: Sequence[str] = tuple(READERS)) -> None:
    """Declare ``--format``."""
    parser.add_argument(
        "--format",
        metavar="NAME",
        choices=names,
        help=f"what the input is, where its name does not tell: {', '.join(names)}",
    )


def load(path: str, name: str | None = None) -> Content:
    """Read a file by its suffix, or in a format of `READERS`.

    A file with none of the `SUFFIXES` is read as SVMlight if its first line looks like that.

    Raises
    ------
    ModelFileError, ArchiveError
        If the suffix is unknown or the file cannot be read.
    MissingExtraError
        If a table is read and pandas is not installed.
    """
    if name is not None:
        return READERS[name](path)
    plain = plain_name(path)
    ends = [end for end in SUFFIXES if plain.endswith(end)]
    if ends:
        return READERS[SUFFIXES[max(ends, key=len)]](path)
    if samples.looks_like_svmlight(path):
        return samples.read(path)
    known = ", ".join(SUFFIXES)
    cure = f"the name has to end in {known}, each also with .gz or .xz; or use --format"
    raise ModelFileError(path, None, "unknown file format", cure)
