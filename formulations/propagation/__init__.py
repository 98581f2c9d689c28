"""Bound propagation: what all rows of oracles, implicit ones too, imply for the bounds of columns.

``fixpoint`` tightens bounds by several oracles until nothing changes, and says at which nodes of a
tree that is done. ``diagram_rows`` does it for the rows of a diagram by two sweeps, ``listed_rows``
for those of a matrix, both by ``implied_bounds``: what one term of a row gets from the others.
``presolving`` does it for a model before a solver starts, and names a row that cannot hold.
"""

from nzdd.formulations.propagation.fixpoint import Frequency, Propagation, Propagator
from nzdd.formulations.propagation.presolving import Presolved, presolve

__all__ = ["Frequency", "Presolved", "Propagation", "Propagator", "presolve"]
