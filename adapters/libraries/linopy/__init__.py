"""Models of linopy (the extra ``linopy``), and nzdd as a solver of them.

``model`` converts a model into a `LinearModel`, as arrays; ``solver`` solves it and writes the
answer into it. ``family_constraint`` adds a constraint for every member of a family.
"""

from nzdd.adapters.libraries.linopy.family_constraint import add_family_constraint
from nzdd.adapters.libraries.linopy.model import from_linopy
from nzdd.adapters.libraries.linopy.solver import result_of, solve

__all__ = ["add_family_constraint", "from_linopy", "result_of", "solve"]
