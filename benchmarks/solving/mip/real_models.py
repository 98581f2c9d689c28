"""The models in the folder of the environment variable NZDD_DATA."""

from __future__ import annotations

import numpy as np

from benchmarks.solving.compression import models
from benchmarks.solving.mip.run import Run
from benchmarks.solving.mip.side_by_side import SideBySide
from benchmarks.solving.mip.tables import by_length, matrix, verdict
from nzdd.formulations import LinearModel

SOLVED = """
10teams MANN_a9.clq acc-tight2 cod105 comp11_2idx enigma enlight_hard gsvm2rl3 hanoi5 l152lav lseu
mod010 neos-565815 neos1 neos18 p0033 p0201 rail516 robot_sch_plain_4_50_999_0.05 scp42 scp51 scp61
scpa1 scpb1 scpc1 scpd1 scpe1 scpe2 stein27 supportcase14 supportcase16
"""
"""Integer models that HiGHS, SCIP or CP-SAT solves within a dozen seconds."""

SHUFFLES = 3
"""Orders of rows and columns in which a model is solved: the solvers' times depend much on them."""


def real(bench: SideBySide) -> tuple[list[Run], list[str]]:
    """Integer models, `auto` against the solvers alone."""
    return _shared(bench, ("auto", "scip", "highs", "cp_sat"), relaxed=False)


def relaxed(bench: SideBySide) -> tuple[list[Run], list[str]]:
    """Linear relaxations, `auto` against the solvers alone."""
    return _shared(bench, ("auto", "highs", "highs_ipm", "glop"), relaxed=True)


def solved(bench: SideBySide) -> tuple[list[Run], list[str]]:
    """Integer models that a solver solves within a dozen seconds."""
    variants = ("highs", "scip", "cp_sat", "auto")
    runs: list[Run] = []
    for name, model in [pair for pair in models() if pair[0] in SOLVED.split()][:: bench.sample]:
        for shuffle in range(SHUFFLES):
            case, best = f"{name}, order {shuffle}", bench.limit
            for variant in variants:
                # No solver runs for much more than twice the best time so far.
                most = bench.limit if variant == "auto" else min(bench.limit, 2 * best + 1)
                runs += bench.measure(case, [variant], shuffled, (model, shuffle), most)
                best = min(best, runs[-1].wall if runs[-1].solved else bench.limit)
    return runs, [*matrix(runs, variants), "", *by_length(runs), *verdict(runs, "auto")]


def _shared(
    bench: SideBySide, variants: tuple[str, ...], *, relaxed: bool
) -> tuple[list[Run], list[str]]:
    chosen = sorted(
        ((name, model) for name, model in models() if relaxed or model.is_mixed_integer),
        key=lambda pair: -pair[1].num_rows / pair[1].num_columns,
    )
    runs: list[Run] = []
    for name, model in chosen[:: bench.sample]:
        given = model.relaxed() if relaxed else model
        runs += bench.measure(name, variants, shuffled, (given, 0))
    return runs, [*matrix(runs, variants), "", *verdict(runs, variants[0])]


def shuffled(model: LinearModel, seed: int) -> LinearModel:
    """The model with its rows and columns in a random order, or as it is for seed 0."""
    if not seed:
        return model
    random = np.random.default_rng(seed)
    rows, columns = (random.permutation(size) for size in model.matrix.shape)
    return LinearModel(
        model.objective[columns],
        model.matrix[rows][:, columns],
        model.row_lower[rows],
        model.row_upper[rows],
        model.lower[columns],
        model.upper[columns],
        model.integrality[columns],
        maximize=model.maximize,
        offset=model.offset,
    )
