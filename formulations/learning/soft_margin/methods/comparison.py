"""The six methods of Kurokawa et al. 2022, section 8.2, and the interior-point method, compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from nzdd.formulations.learning.soft_margin.methods.dispatch import SolveModel, solve
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.soft_margin_result import SoftMarginResult


class Method(NamedTuple):
    """A method of the paper: which rows share a slack, and the algorithm."""

    name: str
    slack: str
    algorithm: str


METHODS = (
    Method("naive", "row", "lp"),
    Method("lpb", "row", "column-generation"),
    Method("erlpb", "row", "erlpboost"),
    Method("nzdd_naive", "edge", "lp"),
    Method("nzdd_lpb", "edge", "column-generation"),
    Method("nzdd_erlpb", "edge", "erlpboost"),
    Method("ip", "row", "interior-point"),
    Method("nzdd_ip", "edge", "interior-point"),
)
"""The first six are the paper's (``erlpb`` is its erlp); the last two are this package's own."""


def compare(
    sample: LabelledSample,
    nu: float,
    solve_model: SolveModel,
    *,
    methods: Iterable[Method] = METHODS,
    signed: bool = True,
    bias: str = "penalised",
    **options: Any,
) -> dict[str, SoftMarginResult]:
    """Solve one problem by several methods.

    Parameters
    ----------
    sample : LabelledSample
    nu : float
    solve_model : callable
        Solves a `LinearModel`, for the naive methods.
    methods : iterable of Method
    signed, bias
        See `SoftMarginProblem`.
    **options
        See `nzdd.formulations.learning.soft_margin.solve`; by default a round adds one column.

    Returns
    -------
    dict from name to SoftMarginResult
        With the time of each method in `seconds`. Methods with the same slack share the diagram,
        and nothing else.
    """
    chosen = list(methods)
    options.setdefault("columns", 1)  # a round, as in the paper
    diagrams = {
        slack: SampleDiagram.from_sample(sample, slack)
        for slack in dict.fromkeys(method.slack for method in chosen)
    }
    return {
        method.name: solve(
            SoftMarginProblem(diagrams[method.slack], nu, signed, bias),
            method.algorithm,
            solve_model=solve_model,
            **options,
        )
        for method in chosen
    }
