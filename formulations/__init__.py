"""Optimisation models over decision diagrams, free of any solver."""

from nzdd.formulations.linear_model import LinearModel
from nzdd.formulations.result import Result, Status, checked
from nzdd.formulations.violation import Violation

__all__ = ["LinearModel", "Result", "Status", "Violation", "checked"]
