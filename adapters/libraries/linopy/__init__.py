"""Models of linopy (the extra ``linopy``), and nzdd as a solver of them.

``linopy_model`` converts a model into a `LinearModel`, as arrays; ``linopy_solver`` solves it and
writes the answer into it. ``linopy_family_constraint`` adds a constraint for every member of a
family.
"""

from nzdd.adapters.libraries.linopy.linopy_family_constraint import add_family_constraint
from nzdd.adapters.libraries.linopy.linopy_model import from_linopy
from nzdd.adapters.libraries.linopy.linopy_solver import result_of, solve

__all__ = ["add_family_constraint", "from_linopy", "result_of", "solve"]
