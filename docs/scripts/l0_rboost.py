"""The picture of docs/learning/l0_rboost.md: run from the root of the project."""

from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt

from nzdd.sklearn import BinaryEncoder, L0RBoostClassifier

plt.rcParams["svg.hashsalt"] = "nzdd"
random = np.random.default_rng(0)
points = random.random((300, 2))
inside = (points[:, 0] > 0.3) & (points[:, 1] > 0.5)
noisy = inside ^ (random.random(300) < 0.1)
cuts = BinaryEncoder(cuts=np.arange(0.1, 1, 0.1).round(1).tolist())
model = L0RBoostClassifier(encoder=cuts, max_order=2).fit(points, noisy)

side = np.linspace(0.0025, 0.9975, 200)
grid = np.column_stack([part.ravel() for part in np.meshgrid(side, side)])
votes = model.decision_function(grid).reshape(200, 200)
figure, axes = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
image = axes.imshow(votes, origin="lower", extent=(0, 1, 0, 1), cmap="RdBu", vmin=-1, vmax=1)
axes.contour(side, side, votes, levels=[0], colors="black")
axes.scatter(*points[noisy].T, s=9, c="navy", marker="+")
axes.scatter(*points[~noisy].T, s=9, c="maroon", marker="_")
axes.set(xlabel="x0", ylabel="x1")
figure.colorbar(image, label="vote")
figure.savefig(Path(__file__).parents[1] / "images/learning/l0_rboost.svg", metadata={"Date": None})
print(model.summary())
