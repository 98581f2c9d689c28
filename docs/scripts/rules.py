"""The pictures of docs/learning/rules.md: run from the root of the project."""

from pathlib import Path

from matplotlib import pyplot as plt
from sklearn.datasets import load_breast_cancer

from nzdd.adapters.pictures import matplotlib as figures
from nzdd.sklearn import RuleClassifier

plt.rcParams["svg.hashsalt"] = "nzdd"
result = RuleClassifier().fit(*load_breast_cancer(return_X_y=True)).result_
figure = figures.rule_path(result.path, result.chosen)
figure.savefig(Path(__file__).parents[1] / "images/learning/rules.svg", metadata={"Date": None})
for at, point in enumerate(result.path.points):
    chosen = "  chosen" if at == result.chosen else ""
    sizes = f"{point.num_rules:5} rules {point.num_literals:5} literals"
    print(f"{point.level:8.4f} {point.relax:5.2f} {sizes} {point.held_out_loss:8.4f}{chosen}")

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
small = RuleClassifier(max_literals=5).fit(X, y.map({0: "malignant", 1: "benign"}))
picture = small.explain_row(X.iloc[[13]]).to_svg()
(Path(__file__).parents[1] / "images/learning/rules_row.svg").write_text(picture + "\n", "utf-8")
