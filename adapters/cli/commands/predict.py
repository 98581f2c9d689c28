"""``nzdd predict``."""

from __future__ import annotations

import csv
import io
from argparse import ArgumentParser, Namespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.cli.answer import Answer
from nzdd.adapters.cli.arguments import add_label, add_output
from nzdd.adapters.cli.inputs import encoded
from nzdd.adapters.cli.learning.training_data import bits
from nzdd.adapters.cli.outputs import check_output
from nzdd.adapters.files import classifiers, samples, tables
from nzdd.adapters.files.classifiers import SavedClassifier
from nzdd.adapters.files.raw_samples import read_like
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.text import write_text
from nzdd.input.row_table import RowTable
from nzdd.input.text import printable, short

OUTPUTS = (".csv", ".csv.gz", ".txt", ".txt.gz")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL.json", help="file written by `nzdd fit -o`")
    what = "rows in the format of those of `nzdd fit`, with or without the label column"
    parser.add_argument("sample", metavar="SAMPLE", help=what)
    add_label(parser, "which is left out", "that of the model")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--scores", action="store_true", help="print decision values, too")
    which.add_argument("--proba", action="store_true", help="print probabilities of the classes")
    what = "file for the predictions: .csv with a line of names, .txt (default: standard output)"
    add_output(parser, "OUT", what)


def run(options: Namespace) -> Answer:
    """Predict the class of each row, one a line."""
    check_output(options.output, OUTPUTS, options.model, options.sample)
    saved = classifiers.load(options.model)
    if options.proba and saved.calibration is None:
        raise ValueError(
            f"{options.model}: the model has no probabilities; fit and save it again with "
            "`nzdd fit -o`, where scikit-learn is installed, or take --scores"
        )
    rows = _rows(options, saved)
    classes = saved.classifier.predict(rows)
    labels = list(saved.classifier.classes)
    columns: dict[str, NDArray[np.float64]] = {}
    scores = probabilities = None
    if options.scores:
        scores = saved.classifier.decision_function(rows)
        values = scores[:, None] if scores.ndim == 1 else scores
        of = labels[1:] if scores.ndim == 1 else labels
        columns = {f"score of {label}": values[:, k] for k, label in enumerate(of)}
    if options.proba and saved.calibration is not None:
        probabilities = saved.calibration.probabilities(saved.classifier.decision_function(rows))
        columns = {f"probability of {label}": probabilities[:, k] for k, label in enumerate(labels)}
    facts: dict[str, Any] = {"rows": rows.num_rows, "classes": labels}
    counts = np.unique(classes, return_counts=True)
    facts["counts"] = {str(label): int(n) for label, n in zip(*counts, strict=True)}
    if options.output is not None:
        as_csv = options.output.lower().removesuffix(".gz").endswith(".csv")
        write_text(options.output, _csv(classes, columns) if as_csv else _lines(classes, columns))
        shares = ", ".join(f"{n:,} {short(label)}" for label, n in facts["counts"].items())
        return Answer(facts, f"{rows.num_rows:,} rows: {shares}; written to {options.output}")
    if options.json:
        facts["predictions"] = classes.tolist()
        if scores is not None:
            facts["scores"] = scores.tolist()
        if probabilities is not None:
            facts["probabilities"] = probabilities.tolist()
    return Answer(facts, "".join(_lines(classes, columns)).removesuffix("\n"))


def _rows(options: Namespace, saved: SavedClassifier) -> RowTable:
    """The bits of the rows, read as the sample of the model was."""
    encoder = None
    if saved.encoder is not None:
        from nzdd.adapters.sklearn.encoding.saved_encoder import from_dict  # an extra

        encoder = from_dict(saved.encoder)
    if saved.reading is not None:
        reading = Reading.from_dict(saved.reading)
        sample = read_like(options.sample, reading, options.label, labelled=False)
        rows = bits(options.sample, sample, encoder)[0]
    elif encoder is not None:  # from here on models of older releases
        rows = encoded(options.sample, tables.read_frame(options.sample), encoder)
    else:
        names = saved.classifier.feature_names
        return samples.read_rows(options.sample, names, options.label)
    if encoder is not None and rows.num_symbols != saved.classifier.num_features:
        raise ValueError(
            f"{options.model}: its encoder makes {rows.num_symbols} bits for "
            f"{saved.classifier.num_features} weights; save the model again with `nzdd fit -o`"
        )
    return rows


def _lines(classes: NDArray[Any], columns: dict[str, NDArray[np.float64]]) -> list[str]:
    """The class of each row, and the numbers behind it."""
    texts = [[f"{value:.9g}" for value in column.tolist()] for column in columns.values()]
    labels = [printable(str(label)) for label in classes.tolist()]
    return ["\t".join(line) + "\n" for line in zip(labels, *texts, strict=True)]


def _csv(classes: NDArray[Any], columns: dict[str, NDArray[np.float64]]) -> list[str]:
    """The same as a table with a line of names."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["prediction", *columns])
    texts = [[f"{value:.9g}" for value in column.tolist()] for column in columns.values()]
    writer.writerows(zip(classes.tolist(), *texts, strict=True))
    return [stream.getvalue()]
