"""Run all benchmarks, one after the other: small runs, or full ones, which take a night.

``python -m benchmarks [PART ...] [--full] [--results FOLDER]`` runs the parts, or all. A part is
the name of a result, such as ``build`` or ``mip-real``, or the beginning of such names. Every part
runs as a separate command, which is printed. The summary at the end gives the ratio to the best
peer, and the cases that are lost. Small runs write to ``benchmarks/results/small/``, ``--full`` to
``benchmarks/results/``, from which ``python -m benchmarks.pages`` makes the pages.

Larger samples are read from the folder in the environment variable NZDD_DATA; without it, the
parts that need them are skipped. Peers that are not installed are skipped as well.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks import gallery, record
from benchmarks.pages import comparisons


@dataclass(frozen=True, slots=True)
class Part:
    """A benchmark: its commands after ``python -m benchmarks.``, for a small and a full run.

    ``small`` is None where only a full run is useful.
    """

    name: str
    small: str | None
    full: str
    needs_data: bool = True


PARTS = (
    Part("build", "diagrams.build_time --quick", "diagrams.build_time --all", needs_data=False),
    Part("scale", "diagrams.scale --rows 1e5 1e6", "diagrams.scale", needs_data=False),
    Part("families", "diagrams.families --quick", "diagrams.families", needs_data=False),
    Part("way-over", "diagrams.way_over --quick", "diagrams.way_over", needs_data=False),
    Part("states", "diagrams.states --quick", "diagrams.states", needs_data=False),
    Part("algebra", "diagrams.algebra --quick", "diagrams.algebra"),
    Part("oracle", "diagrams.oracle --quick", "diagrams.oracle", needs_data=False),
    Part("paper-sizes", "diagrams.paper_sizes", "diagrams.paper_sizes"),
    Part("compression", "solving.compression --sample 6 --lp 5", "solving.compression --edges"),
    Part(
        "compression-mip",
        "solving.compression --sample 16 --lp 0 --mip 5",
        "solving.compression --lp 0 --mip 60",
    ),
    Part("coefficients", "solving.coefficients --quick", "solving.coefficients"),
    Part("orders", "orders --sample 4 --runs 1", "orders"),
    Part("order-ideas", "orders --ideas --sample 12", "orders --ideas"),
    Part(
        "redundant-rows",
        "solving.redundant_rows --quick --limit 30",
        "solving.redundant_rows --limit 60",
    ),
    Part(
        "mip-synthetic",
        "solving.mip synthetic --limit 5 --sample 3",
        "solving.mip synthetic --limit 150",
        needs_data=False,
    ),
    Part(
        "figure-5",
        "solving.figure_5 --rows 500 2000 --seeds 0",
        "solving.figure_5",
        needs_data=False,
    ),
    Part(
        "mip-licensed",
        "solving.mip licensed --limit 5 --sample 3",
        "solving.mip licensed --limit 60",
        needs_data=False,
    ),
    Part(
        "mip-implicit",
        "solving.mip implicit --limit 5 --sample 2",
        "solving.mip implicit --limit 60",
        needs_data=False,
    ),
    Part(
        "mip-ablation",
        "solving.mip ablation --limit 5 --sample 3",
        "solving.mip ablation --limit 60",
        needs_data=False,
    ),
    Part(
        "propagation",
        "solving.propagation --limit 3 --sample 4",
        "solving.propagation --limit 8",
    ),
    Part("mip-real", None, "solving.mip real --limit 60"),
    Part("mip-solved", "solving.mip solved --limit 5 --sample 4", "solving.mip solved --limit 60"),
    Part(
        "mip-relaxed", "solving.mip relaxed --limit 5 --sample 20", "solving.mip relaxed --limit 10"
    ),
    Part("packing", "solving.packing --limit 5 --sample 300", "solving.packing"),
    Part(
        "vehicle-routes",
        "solving.vehicle_routes --limit 20 --sample 5",
        "solving.vehicle_routes",
    ),
    *(
        Part(
            f"gallery-{name}",
            f"gallery {name} --limit 5 --sample 3",
            f"gallery {name}",
            needs_data=False,
        )
        for name in gallery.NAMES
    ),
    Part("soft-margin-solve", "soft_margin solve --quick --limit 10", "soft_margin solve"),
    Part("soft-margin-paper", "soft_margin paper --quick", "soft_margin paper --all"),
    Part("soft-margin-scale", "soft_margin scale --quick", "soft_margin scale", needs_data=False),
    Part("soft-margin-slack", "soft_margin slack --quick", "soft_margin slack"),
    Part("soft-margin-classifiers", "soft_margin classifiers --quick", "soft_margin classifiers"),
    Part(
        "rules",
        "rules --sets iris votes --methods larger tree L1 XG Boosted FIGS rules --limit 20",
        "rules",
    ),
    Part("rules-speed", None, "rules speed", needs_data=False),
    Part(
        "classics-lpboost",
        "classics lpboost --quick --repetitions 1",
        "classics lpboost --full --jobs 1",
    ),
    Part(
        "classics-l0_rboost",
        "classics l0_rboost --quick --repetitions 1",
        "classics l0_rboost --full --jobs 1",
    ),
    Part(
        "classics-l0_robustness",
        "classics l0_robustness --quick --repetitions 1",
        "classics l0_robustness --full --jobs 1",
    ),
    Part(
        "classics-pair_cuts",
        "classics pair_cuts --quick --repetitions 1",
        "classics pair_cuts --jobs 1",
    ),
    Part("classics-psi", "classics psi --quick --repetitions 1", "classics psi --full --jobs 1"),
    Part(
        "classics-psi_a",
        "classics psi_a --quick --repetitions 1",
        "classics psi_a --full --jobs 1",
    ),
    Part(
        "classics-psi_bounds",
        "classics psi_bounds --quick --repetitions 1",
        "classics psi_bounds --full --jobs 1",
    ),
    Part(
        "classics-psi_wdbc",
        "classics psi_wdbc --quick --repetitions 1",
        "classics psi_wdbc --full --jobs 1",
    ),
    Part(
        "classics-minimax",
        "classics minimax --quick --repetitions 1",
        "classics minimax --full --jobs 1",
    ),
    Part(
        "classics-minimax_curves",
        "classics minimax_curves --quick --repetitions 1",
        "classics minimax_curves --full --jobs 1",
    ),
)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a part ended."""

    part: Part
    seconds: float
    trouble: str = ""


