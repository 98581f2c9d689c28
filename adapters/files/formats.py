"""The file formats that nzdd knows, and the choice of one by the name of a file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import svmlight
from nzdd.adapters.files.foreign import refuse_workbook
from nzdd.adapters.files.itemsets import is_of_spmf
from nzdd.adapters.files.recognition import is_archive, recognised
from nzdd.adapters.files.text import StrPath, plain_name
from nzdd.adapters.files.word_sets import has_lines_of_words, is_ragged, separators_of

if TYPE_CHECKING:
    import networkx as nx

    from nzdd.adapters.files.packing.instance import PackingInstance
    from nzdd.adapters.files.routing.instance import RoutingFile
    from nzdd.formulations.models.linear import LinearModel

HYPERGRAPHS = ("-simplices.txt", "-nverts.txt")
"""How the names of the two files of a hypergraph end: all vertices, and the size of each set."""

KINDS = {
    "model": "models",
    "sample": "labelled samples",
    "family": "families of sets",
    "graph": "graphs",
    "packing": "packing problems",
    "routing": "vehicle routing problems",
    "diagram": "diagrams",
    "solution": "solutions",
    "classifier": "classifiers",
}
"""What a file holds, and the plural that messages use."""

COMMANDS = {"packing": "nzdd pack", "routing": "nzdd route"}
"""What reads files of some kinds, which most commands do not."""


@dataclass(frozen=True, slots=True)
class Format:
    """A file format."""

    name: str  # as --format of the command takes it
    kind: str  # one of KINDS
    suffixes: tuple[str, ...]  # in lower case; compressed files add .gz or .xz
    description: str
    module: str  # of this package, loaded on first use
    reader: str = "read"  # a function of the module
    writer: str | None = None
    options: tuple[str, ...] = ()  # of the reader

    def read(self, path: StrPath, **options: Any) -> Any:
        """Read a file; ModelFileError for an option that its reader does not take, unless None."""
        given = {name: value for name, value in options.items() if value is not None}
        for name in given:
            if name not in self.options:
                owners = [each.name for each in FORMATS if name in each.options]
                what = f"{name} is an option of the formats {', '.join(owners) or 'none'}"
                cure = "leave the option out"
                raise ModelFileError(path, None, f"{what}, and the file is {self.name}", cure)
        return getattr(import_module(f"{__package__}.{self.module}"), self.reader)(path, **given)

    def write(self, content: Any, path: StrPath) -> None:
        """Write a file, where the format has a writer."""
        getattr(import_module(f"{__package__}.{self.module}"), self.writer or "")(content, path)


FORMATS = (
    Format("mps", "model", (".mps",), "MPS", "models.mps", writer="write"),
    Format("lp", "model", (".lp",), "CPLEX LP", "models.lp"),
    Format("orlib", "model", (".txt",), "set covering of OR-Library", "models.orlib"),
    Format("svmlight", "sample", (".svm", ".libsvm"), "SVMlight", "samples", "read_svmlight"),
    Format("table", "sample", (".csv", ".tsv", ".parquet"), "table", "samples", "read_table"),
    Format("itemsets", "family", (".dat",), "item sets", "itemsets"),
    Format("simplices", "family", HYPERGRAPHS, "hypergraph", "graphs.hypergraphs"),
    Format(
        "dimacs", "graph", (".clq", ".col", ".clq.b", ".col.b"), "DIMACS graph", "graphs.dimacs"
    ),
    Format("mtx", "graph", (".mtx",), "Matrix Market", "graphs.matrix_market"),
    Format("metis", "graph", (".graph", ".metis"), "METIS graph", "graphs.metis"),
    Format(
        "edgelist", "graph", (".edgelist", ".edges"), "edges", "graphs.networkx", "read_edge_list"
    ),
    Format("gml", "graph", (".gml",), "GML", "graphs.networkx", "read_gml"),
    Format("graphml", "graph", (".graphml",), "GraphML", "graphs.networkx", "read_graphml"),
    Format("gexf", "graph", (".gexf",), "GEXF", "graphs.networkx", "read_gexf"),
    Format(
        *("bpplib", "packing", (".txt", ".bpp", ".csp"), "BPPLIB", "packing.bpplib"),
        options=("problem",),
    ),
    Format(
        *("items", "packing", (".csv", ".tsv", ".parquet"), "items", "packing.item_table"),
        options=("capacity", "demand"),
    ),
    Format("vbp", "packing", (".vbp",), "vector packing of VPSolver", "packing.vbp"),
    Format("vrplib", "routing", (".vrp",), "CVRPLIB", "routing.vrplib"),
    Format("solomon", "routing", (".txt",), "Solomon's routes with hours", "routing.solomon"),
    Format(
        *("places", "routing", (".csv", ".tsv", ".parquet"), "places", "routing.place_table"),
        options=("capacity", "demand", "speed"),
    ),
    Format("cnf", "diagram", (".cnf", ".dimacs"), "DIMACS CNF", "diagrams.cnf"),
    Format("dump", "diagram", (".zdd",), "ZDD as text", "diagrams.dumps", writer="write"),
    Format("nzdd", "diagram", (".nzdd",), "archive of nzdd", "diagrams.archives"),
    Format("solution", "solution", (".sol",), "solution", "models.solutions", writer="write"),
    Format("classifier", "classifier", (".json",), "classifier", "classifiers", "load", "save"),
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


def find(path: StrPath, *which: str, name: str | None = None) -> Format:
    """The format of a file, one of some kinds or names.

    Without a name the suffix of the file decides, the longest one that fits, then the content;
    ModelFileError if neither belongs to one of the formats.
    """
    formats = known(*which)
    if name is not None:
        named = {each.name: each for each in formats}
        if name not in named:
            raise ValueError(f"format {name!r} is unknown; take one of {', '.join(named)}")
        return named[name]
    plain = plain_name(path)
    fitting = [(len(end), each) for each in formats for end in each.suffixes if plain.endswith(end)]
    if fitting:
        _, found = max(fitting, key=lambda pair: pair[0])
        if plain.endswith((".txt", ".vrp")):
            found = _routing(path, found)
        # archives of ZDDs may be called .zdd, as families as text are
        if found.name == "dump" and is_archive(path):
            return next(each for each in FORMATS if each.name == "nzdd")
        return _of_words(path, formats) or found if found.name == "orlib" else found
    if plain.endswith(".txt") and (of_words := _of_words(path, formats)):
        return of_words
    refuse_workbook(path)
    ending = "".join(Path(path).suffixes[-2:])
    what = f"unknown suffix {ending!r}" if ending else "the name has no suffix"
    if (other := by_suffix(path)) is not None:
        what = f"its suffix is that of {other.description}, for {KINDS[other.kind]}"
        if other.kind in COMMANDS:
            raise ModelFileError(path, None, what, f"use the command {COMMANDS[other.kind]}")
    for each in formats:
        if each.name == "svmlight":  # samples often have another suffix, or none
            if svmlight.recognise(path):
                return each
            what += f", and the content does not look like {each.description}"
    kinds = " or ".join(dict.fromkeys(KINDS[each.kind] for each in formats))
    cure = f"names of {kinds} end in {', '.join(suffixes(*which))}, each also with .gz or .xz"
    raise ModelFileError(path, None, what, cure)


def by_suffix(path: StrPath) -> Format | None:
    """The only format whose files end so; not that of .json, which may be anything."""
    plain = plain_name(path)
    found = [each for each in FORMATS if plain.endswith(each.suffixes)]
    return found[0] if len(found) == 1 and found[0].kind != "classifier" else None


def _routing(path: StrPath, found: Format) -> Format:
    """The format of a text by its content where that is of routes; ModelFileError if they are not
    asked for.
    """
    looks_like = None
    with suppress(ModelFileError):  # such as that there is no file: readers tell it
        looks_like = recognised(path)
    name = None if looks_like is None else looks_like[0]
    routes = next((each for each in known("routing") if each.name == name), found)
    if routes.kind != found.kind:
        what = "it holds a vehicle routing problem"
        raise ModelFileError(path, None, what, f"use the command {COMMANDS['routing']}")
    return routes


def _of_words(path: StrPath, formats: tuple[Format, ...]) -> Format | None:
    """Item sets, if these are asked for and the text holds words and looks like nothing else."""
    item_sets = next((each for each in formats if each.name == "itemsets"), None)
    if item_sets is not None and is_of_spmf(path):
        return item_sets
    if item_sets is None or separators_of(path) is None or not has_lines_of_words(path):
        return None
    looks_like = recognised(path)
    return (
        item_sets if looks_like is None or (looks_like[0] == "table" and is_ragged(path)) else None
    )


def read_model(path: StrPath, format: str | None = None) -> LinearModel:
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


def write_model(model: LinearModel, path: StrPath) -> None:
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
    find(path, "model").write(model, path)


def read_graph(path: StrPath) -> nx.Graph:
    """Read a graph from a file, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        DIMACS (``.clq``, ``.col``, ``.col.b``), Matrix Market (``.mtx``), METIS (``.graph``,
        ``.metis``), GML (``.gml``), GraphML (``.graphml``), GEXF (``.gexf``) or lines ``node node``
        (``.edgelist``, ``.edges``).

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


