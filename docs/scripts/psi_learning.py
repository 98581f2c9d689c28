"""The picture of docs/learning/psi_learning.md: run from the root of the project."""

from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt
from sklearn.svm import SVC

from nzdd.formulations.learning.psi_learning import psi
from nzdd.sklearn import PsiClassifier

BLUE, ORANGE, DARK = "#0072B2", "#D55E00", "#222222"  # for colour-blind eyes too

plt.rcParams["svg.hashsalt"] = "nzdd"
random = np.random.default_rng(0)
points = random.uniform(-1, 1, (40, 2))
outliers = np.array([[-0.9, -0.6], [-0.75, -0.85], [-0.95, -0.9], [-0.6, -0.95]])
y = np.append(points[:, 0] > 0, [True] * 4)
points = np.vstack((points, outliers))
svm = SVC(kernel="linear", C=10.0).fit(points, y)
model = PsiClassifier(10.0, norm="l2", standardize=False, restricted=False).fit(points, y)

figure, (losses, plane) = plt.subplots(1, 2, figsize=(8.2, 3.6), layout="constrained")
u = np.linspace(-1.5, 2, 701)
losses.plot(u, np.maximum(0, 1 - u), "--", c=ORANGE, lw=2, label="hinge (SVM)")
for part in (u[u < 0], u[u >= 0]):
    losses.plot(part, psi(part, 0.5), c=BLUE, lw=2, label="psi, a = 0.5" if part[0] == 0 else None)
losses.plot(0, 2, "o", c=BLUE, mfc="white")
losses.plot(0, 0.5, "o", c=BLUE)
losses.set(xlabel="margin u = y f(x)", ylabel="loss")
losses.legend(frameon=False)

side = np.linspace(-1.05, 1.05, 200)
grid = np.column_stack([part.ravel() for part in np.meshgrid(side, side)])
for machine, colour, line in ((svm, ORANGE, "--"), (model, BLUE, "-")):
    values = machine.decision_function(grid).reshape(200, 200)
    plane.contour(side, side, values, levels=[0], colors=colour, linestyles=line, linewidths=2)
plane.scatter(*points[y].T, s=28, c=DARK, marker="+")
plane.scatter(*points[~y].T, s=22, ec=DARK, fc="none", marker="o")
plane.axvline(0, c=DARK, lw=0.8, ls=":")
plane.set(xlabel="x0", ylabel="x1", xlim=(-1.05, 1.05), ylim=(-1.05, 1.05))
figure.savefig(
    Path(__file__).parents[1] / "images/learning/psi_learning.svg", metadata={"Date": None}
)
print(model.summary())
