"""How many rows share an edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nzdd.adapters.pictures.matplotlib.canvas import COLOURS, canvas
from nzdd.nzdd import NZDD

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def multiplicities(nzdd: NZDD) -> Figure:
    """A histogram of the multiplicities of an NZDD's edges, a bar a power of two.

    A diagram compresses well where many rows share an edge: mass on the right.

    Parameters
    ----------
    nzdd : NZDD

    Returns
    -------
    matplotlib.figure.Figure
        Both axes logarithmic; edges of multiplicity 0 are left out. Time O(edges).

    Raises
    ------
    ValueError
        If no edge has a positive multiplicity.
    MissingExtraError
        If matplotlib is not installed.
    """
    shown = nzdd.multiplicity[(nzdd.multiplicity > 0) & np.isfinite(nzdd.multiplicity)]
    if not shown.size:
        raise ValueError("no edge has a positive, finite multiplicity; there is nothing to count")
    # exponents, not logarithms, so that a power of two falls into its own bar
    exponents = np.frexp(shown)[1] - 1
    powers = np.arange(exponents.min(), exponents.max() + 2)
    counts = np.bincount(exponents - powers[0])
    figure, axes = canvas(1)
    bars = {"width": 2.0 ** powers[:-1], "align": "edge", "edgecolor": "white"}
    axes.bar(2.0 ** powers[:-1], counts, color=COLOURS[0], **bars)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_ylim(bottom=0.5)
    axes.set_xlabel("multiplicity (rows through an edge)")
    axes.set_ylabel("edges")
    return figure
