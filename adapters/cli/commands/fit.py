"""``nzdd fit``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.cli.answer import ANSWERED, INTERRUPTED, Answer, fields, note, table
from nzdd.adapters.cli.arguments import whole
from nzdd.adapters.cli.commands.fit_path import path_answer
from nzdd.adapters.cli.inputs import encoded, naming_errors
from nzdd.adapters.cli.outputs import check_output, writing
from nzdd.adapters.cli.progress import progress_bar, step_printer
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import classifiers, samples, tables
from nzdd.adapters.files.formats import outputs, suffixes
from nzdd.adapters.files.text import plain_name
from nzdd.adapters.methods.soft_margin import SOLVERS, engines
from nzdd.formulations.iteration import limits
from nzdd.formulations.learning.soft_margin.methods.solve import ALGORITHMS
from nzdd.formulations.learning.soft_margin.training import SoftMarginFit, fit
from nzdd.input.row_table import RowTable

if TYPE_CHECKING:
    from pandas import DataFrame

    from nzdd.adapters.sklearn import BinaryEncoder

_MAX_PATH = 1000


@dataclass(frozen=True, slots=True, eq=False)
class _Data:
    """A sample with rows of bits, and what made the bits."""

    rows: RowTable
    labels: NDArray[Any]
    names: tuple[str, ...] | None
    encoder: BinaryEncoder | None = None


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "sample",
        metavar="SAMPLE",
        help=f"sample: {', '.join(suffixes('sample'))}, also with .gz or .xz; or SVMlight lines",
    )
    parser.add_argument(
        "--label", metavar="COLUMN", help="label column of a table: name or position"
    )
    parser.add_argument(
        "--encode",
        metavar="CUTS",
        type=_cuts,
        help="make the columns of a table binary: quantile, mdl, or a threshold such as 0.5",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--nu",
        metavar="NU",
        type=_nu,
        help="share of the rows at or below the margin, in (0, 1]; by default near the least "
        "that gives a positive margin",
    )
    which.add_argument(
        "--nu-path",
        metavar="NU,NU,...",
        type=_nus,
        help="several values, or how many evenly spaced ones over the window: a table",
    )
    parser.add_argument("--algorithm", choices=("auto", *ALGORITHMS), default="auto")
    parser.add_argument(
        "--solver",
        choices=SOLVERS,
        help="of --algorithm lp; glop also solves the masters of column-generation",
    )
    parser.add_argument(
        "--slack",
        choices=("auto", "row", "edge", "block"),
        default="auto",
        help="row: exact; edge: shared in the diagram; block: in between",
    )
    parser.add_argument("--blocks", metavar="N", type=whole, default=256, help="for --slack block")
    parser.add_argument("--bias", choices=("penalised", "free", "none"), default="penalised")
    parser.add_argument("--nonnegative", action="store_true", help="no negative weights")
    parser.add_argument("--balanced", action="store_true", help="give both classes the same weight")
    parser.add_argument("--gap", metavar="GAP", type=float, help="gap to close")
    parser.add_argument(
        "--log",
        action="store_true",
        help="bounds and gap on stderr, also where it is not a terminal",
    )
    parser.add_argument("--test", metavar="FILE", help="sample to measure the error on")
    parser.add_argument("-o", "--output", metavar="MODEL.json", help="write the classifier")


def run(options: Namespace) -> Answer:
    """Train a linear classifier of maximal soft margin on a binary sample."""
    if options.nu_path is not None:
        _check_path(options)
    if options.output is not None:
        check_output(options.output, outputs("classifier"), options.sample, options.test)
    started = perf_counter()
    data = _read(options)
    test = None if options.test is None else _read_test(options, data)
    seconds = {"read": perf_counter() - started}
    common: dict[str, Any] = {
        "class_weight": "balanced" if options.balanced else None,
        "slack": options.slack,
        "blocks": options.blocks,
        "signed": not options.nonnegative,
        "bias": options.bias,
        "gap": options.gap,
        "feature_names": data.names,
    }
    if options.nu_path is not None:
        return path_answer(options.nu_path, data.rows, data.labels, test, common, seconds)
    with progress_bar("fit", quiet=options.quiet or options.log) as progress:
        found = fit(
            data.rows,
            data.labels,
            nu="auto" if options.nu is None else options.nu,
            algorithm=options.algorithm,
            progress=progress,
            on_step=step_printer(quiet=options.quiet, always=options.log),
            **engines(options.algorithm, options.solver),
            **common,
        )
    code = INTERRUPTED if found.results[-1].limit == limits.INTERRUPTED else ANSWERED
    if code == INTERRUPTED and not options.quiet:
        note("interrupted; this is the best so far")
    for result in found.results:
        for step, time in result.seconds.items():
            seconds[step] = seconds.get(step, 0.0) + time
    facts = _facts(found, data, test, seconds)
    if options.output is not None:
        saved = None
        if data.encoder is not None:
            from nzdd.adapters.sklearn.encoding.saved_encoder import to_dict

            saved = to_dict(data.encoder)
        kept = {key: facts[key] for key in ("nu", "objective", "gap", "row_objective", "slack")}
        with writing(options.output):
            classifiers.save(options.output, found.classifier, kept, saved)
    return Answer(facts, _text(found, facts, options.output), code)


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


def _read(options: Namespace) -> _Data:
    if options.encode is None:
        sample = samples.read(options.sample, options.label)
        return _Data(sample.rows, sample.labels, sample.feature_names)
    from nzdd.adapters.sklearn import BinaryEncoder  # an extra

    frame, labels = _columns(options.sample, options.label)
    encoder = BinaryEncoder(cuts=options.encode)
    with naming_errors(options.sample):
        encoder.fit(frame, labels)
    names = tuple(encoder.get_feature_names_out().tolist())
    return _Data(encoded(options.sample, frame, encoder), labels, names, encoder)


def _read_test(options: Namespace, data: _Data) -> tuple[RowTable, NDArray[Any]]:
    if data.encoder is None:
        test = samples.read(options.test, options.label, feature_names=data.names)
        return test.rows, test.labels
    frame, labels = _columns(options.test, options.label)
    return encoded(options.test, frame, data.encoder), labels


def _columns(path: str, label: str | int | None) -> tuple[DataFrame, NDArray[Any]]:
    """The columns to encode, and the labels."""
    if plain_name(path).endswith(suffixes("svmlight")):
        what = "--encode makes bits of the columns of a table, and this is SVMlight text"
        raise ModelFileError(path, None, what, "give a .csv, .tsv or .parquet file")
    return tables.read(path, label)


def _facts(
    found: SoftMarginFit,
    data: _Data,
    test: tuple[RowTable, NDArray[Any]] | None,
    seconds: dict[str, float],
) -> dict[str, Any]:
    """What ``--json`` prints; numbers of several classes as lists."""
    results = found.results

    def each(values: Sequence[Any]) -> Any:
        return values[0] if len(values) == 1 else list(values)

    return {
        "classes": list(found.classifier.classes),
        "nu": each([result.problem.nu for result in results]),
        "objective": each([result.objective for result in results]),
        "gap": each([result.gap for result in results]),
        "row_objective": each([result.row_objective for result in results]),
        "status": each([str(result.status) for result in results]),
        "outcome": each([str(result.outcome) for result in results]),
        "message": each([result.message for result in results]),
        "limit": each([result.limit for result in results]),
        "nonzero_weights": int(np.count_nonzero(found.classifier.weights)),
        "train_error": found.classifier.error_rate(data.rows, data.labels),
        "test_error": None if test is None else found.classifier.error_rate(*test),
        "algorithm": results[0].algorithm,
        "slack": each([result.problem.diagram.slack for result in results]),
        "rounds": each([result.num_rounds for result in results]),
        "distinct_rows": each([result.problem.diagram.sample.num_distinct for result in results]),
        "nodes": each([result.problem.diagram.nzdd.num_nodes for result in results]),
        "edges": each([result.problem.diagram.nzdd.num_edges for result in results]),
        "seconds": seconds,
    }


def _text(found: SoftMarginFit, facts: dict[str, Any], output: str | None) -> str:
    header = (
        "class",
        "nu",
        "objective",
        "gap",
        "of the rows",
        "slack",
        "edges",
        "rounds",
        "outcome",
    )
    names = found.classifier.classes[1:] if len(found.results) == 1 else found.classifier.classes
    rows = [
        (
            str(name),
            f"{result.problem.nu:.4g}",
            f"{result.objective:.8g}",
            f"{result.gap:.1e}",
            f"{result.row_objective:.8g}",
            result.problem.diagram.slack,
            result.problem.diagram.nzdd.num_edges,
            result.num_rounds,
            str(result.outcome),
        )
        for name, result in zip(names, found.results, strict=True)
    ]
    errors = [("train error", f"{facts['train_error']:.4f}")]
    if facts["test_error"] is not None:
        errors.append(("test error", f"{facts['test_error']:.4f}"))
    times = ", ".join(f"{step} {time:.2f}" for step, time in facts["seconds"].items())
    closing = [*errors, ("seconds", times), ("written", output)]
    messages = [result.message for result in found.results if result.message]
    parts = [table(header, rows), *messages, fields(closing), str(found.classifier)]
    return "\n".join(parts)


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
