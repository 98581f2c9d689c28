"""Short adapters of other packages; each is imported only when it is fitted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.rules.methods import LARGER, Method, Size, added, depths, flat

SIZES = (5, 10, 20)
"""What methods with a limit of their size are held to."""
IMPORTS = (
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.model_selection",
    "sklearn.multiclass",
    "sklearn.svm",
    "imodels",
    "wittgenstein",
    "aix360.algorithms.rbm",
    "interpret.glassbox",
    "xgboost",
    "nzdd.sklearn",
)
"""What is imported once, before the processes of the fits are forked."""
LEAVES = (3, 4, 6, 11, 21)
"""Of trees; 3 leaves have 5 conditions on their paths, 6 leaves 5 splits."""


class SparseLogistic:
    """At most `most` non-zero weights: the last such point of the l1 path, refitted there."""

    def __init__(self, most: int) -> None:
        self.most = most

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> None:
        """Walk down the path until there are more weights."""
        from sklearn.linear_model import LogisticRegression
        from sklearn.svm import l1_min_c

        self.chosen = np.zeros(0, np.intp)
        for strength in l1_min_c(X, y, loss="log") * np.geomspace(1, 1000, 40):
            model = LogisticRegression(
                l1_ratio=1, C=strength, solver="liblinear", intercept_scaling=10, random_state=0
            ).fit(X, y)
            found = np.flatnonzero(model.coef_[0])
            if found.size > self.most:
                break
            self.chosen = found
        if not self.chosen.size:
            self.chosen = np.flatnonzero(X.std(axis=0))[:1]
        self.model = LogisticRegression(C=1.0, max_iter=1000).fit(X[:, self.chosen], y)

    def predict(self, X: NDArray[Any]) -> Any:
        """By the weights refitted."""
        return self.model.predict(X[:, self.chosen])

    def predict_proba(self, X: NDArray[Any]) -> Any:
        """By the weights refitted."""
        return self.model.predict_proba(X[:, self.chosen])


class PrunedTree:
    """A tree whose pruning is chosen by five inner folds, of at most 20 penalties."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> None:
        """Fit the best of them to all rows."""
        from sklearn.model_selection import GridSearchCV, StratifiedKFold
        from sklearn.tree import DecisionTreeClassifier

        tree = DecisionTreeClassifier(random_state=0)
        penalties = np.unique(tree.cost_complexity_pruning_path(X, y).ccp_alphas.clip(0))
        places = np.linspace(0, penalties.size - 1, min(20, penalties.size)).round().astype(int)
        folds = StratifiedKFold(5, shuffle=True, random_state=0)  # files may be in some order
        search = GridSearchCV(tree, {"ccp_alpha": penalties[places][::-1]}, cv=folds)
        self.tree_ = search.fit(X, y).best_estimator_.tree_
        self.predict, self.predict_proba = search.predict, search.predict_proba


class Ripper:
    """RIPPER of wittgenstein: rules for the smaller class."""

    def fit(self, X: Any, y: NDArray[Any]) -> None:
        """Learn a set of rules."""
        from wittgenstein import RIPPER

        self.rarer = int(np.bincount(y).argmin())
        self.model = RIPPER(random_state=0)
        self.model.fit(X.reset_index(drop=True), y=y == self.rarer, pos_class=True)

    def predict(self, X: Any) -> Any:
        """The rarer class where a rule fires."""
        fires = np.array(self.model.predict(X.reset_index(drop=True)), bool)
        return np.where(fires, self.rarer, 1 - self.rarer)

    def predict_proba(self, X: Any) -> Any:
        """As the package estimates them."""
        found = self.model.predict_proba(X.reset_index(drop=True))
        return found if self.rarer == 1 else found[:, ::-1]


