"""The classifiers of nzdd: rules at several sizes, the others at their defaults and on grids."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.rules.methods import Method, Size, flat
from benchmarks.rules.peers import SIZES

SHARED = "adapters/sklearn/encoding nzdd/_native/monomials"
SHARES = (0.02, 0.1, 0.3, 0.6)
"""How far nu is into its window, on the grid of the soft margin."""
GRIDS: dict[str, tuple[dict[str, Any], ...]] = {
    "SoftMargin": tuple({"share": share} for share in SHARES),
    "LPBoost": tuple({"nu": nu} for nu in (0.05, 0.1, 0.2, 0.4)),
    "L0RBoost": tuple({"kappa": kappa, "max_order": k} for kappa in (0.5, 4.0) for k in (1, 2)),
    "Psi": tuple({"C": cost} for cost in (0.01, 0.1, 10.0)),
    "Minimax": tuple({"max_bases": bases} for bases in (5, 20)),
}
"""Beside the defaults; the best of them is chosen afterwards."""


class SoftMarginAt:
    """The soft margin at a share of the window of nu, for two classes."""

    def __init__(self, share: float) -> None:
        self.share = share

    def fit(self, X: Any, y: Any) -> None:
        """Find the window first."""
        from nzdd.formulations.learning.soft_margin import (
            InteriorPoint,
            LabelledSample,
            SampleDiagram,
            nu_range,
        )
        from nzdd.sklearn import SoftMarginClassifier

        sample = LabelledSample.from_rows(X, y > 0)
        window = nu_range(InteriorPoint(SampleDiagram.from_sample(sample, "row")), upper=False)
        nu = window.lower + self.share * (window.constant - window.lower)
        self.model = SoftMarginClassifier(min(nu, 1.0), slack="row").fit(X, y)
        self.coef_, self.predict = self.model.coef_, self.model.predict


def methods() -> list[Method]:
    """All of them; those of the rules only if there are rules."""
    return [*_rules(), *_defaults(), *_grids()]


def _rules() -> list[Method]:
    if find_spec("nzdd.adapters.sklearn.rules") is None:
        return []
    from nzdd.sklearn import RuleClassifier

    sources = "adapters/sklearn/rules formulations/learning/rules nzdd/_native/rules"
    options: list[tuple[str, dict[str, Any]]] = [
        ("rules", {}),
        ("rules, best", {"choice": "best"}),
        ("rules, optimum", {"relax": 1.0}),
        ("rules, order 1", {"max_order": 1}),
    ]
    options += [(f"rules, {most} literals", {"max_literals": most}) for most in SIZES]
    options += [
        (f"rules, {most} literals, 1se", {"max_literals": most, "choice": "1se"}) for most in SIZES
    ]
    known = RuleClassifier().get_params()
    return [
        Method(name, sources, "frame", partial(_made, "Rule", chosen), rules, own=True)
        for name, chosen in options
        if chosen.keys() <= known.keys()
    ]


def _defaults() -> list[Method]:
    return [
        _method("SoftMargin", "soft_margin", "bits", _weights),
        _method("SoftMargin, CV", "soft_margin", "bits", _weights),
        _method("LPBoost", "lpboost", "numbers", _stumps),
        _method("L0RBoost", "l0_rboost", "frame", _monomials),
        _method("Psi", "psi_learning", "numbers", _weights, many=False),
        _method("Minimax", "minimax", "numbers", _bases),
    ]


def _grids() -> list[Method]:
    """The methods of `_defaults` with other parameters."""
    defaults = {method.name: method for method in _defaults()}
    found = []
    for name, grid in GRIDS.items():
        for options in grid:
            words = ", ".join(f"{key} {value:g}" for key, value in options.items())
            make = partial(_made, name, options)
            many = defaults[name].many and name != "SoftMargin"
            found.append(defaults[name]._replace(name=f"{name}: {words}", make=make, many=many))
    return found


def _method(
    name: str, folder: str, reads: str, size: Callable[[Any], Size], *, many: bool = True
) -> Method:
    sources = f"{SHARED} formulations/learning/{folder} adapters/sklearn/classifier_base.py"
    sources += f" adapters/sklearn/{folder}" + (".py" if folder == "minimax" else "")
    made = partial(_made, name, {})
    return Method(name, sources, reads, made, size, many, dear=True, own=True)


def _made(name: str, options: dict[str, Any]) -> Any:
    if "share" in options:
        return SoftMarginAt(**options)
    import nzdd.sklearn

    first, _, rest = name.partition(", ")
    title = "SparseMinimax" if first == "Minimax" else first
    kind = getattr(nzdd.sklearn, f"{title}Classifier{rest}")
    seeded = {"random_state": 0} if "random_state" in kind().get_params() else {}
    return kind(**seeded, **options)


def rules(model: Any) -> Size:
    """Of the rules, all classes together."""
    return flat(len(model.rules_), model.rules_["literals"].sum())


def _weights(model: Any) -> Size:
    count = np.count_nonzero(np.abs(model.coef_) > 1e-7)
    return flat(count, count)


def _stumps(model: Any) -> Size:
    count = np.count_nonzero(np.asarray(model.estimator_weights_) > 1e-9)
    return flat(count, count)


def _monomials(model: Any) -> Size:
    """Those with a weight, of all classes."""
    several = isinstance(model.estimators_[0], list) if len(model.estimators_) else False
    lists = model.estimators_ if several else [model.estimators_]
    weights = model.estimator_weights_ if several else [model.estimator_weights_]
    orders = [
        each.order
        for monomials, votes in zip(lists, weights, strict=True)
        for each, vote in zip(monomials, votes, strict=True)
        if vote > 1e-9
    ]
    return flat(len(orders), sum(orders))


def _bases(model: Any) -> Size:
    """Kernels, each of many columns."""
    several = isinstance(model.basis_weights_, list)
    count = sum(map(len, model.basis_weights_)) if several else len(model.basis_weights_)
    return flat(count, count)
