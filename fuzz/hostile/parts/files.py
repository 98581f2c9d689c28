"""Damaged files of every format, in every command that reads them."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import numpy as np
from seeds import MODEL, WORDS, seeds_of

from hostile.case import one_of
from hostile.command import check_end, check_left, forked
from hostile.damage import damaged, packed
from nzdd import NZDD, ZDD, adapters
from nzdd.adapters.files import classifiers
from nzdd.adapters.files.models import mps
from nzdd.formulations import ExtendedFormulation

ROOM = 3 * 2**30
"""Bytes that a command may ask for."""
SECONDS = 60.0
for _package in ("cli", "files", "methods", "sklearn"):  # forks need not load them again
    _path = [str(Path(adapters.__file__).with_name(_package))]
    for _module in walk_packages(_path, f"nzdd.adapters.{_package}."):
        import_module(_module.name)
SUFFIXES = {
    "mps": (".mps",),
    "lp": (".lp",),
    "orlib": (".txt",),
    "svmlight": (".svm", ".libsvm", ""),
    "itemsets": (".dat",),
    "csv": (".csv", ".tsv"),
    "parquet": (".parquet",),
    "classifier": (".json",),
    "solution": (".sol",),
    "zdd_archive": (".nzdd",),
    "nzdd_archive": (".nzdd",),
    "extended_archive": (".nzdd",),
    "zdd_dump": (".zdd",),
    "dimacs": (".clq", ".col"),
    "gml": (".gml",),
    "graphml": (".graphml",),
    "edge_list": (".edgelist", ".edges"),
    "gexf": (".gexf",),
    "mtx": (".mtx",),
    "metis": (".graph", ".metis"),
    "simplices": ("-simplices.txt",),
    "bpplib": (".txt", ".csp", ".bpp"),
    "items": (".csv",),
    "vbp": (".vbp",),
}
MODELS = ("mps", "lp", "orlib")
GRAPHS = ("dimacs", "gml", "graphml", "edge_list", "mtx", "metis", "gexf")
PACKINGS = ("bpplib", "items", "vbp")
SAMPLES = ("svmlight", "csv", "parquet")
SAMPLE = "+1 1:1 3:1\n-1 2:1\n+1 1:1 2:1\n-1 3:1\n"
Reader = Callable[[Path], object]
Plan = tuple[list[str], dict[str, Reader]]


def case(random: np.random.Generator, folder: Path) -> None:
    """Damage a valid file, and run two commands on it."""
    name = str(one_of(random, *SUFFIXES))
    seeds = seeds_of(name, folder)
    for path in folder.iterdir():
        path.unlink()
    data = bytes(one_of(random, *seeds))  # type: ignore[call-overload]
    if random.random() < 0.01:
        data = _bomb(random, data)
    else:
        data = damaged(random, data, WORDS.get(name, "0 1"))
    data, suffix = packed(random, data)
    path = folder / f"input{one_of(random, *SUFFIXES[name])}{suffix}"
    if name == "simplices":
        sizes, _, data = data.partition(b";")
        (folder / "input-nverts.txt").write_bytes(sizes)
    path.write_bytes(data)
    _companions(name, folder)
    known = {one.name for one in folder.iterdir()}
    for _ in range(2):
        arguments, outputs = _plan(random, name, path.name)
        end = forked([*arguments, "-q"], folder, room=ROOM, seconds=SECONDS)
        check_end(end)
        check_left(folder, known, outputs, end)
        for output in outputs:
            (folder / output).unlink(missing_ok=True)


def _companions(name: str, folder: Path) -> None:
    """The valid files that a command needs besides the damaged one."""
    if name == "classifier":
        (folder / "good.svm").write_text(SAMPLE)
        (folder / "good.csv").write_text("u,v\n0,a\n1,1\n3,\n")
    elif name == "solution":
        ExtendedFormulation.from_model(MODEL.replace(column_names=["x", "a b", "#y"])).save(
            folder / "good.nzdd"
        )
    elif name == "extended_archive":
        (folder / "good.sol").write_text("C0 1\nC2 -1\n")
    elif name in SAMPLES:
        classes = b'{"format": "nothing"}'
        (folder / "bad.json").write_bytes(classes)
        for seed in seeds_of("classifier", folder)[:1]:
            (folder / "good.json").write_bytes(seed)
        (folder / "seed").unlink(missing_ok=True)


def _plan(random: np.random.Generator, name: str, path: str) -> Plan:
    """A command for a file of this kind, and the readers of its outputs."""
    if name == "classifier":
        return ["predict", path, str(one_of(random, "good.svm", "good.csv"))], {}
    if name == "solution":
        return ["recover", "good.nzdd", path, "-o", "out.sol"], {"out.sol": whole_text}
    pack: Plan = (
        ["pack", path, "--time-limit", "5", "--max-states", "100000", "-o", "out.csv"],
        {"out.csv": whole_text},
    )
    if name == "items":
        pack[0].extend(["--capacity", "100"])
    if name in PACKINGS:
        return pack
    plans: list[Plan] = [
        (["info", path], {}),
        (["draw", path, "-o", "out.dot"], {"out.dot": whole_text}),
        (["draw", path, "-o", "out.html", "--zdd"], {"out.html": whole_text}),
    ]
    if name in MODELS:
        method = str(one_of(random, "auto", "direct", "extended", "lazy"))
        limits = ["--time-limit", "5", "--method", method]
        small = {"out.mps": mps.read, "out.nzdd": ExtendedFormulation.load}
        plans = [
            *plans[:2],
            (["solve", path, *limits], {}),
            (["solve", path, *limits], {}),
            (["compress", path, "-o", "out.mps", "--archive", "out.nzdd"], small),
        ]
    elif name in GRAPHS:
        plans.append(pack)
    elif name == "extended_archive":
        plans.append((["recover", path, "good.sol", "-o", "out.sol"], {"out.sol": whole_text}))
    elif name in (*SAMPLES, "itemsets"):
        kind: Reader = one_of(random, ZDD, NZDD).load  # type: ignore[attr-defined]
        flags = ["--zdd"] if kind == ZDD.load else []
        plans.append((["build", path, "-o", "out.nzdd", *flags], {"out.nzdd": kind}))
    if name in SAMPLES:
        model = str(one_of(random, "good.json", "bad.json"))
        plans.append((["predict", model, path], {}))
        options: list[list[str]] = [
            [],
            ["--encode", "quantile"],
            ["--encode", "mdl"],
            ["--nu", "0.5"],
        ]
        chosen: list[str] = one_of(random, *options)  # type: ignore[assignment]
        plans += [(["fit", path, "-o", "out.json", *chosen], {"out.json": classifiers.load})] * 2
    return plans[int(random.integers(len(plans)))]


def whole_text(path: Path) -> None:
    """Read a text that must not be empty."""
    assert path.read_text()


def _bomb(random: np.random.Generator, data: bytes) -> bytes:
    """Repetitive content that compresses to little."""
    lines = data.splitlines(keepends=True) or [b"0\n"]
    line = bytes(one_of(random, lines[-1], lines[0], b"\0", b"1 "))  # type: ignore[call-overload]
    many = data + line * (int(one_of(random, 2**20, 2**24)) // len(line))
    return gzip.compress(many, 1, mtime=0)
