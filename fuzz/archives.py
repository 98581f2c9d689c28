"""Fuzz archives with valid checksums and invalid arrays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from atheris import FuzzedDataProvider
from readers import EXPECTED, Target, use

from nzdd import NZDD, ZDD, archive
from nzdd.formulations import ExtendedFormulation, LinearModel

ROWS = [[0, 3], [0, 4, 5], [1, 3], [1, 4, 5], [2, 3], [5, 4, 2, 2], [], [6, 3], [6, 0]]
MODEL = LinearModel([1, 2, 3], [[1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 1, 1]], row_lower=1, upper=1)
DIAGRAMS = {
    "zdd": ZDD.from_rows(ROWS, np.arange(9.0), order=[1, 0, 2, 4, 3, 6, 5]),
    "nzdd": NZDD.from_rows(ROWS, np.arange(9.0), order=[1, 0, 2, 4, 3, 6, 5]),
}
EXTENDED = ExtendedFormulation.from_model(MODEL)
DTYPES = (np.uint32, np.int64, np.float64, np.uint8, np.bool_, "U3")


def edited_archive(data: bytes, folder: Path) -> None:
    """Change some entries, types or shapes of a valid archive; expect a diagram or an error."""
    provider = FuzzedDataProvider(data)
    kind = provider.PickValueInList([*DIAGRAMS, "extended formulation"])
    path = folder / "edited.nzdd"
    if kind in DIAGRAMS:
        state = DIAGRAMS[kind]._state()
    else:
        EXTENDED.save(path)
        taken: list[dict[str, object]] = []
        archive.read(path, kind, taken.append)
        state = taken[0]
    for _ in range(provider.ConsumeIntInRange(1, 4)):
        name = provider.PickValueInList(sorted(state))
        state[name] = _edited(provider, np.array(state[name]))
        if state[name] is None:
            del state[name]
    archive.write(path, kind, state)
    if kind in DIAGRAMS:
        use(type(DIAGRAMS[kind]).load(path))
        return
    extended = ExtendedFormulation.load(path)
    x = extended.recover(np.zeros(extended.model.num_columns))
    if x.size:
        extended.lift(x)


def _edited(provider: FuzzedDataProvider, array: np.ndarray) -> np.ndarray | None:
    what = provider.ConsumeIntInRange(0, 9)
    if what == 0:
        return None
    if what == 1:
        dtype = provider.PickValueInList(list(DTYPES))
        try:
            return array.astype(dtype)
        except ValueError:
            return array
    if what == 2:
        return array[: provider.ConsumeIntInRange(0, array.size)] if array.ndim else array[None]
    if what == 3:
        return np.append(array, array) if array.ndim else array
    if array.dtype.kind == "U":
        return np.array(provider.ConsumeUnicodeNoSurrogates(8))
    flat = array.reshape(-1)
    if flat.size:
        at = provider.ConsumeIntInRange(0, flat.size - 1)
        if array.dtype.kind == "f":
            flat[at] = provider.ConsumeFloat()
        else:
            value = provider.PickValueInList([0, 1, 2, 3, 5, 8, 2**31 - 1, 2**32 - 1, -1])
            flat[at] = np.array(value).astype(array.dtype)
    return array


TARGETS: dict[str, Target] = {"edited_archive": edited_archive}
__all__ = ["EXPECTED", "TARGETS"]
