"""The table of ``nzdd fit --nu-path``."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.cli.answer import ANSWERED, INTERRUPTED, Answer, fields, table
from nzdd.formulations.iteration import limits
from nzdd.formulations.learning.linear_classifier import LinearClassifier
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.nu import nu_path, nu_range
from nzdd.formulations.learning.soft_margin.sample import class_samples
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.input.row_table import RowTable


def path_answer(
    nus: int | list[float],
    rows: RowTable,
    labels: NDArray[Any],
    test: tuple[RowTable, NDArray[Any]] | None,
    options: dict[str, Any],
    seconds: dict[str, float],
) -> Answer:
    """Solve for several nu over one diagram.

    Parameters
    ----------
    nus : list of float or int
        The values, or how many evenly spaced ones inside the window.
    rows, labels, test
        Samples of two classes.
    options : dict
        Those of `nzdd.formulations.learning.soft_margin.fit` that make the problem, and the
        gap.
    seconds : dict
        Steps before this one.

    Raises
    ------
    ValueError
        If there are not two classes.
    """
    classes = np.unique(labels)
    if classes.size != 2:
        raise ValueError(
            f"--nu-path needs two classes, and the sample has {classes.size}; fit one nu by --nu"
        )
    started = perf_counter()
    _, [sample] = class_samples(rows, labels, class_weight=options["class_weight"])
    diagram = SampleDiagram.from_sample(sample, options["slack"], blocks=options["blocks"])
    interior_point = InteriorPoint(diagram)
    seconds["build"] = perf_counter() - started
    started = perf_counter()
    kind = {"signed": options["signed"], "bias": options["bias"]}
    values = nus if isinstance(nus, list) else _spaced(interior_point, nus, kind)
    results = nu_path(interior_point, values, gap=options["gap"], **kind)
    seconds["solve"] = perf_counter() - started
    path = []
    for result in results:
        classifier = LinearClassifier(
            result.weights[None], np.array([result.intercept]), tuple(classes.tolist())
        )
        path.append(
            {
                "nu": result.problem.nu,
                "objective": result.objective,
                "gap": result.gap,
                "row_objective": result.row_objective,
                "outcome": str(result.outcome),
                "nonzero_weights": int(np.count_nonzero(result.weights)),
                "train_error": classifier.error_rate(rows, labels),
                "test_error": None if test is None else classifier.error_rate(*test),
            }
        )
    facts = {
        "path": path,
        "slack": diagram.slack,
        "edges": diagram.nzdd.num_edges,
        "seconds": seconds,
    }
    header = ("nu", "objective", "gap", "of the rows", "weights", "train error", "test error")
    lines = [
        (
            f"{point['nu']:.6g}",
            f"{point['objective']:.8g}",
            f"{point['gap']:.1e}",
            f"{point['row_objective']:.8g}",
            point["nonzero_weights"],
            f"{point['train_error']:.4f}",
            None if point["test_error"] is None else f"{point['test_error']:.4f}",
        )
        for point in path
    ]
    times = ", ".join(f"{step} {time:.2f}" for step, time in seconds.items())
    code = INTERRUPTED if results[-1].limit == limits.INTERRUPTED else ANSWERED
    return Answer(facts, table(header, lines) + "\n" + fields([("seconds", times)]), code)


def _spaced(interior_point: InteriorPoint, count: int, kind: dict[str, Any]) -> list[float]:
    """Values of nu evenly spaced inside the window."""
    window = nu_range(interior_point, upper=False, **kind)
    end = window.constant if window.lower < window.constant else 1.0
    return [float(nu) for nu in np.linspace(window.lower, end, count + 2)[1:-1]]
