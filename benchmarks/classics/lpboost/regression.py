"""Section 6 of Demiriz, Bennett and Shawe-Taylor 2002: regression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sklearn.model_selection import KFold

from benchmarks.classics import paper_samples, peer_estimators
from benchmarks.classics.compare import Method, Split
from benchmarks.classics.deals import Deal, Same, Task, row
from benchmarks.classics.lpboost.trees import hypotheses
from benchmarks.classics.paper_samples import Sample
from benchmarks.classics.table import Row
from nzdd.sklearn import LPBoostRegressor

DATA = "housing"


def folds(sample: Sample, deal: int) -> list[Split]:
    """Ten folds of a deal."""
    return list(KFold(10, shuffle=True, random_state=deal).split(sample[0]))


def tasks(deals: int) -> Iterator[Task]:
    """Both criteria, and the peers."""
    for deal in range(deals):
        for method in methods():
            yield Task(DATA, Same(paper_samples.housing), folds, method, deal)


def methods() -> Iterator[Method]:
    """LPBoost by the algorithm of the paper, and the peers."""
    for name, criterion in (("deviation", "deviation"), ("squares", "least_squares")):
        model = LPBoostRegressor(criterion=criterion, gap=0.005, algorithm="simplex")
        yield Method(f"LPBoost, {name}", model, hypotheses)
    yield from peer_estimators.regressors()


def rows(cells: Sequence[Deal]) -> Iterator[Row]:
    """A row for each method."""
    for method in methods():
        found = [cell for cell in cells if (cell.data, cell.method) == (DATA, method.name)]
        if found:
            yield row(found)