class FasterRisk:
    """Whole-number weights from -5 to 5, of bits; the first of the pool."""

    def __init__(self, most: int) -> None:
        self.most = most

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> None:
        """Search by beams. Version 0.1.10 calls ``tostring``, which NumPy 2.3 took away."""
        spec = find_spec("fasterrisk.rounding")
        assert spec is not None
        assert spec.origin is not None
        sys.modules[spec.name] = module = module_from_spec(spec)
        source = Path(spec.origin).read_text().replace(".tostring()", ".tobytes()")
        exec(compile(source, spec.origin, "exec"), module.__dict__)
        from fasterrisk.fasterrisk import RiskScoreClassifier, RiskScoreOptimizer

        table = X.astype(float)
        most = min(self.most, table.shape[1])
        search = RiskScoreOptimizer(X=table, y=2.0 * y - 1, k=most)
        search.optimize()
        scale, intercept, self.weights = search.get_models(model_index=0)
        self.card = RiskScoreClassifier(scale, intercept, self.weights, X_train=table)

    def predict(self, X: NDArray[Any]) -> Any:
        """By the sign of the score."""
        return (self.card.predict(X.astype(float)) > 0).astype(int)

    def predict_proba(self, X: NDArray[Any]) -> Any:
        """By the scaled score."""
        positive = self.card.predict_prob(X.astype(float))
        return np.column_stack([1 - positive, positive])


