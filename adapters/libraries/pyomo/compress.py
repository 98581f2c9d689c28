"""The transformation ``nzdd.compress`` of Pyomo: an extended formulation over your variables."""

from __future__ import annotations

from typing import Any

import numpy as np

from nzdd.adapters.extras import require
from nzdd.adapters.libraries.pyomo.model import expressions, pyo, set_domains, translate
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation

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
    there is no gain stay active; those over families are always replaced. ``create_using(model)``
    does so on a copy.

    Options are those of `nzdd.formulations.ExtendedFormulation.from_model`, such as
    ``minimize="edges"``. What is refused is in `nzdd.adapters.libraries.pyomo.model.from_pyomo`.

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
        extended = ExtendedFormulation.from_model(theirs.model, diagrams=diagrams, **options)
        replaced = np.ones(theirs.model.num_rows, np.bool_)
        replaced[extended.kept_rows] = False
        for row in np.flatnonzero(replaced).tolist():
            theirs.constraints[row].deactivate()
        for constraint in theirs.family_constraints:
            constraint.deactivate()
        n, kept = theirs.model.num_columns, extended.kept_rows.size
        block = pyo.Block(concrete=True)
        model.add_component(_modeling.unique_component_name(model, "compressed"), block)
        block.potentials = pyo.Var(range(extended.model.num_columns - n))
        potentials = list(block.potentials.values())
        set_domains(potentials, extended.model, n)
        block.rows = pyo.Constraint(range(extended.model.num_rows - kept))
        rows = expressions(extended.model, theirs.variables + potentials, kept)
        for number, expression in enumerate(rows):
            block.rows.add(number, expression)
