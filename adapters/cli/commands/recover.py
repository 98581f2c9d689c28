"""``nzdd recover``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from nzdd.adapters.cli.answer import ANSWERED, UNANSWERED, Answer, fields
from nzdd.adapters.cli.outputs import check_output, writing
from nzdd.adapters.files.formats import outputs
from nzdd.adapters.files.models import solutions
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation

TOLERANCE = 1e-6


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "archive", metavar="ARCHIVE", help="as written by `nzdd compress --archive`"
    )
    parser.add_argument(
        "solution", metavar="SOLUTION", help="a point of the smaller model: lines 'name value'"
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT.sol", required=True, help="the point of the original model"
    )


def run(options: Namespace) -> Answer:
    """Turn a solution of the smaller model into one of the original, and check it there."""
    check_output(options.output, outputs("solution"), options.archive, options.solution)
    extended = ExtendedFormulation.load(options.archive)
    x = extended.recover(solutions.read(options.solution, extended.model))
    original = extended.original
    violation = original.violation(x)
    feasible = violation.within(TOLERANCE)
    with writing(options.output):
        solutions.write(options.output, original, x)
    facts = {
        "objective": original.objective_value(x),
        "max_violation": violation.scaled,
        "feasible": feasible,
    }
    verdict = "yes" if feasible else f"no: {violation.place}"
    pairs = [
        ("objective", f"{facts['objective']:.10g}"),
        ("violation", f"{violation.scaled:.2g}"),
        ("feasible", verdict),
        ("written", options.output),
    ]
    return Answer(facts, fields(pairs), ANSWERED if feasible else UNANSWERED)
