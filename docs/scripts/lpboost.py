"""The picture of docs/learning/lpboost.md: run from the root of the project."""

from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import AdaBoostClassifier

from nzdd.formulations.learning.lpboost import NuProblem
from nzdd.sklearn import LPBoostClassifier

NU, ROUNDS = 0.1, 500
plt.rcParams["svg.hashsalt"] = "nzdd"
X, y = load_breast_cancer(return_X_y=True)
model = LPBoostClassifier(nu=NU, algorithm="simplex").fit(X, y)
steps = model.history_[1:]
tried = [step.columns for step in steps]

# The soft margin of AdaBoost: its stumps are among those that LPBoost searches.
problem = NuProblem.classification(np.ones(y.size), NU)
other = AdaBoostClassifier(n_estimators=ROUNDS, random_state=0).fit(X, y)
answers = np.array([stump.predict(X) == y for stump in other.estimators_]) * 2.0 - 1
sums = np.cumsum(other.estimator_weights_[:, None] * answers, axis=0)
totals = np.cumsum(other.estimator_weights_)
margins = [problem.lower(np.array([t]), s) for t, s in zip(totals, sums, strict=True)]

figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
upper, lower = ([getattr(step, side) for step in steps] for side in ("upper", "lower"))
axes.fill_between(tried, lower, upper, color="#0072B2", alpha=0.12, step="post")
axes.step(tried, upper, "--", color="#0072B2", where="post", label="LPBoost: bound")
axes.step(tried, lower, color="#0072B2", where="post", label="LPBoost: ensemble")
axes.plot(np.arange(1, ROUNDS + 1), margins, ":", color="#D55E00", lw=2, label="AdaBoost")
axes.axhline(model.objective_, color="grey", lw=0.8, zorder=0)
axes.set(
    xscale="log",
    ylim=(-0.3, 1),
    xlabel="stumps tried (logarithmic)",
    ylabel="soft margin, nu = 0.1",
)
axes.legend(loc="upper right")
figure.savefig(Path(__file__).parents[1] / "images/learning/lpboost.svg", metadata={"Date": None})
different = len({(int(s.tree_.feature[0]), float(s.tree_.threshold[0])) for s in other.estimators_})
print(f"LPBoost {model.objective_:.4f} with {len(model.estimators_)} of {model.n_iter_} stumps")
print(f"AdaBoost {margins[-1]:.4f} with {different} different ones of {ROUNDS}")
