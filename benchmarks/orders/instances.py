"""Families whose orders are compared; always the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.data import folder
from benchmarks.soft_margin import binary_samples
from nzdd.adapters.files import itemsets
from nzdd.adapters.files.formats import read_model
from nzdd.adapters.files.models import orlib
from nzdd.formulations import LinearModel
from nzdd.formulations.compression.row_groups import row_groups
from nzdd.formulations.rows.symbols import encode
from nzdd.input.row_table import RowTable, distinct

SAMPLES = ("a9a", "synthetic 1e5", "higgs", "twin 1e6 .06")
ITEMSETS = ("mushroom", "connect_first10000", "retail")
MODELS = (
    "orlib/scpclr11",
    "orlib/scpclr12",
    "orlib/scpcyc09",
    "mip/glass-sc",
    "mip/iis-bupa-cov",
    "mip/mushroom-best",
    "mip/neos-1620770",
    "mip/page-blocks",
    "mip/rmine6",
    "mip/robot_sch_plain",
    "mip/seymour",
)


def load() -> Iterator[tuple[str, RowTable]]:
    """Names and families: tables 4 and 8 of the paper, sets of items, groups of rows of models."""
    for num_rows in (400_000, 2_000_000):
        yield f"table 4, {num_rows:,} rows", subsets(num_rows)
    for name in SAMPLES:
        sample = binary_samples.load(name).sample()
        yield f"{name}, positive", _unweighted(sample.positive)
        yield f"{name}, negative", _unweighted(sample.negative)
    for name in ITEMSETS:
        items = next(folder("itemsets").glob(f"{name}.dat*"))
        yield name.split("_")[0], _unweighted(distinct(itemsets.read(items)))
    for name in MODELS:
        for file in folder(name.split("/")[0]).glob(name.split("/")[1] + "*"):
            yield file.name.split(".")[0][:20], largest_group(file)


def subsets(num_rows: int) -> RowTable:
    """Random subsets of size 9 of 25 columns, as in table 4."""
    words = np.arange(1 << 25, dtype=np.uint32)
    words = words[np.bitwise_count(words) == 9]
    chosen = np.random.default_rng(0).permutation(words.size)[:num_rows]
    return RowTable.from_words(words[chosen].astype(np.uint64), 25)


def largest_group(path: Path) -> RowTable:
    """The symbols of the rows that an extended formulation would put into one diagram."""
    model: LinearModel = orlib.read(path) if path.parent.name == "orlib" else read_model(path)
    group = max(row_groups(model), key=lambda each: each.matrix.shape[0])
    _, family = encode(group.matrix, group.right_hand_side)
    return family


def _unweighted(family: RowTable) -> RowTable:
    return replace(family, weights=None)