class BooleanRules:
    """Boolean rules by column generation of AIX360 (its light version, a beam search)."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> None:
        """Bits and their complements; rules for the class 1. Clarabel stands in for ECOS."""
        import pandas as pd
        from aix360.algorithms.rbm import BooleanRuleCG

        self.model = BooleanRuleCG(solver="CLARABEL", silent=True)
        both = self._both(X)
        names = pd.MultiIndex.from_product([map(str, range(both.shape[1])), [">"], ["0"]])
        self.model.fit(pd.DataFrame(both, columns=names), y)

    def predict(self, X: NDArray[Any]) -> Any:
        """1 where a rule fires."""
        return np.asarray(self.model.predict(self._both(X)))

    @staticmethod
    def _both(X: NDArray[Any]) -> NDArray[Any]:
        return np.hstack([X, 1 - X]).astype(int)


def _dummy() -> Any:
    from sklearn.dummy import DummyClassifier

    return DummyClassifier()


def _logistic() -> Any:
    """One class against the others where there are more than two."""
    from sklearn.linear_model import LogisticRegressionCV
    from sklearn.model_selection import StratifiedKFold
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    model = LogisticRegressionCV(
        Cs=np.geomspace(0.01, 100, 9),
        l1_ratios=[1],
        solver="liblinear",
        cv=StratifiedKFold(5, shuffle=True, random_state=0),
        random_state=0,
        use_legacy_attributes=False,
    )
    return make_pipeline(StandardScaler(), OneVsRestClassifier(model))


def _tree(leaves: int) -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_leaf_nodes=leaves, random_state=0)


def _figs(rules: int) -> Any:
    from imodels import FIGSClassifier

    return FIGSClassifier(max_rules=rules)


def _boosted_rules(count: int) -> Any:
    from imodels import BoostedRulesClassifier

    return BoostedRulesClassifier(n_estimators=count, random_state=0)


def _rule_fit() -> Any:
    from imodels import RuleFitClassifier

    return RuleFitClassifier(random_state=0)


def _slipper() -> Any:
    from imodels import SlipperClassifier

    return SlipperClassifier(n_estimators=5, random_state=0)


def _ebm() -> Any:
    from interpret.glassbox import ExplainableBoostingClassifier

    return ExplainableBoostingClassifier(outer_bags=4, n_jobs=1, random_state=0)


def _xgboost() -> Any:
    from xgboost import XGBClassifier

    return XGBClassifier(n_jobs=1, enable_categorical=True, random_state=0)


def _boosting() -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(random_state=0)


def _weights(model: Any) -> Size:
    """Of a linear model behind a scaler, all classes together."""
    count = sum(np.count_nonzero(np.abs(each.coef_) > 1e-9) for each in model[-1].estimators_)
    return flat(count, count)


def _chosen(model: SparseLogistic) -> Size:
    return flat(model.chosen.size, model.chosen.size)


def _leaves(model: Any) -> Size:
    return depths(model.tree_.children_left, model.tree_.children_right)


def _forest(model: Any) -> Size:
    """Of the trees of FIGS."""
    sizes = []
    for root in model.trees_:
        left, right, waiting = [-1], [-1], [(root, 0)]
        while waiting:
            node, place = waiting.pop()
            if node.left is not None:
                left[place], right[place] = len(left), len(left) + 1
                waiting += [(node.left, len(left)), (node.right, len(left) + 1)]
                left += [-1, -1]
                right += [-1, -1]
        sizes.append(depths(np.array(left), np.array(right)))
    return added(sizes)


def _stumps(model: Any) -> Size:
    """Different ones."""
    trees = [stump.tree_ for stump in model.estimators_]
    found = {(int(tree.feature[0]), float(tree.threshold[0])) for tree in trees}
    count = sum(column >= 0 for column, _ in found)
    return flat(count, count)


def _ensemble(model: Any) -> Size:
    """Rules with their conditions, and columns with a weight."""
    conditions = [len(rule.agg_dict) for rule in model.rules_without_feature_names_]
    linear = np.count_nonzero(model.coef[: model.n_features_]) if model.include_linear else 0
    return flat(len(conditions) + linear, sum(conditions) + linear)


def _conditions(model: Any) -> Size:
    """Of SLIPPER."""
    rules = [each.rule for each in model.estimators_]
    return flat(len(rules), sum(map(len, rules)))


def _ruleset(model: Ripper) -> Size:
    rules = model.model.ruleset_
    return flat(rules.count_rules(), rules.count_conds())


def _points(model: FasterRisk) -> Size:
    count = np.count_nonzero(model.weights)
    return flat(count, count)


def _clauses(model: BooleanRules) -> Size:
    clauses = model.model.z.loc[:, model.model.w > 0.5]
    return flat(clauses.shape[1], clauses.to_numpy().sum())


def _terms(model: Any) -> Size:
    return flat(len(model.term_names_), sum(scores.size for scores in model.term_scores_))


def _xgboost_splits(model: Any) -> Size:
    nodes = model.get_booster().trees_to_dataframe()
    splits = (nodes["Feature"] != "Leaf").sum()
    return flat(len(nodes) - splits, splits)


def _boosting_splits(model: Any) -> Size:
    trees = [tree.nodes["is_leaf"] for round_ in model._predictors for tree in round_]
    leaves = sum(int(leaf.sum()) for leaf in trees)
    return flat(leaves, sum(map(len, trees)) - leaves)


def _nothing(model: Any) -> Size:
    return flat(0, 0)


def methods() -> list[Method]:
    """All of them, the quick ones first."""
    return [
        Method(LARGER, "scikit-learn", "numbers", _dummy, _nothing),
        *(_tree_method(n) for n in LEAVES),
        Method("tree, pruned", "scikit-learn", "numbers", PrunedTree, _leaves),
        Method("XGBoost", "xgboost", "typed", _xgboost, _xgboost_splits),
        Method("HistGradientBoosting", "scikit-learn", "typed", _boosting, _boosting_splits),
        *_sized("BoostedRules, {}", "imodels", "numbers", _boosted_rules, _stumps),
        *_sized("FIGS, {}", "imodels", "numbers", _figs, _forest),
        *_sized("L1 logistic, {} bits", "scikit-learn", "bits", SparseLogistic, _chosen),
        Method("L1 logistic", "scikit-learn", "numbers", _logistic, _weights),
        Method("RIPPER", "wittgenstein", "filled", Ripper, _ruleset, many=False),
        Method("L1 logistic, bits", "scikit-learn", "bits", _logistic, _weights, dear=True),
        *_sized("FasterRisk, {}", "fasterrisk", "bits", FasterRisk, _points, dear=True),
        Method("BRCG", "aix360", "bits", BooleanRules, _clauses, many=False, dear=True),
        Method("EBM, 4 bags", "interpret-core", "typed", _ebm, _terms, dear=True),
        Method("RuleFit, 30", "imodels", "numbers", _rule_fit, _ensemble, many=False, dear=True),
        Method("SLIPPER, 5", "imodels", "numbers", _slipper, _conditions, many=False, dear=True),
    ]


def _tree_method(leaves: int) -> Method:
    name = f"tree, {leaves} leaves"
    return Method(name, "scikit-learn", "numbers", partial(_tree, leaves), _leaves)


def _sized(
    name: str,
    package: str,
    reads: str,
    make: Callable[[int], Any],
    size: Callable[[Any], Size],
    *,
    dear: bool = False,
) -> list[Method]:
    """A method of two classes at all `SIZES`."""
    return [
        Method(name.format(n), package, reads, partial(make, n), size, many=False, dear=dear)
        for n in SIZES
    ]
