"""The file formats that nzdd knows, and the choice of one by the name of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import plain_name

if TYPE_CHECKING:
    import networkx as nx

    from nzdd.formulations.models.linear import LinearModel

KINDS = {
    "model": "models",
    "sample": "labelled samples",
    "family": "families of sets",
    "graph": "graphs",
    "diagram": "diagrams",
    "solution": "solutions",
    "classifier": "classifiers",
}
"""What a file holds, and the plural that messages use."""


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    Attributes
    ----------
    name : str
        As ``--format`` of the command takes it.
    kind : str
        One of `KINDS`.
    suffixes : tuple of str
        How names of such files end, in lower case; compressed files add ``.gz`` or ``.xz``.
    description : str
    reader, writer, recogniser : str or None
        ``module:function`` in this package, loaded on first use. A recogniser checks the content
        of a file with another suffix.
    """

    name: str
    kind: str
    suffixes: tuple[str, ...]
    description: str
    reader: str
    writer: str | None = None
    recogniser: str | None = None

    def read(self, path: str | PathLike[str]) -> Any:
        """Read a file."""
        return _function(self.reader)(path)

    def recognises(self, path: str | PathLike[str]) -> bool:
        """Whether the content of a file has this format, as far as the recogniser can see."""
        return self.recogniser is not None and bool(_function(self.recogniser)(path))


FORMATS = (
    Format("mps", "model", (".mps",), "MPS", "models.mps:read", "models.mps:write"),
    Format("lp", "model", (".lp",), "CPLEX LP", "models.lp:read"),
    Format("orlib", "model", (".txt",), "set covering of OR-Library", "models.orlib:read"),
    Format(
        "svmlight",
        "sample",
        (".svm", ".libsvm"),
        "SVMlight",
        "samples:read_svmlight",
        recogniser="svmlight:recognise",
    ),
    Format("table", "sample", (".csv", ".tsv", ".parquet"), "table", "samples:read_table"),
    Format("itemsets", "family", (".dat",), "item sets", "itemsets:read"),
    Format(
        "simplices",
        "family",
        ("-simplices.txt", "-nverts.txt"),
        "hypergraph",
        "graphs.hypergraphs:read",
    ),
    Format("dimacs", "graph", (".clq", ".col"), "DIMACS graph", "graphs.dimacs:read"),
    Format("edgelist", "graph", (".edgelist",), "edge list", "graphs.networkx:read_edge_list"),
    Format("gml", "graph", (".gml",), "GML", "graphs.networkx:read_gml"),
    Format("graphml", "graph", (".graphml",), "GraphML", "graphs.networkx:read_graphml"),
    Format("dump", "diagram", (".zdd",), "ZDD as text", "dumps:read", "dumps:write"),
    Format("nzdd", "diagram", (".nzdd",), "archive of nzdd", "archives:read"),
    Format(
        "solution",
        "solution",
        (".sol",),
        "solution",
        "models.solutions:read",
        "models.solutions:write",
    ),
    Format(
        "classifier", "classifier", (".json",), "classifier", "classifiers:load", "classifiers:save"
    ),
)
"""All formats; the suffixes of one kind differ."""


def known(*which: str) -> tuple[Format, ...]:
    """The formats of some kinds or names."""
    return tuple(each for each in FORMATS if each.kind in which or each.name in which)


def suffixes(*which: str) -> tuple[str, ...]:
    """The suffixes of the formats of some kinds or names."""
    return tuple(suffix for each in known(*which) for suffix in each.suffixes)


def outputs(kind: str) -> tuple[str, ...]:
    """How the names of files end that can be written, plain or packed."""
    written = (each for each in known(kind) if each.writer is not None)
    plain = (suffix for each in written for suffix in each.suffixes)
    return tuple(suffix + packing for suffix in plain for packing in ("", ".gz"))


def find(path: str | PathLike[str], *which: str, name: str | None = None) -> Format:
    """The format of a file.

    Parameters
    ----------
    path : path-like
    *which : str
        Kinds or names of formats, of which it is one.
    name : str, optional
        The name of the format. By default the suffix of the file decides, of several that fit the
        longest, then the content.

    Raises
    ------
    ModelFileError
        If neither suffix nor content belong to one of the formats.
    ValueError
        If no format has this name.
    """
    formats = known(*which)
    if name is not None:
        for each in formats:
            if each.name == name:
                return each
        names = ", ".join(each.name for each in formats)
        raise ValueError(f"format {name!r} is unknown; take one of {names}")
    plain = plain_name(path)
    fitting = [(len(end), each) for each in formats for end in each.suffixes if plain.endswith(end)]
    if fitting:
        return max(fitting, key=lambda pair: pair[0])[1]
    for each in formats:
        if each.recognises(path):
            return each
    what = f"unknown suffix {''.join(Path(path).suffixes[-2:]) or 'none'!r}"
    contents = [each.description for each in formats if each.recogniser is not None]
    if contents:
        what += f", and the content does not look like {' or '.join(contents)}"
    kinds = " or ".join(dict.fromkeys(KINDS[each.kind] for each in formats))
    cure = f"names of {kinds} end in {', '.join(suffixes(*which))}, each also with .gz or .xz"
    raise ModelFileError(path, None, what, cure)


def read_model(path: str | PathLike[str], format: str | None = None) -> LinearModel:
    """Read a linear model from a file, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
    format : {"mps", "lp", "orlib"}, optional
        MPS, CPLEX-LP, or a set covering problem of OR-Library. By default the suffix decides:
        ``.mps``, ``.lp`` or ``.txt``, in any case, perhaps with ``.gz`` or ``.xz`` behind.

    Returns
    -------
    LinearModel
        See `nzdd.adapters.files.models.mps.read`, `nzdd.adapters.files.models.lp.read` and
        `nzdd.adapters.files.models.orlib.read` for the conventions.

    Raises
    ------
    ModelFileError
        If the suffix is unknown or the file cannot be read.
    MissingExtraError
        If an LP file needs SCIP and it is not installed.
    ValueError
        If the format is unknown.
    """
    return cast("LinearModel", find(path, "model", name=format).read(path))


def write_model(model: LinearModel, path: str | PathLike[str]) -> None:
    """Write a linear model to a file, in full precision.

    Parameters
    ----------
    model : LinearModel
    path : path-like
        Its name ends in ``.mps`` or ``.mps.gz``; see `nzdd.adapters.files.models.mps.write`.

    Raises
    ------
    ValueError
        If the suffix is another one.
    UnsupportedModelError
        If the format cannot express the model; nothing is written then.
    OSError
        If the file cannot be written; an older file then stays as it was.
    """
    ends = outputs("model")
    if not Path(path).name.lower().endswith(ends):
        raise ValueError(f"{path}: models cannot be written so; name a file in {', '.join(ends)}")
    _function(find(path, "model").writer or "")(model, path)


def read_graph(path: str | PathLike[str]) -> nx.Graph:
    """Read a graph from a file, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        DIMACS (``.clq``, ``.col``), GML (``.gml``), GraphML (``.graphml``) or lines ``node node``
        (``.edgelist``).

    Returns
    -------
    networkx.Graph
        Or a subclass, where the file says that it is directed or has parallel edges.

    Raises
    ------
    ModelFileError
        If the suffix is unknown or the file cannot be read.
    """
    return find(path, "graph").read(path)


def _function(place: str) -> Callable[..., Any]:
    module, _, name = place.partition(":")
    return cast(Callable[..., Any], getattr(import_module(f"{__package__}.{module}"), name))
