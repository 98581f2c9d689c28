"""The soft margin in ``nzdd fit``: its options, and its fit."""

from __future__ import annotations

from argparse import Action, ArgumentParser, ArgumentTypeError, Namespace
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from nzdd.adapters.cli.answer import ANSWERED, INTERRUPTED, Answer, note
from nzdd.adapters.cli.arguments import whole
from nzdd.adapters.cli.learning.fit_models import OF_RULES
from nzdd.adapters.cli.learning.fit_report import (
    ALWAYS,
    ERRORS,
    MEASURES,
    Labelled,
    fit_answer,
    path_answer,
)
from nzdd.adapters.cli.learning.skill import exit_code
from nzdd.adapters.cli.learning.training_data import (
    TrainingData,
    bits,
    check_test_labels,
    column_names,
)
from nzdd.adapters.cli.progress import progress_bar, step_printer
from nzdd.adapters.extras import is_installed
from nzdd.adapters.files import classifiers
from nzdd.adapters.methods.soft_margin import SOLVERS, engines
from nzdd.formulations.learning.soft_margin.methods.dispatch import ALGORITHMS
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.nu import nu_path, nu_range
from nzdd.formulations.learning.soft_margin.sample import class_samples
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_result import SoftMarginResult
from nzdd.formulations.learning.soft_margin.training import SoftMarginFit, fit

if TYPE_CHECKING:
    from nzdd.adapters.cli.learning.fit_models import Model
    from nzdd.adapters.cli.learning.training_files import TrainingFiles
    from nzdd.formulations.learning.calibration import Calibration

_MAX_PATH = 1000


class _Given(Action):
    """Stores a value or a flag, and that the option was given."""

    def __call__(
        self, parser: Any, namespace: Namespace, values: Any, option_string: str | None = None
    ) -> None:
        setattr(namespace, self.dest, True if self.nargs == 0 else values)
        namespace.soft_margin_options = [*namespace.soft_margin_options, option_string]


def add_options(parser: ArgumentParser) -> None:
    """Declare the options, each of which implies this model."""
    parser.set_defaults(soft_margin_options=())
    group = parser.add_argument_group("options of --model soft-margin, each of which implies it")

    def choice(name: str, choices: tuple[str, ...], what: str) -> None:
        what += f" (default: {choices[0]})"
        group.add_argument(name, action=_Given, choices=choices, default=choices[0], help=what)

    group.add_argument(
        "--encode",
        metavar="CUTS",
        action=_Given,
        type=_cuts,
        help="make bits of the columns; numbers are cut at quantiles (quantile), where the classes "
        "change (mdl), or at a threshold such as 0.5 (default: none for columns of 0 and 1, else "
        "quantile)",
    )
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--nu",
        metavar="NU",
        action=_Given,
        type=_nu,
        help="share of rows that may lie at or below the margin, above 0 and at most 1 (default: "
        "near the least value for which the margin is positive)",
    )
    which.add_argument(
        "--nu-path",
        metavar="NU,NU,...",
        action=_Given,
        type=_nus,
        help="compare several values in a table; a single integer gives that many, evenly spaced "
        "between the least and the largest useful value",
    )
    choice("--algorithm", ("auto", *ALGORITHMS), "how the linear program is solved")
    group.add_argument(
        "--solver",
        action=_Given,
        choices=SOLVERS,
        help="solver of --algorithm lp; glop also serves column-generation, and pdlp erlpboost",
    )
    what = (
        "slack variables: one per row (exact), one per edge of the diagram, or in between (block)"
    )
    choice("--slack", ("auto", "row", "edge", "block"), what)
    what = "number of blocks of --slack block (default: 256)"
    group.add_argument("--blocks", metavar="N", action=_Given, type=whole, default=256, help=what)
    what = "constant term: counted in the norm of the weights, not counted, or left out"
    choice("--bias", ("penalised", "free", "none"), what)
    what = "allow no negative weights"
    group.add_argument("--nonnegative", action=_Given, nargs=0, default=False, help=what)
    what = "stop when upper and lower bound differ by at most this"
    group.add_argument("--gap", metavar="GAP", action=_Given, type=float, help=what)
    what = "print bounds and gap on stderr, also where it is not a terminal"
    group.add_argument("--log", action=_Given, nargs=0, default=False, help=what)


def check(options: Namespace) -> None:
    """Refuse what would have no effect."""
    for name in ("time-limit", *OF_RULES) if options.model == "soft-margin" else ():
        if getattr(options, name.replace("-", "_")) is not None:
            raise ValueError(f"--model soft-margin does not take --{name}; leave it out")
    if options.nu_path is None:
        return
    if options.output is not None:
        raise ValueError("-o writes one model, --nu-path makes several; choose one by --nu")
    by_others = options.algorithm not in ("auto", "interior-point") or options.solver is not None
    if by_others or options.log:
        raise ValueError(
            "--nu-path uses the interior-point method, without a log; leave out --algorithm, "
            "--solver and --log, or choose one by --nu"
        )


def run(options: Namespace, data: TrainingData | TrainingFiles, model: Model) -> Answer:
    """Fit, save and report."""
    sample = data.bits(options.encode)
    encoder, train = sample.encoder, (sample.rows, sample.labels)
    test = None
    if data.test is not None and data.test_path is not None:
        test = (bits(data.test_path, data.test, encoder)[0], data.test.y)
    if test is not None:
        check_test_labels(str(data.test_path), test[1], np.unique(train[1]))
    seconds = data.seconds
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
            feature_names=sample.names,
            **engines(options.algorithm, options.solver),
            **kind,
        )
    for result in found.results:
        for step, time in result.seconds.items():
            seconds[step] = seconds.get(step, 0.0) + time
    answer = fit_answer(found, train, test, seconds, options.output)
    answer.facts["rows"] = sample.size
    if answer.code == ANSWERED:
        size, error = np.unique(sample.labels).size, answer.facts["train_error"]
        code = exit_code(data.path, options.label, data.reading, size, error)
        answer = replace(answer, code=code)
    if answer.code == INTERRUPTED and not options.quiet:
        note("interrupted; this is the best so far")
    if options.output is not None:
        saved = None
        if encoder is not None:
            from nzdd.adapters.sklearn.encoding.saved_encoder import to_dict

            saved = to_dict(encoder, column_names(encoder))
        kept = {key: answer.facts[key] for key in (*MEASURES, "slack", *ERRORS, ALWAYS)}
        complete = answer.code != INTERRUPTED
        calibration = _calibration(options, found, sample.some) if complete else None
        reading = data.reading.to_dict()
        classifiers.save(options.output, found.classifier, kept, saved, reading, calibration)
    return answer


def _calibration(options: Namespace, found: SoftMarginFit, train: Labelled) -> Calibration | None:
    """Probabilities by the estimator with the same options, which learns from two halves."""
    if not is_installed("sklearn"):
        return None
    from nzdd.adapters.sklearn.soft_margin.soft_margin_classifier import calibration_of

    given = "auto" if options.nu is None else options.nu
    return calibration_of(
        found,
        *train,
        nu=found.results[0].problem.nu if len(found.results) == 1 else given,
        slack=options.slack,
        blocks=options.blocks,
        algorithm=options.algorithm,
        solver=options.solver,
        gap=options.gap,
        fit_intercept=options.bias != "none",
        penalize_intercept=options.bias != "free",
        positive=options.nonnegative,
        class_weight="balanced" if options.balanced else None,
    )


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
