"""The tables of what was found, and ``results/rules.json``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from textwrap import wrap
from typing import Any

import numpy as np

from benchmarks import record
from benchmarks.cells import Cells
from benchmarks.rules import budgets, data_sets, own, peers, ranks
from benchmarks.rules.cells import Cell
from benchmarks.rules.methods import LARGER, version_of
from benchmarks.rules.outcomes import (
    Outcome,
    Outcomes,
    Place,
    Tally,
    difference,
    kept,
    outcomes,
    places,
    shared_folds,
    tally,
)

PACKAGES = (
    *("numpy", "scikit-learn", "imodels", "wittgenstein", "fasterrisk", "aix360"),
    *("interpret-core", "xgboost"),
)
RULES = "rules"
SMALL = tuple(map(budgets.small, peers.SIZES))
SHOWN = (
    (LARGER, "larger"),
    (SMALL[0], "5 lit."),
    (SMALL[1], "10 lit."),
    (SMALL[2], "20 lit."),
    (RULES, "rules"),
    ("tree, pruned", "tree"),
    ("L1 logistic", "L1"),
    ("L1 logistic, 10 bits", "L1, 10"),
    ("FIGS, 10", "FIGS"),
    ("RuleFit, 30", "RuleFit"),
    ("FasterRisk, 10", "F.Risk"),
    ("RIPPER", "RIPPER"),
    ("BRCG", "BRCG"),
    ("EBM, 4 bags", "EBM"),
    ("XGBoost", "XGB"),
)
"""Columns of the table of errors."""
FEWEST = 10
"""Sets that a method must have all folds of to be in the lines of means."""
WIDTH = 110
LEGEND = (
    "Five stratified folds, three of sets with more than 5,000 rows, the same for all; of a fold "
    "at most 5,000 rows are trained on and 2,500 tested on. Whatever is learnt, binning and "
    "imputation too, is learnt from the training rows. Peers that need numbers get 0/1 columns of "
    "categories and medians for missing numbers; those that need bits (FasterRisk, BRCG, L1 "
    "logistic where it says so) those of BinaryEncoder. All parameters are the defaults unless the "
    "name says more; EBM has 4 outer bags instead of 14, since it takes so long. A fit has 60 CPU "
    "seconds; the slowest methods have the first folds only, and others are compared with them on "
    "those. AIX360's BRCG is its light version, with Clarabel in place of ECOS.",
    "literals: conditions of all rules; of trees (FIGS too) the conditions on the paths to all "
    "leaves; of linear models the non-zero weights; of boosted trees their splits; of an EBM the "
    "bins of all terms. Better and worse: by more than a standard error of the paired difference "
    "over the rows tested.",
)


def publish(cells: Cells[Cell]) -> None:
    """Print the tables and write them."""
    found = outcomes(cells)
    found |= _earlier(found)
    ours = [method.name for method in own.methods() if method.name.startswith(RULES)]
    theirs = [method.name for method in peers.methods()]
    known = places(found, ours, theirs)
    tallies = [tally(found, RULES, peer) for peer in theirs]
    tallies += [tally(found, SMALL[1], peer) for peer in theirs]
    small = budgets.at_budgets(found, theirs)
    ranks.publish(cells, found)
    table = [
        *_errors(found),
        *budgets.lines(small),
        *_frontier(known),
        *_tallies(tallies, found),
        *_defaults(found),
        "",
        *(line for text in LEGEND for line in wrap(text, WIDTH)),
    ]
    print(*table, sep="\n")
    whole = all(
        (name, method) in found
        for name in data_sets.NAMES
        for method in (RULES, LARGER, "tree, pruned", "L1 logistic")
    )
    record.publish(
        "rules",
        record.surroundings(PACKAGES),
        "Rules beside other packages",
        table,
        whole=whole,
        command="python -m benchmarks.rules",
        runs=[_run(found, key) for key in found],
        budgets=[each._asdict() for each in small],
        frontier=[place._asdict() for place in known],
        tallies=[each._asdict() for each in tallies],
    )


def _earlier(found: Outcomes) -> Outcomes:
    """Outcomes of peers that the published record has, and no cell."""
    path = record.PUBLISHED / "rules.json"
    if not path.exists():
        return {}
    versions = {method.name: version_of(method) for method in peers.methods()}
    return kept(found, json.loads(path.read_text()), versions)


def _run(found: Outcomes, key: tuple[str, str]) -> dict[str, Any]:
    """An outcome, with its difference to the rules and its standard error."""
    outcome = found[key]
    names = [each.name for each in fields(outcome) if each.name != "mistakes"]
    run = {name: getattr(outcome, name) for name in names}
    ours = found.get((outcome.sample, RULES))
    if ours is not None and not ours.trouble and not outcome.trouble:
        gap = difference(ours, outcome)
        run |= {"rules_less_this": gap.mean, "standard_error": gap.error}
    return run


def _errors(found: Outcomes) -> Iterable[str]:
    shown = [(name, title) for name, title in SHOWN if any(method == name for _, method in found)]
    folds: dict[str, int] = {}
    for (sample, _), outcome in found.items():
        folds[sample] = max(folds.get(sample, 0), outcome.folds)

    def text(outcome: Outcome | None) -> str:
        if outcome is None or outcome.trouble:
            return "" if outcome is None else "- "
        return f"{100 * outcome.error:.1f}{' ' if outcome.folds == folds[outcome.sample] else '*'}"

    yield "Error in % (-: no answer in time; *: not of all folds); in the last lines means over the"
    yield "sets of which all methods that stand there have all folds"
    yield (f"{'':14}" + "".join(f"{title:>7} " for _, title in shown)).rstrip()
    rows = []
    for sample in data_sets.NAMES:
        each = [found.get((sample, name)) for name, _ in shown]
        if any(each):
            yield (f"{sample:14}" + "".join(f"{text(outcome):>8}" for outcome in each)).rstrip()
        rows.append(
            [
                (o.error, o.literals, o.seconds)
                if o is not None and not o.trouble and o.folds == folds[sample]
                else (np.nan,) * 3
                for o in each
            ]
        )
    known = np.isfinite(np.array(rows)[:, :, 0])
    meant = known.sum(axis=0) >= FEWEST
    whole = np.array(rows)[known[:, meant].all(axis=1)]
    if len(whole):
        means = np.where(meant[:, None], whole.mean(axis=0), np.nan).T
        for title, form, values in (
            (f"{len(whole)} sets", "{:.1f}", 100 * means[0]),
            ("literals", "{:.1f}", means[1]),
            ("CPU s a fit", "{:.2f}", means[2]),
        ):
            cells = ("" if np.isnan(value) else form.format(value) for value in values)
            yield (f"{title:14}" + "".join(f"{cell:>7} " for cell in cells)).rstrip()


def _frontier(known: list[Place]) -> Iterable[str]:
    methods = list(dict.fromkeys(place.method for place in known))
    if not methods:
        return
    yield ""
    yield "Sets on which no peer has as few literals and a smaller error"
    yield f"{'':22}{'sets':>6}{'on the frontier':>17}{'by splits':>11}{'literals':>10}"
    for method in methods:
        of_method = [place for place in known if place.method == method]
        on, by_splits = (
            np.mean([not getattr(place, name) for place in of_method])
            for name in ("ahead", "by_splits")
        )
        literals = np.mean([place.literals for place in of_method])
        yield f"{method:22}{len(of_method):6}{on:17.0%}{by_splits:11.0%}{literals:10.1f}"
    yield "not on it:"
    for method in methods:
        behind = [
            f"{place.sample} ({100 * place.error:.1f}, {place.ahead[0]})"
            for place in known
            if place.method == method and place.ahead
        ]
        if behind:
            yield from wrap(f"{method}: {'; '.join(behind)}", WIDTH, subsequent_indent="    ")


def _tallies(tallies: list[Tally], found: Outcomes) -> Iterable[str]:
    for method in dict.fromkeys(each.method for each in tallies):
        compared = [
            each for each in tallies if each.method == method and each[2] + each[3] + each[4]
        ]
        if not compared:
            continue
        yield ""
        yield f"{method}, beside"
        yield f"{'':24}{'better':>7}{'alike':>7}{'worse':>7}   worse on"
        for each in compared:
            gaps = [
                f"{s} {100 * (found[s, method].error - found[s, each.peer].error):+.1f}"
                for s in each.sets[:5]
            ]
            yield (
                f"{each.peer:24}{each.better:7}{each.alike:7}{each.worse:7}   {', '.join(gaps)}"
            ).rstrip()


def _defaults(found: Outcomes) -> Iterable[str]:
    """Every classifier of nzdd at its defaults; the best of a grid is chosen afterwards."""
    groups: dict[str, list[str]] = {}
    for method in own.methods():
        if method.name not in SMALL and not method.name.startswith(f"{RULES}, "):
            groups.setdefault(method.name.partition(":")[0], []).append(method.name)
    groups = {
        name: grid
        for name, grid in groups.items()
        if any(all((sample, method) in found for method in grid) for sample in data_sets.NAMES)
    }
    yield ""
    yield "Classifiers of nzdd at their defaults: error in %, the best of the grid, CPU seconds"
    yield "(-: no answer in time; *: of those folds only that the whole grid has)"
    yield f"{'':14}{'larger':>7}" + "".join(f"{name:>22}" for name in groups)
    for sample in data_sets.NAMES:
        cells = [_of_grid(found, sample, name, grid) for name, grid in groups.items()]
        larger = found.get((sample, LARGER))
        if larger is not None and any(cells):
            yield f"{sample:14}{100 * larger.error:7.1f}" + "".join(f"{c:>22}" for c in cells)
    for name, grid in groups.items():
        yield from _judged(found, name, grid)


def _of_grid(found: Outcomes, sample: str, name: str, grid: list[str]) -> str:
    """A cell of `_defaults`."""
    each = found.get((sample, name))
    if each is None or each.trouble:
        return "" if each is None else "-"
    tried = _tried(found, sample, grid)
    folds = shared_folds(tried)
    errors = [other.error_on(folds) for other in tried]
    mark = "*" if len(folds) < found[sample, LARGER].folds else ""
    return f"{100 * each.error_on(folds):.1f} {100 * min(errors):.1f} {each.seconds:.2f}{mark}"


def _tried(found: Outcomes, sample: str, grid: list[str]) -> list[Outcome]:
    """The outcomes of a grid, the default among them; without those that had no answer."""
    known = (found.get((sample, method)) for method in grid)
    return [each for each in known if each is not None and not each.trouble]


def _judged(found: Outcomes, name: str, grid: list[str]) -> Iterable[str]:
    """How often a method is worse than the larger class, and how close to the best of its grid."""
    worse, far, none, known = [], [], [], 0
    for sample in data_sets.NAMES:
        own_, larger = found.get((sample, name)), found.get((sample, LARGER))
        if own_ is None or larger is None:
            continue
        if own_.trouble:
            none.append(sample)
            continue
        known += 1
        less = difference(own_, larger)
        if less.mean > 0:
            worse.append(f"{sample} {100 * less.mean:+.1f} ± {100 * less.error:.1f}")
        tried = _tried(found, sample, grid)
        folds = shared_folds(tried)
        gap = difference(own_, min(tried, key=lambda each: each.error_on(folds)))
        if gap.mean > 2 * gap.error:
            far.append(f"{sample} {100 * gap.mean:+.1f} ± {100 * gap.error:.1f}")
    text = f"{name}: worse than the larger class on {len(worse)} of {known}"
    text += f" ({', '.join(worse)})" if worse else ""
    if len(grid) > 1:
        text += f"; beyond two standard errors of the best of its grid on {len(far)}"
        text += f" ({', '.join(far)})" if far else ""
    text += f"; no answer in time: {', '.join(none)}" if none else ""
    yield from wrap(text, WIDTH, subsequent_indent="    ")