def read_packing(path: StrPath, format: str | None = None, **options: Any) -> PackingInstance:
    """Read a packing problem from a file, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
    format : {"bpplib", "items", "vbp"}, optional
        Cutting stock or bin packing, a table of items, or vector packing. By default the suffix
        decides: ``.txt``, ``.bpp`` or ``.csp``; ``.csv``, ``.tsv`` or ``.parquet``; ``.vbp``.
    **options
        `problem` of `nzdd.adapters.files.packing.bpplib.read`, or `capacity` and `demand` of
        `nzdd.adapters.files.packing.item_table.read`.

    Returns
    -------
    nzdd.adapters.files.packing.instance.PackingInstance

    Raises
    ------
    ModelFileError
        If the suffix is unknown or the file cannot be read, or if its format does not have an
        option.
    ValueError
        If the format is unknown.
    """
    return cast("PackingInstance", find(path, "packing", name=format).read(path, **options))


def read_routing(path: StrPath, format: str | None = None, **options: Any) -> RoutingFile:
    """Read a vehicle routing problem from a file, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
    format : {"vrplib", "solomon", "places"}, optional
        Of CVRPLIB, Solomon's with hours, or a table of places. By default the suffix decides:
        ``.vrp``; ``.txt``; ``.csv``, ``.tsv`` or ``.parquet``.
    **options
        `capacity`, `demand` and `speed` of `nzdd.adapters.files.routing.place_table.read`.

    Returns
    -------
    nzdd.adapters.files.routing.instance.RoutingFile

    Raises
    ------
    ModelFileError
        If the suffix is unknown or the file cannot be read, or if its format does not have an
        option.
    ValueError
        If the format is unknown.
    """
    return cast("RoutingFile", find(path, "routing", name=format).read(path, **options))