def run(part: Part, command: str, results: Path) -> Ended:
    """Run a part in a separate process; its output is printed at once."""
    if part.needs_data and not os.environ.get("NZDD_DATA"):
        return Ended(part, 0.0, "skipped: NZDD_DATA is not set")
    print(f"\n== {part.name}: python -m benchmarks.{command}\n", flush=True)
    start = time.perf_counter()
    module, *words = command.split()
    ended = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{module}", *words],
        env={**os.environ, record.ELSEWHERE: str(results)},
        check=False,
    )
    trouble = f"ended with exit code {ended.returncode}" if ended.returncode else ""
    return Ended(part, time.perf_counter() - start, trouble)


def summary(ended: list[Ended], results: Path) -> list[str]:
    """For each part its verdicts, or its error."""
    lines = []
    for each in ended:
        lines += ["", f"{each.part.name}, {each.seconds:.0f} s"]
        path = results / f"{each.part.name}.json"
        if each.trouble:
            lines.append(f"  {each.trouble}")
        elif path.exists():
            found = comparisons.lines(each.part.name, json.loads(path.read_text()))
            lines += [f"  {line}" for line in found or ["no peer"]]
    return lines


def chosen(names: list[str]) -> list[Part]:
    """The parts whose names begin with one of these names; all parts if none is given.

    Raises
    ------
    ValueError
        If no part begins with a name.
    """
    for name in names:
        if not any(part.name.startswith(name) for part in PARTS):
            known = ", ".join(part.name for part in PARTS)
            raise ValueError(f"{name!r} is not a part; choose from {known}")
    return [part for part in PARTS if not names or part.name.startswith(tuple(names))]


def main() -> None:
    """Run the parts, and print a summary."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help="by default all")
    parser.add_argument("--full", action="store_true", help="full runs; all take a night")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="where to write")
    parser.add_argument("--list", action="store_true", help="print the commands and exit")
    options = parser.parse_args()
    try:
        parts = chosen(options.parts)
    except ValueError as error:
        parser.error(str(error))
    default = record.PUBLISHED if options.full else record.PUBLISHED / "small"
    results = (options.results or default).absolute()
    wanted = {part: part.full if options.full else part.small for part in parts}
    commands = {part: command for part, command in wanted.items() if command}
    if not commands:
        parser.error(f"{', '.join(part.name for part in parts)}: there is no small run; use --full")
    if options.list:
        for part, command in commands.items():
            print(f"{part.name:24} python -m benchmarks.{command}")
        return
    start = time.perf_counter()
    ended = [run(part, command, results) for part, command in commands.items()]
    print(f"\n== summary, {(time.perf_counter() - start) / 60:.1f} minutes; {results}")
    print(*summary(ended, results), sep="\n")
    if any(each.trouble and each.seconds for each in ended):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
