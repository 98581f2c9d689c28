"""``nzdd fit``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from time import perf_counter

from nzdd.adapters.cli.answer import Answer
from nzdd.adapters.cli.arguments import (
    NAMED,
    InputPath,
    add_label,
    add_output,
    add_reading,
    positive_duration,
    within,
)
from nzdd.adapters.cli.cluster import add_dask
from nzdd.adapters.cli.learning import soft_margin_fit, training_data, training_files
from nzdd.adapters.cli.learning.fit_models import DEFAULT, MODELS, SIZES, chosen
from nzdd.adapters.cli.outputs import check_output
from nzdd.adapters.files.formats import outputs
from nzdd.adapters.files.sample_chunks import are_many


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    what = (
        "labelled rows, recognised by content: text with commas, semicolons, tabs, bars or blanks "
        "between the fields, with or without names and comments; SVMlight; Parquet; Feather; JSON "
        "records; each also compressed (.gz, .xz, .zip); several files, patterns such as "
        "'part-*.parquet' and folders are read in chunks, of which only the distinct rows are kept"
    )
    parser.add_argument("sample", metavar="SAMPLE", type=InputPath, nargs="+", help=what)
    each = "; ".join(f"{name}: {model.help}" for name, model in MODELS.items())
    parser.add_argument(
        "--model",
        choices=MODELS,
        help=f"{each} (default: {DEFAULT})",
    )
    rest = "or else one by content; if several fit equally well, they are listed"
    add_label(parser, "whose values are the classes", f"{NAMED}, {rest}")
    add_reading(parser)
    parser.add_argument("--balanced", action="store_true", help="give all classes the same weight")
    what = (
        "seconds after the reading, or such as 1m or 2h, after which the best so far counts; the "
        "search has at least a tenth of them; not for soft-margin (default: 10 for psi; for each "
        "class against the rest 10 for l0-rboost and 20 for minimax)"
    )
    parser.add_argument("--time-limit", metavar="TIME", type=positive_duration, help=what)
    for name, what in SIZES.items():
        parser.add_argument(
            f"--{name}", metavar="N", type=within(int, 1, 10**6), help=f"{what}, for rules"
        )
    what = "functions of columns of numbers beside rules, drawn as lines, for rules"
    parser.add_argument("--smooth", action="store_true", default=None, help=what)
    what = (
        "with +1 the vote for the second of two classes only rises with that column of numbers, "
        "with -1 it only falls; may be repeated, for rules"
    )
    parser.add_argument(
        "--monotone", metavar="COLUMN=+1", action="append", type=_direction, help=what
    )
    parser.add_argument(
        "--test", metavar="FILE", type=InputPath, help="sample to measure the error on"
    )
    what = (
        "page to write, one file for a browser: rules, effects, calibration, confusion and sizes, "
        "for rules"
    )
    parser.add_argument("--report", metavar="PAGE.html", type=Path, help=what)
    add_dask(parser)
    add_output(parser, "MODEL.json", "file for the classifier, for `nzdd predict`", ".json")
    soft_margin_fit.add_options(parser)


def _direction(text: str) -> tuple[str, int]:
    """A column and its direction; the name may have the sign of equality in it."""
    name, _, sign = text.rpartition("=")
    if not name or sign not in ("1", "+1", "-1"):
        raise ArgumentTypeError(f"{text!r} is not a column with a direction, as in age=+1")
    return name, int(sign)


def run(options: Namespace) -> Answer:
    """Train a classifier on labelled rows of any kind."""
    many = are_many(options.sample) or options.dask is not None
    model = chosen(options)
    soft_margin_fit.check(options)
    check_output(options.output, outputs("classifier"), *options.sample, options.test)
    report = None if options.report is None else str(options.report)
    check_output(report, [".html", ".htm"], *options.sample, options.test, options.output)
    if report is not None and options.model != DEFAULT:
        raise ValueError(f"--report is for --model {DEFAULT}, not {options.model}; leave it out")
    started = perf_counter()
    if many and not model.merged:
        known = ", ".join(name for name, each in MODELS.items() if each.merged)
        raise ValueError(
            f"--model {options.model} does not learn from several or large files; take {known}, "
            "or give one small file"
        )
    data = training_files.read(options) if many else training_data.read(options)
    data.seconds["read"] = perf_counter() - started
    return model.fit(options, data)
