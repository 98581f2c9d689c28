"""``nzdd predict``."""

from __future__ import annotations

import csv
import io
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.cli.answer import Answer
from nzdd.adapters.cli.arguments import InputPath, add_label, add_output
from nzdd.adapters.cli.learning.decisions import decider
from nzdd.adapters.cli.outputs import check_output
from nzdd.adapters.cli.progress import progress_bar
from nzdd.adapters.files import classifiers, samples, tables
from nzdd.adapters.files.classifiers import SavedClassifier, SavedRules
from nzdd.adapters.files.raw_samples import read_like
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.sample_chunks import SampleFiles, are_many, files_of
from nzdd.adapters.files.text import write_text
from nzdd.input.row_table import Progress
from nzdd.input.text import printable, short

Saved: TypeAlias = SavedClassifier | SavedRules

OUTPUTS = (".csv", ".csv.gz", ".txt", ".txt.gz")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "model", metavar="MODEL.json", type=InputPath, help="file written by `nzdd fit -o`"
    )
    what = (
        "rows in the format of those of `nzdd fit`, with or without the label column; several "
        "files, patterns and folders, too, which are read in chunks"
    )
    parser.add_argument("sample", metavar="SAMPLE", type=InputPath, nargs="+", help=what)
    add_label(parser, "which is left out", "that of the model")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--scores", action="store_true", help="print decision values, too")
    which.add_argument("--proba", action="store_true", help="print probabilities of the classes")
    what = "file for the predictions: .csv with a line of names, .txt (default: standard output)"
    add_output(parser, "OUT", what, ".csv")


def run(options: Namespace) -> Answer:
    """Predict the class of each row, one per line."""
    check_output(options.output, OUTPUTS, options.model, *options.sample)
    saved = classifiers.load(options.model)
    if options.proba and saved.calibration is None:
        raise ValueError(
            f"{options.model}: the model has no probabilities; fit and save it again with "
            "`nzdd fit -o`, where scikit-learn is installed, or take --scores"
        )
    facts: dict[str, Any] = {"rows": 0, "classes": list(saved.classes), "counts": {}}
    with progress_bar("predict", quiet=options.quiet) as progress:
        parts = _counted(_predictions(options, saved), facts, progress)
        if options.output is not None:
            as_csv = options.output.lower().removesuffix(".gz").endswith(".csv")
            write_text(options.output, _csv(parts) if as_csv else _lines(parts))
            shares = ", ".join(f"{n:,} {short(label)}" for label, n in facts["counts"].items())
            return Answer(facts, f"{facts['rows']:,} rows: {shares}; written to {options.output}")
        found = list(parts)
    if options.json:
        facts["predictions"] = np.concatenate([part.classes for part in found]).tolist()
        for name in ("scores", "probabilities"):
            if getattr(found[0], name) is not None:
                facts[name] = np.concatenate([getattr(part, name) for part in found]).tolist()
    return Answer(facts, "".join(_lines(found)).removesuffix("\n"))


class _Predictions(NamedTuple):
    """What is predicted for some rows: classes, and numbers by title."""

    classes: NDArray[Any]
    scores: NDArray[np.float64] | None
    probabilities: NDArray[np.float64] | None
    columns: dict[str, NDArray[np.float64]]


def _predictions(options: Namespace, saved: Saved) -> Iterator[_Predictions]:
    """The predictions for all rows, chunk by chunk."""
    labels = list(saved.classes)
    decide, used = decider(options.model, saved)
    for path, table in _tables(options, saved, used):
        classes, values = decide(path, table)
        columns: dict[str, NDArray[np.float64]] = {}
        scores = probabilities = None
        if options.scores:
            scores = values
            of = labels[1:] if scores.ndim == 1 else labels
            each = scores.reshape(len(scores), len(of))
            columns = {f"score of {label}": each[:, k] for k, label in enumerate(of)}
        if options.proba and saved.calibration is not None:
            probabilities = saved.calibration.probabilities(values)
            columns = {
                f"probability of {label}": probabilities[:, k] for k, label in enumerate(labels)
            }
        yield _Predictions(classes, scores, probabilities, columns)


def _counted(
    parts: Iterator[_Predictions], facts: dict[str, Any], progress: Progress | None
) -> Iterator[_Predictions]:
    """The same, and the number of rows and of each class in the facts."""
    part = None
    for part in parts:
        facts["rows"] += part.classes.size
        for label, count in zip(*np.unique(part.classes, return_counts=True), strict=True):
            facts["counts"][str(label)] = facts["counts"].get(str(label), 0) + int(count)
        if progress is not None:
            progress(f"{facts['rows']:,} rows", 0.0)
        yield part
    if part is None:
        raise ValueError("there are no rows in the files; name files with some")
    facts["counts"] = dict(sorted(facts["counts"].items()))


def _tables(options: Namespace, saved: Saved, used: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """The tables of all files with their paths, read as the sample of the model was.

    Columns that the model does not use may be missing.
    """
    paths = files_of(options.sample)
    if saved.reading is None:  # of older releases
        for path in paths:
            if saved.encoder is None and isinstance(saved, SavedClassifier):
                names = saved.classifier.feature_names
                yield path, samples.read_rows(path, names, options.label)
            else:
                yield path, tables.read_frame(path)
        return
    reading = Reading.from_dict(saved.reading).only(used)
    if not are_many(options.sample):
        yield paths[0], read_like(paths[0], reading, options.label, labelled=False).X
        return
    for chunk in SampleFiles(tuple(paths), reading, options.label).chunks(labelled=False):
        yield chunk.path, chunk.X


def _lines(parts: Iterable[_Predictions]) -> Iterator[str]:
    """The class of each row, and the numbers behind it."""
    for part in parts:
        texts = [[f"{value:.9g}" for value in column.tolist()] for column in part.columns.values()]
        labels = [printable(str(label)) for label in part.classes.tolist()]
        yield "".join("\t".join(line) + "\n" for line in zip(labels, *texts, strict=True))


def _csv(parts: Iterable[_Predictions]) -> Iterator[str]:
    """The same as a table with a line of names."""
    named = False
    for part in parts:
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        if not named:
            writer.writerow(["prediction", *part.columns])
            named = True
        texts = [[f"{value:.9g}" for value in column.tolist()] for column in part.columns.values()]
        writer.writerows(zip(part.classes.tolist(), *texts, strict=True))
        yield stream.getvalue()
