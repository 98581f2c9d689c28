"""Hostile names of rows, columns, classes, vertices and files, everywhere names are used."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

from hostile.case import expect, one_of
from hostile.command import End, check_end, forked
from hostile.parts.files import ROOM, SECONDS
from hostile.parts.odd_names import name, names
from hostile.parts.pictures import picture
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.files.models import mps, solutions
from nzdd.formulations import ExtendedFormulation, LinearModel

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def case(random: np.random.Generator, folder: Path) -> None:
    """Try one kind of names."""
    kind: Callable[[np.random.Generator, Path], None]
    kind = one_of(random, models, models, samples, samples, vertices, paths)  # type: ignore[assignment]
    kind(random, folder)


def models(random: np.random.Generator, folder: Path) -> None:
    """Through MPS, archives and solutions, and every command."""
    rows, columns = names(random, 6), names(random, 4)
    matrix = np.array(
        [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 1, 0], [0, 1, 0, 1], [1, 0, 0, 1], [0, 0, 1, 1.0]]
    )
    model = LinearModel(
        [1.0, 2, 3, 4],
        matrix,
        1,
        upper=1,
        integrality=random.random(4) < 0.5,
        row_names=rows,
        column_names=columns,
        name=name(random),
    )
    if not any("\0" in one for one in (*rows, *columns)):  # archives part names by it
        extended = ExtendedFormulation.from_model(model)
        extended.save(folder / "kept.nzdd")
        kept = ExtendedFormulation.load(folder / "kept.nzdd").original
        expect(kept == model, "an archive changes the names of a model")
        picture(random, folder, "kept.nzdd")
        _well(forked(["info", "kept.nzdd", "-q"], folder, room=ROOM))
    path = folder / "model.mps"
    try:
        mps.write(model, path)
    except UnsupportedModelError as error:
        expect(len(str(error).splitlines()) == 1, f"an error of several lines: {error}")
        return
    again = mps.read(path)
    expect(
        again.matrix.shape == model.matrix.shape
        and (again.matrix != model.matrix).nnz == 0
        and np.array_equal(again.integrality, model.integrality)
        and np.array_equal(again.row_lower, model.row_lower),
        "names make another model of what is written as MPS",
    )
    assert again.column_names is not None
    for new, old in zip(again.column_names, columns, strict=True):
        expect(new == old or not PLAIN.fullmatch(old), f"a column {old!r} is called {new!r}")
    x = random.integers(0, 2, 4).astype(float)
    solutions.write(folder / "point.sol", model, x)
    expect(np.array_equal(solutions.read(folder / "point.sol", model), x), "a solution is another")
    _well(forked(["solve", "model.mps", "--solution", "out.sol", "-q"], folder, room=ROOM))
    expect(model.violation(solutions.read(folder / "out.sol", again)).within(1e-6), "a wrong point")
    _well(
        forked(
            ["compress", "model.mps", "-o", "small.mps", "--archive", "a.nzdd", "-q"],
            folder,
            room=ROOM,
        )
    )
    _well(forked(["solve", "small.mps", "--solution", "small.sol", "-q"], folder, room=ROOM))
    _well(forked(["recover", "a.nzdd", "small.sol", "-o", "big.sol", "-q"], folder, room=ROOM))
    expect(model.violation(solutions.read(folder / "big.sol", again)).within(1e-6), "a wrong point")
    picture(random, folder, "model.mps")


def samples(random: np.random.Generator, folder: Path) -> None:
    """Tables with hostile headers and classes: fit, predict, info, draw."""
    columns = [*names(random, 4), "label"]
    classes = names(random, int(random.integers(2, 4)))
    rows = [[*random.integers(0, 2, 4).tolist(), classes[i % len(classes)]] for i in range(12)]
    path = "sample.csv"
    if random.random() < 0.3:
        import pandas as pd

        if len(set(columns)) < len(columns):
            return
        path = "sample.parquet"
        pd.DataFrame(rows, columns=columns).to_parquet(folder / path)
    else:
        with (folder / path).open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, delimiter=str(one_of(random, ",", ";", "\t"))).writerows(
                [columns, *rows]
            )
    encode = ["--encode", "quantile"] if random.random() < 0.3 else []
    end = forked(
        ["fit", path, "-o", "m.json", "--label", "label", "-q", *encode], folder, room=ROOM
    )
    check_end(end)
    answered = forked(["info", path, "--json", "-q"], folder, room=ROOM)
    check_end(answered)
    if answered.code == 0:
        json.loads(answered.out)
    if end.code == 0:
        known = json.loads((folder / "m.json").read_text())
        expect(
            set(map(str, known["classes"]))
            <= {*classes, *map(_read_as, classes), *map(str.strip, classes)}
            | {_with_line_feeds(each) for each in classes},
            "other classes",
        )
        _well(
            end := forked(["predict", "m.json", path, "--label", "label", "-q"], folder, room=ROOM)
        )
        lines = end.out.removesuffix("\n").split("\n")
        expect(len(lines) == len(rows), f"{len(lines)} lines for {len(rows)} predictions")
    picture(random, folder, path)


def vertices(random: np.random.Generator, folder: Path) -> None:
    """Graphs with hostile vertices."""
    import networkx as nx

    graph = nx.Graph([(name(random), name(random)) for _ in range(4)])
    kind = str(one_of(random, "gml", "graphml", "edgelist"))
    path = f"graph.{kind}"
    try:
        getattr(nx, f"write_{kind}")(graph, folder / path)
    except ValueError:  # some characters have no place in XML
        return
    check_end(forked(["info", path, "-q"], folder, room=ROOM))
    picture(random, folder, path)


def paths(random: np.random.Generator, folder: Path) -> None:
    """Files and folders with hostile names, existing or not."""
    place = re.sub(r"[/\0]", "_", name(random))[:60].encode()[:200].decode(errors="ignore")
    if place in ("", ".", ".."):
        return
    (folder / place).mkdir()
    (folder / place / f"{place[:40]}.dat").write_text("0 1\n1 2\n")
    inside = f"./{place}/{place[:40]}.dat"
    for arguments in (
        ["info", inside],
        ["info", f"./{place}"],
        ["info", f"./{place}/none.mps"],
        ["solve", f"./{place}.mps"],
        ["draw", inside, "-o", f"./{place}/x.html"],
        ["draw", inside, "-o", f"./{place}/x.dot"],
        ["build", inside, "-o", f"./{place}/x.nzdd"],
        ["draw", inside, "-o", f"./{place}"],
        ["draw", inside, "--group", place, "-o", "x.dot"],
        ["fit", inside, "--label", place],
        ["solve", "x.mps", "--solver", place],
        ["solve", "x.mps", "--threads", place],
    ):
        check_end(forked([*arguments, "-q"], folder, room=ROOM, seconds=SECONDS))


def _well(end: End) -> None:
    check_end(end, codes=(0,))


def _with_line_feeds(label: str) -> str:
    """All ends of lines are read as line feeds, also within quotes."""
    return label.replace("\r\n", "\n").replace("\r", "\n")


def _read_as(label: str) -> str:
    """A class that looks like a number may be read as one."""
    try:
        return str(float(label)).removesuffix(".0")
    except ValueError:
        return label.strip()
