"""Make the pages of the files in ``results/``: ``python -m benchmarks.pages``.

``docs/benchmarks`` gets an overview, ``index.md``, and a page and a picture for each group. Tables
are files in ``docs/benchmarks/tables``, in a folder for each page, which links them and shows small
ones folded. `paper` writes ``paper.md``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks import gallery
from benchmarks.classics.l0_rboost.dependence_plots import NAMES as L0_SAMPLES
from benchmarks.classics.l0_rboost.dependence_plots import dependence
from benchmarks.classics.lpboost.nu_plots import held_back
from benchmarks.classics.minimax import curve_plots as minimax
from benchmarks.measured_code import age, changed, kept_cells
from benchmarks.pages import classics, coefficients, gallery_costs, plots
from benchmarks.pages.comparisons import verdicts
from benchmarks.pages.marked import included
from benchmarks.pages.openings import OPENINGS
from benchmarks.pages.paper.page import write as write_paper
from benchmarks.pages.verdict import Verdict
from benchmarks.record import PUBLISHED
from benchmarks.rules import error_plots as rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DOCS = Path(__file__).parents[2] / "docs"
INTRODUCTION = """# Benchmarks

{verdict}
![nzdd divided by the peers, the first measure of each benchmark](ratios.svg)

Each ratio is a figure of nzdd divided by that of the best peer in the same case: below 1 is
better. Means are geometric. A case is lost if nzdd is more than 5 % worse (errors: more than two
standard errors).

{machines}

{overview}

The [gallery](gallery.md) compares fourteen problems, each with its best alternative. [The
paper](paper.md) of Kurokawa et al. (2022) is reproduced table by table.

## Run them

```sh
python -m benchmarks             # small benchmarks
python -m benchmarks --full      # all benchmarks; takes a night
python -m benchmarks mip --list  # lists the commands of some parts
python -m benchmarks.pages        # writes these pages from benchmarks/results/
```

`pip install ".[bench,scip,sklearn,clarabel,dask]"` installs the peers; missing ones are skipped.
scikit-learn must be 1.8 or later. The environment variable `NZDD_DATA` names a folder with larger
samples. A small run takes 13 minutes and writes to `benchmarks/results/small/`. CPU seconds are
those of a separate process; methods that use both cores are compared by wall-clock time.
`benchmarks/results/` has the versions of all packages.
"""


class Picture(NamedTuple):
    """A picture beside the ratios: its benchmark, its text, and what draws it from a key there."""

    benchmark: str
    words: str
    draw: Callable[[list[Any]], Figure]
    key: str = "runs"


@dataclass(frozen=True, slots=True)
class Group:
    """A page: its title, its benchmarks with their names in tables and pictures, and pictures.

    `text` comes first.
    """

    title: str
    names: dict[str, str]
    pictures: dict[str, Picture] = field(default_factory=dict)
    text: str = ""


FAMILIES = """Sizes are vertices of grids. Joined vertices, Steiner trees and halves are smaller by
diagonals; lines with that order show the cost of one order for all families.

