"""Figure 5 of Kurokawa et al. 2022: programs with very many rows."""

from __future__ import annotations

from typing import Any

from benchmarks.paper.samples import grid


def figure_5(solved: dict[str, Any], at_size: dict[str, Any]) -> str:
    """Figure 5."""
    runs = solved["runs"]
    roads = ("auto", "lazy", "extended", "highs", "scip")
    found = {road: at(runs, road) for road in roads}
    tried = {road: {_count(r) for r in runs if r["road"] == road} for road in roads}
    rows = sorted(set().union(*tried.values()))
    table = grid(
        ["m", *roads],
        [
            [
                f"{m:,}",
                *(
                    f"{found[road][m]:.2f}"
                    if m in found[road]
                    else "not in time"
                    if m in tried[road]
                    else "not run"
                    for road in roads
                ),
            ]
            for m in rows
        ],
    )
    return f"""## Figure 5: solving them

![wall-clock seconds against rows, a line a way to solve](../images/paper_programs.svg)

Wall-clock seconds, building diagrams included. *auto* takes rows on demand from the diagram
(`lazy`) here; *extended* gives the extended formulation to the default solver; *highs* and *scip*
get the program itself.

{table}
At the paper's own sizes, CPU seconds (`{at_size["command"]}`; the limit is of the wall clock, which
neighbours take a part of). *nzdd_mip* is as in the paper, an extended formulation of few edges, but
by HiGHS. Where time is over: the best point and the bound.

{_own_sizes(at_size)}
* The paper's picture has no numbers to put beside. It has Gurobi with and without the extended
  formulation (*nzdd_mip* and *mip*), from 400,000 rows on, and says that the extended formulation
  is faster on all sizes.
* That does **not** come out for small programs: on the largest of the first table that all of them
  solve, the extended formulation takes {_slower(found)} times as long as the faster of HiGHS and
  SCIP on the program itself. It has more rows than the program there, since so few share nothing.
* For large ones it is open: HiGHS ends neither with nor without it in the time given, and what it
  has by then hangs on the limit. What Gurobi does is not known; it is not at hand.
* What comes out is the use of the diagram: shortest rows under the present point, added on demand,
  solve every size.
"""


def at(runs: list[dict[str, Any]], road: str) -> dict[int, float]:
    """Seconds by rows, of the first program of each size."""
    return {
        _count(run): run["wall"]
        for run in runs
        if run["road"] == road and run["status"] == "optimal" and "seed" not in run["case"]
    }


def _own_sizes(found: dict[str, Any]) -> str:
    """Figure 5 at the paper's sizes: CPU seconds, or the best point and the bound at the limit."""
    roads = ("auto", "nzdd_mip", "highs")
    runs = {(run["case"], run["road"]): run for run in found["runs"]}
    rows = []
    for case in dict.fromkeys(name for name, _ in runs):
        cells = []
        for road in roads:
            run = runs.get((case, road))
            if run is None:
                cells.append("not run")
                continue
            ends = [run[key] for key in ("objective", "bound")]
            best, bound = ("none" if end is None else f"{end:.0f}" for end in ends)
            solved = run["status"] == "optimal"
            late = f"> {run['cpu']:.0f}: {best}, {bound}"
            cells.append(f"{run['cpu']:.2f}" if solved else late)
        rows.append([case, *cells])
    return grid(["m", *roads], rows)


def _slower(found: dict[str, dict[int, float]]) -> str:
    m = max(set(found["extended"]) & (set(found["highs"]) | set(found["scip"])))
    best = min(found[road].get(m, float("inf")) for road in ("highs", "scip"))
    return f"{found['extended'][m] / best:.1f}"


def _count(run: dict[str, Any]) -> int:
    return int(run["case"].split()[0].replace(",", ""))
