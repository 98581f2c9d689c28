"""The models of ``nzdd fit``."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nzdd.adapters.cli.answer import Answer

if TYPE_CHECKING:
    from nzdd.adapters.cli.learning.training_data import TrainingData
    from nzdd.adapters.cli.learning.training_files import TrainingFiles

DEFAULT = "rules"
"""Without ``--model``, and without an option of the soft margin."""

SIZES = {
    "max-literals": "the most literals in all rules together",
    "max-rules": "the most rules",
    "max-order": "the most literals in a rule (default: 2)",
}
"""Options for the size of a vote."""

OF_RULES = (*SIZES, "smooth", "monotone")
"""Options that only rules have."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model: the module of this package that fits it, and for an estimator its class."""

    help: str
    module: str = "estimator"
    estimator: str | None = None  # of nzdd.sklearn
    takes: str = "frame"  # or numbers: no text, no missing values, not sparse
    saved: bool = False  # whether a model file holds it
    merged: bool = False  # whether it learns from distinct rows, also of many files

    def fit(self, options: Namespace, data: TrainingData | TrainingFiles) -> Answer:
        """Fit to the data, save and report."""
        module: Any = import_module(f"{__package__}.{self.module}")
        run: Callable[[Namespace, TrainingData | TrainingFiles, Model], Answer] = module.run
        return run(options, data, self)


MODELS = {
    "rules": Model(
        "a vote of few conjunctions", estimator="RuleClassifier", saved=True, merged=True
    ),
    "soft-margin": Model(
        "few weights of bits, of maximal soft margin", "soft_margin_fit", saved=True, merged=True
    ),
    "lpboost": Model("a vote of stumps", estimator="LPBoostClassifier", takes="numbers"),
    "l0-rboost": Model("few votes of conjunctions", estimator="L0RBoostClassifier"),
    "psi": Model(
        "a linear function with a bounded loss; for small samples of two classes",
        estimator="PsiClassifier",
        takes="numbers",
    ),
    "minimax": Model(
        "a sparse sum of kernels with a bound for the worse class",
        estimator="SparseMinimaxClassifier",
        takes="numbers",
    ),
}


def chosen(options: Namespace) -> Model:
    """The model that the options name or imply; ValueError where they contradict each other."""
    given = options.soft_margin_options
    name = options.model or ("soft-margin" if given else DEFAULT)
    if given and name != "soft-margin":
        raise ValueError(f"{given[0]} is an option of --model soft-margin, not of {name}")
    options.model = name
    model = MODELS[name]
    if options.output is not None and not model.saved:
        saved = ", ".join(key for key, each in MODELS.items() if each.saved)
        raise ValueError(
            f"-o: no model file holds --model {name}, only {saved}; leave -o out, or fit "
            f"nzdd.sklearn.{model.estimator} in Python and pickle it"
        )
    return model
