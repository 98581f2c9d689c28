"""``docs/paper.md``: the experiments of Kurokawa et al. 2022, published and ours side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks import plots
from benchmarks.published import KUROKAWA
from benchmarks.record import PUBLISHED

SYNTHETIC = "synthetic {}e5"
HIGGS = "higgs"
TWIN = "twin 11e6 0.06"
METHODS = ("naive", "lpb", "erlpb", "nzdd_naive", "nzdd_lpb", "nzdd_erlpb", "ip", "nzdd_ip")
VALIDATED = ("lpb", "nzdd_naive", "nzdd_erlpb", "ip", "nzdd_ip")
MIB = 2**20
NOT_IN_TIME = ("interrupted", "time")
HEAD = """# The paper, reproduced

Tables 2 to 8 and figures 5 to 8 of Kurokawa et al., *Extended formulations via decision diagrams*
(2022), as published and as this package does today. Every difference has its reason beside it, or
the word that it is not known.

| | published | here |
|---|---|---|
| machine | {machine} | {cpu}, 2 virtual cores with neighbours |
| solver | {solver} | HiGHS, SCIP and an interior point of our own; Gurobi is not at hand |
| diagrams | zcomp, then the reducing procedure | rows to an NZDD at once |
| a9a | all 32,561 rows | the same file |
| HIGGS | all 11,000,000 rows | an excerpt of 10,984 rows; as many made-up ones (*twin*) |
| real-sim, w8a | all rows | not at hand: not redone |
| synthetic samples | drawn at random | drawn anew by the same rule: sizes differ by chance |

In short:

