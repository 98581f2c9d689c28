"""Make ``docs/benchmarks.md`` of the files in ``results/``: ``python -m benchmarks.page``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.record import RESULTS

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
ORDER = (
    "build",
    "scale",
    "compression",
    "compression-mip",
    "orders",
    "order-ideas",
    "oracle",
    "mip-implicit",
    "mip-synthetic",
    "mip-ablation",
    "mip-real",
    "mip-solved",
    "mip-relaxed",
    "implied",
    "soft-margin-solve",
    "soft-margin-paper",
    "soft-margin-scale",
    "soft-margin-slack",
    "soft-margin-classifiers",
    "classics-lpboost",
    "classics-l0_rboost",
    "classics-pair_cuts",
    "classics-psi",
    "classics-minimax",
)


def section(name: str, found: dict[str, Any]) -> str:
    """One benchmark: its command, where and when it ran, its table."""
    machine = found["machine"]
    versions = ", ".join(f"{package} {version}" for package, version in found["versions"].items())
    load = " ".join(f"{value:.1f}" for value in machine["load_average"])
    return (
        f"## {found['title']}\n\n`{found['command']}`, {found['date'][:10]}, {machine['cpu']}, "
        f"{machine['cores']} cores, load {load} at the start; {versions}.\n\n```text\n"
        + "\n".join(found["table"])
        + "\n```\n"
    )


def main() -> None:
    """Collect all results into one page."""
    files = [RESULTS / f"{name}.json" for name in ORDER]
    sections = [section(file.stem, json.loads(file.read_text())) for file in files if file.exists()]
    PAGE.write_text(
        "# Benchmarks\n\nMade by `python -m benchmarks.page` from `benchmarks/results/`.\n\n"
        + "\n".join(sections)
    )


if __name__ == "__main__":
    main()
