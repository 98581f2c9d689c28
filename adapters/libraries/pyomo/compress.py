"""The transformation ``nzdd.compress`` of Pyomo: an extended formulation over your variables."""

from __future__ import annotations

from typing import Any

import numpy as np

from nzdd.adapters.extras import require
from nzdd.adapters.libraries.pyomo.pyomo_model import expressions, pyo, set_domains, translate
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation

_expr: Any = require("pyomo.core.expr", "a model of Pyomo")
_modeling: Any = require("pyomo.common.modeling", "a model of Pyomo")
_base: Any = require("pyomo.core.base", "a model of Pyomo")


@pyo.TransformationFactory.register(
    "nzdd.compress", doc="Replace constraints by a smaller extended formulation"
)
class CompressTransformation(_base.Transformation):  # type: ignore[misc]
    """What ``TransformationFactory("nzdd.compress")`` gives.

    ``apply_to(model)`` deactivates the constraints that a diagram replaces, and adds a block with
    the constraints and the potentials of the extended formulation (Kurokawa et al. 2022, theorem
    1). All variables stay, so any solver of Pyomo puts its answer into them. Constraints for which
    there is no gain stay active, and those with fixed variables, which may be unfixed later; those
    over families are always replaced. The new constraints have the numbers that bounds and
    parameters of the old ones have now. ``create_using(model)`` does all this on a copy.

    Options are those of `nzdd.formulations.ExtendedFormulation.from_model`, such as
    ``minimize="edges"``. What is refused is in `nzdd.adapters.libraries.pyomo.from_pyomo`.

    Examples
    --------
    >>> from itertools import product
    >>> model = pyo.ConcreteModel()
    >>> model.x = pyo.Var(range(12), bounds=(0, 1))
    >>> ways = list(product((0, 1), repeat=6))
    >>> model.ways = pyo.Constraint(
    ...     ways, rule=lambda m, *way: sum(m.x[2 * i + side] for i, side in enumerate(way)) >= 1
    ... )
    >>> pyo.TransformationFactory("nzdd.compress").apply_to(model)
    >>> model.ways[ways[0]].active, len(model.compressed.rows), len(model.compressed.potentials)
    (False, 12, 5)
    """

    def _apply_to(self, model: Any, **options: Any) -> None:
        theirs = translate(model)
        _, diagrams = theirs.families()
        constraints, ours = theirs.constraints, theirs.model
        if any(variable.fixed for variable in theirs.variables):
            rows = np.flatnonzero([not _has_fixed(each) for each in constraints])
            constraints = [constraints[row] for row in rows.tolist()]
            ours = ours.replace(
                matrix=ours.matrix[rows],
                row_lower=ours.row_lower[rows],
                row_upper=ours.row_upper[rows],
                row_names=None,
            )
        extended = ExtendedFormulation.from_model(ours, diagrams=diagrams, **options)
        replaced = np.ones(ours.num_rows, np.bool_)
        replaced[extended.kept_rows] = False
        for row in np.flatnonzero(replaced).tolist():
            constraints[row].deactivate()
        for constraint in theirs.family_constraints:
            constraint.deactivate()
        n, kept = ours.num_columns, extended.kept_rows.size
        block = pyo.Block(concrete=True)
        model.add_component(_modeling.unique_component_name(model, "compressed"), block)
        block.potentials = pyo.Var(range(extended.model.num_columns - n))
        potentials = list(block.potentials.values())
        set_domains(potentials, extended.model, n)
        block.rows = pyo.Constraint(range(extended.model.num_rows - kept))
        added = expressions(extended.model, theirs.variables + potentials, kept)
        for number, expression in enumerate(added):
            block.rows.add(number, expression)


def _has_fixed(constraint: Any) -> bool:
    """Whether one of its variables is fixed, so that a linear model has its value only."""
    return any(variable.fixed for variable in _expr.identify_variables(constraint.body))
