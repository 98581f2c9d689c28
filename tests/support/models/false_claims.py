"""Solvers that call models infeasible or unbounded which are not, and a model that is."""

from ortools.math_opt import result_pb2

from nzdd.adapters.workers import pool as worker_pool
from nzdd.formulations import LinearModel

CYCLE = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]
PARITY = LinearModel([1, 1, 1], CYCLE, 1, 1, upper=5, integrality=True)
"""Infeasible, though its relaxation is feasible, and no bound shows it."""


def calls_it(reason, kinds, monkeypatch, *, silent=True):
    """Have solvers of MathOpt of these kinds claim something, whatever the model is.

    Without `silent` they still report the points that they find on their way.
    """
    call = worker_pool.call

    def answer(module, function, *arguments, **options):
        if silent:
            options["on_found"] = lambda *_: None
        told = call(module, function, *arguments, **options)
        if function == "solve" and isinstance(told, bytes) and arguments[1] in kinds:
            proto = result_pb2.SolveResultProto()
            proto.termination.reason = getattr(result_pb2, f"TERMINATION_REASON_{reason}")
            return proto.SerializeToString()
        return told

    monkeypatch.setattr(worker_pool, "call", answer)


def kinds(*names):
    from nzdd.adapters.solvers.ortools.mathopt import TYPES

    return {TYPES[name] for name in names}
