"""Cells of several choices become a column of bits for each choice."""

import json

import numpy as np
import pytest

import nzdd
from nzdd.adapters.files.raw_samples import read_like
from nzdd.adapters.files.reading import Reading

pytest.importorskip("pandas", reason="tables are read by pandas")

CHOSEN = np.random.default_rng(0).random((80, 3)) < 0.5
NAMES = np.array(["E-mail", "Phone (home)", "Chat"])


def written(path, cells):
    lines = [f'"{cell}",{k % 5},{"ab"[k % 2]}\n' for k, cell in enumerate(cells)]
    path.write_text("contact,n,y\n" + "".join(lines))


@pytest.mark.parametrize("mark", [";", ", ", ",", " | "])
def test_choices_are_bits_and_later_ones_alike(tmp_path, mark):
    path = tmp_path / "form.csv"
    written(path, [mark.join(NAMES[row]) for row in CHOSEN])
    sample = nzdd.read_sample(path)
    bits = sample.X[[f"contact: {name}" for name in NAMES]]
    np.testing.assert_array_equal(bits, CHOSEN)
    reading = Reading.from_dict(json.loads(json.dumps(sample.reading.to_dict())))
    written(path, [*(mark.join(NAMES[row]) for row in CHOSEN[:5]), f"Chat{mark}by pigeon"])
    later = read_like(path, reading).X[list(bits)]
    np.testing.assert_array_equal(later, [*CHOSEN[:5], [False, False, True]])


@pytest.mark.parametrize(
    "cells",
    [
        [f"Town {k % 40}, {'AB'[k % 2]}" for k in range(80)],  # as many parts in each
        [f"said {k}, or {k % 7}" if k % 2 else "ok" for k in range(80)],  # free text
        ["a, b" if k % 2 else "c" for k in range(80)],  # no more cells than choices
    ],
)
def test_other_cells_stay_words(tmp_path, cells):
    path = tmp_path / "form.csv"
    written(path, cells)
    assert nzdd.read_sample(path).X["contact"].tolist() == cells
