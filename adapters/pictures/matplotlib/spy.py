"""Where a matrix has its nonzeros, before and after compression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from nzdd.adapters.pictures.matplotlib.canvas import canvas
from nzdd.formulations.models.linear import LinearModel

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_CELLS = 300  # at most, along either side


def spy(before: LinearModel | Any, after: LinearModel | Any) -> Figure:
    """The nonzeros of two matrices side by side, in the scale of the larger one.

    Parameters
    ----------
    before, after : LinearModel, or sparse matrix or array
        Such as a model and its extended formulation.

    Returns
    -------
    matplotlib.figure.Figure
        Cells of many entries, the darker the fuller they are. Time O(nonzeros).

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    matrices = [
        (model.matrix if isinstance(model, LinearModel) else sp.coo_array(model)).tocoo()
        for model in (before, after)
    ]
    rows, columns = np.max([matrix.shape for matrix in matrices], axis=0)
    figure, axes = canvas(1, 2, sharex=True, sharey=True)
    for place, title, matrix in zip(axes, ("before", "after"), matrices, strict=True):
        height, width = (-(-int(most) // _CELLS) or 1 for most in (rows, columns))
        shape = (-(-matrix.shape[0] // height), -(-matrix.shape[1] // width))
        cells = np.zeros(shape)
        np.add.at(cells, (matrix.row // height, matrix.col // width), 1)
        share = np.ma.masked_equal(cells, 0) / (height * width)
        extent = (0, shape[1] * width, shape[0] * height, 0)
        if cells.size:
            place.imshow(
                np.sqrt(share),
                cmap="cividis_r",
                vmin=-0.5,  # the lightest colours are hard to see
                vmax=1,
                extent=extent,
                aspect="auto",
                interpolation="nearest",
            )
        place.set_title(
            f"{title}: {matrix.shape[0]:,} x {matrix.shape[1]:,}, {matrix.nnz:,} nonzeros",
            fontsize="small",
        )
        place.set_xlabel("column")
    axes[0].set_ylabel("row")
    axes[0].set_xlim(0, max(columns, 1))
    axes[0].set_ylim(max(rows, 1), 0)
    return figure
