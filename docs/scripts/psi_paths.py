"""Figure 4 of Liu and Wu, for docs/learning/psi_learning.md: run from the root of the project."""

from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt

from benchmarks.classics.psi.simulated import ring
from benchmarks.classics.psi.tuned import SOLVER, machine
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.learning.psi_learning import Fold, PsiProblem, psi_path, tuned_c

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#999999"
PRICES = np.logspace(-2, 3, 16)
LEARNED, TUNED, SECONDS = 100, 200, 30.0

plt.rcParams["svg.hashsalt"] = "nzdd"
X, y = ring(0, case=3, tested=20_000)
figure, panels = plt.subplots(2, 3, figsize=(9.6, 5.2), sharex=True, layout="constrained")
for row, norm in zip(panels, ("l1", "l2"), strict=True):
    problem = PsiProblem(X[:LEARNED], y[:LEARNED], norm=norm)
    fold = Fold(problem, X[LEARNED:TUNED], y[LEARNED:TUNED])
    svms = [machine(problem.changed(C=C)) for C in PRICES]
    svm = machine(problem.changed(C=tuned_c([fold], machine)))
    results = psi_path(problem, PRICES, svm, SOLVER, make_engine=GlopEngine, time_limit=SECONDS)
    gap = max((each.objective - each.bound_within) / max(1, each.objective) for each in results)
    print(norm, f"largest gap {gap:.2g}")
    for axes, title, planes, colour in (
        (row[0], "SVM", svms, ORANGE),
        (row[1], "psi-learning", [result.plane for result in results], BLUE),
    ):
        weights = np.array([plane.weights for plane in planes])
        axes.plot(PRICES, weights[:, :2], c=colour)
        axes.plot(PRICES, weights[:, 2:], c=GREY, lw=0.9, ls="--")
        axes.set(title=f"{norm[1]}-norm {title}", xscale="log", ylabel="coefficients")
        errors = [np.mean((plane.values(X[TUNED:]) > 0) != y[TUNED:]) for plane in planes]
        row[2].plot(PRICES, errors, c=colour, label=title)
    row[2].axhline(0.05, c=GREY, lw=0.9, ls=":", label="least possible")
    row[2].set(title=f"{norm[1]}-norm, test error", ylim=(0, 0.3))
    row[2].legend(frameon=False)
for axes in panels[1]:
    axes.set_xlabel("C")
figure.savefig(Path(__file__).parents[1] / "images/learning/psi_paths.svg", metadata={"Date": None})
