"""The picture of docs/learning/minimax.md: run from the root, with NZDD_DATA set."""

from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt

from benchmarks.classics import paper_samples
from benchmarks.classics.compare import holdouts
from nzdd.sklearn import SparseMinimaxClassifier

SPLITS, BASES, COUNTS = 5, 60, (1, 3, 8, 20, 40, 60)
plt.rcParams["svg.hashsalt"] = "nzdd"
figure, panels = plt.subplots(1, 2, figsize=(9, 3.2), sharey=True, layout="constrained")
for axes, name, (X, y) in zip(
    panels, ("Pima diabetes", "sonar"), (paper_samples.pima(), paper_samples.sonar()), strict=True
):
    for selection, colour in (("features", "#0072B2"), ("width", "#D55E00")):
        bounds, scores = [], []
        for seed, (train, test) in enumerate(holdouts(len(y), SPLITS)):
            options = {"selection": selection, "random_state": seed}
            # With one seed a shorter fit is the beginning of a longer one.
            models = [
                SparseMinimaxClassifier(count, **options).fit(X[train], y[train])
                for count in COUNTS
            ]
            bounds.append([step.bound for step in models[-1].history_])
            scores.append([model.score(X[test], y[test]) for model in models])
        counted = np.arange(1, BASES + 1)
        axes.plot(counted, np.mean(bounds, axis=0), colour, label=f"Omega, {selection}")
        axes.plot(
            COUNTS,
            np.mean(scores, axis=0),
            color=colour,
            ls="--",
            marker=".",
            label=f"accuracy, {selection}",
        )
    axes.set(title=name, xlabel="bases", ylim=(0, 1))
    axes.grid(alpha=0.3)
axes.legend(loc="lower right", fontsize="small")
figure.savefig(
    Path(__file__).parents[1] / "images/learning/minimax_bound.svg", metadata={"Date": None}
)
