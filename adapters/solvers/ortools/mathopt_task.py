"""One MathOpt solve inside a worker process; protos come and go as bytes."""

from __future__ import annotations

from ortools.math_opt import model_parameters_pb2, model_pb2, parameters_pb2
from ortools.math_opt.core.python import solver
from ortools.util.python.solve_interrupter import SolveInterrupter

from nzdd.adapters.solvers.ortools.incumbents import Incumbents
from nzdd.adapters.solvers.ortools.own_parameters import add
from nzdd.adapters.solvers.own_options import OwnOptions
from nzdd.adapters.workers.process import Job


def solve(
    job: Job,
    model: bytes,
    solver_type: int,
    parameters: bytes,
    hints: bytes,
    logs: bool,
    own: OwnOptions,
) -> bytes:
    """Return a serialised SolveResultProto.

    `parameters` is a SolveParametersProto, `hints` a ModelSolveParametersProto, and `own` has the
    solver's own options. MathOpt's own
    `solve` would first build a Python object for every variable; this is the function below it.
    """
    proto = model_pb2.ModelProto.FromString(model)
    options = parameters_pb2.SolveParametersProto.FromString(parameters)
    add(options, solver_type, own)
    # As they come, since a solver that is interrupted may not react for long.
    incumbents = Incumbents(
        proto, solver_type, lambda x, bound, nodes: job.found(x, bound, None, nodes)
    )
    interrupter = SolveInterrupter()
    job.on_interrupt(interrupter.interrupt)
    with incumbents.overheard(options, job.log if logs else None) as log:
        result = solver.solve(
            proto,
            solver_type,
            parameters_pb2.SolverInitializerProto(),
            options,
            model_parameters_pb2.ModelSolveParametersProto.FromString(hints),
            log,
            incumbents.registration(),
            incumbents.called if incumbents.events else None,
            interrupter.pybind_interrupter,
        )
    return bytes(result.SerializeToString())
