"""Fuzz the file readers: arbitrary bytes must give a value or a documented error.

A value that was read is used and, if there is a writer, written and read again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np

from nzdd import NZDD, ZDD, ArchiveError
from nzdd.adapters.errors import ModelFileError, UnsupportedModelError
from nzdd.adapters.files import (
    chunks,
    classifiers,
    itemsets,
    raw_samples,
    samples,
    svmlight,
    tables,
    word_sets,
)
from nzdd.adapters.files.diagrams import dumps
from nzdd.adapters.files.formats import read_graph, read_packing, read_routing
from nzdd.adapters.files.graphs import dimacs, hypergraphs
from nzdd.adapters.files.models import lp, mps, orlib, solutions
from nzdd.diagram import Archived
from nzdd.formulations import ExtendedFormulation, LinearModel

Target = Callable[[bytes, Path], None]
"""Takes the bytes and a folder to put them in."""

EXPECTED = (ModelFileError, ArchiveError)
"""What a reader may raise, whatever the bytes."""


def put(data: bytes, folder: Path, name: str) -> Path:
    """Write bytes to a file."""
    path = folder / name
    path.write_bytes(data)
    return path


def read_mps(data: bytes, folder: Path) -> None:
    """A written model is read back, except for names and bounds that MPS cannot represent."""
    model = mps.read(put(data, folder, "input.mps"))
    model.violation(np.zeros(model.num_columns))
    with suppress(UnsupportedModelError):
        mps.write(model, folder / "output.mps")
        again = mps.read(folder / "output.mps")
        assert (again.matrix != model.matrix).nnz == 0
        assert again.row_names is not None
        for name, old in zip(again.row_names, model.row_names or (), strict=True):
            assert name == old or not old.isalnum()
        assert np.array_equal(again.objective, model.objective)
        assert np.array_equal(again.integrality, model.integrality)
        assert np.array_equal(again.lower, model.lower)
        assert np.array_equal(again.upper, model.upper)


def read_lp(data: bytes, folder: Path) -> None:
    """Read by SCIP, in a separate process."""
    model = lp.read(put(data, folder, "input.lp"))
    model.violation(np.zeros(model.num_columns))


def read_orlib(data: bytes, folder: Path) -> None:
    """A model, or an error if a row cannot be covered."""
    model = orlib.read(put(data, folder, "input.txt"))
    model.violation(np.ones(model.num_columns))


def read_itemsets(data: bytes, folder: Path) -> None:
    """The same rows at once and line by line, of integers or of words."""
    path = put(data, folder, "input.dat")
    words = word_sets.separators_of(path) is not None
    _same_in_chunks(path, lambda: word_sets.read(path)[0] if words else itemsets.read(path))


def read_svmlight(data: bytes, folder: Path) -> None:
    """The same rows at once and line by line."""
    path = put(data, folder, "input.svm")
    _same_in_chunks(path, lambda: svmlight.read(path)[0])


def _same_in_chunks(path: Path, read: Callable[[], object]) -> None:
    try:
        whole = read()
    except ModelFileError:
        whole = None
    try:
        families = list(chunks.row_files(path, chunk_rows=2))
    except ModelFileError:
        assert whole is None, "refused in chunks, read at once"
        return
    assert whole is not None, "read in chunks, refused at once"
    offsets, symbols = whole.to_csr()  # type: ignore[attr-defined]
    parts = [chunk.to_csr() for chunk in families]
    assert np.array_equal(np.diff(offsets), np.concatenate([np.diff(o) for o, _ in parts]))
    assert np.array_equal(symbols, np.concatenate([s for _, s in parts]))


def read_csv(data: bytes, folder: Path) -> None:
    """As a labelled sample, and as a table to be encoded."""
    path = put(data, folder, "input.csv")
    for read in (samples.read, tables.read, samples.read_rows):
        with suppress(ModelFileError):
            read(path)


def read_parquet(data: bytes, folder: Path) -> None:
    """As a labelled sample, and in chunks."""
    path = put(data, folder, "input.parquet")
    with suppress(ModelFileError):
        samples.read(path)
    list(chunks.row_files(path, chunk_rows=2))


def read_classifier(data: bytes, folder: Path) -> None:
    """A classifier is written and read again; an invalid encoder is refused."""
    from nzdd.adapters.sklearn.encoding import saved_encoder

    saved = classifiers.load(put(data, folder, "input.json"))
    if saved.encoder is not None:
        with suppress(ValueError):
            saved_encoder.from_dict(saved.encoder)
    path = folder / "output.json"
    if isinstance(saved, classifiers.SavedRules):
        vote, classes, words, facts, encoder, reading, calibration = saved
        classifiers.save_rules(path, vote, classes, words, encoder, facts, reading, calibration)
        assert np.array_equal(classifiers.load(path).vote.weights, vote.weights)
        return
    classifiers.save(path, *saved)
    again = classifiers.load(path)
    assert np.array_equal(again.classifier.weights, saved.classifier.weights)
    assert again.facts == saved.facts
    assert again.encoder == saved.encoder


def read_raw_sample(data: bytes, folder: Path) -> None:
    """Any bytes are a labelled sample or an error; what is read is read again like itself."""
    path = put(data, folder, "input")
    sample = raw_samples.read_sample(path, target="number")
    again = raw_samples.read_like(path, sample.reading)
    assert again.X.shape == sample.X.shape


def _read_archive(kind: type[Archived]) -> Target:
    def read(data: bytes, folder: Path) -> None:
        diagram = kind.load(put(data, folder, "input.nzdd"))
        assert isinstance(diagram, ZDD | NZDD)
        use(diagram)

    return read


def use(diagram: ZDD | NZDD) -> None:
    """Query a diagram so that all of it is visited."""
    assert diagram.count() >= 0
    if diagram.num_symbols < 2**16:
        diagram.contains([[]])
        if diagram.count():
            diagram.shortest_path(np.ones(diagram.num_symbols))


def read_extended(data: bytes, folder: Path) -> None:
    """A point of the original is lifted."""
    extended = ExtendedFormulation.load(put(data, folder, "input.nzdd"))
    extended.recover(np.zeros(extended.model.num_columns))


def read_zdd_dump(data: bytes, folder: Path) -> None:
    """A written family is read back unchanged, in either style."""
    zdd = dumps.read(put(data, folder, "input.zdd"))
    zdd.verify()
    if zdd.num_symbols < 2**12:
        for style in ("graphillion", "sapporo"):
            text = dumps.to_text(zdd, style)  # type: ignore[arg-type]
            again = dumps.parse("again", text.encode(), num_symbols=zdd.num_symbols)
            assert again == zdd


def _read_graph(suffix: str) -> Target:
    def read(data: bytes, folder: Path) -> None:
        graph = read_graph(put(data, folder, f"input{suffix}"))
        assert graph.number_of_edges() >= 0

    return read


def read_dimacs(data: bytes, folder: Path) -> None:
    """Vertices are 1, 2, ..."""
    graph = dimacs.read(put(data, folder, "input.clq"))
    assert set(graph) == set(range(1, len(graph) + 1))


def _read_packing(suffix: str, **options: float) -> Target:
    """Equal items are one, and each of them fits."""

    def read(data: bytes, folder: Path) -> None:
        instance = read_packing(put(data, folder, f"input{suffix}"), **options)
        assert len(np.unique(instance.weights, axis=0)) == instance.demand.size > 0
        assert (instance.weights <= instance.capacities).all()
        assert (instance.demand > 0).all()

    return read


def _read_routing(suffix: str, **options: int) -> Target:
    """Each customer fits into a vehicle, and all places have a name."""

    def read(data: bytes, folder: Path) -> None:
        file = read_routing(put(data, folder, f"input{suffix}"), **options)
        problem = file.problem
        assert (problem.loads <= problem.capacity).all()
        assert len(file.names) == problem.size
        assert np.isfinite(problem.distances).all()
        assert (problem.distances >= 0).all()
        if problem.hours is not None:  # each customer can be served in time, if not by itself
            hours = problem.hours
            assert (hours.early <= hours.late).all()
            assert (hours.early + hours.home <= hours.late[0]).all()

    return read


def read_simplices(data: bytes, folder: Path) -> None:
    """A semicolon separates the two files."""
    sizes, _, vertices = data.partition(b";")
    put(sizes, folder, "input-nverts.txt")
    family = hypergraphs.read(put(vertices, folder, "input-simplices.txt"))
    assert family.num_rows == sizes.count(b"\n") + (not sizes.endswith(b"\n"))


MODEL = LinearModel([1, 2, -1], np.ones((1, 3)), column_names=["x", "a b", "#y"])


def read_solution(data: bytes, folder: Path) -> None:
    """A written point is read back unchanged."""
    x = solutions.read(put(data, folder, "input.sol"), MODEL)
    assert np.isfinite(x).all()
    solutions.write(folder / "output.sol", MODEL, x)
    assert np.array_equal(solutions.read(folder / "output.sol", MODEL), x)


TARGETS: dict[str, Target] = {
    "mps": read_mps,
    "lp": read_lp,
    "orlib": read_orlib,
    "svmlight": read_svmlight,
    "itemsets": read_itemsets,
    "csv": read_csv,
    "raw_sample": read_raw_sample,
    "parquet": read_parquet,
    "classifier": read_classifier,
    "zdd_archive": _read_archive(ZDD),
    "nzdd_archive": _read_archive(NZDD),
    "extended_archive": read_extended,
    "zdd_dump": read_zdd_dump,
    "dimacs": read_dimacs,
    "gml": _read_graph(".gml"),
    "graphml": _read_graph(".graphml"),
    "edge_list": _read_graph(".edgelist"),
    "gexf": _read_graph(".gexf"),
    "mtx": _read_graph(".mtx"),
    "metis": _read_graph(".graph"),
    "simplices": read_simplices,
    "bpplib": _read_packing(".txt"),
    "items": _read_packing(".csv", capacity=100),
    "vbp": _read_packing(".vbp"),
    "places": _read_routing(".csv", capacity=100),
    "hours": _read_routing(".csv", capacity=100, speed=50),
    "solomon": _read_routing(".txt"),
    "vrplib": _read_routing(".vrp"),
    "solution": read_solution,
}
"""The target of each format."""
