"""Make the pages of the files in ``results/``: ``python -m benchmarks.pages``.

``docs/benchmarks`` gets an overview, ``index.md``, and a page and a picture for each group. `paper`
writes ``paper.md`` there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks import gallery
from benchmarks.classics.l0_rboost.plots import NAMES as L0_SAMPLES
from benchmarks.classics.l0_rboost.plots import dependence
from benchmarks.classics.lpboost.plots import held_back
from benchmarks.pages import classics, coefficients, gallery_costs, plots
from benchmarks.pages.paper.page import write as write_paper
from benchmarks.pages.verdict import Verdict
from benchmarks.pages.verdicts import verdicts
from benchmarks.record import PUBLISHED
from benchmarks.rules import plots as rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DOCS = Path(__file__).parents[2] / "docs"
INTRODUCTION = """# Benchmarks

Every figure of nzdd is compared with the best available alternative, and every table says where
that alternative is better. A ratio is the figure of nzdd divided by that of the best peer in the
same case: below 1 is better. Means are geometric. A case is lost if nzdd is more than 5 % worse
(errors: more than two standard errors). {machines}

```sh
python -m benchmarks             # small benchmarks
python -m benchmarks --full      # all benchmarks; takes a night
python -m benchmarks mip --list  # lists the commands of some parts
python -m benchmarks.pages        # writes these pages from benchmarks/results/
```

`pip install ".[bench,scip,sklearn,clarabel,dask]"` installs the peers; missing ones are skipped.
scikit-learn must be 1.8 or later. Larger samples are read from the folder in the environment
variable `NZDD_DATA`. Each measurement runs in a separate process. CPU seconds are compared, and
wall-clock time where a method uses both cores. A small run takes 13 minutes on these two cores
without other load. It writes to `benchmarks/results/small/` and does not change published results.

A [separate page](paper.md) reproduces the experiments of Kurokawa et al. 2022.
"""


class Picture(NamedTuple):
    """A picture beside the ratios: its benchmark, its text, and what draws it from a key there."""

    benchmark: str
    words: str
    draw: Callable[[list[dict[str, Any]]], Figure]
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


FAMILIES = """Sizes are vertices of grids. All families of edges of a graph share one order of the
edges here, so that they can be combined; on a grid it is that of the rows, in which paths, cycles
and cuts are small. Joined vertices, Steiner trees and halves are smaller by diagonals: the lines
with this order, which both libraries are given, show what the shared one costs.

"""
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
        {"rules": "rules", "rules-speed": "rules, seconds"},
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
        classics.MAP,
    ),
}


def load(name: str) -> dict[str, Any] | None:
    """The published record of a benchmark, or None."""
    path = PUBLISHED / f"{name}.json"
    found: dict[str, Any] | None = json.loads(path.read_text()) if path.exists() else None
    return found


def section(name: str, found: dict[str, Any]) -> str:
    """One benchmark: its command, machine and date, the comparison with its peers, its table."""
    machine = found["machine"]
    versions = ", ".join(f"{package} {version}" for package, version in found["versions"].items())
    load = " ".join(f"{value:.1f}" for value in machine["load_average"])
    judged = "".join(
        f"* {verdict.measure}: nzdd / {verdict.peer} **{verdict.ratio()}**;\n"
        f"  {verdict.word} than {verdict.peer}: {verdict.losses()}.\n"
        for verdict in verdicts(name, found)
    )
    return (
        f'<a id="{name}"></a>\n\n## {found["title"]}\n\n'
        f"`{found['command']}`, {found['date'][:10]}, {machine['cpu']}, "
        f"{machine['cores']} cores, load {load} at the start; {versions}.\n\n{judged}\n```text\n"
        + "\n".join(line.rstrip() for line in found["table"]).rstrip()
        + "\n```\n"
    )


def overview(pages: dict[str, dict[str, dict[str, Any]]]) -> Iterator[str]:
    """One line per verdict."""
    yield "| benchmark | measure; peer | nzdd / peer | lost cases |"
    yield "|---|---|---|---|"
    for page, records in pages.items():
        for name, found in records.items():
            link = f"[{GROUPS[page].names[name]}]({page}.md#{name})"
            judged = verdicts(name, found)
            if not judged:
                yield f"| {link} | no peer | - | - |"
            for verdict in judged:
                yield f"| {link} | {verdict.measure}; {verdict.peer} | {_cell(verdict)} |"
                link = ""


def _cell(verdict: Verdict) -> str:
    lost = verdict.lost
    worst = f"{len(lost)} of {len(verdict.pairs)}, worst {lost[0]}" if lost else "none"
    return f"{verdict.ratio()} | {worst}"


def rows(records: dict[str, dict[str, Any]], group: Group) -> list[tuple[str, Verdict]]:
    """The verdicts of a page, with labels for its picture."""
    return [
        (_label(group.names[name], verdict), verdict)
        for name, found in records.items()
        for verdict in verdicts(name, found)
    ]


def _label(name: str, verdict: Verdict) -> str:
    peer = "" if verdict.peer == "the best peer" else f" / {verdict.peer}"
    return f"{name}: {verdict.measure}{peer}".replace("`", "")


def machines(records: list[dict[str, Any]]) -> str:
    """Dates and machines of the measurements."""
    days = sorted(found["date"][:10] for found in records)
    kinds = sorted({found["machine"]["cpu"] for found in records})
    return (
        f"The figures were measured from {days[0]} to {days[-1]} on shared virtual machines with "
        f"two cores ({', '.join(kinds)}). Every section gives date, load and versions."
    )


def main() -> None:
    """Write all pages."""
    pages = {
        page: {name: found for name in group.names if (found := load(name)) is not None}
        for page, group in GROUPS.items()
    }
    folder = DOCS / "benchmarks"
    folder.mkdir(exist_ok=True)
    for page, records in pages.items():
        group = GROUPS[page]
        drawn = f"![{group.title}: nzdd divided by the peers](ratios_{page}.svg)\n\n"
        plots.save(plots.ratios(rows(records, group)), folder / f"ratios_{page}.svg")
        pictures = dict.fromkeys(records, "")
        for name, picture in group.pictures.items():
            if runs := records.get(picture.benchmark, {}).get(picture.key):
                plots.save(picture.draw(runs), folder / f"{name}.svg")
                pictures[picture.benchmark] += f"\n![{picture.words}]({name}.svg)\n"
        head = f"# {group.title}\n\nPart of the [benchmarks](index.md).\n\n{group.text}{drawn}"
        sections = [section(name, found) + pictures[name] for name, found in records.items()]
        (folder / f"{page}.md").write_text(head + "\n".join(sections))
    first = [
        (GROUPS[page].names[name], judged[0])
        for page, records in pages.items()
        for name, found in records.items()
        if (judged := verdicts(name, found))
    ]
    plots.save(plots.ratios(first), folder / "ratios.svg")
    everything = [found for records in pages.values() for found in records.values()]
    (folder / "index.md").write_text(
        INTRODUCTION.format(machines=machines(everything))
        + "\n![nzdd divided by the peers, the first measure of each benchmark]"
        + "(ratios.svg)\n\n"
        + "\n".join(overview(pages))
        + "\n"
    )
    write_paper(DOCS)
    gallery_costs.write(DOCS)
    coefficients.write(DOCS)


if __name__ == "__main__":
    main()
