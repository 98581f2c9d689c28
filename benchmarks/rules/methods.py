"""What a method is, which version of it, and how large a fitted model."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.record import installed

LARGER = "larger class"
"""The method that all others should be better than."""
TOP = Path(__file__).parents[2]
SOURCES = (".py", ".cpp", ".hpp")


class Size(NamedTuple):
    """What a reader of a model has to read.

    Attributes
    ----------
    rules : int
        Rules, leaves of trees, non-zero weights, or terms.
    literals : int
        Conditions of all rules; of a tree those on the paths to all leaves; of a linear model its
        non-zero weights; of boosted trees their splits; of an EBM the bins of its terms.
    splits : int
        Of trees, every one counted once; otherwise `literals`.
    """

    rules: int
    literals: int
    splits: int


class Method(NamedTuple):
    """A classifier with its parameters.

    Attributes
    ----------
    name : str
    package : str
        The distribution that it comes with, or the folders of its sources in nzdd.
    reads : str
        Which of `ENCODINGS` it takes.
    make : callable
        An estimator with ``fit`` and ``predict``; imports what it needs.
    size : callable
        Of what was fitted.
    many : bool
        Whether more than two classes are possible.
    dear : bool
        Whether it takes so long that it comes after the others.
    own : bool
        Whether it is a method of nzdd.
    """

    name: str
    package: str
    reads: str
    make: Callable[[], Any]
    size: Callable[[Any], Size]
    many: bool = True
    dear: bool = False
    own: bool = False


def version_of(method: Method) -> str | None:
    """The version of a package, the state of the sources of nzdd's; None if it is not there."""
    if not method.own:
        return installed(method.package)
    digest = hashlib.sha1(usedforsecurity=False)
    places = [TOP / place for place in method.package.split()]
    files = [
        path
        for place in places
        for path in ([place] if place.is_file() else sorted(place.rglob("*")))
        if path.suffix in SOURCES
    ]
    for path in files:
        digest.update(_program(path).encode())
    return digest.hexdigest()[:8] if files else None


def _program(path: Path) -> str:
    """A source without what does not change the answer: comments, and texts on their own."""
    text = path.read_text()
    if path.suffix != ".py":
        return "\n".join(line.partition("//")[0].strip() for line in text.splitlines())
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [each for each in body if not _is_text(each)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def flat(rules: Any, literals: Any) -> Size:
    """The size of a model that is no tree."""
    return Size(int(rules), int(literals), int(literals))


def depths(left: NDArray[Any], right: NDArray[Any]) -> Size:
    """The size of a tree from the children of its nodes, -1 of leaves."""
    depth = np.zeros(len(left), np.intp)
    for node in range(len(left)):  # parents come before their children
        if left[node] >= 0:
            depth[[left[node], right[node]]] = depth[node] + 1
    leaves = np.asarray(left) < 0
    if len(left) == 1:
        return flat(0, 0)
    return Size(int(leaves.sum()), int(depth[leaves].sum()), int((~leaves).sum()))


def added(sizes: list[Size]) -> Size:
    """The size of several together."""
    return Size(*(sum(column) for column in zip(*sizes, strict=True))) if sizes else flat(0, 0)
