"""How many thresholds of a column are enough: ``python -m benchmarks.rules.thresholds``.

Five folds of each set, for several numbers of bins and for the cuts of Fayyad and Irani. Prints the
held-out error (of numbers half the mean squared one, as a share of that of the mean) and, for
classes, the log loss. The difference to 32 bins, row by row, comes with its standard error.
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from typing import Any, NamedTuple

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy comes

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn import datasets
from sklearn.model_selection import KFold, StratifiedKFold, train_test_split

from benchmarks.data import folder
from benchmarks.rules import data_sets

USUAL, MDL = "32", "mdl"
BINS = ("8", "16", USUAL, "64", "128", MDL)
LITERALS = 5
"""Of the small vote, at most."""
NUMBERS = ("housing", "diabetes")
"""Sets for regression; ``diabetes`` is that of scikit-learn."""
NAMES = (
    *("cleveland", "hungarian", "statlog heart", "wisconsin", "pima", "diagnostic", "australian"),
    *("german", "ionosphere", "sonar", "musk", "iris", "wine", "adult", "higgs", *NUMBERS),
)


class Outcome(NamedTuple):
    """Held-out losses of the rows in the order of the folds, and means over the folds."""

    errors: NDArray[np.float64]
    losses: NDArray[np.float64]
    rules: float
    literals: float
    seconds: float


def load(name: str) -> tuple[pd.DataFrame, NDArray[Any]]:
    """Table and labels; of large sets a part."""
    if name == "housing":
        path = folder("classification") / "housing.csv"
        table = pd.read_csv(path, header=None)
        table.columns = [f"x{place}" for place in table]
        return table.iloc[:, :-1].astype(float), table.iloc[:, -1].to_numpy(float)
    if name == "diabetes":
        X, y = datasets.load_diabetes(return_X_y=True, as_frame=True)
        return X, y.to_numpy()
    table, labels = data_sets.load(name)
    if labels.size > data_sets.TRAINED:
        table, _, labels, _ = train_test_split(
            table,
            labels,
            train_size=data_sets.TRAINED,
            random_state=data_sets.SEED,
            stratify=labels,
        )
    return table, labels


def outcomes(name: str, bins: str, folds: int = 5) -> list[Outcome]:
    """Without a budget, and with one of `LITERALS`."""
    from nzdd.sklearn import RuleClassifier, RuleRegressor

    X, y = load(name)
    of_numbers = name in NUMBERS
    options: dict[str, Any] = {"cuts": MDL} if bins == MDL else {"max_bins": int(bins)}
    splitter = (KFold if of_numbers else StratifiedKFold)(5, shuffle=True, random_state=1)
    found: list[list[Outcome]] = [[], []]
    for train, test in list(splitter.split(X, y))[:folds]:
        budgets: tuple[dict[str, Any], ...] = ({}, {"max_literals": LITERALS})
        for place, budget in enumerate(budgets):
            start = time.process_time()
            kind = RuleRegressor if of_numbers else RuleClassifier
            model = kind(**options, **budget).fit(X.iloc[train], y[train])
            seconds = time.process_time() - start
            errors, losses = _losses(model, X.iloc[test], y[test], y[train], of_numbers)
            count, literals = len(model.conjunctions_), sum(map(len, model.conjunctions_))
            found[place].append(Outcome(errors, losses, count, literals, seconds))
    return [
        Outcome(
            np.concatenate([each.errors for each in folds_]),
            np.concatenate([each.losses for each in folds_]),
            *(float(np.mean([each[at] for each in folds_])) for at in range(2, 5)),
        )
        for folds_ in found
    ]


def _losses(model: Any, X: Any, y: Any, trained: Any, of_numbers: bool) -> Any:
    if of_numbers:
        errors = (y - model.predict(X)) ** 2 / np.var(trained)
        return errors, errors
    shares = model.predict_proba(X)[np.arange(y.size), np.searchsorted(model.classes_, y)]
    return (model.predict(X) != y).astype(float), -np.log(np.maximum(shares, 1e-12))


def line(name: str, bins: str, outcome: Outcome, usual: Outcome | None) -> str:
    """A row of the table in Markdown."""
    cells = [name, bins]
    for values, base, scale in (
        (outcome.errors, usual and usual.errors, 100),
        (outcome.losses, usual and usual.losses, 1),
    ):
        text = f"{scale * values.mean():.{1 if scale > 1 else 3}f}"
        if base is not None:
            apart = scale * (values - base)
            digits = 1 if scale > 1 else 3
            error = apart.std() / np.sqrt(apart.size)
            text += f" ({apart.mean():+.{digits}f} ± {error:.{digits}f})"
        cells.append(text)
    cells += [f"{outcome.rules:.0f}", f"{outcome.literals:.0f}", f"{outcome.seconds:.2f}"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sets", nargs="*", default=NAMES, choices=NAMES, metavar="SET")
    parser.add_argument("--bins", nargs="*", default=BINS, choices=BINS, metavar="BINS")
    parser.add_argument("--folds", type=int, default=5, help="of five, so many are held out")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    print("| set | bins | error (%) | log loss | rules | literals | CPU s |")
    print("|---|---|---|---|---|---|---|")
    for name in options.sets:
        usual: list[Outcome] | None = None
        for bins in dict.fromkeys((USUAL, *options.bins)):
            if bins == MDL and name in NUMBERS:  # it needs classes
                continue
            found = outcomes(name, bins, options.folds)
            for place, title in enumerate((name, f"{name}, {LITERALS} literals")):
                base = usual[place] if usual else None
                print(line(title, bins, found[place], base), flush=True)
            usual = usual or found


if __name__ == "__main__":
    main()
