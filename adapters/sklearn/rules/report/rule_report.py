"""A page about a fit of rules: one file of HTML that loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.pictures.charts import bars, chart
from nzdd.adapters.sklearn.checks import column_names
from nzdd.adapters.sklearn.encoding.bits import ThresholdBits
from nzdd.adapters.sklearn.encoding.cut_points import threshold_text
from nzdd.formulations.learning.judged import Judged
from nzdd.formulations.learning.rules.path import PathPoint
from nzdd.formulations.learning.rules.rule_fit import RuleFit
from nzdd.input.arrays import Floats
from nzdd.input.text import printable

MOST_RULES = 200
MOST_EFFECTS = 12
MOST_PIECES = 6
"""An effect of more is no line of text."""


class BinnedTable(NamedTuple):
    """Rows of bins, which effects are averaged over."""

    codes: NDArray[np.uint8]
    weights: Floats


def rule_report(
    model: Any, rows: BinnedTable, judged: Judged, where: str, *, title: str = ""
) -> str:
    """The page.

    Parameters
    ----------
    model : RuleClassifier or RuleRegressor
        Fitted.
    rows : BinnedTable
    judged : Judged
        The predictions for some rows, and what was true.
    where : str
        What rows these are.
    title : str

    Returns
    -------
    str
        HTML of about 20 kilobytes, with rules, effects, calibration, confusion and the path.
        Time O(rows x literals).
    """
    head = title or f"Rules of {type(model).__name__}"
    parts = [_facts(model, judged, where), _rules(model), _effects(model, rows)]
    parts += [_judged(model, judged, where), _sizes(model)]
    style = files(__package__).joinpath("rule_report.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_safe(head)}</title><style>\n{style}</style></head>\n"
        f"<body><h1>{_safe(head)}</h1>\n{''.join(parts)}</body></html>\n"
    )


def _safe(text: Any) -> str:
    return escape(printable(str(text)))


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> str:
    """A table of cells that are HTML already."""
    top = "".join(f"<th>{name}</th>" for name in header)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    return (
        f'<div class="wide"><table class="{kind}"><thead><tr>{top}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>\n"
    )


def _facts(model: Any, judged: Judged, where: str) -> str:
    error = {} if judged.confusion is None else {f"error {where}": f"{judged.error:.1%}"}
    literals = sum(map(len, model.conjunctions_))
    facts = error | {
        "rules": f"{len(model.conjunctions_):,}",
        "literals": f"{literals:,}",
        **({"lines": f"{len(lines):,}"} if (lines := model.result_.vote.terms) else {}),
        "objective": f"{model.objective_:.6g}",
        "no vote of rules is below": f"{model.bound_:.6g}",
    }
    cells = "".join(f"<div><dt>{_safe(k)}</dt><dd>{_safe(v)}</dd></div>" for k, v in facts.items())
    return f"<dl>{cells}</dl>\n"


def _rules(model: Any) -> str:
    rules = sorted(model._rules(), key=lambda rule: -abs(rule.weight))
    most = max([1e-300, *(abs(rule.weight) for rule in rules)])
    classes = getattr(model, "classes_", None)
    several = classes is not None and classes.size > 2
    rows = []
    for rule in rules[:MOST_RULES]:
        side = "for" if rule.weight >= 0 else "against"
        share = 100 * abs(rule.weight) / most
        bar = f'<span class="bar {side}" style="width:{share:.1f}%"></span>'
        lift = [] if np.isnan(rule.lift) else [f"{rule.lift:.2f}"]
        label = [_safe(rule.label)] if several else []
        cells = [f"{rule.weight:+.3g}", bar, _safe(rule.words), *label, f"{rule.support:.1%}"]
        rows.append(cells + lift)
    header = ["weight", "", "rule", *(["class"] if several else []), "rows", "lift"]
    if classes is None:
        header, what = (
            header[:-1],
            "The prediction is the sum of the weights of the rules that hold",
        )
    elif several:
        what = "The class of the largest sum of weights wins"
    else:
        what = (
            f"{_safe(classes[1])} is predicted where the weights of the rules that hold sum above 0"
        )
    start = ", ".join(f"{value:+.3g}" for value in np.ravel(model.intercept_).tolist())
    more = f" The first {MOST_RULES} of {len(rules):,}." if len(rules) > MOST_RULES else ""
    note = (
        f"<p>{what}; every sum starts with {start}. <em>Rows</em> is the share of rows for which a "
        f"rule holds, <em>lift</em> how many times as frequent the class is among them.{more}</p>\n"
    )
    return f"<h2>Rules</h2>\n{note}{_table(header, rows, 'rules')}"


def _effects(model: Any, rows: BinnedTable) -> str:
    importances = model.feature_importances_
    order = np.argsort(-importances, kind="stable")[:MOST_EFFECTS]
    found = list(_effect_figures(model, rows, [at for at in order.tolist() if importances[at] > 0]))
    note = (
        "<p>How the mean sum changes if all rows have one value of a column, and the other columns "
        "stay as they are.</p>\n"
    )
    return f'<h2>Effects</h2>\n{note}<div class="charts">{"".join(found)}</div>\n' if found else ""


def _effect_figures(model: Any, rows: BinnedTable, columns: Sequence[int]) -> Iterator[str]:
    encoder, outputs = model.encoder_, model._output_names()
    names = column_names(encoder)
    for column in columns:
        name = names[column]
        effect = model.result_.vote.effect(column, rows.codes, rows.weights)
        bits = encoder._columns[column]
        label = f"effect of {name}"
        if isinstance(bits, ThresholdBits) and not bits.as_is:
            picture, words = _steps(effect, bits, outputs, label)
        else:
            values = ["0", "1"] if isinstance(bits, ThresholdBits) else list(map(str, bits.values))
            values += ["other", "missing"]
            missing = model.result_.vote.columns[column].missing
            shown = values[: len(effect) - missing] + ["missing"] * missing
            parts = [
                (value if len(outputs) == 1 else f"{value}: {output}", float(effect[at, of]))
                for at, value in enumerate(shown)
                for of, output in enumerate(outputs)
                if effect[at, of]
            ]
            sizes = np.abs([value for _, value in parts])
            largest = np.sort(np.argsort(-sizes, kind="stable")[: 2 * MOST_EFFECTS])
            picture = bars([parts[at] for at in largest.tolist()], label)
            few = largest.size < len(parts)
            words = f"the {largest.size} largest of {len(parts):,}" if few else ""
        caption = f"<small>{_safe(words)}</small>" if words else ""
        share = f"{model.feature_importances_[column]:.0%}"
        yield (
            f"<figure><figcaption><b>{_safe(name)}</b> ({share} of all) {caption}</figcaption>"
            f"{picture}</figure>\n"
        )


def _steps(
    effect: Floats, bits: ThresholdBits, outputs: Sequence[Any], label: str
) -> tuple[str, str]:
    """A chart of steps over the intervals between thresholds, and the same as text."""
    known = bits.cuts.size + 1
    edges = np.arange(known + 1.0)
    series = [
        (
            str(output),
            zip(
                np.repeat(edges, 2)[1:-1].tolist(),
                np.repeat(effect[:known, at], 2).tolist(),
                strict=True,
            ),
        )
        for at, output in enumerate(outputs)
    ]
    jumps = np.abs(np.diff(effect[:known], axis=0)).max(axis=1)
    changes = np.flatnonzero(jumps)
    marks = [
        (at + 1.0, threshold_text(bits.cuts.item(at)))
        for at in np.argsort(-jumps, kind="stable")[: changes.size].tolist()
    ]
    picture = chart(
        series, label, "thresholds, apart by as many rows", "change", marks=marks, dots=False
    )
    if len(outputs) > 1 or changes.size >= MOST_PIECES:
        return picture, ""
    ends = [threshold_text(bits.cuts.item(at)) for at in changes.tolist()]
    heights = [f"{effect[at, 0]:+.2g}" for at in (*changes.tolist(), known - 1)]
    pieces = [f"{height} up to {end}" for height, end in zip(heights, ends, strict=False)]
    if ends:
        pieces.append(f"{heights[-1]} above")
    if len(effect) > known and effect[known, 0]:
        pieces.append(f"{effect[known, 0]:+.2g} where it is missing")
    return picture, ", ".join(pieces)


def _judged(model: Any, judged: Judged, where: str) -> str:
    classes = getattr(model, "classes_", None)
    if classes is None:
        what = ("prediction", "mean of the numbers")
    elif classes.size == 2:
        what = (f"probability of {classes[1]}", f"share of {classes[1]}")
    else:
        what = ("probability of the predicted class", "share of right ones")
    points = list(map(tuple, judged.reliability[:, :2].tolist()))
    picture = chart([("", points)], "calibration", *what, diagonal=True)
    parts = [
        f"<h2>Calibration</h2>\n<p>Measured {_safe(where)}, in groups of rows with similar "
        "predictions. On the dashed line they are right in the mean.</p>\n"
        f'<div class="charts"><figure>{picture}</figure></div>\n'
    ]
    if judged.confusion is not None and classes is not None:
        names = [_safe(label) for label in classes.tolist()]
        totals = judged.confusion.sum(axis=1, keepdims=True)
        shares = judged.confusion / np.where(totals > 0, totals, 1)
        rows = [
            [
                f"<b>{name}</b>",
                *(
                    f'<span class="cell" style="--share:{share:.3f}">{count:,.6g}</span>'
                    for count, share in zip(counts.tolist(), own.tolist(), strict=True)
                ),
            ]
            for name, counts, own in zip(names, judged.confusion, shares, strict=True)
        ]
        table = _table(["true \\ predicted", *names], rows, "confusion")
        parts.append(f"<h2>Confusion</h2>\n<p>Rows, counted {_safe(where)}.</p>\n{table}")
    return "".join(parts)


def _sizes(model: Any) -> str:
    result: RuleFit = model.result_
    if not result.points:
        return ""
    errors = hasattr(model, "classes_")
    up = "held-out error" if errors else "held-out loss"

    def placed(point: PathPoint) -> tuple[int, float]:
        value = point.held_out.mean_error if errors else point.held_out_loss
        return point.num_literals, value

    front = [placed(point) for point in result.front(errors=errors)]
    ring = None if result.point is None else placed(result.point)
    picture = chart([("", front)], up, "literals in all rules", up, ring=ring)
    rows = [[f"{literals:,}", f"{value:.3g}"] for literals, value in front]
    by_loss = "" if ring is None or ring in front else ", chosen by its loss, not by its error"
    return (
        "<h2>Size</h2>\n<p>The best votes that the fit has met, by literals; the ring is the one "
        f"above{by_loss}. <code>model.at(literals=10)</code> gives another without a fit.</p>\n"
        f'<div class="charts"><figure>{picture}</figure>'
        f"{_table(['literals', up], rows)}</div>\n"
    )
