"""``nzdd info``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from functools import singledispatch
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from nzdd import NZDD, ZDD, RowTable
from nzdd.adapters.cli.answer import Answer, amount, columns_text, fields, note, table
from nzdd.adapters.cli.arguments import add_input
from nzdd.adapters.cli.inputs import (
    KINDS,
    Part,
    Rows,
    label_text,
    load,
    parts,
    total_weight,
    used_columns,
)
from nzdd.adapters.cli.learning import saved_report
from nzdd.adapters.cli.progress import progress_bar
from nzdd.adapters.files.samples import Sample
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation
from nzdd.formulations.compression.report import Size
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.row_table import Progress

_MORE = ("nonzeros", "coefficients", "order")

SIZES = ("distinct_rows", "zdd_nodes", "nodes", "edges", "labels")
"""What is counted for each family of rows and added up for the file."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser, "input", "FILE", *KINDS, saved_report.KIND)


def run(options: Namespace) -> Answer:
    """Show the size of a file and of the diagrams of its rows, or a saved model."""
    if saved_report.is_saved(options.input, options.format):
        return saved_report.saved_answer(options.input)
    started = perf_counter()
    content = load(options.input, options.format)
    facts = describe(content)
    with progress_bar("info", quiet=options.quiet) as progress:
        groups = [_sizes(part, progress) for part in parts(content)]
        if isinstance(content, LinearModel):
            extended = ExtendedFormulation.from_model(content, progress=progress)
            facts |= _compression(extended)
    facts |= {size: _total([group[size] for group in groups]) for size in SIZES}
    if facts.get("warning") and not options.quiet:
        note(f"warning: compressed: {facts['warning']}")
    facts |= {"groups": groups, "seconds": perf_counter() - started}
    return Answer(facts, _text(options.input, facts))


@singledispatch
def describe(content: Any) -> dict[str, Any]:
    """The kind of a file's content and its size as rows and columns."""
    raise NotImplementedError(type(content).__name__)


@describe.register
def _(content: LinearModel) -> dict[str, Any]:
    return {
        "kind": "model",
        "name": content.name,
        "sense": "maximize" if content.maximize else "minimize",
        **asdict(Size.of(content)),
        "integers": int(np.count_nonzero(content.integrality)),
        "coefficients": int(np.unique(content.matrix.data).size),
    }


@describe.register
def _(content: ExtendedFormulation) -> dict[str, Any]:
    described = describe(content.original) | {"kind": "extended formulation"}
    return described | _compression(content)


@describe.register
def _(content: Rows) -> dict[str, Any]:
    _, symbols = content.family.to_csr()
    return {
        "kind": content.kind,
        "rows": content.family.num_rows,
        "columns": content.family.num_symbols,
        "used_columns": used_columns(content.family),
        "nonzeros": symbols.size,
    }


@describe.register
def _(content: Sample) -> dict[str, Any]:
    labels, counts = np.unique(content.labels, return_counts=True)
    classes = zip(labels.tolist(), counts.tolist(), strict=True)
    return describe(Rows("", content.rows)) | {
        "kind": "labelled sample",
        "classes": {label_text(label): count for label, count in classes},
    }


@describe.register
def _(content: NZDD) -> dict[str, Any]:
    through = content.path_counts(forwards=True)[content.source]
    through = through * content.path_counts()[content.target]
    return {
        "kind": "NZDD",
        "rows": content.count(),
        "total_weight": total_weight(content),
        "columns": content.num_symbols,
        "used_columns": used_columns(content),
        "nonzeros": int((through * np.diff(content.label_offsets).astype(object)).sum()),
        "order": content.order.name,
    }


@describe.register
def _(content: ZDD) -> dict[str, Any]:
    return describe(content.to_nzdd()) | {"kind": "ZDD"}


def _compression(extended: ExtendedFormulation) -> dict[str, Any]:
    report = extended.report
    return {
        "compressed": asdict(report.after),
        "ratios": report.ratios,
        "warning": report.warning,
    }


def _sizes(part: Part, progress: Progress | None) -> dict[str, Any]:
    zdd = part.zdd(progress)
    nzdd = part.nzdd(progress)  # in its own order: one of few nodes may be one of more edges
    return {
        "name": part.name,
        "rows": part.rows.num_rows if isinstance(part.rows, RowTable) else part.rows.count(),
        "distinct_rows": nzdd.count(),
        "zdd_nodes": None if zdd is None else zdd.num_nodes,
        "nodes": nzdd.num_nodes,
        "edges": nzdd.num_edges,
        "labels": nzdd.num_labels,
    }


def _total(sizes: list[int | None]) -> int | None:
    known = [size for size in sizes if size is not None]
    return None if sizes and not known else sum(known)


def _text(path: str, facts: dict[str, Any]) -> str:
    about = [facts["kind"], facts.get("name"), facts.get("sense")]
    integers = f" ({amount(facts['integers'])} integer)" if facts.get("integers") else ""
    shown = {
        "file": f"{Path(path).name}: {', '.join(word for word in about if word)}",
        "rows": facts["rows"],
        "total weight": facts.get("total_weight"),
        "columns": f"{columns_text(facts)}{integers}",
    }
    lines = fields((shown | {key: facts.get(key) for key in _MORE}).items())
    header = ("diagram of", "rows", "distinct", "ZDD nodes", "nodes", "edges", "labels")
    rows = [[group["name"], group["rows"], *map(group.get, SIZES)] for group in facts["groups"]]
    sections = [lines, table(header, rows) if rows else "no rows to draw a diagram of"]
    if "compressed" in facts:
        sections.append(_compressed(facts))
    return "\n\n".join([*sections, fields([("seconds", facts["seconds"])])])


def _compressed(facts: dict[str, Any]) -> str:
    after, ratios = facts["compressed"], facts["ratios"]
    keys = ("rows", "columns", "nonzeros")
    rows = [("before", *map(facts.get, keys)), ("after", *map(after.get, keys))]
    verdict = "compression would change nothing"
    if any(facts[key] != after[key] for key in keys):
        shares = [f"{_percent(ratios[key])} of the {key}" for key in ("nonzeros", "rows")]
        grown = f"{ratios['columns']:.3g} times the columns"
        verdict = f"compression would leave {' and '.join(shares)}, with {grown}"
    return f"{table(('compress', *keys), rows)}\n{verdict}"


def _percent(ratio: float) -> str:
    return "more than 99%" if 0.99 < ratio < 1 else f"{ratio:.0%}"