"""
LONG, WIDE = 40, 130
"""Tables with more lines, or longer ones, are not shown on the pages."""
SHOWN = 2
"""As many lost cases are named."""
PREFIXED = ("mip-", "soft-margin-", "classics-")
"""Titles of these, after the name of their page, say what is below a heading."""
GROUPS = {
    "build": Group(
        "Building diagrams",
        {
            "build": "rows to a ZDD",
            "scale": "rows in chunks",
            "paper-sizes": "the paper's samples",
        },
    ),
    "families": Group(
        "Families of graphs",
        {"families": "families of graphs", "states": "ways through states"},
        text=FAMILIES,
    ),
    "algebra": Group("Operations on families", {"algebra": "operations"}),
    "compression": Group(
        "Compression of real models",
        {
            "compression": "compression",
            "compression-mip": "SCIP on the smaller model",
            "coefficients": "kinds of coefficients",
        },
    ),
    "orders": Group("Symbol orders", {"orders": "orders", "order-ideas": "other methods"}),
    "solving": Group(
        "Models with very many rows",
        {
            "oracle": "shortest rows",
            "mip-implicit": "implicit rows",
            "mip-synthetic": "the paper's programs",
            "mip-licensed": "Gurobi, CPLEX, Xpress",
            "mip-ablation": "ablation",
            "mip-real": "integer models",
            "mip-solved": "integer models, solved",
            "mip-relaxed": "relaxations",
            "redundant-rows": "redundant rows",
            "propagation": "propagation",
            "packing": "packing and cutting",
            "colouring": "colouring",
            "vehicle-routes": "vehicle routes",
        },
    ),
    "gallery": Group(
        "The gallery",
        {f"gallery-{name}": name.replace("_", " ") for name in gallery.NAMES},
    ),
    "soft_margin": Group(
        "The 1-norm soft margin",
        {
            "soft-margin-solve": "LP solvers",
            "soft-margin-paper": "the paper's methods",
            "soft-margin-scale": "eleven million rows",
            "soft-margin-slack": "slack per edge",
            "soft-margin-classifiers": "scikit-learn",
        },
    ),
    "rules": Group(
        "Rules beside other packages",
        {"rules": "rules", "rules-ranks": "rules, ranks", "rules-speed": "rules, seconds"},
        {
            "rules_all_sets": Picture(
                "rules",
                "Error against literals, means over the sets",
                rules.all_sets,
            ),
            "rules_each_set": Picture(
                "rules",
                "Error against literals, a picture for every set",
                rules.each_set,
            ),
        },
    ),
    "classics": Group(
        "Other learning methods",
        {
            "classics-lpboost": "LPBoost",
            "classics-l0_rboost": "L0-RBoost",
            "classics-l0_robustness": "L0-RBoost, figures",
            "classics-pair_cuts": "pair cuts of L0-RBoost",
            "classics-psi": "psi-learning",
            "classics-psi_a": "psi-learning, a",
            "classics-psi_bounds": "psi-learning, M",
            "classics-psi_wdbc": "psi-learning, WDBC",
            "classics-minimax": "minimax",
            "classics-minimax_curves": "minimax, curves",
        },
        {
            "classics_nu": Picture(
                "classics-lpboost",
                "Accuracy of LPBoost trees against nu: figure 1 of Demiriz et al.",
                held_back,
                "curves",
            ),
            "classics_bases": Picture(
                "classics-minimax_curves",
                "Accuracy and Omega against bases: figures 1 and 2 of Strohmann et al.",
                minimax.curves,
            ),
            "classics_noise": Picture(
                "classics-minimax_curves",
                "Weights of 40 columns, 20 of which are noise: figure 3 of Strohmann et al.",
                minimax.column_weights,
                "weights",
            ),
            **{
                f"classics_{name.split()[0].lower()}": Picture(
                    "classics-l0_robustness",
                    f"{name}: accuracy and size against rho, margin and nu, as figures "
                    f"{number} and {number + 5} of Goldberg and Eckstein",
                    partial(dependence, data=name),
                )
                for number, name in enumerate(L0_SAMPLES, 2)
            },
        },
        classics.INTRODUCTION,
    ),
}


def load(name: str) -> dict[str, Any] | None:
    """The published record of a benchmark, or None."""
    path = PUBLISHED / f"{name}.json"
    found: dict[str, Any] | None = json.loads(path.read_text()) if path.exists() else None
    return found


def section(name: str, group: Group, found: dict[str, Any], folder: Path) -> str:
    """One benchmark: the comparison with its peers, how it was measured, its table."""
    title, about = found["title"], ""
    if name.startswith(PREFIXED):
        about = f"{title.partition(': ')[2].rstrip('.')}.\n\n"
        title = group.names[name][0].upper() + group.names[name][1:]
    judged = "".join(
        f"* {_told(verdict, 0 if place else SHOWN)}\n"
        for place, verdict in enumerate(verdicts(name, found))
    )
    head = f'<a id="{name}"></a>\n\n## {title}\n\n{about}{judged}' + "\n" * bool(judged)
    machine, file = found["machine"], f"tables/{folder.name}/{name}.txt"
    measured = f"`{found['command']}`, {found['date'][:10]}, {machine['cpu']}{age(name, found)}. "
    lines = [line.rstrip() for line in found["table"]]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text("\n".join(lines).rstrip() + "\n")
    text = f"{head}{measured}[All figures]({file}).\n"
    if len(lines) <= LONG and max(map(len, lines)) <= WIDE:
        text += f"\n{included('Figures', f'docs/benchmarks/{file}', lines[0][0] == '|')}"
    return text


def _told(verdict: Verdict, shown: int) -> str:
    """The ratio, how many cases are lost, and some of them."""
    text = f"{verdict.measure}: **{_mean(verdict)}** of {verdict.peer} ({_cases(verdict)})"
    return f"{text}; {_worst(verdict, shown)}." if verdict.lost else f"{text}."


def _mean(verdict: Verdict) -> str:
    return "-" if verdict.mean is None else f"{verdict.mean:.3g}"


def _cases(verdict: Verdict) -> str:
    """How many cases there are, and how many of them only nzdd solves."""
    count = sum(pair.ratio is not None for pair in verdict.pairs)
    alone = f", {verdict.alone} more by nzdd alone" if verdict.alone else ""
    return f"{count} {'case' if count == 1 else 'cases'}{alone}"


def _worst(verdict: Verdict, shown: int) -> str:
    """How many cases are lost, and which most."""
    lost = verdict.lost
    most = "most in " if len(lost) > shown else ""
    cases = f": {most}{'; '.join(map(str, lost[:shown]))}" if shown else ""
    return f"{len(lost)} {verdict.word}{cases}"


def problems(records: dict[str, dict[str, Any]]) -> Iterator[str]:
    """A line for each problem of the gallery."""
    yield "| problem | CPU seconds | wall-clock seconds | memory | cases | lost, by CPU seconds |"
    yield "|---|---|---|---|---|---|"
    for name, found in records.items():
        cpu, wall, memory = verdicts(name, found)
        problem = name.removeprefix("gallery-")
        link = f'<a id="{name}"></a>[{problem.replace("_", " ")}](../gallery/{problem}.md)'
        means = " | ".join(map(_mean, (cpu, wall, memory)))
        lost = _worst(cpu, 1).replace(f" {cpu.word}", "") if cpu.lost else "none"
        yield f"| {link} | {means} | {_cases(cpu).replace(' cases', '')} | {lost} |"


def overview(pages: dict[str, dict[str, dict[str, Any]]]) -> Iterator[str]:
    """One line per benchmark that has peers: its first verdict."""
    yield "| benchmark | measure | peer | nzdd / peer | lost |"
    yield "|---|---|---|---|---|"
    for page, records in pages.items():
        for name, found in records.items() if page != "gallery" else ():
            for verdict in verdicts(name, found)[:1]:
                peer = verdict.peer.removeprefix("the ").replace("best peer", "best")
                yield (
                    f"| [{GROUPS[page].names[name]}]({page}.md#{name}) | {verdict.measure} "
                    f"| {peer} | {_mean(verdict)} | {len(verdict.lost)} of {len(verdict.pairs)} |"
                )


def opening(page: str, records: dict[str, dict[str, Any]]) -> str:
    """The first sentences of a page, or of the overview of all records."""
    ratios = {
        name: [f"{verdict.mean:.3g}" if verdict.mean else "-" for verdict in verdicts(name, found)]
        for name, found in records.items()
    }
    return fill(OPENINGS[page].format_map(ratios), 100) + "\n\n"


def rows(records: dict[str, dict[str, Any]], group: Group) -> list[tuple[str, Verdict]]:
    """The verdicts of a page, of the gallery the first ones, with labels for its picture."""
    most = 1 if group is GROUPS["gallery"] else None
    return [
        (_label(group.names[name], verdict), verdict)
        for name, found in records.items()
        for verdict in verdicts(name, found)[:most]
    ]


def _label(name: str, verdict: Verdict) -> str:
    peer = "" if verdict.peer == "the best peer" else f" / {verdict.peer}"
    return f"{name}: {verdict.measure}{peer}".replace("`", "")


def machines(records: dict[str, dict[str, Any]]) -> str:
    """Dates and machines of the measurements, and how many of them are of today's code."""
    days = sorted(found["date"][:10] for found in records.values())
    kinds = sorted({found["machine"]["cpu"] for found in records.values()})
    all_records = records | kept_cells()
    older = sum(bool(changed(name, found)) for name, found in all_records.items())
    return (
        f"Measured from {days[0]} to {days[-1]} on shared virtual machines with two cores "
        f"({', '.join(kinds)}). Of {len(all_records)} records {older or 'none'} are older than the "
        "code that they measured (`python -m benchmarks.measured_code`)."
    )


