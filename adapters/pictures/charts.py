"""Bars, lines and steps as SVG, in the colours of the page around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np

from nzdd.adapters.pictures.sketch import wide
from nzdd.input.arrays import Floats
from nzdd.input.text import printable

FONT = 12.0
LINE = 15.0  # from one line of text to the next
TEXT = 300.0  # names wider than this are wrapped
BARS = 220.0  # of the longest bars
NUMBER = 52.0  # beside a bar
WIDTH, HEIGHT, LEFT, BELOW = 400.0, 180.0, 52.0, 34.0  # of charts with axes
APART = 56.0  # two marks of an axis, at least
INK, MUTED, GRID = "currentColor", "var(--muted, #5c6672)", "var(--line, #d8dde3)"
FOR, AGAINST = "var(--chosen, #c54f00)", "var(--found, #0072b2)"
COLOURS = (FOR, AGAINST, "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK, "#999999")
Points = Iterable[tuple[float, float]]


def wrapped(text: str, most: float = TEXT) -> list[str]:
    """Lines of whole words, none wider than `most` unless a word is."""
    lines: list[str] = []
    for word in printable(text).split():
        if lines and wide(f"{lines[-1]} {word}", FONT) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


def bars(parts: Sequence[tuple[str, float]], label: str) -> str:
    """A bar for each name and number, to the right of a common line or to its left.

    Parameters
    ----------
    parts : sequence of (str, float)
    label : str
        What the picture shows, for those who hear it.
    """
    names = [wrapped(name) for name, _ in parts]
    low = min([0.0, *(value for _, value in parts)])
    high = max([0.0, *(value for _, value in parts)])
    scale = BARS / (high - low or 1.0)
    margin = max([0.0, *(wide(line, FONT) for lines in names for line in lines)]) + 12
    zero = margin + NUMBER * (low < 0) - low * scale
    body, top = [], 4.0
    for lines, (_, value) in zip(names, parts, strict=True):
        height = LINE * len(lines)
        body += [
            _text(margin - 8, top + LINE * (row + 0.75), line, "end")
            for row, line in enumerate(lines)
        ]
        size, middle = abs(value) * scale, top + height / 2
        start = zero if value >= 0 else zero - size
        body.append(
            f'<rect x="{start:.1f}" y="{middle - 5:.1f}" width="{max(size, 0.5):.1f}" height="10" '
            f'rx="1.5" style="fill:{FOR if value >= 0 else AGAINST}"/>'
        )
        end, anchor = (zero + size + 5, "start") if value >= 0 else (start - 5, "end")
        body.append(_text(end, middle + 4, f"{value:+.3g}", anchor))
        top += height + 6
    body.append(f'<path d="M{zero:.1f} 0V{top:.1f}" style="stroke:{MUTED}"/>')
    return _picture(zero + high * scale + NUMBER + 8, top, label, body)


def chart(
    series: Sequence[tuple[str, Points]],
    label: str,
    across: str,
    up: str,
    *,
    marks: Sequence[tuple[float, str]] | None = None,
    dots: bool = True,
    ring: tuple[float, float] | None = None,
    diagonal: bool = False,
) -> str:
    """Lines over two axes.

    Parameters
    ----------
    series : sequence of (str, points)
        A line each; the names stand above where there are several.
    label, across, up : str
        What the picture shows, and its axes.
    marks : sequence of (float, str), optional
        Of the horizontal axis, the most important ones first: one that has no room is left out.
        By default the two ends.
    dots : bool
        Whether points are marked.
    ring : (float, float), optional
        A point with a ring around it.
    diagonal : bool
        Whether equal values of both axes are joined.
    """
    lines = [(name, np.array(list(points), float).reshape(-1, 2)) for name, points in series]
    every = np.vstack([points for _, points in lines] + [[ring]] * (ring is not None))
    low, high = every.min(axis=0), every.max(axis=0)
    if diagonal:
        low[:], high[:] = low.min(), high.max()
    size = np.where(high > low, high - low, 1.0)
    top = 6 + LINE * (1 + (len(lines) > 1) * len(lines))

    def place(points: Floats) -> Floats:
        share = (points - low) / size
        return np.column_stack(
            (LEFT + share[:, 0] * (WIDTH - LEFT - 16), top + (1 - share[:, 1]) * HEIGHT)
        )

    base, right = top + HEIGHT, WIDTH - 16
    body = [_text(0, LINE * 0.8, up, colour=MUTED)]
    for value in (low[1], high[1]):
        y = place(np.array([[low[0], value]]))[0, 1]
        body.append(f'<path d="M{LEFT:g} {y:.1f}H{right:g}" style="stroke:{GRID}"/>')
        body.append(_text(LEFT - 6, y + 4, f"{value:.3g}", "end"))
    if low[1] < 0 < high[1]:
        y = place(np.array([[low[0], 0.0]]))[0, 1]
        body.append(
            f'<path d="M{LEFT:g} {y:.1f}H{right:g}" style="stroke:{MUTED}" stroke-dasharray="2 3"/>'
        )
    if diagonal:
        (x, y), (x2, y2) = place(np.array([low, high]))
        body.append(
            f'<path d="M{x:.1f} {y:.1f}L{x2:.1f} {y2:.1f}" style="stroke:{MUTED}" '
            'stroke-dasharray="3 3"/>'
        )
    for at, (name, points) in enumerate(lines):
        colour = COLOURS[at % len(COLOURS)]
        spots = place(points)
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots.tolist())
        body.append(f'<path d="M{path}" style="fill:none;stroke:{colour};stroke-width:1.8"/>')
        if dots:
            body += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" style="fill:{colour}"/>'
                for x, y in spots.tolist()
            ]
        if len(lines) > 1:
            body.append(_text(LEFT, LINE * (at + 1.8), name, colour=colour))
    if ring is not None:
        x, y = place(np.array([ring]))[0]
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" '
            f'style="fill:none;stroke:{INK};stroke-width:1.5"/>'
        )
    if marks is None:
        marks = [(float(value), f"{value:.3g}") for value in dict.fromkeys((low[0], high[0]))]
    taken: list[float] = []
    for value, text in marks:
        x = place(np.array([[value, low[1]]]))[0, 0]
        if all(abs(x - other) >= max(APART, wide(text, FONT) + 6) for other in taken):
            taken.append(x)
            body.append(f'<path d="M{x:.1f} {base:g}v4" style="stroke:{MUTED}"/>')
            body.append(_text(x, base + LINE, text, "middle"))
    names = wrapped(across, WIDTH - LEFT)
    body += [
        _text((LEFT + right) / 2, base + BELOW + LINE * row, line, "middle", MUTED)
        for row, line in enumerate(names)
    ]
    widest = max([WIDTH, *(wide(line, FONT) for line in names)])
    return _picture(widest, base + BELOW + LINE * len(names) - 8, label, body)


def _text(x: float, y: float, text: str, anchor: str = "start", colour: str = INK) -> str:
    place = f' text-anchor="{anchor}"' if anchor != "start" else ""
    shown = escape(printable(text), quote=False)
    return f'<text x="{x:.1f}" y="{y:.1f}"{place} style="fill:{colour}">{shown}</text>'


def _picture(width: float, height: float, label: str, body: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" '
        f'aria-label="{escape(printable(label))}" '
        f'style="max-width:100%;height:auto;font:{FONT:g}px sans-serif">{"".join(body)}</svg>'
    )
