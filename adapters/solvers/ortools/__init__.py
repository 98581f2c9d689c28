"""The solvers of OR-Tools: SCIP, HiGHS, CP-SAT, GLOP and PDLP, each solve in a worker process.

``solver`` is the door, ``task`` what runs in the worker, where ``incumbents`` listens to a solver;
``model_proto`` and ``model_update`` write models and their changes as protos.
"""

from nzdd.adapters.solvers.ortools.solver import (
    DEFAULT_LP,
    DEFAULT_MIP,
    SOLVERS,
    WITH_POINT,
    check_support,
    run,
    solve,
)

__all__ = ["DEFAULT_LP", "DEFAULT_MIP", "SOLVERS", "WITH_POINT", "check_support", "run", "solve"]
