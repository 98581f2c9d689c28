"""``nzdd recover``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from nzdd.adapters.cli.answer import ANSWERED, UNANSWERED, Answer, fields
from nzdd.adapters.cli.arguments import InputPath, add_output
from nzdd.adapters.cli.outputs import check_output
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.formats import outputs
from nzdd.adapters.files.models import solutions
from nzdd.adapters.files.recognition import ZIP, is_archive
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation

TOLERANCE = 1e-6


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "archive",
        metavar="ARCHIVE.nzdd",
        type=InputPath,
        help="file written by `nzdd compress --archive`",
    )
    parser.add_argument(
        "solution",
        metavar="SOLUTION",
        type=InputPath,
        help="solution of the smaller model, as HiGHS, SCIP, CBC, Gurobi, CPLEX or Xpress write it",
    )
    add_output(parser, "OUT.sol", "solution of the original model", ".sol", required=True)


def run(options: Namespace) -> Answer:
    """Turn a solution of the smaller model into one of the original, and check it there."""
    check_output(options.output, outputs("solution"), options.archive, options.solution)
    _check_archive(options.archive)
    extended = ExtendedFormulation.load(options.archive)
    x = extended.recover(solutions.read(options.solution, extended.model))
    original = extended.original
    violation = original.violation(x)
    feasible = violation.within(TOLERANCE)
    solutions.write(options.output, original, x)
    objective = original.objective_value(x)
    facts = {"objective": objective, "max_violation": violation.scaled, "feasible": feasible}
    shown = {
        "objective": f"{objective:.10g}",
        "violation": f"{violation.scaled:.2g}",
        "feasible": "yes" if feasible else f"no: {violation.place}",
        "written": options.output,
    }
    return Answer(facts, fields(shown.items()), ANSWERED if feasible else UNANSWERED)


def _check_archive(path: str) -> None:
    """ModelFileError at a file of another kind, such as the model or the solution."""
    if not Path(path).is_file():
        return
    with open(path, "rb") as file:
        begins_so = file.read(len(ZIP)) == ZIP  # also where it is cut off
    if not begins_so and not is_archive(path):
        cure = "give the one that nzdd compress --archive wrote, and then the solution"
        raise ModelFileError(path, None, "it is no archive of nzdd", cure)
