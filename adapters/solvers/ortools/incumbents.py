"""The points and bounds that a MathOpt solve reports as it runs, in the worker process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from time import perf_counter

import numpy as np
from ortools.math_opt import callback_pb2, model_pb2, parameters_pb2

from nzdd.adapters.solvers.ortools.model_proto import dense_vector
from nzdd.adapters.workers.process import OnFound
from nzdd.formulations.models.arrays import Floats

OnLog = Callable[[list[str]], None]

EVENTS = {
    parameters_pb2.SOLVER_TYPE_GSCIP: [
        callback_pb2.CALLBACK_EVENT_MIP_SOLUTION,
        callback_pb2.CALLBACK_EVENT_MIP_NODE,
    ],
    parameters_pb2.SOLVER_TYPE_CP_SAT: [
        callback_pb2.CALLBACK_EVENT_MIP_SOLUTION,
        callback_pb2.CALLBACK_EVENT_MIP,
    ],
}
"""What solvers report by MathOpt's callbacks."""

BOUND_SECONDS = 0.5
"""Between two lines with a bound in the log of HiGHS; by default there are five seconds."""

NODE_SECONDS = 0.1
"""Between two reports of nodes alone."""

LAST_DIGIT = 1e-9
"""HiGHS writes ten digits of a bound, which is relaxed by this much, relatively, for the others."""


class Incumbents:
    """Listens to a solver; linear programs and quadratic objectives report nothing.

    SCIP and CP-SAT call back. HiGHS does not: it writes its points into a pipe, and its log has the
    bounds. The proto is one of `model_proto`, and the type one of MathOpt's. `on_found` is called
    from any thread with each better point and None, with None and each better bound, and now and
    then with None twice; always with the number of nodes as well, or None.
    """

    def __init__(self, model: model_pb2.ModelProto, solver_type: int, on_found: OnFound) -> None:
        objective = model.objective
        reports = any(model.variables.integers) and not objective.quadratic_coefficients.row_ids
        self._type = solver_type if reports else None
        self._costs = dense_vector(objective.linear_coefficients, len(model.variables.ids))
        self._sign = -1.0 if objective.maximize else 1.0
        self.events: list[int] = EVENTS.get(self._type, [])
        self._lock, self._on_found = Lock(), on_found
        self._value, self._bound = np.inf, -np.inf  # of the minimum
        self._nodes: int | None = None
        self._told = -np.inf

    def registration(self) -> callback_pb2.CallbackRegistrationProto:
        """What to register `called` for; of nodes it needs no points."""
        wanted = callback_pb2.CallbackRegistrationProto(request_registration=self.events)
        if callback_pb2.CALLBACK_EVENT_MIP_NODE in self.events:
            wanted.mip_node_filter.filter_by_ids = True
        return wanted

    @contextmanager
    def overheard(
        self, parameters: parameters_pb2.SolveParametersProto, log: OnLog | None
    ) -> Iterator[OnLog | None]:
        """Have HiGHS write its points into a pipe; yields the function that its log goes to."""
        # HiGHS writes to files alone, which a pipe is only where it has a name.
        if self._type != parameters_pb2.SOLVER_TYPE_HIGHS or not os.path.isdir("/dev/fd"):
            yield log
            return
        read, write = os.pipe()
        parameters.highs.string_options["mip_improving_solution_file"] = f"/dev/fd/{write}"
        parameters.highs.bool_options["mip_improving_solution_report_sparse"] = True
        if log is None:  # nobody else reads its lines, so there may be more of them
            parameters.highs.double_options["mip_min_logging_interval"] = BOUND_SECONDS
        reader = Thread(target=self._read_points, args=(read,))
        reader.start()

        def logged(lines: list[str]) -> None:
            self._read_bounds(lines)
            if log is not None:
                log(lines)

        try:
            yield logged
        finally:
            os.close(write)
            reader.join()

    def called(self, data: callback_pb2.CallbackDataProto) -> callback_pb2.CallbackResultProto:
        """MathOpt's callback for the `events`."""
        if data.mip_stats.HasField("explored_nodes"):  # which CP-SAT does not count
            self._nodes = data.mip_stats.explored_nodes
        if data.event == callback_pb2.CALLBACK_EVENT_MIP_SOLUTION:
            self._found(dense_vector(data.primal_solution_vector, self._costs.size))
        self._proved(data.mip_stats.dual_bound)
        return callback_pb2.CallbackResultProto()

    def _read_points(self, pipe: int) -> None:
        """A point is a line ``# Columns -k`` and k lines that end in a value and its column."""
        with open(pipe) as lines, suppress(StopIteration):  # cut off where HiGHS fails
            for line in lines:
                if not line.startswith("# Columns"):
                    continue
                x = np.zeros_like(self._costs)
                for _ in range(-int(line.split()[-1])):
                    *_, value, column = next(lines).split()
                    x[int(column)] = float(value)
                self._found(x)

    def _read_bounds(self, lines: list[str]) -> None:
        """A bound comes after the explored share of the tree; before it nodes, queue and leaves."""
        for line in lines:
            counts, _, bounds = line.partition("%")
            try:
                bound = float(bounds.split()[0])
                self._nodes = int(counts.split()[-4])
            except (IndexError, ValueError):
                continue
            self._proved(bound - self._sign * LAST_DIGIT * abs(bound))

    def _found(self, x: Floats) -> None:
        value = self._sign * float(self._costs @ x)
        with self._lock:
            better = value < self._value
            self._value = min(self._value, value)
        if better:
            self._on_found(x, None, self._nodes)

    def _proved(self, bound: float) -> None:
        with self._lock:
            better = self._sign * bound > self._bound
            self._bound = max(self._bound, self._sign * bound)
            better = better and bool(np.isfinite(bound))
            now = perf_counter()
            due = self._nodes is not None and now >= self._told + NODE_SECONDS
            if better or due:
                self._told = now
        if better or due:
            self._on_found(None, bound if better else None, self._nodes)
