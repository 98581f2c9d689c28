"""Figures by matplotlib, one function a figure, in colours that differ for any colour vision.

The widths of a diagram (``levels``), the rows on its edges (``multiplicities``), nonzeros before
and after (``spy``), bounds against time (``bounds``) and weights against nu (``weights_path``), all
on the same ``canvas``.

All return a ``matplotlib.figure.Figure`` made without pyplot: save it by ``savefig()``; a
notebook shows it by itself. They raise `MissingExtraError` where matplotlib is not installed.
"""

from nzdd.adapters.pictures.matplotlib.bounds import bounds
from nzdd.adapters.pictures.matplotlib.canvas import COLOURS
from nzdd.adapters.pictures.matplotlib.levels import level_profile
from nzdd.adapters.pictures.matplotlib.multiplicities import multiplicities
from nzdd.adapters.pictures.matplotlib.spy import spy
from nzdd.adapters.pictures.matplotlib.weights_path import weights_path

__all__ = ["COLOURS", "bounds", "level_profile", "multiplicities", "spy", "weights_path"]
