"""Tables 1 to 3 of Liu and Wu beside ours: ``python -m benchmarks.classics.psi [repetitions]``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler

from nzdd.adapters.psi_learning import engine
from nzdd.formulations.psi_learning import Fold, PsiProblem, psi_path, solve_svm, tuned_c
from nzdd.formulations.psi_learning.two_step import CANDIDATES

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Sample = tuple[Floats, Flags]

METHODS = ("1-norm SVM", "1-norm psi", "2-norm SVM", "2-norm psi")

# test error and mean number of zero coefficients
TABLE_2 = {
    1: ((0.0770, 0.00), (0.0620, 0.00), (0.0761, 0), (0.0617, 0)),
    2: ((0.0828, 1.07), (0.0702, 0.88), (0.0902, 0), (0.0753, 0)),
    3: ((0.0895, 3.48), (0.0807, 3.03), (0.1079, 0), (0.0965, 0)),
    4: ((0.1015, 7.40), (0.0882, 7.01), (0.1330, 0), (0.1242, 0)),
}
TABLE_3 = ((0.0474, 22.2), (0.0420, 22.2), (0.0374, 0), (0.0333, 0))

# nflip: error of the SVM, and of restricted 2-norm psi-learning with a = 0.5, for each C
PRICES = (1.0, 10.0, 1e3, 1e7)
TABLE_1 = {
    0: ((0.0486, 0.0344, 0.0228, 0.0222), (0.0291, 0.0254, 0.0219, 0.0222)),
    1: ((0.0546, 0.0418, 0.0350, 0.0360), (0.0367, 0.0317, 0.0278, 0.0286)),
    2: ((0.0571, 0.0425, 0.0413, 0.0413), (0.0372, 0.0305, 0.0271, 0.0303)),
    5: ((0.0675, 0.0583, 0.0573, 0.0573), (0.0462, 0.0408, 0.0382, 0.0415)),
}

SOLVER = engine(gap=1e-3, threads=1)
SECONDS = 20.0
"""For one mixed-integer program."""


@dataclass(frozen=True)
class Outcome:
    """Of one method on one split."""

    error: float
    zeros: int
    seconds: float
    gap: float


def error(plane, sample: Sample) -> float:
    features, positive = sample
    return float(((plane.values(features) > 0) != positive).mean())


def zeros(plane) -> int:
    """Coefficients that are none, up to the digits of the solvers."""
    return int((np.abs(plane.weights) <= 1e-6).sum())


def inner_gap(result) -> float:
    """The solver's gap: with M at most 1000, as in the paper, and so no proof for large C."""
    return (result.objective - result.bound_within) / max(1.0, result.objective)


def compare(train: Sample, tune: Sample, test: Sample) -> list[Outcome]:
    """The paper's protocol: tuned SVM, then restricted psi-learning, whose C is tuned too."""
    found = []
    for norm in ("l1", "l2"):
        problem = PsiProblem(*train, norm=norm)
        started = perf_counter()
        fold = Fold(problem, *tune)
        best_c = tuned_c([fold], lambda part: solve_svm(part, SOLVER))
        svm = solve_svm(problem.changed(C=best_c), SOLVER)
        found.append(Outcome(error(svm, test), zeros(svm), perf_counter() - started, 0.0))
        started = perf_counter()
        path = psi_path(problem, CANDIDATES, svm, SOLVER, time_limit=SECONDS)
        chosen = min(path, key=lambda result: fold.mistakes(result.plane))
        plane, seconds = chosen.plane, perf_counter() - started
        worst = max(inner_gap(result) for result in path)
        found.append(Outcome(error(plane, test), zeros(plane), seconds, worst))
    return found


def ring(random: np.random.Generator, rows: int, case: int) -> Sample:
    """Section 5.1."""
    x = random.uniform(-2, 2, (rows, 4))
    positive = (x[:, 0] ** 2 + x[:, 1] ** 2 > 2.8) ^ (random.random(rows) < 0.05)
    pairs = np.triu_indices(4, 1)
    columns = np.column_stack((x**2, x, x[:, pairs[0]] * x[:, pairs[1]]))
    return columns[:, : {1: 2, 2: 4, 3: 8, 4: 14}[case]], positive