def main() -> None:
    """Write all pages."""
    pages = {
        page: {name: found for name in group.names if (found := load(name)) is not None}
        for page, group in GROUPS.items()
    }
    folder = DOCS / "benchmarks"
    for page, records in pages.items():
        group = GROUPS[page]
        drawn = f"![{group.title}: nzdd divided by the peers](ratios_{page}.svg)\n\n"
        plots.save(plots.ratios(rows(records, group)), folder / f"ratios_{page}.svg")
        pictures = dict.fromkeys(records, "")
        for name, picture in group.pictures.items():
            if runs := records.get(picture.benchmark, {}).get(picture.key):
                plots.save(picture.draw(runs), folder / f"{name}.svg")
                pictures[picture.benchmark] += f"\n![{picture.words}]({name}.svg)\n"
        head = f"# {group.title}\n\n{opening(page, records)}{drawn}{group.text}"
        sections = (
            section(name, group, found, folder / "tables" / page) + pictures[name]
            for name, found in records.items()
        )
        parts = problems(records) if page == "gallery" else sections
        (folder / f"{page}.md").write_text(head + "\n".join(parts).rstrip() + "\n")
    first = [
        (GROUPS[page].names[name], judged[0])
        for page, records in pages.items()
        for name, found in records.items()
        if (judged := verdicts(name, found)) and judged[0].mean
    ]
    plots.save(plots.ratios(first), folder / "ratios.svg")
    everything = {name: found for records in pages.values() for name, found in records.items()}
    (folder / "index.md").write_text(
        INTRODUCTION.format(
            verdict=opening("index", everything),
            machines=fill(machines(everything), 100),
            overview="\n".join(overview(pages)),
        ).replace("\n\n\n", "\n\n")
    )
    write_paper(DOCS)
    classics.write(DOCS, everything)
    gallery_costs.write(DOCS)
    coefficients.write(DOCS)


if __name__ == "__main__":
    main()
