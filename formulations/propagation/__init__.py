"""Bound propagation: what all rows of oracles, implicit ones too, imply for the bounds of columns.

``fixpoint`` tightens bounds by several oracles until nothing changes. ``diagram_rows`` does it for
the rows of a diagram by two sweeps, ``listed_rows`` for those of a matrix; ``terms`` is what both
share: the bound that one term of a row gets from the others.
"""

from nzdd.formulations.propagation.fixpoint import Propagation, Propagator

__all__ = ["Propagation", "Propagator"]
