"""``nzdd predict``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.cli.answer import Answer
from nzdd.adapters.cli.arguments import add_label, add_output
from nzdd.adapters.cli.inputs import encoded
from nzdd.adapters.cli.outputs import check_output
from nzdd.adapters.files import classifiers, samples, tables
from nzdd.adapters.files.classifiers import SavedClassifier
from nzdd.adapters.files.text import write_text
from nzdd.input.row_table import RowTable
from nzdd.input.text import printable, short


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL.json", help="file written by `nzdd fit -o`")
    parser.add_argument("sample", metavar="SAMPLE", help="rows, in any format `nzdd fit` reads")
    add_label(parser, "which is left out")
    parser.add_argument("--scores", action="store_true", help="print decision values, too")
    add_output(parser, "OUT.txt", "file for the predictions (default: standard output)")


def run(options: Namespace) -> Answer:
    """Predict the class of each row, one a line."""
    check_output(options.output, (".txt", ".txt.gz"), options.model, options.sample)
    saved = classifiers.load(options.model)
    rows = _rows(options, saved)
    classes = saved.classifier.predict(rows)
    scores = saved.classifier.decision_function(rows) if options.scores else None
    lines = _lines(classes, scores)
    facts: dict[str, Any] = {"rows": rows.num_rows, "classes": list(saved.classifier.classes)}
    counts = np.unique(classes, return_counts=True)
    facts["counts"] = {str(label): int(n) for label, n in zip(*counts, strict=True)}
    if options.output is not None:
        write_text(options.output, (line + "\n" for line in lines))
        shares = ", ".join(f"{n:,} {short(label)}" for label, n in facts["counts"].items())
        return Answer(facts, f"{rows.num_rows:,} rows: {shares}; written to {options.output}")
    if options.json:
        facts["predictions"] = classes.tolist()
        if scores is not None:
            facts["scores"] = scores.tolist()
    return Answer(facts, "\n".join(lines))


def _rows(options: Namespace, saved: SavedClassifier) -> RowTable:
    if saved.encoder is None:
        return samples.read_rows(options.sample, saved.classifier.feature_names, options.label)
    from nzdd.adapters.sklearn.encoding.saved_encoder import from_dict  # an extra

    encoder = from_dict(saved.encoder)
    bits = encoded(options.sample, tables.read_frame(options.sample), encoder)
    if bits.num_symbols != saved.classifier.num_features:
        raise ValueError(
            f"{options.model}: its encoder makes {bits.num_symbols} bits for "
            f"{saved.classifier.num_features} weights; save the model again with `nzdd fit -o`"
        )
    return bits


def _lines(classes: NDArray[Any], scores: NDArray[np.float64] | None) -> list[str]:
    labels = [printable(str(label)) for label in classes.tolist()]
    if scores is None:
        return labels
    values = (scores[:, None] if scores.ndim == 1 else scores).tolist()
    return [
        "\t".join([label, *(f"{score:.9g}" for score in row)])
        for label, row in zip(labels, values, strict=True)
    ]
