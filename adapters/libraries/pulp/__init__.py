"""Models of PuLP (the extra ``pulp``), and nzdd as one of its solvers.

``pulp_model`` converts a model into a `LinearModel` and back. ``pulp_solver`` has the solver, which
PuLP also lists as ``nzdd`` once this package is imported. ``pulp_family_constraint`` adds a
constraint for every member of a family.
"""

from nzdd.adapters.libraries.pulp.pulp_family_constraint import add_family_constraint
from nzdd.adapters.libraries.pulp.pulp_model import from_pulp, to_pulp
from nzdd.adapters.libraries.pulp.pulp_solver import NzddSolver

__all__ = ["NzddSolver", "add_family_constraint", "from_pulp", "to_pulp"]