def disk(random: np.random.Generator, rows: int) -> Sample:
    """Section 3.4: uniform in the unit disk, split by its first axis."""
    angle, radius = random.uniform(0, 2 * np.pi, rows), np.sqrt(random.random(rows))
    x = radius[:, None] * np.column_stack((np.cos(angle), np.sin(angle)))
    return x, x[:, 0] >= 0


def table_1(repetitions: int) -> None:
    print("\nTable 1: 2-norm, a = 0.5, restricted, n = 50; error (paper's)")
    print(f"{'flipped':>8}{'C':>9}{'SVM':>18}{'psi':>18}{'largest gap':>14}")
    for flips, (svms, psis) in TABLE_1.items():
        ours = np.zeros((repetitions, 2, len(PRICES)))
        gaps = np.zeros((repetitions, len(PRICES)))
        for repetition in range(repetitions):
            random = np.random.default_rng(repetition)
            x, positive = disk(random, 50)
            positive[random.choice(50, flips, replace=False)] ^= True
            tune, test = disk(random, 50), disk(random, 20_000)
            problem = PsiProblem(x, positive, norm="l2")
            machines = [solve_svm(problem.changed(C=C), SOLVER) for C in PRICES]
            ours[repetition, 0] = [error(plane, test) for plane in machines]
            best = min(machines, key=lambda plane: error(plane, tune))
            path = psi_path(problem, PRICES, best, SOLVER, time_limit=SECONDS)
            ours[repetition, 1] = [error(result.plane, test) for result in path]
            gaps[repetition] = [inner_gap(result) for result in path]
        means = ours.mean(axis=0)
        for k, C in enumerate(PRICES):
            row = "".join(
                f"{mean:>9.4f} ({paper:.4f})"
                for mean, paper in ((means[0, k], svms[k]), (means[1, k], psis[k]))
            )
            print(f"{flips:>8}{C:>9.0e}{row}{gaps[:, k].max():>14.1%}", flush=True)


def show(title: str, runs: list[list[Outcome]], paper: tuple[tuple[float, float], ...]) -> None:
    print(f"\n{title}; {len(runs)} repetitions")
    print(f"{'method':<12}{'error':>8}{'s.e.':>8}{'paper':>8}{'zeros':>7}{'paper':>7}", end="")
    print(f"{'seconds':>9}{'largest gap':>13}")
    for method, outcomes, (published, none) in zip(
        METHODS, zip(*runs, strict=True), paper, strict=True
    ):
        errors = np.array([outcome.error for outcome in outcomes])
        spread = errors.std(ddof=1) / np.sqrt(errors.size) if errors.size > 1 else np.nan
        print(
            f"{method:<12}{errors.mean():>8.4f}{spread:>8.4f}{published:>8.4f}"
            f"{np.mean([outcome.zeros for outcome in outcomes]):>7.2f}{none:>7.2f}"
            f"{np.mean([outcome.seconds for outcome in outcomes]):>9.2f}"
            f"{max(outcome.gap for outcome in outcomes):>13.1%}",
            flush=True,
        )


def table_2(repetitions: int) -> None:
    for case, paper in TABLE_2.items():
        runs = []
        for repetition in range(repetitions):
            random = np.random.default_rng(repetition)
            runs.append(compare(*(ring(random, rows, case) for rows in (100, 100, 20_000))))
        show(f"Table 2, case {case}", runs, paper)


def table_3(repetitions: int) -> None:
    x, y = load_breast_cancer(return_X_y=True)
    runs = []
    for repetition in range(repetitions):
        order = np.random.default_rng(repetition).permutation(y.size)
        parts = np.split(order, (100, 200))
        scaler = StandardScaler().fit(x[parts[0]])  # the paper does not tell its scaling
        runs.append(compare(*((scaler.transform(x[part]), y[part] == 1) for part in parts)))
    show("Table 3, WDBC", runs, TABLE_3)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    table_3(count)
    table_2(count)
    table_1(count)
