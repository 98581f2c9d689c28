"""What psi-learning needs of a solver."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.formulations.models.result import Result


class SolveModel(Protocol):
    """Solves the models: linear ones for the 1-norm, quadratic ones for the 2-norm."""

    def __call__(
        self,
        model: LinearModel | QuadraticModel,
        *,
        hint: NDArray[np.float64] | None = None,
        time_limit: float | None = None,
    ) -> Result:
        """Solve a model, from a hint if the solver takes one, within so many seconds."""
