"""Figure 3 of Liu and Wu, for docs/learning/psi_learning.md: run from the root of the project."""

from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt

from benchmarks.classics.psi.simulated import ring
from benchmarks.classics.psi.tuned import SOLVER, machine
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.learning.psi_learning import Fold, PsiProblem, psi_path, tuned_c
from nzdd.formulations.learning.psi_learning.two_step_method import CANDIDATES

BLUE, ORANGE, GREY, DARK = "#0072B2", "#D55E00", "#999999", "#222222"
LEARNED, TUNED, SECONDS = 100, 200, 30.0

plt.rcParams["svg.hashsalt"] = "nzdd"
X, y = ring(0, case=3, tested=20_000)
x, X = X[:LEARNED, 4:6], X[:, :2]  # the columns, and the squares that case 1 has
problem = PsiProblem(X[:LEARNED], y[:LEARNED], norm="l2")
fold = Fold(problem, X[LEARNED:TUNED], y[LEARNED:TUNED])
svm = machine(problem.changed(C=tuned_c([fold], machine)))
results = psi_path(problem, CANDIDATES, svm, SOLVER, make_engine=GlopEngine, time_limit=SECONDS)
found = min(results, key=lambda result: fold.mistakes(result.plane))
held = found.problem.fixed
print(f"C = {found.problem.C:g}, {held.sum()} of {LEARNED} rows restricted, gap {found.gap:.1g}")

figure, axes = plt.subplots(figsize=(4.8, 4.8), layout="constrained")
side = np.linspace(-2, 2, 300)
grid = np.column_stack([part.ravel() ** 2 for part in np.meshgrid(side, side)])
values = {
    "Bayes": (grid.sum(axis=1) - 2.8, DARK, "-"),
    "SVM": (svm.values(grid), ORANGE, ":"),
    "psi-learning": (found.plane.values(grid), BLUE, "--"),
}
for name, (heights, colour, line) in values.items():
    axes.contour(side, side, heights.reshape(300, 300), [0], colors=colour, linestyles=line)
    axes.plot([], [], c=colour, ls=line, label=name)
for rows, mark, face in ((y[:LEARNED], "+", DARK), (~y[:LEARNED], "o", "none")):
    edge = {} if mark == "+" else {"ec": DARK}
    axes.scatter(*x[rows].T, s=28, c=face, marker=mark, **edge)
axes.scatter(*x[held].T, s=70, c=GREY, marker="x", lw=0.8, label="restricted")
axes.set(xlabel="x1", ylabel="x2")
axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.1), ncols=4, frameon=False)
figure.savefig(
    Path(__file__).parents[1] / "images/learning/psi_restricted.svg", metadata={"Date": None}
)
for name, plane in (("SVM", svm), ("psi-learning", found.plane)):
    print(name, f"test error {np.mean((plane.values(X[TUNED:]) > 0) != y[TUNED:]):.4f}")
