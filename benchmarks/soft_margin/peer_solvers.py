"""Outside solvers of linear programs, and how many iterations they say they took."""

from __future__ import annotations

import re

import numpy as np
from ortools.math_opt import model_parameters_pb2, parameters_pb2, result_pb2

import nzdd
from nzdd.adapters.solvers.options import Options
from nzdd.adapters.solvers.ortools.model_proto import dense_vector, model_proto
from nzdd.adapters.workers import pool as worker_pool
from nzdd.formulations import LinearModel
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_models import flow_model
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.models.result import Result, Status

BARE = "highs_ipm bare"
"""The interior point of HiGHS without the crossover to a vertex, which no bound needs."""

ITERATIONS = {
    BARE: r"IPM\s+iterations: (\d+)",
    "highs_ipm": r"IPM\s+iterations: (\d+)",
    "highs": r"Simplex\s+iterations: (\d+)",
    "glop": r"^iterations: (\d+)",
    "clarabel": r"^ *(\d+) +[-+]\d",
    "pdlp": r"^ *(\d+) +\d+\.0 ",
}
"""The solvers, and what their logs say in the end."""


class Peer:
    """A solver that is ready, its process started.

    Parameters
    ----------
    name : str
        A key of `ITERATIONS`.
    limit : float
        Seconds for the solver alone, by its own clock.
    """

    def __init__(self, name: str, limit: float) -> None:
        self._name, self._limit = name, limit
        self._log: list[str] = []
        self.solve(_small())
        self._log.clear()

    def solve(self, model: LinearModel) -> Result:
        """Solve a model by one thread."""
        if self._name == BARE:
            return _bare(model, self._limit, self._log)
        options: Options = {"time_limit": self._limit, "threads": 1, "log": self._log.append}
        return nzdd.solve(model, "direct", self._name, **options)

    @property
    def iterations(self) -> int | None:
        """Of the last solve, if it has told."""
        found = re.findall(ITERATIONS[self._name], "\n".join(self._log), re.MULTILINE)
        return int(found[-1]) if found else None


def _small() -> LinearModel:
    sample = LabelledSample.from_rows(np.eye(3, dtype=np.uint8), [1, 0, 0])
    return flow_model(SoftMarginProblem(SampleDiagram.from_sample(sample, "edge"), 0.9)).model


def _bare(model: LinearModel, limit: float, log: list[str]) -> Result:
    parameters = parameters_pb2.SolveParametersProto()
    parameters.lp_algorithm = parameters_pb2.LP_ALGORITHM_BARRIER
    parameters.time_limit.FromNanoseconds(int(limit * 1e9))
    parameters.highs.int_options["threads"] = 1
    parameters.highs.string_options["run_crossover"] = "off"
    try:
        answer = worker_pool.call(
            "nzdd.adapters.solvers.ortools.mathopt_task",
            "solve",
            model_proto(model).SerializeToString(),
            parameters_pb2.SOLVER_TYPE_HIGHS,
            parameters.SerializeToString(),
            model_parameters_pb2.ModelSolveParametersProto().SerializeToString(),
            True,
            {},
            kind="highs 1",
            on_log=log.append,
        )
    except worker_pool.WorkerError as error:  # HiGHS may give up where crossover would go on
        return Result(Status.OTHER_ERROR, str(error))
    proto = result_pb2.SolveResultProto.FromString(answer)
    if proto.termination.reason != result_pb2.TERMINATION_REASON_OPTIMAL:
        late = proto.termination.limit == result_pb2.LIMIT_TIME
        return Result(Status.NO_SOLUTION_FOUND, limit="time" if late else "other")
    best = proto.solutions[0]
    return Result(
        Status.OPTIMAL,
        x=dense_vector(best.primal_solution.variable_values, model.num_columns),
        duals=dense_vector(best.dual_solution.dual_values, model.num_rows),
    )
