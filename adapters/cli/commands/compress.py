"""``nzdd compress``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from time import perf_counter

from nzdd.adapters.cli.answer import Answer
from nzdd.adapters.cli.arguments import add_input, add_order
from nzdd.adapters.cli.outputs import check_output, writing
from nzdd.adapters.cli.progress import progress_bar
from nzdd.adapters.files.formats import outputs, read_model, write_model
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser, "model", "IN", "model")
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="smaller model: .mps or .mps.gz"
    )
    parser.add_argument(
        "--archive", metavar="A.nzdd", help="keep what `nzdd recover` needs in this file"
    )
    parser.add_argument(
        "--minimize",
        choices=("nonzeros", "edges"),
        default="nonzeros",
        help="what has to shrink: the nonzeros (default) or, as edges, the rows",
    )
    parser.add_argument(
        "--encoding",
        choices=("pairs", "binary"),
        default="pairs",
        help="symbols: (column, coefficient) pairs (default), or binary digits of coefficients",
    )
    add_order(parser)


def run(options: Namespace) -> Answer:
    """Write a smaller model with the same solutions."""
    check_output(options.output, outputs("model"), options.model)
    if options.archive is not None:
        check_output(options.archive, (".nzdd",), options.model, options.output)
    started = perf_counter()
    model = read_model(options.model, options.format)
    with progress_bar("compress", quiet=options.quiet) as progress:
        extended = ExtendedFormulation.from_model(
            model,
            options.minimize,
            encoding=options.encoding,
            order=options.order.replace("-", " "),
            progress=progress,
        )
    with writing(options.output):
        write_model(extended.model, options.output)
    if options.archive is not None:
        with writing(options.archive):
            extended.save(options.archive)
    report, seconds = extended.report, perf_counter() - started
    written = [options.output, *([options.archive] if options.archive else [])]
    lines = [str(report), f"{'written':<12}{', '.join(written)} ({seconds:.2f} s in all)"]
    if report.before == report.after:
        lines.append("the model stays as it is: no rows share enough to be replaced")
    return Answer(report.to_dict() | {"seconds": seconds}, "\n".join(lines))
