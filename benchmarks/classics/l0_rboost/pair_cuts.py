"""The pair cuts of L0-RBoost: the scan of the paper, the diagram, and both as linear programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

import numpy as np
from numpy.typing import NDArray

from benchmarks.classics import paper_samples
from benchmarks.soft_margin.binary_samples import csr, load
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.learning.l0_rboost import (
    BitSample,
    description_lengths,
    l0_rboost,
    margin_model,
    pair_cut_model,
)
from nzdd.formulations.learning.l0_rboost.pair_cuts import PairCuts
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status

Bits = tuple[NDArray[np.generic], NDArray[np.generic]]
Floats = NDArray[np.float64]
LIMIT = 60.0
CUTS, BELOW = 500, 1 - 1e-6
TIMES = 5
LISTED = 100_000
"""Cuts, or edges, beyond which the linear program with a row each is not made."""
LEGEND = (
    "The separation that ends L0-RBoost: its monomials with a weight, and its point, but halved,",
    "so that many cuts are violated, of which the 500 most violated are found. paths: |P| x |N|,",
    "equal rows of a class put together; edges: of the diagram. scan: the paper's, a product of",
    "matrices in one thread. CPU seconds, the least of five. LP: the relaxation of (15) over these",
    "monomials with all cuts, a row a cut or a row an edge (theorem 1), by GLOP.",
)


@dataclass(frozen=True, slots=True)
class Run:
    """One sample.

    Attributes
    ----------
    data : str
    rows, monomials, paths, edges : int
    scan, diagram : float
        CPU seconds of a separation.
    cut_rows, cut_seconds, cut_value, edge_rows, edge_seconds, edge_value
        Of both linear programs; NaN where it was not made or not solved in time.
    """

    data: str
    rows: int
    monomials: int
    paths: int
    edges: int
    scan: float
    diagram: float
    cut_rows: int
    cut_seconds: float
    cut_value: float
    edge_rows: int
    edge_seconds: float
    edge_value: float


def pair_cuts(repetitions: int | None, *, jobs: int, quick: bool) -> tuple[list[Run], list[str]]:
    """L0-RBoost: the pair cuts by a scan, and as a diagram."""
    runs = [_run(name, read(), order) for name, read, order in (CASES[:2] if quick else CASES)]
    return runs, [*_table(runs), *LEGEND]


def _run(name: str, bits: Bits, order: int) -> Run:
    sample = BitSample.from_rows(*bits)
    penalties = description_lengths(sample.bits.shape[1], order, sample.total_weight)
    margin = min(0.1, 20 / sample.total_weight)
    found = l0_rboost(
        sample,
        margin=margin,
        penalties=penalties,
        make_engine=GlopEngine,
        gap=1e-2,
        time_limit=LIMIT,
    )
    used = np.flatnonzero(found.usage > 1e-9)
    monomials = [found.monomials[place] for place in used]
    votes, slack, usage = sample.votes(monomials), found.slack / 2, found.usage[used] / 2
    cuts = PairCuts(sample, 1)
    (diagram,) = cuts.diagrams(votes)
    scan, wanted = _least(lambda: _scan(sample, votes, slack, usage))
    search, pairs = _least(
        lambda: cuts.diagrams(votes)[0].shortest(slack, usage, BELOW, CUTS)[2],
    )
    np.testing.assert_allclose(np.sort(pairs), np.sort(wanted), atol=1e-9)
    costs = penalties[[monomial.order for monomial in monomials]]
    model = margin_model(votes, sample.labels, margin, costs, sample.weights)
    listed = compact = (0, np.nan, np.nan)
    if diagram.num_pairs <= LISTED:
        listed = _solved(lambda: pair_cut_model(model, votes, sample.labels, compact=False))
    if diagram.num_edges <= LISTED:
        compact = _solved(lambda: pair_cut_model(model, votes, sample.labels))
    return Run(
        name,
        sample.labels.size,
        used.size,
        diagram.num_pairs,
        diagram.num_edges,
        scan,
        search,
        *listed,
        *compact,
    )


def _scan(sample: BitSample, votes: NDArray[np.int8], slack: Floats, usage: Floats) -> Floats:
    """Look at every pair; the lengths of the shortest."""
    up, down = np.flatnonzero(sample.positive), np.flatnonzero(~sample.positive)
    one, other = votes[up], votes[down]
    reached = ((one == 1) * usage) @ (other < 1).T.astype(np.float64)
    reached += ((one == 0) * usage) @ (other == -1).T.astype(np.float64)
    reached += slack[up][:, None] + slack[down]
    lengths = reached.ravel()
    places = np.flatnonzero(lengths < BELOW)
    if places.size > CUTS:
        places = places[np.argpartition(lengths[places], CUTS)[:CUTS]]
    return np.asarray(lengths[places])


def _least(work: Callable[[], Floats]) -> tuple[float, Floats]:
    best = np.inf
    for _ in range(TIMES):
        started = process_time()
        found = work()
        best = min(best, process_time() - started)
    return best, found


def _solved(make: Callable[[], LinearModel]) -> tuple[int, float, float]:
    """Rows, CPU seconds with making it, and value of a relaxation."""
    started = process_time()
    model = make()
    answer = GlopEngine(model.relaxed()).solve(LIMIT)
    seconds = process_time() - started
    if answer.status is not Status.OPTIMAL or answer.objective is None:
        return model.num_rows, np.nan, np.nan
    return model.num_rows, seconds, answer.objective


def _table(runs: list[Run]) -> list[str]:
    lines = [
        f"{'':20}{'rows':>6}{'monomials':>11}{'paths':>11}{'edges':>11}{'scan':>9}"
        f"{'diagram':>9}{'ratio':>7}{'LP rows':>12}{'CPU s':>7}{'edge rows':>12}{'CPU s':>7}"
    ]
    for run in runs:
        lines.append(
            f"{run.data:20}{run.rows:6,}{run.monomials:11}{run.paths:11,}{run.edges:11,}"
            f"{run.scan:9.4f}{run.diagram:9.4f}{run.scan / run.diagram:7.1f}"
            f"{_program(run.cut_rows, run.cut_seconds)}{_program(run.edge_rows, run.edge_seconds)}"
        )
    return lines


def _program(rows: int, seconds: float) -> str:
    if not rows:
        return f"{'-':>12}{'':7}"
    return f"{rows:12,}{f'>{LIMIT:.0f}' if np.isnan(seconds) else f'{seconds:.2f}':>7}"


def _mushroom() -> Bits:
    data = load("mushroom")
    return csr(data.rows).toarray(), data.labels


def _adult() -> Bits:
    data = load("a9a")
    return csr(data.rows).toarray()[:10_000], data.labels[:10_000]


CASES: tuple[tuple[str, Callable[[], Bits], int], ...] = (
    ("votes, K = 1", lambda: paper_samples.binarised("vote"), 1),
    ("votes, K = 5", lambda: paper_samples.binarised("vote"), 5),
    ("breast cancer, K = 1", lambda: paper_samples.binarised("breast-wisconsin"), 1),
    ("hypothyroid, K = 2", lambda: paper_samples.binarised("hypothyroid"), 2),
    ("mushrooms, K = 1", _mushroom, 1),
    ("mushrooms, K = 2", _mushroom, 2),
    ("a9a, 10,000, K = 1", _adult, 1),
)
