"""Models of Pyomo (the extra ``pyomo``), and nzdd as one of its solvers.

``pyomo_model`` converts a model into a `LinearModel` and back. Once this package is imported,
``pyomo_solver`` is what ``SolverFactory("nzdd")`` gives, and ``compress`` the transformation
``nzdd.compress``; both leave you your own variables. ``pyomo_family_constraint`` adds a constraint
for every member of a family.
"""

from nzdd.adapters.libraries.pyomo.compress import CompressTransformation
from nzdd.adapters.libraries.pyomo.pyomo_family_constraint import add_family_constraint
from nzdd.adapters.libraries.pyomo.pyomo_model import from_pyomo, to_pyomo
from nzdd.adapters.libraries.pyomo.pyomo_solver import NzddSolver

__all__ = [
    "CompressTransformation",
    "NzddSolver",
    "add_family_constraint",
    "from_pyomo",
    "to_pyomo",
]
