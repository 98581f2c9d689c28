"""Sparse classifiers of incomes (a9a) and mushrooms, compared with other 1-norm methods.

Pass the name of a folder to draw figures there: bounds against time, and weights against nu.
"""

import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.svm import LinearSVC

from nzdd.adapters.methods.soft_margin import engines
from nzdd.files import samples
from nzdd.learning.soft_margin import (
    InteriorPoint,
    LabelledSample,
    SampleDiagram,
    compare,
    nu_path,
)
from nzdd.sklearn import BinaryEncoder, SoftMarginClassifier

HERE = Path(__file__).parent
# scikit-learn 1.8 names the 1-norm differently; older versions take that name for the 2-norm
ONE_NORM = {"penalty": "l1"} if LogisticRegression().penalty == "l2" else {"l1_ratio": 1}


def side_by_side(classifier, train, test):
    """Time, errors and size of the classifier and of two others, fitted to 0/1 columns."""
    bits, labels = train
    others = [
        LogisticRegression(C=1.0, solver="liblinear", **ONE_NORM),
        LinearSVC(C=0.1, penalty="l1", dual=False, max_iter=10_000),
    ]
    print(f"{'':22}{'seconds':>9}{'train error':>13}{'test error':>12}{'weights':>9}")
    for model in (classifier, *others):
        started = time.process_time()
        model.fit(bits, labels)
        seconds = time.process_time() - started
        errors = [1 - model.score(*part) for part in (train, test)]
        print(
            f"{type(model).__name__:22}{seconds:9.2f}{errors[0]:13.4f}{errors[1]:12.4f}"
            f"{np.count_nonzero(model.coef_):9}"
        )
    print(f"proven: no weights have a soft margin above {classifier.dual_objective_:.8f},")
    print(f"        these have {classifier.objective_:.8f} at nu = {classifier.nu_:.3f}\n")


print("Who earns more than 50,000? (a9a, in SVMlight format)")
parts = [samples.read(HERE / name) for name in ("a9a.gz", "a9a.t.gz")]
width = max(part.rows.num_symbols for part in parts)
train, test = ((np.zeros((part.rows.num_rows, width), np.uint8), part.labels) for part in parts)
for (matrix, _), part in zip((train, test), parts, strict=True):
    offsets, symbols = part.rows.to_csr()
    matrix[np.repeat(np.arange(len(matrix)), np.diff(offsets)), symbols] = 1
side_by_side(SoftMarginClassifier(nu=0.36), train, test)

print("Which mushrooms are poisonous? (letters, encoded as 0/1 columns with names)")
table = pd.read_csv(HERE / "mushroom.csv.gz")
encoder = BinaryEncoder()
bits = encoder.fit_transform(table.drop(columns="class"))
names = encoder.get_feature_names_out().tolist()
split = train_test_split(bits, table["class"].to_numpy(), test_size=0.3, random_state=0)
mushrooms = SoftMarginClassifier(nu=0.01)
side_by_side(mushrooms, (split[0], split[2]), (split[1], split[3]))
whole = SoftMarginClassifier(nu=0.1, encoder=BinaryEncoder())
whole.fit(table.drop(columns="class"), table["class"])
print("with nu = 0.1 on all of them:")
print(whole.summary())

if len(sys.argv) > 1:
    from nzdd.pictures import matplotlib as figures

    folder = Path(sys.argv[1])
    sample = LabelledSample.from_rows(bits, table["class"] == "p")
    results = compare(sample, 0.1, engines("lp", None)["solve_model"], gap=1e-6)
    figures.bounds(results).savefig(folder / "bounds.svg")
    interior_point = InteriorPoint(SampleDiagram.from_sample(sample, "row"))
    path = nu_path(interior_point, np.linspace(0.02, 0.9, 45))
    figures.weights_path(path, names).savefig(folder / "weights.svg")
