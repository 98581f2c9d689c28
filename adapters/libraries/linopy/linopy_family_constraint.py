"""Constraints of linopy for every member of a family, which nobody lists."""

from __future__ import annotations

from typing import Any, NoReturn
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike

from nzdd import ZDD
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.formulations.rows.constraint_diagram import Sense
from nzdd.input.text import shown

linopy: Any = require("linopy", "a model of linopy")

# A model of linopy takes no further attributes.
_KEPT: WeakKeyDictionary[Any, tuple[FamilyConstraint, ...]] = WeakKeyDictionary()


def add_family_constraint(
    model: Any,
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
    model : linopy.Model
        Of this class itself. From now on only `nzdd.adapters.libraries.linopy.solve` solves it: its
        own ``solve`` and what writes it to a file say so. Copies have the constraint, too.
    variables : linopy.Variable, {name or symbol: single variable}, or sequence of these
        The variable x[j] of each symbol; of a variable with dimensions its elements, flattened.
        None, or a masked element, for a symbol that has its constant only.
    family : ZDD
        Of any number of members; they are never listed.
    b : float
    sense : {">=", "<=", "="}
    coefficients, constants : array of float, shape (num_symbols,), mapping from names, or float
        The numbers c and d.
    nominal : variable or linear expression without dimensions, or pairs of variable and coefficient
        Terms that every row has besides, such as an epigraph variable ``t``, or ``2 * t``.

    Returns
    -------
    FamilyConstraint
        Its `variables` are the labels of linopy, its `rows` an oracle over them.

    Raises
    ------
    TypeError, ValueError
        If something does not fit the family, or a variable is not one of the model.

    Notes
    -----
    Time and memory O(nodes of the family + variables).

    Examples
    --------
    At least three of any five:

    >>> from nzdd.linopy import solve
    >>> from nzdd.families import sets_of_size
    >>> model = linopy.Model()
    >>> x = model.add_variables(lower=0, upper=1, coords=[range(10)], dims=["i"], name="x")
    >>> model.add_objective(x.sum())
    >>> rows = add_family_constraint(model, x, sets_of_size(10, 5), 3)
    >>> solve(model), round(model.objective.value, 6)
    (('ok', 'optimal'), 6.0)
    """
    if type(model) not in {linopy.Model, ModelWithFamilies}:  # another could lose its own methods
        raise TypeError(f"model must be a linopy.Model itself, not of type {type(model).__name__}")
    added = FamilyConstraint.on_variables(
        _variables(model, variables),
        family,
        b,
        sense,
        coefficients=coefficients,
        constants=constants,
        nominal=_nominal(model, nominal),
        check=_check_label,
        key=int,
    )
    _keep(model, (*family_constraints_of(model), added))
    return added


def family_constraints_of(model: Any) -> tuple[FamilyConstraint, ...]:
    """The constraints over families of a model; their variables are labels of linopy."""
    return _KEPT.get(model, ())


class ModelWithFamilies(linopy.Model):  # type: ignore[misc]
    """A model of linopy that has constraints over families, and so refuses other solvers."""

    __slots__ = ()

    def solve(self, *arguments: Any, **options: Any) -> NoReturn:
        """Refused: the solvers of linopy would overlook the constraints over families."""
        _refuse("solve")

    def to_file(self, *arguments: Any, **options: Any) -> NoReturn:
        """Refused, as by `solve`."""
        _refuse("to_file")

    def to_netcdf(self, *arguments: Any, **options: Any) -> NoReturn:
        """Refused, as by `solve`."""
        _refuse("to_netcdf")

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        _refuse("pickle")

    @property
    def matrices(self) -> NoReturn:
        """Refused, as by `solve`: the arrays that linopy hands to solvers."""
        _refuse("matrices")

    def copy(self, *arguments: Any, **options: Any) -> Any:
        """A copy with the constraints over families."""
        return _keep(super().copy(*arguments, **options), family_constraints_of(self))

    def __copy__(self) -> Any:
        return _keep(super().__copy__(), family_constraints_of(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return _keep(super().__deepcopy__(memo), family_constraints_of(self))


def _keep(model: Any, constraints: tuple[FamilyConstraint, ...]) -> Any:
    """Make them the constraints over families of a model."""
    model.__class__ = ModelWithFamilies
    _KEPT[model] = constraints
    return model


def _refuse(method: str) -> NoReturn:
    raise UnsupportedModelError(
        f"{method}: the model has constraints over families, which linopy would overlook; solve it "
        "by nzdd.linopy.solve"
    )


def _variables(model: Any, variables: Any) -> Any:
    """The same as labels, None where there is none."""
    if isinstance(variables, linopy.Variable):
        return [None if one < 0 else one for one in _labels(model, variables)]
    if hasattr(variables, "items"):
        return {symbol: _label(model, one) for symbol, one in variables.items()}
    return [_label(model, one) for one in variables] if np.iterable(variables) else variables


def _nominal(model: Any, nominal: Any) -> Any:
    """Pairs of label and coefficient."""
    if hasattr(nominal, "to_linexpr"):  # a variable or a scalar one
        nominal = nominal.to_linexpr()
    if isinstance(nominal, linopy.LinearExpression):
        if nominal.coord_dims or np.any(nominal.const != 0):
            raise ValueError("nominal has dimensions or a constant; give a sum such as 1 * t")
        if nominal.model is not model:
            raise ValueError("nominal has variables of another model; give those of this one")
        found = zip(nominal.vars.values.ravel(), nominal.coeffs.values.ravel(), strict=True)
        return [(int(one), value) for one, value in found if one >= 0]
    try:
        pairs = [(one, value) for one, value in nominal or ()]
    except (TypeError, ValueError):
        raise TypeError(
            f"nominal is {shown(nominal)}; give a linear expression, or pairs of a variable and a "
            "coefficient"
        ) from None
    return [(_label(model, one), value) for one, value in pairs]


def _label(model: Any, variable: Any) -> int | None:
    """The label of a single variable."""
    if variable is None:
        return None
    found = _labels(model, variable)
    if len(found) != 1 or found[0] < 0:
        kind = "is masked" if len(found) == 1 else f"has {len(found)} elements"
        raise ValueError(f"variable {shown(variable)} {kind}; give single variables, None for none")
    return found[0]


def _labels(model: Any, variable: Any) -> list[int]:
    """The labels of the elements of a variable, -1 where it is masked."""
    if isinstance(variable, linopy.variables.ScalarVariable):
        found = [variable.label]
    elif isinstance(variable, linopy.Variable):
        found = variable.labels.values.ravel().tolist()
    else:
        raise TypeError(f"a variable is {shown(variable)}; give variables of linopy")
    if variable.model is not model:
        raise ValueError(
            f"variable {shown(variable)} belongs to another model; give those of this one"
        )
    return found


def _check_label(label: Any) -> None:
    """Labels are of the model already."""
    if label is None:
        raise TypeError("nominal has None for a variable; give variables of linopy")
