"""The page of the classics: what of their papers was run, and what came out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.pages.comparisons import has_accuracy, published
from benchmarks.pages.statements import CLASSICS, statements
from benchmarks.pages.verdict import Verdict

REPRODUCED = "benchmarks/tables/classics/reproduced.txt"
INTRODUCTION = f"""\
Scripts of [psi-learning](../learning/psi_learning.md) draw figures 1, 3 and 4 of Liu and Wu. A
command can be stopped and started again. With `--full` it takes days; without, two repetitions.

--8<-- "docs/{REPRODUCED}"

Runs are splits, or deals of ten folds. *Worse* are errors that exceed the published ones by more
than two standard errors, where there are several runs; tables below give reasons.

"""
DEMIRIZ, GOLDBERG, LIU, STROHMANN = CLASSICS
PICTURE = "pictures without numbers"
LARGE = ("adult", "optdigits", "usps")


class Experiment(NamedTuple):
    """A table or figure of a paper.

    Attributes
    ----------
    paper, item : str
    asked : int
        Splits or deals of the paper; 0 if there is nothing to run.
    record : str
        Of the classics, where its runs are.
    keep : callable
        Whether a run of the record belongs to it.
    note : str
        What is published, if it is not errors.
    drawn : str
        What there is of it here.
    """

    paper: str
    item: str
    asked: int
    record: str
    keep: Callable[[dict[str, Any]], bool] = lambda run: True
    note: str = ""
    drawn: str = "drawn below"


EXPERIMENTS = (
    Experiment(DEMIRIZ, "Table 1, stumps", 10, "lpboost", lambda run: run["method"] == "LPBoost"),
    Experiment(DEMIRIZ, "Table 2, large samples", 1, "lpboost", lambda run: run["data"] in LARGE),
    Experiment(
        DEMIRIZ,
        "Table 3, trees",
        10,
        "lpboost",
        lambda run: run["method"] != "LPBoost" and run["data"] not in LARGE,
    ),
    Experiment(DEMIRIZ, "Figure 1", 1, "lpboost", lambda run: run["data"] in LARGE, PICTURE),
    Experiment(
        DEMIRIZ,
        "Section 6",
        1,
        "lpboost",
        lambda run: run["method"].startswith("LPBoost, "),
        "a program for regression, no experiment",
        "housing, below",
    ),
    Experiment(GOLDBERG, "Figure 1", 0, "", note="an illustration", drawn="-"),
    Experiment(
        GOLDBERG,
        "Table 1",
        200,
        "l0_rboost",
        lambda run: (
            run["method"].endswith(("printed", "LPBoost, K = 1", "LPBoost, K = 5"))
            and "294" not in run["data"]
        ),
    ),
    Experiment(GOLDBERG, "Figures 2 to 11", 10, "l0_robustness", note=PICTURE),
    Experiment(LIU, "Table 1, SVM", 100, "psi", lambda run: run["data"].startswith("disk")),
    Experiment(LIU, "Table 1, psi-learning", 100, "psi_a"),
    Experiment(LIU, "Table 2", 100, "psi", lambda run: run["data"].startswith("ring")),
    Experiment(LIU, "Table 3", 10, "psi", lambda run: run["data"] == "WDBC"),
    Experiment(LIU, "Figures 1 to 4", 0, "", note="illustrations", drawn="1, 3, 4 by scripts"),
    Experiment(STROHMANN, "Table 1, sparse machine", 50, "minimax", lambda run: run["size"] <= 80),
    Experiment(STROHMANN, "Table 1, standard", 50, "minimax", lambda run: run["size"] > 80),
    Experiment(STROHMANN, "Table 2", 50, "minimax", note="seconds in Matlab", drawn="seconds"),
    Experiment(STROHMANN, "Figures 1 and 2", 50, "minimax_curves", note=PICTURE),
    Experiment(STROHMANN, "Figure 3", 50, "minimax_curves", note=PICTURE),
)


def write(docs: Path, records: dict[str, dict[str, Any]]) -> None:
    """Write the table of all experiments, and the theorems below it."""
    table = "\n".join(_rows(records))
    (docs / REPRODUCED).write_text(f"{table}\n\n{statements(CLASSICS)}")


def _rows(records: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield "| paper | item | runs | published | here | verdict |"
    yield "|---|---|---|---|---|---|"
    for each in EXPERIMENTS:
        cells = ["-", each.note, each.drawn, "-"]
        if each.asked:
            found = records[f"classics-{each.record}"]
            kept = [run for run in found["runs"] if each.keep(run)]
            own = [run for run in kept if run.get("published")] or kept
            cells[0] = f"{_done(own, each.asked)} of {each.asked}"
            if not each.note:
                cells[1:] = _told(published(own, has_accuracy(found)))
        yield f"| {each.paper} | {each.item} | {' | '.join(cells)} |"


def _done(runs: list[dict[str, Any]], asked: int) -> int:
    """Of each method at least so many."""
    return min(asked, *(int(run.get("splits") or run["deals"]) for run in runs))


def _told(verdict: Verdict) -> tuple[str, str, str]:
    """How many errors are published, the ratio of ours, and whether some are worse for certain."""
    worse = f"{len(verdict.lost)} worse" if verdict.lost else "as published"
    return f"{len(verdict.pairs)} errors", f"{verdict.mean:.3g} times", worse
