"""Inputs that take a command a second or so, made once per worker."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from nzdd import NZDD
from nzdd.adapters.files.models import mps
from nzdd.formulations import LinearModel
from support.models.random_models import hard_cover


@lru_cache
def inputs(scratch: Path) -> dict[str, str]:
    """Files by kind: rows, archive, sample, model (easy, wide), small, hard."""
    place = scratch / "inputs"
    place.mkdir(exist_ok=True)
    random = np.random.default_rng(0)
    rows = random.random((10_000, 40)) < 0.3
    (place / "rows.dat").write_text(_lines(rows))
    labels = np.where(rows[:, :5].sum(axis=1) > 1, "+1", "-1")
    lines = zip(labels[:4000].tolist(), rows[:4000], strict=True)
    (place / "sample.svm").write_text(
        "".join(f"{y} {' '.join(f'{j + 1}:1' for j in np.flatnonzero(row))}\n" for y, row in lines)
    )
    NZDD.from_rows(rows, order="natural").save(place / "archive.nzdd")
    cover = np.concatenate([rows[:6000], np.ones((1, 40), bool)]).astype(float)
    cover[:, 0] = 1
    mps.write(
        LinearModel(np.ones(40), cover, row_lower=1, upper=1, integrality=1), place / "model.mps"
    )
    small = LinearModel(np.ones(40), cover[:300], row_lower=2, upper=1, integrality=1)
    mps.write(small, place / "small.mps")
    mps.write(hard_cover(), place / "hard.mps")
    mps.write(hard_cover().relaxed(), place / "relaxed.mps")
    (place / "model.lp").write_text(_lp(cover[:2000]))
    return {path.stem if path.suffix != ".lp" else "lp": str(path) for path in place.iterdir()}


def _lines(rows: np.ndarray) -> str:
    return "".join(" ".join(map(str, np.flatnonzero(row))) + "\n" for row in rows)


def _lp(rows: np.ndarray) -> str:
    body = "".join(f" {' + '.join(f'x{j}' for j in np.flatnonzero(row))} >= 1\n" for row in rows)
    costs = " + ".join(f"x{j}" for j in range(rows.shape[1]))
    return f"Minimize\n {costs}\nSubject To\n{body}End\n"
