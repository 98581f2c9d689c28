"""Constraints of PuLP for every member of a family, which nobody lists."""

from __future__ import annotations

from typing import Any, NoReturn

from numpy.typing import ArrayLike

from nzdd import ZDD
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.formulations.rows.constraint_diagram import Sense
from nzdd.input.text import shown

pulp: Any = require("pulp", "a model of PuLP")


def add_family_constraint(
    problem: Any,
    variables: Any,
    family: ZDD,
    b: float,
    sense: Sense = ">=",
    *,
    coefficients: ArrayLike = 1.0,
    constants: ArrayLike = 0.0,
    nominal: Any = None,
) -> FamilyConstraint:
    """Add ``sum over S of (c[j] x[j] + d[j]) >= b`` for every member S of a family.

    Parameters
    ----------
    problem : pulp.LpProblem
        Of this class itself. From now on only `nzdd.adapters.libraries.pulp.NzddSolver` solves it:
        its ``solve`` with another solver and what writes it to a file say so. Copies have the
        constraint, too. ``other.extend(problem)`` takes it only if `other` has a constraint over a
        family already; of a plain `other`, PuLP takes the listed constraints, so add it there, too.
    variables : {name or symbol: variable}, or sequence of variables
        The variable x[j] of each symbol, by its name where the family has names; None if it has its
        constant only.
    family : ZDD
        Of any number of members; they are never listed.
    b : float
    sense : {">=", "<=", "="}
    coefficients, constants : array of float, shape (num_symbols,), mapping from names, or float
        The numbers c and d.
    nominal : {variable: coefficient}, pairs, variable or linear expression, optional
        Terms that every row has besides, such as an epigraph variable ``t``, or ``2 * t``.

    Returns
    -------
    FamilyConstraint
        Its `rows` are an oracle over its `variables`.

    Raises
    ------
    TypeError, ValueError
        If something does not fit the family, or is not a variable of PuLP. (Variables of PuLP
        belong to no model; those that the model does not have yet come last.)

    Notes
    -----
    Time and memory O(nodes of the family + variables).

    Examples
    --------
    At least three of any five:

    >>> from nzdd.pulp import NzddSolver
    >>> from nzdd.families import sets_of_size
    >>> problem = pulp.LpProblem("any_five")
    >>> x = [problem.add_variable(f"x{j}", 0, 1) for j in range(10)]
    >>> problem += pulp.lpSum(x)
    >>> rows = add_family_constraint(problem, x, sets_of_size(10, 5), 3)
    >>> pulp.LpStatus[problem.solve(NzddSolver())], round(pulp.value(problem.objective), 6)
    ('Optimal', 6.0)
    """
    if type(problem) not in {pulp.LpProblem, ProblemWithFamilies}:  # others have methods to lose
        kind = type(problem).__name__
        raise TypeError(f"problem must be a pulp.LpProblem itself, not of type {kind}")
    if isinstance(nominal, pulp.LpVariable):
        nominal = {nominal: 1}
    if isinstance(nominal, pulp.LpAffineExpression) and nominal.constant:
        raise ValueError(f"nominal has the constant {nominal.constant:g}; take it from b")
    added = FamilyConstraint.on_variables(
        variables,
        family,
        b,
        sense,
        coefficients=coefficients,
        constants=constants,
        nominal=nominal,
        check=_check,
    )
    _keep(problem, [*family_constraints_of(problem), added])
    return added


def family_constraints_of(problem: Any) -> list[FamilyConstraint]:
    """The constraints over families of a model."""
    return list(getattr(problem, "family_constraints", ()))


class ProblemWithFamilies(pulp.LpProblem):  # type: ignore[misc]
    """A model of PuLP that has constraints over families, and so refuses other solvers."""

    family_constraints: list[FamilyConstraint]

    def solve(self, solver: Any = None, **options: Any) -> int:
        """As ``LpProblem.solve``, by nzdd only."""
        return int(super().solve(_checked(self, solver), **options))

    def resolve(self, solver: Any = None, **options: Any) -> int:
        """As ``LpProblem.resolve``, by nzdd only."""
        return int(super().resolve(_checked(self, solver), **options))

    def sequentialSolve(
        self,
        objectives: Any,
        absoluteTols: Any = None,
        relativeTols: Any = None,
        solver: Any = None,
        debug: bool = False,
    ) -> Any:
        """As ``LpProblem.sequentialSolve``, by nzdd only."""
        chosen = _checked(self, solver)
        return super().sequentialSolve(objectives, absoluteTols, relativeTols, chosen, debug)

    def writeLP(self, *arguments: Any, **options: Any) -> NoReturn:
        """Refused: a file has no constraints over families."""
        _refuse(self)

    def writeMPS(self, *arguments: Any, **options: Any) -> NoReturn:
        """Refused: a file has no constraints over families."""
        _refuse(self)

    def toDataclass(self) -> NoReturn:
        """Refused: dictionaries and JSON have no constraints over families."""
        _refuse(self)

    def toDict(self) -> NoReturn:
        """Refused: dictionaries and JSON have no constraints over families."""
        _refuse(self)

    to_dict = toDict

    def extend(self, other: Any, use_objective: bool = True) -> None:
        """As ``LpProblem.extend``, with the constraints over families of another model."""
        super().extend(other, use_objective)
        self.family_constraints = [*self.family_constraints, *family_constraints_of(other)]

    def valid(self, eps: float = 0) -> bool:
        """As ``LpProblem.valid``, for all rows."""
        return bool(super().valid(eps)) and all(
            all(variable.valid(eps) for variable in each.variables)
            and each.rows.min_slack([variable.varValue for variable in each.variables]) >= -eps
            for each in self.family_constraints
        )

    def copy(self) -> Any:
        """As ``LpProblem.copy``, with the constraints over families."""
        return _keep(super().copy(), self.family_constraints)

    def deepcopy(self) -> Any:
        """As ``LpProblem.deepcopy``, with the constraints over families."""
        return _keep(super().deepcopy(), self.family_constraints)


def _keep(problem: Any, constraints: list[FamilyConstraint]) -> Any:
    """Make them the constraints over families of a model."""
    problem.__class__ = ProblemWithFamilies
    problem.family_constraints = list(constraints)
    return problem


def _checked(problem: Any, solver: Any) -> Any:
    """The solver, if it is nzdd."""
    chosen = solver if solver is not None else problem.solver
    if getattr(chosen, "name", None) != "nzdd":
        _refuse(problem)
    return chosen


def _refuse(problem: Any) -> NoReturn:
    raise UnsupportedModelError(
        f"the model {problem.name!r} has constraints over families, which other solvers and files "
        "would overlook; solve it by nzdd.pulp.NzddSolver"
    )


def _check(variable: Any) -> None:
    if not isinstance(variable, pulp.LpVariable):
        raise TypeError(f"a variable is {shown(variable)}; give variables of PuLP")
