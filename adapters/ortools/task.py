"""One MathOpt solve inside a worker process; protos come and go as bytes."""

from __future__ import annotations

from ortools.math_opt import (
    callback_pb2,
    model_parameters_pb2,
    model_pb2,
    parameters_pb2,
)
from ortools.math_opt.core.python import solver
from ortools.util.python.solve_interrupter import SolveInterrupter

from nzdd.adapters.worker import Job


def solve(
    job: Job, model: bytes, solver_type: int, parameters: bytes, hints: bytes, logs: bool
) -> bytes:
    """Return a serialised SolveResultProto.

    `parameters` is a SolveParametersProto and `hints` a ModelSolveParametersProto. MathOpt's own
    `solve` would first build a Python object for every variable; this is the function below it.
    """
    interrupter = SolveInterrupter()
    job.on_interrupt(interrupter.interrupt)
    result = solver.solve(
        model_pb2.ModelProto.FromString(model),
        solver_type,
        parameters_pb2.SolverInitializerProto(),
        parameters_pb2.SolveParametersProto.FromString(parameters),
        model_parameters_pb2.ModelSolveParametersProto.FromString(hints),
        job.log if logs else None,
        callback_pb2.CallbackRegistrationProto(),
        None,
        interrupter.pybind_interrupter,
    )
    return bytes(result.SerializeToString())
