"""Figures by matplotlib, one function a figure, in colours that any colour vision tells apart.

The widths of a diagram (``levels``), the rows on its edges (``multiplicities``), nonzeros before
and after (``spy``), bounds against time (``bounds``) and weights against nu (``weights_path``), all
on the same ``canvas``.

All return a ``matplotlib.figure.Figure`` made without pyplot: save it by ``savefig()``; a
notebook shows it by itself. They raise `MissingExtraError` where matplotlib is not installed.
"""

from nzdd.adapters.matplotlib.bounds import bounds
from nzdd.adapters.matplotlib.canvas import COLOURS
from nzdd.adapters.matplotlib.levels import level_profile
from nzdd.adapters.matplotlib.multiplicities import multiplicities
from nzdd.adapters.matplotlib.spy import spy
from nzdd.adapters.matplotlib.weights_path import weights_path

__all__ = ["COLOURS", "bounds", "level_profile", "multiplicities", "spy", "weights_path"]
