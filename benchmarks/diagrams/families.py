"""Families of graphs beside graphillion.

``python -m benchmarks.diagrams.families [--quick] [--only WORD]`` runs each of the
``family_programs`` with both libraries, each time in a fresh process on one thread with at most
60 CPU seconds and 6 GiB. Graphillion is asked for two orders of the edges, of which the better one
counts: as they are given (row by row, but where they are shuffled) and breadth first. CPU seconds
without imports and input, less than a millisecond as one, and the growth of memory; the best of
three runs of less than two seconds. Prints a table and, without options, writes
``results/families.json``. Where the two return different numbers the table says so.
"""

from __future__ import annotations

import argparse
import math
import resource
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from benchmarks import record
from benchmarks.diagrams import family_programs
from benchmarks.diagrams.family_programs import CASES, Case

LIMIT = 60
MOST_MEMORY = 6 * 2**30
RUNS, SHORT = 3, 2.0
TRAVERSALS = {"nzdd": ("auto",), "graphillion": ("as-is", "bfs")}
LEAST = 1e-3  # CPU seconds; less counts as so much


@dataclass(slots=True)
class Run:
    """The best of some runs of a program; no cost if it did not end within the limits."""

    part: str
    what: str
    library: str
    answer: Any = None
    cost: record.Cost | None = None
    trouble: str = ""
    order: str = ""

    @property
    def cpu(self) -> float:
        """Seconds; infinity if it did not end."""
        return max(self.cost.cpu, LEAST) if self.cost else math.inf


def measure(number: int, library: str, traversal: str) -> tuple[Any, record.Cost]:
    """One run, in this process, which ends with it."""
    import_module(library)
    family_programs.traversal = traversal
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    program = CASES[number].ours if library == "nzdd" else CASES[number].theirs
    work = program()
    used = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
    resource.setrlimit(resource.RLIMIT_CPU, (used + LIMIT + 1, used + LIMIT + 1))
    with record.metered() as cost:
        answer = work()
    return answer, cost


def best(number: int, library: str, runs: int) -> Run:
    """The run of the least CPU time, of all orders."""
    orders = TRAVERSALS[library]
    found = [best_of_order(number, library, order, runs) for order in orders]
    return min(found, key=lambda run: run.cpu)


def best_of_order(number: int, library: str, order: str, runs: int) -> Run:
    """The run of the least CPU time."""
    case = CASES[number]
    found = Run(case.part, case.what, library, order=order)
    for _ in range(runs):
        try:
            found.answer, cost = record.fresh(measure, number, library, order)
        except RuntimeError as error:
            code = str(error).rpartition(" ")[2]
            found.trouble = {"1": "error", "-6": "memory"}.get(code, f"> {LIMIT} s")
            break
        if found.cost is None or cost.cpu < found.cost.cpu:
            found.cost = cost
        if cost.cpu > SHORT:
            break
    return found


def table(runs: list[Run]) -> Iterator[str]:
    """A line a case, for the page."""
    yield "| family | answer | nzdd, CPU s | graphillion, CPU s | ratio | nzdd, MiB | its MiB |"
    yield "|---|---|---|---|---|---|---|"
    part = ""
    for ours, theirs in zip(runs[::2], runs[1::2], strict=True):
        if ours.part != part:
            part = ours.part
            yield f"| **{part}** | | | | | | |"
        number = as_text(ours.answer if ours.cost else theirs.answer)
        if ours.cost and theirs.cost and ours.answer != theirs.answer:
            number += f" (graphillion: {as_text(theirs.answer)})"
        ratio = f"{ours.cpu / theirs.cpu:.2g}" if ours.cost and theirs.cost else ""
        seconds = [f"{run.cpu:.3f}" if run.cost else run.trouble for run in (ours, theirs)]
        memory = [f"{r.cost.growth / record.MIB:.0f}" if r.cost else "" for r in (ours, theirs)]
        yield f"| {' | '.join([ours.what, number, *seconds, ratio, *memory])} |"


def as_text(answer: Any) -> str:
    """A number with few digits."""
    if not isinstance(answer, int):
        return ""
    digits = len(str(abs(answer)))
    return f"{answer:,}" if digits < 14 else f"{str(answer)[0]}.{str(answer)[1:4]}e{digits - 1}"


def chosen(word: str) -> list[int]:
    """The numbers of the cases whose text has a word."""

    def told(case: Case) -> str:
        return f"{case.part}: {case.what}"

    return [number for number, case in enumerate(CASES) if word in told(case)]


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one run each; nothing is written")
    parser.add_argument("--only", default="", metavar="WORD", help="cases with this word")
    options = parser.parse_args()
    found = record.surroundings(["graphillion", "numpy"])
    runs = []
    for number in chosen(options.only):
        for library in TRAVERSALS:
            runs.append(best(number, library, 1 if options.quick else RUNS))
            print(runs[-1], flush=True)
    lines = list(table(runs))
    print("\n".join(lines))
    record.publish(
        "families",
        found,
        "Families of graphs",
        lines,
        whole=not (options.quick or options.only),
        runs=[asdict(run) | {"answer": str(run.answer)} for run in runs],
    )


if __name__ == "__main__":
    main()
