"""``nzdd fit``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.cli.answer import INTERRUPTED, Answer, note
from nzdd.adapters.cli.arguments import PACKED, add_choice, add_label, add_output, whole
from nzdd.adapters.cli.commands.fit_report import MEASURES, Labelled, fit_answer, path_answer
from nzdd.adapters.cli.inputs import encoded, naming_errors
from nzdd.adapters.cli.outputs import check_output
from nzdd.adapters.cli.progress import progress_bar, step_printer
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import classifiers, samples, tables
from nzdd.adapters.files.formats import outputs, suffixes
from nzdd.adapters.files.samples import Sample
from nzdd.adapters.files.text import plain_name
from nzdd.adapters.methods.soft_margin import SOLVERS, engines
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.solve import ALGORITHMS
from nzdd.formulations.learning.soft_margin.nu import nu_path, nu_range
from nzdd.formulations.learning.soft_margin.result import SoftMarginResult
from nzdd.formulations.learning.soft_margin.sample import class_samples
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.training import fit

if TYPE_CHECKING:
    from pandas import DataFrame

    from nzdd.adapters.sklearn import BinaryEncoder

_MAX_PATH = 1000


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    endings = ", ".join(suffixes("sample"))
    what = f"{endings}; {PACKED}; a file with another suffix is read as SVMlight"
    parser.add_argument("sample", metavar="SAMPLE", help=what)
    add_label(parser, "whose values are the classes")
    parser.add_argument(
        "--encode",
        metavar="CUTS",
        type=_cuts,
        help="make columns of numbers and text binary; numbers are cut at quantiles (quantile), "
        "where the classes change (mdl), or at a threshold such as 0.5",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--nu",
        metavar="NU",
        type=_nu,
        help="share of rows that may lie at or below the margin, above 0 and at most 1 (default: "
        "near the least value for which the margin is positive)",
    )
    which.add_argument(
        "--nu-path",
        metavar="NU,NU,...",
        type=_nus,
        help="compare several values in a table; a single integer gives that many, evenly spaced "
        "between the least and the largest useful value",
    )
    add_choice(parser, "--algorithm", ("auto", *ALGORITHMS), "how the linear program is solved")
    parser.add_argument(
        "--solver",
        choices=SOLVERS,
        help="solver of --algorithm lp; glop also serves column-generation",
    )
    what = "slack variables: one a row (exact), one an edge of the diagram, or in between (block)"
    add_choice(parser, "--slack", ("auto", "row", "edge", "block"), what)
    what = "number of blocks of --slack block (default: 256)"
    parser.add_argument("--blocks", metavar="N", type=whole, default=256, help=what)
    what = "constant term: counted in the norm of the weights, not counted, or left out"
    add_choice(parser, "--bias", ("penalised", "free", "none"), what)
    parser.add_argument("--nonnegative", action="store_true", help="allow no negative weights")
    parser.add_argument("--balanced", action="store_true", help="give all classes the same weight")
    what = "stop when upper and lower bound differ by at most this"
    parser.add_argument("--gap", metavar="GAP", type=float, help=what)
    what = "print bounds and gap on stderr, also where it is not a terminal"
    parser.add_argument("--log", action="store_true", help=what)
    parser.add_argument("--test", metavar="FILE", help="sample to measure the error on")
    add_output(parser, "MODEL.json", "file for the classifier")


def run(options: Namespace) -> Answer:
    """Train a linear classifier with maximal soft margin on labelled rows of 0 and 1."""
    if options.nu_path is not None:
        _check_path(options)
    check_output(options.output, outputs("classifier"), options.sample, options.test)
    started = perf_counter()
    sample, encoder = _read(options)
    train = (sample.rows, sample.labels)
    test = None if options.test is None else _read_test(options, sample, encoder)
    seconds = {"read": perf_counter() - started}
    class_weight = "balanced" if options.balanced else None
    kind: dict[str, Any] = {"signed": not options.nonnegative, "bias": options.bias}
    if options.nu_path is not None:
        results, classes = _path(options, train, class_weight, kind, seconds)
        return path_answer(results, classes, train, test, seconds)
    with progress_bar("fit", quiet=options.quiet or options.log) as progress:
        found = fit(
            sample.rows,
            sample.labels,
            nu="auto" if options.nu is None else options.nu,
            algorithm=options.algorithm,
            progress=progress,
            on_step=step_printer(quiet=options.quiet, always=options.log),
            class_weight=class_weight,
            slack=options.slack,
            blocks=options.blocks,
            gap=options.gap,
            feature_names=sample.feature_names,
            **engines(options.algorithm, options.solver),
            **kind,
        )
    for result in found.results:
        for step, time in result.seconds.items():
            seconds[step] = seconds.get(step, 0.0) + time
    answer = fit_answer(found, train, test, seconds, options.output)
    if answer.code == INTERRUPTED and not options.quiet:
        note("interrupted; this is the best so far")
    if options.output is not None:
        saved = None
        if encoder is not None:
            from nzdd.adapters.sklearn.encoding.saved_encoder import to_dict

            saved = to_dict(encoder)
        kept = {key: answer.facts[key] for key in (*MEASURES, "slack")}
        classifiers.save(options.output, found.classifier, kept, saved)
    return answer


def _path(
    options: Namespace,
    train: Labelled,
    class_weight: str | None,
    kind: dict[str, Any],
    seconds: dict[str, float],
) -> tuple[list[SoftMarginResult], list[Any]]:
    """Solve for several nu over one diagram, and count the seconds."""
    classes = np.unique(train[1])
    if classes.size != 2:
        raise ValueError(
            f"--nu-path needs two classes, and the sample has {classes.size}; fit one nu by --nu"
        )
    started = perf_counter()
    _, [sample] = class_samples(*train, class_weight=class_weight)
    diagram = SampleDiagram.from_sample(sample, options.slack, blocks=options.blocks)
    interior_point = InteriorPoint(diagram)
    seconds["build"] = perf_counter() - started
    started = perf_counter()
    values = options.nu_path
    if not isinstance(values, list):  # that many inside the window of useful values
        window = nu_range(interior_point, upper=False, **kind)
        end = window.constant if window.lower < window.constant else 1.0
        values = np.linspace(window.lower, end, values + 2)[1:-1].tolist()
    results = nu_path(interior_point, values, gap=options.gap, **kind)
    seconds["solve"] = perf_counter() - started
    return results, classes.tolist()


def _check_path(options: Namespace) -> None:
    """Refuse what would have no effect on several values of nu."""
    if options.output is not None:
        raise ValueError("-o writes one model, --nu-path makes several; choose one by --nu")
    by_others = options.algorithm not in ("auto", "interior-point") or options.solver is not None
    if by_others or options.log:
        raise ValueError(
            "--nu-path uses the interior-point method, without a log; leave out --algorithm, "
            "--solver and --log, or choose one by --nu"
        )


def _read(options: Namespace) -> tuple[Sample, BinaryEncoder | None]:
    """The sample, with bits for columns, and what made the bits."""
    if options.encode is None:
        return samples.read(options.sample, options.label), None
    from nzdd.adapters.sklearn import BinaryEncoder  # an extra

    frame, labels = _columns(options.sample, options.label)
    encoder = BinaryEncoder(cuts=options.encode)
    with naming_errors(options.sample):
        encoder.fit(frame, labels)
    names = tuple(encoder.get_feature_names_out().tolist())
    return Sample(encoded(options.sample, frame, encoder), labels, names), encoder


def _read_test(options: Namespace, sample: Sample, encoder: BinaryEncoder | None) -> Labelled:
    if encoder is None:
        test = samples.read(options.test, options.label, feature_names=sample.feature_names)
        return test.rows, test.labels
    frame, labels = _columns(options.test, options.label)
    return encoded(options.test, frame, encoder), labels


def _columns(path: str, label: str | int | None) -> tuple[DataFrame, NDArray[Any]]:
    """The columns to encode, and the labels."""
    if plain_name(path).endswith(suffixes("svmlight")):
        what = "--encode makes bits of the columns of a table, and this is SVMlight text"
        raise ModelFileError(path, None, what, "give a .csv, .tsv or .parquet file")
    return tables.read(path, label)


def _nu(text: str) -> float:
    with suppress(ValueError):
        value = float(text)
        if 0 < value <= 1:
            return value
    raise ArgumentTypeError(f"{text!r} is not a number above 0 and up to 1")


def _nus(text: str) -> int | list[float]:
    if text.isdigit() and 2 <= int(text) <= _MAX_PATH:
        return int(text)
    return [_nu(part) for part in text.split(",")]


def _cuts(text: str) -> str | float:
    if text in ("quantile", "mdl"):
        return text
    with suppress(ValueError):
        value = float(text)
        if np.isfinite(value):
            return value
    raise ArgumentTypeError(f"{text!r} is neither quantile nor mdl nor a number")
