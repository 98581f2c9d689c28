"""What a saved model says of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

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


def decider(model: str, saved: SavedClassifier | SavedRules) -> Decide:
    """The function that decides; `model` is the path for errors."""
    encoder = None
    if saved.encoder is not None:
        from nzdd.adapters.sklearn.encoding.saved_encoder import from_dict  # an extra

        encoder = from_dict(saved.encoder)
    if isinstance(saved, SavedClassifier):
        return _by_bits(model, saved, encoder)
    return _by_bins(model, saved, encoder)


def _by_bits(model: str, saved: SavedClassifier, encoder: BinaryEncoder | None) -> Decide:
    classifier = saved.classifier

    def decide(path: str, table: Any) -> tuple[NDArray[Any], Floats]:
        if isinstance(table, RowTable):
            rows = table
        elif encoder is None:
            rows = binary_table(path, table)
        else:
            rows = encoded(path, table, encoder)
            if rows.num_symbols != classifier.num_features:
                raise ValueError(
                    f"{model}: its encoder makes {rows.num_symbols} bits for "
                    f"{classifier.num_features} weights; save the model again with `nzdd fit -o`"
                )
        return classifier.predict(rows), classifier.decision_function(rows)

    return decide


def _by_bins(model: str, saved: SavedRules, encoder: Any) -> Decide:
    from nzdd.adapters.sklearn.checks import checked_columns
    from nzdd.adapters.sklearn.encoding.bins import bin_codes, bin_columns  # an extra

    if tuple(bin_columns(encoder)) != saved.vote.columns:
        raise ValueError(
            f"{model}: its encoder makes other bins than its rules speak of; save the model again "
            "with `nzdd fit -o`"
        )

    def decide(path: str, table: Any) -> tuple[NDArray[Any], Floats]:
        frame, own = for_encoder(named_features(table), encoder)
        if own is encoder:
            frame = tables.pick(path, frame, own.feature_names_in_.tolist())
        with naming_errors(path):
            codes = bin_codes(own, checked_columns(own, frame, reset=False))
        return saved.predict(codes), saved.decision_function(codes)

    return decide
