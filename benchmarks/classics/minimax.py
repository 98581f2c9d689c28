"""Tables 1 and 2 of Strohmann, Belitski, Grudic and DeCoste 2003, redone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.classics import peer_estimators, samples
from benchmarks.classics.compare import Method, compare, holdouts
from benchmarks.classics.samples import Sample
from benchmarks.classics.table import Published, Row, table
from nzdd.sklearn import SparseMinimaxClassifier

SPLITS = 50
TWONORM_ROWS = 300  # 270 to train on, by table 2
PAPER, DEFAULT = "ours, as the paper", "ours, default"
TABLE_1: tuple[tuple[str, Callable[[], Sample] | None, str, Published, float], ...] = (
    ("twonorm", None, "features", Published(0.983, 0.004, 25, 0.864), 125.0),
    (
        "Wisconsin breast cancer",
        samples.wisconsin_complete,
        "features",
        Published(0.968, 0.003, 50, 0.909),
        188.5,
    ),
    ("Pima diabetes", samples.pima, "features", Published(0.754, 0.007, 50, 0.382), 165.6),
    ("sonar", samples.sonar, "width", Published(0.864, 0.010, 80, 0.785), 35.3),
)
"""Name, reader, selection, and what tables 1 and 2 publish: accuracy, its standard error, bases
and Omega; seconds."""
_MATLAB = "; ".join(f"{name} {seconds}" for name, _, _, _, seconds in TABLE_1)
LINES = (
    "The size is that of bases; of AdaBoost stumps, of the logistic regression columns, of SVC",
    "vectors. Ionosphere is not at hand. Twonorm is drawn anew for every split, 300 rows.",
    "The paper does not tell where its search for widths begins and ends. Both were set on these",
    "samples so that Omega, of the training rows, is near to the published one. Accuracies of some",
    "other beginnings had been seen by then, so the choice was not blind.",
    f"Table 2, seconds in Matlab in 2003: {_MATLAB}.",
)
_TWONORM = (
    "no rule is right more often than 97.7 % (the normal distribution function at 2), so the "
    "published figure owes something to the rows that were drawn. Ours loses another part to "
    "twenty widths a basis on 270 rows: one width gives 97.2 % on the same splits."
)
_SONAR = (
    "sixty widths a basis on 187 rows fit the rows; the paper takes one width here too, as in the "
    "row above."
)
NOTES = {f"twonorm, {method}": _TWONORM for method in (PAPER, DEFAULT)} | {
    f"sonar, {DEFAULT}": _SONAR
}


def minimax(repetitions: int | None, *, jobs: int, quick: bool) -> tuple[list[Row], list[str]]:
    """Tables 1 and 2 of Strohmann, Belitski, Grudic and DeCoste 2003."""
    splits = repetitions or SPLITS
    rows: list[Row] = []
    for name, read, selection, published, _ in TABLE_1[:2] if quick else TABLE_1:
        sample = _twonorm if read is None else read()
        count = TWONORM_ROWS if callable(sample) else len(sample[1])
        paper = SparseMinimaxClassifier(
            int(published.size), selection=selection, time_limit=None, probability=False
        )
        methods = [Method(PAPER, paper, _bases)]
        if (paper.max_bases, paper.selection) != (50, "features"):
            methods.append(Method(DEFAULT, SparseMinimaxClassifier(probability=False), _bases))
        rows += compare(
            name,
            sample,
            holdouts(count, splits),
            [*methods, *peer_estimators.classifiers()],
            dict.fromkeys((PAPER, DEFAULT), published),
            jobs=jobs,
        )
    return rows, [*table(rows, "accuracy", NOTES), *LINES]


def _twonorm(split: int) -> Sample:
    return samples.twonorm(TWONORM_ROWS, split)


def _bases(model: Any) -> float:
    return len(model.basis_weights_)
