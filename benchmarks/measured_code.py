"""The code that a benchmark measures, as hashes in its record.

``python -m benchmarks.measured_code`` lists the records that are older than their code, and fails
if one of them is cheap to measure again. Comments, docstrings and spaces do not count.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks/results"
DIAGRAM = "nzdd/_native/diagram"
SHARING = f"{DIAGRAM}/sharing"
COMPRESSION = (DIAGRAM, "formulations/compression")
FAMILIES = ("nzdd/_native/families", "nzdd/families")
LAZY = ("formulations/rows", "formulations/propagation", "formulations/row_generation")
MODELS = (*LAZY, "adapters/methods/auto", "adapters/solvers")
PATHS = f"{DIAGRAM}/path_graph"
LICENSED = tuple(f"adapters/solvers/{name}" for name in ("cplex", "gurobi", "xpress"))
MEMBERS = ("formulations/choose_many", "adapters/methods/choose_many", PATHS)
COLOURS = (
    "adapters/methods/choose_many/colouring",
    "formulations/choose_many/colouring",
    "nzdd/_native/families/vertices/colouring",
)
LEARNING = "formulations/learning/"
CODE: dict[str, tuple[str, ...]] = {
    "build": (DIAGRAM,),
    "scale": (DIAGRAM, "nzdd/_native/multiset"),
    "paper-sizes": (DIAGRAM,),
    "simplex-steps": (DIAGRAM,),
    "families": FAMILIES,
    "way-over": FAMILIES,
    "states": FAMILIES,
    "algebra": ("nzdd/_native/algebra",),
    "oracle": (DIAGRAM, "formulations/rows"),
    "compression": (*COMPRESSION, SHARING),
    "coefficients": (*COMPRESSION, SHARING),
    "redundant-rows": COMPRESSION,
    "order": ("nzdd/_native/ordering", "nzdd/order_search.py"),
    "mip": MODELS,
    "mip-licensed": (*MODELS, *LICENSED),
    "figure-5": (*MODELS, *COMPRESSION),
    "propagation": MODELS,
    "packing": MEMBERS,
    "colouring": (*MEMBERS, *COLOURS, "nzdd/_native/families/vertices"),
    "vehicle-routes": (*MEMBERS, "formulations/routing", "adapters/methods/routing"),
    "gallery": ("formulations/family_models", *LAZY),
    **dict.fromkeys(
        (
            "gallery-cutting_stock",
            "gallery-day_of_shifts",
            "gallery-delivery_routes",
            "gallery-exam_rooms",
            "gallery-product_table",
            "gallery-shared_servers",
        ),
        MEMBERS,
    ),
    "soft-margin": (f"{LEARNING}soft_margin", "nzdd/_native/interior_point"),
    "rules": (f"{LEARNING}rules", "nzdd/_native/rules", "adapters/sklearn/encoding"),
    "classics-lpboost": (f"{LEARNING}lpboost",),
    "classics-l0": (f"{LEARNING}l0_rboost",),
    "classics-pair_cuts": (f"{LEARNING}l0_rboost", "nzdd/_native/monomials"),
    "classics-psi": (f"{LEARNING}psi_learning",),
    "classics-minimax": (f"{LEARNING}minimax",),
}
"""Folders and files by the beginning of the name of a record; the longest one counts."""
APART = (PATHS, SHARING, *LICENSED, *COLOURS)
"""Folders and files that count by themselves only, not with the folder that they are in."""
CHEAP = ("compression",)
"""Records of sizes, measured in a few minutes, which a busy machine does not change."""
KEPT = ("figure-5", "figure-5-started", "soft-margin-errors", "soft-margin-masters")
"""Files of cells that a page shows itself."""
SKIPPED = {
    ".py": r'^\s*r?"""[\s\S]*?"""|(?:^|(?<=\s))#.*$|\n+|[ \t]+',
    ".cpp": r"//.*$|\n+|[ \t]+",
    ".hpp": r"//.*$|\n+|[ \t]+",
}


def fingerprint(name: str, root: Path = ROOT) -> dict[str, str]:
    """A hash for each folder or file that the benchmark of this name measures."""
    paths = CODE[max((part for part in CODE if name.startswith(part)), key=len)]
    return {path: _hash(root / path) for path in paths}


def changed(name: str, found: dict[str, Any]) -> list[str]:
    """The folders and files that have changed since a record was measured.

    All that the benchmark measures, if the record does not say what it measured.
    """
    measured = found.get("code", {})
    return [path for path, code in fingerprint(name).items() if measured.get(path) != code]


def kept_cells() -> dict[str, dict[str, Any]]:
    """What the cells of each file measured, as in a record; nothing if they are not of one code."""
    found: dict[str, dict[str, Any]] = {}
    for name in KEPT:
        lines = (RESULTS / f"{name}.jsonl").read_text().splitlines()
        codes = {json.dumps(json.loads(line).get("code")) for line in lines}
        found[name] = {"code": json.loads(codes.pop()) or {}} if len(codes) == 1 else {}
    return found


def age(name: str, found: dict[str, Any]) -> str:
    """That the code has changed since, as the end of a sentence; empty if it has not."""
    return "; older than its code" if changed(name, found) else ""


def _is_apart(path: Path) -> bool:
    return any(map(path.match, APART))


def _hash(path: Path) -> str:
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    if not _is_apart(path):
        files = [file for file in files if not any(map(_is_apart, (file, *file.parents)))]
    text = "".join(
        re.sub(SKIPPED[file.suffix], "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for file in files
        if file.suffix in SKIPPED
    )
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def main() -> None:
    """List records that are older than their code."""
    expired = []
    records = {path.stem: json.loads(path.read_text()) for path in RESULTS.glob("*.json")}
    for name, found in sorted((records | kept_cells()).items()):
        if paths := changed(name, found):
            print(f"{name} is older than {', '.join(paths)}")
            expired += [name] if name in CHEAP else []
    if expired:
        raise SystemExit(f"measure again: python -m benchmarks --full {' '.join(expired)}")


if __name__ == "__main__":
    main()
