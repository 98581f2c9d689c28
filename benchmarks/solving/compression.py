"""How far real models shrink, and that their optima stay the same.

``python -m benchmarks.solving.compression [--mip SECONDS] [--sample K]`` compresses every model in
the folder of the environment variable NZDD_DATA (``mip/*.mps.gz``, ``mip/*.lp`` if pyscipopt is
installed, ``orlib/scp*`` and ``orlib/rail*``), for few nonzeros and, with ``--edges``, by the
paper's reduction. It compares the optima of the linear relaxations of the original and of the
compressed model (1e-6 relative). With ``--mip`` it also solves the models themselves; if the direct
solve ends in time, the extended one must find the same optimum. Prints a table and writes
``results/compression.json``, with ``--mip`` ``results/compression-mip.json``. With ``--mip`` it can
be stopped and started again: ``results/compression-mip.jsonl`` keeps what was measured with the
code as it is; remove it to measure anew.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from benchmarks import record
from benchmarks.cells import Cells, days, today
from benchmarks.data import folder
from nzdd.adapters.errors import MissingExtraError
from nzdd.adapters.files.formats import read_model
from nzdd.adapters.files.models import orlib
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.methods.extended import recovered
from nzdd.formulations import ExtendedFormulation, LinearModel, Status

LOAD_LIMIT = 20.0
"""CPU seconds for reading a model; those that take longer are left out."""
TOLERANCE = 1e-6


@dataclass(slots=True)
class Outcome:
    """One model: sizes before and after, and the optima that were compared.

    ``limits`` are those of linear relaxations and of integer models, in seconds.
    """

    name: str
    before: dict[str, int]
    after: dict[str, int]
    seconds: float
    edges_after: dict[str, int] | None = None
    lp: dict[str, Any] = field(default_factory=dict)
    mip: dict[str, Any] = field(default_factory=dict)
    limits: tuple[float, float] = (0.0, 0.0)
    day: str = ""

    @property
    def key(self) -> tuple[str, float, float, bool]:
        """What names it."""
        return self.name, *self.limits, self.edges_after is not None

    @property
    def ratio(self) -> float:
        """Nonzeros after divided by nonzeros before."""
        return self.after["nonzeros"] / max(1, self.before["nonzeros"])

    @property
    def is_tall(self) -> bool:
        """Whether the model has more rows than columns."""
        return self.before["rows"] > self.before["columns"]


def models() -> Iterator[tuple[str, LinearModel]]:
    """All models that can be read in time, by name."""
    files = sorted([*folder("mip").glob("*.mps.gz"), *folder("mip").glob("*.lp")])
    files += sorted([*folder("orlib").glob("scp*"), *folder("orlib").glob("rail*")])
    for file in files:
        start = time.process_time()
        try:
            model = orlib.read(file) if file.parent.name == "orlib" else read_model(file)
        except MissingExtraError as error:
            print(f"{file.name}: skipped ({error})", file=sys.stderr)
            continue
        if time.process_time() - start <= LOAD_LIMIT:
            yield file.name.removesuffix(".gz").rsplit(".", 1)[0], model


def measure(
    name: str, model: LinearModel, lp_limit: float, mip_limit: float, edges: bool
) -> Outcome:
    """Compress one model, and compare the optima of both."""
    start = time.process_time()
    extended = ExtendedFormulation.from_model(model)
    seconds = time.process_time() - start
    report = extended.report.to_dict()
    outcome = Outcome(
        name,
        report["before"],
        report["after"],
        round(seconds, 3),
        limits=(lp_limit, mip_limit),
        day=today(),
    )
    if edges:
        outcome.edges_after = ExtendedFormulation.from_model(model, "edges").report.to_dict()[
            "after"
        ]
    if lp_limit:
        relaxed = ExtendedFormulation.from_model(model.relaxed())
        outcome.lp = compare(relaxed, ("glop", "highs"), lp_limit, lp_limit)
    if mip_limit and model.is_mixed_integer:
        outcome.mip = compare(extended, ("scip",), mip_limit, 4 * mip_limit)
    return outcome


def compare(
    extended: ExtendedFormulation, solvers: tuple[str, ...], limit: float, extended_limit: float
) -> dict[str, Any]:
    """Solve both models with the first solver that solves the original in time."""
    for solver in solvers:
        direct = solve_direct(extended.original, solver, time_limit=limit)
        if direct.status is Status.OPTIMAL:
            break
    answer: dict[str, Any] = {
        "solver": solver,
        "direct": str(direct.status),
        "optimum": direct.fun,
        **times("direct", direct),
    }
    if direct.status is not Status.OPTIMAL or direct.fun is None:
        return answer
    result = recovered(
        extended, solve_direct(extended.model, solver, time_limit=extended_limit), 0.0
    )
    answer |= {
        "extended": str(result.status),
        "extended_optimum": result.fun,
        **times("extended", result),
    }
    if result.status is Status.OPTIMAL and result.fun is not None:
        answer["same"] = abs(result.fun - direct.fun) <= TOLERANCE * max(1.0, abs(direct.fun))
    return answer


def times(name: str, result: Any) -> dict[str, float]:
    """The seconds a solver took."""
    return {f"{name}_seconds": round(result.seconds.get("solve", 0.0), 3)}


def table(outcomes: list[Outcome]) -> Iterator[str]:
    """Lines of fixed width, the best compressed first."""
    sizes = f"{'rows':>8}{'columns':>8}{'nonzeros':>9}"
    yield f"{'':30}{sizes} ->{sizes} {'ratio':>6} {'edges':>6} {'s':>5}  LP    MIP"
    for outcome in sorted(outcomes, key=lambda each: each.ratio):
        before, after, edges = outcome.before, outcome.after, outcome.edges_after
        paper = f"{edges['nonzeros'] / max(1, before['nonzeros']):.3f}" if edges else ""
        both = [
            f"{size['rows']:8}{size['columns']:8}{size['nonzeros']:9}" for size in (before, after)
        ]
        yield (
            f"{outcome.name:30}{' ->'.join(both)} {outcome.ratio:6.3f} {paper:>6} "
            f"{outcome.seconds:5.2f}  {verdict(outcome.lp):5} {verdict(outcome.mip)}"
        )
    for name, tall in (("with more rows than columns", True), ("others", False)):
        group = [each for each in outcomes if each.is_tall == tall]
        yield f"{len(group)} {name}: geometric mean of the nonzero ratios {mean(group):.4f}"


def solved_table(solved: list[dict[str, Any]], num_models: int, limit: float) -> Iterator[str]:
    """One line per model that is solved directly in time."""
    yield f"{'':32}{'optimum':>16}{'direct s':>10}{'extended s':>12}  same"
    ended = [each for each in solved if each["direct"] == "optimal"]
    for each in ended:
        same = ("yes" if each["same"] else "NO") if "same" in each else "late"
        yield (
            f"{each['name']:32}{each['optimum']:>16.9g}{each['direct_seconds']:10.2f}"
            f"{each['extended_seconds']:12.2f}  {same}"
        )
    same_count = sum(each.get("same", False) for each in ended)
    yield (
        f"{len(ended)} of {num_models} models are solved directly in {limit:g} s; the extended "
        f"formulation has the same optimum on {same_count}"
    )


def verdict(answer: dict[str, Any]) -> str:
    """The result of the comparison in one word."""
    if not answer:
        return "-"
    if "same" in answer:
        return "same" if answer["same"] else "DIFFERS"
    return "late" if "extended" in answer else answer["direct"].split("_")[0]


def mean(outcomes: list[Outcome]) -> float:
    """The geometric mean of the ratios."""
    return math.exp(
        sum(math.log(max(each.ratio, 1e-9)) for each in outcomes) / max(1, len(outcomes))
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--lp",
        type=float,
        default=60,
        metavar="SECONDS",
        help="limit of each linear relaxation; 0 for none",
    )
    parser.add_argument(
        "--mip",
        type=float,
        default=0,
        metavar="SECONDS",
        help="limit of each direct MIP solve; 0 for none",
    )
    parser.add_argument("--edges", action="store_true", help="also the paper's reduction")
    parser.add_argument("--only", default="", help="models whose name contains this")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="every K-th model only")
    options = parser.parse_args()
    found = record.surroundings(["numpy", "scipy", "ortools"])
    kept = Cells(record.RESULTS / "compression-mip.jsonl", Outcome)
    outcomes = []
    for number, (name, model) in enumerate(models()):
        if options.only in name and number % options.sample == 0:
            key = (name, options.lp, options.mip, options.edges)
            if options.mip and key in kept.current:
                outcomes.append(kept.found[key])
                continue
            outcomes.append(measure(name, model, options.lp, options.mip, options.edges))
            if options.mip:
                kept.add(outcomes[-1])
            print(
                f"{name}: {outcomes[-1].ratio:.3f}",
                verdict(outcomes[-1].lp),
                verdict(outcomes[-1].mip),
                file=sys.stderr,
                flush=True,
            )
    lines = list(table(outcomes))
    print(*lines, sep="\n")
    whole = not options.only and options.sample == 1
    if options.mip:
        solved = [{"name": each.name, **each.mip} for each in outcomes if each.mip]
        title = "The same optimum by SCIP, directly and by the extended formulation"
        lines = list(solved_table(solved, len(outcomes), options.mip))
        lines += ["", f"Measured {days(outcomes)}."]
        print("", *lines, sep="\n")
        record.publish(
            "compression-mip", found, title, lines, whole=whole, code=kept.code, models=solved
        )
    else:
        record.publish(
            "compression",
            found,
            "Compression of real models",
            lines,
            whole=whole,
            geometric_mean_tall=mean([each for each in outcomes if each.is_tall]),
            models=[_plain(each) for each in outcomes],
        )
    bad = [
        each.name
        for each in outcomes
        if each.ratio > 1 or "DIFFERS" in (verdict(each.lp), verdict(each.mip))
    ]
    if bad:
        raise SystemExit(f"grown or with another optimum: {', '.join(bad)}")


def _plain(outcome: Outcome) -> dict[str, Any]:
    names = ("name", "before", "after", "seconds", "edges_after", "lp", "mip")
    return {name: getattr(outcome, name) for name in names} | {"ratio": outcome.ratio}


if __name__ == "__main__":
    main()