{summary}
"""


def write(docs: Path) -> None:
    """Write the page and the picture of figure 5."""
    names = ("paper-sizes", "mip-synthetic", "mip-large", "soft-margin-paper")
    found = [json.loads((PUBLISHED / f"{name}.json").read_text()) for name in names]
    sizes, solved, at_size, paper = found
    classifiers = json.loads((PUBLISHED / "soft-margin-classifiers.json").read_text())
    plots.save(plots.programs(solved["runs"]), docs / "paper_programs.svg")
    ours = {size["name"]: size for size in sizes["sizes"]}
    runs = [run for run in paper["runs"] if "road" in run]
    machine = KUROKAWA["provenance"]
    cpus = sorted({each["machine"]["cpu"] for each in found})
    head = HEAD.format(
        machine=machine["machine"],
        solver=machine["solver"],
        cpu=" or ".join(cpus),
        summary="\n".join(summary(ours, solved["runs"], runs)),
    )
    parts = [
        head,
        programs(ours),
        figure_5(solved, at_size),
        synthetic(ours),
        real(ours),
        errors(paper, classifiers),
        figures_6_and_7(runs),
        figure_8(runs),
        commands(found),
    ]
    (docs / "paper.md").write_text("\n".join(parts))


def grid(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table, its first column to the left."""
    names = list(head)
    lines = [names, ["---", *["---:"] * (len(names) - 1)], *map(list, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def summary(
    ours: dict[str, Any], solved: list[dict[str, Any]], runs: list[dict[str, Any]]
) -> Iterator[str]:
    """What came out as published, and what did not."""
    pairs = list(_pairs(ours))
    worst = max(abs(own["E"] / row["E"] - 1) for row, own in pairs)
    faster = [(row["zcomp"] + row["reduce"]) / own["seconds"] for row, own in pairs]
    yield (
        f"* **Sizes come out as published** (tables 4, 7, and a9a of table 8): of {len(pairs)} "
        f"diagrams the number of edges differs by at most {100 * worst:.1f} %."
    )
    yield (
        f"* **Construction** (tables 3, 5 and a9a of 6) takes {min(faster):.0f} to "
        f"{max(faster):.0f} times less, on another machine and without the ZDD between."
    )
    largest = max(_at(solved, "auto"))
    yield (
        "* **Figure 5 does not come out with open solvers**: up to 8,000 rows the extended "
        "formulation is slower than the program itself, and at the paper's sizes HiGHS ends "
        "neither in the time given. The same diagram used otherwise, for rows on demand, "
        f"solves {largest:,} rows in {_at(solved, 'auto')[largest]:.1f} s."
    )
    took = _seconds(runs)
    few, many = SYNTHETIC.format(1), SYNTHETIC.format(10)
    yield (
        "* **Figure 8 comes out where rows are many**: `nzdd_lpb` is "
        f"{took[many]['lpb'] / took[many]['nzdd_lpb']:.0f} times as fast as `lpb` on 1,000,000 "
        f"rows, and {took[few]['lpb'] / took[few]['nzdd_lpb']:.1f} times on 100,000. The paper "
        "says 10 to 100 times."
    )
    yield (
        "* **Figures 6 and 7 come out in part**: on a9a the diagram saves "
        f"{100 - 100 * ours['a9a']['edges'] / ours['a9a']['distinct']:.0f} % beyond equal rows, "
        "and no time (`nzdd_lpb` "
        f"{took['a9a']['nzdd_lpb']:.2f} s, `lpb` {took['a9a']['lpb']:.2f} s, the interior point on "
        f"the program without sharing {took['a9a']['ip']:.2f} s)."
    )
    yield (
        "* **Table 2 comes out for `lpb`, and for the others only near another nu**: the paper "
        "does not tell which nu it took, and the error hangs on it."
    )


def _pairs(ours: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Published rows and ours, of the samples that both have."""
    names = [
        *((row, f"{row['m']:,} rows") for row in KUROKAWA["programs"]["rows"]),
        *((row, _tenth(row)) for row in KUROKAWA["synthetic"]["rows"]),
        *((row, "a9a") for row in KUROKAWA["real"]["rows"] if row["name"] == "a9a"),
    ]
    for row, name in names:
        yield row, _own(ours[name])


def _own(size: dict[str, Any]) -> dict[str, Any]:
    seconds = size["distinct_cpu"] + size["diagram_cpu"]
    return {"V": size["nodes"], "E": size["edges"], "seconds": seconds, "m": size["rows"]}


def _tenth(row: dict[str, Any]) -> str:
    return SYNTHETIC.format(row["m"] // 100_000)


def _sizes(
    rows: list[dict[str, Any]],
    own: Callable[[dict[str, Any]], dict[str, Any] | None],
    extended: Callable[[dict[str, Any]], tuple[int, int]],
) -> str:
    """Sizes and times: published / ours."""
    lines = []
    for row in rows:
        mine = own(row)
        theirs = {**row, "seconds": row["zcomp"] + row["reduce"]}
        cells = [row.get("name", f"{row['m']:,}")]
        for key in ("V", "E"):
            cells += [f"{theirs[key]:,}", "-" if mine is None else f"{mine[key]:,}"]
        for place in (0, 1):
            cells += [
                f"{extended(theirs)[place]:,}",
                "-" if mine is None else f"{extended({**row, **mine})[place]:,}",
            ]
        cells += [
            f"{row['zcomp']:.2f} + {row['reduce']:.2f}",
            "-" if mine is None else f"{mine['seconds']:.3f}",
        ]
        lines.append(cells)
    head = ["sample" if "name" in rows[0] else "m"]
    for name in ("V", "E", "variables", "constraints", "seconds"):
        head += [name, "ours"]
    return grid(head, lines)


def programs(ours: dict[str, Any]) -> str:
    """Tables 3 and 4."""
    table = _sizes(
        KUROKAWA["programs"]["rows"],
        lambda row: _own(ours[f"{row['m']:,} rows"]),
        lambda size: (25 + size["V"] - 2, size["E"]),
    )
    return f"""## Tables 3 and 4: diagrams of mixed-integer programs

m random rows over 25 columns; variables and constraints are those of the extended formulation (1),
which for the program itself are 25 and m. Seconds are zcomp + reducing, and from rows to the NZDD.

{table}
* The text of the paper speaks of ten nonzero components a row; its sizes are those of rows with
  **nine** ones, so rows here have nine, and the tenth is the right-hand side, which is 1 for all.
* Rows are drawn anew, hence other V and E, by less than 2 %.
* Times: another machine, and no ZDD is made between; CPU seconds, the least of three.
"""


def figure_5(solved: dict[str, Any], at_size: dict[str, Any]) -> str:
    """Figure 5."""
    runs = solved["runs"]
    roads = ("auto", "lazy", "extended", "highs", "scip")
    found = {road: _at(runs, road) for road in roads}
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

![wall-clock seconds against rows, a line a way to solve](paper_programs.svg)

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


def _at(runs: list[dict[str, Any]], road: str) -> dict[int, float]:
    """Seconds by rows, of the first program of each size."""
    return {
        _count(run): run["wall"]
        for run in runs
        if run["road"] == road and run["status"] == "optimal" and "seed" not in run["case"]
    }


def synthetic(ours: dict[str, Any]) -> str:
    """Tables 5 and 7."""
    table = _sizes(
        KUROKAWA["synthetic"]["rows"],
        lambda row: _own(ours[_tenth(row)]),
        lambda size: (21 + size["V"] + size["E"], 2 * size["E"] + 3),
    )
    return f"""## Tables 5 and 7: diagrams of the synthetic samples

m different vectors of 20 bits, positive where five of the first ten are 1. Variables and
constraints are those of (6); the original (4) has m + 21 and 2 m + 1.

{table}
* Rows are drawn anew, hence other V and E, by less than 2 %.
* Times: another machine, no ZDD between, and equal rows are looked for first (included).
"""


def real(ours: dict[str, Any]) -> str:
    """Tables 6 and 8."""
    names = {"a9a": "a9a", "art-100000": SYNTHETIC.format(1), "HIGGS": HIGGS}

    def extended(size: dict[str, Any]) -> tuple[int, int]:
        return size["n"] + 1 + size["V"] + size["E"], 2 * size["E"] + 3

    rows = KUROKAWA["real"]["rows"]
    table = _sizes(
        rows, lambda row: _own(ours[names[row["name"]]]) if row["name"] in names else None, extended
    )
    excerpt, twin = ours[HIGGS], ours[TWIN]
    return f"""## Tables 6 and 8: diagrams of real samples

Features rounded at 0.5, as in the paper.

{table}
* **a9a** comes out: {ours["a9a"]["rows"]:,} rows, of which {ours["a9a"]["distinct"]:,} are
  distinct. Why there is a node more is not known.
* **art-100000** is the synthetic sample of 100,000 rows; the paper has 55,163 edges for it here
  and 55,147 in table 7, we have one sample.
* **HIGGS** cannot be compared: our line is the excerpt of {excerpt["rows"]:,} rows,
  {excerpt["distinct"]:,} of them distinct, and its diagram is larger than the published one of all
  rows. That more rows make it smaller is what table 7 shows, too; whether 989 edges come out is
  open until all rows are at hand. Made-up rows of the same number and width ({twin["rows"]:,},
  {twin["distinct"]:,} of them distinct) take {twin["distinct_cpu"]:.2f} +
  {twin["diagram_cpu"]:.2f} s (equal rows, then the diagram) where the paper has 13.13 s for HIGGS.
* **real-sim** and **w8a** are not at hand.
"""


def errors(paper: dict[str, Any], classifiers: dict[str, Any]) -> str:
    """Table 2."""
    found = [run["validation"] for run in paper["runs"] if "validation" in run]
    ours = {"a9a": "a9a", "art-100000": SYNTHETIC.format(1)}
    rows = []
    for row in KUROKAWA["errors"]["rows"]:
        theirs = [f"{row[name]:.4g}" if name in row else "" for name in VALIDATED]
        rows.append([f"{row['name']}, published", "", *theirs])
        of_sample = [each for each in found if each["sample"] == ours.get(row["name"])]
        for nu in dict.fromkeys(each["nu"] for each in of_sample):
            cells = {e["method"]: f"{e['error']:.4f}" for e in of_sample if e["nu"] == nu}
            rows.append(["ours", f"{nu:g}", *(cells.get(name, "") for name in VALIDATED)])
        if not of_sample:
            rows.append(["ours", "", "not at hand", *[""] * (len(VALIDATED) - 1)])
    chosen = next(
        run
        for run in classifiers["runs"]
        if (run["sample"], run["method"]) == ("a9a", "soft margin, edge")
    )
    least = {
        method: min(
            each["error"] for each in found if (each["sample"], each["method"]) == ("a9a", method)
        )
        for method in ("lpb", "nzdd_naive", "nzdd_erlpb")
    }
    return f"""## Table 2: test error, five folds

{grid(["sample", "nu", *VALIDATED], rows)}
* **nu**: the paper does not tell its own. Three are tried on a9a; the least errors are
  {least["lpb"]:.4f} (`lpb`), {least["nzdd_naive"]:.4f} (`nzdd_naive`) and
  {least["nzdd_erlpb"]:.4f} (`nzdd_erlpb`). The error of 0.2408 is the share of the smaller class:
  at nu = 0.36 the optimum of (6) is 0, so that weights 0, which put all rows into one class, are
  as good to the program as any. With nu = {chosen["parameter"]:.4f}, chosen among five, the error
  of (6) is {chosen["error"]:.4f} ([scikit-learn's beside
  it](benchmarks/soft_margin.md#soft-margin-classifiers)), as good as published.
* **Weights** have both signs here; as printed they have none below 0.
* On **art-100000** all methods here make no mistake: the rule is linear, and all of them find it.
  The paper's 0.0004 and 0.004 may come of a coarser end of its algorithms; it tells no epsilon.
* **real-sim** and **w8a** are not at hand.
"""


def figures_6_and_7(runs: list[dict[str, Any]]) -> str:
    """Figures 6 and 7."""
    names = {"a9a": "a9a", "mushroom": "mushroom", HIGGS: "HIGGS, excerpt", TWIN: "HIGGS twin"}
    tables = [
        grid(
            ["sample", *METHODS],
            [
                [title, *(cell(runs, name, road) for road in METHODS)]
                for name, title in names.items()
            ],
        )
        for cell in (_memory, _time)
    ]
    return f"""## Figures 6 and 7: memory and time on real samples

![peak memory by sample and method](soft_margin_memory.svg)

Peak memory beside the diagram, MiB (figure 6):

{tables[0]}
![CPU seconds by sample and method](soft_margin_real.svg)

CPU seconds once the diagram is there (figure 7); ! marks a gap that is not closed:

{tables[1]}
* The paper's pictures have no numbers to put beside; they show means over several nu, which it
  does not tell. Here there is one nu a sample. What can be compared is the order of the methods.
* `naive` and `nzdd_naive` go to HiGHS' interior point, for which Gurobi stands in the paper.
* `lpb` and `erlpb`, as all methods here, get distinct rows only; their sub-problems go to the
  interior point of this package, and their epsilon is 1e-2. The paper tells none.
* `ip` and `nzdd_ip` are not in the paper: the interior point on (4) and (6), to a gap of 1e-8.
* **a9a**: 26,008 distinct rows become 20,657 edges; that saves little, and the diagram saves no
  time.
* **mushroom** is in place of real-sim and w8a, which are not at hand; the **HIGGS** lines are not
  HIGGS.
"""


def figure_8(runs: list[dict[str, Any]]) -> str:
    """Figure 8."""
    names = list(dict.fromkeys(run["sample"] for run in runs))
    table = grid(
        ["m", *METHODS],
        [
            [f"{int(float(name.split()[1])):,}", *(_time(runs, name, road) for road in METHODS)]
            for name in names
            if name.startswith("synthetic")
        ],
    )
    took = _seconds(runs)[SYNTHETIC.format(10)]
    sizes = [name for name in names if name.startswith("synthetic")]
    middle = {r["road"]: r["iterations"] for r in runs if r["sample"] == SYNTHETIC.format(3)}
    shared = min(took[road] for road in METHODS if road.startswith("nzdd") and road != "nzdd_ip")
    return f"""## Figure 8: time on the synthetic samples

![CPU seconds against rows, a line a method](soft_margin_synthetic.svg)

{table}
* As published, the methods over the diagram gain on the others as m grows, and from some m on get
  faster, as the diagram shrinks. On 1,000,000 rows the fastest of the paper's three takes
  {shared:.2f} s and `nzdd_ip` {took["nzdd_ip"]:.3f} s.
* The paper leaves `naive` out from 600,000 rows on, as it takes more than a day. Here it takes
  {took["naive"]:.0f} s on 1,000,000: an interior point in place of Gurobi with settings that the
  paper does not tell, and nu = 0.1.
* `nzdd_naive` is **slower** than `naive` up to 300,000 rows here, where HiGHS needs
  {middle["nzdd_naive"]} iterations of its interior point for (6) and {middle["naive"]} for (4);
  why is not known.
* {len(sizes)} sizes of ten are shown; `python -m benchmarks.soft_margin paper --all` runs them all.
"""


def commands(records: list[dict[str, Any]]) -> str:
    """How these figures were made."""
    lines = []
    for found in records:
        machine = found["machine"]
        load = " ".join(f"{value:.1f}" for value in machine["load_average"])
        where = f"{machine['cpu']}, load {load} at the start"
        lines.append(f"* `{found['command']}`: {found['date'][:10]}, {where}")
    return (
        "## How it was run\n\n"
        + "\n".join(lines)
        + "\n\nVersions are with the full tables: [building](benchmarks/build.md#paper-sizes), "
        "[programs](benchmarks/solving.md#mip-synthetic), "
        "[soft margin](benchmarks/soft_margin.md#soft-margin-paper). The published figures are in "
        "`benchmarks/published.json`; `python -m benchmarks.page` makes this page.\n"
    )


def _seconds(runs: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """By sample and method."""
    found: dict[str, dict[str, float]] = {}
    for run in runs:
        found.setdefault(run["sample"], {})[run["road"]] = run["setup"] + run["solve"]
    return found


def _run(runs: list[dict[str, Any]], sample: str, road: str) -> dict[str, Any] | None:
    return next((run for run in runs if (run["sample"], run["road"]) == (sample, road)), None)


def _time(runs: list[dict[str, Any]], sample: str, road: str) -> str:
    run = _run(runs, sample, road)
    if run is None:
        return ""
    if run["ended_by"] in NOT_IN_TIME:
        return f"> {run['limit']:g}"
    return f"{run['setup'] + run['solve']:.3g}{'!' if run['ended_by'] else ''}"


def _memory(runs: list[dict[str, Any]], sample: str, road: str) -> str:
    run = _run(runs, sample, road)
    if run is None or run["growth"] < 0 or run["ended_by"] in NOT_IN_TIME:
        return ""
    return f"{run['growth'] / MIB:.0f}"
