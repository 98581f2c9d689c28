"""All benchmarks, one after the other: small ones, or everything, for a night.

``python -m benchmarks [PART ...] [--full] [--results FOLDER]`` runs the parts, or all: a part is
the name of a result, such as ``build`` or ``mip-real``, or what such names begin with. Every part
is a command of its own, which is printed. At the end there is a summary: the ratio to the best
peer of each, and where we lose. The small ones write to ``benchmarks/results/small/``, those of
``--full`` to ``benchmarks/results/``, from which ``python -m benchmarks.page`` makes the pages.

Larger samples are read below the folder that the environment variable NZDD_DATA names; without it,
the parts that need them are skipped. So are peers that are not installed.
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

from benchmarks import record, verdicts


@dataclass(frozen=True, slots=True)
class Part:
    """A benchmark: what follows ``python -m benchmarks.``, small and whole.

    Without a small one it takes a night to say anything.
    """

    name: str
    small: str | None
    full: str
    needs_data: bool = True


PARTS = (
    Part("build", "build --quick", "build --all", needs_data=False),
    Part("scale", "scale --rows 1e5 1e6", "scale", needs_data=False),
    Part("oracle", "oracle --quick", "oracle", needs_data=False),
    Part("paper-sizes", "paper_sizes", "paper_sizes"),
    Part("compression", "compression --sample 6 --lp 5", "compression --edges"),
    Part(
        "compression-mip",
        "compression --sample 16 --lp 0 --mip 5",
        "compression --lp 0 --mip 60",
    ),
    Part("orders", "orders --sample 4 --runs 1", "orders"),
    Part("order-ideas", "orders --ideas --sample 12", "orders --ideas"),
    Part("redundant-rows", "redundant_rows --quick --limit 30", "redundant_rows --limit 60"),
    Part(
        "mip-synthetic",
        "mip synthetic --limit 5 --sample 3",
        "mip synthetic --limit 150",
        needs_data=False,
    ),
    Part(
        "mip-large",
        "mip large --limit 5 --sample 2",
        "mip large --limit 600",
        needs_data=False,
    ),
    Part(
        "mip-implicit",
        "mip implicit --limit 5 --sample 2",
        "mip implicit --limit 60",
        needs_data=False,
    ),
    Part(
        "mip-ablation",
        "mip ablation --limit 5 --sample 3",
        "mip ablation --limit 60",
        needs_data=False,
    ),
    Part("mip-real", None, "mip real --limit 60"),
    Part("mip-solved", "mip solved --limit 5 --sample 4", "mip solved --limit 60"),
    Part("mip-relaxed", "mip relaxed --limit 5 --sample 20", "mip relaxed --limit 10"),
    Part("soft-margin-solve", "soft_margin solve --quick --limit 10", "soft_margin solve"),
    Part("soft-margin-paper", "soft_margin paper --quick", "soft_margin paper --all"),
    Part("soft-margin-scale", "soft_margin scale --quick", "soft_margin scale", needs_data=False),
    Part("soft-margin-slack", "soft_margin slack --quick", "soft_margin slack"),
    Part("soft-margin-classifiers", "soft_margin classifiers --quick", "soft_margin classifiers"),
    Part(
        "classics-lpboost", "classics lpboost --quick --repetitions 1", "classics lpboost --jobs 1"
    ),
    Part(
        "classics-l0_rboost",
        "classics l0_rboost --quick --repetitions 1",
        "classics l0_rboost --jobs 1",
    ),
    Part(
        "classics-pair_cuts",
        "classics pair_cuts --quick --repetitions 1",
        "classics pair_cuts --jobs 1",
    ),
    Part("classics-psi", "classics psi --quick --repetitions 1", "classics psi --jobs 1"),
    Part(
        "classics-minimax", "classics minimax --quick --repetitions 1", "classics minimax --jobs 1"
    ),
)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a part ended."""

    part: Part
    seconds: float
    trouble: str = ""


def run(part: Part, command: str, results: Path) -> Ended:
    """Run a part in a process of its own, its lines as they come."""
    if part.needs_data and not os.environ.get("NZDD_DATA"):
        return Ended(part, 0.0, "skipped: NZDD_DATA names no folder")
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
    """A block a part: its verdicts, or what went wrong."""
    lines = []
    for each in ended:
        lines += ["", f"{each.part.name}, {each.seconds:.0f} s"]
        path = results / f"{each.part.name}.json"
        if each.trouble:
            lines.append(f"  {each.trouble}")
        elif path.exists():
            found = verdicts.lines(each.part.name, json.loads(path.read_text()))
            lines += [f"  {line}" for line in found or ["measured alone: it has no peer"]]
    return lines


def chosen(names: list[str]) -> list[Part]:
    """The parts of these names or beginnings of names; all for none.

    Raises
    ------
    ValueError
        If a name begins no part.
    """
    for name in names:
        if not any(part.name.startswith(name) for part in PARTS):
            known = ", ".join(part.name for part in PARTS)
            raise ValueError(f"there is no part {name!r}; take some of {known}")
    return [part for part in PARTS if not names or part.name.startswith(tuple(names))]


def main() -> None:
    """Run what is asked for, and sum up."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help="all, if none is named")
    parser.add_argument("--full", action="store_true", help="everything: a night")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="where to write")
    parser.add_argument("--list", action="store_true", help="print the commands and end")
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
        parser.error(f"{', '.join(part.name for part in parts)}: there is no small run; add --full")
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
