"""The parameter ``encoder`` of classifiers of bits."""

from __future__ import annotations

import warnings
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import has_fit_parameter

from nzdd.adapters.sklearn.checks import column_names
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.binary_input import is_binary


class EncoderMixin:
    """A classifier with a transformer that makes bits of tables, or None, or "auto".

    ``"auto"`` is None for a table of zeros and ones, and a `BinaryEncoder` for any other one.
    """

    encoder: Any
    encoder_: Any
    n_features_in_: int
    _default_encoder: ClassVar[Any] = None

    def _encoded(
        self,
        table: Any,
        labels: NDArray[Any] | None = None,
        weights: NDArray[np.float64] | None = None,
    ) -> Any:
        """The bits of a table; with labels a new encoder is fitted to both.

        It is given the weights, above 0, if its `fit` takes some; without them all are 1.
        """
        if labels is not None:
            self.encoder_ = self._new_encoder(table)
        if self.encoder_ is None:
            return table
        if labels is None:
            with warnings.catch_warnings():  # of names, which this estimator has given in its name
                warnings.filterwarnings("ignore", "X .* feature names, but ", UserWarning)
                return self.encoder_.transform(table)
        if weights is None or (weights == 1).all():
            return self.encoder_.fit_transform(table, labels)
        taken = has_fit_parameter(self.encoder_, "sample_weight")
        given = {"sample_weight": weights} if taken else {}
        return self.encoder_.fit(table, labels, **given).transform(table)

    def _new_encoder(self, table: Any) -> Any:
        if is_auto(self.encoder):
            return None if is_binary(table, column_names(self)) else BinaryEncoder()
        encoder = self._default_encoder if self.encoder is None else self.encoder
        return None if encoder is None else clone(encoder)

    def _bit_names(self) -> list[str] | None:
        """The names of the bits if the encoder has names for them."""
        if not hasattr(self.encoder_, "get_feature_names_out"):
            return None
        try:
            return [str(name) for name in self.encoder_.get_feature_names_out()]
        except AttributeError:  # a pipeline whose last steps have no names tells it only now
            return None

    def _names_of_bits(self) -> list[str]:
        """A name for each bit: as the encoder says, or else of the column, or its number."""
        if self.encoder_ is None:
            return column_names(self)
        return self._bit_names() or [f"bit {index}" for index in range(self._num_bits())]

    def _columns_of_bits(self) -> NDArray[np.intp] | None:
        """The index of the column of X that each bit was made of; None if it is not known."""
        if self.encoder_ is None:
            return np.arange(self.n_features_in_)
        if hasattr(self.encoder_, "columns_of_bits"):
            return np.asarray(self.encoder_.columns_of_bits(), np.intp)
        return np.arange(self._num_bits()) if self._num_bits() == self.n_features_in_ else None

    def _num_bits(self) -> int:
        raise NotImplementedError

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.sparse = True
        encoder = self._default_encoder if self.encoder is None else self.encoder
        if is_auto(encoder):
            encoder = BinaryEncoder()
        if encoder is not None:
            given = get_tags(encoder).input_tags
            for name in ("sparse", "allow_nan", "string", "categorical"):
                setattr(tags.input_tags, name, getattr(given, name))
        return tags


def is_auto(encoder: Any) -> bool:
    """Whether the data decide."""
    return isinstance(encoder, str) and encoder == "auto"
