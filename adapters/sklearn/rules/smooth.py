"""Linear functions of numbers, by bins, for votes of rules and terms."""

from __future__ import annotations

import numpy as np

from nzdd.adapters.sklearn.checks import column_names
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.bits import ColumnBits, ThresholdBits
from nzdd.adapters.sklearn.encoding.cut_points import threshold_text
from nzdd.formulations.learning.rules.bins.terms import Term
from nzdd.input.arrays import Floats

LEAST_BINS = 4
"""Fewer are two or three literals."""

SPREAD = 0.4
"""The standard deviation of a term over its bins: that of a rule of random support (Friedman and
Popescu 2008, section 5)."""

PENALTY = 0.5
"""Of a term, where a rule of one literal has 1."""


def linear_terms(encoder: BinaryEncoder) -> list[Term]:
    """A term for each column of numbers with bins enough: its middle of each bin, scaled.

    Beyond the first and the last threshold it is constant: values far out have no more weight.
    """
    found = []
    for column, bits in enumerate(encoder._columns):
        if isinstance(bits, ThresholdBits) and bits.cuts.size + 1 >= LEAST_BINS:
            middles = _middles(bits)
            spread = float(middles.std())
            if spread > 0 and np.isfinite(spread):
                values = SPREAD * (middles - middles.mean()) / spread
                found.append(Term(column, np.append(values, 0.0)[:, None]))
    return found


def term_text(term: Term, encoder: BinaryEncoder) -> str:
    """A term in words: where its line starts and where it ends; of several outputs only where."""
    bits: ColumnBits = encoder._columns[term.column]
    assert isinstance(bits, ThresholdBits)
    first, last = (threshold_text(bits.cuts.item(at)) for at in (0, -1))
    name = column_names(encoder)[term.column]
    if term.values.shape[1] > 1:
        return f"{name}: evenly from {first} to {last}"
    low, high = term.values[[0, -2], 0].tolist()
    return f"{name}: {low:+.3g} up to {first}, evenly to {high:+.3g} above {last}"


def _middles(bits: ThresholdBits) -> Floats:
    """A number for each bin; those at the ends are as wide as their neighbours."""
    cuts = np.asarray(bits.cuts, np.float64)
    edges = np.concatenate(([2 * cuts[0] - cuts[1]], cuts, [2 * cuts[-1] - cuts[-2]]))
    return np.asarray((edges[1:] + edges[:-1]) / 2)
