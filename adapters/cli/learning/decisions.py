"""What a saved model says of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.cli.inputs import encoded, for_encoder, naming_errors
from nzdd.adapters.cli.learning.training_data import binary_table, named_features
from nzdd.adapters.files import tables
from nzdd.adapters.files.classifiers import SavedClassifier, SavedRules
from nzdd.input.arrays import Floats
from nzdd.input.row_table import RowTable

if TYPE_CHECKING:
    from nzdd.adapters.sklearn import BinaryEncoder

Decide = Callable[[str, Any], tuple[NDArray[Any], Floats]]
"""The classes and the decision values of a table, or of rows of bits, from a path."""


def decider(model: str, saved: SavedClassifier | SavedRules) -> tuple[Decide, frozenset[str]]:
    """The function that decides, and the features it needs; `model` is the path for errors."""
    encoder = None
    if saved.encoder is not None:
        from nzdd.adapters.sklearn.encoding.saved_encoder import from_dict  # an extra

        encoder = from_dict(saved.encoder)
    if isinstance(saved, SavedClassifier):
        return _by_bits(model, saved, encoder)
    return _by_bins(model, saved, encoder)


def _by_bits(
    model: str, saved: SavedClassifier, encoder: BinaryEncoder | None
) -> tuple[Decide, frozenset[str]]:
    classifier = saved.classifier
    if encoder is None:
        names = None if classifier.feature_names is None else list(classifier.feature_names)
        of_bits = names or []
    else:
        names = encoder.feature_names_in_.tolist()
        widths = [column.width for column in encoder._columns]
        of_bits = np.repeat(np.array(names, object), widths).tolist()
        if len(of_bits) != classifier.num_features:
            raise ValueError(
                f"{model}: its encoder makes {len(of_bits)} bits for {classifier.num_features} "
                "weights; save the model again with `nzdd fit -o`"
            )
    weighed = np.flatnonzero(classifier.weights.any(axis=0)).tolist()
    used = frozenset(of_bits[bit] for bit in weighed) if of_bits else frozenset()

    def decide(path: str, table: Any) -> tuple[NDArray[Any], Floats]:
        if isinstance(table, RowTable):
            rows = table
        else:
            whole = _with_unused(path, table, names, used)
            rows = binary_table(path, whole) if encoder is None else encoded(path, whole, encoder)
        return classifier.predict(rows), classifier.decision_function(rows)

    return decide, used


def _by_bins(model: str, saved: SavedRules, encoder: Any) -> tuple[Decide, frozenset[str]]:
    from nzdd.adapters.sklearn.checks import checked_columns
    from nzdd.adapters.sklearn.encoding.bins import bin_codes, bin_columns  # an extra

    if tuple(bin_columns(encoder)) != saved.vote.columns:
        raise ValueError(
            f"{model}: its encoder makes other bins than its rules speak of; save the model again "
            "with `nzdd fit -o`"
        )
    names = encoder.feature_names_in_.tolist()
    literals = (literal.column for rule in saved.vote.rules for literal in rule)
    used = frozenset(names[at] for at in (*literals, *(term.column for term in saved.vote.terms)))

    def decide(path: str, table: Any) -> tuple[NDArray[Any], Floats]:
        frame, own = for_encoder(named_features(table), encoder)
        if own is encoder:
            frame = _with_unused(path, frame, names, used)
        with naming_errors(path):
            codes = bin_codes(own, checked_columns(own, frame, reset=False))
        return saved.predict(codes), saved.decision_function(codes)

    return decide, used


def _with_unused(path: str, table: Any, names: Sequence[str] | None, used: frozenset[str]) -> Any:
    """The columns of these names; 0 stands in those that are not there and that nothing uses."""
    if names is None or isinstance(table, csr_array):
        return table
    there = [name for name in names if name in used or name in table.columns]
    picked = tables.pick(path, table, there)
    return picked if len(there) == len(names) else picked.reindex(columns=names, fill_value=0)
