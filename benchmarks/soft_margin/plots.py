"""Figures 6 to 8 of Kurokawa et al. 2022 and bounds against time, for ``docs/images/learning``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import record
from benchmarks.soft_margin import binary_samples
from benchmarks.soft_margin.paper import EPSILON, NUS, REAL, VARIANTS
from benchmarks.soft_margin.runs import NOT_IN_TIME, Variant, means_of
from nzdd.adapters.methods.soft_margin import engines
from nzdd.adapters.pictures.matplotlib import COLOURS, bounds
from nzdd.formulations.learning.soft_margin.methods.comparison import METHODS, compare
from nzdd.formulations.learning.soft_margin.soft_margin_result import SoftMarginResult

if TYPE_CHECKING:
    from matplotlib.figure import Figure

IMAGES = Path(__file__).parents[2] / "docs/images/learning"
BOUNDED = "a9a"
LOOKS = dict(zip(("lp", "column-generation", "erlpboost", "interior-point"), "sv^o", strict=True))
"""The mark of an algorithm: filled, with a full line, over the diagram; hollow, dashed without."""


def draw(folder: Path = IMAGES, *, anew: bool = True) -> None:
    """Draw what the last run of ``paper`` found, and the bounds on a9a `anew`."""
    from matplotlib import rc_context

    path = record.RESULTS / "soft-margin-paper.json"
    if not path.exists():
        raise SystemExit(f"{path} is missing: run the part paper first")
    runs = means_of(json.loads(path.read_text())["runs"])
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "soft margin"}):
        figures = {
            "soft_margin_real": real(runs),
            "soft_margin_memory": real(runs, memory=True),
            "soft_margin_synthetic": synthetic(runs),
        }
        if anew:
            figures["soft_margin_bounds"] = bounds_by_time()
        for name, figure in figures.items():
            target = folder / f"{name}.svg"
            figure.savefig(target, metadata={"Date": None})
            print(f"written: {target.relative_to(folder.parent)}")


def real(runs: list[dict[str, Any]], *, memory: bool = False) -> Figure:
    """CPU seconds on real samples, a mark a method: figure 7; or memory: figure 6."""
    figure, axes = _axes()
    if memory:
        axes.set_ylabel("peak memory beside the diagram, MiB")
    names = [name for name in REAL if any(run["sample"] == name for run in runs)]
    for place, variant in enumerate(VARIANTS):
        points = [
            (
                names.index(run["sample"]) + (place - 3.5) / 12,
                run["growth"] / record.MIB if memory else run["setup"] + run["solve"],
            )
            for run in runs
            if run["variant"] == variant.name and run["sample"] in names and _in_time(run)
        ]
        _plot(axes, variant, points, joined=False)
    axes.set_xticks(range(len(names)), [_title(name) for name in names])
    figure.legend(loc="outside right upper", fontsize="small")
    return figure


def synthetic(runs: list[dict[str, Any]]) -> Figure:
    """CPU seconds against the rows of the synthetic samples, a line a method: figure 8."""
    figure, axes = _axes()
    for variant in VARIANTS:
        points = sorted(
            (run["rows"], run["setup"] + run["solve"])
            for run in runs
            if run["variant"] == variant.name
            and run["sample"].startswith("synthetic")
            and _in_time(run)
        )
        _plot(axes, variant, points, joined=True)
    axes.set_xlabel("rows")
    figure.legend(loc="outside right upper", fontsize="small")
    return figure


def bounds_by_time() -> Figure:
    """The iterative methods over the diagram of a9a."""
    sample = binary_samples.load(BOUNDED).sample()
    solve_model = engines("lp", None)["solve_model"]
    found: dict[str, SoftMarginResult] = {}
    for method in METHODS:
        options: dict[str, Any] = {"gap": EPSILON / 10, "columns": 1, "eta": "theory"}
        if method.algorithm == "interior-point":
            options = {}
        if method.slack == "edge" and method.algorithm != "lp":
            found |= compare(sample, NUS[BOUNDED][1], solve_model, methods=[method], **options)
    return bounds(found)


def _axes() -> tuple[Figure, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.set_yscale("log")
    axes.set_ylabel("CPU seconds")
    return figure, axes


def _plot(axes: Any, variant: Variant, points: list[tuple[float, float]], *, joined: bool) -> None:
    places, seconds = zip(*points, strict=True) if points else ((), ())
    shared = variant.slack == "edge"
    axes.plot(
        places,
        seconds,
        linestyle=("-" if shared else "--") if joined else "",
        color=COLOURS[list(LOOKS).index(variant.algorithm)],
        marker=LOOKS[variant.algorithm],
        fillstyle="full" if shared else "none",
        label=variant.name,
    )


def _in_time(run: dict[str, Any]) -> bool:
    return run["ended_by"] not in NOT_IN_TIME


def _title(name: str) -> str:
    return "HIGGS twin" if name.startswith("twin") else name
