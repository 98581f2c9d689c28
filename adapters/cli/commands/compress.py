"""``nzdd compress``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from time import perf_counter

from nzdd.adapters.cli.answer import Answer, note
from nzdd.adapters.cli.arguments import add_choice, add_input, add_order, add_output, output_path
from nzdd.adapters.cli.outputs import check_output
from nzdd.adapters.cli.progress import progress_bar
from nzdd.adapters.files.formats import outputs, read_model, write_model
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser, "model", "MODEL", "model")
    add_output(parser, "OUT", "the smaller model: .mps or .mps.gz", ".mps", required=True)
    parser.add_argument(
        "--archive",
        metavar="ARCHIVE.nzdd",
        type=output_path(".nzdd"),
        help="file for what `nzdd recover` will need",
    )
    what = "what the smaller model has few of; edges means few rows"
    add_choice(parser, "--minimize", ("nonzeros", "edges"), what)
    add_order(parser)


def run(options: Namespace) -> Answer:
    """Write a smaller model with the same solutions."""
    check_output(options.output, outputs("model"), options.model)
    check_output(options.archive, (".nzdd",), options.model, options.output)
    started = perf_counter()
    model = read_model(options.model, options.format)
    with progress_bar("compress", quiet=options.quiet) as progress:
        extended = ExtendedFormulation.from_model(
            model,
            options.minimize,
            order=options.order.replace("-", " "),
            progress=progress,
        )
    write_model(extended.model, options.output)
    if options.archive is not None:
        extended.save(options.archive)
    report, seconds = extended.report, perf_counter() - started
    written = ", ".join(filter(None, (options.output, options.archive)))
    text = f"{report}\n{'written':<12}{written} ({seconds:.2f} s in all)"
    if report.warning and not options.quiet:
        note(f"warning: {report.warning}")
    if report.before == report.after:
        text += "\nthe model stays as it is: no rows share enough to be replaced"
    return Answer(report.to_dict() | {"seconds": seconds}, text)
