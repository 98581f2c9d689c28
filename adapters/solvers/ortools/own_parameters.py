"""A solver's own options as MathOpt parameters, whose protos do not say which there are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from google.protobuf import text_format
from ortools.math_opt import (
    callback_pb2,
    model_parameters_pb2,
    model_pb2,
    parameters_pb2,
)
from ortools.math_opt.core.python import solver as mathopt

from nzdd.adapters.solvers.own_options import OwnOptions, Value, converted, refused, unknown

PROTOS = {
    parameters_pb2.SOLVER_TYPE_CP_SAT: "cp_sat",
    parameters_pb2.SOLVER_TYPE_GLOP: "glop",
    parameters_pb2.SOLVER_TYPE_PDLP: "pdlp",
}
"""Solvers whose options are the fields of a proto."""

TRIED = {
    parameters_pb2.SOLVER_TYPE_GSCIP: (
        "scip",
        {"bool_params": bool, "int_params": int, "long_params": int, "real_params": float}
        | {"char_params": str, "string_params": str},
    ),
    parameters_pb2.SOLVER_TYPE_HIGHS: (
        "highs",
        {"bool_options": bool, "int_options": int, "double_options": float, "string_options": str},
    ),
}
"""Solvers whose options are in maps by kind; a model without columns shows which one is right."""

UNKNOWN = ("SCIP error code -12", "option name was unknown")
"""What they say of a name that they do not know."""


def add(parameters: parameters_pb2.SolveParametersProto, solver_type: int, own: OwnOptions) -> None:
    """Put options into the parameters of a solve; OptionError if the solver refuses one."""
    for name, value in own.items():
        if solver_type in PROTOS:
            _merge(getattr(parameters, PROTOS[solver_type]), PROTOS[solver_type], name, value)
        else:
            parameters.MergeFrom(_accepted(solver_type, name, value))


def _merge(proto: Any, solver: str, name: str, value: Value) -> None:
    """Set a field, perhaps one of a part, such as ``termination_criteria.iteration_limit``."""
    *parts, last = name.split(".")
    for part in parts:
        if part not in proto.DESCRIPTOR.fields_by_name:
            raise unknown(solver, name)
        proto = getattr(proto, part)
    field = proto.DESCRIPTOR.fields_by_name.get(last)
    if field is None:
        raise unknown(solver, name)
    is_text = field.cpp_type == field.CPPTYPE_STRING
    text = json.dumps(str(value)) if is_text else str(value)
    try:
        text_format.Merge(f"{last}: {text.lower() if isinstance(value, bool) else text}", proto)
    except text_format.ParseError:
        raise refused(solver, name, value) from None


def _accepted(solver_type: int, name: str, value: Value) -> parameters_pb2.SolveParametersProto:
    """The first parameters with this option that the solver accepts."""
    solver, _ = TRIED[solver_type]
    for candidate in _candidates(solver_type, name, value):
        try:
            mathopt.solve(
                model_pb2.ModelProto(),
                solver_type,
                parameters_pb2.SolverInitializerProto(),
                candidate,
                model_parameters_pb2.ModelSolveParametersProto(),
                None,
                callback_pb2.CallbackRegistrationProto(),
                None,
                None,
            )
        except Exception as error:  # of a class that only the binding knows
            if any(words in str(error) for words in UNKNOWN):
                raise unknown(solver, name) from None
            continue
        return candidate
    raise refused(solver, name, value)


def _candidates(
    solver_type: int, name: str, value: Value
) -> Iterator[parameters_pb2.SolveParametersProto]:
    """The option in each map whose kind of values this one may be."""
    solver, kinds = TRIED[solver_type]
    for kind, convert in kinds.items():
        candidate = parameters_pb2.SolveParametersProto()
        try:
            where = getattr(candidate.gscip if solver == "scip" else candidate.highs, kind)
            where[name] = converted(value, convert)
        except (TypeError, ValueError, OverflowError):
            continue
        yield candidate
