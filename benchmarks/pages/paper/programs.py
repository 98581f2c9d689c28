"""Figure 5 of Kurokawa et al. 2022: programs with very many rows."""

from __future__ import annotations

from typing import Any

from benchmarks.pages.paper.samples import grid


def figure_5(solved: dict[str, Any], at_size: dict[str, Any], licensed: dict[str, Any]) -> str:
    """Figure 5."""
    runs = solved["runs"]
    variants = ("auto", "lazy", "extended", "highs", "scip")
    found = {variant: at(runs, variant) for variant in variants}
    tried = {variant: {_count(r) for r in runs if r["variant"] == variant} for variant in variants}
    rows = sorted(set().union(*tried.values()))
    table = grid(
        ["m", *variants],
        [
            [
                f"{m:,}",
                *(
                    f"{found[variant][m]:.2f}"
                    if m in found[variant]
                    else "not in time"
                    if m in tried[variant]
                    else "not run"
                    for variant in variants
                ),
            ]
            for m in rows
        ],
    )
    return f"""## Figure 5: solving mixed-integer programs

![wall-clock seconds against rows, one line per method](../images/paper_programs.svg)

Wall-clock seconds, including the construction of diagrams. *auto* chooses row generation with the
diagram (*lazy*) here. *extended* passes the extended formulation to the default solver. *highs*
and *scip* solve the original program.

{table}
At the paper's own sizes, CPU seconds (`{at_size["command"]}`; the limit is wall-clock time
on a shared machine). *nzdd_mip* is the extended formulation of few edges, as in the paper, but
solved by HiGHS. At the time limit: the best objective value and the bound.

{_own_sizes(at_size)}
* The paper shows a picture without numbers. It compares Gurobi with and without the extended
  formulation (*nzdd_mip* and *mip*), from 400,000 rows on, and says that the extended formulation
  is faster on all sizes.
* This is **not** reproduced for small programs. On the largest program of the first table that all
  methods solve, the extended formulation takes {_slower(found)} times as long as the faster of
  HiGHS and SCIP on the original program. It has more rows than the original, since few rows share
  little.
* For large programs it is open: HiGHS solves neither form within the time limit, and what it
  reaches depends on the limit. Gurobi's free licence ends long before: of the sizes tried,
  {_end(licensed)}.
* The diagram itself is useful: as a separation oracle it solves every size.

With the paper's own solver, Gurobi, on the licence that comes with its package, CPU seconds of one
thread (`{licensed["command"]}`). *mip* and *nzdd_mip* are as in the paper. The
other columns get rows from the diagram where points violate them; *lazy* is SCIP. Three programs
have all subsets of a size as rows, which are not listed.

{_licensed(licensed)}
* As far as the licence goes, the extended formulation of *random* rows takes Gurobi
  {_times(licensed)} times as long as the program itself.
* Rows given in callbacks do not count for the licence: it solves every size of the paper.
"""


def at(runs: list[dict[str, Any]], variant: str) -> dict[int, float]:
    """Seconds by rows, of the first program of each size."""
    return {
        _count(run): run["wall"]
        for run in runs
        if run["variant"] == variant and run["status"] == "optimal" and "seed" not in run["case"]
    }


def _end(licensed: dict[str, Any]) -> str:
    """Where the free licence ends."""
    most = {
        variant: max(
            _count(run)
            for run in licensed["runs"]
            if run["variant"] == variant and run["status"] == "optimal" and run["case"][0] != "a"
        )
        for variant in ("gurobi", "nzdd_mip gurobi")
    }
    return (
        f"{most['gurobi']:,} rows is the largest for the program, and {most['nzdd_mip gurobi']:,} "
        "for its extended formulation"
    )


def _times(licensed: dict[str, Any]) -> str:
    """Seconds of the extended formulation divided by those of the program, from least to most."""
    took = {
        (run["case"], run["variant"]): run["cpu"]
        for run in licensed["runs"]
        if run["status"] == "optimal"
    }
    ratios = [
        took[case, "nzdd_mip gurobi"] / seconds
        for (case, variant), seconds in took.items()
        if variant == "gurobi" and (case, "nzdd_mip gurobi") in took
    ]
    return f"{min(ratios):.1f} to {max(ratios):.1f}"


def _licensed(licensed: dict[str, Any]) -> str:
    """Seconds by case and variant."""
    names = {
        "gurobi": "mip",
        "nzdd_mip gurobi": "nzdd_mip",
        "lazy gurobi": "lazy gurobi",
        "lazy cplex": "lazy cplex",
        "lazy xpress": "lazy xpress",
        "lazy": "lazy",
        "lazy glop": "lazy glop",
    }
    runs = {(run["case"], run["variant"]): run for run in licensed["runs"]}
    rows = []
    for case in dict.fromkeys(name for name, _ in runs):
        found = [runs.get((case, variant)) for variant in names]
        rows.append([case, *map(_seconds, found)])
    return grid(["m", *names.values()], rows)


def _seconds(run: dict[str, Any] | None) -> str:
    if run is None:
        return "not run"
    if run["status"] == "optimal":
        return f"{run['cpu']:.2f}"
    return "licence too small" if run["status"] == "licence" else "not in time"


def _own_sizes(found: dict[str, Any]) -> str:
    """Figure 5 at the paper's sizes: CPU seconds, or the best point and the bound at the limit."""
    variants = ("auto", "nzdd_mip", "highs")
    runs = {(run["case"], run["variant"]): run for run in found["runs"]}
    rows = []
    for case in dict.fromkeys(name for name, _ in runs):
        cells = []
        for variant in variants:
            run = runs.get((case, variant))
            if run is None:
                cells.append("not run")
                continue
            ends = [run[key] for key in ("objective", "bound")]
            best, bound = ("none" if end is None else f"{end:.0f}" for end in ends)
            solved = run["status"] == "optimal"
            late = f"> {run['cpu']:.0f}: {best}, {bound}"
            cells.append(f"{run['cpu']:.2f}" if solved else late)
        rows.append([case, *cells])
    return grid(["m", *variants], rows)


def _slower(found: dict[str, dict[int, float]]) -> str:
    m = max(set(found["extended"]) & (set(found["highs"]) | set(found["scip"])))
    best = min(found[variant].get(m, float("inf")) for variant in ("highs", "scip"))
    return f"{found['extended'][m] / best:.1f}"


def _count(run: dict[str, Any]) -> int:
    return int(run["case"].split()[0].replace(",", ""))
